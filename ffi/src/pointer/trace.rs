//! What trace needs: the tables of components, parameters, hooks, and the program's lock around an engine.

use core::cell::{Cell, UnsafeCell};
use core::ffi::c_void;
use core::slice;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering, compiler_fence};

use glassbox::lock::Lock;
use glassbox::trace::component::{HitCounter, Tracepoints};
use glassbox::trace::engine::{Hooks, Line};
use glassbox::trace::recorder::{FullRecord, Parameter};

use super::{Constant, Twin};
use crate::lock::gbx_lock_t;
use crate::sink::{Sink, gbx_sink_t};
use crate::text::gbx_str_t;
use crate::trace::{
    GBX_TRACE_COUNTED, GBX_TRACE_TEXT, gbx_trace_component_t, gbx_trace_group_t, gbx_trace_hooks_t,
    gbx_trace_parameter_t,
};

/// The longest text that is looked at. No entry has room for a longer one.
const LONGEST_TEXT: usize = 65_536;

/// So many things that somebody vouched for, and none for NULL.
#[inline(always)]
fn things<T>(first: *const T, count: u32) -> &'static [T] {
    usize::try_from(count).ok().and_then(|count| Constant(first).slice(count).ok()).unwrap_or_default()
}

/// The bytes of a text that somebody vouched for, and none for NULL.
#[inline(always)]
fn bytes(text: gbx_str_t) -> &'static [u8] {
    Constant(text.data.cast()).slice(text.size).unwrap_or_default()
}

fn utf8(text: gbx_str_t) -> Option<&'static str> {
    core::str::from_utf8(bytes(text)).ok()
}

/// The bytes in front of the first zero.
///
/// # Safety
/// The bytes up to that zero, or [`LONGEST_TEXT`] of them, can be read, and nobody changes them.
#[inline]
unsafe fn terminated<'a>(first: *const u8) -> &'a [u8] {
    let mut len = 0;
    // SAFETY: no byte before this one is zero.
    while len < LONGEST_TEXT && unsafe { first.wrapping_add(len).read() } != 0 {
        len += 1;
    }
    // SAFETY: so many were just read.
    unsafe { slice::from_raw_parts(first, len) }
}

impl Constant<u8> {
    /// The text up to a zero; empty for NULL and when it is not UTF-8.
    pub fn terminated(&self) -> &str {
        if self.0.is_null() {
            return "";
        }
        // SAFETY: the caller vouches for a text that ends with a zero.
        core::str::from_utf8(unsafe { terminated(self.0) }).unwrap_or_default()
    }
}

/// A component of C that somebody vouched for, with all that it points to.
#[derive(Debug)]
#[repr(transparent)]
pub struct Tables(gbx_trace_component_t);

// SAFETY: nobody changes the tables, and the active bytes and the counters are accessed atomically by everybody.
unsafe impl Sync for Tables {}

// A component is nothing else than its table.
impl Twin for gbx_trace_component_t {
    type Of = Tables;
}

impl Tables {
    /// A table with an entry for each point, or none.
    #[inline(always)]
    fn table<T: 'static>(&self, first: *const T) -> &[T] {
        things(first, self.0.points)
    }

    fn groups(&self) -> &[gbx_trace_group_t] {
        things(self.0.groups, self.0.group_count)
    }

    /// Whether everything is there and all texts are UTF-8.
    pub fn is_sound(&self) -> bool {
        let is_whole = |len: usize| u32::try_from(len) == Ok(self.0.points);
        let is_text = |text: gbx_str_t| utf8(text).is_some();
        is_whole(self.active().len())
            && is_whole(self.levels().len())
            && is_whole(self.types().len())
            && self.0.name.size > 0
            && [self.0.name, self.0.container, self.0.catalog].into_iter().all(is_text)
            && self.table(self.0.templates).iter().copied().all(is_text)
            && self.groups().iter().all(|group| is_text(group.name) && (group.count == 0 || !group.members.is_null()))
    }
}

impl Tracepoints for Tables {
    fn name(&self) -> &str {
        utf8(self.0.name).unwrap_or_default()
    }

    fn container(&self) -> Option<&str> {
        utf8(self.0.container).filter(|container| !container.is_empty())
    }

    #[inline(always)]
    fn name_bytes(&self) -> &[u8] {
        bytes(self.0.name)
    }

    #[inline(always)]
    fn container_bytes(&self) -> Option<&[u8]> {
        (self.0.container.size != 0).then(|| bytes(self.0.container))
    }

    #[inline(always)]
    fn is_auxiliary(&self) -> bool {
        self.0.auxiliary != 0
    }

    #[inline(always)]
    fn active(&self) -> &[AtomicU8] {
        self.table(self.0.active.cast_const().cast())
    }

    fn levels(&self) -> &[u8] {
        self.table(self.0.levels)
    }

    #[inline(always)]
    fn types(&self) -> &[u8] {
        self.table(self.0.types)
    }

