//! Every rule bites: small broken files in the real tree are seen, and nothing else.

use super::{Rule, tree, violations};

/// How the small files open, so that they break one rule only.
const OPENING: &str = "//! x\n";

/// A file put into the tree: its path, the line that breaks the rule, its text.
type Case<'a> = (&'a str, usize, &'a str);

/// What is found once the cases stand in the tree, in place of files of the same path.
fn found_with(opening: &str, cases: &[Case<'_>]) -> Vec<(Rule, String, usize)> {
    let mut files = tree();
    files.retain(|(path, _)| cases.iter().all(|(own, ..)| own != path));
    files.extend(
        cases.iter().map(|(path, _, text)| ((*path).to_owned(), format!("{opening}{text}"))),
    );
    violations(&files).into_iter().map(|found| (found.rule, found.path, found.line)).collect()
}

/// A file is judged by itself, so all cases are added at once and each must be seen, once.
fn seen(rule: Rule, opening: &str, cases: &[Case<'_>]) {
    let mut found = found_with(opening, cases).into_iter();
    for (path, line, text) in cases {
        assert_eq!(found.next(), Some((rule, (*path).to_owned(), *line)), "{text}");
    }
    assert_eq!(found.next(), None, "nothing else is seen");
}

#[test]
fn an_import_against_the_order_of_rooms_is_seen() {
    seen(
        Rule::Import,
        OPENING,
        &[
            ("src/units.rs", 2, "use crate::record::Id;"),
            ("src/record/x.rs", 2, "use crate::stats::pairs;"),
            ("src/archive/x.rs", 2, "use crate::stats;"),
            ("src/archive/x.rs", 2, "use crate::study::Task;"),
            ("src/study/x.rs", 2, "use crate::archive;"),
            ("src/stats/x.rs", 2, "use crate::archive::VerifiedBundle;"),
            ("src/report/x.rs", 2, "use crate::site;"),
            ("src/report/x.rs", 2, "use crate::measure::clock;"),
            ("src/site/x.rs", 2, "use crate::measure;"),
            ("src/measure/x.rs", 2, "use crate::report::TranscriptionReport;"),
            ("src/measure/x.rs", 2, "use crate::site;"),
            ("src/measure/x.rs", 2, "use crate::stats::pairs;"),
            ("src/measure/x.rs", 2, "use crate::stats;"),
            ("src/measure/x.rs", 2, "use crate::stats::*;"),
            ("src/report/x.rs", 2, "use jissoku_engine::Model;"),
            ("engine/src/x.rs", 2, "use jissoku::units::Nanos;"),
            ("src/archive/x.rs", 2, "use crate::exit::Exit;"),
            ("src/attic/mod.rs", 1, "fn a_room_that_is_not_in_the_design() {}"),
            ("src/lib.rs", 3, "pub mod report;\npub use crate::report::Caution;"),
        ],
    );
}

#[test]
fn an_import_is_seen_however_it_is_written() {
    let cases = [
        (4, "use crate::{\n    units::Bytes,\n    report::Caution,\n};"),
        (2, "use crate::{units::{self, Bytes}, site::{a::{b}}};"),
        (2, "use {crate::units::Bytes, crate::site::Page};"),
        (3, "fn f() {\n    crate::stats::number(1)\n}"),
        (2, "fn f(_: Vec<crate::report::Caution>) {}"),
        (2, "macro_rules! m { () => { $crate::report::f() } }"),
        (2, "use super::super::super::report::Caution;"),
        (3, "mod tests {\n    use super::super::super::super::site;\n}"),
        (3, "mod tests {}\nuse super::super::super::site;"),
        (2, "use crate as root;"),
        (2, "use crate::{self as root};"),
        (2, "use crate::*;"),
        (2, "use super::super::super as root;"),
        (2, "extern crate self as root;"),
        (2, "use crate::report as r;"),
        (2, "use ::jissoku::report;"),
        (2, "use crate::r#report;"),
        (2, "use crate /* here */ :: report;"),
    ];
    let in_record = cases.map(|(line, text)| ("src/record/json/x.rs", line, text));
    seen(Rule::Import, OPENING, &in_record);
    seen(Rule::Import, OPENING, &[("src/stats/mod.rs", 2, "use super::report;")]);
}

#[test]
fn a_clock_read_elsewhere_is_seen() {
    seen(
        Rule::Clock,
        OPENING,
        &[
            ("src/measure/x.rs", 2, "fn f() { std::time::Instant::now(); }"),
            ("src/site/x.rs", 2, "use std::time::{Duration, SystemTime};"),
            ("src/measure/x.rs", 2, "use rustix::time::clock_gettime;"),
            ("src/archive/x.rs", 2, "fn f() { jiff::Timestamp::now(); }"),
            ("src/report/x.rs", 2, "use jiff::Zoned as T;"),
            ("src/bin/x.rs", 2, "use std::time::Instant;"),
            ("engine/src/x.rs", 2, "use std::time::Instant;"),
        ],
    );
}

#[test]
fn floating_point_where_digits_are_exact_is_seen() {
    seen(
        Rule::Float,
        OPENING,
        &[
            ("src/record/x.rs", 2, "struct S(f64);"),
            ("src/archive/x.rs", 2, "struct S(f32);"),
            ("src/archive/x.rs", 2, "fn f() { v.as_f64(); }"),
            ("src/units.rs", 3, "\nconst A: T = 1.5;"),
            ("src/units.rs", 2, "fn f() { 0..1.5 }"),
            ("src/record/x.rs", 2, "fn f() { 1e-9 }"),
            ("src/record/x.rs", 2, "fn f() { 1_f64 }"),
            ("src/record/x.rs", 2, "fn f() { 1. }"),
        ],
    );
}

#[test]
fn unsafe_code_out_of_its_places_is_seen() {
    seen(
        Rule::Unsafe,
        OPENING,
        &[
            ("src/archive/x.rs", 2, "fn f() { unsafe { g() } }"),
            ("engine/src/cpu/x.rs", 2, "unsafe fn f() {}"),
            ("engine/src/system.rs", 2, "unsafe impl Send for S {}"),
            ("engine/src/cpu/simd.rs", 2, "unsafe fn f() {}"),
        ],
    );
}

#[test]
fn a_print_outside_a_program_is_seen() {
    seen(
        Rule::Print,
        OPENING,
        &[
            ("src/measure/x.rs", 2, "fn f() { println!(\"\") }"),
            ("src/site/x.rs", 2, "fn f() { std::eprint!(\"\") }"),
            ("src/exit.rs", 2, "fn f() { eprintln! { \"\" } }"),
            ("engine/src/x.rs", 2, "fn f() { print!(\"\") }"),
        ],
    );
}

#[test]
fn an_order_that_may_change_is_seen() {
    seen(
        Rule::Order,
        OPENING,
        &[
            ("src/report/x.rs", 3, "// order: only counted\nfn f(_: HashMap<u8, u8>) {}"),
            ("src/archive/x.rs", 2, "use std::collections::HashSet;"),
            ("src/site/x.rs", 2, "type T = FxHashMap<u8, u8>;"),
            ("src/stats/x.rs", 4, "use std::collections::HashMap;\n\nfn f(_: HashMap<u8, u8>) {}"),
            ("src/stats/x.rs", 4, "// order: too far away\n\nfn f(_: HashMap<u8, u8>) {}"),
            ("src/stats/x.rs", 2, "use std::collections::HashMap as Map;"),
        ],
    );
}

#[test]
fn unescaped_text_in_a_template_is_seen() {
    seen(
        Rule::Safe,
        "",
        &[
            ("site-templates/x.html", 2, "<p>\n{{ text|safe }}"),
            ("site-templates/x.html", 1, "{{ text | trim | safe }}"),
            ("site-templates/a/x.xml", 1, "{{ text|safe(\"html\") }}"),
        ],
    );
}

#[test]
fn a_file_that_does_not_say_its_job_is_seen() {
    seen(
        Rule::Opening,
        "",
        &[
            ("src/stats/x.rs", 1, "// x"),
            ("tests/suite/x.rs", 1, "/// x\nfn f() {}"),
            ("engine/src/x.rs", 1, "\n//! x"),
            ("src/stats/x.rs", 1, ""),
        ],
    );
}

#[test]
fn a_file_without_end_is_seen() {
    let lines = "\n".repeat(400);
    seen(Rule::Length, OPENING, &[("src/stats/x.rs", 401, &lines), ("tests/x.rs", 401, &lines)]);
    assert_eq!(found_with("//! Data table: x\n", &[("src/stats/x.rs", 0, &lines)]), []);
    assert_eq!(found_with(OPENING, &[("src/stats/x.rs", 0, &lines[1..])]), []);
}

#[test]
fn what_only_looks_like_a_violation_passes() {
    let record = [
        "// f64, unsafe, crate::site\n/* Instant /* println!() */ crate::report::f */",
        "const A: &str = \"crate::site \\\" f64\";\nconst B: &str = r#\"unsafe \"f64\" println!\"#;",
        "fn f<'a>(c: char) -> bool { c == '\"' || c == '\\'' || matches!(c, 'a'..='z') }",
        "fn f(p: ((u8, u8), u8)) { (p.0.1, 0..9, 1usize, 0x1e5, 1.max(2)) }",
        "use super::super::units::Bytes;\nuse self::y::Z;\npub(crate) use super::Id;",
        "mod tests {\n    use super::super::super::units;\n}\nuse super::Id;",
    ];
    let record = record.map(|text| ("src/record/x.rs", 0, text));
    assert_eq!(found_with(OPENING, &record), []);
    let elsewhere = [
        ("src/measure/x.rs", "use crate::stats::{metric::Rate, number, quantile};"),
        ("src/measure/x.rs", "use jissoku_engine::Model;\nuse std::time::Duration;"),
        ("src/measure/clock.rs", "use std::time::Instant;"),
        ("src/stats/x.rs", "fn f() -> f64 { 1.5 }\nfn g() { map.println(); }"),
        ("src/stats/x.rs", "fn f(_: HashMap<u8, u8>) {} // order: only counted"),
        ("src/stats/x.rs", "// order: looked up,\n// never walked\nfn f(_: HashMap<u8, u8>) {}"),
        ("src/bin/x.rs", "use jissoku::{measure, site};\nfn main() { println!(\"\") }"),
        ("engine/src/sys.rs", "unsafe fn f() {}"),
        ("engine/src/x.rs", "use crate::report::f;"),
        ("site-templates/x.html", "{{ text|safely }} safe | safer {{ a || safety }}"),
    ];
    assert_eq!(found_with(OPENING, &elsewhere.map(|(path, text)| (path, 0, text))), []);
}
