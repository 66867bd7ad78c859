#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the performance report, Markdown with SVG plots, of what bench_operators wrote, and its translation in zh/ beside it.

Usage: report.py [--load LOAD] FILE.jsonl... --output docs/performance_report.md"""
import argparse
import json
import math
import os
import platform
import statistics
import subprocess
from pathlib import Path

import matplotlib
import report_chinese

matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: small files
from matplotlib import pyplot  # noqa: E402  (the backend comes first)

MEGABYTE = 1 << 20
OPERATORS = ["MseLossBackward", "PreluBackward", "GroupNormBackward", "GridSampler2DBackward", "EmbeddingDenseBackward"]
COLORS = {"ours": "#c0392b", "pytorch": "#2980b9", "onednn": "#27ae60", "bound": "#7f8c8d"}
LABELS = {"ours": "openaclnn", "pytorch": "PyTorch", "onednn": "oneDNN", "bound": "memory bound"}


def median(row, contender):
    return row[contender]["median"] if contender in row else None


def bound(row):
    """Seconds for the bytes that have to be moved: the faster of the two triads."""
    return min(median(row, "triad"), median(row, "streaming triad"))


def share(row):
    return bound(row) / median(row, "ours")


def ratio(row, peer="pytorch"):
    return median(row, peer) / median(row, "ours") if peer in row else None


def slower(row):
    """Slower than PyTorch by more than the quartiles of the two overlap."""
    return "pytorch" in row and row["ours"]["low"] > row["pytorch"]["high"]


def geomean(values):
    values = [value for value in values if value is not None]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def title(row):
    layout = "" if row["layout"] == "contiguous" else f", {row['layout']}"
    return f"{row['name']}, {row['dtype']}{layout}"


def table(header, rows):
    """What begins with a digit in each row is aligned to the right."""
    numbers = [all(str(row[column])[:1].isdigit() or row[column] == "" for row in rows) for column in range(len(header))]
    lines = ["| " + " | ".join(header) + " |", "|" + "".join("---:|" if right else "---|" for right in numbers)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def machine(about, load):
    cpu = {}
    for line in subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout.splitlines():
        key, _, value = line.partition(":")
        cpu[key.strip()] = value.strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    caches = ", ".join(f"{level} {cpu[level + ' cache']}" for level in ("L1d", "L2", "L3") if level + " cache" in cpu)
    virtual = f", a virtual machine ({cpu['Hypervisor vendor']})" if "Hypervisor vendor" in cpu else ""
    peers = ", ".join(name for name in (about.get("pytorch") and "PyTorch " + about["pytorch"].removeprefix("PyTorch "),
                                        about.get("onednn")) if name)
    return (f"{cpu.get('Model name', platform.machine())} (family {cpu.get('CPU family', '?')}, model "
            f"{cpu.get('Model', '?')}), {os.cpu_count()} cores{virtual}; {caches}; {memory:.0f} GiB of memory. Peers: "
            f"{peers or 'none'}. Threads: {about['threads']} for every contender. Load average before: {load}.\n")


def goals(suite, one_thread, skew):
    """What is aimed at, what was reached, and in how many cases."""
    rows = []

    def add(goal, values, least=None, most=None):
        if values:
            met = sum((least is None or value >= least) and (most is None or value <= most) for value in values)
            rows.append([goal, number(statistics.median(values)), f"{number(min(values))} to {number(max(values))}",
                         "met" if met == len(values) else f"missed: {met} of {len(values)} reach it"])

    with_peer = [row for row in suite if "pytorch" in row]
    if with_peer:
        mean = geomean(map(ratio, with_peer))
        rows.append(["geometric mean of all cases ≥ 3 × PyTorch", number(mean), "", "met" if mean >= 3 else "missed"])
    add("every case ≥ 0.95 × PyTorch", [ratio(row) for row in with_peer], least=0.95)
    # Of what fits into the caches, and of what does not: (share of the bound, × PyTorch).
    dense = {"MseLossBackward": 0.8, "PreluBackward": 0.8, "GroupNormBackward": 0.6}
    for op, least in dense.items():
        cached = [row for row in suite if row["op"] == op and MEGABYTE / 4 <= row["bytes"] <= 16 * MEGABYTE]
        add(f"{op}, 256 KiB to 16 MiB: ≥ {least} of the bound", [share(row) for row in cached], least=least)
        add(f"{op}, 256 KiB to 16 MiB: ≥ 1.3 × PyTorch", [ratio(row) for row in cached if "pytorch" in row], least=1.3)
    for dtypes, usual in ((("fp32",), 0.9), (("fp16", "bf16"), 0.85)):
        for op in (*dense, "EmbeddingDenseBackward"):
            least = 0.75 if op == "GroupNormBackward" else usual
            add(f"{op}, {'/'.join(dtypes)}, contiguous, ≥ 64 MB: ≥ {least} of the bound",
                [share(row) for row in suite if row["op"] == op and row["dtype"] in dtypes and
                 row["layout"] == "contiguous" and row["bytes"] >= 64 * MEGABYTE], least=least)
    sampler = [row for row in with_peer if row["op"] == "GridSampler2DBackward"]
    for text, least, belongs in (("C ≥ 16", 5, lambda channels: channels >= 16), ("C = 3", 2, lambda channels: channels == 3)):
        add(f"GridSampler2DBackward, {text}: ≥ {least} × PyTorch",
            [ratio(row) for row in sampler if belongs(int(row["name"].split("x")[1])) and "nearest" not in row["name"]], least=least)
    add("GridSampler2DBackward, nearest: ≥ 2 × PyTorch", [ratio(row) for row in sampler if "nearest" in row["name"]], least=2)
    by_title = {(row["op"], row["name"], row["dtype"], row["layout"]): median(row, "ours") for row in suite}
    add("transposed, channels-last: ≤ 1.3 × the contiguous time",
        [seconds / by_title[(op, name, dtype, "contiguous")] for (op, name, dtype, layout), seconds in by_title.items()
         if layout in ("transposed", "channels-last") and (op, name, dtype, "contiguous") in by_title], most=1.3)
    add("PReLU: ≥ 1 × oneDNN", [ratio(row, "onednn") for row in suite if "onednn" in row], least=1)
    add("two threads ≥ 1.8 × one, where those of the triad are",
        [median(alone, "ours") / median(row, "ours") for row, alone in one_thread
         if row["bytes"] >= MEGABYTE and bound(alone) / bound(row) >= 1.8], least=1.8)
    add("tiny calls: ≥ 1 × PyTorch's", [ratio(row) for row in with_peer if row["elements"] <= 16], least=1)
    for name, most, value in skew:
        add(f"{name}: ≤ {most} × its time", [value], most=most)
    return table(["goal", "median", "all", ""], rows)


def skews(suite):
    """Time of skewed cases over that of the evenly spread ones of the same shape: (name, goal, ratio)."""
    found = []
    by_title = {(row["op"], title(row)): median(row, "ours") for row in suite}
    for op, skewed, even, goal in (("EmbeddingDenseBackward", "all equal", "uniform", 1.3),
                                   ("GridSampler2DBackward", "one pixel", "random", 1.5)):
        for (name, text), seconds in by_title.items():
            if name == op and skewed in text:
                found.append((f"{op}, {text} against {even}", goal, seconds / by_title[(op, text.replace(skewed, even))]))
    return found


def full_table(rows):
    cells = []
    for row in rows:
        ours = row["ours"]
        cells.append([title(row), duration(ours["median"]), f"{duration(ours['low'])} to {duration(ours['high'])}",
                      f"{ours['median'] * 1e9 / row['elements']:.3g}", number(ratio(row)), number(ratio(row, "onednn")),
                      number(share(row)) if row["bytes"] >= MEGABYTE else "",
                      f"{row['workspace'] / row['bytes']:.3f}"])
    return table(["case", "time", "quartiles", "ns/element", "× PyTorch", "× oneDNN", "of the bound",
                  "workspace / tensors"], cells)


def series(sizes):
    """Rows of each swept shape, by size."""
    groups = {}
    for row in sizes:
        kind = row["op"]
        if kind == "GridSampler2DBackward":
            kind += ", C = " + row["name"].split("x")[1]
        groups.setdefault((kind, row["dtype"]), []).append(row)
    return {key: sorted(rows, key=lambda row: row["elements"]) for key, rows in groups.items()}


def plot_sizes(sizes, path):
    groups = series(sizes)
    kinds = sorted({kind for kind, _ in groups}, key=lambda kind: [kind.startswith(op) for op in OPERATORS], reverse=True)
    figure, panels = pyplot.subplots(len(kinds), 2, figsize=(11, 2.9 * len(kinds)), squeeze=False, sharex=True)
    for line, kind in enumerate(kinds):
        for column, dtype in enumerate(("fp32", "bf16")):
            panel = panels[line][column]
            rows = groups.get((kind, dtype), [])
            for contender in ("bound", "onednn", "pytorch", "ours"):
                points = [(row["elements"], (bound(row) if contender == "bound" else median(row, contender)) * 1e9 /
                           row["elements"]) for row in rows if contender == "bound" or contender in row]
                if points:
                    panel.loglog(*zip(*points), marker=".", color=COLORS[contender], label=LABELS[contender])
            panel.set_title(f"{kind}, {dtype}", fontsize=9)
            panel.xaxis.set_major_formatter(plain)
            panel.yaxis.set_major_formatter(plain)
            panel.grid(True, which="major", alpha=0.3)
            if column == 0:
                panel.set_ylabel("ns per element")
    lines = {label: line for row in panels for panel in row for line, label in zip(*panel.get_legend_handles_labels())}
    figure.legend(lines.values(), lines.keys(), loc="upper center", ncols=len(lines), fontsize=8)
    for panel in panels[-1]:
        panel.set_xlabel("elements")
    save(figure, path, top=0.35)


def plot_cases(suite, value, goal_line, label, path, log):
    """A dot a case, an operator a row."""
    figure, panel = pyplot.subplots(figsize=(11, 3.6))
    marks = {"fp32": "o", "fp16": "^", "bf16": "s"}
    for line, op in enumerate(OPERATORS):
        for dtype, mark in marks.items():
            values = [value(row) for row in suite if row["op"] == op and row["dtype"] == dtype]
            values = [item for item in values if item is not None]
            spread = [line + 0.2 * (list(marks).index(dtype) - 1)] * len(values)
            panel.plot(values, spread, mark, color=pyplot.cm.tab10(list(marks).index(dtype)), alpha=0.6, markersize=5,
                       label=dtype if line == 0 else None)
    panel.axvline(goal_line, color="black", linewidth=0.8)
    if log:
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(plain)
    panel.set_yticks(range(len(OPERATORS)), OPERATORS, fontsize=8)
    panel.invert_yaxis()
    panel.set_xlabel(label)
    panel.grid(True, axis="x", alpha=0.3)
    panel.legend(fontsize=8)
    save(figure, path)


def plain(value, _=None):
    """0.1, 10, 10k: exponents would be too small to read."""
    for scale, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= scale:
            return f"{value / scale:g}{unit}"
    return f"{value:g}"


def save(figure, path, top=0.0):
    """top: inches that are left free above the panels, for a legend."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout(rect=(0, 0, 1, 1 - top / figure.get_figheight()))
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def steps(sizes):
    """Where the time of an element grows by half or more from one size to the next."""
    lines = []
    for (kind, dtype), rows in series(sizes).items():
        for before, after in zip(rows, rows[1:]):
            first, second = (median(row, "ours") / row["elements"] for row in (before, after))
            if second > 1.5 * first:
                lines.append([kind, dtype, before["name"], after["name"], f"{first * 1e9:.3g}", f"{second * 1e9:.3g}"])
    return table(["operator", "dtype", "from", "to", "ns/element", "ns/element"], lines) if lines else "None.\n"


