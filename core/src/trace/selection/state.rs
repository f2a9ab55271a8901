//! What is selected, and what waits for components to come.

use super::item::{Item, set_group};
use super::options::{Change, parse};
use super::trigger::{Action, Clause, Trigger};
use super::{SelectionError, SelectionErrorKind as Kind, Span, error};
use crate::trace::component::{Activity, Tracepoints, is_named};

/// The most triggers at a time.
pub const MOST_TRIGGERS: usize = 16;
/// Bytes of the longest item that can be remembered.
pub const LONGEST_ITEM: usize = 56;
/// Bytes of the longest text of `output`.
const LONGEST_OUTPUT: usize = 64;

/// Settings other than the active bytes.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Settings {
    /// Recording is stopped everywhere.
    pub suspended: bool,
    /// The count that new contexts begin with; they record from 0 on.
    pub thread_count: i32,
    /// The size of records in bytes.
    pub buffer_size: u32,
    /// Whether there may be more records than at the start.
    pub dynamic: bool,
    /// Whether a failed assertion ends the program.
    pub fatal_assert: bool,
    /// Whether printed lines are indented.
    pub iprint: bool,
    /// What `output` said; for the host program.
    pub output: heapless::String<LONGEST_OUTPUT>,
}

impl Settings {
    const DEFAULT: Self = Self {
        suspended: false,
        thread_count: 0,
        buffer_size: 8192,
        dynamic: true,
        fatal_assert: true,
        iprint: false,
        output: heapless::String::new(),
    };
}

/// An item that waits for components.
#[derive(Clone, Debug)]
struct Remembered {
    what: What,
    /// The item's text.
    text: heapless::String<LONGEST_ITEM>,
    /// Where it stood in its string.
    offset: usize,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Bits {
        bits: u8,
        clear: bool,
    },
    /// The members of a group get the trigger bit.
    Group,
}

/// All that a selection is, for up to `ITEMS` items that wait.
#[derive(Debug)]
pub(in crate::trace) struct Selection<const ITEMS: usize> {
    settings: Settings,
    /// Which of the two counts was given.
    count_is_suspends: Option<bool>,
    triggers: heapless::Vec<Trigger, MOST_TRIGGERS>,
    remembered: heapless::Vec<Remembered, ITEMS>,
    /// All bits were cleared once, so those of components to come are too.
    cleared: bool,
}

/// How much of the tables a string needs.
struct Need {
    remembered: usize,
    triggers: usize,
    count_is_suspends: Option<bool>,
}

impl<const ITEMS: usize> Selection<ITEMS> {
    pub(in crate::trace) const fn new() -> Self {
        Self {
            settings: Settings::DEFAULT,
            count_is_suspends: None,
            triggers: heapless::Vec::new(),
            remembered: heapless::Vec::new(),
            cleared: false,
        }
    }

    pub(in crate::trace) const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(in crate::trace) fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    pub(in crate::trace) fn triggers(&self) -> &[Trigger] {
        &self.triggers
    }

    /// Applies a string of options to the components that are there, wholly or not at all.
    pub(in crate::trace) fn set(
        &mut self,
        text: &str,
        run_time: bool,
        components: &[&dyn Tracepoints],
    ) -> Result<(), SelectionError> {
        let mut need = Need {
            remembered: self.remembered.len(),
            triggers: self.triggers.len(),
            count_is_suspends: self.count_is_suspends,
        };
        parse(text, run_time, &mut |change, at| need.check::<ITEMS>(&change, at, components))?;
        parse(text, run_time, &mut |change, _| {
            self.apply(&change, components);
            Ok(())
        })
    }

    /// Applies what was selected so far to a component that comes.
    pub(in crate::trace) fn register(&self, component: &dyn Tracepoints, report: &mut dyn FnMut(SelectionError)) {
        if component.is_auxiliary() {
            let named = self.remembered.iter().filter_map(|remembered| remembered.item().ok());
            for item in named.filter(|item| item.component.is_some_and(|name| is_named(component, name))) {
                report(SelectionError { kind: Kind::AuxiliaryComponent, offset: item.span.offset });
            }
            return;
        }
        if self.cleared {
            clear_all(component);
        }
        for remembered in &self.remembered {
            match (remembered.what, remembered.item()) {
                (What::Group, _) => set_group(component, &remembered.text, Activity::TRIGGER.bits(), false),
                (What::Bits { bits, clear }, Ok(item)) => {
                    if item.component.is_some_and(|name| !is_named(component, name)) {
                        continue;
                    }
                    match item.check(component) {
                        Ok(()) => item.apply(component, bits, clear),
                        Err(error) => report(error),
                    }
                }
                (What::Bits { .. }, Err(_)) => {}
            }
        }
    }

    /// Counts a hit of a trigger point, and lists the actions that it sets off.
    pub(in crate::trace) fn hit(
        &mut self,
        component: &dyn Tracepoints,
        id: u32,
    ) -> heapless::Vec<Action, MOST_TRIGGERS> {
        let mut actions = heapless::Vec::new();
        for trigger in self.triggers.iter_mut().filter(|trigger| trigger.waits_for(component, id)) {
            if trigger.hit() {
                // There is room for all of them.
                let _ = actions.push(trigger.action);
            }
        }
        actions
    }

