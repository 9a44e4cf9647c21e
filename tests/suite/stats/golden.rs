//! Reading golden files: a file without cases fails, as does a missing field.

use serde_json::Value;
use std::path::Path;

pub(crate) fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// The array `key`, which must not be empty.
pub(crate) fn cases<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    let cases = file[key].as_array().unwrap_or_else(|| panic!("no array {key}"));
    assert!(!cases.is_empty(), "{key} is empty");
    cases
}

pub(crate) fn f(case: &Value, key: &str) -> f64 {
    case[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {case}"))
}

pub(crate) fn u(case: &Value, key: &str) -> u64 {
    case[key].as_u64().unwrap_or_else(|| panic!("no count {key} in {case}"))
}

pub(crate) fn i(case: &Value, key: &str) -> i64 {
    case[key].as_i64().unwrap_or_else(|| panic!("no integer {key} in {case}"))
}

pub(crate) fn s<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("no text {key} in {case}"))
}

pub(crate) fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

/// The keys of a case, so that a test can insist on knowing every one.
pub(crate) fn assert_keys(case: &Value, known: &[&str]) {
    for key in case.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "field {key} is not tested");
    }
}

/// Absolute and relative tolerance of a file.
#[derive(Clone, Copy)]
pub(crate) struct Tolerance {
    pub(crate) abs: f64,
    pub(crate) rel: f64,
}

impl Tolerance {
    pub(crate) fn of(file: &Value) -> Self {
        let get = |key: &str| file["tolerance"][key].as_f64().unwrap_or(0.0);
        let tolerance = Self { abs: get("abs"), rel: get("rel") };
        assert!(tolerance.abs > 0.0 || tolerance.rel > 0.0, "file states no tolerance");
        tolerance
    }

    #[track_caller]
    pub(crate) fn check(self, what: &str, got: f64, want: f64) {
        let allowed = self.abs.max(self.rel * want.abs());
        assert!((got - want).abs() <= allowed, "{what}: got {got:e}, want {want:e}");
    }
}
