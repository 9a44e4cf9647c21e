//! Speed trials: run order, missing values, flags, small n.

use jissoku::stats::StatsError;
use jissoku::stats::speed::{SpeedFlag, Trial, contrast, first_trials, summarize};

fn trials(first_position: u64, values: &[f64]) -> Vec<Trial> {
    (first_position..)
        .zip(values)
        .map(|(position, &value)| Trial {
            position,
            value: Some(value),
            capped: false,
            input_tokens: 8193,
            output_tokens: Some(700),
        })
        .collect()
}

fn bits<const N: usize>(values: [f64; N]) -> [u64; N] {
    values.map(f64::to_bits)
}

#[test]
fn points_stay_in_run_order_and_missing_ones_are_counted() {
    let mut all = trials(1, &[5.0, 3.0, 4.0, 4.5]);
    all[3].value = None;
    all[3].capped = true;
    all.reverse();
    let summary = summarize(&all).unwrap();
    assert_eq!(summary.points, [5.0, 3.0, 4.0]);
    assert_eq!((summary.n, summary.missing, summary.capped), (3, 1, 1));
    assert_eq!(bits([summary.min, summary.median, summary.max]), bits([3.0, 4.0, 5.0]));
    assert_eq!(summary.range_coverage.to_bits(), 0.75_f64.to_bits());
    assert!(summary.interval.is_none());
    assert_eq!(summary.flags, [SpeedFlag::FirstTrialExtreme, SpeedFlag::CappedTrials]);
    let above = summary.above(3.0);
    assert_eq!((above.above, above.n, above.all), (2, 3, false));
    assert!(!summary.above(1.0).all, "a missing value is not above");
}

#[test]
fn an_interval_exists_from_six_trials_on() {
    let five = summarize(&trials(0, &[1.0, 2.0, 3.0, 4.0, 5.0])).unwrap();
    assert!(five.interval.is_none());
    let six = summarize(&trials(0, &[6.0, 1.0, 2.0, 3.0, 4.0, 5.0])).unwrap();
    let bounds = six.interval.unwrap();
    assert_eq!(bits([bounds.lower, bounds.upper]), bits([1.0, 6.0]));
    assert!((bounds.ranks.coverage - 0.96875).abs() < 1e-14);
}

#[test]
fn contrasts_flag_order_lengths_and_inputs() {
    let off = trials(0, &[10.0, 11.0, 12.0]);
    let mut on = trials(3, &[21.0, 22.0, 20.0]);
    let plain = contrast(&off, &on).unwrap();
    assert_eq!(plain.flags, [SpeedFlag::FirstTrialExtreme, SpeedFlag::SequentialBlocks]);
    assert!(plain.comparison.separated);
    assert!(plain.hodges_lehmann.is_none());
    on[0].position = 1;
    on[1].output_tokens = Some(701);
    on[2].input_tokens = 8192;
    let mixed: Vec<Trial> = trials(0, &[11.0, 10.0, 12.0])
        .into_iter()
        .map(|t| Trial { position: 2 * t.position, ..t })
        .collect();
    let flags = contrast(&mixed, &on).unwrap().flags;
    assert_eq!(flags, [SpeedFlag::OutputLengthsDiffer, SpeedFlag::UnequalInputs]);
}

#[test]
fn estimates_need_six_values_on_both_sides() {
    let off = trials(0, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let on = trials(6, &[2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let both = contrast(&off, &on).unwrap();
    assert_eq!(both.hodges_lehmann.unwrap().shift.to_bits(), 1.0_f64.to_bits());
    assert!(contrast(&off, &on[..5]).unwrap().hodges_lehmann.is_none());
}

#[test]
fn a_systematic_first_trial_shows_over_conditions() {
    let conditions = [[3.0, 1.0, 2.0]; 8];
    let slices: Vec<&[f64]> = conditions.iter().map(|c| &c[..]).collect();
    let first = first_trials(&slices);
    assert_eq!((first.conditions, first.first_largest, first.first_smallest), (8, 8, 0));
    assert!((first.chance_largest - 3.0_f64.powi(-8)).abs() < 1e-15);
    assert!((first.chance_smallest - 1.0).abs() < 1e-12);
    // Three of four: 4 · (1/3)^3 · 2/3 + (1/3)^4.
    let mixed: [&[f64]; 5] = [slices[0], slices[0], slices[0], &[1.0, 2.0, 2.0], &[1.0]];
    let first = first_trials(&mixed);
    assert_eq!((first.conditions, first.first_largest), (4, 3));
    assert!((first.chance_largest - 9.0 / 81.0).abs() < 1e-15);
}

#[test]
fn trials_that_cannot_be_summarized_are_refused() {
    assert_eq!(summarize(&[]), Err(StatsError::Empty { what: "values" }));
    let mut bad = trials(0, &[1.0, 2.0]);
    bad[1].value = Some(f64::INFINITY);
    assert_eq!(summarize(&bad), Err(StatsError::NonFinite { index: 1, value: f64::INFINITY }));
    let error = contrast(&trials(0, &[0.0]), &trials(1, &[1.0])).unwrap_err();
    assert_eq!(error, StatsError::NotPositive { index: 0, value: 0.0 });
}
