"""The figures of a transcription from its records: a second, independent computation.

Nothing here comes from our program; the formulas are those of its documentation, written
again with the standard library. Numbers of records are kept as the text that stands
there. A double is the nearest one to a text, and each result is held against the same
formula in exact fractions, so that an order of operations that loses digits is seen.
`compare.py` holds what sitegen made against the results.
"""

import hashlib
import json
import math
import operator
import statistics
from fractions import Fraction
from functools import lru_cache
from itertools import product

FIRST_TEXT = "time_to_first_visible_text"
STUDY = "quality-600"


def digest_faults(bundle):
    """What `sha256sum -c` would complain of, and payload files that no line names."""
    faults, listed = [], set()
    for manifest in ("tagmanifest-sha256.txt", "manifest-sha256.txt"):
        for line in (bundle / manifest).read_text(encoding="utf-8").splitlines():
            digest, _, name = line.partition("  ")
            listed.add(name)
            file = bundle / name
            if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
                faults.append(f"{name} is not what {manifest} says")
    payload = {str(f.relative_to(bundle)) for f in (bundle / "data").rglob("*") if f.is_file()}
    return faults + [f"{name} is in no manifest" for name in sorted(payload - listed)]


def read(bundle):
    """The transcription and its trials, every number as its text."""

    def parse(text):
        return json.loads(text, parse_float=str, parse_int=str)

    record = (bundle / "data" / "transcription.json").read_text(encoding="utf-8")
    trials = (bundle / "data" / "trials.jsonl").read_text(encoding="utf-8")
    return parse(record), [parse(line) for line in trials.split("\n") if line]


def held(double, exact, size):
    """The double, if it lies within 2^-50 of `size`, its largest operand, of the exact value."""
    if abs(Fraction(double) - exact) > abs(Fraction(size)) / 2**50:
        raise ArithmeticError(f"{double!r} is not close to {float(exact)!r}")
    return double


def summary(texts):
    """Median (of an even number: half the sum of the middle two), minimum, maximum."""
    doubles, exact = [float(t) for t in texts], [Fraction(t) for t in texts]
    size = max(map(abs, doubles))
    found = {"median": statistics.median, "min": min, "max": max}
    return {name: held(of(doubles), of(exact), size) for name, of in found.items()}


def contrast(baseline, arm):
    """Ratio of medians, percent change (ratio − 1) · 100, difference arm − baseline, and the
    smallest and largest of all ratios of a trial of the arm to one of the baseline."""
    off, on = summary(baseline)["median"], summary(arm)["median"]
    exact_off, exact_on = (statistics.median(map(Fraction, side)) for side in (baseline, arm))
    ratio, exact = on / off, exact_on / exact_off
    ratios = [float(y) / float(x) for x, y in product(baseline, arm)]
    exact_ratios = [Fraction(y) / Fraction(x) for x, y in product(baseline, arm)]
    return {
        "ratio_of_medians": held(ratio, exact, ratio),
        "percent_change": held((ratio - 1.0) * 100.0, (exact - 1) * 100, 100.0 * (ratio + 1.0)),
        "difference": held(on - off, exact_on - exact_off, max(on, off)),
        "smallest_ratio": held(min(ratios), min(exact_ratios), min(ratios)),
        "largest_ratio": held(max(ratios), max(exact_ratios), max(ratios)),
    }


def first_trials(conditions):
    """In how many conditions the first value is the extreme one, and the exact chance of at
    least so many if every order is equally likely (binomial where all have as many trials)."""
    several = [[float(t) for t in texts] for texts in conditions if len(texts) > 1]
    found = {"conditions": len(several)}
    chance = [Fraction(1)]  # chance[k]: the first is the extreme one in exactly k conditions
    for values in several:
        hit = Fraction(1, len(values))
        chance = [a * (1 - hit) + b * hit for a, b in zip(chance + [0], [0] + chance)]
    for name, beats in (("largest", operator.gt), ("smallest", operator.lt)):
        firsts = sum(all(beats(values[0], later) for later in values[1:]) for values in several)
        found[f"first_{name}"], found[f"chance_{name}"] = firsts, sum(chance[firsts:])
    return found


