"""How figures are shown: rounding, the short texts of a language, and reading a page.

The rules of rounding are written again here, with `decimal`, from what `src/site/number.rs`
promises. `compare.py` holds pages against figures with them.
"""

import json
import re
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from html.parser import HTMLParser

CELLS = ("th", "td", "dt", "dd")


def fixed(double, places):
    """The double with all its binary digits, rounded half to even; commas, U+2212 as minus."""
    rounded = Decimal(double).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
    return f"{rounded:,f}".replace("-", "\u2212") if rounded else f"{abs(rounded):,f}"


def signed(double, places):
    """As `fixed`, with a plus where there is no minus."""
    text = fixed(double, places)
    return text if text.startswith("\u2212") else f"+{text}"


def probability(exact):
    """Two significant digits, at most five places."""
    if exact < Fraction(1, 10_000):
        return "< 0.0001"
    zeros = max(n for n in range(5) if exact <= Fraction(1, 10**n))
    return fixed(float(exact), min(2 + zeros, 5))


def unit(metric):
    """The unit of a metric, as texts name it."""
    if metric == "draft_acceptance":
        return "share"
    return "tokens_per_second" if metric.endswith("_rate") else "seconds"


def value(metric, double):
    """A value of a metric: two places, a share in percent with one."""
    return fixed(double * 100.0, 1) if unit(metric) == "share" else fixed(double, 2)


def words(file):
    """The short texts of a language: lines `key = "text"` below `[section]`."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if re.fullmatch(r"\[\w+\]", line):
            section = found.setdefault(line[1:-1], {})
        elif re.fullmatch(r'\w+ = ".*"', line):
            key, text = line.split(" = ", 1)
            section[key] = json.loads(text)
    return found


class Element:
    """A row, cell, paragraph or figure (`<data>`): its text, and the figures inside."""

    def __init__(self, tag, attributes):
        self.tag, self.id, self.raw = tag, attributes.get("id"), attributes.get("value")
        self.text, self.cells, self.figures = "", [], []


class Page(HTMLParser):
    """Rows (of tables and of lists of facts) and paragraphs, by the section they are in."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.paragraphs = {}, {}
        self.sections, self.open = [""], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes))
        if tag == "section":
            self.sections.append(element.id)
        rows = self.rows.setdefault(self.sections[-1], [])
        if tag in ("tr", "dt"):
            rows.append(Element(tag, dict(attributes)))
        if tag in CELLS:
            rows[-1].cells.append(element)
        elif tag == "p":
            self.paragraphs.setdefault(self.sections[-1], []).append(element)
        elif tag == "data":
            for outer in self.open:
                outer.figures.append(element)
        else:
            return
        self.open.append(element)

    def handle_data(self, data):
        for element in self.open:
            element.text += data

    def handle_endtag(self, tag):
        if tag == "section" and len(self.sections) > 1:
            self.sections.pop()
        elif self.open and self.open[-1].tag == tag:
            element = self.open.pop()
            if tag != "data":  # There a no-break space before a unit counts.
                element.text = re.sub("[ \n\t]+", " ", element.text).strip(" ")

    def row(self, section, name):
        """The cells of the row with this id, or of the one row with this text in its first cell."""
        rows = [row for row in self.rows.get(section, []) if row.cells]
        named = [row.cells for row in rows if row.id == name]
        named = named or [row.cells for row in rows if row.cells[0].text == name]
        return named[0] if len(named) == 1 else []

    def headings(self, section):
        """The texts of the first row of a section."""
        rows = self.rows.get(section, [])
        return [cell.text for cell in rows[0].cells] if rows else []

    def body(self, section):
        """The cells of each row of a section that is not all headings."""
        rows = [row.cells for row in self.rows.get(section, [])]
        return [cells for cells in rows if any(cell.tag in ("td", "dd") for cell in cells)]
