#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the timelines and verbose lines of trace_client.

Usage: trace_test.py CLIENT [test case ...]
The test case Operators takes programs of OPENACLNN_TRACE_PROGRAMS: one that makes a call of each operator, and the command line.
"""
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest

CLIENT = ""
PRELU = "aclnnPreluBackward"
MIB = 1 << 20


def run(scenario, *arguments, status=0, most_bytes=resource.RLIM_INFINITY, **variables):
    """The finished process, whose files may have most_bytes."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENACLNN_")}
    environment.update(variables)
    done = subprocess.run([CLIENT, scenario, *arguments], env=environment, capture_output=True, text=True, timeout=250,
                          check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes,) * 2))
    assert done.returncode == status, f"{scenario} ended with {done.returncode}: {done.stderr}"
    return done


class Trace:
    """The events of a file, checked against the format."""

    def __init__(self, test, path):
        self.test = test
        with open(path, encoding="utf-8") as file:
            self.events = json.load(file)
        test.assertIsInstance(self.events, list)
        for event in self.events:
            self.check_event(event)
        self.check_streams()
        self.check_calls()

    def check_event(self, event):
        test = self.test
        for key, kind in (("ph", str), ("name", str), ("ts", (int, float)), ("pid", int), ("tid", int)):
            test.assertIsInstance(event.get(key), kind, event)
        test.assertIn(event["ph"], "XMCsf", event)
        if event["ph"] == "X":
            test.assertGreaterEqual(event["dur"], 0, event)
        elif event["ph"] == "C":
            test.assertGreaterEqual(event["args"]["bytes"], 0, event)
        elif event["ph"] in "sf":
            test.assertIn("id", event)

    def check_streams(self):
        """What a stream does is in order and does not overlap."""
        ends = collections.defaultdict(float)
        for event in self.on_streams():
            track = (event["pid"], event["tid"])
            # Sums of decimals are inexact by less than a nanosecond.
            self.test.assertGreaterEqual(event["ts"], ends[track] - 1e-3, event)
            ends[track] = event["ts"] + event["dur"]

    def check_calls(self):
        """The calls of a thread are one after the other, or one inside of the other."""
        tracks = collections.defaultdict(list)
        for event in self.calls():
            tracks[event["pid"], event["tid"]].append((event["ts"], -event["dur"]))
        for calls in tracks.values():
            open_calls = []
            for begin, negative in sorted(calls):
                end = begin - negative
                while open_calls and open_calls[-1] <= begin + 1e-3:
                    open_calls.pop()
                self.test.assertTrue(not open_calls or end <= open_calls[-1] + 1e-3)
                open_calls.append(end)

    def spans(self):
        return [event for event in self.events if event["ph"] == "X"]

    def on_streams(self):
        return [event for event in self.spans() if event["cat"] != "api"]

    def calls(self, name=None):
        return [event for event in self.spans() if event["cat"] == "api" and name in (None, event["name"])]

    def tasks(self, name):
        return [event for event in self.on_streams() if event["name"] == name]

    def names(self, fact):
        return {(event["pid"], event["tid"]): event["args"]["name"] for event in self.events if event["name"] == fact}

    def arrows(self, name):
        """Pairs of begin and end."""
        begins = {event["id"]: event for event in self.events if event["ph"] == "s" and event["name"] == name}
        ends = {event["id"]: event for event in self.events if event["ph"] == "f" and event["name"] == name}
        self.test.assertEqual(begins.keys(), ends.keys())
        pairs = [(begins[key], ends[key]) for key in begins]
        for begin, end in pairs:
            self.test.assertLessEqual(begin["ts"], end["ts"])
            self.test.assertEqual(end["bp"], "e")
            for one in (begin, end):
                self.test.assertEqual(len(self.around(one)), 1, one)
        return pairs

    def around(self, event):
        """The innermost span that an end of an arrow is in."""
        spans = [span for span in self.spans() if (span["pid"], span["tid"]) == (event["pid"], event["tid"])
                 and span["ts"] - 1e-3 <= event["ts"] <= span["ts"] + span["dur"] + 1e-3]
        return sorted(spans, key=lambda span: span["dur"])[:1]


class TraceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "trace.json"

    def trace(self, scenario, **more):
        done = run(scenario, OPENACLNN_TRACE=str(self.path), **more)
        self.assertEqual(done.stderr, "")
        return Trace(self, self.path)


