//! From the pointers that C gives to Rust references: the one module of this crate with unsafe blocks.
//!
//! An exported function is `unsafe`: it believes what the header asks of its callers, and `vouched!` takes them at
//! their word. It turns each pointer into a [`Pointer`] or a [`Constant`], a type that says that somebody vouches: the
//! pointer is NULL, or misaligned, or points to what its type says. What can be checked in constant time is checked
//! each time something is reached through it.
//!
//! A writer's state is shared between the contexts that its lock covers. So nobody holds a reference to a whole state:
//! its *gate*, an atomic word, is looked at through the raw pointer, and the writer behind it is borrowed only while
//! the gate is closed or the lock is held.

mod trace;

use core::mem::MaybeUninit;
use core::ptr::NonNull;
use core::slice;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, compiler_fence};

use glassbox::Memory;
use glassbox::inspect::{AnyHandle, NodeHandle};
use glassbox::registry::{Head, Slot};

use crate::inspect::{gbx_any_t, gbx_node_t};
use crate::lock::gbx_lock_t;
use crate::registry::{gbx_registry_slot_t, gbx_registry_t};
use crate::status::gbx_status_t::{
    self, GBX_ERROR_BAD_REGION, GBX_ERROR_BUSY, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_INVALID_UTF8,
    GBX_ERROR_NOT_INITIALISED, GBX_ERROR_NULL, GBX_ERROR_TOO_LONG, GBX_OK,
};
use crate::text::gbx_str_t;

pub use trace::{CallersHooks, CallersLock};

/// Turns pointers of an exported function's parameters into vouched ones of the same name.
macro_rules! vouched {
    ($($parameter:ident),+) => {
        // SAFETY: the function that this stands in is `unsafe` because of its pointers, and its caller vouches for them
        // until it returns.
        $(let $parameter = unsafe { $crate::pointer::Vouch::vouch($parameter) };)+
    };
}
pub(crate) use vouched;

/// What a caller vouches for.
pub trait Vouch {
    /// The same, with somebody's word for it.
    type Vouched;

    /// Takes the caller's word.
    ///
    /// # Safety
    /// Every pointer in it is NULL, or misaligned for its type, or valid for as long as the result is used.
    unsafe fn vouch(self) -> Self::Vouched;
}

impl<T> Vouch for *mut T {
    type Vouched = Pointer<T>;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    unsafe fn vouch(self) -> Pointer<T> {
        Pointer(self)
    }
}

impl<T> Vouch for *const T {
    type Vouched = Constant<T>;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    unsafe fn vouch(self) -> Constant<T> {
        Constant(self)
    }
}

impl Vouch for gbx_str_t {
    type Vouched = Text;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    unsafe fn vouch(self) -> Text {
        Text { bytes: Constant(self.data.cast()), size: self.size }
    }
}

/// Fails for NULL and for a pointer that is not aligned for its type.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn usable<T>(pointer: *const T) -> Result<(), gbx_status_t> {
    if pointer.is_null() {
        Err(GBX_ERROR_NULL)
    } else if pointer.is_aligned() {
        Ok(())
    } else {
        Err(GBX_ERROR_INVALID_ARGUMENT)
    }
}

/// A pointer to the first of `count` things, for a slice. NULL will do for none.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn several<T>(pointer: *const T, count: usize) -> Result<*const T, gbx_status_t> {
    if count > isize::MAX.unsigned_abs() / size_of::<T>() {
        return Err(GBX_ERROR_TOO_LONG);
    }
    if count == 0 {
        return Ok(NonNull::dangling().as_ptr());
    }
    usable(pointer).map(|()| pointer)
}

/// A pointer to something that the function may write, or to the first of several.
#[derive(Debug)]
pub struct Pointer<T>(*mut T);

impl<T> Clone for Pointer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Pointer<T> {}

