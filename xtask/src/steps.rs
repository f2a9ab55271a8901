//! A row of named steps: run all of them, whatever fails, and sum up in one table.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::tools::Tool;
use crate::workspace::Workspace;
use crate::{Verdict, setup};

/// Something to do that succeeds or fails as a whole.
pub struct Step {
    /// One word by which it can be asked for.
    pub name: &'static str,
    /// What it shows when it passes.
    pub shows: &'static str,
    /// What it cannot be done without.
    pub needs: &'static [&'static Tool],
    /// Does it, and gives a remark for the table: what was counted, or nothing.
    action: fn(&Workspace) -> Result<String>,
}

impl Step {
    pub const fn new(
        name: &'static str,
        shows: &'static str,
        needs: &'static [&'static Tool],
        action: fn(&Workspace) -> Result<String>,
    ) -> Self {
        Self { name, shows, needs, action }
    }
}

/// How a step ended.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// A line of the closing table.
struct Row {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
    remark: String,
}

/// Runs all steps in their order and prints the table. With `strict`, a step that had to be skipped has failed, unless
/// all that it misses is dispensable.
pub fn run(workspace: &Workspace, steps: &[&Step], strict: bool) -> Verdict {
    let begin = Instant::now();
    let mut rows = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("[{}/{}] {}: {}", index + 1, steps.len(), step.name, step.shows);
        let begin = Instant::now();
        let (outcome, remark) = one(workspace, step, strict);
        rows.push(Row { name: step.name, outcome, time: begin.elapsed(), remark });
    }
    print!("{}", table(&rows, begin.elapsed()));
    if rows.iter().any(|row| row.outcome == Outcome::Failed) { Verdict::Failed } else { Verdict::Fine }
}

/// Whether nothing may be skipped, as in continuous integration.
pub fn is_strict() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

fn one(workspace: &Workspace, step: &Step, strict: bool) -> (Outcome, String) {
    let missing = setup::missing(step.needs);
    if !missing.is_empty() {
        let reason = format!("needs {}: cargo xtask setup", setup::names(&missing));
        let dispensable = missing.iter().all(|tool| tool.dispensable);
        return (if strict && !dispensable { Outcome::Failed } else { Outcome::Skipped }, reason);
    }
    match (step.action)(workspace) {
        Ok(remark) => (Outcome::Passed, remark),
        Err(error) => {
            let story = format!("{error:#}");
            println!("{}", indented(&story));
            let first = story.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            (Outcome::Failed, shortened(first, 100))
        }
    }
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "    {line}");
        all
    })
}

fn shortened(line: &str, most: usize) -> String {
    if line.chars().count() <= most { line.into() } else { line.chars().take(most).chain(['…']).collect() }
}

fn table(rows: &[Row], total: Duration) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::from("\n");
    let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
    for row in rows {
        let word = match row.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "FAILED",
            Outcome::Skipped => "skipped",
        };
        let line = format!("{:<width$}  {word:<7}  {:>8}  {}", row.name, clock(row.time), row.remark);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let (passed, failed, skipped) = (count(Outcome::Passed), count(Outcome::Failed), count(Outcome::Skipped));
    let _ = writeln!(text, "\n{passed} passed, {failed} failed, {skipped} skipped in {}", clock(total));
    text
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn the_table_names_every_step_with_result_time_and_reason() {
        let row = |name, outcome, millis, remark: &str| Row {
            name,
            outcome,
            time: Duration::from_millis(millis),
            remark: remark.into(),
        };
        let rows = [
            row("fmt", Outcome::Passed, 340, ""),
            row("c-tests", Outcome::Failed, 61_000, "ring.c"),
            row("miri", Outcome::Skipped, 0, "needs miri"),
        ];
        let expected = "\nfmt      passed      0.3 s\n\
                        c-tests  FAILED   1 min 01 s  ring.c\n\
                        miri     skipped     0.0 s  needs miri\n\n\
                        1 passed, 1 failed, 1 skipped in 1 min 02 s\n";
        assert_eq!(table(&rows, Duration::from_secs(62)), expected);
    }

    #[test]
    fn a_failure_does_not_keep_later_steps_from_running_and_decides_the_verdict() {
        static RAN: AtomicBool = AtomicBool::new(false);
        let workspace = Workspace::find().unwrap();
        let first = Step::new("first", "fails", &[], |_| anyhow::bail!("no"));
        let second = Step::new("second", "runs", &[], |_| {
            RAN.store(true, Ordering::Relaxed);
            Ok(String::new())
        });
        assert_eq!(run(&workspace, &[&first, &second], false), Verdict::Failed);
        assert!(RAN.load(Ordering::Relaxed));
    }

    #[test]
    fn a_step_without_its_tool_is_skipped_and_fails_where_nothing_may_be_skipped() {
        let workspace = Workspace::find().unwrap();
        let step = |needs| Step::new("step", "never runs", needs, |_| anyhow::bail!("it ran"));
        let needs: &[&Tool] = &[&tools::NOWHERE];
        assert_eq!(one(&workspace, &step(needs), false).0, Outcome::Skipped);
        let (outcome, reason) = one(&workspace, &step(needs), true);
        assert_eq!((outcome, reason.as_str()), (Outcome::Failed, "needs nowhere: cargo xtask setup"));
        let needs: &[&Tool] = &[&tools::NOWHERE_BUT_DISPENSABLE];
        assert_eq!(one(&workspace, &step(needs), true).0, Outcome::Skipped);
    }
}
