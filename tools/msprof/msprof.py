#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes tables and a timeline of what the profiler collected (docs/profiling.md).

The collection is a folder PROF_*, whose events the library wrote to host/data/events.json. The results go to its folder
mindstudio_profiler_output, under names that end with the time: msprof_*.json, op_summary_*.csv, op_statistic_*.csv,
api_statistic_*.csv, task_time_*.csv, npu_module_mem_*.csv.
"""
import argparse
import collections
import csv
import datetime
import json
import os
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True

DEVICES = 64  # a device's process in the events is its host's times this, and its number
OUTPUT = "mindstudio_profiler_output"
NO_VALUE = "N/A"
WAIT = 0.5  # seconds

# What kinds of work are called in tables. An emulated device has one kind of processor, which is said to be the main one.
TASK_TYPES = {"operator": "AI_CORE", "copy": "MEMCPY_ASYNC", "fill": "MEMSET_ASYNC", "host function": "HOST_FUNC",
              "event": "EVENT_RECORD", "wait": "EVENT_WAIT", "collective": "COMMUNICATION"}
COMPUTING, COMMUNICATING = TASK_TYPES["operator"], TASK_TYPES["collective"]


class ProfileError(Exception):
    pass


class Clock:
    """Turns the library's times into those of the system's clock, which the framework's times are, too.

    Two clocks of the system run apart by some millionths: moments that were read on both tell by how much."""

    def __init__(self, moments, start):
        self.first, self.last = moments[0], moments[-1]
        ran = self.last["steady"] - self.first["steady"]
        self.rate = (self.last["raw"] - self.first["raw"]) / ran if ran > 0 else 1.0
        whole, _, rest = str(start["collectionTimeBegin"]).partition(".")
        self.offset = int(whole) * 1000 + int((rest + "000")[:3]) - int(start["clockMonotonicRaw"])

    def wall(self, microseconds):
        """Nanoseconds of the system's clock."""
        since = round(microseconds * 1000) - self.first["steady"]
        return self.first["raw"] + since + round(since * (self.rate - 1)) + self.offset


def text_of(nanoseconds):
    """Microseconds as text: as a number, JSON's readers would round today's."""
    return f"{nanoseconds // 1000}.{nanoseconds % 1000:03}"


class Event:
    """A call, a task or a range, with its times on the system's clock."""

    def __init__(self, raw, clock):
        self.name, self.kind, self.args = raw["name"], raw["cat"], raw["args"]
        self.process, self.track = raw["pid"], raw["tid"]
        self.begin = clock.wall(raw["ts"])
        self.length = round(raw.get("dur", 0) * 1000)
        self.end = self.begin + self.length


class Task(Event):
    """The work of a stream."""

    def __init__(self, raw, clock, device):
        super().__init__(raw, clock)
        self.device = device
        self.stream = self.args.get("stream", self.track - 1)
        self.type = TASK_TYPES.get(self.kind, self.kind.upper())
        self.number = 0  # on its device
        self.wait = 0  # since the task before, on its stream
        self.connection = None

    @property
    def operator_type(self):
        return re.sub("^aclnn", "", self.name)

    def tensors(self, outputs):
        return [tensor for tensor in self.args.get("tensors", {}).values() if bool(tensor.get("output")) == outputs]