impl<T: Copy> Pointer<T> {
    /// Where to put an output. Outputs are checked before anything is done, and written when it is done.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn output(self) -> Result<Output<T>, gbx_status_t> {
        usable(self.0).map(|()| Output(self.0))
    }

    /// An output that the caller may leave out by giving NULL.
    pub fn optional_output(self) -> Result<Option<Output<T>>, gbx_status_t> {
        if self.0.is_null() { Ok(None) } else { self.output().map(Some) }
    }
}

/// A struct of C with the layout of a type of Rust.
pub trait Twin {
    /// The type of Rust.
    type Of: 'static;
}

// Both are `repr(C)` structs of two numbers of 32 bits, of which any are valid.
impl Twin for gbx_node_t {
    type Of = NodeHandle;
}
impl Twin for gbx_any_t {
    type Of = AnyHandle;
}

impl<T: Twin> Pointer<T> {
    /// So many of them, which nobody else uses for as long as what is made of them is in use. NULL will do for none.
    #[inline]
    pub fn several(self, count: usize) -> Result<&'static mut [T::Of], gbx_status_t> {
        const { assert!(size_of::<T>() == size_of::<T::Of>() && align_of::<T>() == align_of::<T::Of>()) };
        let first = several(self.0, count)?.cast_mut().cast::<T::Of>();
        // SAFETY: the pointer is good, the layouts are the same, and the caller vouches for `count` of them.
        Ok(unsafe { slice::from_raw_parts_mut(first, count) })
    }
}

impl Pointer<u8> {
    /// The caller's buffer of this capacity. NULL will do when the capacity is 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn buffer(&mut self, capacity: usize) -> Result<&mut [u8], gbx_status_t> {
        let first = several(self.0, capacity)?.cast_mut();
        // SAFETY: the pointer is good, and the caller vouches for `capacity` bytes that nobody else uses until the
        // function returns.
        Ok(unsafe { slice::from_raw_parts_mut(first, capacity) })
    }

    /// The caller's memory of this size, to be used until the caller takes it back.
    #[inline]
    pub fn region(self, size: usize) -> Result<Memory<'static>, gbx_status_t> {
        if self.0.is_null() {
            return Err(GBX_ERROR_NULL);
        }
        // SAFETY: the header asks that the bytes stay where they are for as long as they are in use, and that everybody
        // else in the program only reads them through the library.
        unsafe { Memory::from_raw(self.0, size) }.map_err(|_| GBX_ERROR_BAD_REGION)
    }
}

impl Pointer<u32> {
    /// The words in the caller's memory of this size in bytes, to be used until the caller takes it back.
    #[inline]
    pub fn scratch(self, size: usize) -> Result<&'static mut [u32], gbx_status_t> {
        let count = size / size_of::<u32>();
        let first = several(self.0, count)?.cast_mut();
        // SAFETY: the pointer is good, and the caller vouches for `size` bytes that nobody else uses for as long as
        // what is made of them is in use.
        Ok(unsafe { slice::from_raw_parts_mut(first, count) })
    }
}

impl Pointer<gbx_registry_t> {
    /// The slots of the table.
    #[inline]
    pub fn slots(self) -> Result<&'static [Slot], gbx_status_t> {
        const {
            assert!(size_of::<gbx_registry_t>() == size_of::<Head>() && align_of::<gbx_registry_t>() == 4);
            assert!(size_of::<gbx_registry_t>().is_multiple_of(align_of::<Slot>()));
            assert!(size_of::<gbx_registry_slot_t>() == size_of::<Slot>());
            assert!(align_of::<gbx_registry_slot_t>() == align_of::<Slot>());
        }
        usable(self.0)?;
        // SAFETY: the pointer is good, and both types have the same layout, of which any bytes are valid.
        let head = unsafe { self.0.cast::<Head>().read() };
        let count = head.slots().and_then(|count| usize::try_from(count).ok()).ok_or(GBX_ERROR_INVALID_ARGUMENT)?;
        #[expect(clippy::cast_ptr_alignment, reason = "the alignment is looked at in the next line")]
        let first = self.0.wrapping_add(1).cast::<Slot>().cast_const();
        usable(first)?;
        // SAFETY: the pointer is good, the head says that so many slots are behind it, and everybody else in the program
        // only changes them through the library. What is in them is atomic.
        Ok(unsafe { slice::from_raw_parts(first, count) })
    }
}

