//! The scanner against serde and against every kind of fault.

use super::{Fault, FaultKind, MAX_DEPTH, scan};
use proptest::prelude::*;

fn fault(text: &str) -> (FaultKind, usize, usize) {
    let Fault { kind, line, column } = scan(text.as_bytes()).unwrap_err();
    (kind, line, column)
}

#[test]
fn good_json_passes() {
    for text in [
        "{}",
        "[]",
        "0",
        " [1, -2.50e+3, \"\\u00e9\\ud83d\\ude00\", {\"a\": {\"a\": null}}, true] \n",
        "{\"a\":[],\"b\":{}}",
        "-0.0",
    ] {
        assert_eq!(scan(text.as_bytes()), Ok(text), "{text}");
    }
}

#[test]
fn faults_name_their_place() {
    assert_eq!(fault("{\"ok\":1,\n \"ok\":0}"), (FaultKind::DuplicateKey("ok".into()), 2, 2));
    assert_eq!(fault("{\"a\":1,\"\\u0061\":0}"), (FaultKind::DuplicateKey("a".into()), 1, 8));
    assert_eq!(fault("\u{feff}{}"), (FaultKind::ByteOrderMark, 1, 1));
    assert_eq!(fault("[NaN]"), (FaultKind::Number("`NaN` is not a JSON number".into()), 1, 2));
    assert_eq!(fault("[\n1e400]").1, 2);
    assert_eq!(
        fault("[9007199254740992]"),
        (FaultKind::Number("integer 9007199254740992 is not below 2^53".into()), 1, 2)
    );
    assert_eq!(fault("[-9007199254740992]").2, 2);
    let not_utf8 = scan(b"[\"\xff\"]").unwrap_err();
    assert_eq!((not_utf8.kind, not_utf8.column), (FaultKind::NotUtf8, 3));
}

#[test]
fn a_key_is_found_twice_among_many() {
    let mut keys: Vec<String> = (0..100).map(|n| format!("\"k{n}\":0")).collect();
    keys.push("\"k7\":1".into());
    assert_eq!(fault(&format!("{{{}}}", keys.join(","))).0, FaultKind::DuplicateKey("k7".into()));
}

#[test]
fn depth_has_an_end() {
    assert!(scan(("[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH)).as_bytes()).is_ok());
    assert_eq!(fault(&"[".repeat(MAX_DEPTH + 1)), (FaultKind::TooDeep, 1, MAX_DEPTH + 1));
    assert_eq!(fault(&"[".repeat(10_000_000)).0, FaultKind::TooDeep);
}

#[test]
fn what_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[1",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "[1 2]",
        "1 2",
        "\"a",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\n\"",
        "'a'",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "Infinity",
        "-Infinity",
        "tru",
        "nul",
        "{\"a\":1]",
        "[1}",
        "]",
        "// c\n1",
    ] {
        assert!(scan(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn what_follows_equal_texts_is_still_read() {
    for text in ["[\"a\",\"a\",\"a\"]", "[\"a\",\"a\", 1]", "[\"\\\"\",\"\\\"\",\"\"]"] {
        assert_eq!(scan(text.as_bytes()), Ok(text), "{text}");
    }
    for (text, column) in [
        ("[\"a\",\"a\"", 9),
        ("[\"a\",\"a\"x]", 9),
        ("[\"a\",\"a\",]", 10),
        ("[\"a\",\"a\",\"a", 10),
        ("{\"b\":\"a\",\"a\"}", 13),
    ] {
        assert_eq!((fault(text).1, fault(text).2), (1, column), "{text}");
    }
}

proptest! {
    /// Whatever the scanner accepts serde_json accepts, and the other way round
    /// but for the rules that are ours alone.
    #[test]
    fn agrees_with_serde_on_arbitrary_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        prop_assert_eq!(scan(&bytes).is_ok(), serde_json::from_slice::<serde_json::Value>(&bytes).is_ok() && !bytes.starts_with(b"\xef\xbb\xbf"));
    }

    #[test]
    fn agrees_with_serde_on_json_like_text(text in "[\\[\\]{},:\"0-9a-e.\\\\ntru -]{0,24}") {
        let ours = scan(text.as_bytes());
        let serde = serde_json::from_str::<serde_json::Value>(&text);
        match ours {
            Ok(_) => prop_assert!(serde.is_ok(), "{text}"),
            Err(Fault { kind: FaultKind::DuplicateKey(_) | FaultKind::Number(_), .. }) => {}
            Err(_) => prop_assert!(serde.is_err(), "{text}"),
        }
    }

    #[test]
    fn agrees_with_serde_on_texts_that_repeat(pieces in proptest::collection::vec(
        proptest::sample::select(vec!["\"a\"", ",\"a\"", "\"a\\\"\"", ",", ":", "[", "]", "{", "}", "\"", "a"]), 0..16
    )) {
        let text = format!("[\"a\"{}]", pieces.concat());
        let ours = scan(text.as_bytes());
        let twice = matches!(ours, Err(Fault { kind: FaultKind::DuplicateKey(_), .. }));
        let serde = serde_json::from_str::<serde_json::Value>(&text);
        prop_assert!(twice || ours.is_ok() == serde.is_ok(), "{}", text);
    }
}
