#!/usr/bin/env python3
"""Holds the site against figures that were computed a second time, without our program.

For every transcription: its digests are checked, `recomputation/figures.py` recomputes
everything from its records, `sitegen` builds the site, and the report (JSON) and the pages
in Japanese and in English must say the same. Doubles agree to the last bit; printed digits
are the double rounded once, half to even. A chance and the exact binomial limit, which
sitegen computes in another way, agree with the exact value in thirteen digits and in every
printed one. Then copies are damaged, in a byte, in each trial, in the report and in each
kind of figure on a page, and every damage must be seen.

Only the standard library. Not recomputed: intervals, which need six trials.

usage: tests/external/recompute.py [runs folder]      (default: runs)
SITEGEN names the program that builds the site (default: target/debug/sitegen).
"""

import copy
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # The folder of the tests stays as it is.

from recomputation.compare import check_page, check_publication, check_report  # noqa: E402
from recomputation.figures import Figures, digest_faults, read  # noqa: E402
from recomputation.pages import Page, words  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
WORDS = {language: words(ROOT / "i18n" / f"{language}.toml") for language in ("ja", "en")}


def fail(sentence):
    sys.exit(f"recompute.py: {sentence}")


def next_double(text):
    """The double one bit above, as text."""
    (bits,) = struct.unpack("<q", struct.pack("<d", float(text)))
    return repr(struct.unpack("<d", struct.pack("<q", bits + 1))[0])


def next_digit(text):
    """The text with its last digit changed, or a word without digits denied."""
    changed = re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), text)
    return changed if changed != text else f"not {text}"


def damage_page(figures, html, said):
    """Damages the middle figure of every kind, once in its print, once in what is behind it;
    says what was not seen and how many damages there were."""
    unseen, done, page = [], 2, Page(html)
    for kind, elements in check_page(figures, page, said).shown_by_kind.items():
        element = elements[len(elements) // 2]
        raw, text = element.raw, element.text
        damages = [(raw, next_digit(text))]
        if raw is not None:
            # The limit is held to thirteen digits only, so one bit more is no damage there.
            other = repr(float(raw) * (1 + 1e-12)) if kind == ("limit", 0) else next_double(raw)
            damages.append((other, text))
        for damage in damages:
            element.raw, element.text = damage
            if not check_page(figures, page, said).differences:
                unseen.append(f"{kind}: {damage} instead of {(raw, text)}")
        element.raw, element.text = raw, text
        done += len(damages)
    # Once more in the file itself, and a page with nothing on it.
    altered = re.sub(r'(class="median" value="\d)', r"\g<1>1", html, count=1)
    for other in (altered, ""):
        if not check_page(figures, Page(other), said).differences:
            unseen.append(f"a page of {len(other)} characters instead of {len(html)}")
    return unseen, done


def damage_records(bundle, figures, report, scratch):
    """One bit of a figure of every trial, one bit of the report, one byte of the bundle."""
    unseen, done = [], 2
    for number, trial in enumerate(figures.trials):
        trials = copy.deepcopy(figures.trials)
        metric = sorted(trial["figures"])[number % len(trial["figures"])]
        trials[number]["figures"][metric] = next_double(trial["figures"][metric])
        if not check_report(Figures(figures.record, trials), report).differences:
            unseen.append(f"{metric} of {trial['trial']}")
        done += 1
    altered = copy.deepcopy(report)
    row = altered["comparisons"][-1]["metrics"][-1]["contrast"]["comparison"]
    row["percent_change"] = float(next_double(row["percent_change"]))
    if not check_report(figures, altered).differences:
        unseen.append("the last percent change of the report")
    damaged = scratch / f"damaged-{bundle.name}"
    shutil.copytree(bundle, damaged, copy_function=shutil.copyfile)
    trials = damaged / "data" / "trials.jsonl"
    content = bytearray(trials.read_bytes())
    content[len(content) // 2] ^= 1
    trials.write_bytes(content)
    if not digest_faults(damaged):
        unseen.append("a byte of the trials")
    return unseen, done


def check_bundle(bundle, site, scratch):
    """Everything about one transcription; one line about what was compared."""
    figures = Figures(*read(bundle))
    report = json.loads((site / "reports" / f"{bundle.name}.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256((bundle / "tagmanifest-sha256.txt").read_bytes()).hexdigest()
    if not report["digest"].endswith(digest):
        fail(f"{bundle.name}: the report is of bundle {report['digest']}, not of {digest}")
    report, pages = report["report"], {}
    for language in WORDS:
        file = site / language / "bundles" / bundle.name / "index.html"
        pages[language] = file.read_text(encoding="utf-8")
    tallies = {"publication": check_publication(figures), "report": check_report(figures, report)}
    for language, html in pages.items():
        tallies[f"page in {language}"] = check_page(figures, Page(html), WORDS[language])
    # Median, minimum and maximum of every condition and metric that a trial has.
    cells = {(t["arm"], t["prompt_tokens"], name) for t in figures.trials for name in t["figures"]}
    fewest = max(3 * len(cells), 1)
    for place, tally in tallies.items():
        if tally.differences:
            listed = "\n  ".join(tally.differences[:20])
            fail(f"{bundle.name}, {place}: {len(tally.differences)} differ:\n  {listed}")
        if tally.count < fewest and place != "publication":
            fail(f"{bundle.name}, {place}: {tally.count} figures compared, expected {fewest}")
    damages = [damage_records(bundle, figures, report, scratch)]
    damages += [damage_page(figures, html, WORDS[language]) for language, html in pages.items()]
    if unseen := [line for lines, _ in damages for line in lines]:
        fail(f"{bundle.name}: damage was not seen:\n  " + "\n  ".join(unseen))
    counts = ", ".join(f"{place} {tally.count}" for place, tally in tallies.items())
    done = sum(count for _, count in damages)
    return f"{counts} equal (at least {fewest} wanted), {done} damages seen in {bundle.name}"


def main():
    runs = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "runs"
    sitegen = os.environ.get("SITEGEN", str(ROOT / "target" / "debug" / "sitegen"))
    bundles = sorted((runs / "bundles").glob("*-transcription-*"))
    if not bundles:
        fail(f"there is no transcription in {runs}/bundles; name a runs folder")
    for bundle in bundles:
        if faults := digest_faults(bundle):
            fail(f"{bundle}: {'; '.join(faults)}")
    if not Path(sitegen).is_file():
        fail(f"{sitegen} is not there; build it with cargo, or name it with SITEGEN")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        command = [sitegen, "build", "--runs", runs, "--out", scratch / "site"]
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode != 0:
            fail(f"sitegen ends with {built.returncode}: {built.stderr.strip()}")
        for bundle in bundles:
            print(check_bundle(bundle, scratch / "site", scratch))


main()
