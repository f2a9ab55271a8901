//! The lock around a writer, chosen by the program.
//!
//! A file has one writer at a time. What keeps it that way is a [`Lock`]: [`Exclusive`] where a single context writes,
//! `Spin` between threads or cores, `Critical` between interrupts and the main loop. The lock *owns* the writer, so that
//! sharing it needs no `unsafe` anywhere.

use core::cell::RefCell;

/// A way to give one context at a time access to a value.
pub trait Lock {
    /// Holds the value.
    type Cell<T>;

    /// A cell with `value` in it.
    fn cell<T>(value: T) -> Self::Cell<T>;

    /// Runs `f` with exclusive access to the value.
    ///
    /// `None`, and `f` is not run, when the calling context is inside `f` already: an interrupt that came in between, or
    /// a callback that calls back.
    fn with<T, R>(cell: &Self::Cell<T>, f: impl FnOnce(&mut T) -> R) -> Option<R>;
}

/// One context writes. Costs a flag; what holds it is not `Sync`, so the compiler keeps other threads away.
#[derive(Debug)]
pub enum Exclusive {}

impl Lock for Exclusive {
    type Cell<T> = RefCell<T>;

    fn cell<T>(value: T) -> RefCell<T> {
        RefCell::new(value)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn with<T, R>(cell: &RefCell<T>, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        cell.try_borrow_mut().ok().map(|mut value| f(&mut value))
    }
}

/// A spin lock, for threads and cores. Waits, so it must never be taken by an interrupt of a core that may hold it.
///
/// Needs compare-and-swap.
#[cfg(feature = "spin")]
#[derive(Debug)]
pub enum Spin {}

#[cfg(feature = "spin")]
impl Lock for Spin {
    type Cell<T> = spin::Mutex<T>;

    fn cell<T>(value: T) -> spin::Mutex<T> {
        spin::Mutex::new(value)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn with<T, R>(cell: &spin::Mutex<T>, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        Some(f(&mut cell.lock()))
    }
}

/// A critical section of the `critical-section` crate: interrupts and the main loop of one core, or what else the
/// program's implementation of it covers.
#[cfg(feature = "critical-section")]
#[derive(Debug)]
pub enum Critical {}

#[cfg(feature = "critical-section")]
impl Lock for Critical {
    type Cell<T> = critical_section::Mutex<RefCell<T>>;

    fn cell<T>(value: T) -> critical_section::Mutex<RefCell<T>> {
        critical_section::Mutex::new(RefCell::new(value))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn with<T, R>(cell: &critical_section::Mutex<RefCell<T>>, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        critical_section::with(|token| Exclusive::with(cell.borrow(token), f))
    }
}
