//! The bit-exact contract of the replicates.

use super::golden::{assert_keys, cases, f, i, read, s, u};
use super::paired::{case, data};
use jissoku::stats::Fraction;
use jissoku::stats::bootstrap::{self, Replicates};
use rand_chacha::rand_core::{Rng, SeedableRng};
use rand_chacha::{ChaCha12Rng, ChaCha20Rng};
use serde_json::Value;

fn number(case: &Value, key: &str) -> u64 {
    s(case, key).parse().unwrap()
}

fn words(mut rng: impl Rng, count: usize) -> Vec<u32> {
    (0..count).map(|_| rng.next_u32()).collect()
}

#[test]
fn keystream_words_are_met() {
    let file = read("stats/chacha_bootstrap.json");
    for case in cases(&file, "words") {
        assert_keys(case, &["rounds", "seed", "stream", "first_words"]);
        let (seed, stream) = (number(case, "seed"), number(case, "stream"));
        let want: Vec<u32> =
            cases(case, "first_words").iter().map(|w| w.as_u64().unwrap() as u32).collect();
        let key = bootstrap::key(seed);
        let got = match u(case, "rounds") {
            8 => words(bootstrap::keystream(seed, stream), want.len()),
            12 => {
                let mut rng = ChaCha12Rng::from_seed(key);
                rng.set_stream(stream);
                words(rng, want.len())
            }
            20 => {
                let mut rng = ChaCha20Rng::from_seed(key);
                rng.set_stream(stream);
                words(rng, want.len())
            }
            rounds => panic!("{rounds} rounds"),
        };
        assert_eq!(got, want, "{case}");
    }
}

#[test]
fn bounded_indices_are_met() {
    let file = read("stats/chacha_bootstrap.json");
    for case in cases(&file, "bounded") {
        assert_keys(case, &["n", "seed", "stream", "words_consumed", "indices"]);
        let n = u(case, "n") as u32;
        let rng = bootstrap::keystream(number(case, "seed"), number(case, "stream"));
        let got: Vec<u64> = words(rng, u(case, "words_consumed") as usize)
            .into_iter()
            .filter_map(|word| bootstrap::index_below(word, n))
            .map(u64::from)
            .collect();
        let want: Vec<u64> = cases(case, "indices").iter().map(|v| v.as_u64().unwrap()).collect();
        assert_eq!(got, want, "n = {n}");
    }
}

fn on_threads(threads: usize, case: &Value, seed: u64, count: u32) -> Replicates {
    let strata = data(case).differences();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| bootstrap::replicates(&strata, seed, count).unwrap())
}

#[test]
fn replicates_are_met_on_one_thread_and_on_two() {
    let file = read("stats/chacha_bootstrap.json");
    let sets = read("stats/stratified_cluster_bootstrap.json");
    for want in cases(&file, "replicates") {
        assert_keys(
            want,
            &[
                "dataset",
                "seed",
                "replicates",
                "first_20_S",
                "last_S",
                "sum_S",
                "sum_S2",
                "min_S",
                "max_S",
                "rank500_S",
                "rank1000_S",
                "type7_at_5pct_S",
                "sha256_i32le",
            ],
        );
        let (seed, count) = (number(want, "seed"), u(want, "replicates") as u32);
        let set = case(&sets, s(want, "dataset"));
        let got = on_threads(2, set, seed, count);
        let alone = on_threads(1, set, seed, 1000);
        assert_eq!(got.sums()[..1000], *alone.sums());
        let sums: Vec<i64> = got.sums().iter().copied().map(i64::from).collect();
        let first: Vec<i64> =
            cases(want, "first_20_S").iter().map(|v| v.as_i64().unwrap()).collect();
        assert_eq!(sums[..20], first);
        assert_eq!(sums[sums.len() - 1], i(want, "last_S"));
        assert_eq!(sums.iter().sum::<i64>(), i(want, "sum_S"));
        assert_eq!(sums.iter().map(|s| s * s).sum::<i64>(), i(want, "sum_S2"));
        assert_eq!(sums.iter().min().copied(), want["min_S"].as_i64());
        assert_eq!(sums.iter().max().copied(), want["max_S"].as_i64());
        let five = Fraction::ONE_TWENTIETH;
        assert_eq!(i64::from(got.lower(Fraction::ONE_FORTIETH).unwrap()), i(want, "rank500_S"));
        assert_eq!(i64::from(got.lower(five).unwrap()), i(want, "rank1000_S"));
        assert_eq!(got.rank(five).unwrap(), 1000);
        assert_eq!(got.type7(five).unwrap().to_bits(), f(want, "type7_at_5pct_S").to_bits());
        assert_eq!(got.sha256(), s(want, "sha256_i32le"), "{}", s(want, "dataset"));
    }
}
