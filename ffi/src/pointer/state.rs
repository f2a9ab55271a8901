//! States that several contexts share: a gate, a lock, and the writer behind them.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, compiler_fence};

use super::{Pointer, usable};
use crate::lock::gbx_lock_t;
use crate::status::gbx_status_t::{self, GBX_ERROR_BUSY, GBX_ERROR_NOT_INITIALISED, GBX_ERROR_NULL, GBX_OK};

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
    pub fn through_open_gate(self, quick: impl FnOnce(&mut O::Writer) -> Option<()>) -> Option<()> {
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
