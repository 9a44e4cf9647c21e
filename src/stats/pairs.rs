//! From rows to pairs: every problem under every seed, in baseline and arm.
//!
//! Job: the only way to paired data is through the checks here, so that no
//! later module meets a half pair. Neighbours: `report` builds the rows from
//! records; `analysis` computes from the result; strata and problems are kept
//! in byte order of their ids, which the bootstrap's contract relies on.
//! A stratum is domain × template. Nothing is dropped: wrong, malformed, capped
//! and absent answers are all "not correct".

use super::StatsError;
use super::table::PairTable;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The two alternatives of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// What the arm is compared with.
    Baseline,
    /// The alternative in question.
    Arm,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Baseline => "baseline",
            Self::Arm => "arm",
        })
    }
}

/// One graded answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// Stratum id.
    pub stratum: &'a str,
    /// Problem id, unique within its stratum.
    pub problem: &'a str,
    /// Sampling seed.
    pub seed: u64,
    /// Baseline or arm.
    pub side: Side,
    /// Whether the answer was right.
    pub correct: bool,
    /// Whether the trial failed for good, without an answer to grade.
    pub failed: bool,
}

/// One problem: bit s of each mask belongs to the s-th seed in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Problem id.
    pub id: String,
    /// Seeds that the baseline got right.
    pub baseline: u64,
    /// Seeds that the arm got right.
    pub arm: u64,
    /// Seeds for which the trial of either side failed for good.
    pub failed: u64,
}

impl Problem {
    /// Passes of the arm minus passes of the baseline.
    #[must_use]
    pub const fn difference(&self) -> i32 {
        self.arm.count_ones() as i32 - self.baseline.count_ones() as i32
    }

    fn table(&self, seeds: u64) -> PairTable {
        let count = |mask: u64| u64::from((mask & seeds).count_ones());
        PairTable {
            both: count(self.baseline & self.arm),
            baseline_only: count(self.baseline & !self.arm),
            arm_only: count(self.arm & !self.baseline),
            neither: count(!self.baseline & !self.arm),
        }
    }
}

/// The problems within which resampling takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stratum {
    /// Stratum id.
    pub id: String,
    /// Its problems, in byte order of their ids; never empty.
    pub problems: Vec<Problem>,
}

/// Complete pairs: strata by id, problems by id, the same seeds everywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedData {
    seeds: Vec<u64>,
    strata: Vec<Stratum>,
}

/// The first row seen for one side of one pair, with its position.
type Half<'a> = Option<(usize, Row<'a>)>;
type Seeds<'a> = BTreeMap<u64, [Half<'a>; 2]>;
type Strata<'a> = BTreeMap<&'a str, BTreeMap<&'a str, Seeds<'a>>>;

