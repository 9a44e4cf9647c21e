//! The whole paired analysis on the golden data sets, and with arms exchanged.

use super::golden::{Tolerance, assert_keys, cases, f, floats, i, read, s, u};
use jissoku::stats::lattice::Lattice;
use jissoku::stats::verdict::{Flag, Method, Verdict};
use jissoku::stats::{Analysis, Fraction, PairedData, Plan, Row, Side, analyse, supplement};
use serde_json::Value;

/// The rows of one golden data set; problem ids keep the order given.
pub(crate) fn data(case: &Value) -> PairedData {
    let seeds = u(case, "seeds");
    let mut ids = Vec::new();
    for (stratum, answers) in case["strata"].as_object().unwrap() {
        let (off, on) = (s(answers, "off"), s(answers, "on"));
        assert_eq!(off.len(), on.len());
        for (index, (off, on)) in off.chars().zip(on.chars()).enumerate() {
            let masks = (off.to_digit(8).unwrap(), on.to_digit(8).unwrap());
            ids.push((stratum.as_str(), format!("{index:04}"), masks));
        }
    }
    let mut rows = Vec::new();
    for (stratum, problem, (off, on)) in &ids {
        for seed in 0..seeds {
            for (side, mask) in [(Side::Baseline, off), (Side::Arm, on)] {
                let correct = mask >> seed & 1 == 1;
                rows.push(Row { stratum, problem, seed, side, correct, failed: false });
            }
        }
    }
    let declared: Vec<&str> =
        case["strata"].as_object().unwrap().keys().map(String::as_str).collect();
    PairedData::from_rows(&rows, &declared).unwrap()
}

pub(crate) fn plan() -> Plan {
    let margin = Fraction::new(-2, 100).unwrap();
    Plan { acknowledge_differing_verdicts: true, ..Plan::new(margin, 20_261_031) }
}

pub(crate) fn case<'a>(file: &'a Value, name: &str) -> &'a Value {
    cases(file, "cases").iter().find(|c| c["name"] == name).unwrap()
}

struct Tolerances {
    cdf: Tolerance,
    limits: Tolerance,
    chi2: Tolerance,
    p: Tolerance,
    bca: Tolerance,
}

impl Tolerances {
    fn of(file: &Value) -> Self {
        let get = |key: &str| file["tolerance"][key].as_f64().unwrap();
        let abs = |key: &str| Tolerance { abs: get(key), rel: 0.0 };
        Self {
            cdf: abs("cdf_abs"),
            limits: abs("se_and_limits_abs"),
            chi2: Tolerance { abs: 0.0, rel: get("chi2_rel") },
            p: abs("p_abs"),
            bca: abs("bca_z0_a_alpha_abs"),
        }
    }
}

/// An optional golden number against an optional result.
#[track_caller]
fn optional(tolerance: Tolerance, name: &str, want: &Value, got: Option<f64>) {
    match (want.as_f64(), got) {
        (Some(want), Some(got)) => tolerance.check(name, got, want),
        (None, None) => {}
        (want, got) => panic!("{name}: got {got:?}, want {want:?}"),
    }
}

const FIELDS: [&str; 45] = [
    "problems",
    "strata",
    "pairs",
    "off_correct",
    "on_correct",
    "both",
    "off_only",
    "on_only",
    "neither",
    "problems_with_any_off_only",
    "cp_upper95_any_off_only",
    "S",
    "difference",
    "problems_with_nonzero_d",
    "strata_without_variation",
    "enumeration",
    "exact_lower95_S",
    "exact_lower95",
    "exact_cdf_at_lower95",
    "exact_lower97.5_S",
    "exact_lower97.5",
    "exact_cdf_at_lower97.5",
    "exact_sd_S",
    "bca_z0",
    "bca_acceleration",
    "bca_alpha1",
    "bca_lower95_S",
    "mc_limit_S_distribution_B20000_rank1000",
    "se_stratified",
    "t_lower95_stratified",
    "se_cluster",
    "t_lower95_cluster",
    "se_template",
    "t_lower95_template",
    "tango_per_seed",
    "design_effect",
    "tango_deff_lower95",
    "obuchowski_chi2",
    "obuchowski_p",
    "durkalski_chi2",
    "sign_flip_p_two_sided",
    "noninferior_exact95",
    "verdict",
    "flags",
    "mc_numpy_limits_S",
];

