//! Layering: who imports whom, and what may stand only in some rooms.
//!
//! Job: [`violations`] reads source text and nothing else, so that a rule holds
//! under every feature and target. Neighbours: `lexer` makes tokens, `imports`
//! resolves paths, `rules` judges, `broken` shows that every rule bites.

mod broken;
mod imports;
mod lexer;
mod rules;

use std::fmt;

/// What a violation breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// A room imports only what the design lets it.
    Import,
    /// A clock is read in one place.
    Clock,
    /// No floating point where digits are exact.
    Float,
    /// `unsafe` only where a kernel or the system needs it.
    Unsafe,
    /// Only programs print.
    Print,
    /// No order that changes from run to run.
    Order,
    /// Templates escape.
    Safe,
    /// A file opens with its job.
    Opening,
    /// A file can be read in one sitting.
    Length,
}

/// One place that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Violation {
    rule: Rule,
    path: String,
    line: usize,
    found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, line, found } = self;
        write!(f, "{path}:{line}: {rule:?}: {found}")
    }
}

/// Every violation in these files, each a path below the root and its text.
fn violations(files: &[(String, String)]) -> Vec<Violation> {
    let of_file = |(path, text): &(String, String)| {
        let mut found = Vec::new();
        if path.starts_with("site-templates/") {
            found = rules::template(path, text);
        } else if path.ends_with(".rs") {
            found.extend(rules::form(text));
            if path.starts_with("src/") || path.starts_with("engine/src/") {
                let source = lexer::lex(text);
                found.extend(rules::imports(path, &source));
                found.extend(rules::words(path, &source));
                found.extend(rules::order(path, &source));
            }
        }
        let named = |(rule, line, found)| Violation { rule, path: path.clone(), line, found };
        found.into_iter().map(named).collect::<Vec<_>>()
    };
    files.iter().flat_map(of_file).collect()
}

/// The Rust files and templates of the repository, by path.
fn tree() -> Vec<(String, String)> {
    let root = super::root();
    let rooms = ["src", "engine", "tests", "benches", "site-templates"];
    let present = rooms.iter().map(|room| root.join(room)).filter(|folder| folder.exists());
    present
        .flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name())
        .map(|entry| entry.expect("the tree can be walked").into_path())
        .filter(|path| path.is_file())
        .map(|path| (path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned(), path))
        .filter(|(name, _)| name.ends_with(".rs") || name.starts_with("site-templates/"))
        .filter(|(name, _)| !name.starts_with("site-templates/assets/"))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn the_tree_keeps_to_the_rooms() {
    let files = tree();
    assert!(files.iter().any(|(path, _)| path == "src/lib.rs"), "the tree was found");
    let found: Vec<String> = violations(&files).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}
