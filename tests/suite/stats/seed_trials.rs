//! The published speed trials and counts: medians, ranges, ratios, flags.

use super::golden::{cases, f, i, read, s, u};
use jissoku::stats::speed::{SpeedFlag, Summary, Trial, contrast, first_trials, summarize};
use jissoku::stats::table::Expected;
use jissoku::stats::{PairTable, binomial, two_sample};
use serde_json::Value;

/// What names a condition in the file.
const CONDITION: [&str; 4] = ["gpu", "engine", "mtp", "input_tokens"];

fn trials(file: &Value, condition: &Value, metric: &str) -> Vec<Trial> {
    let trials: Vec<Trial> = cases(file, "trials")
        .iter()
        .filter(|t| CONDITION.iter().all(|key| t[key] == condition[key]))
        .map(|t| Trial {
            position: t["order_in_block"].as_u64().unwrap_or_else(|| u(t, "trial")),
            value: t[metric].as_f64(),
            capped: t["capped"].as_bool().unwrap_or(false),
            input_tokens: u(t, "input_tokens"),
            output_tokens: t["generated_tokens"].as_u64(),
        })
        .collect();
    assert_eq!(trials.len(), 3, "{condition}");
    trials
}

fn summary(file: &Value, condition: &Value, metric: &str) -> Summary {
    summarize(&trials(file, condition, metric)).unwrap()
}

fn condition(gpu: &str, engine: &str, mtp: &str, input: u64) -> Value {
    serde_json::json!({"gpu": gpu, "engine": engine, "mtp": mtp, "input_tokens": input})
}

#[test]
fn every_aggregate_is_met_bit_for_bit() {
    let file = read("seed_trials.json");
    let mut compared = 0;
    for case in cases(&file, "expected_aggregates") {
        let got = summary(&file, case, s(case, "metric"));
        for (key, value) in [("median", got.median), ("min", got.min), ("max", got.max)] {
            assert_eq!(value.to_bits(), f(case, key).to_bits(), "{key} of {case}");
            compared += 1;
        }
    }
    assert_eq!(compared, 270);
}

#[test]
fn every_relation_is_met_bit_for_bit() {
    let file = read("seed_trials.json");
    let ratio = |off: &Summary, on: &Summary| two_sample::compare(&off.points, &on.points).unwrap();
    for case in cases(&file, "expected_relations") {
        let input = u(case, "input_tokens");
        let of = |gpu: &str, engine: &str, mtp: &str, metric: &str| {
            summary(&file, &condition(gpu, engine, mtp, input), metric)
        };
        let exl = |gpu: &str, mtp: &str| of(gpu, "exllamav3", mtp, "generation_tps_intertoken");
        let llama = |mtp: &str| of("H100x2", "llamacpp", mtp, "generation_tps_native");
        let visible = |mtp: &str| of("H100x2", "llamacpp", mtp, "first_visible_seconds");
        let got = match s(case, "id") {
            "exl_mtp_ratio_h100" => {
                ratio(&exl("H100x2", "off"), &exl("H100x2", "on")).ratio_of_medians
            }
            "h100_to_b200_ratio_off" => {
                ratio(&exl("B200x2", "off"), &exl("H100x2", "off")).ratio_of_medians
            }
            "h100_to_b200_ratio_on" => {
                ratio(&exl("B200x2", "on"), &exl("H100x2", "on")).ratio_of_medians
            }
            "llamacpp_mtp_ratio_h100" => ratio(&llama("off"), &llama("on")).ratio_of_medians,
            "llamacpp_mtp_change_percent_h100" => ratio(&llama("off"), &llama("on")).percent_change,
            "llamacpp_first_visible_change_seconds_h100" => {
                visible("on").median - visible("off").median
            }
            other => panic!("relation {other}"),
        };
        assert_eq!(got.to_bits(), f(case, "value").to_bits(), "{case}");
    }
}

#[test]
fn every_threshold_flag_is_met() {
    let file = read("seed_trials.json");
    for case in cases(&file, "expected_flags") {
        let above = summary(&file, case, s(case, "metric")).above(50.0);
        assert_eq!(Some(above.all), case["all_above_50"].as_bool(), "{case}");
        assert_eq!(above.n, 3);
    }
}

