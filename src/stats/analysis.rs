//! The whole analysis of paired answers: one call, every line of the page.
//!
//! Job: put together the registered bootstrap, the exact limit beside it, the
//! fixed sensitivity set, flags and verdict. Neighbours: `pairs` supplies the
//! data, `bootstrap`, `lattice`, `bca`, `tango` and `clustered` the methods,
//! `verdict` the meaning; `report` takes the result. Differences are arm −
//! baseline; limits in passes are integers and are divided by the pairs once.

use super::bootstrap::{self, Replicates};
use super::clustered::{self, ClusteredTests, TLimit};
use super::lattice::{Lattice, LatticeLimit};
use super::verdict::{Check, Flag, Method, Shape, Verdict};
use super::{Bca, Fraction, PairTable, PairedData, StatsError, Tango, bca, binomial};
use serde::Serialize;

/// What is fixed before the data are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Margin of non-inferiority for the difference of proportions, below 0.
    pub margin: Fraction,
    /// One-sided level of the verdict.
    pub alpha: Fraction,
    /// Stricter one-sided level shown beside it.
    pub strict_alpha: Fraction,
    /// Number of bootstrap replicates.
    pub replicates: u32,
    /// Bootstrap seed.
    pub bootstrap_seed: u64,
    /// Go on although replicates and exact limit lead to different verdicts.
    pub acknowledge_differing_verdicts: bool,
}

impl Plan {
    /// 20,000 replicates at 5 %, 2.5 % beside it, nothing acknowledged.
    #[must_use]
    pub const fn new(margin: Fraction, bootstrap_seed: u64) -> Self {
        Self {
            margin,
            alpha: Fraction::ONE_TWENTIETH,
            strict_alpha: Fraction::ONE_FORTIETH,
            replicates: 20_000,
            bootstrap_seed,
            acknowledge_differing_verdicts: false,
        }
    }
}

/// Sizes and sums that everything else refers to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Counts {
    /// Problems.
    pub problems: u64,
    /// Strata.
    pub strata: u64,
    /// Problems times seeds.
    pub pairs: u64,
    /// Passes of the arm minus passes of the baseline.
    pub sum: i64,
    /// The sum over the pairs.
    pub difference: f64,
    /// Problems whose d is not 0.
    pub informative_problems: u64,
    /// Strata in which all d are equal.
    pub strata_without_variation: u64,
    /// Pairs in which a trial failed for good; they count as not correct.
    pub failed_pairs: u64,
}

/// The registered bootstrap. Limits are in passes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MonteCarlo {
    /// Bootstrap seed.
    pub bootstrap_seed: u64,
    /// Number of replicates.
    pub replicates: u32,
    /// Rank of the lower limit, counted from 1.
    pub rank: u64,
    /// Lower limit at the plan's level: the registered result.
    pub lower: i64,
    /// Lower limit at the stricter level.
    pub strict_lower: i64,
    /// Upper limit at the plan's level.
    pub upper: i64,
    /// Type-7 quantile at the plan's level, if it differs from `lower`.
    pub type7_lower: Option<f64>,
    /// SHA-256 of the sums in index order as little-endian i32.
    pub sha256: String,
    /// The limits that other bootstrap seeds would give, with probabilities.
    pub limits_over_seeds: Vec<(i64, f64)>,
}

/// The bootstrap with infinitely many replicates. Limits are in passes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exact {
    /// Lower limit at the plan's level.
    pub lower: LatticeLimit,
    /// Lower limit at the stricter level.
    pub strict_lower: LatticeLimit,
    /// Upper limit at the plan's level.
    pub upper: i64,
    /// Standard deviation of the sum.
    pub standard_deviation: f64,
}

/// Tango's lower limit from the pairs of one sampling seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeedLimit {
    /// Sampling seed.
    pub seed: u64,
    /// Its pairs by outcome.
    pub table: PairTable,
    /// Lower limit, as a proportion.
    pub lower: f64,
}

/// Companions that are not the registered limit. Limits are proportions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Companions {
    /// BCa on the exact distribution; `None` at zero width.
    pub bca: Option<Bca>,
    /// t limit over problems within strata.
    pub t_stratified: Option<TLimit>,
    /// t limit over problems without strata.
    pub t_problems: Option<TLimit>,
    /// t limit over templates; few clusters.
    pub t_templates: Option<TLimit>,
    /// Variance inflation by the seeds of one problem.
    pub design_effect: Option<f64>,
    /// Tango with the counts divided by the design effect.
    pub tango_design_effect: Option<f64>,
    /// Tango for each seed alone.
    pub tango_seeds: Vec<SeedLimit>,
    /// Problems with any seed that only the baseline got right.
    pub problems_with_baseline_only: u64,
    /// Exact upper limit of their share: another quantity than the difference.
    pub baseline_only_share_upper: f64,
    /// Tests of no difference.
    pub tests: ClusteredTests,
}

