//! Laws that hold for every chart.

use super::super::{ArmClass, Compared, Outcome, Strip, check_svg, forest, strip};
use super::{ratio, ratios, row, strips};
use crate::site::Language;
use proptest::prelude::*;

/// Labels of up to 40 characters, as long words, as phrases, and full width.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z0-9 ×·/.,()%-]{0,40}",
        "[ぁ-んァ-ヶ一-龠、。（）「」ー0-9A-Z ×]{0,40}",
        "[WM@%]{40}",
        "[０-９Ａ-Ｚ測]{40}",
        "\\PC{0,40}",
    ]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        8 => (-1e6..1e6_f64).prop_filter("a size that has labels", |v| v.abs() >= 1e-6).prop_map(Outcome::Value),
        1 => Just(Outcome::Value(52.5)),
        1 => Just(Outcome::Missing),
        1 => Just(Outcome::Failed),
    ]
}

prop_compose! {
    fn charts()(
        language in prop_oneof![Just(Language::Ja), Just(Language::En)],
        texts in prop::collection::vec(words(), 5),
        rows in prop::collection::vec(
            (words(), words(), words(), any::<bool>(), prop::collection::vec(outcome(), 0..12)),
            1..7,
        ),
    ) -> Strip {
        let mut next = 1;
        let rows = rows.into_iter().map(|(group, name, value, on, outcomes)| {
            let arm = if on { ArmClass::On } else { ArmClass::Off };
            let mut row = row(&name, arm, next, &outcomes);
            next += outcomes.len();
            (row.label.group, row.label.value) = (group, value);
            row
        });
        let mut chart = strips(language, rows.collect());
        let [title, heading, column, unit, rail] = <[String; 5]>::try_from(texts).unwrap();
        // A chart without a name is a fault of its own.
        chart.head.title = format!("T{title}");
        (chart.head.heading, chart.head.column, chart.unit, chart.rail) = (heading, column, unit, rail);
        chart
    }
}

/// Text of a label without spaces, as drawn over several lines.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_trial_is_there_once_and_every_text_lies_within(chart in charts()) {
        let drawn = strip(&chart).unwrap().to_string();
        prop_assert_eq!(check_svg(&drawn), []);
        let document = roxmltree::Document::parse(&drawn).unwrap();
        let links: Vec<_> =
            document.descendants().filter(|element| element.has_tag_name(("http://www.w3.org/2000/svg", "a"))).collect();
        let trials = || chart.rows.iter().flat_map(|row| &row.trials);
        prop_assert_eq!(links.len(), trials().count());
        for (link, trial) in links.iter().zip(trials()) {
            prop_assert_eq!(link.attribute("href"), Some(trial.href.as_str()));
            let shape = link.last_element_child().unwrap();
            let on_rail = shape.tag_name().name() == "path";
            prop_assert_eq!(on_rail, !matches!(trial.outcome, Outcome::Value(_)));
        }
        // Nothing of a label is cut off.
        let words: String = document
            .descendants()
            .filter(|element| element.tag_name().name() == "text")
            .filter_map(|element| element.text())
            .collect();
        let words = squeezed(&words);
        for row in &chart.rows {
            let name = squeezed(&super::super::text::shown(&row.label.name));
            prop_assert!(words.contains(&name), "{name} in {words}");
        }
        prop_assert_eq!(strip(&chart).unwrap().to_string(), drawn);
    }

    #[test]
    fn every_ratio_is_there_once(
        rows in prop::collection::vec((words(), 0.01..100_f64, 0.01..1.0_f64, any::<bool>()), 1..20),
    ) {
        let rows: Vec<_> = rows
            .into_iter()
            .map(|(name, value, share, mixed)| {
                let compared = if mixed { Compared::Configurations } else { Compared::Speculation };
                ratio(&name, compared, value, Some((value * share, value / share)))
            })
            .collect();
        let count = rows.len();
        let chart = ratios(rows.into_iter().map(|mut row| { row.href = "#a".to_owned(); row }).collect());
        let drawn = forest(&chart).unwrap().to_string();
        prop_assert_eq!(check_svg(&drawn), []);
        prop_assert_eq!(drawn.matches("<a ").count(), count);
        // Besides the ranges only the grid and the line at 1 are paths.
        prop_assert_eq!(drawn.matches("<path").count(), count + 2);
        prop_assert_eq!(forest(&chart).unwrap().to_string(), drawn);
    }
}
