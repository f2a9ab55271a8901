//! Contexts: what each thread, interrupt or core traces through.

use core::sync::atomic::Ordering;

use super::{Engine, Shared, TickSource, Tracer};
use crate::lock::Lock;
use crate::trace::PointType;
use crate::trace::component::{Activity, Component, HitCounter, Tracepoints};
use crate::trace::recorder::{Id, Name, Parameter, Recorded, Writer};
use crate::trace::selection::{Action, MOST_TRIGGERS};

/// What a context could not record, since it was attached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries that were left out: inside of a callback, too large for the record, in a record that nobody took, or for
    /// a lock that was taken.
    pub lost: u32,
    /// Entries of which a text was shortened.
    pub clipped: u32,
}

/// The trace of one thread, interrupt or core. Dropping it leaves the record for others to use, with all that is in it.
///
/// Contexts of different cores should not share a cache line: each entry changes its context.
pub struct Context<'a, 'e, L: Lock, C: TickSource, const COMPONENTS: usize = 16, const ITEMS: usize = 32> {
    engine: &'a Engine<'e, L, C, COMPONENTS, ITEMS>,
    writer: Writer,
    thread: u64,
    /// Records while it is not negative.
    count: i32,
    counts: Counts,
    /// How deep printed lines are nested.
    #[cfg(feature = "read")]
    nesting: u8,
    /// Inside of a tracepoint.
    inside: bool,
}

impl<L: Lock, C: TickSource, const COMPONENTS: usize, const ITEMS: usize> core::fmt::Debug
    for Context<'_, '_, L, C, COMPONENTS, ITEMS>
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Context").field("thread", &self.thread).field("counts", &self.counts).finish_non_exhaustive()
    }
}

type Actions = heapless::Vec<Action, MOST_TRIGGERS>;

