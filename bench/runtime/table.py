#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns what runtime_bench wrote (JSON, with repetitions) into Markdown tables.

Usage: table.py FILE.json...

A cell is the median of the repetitions and, in parentheses, their quartiles. Ratios are medians of the ratios of each
repetition, in which both sides ran in turn."""
import json
import statistics
import sys
from collections import defaultdict

LAUNCH_ROWS = [
    ("TwoPhasesAndSynchronize", "two-phase call of 4 elements, synchronize"),
    ("PhaseTwoAndSynchronize", "phase two of a repeatable executor, synchronize"),
    ("PhaseTwo", "phase two of a repeatable executor"),
    ("ManyTwoPhasesAndSynchronize", "one of 256 two-phase calls of 4 elements, then synchronize"),
    ("ReplayAndSynchronize", "the same in a graph: one of its 256 operators"),
    ("Synchronize", "synchronize an idle stream"),
    ("TwoPhasesOnBusyStream", "two-phase call that has to queue"),
    ("PhaseTwoOnBusyStream", "phase two that has to queue"),
    ("DrainBusyStream", "a queued 4-element call, when its turn has come"),
    ("HostFunctionAndSynchronize", "host function, synchronize"),
    ("HostFunctionTwoPhasesAndSynchronize", "host function, two-phase call behind it, synchronize"),
    ("EventBetweenIdleStreams", "record on one idle stream, wait on another"),
    ("EventChain/0", "record and wait between two streams, a hop"),
    ("EventChain/1", "the same with a host function, a hop"),
]
COPIES = [
    ("CopyHostToDevice", "H2D"),
    ("CopyDeviceToHost", "D2H"),
    ("CopyDeviceToDevice", "D2D"),
    ("CopyAsyncAndSynchronize", "H2D async, synchronize"),
]
LIVE_ALLOCATIONS = [
    ("LiveAllocationsLaunch", "two-phase call, synchronize"),
    ("LiveAllocationsLaunchAll", "the same, each time on other memory"),
    ("LiveAllocationsMallocAndFree", "aclrtMalloc, aclrtFree"),
    ("LiveAllocationsLookUp", "aclrtPointerGetAttributes"),
]
LIVE_STREAMS = [
    ("LiveStreamsLaunch", "two-phase call, synchronize, each time on another stream"),
    ("LiveStreamsCreateAndDestroy", "create a stream, destroy it"),
]
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class Samples:
    """The repetitions of each benchmark by name, arguments and threads."""

    def __init__(self, paths):
        self.runs = defaultdict(list)
        for path in paths:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
            for run in document["benchmarks"]:
                if run["run_type"] == "iteration":
                    self.runs[self.key(run)].append(run)

    @staticmethod
    def key(run):
        name, *rest = run["name"].split("/")
        arguments = tuple(int(part.split(":")[1]) for part in rest if ":" in part and not part.startswith("threads:"))
        return (name, arguments, run.get("threads", 1))

    def arguments(self, name):
        return sorted({key[1] for key in self.runs if key[0] == name})

    def of(self, name, arguments=(), threads=1):
        return self.runs.get((name, arguments, threads), [])


def per_operation(run, field="real_time"):
    return run[field] * NANOSECONDS[run["time_unit"]] / run.get("operations", 1)


def duration(nanoseconds):
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def cell(values, show):
    if not values:
        return "–"
    if len(values) < 3:
        return show(statistics.median(values))
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{show(middle)} ({show(low)} – {show(high)})"


def times(runs, field="real_time"):
    return cell([per_operation(run, field) for run in runs], duration)


def median_time(runs):
    return statistics.median(per_operation(run) for run in runs) if runs else None


def ratio(runs):
    return f"{statistics.median(run['ratio'] for run in runs):.2f}" if runs else "–"


def size_text(count):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count // size} {unit}"
    return f"{count} B"


def table(title, header, rows):
    print(f"\n### {title}\n")
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def launch_table(samples):
    rows = []
    for key, text in LAUNCH_ROWS:
        name, *argument = key.split("/")
        runs = samples.of(name, tuple(int(part) for part in argument))
        manual = runs and "manual_time" in runs[0]["name"]
        rows.append([text, times(runs), "" if manual else times(runs, "cpu_time")])
    table("From a call to its result", ["", "time", "of it, the calling thread computes"], rows)


def throughput_table(samples):
    name = "SmallOperators"
    for elements in sorted({arguments[0] for arguments in samples.arguments(name)}):
        streams = [arguments[1] for arguments in samples.arguments(name) if arguments[0] == elements]
        threads = sorted({key[2] for key in samples.runs if key[0] == name})
        rows = []
        for count in streams:
            row = [str(count)]
            for thread in threads:
                rates = [run["calls_per_second"] / 1e6 for run in samples.of(name, (elements, count), thread)]
                row.append(cell(rates, lambda rate: f"{rate:.3g}"))
            rows.append(row)
        header = ["streams"] + [f"{thread} thread{'s' if thread > 1 else ''}" for thread in threads]
        table(f"Million calls of {elements} elements a second", header, rows)


def copy_table(samples):
    sizes = samples.arguments(COPIES[0][0])
    rows = []
    for (size,) in sizes:
        row = [size_text(size)]
        reference = []
        for name, _ in COPIES:
            runs = samples.of(name, (size,))
            reference += [size / run["reference_ns"] for run in runs]
            rates = [size / per_operation(run) for run in runs]
            row += [cell(rates, lambda rate: f"{rate:.3g}"), ratio(runs)]
        rows.append(row + [cell(reference, lambda rate: f"{rate:.3g}")])
    header = ["size"]
    for _, text in COPIES:
        header += [text, "ratio"]
    table("Copies, GB/s, and time against memcpy(3)", header + ["memcpy(3)"], rows)


def malloc_table(samples):
    rows = []
    for (size,) in samples.arguments("MallocAndFree"):
        runs = samples.of("MallocAndFree", (size,))
        reference = cell([run["reference_ns"] for run in runs], duration)
        rows.append([size_text(size), times(runs), reference, ratio(runs)])
    table("Allocate and free", ["size", "aclrtMalloc, aclrtFree", "malloc(3), free(3)", "ratio"], rows)


def live_table(samples, title, families):
    counts = samples.arguments(families[0][0])
    if not counts:
        return
    rows = []
    for arguments in counts:
        row = [str(arguments[0])]
        for name, _ in families:
            row.append(times(samples.of(name, arguments)))
        rows.append(row)
    growth = ["most : fewest"]
    for name, _ in families:
        fewest, most = (median_time(samples.of(name, counts[index])) for index in (0, -1))
        growth.append(f"{most / fewest:.2f}" if fewest and most else "–")
    table(title, ["alive"] + [text for _, text in families], rows + [growth])


def goals(samples):
    print("\n### Goals\n")
    call = median_time(samples.of("TwoPhasesAndSynchronize"))
    if call:
        print(f"- two-phase call of 4 elements and synchronize, under 2 µs: {duration(call)}, "
              f"{'met' if call < 2000 else 'NOT met'}")
    for name, text in LIVE_ALLOCATIONS[:2]:
        few, many = (median_time(samples.of(name, (count,))) for count in (100, 100000))
        if few and many:
            print(f"- {text} with 10^5 live allocations, at most 2 times the time with 10^2: {many / few:.2f}, "
                  f"{'met' if many <= 2 * few else 'NOT met'}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    samples = Samples(sys.argv[1:])
    launch_table(samples)
    throughput_table(samples)
    copy_table(samples)
    malloc_table(samples)
    live_table(samples, "As allocations accumulate", LIVE_ALLOCATIONS)
    live_table(samples, "As streams accumulate", LIVE_STREAMS)
    goals(samples)


if __name__ == "__main__":
    main()