def summary(rows):
    lines = []
    for op in OPERATORS:
        own = [row for row in rows if row["op"] == op]
        peer = [ratio(row) for row in own if "pytorch" in row]
        if own:
            lines.append([op, len(own), len(peer), number(geomean(peer)), f"{number(min(peer))} to {number(max(peer))}" if peer else "",
                          sum(map(slower, own))])
    return table(["operator", "cases", "also in PyTorch", "× PyTorch, geometric mean", "× PyTorch, all", "slower"], lines)


def beside_onednn(suite):
    """oneDNN has PReLU alone; a single weight is another case than many, and is what a mean of all would be made of."""
    lines = []
    for text, belongs in (("one weight", True), ("many weights", False)):
        values = [ratio(row, "onednn") for row in suite if "onednn" in row and row["name"].endswith("weights 1") == belongs]
        if values:
            lines.append([text, len(values), number(geomean(values)), f"{number(min(values))} to {number(max(values))}",
                          sum(value < 1 for value in values)])
    return table(["PReLU with", "cases", "× oneDNN, geometric mean", "× oneDNN, all", "slower"], lines) if lines else ""


SIZES = ((0, MEGABYTE / 4, "< 256 KiB"), (MEGABYTE / 4, 2 * MEGABYTE, "to 2 MiB"), (2 * MEGABYTE, 16 * MEGABYTE, "to 16 MiB"),
         (16 * MEGABYTE, 64 * MEGABYTE, "to 64 MiB"), (64 * MEGABYTE, math.inf, "beyond"))


