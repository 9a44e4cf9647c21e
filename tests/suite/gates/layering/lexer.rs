//! Rust source text as tokens and comments, so that no rule trips over a word
//! in a string or a comment.
//!
//! It knows what the layering rules need: words, numbers, punctuation and where
//! comments stand. Whether the text compiles is the compiler's business.

use std::collections::BTreeMap;

/// One token that is neither comment nor white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier or keyword; a raw one without its `r#`.
    Word(String),
    /// A number with a fraction, an exponent or a float suffix.
    Float,
    /// Any other literal, or a lifetime.
    Literal,
    /// `::`.
    PathSep,
    /// Any other character, alone.
    Punct(char),
}

/// A token and its line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
}

impl Token {
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, Kind::Word(own) if own == word)
    }

    pub(super) fn is_punct(&self, punct: char) -> bool {
        self.kind == Kind::Punct(punct)
    }
}

/// The tokens of a file, and its comments by line.
#[derive(Default)]
pub(super) struct Source {
    pub(super) tokens: Vec<Token>,
    pub(super) comments: BTreeMap<usize, String>,
}

/// Splits a source text.
pub(super) fn lex(text: &str) -> Source {
    let mut lexer = Lexer { rest: text, line: 1, source: Source::default() };
    while let Some(first) = lexer.rest.chars().next() {
        lexer.token(first);
    }
    lexer.source
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    source: Source,
}

impl Lexer<'_> {
    fn token(&mut self, first: char) {
        if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if self.rest.starts_with("//") {
            self.comment(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.comment(block_comment(self.rest));
        } else if let Some(length) = string(self.rest) {
            self.push(Kind::Literal, length);
        } else if first == '\'' {
            self.push(Kind::Literal, quote(self.rest));
        } else if first.is_ascii_digit() {
            self.number();
        } else if word(first) {
            let raw = self.rest.starts_with("r#");
            let text = &self.rest[if raw { 2 } else { 0 }..];
            let length = text.find(|c| !word(c)).unwrap_or(text.len());
            let own = text[..length].to_owned();
            self.push(Kind::Word(own), length + if raw { 2 } else { 0 });
        } else if self.rest.starts_with("::") {
            self.push(Kind::PathSep, 2);
        } else {
            self.push(Kind::Punct(first), first.len_utf8());
        }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.source.tokens.push(Token { kind, line: self.line });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    fn comment(&mut self, length: usize) {
        for (offset, text) in self.rest[..length].split('\n').enumerate() {
            self.source.comments.entry(self.line + offset).or_default().push_str(text);
        }
        self.skip(length);
    }

    /// A number; `0..9` and `pair.0.1` hold no fraction.
    fn number(&mut self) {
        let words = |text: &str| text.find(|c| !word(c)).unwrap_or(text.len());
        let mut length = words(self.rest);
        let radix = ["0x", "0o", "0b"].iter().any(|prefix| self.rest.starts_with(prefix));
        let suffix =
            self.rest[..length].trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
        let mut float = !radix && suffix.starts_with(['e', 'E', 'f']);
        let fraction = self.rest[length..].strip_prefix('.').filter(|tail| {
            !self.is_field()
                && !tail.starts_with(|c: char| c.is_alphabetic() || c == '.' || c == '_')
        });
        if let Some(tail) = fraction {
            float = true;
            length += 1 + words(tail);
        }
        if float && self.rest[..length].ends_with(['e', 'E']) {
            let sign = usize::from(self.rest[length..].starts_with(['+', '-']));
            length += sign + words(&self.rest[length + sign..]);
        }
        self.push(if float { Kind::Float } else { Kind::Literal }, length);
    }

    /// Whether the number that comes next is the field of a tuple: after one dot, not two.
    fn is_field(&self) -> bool {
        let mut last = self.source.tokens.iter().rev();
        last.next().is_some_and(|token| token.is_punct('.'))
            && !last.next().is_some_and(|token| token.is_punct('.'))
    }
}

fn word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Length of the block comment at the start; they nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at.min(text.len())
}

/// Length of the string literal at the start (plain, byte, C, raw), if there is one.
fn string(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| {
            let hashes = rest.len() - rest.trim_start_matches('#').len();
            (hashes == 0 || prefix.ends_with('r')) && rest[hashes..].starts_with('"')
        })
    })?;
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let close = format!("\"{}", "#".repeat(hashes));
        let open = prefix.len() + hashes + 1;
        let body = text[open..].find(&close).map_or(text.len(), |at| open + at + close.len());
        return Some(body);
    }
    Some(prefix.len() + escaped(rest, '"'))
}

/// Length of the character literal or lifetime at the start.
fn quote(text: &str) -> usize {
    let mut chars = text[1..].chars();
    let (first, second) = (chars.next(), chars.next());
    if first == Some('\\') || second == Some('\'') {
        return escaped(text, '\'');
    }
    1 + text[1..].find(|c| !word(c)).unwrap_or(text.len() - 1)
}

/// Length up to and with the closing quote; a backslash hides the next character.
fn escaped(text: &str, close: char) -> usize {
    let mut hidden = false;
    for (at, c) in text.char_indices().skip(1) {
        if !hidden && c == close {
            return at + close.len_utf8();
        }
        hidden = !hidden && c == '\\';
    }
    text.len()
}
