//! The console: tracepoints as lines of text, while the program runs (section 6.4).

use core::fmt;

use super::component::Tracepoints;
use super::digits::{Base, Digits, fill};
use super::engine::Hooks;
use super::file::TimeOfDay;
use super::recorder::Parameter;
use super::template::{Conversion, Letter, Parameters, Precision, Value, print_with};
use super::{ByteOrder, PointerSize};

/// Columns of the component's name, unless the host asks for others.
const NAME_WIDTH: usize = 8;
/// Columns of the number.
const ID_WIDTH: usize = 6;
/// The deepest nesting that shows.
const DEEPEST: u8 = 100;

/// A tracepoint that is printed. The host's hook writes it where it wants, with [`Line::write`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    time: TimeOfDay,
    thread: u64,
    is_new: bool,
    component: &'l str,
    id: u32,
    template: &'l str,
    parameters: &'l [Parameter<'l>],
    /// Blanks for nesting, when lines are indented.
    nesting: Option<u8>,
    is_assertion: bool,
}

impl<'l> Line<'l> {
    pub(super) fn of(
        time: TimeOfDay,
        thread: u64,
        is_new: bool,
        component: &'l dyn Tracepoints,
        id: u32,
        parameters: &'l [Parameter<'l>],
    ) -> Self {
        Self {
            time,
            thread,
            is_new,
            component: component.name(),
            id,
            template: component.template(id).unwrap_or_default(),
            parameters,
            nesting: None,
            is_assertion: false,
        }
    }

    /// The line of a failed assertion.
    pub(super) fn assertion(
        time: TimeOfDay,
        thread: u64,
        component: &'l str,
        id: u32,
        parameters: &'l [Parameter<'l>],
    ) -> Self {
        let template = super::ASSERT_TEMPLATE;
        Self { time, thread, is_new: false, component, id, template, parameters, nesting: None, is_assertion: true }
    }

    /// Hands the line to the host, nested as deep as the thread is when lines are indented.
    pub(super) fn print(&self, nesting: Option<&mut u8>, hooks: &dyn Hooks) {
        let mut line = *self;
        let Some(nesting) = nesting else { return hooks.line(&line) };
        let (_, direction, _) = line.parts();
        if direction == '<' {
            *nesting = nesting.saturating_sub(1);
        }
        line.nesting = Some((*nesting).min(DEEPEST));
        hooks.line(&line);
        if direction == '>' {
            *nesting = nesting.saturating_add(1);
        }
    }

    /// The two flags of the template and its body.
    fn parts(&self) -> (char, char, &'l str) {
        let mut characters = self.template.chars();
        match (characters.next(), characters.next()) {
            (Some(mark), Some(direction)) => (mark, direction, characters.as_str()),
            _ => (' ', ' ', self.template),
        }
    }

    /// Writes the line, without LF. Components are aligned in 8 columns.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        self.write_aligned(NAME_WIDTH, out)
    }

    /// Writes the line, without LF. Components are aligned in `width` columns; a longer name is not cut.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn write_aligned<W: fmt::Write + ?Sized>(&self, width: usize, out: &mut W) -> fmt::Result {
        TimeOfDay { fraction: self.time.fraction / 1_000_000, digits: 3, ..self.time }.write(out)?;
        out.write_str(if self.is_new { "*0x" } else { " 0x" })?;
        out.write_str(Digits::new(self.thread, Base::Hex).as_str())?;
        fill(out, ' ', width.saturating_sub(self.component.chars().count()))?;
        out.write_str(self.component)?;
        out.write_char('.')?;
        let id = Digits::new(self.id.into(), Base::Decimal);
        out.write_str(id.as_str())?;
        fill(out, ' ', ID_WIDTH.saturating_sub(id.len()))?;
        let (mark, direction, body) = self.parts();
        out.write_char(' ')?;
        out.write_char(mark)?;
        out.write_char(' ')?;
        if self.is_assertion {
            out.write_str("  ")?;
            return self.write_body(body, out);
        }
        if let Some(nesting) = self.nesting {
            fill(out, ' ', usize::from(nesting))?;
            out.write_char(' ')?;
        }
        out.write_char(if direction == ' ' { '-' } else { direction })?;
        out.write_char(' ')?;
        self.write_body(body, out)
    }

    fn write_body<W: fmt::Write + ?Sized>(&self, body: &str, out: &mut W) -> fmt::Result {
        let mut values = Values { rest: self.parameters.iter(), bytes: &[] };
        print_with(body.as_bytes(), self.parameters.is_empty(), |conversion| values.take(conversion), out)?;
        Ok(())
    }
}

/// The values of parameters, one conversion after the other.
struct Values<'l> {
    rest: core::slice::Iter<'l, Parameter<'l>>,
    /// Numbers that are left of the parameter before.
    bytes: &'l [u8],
}

impl<'l> Values<'l> {
    fn take(&mut self, conversion: &Conversion) -> Option<Value<'l>> {
        if self.bytes.is_empty() {
            match self.rest.next()? {
                Parameter::Bytes(bytes) => self.bytes = bytes,
                text => {
                    let counted = matches!(text, Parameter::Counted(_)) == (conversion.precision == Precision::Star);
                    let fits = conversion.letter == Letter::String && counted;
                    return fits.then(|| Value::String(text.text()));
                }
            }
        }
        let mut parameters = Parameters { bytes: self.bytes, order: ByteOrder::Little, pointer: OWN_POINTER };
        let value = parameters.take(conversion).filter(|_| conversion.letter != Letter::String);
        self.bytes = parameters.bytes;
        value
    }
}

/// The size of an address on this machine, which is that in its entries.
const OWN_POINTER: PointerSize = if usize::BITS == 64 { PointerSize::Eight } else { PointerSize::Four };
