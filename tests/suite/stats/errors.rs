//! Every refusal names what is at fault.

use jissoku::stats::beta::{self, Tail};
use jissoku::stats::power::Design;
use jissoku::stats::table::Expected;
use jissoku::stats::{
    Fraction, PairTable, PairedData, Plan, Row, Side, StatsError, Tango, analyse, binomial,
    bootstrap, normal, quantile, two_sample,
};

fn row(stratum: &'static str, problem: &'static str, seed: u64, side: Side) -> Row<'static> {
    Row { stratum, problem, seed, side, correct: true, failed: false }
}

fn pair(problem: &'static str, seed: u64) -> [Row<'static>; 2] {
    [row("s", problem, seed, Side::Baseline), row("s", problem, seed, Side::Arm)]
}

fn refuse(rows: &[Row<'_>], declared: &[&str]) -> StatsError {
    PairedData::from_rows(rows, declared).unwrap_err()
}

#[test]
fn no_rows_and_no_problems_are_refused() {
    assert_eq!(refuse(&[], &[]), StatsError::Empty { what: "rows" });
    let error = refuse(&pair("p", 1), &["s", "t"]);
    assert_eq!(error, StatsError::EmptyStratum { stratum: "t".into() });
    let data = PairedData::from_rows(&pair("p", 1), &["s"]).unwrap();
    let error = data.without_strata(&["x"]).unwrap_err();
    assert_eq!(error, StatsError::EmptyStratum { stratum: "x".into() });
    let error = data.without_strata(&["s"]).unwrap_err();
    assert_eq!(error, StatsError::Empty { what: "strata" });
}

#[test]
fn a_duplicate_names_both_rows() {
    let rows = [pair("p", 1), pair("p", 1)].concat();
    let error = refuse(&rows, &["s"]);
    assert_eq!(
        error,
        StatsError::DuplicateRow {
            row: 2,
            first: 0,
            stratum: "s".into(),
            problem: "p".into(),
            seed: 1,
            side: Side::Baseline,
        }
    );
    assert_eq!(error.to_string(), "rows 0 and 2 both hold stratum s, problem p, seed 1, baseline");
}

#[test]
fn a_missing_partner_names_the_absent_side() {
    for (kept, absent) in [(Side::Baseline, Side::Arm), (Side::Arm, Side::Baseline)] {
        let rows = [&pair("p", 1)[..], &[row("s", "q", 1, kept)]].concat();
        let want = StatsError::MissingPartner {
            row: 2,
            stratum: "s".into(),
            problem: "q".into(),
            seed: 1,
            side: absent,
        };
        assert_eq!(refuse(&rows, &["s"]), want);
    }
}

#[test]
fn seeds_must_be_the_same_for_every_problem() {
    let rows = [pair("p", 1), pair("p", 2), pair("q", 1), pair("q", 3)].concat();
    let want = StatsError::SeedsDiffer {
        stratum: "s".into(),
        problem: "q".into(),
        expected: vec![1, 2],
        found: vec![1, 3],
    };
    assert_eq!(refuse(&rows, &["s"]), want);
    let many: Vec<Row<'_>> = (0..65).flat_map(|seed| pair("p", seed)).collect();
    let error = refuse(&many, &["s"]);
    assert!(matches!(error, StatsError::TooManySeeds { seeds: 65, .. }), "{error}");
    assert!(PairedData::from_rows(&many[..128], &["s"]).is_ok());
}

#[test]
fn an_unknown_stratum_names_the_row() {
    let rows = [&pair("p", 1)[..], &[row("t", "q", 1, Side::Arm)]].concat();
    let want = StatsError::UnknownStratum { row: 2, stratum: "t".into(), problem: "q".into() };
    assert_eq!(refuse(&rows, &["s"]), want);
}

#[test]
fn counts_that_contradict_are_refused() {
    let table = PairTable { both: 30, baseline_only: 0, arm_only: 1, neither: 5 };
    let published = |arm_correct| Expected {
        pairs: Some(36),
        arm_correct: Some(arm_correct),
        ..Expected::default()
    };
    table.check(&published(31)).unwrap();
    let want = StatsError::Contradiction {
        what: "correct answers of the arm",
        expected: 30,
        computed: 31,
    };
    assert_eq!(table.check(&published(30)), Err(want));
    let error = PairTable::from_marginals(36, 30, 31, 31).unwrap_err();
    assert_eq!(error, StatsError::CountAboveTotal { k: 31, n: 30 });
    assert!(PairTable::from_marginals(36, 30, 37, 0).is_err());
}

#[test]
fn impossible_proportions_and_levels_are_refused() {
    let error = binomial::exact_upper(3, 2, 0.95).unwrap_err();
    assert_eq!(error, StatsError::CountAboveTotal { k: 3, n: 2 });
    assert_eq!(binomial::wilson(0, 0, 0.95), Err(StatsError::Empty { what: "items" }));
    for level in [0.0, 1.0, -0.5, 1.5, f64::NAN] {
        let outside = |e| matches!(e, StatsError::OutsideUnit { .. });
        assert!(outside(binomial::exact(1, 2, level).unwrap_err()), "{level}");
        assert!(outside(binomial::jeffreys(1, 2, level).unwrap_err()), "{level}");
        assert!(outside(normal::upper_deviate(level).unwrap_err()), "{level}");
        assert!(outside(beta::inverse(Tail::Lower, level, 2.0, 3.0).unwrap_err()), "{level}");
        assert!(outside(quantile::fewest_for_tail(level, 0.95).unwrap_err()), "{level}");
    }
    assert!(binomial::exact_lower(1, 2, 0.95).is_ok());
    assert!(beta::inverse(Tail::Upper, 0.5, 0.0, 1.0).is_err());
    assert!(beta::probability(Tail::Upper, 1.5, 1.0, 1.0).is_err());
    assert!(normal::t_upper_deviate(0.5, 3).is_err());
    assert!(normal::t_upper_deviate(0.05, 0).is_err());
    let zero = Fraction::new(1, 0).unwrap_err();
    assert_eq!(zero, StatsError::ZeroDenominator { numerator: 1 });
}

#[test]
fn replicates_must_be_enough_for_the_level() {
    let drawn = bootstrap::replicates(&[vec![0, 1]], 1, 19).unwrap();
    let want = StatsError::TooFewReplicates { replicates: 19, needed: 20 };
    assert_eq!(drawn.lower(Fraction::ONE_TWENTIETH), Err(want));
    assert!(
        bootstrap::replicates(&[vec![0, 1]], 1, 20).unwrap().lower(Fraction::ONE_TWENTIETH).is_ok()
    );
    for level in [Fraction::new(1, 1), Fraction::new(0, 3), Fraction::new(-1, 3)] {
        let error = drawn.upper(level.unwrap()).unwrap_err();
        assert!(matches!(error, StatsError::OutsideUnit { .. }));
    }
    assert!(bootstrap::replicates(&[], 1, 20).is_err());
    assert!(bootstrap::replicates(&[vec![]], 1, 20).is_err());
    assert!(bootstrap::replicates(&[vec![0]], 1, 0).is_err());
    let large = vec![i32::MAX, i32::MAX];
    assert_eq!(bootstrap::replicates(&[large], 1, 20), Err(StatsError::TooLarge));
}

/// Ten problems and so few replicates that the limit hangs on the seed.
#[test]
fn differing_verdicts_stop_unless_acknowledged() {
    let mut rows = Vec::new();
    let ids: Vec<String> = (0..10).map(|i| format!("p{i}")).collect();
    for (index, id) in ids.iter().enumerate() {
        for side in [Side::Baseline, Side::Arm] {
            let correct = side == Side::Baseline || index > 2;
            rows.push(Row { stratum: "s", problem: id, seed: 1, side, correct, failed: false });
        }
    }
    let data = PairedData::from_rows(&rows, &["s"]).unwrap();
    let attempt = |bootstrap_seed, acknowledge_differing_verdicts| {
        let plan = Plan {
            replicates: 20,
            alpha: Fraction::ONE_TWENTIETH,
            strict_alpha: Fraction::ONE_TWENTIETH,
            acknowledge_differing_verdicts,
            ..Plan::new(Fraction::new(-11, 20).unwrap(), bootstrap_seed)
        };
        analyse(&data, &plan)
    };
    let seed = (0..200).find(|&seed| attempt(seed, false).is_err()).unwrap();
    let error = attempt(seed, false).unwrap_err();
    assert!(matches!(error, StatsError::VerdictsDiffer { .. }), "{error}");
    let analysis = attempt(seed, true).unwrap();
    assert_ne!(analysis.verdict, analysis.exact_verdict);
}

#[test]
fn small_samples_are_refused_where_they_cannot_answer() {
    let values = vec![1.0; 58];
    let want = StatsError::TooFewForTail { p: 0.95, n: 58, needed: 59 };
    assert_eq!(quantile::tail(&values, 0.95), Err(want));
    assert!(quantile::tail(&[1.0; 59], 0.95).is_ok());
    assert!(quantile::tail(&[1.0; 298], 0.99).is_err());
    assert!(quantile::tail(&[1.0; 299], 0.99).is_ok());
    assert!(quantile::type7(&values, 1.1).is_err());
    assert!(quantile::range_coverage(0).is_err());
}

#[test]
fn two_samples_without_a_ratio_or_with_too_many_splits_are_refused() {
    let error = two_sample::compare(&[1.0, -2.0], &[1.0]).unwrap_err();
    assert_eq!(error, StatsError::NotPositive { index: 1, value: -2.0 });
    assert!(two_sample::hodges_lehmann(&[1.0], &[0.0]).is_err());
    let error = two_sample::permutation(&[1.0; 20], &[1.0; 20]).unwrap_err();
    assert_eq!(error, StatsError::TooManySplits { baseline: 20, arm: 20 });
    assert!(two_sample::permutation(&[1.0; 100], &[1.0]).is_err());
    assert!(two_sample::permutation(&[], &[1.0]).is_err());
}

#[test]
fn tango_and_planning_refuse_bad_parameters() {
    let none = PairTable { both: 0, baseline_only: 0, arm_only: 0, neither: 0 };
    assert_eq!(Tango::new(&none, 1.0), Err(StatsError::Empty { what: "pairs" }));
    let one = PairTable { both: 1, ..none };
    assert!(Tango::new(&one, 0.5).is_err());
    assert!(Tango::new(&one, 1.0).unwrap().lower(0.5).is_err());
    let design = Design {
        discordance: 0.1,
        seed_correlation: 0.5,
        problems: 100,
        seeds: 3,
        true_difference: 0.0,
        margin: -0.02,
        alpha: 0.05,
    };
    assert!(design.power(0.9).is_ok());
    for bad in [
        Design { discordance: 0.0, ..design },
        Design { seed_correlation: 1.5, ..design },
        Design { problems: 0, ..design },
        Design { seeds: 0, ..design },
        Design { margin: 0.0, ..design },
        Design { alpha: 1.0, ..design },
    ] {
        assert!(bad.power(0.9).is_err(), "{bad:?}");
    }
    assert!(design.power(1.0).is_err());
}