#[test]
fn display_strings_follow_from_unrounded_values() {
    let file = read("seed_trials.json");
    for line in cases(&file, "expected_display_median_2dp") {
        let text = |index: usize| line[index].as_str().unwrap();
        let condition = condition(text(0), text(1), text(2), line[3].as_u64().unwrap());
        let median = summary(&file, &condition, text(4)).median;
        assert_eq!(format!("{median:.2}"), text(5), "{line}");
    }
    for line in cases(&file, "expected_display_relations") {
        let relation = cases(&file, "expected_relations")
            .iter()
            .find(|r| r["id"] == line[0] && r["input_tokens"] == line[1])
            .unwrap();
        let want = line[2].as_str().unwrap();
        let decimals = want.split('.').nth(1).unwrap().len();
        assert_eq!(format!("{:.*}", decimals, f(relation, "value")), want, "{line}");
    }
    for card in cases(&file, "peak_memory_mib") {
        assert_eq!(format!("{:.2}", f(card, "mib") / 1024.0), s(card, "gib_2dp"));
    }
}

#[test]
fn the_first_trial_is_slowest_in_every_exllama_condition() {
    let file = read("seed_trials.json");
    let mut conditions = Vec::new();
    for gpu in ["H100x2", "B200x2"] {
        for mtp in ["off", "on"] {
            for input in [8193, 32768] {
                // Positions exist for one host only; the trial number has the same order.
                let condition = condition(gpu, "exllamav3", mtp, input);
                conditions.push(summary(&file, &condition, "first_generated_seconds").points);
            }
        }
    }
    let slices: Vec<&[f64]> = conditions.iter().map(Vec::as_slice).collect();
    let first = first_trials(&slices);
    assert_eq!((first.conditions, first.first_largest), (8, 8));
    assert_eq!(format!("{:.5}", first.chance_largest), "0.00015");
}

#[test]
fn capped_trials_and_lengths_are_flagged() {
    let file = read("seed_trials.json");
    let metric = "generation_tps_native";
    let [off, on] = ["off", "on"]
        .map(|mtp| trials(&file, &condition("H100x2", "llamacpp", mtp, 32768), metric));
    let compared = contrast(&off, &on).unwrap();
    assert!(compared.flags.contains(&SpeedFlag::CappedTrials));
    assert!(compared.comparison.separated);
    let [off, on] = ["off", "on"]
        .map(|mtp| trials(&file, &condition("H100x2", "exllamav3", mtp, 8193), metric));
    let flags = contrast(&off, &on).unwrap().flags;
    assert!(flags.contains(&SpeedFlag::OutputLengthsDiffer));
    assert!(!flags.contains(&SpeedFlag::CappedTrials));
}

#[test]
fn published_counts_agree_with_one_another() {
    let file = read("seed_trials.json");
    let counts = &file["quality_counts"];
    let main = &counts["main"];
    let (pairs, off, on) = (u(main, "pairs"), u(main, "off_correct"), u(main, "on_correct"));
    let table = PairTable::from_marginals(pairs, off, on, u(main, "off_only")).unwrap();
    let derived = &main["derived"];
    assert_eq!(
        (table.both, table.arm_only, table.neither),
        (u(derived, "both"), u(derived, "on_only"), u(derived, "neither"))
    );
    let harmed = u(main, "problems_with_any_off_only");
    let upper = binomial::exact_upper(harmed, u(main, "problems"), 0.95).unwrap();
    assert_eq!(format!("{:.3}", upper * 100.0), s(main, "cp_upper95_percent_3dp"));
    for case in cases(counts, "extension_pairs") {
        let table = PairTable {
            both: u(case, "both"),
            baseline_only: u(case, "off_only"),
            arm_only: u(case, "on_only"),
            neither: u(case, "neither"),
        };
        let expected = Expected {
            pairs: Some(36),
            baseline_correct: Some(u(case, "off")),
            arm_correct: Some(u(case, "on")),
            ..Expected::default()
        };
        table.check(&expected).unwrap();
    }
    let greedy = &counts["identical_outputs"]["greedy"];
    let wilson =
        binomial::wilson(greedy[0].as_u64().unwrap(), greedy[1].as_u64().unwrap(), 0.95).unwrap();
    assert_eq!(format!("{:.1}", wilson.lower * 100.0), "72.0");
    assert_eq!(format!("{:.1}", wilson.upper * 100.0), "86.2");
    assert_eq!(i(&counts["supplement"], "pairs"), i(&counts["supplement"], "problems") * 3);
}