/// The same difference with the pairs of failed trials left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WithoutFailures {
    /// Pairs left out.
    pub pairs_left_out: u64,
    /// Pairs that remain.
    pub pairs: u64,
    /// Difference over the pairs that remain.
    pub difference: f64,
    /// Exact lower limit at the plan's level, in passes.
    pub lower: i64,
}

/// Everything a page shows about one comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Analysis {
    /// Sizes and sums.
    pub counts: Counts,
    /// All pairs by outcome.
    pub table: PairTable,
    /// The registered bootstrap.
    pub monte_carlo: MonteCarlo,
    /// The exact limit beside it.
    pub exact: Exact,
    /// Further methods.
    pub companions: Companions,
    /// The fixed sensitivity set against the margin.
    pub checks: Vec<Check>,
    /// Present only if a trial failed for good and other pairs remain.
    pub without_failures: Option<WithoutFailures>,
    /// What a reader must know first.
    pub flags: Vec<Flag>,
    /// Verdict by the registered limit.
    pub verdict: Verdict,
    /// Verdict by the exact limit.
    pub exact_verdict: Verdict,
}

impl Analysis {
    /// The methods that do not clear the margin; if none, the result is robust.
    pub fn not_clearing(&self) -> impl Iterator<Item = Method> + '_ {
        self.checks.iter().filter(|check| !check.clears).map(|check| check.method)
    }

    /// Whether every method of the sensitivity set clears the margin.
    #[must_use]
    pub fn robust(&self) -> bool {
        self.checks.iter().all(|check| check.clears)
    }
}

/// An analysis of part of the strata, decided after seeing the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Supplement {
    /// Ids of the strata left out.
    pub excluded: Vec<String>,
    /// The analysis of the rest.
    pub analysis: Analysis,
    /// Whether its verdict is that of the main analysis.
    pub verdict_agrees: bool,
}

/// Analyses paired answers by the plan.
///
/// # Errors
/// [`StatsError::OutsideUnit`] for a level outside (0, 1/2),
/// [`StatsError::TooFewReplicates`], [`StatsError::TooLarge`],
/// [`StatsError::NoConvergence`]; [`StatsError::VerdictsDiffer`] unless the plan
/// acknowledges it.
pub fn analyse(data: &PairedData, plan: &Plan) -> Result<Analysis, StatsError> {
    let strata = data.differences();
    let table = data.table();
    let counts = count(data, &strata, &table)?;
    let distribution = Lattice::stratified(&strata);
    let replicates = bootstrap::replicates(&strata, plan.bootstrap_seed, plan.replicates)?;
    let monte_carlo = monte_carlo(&replicates, &distribution, plan)?;
    let exact = Exact {
        lower: distribution.lower(plan.alpha.as_level()?.value()),
        strict_lower: distribution.lower(plan.strict_alpha.as_level()?.value()),
        upper: distribution.upper(plan.alpha.value()),
        standard_deviation: distribution.standard_deviation(),
    };
    let companions = companions(data, &strata, &table, &distribution, plan.alpha.value())?;

    let mut flags = Shape {
        sizes: strata.iter().map(Vec::len).collect(),
        strata_without_variation: counts.strata_without_variation,
        discordant_pairs: table.baseline_only + table.arm_only,
        informative_problems: counts.informative_problems,
    }
    .flags();
    let judge = |lower, upper| {
        if flags.contains(&Flag::ZeroWidthInterval) {
            Verdict::of_fallback(companions.tango_design_effect, plan.margin)
        } else {
            Verdict::of_limits(lower, upper, counts.pairs, plan.margin)
        }
    };
    let verdict = judge(monte_carlo.lower, monte_carlo.upper);
    let exact_verdict = judge(exact.lower.value, exact.upper);
    if monte_carlo.limits_over_seeds.iter().all(|(_, probability)| *probability < 0.999) {
        flags.push(Flag::McLimitNotUnique);
    }
    if verdict != exact_verdict {
        if !plan.acknowledge_differing_verdicts {
            let (monte_carlo, exact) = (monte_carlo.lower, exact.lower.value);
            return Err(StatsError::VerdictsDiffer { monte_carlo, exact });
        }
        flags.push(Flag::McExactVerdictDiffers);
    }
    let checks = checks(&exact, &companions, counts.pairs, plan.margin);
    let without_failures = without_failures(data, plan);
    Ok(Analysis {
        counts,
        table,
        monte_carlo,
        exact,
        companions,
        checks,
        without_failures,
        flags,
        verdict,
        exact_verdict,
    })
}

/// Analyses the data without some strata and compares the verdict with `main`.
///
/// # Errors
/// As [`PairedData::without_strata`] and [`analyse`].
pub fn supplement(
    data: &PairedData,
    plan: &Plan,
    excluded: &[&str],
    main: &Analysis,
) -> Result<Supplement, StatsError> {
    let analysis = analyse(&data.without_strata(excluded)?, plan)?;
    Ok(Supplement {
        excluded: excluded.iter().map(|id| (*id).to_owned()).collect(),
        verdict_agrees: analysis.verdict == main.verdict,
        analysis,
    })
}

