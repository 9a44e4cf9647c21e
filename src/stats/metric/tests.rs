//! Every metric on trials small enough to compute by hand.

use super::{Metric, NoValue};
use crate::record::json;
use crate::record::plan::Markup;
use crate::record::trial::Trial;

const EXAMPLE: &str = include_str!("../../../tests/fixtures/examples/trial.jsonl");

fn markup(starts_inside_reasoning: bool) -> Markup {
    Markup {
        reasoning_open: "<think>".to_owned(),
        reasoning_close: "</think>".to_owned(),
        starts_inside_reasoning,
    }
}

/// A trial that ended well, with marks `(ms, tokens, text)`.
fn trial(marks: &[(u64, Option<u64>, &str)], engine: u64) -> Trial {
    of_field(
        &marks.iter().map(|(at, n, text)| (*at, *n, *text, "content")).collect::<Vec<_>>(),
        engine,
    )
}

fn of_field(marks: &[(u64, Option<u64>, &str, &str)], engine: u64) -> Trial {
    let mut value: serde_json::Value =
        serde_json::from_str(EXAMPLE.lines().nth(1).unwrap()).unwrap();
    let mut output = String::new();
    let mut ends = Vec::new();
    for (_, _, text, _) in marks {
        output += text;
        ends.push(output.len());
    }
    let missing = serde_json::json!({"missing": "not sent"});
    let tokens: Vec<serde_json::Value> =
        marks.iter().map(|(_, n, _, _)| n.map_or(missing.clone(), Into::into)).collect();
    value["marks"] = serde_json::json!({
        "at_ns": marks.iter().map(|(at, ..)| at * 1_000_000).collect::<Vec<_>>(),
        "tokens": tokens,
        "text_end": ends,
        "field": marks.iter().map(|(.., field)| *field).collect::<Vec<_>>(),
        "raw_end": ends,
    });
    value["output"] = output.into();
    value["tokens"]["engine"] = engine.into();
    json::parse(value.to_string().as_bytes()).unwrap()
}

fn value(metric: Metric, trial: &Trial) -> Result<f64, NoValue> {
    metric.of(trial, &markup(false))
}

#[test]
fn rates_leave_out_the_tokens_of_the_first_mark() {
    // Ten marks of four tokens, 40 ms apart: 36 tokens in 360 ms.
    let marks: Vec<_> = (0..10).map(|i| (50 + 40 * i, Some(4), "abcd")).collect();
    let trial = trial(&marks, 40);
    assert_eq!(value(Metric::DecodeRate, &trial), Ok(100.0));
    assert_eq!(value(Metric::TimeToFirstGeneratedToken, &trial), Ok(0.05));
    assert_eq!(value(Metric::RequestLatency, &trial), Ok(0.41));
}

#[test]
fn a_mark_without_a_token_is_no_first_token() {
    let marks = [(50, Some(0), ""), (300, Some(1), "a"), (310, Some(1), "b")];
    let trial = trial(&marks, 2);
    assert_eq!(value(Metric::TimeToFirstGeneratedToken, &trial), Ok(0.3));
    assert_eq!(value(Metric::TimeToFirstVisibleText, &trial), Ok(0.3));
    assert_eq!(value(Metric::DecodeRate, &trial), Ok(100.0));
}

#[test]
fn a_rate_that_is_not_known_is_missing_with_its_reason() {
    let rate = |marks: &[(u64, Option<u64>, &str)], engine| {
        value(Metric::DecodeRate, &trial(marks, engine))
    };
    assert_eq!(rate(&[], 0), Err(NoValue::NoToken));
    assert_eq!(rate(&[(50, Some(3), "abc")], 3), Err(NoValue::OneMark));
    assert_eq!(rate(&[(50, Some(1), "a"), (50, Some(1), "b")], 2), Err(NoValue::OneMark));
    assert_eq!(rate(&[(50, None, "a"), (60, Some(1), "b")], 2), Err(NoValue::FirstMarkUnknown));
    assert_eq!(rate(&[(50, Some(1), "a"), (60, Some(1), "b")], 3), Err(NoValue::CountsDiffer));
    assert_eq!(rate(&[(50, Some(1), "a"), (60, None, "bc")], 3), Ok(200.0));
    assert_eq!(rate(&[(50, Some(4), "a"), (60, None, "bc")], 3), Err(NoValue::CountsDiffer));
}

#[test]
fn reasoning_in_either_spelling_is_visible_and_no_answer() {
    for field in ["reasoning_content", "reasoning"] {
        let marks = [
            (50, Some(1), "think", field),
            (60, Some(1), "ing", field),
            (310, Some(1), "42", "content"),
        ];
        let trial = of_field(&marks, 3);
        assert_eq!(value(Metric::TimeToFirstVisibleText, &trial), Ok(0.05));
        assert_eq!(value(Metric::TimeToFirstAnswerText, &trial), Ok(0.31));
    }
}

#[test]
fn markup_that_is_split_across_marks_is_no_text() {
    let marks = [
        (10, Some(1), "<thi"),
        (20, Some(1), "nk>\n"),
        (30, Some(1), "考え"),
        (40, Some(1), "</th"),
        (50, Some(1), "ink>\n\n"),
        (60, Some(1), "答え"),
    ];
    let trial = trial(&marks, 6);
    assert_eq!(value(Metric::TimeToFirstGeneratedToken, &trial), Ok(0.01));
    assert_eq!(value(Metric::TimeToFirstVisibleText, &trial), Ok(0.03));
    assert_eq!(value(Metric::TimeToFirstAnswerText, &trial), Ok(0.06));
}

#[test]
fn an_output_that_never_leaves_its_reasoning_has_no_answer() {
    let trial = trial(&[(10, Some(1), "still"), (20, Some(1), " thinking")], 2);
    assert_eq!(Metric::TimeToFirstAnswerText.of(&trial, &markup(true)), Err(NoValue::NoText));
    assert_eq!(Metric::TimeToFirstVisibleText.of(&trial, &markup(true)), Ok(0.01));
    assert_eq!(Metric::TimeToFirstAnswerText.of(&trial, &markup(false)), Ok(0.01));
}

#[test]
fn a_trial_that_failed_has_no_speed() {
    let failed: Trial = json::parse(EXAMPLE.lines().next().unwrap().as_bytes()).unwrap();
    for metric in Metric::ALL {
        assert_eq!(value(metric, &failed), Err(NoValue::Failed), "{metric:?}");
    }
}

#[test]
fn acceptance_is_accepted_over_drafted() {
    let mut trial = trial(&[(10, Some(1), "a")], 1);
    assert_eq!(value(Metric::DraftAcceptance, &trial), Ok(2.0 / 3.0));
    trial.draft = crate::record::Stated::Missing("none".into());
    assert_eq!(value(Metric::DraftAcceptance, &trial), Err(NoValue::NotReported));
}