    fn group(&self, name: &str) -> Option<&[u16]> {
        let is_it = |group: &&gbx_trace_group_t| bytes(group.name).eq_ignore_ascii_case(name.as_bytes());
        let group = self.groups().iter().find(is_it)?;
        Some(things(group.members, group.count))
    }

    fn template(&self, id: u32) -> Option<&str> {
        utf8(*self.table(self.0.templates).get(usize::try_from(id).ok()?)?)
    }

    fn counters(&self) -> &[HitCounter] {
        const { assert!(size_of::<HitCounter>() == size_of::<u64>() && align_of::<HitCounter>() <= align_of::<u64>()) };
        self.table(self.0.counters.cast_const().cast())
    }
}

impl Constant<gbx_trace_parameter_t> {
    /// So many parameters, put into `room`. More than it has room for are left out.
    #[inline(always)]
    pub fn parameters<'r, 'p>(&'p self, count: u32, room: &'r mut [Parameter<'p>]) -> &'r [Parameter<'p>] {
        let given = things(self.0, count);
        let len = given.len().min(room.len());
        for (place, parameter) in room.iter_mut().zip(given) {
            let first = parameter.data.cast::<u8>();
            let bytes = || things(first, parameter.length);
            *place = match parameter.kind {
                // SAFETY: the caller vouches for a text that ends with a zero.
                GBX_TRACE_TEXT => Parameter::Text((!first.is_null()).then(|| unsafe { terminated(first) })),
                GBX_TRACE_COUNTED => Parameter::Counted(bytes()),
                _ => Parameter::Bytes(bytes()),
            };
        }
        room.get(..len).unwrap_or_default()
    }
}

/// What the program does for an engine, vouched for.
#[derive(Debug)]
#[repr(transparent)]
pub struct CallersHooks(gbx_trace_hooks_t);

// SAFETY: nobody changes the functions, and the program gives a context that every thread may use.
unsafe impl Sync for CallersHooks {}

// Hooks are nothing else than their functions and their context.
impl Twin for gbx_trace_hooks_t {
    type Of = CallersHooks;
}

impl CallersHooks {
    /// Whether full records go anywhere.
    pub const fn takes_records(&self) -> bool {
        self.0.full.is_some()
    }
}

impl Hooks for CallersHooks {
    fn full(&self, record: FullRecord<'_>) -> bool {
        let first = core::ptr::with_exposed_provenance::<c_void>(record.address());
        self.0.full.is_some_and(|full| full(self.0.context, first, record.len()))
    }

    fn line(&self, line: &Line<'_>) {
        let sink = gbx_sink_t { context: self.0.context, write: self.0.line };
        // A console that has enough of a line gets the next one all the same.
        let _ = Sink::print(sink, |out| {
            line.write(out)?;
            out.write_char('\n')
        });
    }

    fn callback(&self, component: &dyn Tracepoints, id: u32) {
        if let Some(callback) = self.0.callback {
            callback(self.0.context, component.name().into(), id);
        }
    }

    fn snap(&self) {
        if let Some(snap) = self.0.snap {
            snap(self.0.context);
        }
    }

    fn fatal(&self) {
        if let Some(fatal) = self.0.fatal {
            fatal(self.0.context);
        }
    }
}

/// The lock of a program in C.
#[derive(Debug)]
pub enum CallersLock {}

/// A value behind the lock of a program in C, or behind none until one is set.
#[derive(Debug)]
pub struct LockCell<T> {
    lock: Cell<gbx_lock_t>,
    inside: AtomicBool,
    value: UnsafeCell<T>,
}

impl<T> LockCell<T> {
    /// Sets the lock, before anybody uses the value.
    pub fn set_lock(&self, lock: gbx_lock_t) {
        self.lock.set(lock);
    }
}

impl Lock for CallersLock {
    type Cell<T> = LockCell<T>;

    fn cell<T>(value: T) -> LockCell<T> {
        LockCell { lock: Cell::new(gbx_lock_t::NONE), inside: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    fn with<T, R>(cell: &LockCell<T>, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        let lock = cell.lock.get();
        let mut key = 0;
        if lock.acquire.is_some_and(|acquire| !acquire(lock.context, &raw mut key)) {
            return None;
        }
        let mut result = None;
        if !cell.inside.load(Ordering::Relaxed) {
            cell.inside.store(true, Ordering::Relaxed);
            // An interrupt of this context sees that somebody is inside before anything is changed, and until all is.
            compiler_fence(Ordering::SeqCst);
            // SAFETY: the lock keeps other contexts away, and the mark keeps away what this context calls meanwhile.
            result = Some(f(unsafe { &mut *cell.value.get() }));
            compiler_fence(Ordering::SeqCst);
            cell.inside.store(false, Ordering::Relaxed);
        }
        if let Some(release) = lock.release {
            release(lock.context, key);
        }
        result
    }
}
