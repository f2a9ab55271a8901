//! The engine: what a program's trace calls come to (sections 7 and 8).
//!
//! An [`Engine`] owns the region, knows the components and what is selected of them. Each thread, interrupt or core that
//! traces has a [`Context`] of its own, which writes its own record: recording shares nothing and takes no lock. Only what
//! is rare goes through the engine's lock: options, registrations, triggers, printed lines, and the exceptions of all
//! contexts in one ring.
//!
//! ```
//! use core::sync::atomic::AtomicU8;
//! use glassbox::lock::Exclusive;
//! use glassbox::Region;
//! use glassbox::trace::component::Component;
//! use glassbox::trace::engine::{Engine, NoHooks, TickSource};
//! use glassbox::trace::recorder::{Config, Parameter, size_for, thread_id};
//!
//! struct Ticks;
//! impl TickSource for Ticks {
//!     fn ticks(&self) -> u64 { 42 }
//! }
//!
//! static MEMORY: Region<{ size_for(2, 1024, 0) }> = Region::new();
//! static ACTIVE: [AtomicU8; 1] = [AtomicU8::new(0)];
//! static ORC: Component<'static> = Component::new("orc", &ACTIVE, &[1], &[0]);
//!
//! let engine = Engine::<Exclusive, _>::new(MEMORY.memory(), &Config::new(1_000_000), Ticks, &NoHooks)?;
//! engine.register(&ORC, &mut |error| eprintln!("{error}"))?;
//! engine.set("maximal=orc", &mut |error| panic!("{error}"))?;
//! let mut context = engine.attach(thread_id(0), "main")?;
//! context.trace(&ORC, 0, &[Parameter::Bytes(&7_u32.to_le_bytes())]);
//! # Ok::<(), glassbox::trace::recorder::TraceError>(())
//! ```

mod context;

use core::sync::atomic::{AtomicBool, Ordering};

use super::component::{Component, Tracepoints};
use super::recorder::{Config, FullRecord, Layout, Parameter, RecordState, TraceError, Writer};
use super::selection::{Selection, SelectionError, Settings, Trigger};
use crate::lock::Lock;
use crate::memory::Memory;
pub use context::{Context, Counts};

/// The name of the ring that all contexts share.
const EXCEPTION_NAME: &str = "Exception trace pseudo-thread";

/// A monotonic count. Its frequency is [`Config::frequency`].
pub trait TickSource {
    /// The count now.
    fn ticks(&self) -> u64;
}

/// What the host program does for the engine. All of it may be called by any context, inside a tracepoint: a tracepoint
/// of the same context is left out meanwhile, and counted.
pub trait Hooks {
    /// Takes a full record of a stream. `false` when it cannot: then the record is lost, and the next one says so.
    fn full(&self, _record: FullRecord<'_>) -> bool {
        true
    }

    /// Prints a line. Called under the engine's lock, so that lines do not mix.
    #[cfg(feature = "read")]
    fn line(&self, _line: &Line<'_>) {}

    /// A trigger with the action `callback` fired.
    fn callback(&self, _component: &dyn Tracepoints, _id: u32) {}

    /// A trigger with the action `snap` fired: the records may be copied now.
    fn snap(&self) {}

    /// An assertion failed, and that is fatal.
    fn fatal(&self) {}
}

/// What generated trace calls need of a context.
pub trait Tracer {
    /// Does what is selected for the tracepoint `id`.
    fn trace(&mut self, component: &Component<'_>, id: u32, parameters: &[Parameter<'_>]);

    /// Reports that an assertion failed.
    fn assertion_failed(&mut self, component: &Component<'_>, id: u32, file: &str, line: u32, expression: &str);
}

/// A host program that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoHooks;

impl Hooks for NoHooks {}

#[cfg(feature = "read")]
pub use super::console::Line;

/// What all contexts share, under the lock.
#[expect(missing_debug_implementations, reason = "nobody but a lock holds one")]
pub struct Shared<'e, const COMPONENTS: usize, const ITEMS: usize> {
    components: heapless::Vec<&'e dyn Tracepoints, COMPONENTS>,
    selection: Selection<ITEMS>,
    /// The ring for exceptions.
    exceptions: Option<Writer>,
    /// The thread whose line was printed last.
    #[cfg(feature = "read")]
    printed: Option<u64>,
    started: bool,
}

