//! Quantiles, medians of small samples, two small samples.

use super::golden::{Tolerance, assert_keys, cases, f, floats, read, s, u};
use jissoku::stats::{Fraction, StatsError, quantile, two_sample};

/// A golden probability with two decimals as an exact fraction.
fn percent(p: f64) -> Fraction {
    Fraction::new((p * 100.0).round() as i64, 100).unwrap()
}

#[test]
fn quantiles_meet_every_case() {
    let file = read("stats/quantiles.json");
    let tolerance = Tolerance::of(&file);
    let mut told_from_type8 = 0;
    for case in cases(&file, "cases") {
        let known =
            ["name", "values", "p", "type7", "type1", "type8_statrs", "median", "min", "max"];
        assert_keys(case, &known);
        let (name, values) = (s(case, "name"), floats(&case["values"]));
        let columns: Vec<Vec<f64>> =
            ["p", "type7", "type1", "type8_statrs"].map(|key| floats(&case[key])).into();
        assert!(columns.iter().all(|c| c.len() == columns[0].len()));
        for (index, &p) in columns[0].iter().enumerate() {
            let (want7, want8) = (columns[1][index], columns[3][index]);
            let got = quantile::type7(&values, p).unwrap();
            tolerance.check(&format!("{name} type 7 at {p}"), got, want7);
            let got1 = quantile::type1(&values, percent(p)).unwrap();
            tolerance.check(&format!("{name} type 1 at {p}"), got1, columns[2][index]);
            // Type 8 is the trap: where it differs, ours must not be it.
            if (want7 - want8).abs() > 1e-9 * want7.abs() {
                assert!((got - want8).abs() > 1e-10 * want7.abs(), "{name} at {p} is type 8");
                told_from_type8 += 1;
            }
        }
        tolerance.check(name, quantile::median(&values).unwrap(), f(case, "median"));
        let sorted = quantile::sorted(&values).unwrap();
        // Sorting puts -0 before 0; the file's maximum may be either.
        tolerance.check(name, sorted[0], f(case, "min"));
        tolerance.check(name, sorted[sorted.len() - 1], f(case, "max"));
    }
    assert!(told_from_type8 > 10);
}

#[test]
fn small_samples_meet_every_case() {
    let file = read("stats/quantiles.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "median_interval") {
        assert_keys(case, &["n", "coverage_min_max", "ranks_two_sided_95", "coverage_ranks"]);
        let n = u(case, "n") as usize;
        let range = quantile::range_coverage(n).unwrap();
        tolerance.check(&format!("range of {n}"), range, f(case, "coverage_min_max"));
        let interval = quantile::median_interval(n).unwrap();
        match case["ranks_two_sided_95"].as_array() {
            None => {
                assert!(interval.is_none(), "{n}");
                assert!(case["coverage_ranks"].is_null(), "{n}");
            }
            Some(ranks) => {
                let got = interval.unwrap();
                assert_eq!(Some(got.lower_rank as u64), ranks[0].as_u64(), "{n}");
                assert_eq!(Some(got.upper_rank as u64), ranks[1].as_u64(), "{n}");
                let want = f(case, "coverage_ranks");
                tolerance.check(&format!("coverage of {n}"), got.coverage, want);
            }
        }
    }
    for case in cases(&file, "min_n") {
        assert_keys(case, &["p", "level", "min_n_one_sided_upper"]);
        let fewest = quantile::fewest_for_tail(f(case, "p"), f(case, "level")).unwrap();
        assert_eq!(fewest as u64, u(case, "min_n_one_sided_upper"));
    }
}

#[test]
fn golden_quantile_errors_are_refused() {
    let file = read("stats/quantiles.json");
    for case in cases(&file, "errors") {
        assert_keys(case, &["values", "expect"]);
        let values: Vec<f64> = case["values"]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_f64().unwrap_or(f64::NAN))
            .collect();
        for error in [
            quantile::median(&values).unwrap_err(),
            quantile::type7(&values, 0.5).unwrap_err(),
            quantile::type1(&values, percent(0.5)).unwrap_err(),
        ] {
            match s(case, "expect") {
                "error: empty" => assert!(matches!(error, StatsError::Empty { .. })),
                _ => assert!(matches!(error, StatsError::NonFinite { index: 1, .. })),
            }
        }
    }
}

#[test]
fn two_samples_meet_every_case() {
    let file = read("stats/hodges_lehmann.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(
            case,
            &[
                "name",
                "off",
                "on",
                "shift",
                "ratio",
                "ratio_of_medians",
                "percent_change_of_medians",
                "pairwise_ratio_min",
                "pairwise_ratio_max",
                "separated",
                "perm_p_one_sided_mean",
                "perm_min_possible_p",
            ],
        );
        let (off, on) = (floats(&case["off"]), floats(&case["on"]));
        let compared = two_sample::compare(&off, &on).unwrap();
        let estimates = two_sample::hodges_lehmann(&off, &on).unwrap();
        let test = two_sample::permutation(&off, &on).unwrap();
        for (key, got) in [
            ("shift", estimates.shift),
            ("ratio", estimates.ratio),
            ("ratio_of_medians", compared.ratio_of_medians),
            ("percent_change_of_medians", compared.percent_change),
            ("pairwise_ratio_min", compared.smallest_ratio),
            ("pairwise_ratio_max", compared.largest_ratio),
            ("perm_p_one_sided_mean", test.p),
            ("perm_min_possible_p", test.smallest_p),
        ] {
            tolerance.check(&format!("{key} of {}", s(case, "name")), got, f(case, key));
        }
        assert_eq!(Some(compared.separated), case["separated"].as_bool());
    }
    for case in cases(&file, "one_sample") {
        assert_keys(case, &["values", "pseudomedian"]);
        let got = two_sample::pseudomedian(&floats(&case["values"])).unwrap();
        tolerance.check("pseudomedian", got, f(case, "pseudomedian"));
    }
}