fn check_counts(e: &Value, a: &Analysis, tolerance: &Tolerances) {
    for (key, got) in [
        ("problems", a.counts.problems),
        ("strata", a.counts.strata),
        ("pairs", a.counts.pairs),
        ("off_correct", a.table.baseline_correct()),
        ("on_correct", a.table.arm_correct()),
        ("both", a.table.both),
        ("off_only", a.table.baseline_only),
        ("on_only", a.table.arm_only),
        ("neither", a.table.neither),
        ("problems_with_any_off_only", a.companions.problems_with_baseline_only),
        ("problems_with_nonzero_d", a.counts.informative_problems),
        ("strata_without_variation", a.counts.strata_without_variation),
    ] {
        assert_eq!(got, u(e, key), "{key}");
    }
    assert_eq!(a.counts.sum, i(e, "S"));
    assert_eq!(a.counts.difference.to_bits(), f(e, "difference").to_bits());
    assert_eq!(a.counts.failed_pairs, 0);
    assert!(a.without_failures.is_none());
    let upper = a.companions.baseline_only_share_upper;
    tolerance.limits.check("share", upper, f(e, "cp_upper95_any_off_only"));
}

fn check_exact(e: &Value, a: &Analysis, data: &PairedData, tolerance: &Tolerances) {
    for (level, limit) in [("95", a.exact.lower), ("97.5", a.exact.strict_lower)] {
        assert_eq!(limit.value, i(e, &format!("exact_lower{level}_S")));
        let proportion = limit.value as f64 / a.counts.pairs as f64;
        assert_eq!(proportion.to_bits(), f(e, &format!("exact_lower{level}")).to_bits());
        let cdf = floats(&e[format!("exact_cdf_at_lower{level}")]);
        tolerance.cdf.check("below", limit.below, cdf[0]);
        tolerance.cdf.check("at", limit.at, cdf[1]);
    }
    tolerance.limits.check("sd", a.exact.standard_deviation, f(e, "exact_sd_S"));
    if let Some(counts) = e["enumeration"].as_object() {
        let distribution = Lattice::stratified(&data.differences());
        let all: f64 = counts.values().map(|v| v.as_f64().unwrap()).sum();
        assert_eq!(distribution.iter().filter(|(_, m)| *m > 0.0).count(), counts.len());
        for (value, count) in counts {
            let got = distribution.exactly(value.parse().unwrap());
            tolerance.cdf.check(value, got, count.as_f64().unwrap() / all);
        }
    }
}

fn check_monte_carlo(e: &Value, a: &Analysis) {
    let limits = e["mc_limit_S_distribution_B20000_rank1000"].as_object().unwrap();
    let ours = &a.monte_carlo.limits_over_seeds;
    assert_eq!(ours.len(), limits.len());
    for (value, probability) in ours {
        // The file keeps six significant digits.
        let want = limits[&value.to_string()].as_f64().unwrap();
        Tolerance { abs: 0.0, rel: 1e-5 }.check(&format!("limit {value}"), *probability, want);
    }
    assert!(limits.contains_key(&a.monte_carlo.lower.to_string()), "{}", a.monte_carlo.lower);
    for value in e["mc_numpy_limits_S"].as_object().unwrap().keys() {
        assert!(ours.iter().any(|(v, _)| v.to_string() == *value), "numpy gave {value}");
    }
    let unique = ours.iter().any(|(_, p)| *p >= 0.999);
    assert_eq!(a.flags.contains(&Flag::McLimitNotUnique), !unique);
}