class Profile:
    """The events of a collection."""

    def __init__(self, folder):
        self.folder = folder
        events = read_events(folder / "host" / "data" / "events.json")
        start = read_start(folder / "host" / "start_info")
        moments = [event["args"] for event in events if event["ph"] == "M" and event["name"] == "clocks"]
        if not moments:
            raise ProfileError(f"{folder}: the events do not begin with their clocks")
        clock = Clock(moments, start)
        self.process = next(event["pid"] for event in events if event["name"] == "clocks")
        self.threads = {event["tid"]: event["args"]["name"] for event in events
                        if event["ph"] == "M" and event["name"] == "thread_name" and event["pid"] == self.process}
        self.calls, self.tasks, self.marks, self.memory = [], [], [], []
        self.arrows = collections.defaultdict(dict)  # by id: which end, and what is there
        for event in events:
            self.add(event, clock)
        self.finish()

    def device_of(self, event):
        return event["pid"] - self.process * DEVICES

    def add(self, event, clock):
        of_device = event["pid"] != self.process
        if event["ph"] in "Xi":
            if of_device:
                self.tasks.append(Task(event, clock, self.device_of(event)))
            else:
                (self.marks if event["cat"] == "marker" else self.calls).append(Event(event, clock))
        elif event["ph"] in "sf" and event["name"] == "enqueue":
            self.arrows[event["id"]][event["ph"]] = (event["tid"], clock.wall(event["ts"]), event["pid"])
        elif event["ph"] == "C" and of_device:
            self.memory.append((self.device_of(event), clock.wall(event["ts"]), event["args"]["bytes"]))

    def finish(self):
        """What follows from all tasks: their numbers, waits and arrows."""
        self.tasks.sort(key=lambda task: (task.device, task.begin))
        numbers, ends = collections.Counter(), {}
        at = {}
        for task in self.tasks:
            task.number = numbers[task.device]
            numbers[task.device] += 1
            track = (task.device, task.track)
            task.wait = max(0, task.begin - ends.get(track, task.begin))
            ends[track] = task.end
            at[task.process, task.track, task.begin] = task
        self.connections = []  # (id, thread, time of the call, task)
        for number, ends_of_arrow in self.arrows.items():
            if len(ends_of_arrow) == 2:
                track, begin, process = ends_of_arrow["f"]
                task = at.get((process, track, begin))
                if task is not None:
                    task.connection = number
                    self.connections.append((number, *ends_of_arrow["s"][:2], task))

    @property
    def devices(self):
        return sorted({task.device for task in self.tasks})


def read_events(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path}: {error}") from error


def read_start(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path}: {error}") from error


# The timeline ---------------------------------------------------------------------------------------------------------
class Timeline:
    """Events for a viewer, process after process."""

    def __init__(self, process):
        self.events, self.host = [], process
        self.count = 0

    def process(self, name, label):
        """A new process; returns its number, which no process of the system has."""
        self.count += 1
        number = self.host << 10 | self.count
        for fact, arguments in (("process_name", {"name": name}), ("process_labels", {"labels": label}),
                                ("process_sort_index", {"sort_index": 1 + self.count})):
            self.events.append({"ph": "M", "name": fact, "pid": number, "tid": 0, "args": arguments})
        return number

    def tracks(self, process, names):
        for track, name in sorted(names.items()):
            self.events.append({"ph": "M", "name": "thread_name", "pid": process, "tid": track, "args": {"name": name}})
            self.events.append({"ph": "M", "name": "thread_sort_index", "pid": process, "tid": track,
                                "args": {"sort_index": track}})

    def span(self, name, process, track, begin, length, arguments):
        self.events.append({"ph": "X", "name": name, "pid": process, "tid": track, "ts": text_of(begin),
                            "dur": length / 1000, "args": arguments})

    def arrow(self, phase, number, process, track, time):
        self.events.append({"ph": phase, "bp": "e", "cat": "HostToDevice", "name": f"HostToDevice{number}", "id": str(number),
                            "pid": process, "tid": track, "ts": text_of(time)})


def call_name(call):
    return f"AscendCL@{call.name}"


def add_host(timeline, profile):
    process = timeline.process("CANN", "CPU")
    threads = {event.track for event in profile.calls} | {thread for _, thread, _, _ in profile.connections}
    timeline.tracks(process, {thread: f"Thread {thread}" for thread in threads})
    for call in profile.calls:
        timeline.span(call_name(call), process, call.track, call.begin, call.length,
                      {"Thread Id": call.track, "level": "acl", "id": call.name})
    for number, thread, time, _ in profile.connections:
        timeline.arrow("s", number, process, thread, time)


def add_device(timeline, profile, device):
    process = timeline.process("Ascend Hardware", f"NPU {device}")
    tasks = [task for task in profile.tasks if task.device == device]
    timeline.tracks(process, {task.track: f"Stream {task.stream}" for task in tasks})
    for task in tasks:
        arguments = {"Task Type": task.type, "Stream Id": task.stream, "Task Id": task.number}
        if task.connection is not None:
            arguments["connection_id"] = task.connection
        for what, tensors in (("Input", task.tensors(False)), ("Output", task.tensors(True))):
            if tensors:
                arguments[f"{what} Shapes"], arguments[f"{what} Data Types"] = shapes_of(tensors), types_of(tensors)
        timeline.span(task.name, process, task.track, task.begin, task.length, arguments)
    for number, _, _, task in profile.connections:
        if task.device == device:
            timeline.arrow("f", number, process, task.track, task.begin)
    for of, time, used in profile.memory:
        if of == device:
            timeline.events.append({"ph": "C", "name": "Memory in use", "pid": process, "tid": 0, "ts": text_of(time),
                                    "args": {"KB": used / 1024}})
    return tasks


