//! One proportion, one table of pairs, planning.

use super::golden::{Tolerance, assert_keys, cases, f, floats, read, s, u};
use jissoku::stats::power::Design;
use jissoku::stats::{PairTable, Tango, binomial};

#[test]
fn clopper_pearson_meets_every_case() {
    let file = read("stats/clopper_pearson.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(case, &["k", "n", "level", "side", "lower", "upper"]);
        let (k, n, level) = (u(case, "k"), u(case, "n"), f(case, "level"));
        let (lower, upper) = match s(case, "side") {
            "upper" => (0.0, binomial::exact_upper(k, n, level).unwrap()),
            "lower" => (binomial::exact_lower(k, n, level).unwrap(), 1.0),
            "two-sided" => {
                let both = binomial::exact(k, n, level).unwrap();
                (both.lower, both.upper)
            }
            other => panic!("side {other}"),
        };
        tolerance.check(&format!("lower of {case}"), lower, f(case, "lower"));
        tolerance.check(&format!("upper of {case}"), upper, f(case, "upper"));
    }
}

#[test]
fn wilson_and_jeffreys_meet_every_case() {
    let file = read("stats/wilson_jeffreys.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(case, &["k", "n", "level", "wilson", "jeffreys"]);
        let (k, n, level) = (u(case, "k"), u(case, "n"), f(case, "level"));
        for (name, got) in [
            ("wilson", binomial::wilson(k, n, level).unwrap()),
            ("jeffreys", binomial::jeffreys(k, n, level).unwrap()),
        ] {
            let want = floats(&case[name]);
            tolerance.check(&format!("{name} lower of {case}"), got.lower, want[0]);
            tolerance.check(&format!("{name} upper of {case}"), got.upper, want[1]);
        }
    }
}

fn table(case: &serde_json::Value) -> PairTable {
    PairTable {
        both: u(case, "both"),
        baseline_only: u(case, "off_only"),
        arm_only: u(case, "on_only"),
        neither: u(case, "neither"),
    }
}

#[test]
fn paired_intervals_meet_every_case() {
    let file = read("stats/paired_noninferiority.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(
            case,
            &[
                "both",
                "off_only",
                "on_only",
                "neither",
                "difference",
                "tango_0.9",
                "tango_0.95",
                "newcombe10_0.9",
                "newcombe10_0.95",
                "z_margin_-0.02",
                "p_margin_-0.02",
            ],
        );
        let table = table(case);
        let tango = Tango::new(&table, 1.0).unwrap();
        tolerance.check("difference", table.difference().unwrap(), f(case, "difference"));
        for (suffix, level) in [("0.9", 0.9), ("0.95", 0.95)] {
            let (t, n) = (tango.interval(level).unwrap(), table.newcombe(level).unwrap());
            for (name, got) in [("tango", t), ("newcombe10", n)] {
                let want = floats(&case[format!("{name}_{suffix}")]);
                tolerance.check(&format!("{name} {suffix} lower of {case}"), got.lower, want[0]);
                tolerance.check(&format!("{name} {suffix} upper of {case}"), got.upper, want[1]);
            }
        }
        let z = tango.z(-0.02);
        match case["z_margin_-0.02"].as_f64() {
            Some(want) => tolerance.check(&format!("z of {case}"), z, want),
            None => assert!(z.is_infinite(), "{case}: z {z}"),
        }
        tolerance.check("p", tango.p_above(-0.02), f(case, "p_margin_-0.02"));
    }
}

#[test]
fn mcnemar_meets_every_case() {
    let file = read("stats/mcnemar_exact.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(
            case,
            &[
                "off_only",
                "on_only",
                "p_two_sided",
                "p_one_sided_on_worse",
                "p_one_sided_on_better",
                "mid_p_two_sided",
            ],
        );
        let table = PairTable {
            both: 3,
            baseline_only: u(case, "off_only"),
            arm_only: u(case, "on_only"),
            neither: 4,
        };
        let test = table.mcnemar().unwrap();
        tolerance.check(&format!("two-sided {case}"), test.two_sided, f(case, "p_two_sided"));
        tolerance.check(&format!("worse {case}"), test.arm_worse, f(case, "p_one_sided_on_worse"));
        let better = f(case, "p_one_sided_on_better");
        tolerance.check(&format!("better {case}"), test.arm_better, better);
        tolerance.check(&format!("mid-p {case}"), test.mid_p, f(case, "mid_p_two_sided"));
    }
}

#[test]
fn power_meets_every_case() {
    let file = read("stats/power.json");
    let tolerance = Tolerance::of(&file);
    for case in cases(&file, "cases") {
        assert_keys(
            case,
            &[
                "discordance",
                "icc",
                "problems",
                "seeds",
                "true_difference",
                "se",
                "power",
                "problems_for_power_0.9",
            ],
        );
        let design = Design {
            discordance: f(case, "discordance"),
            seed_correlation: f(case, "icc"),
            problems: u(case, "problems"),
            seeds: u(case, "seeds"),
            true_difference: f(case, "true_difference"),
            margin: -0.02,
            alpha: 0.05,
        };
        let power = design.power(0.9).unwrap();
        tolerance.check("se", power.standard_error, f(case, "se"));
        tolerance.check(&format!("power {case}"), power.power, f(case, "power"));
        assert_eq!(power.problems_needed, u(case, "problems_for_power_0.9"), "{case}");
    }
}