fn check_companions(e: &Value, a: &Analysis, tolerance: &Tolerances) {
    let also = &a.companions;
    let bca = also.bca;
    optional(tolerance.bca, "z0", &e["bca_z0"], bca.map(|b| b.bias));
    optional(tolerance.bca, "a", &e["bca_acceleration"], bca.map(|b| b.acceleration));
    optional(tolerance.bca, "alpha1", &e["bca_alpha1"], bca.map(|b| b.level));
    assert_eq!(bca.map(|b| b.lower), e["bca_lower95_S"].as_i64());
    for (name, limit) in [
        ("stratified", also.t_stratified),
        ("cluster", also.t_problems),
        ("template", also.t_templates),
    ] {
        let (se, lower) = (&e[format!("se_{name}")], &e[format!("t_lower95_{name}")]);
        optional(tolerance.limits, name, se, limit.map(|t| t.standard_error));
        optional(tolerance.limits, name, lower, limit.map(|t| t.lower));
    }
    let per_seed = cases(e, "tango_per_seed");
    assert_eq!(per_seed.len(), also.tango_seeds.len());
    for (want, got) in per_seed.iter().zip(&also.tango_seeds) {
        assert_keys(want, &["off_only", "on_only", "lower95"]);
        assert_eq!(got.table.baseline_only, u(want, "off_only"));
        assert_eq!(got.table.arm_only, u(want, "on_only"));
        tolerance.limits.check("tango seed", got.lower, f(want, "lower95"));
    }
    optional(tolerance.limits, "deff", &e["design_effect"], also.design_effect);
    optional(tolerance.limits, "tango", &e["tango_deff_lower95"], also.tango_design_effect);
    let tests = also.tests;
    optional(tolerance.chi2, "obuchowski", &e["obuchowski_chi2"], tests.obuchowski_chi2);
    optional(tolerance.p, "obuchowski p", &e["obuchowski_p"], tests.obuchowski_p);
    optional(tolerance.chi2, "durkalski", &e["durkalski_chi2"], tests.durkalski_chi2);
    tolerance.p.check("sign flip", tests.sign_flip_p, f(e, "sign_flip_p_two_sided"));
}

fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

/// The file knows only met and not met; `inferior` is a sharper `not_shown`.
fn check_verdict(a: &Analysis, want: &str, name: &str) {
    let verdict = word(a.exact_verdict);
    if verdict == "inferior" {
        assert_eq!(want, "not_shown", "{name}");
        assert!(100 * a.exact.upper <= -2 * a.counts.pairs as i64, "{name}");
    } else {
        assert_eq!(verdict, want, "{name}");
    }
}

#[test]
fn every_data_set_is_met() {
    let file = read("stats/stratified_cluster_bootstrap.json");
    let tolerance = Tolerances::of(&file);
    assert_eq!(f(&file, "margin").to_bits(), plan().margin.value().to_bits());
    for case in cases(&file, "cases") {
        assert_keys(case, &["name", "seeds", "strata", "expected"]);
        let e = &case["expected"];
        assert_keys(e, &FIELDS);
        let data = data(case);
        let a = analyse(&data, &plan()).unwrap();
        check_counts(e, &a, &tolerance);
        check_exact(e, &a, &data, &tolerance);
        check_monte_carlo(e, &a);
        check_companions(e, &a, &tolerance);
        let clears = a.checks.iter().find(|c| c.method == Method::Exact).unwrap().clears;
        assert_eq!(Some(clears), e["noninferior_exact95"].as_bool());
        check_verdict(&a, s(e, "verdict"), s(case, "name"));
        let about_replicates = [Flag::McLimitNotUnique, Flag::McExactVerdictDiffers];
        let mut flags: Vec<String> =
            a.flags.iter().filter(|f| !about_replicates.contains(f)).map(word).collect();
        flags.sort();
        assert_eq!(serde_json::to_value(flags).unwrap(), e["flags"], "{}", s(case, "name"));
    }
}

