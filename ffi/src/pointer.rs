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

mod state;
mod tables;
mod trace;

use core::ptr::NonNull;
use core::slice;

use glassbox::Memory;
use glassbox::inspect::{AnyHandle, NodeHandle};
use glassbox::registry::{Head, Slot};

use crate::inspect::{gbx_any_t, gbx_node_t};
use crate::registry::{gbx_registry_slot_t, gbx_registry_t};
use crate::status::gbx_status_t::{
    self, GBX_ERROR_BAD_REGION, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_INVALID_UTF8, GBX_ERROR_NOT_INITIALISED,
    GBX_ERROR_NULL, GBX_ERROR_TOO_LONG,
};
use crate::text::gbx_str_t;

pub use state::Opaque;
pub use tables::{Entry, Row, Table, carve};
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

impl<T> Constant<T> {
    /// So many things, which the caller promises to keep as they are for as long as what is made of them is in use. NULL
    /// will do for none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn slice(&self, count: usize) -> Result<&'static [T], gbx_status_t> {
        let first = several(self.0, count)?;
        // SAFETY: the pointer is good, and the caller vouches for `count` things that nobody changes.
        Ok(unsafe { slice::from_raw_parts(first, count) })
    }
}

impl<T: Twin> Constant<T> {
    /// What is there as the type of Rust, which stays as it is for as long as something refers to it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn twin(self) -> Result<&'static T::Of, gbx_status_t> {
        const { assert!(size_of::<T>() == size_of::<T::Of>() && align_of::<T>() == align_of::<T::Of>()) };
        usable(self.0)?;
        // SAFETY: the pointer is neither NULL nor misaligned, the layouts are the same, and the caller vouches for what
        // is there.
        Ok(unsafe { &*self.0.cast::<T::Of>() })
    }
}

impl Constant<u8> {
    /// So many bytes. NULL will do for none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn bytes(&self, size: usize) -> Result<&[u8], gbx_status_t> {
        self.slice(size)
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
