#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the charts of the pages on accuracy, collectives and the runtime from the tables that these pages have.

Usage: scripts/page_charts.py [--check]     --check: draw nothing, and fail where a picture is not that of its table
"""
import html
import math
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 330, 72, 24, 40, 48
COLOURS = ("#4051b5", "#b5402a", "#2c7a4b")
MARKS = ("", "6 4", "2 3")  # dashes, for those who do not see the colours apart
UNITS = {"": 1, "KiB": 1024, "MiB": 1024**2}


def tables(page):
    """The rows of each table, as lists of cells without the head."""
    rows, found = [], []
    for line in [*(DOCS / page).read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        elif rows:
            found.append((rows[0], rows[2:]))
            rows = []
    return found


def table(page, *head):
    """The one whose head begins with these cells."""
    (rows,) = [rows for cells, rows in tables(page) if cells[:len(head)] == list(head)]
    return rows


def size(text):
    number, _, unit = text.partition(" ")
    return float(number) * UNITS[unit]


def first_number(text):
    return float(re.match(r"[\d.e+-]+", text)[0])


def decimal_ticks(low, high):
    """Numbers within a range of logarithms: 1, 2 and 5 of each power of ten, the powers alone, or every second one."""
    digits, every = ((1, 2, 5), 1) if high - low < 3 else ((1,), 1 if high - low < 6 else 2)
    numbers = [digit * 10.0**power for power in range(math.floor(low), math.ceil(high) + 1) if power % every == 0 for digit in digits]
    return [number for number in numbers if low <= math.log10(number) <= high]


def binary_ticks(low, high):
    """Every fourth power of two."""
    return [2**power for power in range(math.ceil(low), math.floor(high) + 1) if power % 4 == 0]


def bytes_text(number):
    unit = [name for name, factor in UNITS.items() if number >= factor][-1]
    return f"{number // UNITS[unit]} {unit}".strip()


class Chart:
    """Both axes are logarithmic. Series are lines, or points if `line` is false."""

    def __init__(self, title, across, up, series, bytes_across=False, diagonal=""):
        self.title, self.across, self.up, self.series, self.bytes_across, self.diagonal = title, across, up, series, bytes_across, diagonal
        self.base = 2 if bytes_across else 10
        points = [point for _, own in series for point in own]
        self.x = self.range([math.log(x, self.base) for x, _ in points])
        self.y = self.range([math.log10(y) for _, y in points])
        if diagonal:
            self.x = self.y = (min(self.x[0], self.y[0]), max(self.x[1], self.y[1]))

    @staticmethod
    def range(values):
        margin = 0.04 * (max(values) - min(values))
        return min(values) - margin, max(values) + margin

    def place(self, x, y):
        return (LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - (y - self.y[0]) / (self.y[1] - self.y[0]) * (HEIGHT - TOP - BOTTOM))

    def axes(self):
        for number in decimal_ticks(*self.y):
            y = self.place(0, math.log10(number))[1]
            yield f'<path class="rule" d="M{LEFT} {y:.1f} H{WIDTH - RIGHT}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number:,.10g}</text>'
        for number in binary_ticks(*self.x) if self.bytes_across else decimal_ticks(*self.x):
            x = self.place(math.log(number, self.base), 0)[0]
            text = bytes_text(number) if self.bytes_across else f"{number:,.10g}"
            yield f'<path class="rule" d="M{x:.1f} {TOP} V{HEIGHT - BOTTOM}"/>'
            yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(self.across)}</text>'
        yield f'<text x="6" y="16">{html.escape(self.up)}</text>'

    def drawn(self):
        if self.diagonal:
            (x, y), (to_x, to_y) = self.place(self.x[0], self.x[0]), self.place(self.x[1], self.x[1])
            yield f'<path d="M{x:.1f} {y:.1f} L{to_x:.1f} {to_y:.1f}" stroke="#555b6e" stroke-dasharray="5 4"/>'
            yield f'<text x="{WIDTH - RIGHT - 6}" y="{TOP + 95}" text-anchor="end">{html.escape(self.diagonal)}</text>'
        for index, (name, own) in enumerate(self.series):
            places = [self.place(math.log(x, self.base), math.log10(y)) for x, y in own]
            if self.diagonal:
                yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[index]}" fill-opacity="0.45"/>' for x, y in places)
                continue
            line = " L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            yield f'<path d="M{line}" stroke="{COLOURS[index]}" stroke-width="2.2" stroke-dasharray="{MARKS[index]}"/>'
            x = LEFT + 20 + index * (WIDTH - LEFT - RIGHT) / len(self.series)
            yield f'<path d="M{x - 18:.0f} 31 h14" stroke="{COLOURS[index]}" stroke-width="2.2" stroke-dasharray="{MARKS[index]}"/>'
            yield f'<text x="{x:.0f}" y="35">{html.escape(name)}</text>'

    def svg(self):
        lines = "\n  ".join([*self.axes(), *self.drawn()])
        return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">
  <!-- SPDX-License-Identifier: Apache-2.0 -->
  <!-- Drawn by scripts/page_charts.py from a table of the page that shows it. -->
  <title id="title">{html.escape(self.title)}</title>
  <style>
    text {{ font: 12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1a1a2e; }}
    path {{ fill: none; }}
    .rule {{ stroke: #d4d7e0; }}
  </style>
  <rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
  {lines}
</svg>
"""


def copies():
    rows = table("runtime_performance.md", "size", "H2D")
    columns = (("host to device", 1), ("asynchronous", 7), ("memcpy(3)", 9))
    return Chart("The speed of copies against their size: synchronous, asynchronous with a synchronize, and memcpy(3)", "bytes", "GB/s",
                 [(name, [(size(row[0]), first_number(row[column])) for row in rows]) for name, column in columns], bytes_across=True)


def all_reduce():
    rows = table("distributed.md", "bytes", "hccl", "gloo")
    return Chart("The time of all_reduce through PyTorch against the size: hccl and gloo", "bytes", "microseconds",
                 [(name, [(size(row[0]), first_number(row[column])) for row in rows]) for name, column in (("hccl", 1), ("gloo", 2))],
                 bytes_across=True)


def errors():
    """Of what PyTorch computes, too, and where neither overflows."""
    points = []
    for head, rows in tables("accuracy.md"):
        if head[:2] == ["case", "dtype"]:
            ours, theirs = head.index("largest"), head.index("PyTorch: largest")
            pairs = [(row[theirs], row[ours]) for row in rows]
            points += [(float(x), float(y)) for x, y in pairs if all(re.fullmatch(r"[\d.e+-]+", cell) and 0 < float(cell) < 1e6 for cell in (x, y))]
    return Chart("The largest error of each measured case against PyTorch's: nearly all are on the diagonal or below",
                 "PyTorch's largest error, ulp", "openaclnn's largest error, ulp", [("", points)],
                 diagonal="below the line: smaller than PyTorch's")


PICTURES = {"runtime_copies.svg": copies, "distributed_all_reduce.svg": all_reduce, "accuracy_errors.svg": errors}


def main(check):
    for name, chart in PICTURES.items():
        path, drawn = DOCS / "images" / name, chart().svg()
        if not check:
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            sys.exit(f"docs/images/{name} is not the picture of its table: run scripts/page_charts.py")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    main(sys.argv[1:] == ["--check"])
