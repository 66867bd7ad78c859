#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Chinese performance report: the English one, line by line, with other words. report.py writes both, so numbers and
tables exist once. A line or a title without a translation is an error.

Usage: report_chinese.py [--check]     writes docs/zh/performance_report.md; --check: says whether it is what it should be"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/performance_report.md", ROOT / "docs/zh/performance_report.md"

# Whole lines. Each is as report.py has it, so that a changed sentence is an error here, not an old translation.
LINES = {
    "": "",
    "# Performance: the measured report": "# 性能：测量报告",
    "`scripts/bench.sh` writes this report. [performance.md](performance.md) describes how it measures, and why cases are below the bound.":
        "本报告由 `scripts/bench.sh` 写出。[性能](performance.md)说明它怎样测量，以及用例为什么低于界限。",
    "## Machine": "## 机器",
    "The columns:": "各列的含义：",
    "- *× PyTorch*, *× oneDNN*: its time divided by openaclnn's, medians of turns in one run. Above 1 openaclnn is faster.":
        "- *× PyTorch*、*× oneDNN*：它的时间除以 openaclnn 的时间，取一次运行中各轮的中位数。大于 1 表示 openaclnn 更快。",
    "- *slower*: number of cases in which openaclnn's faster quartile is above PyTorch's slower one.":
        "- *更慢*：openaclnn 较快的四分位数仍高于 PyTorch 较慢的四分位数的用例个数。",
    "- *of the bound*: the time of a triad that moves as many bytes, divided by openaclnn's. It is above 1 if a tensor stays in a cache and "
    "the triad's tensors do not.":
        "- *占界限的比例*：移动同样字节数的 triad 的时间除以 openaclnn 的时间。如果某个张量留在缓存中而 triad 的张量没有，它大于 1。",
    "- *workspace / tensors*: bytes of workspace per byte of the tensors.": "- *workspace / 张量*：张量的每个字节对应的 workspace 字节数。",
    "- *also in PyTorch*: number of cases for which PyTorch's build for CPUs has a usable kernel. Goals relative to PyTorch use only these.":
        "- *PyTorch 也有*：PyTorch 的 CPU 版本有可用 kernel 的用例个数。相对于 PyTorch 的目标只使用这些用例。",
    "This part covers the cases of the suite. The published shapes are below.": "这一部分涵盖套件的用例。公开的形状在下文。",
    "## Goals": "## 目标",
    "## By operator": "## 按算子",
    "## By size": "## 按大小",
    "Sizes are bytes of all tensors of a call.": "大小是一次调用的所有张量的字节数。",
    "![Ratio to PyTorch of every case](images/performance_ratio.svg)": "![每个用例与 PyTorch 之比](../images/performance_ratio.svg)",
    "Cases to the right of the vertical line are faster than PyTorch.": "竖线右侧的用例比 PyTorch 快。",
    "![Share of the memory bound](images/performance_bound.svg)": "![占内存界限的比例](../images/performance_bound.svg)",
    "The cases have at least 1 MB. The vertical line is the bound.": "这些用例至少有 1 MB。竖线是界限。",
    "## Time against size": "## 时间与大小的关系",
    "![Time of an element against size](images/performance_sizes.svg)": "![一个元素的时间与大小的关系](../images/performance_sizes.svg)",
    "The time of an element grows by half or more from one size to the next in these cases:":
        "在以下用例中，从一个大小到下一个大小，一个元素的时间增加一半或更多：",
    "None.": "没有。",
    "## Threads": "## 线程",
    "The triad's speed-up shows how much memory speed one thread leaves to a second one.":
        "triad 的加速比说明一个线程给第二个线程留下多少内存速度。",
    "## Every case": "## 每个用例",
    "## Published shapes": "## 公开的形状",
    "The second workload has the shapes and attributes of published operator cases, with other values. Cases that differ only in values are "
    "measured once. Cases above 1 GiB are omitted.":
        "第二组用例具有公开算子用例的形状和属性，数值不同。只有数值不同的用例只测量一次。超过 1 GiB 的用例被省略。",
    "The ten with the lowest ratio:": "比值最低的十个：",
}
HEADING = re.compile(r"### \w+Backward")
MACHINE = re.compile(r"(?P<name>.*) \(family (?P<family>\S+), model (?P<model>\S+)\), (?P<cores>\d+) cores"
                     r"(?:, a virtual machine \((?P<virtual>.*?)\))?; (?P<caches>.*); (?P<memory>\d+) GiB of memory\. Peers: (?P<peers>.*)\. "
                     r"Threads: (?P<threads>\d+) for every contender\. Load average before: (?P<load>.*)\.")