/// Somewhere to put an output: it was checked.
#[derive(Clone, Copy, Debug)]
pub struct Output<T>(*mut T);

impl<T: Copy> Output<T> {
    /// What is there, for what is changed in place.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn current(self) -> T {
        // SAFETY: the pointer is neither NULL nor misaligned, and the caller vouches for what is there.
        unsafe { self.0.read() }
    }

    /// Puts the output there.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn put(self, value: T) {
        // SAFETY: the pointer is neither NULL nor misaligned, and the caller vouches that it may be written.
        unsafe { self.0.write(value) };
    }
}

/// A pointer to something that the function only reads, or to the first of several.
#[derive(Debug)]
pub struct Constant<T>(*const T);

impl<T: Copy> Constant<T> {
    /// A copy of what is there, or `None` for NULL.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn copied(self) -> Result<Option<T>, gbx_status_t> {
        if self.0.is_null() {
            return Ok(None);
        }
        usable(self.0)?;
        // SAFETY: the pointer is neither NULL nor misaligned, and the caller vouches for what is there.
        Ok(Some(unsafe { self.0.read() }))
    }
}

impl<T: Copy> Constant<T> {
    /// So many things, which the caller promises to keep as they are for as long as what is made of them is in use. NULL
    /// will do for none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn slice(&self, count: usize) -> Result<&'static [T], gbx_status_t> {
        let first = several(self.0, count)?;
        // SAFETY: the pointer is good, and the caller vouches for `count` things that nobody changes.
        Ok(unsafe { slice::from_raw_parts(first, count) })
    }
}

impl Constant<u8> {
    /// So many bytes. NULL will do for none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn bytes(&self, size: usize) -> Result<&[u8], gbx_status_t> {
        self.slice(size)
    }
}

/// Values that were made in scratch memory, and the rest of it.
pub type Carved<T> = (&'static [T], &'static mut [u32]);

/// Makes `count` values at the beginning of scratch memory. `None` when there is too little.
pub fn carve<T: Copy>(
    scratch: &'static mut [u32],
    count: usize,
    mut make: impl FnMut(usize) -> Result<T, gbx_status_t>,
) -> Result<Option<Carved<T>>, gbx_status_t> {
    let words = size_of::<T>().saturating_mul(count).saturating_add(align_of::<T>()).div_ceil(size_of::<u32>());
    let Some((front, rest)) = scratch.split_at_mut_checked(words) else { return Ok(None) };
    // SAFETY: the words are borrowed exclusively, for ever, and memory that may be uninitialised takes any bytes.
    let (_, slots, _) = unsafe { front.align_to_mut::<MaybeUninit<T>>() };
    let Some(slots) = slots.get_mut(..count) else { return Ok(None) };
    for (index, slot) in slots.iter_mut().enumerate() {
        slot.write(make(index)?);
    }
    // SAFETY: all of these slots were written just now, and they are borrowed for ever.
    let made = unsafe { slice::from_raw_parts(slots.as_ptr().cast::<T>(), count) };
    Ok(Some((made, rest)))
}

/// A struct of C in a table that the caller owns: numbers, texts, and tables of their own.
pub trait Entry: Copy + 'static {}

/// A table of the caller, who vouches for its entries and for all that they point to.
#[derive(Debug)]
pub struct Table<E: 'static>(&'static [E]);

impl<E> Clone for Table<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Table<E> {}