def by_size(rows):
    lines = []
    for op in OPERATORS:
        for low, high, text in SIZES:
            own = [row for row in rows if row["op"] == op and low <= row["bytes"] < high]
            if own:
                shares = [share(row) for row in own]
                lines.append([op, text, len(own), number(geomean([ratio(row) for row in own if "pytorch" in row])),
                              number(statistics.median(shares)), f"{number(min(shares))} to {number(max(shares))}"])
    return table(["operator", "bytes", "cases", "× PyTorch, geometric mean", "of the bound, median", "of the bound, all"], lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--load", default="unknown")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    about, runs = {}, {}
    for file in arguments.files:
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        runs[file.stem] = lines[1:]
        if file.stem == "suite":
            about = lines[0]
    suite, sizes, published = runs["suite"], runs.get("sizes", []), runs.get("published", [])
    alone = {(row["op"], title(row)): row for row in runs.get("one_thread", [])}
    paired = [(row, alone[(row["op"], title(row))]) for row in suite if (row["op"], title(row)) in alone]

    images = arguments.output.parent / "images"
    plot_sizes(sizes, images / "performance_sizes.svg")
    plot_cases(suite, ratio, 1.0, "times as fast as PyTorch", images / "performance_ratio.svg", True)
    plot_cases([row for row in suite if row["bytes"] >= MEGABYTE], share, 1.0, "share of the memory bound",
               images / "performance_bound.svg", False)

    text = ["# Performance: the measured report\n",
            "`scripts/bench.sh` writes this report. [performance.md](performance.md) describes how it measures, and why cases are below "
            "the bound.\n",
            "## Machine\n", machine(about, arguments.load),
            "The columns:\n\n"
            "- *× PyTorch*, *× oneDNN*: its time divided by openaclnn's, medians of turns in one run. Above 1 openaclnn is faster.\n"
            "- *slower*: number of cases in which openaclnn's faster quartile is above PyTorch's slower one.\n"
            "- *of the bound*: the time of a triad that moves as many bytes, divided by openaclnn's. It is above 1 if a tensor stays in a "
            "cache and the triad's tensors do not.\n"
            "- *workspace / tensors*: bytes of workspace per byte of the tensors.\n"
            "- *also in PyTorch*: number of cases for which PyTorch's build for CPUs has a usable kernel. Goals relative to PyTorch use "
            "only these.\n\n"
            "This part covers the cases of the suite. The published shapes are below.\n",
            "## Goals\n", goals(suite, paired, skews(suite)),
            "## By operator\n", summary(suite), beside_onednn(suite),
            "## By size\n", "Sizes are bytes of all tensors of a call.\n", by_size(suite),
            "![Ratio to PyTorch of every case](images/performance_ratio.svg)\n",
            "Cases to the right of the vertical line are faster than PyTorch.\n",
            "![Share of the memory bound](images/performance_bound.svg)\n",
            "The cases have at least 1 MB. The vertical line is the bound.\n",
            "## Time against size\n", "![Time of an element against size](images/performance_sizes.svg)\n",
            "The time of an element grows by half or more from one size to the next in these cases:\n", steps(sizes)]
    if paired:
        rows = [[row["op"], title(row), duration(median(one, "ours")), duration(median(row, "ours")),
                 number(median(one, "ours") / median(row, "ours")), number(bound(one) / bound(row))]
                for row, one in paired if row["bytes"] >= MEGABYTE]
        text += ["## Threads\n", "The triad's speed-up shows how much memory speed one thread leaves to a second one.\n",
                 table(["operator", "case", "one thread", f"{about['threads']} threads", "speed-up", "of the triad"], rows)]
    text.append("## Every case\n")
    for op in OPERATORS:
        text += [f"### {op}\n", full_table([row for row in suite if row["op"] == op])]
    if published:
        worst = sorted((row for row in published if "pytorch" in row), key=ratio)[:10]
        text += ["## Published shapes\n", "The second workload has the shapes and attributes of published operator cases, with other "
                 "values. Cases that differ only in values are measured once. Cases above 1 GiB are omitted.\n",
                 summary(published), "The ten with the lowest ratio:\n",
                 table(["operator", "case", "time", "× PyTorch"],
                       [[row["op"], title(row), duration(median(row, "ours")), number(ratio(row))] for row in worst])]
    english = "\n".join(text)
    arguments.output.write_text(english, encoding="utf-8")
    translation = arguments.output.parent / "zh" / arguments.output.name
    translation.parent.mkdir(exist_ok=True)
    translation.write_text(report_chinese.chinese(english), encoding="utf-8")


if __name__ == "__main__":
    main()
