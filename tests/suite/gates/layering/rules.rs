//! The rules themselves: each looks at one file and reports lines.

use super::Rule;
use super::imports::{self, ENGINE, Import};
use super::lexer::{Kind, Source, Token};

/// A line that breaks a rule, and what stands there.
pub(super) type Finding = (Rule, usize, String);

/// Longest Rust file, in lines, unless its first line says that it is a data table.
const MAX_LINES: usize = 400;

/// Files that read a clock.
const CLOCK: [&str; 1] = ["src/measure/clock.rs"];
/// Names by which a clock is read, a crate of clocks among them.
const CLOCK_NAMES: [&str; 8] = [
    "SystemTime",
    "Instant",
    "ClockId",
    "clock_gettime",
    "gettimeofday",
    "jiff",
    "chrono",
    "OffsetDateTime",
];
/// Rooms without floating point.
const EXACT: [&str; 3] = ["src/units.rs", "src/record/", "src/archive/"];
/// Where `unsafe` may stand.
const UNSAFE: [&str; 3] = ["engine/src/cuda/", "engine/src/cpu/simd/", "engine/src/sys.rs"];
/// Where a program may print.
const PRINTS: [&str; 2] = ["src/bin/", "engine/src/bin/"];
/// Rooms whose output is in an order, so that a hash map has no place there.
const ORDERED: [&str; 3] = ["src/archive/", "src/report/", "src/site/"];
/// Templates that may pass text unescaped, because a reviewed function made it.
const TEMPLATES_WITH_SAFE: [&str; 0] = [];

/// Whether `path` is one of the files, or lies in one of the folders.
fn within(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| path == *place || place.ends_with('/') && path.starts_with(place))
}

/// What a file of the library is part of; `None` if there is no such room.
fn room(path: &[String]) -> Option<&str> {
    let rooms =
        ["units", "exit", "record", "archive", "study", "stats", "measure", "report", "site"];
    path.first().map(String::as_str).filter(|name| rooms.contains(name))
}

/// Whether a file of `room` may name `path`.
fn may_import(room: &str, path: &[String]) -> bool {
    let Some(target) = path.first().map(String::as_str) else { return false };
    let rooms: &[&str] = match room {
        "record" => &["units"],
        "archive" | "study" | "stats" => &["record", "units"],
        "report" => &["archive", "study", "stats", "record", "units"],
        "site" => &["report", "archive", "study", "stats", "record", "units"],
        "measure" => &["archive", "study", "record", "units", ENGINE],
        _ => &[],
    };
    let numbers = ["metric", "quantile", "number"];
    let calibrates = room == "measure"
        && target == "stats"
        && path.get(1).is_some_and(|module| numbers.contains(&module.as_str()));
    target == room || rooms.contains(&target) || calibrates
}

/// Who imports whom.
pub(super) fn imports(path: &str, source: &Source) -> Vec<Finding> {
    let refused = |import: Import| {
        let shown = if import.path.is_empty() {
            "the root of the package".to_owned()
        } else {
            import.path.join("::")
        };
        (Rule::Import, import.line, shown)
    };
    if path.starts_with("engine/src/") {
        return imports::of_outsider(&source.tokens).into_iter().map(refused).collect();
    }
    // Programs may import anything; the root only lists the rooms.
    let Some(below) = path.strip_prefix("src/").filter(|below| !below.starts_with("bin/")) else {
        return Vec::new();
    };
    let module = imports::module_of(below);
    let found = imports::of_library(&source.tokens, &module);
    if module.is_empty() {
        return found.into_iter().map(refused).collect();
    }
    let Some(own) = room(&module) else {
        return vec![(Rule::Import, 1, format!("no room is called {}", module[0]))];
    };
    found.into_iter().filter(|import| !may_import(own, &import.path)).map(refused).collect()
}

/// Words that may stand only in some places: clocks, floats, `unsafe`, prints.
pub(super) fn words(path: &str, source: &Source) -> Vec<Finding> {
    let tokens = &source.tokens;
    let is_macro = |at: usize| tokens.get(at + 1).is_some_and(|next| next.is_punct('!'));
    let mut found = Vec::new();
    for (at, Token { kind, line }) in tokens.iter().enumerate() {
        let mut report = |rule, text: &str| found.push((rule, *line, text.to_owned()));
        match kind {
            Kind::Float if within(path, &EXACT) => report(Rule::Float, "a literal with a fraction"),
            Kind::Word(word) => match word.as_str() {
                name if CLOCK_NAMES.contains(&name) && !within(path, &CLOCK) => {
                    report(Rule::Clock, name);
                }
                name if is_float(name) && within(path, &EXACT) => report(Rule::Float, name),
                "unsafe" if !within(path, &UNSAFE) => report(Rule::Unsafe, word),
                "print" | "println" | "eprint" | "eprintln"
                    if is_macro(at) && !within(path, &PRINTS) =>
                {
                    report(Rule::Print, word);
                }
                _ => {}
            },
            _ => {}
        }
    }
    found
}

/// `f64`, `as_f32`, `from_f64` and their like.
fn is_float(word: &str) -> bool {
    ["f32", "f64"].iter().any(|float| {
        word.strip_suffix(float).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    })
}

/// Hash maps: refused where output has an order, explained elsewhere.
pub(super) fn order(path: &str, source: &Source) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut importing = false;
    for (at, Token { kind, line }) in source.tokens.iter().enumerate() {
        match kind {
            Kind::Word(word) if word == "use" => importing = true,
            Kind::Punct(';') => importing = false,
            Kind::Word(word) if word.ends_with("HashMap") || word.ends_with("HashSet") => {
                // Importing the name decides nothing, unless under another name.
                let renamed = source.tokens.get(at + 1).is_some_and(|next| next.is_word("as"));
                let explained = importing && !renamed || says_order(source, *line);
                if within(path, &ORDERED) || !explained {
                    found.push((Rule::Order, *line, word.clone()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a comment on this line, or in the lines right above, says `order:`.
fn says_order(source: &Source, line: usize) -> bool {
    let says = |line: usize| source.comments.get(&line).map(|text| text.contains("order:"));
    says(line) == Some(true) || (1..line).rev().map_while(says).any(|says_order| says_order)
}

/// How a file opens, and how long it is.
pub(super) fn form(text: &str) -> Vec<Finding> {
    let first = text.lines().next().unwrap_or_default();
    let mut found = Vec::new();
    if !first.starts_with("//!") {
        found.push((Rule::Opening, 1, "no `//!`".to_owned()));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES && !first.to_lowercase().contains("data table") {
        found.push((Rule::Length, MAX_LINES + 1, format!("{lines} lines")));
    }
    found
}

/// Text that a template passes unescaped.
pub(super) fn template(path: &str, text: &str) -> Vec<Finding> {
    if within(path, &TEMPLATES_WITH_SAFE) {
        return Vec::new();
    }
    let unescaped = |line: &str| {
        line.split('|').skip(1).any(|filter| {
            filter
                .trim_start()
                .strip_prefix("safe")
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let lines = text.lines().enumerate().filter(|(_, line)| unescaped(line));
    lines.map(|(at, line)| (Rule::Safe, at + 1, line.trim().to_owned())).collect()
}
