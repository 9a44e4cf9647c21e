//! Small charts to the byte, and input at the edges.

use super::super::{ArmClass, ChartError, Compared, Outcome, check_svg, forest, strip};
use super::{ratio, ratios, row, strips};
use crate::site::Language;

fn small() -> super::Strip {
    let off = [Outcome::Value(2.0), Outcome::Value(2.5)];
    let on = [Outcome::Value(3.0), Outcome::Failed];
    let mut rows =
        vec![row("MTP off", ArmClass::Off, 1, &off), row("MTP on", ArmClass::On, 3, &on)];
    rows[0].label.value = "2.00".to_owned();
    rows[1].label.group = "H100 & <b>".to_owned();
    strips(Language::En, rows)
}

#[test]
fn a_strip_is_exactly_this() {
    let drawn = strip(&small()).unwrap().to_string();
    assert_eq!(drawn.replace("><", ">\n<"), include_str!("strip.svg").trim_end());
    assert_eq!(check_svg(&drawn), []);
}

#[test]
fn a_forest_is_exactly_this() {
    let rows = vec![
        ratio("8K", Compared::Speculation, 1.25, Some((1.2, 1.4))),
        ratio("32K", Compared::Configurations, 0.9, None),
    ];
    let drawn = forest(&ratios(rows)).unwrap().to_string();
    assert_eq!(drawn.replace("><", ">\n<"), include_str!("forest.svg").trim_end());
    assert_eq!(check_svg(&drawn), []);
}

#[test]
fn the_first_trial_is_hollow_and_stands_at_the_top() {
    let values = [5.0, 4.0, 3.0].map(Outcome::Value);
    let drawn = strip(&strips(Language::En, vec![row("MTP off", ArmClass::Off, 1, &values)]));
    let drawn = drawn.unwrap().to_string();
    let heights: Vec<f64> = drawn
        .split(" cy=\"")
        .skip(1)
        .map(|rest| rest.split_once('"').unwrap().0.parse().unwrap())
        .collect();
    assert!(
        heights.len() == 3 && heights[0] < heights[1] && heights[1] < heights[2],
        "{heights:?}"
    );
    let classes: Vec<&str> =
        drawn.split("<circle").skip(1).map(|rest| rest.split('"').nth(7).unwrap()).collect();
    assert_eq!(classes, ["fill-back line-off", "fill-off line-panel", "fill-off line-panel"]);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_its_place() {
    let chart = "c".to_owned();
    let of = |rows| strip(&strips(Language::En, rows)).unwrap_err();
    assert_eq!(of(Vec::new()), ChartError::NoRows { chart: chart.clone() });
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let bad = row("MTP on", ArmClass::On, 1, &[Outcome::Value(1.0), Outcome::Value(value)]);
        let refused = of(vec![row("MTP off", ArmClass::Off, 1, &[]), bad]).to_string();
        assert_eq!(
            refused,
            format!(
                "cannot draw chart c: value of row \"MTP on\": expected a finite number, found {value}"
            )
        );
    }
    let mut bad = row("MTP off", ArmClass::Off, 1, &[Outcome::Value(1.0)]);
    bad.median = Some(f64::NAN);
    assert!(of(vec![bad.clone()]).to_string().contains("median of row"));
    bad.median = None;
    bad.range = Some((0.0, f64::INFINITY));
    assert!(of(vec![bad]).to_string().contains("largest value of row"));
    for value in [1.1e12, -1e300, 1e-7] {
        let refused = of(vec![row("MTP off", ArmClass::Off, 1, &[Outcome::Value(value)])]);
        assert_eq!(refused, ChartError::Size { chart: chart.clone(), value });
    }
    assert_eq!(forest(&ratios(Vec::new())).unwrap_err(), ChartError::NoRows { chart });
    let bad = ratio("8K", Compared::Speculation, 1.0, Some((f64::NAN, 2.0)));
    assert!(forest(&ratios(vec![bad])).unwrap_err().to_string().contains("smallest ratio of row"));
}

#[test]
fn a_row_without_trials_or_values_keeps_its_place() {
    let empty = strip(&strips(Language::En, vec![row("MTP off", ArmClass::Off, 1, &[])])).unwrap();
    let empty = empty.to_string();
    assert_eq!(check_svg(&empty), []);
    assert!(empty.contains(">MTP off</text>") && !empty.contains("<a "), "{empty}");
    // No value at all: no axis, so neither its unit nor its range is said.
    let outcomes = [Outcome::Missing, Outcome::Failed];
    let none = strip(&strips(Language::Ja, vec![row("MTPなし", ArmClass::Off, 1, &outcomes)]));
    let none = none.unwrap().to_string();
    assert_eq!(check_svg(&none), []);
    assert!(none.contains(">値なし</text>") && none.contains(">2</text>"), "{none}");
    assert!(!none.contains("トークン/秒") && !none.contains("From"), "{none}");
}