    fn apply(&mut self, change: &Change<'_>, components: &[&dyn Tracepoints]) {
        match change {
            Change::Bits { item, bits, clear } => self.set_bits(item, *bits, *clear, components),
            Change::ClearAll => {
                self.cleared = true;
                self.remembered.clear();
                self.triggers.clear();
                for component in components {
                    clear_all(*component);
                }
            }
            Change::Trigger(clause) => self.set_trigger(clause, components),
            Change::BufferSize(size) => self.settings.buffer_size = *size,
            Change::Dynamic(dynamic) => self.settings.dynamic = *dynamic,
            Change::Suspended(suspended) => self.settings.suspended = *suspended,
            Change::Count { count, suspends } => {
                self.settings.thread_count = *count;
                self.count_is_suspends = Some(*suspends);
            }
            Change::FatalAssert(fatal) => self.settings.fatal_assert = *fatal,
            Change::Indented => self.settings.iprint = true,
            Change::Output(text) => {
                self.settings.output.clear();
                let _ = self.settings.output.push_str(text.text);
            }
        }
    }

    fn set_bits(&mut self, item: &Item<'_>, bits: u8, clear: bool, components: &[&dyn Tracepoints]) {
        for component in concerned(item, components) {
            item.apply(component, bits, clear);
        }
        if waits(item, components) {
            self.remember(What::Bits { bits, clear }, item.span);
        }
    }

    fn set_trigger(&mut self, clause: &Clause<'_>, components: &[&dyn Tracepoints]) {
        let mut target = heapless::String::new();
        let _ = target.push_str(clause.target.text);
        let Clause { kind, action, delay, times, .. } = *clause;
        let _ = self.triggers.push(Trigger { kind, target, action, delay, times });
        let bits = Activity::TRIGGER.bits();
        if let Some(item) = clause.item() {
            return self.set_bits(&item, bits, false, components);
        }
        for component in components.iter().filter(|component| !component.is_auxiliary()) {
            set_group(*component, clause.target.text, bits, false);
        }
        self.remember(What::Group, clause.target);
    }

    /// The first of the two passes has seen to it that there is room.
    fn remember(&mut self, what: What, span: Span<'_>) {
        let mut text = heapless::String::new();
        let _ = text.push_str(span.text);
        let _ = self.remembered.push(Remembered { what, text, offset: span.offset });
    }
}

impl Remembered {
    fn item(&self) -> Result<Item<'_>, SelectionError> {
        match self.what {
            What::Bits { .. } => Item::parse(Span { text: &self.text, offset: self.offset }),
            What::Group => error(Kind::UnknownSelector, self.offset),
        }
    }
}

impl Need {
    /// Checks a change, and counts what it needs.
    fn check<const ITEMS: usize>(
        &mut self,
        change: &Change<'_>,
        at: usize,
        components: &[&dyn Tracepoints],
    ) -> Result<(), SelectionError> {
        match change {
            Change::Bits { item, .. } => self.item::<ITEMS>(item, components),
            Change::ClearAll => {
                (self.remembered, self.triggers) = (0, 0);
                Ok(())
            }
            Change::Trigger(clause) => {
                let target = clause.target;
                if self.triggers == MOST_TRIGGERS || target.text.len() > LONGEST_ITEM {
                    return error(Kind::SelectionFull, target.offset);
                }
                self.triggers += 1;
                match clause.item() {
                    Some(item) => self.item::<ITEMS>(&item, components),
                    None => self.remember::<ITEMS>(target),
                }
            }
            Change::Count { suspends, .. } => {
                if self.count_is_suspends.is_some_and(|given| given != *suspends) {
                    return error(Kind::ConflictingOptions, at);
                }
                self.count_is_suspends = Some(*suspends);
                Ok(())
            }
            Change::Output(text) if text.text.len() > LONGEST_OUTPUT => error(Kind::SelectionFull, text.offset),
            _ => Ok(()),
        }
    }

    fn item<const ITEMS: usize>(
        &mut self,
        item: &Item<'_>,
        components: &[&dyn Tracepoints],
    ) -> Result<(), SelectionError> {
        for component in concerned(item, components) {
            item.check(component)?;
        }
        if waits(item, components) { self.remember::<ITEMS>(item.span) } else { Ok(()) }
    }

    fn remember<const ITEMS: usize>(&mut self, span: Span<'_>) -> Result<(), SelectionError> {
        if self.remembered == ITEMS || span.text.len() > LONGEST_ITEM {
            return error(Kind::SelectionFull, span.offset);
        }
        self.remembered += 1;
        Ok(())
    }
}

/// The components that an item is about.
fn concerned<'a, 'c>(
    item: &'a Item<'_>,
    components: &'a [&'c dyn Tracepoints],
) -> impl Iterator<Item = &'c dyn Tracepoints> {
    components.iter().copied().filter(|component| item.component.is_none_or(|name| is_named(*component, name)))
}

/// Whether components may come that an item is about.
fn waits(item: &Item<'_>, components: &[&dyn Tracepoints]) -> bool {
    item.component.is_none() || concerned(item, components).next().is_none()
}

fn clear_all(component: &dyn Tracepoints) {
    for byte in component.active() {
        byte.store(0, core::sync::atomic::Ordering::Relaxed);
    }
}
