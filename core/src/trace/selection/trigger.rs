//! Triggers: what a tracepoint sets off when it is reached (section 8.3).

use super::item::{Item, Part};
use super::state::LONGEST_ITEM;
use super::{SelectionError, SelectionErrorKind as Kind, Span, error};
use crate::trace::component::{Tracepoints, is_named};

/// The longest delay, and the highest number of times.
const MOST_TIMES: i32 = 99_999;

/// What a trigger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stops recording everywhere.
    Suspend,
    /// Allows recording again.
    Resume,
    /// Takes one from the count of the context that reached the point.
    SuspendThis,
    /// Adds one to it.
    ResumeThis,
    /// Hands the records over.
    Snap,
    /// Calls the host program.
    Callback,
}

impl Action {
    const ALL: [Self; 6] =
        [Self::Suspend, Self::Resume, Self::SuspendThis, Self::ResumeThis, Self::Snap, Self::Callback];

    /// The name, as it stands in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Suspend => "suspend",
            Self::Resume => "resume",
            Self::SuspendThis => "suspendthis",
            Self::ResumeThis => "resumethis",
            Self::Snap => "snap",
            Self::Callback => "callback",
        }
    }

    /// Whether it acts before the hit is recorded.
    pub(in crate::trace) const fn comes_first(self) -> bool {
        matches!(self, Self::Resume | Self::ResumeThis)
    }
}

/// What a trigger waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerKind {
    /// Tracepoints by id.
    Tpnid,
    /// The members of a group, in whatever component.
    Group,
}

/// A trigger that is set.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// What it waits for.
    pub kind: TriggerKind,
    /// The ids or the group, as it was given.
    pub target: heapless::String<LONGEST_ITEM>,
    /// What it does.
    pub action: Action,
    /// How many hits pass first without effect.
    pub delay: u32,
    /// How often it fires; -1 for always.
    pub times: i32,
}

impl Trigger {
    /// Whether the trigger waits for the point `id`.
    pub(super) fn waits_for(&self, component: &dyn Tracepoints, id: u32) -> bool {
        match self.kind {
            TriggerKind::Tpnid => {
                let span = Span { text: &self.target, offset: 0 };
                let Ok(Item { component: Some(name), part: Part::Range(first, last), .. }) = Item::parse_id(span)
                else {
                    return false;
                };
                is_named(component, name) && (first..=last).contains(&id)
            }
            TriggerKind::Group => component
                .group(&self.target)
                .is_some_and(|members| members.iter().any(|member| u32::from(*member) == id)),
        }
    }

    /// Counts a hit, and says whether the trigger fires.
    pub(super) fn hit(&mut self) -> bool {
        if let Some(left) = self.delay.checked_sub(1) {
            self.delay = left;
            return false;
        }
        match self.times {
            0 => false,
            1.. => {
                self.times -= 1;
                true
            }
            _ => true,
        }
    }
}

/// A clause as it stands in the string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause<'s> {
    pub(super) kind: TriggerKind,
    pub(super) target: Span<'s>,
    pub(super) action: Action,
    pub(super) delay: u32,
    pub(super) times: i32,
}

impl<'s> Clause<'s> {
    pub(super) fn parse(span: Span<'s>) -> Result<Self, SelectionError> {
        let Some(open) = span.find(b"{(") else { return error(Kind::BadTrigger, span.offset) };
        let word = span.get(0, open).trimmed().text;
        let kind = if word.eq_ignore_ascii_case("tpnid") {
            TriggerKind::Tpnid
        } else if word.eq_ignore_ascii_case("group") {
            TriggerKind::Group
        } else if word.is_empty() {
            return error(Kind::BadTrigger, span.offset);
        } else {
            return error(Kind::UnknownSelector, span.offset);
        };
        let (inside, after) = span.braces(open);
        if inside.trimmed().is_empty() {
            return error(Kind::EmptyBraces, span.from(open).offset);
        }
        if !after.is_empty() {
            return error(Kind::TrailingText, after.offset);
        }
        let mut fields = inside.split(b',').map(Span::trimmed);
        let (Some(target), Some(action)) = (fields.next(), fields.next()) else {
            return error(Kind::BadTrigger, span.offset);
        };
        let (delay, times) = (fields.next(), fields.next());
        if fields.next().is_some() || kind == TriggerKind::Group && target.is_empty() {
            return error(Kind::BadTrigger, span.offset);
        }
        if kind == TriggerKind::Tpnid {
            Item::parse_id(target)?;
        }
        let Some(action) = Action::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(action.text)) else {
            return error(Kind::BadAction, action.offset);
        };
        let delay = match delay {
            Some(delay) if !delay.is_empty() => number(delay, 0)?,
            _ => 0,
        };
        let times = match times {
            Some(times) if times.is_empty() => return error(Kind::EmptyItem, times.offset),
            Some(times) => number(times, -1)?,
            None => -1,
        };
        Ok(Self { kind, target, action, delay: delay.unsigned_abs(), times })
    }

    /// The tracepoints that the clause waits for, where it names them.
    pub(super) fn item(&self) -> Option<Item<'s>> {
        match self.kind {
            TriggerKind::Tpnid => Item::parse_id(self.target).ok(),
            TriggerKind::Group => None,
        }
    }
}

/// A number with an optional sign, from `least` to 99,999.
pub(super) fn number(span: Span<'_>, least: i32) -> Result<i32, SelectionError> {
    let (digits, negative) = match span.text.as_bytes() {
        [b'-', ..] => (span.from(1), true),
        [b'+', ..] => (span.from(1), false),
        _ => (span, false),
    };
    let Some(magnitude) = super::item::digits(digits.text) else { return error(Kind::BadNumber, span.offset) };
    let number = i32::try_from(magnitude).ok().filter(|number| *number <= MOST_TIMES);
    let number = number.map(|number| if negative { -number } else { number });
    match number.filter(|number| *number >= least) {
        Some(number) => Ok(number),
        None => error(Kind::NumberOutOfRange, span.offset),
    }
}
