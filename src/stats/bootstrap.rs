//! The registered bootstrap: replicates that are the same on every machine.
//!
//! Job: resample problems within strata under a bit-exact contract, and publish
//! a digest of the sums. Neighbours: `pairs` orders strata and problems,
//! `lattice` holds the exact distribution these replicates are drawn from.
//!
//! The contract: replicate r reads the `ChaCha8` keystream whose key is the seed
//! (u64, little-endian) and 24 zero bytes, on stream r from word 0. Each draw
//! from n problems takes one u32 word w and gives `(w · n) >> 32`; a word whose
//! low half is below `2^32 mod n` is rejected and the next one taken (Lemire
//! 2019, ACM TOMACS 29:3). Nothing here depends on the number of threads.

use super::{Fraction, StatsError};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The sums of all replicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replicates {
    sums: Vec<i32>,
    sorted: Vec<i32>,
}

/// One stratum as the inner loop wants it.
struct Urn<'a> {
    values: &'a [i32],
    size: u32,
}

/// The key that belongs to a bootstrap seed.
#[must_use]
pub fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

/// The generator of one replicate.
#[must_use]
pub fn keystream(seed: u64, replicate: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(key(seed));
    rng.set_stream(replicate);
    rng
}

/// The index below `n >= 1` that a word stands for, or `None` if the word must
/// be rejected.
#[must_use]
pub const fn index_below(word: u32, n: u32) -> Option<u32> {
    let wide = word as u64 * n as u64;
    if (wide as u32) < n.wrapping_neg() % n { None } else { Some((wide >> 32) as u32) }
}

/// Draws `count` replicates of the sum over resampled strata, in parallel on
/// the current rayon pool, in order of their index.
///
/// # Errors
/// [`StatsError::Empty`] without strata or with an empty one;
/// [`StatsError::TooLarge`] if a sum could leave 32 bits.
pub fn replicates(strata: &[Vec<i32>], seed: u64, count: u32) -> Result<Replicates, StatsError> {
    if count == 0 {
        return Err(StatsError::Empty { what: "replicates" });
    }
    let urns = urns(strata)?;
    let words: usize = strata.iter().map(Vec::len).sum();
    let fresh = ChaCha8Rng::from_seed(key(seed));
    let sums: Vec<i32> = (0..count)
        .into_par_iter()
        .map_init(
            || vec![0_u8; 4 * words],
            |buffer, replicate| {
                let mut rng = fresh.clone();
                rng.set_stream(u64::from(replicate));
                rng.fill_bytes(buffer);
                fast(&urns, buffer).unwrap_or_else(|| {
                    let mut rng = fresh.clone();
                    rng.set_stream(u64::from(replicate));
                    one_by_one(&urns, &mut rng)
                })
            },
        )
        .collect();
    let mut sorted = sums.clone();
    sorted.sort_unstable();
    Ok(Replicates { sums, sorted })
}

fn urns(strata: &[Vec<i32>]) -> Result<Vec<Urn<'_>>, StatsError> {
    let mut reach = 0_i64;
    let mut urns = Vec::with_capacity(strata.len());
    for values in strata {
        let size = u32::try_from(values.len()).map_err(|_| StatsError::TooLarge)?;
        let Some(widest) = values.iter().map(|v| v.unsigned_abs()).max() else {
            return Err(StatsError::Empty { what: "problems in a stratum" });
        };
        reach = reach.saturating_add(i64::from(size) * i64::from(widest));
        urns.push(Urn { values, size });
    }
    match reach {
        _ if urns.is_empty() => Err(StatsError::Empty { what: "strata" }),
        _ if reach > i64::from(i32::MAX) => Err(StatsError::TooLarge),
        _ => Ok(urns),
    }
}

/// The sum from one word per draw, or `None` if any word must be rejected,
/// which happens less than once in 10^6 replicates for the usual sizes.
fn fast(urns: &[Urn<'_>], mut bytes: &[u8]) -> Option<i32> {
    let mut sum = 0;
    let mut rejected = false;
    for urn in urns {
        let (here, rest) = bytes.split_at(4 * urn.values.len());
        let threshold = urn.size.wrapping_neg() % urn.size;
        for word in here.as_chunks().0 {
            let wide = u64::from(u32::from_le_bytes(*word)) * u64::from(urn.size);
            rejected |= (wide as u32) < threshold;
            sum += urn.values[(wide >> 32) as usize];
        }
        bytes = rest;
    }
    (!rejected).then_some(sum)
}

/// The sum by the letter of the contract.
fn one_by_one(urns: &[Urn<'_>], rng: &mut ChaCha8Rng) -> i32 {
    let mut sum = 0;
    for urn in urns {
        for _ in 0..urn.size {
            let index = loop {
                if let Some(index) = index_below(rng.next_u32(), urn.size) {
                    break index;
                }
            };
            sum += urn.values[index as usize];
        }
    }
    sum
}

impl Replicates {
    /// Sums in order of the replicate index.
    #[must_use]
    pub fn sums(&self) -> &[i32] {
        &self.sums
    }

    /// Sums in ascending order.
    #[must_use]
    pub fn sorted(&self) -> &[i32] {
        &self.sorted
    }

    /// The percentile limit: the sum of rank `ceil(count · alpha)` from below.
    ///
    /// # Errors
    /// [`StatsError::OutsideUnit`] for a level outside (0, 1);
    /// [`StatsError::TooFewReplicates`] for fewer than 1/alpha replicates.
    pub fn lower(&self, alpha: Fraction) -> Result<i32, StatsError> {
        Ok(self.sorted[self.rank(alpha)? - 1])
    }

    /// The sum of the same rank from above: the negated lower limit of the
    /// exchanged arms.
    ///
    /// # Errors
    /// As [`Replicates::lower`].
    pub fn upper(&self, alpha: Fraction) -> Result<i32, StatsError> {
        Ok(self.sorted[self.sorted.len() - self.rank(alpha)?])
    }

    /// Rank of the lower limit, counted from 1.
    ///
    /// # Errors
    /// As [`Replicates::lower`].
    pub fn rank(&self, alpha: Fraction) -> Result<usize, StatsError> {
        let needed = (1.0 / alpha.as_level()?.value()).ceil();
        if (self.sums.len() as f64) < needed {
            return Err(StatsError::TooFewReplicates {
                replicates: self.sums.len() as u32,
                needed: needed as u32,
            });
        }
        Ok(alpha.rank(self.sums.len()))
    }

    /// Type-7 quantile of the sums at `alpha`, which may lie off the lattice.
    ///
    /// # Errors
    /// [`StatsError::OutsideUnit`] for a level outside (0, 1).
    pub fn type7(&self, alpha: Fraction) -> Result<f64, StatsError> {
        let values: Vec<f64> = self.sorted.iter().copied().map(f64::from).collect();
        super::quantile::type7(&values, alpha.as_level()?.value())
    }

    /// SHA-256, in hexadecimal, of the sums in index order as little-endian i32.
    #[must_use]
    pub fn sha256(&self) -> String {
        let mut hasher = Sha256::new();
        for sum in &self.sums {
            hasher.update(sum.to_le_bytes());
        }
        hasher.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}
