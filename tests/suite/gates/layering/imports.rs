//! The paths of a source text that lead into the package, resolved from its root.
//!
//! A path is found by its head (`crate`, `super`, `self`, `jissoku`, `jissoku_engine`), in a `use`
//! tree or in code, so an import, a full path and a macro body are seen alike.

use super::lexer::{Kind, Token};

/// The library's own name, by which its programs call it.
pub(super) const LIBRARY: &str = "jissoku";
/// The engine package, as code calls it.
pub(super) const ENGINE: &str = "jissoku_engine";

/// A path from the root of the package: `["stats", "metric", "Rate"]`; empty for the root itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
}

/// Module path of a library file: `src/a/b.rs` and `src/a/b/mod.rs` are `["a", "b"]`.
pub(super) fn module_of(below_src: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        below_src.trim_end_matches(".rs").split('/').map(Into::into).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

/// Every path of a file of the library, whose module path is `module`.
pub(super) fn of_library(tokens: &[Token], module: &[String]) -> Vec<Import> {
    let mut reader = Reader { tokens, at: 0, found: Vec::new() };
    let mut inner = Inner::default();
    while let Some(token) = reader.peek(0) {
        inner.step(reader.tokens, reader.at);
        let here: Vec<String> = module.iter().chain(inner.names()).cloned().collect();
        let Kind::Word(word) = &token.kind else {
            reader.at += 1;
            continue;
        };
        // `extern crate self as x` gives the root a name that no later path shows.
        if word == "extern" && reader.peek(1).is_some_and(|next| next.is_word("crate")) {
            reader.found.push(Import { path: Vec::new(), line: token.line });
            reader.at += 1;
            continue;
        }
        if reader.continues_a_path() || !reader.heads_a_path() {
            reader.at += 1;
            continue;
        }
        let start = match word.as_str() {
            "crate" | LIBRARY => Vec::new(),
            ENGINE => vec![ENGINE.to_owned()],
            "self" => here,
            "super" => reader.climb(here),
            _ => {
                reader.at += 1;
                continue;
            }
        };
        reader.at += 1;
        reader.tree(start);
    }
    reader.found
}

/// Every path of a program or of the engine that leads into the package by its name.
pub(super) fn of_outsider(tokens: &[Token]) -> Vec<Import> {
    let mut reader = Reader { tokens, at: 0, found: Vec::new() };
    while let Some(token) = reader.peek(0) {
        let named = token.is_word(LIBRARY) && !reader.continues_a_path() && reader.heads_a_path();
        reader.at += 1;
        if named {
            reader.tree(Vec::new());
        }
    }
    reader.found
}

/// The inline modules (`mod tests { … }`) that are open.
#[derive(Default)]
struct Inner {
    depth: usize,
    open: Vec<(String, usize)>,
}

impl Inner {
    fn names(&self) -> impl Iterator<Item = &String> {
        self.open.iter().map(|(name, _)| name)
    }

    fn step(&mut self, tokens: &[Token], at: usize) {
        if tokens[at].is_punct('{') {
            self.depth += 1;
            if let Some([keyword, name]) = at.checked_sub(2).map(|from| &tokens[from..at])
                && let (true, Kind::Word(name)) = (keyword.is_word("mod"), &name.kind)
            {
                self.open.push((name.clone(), self.depth));
            }
        } else if tokens[at].is_punct('}') {
            self.open.pop_if(|(_, depth)| *depth == self.depth);
            self.depth = self.depth.saturating_sub(1);
        }
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    found: Vec<Import>,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, kind: &Kind) -> bool {
        self.peek(ahead).is_some_and(|token| token.kind == *kind)
    }

    /// Whether the word here comes after `name::`; a bare leading `::` starts a path.
    fn continues_a_path(&self) -> bool {
        let before = |back: usize| self.at.checked_sub(back).map(|at| &self.tokens[at].kind);
        before(1) == Some(&Kind::PathSep)
            && matches!(before(2), Some(Kind::Word(name)) if name != "use")
    }

    /// Whether the word here goes on as a path or gets another name.
    fn heads_a_path(&self) -> bool {
        self.is(1, &Kind::PathSep) || self.peek(1).is_some_and(|token| token.is_word("as"))
    }

    /// Goes up one module for the `super` here and for each that follows it.
    fn climb(&mut self, mut module: Vec<String>) -> Vec<String> {
        module.pop();
        while self.is(1, &Kind::PathSep) && self.peek(2).is_some_and(|token| token.is_word("super"))
        {
            module.pop();
            self.at += 2;
        }
        module
    }

    /// Reads what follows a head, `::a::{b, c::d}`, and keeps each leaf.
    fn tree(&mut self, mut path: Vec<String>) {
        let line = self.tokens[self.at - 1].line;
        while self.is(0, &Kind::PathSep) {
            match self.peek(1).map(|token| token.kind.clone()) {
                Some(Kind::Word(word)) => path.push(word),
                Some(Kind::Punct('*')) => path.push("*".to_owned()),
                Some(Kind::Punct('{')) => {
                    self.at += 2;
                    return self.group(&path);
                }
                _ => break,
            }
            self.at += 2;
        }
        self.found.push(Import { path, line });
    }

    /// Reads the members of a group up to and with its closing brace.
    fn group(&mut self, prefix: &[String]) {
        while let Some(token) = self.peek(0) {
            let (kind, line) = (token.kind.clone(), token.line);
            self.at += 1;
            match kind {
                Kind::Punct('}') => return,
                Kind::Word(word) if word == "as" => self.at += 1,
                Kind::Word(word) if word == "self" => {
                    self.found.push(Import { path: prefix.to_vec(), line });
                }
                Kind::Word(word) => self.tree([prefix, &[word]].concat()),
                Kind::Punct('*') => {
                    self.found.push(Import { path: [prefix, &["*".to_owned()]].concat(), line });
                }
                _ => {}
            }
        }
    }
}