impl<E: Entry> Constant<E> {
    /// So many entries, which the caller promises to keep as they are until the function returns. NULL will do for none.
    #[inline]
    pub fn table(self, count: usize) -> Result<Table<E>, gbx_status_t> {
        let first = several(self.0, count)?;
        // SAFETY: the pointer is good, and the caller vouches for `count` entries that nobody changes.
        Ok(Table(unsafe { slice::from_raw_parts(first, count) }))
    }
}

impl<E: Entry> Table<E> {
    /// The number of entries.
    pub fn len(self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// All entries.
    pub fn entries(self) -> impl Iterator<Item = Row<E>> {
        self.0.iter().map(Row)
    }

    /// Entry `number`, from 0.
    #[inline]
    pub fn entry(self, number: u32) -> Option<Row<E>> {
        self.0.get(usize::try_from(number).ok()?).map(Row)
    }
}

/// An entry of a table.
#[derive(Debug)]
pub struct Row<E: 'static>(&'static E);

impl<E: Entry> core::ops::Deref for Row<E> {
    type Target = E;

    fn deref(&self) -> &E {
        self.0
    }
}

impl<E: Entry> Row<E> {
    /// The bytes of a text in the entry. NULL will do for none.
    #[inline]
    pub fn text(&self, get: fn(&E) -> gbx_str_t) -> Result<&'static [u8], gbx_status_t> {
        let gbx_str_t { data, size } = get(self.0);
        Constant(data.cast::<u8>()).slice(size)
    }

    /// A table in the entry.
    #[inline]
    pub fn table<I: Entry>(&self, get: fn(&E) -> (*const I, usize)) -> Result<Table<I>, gbx_status_t> {
        let (first, count) = get(self.0);
        Constant(first).table(count)
    }
}

/// A text of the caller.
#[derive(Debug)]
pub struct Text {
    bytes: Constant<u8>,
    size: usize,
}

impl Text {
    /// The text, if it is UTF-8 and no longer than the format can say.
    #[inline]
    pub fn get(&self) -> Result<&str, gbx_status_t> {
        self.kept()
    }

    /// The same, where the caller promises to keep it as it is for as long as what is made of it is in use.
    #[inline]
    pub fn kept(&self) -> Result<&'static str, gbx_status_t> {
        if u32::try_from(self.size).is_err() {
            return Err(GBX_ERROR_TOO_LONG);
        }
        core::str::from_utf8(self.bytes.slice(self.size)?).map_err(|_| GBX_ERROR_INVALID_UTF8)
    }

    /// The bytes, whatever they are, which the caller promises to keep for as long as something refers to them.
    #[inline]
    pub fn kept_bytes(&self) -> Result<&'static [u8], gbx_status_t> {
        self.bytes.slice(self.size)
    }

    /// The text, or `None` when there is not even an empty one: its pointer is NULL.
    #[inline]
    pub fn optional(&self) -> Result<Option<&str>, gbx_status_t> {
        if self.bytes.0.is_null() && self.size == 0 { Ok(None) } else { self.get().map(Some) }
    }
}

/// A type of C whose bytes hold a value of Rust that one context at a time uses.
pub trait Holder {
    /// The value.
    type Held: 'static;
    /// What the first word says while there is a value.
    const MARK: usize;
}

/// What is in the bytes of a [`Holder`].
#[repr(C)]
struct Holding<T> {
    mark: usize,
    value: T,
}

/// Whether the value of `H` fits into its bytes, and nobody needs to drop it. Asserted beside each [`Holder`] too, so that
/// a check of the code finds out, and not only a build.
pub const fn holds<H: Holder>() -> bool {
    size_of::<Holding<H::Held>>() <= size_of::<H>()
        && align_of::<Holding<H::Held>>() <= align_of::<H>()
        && !core::mem::needs_drop::<H::Held>()
}

impl<H: Holder> Pointer<H> {
    /// Puts a value into the bytes, whatever was there.
    #[inline]
    pub fn hold(self, value: H::Held) -> Result<(), gbx_status_t> {
        const { assert!(holds::<H>(), "the value does not fit into its bytes, or somebody must drop it") };
        usable(self.0)?;
        // SAFETY: the pointer is good, the caller vouches that nobody else uses the bytes, and a value fits into them.
        unsafe { self.0.cast::<Holding<H::Held>>().write(Holding { mark: H::MARK, value }) };
        Ok(())
    }

