//! Values that are numbers: how they are set and added to.
//!
//! There are two kinds of handles. An [`Exclusive`] one is for a value that one context writes: adding is a load, an
//! addition and a store, and costs what a variable of the program's own would. A [`Shared`] one can be copied to any
//! number of threads and processes, and loses nothing: adding is one atomic operation.
//!
//! # What a reader can see
//! A number of 32 bits never tears. Neither does one of 64 bits where the target has 64-bit atomics; elsewhere only the
//! half that changes is stored, so that a counter can be seen torn at the instant of a carry into its upper half.
//!
//! Two values lie in one line of a cache of 64 bytes, and the format leaves no room to part them: threads that count in
//! neighbouring values slow each other down.

use core::cell::Cell;
use core::marker::PhantomData;

use super::codes::{NOT_AVAILABLE, Type};
use super::writer::{Handle, LookUpError, Writer};
use crate::lock::Lock;
use crate::memory::{Native, of_parts, parts};

/// A number that can be a metric's value: `i32`, `u32`, `i64`, `u64`, `f32` and `f64`.
pub trait Number: sealed::Number {
    /// The type of metrics that have such values.
    const TYPE: Type;
}

/// A number that this target can add to atomically: each where it has 64-bit atomics, those of 32 bits elsewhere.
#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
pub trait Shareable: Number + sealed::Shareable {}

mod sealed {
    /// How a number lies in the eight bytes of a value.
    pub trait Number: Copy {
        const ONE: Self;
        /// Whether it takes the first four bytes only.
        const IS_SHORT: bool;
        /// The bits that stand for "not available".
        const SENTINEL: u64;
        fn from_bits(bits: u64) -> Self;
        fn to_bits(self) -> u64;
        fn plus(self, delta: Self) -> Self;
        /// Whether the bits stand for "not available".
        fn is_sentinel(bits: u64) -> bool;
    }