class Timeline(TraceTest):
    """What the program did, and nothing else."""

    def test_everything_that_a_stream_did_is_there(self):
        trace = self.trace("work")
        counts = collections.Counter(event["name"] for event in trace.on_streams())
        self.assertEqual(counts, {PRELU: 3, "copy": 2, "fill": 1, "host function": 1, "record event": 1,
                                  "wait for event": 1, "NotifyRecord": 1, "wait for notify": 1})

    def test_everything_that_the_program_called_is_there(self):
        trace = self.trace("work")
        counts = collections.Counter(event["name"] for event in trace.calls())
        for name, calls in (("aclInit", 1), ("aclrtMemcpy", 1), ("aclrtMemcpyAsync", 2), (PRELU, 3),
                            (PRELU + "GetWorkspaceSize", 4), ("aclrtSynchronizeStream", 2), ("aclrtMalloc", 7),
                            ("aclrtFree", 7), ("aclrtStreamWaitEvent", 1)):
            self.assertEqual(counts[name], calls, name)

    def test_each_execution_of_a_graph_is_there(self):
        trace = self.trace("graph")
        counts = collections.Counter(event["name"] for event in trace.on_streams())
        self.assertEqual(counts, {PRELU: 2, "copy": 2})
        for copy in trace.tasks("copy"):
            self.assertEqual(copy["args"]["direction"], "device-to-device")
        for event in trace.tasks(PRELU):
            self.assertEqual(set(event["args"]["tensors"]), {"gradOutput", "self", "weight", "gradInput", "gradWeight"})
        begins = {trace.around(begin)[0]["name"] for begin, _ in trace.arrows("enqueue")}
        self.assertEqual(begins, {"aclmdlRIExecuteAsync"})

    def test_operators_have_their_arguments(self):
        trace = self.trace("work")
        contiguous = {"dtype": "FLOAT", "shape": [2, 3, 4, 5], "strides": [60, 20, 5, 1], "layout": "contiguous"}
        channels_last = {"dtype": "FLOAT", "shape": [2, 3, 4, 5], "strides": [60, 1, 15, 3],
                         "layout": "channels-last"}
        slope = {"dtype": "FLOAT", "shape": [1], "strides": [1], "layout": "contiguous"}
        for event in trace.tasks(PRELU):
            args = event["args"]
            self.assertEqual(args["tensors"], {"gradOutput": contiguous, "self": channels_last, "weight": slope,
                                               "gradInput": {**channels_last, "output": 1},
                                               "gradWeight": {**slope, "output": 1}})
            self.assertTrue(args["kernel"].startswith("cpu:"))
            self.assertEqual(args["bytes"], (3 * 120 + 2) * 4)
            self.assertGreaterEqual(args["workspace"], 0)
            self.assertNotIn("status", args)

    def test_a_refused_call_has_its_status(self):
        trace = self.trace("work")
        statuses = [event.get("args", {}).get("status", 0) for event in trace.calls(PRELU + "GetWorkspaceSize")]
        self.assertEqual(sorted(statuses), [0, 0, 0, 161001])
        (event,) = trace.calls("aclrtGetGroupCount")
        self.assertEqual(event["args"]["status"], 207000)

    def test_a_wait_lasts_as_long_as_the_stream_waits(self):
        trace = self.trace("wait_in_vain")
        (wait,) = trace.on_streams()
        self.assertEqual(wait["name"], "wait for notify")
        self.assertEqual(wait["args"]["status"], 107019)
        self.assertGreaterEqual(wait["dur"], 1e6)
        (call,) = trace.calls("aclrtSynchronizeStream")
        self.assertEqual(call["args"]["status"], 107019)
        self.assertGreaterEqual(call["ts"] + call["dur"], wait["ts"] + wait["dur"])

    def test_copies_have_bytes_and_direction(self):
        trace = self.trace("work")
        copies = [(event["args"]["bytes"], event["args"]["direction"]) for event in trace.tasks("copy")]
        self.assertEqual(sorted(copies), [(4096, "device-to-host"), (MIB, "host-to-device")])
        self.assertEqual(trace.tasks("fill")[0]["args"]["bytes"], 1000)
        args = trace.calls("aclrtMemcpy")[0]["args"]
        self.assertEqual((args["bytes"], args["direction"]), (MIB, "host-to-device"))
        self.assertEqual(trace.calls("aclrtMemset")[0]["args"]["bytes"], 100)

    def test_arrows_lead_from_calls_to_tasks(self):
        trace = self.trace("work")
        pairs = trace.arrows("enqueue")
        self.assertEqual(len(pairs), len(trace.on_streams()))
        ends = collections.Counter((trace.around(begin)[0]["name"], trace.around(end)[0]["name"])
                                   for begin, end in pairs)
        self.assertEqual(ends[PRELU, PRELU], 3)
        self.assertEqual(ends["aclrtMemcpyAsync", "copy"], 2)
        self.assertEqual(ends["aclrtStreamWaitEvent", "wait for event"], 1)

    def test_an_arrow_leads_from_record_to_wait(self):
        trace = self.trace("work")
        pairs = trace.arrows("event")
        self.assertEqual(len(pairs), 1)
        begin, end = pairs[0]
        self.assertEqual(trace.around(begin)[0]["name"], "record event")
        self.assertEqual(trace.around(end)[0]["name"], "wait for event")
        self.assertNotEqual(begin["tid"], end["tid"])

    def test_memory_goes_up_and_down(self):
        curves = collections.defaultdict(list)
        for event in self.trace("work").events:
            if event["ph"] == "C":
                curves[event["name"]].append(event["args"]["bytes"])
        device = curves.pop("memory")
        self.assertEqual(len(device), 14)  # 7 blocks come and go
        self.assertGreaterEqual(max(device), MIB + 3 * 480)
        self.assertEqual(device[-1], 0)
        self.assertEqual(curves, {"pinned host memory": [MIB, 0]})

    def test_devices_streams_and_threads_have_names(self):
        trace = self.trace("two_devices", OPENACLNN_CPU_DEVICES="2")
        processes = trace.names("process_name")
        self.assertEqual(sorted(processes.values()), ["device 0", "device 1", "trace_client"])
        pids = {name: pid for (pid, _), name in processes.items()}
        threads = trace.names("thread_name")
        for track in {(event["pid"], event["tid"]) for event in trace.spans()}:
            self.assertIn(track, threads)
        self.assertIn("main", threads.values())
        for device in (0, 1):
            pid = pids[f"device {device}"]
            self.assertEqual(sorted(name for (process, _), name in threads.items() if process == pid),
                             ["stream 0 (default)", "stream 1", "stream 2"])
            self.assertEqual(len([event for event in trace.tasks(PRELU) if event["pid"] == pid]), 3)