def merged(spans):
    """Spans that overlap or touch, as one."""
    result = []
    for begin, end in sorted(spans):
        if result and begin <= result[-1][1]:
            result[-1][1] = max(result[-1][1], end)
        else:
            result.append([begin, end])
    return result


def without(spans, others):
    """What spans have and others have not; both are merged."""
    result, first = [], 0
    for begin, end in spans:
        while first < len(others) and others[first][1] <= begin:
            first += 1
        at = first
        while at < len(others) and others[at][0] < end:
            if others[at][0] > begin:
                result.append([begin, others[at][0]])
            begin = others[at][1]
            at += 1
        if begin < end:
            result.append([begin, end])
    return result


def add_overlap(timeline, device, tasks):
    """Which part of the time a device computes, communicates, does neither."""
    computing = merged((task.begin, task.end) for task in tasks if task.type == COMPUTING)
    communicating = merged((task.begin, task.end) for task in tasks if task.type == COMMUNICATING)
    busy = merged([*computing, *communicating])
    if not busy:
        return
    rows = {"Computing": computing, "Communication": communicating,
            "Communication(Not Overlapped)": without(communicating, computing),
            "Free": without([[busy[0][0], busy[-1][1]]], busy)}
    process = timeline.process("Overlap Analysis", f"NPU {device}")
    timeline.tracks(process, dict(enumerate(rows)))
    for track, (name, spans) in enumerate(rows.items()):
        for begin, end in spans:
            timeline.span(name, process, track, begin, end - begin, {})


def add_marks(timeline, profile):
    if not profile.marks:
        return
    process = timeline.process("MSTX", "CPU")
    timeline.tracks(process, {mark.track: f"Thread {mark.track}" for mark in profile.marks})
    for mark in profile.marks:
        arguments = {"domain": mark.args["domain"] or "default"}
        if "stream" in mark.args:
            arguments["Stream Id"] = mark.args["stream"]
        timeline.span(mark.args["message"], process, mark.track, mark.begin, mark.length, arguments)


def timeline_of(profile):
    timeline = Timeline(profile.process)
    add_host(timeline, profile)
    overlaps = []
    for device in profile.devices:
        overlaps.append((device, add_device(timeline, profile, device)))
    for device, tasks in overlaps:
        add_overlap(timeline, device, tasks)
    add_marks(timeline, profile)
    return timeline.events


# The tables -----------------------------------------------------------------------------------------------------------
def shapes_of(tensors):
    return ";".join(",".join(map(str, tensor["shape"])) for tensor in tensors)


def types_of(tensors):
    return ";".join(tensor["dtype"] for tensor in tensors)


def formats_of(tensors):
    return ";".join("ND" for _ in tensors)


def microseconds(nanoseconds):
    return f"{nanoseconds / 1000:.3f}"


def summary(profile):
    """The operators and collectives, in order."""
    yield ("Device_id", "Model ID", "Task ID", "Stream ID", "Op Name", "OP Type", "OP State", "Task Type", "Task Start Time(us)",
           "Task Duration(us)", "Task Wait Time(us)", "Block Num", "Mix Block Num", "HF32 Eligible", "Input Shapes",
           "Input Data Types", "Input Formats", "Output Shapes", "Output Data Types", "Output Formats", "Context ID")
    for task in profile.tasks:
        if task.type in (COMPUTING, COMMUNICATING):
            tensors = [shape(task.tensors(outputs)) or NO_VALUE for outputs in (False, True)
                       for shape in (shapes_of, types_of, formats_of)]
            yield (task.device, NO_VALUE, task.number, task.stream, task.name, task.operator_type, NO_VALUE, task.type,
                   text_of(task.begin), microseconds(task.length), microseconds(task.wait), NO_VALUE, NO_VALUE, NO_VALUE,
                   *tensors, NO_VALUE)