impl<'a, 'e, L: Lock, C: TickSource, const COMPONENTS: usize, const ITEMS: usize>
    Context<'a, 'e, L, C, COMPONENTS, ITEMS>
{
    pub(super) fn new(
        engine: &'a Engine<'e, L, C, COMPONENTS, ITEMS>,
        writer: Writer,
        thread: u64,
        count: i32,
    ) -> Self {
        Self {
            engine,
            writer,
            thread,
            count,
            counts: Counts::default(),
            #[cfg(feature = "read")]
            nesting: 0,
            inside: false,
        }
    }

    /// The number of the thread.
    pub const fn thread(&self) -> u64 {
        self.thread
    }

    /// The number of the context's record in the region.
    pub const fn record(&self) -> u32 {
        self.writer.record()
    }

    /// What could not be recorded.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Does what is selected for the tracepoint `id`. Callers look at the active byte first, and come here when it is not
    /// zero.
    ///
    /// Takes no lock when nothing but recording is selected.
    #[inline]
    pub fn trace(&mut self, component: &impl Tracepoints, id: u32, parameters: &[Parameter<'_>]) {
        let mut activity = component.activity(id);
        if component.is_auxiliary() {
            activity |= Activity::MAXIMAL;
        }
        self.reach(component, id, activity, parameters);
    }

    #[inline]
    fn reach(&mut self, component: &impl Tracepoints, id: u32, activity: Activity, parameters: &[Parameter<'_>]) {
        if activity.is_empty() {
            return;
        }
        let recording = Activity::MINIMAL | Activity::MAXIMAL | Activity::EXTERNAL;
        if !recording.contains(activity) {
            return self.trace_all(component, id, activity, parameters);
        }
        if self.inside {
            self.counts.lost = self.counts.lost.saturating_add(1);
        } else if self.records() {
            self.record_entry(component, id, activity, parameters);
        }
    }

    /// An assertion failed: that prints in any case, does what is selected for the tracepoint `id`, and calls the host's
    /// fatal handler unless that is forbidden.
    pub fn assertion_failed(&mut self, component: &impl Tracepoints, id: u32, file: &str, line: u32, expression: &str) {
        let number = line.to_le_bytes();
        let parameters = [
            Parameter::Text(Some(file.as_bytes())),
            Parameter::Bytes(&number),
            Parameter::Text(Some(expression.as_bytes())),
        ];
        self.reach(component, id, component.activity(id) - Activity::PRINT, &parameters);
        if self.inside {
            return;
        }
        self.inside = true;
        let (engine, now) = (self.engine, self.engine.now());
        let thread = self.thread;
        let fatal = L::with(&engine.shared, |shared| {
            #[cfg(feature = "read")]
            {
                let line = super::Line::assertion(engine.wall_time(now), thread, component.name(), id, &parameters);
                engine.hooks.line(&line);
                shared.printed = Some(thread);
            }
            #[cfg(not(feature = "read"))]
            let _ = (now, thread);
            shared.selection.settings().fatal_assert
        });
        if fatal.unwrap_or(true) {
            engine.hooks.fatal();
        }
        self.inside = false;
    }

    /// Takes one from the context's count: below zero it does not record.
    pub fn suspend(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// Adds one to the context's count.
    pub fn resume(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// Hands over what a stream's record holds so far. Rings have nothing to hand over.
    pub fn flush(&mut self) {
        let engine = self.engine;
        self.writer.flush(&engine.layout, &|record| engine.hooks.full(record), engine.now());
    }

    /// Ends the thread: its last entry says so, and a stream hands over what it holds.
    pub fn finish(mut self) {
        let engine = self.engine;
        self.writer.finish(&engine.layout, &|record| engine.hooks.full(record), engine.now());
    }

    #[inline]
    fn records(&self) -> bool {
        self.count >= 0 && !self.engine.suspended.load(Ordering::Relaxed)
    }

    #[inline]
    fn record_entry(
        &mut self,
        component: &(impl Tracepoints + ?Sized),
        id: u32,
        activity: Activity,
        parameters: &[Parameter<'_>],
    ) {
        self.inside = true;
        let engine = self.engine;
        let parameters = if activity.intersects(Activity::MAXIMAL | Activity::EXTERNAL) { parameters } else { &[] };
        let recorded = self.writer.entry(
            &engine.layout,
            &|record| engine.hooks.full(record),
            engine.now(),
            name_of(component),
            id_of(component, id),
            parameters,
        );
        self.note(recorded);
        self.inside = false;
    }

    fn note(&mut self, recorded: Recorded) {
        match recorded {
            Recorded::Whole => {}
            Recorded::Clipped => self.counts.clipped = self.counts.clipped.saturating_add(1),
            Recorded::Lost => self.counts.lost = self.counts.lost.saturating_add(1),
        }
    }

    /// As [`Self::trace`], for what is selected rarely.
    #[cold]
    #[inline(never)]
    fn trace_all(&mut self, component: &dyn Tracepoints, id: u32, activity: Activity, parameters: &[Parameter<'_>]) {
        if self.inside {
            self.counts.lost = self.counts.lost.saturating_add(1);
            return;
        }
        let actions = if activity.contains(Activity::TRIGGER) { self.hit(component, id) } else { Actions::new() };
        for action in actions.iter().filter(|action| action.comes_first()) {
            self.act(*action, component, id);
        }
        if self.records() {
            if activity.contains(Activity::COUNT) {
                self.count_hit(component, id);
            }
            if activity.intersects(Activity::MINIMAL | Activity::MAXIMAL | Activity::EXTERNAL) {
                self.record_entry(component, id, activity, parameters);
            }
            if activity.contains(Activity::EXCEPTION) {
                self.record_exception(component, id, parameters);
            }
            #[cfg(feature = "read")]
            if activity.contains(Activity::PRINT) {
                self.print(component, id, parameters);
            }
        }
        for action in actions.iter().filter(|action| !action.comes_first()) {
            self.act(*action, component, id);
        }
    }

    /// The actions that the triggers of a point set off.
    fn hit(&mut self, component: &dyn Tracepoints, id: u32) -> Actions {
        let hit = L::with(&self.engine.shared, |shared| shared.selection.hit(component, id));
        hit.unwrap_or_else(|| {
            self.counts.lost = self.counts.lost.saturating_add(1);
            Actions::new()
        })
    }

    fn act(&mut self, action: Action, component: &dyn Tracepoints, id: u32) {
        self.inside = true;
        match action {
            Action::Suspend | Action::Resume => {
                let suspended = action == Action::Suspend;
                L::with(&self.engine.shared, |shared| {
                    shared.selection.settings_mut().suspended = suspended;
                    self.engine.suspended.store(suspended, Ordering::Relaxed);
                });
            }
            Action::SuspendThis => self.suspend(),
            Action::ResumeThis => self.resume(),
            Action::Snap => self.engine.hooks.snap(),
            Action::Callback => self.engine.hooks.callback(component, id),
        }
        self.inside = false;
    }

    fn count_hit(&mut self, component: &dyn Tracepoints, id: u32) {
        let counter = usize::try_from(id).ok().and_then(|id| component.counters().get(id));
        let Some(counter) = counter else { return };
        if HitCounter::NEEDS_LOCK {
            if L::with(&self.engine.shared, |_| counter.increment()).is_none() {
                self.counts.lost = self.counts.lost.saturating_add(1);
            }
        } else {
            counter.increment();
        }
    }

    /// Records in the ring that all contexts share; drops the entry when another one is at it.
    fn record_exception(&mut self, component: &dyn Tracepoints, id: u32, parameters: &[Parameter<'_>]) {
        self.inside = true;
        let engine = self.engine;
        let recorded = L::with(&engine.shared, |Shared { exceptions, .. }| {
            let writer = exceptions.as_mut()?;
            let subscriber = |record: crate::trace::recorder::FullRecord<'_>| engine.hooks.full(record);
            let (name, id) = (name_of(component), id_of(component, id));
            Some(writer.entry(&engine.layout, &subscriber, engine.now(), name, id, parameters))
        });
        self.note(recorded.map_or(Recorded::Lost, |recorded| recorded.unwrap_or(Recorded::Whole)));
        self.inside = false;
    }

    #[cfg(feature = "read")]
    fn print(&mut self, component: &dyn Tracepoints, id: u32, parameters: &[Parameter<'_>]) {
        self.inside = true;
        let (engine, thread) = (self.engine, self.thread);
        let time = engine.wall_time(engine.now());
        let nesting = &mut self.nesting;
        let printed = L::with(&engine.shared, |shared| {
            let is_new = shared.printed.replace(thread) != Some(thread);
            let nesting = shared.selection.settings().iprint.then_some(nesting);
            super::Line::print(
                &super::Line::of(time, thread, is_new, component, id, parameters),
                nesting,
                engine.hooks,
            );
        });
        if printed.is_none() {
            self.counts.lost = self.counts.lost.saturating_add(1);
        }
        self.inside = false;
    }
}

impl<L: Lock, C: TickSource, const COMPONENTS: usize, const ITEMS: usize> Tracer
    for Context<'_, '_, L, C, COMPONENTS, ITEMS>
{
    #[inline]
    fn trace(&mut self, component: &Component<'_>, id: u32, parameters: &[Parameter<'_>]) {
        Self::trace(self, component, id, parameters);
    }

    fn assertion_failed(&mut self, component: &Component<'_>, id: u32, file: &str, line: u32, expression: &str) {
        Self::assertion_failed(self, component, id, file, line, expression);
    }
}

/// Without a context nothing is recorded.
impl<T: Tracer> Tracer for Option<T> {
    #[inline]
    fn trace(&mut self, component: &Component<'_>, id: u32, parameters: &[Parameter<'_>]) {
        if let Some(context) = self {
            context.trace(component, id, parameters);
        }
    }

    fn assertion_failed(&mut self, component: &Component<'_>, id: u32, file: &str, line: u32, expression: &str) {
        if let Some(context) = self {
            context.assertion_failed(component, id, file, line, expression);
        }
    }
}

#[inline]
fn name_of(component: &(impl Tracepoints + ?Sized)) -> Name<'_> {
    Name { component: component.name_bytes(), container: component.container_bytes() }
}

#[inline]
fn id_of(component: &(impl Tracepoints + ?Sized), id: u32) -> Id {
    Id::new(id, component.kind(id) == PointType::ASSERT)
}

impl<L: Lock, C: TickSource, const COMPONENTS: usize, const ITEMS: usize> Drop
    for Context<'_, '_, L, C, COMPONENTS, ITEMS>
{
    fn drop(&mut self) {
        self.writer.release(&self.engine.layout);
    }
}