fn count(data: &PairedData, strata: &[Vec<i32>], table: &PairTable) -> Result<Counts, StatsError> {
    let flat = || strata.iter().flatten();
    let (problems, pairs) = (flat().count() as u64, table.pairs());
    let expected = problems * data.seeds().len() as u64;
    if pairs != expected {
        return Err(StatsError::Contradiction { what: "pairs", expected, computed: pairs });
    }
    let sum = flat().copied().map(i64::from).sum();
    Ok(Counts {
        problems,
        strata: strata.len() as u64,
        pairs,
        sum,
        difference: sum as f64 / pairs as f64,
        informative_problems: flat().filter(|d| **d != 0).count() as u64,
        strata_without_variation: strata.iter().filter(|d| bca::is_constant(d)).count() as u64,
        failed_pairs: data.failed_pairs(),
    })
}

fn monte_carlo(
    replicates: &Replicates,
    distribution: &Lattice,
    plan: &Plan,
) -> Result<MonteCarlo, StatsError> {
    let rank = replicates.rank(plan.alpha)?;
    let lower = i64::from(replicates.lower(plan.alpha)?);
    let type7 = replicates.type7(plan.alpha)?;
    Ok(MonteCarlo {
        bootstrap_seed: plan.bootstrap_seed,
        replicates: plan.replicates,
        rank: rank as u64,
        lower,
        strict_lower: i64::from(replicates.lower(plan.strict_alpha)?),
        upper: i64::from(replicates.upper(plan.alpha)?),
        type7_lower: ((type7 - lower as f64).abs() > 0.0).then_some(type7),
        sha256: replicates.sha256(),
        limits_over_seeds: distribution.rank_distribution(plan.replicates, rank as u32)?,
    })
}

fn companions(
    data: &PairedData,
    strata: &[Vec<i32>],
    table: &PairTable,
    distribution: &Lattice,
    alpha: f64,
) -> Result<Companions, StatsError> {
    let (pairs, problems) = (table.pairs(), strata.iter().map(Vec::len).sum::<usize>() as u64);
    let design_effect = clustered::design_effect(strata, table, data.seeds().len() as u64);
    let seed_limit = |(position, &seed): (usize, &u64)| {
        let table = data.seed_table(position);
        Ok(SeedLimit { seed, table, lower: Tango::new(&table, 1.0)?.lower(alpha)? })
    };
    let harmed = data.problems_with_baseline_only();
    Ok(Companions {
        bca: bca::lower(strata, distribution, alpha)?,
        t_stratified: clustered::t_stratified(strata, pairs, alpha)?,
        t_problems: clustered::t_problems(strata, pairs, alpha)?,
        t_templates: clustered::t_templates(strata, pairs, alpha)?,
        design_effect,
        tango_design_effect: design_effect
            .map(|effect| Tango::new(table, effect)?.lower(alpha))
            .transpose()?,
        tango_seeds: data.seeds().iter().enumerate().map(seed_limit).collect::<Result<_, _>>()?,
        problems_with_baseline_only: harmed,
        baseline_only_share_upper: binomial::exact_upper(harmed, problems, 1.0 - alpha)?,
        tests: clustered::tests(strata)?,
    })
}

fn checks(exact: &Exact, also: &Companions, pairs: u64, margin: Fraction) -> Vec<Check> {
    let passes = |method, lower| Check::of_passes(method, lower, pairs, margin);
    let proportion = |method, lower| Check::of_proportion(method, lower, margin);
    let mut checks = vec![
        passes(Method::Exact, Some(exact.lower.value)),
        passes(Method::ExactStrict, Some(exact.strict_lower.value)),
        passes(Method::Bca, also.bca.map(|bca| bca.lower)),
        proportion(Method::TangoDesignEffect, also.tango_design_effect),
        proportion(Method::TemplateT, also.t_templates.map(|t| t.lower)),
    ];
    checks.extend(
        also.tango_seeds.iter().map(|s| proportion(Method::TangoSeed(s.seed), Some(s.lower))),
    );
    checks
}

fn without_failures(data: &PairedData, plan: &Plan) -> Option<WithoutFailures> {
    let pairs_left_out = data.failed_pairs();
    let pairs = data.table().pairs() - pairs_left_out;
    if pairs_left_out == 0 || pairs == 0 {
        return None;
    }
    let strata = data.without_failures().differences();
    let sum: i64 = strata.iter().flatten().copied().map(i64::from).sum();
    Some(WithoutFailures {
        pairs_left_out,
        pairs,
        difference: sum as f64 / pairs as f64,
        lower: Lattice::stratified(&strata).lower(plan.alpha.value()).value,
    })
}
