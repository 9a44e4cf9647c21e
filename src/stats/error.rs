//! Every way in which numbers can be refused, each naming what is at fault.
//!
//! Job: one typed error for the whole room. Neighbours: all modules of `stats`
//! return it; `report` adds the file it was reading. Rows and values are
//! counted from 0, in the order in which the caller passed them.

use super::pairs::Side;

/// Why a statistic was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// There is nothing to compute from.
    #[error("no {what}")]
    Empty {
        /// What is missing, in the plural.
        what: &'static str,
    },
    /// A value is NaN or infinite.
    #[error("value {index} is {value}, not a finite number")]
    NonFinite {
        /// Position among the values passed.
        index: usize,
        /// The value itself.
        value: f64,
    },
    /// A ratio needs positive values.
    #[error("value {index} is {value}, but a ratio needs positive values")]
    NotPositive {
        /// Position among the values passed.
        index: usize,
        /// The value itself.
        value: f64,
    },
    /// A probability, level or share lies outside the open interval (0, 1).
    #[error("{what} is {value}, not between 0 and 1")]
    OutsideUnit {
        /// Which parameter.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A shape or planning parameter that must be positive is not.
    #[error("{what} is {value}, which is not allowed")]
    BadParameter {
        /// Which parameter.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A fraction with denominator 0.
    #[error("fraction {numerator}/0")]
    ZeroDenominator {
        /// Its numerator.
        numerator: i64,
    },
    /// More successes than trials.
    #[error("{k} of {n}: a part larger than the whole")]
    CountAboveTotal {
        /// Successes.
        k: u64,
        /// Trials.
        n: u64,
    },
    /// The same problem, seed and arm twice.
    #[error(
        "rows {first} and {row} both hold stratum {stratum}, problem {problem}, seed {seed}, {side}"
    )]
    DuplicateRow {
        /// Position of the second row.
        row: usize,
        /// Position of the first row.
        first: usize,
        /// Stratum id.
        stratum: String,
        /// Problem id.
        problem: String,
        /// Sampling seed.
        seed: u64,
        /// Baseline or arm.
        side: Side,
    },
    /// One half of a pair is absent.
    #[error(
        "row {row} (stratum {stratum}, problem {problem}, seed {seed}) has no partner in the {side}"
    )]
    MissingPartner {
        /// Position of the row that stands alone.
        row: usize,
        /// Stratum id.
        stratum: String,
        /// Problem id.
        problem: String,
        /// Sampling seed.
        seed: u64,
        /// The side that is absent.
        side: Side,
    },
    /// A problem was asked with other seeds than the first problem.
    #[error("stratum {stratum}, problem {problem}: seeds {found:?}, elsewhere {expected:?}")]
    SeedsDiffer {
        /// Stratum id.
        stratum: String,
        /// Problem id.
        problem: String,
        /// Seeds of the first problem.
        expected: Vec<u64>,
        /// Seeds of this problem.
        found: Vec<u64>,
    },
    /// A row names a stratum that the plan does not declare.
    #[error("row {row} (problem {problem}): unknown stratum {stratum}")]
    UnknownStratum {
        /// Position of the row.
        row: usize,
        /// Stratum id.
        stratum: String,
        /// Problem id.
        problem: String,
    },
    /// A stratum was named that holds no problem.
    #[error("stratum {stratum} holds no problem")]
    EmptyStratum {
        /// Stratum id.
        stratum: String,
    },
    /// More seeds than a problem can hold.
    #[error("stratum {stratum}, problem {problem}: {seeds} seeds, at most 64 are supported")]
    TooManySeeds {
        /// Stratum id.
        stratum: String,
        /// Problem id.
        problem: String,
        /// Number of seeds.
        seeds: usize,
    },
    /// A computed count contradicts the one that was published or planned.
    #[error("{what}: {expected} expected, {computed} computed")]
    Contradiction {
        /// Which count.
        what: &'static str,
        /// The published or planned count.
        expected: u64,
        /// The count from the rows.
        computed: u64,
    },
    /// Too few replicates for the rank that the level asks for.
    #[error("{replicates} replicates, at least {needed} are needed")]
    TooFewReplicates {
        /// Replicates asked for.
        replicates: u32,
        /// The fewest that would do.
        needed: u32,
    },
    /// Sums of passes would leave 32 bits, or a stratum has 2^32 problems.
    #[error("too large for 32-bit sums of passes")]
    TooLarge,
    /// A tail percentile that the sample cannot support.
    #[error("quantile {p} of {n} values: at least {needed} are needed")]
    TooFewForTail {
        /// The quantile asked for.
        p: f64,
        /// Values present.
        n: usize,
        /// The fewest that would do.
        needed: usize,
    },
    /// The exact permutation test would have to visit too many splits.
    #[error("{baseline} against {arm} values: too many splits to visit one by one")]
    TooManySplits {
        /// Values of the baseline.
        baseline: usize,
        /// Values of the arm.
        arm: usize,
    },
    /// The residual of an inverse incomplete beta stayed too large.
    #[error("inverse incomplete beta at {probability} for ({a}, {b}): residual {residual}")]
    NoConvergence {
        /// Tail probability asked for.
        probability: f64,
        /// First shape.
        a: f64,
        /// Second shape.
        b: f64,
        /// Probability found minus probability asked for.
        residual: f64,
    },
    /// The registered limit and the exact limit lead to different verdicts.
    #[error(
        "limit {monte_carlo} by replicates and {exact} exactly lead to different verdicts; acknowledge it to go on"
    )]
    VerdictsDiffer {
        /// The rank limit of the replicates, in passes.
        monte_carlo: i64,
        /// The exact limit, in passes.
        exact: i64,
    },
}
