//! Labels: small JSON objects about the file, an instance domain, an instance or a metric (section 13.5 of the format).
//!
//! PCP drops a label whose payload it cannot parse, without a word. So both sides look at every byte: the reader at whole
//! payloads, the writer at the values that it is given. The scanner keeps one bit for each open bracket and does not call
//! itself.

use super::codes::LABEL_DEPTH_MAXIMUM;
use super::names::is_component;
use super::text::behind;

/// Whether `payload` is a JSON object with at least one member, whose names PCP takes.
#[cfg(any(test, feature = "read"))]
pub(crate) fn is_payload(payload: &[u8]) -> bool {
    Scanner::new(payload, LABEL_DEPTH_MAXIMUM, true).is_some_and(Scanner::whole)
}

/// Whether `value` is a JSON value that can stand in a label: one level of nesting is left for the label itself.
pub(crate) fn is_value(value: &[u8]) -> bool {
    Scanner::new(value, LABEL_DEPTH_MAXIMUM - 1, false).is_some_and(Scanner::whole)
}

/// The bytes of a JSON value without the blanks between its tokens.
pub(crate) fn compact(value: &[u8]) -> impl Iterator<Item = u8> {
    let mut in_string = false;
    let mut escaped = false;
    value.iter().copied().filter(move |byte| {
        if in_string {
            in_string = escaped || *byte != b'"';
            escaped = !escaped && *byte == b'\\';
            return true;
        }
        in_string = *byte == b'"';
        !is_blank(*byte)
    })
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// What is left of the text, and which brackets are open.
///
/// Its steps are never inlined: they are called from many places, and a small device has all of them.
struct Scanner<'a> {
    rest: &'a [u8],
    /// One bit for each open bracket, the innermost lowest: set for an object.
    objects: u32,
    depth: u32,
    limit: u32,
    /// The text must be an object with members whose names are labels' names.
    is_label: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [u8], limit: u32, is_label: bool) -> Option<Self> {
        core::str::from_utf8(text).ok()?;
        Some(Self { rest: text, objects: 0, depth: 0, limit, is_label })
    }

    /// Whether the text is one value and nothing else.
    fn whole(mut self) -> bool {
        self.blanks();
        if self.is_label && self.rest.first() != Some(&b'{') {
            return false;
        }
        self.value().is_some() && {
            self.blanks();
            self.rest.is_empty()
        }
    }

    fn value(&mut self) -> Option<()> {
        loop {
            self.blanks();
            let opened = match self.rest.first()? {
                b'{' => self.open(true)?,
                b'[' => self.open(false)?,
                b'"' => self.string().map(|_| false)?,
                b't' => self.literal(b"true")?,
                b'f' => self.literal(b"false")?,
                b'n' => self.literal(b"null")?,
                _ => self.number()?,
            };
            if !opened && self.closed()? {
                return Some(());
            }
        }
    }

    /// After a value: closes what ends here. `true` at the end of the outermost value, `false` where another one follows.
    fn closed(&mut self) -> Option<bool> {
        while self.depth > 0 {
            self.blanks();
            match (self.next()?, self.in_object()) {
                (b',', true) => return self.name().map(|()| false),
                (b',', false) => return Some(false),
                (b'}', true) | (b']', false) => self.pop(),
                _ => return None,
            }
        }
        Some(true)
    }

    /// Takes an opening bracket; `false` when it is closed at once, which makes a value.
    fn open(&mut self, object: bool) -> Option<bool> {
        self.next()?;
        if self.depth == self.limit {
            return None;
        }
        self.depth += 1;
        self.objects = self.objects << 1 | u32::from(object);
        self.blanks();
        if self.rest.first() == Some(if object { &b'}' } else { &b']' }) {
            if self.is_label && self.depth == 1 {
                return None;
            }
            self.next()?;
            self.pop();
            return Some(false);
        }
        if object {
            self.name()?;
        }
        Some(true)
    }

    fn pop(&mut self) {
        self.depth -= 1;
        self.objects >>= 1;
    }

    fn in_object(&self) -> bool {
        self.objects & 1 == 1
    }

    /// A member's name and its colon.
    fn name(&mut self) -> Option<()> {
        self.blanks();
        let name = self.string()?;
        if self.is_label && self.depth == 1 && !is_component(name) {
            return None;
        }
        self.blanks();
        (self.next()? == b':').then_some(())
    }

    /// A string, whose bytes between the quotes are given.
    #[inline(never)]
    fn string(&mut self) -> Option<&'a [u8]> {
        self.rest = behind(b"\"", self.rest)?;
        let start = self.rest;
        loop {
            match self.next()? {
                b'"' => break,
                b'\\' => match self.next()? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                    b'u' => {
                        let (digits, rest) = self.rest.split_first_chunk::<4>()?;
                        if !digits.iter().all(u8::is_ascii_hexdigit) {
                            return None;
                        }
                        self.rest = rest;
                    }
                    _ => return None,
                },
                0..0x20 => return None,
                _ => {}
            }
        }
        start.get(..start.len().checked_sub(self.rest.len())?.checked_sub(1)?)
    }

    fn number(&mut self) -> Option<bool> {
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        Some(false)
    }

    /// At least one digit.
    #[inline(never)]
    fn digits(&mut self) -> Option<()> {
        let end = self.rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.rest.len());
        self.rest = self.rest.get(end..)?;
        (end > 0).then_some(())
    }

    #[inline(never)]
    fn literal(&mut self, word: &[u8]) -> Option<bool> {
        self.rest = behind(word, self.rest)?;
        Some(false)
    }

    #[inline(never)]
    fn eat(&mut self, byte: u8) -> bool {
        let Some((first, rest)) = self.rest.split_first() else { return false };
        let found = *first == byte;
        if found {
            self.rest = rest;
        }
        found
    }

    #[inline(never)]
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    #[inline(never)]
    fn blanks(&mut self) {
        while let Some((first, rest)) = self.rest.split_first()
            && is_blank(*first)
        {
            self.rest = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn payloads_are_objects_with_members_of_proper_names() {
        for good in [
            r#"{"a":1}"#,
            " { \"a\" :\t[ 1 , {\"9 odd\":[]} , {} ]\r\n, \"b_9\" : null } ",
            r#"{"a":"\"\\\/\b\f\n\r\t\u00e9 é"}"#,
            r#"{"a":-0.5e+10,"b":0,"c":1E-3,"d":true,"e":false}"#,
        ] {
            assert!(is_payload(good.as_bytes()), "{good}");
        }
        for bad in [
            "",
            "{}",
            "[1]",
            "1",
            r#""a":1"#,
            r#"{"a":1"#,
            r#"{"a":1}}"#,
            r#"{"a":1,}"#,
            r#"{"a":[1,]}"#,
            r#"{"a":[1}"#,
            r#"{"a":{"b":1]}"#,
            r#"{"a" 1}"#,
            r"{a:1}",
            r#"{"":1}"#,
            r#"{"9a":1}"#,
            r#"{"a.b":1}"#,
            r#"{"a":1,"_b":2}"#,
            r#"{"a\u0062":1}"#,
            r#"{"a":01}"#,
            r#"{"a":1.}"#,
            r#"{"a":.5}"#,
            r#"{"a":1e}"#,
            r#"{"a":-}"#,
            r#"{"a":+1}"#,
            r#"{"a":nul}"#,
            r#"{"a":True}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\u12g4"}"#,
            r#"{"a":"\u123"#,
            "{\"a\":\"\t\"}",
            r#"{"a":"x}"#,
            r#"{"a":1 2}"#,
            r#"{"a":}"#,
        ] {
            assert!(!is_payload(bad.as_bytes()), "{bad}");
        }
        assert!(!is_payload(b"{\"a\":\"\xff\"}"), "not UTF-8");
    }

    #[test]
    fn nesting_has_a_limit() {
        let nested = |levels| {
            let mut text = String::new();
            text.extend(core::iter::repeat_n('[', levels));
            text.extend(core::iter::repeat_n(']', levels));
            text
        };
        let payload = |levels| std::format!("{{\"a\":{}}}", nested(levels));
        assert!(is_payload(payload(31).as_bytes()));
        assert!(!is_payload(payload(32).as_bytes()));
        assert!(is_value(nested(31).as_bytes()));
        assert!(!is_value(nested(32).as_bytes()));
    }

    #[test]
    fn values_of_every_kind_can_stand_in_a_label() {
        for good in ["1", "-12.5e3", "\"\"", "true", "null", "[]", "{}", " [ 1 ] ", r#"{"9":{}}"#] {
            assert!(is_value(good.as_bytes()), "{good}");
        }
        for bad in ["", " ", "x", "1 2", "\"", "[", "{\"a\"}", "tru"] {
            assert!(!is_value(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn compacting_drops_blanks_outside_of_strings_only() {
        let compacted: Vec<u8> = compact(b" { \"a b\" : [ \"\\\" \\\\\" ,\t1 ] }\n").collect();
        assert_eq!(compacted, b"{\"a b\":[\"\\\" \\\\\",1]}");
    }
}
