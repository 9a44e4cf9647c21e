"""What sitegen made, held against recomputed figures: the report, and a page in a language.

Each check walks over the recomputed figures and looks for each of them, so what is absent
is a difference too. `figures.py` computes, `pages.py` reads and rounds.
"""

import math
from fractions import Fraction

from recomputation.pages import fixed, probability, signed, unit, value

# A metric without a column in the table of trials.
NO_COLUMN = "generation_time"


def bits(number):
    """The shortest text that reads back as the double, which names its bits; None if it is
    no finite number."""
    try:
        double = float(number)
    except (TypeError, ValueError):
        return None
    return repr(double) if math.isfinite(double) else None


class Tally:
    """What was compared in one place, and what differed."""

    def __init__(self):
        self.count, self.differences = 0, []
        self.shown_by_kind = {}  # Elements of a page, for the damage that is done to a copy.

    def same(self, what, found, expected):
        """A double must have the same bits, a fraction thirteen digits in common."""
        self.count += 1
        if isinstance(expected, float):
            equal = bits(found) == bits(expected)
        elif isinstance(expected, Fraction):
            double = Fraction(bits(found) or 0)
            equal, expected = abs(double - expected) <= expected / 10**13, float(expected)
        else:
            equal = found == expected
        if not equal:
            self.differences.append(f"{what}: found {found!r}, recomputed {expected!r}")

    def shown(self, kind, what, figures, expected):
        """Figures of a page: the raw value and the printed text of each."""
        if len(figures) != len(expected):
            self.same(what, f"{len(figures)} figures", f"{len(expected)} figures")
        for place, (figure, (raw, text)) in enumerate(zip(figures, expected)):
            self.same(what, figure.raw, raw)
            self.same(what, figure.text, text)
            self.shown_by_kind.setdefault((kind, place), []).append(figure)

    def says(self, kind, element, expected):
        """A cell or a sentence of a page with a count in it."""
        self.same(kind, element.text if element else None, expected)
        self.shown_by_kind.setdefault((kind, 0), []).append(element)


def check_publication(figures):
    """What was published together with its trials must come out of them."""
    tally = Tally()
    for row in figures.record["aggregates"]:
        cell = (row["arm"], row["prompt_tokens"], row["metric"])
        for name, double in figures.summaries[cell].items():
            tally.same(f"{name} of {cell}", row[name], double)
    for row in figures.record["relations"]:
        what = f"{row['id']} at {row['prompt_tokens']}"
        tally.same(what, row["value"], figures.relation(row))
    return tally


def check_report(figures, report):
    """The report of a bundle, as JSON."""
    tally = Tally()
    check_conditions(tally, figures, report)
    found = {
        (c["baseline"], c["arm"], str(c["prompt_tokens"]), row["metric"]): row
        for c in report["comparisons"]
        for row in c["metrics"]
    }
    tally.same("comparisons", sorted(found), sorted(figures.comparisons))
    for key in sorted(set(found) & set(figures.comparisons)):
        row = {**found[key]["contrast"]["comparison"], "difference": found[key]["difference"]}
        for name, double in figures.comparisons[key].items():
            tally.same(f"{name} of {key}", row[name], double)
        tally.same(f"no overlap of {key}", found[key]["apart"], figures.apart(*key))
    relations = [repr(figures.relation(row)) for row in figures.record["relations"]]
    tally.same("relations", [repr(row["recomputed"]) for row in report["relations"]], relations)
    above = [figures.above(row) for row in figures.record["thresholds"]]
    tally.same("thresholds", [(row["above"], row["n"]) for row in report["thresholds"]], above)
    first = dict(report["first_trials"])
    tally.same("engines", sorted(first), sorted(figures.first_trials))
    for engine in sorted(set(first) & set(figures.first_trials)):
        for name, expected in figures.first_trials[engine].items():
            tally.same(f"{name}, {engine}", first[engine][name], expected)
    tally.same("no quality", report["quality"] is None, figures.quality is None)
    if report["quality"] and figures.quality:
        for name, expected in figures.quality.items():
            tally.same(name, report["quality"][name], expected)
    return tally


def check_conditions(tally, figures, report):
    """Median, minimum, maximum, counts and trials of every condition and metric."""
    found = {
        (condition["arm"], str(condition["prompt_tokens"]), estimate["metric"]): estimate
        for condition in report["conditions"]
        for estimate in condition["estimates"]
    }
    tally.same("conditions and metrics", sorted(found), sorted(figures.summaries))
    for cell in sorted(set(found) & set(figures.summaries)):
        estimate, (*condition, metric) = found[cell], cell
        for name, double in figures.summaries[cell].items():
            tally.same(f"{name} of {cell}", estimate["summary"][name], double)
        all_trials = figures.conditions[tuple(condition)]
        trials = [trial for trial in all_trials if metric in trial["figures"]]
        points = [(trial["trial"], repr(float(trial["figures"][metric]))) for trial in trials]
        shown = [(point["trial"], repr(point["value"])) for point in estimate["points"]]
        tally.same(f"trials of {cell}", shown, points)
        counts = {"n": len(trials), "missing": len(all_trials) - len(trials)}
        tally.same(f"counts of {cell}", {k: estimate["summary"][k] for k in counts}, counts)


def check_page(figures, page, said):
    """A page: its figures, and the counts in the words of its language."""
    tally = Tally()
    check_comparisons(tally, figures, page, said)
    check_trials(tally, figures, page, said)
    check_lists(tally, figures, page, said)
    check_counts(tally, figures, page, said)
    return tally