    /// Whether a value can be put into the bytes.
    pub fn usable(self) -> Result<(), gbx_status_t> {
        usable(self.0)
    }

    /// Takes the value out of the bytes.
    #[inline]
    pub fn take(self) -> Result<H::Held, gbx_status_t> {
        Constant(self.0.cast_const()).held()?;
        // SAFETY: there is a value, and the caller vouches that nobody else uses it.
        let Holding { value, .. } = unsafe { self.0.cast::<Holding<H::Held>>().read() };
        self.release()?;
        Ok(value)
    }

    /// Leaves no value in the bytes.
    #[inline]
    pub fn release(self) -> Result<(), gbx_status_t> {
        usable(self.0)?;
        // SAFETY: the pointer is good, the caller vouches that nobody else uses the bytes, and they begin with the
        // mark.
        unsafe { self.0.cast::<usize>().write(0) };
        Ok(())
    }

    /// The value, to be changed.
    #[inline]
    pub fn held_mut(&mut self) -> Result<&mut H::Held, gbx_status_t> {
        Constant(self.0.cast_const()).held()?;
        // SAFETY: there is a value, and the caller vouches that nobody else uses it until the function returns.
        let holding = unsafe { &mut *self.0.cast::<Holding<H::Held>>() };
        Ok(&mut holding.value)
    }
}

impl<H: Holder> Constant<H> {
    /// The value, which the caller promises to keep for as long as something refers to it.
    #[inline]
    pub fn held(self) -> Result<&'static H::Held, gbx_status_t> {
        usable(self.0)?;
        // SAFETY: the pointer is good, any bytes are a number, and the bytes begin with the mark.
        let mark = unsafe { self.0.cast::<usize>().read() };
        if mark != H::MARK {
            return Err(GBX_ERROR_NOT_INITIALISED);
        }
        // SAFETY: the mark says that there is a value, and the caller vouches that nobody changes it.
        let holding = unsafe { &*self.0.cast::<Holding<H::Held>>() };
        Ok(&holding.value)
    }
}

/// A type of C whose bytes hold the state of a writer.
pub trait Opaque {
    /// What writes.
    type Writer;
    /// What the gate says when nobody is inside and there is no lock. The next number says that somebody is inside, and
    /// the one after it that there is a lock, whoever is inside.
    const OPEN: usize;
}

/// What is in the bytes of an [`Opaque`].
#[repr(C)]
struct State<W> {
    gate: AtomicUsize,
    lock: gbx_lock_t,
    /// With a lock: whether somebody holds it and is inside.
    inside: AtomicBool,
    /// Updates that could not be done. Two contexts that count at once may count once.
    dropped: AtomicU32,
    writer: W,
}

impl<O: Opaque> Pointer<O> {
    /// What the gate says while somebody is inside.
    const CLOSED: usize = O::OPEN + 1;
    /// What the gate says when there is a lock.
    const LOCKED: usize = O::OPEN + 2;

    /// Fails for a pointer that no state can be made at.
    #[inline]
    pub fn check(self) -> Result<(), gbx_status_t> {
        usable(self.0)
    }

    /// Makes the bytes a state, with nobody inside.
    #[inline]
    pub fn establish(self, lock: gbx_lock_t, writer: O::Writer) -> Result<(), gbx_status_t> {
        const {
            assert!(size_of::<State<O::Writer>>() <= size_of::<O>(), "the state does not fit into its bytes");
            assert!(align_of::<State<O::Writer>>() <= align_of::<O>(), "the bytes are not aligned for the state");
        }
        usable(self.0)?;
        let gate = match (lock.acquire, lock.release) {
            (None, None) => O::OPEN,
            (Some(_), Some(_)) => Self::LOCKED,
            _ => return Err(GBX_ERROR_NULL),
        };
        let (inside, dropped) = (AtomicBool::new(false), AtomicU32::new(0));
        let state = State { gate: AtomicUsize::new(gate), lock, inside, dropped, writer };
        // SAFETY: the pointer is good, the caller vouches that nobody uses the bytes yet, and a state fits into them.
        unsafe { self.state().write(state) };
        Ok(())
    }

