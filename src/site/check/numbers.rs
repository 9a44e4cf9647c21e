//! Numbers: the raw value of every figure can be read by a program.
//!
//! Job: a `<data value>` holds the unrounded number of a record in the grammar of
//! JSON, or two whole numbers (`accepted/rejected`). Where the reader sees no digit,
//! it may hold the record's word instead (an end, yes or no) but never a word for a
//! number that is none. Neighbours: `macros.html` writes them, `twins` compares them.

use super::fault::{Fault, Rule};
use super::page::Page;
use crate::record::Decimal;

/// Spellings of a number that is none: a missing value has no `<data>` but a reason.
const NO_NUMBER: [&str; 8] =
    ["inf", "infinity", "missing", "nan", "none", "null", "undefined", "unknown"];

pub(super) fn check(page: &Page, faults: &mut Vec<Fault>) {
    for data in page.document.named("data") {
        let Some(value) = data.attribute("value") else {
            let fault = page.fault(Rule::Number, data.line(), "<data value>", "a value", "none");
            faults.push(fault);
            continue;
        };
        let text = data.text();
        let digits = text.contains(|c: char| c.is_ascii_digit());
        let expected = match (is_number(value), digits) {
            (true, true) => continue,
            (true, false) => "a figure to see",
            (false, false) if is_word(value) => continue,
            (false, _) => "a number",
        };
        let found = format!("`{value}`, shown as `{}`", text.trim());
        faults.push(page.fault(Rule::Number, data.line(), "<data value>", expected, found));
    }
}

fn is_number(value: &str) -> bool {
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    Decimal::parse(value).is_ok()
        || value.split_once('/').is_some_and(|(left, right)| whole(left) && whole(right))
}

fn is_word(value: &str) -> bool {
    !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && !NO_NUMBER.contains(&value.to_ascii_lowercase().as_str())
}
