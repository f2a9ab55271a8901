//! Definition files: what is in them.

use glassbox::trace::definition::{Definition, DefinitionError, Definitions, Mode, points_needed};
use serde::Serialize;

use crate::report::{Failure, Problem, Stop};

/// What is in a definition file.
#[derive(Debug, Serialize)]
pub struct Summary {
    component: String,
    points: usize,
    warnings: usize,
}

impl Summary {
    /// Counts what a file defines.
    pub fn of(definitions: &Definitions<'_>, warnings: usize) -> Self {
        Self { component: definitions.component.to_owned(), points: definitions.points.len(), warnings }
    }

    /// The summary for people, in a line.
    pub fn describe(&self) -> String {
        let Self { component, points, warnings } = self;
        format!("component {component}, points: {points}, warnings: {warnings}")
    }
}

/// Reads a definition file, and hands it and its warnings on.
pub fn read<R>(
    bytes: &[u8],
    mode: Mode,
    then: impl FnOnce(&Definitions<'_>, Vec<Problem>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let message = "the file is not UTF-8 here; save it as UTF-8";
        let line = before.split(|byte| *byte == b'\n').count();
        Failure::new("bad_utf8", message).at(before.len(), line)
    })?;
    let mut points = vec![Definition::EMPTY; points_needed(text)];
    let mut warnings = Vec::new();
    let definitions = Definitions::parse(text, mode, &mut points, &mut |warning| warnings.push(warning.into()));
    let definitions =
        definitions.map_err(|error| Failure::new(error.kind.name(), &error).at(error.offset, error.line))?;
    Problem::sort(&mut warnings);
    then(&definitions, warnings)
}

impl From<DefinitionError> for Problem {
    fn from(warning: DefinitionError) -> Self {
        Self {
            offset: u64::try_from(warning.offset).ok(),
            ..Self::new(warning.kind.name(), "note", warning.kind.text())
        }
    }
}
