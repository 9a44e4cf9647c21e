"""Peers for the statistics bench: numpy and scipy on the same inputs.

Prints one line per task, `name<TAB>CPU seconds<TAB>check value`; the least of
the repetitions. Called by `cargo bench --bench stats`, which passes the
differences of all problems as JSON on standard input.
"""

import json
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np
from scipy import special, stats

REPLICATES = 20_000
LIMITS = 100_000


def least(task, repetitions=5):
    seconds, value = [], None
    for _ in range(repetitions):
        start = time.process_time()
        value = task()
        seconds.append(time.process_time() - start)
    return min(seconds), value


def resampled_indices(strata):
    rng = np.random.default_rng(1)
    total = np.zeros(REPLICATES, dtype=np.int64)
    for d in strata:
        total += d[rng.integers(0, len(d), size=(REPLICATES, len(d)))].sum(axis=1)
    return np.partition(total, REPLICATES // 20 - 1)[REPLICATES // 20 - 1]


def multinomial_counts(strata):
    rng = np.random.default_rng(1)
    total = np.zeros(REPLICATES, dtype=np.int64)
    for d in strata:
        values, counts = np.unique(d, return_counts=True)
        total += rng.multinomial(len(d), counts / len(d), size=REPLICATES) @ values
    return np.partition(total, REPLICATES // 20 - 1)[REPLICATES // 20 - 1]


def convolved(strata):
    offset, mass = 0, np.ones(1)
    for d in strata:
        low = int(d.min())
        share = np.bincount(d - low) / len(d)
        one = np.ones(1)
        for _ in range(len(d)):
            one = np.convolve(one, share)
        mass = np.convolve(mass, one)
        offset += low * len(d)
    return offset + int(np.searchsorted(np.cumsum(mass), 0.05))


def main():
    strata = [np.array(d) for d in json.load(sys.stdin)]
    n = 10 + np.arange(LIMITS) % 991
    k = np.arange(LIMITS) % n
    tasks = {
        "indices": lambda: resampled_indices(strata),
        "multinomial": lambda: multinomial_counts(strata),
        "exact": lambda: convolved(strata),
        "beta.ppf": lambda: stats.beta.ppf(0.95, k + 1, n - k).sum(),
        "betaincinv": lambda: special.betaincinv(k + 1.0, (n - k).astype(float), 0.95).sum(),
    }
    for name, task in tasks.items():
        seconds, value = least(task)
        print(f"{name}\t{seconds!r}\t{float(value)!r}")


main()