    /// Makes the state one that was never established, when nobody is inside.
    pub fn abandon(self) -> gbx_status_t {
        let status = self.with(|_| Ok::<_, gbx_status_t>(()));
        if status == GBX_OK {
            self.gate().store(0, Ordering::Relaxed);
        }
        status
    }

    /// Takes the writer out of the bytes when nobody is inside, and leaves a state that was never established.
    pub fn dismiss(self) -> Result<O::Writer, gbx_status_t> {
        let key = self.enter()?;
        // SAFETY: the state is established and was entered. Nobody looks for the writer afterwards, because the gate
        // says that there is none.
        let writer = unsafe { self.writer().read() };
        let lock = self.lock();
        self.gate().store(0, Ordering::Relaxed);
        if let Some(release) = lock.release {
            release(lock.context, key);
        }
        Ok(writer)
    }

    /// Runs `f` with the writer, when nobody else is inside.
    #[inline]
    pub fn with<E: Into<gbx_status_t>>(self, f: impl FnOnce(&mut O::Writer) -> Result<(), E>) -> gbx_status_t {
        let key = match self.enter() {
            Ok(key) => key,
            Err(status) => return status,
        };
        // SAFETY: the state is established and was entered, so nobody else is inside until it is left.
        let writer = unsafe { &mut *self.writer() };
        let result = f(writer);
        self.leave(key);
        match result {
            Ok(()) => GBX_OK,
            Err(error) => error.into(),
        }
    }

