//! Whole charts: exact text, what is refused, laws, and a checker that sees what is broken.

mod broken;
mod exact;
mod laws;

use super::{
    ArmClass, Compared, Forest, ForestRow, Head, Label, Outcome, Sides, Strip, StripRow, Trial,
};
use crate::site::Language;

fn head(id: &str, language: Language) -> Head {
    let (title, heading, column) = match language {
        Language::En => ("Native rate of the H100 host", "Native rate", "median"),
        Language::Ja => ("H100機の生成速度", "生成速度", "中央値"),
    };
    Head {
        id: id.to_owned(),
        language,
        title: title.to_owned(),
        description: "MTP off: median 2.".to_owned(),
        axis: "From {low} to {high}.".to_owned(),
        heading: heading.to_owned(),
        column: column.to_owned(),
    }
}

fn label(name: &str, value: &str) -> Label {
    Label { group: String::new(), name: name.to_owned(), value: value.to_owned() }
}

fn trial(number: usize, outcome: Outcome) -> Trial {
    let said = match outcome {
        Outcome::Value(value) => format!("{value} tokens/s"),
        Outcome::Missing => "not published".to_owned(),
        Outcome::Failed => "timeout".to_owned(),
    };
    Trial { href: format!("#t-{number:04}"), title: format!("t-{number:04}: {said}"), outcome }
}

/// A row whose trials are numbered from `first`.
fn row(name: &str, arm: ArmClass, first: usize, outcomes: &[Outcome]) -> StripRow {
    let values: Vec<f64> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Value(value) => Some(*value),
            _ => None,
        })
        .collect();
    let low = values.iter().copied().min_by(f64::total_cmp);
    let high = values.iter().copied().max_by(f64::total_cmp);
    StripRow {
        label: label(name, ""),
        arm,
        trials: outcomes.iter().enumerate().map(|(at, o)| trial(first + at, *o)).collect(),
        median: low,
        range: low.zip(high),
    }
}

fn strips(language: Language, rows: Vec<StripRow>) -> Strip {
    let (unit, rail) = match language {
        Language::En => ("tokens/s", "no value"),
        Language::Ja => ("トークン/秒", "値なし"),
    };
    Strip { head: head("c", language), unit: unit.to_owned(), rail: rail.to_owned(), rows }
}

fn ratio(name: &str, compared: Compared, ratio: f64, range: Option<(f64, f64)>) -> ForestRow {
    ForestRow {
        label: label(name, &format!("{ratio:.2}")),
        compared,
        ratio: Some(ratio),
        range,
        href: format!("#{name}"),
        title: format!("{name}: {ratio:.2}"),
    }
}

fn ratios(rows: Vec<ForestRow>) -> Forest {
    let sides = Sides { less: "← lower".to_owned(), more: "higher →".to_owned() };
    Forest { head: head("c", Language::En), sides, reach: None, rows }
}