impl PairedData {
    /// Pairs up rows in any order. `declared` are the strata of the plan.
    ///
    /// # Errors
    /// [`StatsError::Empty`] without rows, [`StatsError::UnknownStratum`],
    /// [`StatsError::DuplicateRow`], [`StatsError::MissingPartner`],
    /// [`StatsError::SeedsDiffer`], [`StatsError::TooManySeeds`],
    /// [`StatsError::EmptyStratum`] for a declared stratum without rows.
    pub fn from_rows(rows: &[Row<'_>], declared: &[&str]) -> Result<Self, StatsError> {
        let grouped = group(rows, declared)?;
        for stratum in declared {
            if !grouped.contains_key(stratum) {
                return Err(StatsError::EmptyStratum { stratum: (*stratum).to_owned() });
            }
        }
        let Some(first) = grouped.values().flat_map(BTreeMap::values).next() else {
            return Err(StatsError::Empty { what: "rows" });
        };
        let seeds: Vec<u64> = first.keys().copied().collect();
        let mut strata = Vec::with_capacity(grouped.len());
        for (stratum, problems) in &grouped {
            let problems = problems
                .iter()
                .map(|(id, halves)| problem(stratum, id, halves, &seeds))
                .collect::<Result<_, _>>()?;
            strata.push(Stratum { id: (*stratum).to_owned(), problems });
        }
        Ok(Self { seeds, strata })
    }

    /// The data without some strata, for a supplement decided afterwards.
    ///
    /// # Errors
    /// [`StatsError::EmptyStratum`] for an id that holds no problem here;
    /// [`StatsError::Empty`] if nothing is left.
    pub fn without_strata(&self, excluded: &[&str]) -> Result<Self, StatsError> {
        for id in excluded {
            if !self.strata.iter().any(|s| s.id == *id) {
                return Err(StatsError::EmptyStratum { stratum: (*id).to_owned() });
            }
        }
        let kept = |s: &&Stratum| !excluded.contains(&s.id.as_str());
        let strata: Vec<Stratum> = self.strata.iter().filter(kept).cloned().collect();
        if strata.is_empty() {
            return Err(StatsError::Empty { what: "strata" });
        }
        Ok(Self { seeds: self.seeds.clone(), strata })
    }

    /// Baseline and arm exchanged.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        for problem in self.strata.iter_mut().flat_map(|s| &mut s.problems) {
            std::mem::swap(&mut problem.baseline, &mut problem.arm);
        }
        self
    }

    /// The data in which every pair with a failed trial counts as no
    /// difference; the number of pairs to divide by is smaller by as many.
    #[must_use]
    pub(crate) fn without_failures(&self) -> Self {
        let mut kept = self.clone();
        for problem in kept.strata.iter_mut().flat_map(|s| &mut s.problems) {
            problem.baseline &= !problem.failed;
            problem.arm &= !problem.failed;
        }
        kept
    }

    /// Sampling seeds, ascending.
    #[must_use]
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// Strata in byte order of their ids.
    #[must_use]
    pub fn strata(&self) -> &[Stratum] {
        &self.strata
    }

    /// All problems, stratum by stratum.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.strata.iter().flat_map(|s| &s.problems)
    }

    /// Differences of the problems, arm − baseline in passes, by stratum.
    #[must_use]
    pub fn differences(&self) -> Vec<Vec<i32>> {
        self.strata.iter().map(|s| s.problems.iter().map(Problem::difference).collect()).collect()
    }

    /// All pairs by outcome.
    #[must_use]
    pub fn table(&self) -> PairTable {
        self.table_of(u64::MAX >> (64 - self.seeds.len()))
    }

    /// The pairs of one seed, by its position among [`PairedData::seeds`].
    #[must_use]
    pub fn seed_table(&self, position: usize) -> PairTable {
        self.table_of(1 << position)
    }

    fn table_of(&self, mask: u64) -> PairTable {
        let empty = PairTable { both: 0, baseline_only: 0, arm_only: 0, neither: 0 };
        self.problems().map(|p| p.table(mask)).fold(empty, |sum, one| PairTable {
            both: sum.both + one.both,
            baseline_only: sum.baseline_only + one.baseline_only,
            arm_only: sum.arm_only + one.arm_only,
            neither: sum.neither + one.neither,
        })
    }

    /// Problems with at least one seed that only the baseline got right.
    #[must_use]
    pub fn problems_with_baseline_only(&self) -> u64 {
        self.problems().filter(|p| p.baseline & !p.arm != 0).count() as u64
    }

    /// Pairs in which a trial failed for good.
    #[must_use]
    pub fn failed_pairs(&self) -> u64 {
        self.problems().map(|p| u64::from(p.failed.count_ones())).sum()
    }
}

/// Sorts rows into strata, problems and seeds, refusing repeats.
fn group<'a>(rows: &[Row<'a>], declared: &[&str]) -> Result<Strata<'a>, StatsError> {
    let mut grouped = Strata::new();
    for (index, &row) in rows.iter().enumerate() {
        if !declared.contains(&row.stratum) {
            return Err(StatsError::UnknownStratum {
                row: index,
                stratum: row.stratum.to_owned(),
                problem: row.problem.to_owned(),
            });
        }
        let seeds = grouped.entry(row.stratum).or_default().entry(row.problem).or_default();
        let half = &mut seeds.entry(row.seed).or_default()[row.side as usize];
        if let Some((first, _)) = *half {
            return Err(StatsError::DuplicateRow {
                row: index,
                first,
                stratum: row.stratum.to_owned(),
                problem: row.problem.to_owned(),
                seed: row.seed,
                side: row.side,
            });
        }
        *half = Some((index, row));
    }
    Ok(grouped)
}

/// One problem from its halves, which must be complete and use the `expected` seeds.
fn problem(
    stratum: &str,
    id: &str,
    halves: &Seeds<'_>,
    expected: &[u64],
) -> Result<Problem, StatsError> {
    let (stratum, problem) = (stratum.to_owned(), id.to_owned());
    if halves.len() > 64 {
        return Err(StatsError::TooManySeeds { stratum, problem, seeds: halves.len() });
    }
    if !halves.keys().eq(expected) {
        let found = halves.keys().copied().collect();
        return Err(StatsError::SeedsDiffer {
            stratum,
            problem,
            expected: expected.to_vec(),
            found,
        });
    }
    let mut built = Problem { id: problem.clone(), baseline: 0, arm: 0, failed: 0 };
    for (position, (&seed, pair)) in halves.iter().enumerate() {
        let (baseline, arm) = match *pair {
            [Some((_, baseline)), Some((_, arm))] => (baseline, arm),
            [Some((row, _)), None] => {
                return Err(StatsError::MissingPartner {
                    row,
                    stratum,
                    problem,
                    seed,
                    side: Side::Arm,
                });
            }
            [None, Some((row, _))] => {
                return Err(StatsError::MissingPartner {
                    row,
                    stratum,
                    problem,
                    seed,
                    side: Side::Baseline,
                });
            }
            // An entry is made only together with its first half.
            [None, None] => continue,
        };
        built.baseline |= u64::from(baseline.correct) << position;
        built.arm |= u64::from(arm.correct) << position;
        built.failed |= u64::from(baseline.failed || arm.failed) << position;
    }
    Ok(built)
}