class Ends(TraceTest):
    """The file is valid however the process ends."""

    def test_finalize_and_return(self):
        self.assertEqual(len(self.trace("work_and_finalize").calls("aclFinalize")), 1)

    def test_quick_exit(self):
        self.assertEqual(len(self.trace("work_and_quick_exit").tasks(PRELU)), 3)

    def test_underscore_exit_may_lose_the_end(self):
        trace = self.trace("work_and_underscore_exit")
        self.assertIn("process_name", [event["name"] for event in trace.events])

    def test_abort_may_lose_the_end(self):
        run("work_and_abort", OPENACLNN_TRACE=str(self.path), status=-6)
        Trace(self, self.path)

    def test_what_was_in_the_file_is_gone(self):
        self.path.write_text("x" * MIB)
        self.trace("work")


class Processes(TraceTest):
    """Each process has its own file."""

    def test_percent_p_is_the_process(self):
        self.path = self.folder / "%p %% %x.json"
        run("work", OPENACLNN_TRACE=str(self.path))
        (file,) = self.folder.iterdir()
        trace = Trace(self, file)
        pid = trace.calls("aclInit")[0]["pid"]
        self.assertEqual(file.name, f"{pid} % %x.json")

    def test_the_child_of_a_fork_leaves_the_file_alone(self):
        done = run("fork_amidst", OPENACLNN_TRACE=str(self.path))
        trace = Trace(self, self.path)
        self.assertEqual(len({event["pid"] for event in trace.calls()}), 1)
        self.assertEqual(len(trace.tasks(PRELU)), 2)
        self.assertEqual(len(trace.calls("aclrtSynchronizeDevice")), 0)
        self.assertEqual(done.stderr.count("another process"), 1)

    def test_processes_that_share_a_name_do_not_mix(self):
        done = run("fork_first", OPENACLNN_TRACE=str(self.path))
        trace = Trace(self, self.path)
        self.assertEqual(len({event["pid"] for event in trace.calls()}), 1)
        self.assertEqual(len(trace.tasks(PRELU)), 3)
        self.assertIn("%p", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_processes_with_names_of_their_own(self):
        done = run("fork_first", OPENACLNN_TRACE=str(self.folder / "%p.json"))
        self.assertEqual(done.stderr, "")
        files = list(self.folder.iterdir())
        self.assertEqual(len(files), 2)
        for file in files:
            trace = Trace(self, file)
            self.assertEqual(len(trace.tasks(PRELU)), 3)
            self.assertEqual({event["pid"] for event in trace.calls()}, {int(file.stem)})


class Failures(TraceTest):
    """What cannot be written is said once, and harms nothing."""

    def check_complaint(self, path, reason):
        done = run("work", OPENACLNN_TRACE=str(path))
        self.assertRegex(done.stderr, rf"\Aopenaclnn: OPENACLNN_TRACE: cannot write {re.escape(str(path))}: {reason}"
                                      r"; the timeline ends here\n\Z")

    def test_a_folder_that_is_not_there(self):
        self.check_complaint(self.folder / "none" / "trace.json", "No such file or directory")

    def test_a_folder(self):
        self.check_complaint(self.folder, "Is a directory")

    def test_what_is_no_regular_file(self):
        self.check_complaint("/dev/full", "not a regular file")
        os.mkfifo(self.path)
        self.check_complaint(self.path, "No such device or address")

    def test_a_full_disk_ends_the_timeline(self):
        done = run("repeat", "2000", OPENACLNN_TRACE=str(self.path), most_bytes=MIB)
        self.assertEqual(done.stderr, f"openaclnn: OPENACLNN_TRACE: cannot write {self.path}: File too large; "
                                      "the timeline ends here\n")
        trace = Trace(self, self.path)
        self.assertGreater(len(trace.tasks(PRELU)), 100)
        self.assertLess(len(trace.tasks(PRELU)), 2000)

    def test_empty_is_off(self):
        self.assertEqual(run("work", OPENACLNN_TRACE="", OPENACLNN_VERBOSE="").stderr, "")


class Memory(TraceTest):
    """Many events take no more memory than few."""

    def test_memory_is_bounded(self):
        few, many = (int(run("repeat", launches, OPENACLNN_TRACE=str(self.path)).stdout)
                     for launches in ("500", "20000"))
        trace = Trace(self, self.path)
        self.assertEqual(len(trace.tasks(PRELU)), 20000)
        self.assertGreater(self.path.stat().st_size, 16 * MIB)
        self.assertLess(many - few, 2048, "KiB")


class Part(TraceTest):
    """A timeline of a part."""

    def names(self, patterns):
        trace = self.trace("work", OPENACLNN_TRACE_FILTER=patterns)
        self.assertFalse([event for event in trace.events if event["ph"] in "sf"], "arrows")
        return {event["name"] for event in trace.events if event["ph"] in "XC"}

    def test_filter(self):
        everything = self.names("*")
        self.assertEqual(self.names(PRELU), {PRELU, PRELU + "GetWorkspaceSize"})
        self.assertEqual(self.names("aclrt*"), {name for name in everything if name.startswith("aclrt")})
        self.assertEqual(self.names("*Async,c*y"), {name for name in everything if name.endswith("Async") or name == "copy"})
        self.assertEqual(self.names("-acl*"), {name for name in everything if not name.startswith("acl")})
        self.assertEqual(self.names("aclrt*,-aclrtM*"), {name for name in everything if re.match("aclrt(?!M)", name)})
        self.assertEqual(self.names("nothing"), set())

    def test_limit(self):
        for limit, most in (("20K", 20 << 10), ("100000", 100000), ("1M", MIB)):
            done = run("repeat", "2000", OPENACLNN_TRACE=str(self.path), OPENACLNN_TRACE_LIMIT=limit)
            self.assertEqual(done.stderr, f"openaclnn: OPENACLNN_TRACE_LIMIT: {self.path} has {most} bytes, all it may have; "
                                          "the timeline ends here\n")
            self.assertLessEqual(self.path.stat().st_size, most)
            self.assertGreater(self.path.stat().st_size, most - 4096)
            Trace(self, self.path)

    def test_a_limit_that_is_not_met(self):
        self.assertEqual(run("work", OPENACLNN_TRACE=str(self.path), OPENACLNN_TRACE_LIMIT="1G").stderr, "")
        Trace(self, self.path)


class Verbose(TraceTest):
    """One line for each call."""

    TENSORS = ("gradOutput:FLOAT:2x3x4x5:contiguous self:FLOAT:2x3x4x5:channels-last weight:FLOAT:1:contiguous "
               "gradInput:FLOAT:2x3x4x5:channels-last gradWeight:FLOAT:1:contiguous")
    TIME = r"\d+\.\d{3}"

    def lines(self, scenario, **more):
        return run(scenario, OPENACLNN_VERBOSE="1", **more).stderr.splitlines()

    def test_lines(self):
        lines = self.lines("work")
        self.assertEqual(lines.pop(0), "openaclnn_verbose,info,template:phase,where,name,kernel,tensors,workspace,"
                                       "bytes,status,microseconds")
        operator = rf"{PRELU},cpu:\w+,{self.TENSORS},workspace:\d+,bytes:1448,status:0"
        expected = {
            rf"plan,host,{operator}": 3,
            rf"launch,host,{operator}": 3,
            rf"run,device:0 stream:1,{operator}": 3,
            rf"plan,host,{PRELU}GetWorkspaceSize,-,-,workspace:-,bytes:-,status:161001": 1,
            "run,device:0 stream:1,copy,host-to-device,-,workspace:-,bytes:1048576,status:0": 1,
            "run,device:0 stream:2,copy,device-to-host,-,workspace:-,bytes:4096,status:0": 1,
            "run,device:0 stream:1,fill,-,-,workspace:-,bytes:1000,status:0": 1,
            "run,device:0 stream:1,host function,-,-,workspace:-,bytes:-,status:0": 1,
            "call,host,aclrtMemcpy,host-to-device,-,workspace:-,bytes:1048576,status:0": 1,
            "call,host,aclrtMemset,-,-,workspace:-,bytes:100,status:0": 1,
        }
        for pattern, count in expected.items():
            found = [line for line in lines if re.fullmatch(f"openaclnn_verbose,{pattern},{self.TIME}", line)]
            self.assertEqual(len(found), count, pattern + "\n" + "\n".join(lines))
        self.assertEqual(len(lines), sum(expected.values()))

    def test_each_line_has_the_fields_of_the_template(self):
        template, *lines = self.lines("work")
        fields = len(template.split("template:")[1].split(","))
        for line in lines:
            self.assertEqual(len(line.split(",")), fields + 1, line)

    def test_zero_turns_it_off(self):
        self.assertEqual(run("work", OPENACLNN_VERBOSE="0").stderr, "")

    def test_filter(self):
        lines = self.lines("work", OPENACLNN_TRACE_FILTER="aclrt*,copy")
        self.assertEqual({line.split(",")[3] for line in lines[1:]}, {"aclrtMemcpy", "aclrtMemset", "copy"})
        lines = self.lines("work", OPENACLNN_TRACE_FILTER="-aclnn*,,-fill")
        self.assertEqual({line.split(",")[3] for line in lines[1:]}, {"aclrtMemcpy", "aclrtMemset", "copy", "host function"})

    def test_both_at_once(self):
        self.assertEqual(len(self.lines("work", OPENACLNN_TRACE=str(self.path))), 17)
        Trace(self, self.path)


class Operators(TraceTest):
    """Every operator of the catalogue is in the timeline, under the names that its prototype has."""

    def test_every_operator(self):
        every_call, command = os.environ["OPENACLNN_TRACE_PROGRAMS"].split(";")
        path = self.folder / "trace.json"
        subprocess.run([every_call, "--contiguous"], env={**os.environ, "OPENACLNN_TRACE": str(path)}, check=True,
                       stdout=subprocess.DEVNULL, timeout=250)
        with open(path, encoding="utf-8") as file:
            spans = [event for event in json.load(file) if event["ph"] == "X"]
        first_phases = {event["args"]["operator"]: event for event in spans if event["name"].endswith("GetWorkspaceSize")}
        second_phases = {event["name"]: event for event in spans if event["cat"] == "api"}
        launches = {event["name"]: event for event in spans if event["cat"] == "operator"}
        listed = json.loads(subprocess.run([command, "list", "--json"], capture_output=True, check=True).stdout)["operators"]
        self.assertGreater(len(listed), 5)
        for operator in listed:
            with self.subTest(operator=operator["function"]):
                planned = first_phases[operator["function"]]["args"]
                named = {argument["name"] for argument in operator["prototype"] if argument["role"] in ("input", "in place", "output")}
                # The tensors of a list are numbered.
                tensors = {re.sub(r"\[\d+\]$", "", name) for name in planned["tensors"]}
                self.assertTrue(tensors and tensors <= named, (tensors, named))
                self.assertTrue(planned["kernel"].startswith("cpu:"), planned)
                for events in (second_phases, launches):
                    self.assertIn("tensors", events[operator["function"]]["args"])

if __name__ == "__main__":
    CLIENT = sys.argv.pop(1)
    unittest.main()