def statistic(profile):
    """The types of operators of each device, those that take most of the time first."""
    yield ("Device_id", "OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)", "Avg Time(us)", "Max Time(us)",
           "Ratio(%)")
    times = collections.defaultdict(list)
    for task in profile.tasks:
        if task.type in (COMPUTING, COMMUNICATING):
            times[task.device, task.operator_type, task.type].append(task.length)
    for device in profile.devices:
        rows = {key: spans for key, spans in times.items() if key[0] == device}
        total = sum(map(sum, rows.values()))
        for key, spans in sorted(rows.items(), key=lambda row: -sum(row[1])):
            yield (*key, len(spans), microseconds(sum(spans)), microseconds(min(spans)),
                   microseconds(sum(spans) / len(spans)), microseconds(max(spans)), f"{100 * sum(spans) / total:.3f}" if total else 0)


def api_statistic(profile):
    yield ("Device_id", "Level", "API Name", "Time(us)", "Count", "Avg(us)", "Min(us)", "Max(us)", "Variance")
    times = collections.defaultdict(list)
    for call in profile.calls:
        times[call.name].append(call.length / 1000)
    for name, spans in sorted(times.items(), key=lambda row: -sum(row[1])):
        mean = sum(spans) / len(spans)
        variance = sum((span - mean) ** 2 for span in spans) / len(spans)
        yield ("host", "acl", name, f"{sum(spans):.3f}", len(spans), f"{mean:.3f}", f"{min(spans):.3f}", f"{max(spans):.3f}",
               f"{variance:.3f}")


def task_time(profile):
    yield "Device_id", "kernel_name", "kernel_type", "stream_id", "task_id", "task_time(us)", "task_start(us)", "task_stop(us)"
    for task in profile.tasks:
        yield (task.device, task.name, task.type, task.stream, task.number, microseconds(task.length), text_of(task.begin),
               text_of(task.end))


def memory(profile):
    yield "Device_id", "Component", "Timestamp(us)", "Total Reserved(KB)", "Device"
    for device, time, used in profile.memory:
        yield device, "APP", text_of(time), used / 1024, f"NPU:{device}"


TABLES = {"op_summary": summary, "op_statistic": statistic, "api_statistic": api_statistic, "task_time": task_time,
          "npu_module_mem": memory}


def write(path, fill):
    """Writes a file that appears when it is complete: others wait for it."""
    hidden = path.with_name(path.name + ".part")
    with open(hidden, "w", encoding="utf-8", newline="") as file:
        fill(file)
    os.replace(hidden, path)


def export(folder):
    profile = Profile(folder)
    output = folder / OUTPUT
    output.mkdir(exist_ok=True)
    name = datetime.datetime.now().strftime("%Y%m%d%H%M%S")
    # The timeline first: who waits for a table reads it then.
    write(output / f"msprof_{name}.json", lambda file: json.dump(timeline_of(profile), file))
    for kind, rows in TABLES.items():
        table = list(rows(profile))
        if len(table) > 1 or rows is summary:
            write(output / f"{kind}_{name}.csv", lambda file, table=table: csv.writer(file).writerows(table))
    # torch_npu looks for a table ten times a second, and gives its timeline up if it has not seen one when this ends.
    time.sleep(WAIT)
    return output


def find_profiles(path):
    if re.match(r"PROF_\d+_\d+_\w+$", path.resolve().name):
        return [path]
    found = sorted(path.glob("PROF_*"))
    if not found:
        raise ProfileError(f"{path}: no folder PROF_* of a collection")
    return found


def main():
    parser = argparse.ArgumentParser(
        prog="msprof", allow_abbrev=False, description="Makes tables and a timeline of what the profiler collected.",
        epilog=f"The results are in the collection's folder {OUTPUT}. Programs collect with torch_npu.profiler or acl/acl_prof.h; "
               "msprof does not start them.")
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path, required=True,
                        help="the collection, PROF_*, or a folder with such folders")
    parser.add_argument("--export", choices=("on", "off"), default="off", help="make the tables and the timeline")
    parser.add_argument("--analyze", choices=("on", "off"), default="off",
                        help="look at communication; nothing is written, since links are not measured")
    options = parser.parse_args()
    try:
        for folder in find_profiles(options.output):
            if options.export == "on":
                print(export(folder))
    except (ProfileError, OSError) as error:
        print(f"msprof: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