# The titles of columns.
TITLES = {
    "": "", "goal": "目标", "median": "中位数", "all": "全部", "operator": "算子", "cases": "用例", "also in PyTorch": "PyTorch 也有",
    "× PyTorch, geometric mean": "× PyTorch，几何平均", "× PyTorch, all": "× PyTorch，全部", "slower": "更慢", "PReLU with": "PReLU",
    "× oneDNN, geometric mean": "× oneDNN，几何平均", "× oneDNN, all": "× oneDNN，全部", "bytes": "字节数",
    "of the bound, median": "占界限的比例，中位数", "of the bound, all": "占界限的比例，全部", "dtype": "类型", "from": "从", "to": "到",
    "ns/element": "ns/元素", "case": "用例", "one thread": "一个线程", "speed-up": "加速比", "of the triad": "triad 的加速比", "time": "时间",
    "quartiles": "四分位数", "× PyTorch": "× PyTorch", "× oneDNN": "× oneDNN", "of the bound": "占界限的比例",
    "workspace / tensors": "workspace / 张量"}
# Cells that are words, not names of cases.
VALUE = r"[\d.]+(?: [nµm]?s)?"
CELLS = [(re.compile(pattern), text) for pattern, text in (
    (rf"({VALUE}) to ({VALUE})", r"\1 至 \2"),
    (r"met", "达到"), (r"missed", "未达到"), (r"missed: (\d+) of (\d+) reach it", r"未达到：\2 个中有 \1 个达到"),
    (r"one weight", "一个权重"), (r"many weights", "多个权重"), (r"to (\d+ MiB)", r"至 \1"), (r"beyond", "更大"),
)]
GOALS = [(re.compile(pattern), text) for pattern, text in (
    (r"geometric mean of all cases (.*)", r"所有用例的几何平均 \1"),
    (r"every case (.*)", r"每个用例 \1"),
    (r"(\w+), (\d+ KiB) to (\d+ MiB): (≥ [\d.]+) of the bound", r"\1，\2 至 \3：\4 的界限"),
    (r"(\w+), (\d+ KiB) to (\d+ MiB): (≥ [\d.]+ × PyTorch)", r"\1，\2 至 \3：\4"),
    (r"(\w+), ([\w/]+), contiguous, (≥ \d+ MB): (≥ [\d.]+) of the bound", r"\1，\2，连续，\3：\4 的界限"),
    (r"(\w+), (C . \d+|nearest): (≥ [\d.]+ × PyTorch)", r"\1，\2：\3"),
    (r"transposed, channels-last: (≤ [\d.]+) × the contiguous time", r"转置、channels-last：\1 × 连续时的时间"),
    (r"PReLU: (.*)", r"PReLU：\1"),
    (r"two threads (≥ [\d.]+) × one, where those of the triad are", r"两个线程 \1 × 一个线程，只计 triad 也达到此值的用例"),
    (r"tiny calls: (.*)'s", r"最小的调用：\1 的速度"),
    (r"(\w+), (.*) against (\w+): (≤ [\d.]+) × its time", r"\1，\2 与 \3 相比：\4 × 其时间"),
)]


class Untranslated(Exception):
    """A part of the English report that the tables above do not have."""


def translated(text, table, always):
    for pattern, chinese in table:
        match = pattern.fullmatch(text)
        if match:
            return match.expand(chinese)
    if always:
        raise Untranslated(f"expected a translation in bench/operators/report_chinese.py, got none for: {text}")
    return text


def machine(about):
    """The line about the machine, of the groups of MACHINE."""
    caches = re.sub(r" \((\d+) instances?\)", r"（\1 个）", about["caches"]).replace(", ", "，")
    virtual = f"，虚拟机（{about['virtual']}）" if about["virtual"] else ""
    peers = about["peers"].replace(", ", "，").replace("none", "无")
    return (f"{about['name']}（family {about['family']}，model {about['model']}），{about['cores']} 个核{virtual}；{caches}；"
            f"{about['memory']} GiB 内存。对照者：{peers}。线程：{about['threads']} 个，每个参与者相同。开始前的平均负载：{about['load']}。")


def line_in_chinese(line):
    about = MACHINE.fullmatch(line)
    if about:
        return machine(about)
    return LINES[line] if line in LINES else translated(line, [(HEADING, r"\g<0>")], True)


def title(text):
    if text in TITLES:
        return TITLES[text]
    return translated(text, [(re.compile(r"(\d+) threads"), r"\1 个线程")], True)


def chinese(english):
    """The whole report."""
    lines, heads = [], None
    for line in english.split("\n"):
        if not line.startswith("|"):
            heads = None
            lines.append(line_in_chinese(line))
            continue
        cells = line[2:-2].split(" | ")
        if heads is None:
            heads = cells
            cells = list(map(title, cells))
        elif not line.startswith("|--"):
            cells = [translated(cell, GOALS, True) if head == "goal" else translated(cell, CELLS, False)
                     for head, cell in zip(heads, cells)]
        else:
            lines.append(line)
            continue
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    text = chinese(PAGES[0].read_text(encoding="utf-8"))
    if sys.argv[1:] != ["--check"]:
        PAGES[1].write_text(text, encoding="utf-8")
    elif not PAGES[1].exists() or PAGES[1].read_text(encoding="utf-8") != text:
        sys.exit("docs/zh/performance_report.md is not the translation of docs/performance_report.md. "
                 "Run bench/operators/report_chinese.py and commit the page.")


if __name__ == "__main__":
    main()
