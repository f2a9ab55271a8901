//! The health node: how a component says that it is well, or why not.

use super::super::block::{BlockType, UNIT};
use super::super::error::Error;
use super::super::handle::{IntHandle, NodeHandle, StringHandle};
use super::super::kind::Text;
use super::Writer;
use super::values::{Content, check_length};

/// The handles of a health node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// The node `fuchsia.inspect.Health`.
    pub node: NodeHandle,
    /// When it was created, in nanoseconds of the caller's clock.
    pub start: IntHandle,
    /// The status.
    pub status: StringHandle,
    /// The message, or the null handle while there is none.
    pub message: StringHandle,
}

impl Health {
    /// The handles of no node.
    pub(crate) const NONE: Self = Self {
        node: NodeHandle::NULL,
        start: IntHandle::NULL,
        status: StringHandle::NULL,
        message: StringHandle::NULL,
    };
}

impl Writer<'_> {
    /// Creates the node `fuchsia.inspect.Health` below `parent`, with the status `STARTING_UP`. `now` is the time in
    /// nanoseconds, of a clock of the caller's.
    ///
    /// # Errors
    /// As [`create_node`](Self::create_node); nothing is created then.
    pub fn create_health(&mut self, parent: NodeHandle, now: i64) -> Result<Health, Error> {
        self.parent(parent)?;
        self.in_one_section(|writer| {
            let node = writer.create_node(parent, "fuchsia.inspect.Health")?;
            let create = |writer: &mut Self| {
                let start = writer.create_int(node, "start_timestamp_nanos", now)?;
                let status = writer.create_string(node, "status", "STARTING_UP")?;
                Ok(Health { node, start, status, message: StringHandle::NULL })
            };
            create(writer).or_else(|reason| writer.delete_tree(node).and(Err(reason)))
        })
    }

    /// Sets the status to `OK`, without a message.
    ///
    /// # Errors
    /// As [`set_health`](Self::set_health).
    pub fn set_health_ok(&mut self, health: &mut Health) -> Result<(), Error> {
        self.set_health(health, "OK", None)
    }

    /// Sets the status to `UNHEALTHY`, with the reason.
    ///
    /// # Errors
    /// As [`set_health`](Self::set_health).
    pub fn set_health_unhealthy(&mut self, health: &mut Health, message: &str) -> Result<(), Error> {
        self.set_health(health, "UNHEALTHY", Some(message))
    }

    /// Sets the status to a text of the caller's, with a message or without one, in one section.
    ///
    /// # Errors
    /// [`Error::Full`], [`Error::TooLong`], those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`]; status and
    /// message are as they were then.
    pub fn set_health(&mut self, health: &mut Health, status: &str, message: Option<&str>) -> Result<(), Error> {
        let node = self.parent(health.node)?;
        let status_value = self.value(health.status)?;
        let old_message = if health.message.is_null() { None } else { Some(self.value(health.message)?) };
        check_length(status.len())?;
        check_length(message.map_or(0, str::len))?;
        let locked = self.begin()?;
        // What is new first: it may fail, and then nothing has changed.
        let Some(status_word) = self.content_word(Content::Text(status), &locked) else {
            return self.finish(None, locked);
        };
        let mut created = None;
        let message_word = match (message, old_message) {
            (None, _) => Some(0),
            (Some(text), Some(_)) => self.content_word(Content::Text(text), &locked),
            (Some(text), None) => {
                created = self.place(
                    node,
                    "message",
                    BlockType::Buffer,
                    UNIT,
                    |writer, _, locked| writer.content_word(Content::Text(text), locked),
                    &locked,
                );
                created.map(|_| 0)
            }
        };
        let Some(message_word) = message_word else {
            self.release_content(status_word, &locked);
            return self.finish(None, locked);
        };
        let old_status = status_value.unit.high();
        status_value.unit.set_high(status_word);
        self.release_content(old_status, &locked);
        match (message, old_message) {
            (Some(_), Some(value)) => {
                let old = value.unit.high();
                value.unit.set_high(message_word);
                self.release_content(old, &locked);
            }
            (None, Some(value)) => {
                self.remove(value, &locked);
                health.message = StringHandle::NULL;
            }
            _ => {}
        }
        if let Some(index) = created {
            health.message = self.handle::<Text>(index);
        }
        self.finish(Some(()), locked)
    }
}
