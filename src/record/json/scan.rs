//! One pass over JSON bytes that finds what a typed reader lets through.
//!
//! The grammar is RFC 8259 with these limits: no byte-order mark, no key twice
//! in one object (compared after unescaping), at most [`MAX_DEPTH`] levels,
//! integers below 2^53, decimals as `Decimal` accepts them, no lone surrogates.

use crate::record::decimal::{Decimal, DecimalError};
use crate::units::LIMIT;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// Deepest nesting of arrays and objects that is read.
pub const MAX_DEPTH: usize = 64;

/// What is wrong with the JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// The text begins with a byte-order mark.
    ByteOrderMark,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// A key stands twice in one object.
    DuplicateKey(String),
    /// More than [`MAX_DEPTH`] levels.
    TooDeep,
    /// A number that no record may hold (`NaN`, `1e400`, 2^53 and above).
    Number(String),
    /// Not JSON: what stands there.
    Syntax(String),
    /// JSON, but not this record (unknown field, missing field, wrong type): the reader's words.
    Record(String),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByteOrderMark => f.write_str("begins with a byte-order mark (U+FEFF)"),
            Self::NotUtf8 => f.write_str("is not UTF-8"),
            Self::DuplicateKey(key) => write!(f, "has the key {key:?} twice in one object"),
            Self::TooDeep => write!(f, "is nested more than {MAX_DEPTH} levels deep"),
            Self::Number(why) | Self::Syntax(why) | Self::Record(why) => f.write_str(why),
        }
    }
}

/// One fault and its place; line and column count from 1, the column in bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
}

impl Fault {
    fn at(bytes: &[u8], offset: usize, kind: FaultKind) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Self { kind, line, column: before.len() - line_start + 1 }
    }

    pub(super) fn from_serde(error: &serde_json::Error) -> Self {
        let kind = FaultKind::Record(super::reason(error));
        // A fault that serde cannot place (in a record told apart by its `kind`) is the record's.
        Self { kind, line: error.line().max(1), column: error.column().max(1) }
    }

    /// The same fault in line `number` of a file of one record a line.
    #[must_use]
    pub fn in_line(mut self, number: usize) -> Self {
        self.line = number;
        self
    }
}

/// Walks one JSON value with nothing but white space around it; returns the bytes as text.
///
/// # Errors
/// The first [`Fault`].
pub fn scan(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(Fault::at(bytes, 0, FaultKind::ByteOrderMark));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Fault::at(bytes, error.valid_up_to(), FaultKind::NotUtf8))?;
    let mut scanner = Scanner { text, bytes, at: 0, open: Vec::new() };
    scanner.document().map_err(|kind| Fault::at(bytes, scanner.at, kind))?;
    Ok(text)
}

/// An array, or an object with the keys met so far.
enum Open<'a> {
    Array,
    Object(Keys<'a>),
}

/// Keys of one object: a short list first, a set once it grows.
#[derive(Default)]
struct Keys<'a> {
    few: Vec<Cow<'a, str>>,
    // order: only asked whether a key is in it, never walked.
    many: HashSet<Cow<'a, str>>,
}

impl<'a> Keys<'a> {
    /// Adds a key, or gives it back if it was there.
    fn insert(&mut self, key: Cow<'a, str>) -> Result<(), Cow<'a, str>> {
        if self.many.is_empty() {
            if self.few.contains(&key) {
                return Err(key);
            }
            self.few.push(key);
            if self.few.len() > 24 {
                self.many.extend(self.few.drain(..));
            }
            return Ok(());
        }
        if self.many.contains(&key) {
            return Err(key);
        }
        self.many.insert(key);
        Ok(())
    }
}

/// Bytes of a string that need no look: all but quotes, backslashes and control characters.
const PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut byte = 0;
    while byte < 0x20 {
        plain[byte] = false;
        byte += 1;
    }
    plain[b'"' as usize] = false;
    plain[b'\\' as usize] = false;
    plain
};

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    open: Vec<Open<'a>>,
}

impl<'a> Scanner<'a> {
    fn document(&mut self) -> Result<(), FaultKind> {
        loop {
            self.value()?;
            // After a value: close what ends here, or go on to the next value.
            loop {
                self.space();
                match (self.open.last(), self.peek()) {
                    (None, None) => return Ok(()),
                    (None, Some(_)) => return Err(other("text after the value")),
                    (Some(_), Some(b',')) => {
                        self.at += 1;
                        self.key_if_object()?;
                        break;
                    }
                    (Some(Open::Array), Some(b']')) | (Some(Open::Object(_)), Some(b'}')) => {
                        self.close();
                    }
                    (Some(_), None) => {
                        return Err(other("the text ends inside an array or object"));
                    }
                    (Some(_), Some(_)) => {
                        return Err(other("expected a comma or the end of the array or object"));
                    }
                }
            }
        }
    }

    fn close(&mut self) {
        self.at += 1;
        self.open.pop();
    }

    /// Reads a scalar, or opens containers until the first scalar or empty container.
    fn value(&mut self) -> Result<(), FaultKind> {
        loop {
            self.space();
            match self.peek() {
                Some(b'{') => {
                    self.enter(Open::Object(Keys::default()))?;
                    self.space();
                    if self.peek() == Some(b'}') {
                        self.close();
                        return Ok(());
                    }
                    self.key_if_object()?;
                }
                Some(b'[') => {
                    self.enter(Open::Array)?;
                    self.space();
                    if self.peek() == Some(b']') {
                        self.close();
                        return Ok(());
                    }
                }
                Some(b'"') => return self.strings(),
                Some(b'-' | b'0'..=b'9') => return self.number(),
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.word(),
                Some(_) => return Err(other("expected a value")),
                None => return Err(other("the text ends where a value should be")),
            }
        }
    }

