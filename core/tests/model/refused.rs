//! What a writer must refuse: handles to nothing, of others, to what is gone, and to something else.

use glassbox::inspect::{AnyHandle, Error, NodeHandle, StringHandle, Writer, kind};

use super::World;
use super::kinds::{Any, of_kinds, other};
use super::numbers::of;

impl<'m> World<'m> {
    pub fn use_stale(&mut self, which: usize) {
        let gone: Vec<_> = self.items.iter().filter(|item| !item.alive).map(|item| item.handle).collect();
        let Some(which) = which.checked_rem(gone.len()).filter(|_| self.serials) else { return };
        let handle = gone[which];
        self.refuse(Error::StaleHandle, |writer| handle.delete(writer));
        self.refuse(Error::StaleHandle, |writer| handle.record(writer));
        self.refuse(Error::StaleHandle, |writer| handle.reparent(writer, NodeHandle::ROOT));
        self.refuse(Error::StaleHandle, |writer| writer.delete_any(handle.any()));
        self.refuse(Error::StaleHandle, |writer| handle.name(writer, &mut []));
        let use_it = |writer: &mut Writer<'m>| -> Result<(), Error> {
            of_kinds!(handle, handle, [Int Uint Double] => writer.add(handle, of(1)),
                Any::Node(handle) => writer.create_int(handle, "x", 1).and(writer.delete_tree(handle)),
                Any::Bool(handle) => writer.set(handle, true),
                Any::Text(handle) => writer.set_string(handle, "x"),
                Any::Bytes(handle) => writer.set_bytes(handle, b"x"),
                Any::FixedText(handle) => writer.set_text(handle, ""),
                Any::Link(handle) => writer.get_link_content(handle, &mut []).map(|_| ()),
                Any::IntArray(handle) => writer.array_set(handle, 0, 1),
                Any::UintArray(handle) => writer.array_add(handle, 0, 1),
                Any::DoubleArray(handle) => writer.array_get(handle, 0).map(|_| ()),
                Any::StringArray(handle) => writer.string_array_set(handle, 0, "x"),
                Any::IntLinear(handle) => writer.insert(handle, 1),
                Any::UintLinear(handle) => writer.clear(handle),
                Any::DoubleLinear(handle) => writer.slots(handle).map(|_| ()),
                Any::IntExponential(handle) => writer.insert(handle, 1),
                Any::UintExponential(handle) => writer.clear(handle),
                Any::DoubleExponential(handle) => writer.insert_multiple(handle, 1.0, 2),)
        };
        self.refuse(Error::StaleHandle, use_it);
    }

    pub fn use_wrongly(&mut self, which: usize) {
        self.refuse(Error::NoHandle, |writer| writer.create_int(NodeHandle::NULL, "x", 1));
        self.refuse(Error::NoHandle, |writer| writer.delete(StringHandle::NULL));
        self.refuse(Error::NoHandle, |writer| writer.delete_any(AnyHandle::NULL));
        self.refuse(Error::WrongKind, |writer| writer.add::<kind::Uint>(other(NodeHandle::ROOT), 1));
        self.refuse(Error::InvalidArgument, |writer| writer.delete(NodeHandle::ROOT));
        self.refuse(Error::InvalidArgument, |writer| writer.reparent(NodeHandle::ROOT, NodeHandle::ROOT));
        let Some(place) = self.alive(which) else { return };
        let handle = self.items[place].handle;
        self.refuse(Error::WrongKind, |writer| handle.add_as_other_kind(writer));
        let foreign = handle.with(|block, check| (block, check ^ 1 << 31));
        self.refuse(Error::ForeignHandle, |writer| foreign.delete(writer));
        let beyond = handle.with(|_, check| (u32::MAX, check));
        self.refuse(Error::StaleHandle, |writer| beyond.delete(writer));
    }
}