    /// How a number is added to atomically.
    #[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
    pub trait Shareable: Number {
        /// Adds `delta` to the number in `cell`, from 0 where that is not available.
        fn add(cell: super::Native<'_>, delta: Self, has_sentinel: bool);
    }
}

macro_rules! numbers {
    ($($number:ident: $value_type:ident, $is_short:literal, $one:literal, $sentinel:expr,
        from $from:expr, to $to:expr, plus $plus:expr, is_sentinel $is_sentinel:expr;)*) => {$(
        impl Number for $number {
            const TYPE: Type = Type::$value_type;
        }

        impl sealed::Number for $number {
            const ONE: Self = $one;
            const IS_SHORT: bool = $is_short;
            const SENTINEL: u64 = $sentinel;

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn from_bits(bits: u64) -> Self {
                $from(bits)
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn to_bits(self) -> u64 {
                $to(self)
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn plus(self, delta: Self) -> Self {
                $plus(self, delta)
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn is_sentinel(bits: u64) -> bool {
                $is_sentinel(bits)
            }
        }
    )*};
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn first(bits: u64) -> u32 {
    let [first, _] = parts(bits);
    first
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
const fn is_ones(bits: u64) -> bool {
    bits == NOT_AVAILABLE
}

numbers! {
    i32: I32, true, 1, NOT_AVAILABLE,
        from |bits| first(bits).cast_signed(), to |number: i32| of_parts(number.cast_unsigned(), 0),
        plus i32::wrapping_add, is_sentinel is_ones;
    u32: U32, true, 1, NOT_AVAILABLE,
        from first, to |number| of_parts(number, 0),
        plus u32::wrapping_add, is_sentinel is_ones;
    i64: I64, false, 1, NOT_AVAILABLE,
        from u64::cast_signed, to i64::cast_unsigned,
        plus i64::wrapping_add, is_sentinel is_ones;
    u64: U64, false, 1, NOT_AVAILABLE,
        from core::convert::identity, to core::convert::identity,
        plus u64::wrapping_add, is_sentinel is_ones;
    f32: Float, true, 1.0, of_parts(f32::NAN.to_bits(), 0),
        from |bits| f32::from_bits(first(bits)), to |number: f32| of_parts(number.to_bits(), 0),
        plus |number, delta| number + delta, is_sentinel |bits| f32::from_bits(first(bits)).is_nan();
    f64: Double, false, 1.0, f64::NAN.to_bits(),
        from f64::from_bits, to f64::to_bits,
        plus |number, delta| number + delta, is_sentinel |bits| f64::from_bits(bits).is_nan();
}

/// What `bits` become when `delta` is added to them, from 0 where they are not available.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn added<T: Number>(bits: u64, delta: T, has_sentinel: bool) -> u64 {
    let bits = if has_sentinel && T::is_sentinel(bits) { 0 } else { bits };
    T::from_bits(bits).plus(delta).to_bits()
}

#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
macro_rules! shareable {
    (by adding: $($whole:ident)*; by replacing: $($other:ident)*) => {
        $(impl Shareable for $whole {}
        impl sealed::Shareable for $whole {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn add(cell: Native<'_>, delta: Self, has_sentinel: bool) {
                if has_sentinel {
                    cell.update(|bits| added(bits, delta, true));
                } else {
                    cell.fetch_add(sealed::Number::to_bits(delta));
                }
            }
        })*
        $(impl Shareable for $other {}
        impl sealed::Shareable for $other {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn add(cell: Native<'_>, delta: Self, has_sentinel: bool) {
                cell.update(|bits| added(bits, delta, has_sentinel));
            }
        })*
    };
}
#[cfg(not(any(glassbox_word32, not(target_has_atomic = "64"))))]
shareable!(by adding: i64 u64; by replacing: i32 u32 f32 f64);

#[cfg(all(any(glassbox_word32, not(target_has_atomic = "64")), target_has_atomic = "32"))]
macro_rules! shareable {
    ($($short:ident)*) => {$(
        impl Shareable for $short {}
        impl sealed::Shareable for $short {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn add(cell: Native<'_>, delta: Self, has_sentinel: bool) {
                cell.update_first(|bits, behind| {
                    let [number, _] = parts(added(of_parts(bits, behind), delta, has_sentinel));
                    number
                });
            }
        }
    )*};
}
#[cfg(all(any(glassbox_word32, not(target_has_atomic = "64")), target_has_atomic = "32"))]
shareable!(i32 u32 f32);

/// A value's eight bytes, as a number of type `T`.
#[derive(Clone, Copy)]
struct Slot<'w, T> {
    cell: Native<'w>,
    has_sentinel: bool,
    number: PhantomData<T>,
}

impl<T: Number> Slot<'_, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn bits(self) -> u64 {
        // Behind a short number lie zeros, unless it is not available.
        if T::IS_SHORT && !self.has_sentinel { of_parts(self.cell.load_first(), 0) } else { self.cell.load() }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn get(self) -> Option<T> {
        let bits = self.bits();
        if self.has_sentinel && T::is_sentinel(bits) { None } else { Some(T::from_bits(bits)) }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn set_bits(self, bits: u64) {
        if T::IS_SHORT && !self.has_sentinel {
            self.cell.store_first(first(bits));
        } else {
            // A short number that takes the place of "not available": its own bytes first.
            self.cell.store_forward(bits);
        }
    }

    fn set_unavailable(self) -> bool {
        if self.has_sentinel {
            // The bytes behind a short number first, so that nobody sees it as -1.
            self.cell.store_backward(T::SENTINEL);
        }
        self.has_sentinel
    }
}

/// The value of a number that one context writes: a thread, an interrupt, or a core.
///
/// It cannot be copied, nor used by two threads at once. A second handle to the same value can be had from the writer
/// all the same; if two of them add at the same time, additions are lost.
pub struct Exclusive<'w, T> {
    slot: Slot<'w, T>,
    /// Not `Sync`.
    context: PhantomData<Cell<()>>,
}

impl<T: Number> Exclusive<'_, T> {
    /// The number; `None` when it is not available.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn get(&self) -> Option<T> {
        self.slot.get()
    }

    /// Sets the number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn set(&self, number: T) {
        self.slot.set_bits(number.to_bits());
    }

