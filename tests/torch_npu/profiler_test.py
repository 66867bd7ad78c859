# SPDX-License-Identifier: Apache-2.0
"""torch_npu.profiler: the timeline and the tables of training steps."""
import collections
import contextlib
import csv
import json
import unittest

import torch
import torch_npu

import support

profiler = torch_npu.profiler
STEPS = 4
# What the network below runs in each step, and the types of their kernels.
OPERATORS = {"aten::addmm", "aten::relu", "aten::nll_loss_forward", "autograd::engine::evaluate_function: AddmmBackward0"}
KERNELS = {"aclnnAddmm", "aclnnRelu", "aclnnNLLLoss", "aclnnMm"}


def train(folder=None, action=None, **options):
    """Profiled training steps; returns the profiler."""
    torch.manual_seed(0)
    network = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4)).npu()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    x, target = torch.randn(8, 16).npu(), torch.randint(0, 4, (8,)).npu()
    if folder is not None:
        options["on_trace_ready"] = profiler.tensorboard_trace_handler(str(folder))
    with profiler.profile(**options) as profile:
        for _ in range(STEPS):
            if action is not None:
                action()
            loss = torch.nn.functional.cross_entropy(network(x), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            torch.npu.synchronize()  # else torch_npu's queue may hand operators over in the next step
            profile.step()
    return profile


def level(name, **options):
    return profiler._ExperimentalConfig(profiler_level=getattr(profiler.ProfilerLevel, name), **options)


class Timeline:
    """The events of trace_view.json."""

    def __init__(self, path):
        self.events = json.loads(path.read_text(encoding="utf-8"))
        self.processes = {event["pid"]: event["args"]["name"] for event in self.events if event["name"] == "process_name"}

    def spans(self, process):
        return [event for event in self.events if event["ph"] == "X" and self.processes[event["pid"]] == process]

    def names(self, process):
        return collections.Counter(event["name"] for event in self.spans(process))

    def arrows(self, category):
        """(begin, end) of each arrow."""
        ends = collections.defaultdict(dict)
        for event in self.events:
            if event.get("cat") == category:
                ends[event["id"]][event["ph"]] = event
        return [(pair["s"], pair["f"]) for pair in ends.values() if len(pair) == 2]


class Profiler(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = support.folder_of(cls)
        train(cls.folder, record_shapes=True, schedule=profiler.schedule(wait=0, warmup=1, active=2, repeat=1),
              experimental_config=level("Level1", data_simplification=False))
        cls.output = next(cls.folder.glob("*_ascend_pt/ASCEND_PROFILER_OUTPUT"))
        cls.timeline = Timeline(cls.output / "trace_view.json")

    def table(self, name):
        with open(self.output / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_the_timeline_has_operators_calls_and_kernels(self):
        self.assertLessEqual({"Python", "CANN", "Ascend Hardware", "Overlap Analysis"}, set(self.timeline.processes.values()))
        operators, calls, kernels = (self.timeline.names(process) for process in ("Python", "CANN", "Ascend Hardware"))
        self.assertLessEqual(OPERATORS, set(operators))
        self.assertLessEqual({f"AscendCL@{name}" for name in KERNELS}, set(calls))
        self.assertLessEqual(KERNELS, set(kernels))
        self.assertEqual(kernels["aclnnRelu"], 2, "a step has one, and two steps are active")
        for event in self.timeline.spans("Ascend Hardware"):
            self.assertGreater(event["dur"], 0, event)
        relu = next(event for event in self.timeline.spans("Ascend Hardware") if event["name"] == "aclnnRelu")
        self.assertEqual(relu["args"]["Input Shapes"], "8,32")
        self.assertEqual(relu["args"]["Output Data Types"], "FLOAT")

    def test_kernels_run_within_the_times_of_the_steps(self):
        steps = [event for event in self.timeline.spans("Python") if event["name"].startswith("ProfilerStep#")]
        self.assertEqual(len(steps), 2)
        begin = min(float(step["ts"]) for step in steps)
        for event in self.timeline.spans("Ascend Hardware"):
            self.assertGreaterEqual(float(event["ts"]), begin - 10, event)
        # PyTorch's clock and the library's agree: a kernel begins after the operator that enqueued it.
        arrows = self.timeline.arrows("async_npu")
        self.assertGreater(len(arrows), 10)
        for operator, kernel in arrows:
            self.assertGreater(float(kernel["ts"]), float(operator["ts"]))
            self.assertLess(float(kernel["ts"]) - float(operator["ts"]), 20e6)

    def test_tables(self):
        kernels = self.table("kernel_details.csv")
        self.assertLessEqual(KERNELS, {row["Name"] for row in kernels})
        for row in kernels:
            self.assertGreater(float(row["Duration(us)"]), 0)
        relu = next(row for row in kernels if row["Name"] == "aclnnRelu")
        self.assertEqual((relu["Type"], relu["Input Shapes"], relu["Input Data Types"], relu["Output Shapes"]),
                         ("Relu", "8,32", "FLOAT", "8,32"))
        statistic = {row["OP Type"]: row for row in self.table("op_statistic.csv")}
        self.assertEqual(int(statistic["Relu"]["Count"]), 2)
        self.assertAlmostEqual(sum(float(row["Ratio(%)"]) for row in statistic.values()), 100, delta=0.1)
        operators = self.table("operator_details.csv")
        addmm = [row for row in operators if row["Name"] == "aten::addmm"]
        self.assertEqual(len(addmm), 4, "two layers, two steps")
        self.assertTrue(all(float(row["Device Total Duration(us)"]) > 0 for row in addmm))
        self.assertEqual({row["Step"] for row in self.table("step_trace_time.csv")}, {"1", "2"})
        self.assertIn("aclnnAddmm", {row["API Name"] for row in self.table("api_statistic.csv")})
        self.assertLessEqual(KERNELS, {row["kernel_name"] for row in self.table("task_time.csv")})

    def test_export_chrome_trace(self):
        path = support.folder_of(self) / "chrome.json"
        with contextlib.chdir(path.parent):  # where torch_npu leaves what it exports from
            train().export_chrome_trace(str(path))
        timeline = Timeline(path)
        self.assertLessEqual(OPERATORS, set(timeline.names("Python")))
        self.assertEqual(timeline.names("Ascend Hardware")["aclnnRelu"], STEPS)

    def test_marks(self):
        folder = support.folder_of(self)
        train(folder, action=lambda: torch_npu.npu.mstx.mark("a mark"), experimental_config=level("Level1", mstx=True))
        timeline = Timeline(next(folder.glob("*/ASCEND_PROFILER_OUTPUT/trace_view.json")))
        self.assertEqual(timeline.names("MSTX")["a mark"], STEPS)

    def test_only_the_device(self):
        folder = support.folder_of(self)
        train(folder, activities=[profiler.ProfilerActivity.NPU])
        timeline = Timeline(next(folder.glob("*/ASCEND_PROFILER_OUTPUT/trace_view.json")))
        self.assertEqual(timeline.names("Ascend Hardware")["aclnnRelu"], STEPS)


if __name__ == "__main__":
    unittest.main()