    fn enter(&mut self, open: Open<'a>) -> Result<(), FaultKind> {
        if self.open.len() == MAX_DEPTH {
            return Err(FaultKind::TooDeep);
        }
        self.at += 1;
        self.open.push(open);
        Ok(())
    }

    fn key_if_object(&mut self) -> Result<(), FaultKind> {
        if !matches!(self.open.last(), Some(Open::Object(_))) {
            return Ok(());
        }
        self.space();
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(other("expected a key in double quotes"));
        }
        let raw = self.string()?;
        let key = if raw.contains('\\') {
            let quoted = &self.text[start..self.at];
            serde_json::from_str::<String>(quoted)
                .map_err(|error| other(&error.to_string()))?
                .into()
        } else {
            Cow::Borrowed(raw)
        };
        if let Some(Open::Object(keys)) = self.open.last_mut()
            && let Err(twice) = keys.insert(key)
        {
            self.at = start;
            return Err(FaultKind::DuplicateKey(twice.into_owned()));
        }
        self.space();
        if self.peek() != Some(b':') {
            return Err(other("expected a colon after the key"));
        }
        self.at += 1;
        Ok(())
    }

    /// Passes a string, and in an array the same text again as often as it follows: a
    /// column of fields says one word a thousand times, and read once it needs no more look.
    fn strings(&mut self) -> Result<(), FaultKind> {
        let start = self.at;
        self.string()?;
        let same = &self.bytes[start..self.at];
        let array = matches!(self.open.last(), Some(Open::Array));
        while array
            && let [b',', rest @ ..] = &self.bytes[self.at..]
            && rest.starts_with(same)
        {
            self.at += 1 + same.len();
        }
        Ok(())
    }

    /// Passes a string and returns what stands between the quotes, still escaped.
    fn string(&mut self) -> Result<&'a str, FaultKind> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            at += self.bytes[at..].iter().take_while(|byte| PLAIN[usize::from(**byte)]).count();
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at = at;
                    at = self.escape(at)?;
                }
                Some(0..=0x1f) => {
                    self.at = at;
                    return Err(other("a control character stands unescaped in a string"));
                }
                _ => return Err(other("the text ends inside a string")),
            }
        }
        self.at = at + 1;
        Ok(&self.text[start..at])
    }

    /// Checks the escape at `at` and returns the place after it.
    fn escape(&self, at: usize) -> Result<usize, FaultKind> {
        match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => {
                let unit =
                    self.unit(at).ok_or_else(|| other("expected four hex digits after \\u"))?;
                match unit {
                    0xd800..=0xdbff => match self.unit(at + 6) {
                        Some(0xdc00..=0xdfff) => Ok(at + 12),
                        _ => Err(other("a lone surrogate stands in a string")),
                    },
                    0xdc00..=0xdfff => Err(other("a lone surrogate stands in a string")),
                    _ => Ok(at + 6),
                }
            }
            _ => Err(other("an unknown escape stands in a string")),
        }
    }

    /// The code unit of a `\uXXXX` that starts at `at`.
    fn unit(&self, at: usize) -> Option<u32> {
        let escape = self.bytes.get(at..at + 6)?;
        if !escape.starts_with(b"\\u") || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        u32::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    }

    fn number(&mut self) -> Result<(), FaultKind> {
        let (start, bytes) = (self.at, self.bytes);
        let first = start + usize::from(bytes[start] == b'-');
        let digits = bytes[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = first + digits;
        let in_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        // Most numbers are short integers, about which there is nothing more to ask.
        let short = (1..16).contains(&digits) && (digits == 1 || bytes[first] != b'0');
        if short && !bytes.get(end).is_some_and(in_number) {
            self.at = end;
            if matches!(self.open.last(), Some(Open::Array)) {
                self.whole_numbers();
            }
            return Ok(());
        }
        let length = bytes[start..].iter().take_while(|byte| in_number(byte)).count();
        let text = &self.text[start..start + length];
        let digits = text.strip_prefix('-').unwrap_or(text);
        Decimal::parse(text).map_err(|error| match error {
            DecimalError::Grammar(_) => other(&error.to_string()),
            _ => FaultKind::Number(error.to_string()),
        })?;
        let integer = digits.bytes().all(|byte| byte.is_ascii_digit());
        if integer && digits.parse::<u64>().map_or(true, |value| value >= LIMIT) {
            return Err(FaultKind::Number(format!("integer {text} is not below 2^53")));
        }
        self.at += length;
        Ok(())
    }

    /// Passes `,` and a short whole number as often as they follow: the columns of
    /// marks, which are most of a record. Anything else is left to the other rules.
    fn whole_numbers(&mut self) {
        while let [b',', first @ b'0'..=b'9', rest @ ..] = &self.bytes[self.at..] {
            let more = rest.iter().take(16).take_while(|byte| byte.is_ascii_digit()).count();
            let ends = matches!(rest.get(more), Some(b',' | b']'));
            if !ends || more > 14 || (*first == b'0' && more > 0) {
                return;
            }
            self.at += 2 + more;
        }
    }

    fn word(&mut self) -> Result<(), FaultKind> {
        let length =
            self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        match &self.text[self.at..self.at + length] {
            "true" | "false" | "null" => {
                self.at += length;
                Ok(())
            }
            word @ ("NaN" | "Infinity") => {
                Err(FaultKind::Number(format!("`{word}` is not a JSON number")))
            }
            _ => Err(other("expected a value")),
        }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

fn other(why: &str) -> FaultKind {
    FaultKind::Syntax(why.to_owned())
}

#[cfg(test)]
mod tests;