#[test]
fn exchanged_arms_mirror_the_limits_and_can_be_inferior() {
    let file = read("stats/stratified_cluster_bootstrap.json");
    for case in cases(&file, "cases") {
        let (data, e) = (data(case), &case["expected"]);
        let plan = Plan { replicates: 1000, ..plan() };
        let (a, b) = (analyse(&data, &plan).unwrap(), analyse(&data.swapped(), &plan).unwrap());
        assert_eq!(b.exact.upper, -i(e, "exact_lower95_S"));
        assert_eq!(b.exact.lower.value, -a.exact.upper);
        assert_eq!(b.monte_carlo.upper, -a.monte_carlo.lower);
        assert_eq!(b.table, a.table.swapped());
        assert_eq!(b.counts.sum, -a.counts.sum);
    }
    let harmed = data(self::case(&file, "fails_margin_600"));
    assert_eq!(analyse(&harmed, &plan()).unwrap().verdict, Verdict::Inferior);
    assert_eq!(analyse(&harmed.swapped(), &plan()).unwrap().verdict, Verdict::NonInferior);
}

#[test]
fn exactly_the_margin_is_not_met() {
    let file = read("stats/stratified_cluster_bootstrap.json");
    let a = analyse(&data(case(&file, "sparse_harm_600")), &plan()).unwrap();
    assert_eq!((a.exact.lower.value, a.counts.pairs), (-36, 1800));
    assert_eq!(a.exact_verdict, Verdict::NotShown);
    assert!(!a.robust());
    assert!(a.not_clearing().any(|m| m == Method::Exact));
}

#[test]
fn robust_only_if_all_clear() {
    let file = read("stats/stratified_cluster_bootstrap.json");
    let a = analyse(&data(case(&file, "article_like")), &plan()).unwrap();
    assert!(a.robust());
    assert_eq!(a.not_clearing().count(), 0);
    assert_eq!(a.checks.len(), 5 + 3);
    // At zero width BCa does not exist, so the result cannot be called robust.
    let a = analyse(&data(case(&file, "no_discordance_600")), &plan()).unwrap();
    assert_eq!(a.not_clearing().collect::<Vec<_>>(), [Method::Bca]);
    assert_eq!(a.verdict, Verdict::DegenerateFallbackMet);
}

#[test]
fn a_supplement_is_the_analysis_of_the_rest() {
    let file = read("stats/stratified_cluster_bootstrap.json");
    let whole = data(case(&file, "article_like"));
    let main = analyse(&whole, &plan()).unwrap();
    let part = supplement(&whole, &plan(), &["d4t2"], &main).unwrap();
    let alone = analyse(&data(case(&file, "article_like_without_one_template")), &plan()).unwrap();
    assert_eq!(part.analysis, alone);
    assert_eq!(part.excluded, ["d4t2"]);
    assert!(part.verdict_agrees);
    let counts = &part.analysis.counts;
    assert_eq!((counts.problems, counts.strata, counts.pairs), (580, 29, 1740));
}

#[test]
fn failed_pairs_are_counted_and_left_out_in_one_line() {
    let row = |problem, seed, side, correct, failed| Row {
        stratum: "s",
        problem,
        seed,
        side,
        correct,
        failed,
    };
    let mut rows = Vec::new();
    for problem in ["p0", "p1", "p2", "p3"] {
        for seed in [7, 9] {
            let lost = problem == "p1" && seed == 9;
            rows.push(row(problem, seed, Side::Baseline, problem != "p3", false));
            rows.push(row(problem, seed, Side::Arm, problem != "p3" && !lost, lost));
        }
    }
    let data = PairedData::from_rows(&rows, &["s"]).unwrap();
    let a = analyse(&data, &plan()).unwrap();
    assert_eq!((a.counts.sum, a.counts.pairs, a.counts.failed_pairs), (-1, 8, 1));
    let without = a.without_failures.unwrap();
    assert_eq!((without.pairs_left_out, without.pairs, without.lower), (1, 7, 0));
    assert_eq!(without.difference.to_bits(), 0.0_f64.to_bits());
    assert_eq!(a.companions.tango_seeds.iter().map(|s| s.seed).collect::<Vec<_>>(), [7, 9]);
}