#[test]
fn one_point_equal_values_and_many_rows_are_drawn() {
    let one = strips(Language::En, vec![row("a", ArmClass::Off, 1, &[Outcome::Value(0.0)])]);
    let same = [Outcome::Value(52.3); 3];
    let equal = strips(Language::Ja, vec![row("a", ArmClass::On, 1, &same)]);
    let rows = (0..60).map(|at| row("b", ArmClass::On, at, &[Outcome::Value(at as f64)])).collect();
    let many = strips(Language::En, rows);
    let long: Vec<Outcome> = (0..2_000).map(|at| Outcome::Value(f64::from(at))).collect();
    let long = strips(Language::En, vec![row("c", ArmClass::Off, 1, &long)]);
    for (chart, trials) in [(one, 1), (equal, 3), (many, 60), (long, 2_000)] {
        let drawn = strip(&chart).unwrap().to_string();
        assert_eq!(check_svg(&drawn), []);
        assert_eq!(drawn.matches("<a ").count(), trials);
    }
    let rows = (0..60).map(|_| ratio("8K", Compared::Speculation, 1.0, None)).collect();
    assert_eq!(check_svg(&forest(&ratios(rows)).unwrap().to_string()), []);
}

#[test]
fn text_from_elsewhere_is_shown_and_not_obeyed() {
    let mut chart = small();
    let hostile = "</text><script>\u{202e}x\n";
    chart.head.title = hostile.to_owned();
    chart.head.id = "a\"b".to_owned();
    chart.rows[0].label.name = hostile.to_owned();
    chart.rows[0].trials[0].title = hostile.to_owned();
    chart.rows[0].trials[0].href = "#\"><script>".to_owned();
    let drawn = strip(&chart).unwrap().to_string();
    assert_eq!(check_svg(&drawn), []);
    assert!(!drawn.contains("<script") && !drawn.contains('\u{202e}'), "{drawn}");
    assert!(drawn.contains("⟨U+202E⟩x"), "{drawn}");
}

#[test]
fn a_comparison_without_a_ratio_keeps_its_row_and_charts_share_a_scale() {
    let mut chart = ratios(vec![ratio("8K", Compared::Speculation, 1.25, None)]);
    let narrow = forest(&chart).unwrap().to_string();
    chart.rows.push(super::ForestRow { ratio: None, ..chart.rows[0].clone() });
    chart.rows[1].label.value = "not published".to_owned();
    chart.reach = Some((0.5, 2.0));
    let drawn = forest(&chart).unwrap().to_string();
    assert_eq!(check_svg(&drawn), []);
    assert_eq!((drawn.matches("<rect").count(), drawn.matches("<a ").count()), (2, 1));
    assert!(drawn.contains(">not published</text>"), "{drawn}");
    assert!(narrow.contains("From 1.00 to 1.25.") && drawn.contains("From 0.5 to 2.0."), "{drawn}");
    chart.reach = Some((f64::NAN, 2.0));
    assert!(forest(&chart).unwrap_err().to_string().contains("lower end of the axis of row"));
}

#[test]
fn the_style_sheet_sets_a_colour_for_every_class() {
    let style = include_str!("../../../../site-templates/assets/style.css");
    let rows = vec![
        ratio("8K", Compared::Speculation, 1.25, Some((1.2, 1.4))),
        ratio("32K", Compared::Configurations, 0.9, Some((0.8, 1.0))),
    ];
    let mut trials = small();
    let missing = [Outcome::Value(1.0), Outcome::Value(2.0), Outcome::Missing, Outcome::Failed];
    for arm in [ArmClass::Off, ArmClass::On] {
        trials.rows.push(row("more", arm, 5, &missing));
    }
    let drawn = format!("{}{}", strip(&trials).unwrap(), forest(&ratios(rows)).unwrap());
    let classes: std::collections::BTreeSet<&str> = drawn
        .split(" class=\"")
        .skip(1)
        .flat_map(|rest| rest.split_once('"').unwrap().0.split(' '))
        .collect();
    assert!(classes.len() > 12, "{classes:?}");
    for class in classes {
        let rule = match class.split_once('-') {
            Some(("fill", ink)) => format!(".{class} {{ fill: var(--{ink}); }}"),
            Some(("line", ink)) => format!(".{class} {{ stroke: var(--{ink}); }}"),
            _ => format!(".{class} {{"),
        };
        assert!(style.contains(&rule), "{rule}");
    }
}