    /// Adds to the number, around its end. What is not available counts from 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add(&self, delta: T) {
        let slot = self.slot;
        slot.set_bits(added(slot.bits(), delta, slot.has_sentinel));
    }

    /// Adds one to the number, around its end. What is not available counts from 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn inc(&self) {
        self.add(T::ONE);
    }

    /// Makes the value "not available". `false`, and nothing done, when the image does not have
    /// [`Flags::SENTINEL`](super::Flags::SENTINEL).
    pub fn set_unavailable(&self) -> bool {
        self.slot.set_unavailable()
    }
}

/// The value of a number that many contexts write. Handles can be copied and sent anywhere.
#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
#[derive(Clone, Copy)]
pub struct Shared<'w, T>(Slot<'w, T>);

#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
impl<T: Shareable> Shared<'_, T> {
    /// The number; `None` when it is not available.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn get(self) -> Option<T> {
        self.0.get()
    }

    /// Sets the number.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn set(self, number: T) {
        self.0.set_bits(number.to_bits());
    }

    /// Adds to the number, around its end, and loses nothing that others add. What is not available counts from 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add(self, delta: T) {
        T::add(self.0.cell, delta, self.0.has_sentinel);
    }

    /// Adds one to the number, around its end, and loses nothing that others add. What is not available counts from 0.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn inc(self) {
        self.add(T::ONE);
    }

    /// Makes the value "not available". `false`, and nothing done, when the image does not have
    /// [`Flags::SENTINEL`](super::Flags::SENTINEL).
    pub fn set_unavailable(self) -> bool {
        self.0.set_unavailable()
    }
}

/// The value of a number that many contexts write, one at a time under a lock: for numbers that the target cannot add to
/// atomically.
pub struct Guarded<'w, T, L: Lock>(L::Cell<Exclusive<'w, T>>);

impl<'w, T: Number, L: Lock> Guarded<'w, T, L> {
    /// Puts a value under the lock.
    pub fn new(value: Exclusive<'w, T>) -> Self {
        Self(L::cell(value))
    }

    /// Works on the value under the lock. `None`, and nothing done, from inside such work.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn with<R>(&self, work: impl FnOnce(&Exclusive<'w, T>) -> R) -> Option<R> {
        L::with(&self.0, |value| work(value))
    }

    /// Adds to the number, around its end. `None`, and nothing done, from inside [`Guarded::with`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn add(&self, delta: T) -> Option<()> {
        self.with(|value| value.add(delta))
    }
}

impl Writer<'_> {
    /// The value of a number, for one context to write.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`], and [`LookUpError::WrongType`] when the metric has another type.
    pub fn exclusive<T: Number>(&self, handle: Handle) -> Result<Exclusive<'_, T>, LookUpError> {
        Ok(Exclusive { slot: self.slot(handle)?, context: PhantomData })
    }

    /// The value of a number, for any contexts to write.
    ///
    /// # Errors
    /// [`LookUpError::StaleHandle`], and [`LookUpError::WrongType`] when the metric has another type.
    #[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
    pub fn shared<T: Shareable>(&self, handle: Handle) -> Result<Shared<'_, T>, LookUpError> {
        Ok(Shared(self.slot(handle)?))
    }

    fn slot<T: Number>(&self, handle: Handle) -> Result<Slot<'_, T>, LookUpError> {
        let record = self.record_of(handle, T::TYPE)?;
        let cell = self.memory.native(record).ok_or(LookUpError::StaleHandle)?;
        Ok(Slot { cell, has_sentinel: self.has_sentinel(), number: PhantomData })
    }
}

impl<T: Number + core::fmt::Debug> core::fmt::Debug for Exclusive<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Exclusive").field(&self.get()).finish()
    }
}

#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
impl<T: Shareable + core::fmt::Debug> core::fmt::Debug for Shared<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Shared").field(&self.get()).finish()
    }
}

impl<T, L: Lock> core::fmt::Debug for Guarded<'_, T, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Guarded")
    }
}

static_assertions::assert_impl_all!(Exclusive<'static, u64>: Send);
static_assertions::assert_not_impl_any!(Exclusive<'static, u64>: Sync, Clone);
#[cfg(any(target_has_atomic = "64", target_has_atomic = "32"))]
static_assertions::assert_impl_all!(Shared<'static, u32>: Send, Sync, Copy);
