//! Laws that hold for all inputs, tried on random ones.

use jissoku::stats::beta::{self, Tail};
use jissoku::stats::lattice::Lattice;
use jissoku::stats::{Fraction, PairTable, Tango, binomial, bootstrap, normal, quantile};
use proptest::prelude::*;

fn tables() -> impl Strategy<Value = PairTable> {
    (0..400_u64, 0..60_u64, 0..60_u64, 1..200_u64).prop_map(
        |(both, baseline_only, arm_only, neither)| PairTable {
            both,
            baseline_only,
            arm_only,
            neither,
        },
    )
}

fn strata() -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(-3..=3, 1..25), 1..6)
}

proptest! {
    #[test]
    fn quantiles_rise_and_stay_inside(
        values in prop::collection::vec(-1e9..1e9_f64, 1..40),
        p in 0.0..=1.0_f64,
        q in 0.0..=1.0_f64,
    ) {
        let (low, high) = (p.min(q), p.max(q));
        let at = |p| quantile::type7(&values, p).unwrap();
        let sorted = quantile::sorted(&values).unwrap();
        prop_assert!(at(low) <= at(high));
        prop_assert!(sorted[0] <= at(low) && at(high) <= sorted[sorted.len() - 1]);
        let median = quantile::median(&values).unwrap();
        prop_assert!((median - at(0.5)).abs() <= 1e-15 * median.abs().max(1e9));
    }

    #[test]
    fn type1_is_the_first_value_whose_share_reaches_p(
        values in prop::collection::vec(-50..50_i32, 1..60),
        percent in 1..100_i64,
    ) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let got = quantile::type1(&values, Fraction::new(percent, 100).unwrap()).unwrap();
        let needed = percent as usize * values.len();
        prop_assert!(100 * values.iter().filter(|v| **v <= got).count() >= needed);
        prop_assert!(100 * values.iter().filter(|v| **v < got).count() < needed);
    }

    #[test]
    fn exact_limits_invert_the_binomial_tails(
        n in 1..3000_u64,
        share in 0.0..=1.0_f64,
        level in 0.5..0.999_f64,
    ) {
        let k = (share * n as f64) as u64;
        let (kf, nf) = (k as f64, n as f64);
        let alpha = 1.0 - level;
        let lower = binomial::exact_lower(k, n, level).unwrap();
        let upper = binomial::exact_upper(k, n, level).unwrap();
        if k > 0 {
            // P(X >= k) at the lower limit is alpha.
            let tail = beta::probability(Tail::Lower, lower, kf, nf - kf + 1.0).unwrap();
            prop_assert!((tail - alpha).abs() < 1e-11, "{tail} {alpha}");
        }
        if k < n {
            // P(X <= k) at the upper limit is alpha.
            let tail = beta::probability(Tail::Upper, upper, kf + 1.0, nf - kf).unwrap();
            prop_assert!((tail - alpha).abs() < 1e-11, "{tail} {alpha}");
        }
        prop_assert!(lower <= kf / nf && kf / nf <= upper);
        let mirrored = binomial::exact_upper(n - k, n, level).unwrap();
        prop_assert!((lower - (1.0 - mirrored)).abs() < 1e-13);
    }

    #[test]
    fn exact_intervals_cover(n in 1..60_u64, p in 0.001..0.999_f64) {
        let mut covered = 0.0;
        for k in 0..=n {
            let interval = binomial::exact(k, n, 0.95).unwrap();
            if interval.lower <= p && p <= interval.upper {
                let at_least = |k: u64| match k {
                    0 => 1.0,
                    _ if k > n => 0.0,
                    _ => {
                        let (a, b) = (k as f64, (n - k + 1) as f64);
                        beta::probability(Tail::Lower, p, a, b).unwrap()
                    }
                };
                covered += at_least(k) - at_least(k + 1);
            }
        }
        prop_assert!(covered >= 0.95 - 1e-10, "{covered}");
    }

    #[test]
    fn the_inverse_beta_inverts_and_mirrors(
        a in 0.3..2000.0_f64,
        b in 0.3..2000.0_f64,
        p in 0.001..0.999_f64,
    ) {
        let x = beta::inverse(Tail::Lower, p, a, b).unwrap();
        // Near 1 a double holds x only to within half a unit in its last place.
        if x < 0.999 {
            let back = beta::probability(Tail::Lower, x, a, b).unwrap();
            prop_assert!((back - p).abs() < 1e-11, "{back} {p}");
        }
        let mirrored = beta::inverse(Tail::Upper, p, b, a).unwrap();
        prop_assert!((x - (1.0 - mirrored)).abs() < 1e-12);
    }

    #[test]
    fn t_approaches_the_normal_from_above(alpha in 0.001..0.4_f64, df in 1..5000_u64) {
        let t = normal::t_upper_deviate(alpha, df).unwrap();
        prop_assert!(t > normal::upper_deviate(alpha).unwrap());
        let more = normal::t_upper_deviate(alpha, df + 1).unwrap();
        prop_assert!(more < t * (1.0 + 1e-12));
    }

    #[test]
    fn tango_changes_sign_with_the_arms_and_solves_its_equation(
        table in tables(),
        level in 0.5..0.99_f64,
    ) {
        let tango = Tango::new(&table, 1.0).unwrap();
        let here = tango.interval(level).unwrap();
        let there = Tango::new(&table.swapped(), 1.0).unwrap().interval(level).unwrap();
        prop_assert!((here.lower + there.upper).abs() < 1e-15);
        prop_assert!((here.upper + there.lower).abs() < 1e-15);
        let difference = table.difference().unwrap();
        prop_assert!(here.lower < difference && difference < here.upper);
        let z = normal::two_sided_deviate(level).unwrap();
        prop_assert!((tango.z(here.lower) - z).abs() < 1e-8 * z);
        prop_assert!((tango.z(here.upper) + z).abs() < 1e-8 * z);
        let wider = Tango::new(&table, 3.0).unwrap().interval(level).unwrap();
        prop_assert!(wider.lower < here.lower && here.upper < wider.upper);
    }

    #[test]
    fn mcnemar_is_symmetric(table in tables()) {
        let (here, there) = (table.mcnemar().unwrap(), table.swapped().mcnemar().unwrap());
        prop_assert!((here.two_sided - there.two_sided).abs() < 1e-12);
        prop_assert!((here.arm_worse - there.arm_better).abs() < 1e-12);
        prop_assert!(here.mid_p <= here.two_sided + 1e-15);
    }

    #[test]
    fn replicates_do_not_depend_on_threads(strata in strata(), seed: u64) {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| bootstrap::replicates(&strata, seed, 200).unwrap())
        };
        prop_assert_eq!(run(1), run(2));
    }

    #[test]
    fn the_exact_distribution_is_one(strata in strata()) {
        let distribution = Lattice::stratified(&strata);
        let total: f64 = distribution.iter().map(|(_, m)| m).sum();
        prop_assert!((total - 1.0).abs() < 1e-12);
        let sum: i64 = strata.iter().flatten().copied().map(i64::from).sum();
        let mean: f64 = distribution.iter().map(|(v, m)| v as f64 * m).sum();
        prop_assert!((mean - sum as f64).abs() < 1e-10);
        let (lower, upper) = (distribution.lower(0.05), distribution.upper(0.05));
        prop_assert!(lower.value <= upper);
        prop_assert!(lower.below < 0.05 && lower.at >= 0.05 - 1e-9);
        let drawn = bootstrap::replicates(&strata, 1, 400).unwrap();
        let reached = distribution.rank_distribution(400, 20).unwrap();
        let limit = i64::from(drawn.lower(Fraction::ONE_TWENTIETH).unwrap());
        prop_assert!(reached.iter().any(|(v, _)| *v == limit));
    }

    #[test]
    fn rejection_leaves_every_index_equally_likely(n in 1..=u32::MAX, word: u32) {
        let index = bootstrap::index_below(word, n);
        prop_assert!(index.is_none_or(|index| index < n));
        let low_half = (u64::from(word) * u64::from(n)) as u32;
        prop_assert_eq!(index.is_none(), u64::from(low_half) < (1_u64 << 32) % u64::from(n));
    }
}
