#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs msprof on collections that the tests write.

Usage: msprof_test.py MSPROF
"""
import csv
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
MSPROF = ""
HOST, DEVICE = 100, 100 * 64
# Two moments, between which one clock runs 1 us ahead of the other in 100 ms; and the system's clock at one of them.
MOMENTS = ({"steady": 1_000_000_000, "raw": 5_000_000_000, "wall": 0}, {"steady": 1_100_000_000, "raw": 5_100_001_000, "wall": 0})
START = {"collectionTimeBegin": "1700000000000000.250", "clockMonotonicRaw": "5000000000"}


def moment(clocks):
    return {"ph": "M", "name": "clocks", "pid": HOST, "tid": 0, "ts": clocks["steady"] / 1000, "args": clocks}


def span(name, category, process, track, begin, length, **arguments):
    return {"ph": "X", "name": name, "cat": category, "pid": process, "tid": track, "ts": begin, "dur": length, "args": arguments}


def arrow(phase, number, process, track, time):
    return {"ph": phase, "name": "enqueue", "cat": "arrow", "id": number, "pid": process, "tid": track, "ts": time}


def tensor(shape, output=False):
    return {"dtype": "FLOAT", "shape": shape, "strides": [1], "layout": "contiguous", **({"output": 1} if output else {})}


# In microseconds of the first clock, whose zero is 1000000 here.
EVENTS = [
    span("aclnnAdd", "api", HOST, HOST, 1000010.0, 20.0),
    arrow("s", 7, HOST, HOST, 1000012.0),
    arrow("f", 7, DEVICE, 2, 1000020.5),
    span("aclnnAdd", "operator", DEVICE, 2, 1000020.5, 4.0, stream=1,
         tensors={"self": tensor([2, 3]), "other": tensor([]), "out": tensor([2, 3], True)}),
    span("aclnnAdd", "operator", DEVICE, 2, 1000030.0, 2.0, stream=1),
    span("aclnnMul", "operator", DEVICE, 3, 1000031.0, 3.0, stream=2),
    span("HcclAllReduce", "collective", DEVICE, 4, 1000033.0, 7.0, stream=3),
    span("copy", "copy", DEVICE, 2, 1000060.0, 1.0, stream=1, direction="host-to-device"),
    span("marker", "marker", HOST, HOST, 1050000.0, 5.0, message="range", domain="d", stream=1),
    {"ph": "C", "name": "memory", "pid": DEVICE, "tid": 0, "ts": 1000015.0, "args": {"bytes": 2048}},
]


class Collection(unittest.TestCase):
    """Base of tests that write a collection."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "PROF_000001_20260102030405006_0000ABCD")
        self.path.joinpath("host/data").mkdir(parents=True)
        self.write([moment(MOMENTS[0]), *EVENTS, moment(MOMENTS[1])])
        self.path.joinpath("host/start_info").write_text(json.dumps(START))

    def write(self, events):
        self.path.joinpath("host/data/events.json").write_text(json.dumps(events))

    def run_msprof(self, *arguments, status=0):
        done = subprocess.run([MSPROF, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def export(self):
        self.run_msprof("--export=on", f"--output={self.path}")

    def table(self, name):
        (file,) = self.path.glob(f"mindstudio_profiler_output/{name}_*.csv")
        with open(file, encoding="utf-8", newline="") as rows:
            return list(csv.DictReader(rows))

    def timeline(self):
        (file,) = self.path.glob("mindstudio_profiler_output/msprof_*.json")
        return json.loads(file.read_text(encoding="utf-8"))


class Tables(Collection):
    def test_times_are_of_the_systems_clock(self):
        self.export()
        # 20.5 us behind the start at 0.250, too early for the drift.
        self.assertEqual(self.table("op_summary")[0]["Task Start Time(us)"], "1700000000000020.750")
        mark = next(event for event in self.timeline() if event["name"] == "range")
        self.assertEqual(mark["ts"], "1700000000050000.750", "half of the drift")
        self.assertEqual(mark["dur"], 5.0)

    def test_operators(self):
        self.export()
        add, again, mul, reduce = self.table("op_summary")
        self.assertEqual((add["Op Name"], add["OP Type"], add["Task Type"], add["Stream ID"]), ("aclnnAdd", "Add", "AI_CORE", "1"))
        self.assertEqual((add["Input Shapes"], add["Input Data Types"], add["Input Formats"]), ("2,3;", "FLOAT;FLOAT", "ND;ND"))
        self.assertEqual((add["Output Shapes"], add["Task Duration(us)"], add["Task Wait Time(us)"]), ("2,3", "4.000", "0.000"))
        self.assertEqual((again["Task Wait Time(us)"], again["Input Shapes"]), ("5.500", "N/A"))
        self.assertEqual((mul["OP Type"], reduce["Task Type"]), ("Mul", "COMMUNICATION"))
        statistic = {row["OP Type"]: row for row in self.table("op_statistic")}
        self.assertEqual((statistic["Add"]["Count"], statistic["Add"]["Total Time(us)"], statistic["Add"]["Avg Time(us)"]),
                         ("2", "6.000", "3.000"))
        self.assertEqual([row["Ratio(%)"] for row in self.table("op_statistic")], ["43.750", "37.500", "18.750"])

    def test_other_tables(self):
        self.export()
        self.assertEqual([row["kernel_type"] for row in self.table("task_time")],
                         ["AI_CORE", "AI_CORE", "AI_CORE", "COMMUNICATION", "MEMCPY_ASYNC"])
        (call,) = self.table("api_statistic")
        self.assertEqual((call["API Name"], call["Time(us)"], call["Count"]), ("aclnnAdd", "20.000", "1"))
        (memory,) = self.table("npu_module_mem")
        self.assertEqual((memory["Total Reserved(KB)"], memory["Device"]), ("2.0", "NPU:0"))

    def test_the_timeline_connects_calls_and_tasks(self):
        self.export()
        events = self.timeline()
        begin, end = (event for event in events if event.get("cat") == "HostToDevice")
        self.assertEqual((begin["ph"], end["ph"], begin["id"]), ("s", "f", end["id"]))
        (task,) = (event for event in events if event["ph"] == "X" and (event["ts"], event["pid"]) == (end["ts"], end["pid"]))
        self.assertEqual((task["name"], task["tid"]), ("aclnnAdd", end["tid"]))
        self.assertEqual(task["args"]["connection_id"], 7)

    def test_the_timeline_says_when_a_device_is_free(self):
        self.export()
        times = {}
        for event in self.timeline():
            if event["ph"] == "X":
                times.setdefault(event["name"], []).append(event["dur"])
        self.assertEqual(times["Computing"], [4.0, 4.0])
        self.assertEqual(times["Communication"], [7.0])
        self.assertEqual(times["Communication(Not Overlapped)"], [6.0])
        self.assertEqual(times["Free"], [5.5])

    def test_a_collection_without_work_has_a_table_all_the_same(self):
        self.write([moment(MOMENTS[0])])
        self.export()
        self.assertEqual(self.table("op_summary"), [])
        self.assertFalse(list(self.path.glob("mindstudio_profiler_output/*.part")))


class CommandLine(Collection):
    def test_finds_collections_below_a_folder(self):
        self.run_msprof("--export=on", f"--output={self.path.parent}")
        self.assertEqual(len(self.table("op_summary")), 4)

    def test_names_what_is_missing(self):
        self.path.joinpath("host/start_info").unlink()
        self.assertIn("start_info", self.run_msprof("--export=on", f"--output={self.path}", status=1).stderr)
        self.assertIn("no folder PROF_*", self.run_msprof("--export=on", f"--output={self.path}/host", status=1).stderr)
        self.path.joinpath("host/data/events.json").write_text("[")
        self.assertIn("events.json", self.run_msprof("--export=on", f"--output={self.path}", status=1).stderr)
        self.run_msprof(status=2)

    def test_analysis_and_help(self):
        self.run_msprof("--analyze=on", f"--output={self.path}")
        self.assertFalse(self.path.joinpath("mindstudio_profiler_output").exists())
        # torch_npu takes this option for a database's.
        self.assertNotIn("--type", self.run_msprof("--help").stdout)


class Spans(unittest.TestCase):
    def test_what_is_left_of_spans(self):
        path = pathlib.Path(__file__).resolve().parents[1] / "msprof.py"
        module = importlib.util.module_from_spec(specification := importlib.util.spec_from_file_location("msprof", path))
        specification.loader.exec_module(module)
        self.assertEqual(module.merged([(5, 6), (0, 2), (1, 3), (3, 4)]), [[0, 4], [5, 6]])
        for spans, others, expected in (([[0, 10]], [[2, 3], [4, 5]], [[0, 2], [3, 4], [5, 10]]),
                                        ([[0, 10], [20, 30]], [[5, 25]], [[0, 5], [25, 30]]),
                                        ([[0, 10]], [[0, 10]], []), ([[0, 10]], [], [[0, 10]]),
                                        ([[0, 1], [2, 3], [4, 5]], [[0, 4]], [[4, 5]])):
            self.assertEqual(module.without(spans, others), expected)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    MSPROF = sys.argv.pop(1)
    unittest.main()