def check_comparisons(tally, figures, page, said):
    """Medians and ranges of both arms, ratio, change, range of ratios."""
    for key, contrast in figures.comparisons.items():
        baseline, arm, prompt, metric = key
        section = f"{baseline}-{arm}-{prompt}"
        cells = page.row(section, f"{said['metric'][metric]} {said['unit'][unit(metric)]}")
        sides = [figures.summaries[side, prompt, metric] for side in (baseline, arm)]
        expected = [(double, value(metric, double)) for side in sides for double in side.values()]
        ratio, change = contrast["ratio_of_medians"], contrast["percent_change"]
        expected += [(ratio, fixed(ratio, 2)), (change, f"{signed(change, 1)}\u00a0%")]
        spread = [contrast["smallest_ratio"], contrast["largest_ratio"]]
        expected += [(double, fixed(double, 2)) for double in spread]
        shown = [figure for cell in cells for figure in cell.figures]
        tally.shown("comparison", f"{section}, {metric}", shown, expected)
        apart = said["run"]["yes" if figures.apart(*key) else "no"]
        tally.says("no overlap", cells[-1] if cells else None, apart)


def check_trials(tally, figures, page, said):
    """Every figure of every trial: the text of the record, and its digits."""
    headings = page.headings("trials")
    metrics = sorted({metric for *_, metric in figures.values} - {NO_COLUMN})
    for trial in figures.trials:
        cells = dict(zip(headings, page.row("trials", trial["trial"])))
        for metric in metrics:
            what, text = f"{trial['trial']}, {metric}", trial["figures"].get(metric)
            cell = cells.get(f"{said['metric'][metric]} ({said['unit'][unit(metric)]})")
            if cell is None:
                tally.same(what, "no cell", "a cell")
                continue
            # What is missing is not 0: its cell has no figure.
            expected = [(text, value(metric, float(text)))] if text else []
            tally.shown("trial", what, cell.figures, expected)


def check_lists(tally, figures, page, said):
    """Peak memory and thresholds: one row for each of the record, in its order."""
    run, record = said["run"], figures.record
    names = {known["id"]: known["name"] for known in record["hosts"] + record["engines"]}
    arms = {}
    for arm in record["arms"]:
        speculation = run["off" if arm["speculation"] == "off" else "on"]
        arms[arm["id"]] = f"{names[arm['host']]} · {names[arm['engine']]} · {speculation}"

    def rows(section, expected):
        found = page.body(section)
        tally.same(f"rows of {section}", len(found), len(expected))
        return zip(found, expected)

    for cells, peak in rows("memory", record["peak_memory"]):
        tally.same("memory", [cell.text for cell in cells[:2]], [arms[peak["arm"]], peak["gpu"]])
        gib = f"{fixed(int(peak['bytes']) / 2**30, 2)}\u00a0GiB"
        shown = [figure for cell in cells for figure in cell.figures]
        tally.shown("memory", "peak memory", shown, [(peak["bytes"], gib)])
    for cells, row in rows("thresholds", record["thresholds"]):
        above = run["above"].format(threshold=row["above"], unit=said["unit"][unit(row["metric"])])
        prompt = f"{int(row['prompt_tokens']):,}"
        place = [arms[row["arm"]], prompt, said["metric"][row["metric"]], above]
        tally.same("threshold", [cell.text for cell in cells[:-1]], place)
        tally.says("threshold", cells[-1], of(run, *figures.above(row)))


def of(run, k, n):
    """`k of n` in the words of the page."""
    return run["of"].format(k=f"{k:,}", n=f"{n:,}")


def check_counts(tally, figures, page, said):
    """First trials, published figures that come out, and the quality study."""
    run, record = said["run"], figures.record

    def sentence(section, kind, **parts):
        text = run[kind].format(**parts)
        same = [p for p in page.paragraphs.get(section, []) if p.text == text]
        tally.says(kind, same[0] if same else None, text)

    count, relations = 3 * len(record["aggregates"]), len(record["relations"])
    sentence("", "reproduced", count=count, relations=relations)
    engines = {engine["id"]: engine["name"] for engine in record["engines"]}
    for engine, first in figures.first_trials.items():
        parts = {"largest": first["first_largest"], "conditions": first["conditions"]}
        chance = probability(first["chance_largest"])
        if first["first_largest"]:
            sentence("results", "first_trials", engine=engines[engine], chance=chance, **parts)
    if figures.quality:
        own, table = figures.quality, figures.quality["table"]
        counts = {"both": table["both"], "neither": table["neither"]}
        counts.update(off_only=table["baseline_only"], on_only=table["arm_only"])
        rows = {name: of(run, count, own["pairs"]) for name, count in counts.items()}
        rows["pairs"] = f"{own['pairs']:,}"
        rows["problems"] = of(run, own["problems_with_baseline_only"], own["problems"])
        for name, text in rows.items():
            cells = page.row("quality", run[f"quality_{name}"])
            tally.says(f"quality, {name}", cells[-1] if cells else None, text)
        cells = page.row("quality", run["quality_limit"])
        limit = own["upper_limit"]
        expected = [(limit, f"{fixed(float(limit) * 100.0, 3)}\u00a0%")]
        tally.shown("limit", "limit", cells[-1].figures if cells else [], expected)