@lru_cache(maxsize=None)
def upper_limit(k, n, tail=Fraction(1, 20), bits=80):
    """Clopper-Pearson: the share for which k or fewer of n have the probability `tail`.
    Bisection over shares p / 2^bits; the binomial tail is then a whole number over
    2^(bits · n), so nothing is rounded."""
    if k == n:
        return Fraction(1)
    low, high = 0, 1 << bits
    while high - low > 1:
        p = (low + high) // 2
        q = (1 << bits) - p
        at_most = sum(math.comb(n, i) * p**i * q ** (n - i) for i in range(k + 1))
        if at_most * tail.denominator > tail.numerator << bits * n:
            low = p
        else:
            high = p
    return Fraction(low, 1 << bits)


def stated(value):
    """A value that was given or inferred; None if it is missing."""
    return value.get("inferred") if isinstance(value, dict) else value


def order(trial):
    """The place in the order of execution where it was published, else the trial's number."""
    return int(stated(trial["order_in_arm"]) or trial["replicate"])


class Figures:
    """Everything that follows from the records of one transcription."""

    def __init__(self, record, trials):
        self.record, self.trials = record, trials
        # (arm, prompt tokens) -> trials, and with a metric -> texts, in the order of execution.
        self.conditions, self.values = {}, {}
        for trial in sorted(trials, key=order):
            key = (trial["arm"], trial["prompt_tokens"])
            self.conditions.setdefault(key, []).append(trial)
            for metric, text in trial["figures"].items():
                self.values.setdefault((*key, metric), []).append(text)
        self.summaries = {cell: summary(texts) for cell, texts in self.values.items()}
        # (baseline, arm, prompt tokens, metric) -> contrast
        self.comparisons = {}
        for (baseline, arm), (own, prompt, metric) in product(self.pairs(), self.values):
            other = self.values.get((arm, prompt, metric))
            if own == baseline and other:
                key = (baseline, arm, prompt, metric)
                self.comparisons[key] = contrast(self.values[own, prompt, metric], other)
        engine = {arm["id"]: arm["engine"] for arm in record["arms"]}
        self.first_trials = {
            known["id"]: first_trials(
                texts
                for (arm, _, metric), texts in self.values.items()
                if engine[arm] == known["id"] and metric == FIRST_TEXT
            )
            for known in record["engines"]
        }
        self.quality = self.quality_counts()

    def pairs(self):
        """Off against on of each system, then the pairs of published relations."""
        found = [
            (off["id"], on["id"])
            for off, on in product(self.record["arms"], repeat=2)
            if (off["host"], off["engine"]) == (on["host"], on["engine"])
            and off["speculation"] == "off" != on["speculation"]
        ]
        return dict.fromkeys(found + [(r["baseline"], r["arm"]) for r in self.record["relations"]])

    def apart(self, baseline, arm, prompt, metric):
        """Whether the trials of the two arms do not overlap."""
        off, on = (self.summaries[side, prompt, metric] for side in (baseline, arm))
        return off["max"] < on["min"] or on["max"] < off["min"]

    def above(self, threshold):
        """Trials strictly above, and trials that have the metric."""
        texts = self.values.get(tuple(threshold[k] for k in ("arm", "prompt_tokens", "metric")), [])
        return sum(Fraction(t) > Fraction(threshold["above"]) for t in texts), len(texts)

    def relation(self, row):
        """The value of a published relation of two medians."""
        key = tuple(row[k] for k in ("baseline", "arm", "prompt_tokens", "metric"))
        return self.comparisons[key]["ratio_of_medians" if row["kind"] == "ratio" else row["kind"]]

    def quality_counts(self):
        """The 2×2 table from its margins and one cell, and the limit of one share."""
        published = {
            (figure["metric"], tuple(figure["condition"].items())): figure["value"]
            for figure in self.record["published"]
            if figure["study"] == STUDY
        }
        keys = [("correct", (("mtp", mtp),)) for mtp in ("off", "on")]
        names = ("problems", "pairs", "off_only_pairs", "problems_with_off_only")
        keys += [(name, ()) for name in names]
        if not all(key in published for key in keys):
            return None
        off, on, problems, pairs, off_only, with_off_only = (int(published[key]) for key in keys)
        both = off - off_only
        table = {"both": both, "baseline_only": off_only, "arm_only": on - both}
        return {
            "problems": problems,
            "pairs": pairs,
            "table": {**table, "neither": pairs - sum(table.values())},
            "problems_with_baseline_only": with_off_only,
            "upper_limit": upper_limit(with_off_only, problems),
        }