/// A trace engine: for up to `COMPONENTS` components, and up to `ITEMS` items that are selected ahead of them.
pub struct Engine<'e, L: Lock, C, const COMPONENTS: usize = 16, const ITEMS: usize = 32> {
    layout: Layout<'e>,
    clock: C,
    /// What is added to the clock's count, so that time goes on behind what an earlier program recorded.
    ahead: u64,
    hooks: &'e (dyn Hooks + Sync),
    suspended: AtomicBool,
    shared: L::Cell<Shared<'e, COMPONENTS, ITEMS>>,
}

impl<L: Lock, C, const COMPONENTS: usize, const ITEMS: usize> core::fmt::Debug for Engine<'_, L, C, COMPONENTS, ITEMS> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl<'e, L: Lock, C: TickSource, const COMPONENTS: usize, const ITEMS: usize> Engine<'e, L, C, COMPONENTS, ITEMS> {
    /// Starts an engine over `memory`, of which the last `len % 64` bytes are not used.
    ///
    /// # Errors
    /// [`TraceError`] when the memory or the configuration cannot serve.
    pub fn new(
        memory: Memory<'e>,
        config: &Config<'_>,
        clock: C,
        hooks: &'e (dyn Hooks + Sync),
    ) -> Result<Self, TraceError> {
        let layout = Layout::create(memory, config, clock.ticks())?;
        Ok(Self::over(layout, config, clock, hooks, 0))
    }

    /// Goes on with a region that survived a reset of the program. What was recorded stays until its records are needed;
    /// new entries get later times.
    ///
    /// # Errors
    /// [`TraceError::NotTheSame`] when the memory holds no region of this configuration; start a new one then.
    pub fn reopen(
        memory: Memory<'e>,
        config: &Config<'_>,
        clock: C,
        hooks: &'e (dyn Hooks + Sync),
    ) -> Result<Self, TraceError> {
        let (layout, now) = Layout::reopen(memory, config)?;
        let ahead = now.wrapping_sub(clock.ticks().wrapping_mul(layout.scale));
        Ok(Self::over(layout, config, clock, hooks, ahead))
    }

    fn over(layout: Layout<'e>, config: &Config<'_>, clock: C, hooks: &'e (dyn Hooks + Sync), ahead: u64) -> Self {
        let now = clock.ticks().wrapping_mul(layout.scale).wrapping_add(ahead);
        let exceptions = config.exception_ring.then(|| {
            let last = layout.records.saturating_sub(1);
            Writer::new(&layout, last, u64::from(layout.records), EXCEPTION_NAME, now)
        });
        let shared = Shared {
            components: heapless::Vec::new(),
            selection: Selection::new(),
            exceptions,
            #[cfg(feature = "read")]
            printed: None,
            started: false,
        };
        Self { layout, clock, ahead, hooks, suspended: AtomicBool::new(false), shared: L::cell(shared) }
    }

    /// The region: a trace file.
    pub const fn memory(&self) -> Memory<'e> {
        self.layout.memory
    }

    /// The cell of the lock, for a lock that must be told of its program before it is used.
    pub const fn lock(&self) -> &L::Cell<Shared<'e, COMPONENTS, ITEMS>> {
        &self.shared
    }

    /// Bytes of the header, which a stream to a file begins with.
    pub const fn header_bytes(&self) -> usize {
        self.layout.header as usize
    }

    /// Bytes of each record.
    pub const fn record_bytes(&self) -> usize {
        self.layout.size as usize
    }

    /// The number of records, that for exceptions included.
    pub const fn records(&self) -> u32 {
        self.layout.records
    }

    /// Makes a component known, and applies to it what was selected so far. What of that turns out wrong is handed to
    /// `report`, and left out.
    ///
    /// # Errors
    /// [`TraceError::TooManyComponents`], and [`TraceError::Busy`] inside of a callback.
    pub fn register(
        &self,
        component: &'e dyn Tracepoints,
        report: &mut dyn FnMut(SelectionError),
    ) -> Result<(), TraceError> {
        let registered = L::with(&self.shared, |shared| {
            shared.components.push(component).map_err(|_| TraceError::TooManyComponents)?;
            shared.selection.register(component, report);
            Ok(())
        });
        registered.unwrap_or(Err(TraceError::Busy))
    }

    /// Applies a string of options, wholly or not at all: what is wrong is handed to `report`, and nothing is changed.
    ///
    /// Until [`Engine::end_start`] options that belong to the start are allowed.
    ///
    /// # Errors
    /// [`TraceError::Busy`] inside of a callback.
    pub fn set(&self, options: &str, report: &mut dyn FnMut(SelectionError)) -> Result<(), TraceError> {
        let set = L::with(&self.shared, |shared| {
            let Shared { components, selection, started, .. } = shared;
            match selection.set(options, *started, components) {
                Ok(()) => self.suspended.store(selection.settings().suspended, Ordering::Relaxed),
                Err(error) => report(error),
            }
        });
        set.ok_or(TraceError::Busy)
    }

    /// The start is over: options that belong to it are refused from now on.
    ///
    /// # Errors
    /// [`TraceError::Busy`] inside of a callback.
    pub fn end_start(&self) -> Result<(), TraceError> {
        L::with(&self.shared, |shared| shared.started = true).ok_or(TraceError::Busy)
    }

    /// Shows the settings and the triggers that are set. `None` inside of a callback.
    pub fn with_settings<R>(&self, f: impl FnOnce(&Settings, &[Trigger]) -> R) -> Option<R> {
        L::with(&self.shared, |shared| f(shared.selection.settings(), shared.selection.triggers()))
    }

    /// Takes a record for a context. `thread` is a number that no other context has, above the number of records and
    /// below 2^63; [`super::recorder::thread_id`] makes one. The name may have 512 bytes.
    ///
    /// # Errors
    /// [`TraceError::BadThreadId`], [`TraceError::NoFreeRecord`], and [`TraceError::Busy`] inside of a callback.
    pub fn attach<'a>(
        &'a self,
        thread: u64,
        name: &str,
    ) -> Result<Context<'a, 'e, L, C, COMPONENTS, ITEMS>, TraceError> {
        if thread <= u64::from(self.layout.records) || thread >> 63 != 0 {
            return Err(TraceError::BadThreadId);
        }
        let attached = L::with(&self.shared, |shared| {
            let record = self.free_record(thread)?;
            let writer = Writer::new(&self.layout, record, thread, name, self.now());
            Ok((writer, shared.selection.settings().thread_count))
        });
        let (writer, count) = attached.unwrap_or(Err(TraceError::Busy))?;
        Ok(Context::new(self, writer, thread, count))
    }

    /// A record for a thread: the one that it had before, else one that was never used, else the one that was finished
    /// the longest time ago.
    fn free_record(&self, thread: u64) -> Result<u32, TraceError> {
        let mut unused = None;
        let mut finished: Option<(u64, u32)> = None;
        for record in 0..self.layout.records {
            let is_its = self.layout.thread(record) == Some(thread);
            match self.layout.state(record) {
                RecordState::Live if is_its => return Err(TraceError::BadThreadId),
                RecordState::Live => {}
                RecordState::Finished if is_its => return Ok(record),
                RecordState::Finished => {
                    let newest = self.layout.memory.half(self.layout.base(record)).unwrap_or(0);
                    if finished.is_none_or(|(oldest, _)| newest < oldest) {
                        finished = Some((newest, record));
                    }
                }
                RecordState::Unused => unused = unused.or(Some(record)),
            }
        }
        unused.or(finished.map(|(_, record)| record)).ok_or(TraceError::NoFreeRecord)
    }

    /// The time of day of an entry.
    #[cfg(feature = "read")]
    fn wall_time(&self, now: u64) -> super::file::TimeOfDay {
        let Layout { rate, start, wall_clock, .. } = self.layout;
        super::file::Clock::counter(rate, start, wall_clock).time_of_day(now).unwrap_or_default()
    }

    /// The time now, in the file's ticks.
    #[inline]
    fn now(&self) -> u64 {
        self.clock.ticks().wrapping_mul(self.layout.scale).wrapping_add(self.ahead)
    }
}
