//! What trace needs: the tables of components, parameters, hooks, and the program's lock around an engine.

use core::cell::{Cell, UnsafeCell};
use core::ffi::c_void;
use core::slice;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering, compiler_fence};

use glassbox::lock::Lock;
use glassbox::trace::component::{HitCounter, Tracepoints};
use glassbox::trace::engine::{Hooks, Line};
use glassbox::trace::recorder::{FullRecord, Parameter};

use super::{Constant, several, usable};
use crate::lock::gbx_lock_t;
use crate::sink::{Sink, gbx_sink_t};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;
use crate::trace::{
    GBX_TRACE_COUNTED, GBX_TRACE_TEXT, gbx_trace_component_t, gbx_trace_group_t, gbx_trace_hooks_t,
    gbx_trace_parameter_t,
};

/// The longest text that is looked at. No entry has room for a longer one.
const LONGEST_TEXT: usize = 65_536;

/// So many things, and none for NULL.
///
/// # Safety
/// As of [`slice::from_raw_parts`], but for NULL and a misaligned pointer.
#[inline(always)]
unsafe fn things<'a, T>(first: *const T, count: usize) -> &'a [T] {
    match several(first, count) {
        // SAFETY: the pointer is good, and the caller vouches for the rest.
        Ok(first) => unsafe { slice::from_raw_parts(first, count) },
        Err(_) => &[],
    }
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

impl Constant<gbx_trace_component_t> {
    /// The tables, which stay as they are for as long as the program runs.
    #[inline(always)]
    pub fn tables(self) -> Result<&'static Tables, gbx_status_t> {
        usable(self.0)?;
        // SAFETY: the pointer is neither NULL nor misaligned, the caller vouches for what is there, and the layout is
        // the same.
        Ok(unsafe { &*self.0.cast::<Tables>() })
    }
}

impl Tables {
    fn points(&self) -> usize {
        usize::try_from(self.0.points).unwrap_or(0)
    }

    /// A table with an entry for each point, or none.
    #[inline(always)]
    fn table<T>(&self, first: *const T) -> &[T] {
        // SAFETY: that is what a component's tables are.
        unsafe { things(first, self.points()) }
    }

    /// A text of a table, of whatever bytes.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "the text lives as long as the tables do")]
    fn bytes(&self, text: gbx_str_t) -> &[u8] {
        // SAFETY: texts of a component stay for as long as it does.
        unsafe { things(text.data.cast(), text.size) }
    }

    fn text(&self, text: gbx_str_t) -> Option<&str> {
        core::str::from_utf8(self.bytes(text)).ok()
    }

    fn groups(&self) -> &[gbx_trace_group_t] {
        // SAFETY: that is what a component's groups are.
        unsafe { things(self.0.groups, usize::try_from(self.0.group_count).unwrap_or(0)) }
    }

    /// Whether everything is there and all texts are UTF-8.
    pub fn is_sound(&self) -> bool {
        let has_tables = self.active().len() == self.points() && self.levels().len() == self.points();
        let is_text = |text: gbx_str_t| self.text(text).is_some();
        let templates = self.table(self.0.templates);
        has_tables
            && self.types().len() == self.points()
            && self.0.name.size > 0
            && [self.0.name, self.0.container, self.0.catalog].into_iter().all(is_text)
            && templates.iter().copied().all(is_text)
            && self.groups().iter().all(|group| is_text(group.name) && (group.count == 0 || !group.members.is_null()))
    }
}

impl Tracepoints for Tables {
    fn name(&self) -> &str {
        self.text(self.0.name).unwrap_or_default()
    }

    fn container(&self) -> Option<&str> {
        self.text(self.0.container).filter(|container| !container.is_empty())
    }

    #[inline(always)]
    fn name_bytes(&self) -> &[u8] {
        self.bytes(self.0.name)
    }

    #[inline(always)]
    fn container_bytes(&self) -> Option<&[u8]> {
        (self.0.container.size != 0).then(|| self.bytes(self.0.container))
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
        let is_it = |group: &&gbx_trace_group_t| self.bytes(group.name).eq_ignore_ascii_case(name.as_bytes());
        let group = self.groups().iter().find(is_it)?;
        // SAFETY: that is what the members of a group are.
        Some(unsafe { things(group.members, usize::try_from(group.count).unwrap_or(0)) })
    }

    fn template(&self, id: u32) -> Option<&str> {
        self.text(*self.table(self.0.templates).get(usize::try_from(id).ok()?)?)
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
        // SAFETY: the caller vouches for `count` parameters that nobody changes until the function returns.
        let given = unsafe { things(self.0, usize::try_from(count).unwrap_or(0)) };
        let len = given.len().min(room.len());
        for (place, parameter) in room.iter_mut().zip(given) {
            let first = parameter.data.cast::<u8>();
            // SAFETY: the caller vouches for what the parameters point to.
            let bytes = || unsafe { things(first, usize::try_from(parameter.length).unwrap_or(0)) };
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

impl Constant<gbx_trace_hooks_t> {
    /// The hooks, which stay as they are for as long as the engine is in use. `None` for NULL.
    pub fn hooks(self) -> Result<Option<&'static CallersHooks>, gbx_status_t> {
        if self.0.is_null() {
            return Ok(None);
        }
        usable(self.0)?;
        // SAFETY: the pointer is neither NULL nor misaligned, the caller vouches for what is there, and the layout is
        // the same.
        Ok(Some(unsafe { &*self.0.cast::<CallersHooks>() }))
    }
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