    /// Does the same by a short way and a long one, for what is done millions of times a second.
    ///
    /// The short way goes through an open gate, and one look there says that the state was established, that it has no
    /// lock and that nobody is inside. Whatever is different, and whatever `quick` cannot do, is left to `thorough`,
    /// from the beginning: it is called last, so that the short way needs no stack. For that it must be a function that
    /// is not inlined and takes its arguments in registers. Where pointers have 32 bits there is the long way alone: it does
    /// all that the short one does, and one of the two is enough of code.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn quickly(
        self,
        quick: impl FnOnce(&mut O::Writer) -> Option<()>,
        thorough: impl FnOnce() -> gbx_status_t,
    ) -> gbx_status_t {
        let is_quick = cfg!(target_pointer_width = "64");
        if is_quick && self.through_open_gate(quick).is_some() { GBX_OK } else { thorough() }
    }

    /// Runs `quick` when the state is established without a lock and nobody is inside.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn through_open_gate<R>(self, quick: impl FnOnce(&mut O::Writer) -> Option<R>) -> Option<R> {
        usable(self.0).ok()?;
        let gate = self.gate();
        if gate.load(Ordering::Relaxed) != O::OPEN {
            return None;
        }
        gate.store(Self::CLOSED, Ordering::Relaxed);
        // An interrupt of this context sees the gate closed before anything is changed, and open only after.
        compiler_fence(Ordering::SeqCst);
        // SAFETY: the gate was open, so the state is established and nobody is inside; now nobody comes.
        let done = quick(unsafe { &mut *self.writer() });
        compiler_fence(Ordering::SeqCst);
        gate.store(O::OPEN, Ordering::Relaxed);
        done
    }

    /// Does an update of a number, and counts it when it cannot be done.
    #[inline]
    pub fn update<E: Into<gbx_status_t>>(self, f: impl FnOnce(&mut O::Writer) -> Result<(), E>) -> gbx_status_t {
        let status = self.with(f);
        if status != GBX_OK {
            self.count_dropped();
        }
        status
    }

    /// Counts an update that could not be done, where there is a state to count it.
    #[inline(never)]
    pub fn count_dropped(self) {
        if usable(self.0).is_err() {
            return;
        }
        let gate = self.gate().load(Ordering::Relaxed);
        if [O::OPEN, Self::CLOSED, Self::LOCKED].contains(&gate) {
            self.dropped().store(self.dropped_updates().saturating_add(1), Ordering::Relaxed);
        }
    }

    /// The updates that an established state could not do.
    pub fn dropped_updates(self) -> u32 {
        self.dropped().load(Ordering::Relaxed)
    }

    /// Closes the gate or takes the lock. Gives the lock's key.
    #[inline(never)]
    fn enter(self) -> Result<usize, gbx_status_t> {
        usable(self.0)?;
        let mut key = 0;
        match self.gate().load(Ordering::Relaxed) {
            gate if gate == O::OPEN => self.gate().store(Self::CLOSED, Ordering::Relaxed),
            gate if gate == Self::CLOSED => return Err(GBX_ERROR_BUSY),
            gate if gate == Self::LOCKED => {
                let lock = self.lock();
                if !lock.acquire.is_some_and(|acquire| acquire(lock.context, &raw mut key)) {
                    return Err(GBX_ERROR_BUSY);
                }
                if self.inside().load(Ordering::Relaxed) {
                    self.unlock(key);
                    return Err(GBX_ERROR_BUSY);
                }
                self.inside().store(true, Ordering::Relaxed);
            }
            _ => return Err(GBX_ERROR_NOT_INITIALISED),
        }
        compiler_fence(Ordering::SeqCst);
        Ok(key)
    }

    /// Opens the gate or gives the lock back.
    #[inline(never)]
    fn leave(self, key: usize) {
        compiler_fence(Ordering::SeqCst);
        if self.gate().load(Ordering::Relaxed) == Self::CLOSED {
            self.gate().store(O::OPEN, Ordering::Relaxed);
        } else {
            self.inside().store(false, Ordering::Relaxed);
            self.unlock(key);
        }
    }

    fn unlock(self, key: usize) {
        let lock = self.lock();
        if let Some(release) = lock.release {
            release(lock.context, key);
        }
    }

    const fn state(self) -> *mut State<O::Writer> {
        self.0.cast()
    }

    /// The gate, in whatever state the bytes are.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn gate(&self) -> &AtomicUsize {
        // SAFETY: the pointer is good, and the gate lies inside of the bytes.
        let gate = unsafe { &raw mut (*self.state()).gate };
        // SAFETY: any bytes are a number, and the gate is accessed atomically by everybody.
        unsafe { &*gate }
    }

    /// The lock of an established state, which nobody changes.
    fn lock(self) -> gbx_lock_t {
        // SAFETY: the pointer is good, and the lock lies inside of the bytes.
        let lock = unsafe { &raw const (*self.state()).lock };
        // SAFETY: the gate said that the state is established.
        unsafe { lock.read() }
    }

    /// The mark of an established state that somebody who holds the lock is inside.
    fn inside(&self) -> &AtomicBool {
        // SAFETY: the pointer is good, and the mark lies inside of the bytes.
        let inside = unsafe { &raw mut (*self.state()).inside };
        // SAFETY: the gate said that the state is established, and the mark is accessed atomically by everybody.
        unsafe { &*inside }
    }

    /// The count of an established state.
    fn dropped(&self) -> &AtomicU32 {
        // SAFETY: the pointer is good, and the count lies inside of the bytes.
        let dropped = unsafe { &raw mut (*self.state()).dropped };
        // SAFETY: the gate said that the state is established, and the count is accessed atomically by everybody.
        unsafe { &*dropped }
    }

    /// Where the writer is.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn writer(self) -> *mut O::Writer {
        // SAFETY: the pointer is good, and the writer lies inside of the bytes.
        unsafe { &raw mut (*self.state()).writer }
    }
}
