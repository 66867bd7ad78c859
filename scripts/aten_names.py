#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which of PyTorch's operators reach which of ours: measured. Runs the samples that PyTorch is tested with on torch_npu, forward
and backward, notes when each ATen operator was called, and looks into the library's timeline for what it called in that time.

Usage: scripts/aten_names.py [NAMES]   (in an environment with torch_npu, after set_env.sh)
Writes docs/aten_names.json: the ATen names of each operator. NAMES: a regular expression on PyTorch's list of operators."""
import bisect
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import warnings

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "docs/aten_names.json"
# What torch_npu calls around others, to convert and to fill: named only where nothing else was called.
HELPERS = {"aclnnInplaceCopy", "aclnnCast", "aclnnInplaceZero", "aclnnInplaceOne", "aclnnInplaceFillScalar"}
MOST_SAMPLES = 12


def record(pattern, calls_file):
    """Runs the samples; one line a call: begin and end in microseconds of the monotonic clock, ATen name."""
    import torch
    import torch_npu  # noqa: F401
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.utils._python_dispatch import TorchDispatchMode

    warnings.simplefilter("ignore")
    calls = []

    class Clock(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            begin = time.monotonic_ns()
            try:
                return function(*args, **(kwargs or {}))
            finally:
                calls.append((begin / 1000, time.monotonic_ns() / 1000, str(function._schema.name) + (
                    "." + function._overloadname if function._overloadname != "default" else "")))

    def on_device(value):
        if isinstance(value, torch.Tensor):
            return value.detach().npu().requires_grad_(value.requires_grad)
        if isinstance(value, (list, tuple)):
            return type(value)(map(on_device, value))
        return torch.device("npu") if isinstance(value, torch.device) else value

    for operator in op_db:
        if not re.fullmatch(pattern, operator.name):
            continue
        for dtype in (torch.float32, torch.int64, torch.bool):
            if dtype not in operator.dtypes:
                continue
            gradients = operator.supports_autograd and dtype.is_floating_point
            for sample in list(operator.sample_inputs("cpu", dtype, requires_grad=gradients))[:MOST_SAMPLES]:
                arguments = on_device([sample.input, *sample.args])
                options = {name: on_device(value) for name, value in sample.kwargs.items()}
                for function in {operator.op, operator.inplace_variant} - {None}:
                    try:
                        with Clock():
                            result = function(*arguments, **options)
                            if gradients and isinstance(result, torch.Tensor) and result.requires_grad:
                                result.sum().backward()
                    except Exception:  # noqa: BLE001: an operator that is not there; what was called before is recorded
                        continue
    with open(calls_file, "w", encoding="utf-8") as file:
        json.dump(calls, file)


def names(trace_file, calls_file):
    calls = sorted(map(tuple, json.loads(pathlib.Path(calls_file).read_text(encoding="utf-8"))))
    begins = [call[0] for call in calls]
    reached = collections.defaultdict(set)
    for event in json.loads(pathlib.Path(trace_file).read_text(encoding="utf-8")):
        if event.get("cat") != "api" or "operator" not in event.get("args", {}):  # a first phase that succeeded
            continue
        place = bisect.bisect_right(begins, event["ts"]) - 1
        if place >= 0 and event["ts"] <= calls[place][1]:
            reached[calls[place][2]].add(event["args"]["operator"])
    result = collections.defaultdict(set)
    for aten, operators in reached.items():
        for operator in operators - HELPERS or operators:
            result[operator].add(aten)
    return {operator: sorted(atens) for operator, atens in sorted(result.items())}


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else ".*"
    with tempfile.TemporaryDirectory() as folder:
        trace, calls = os.path.join(folder, "trace.json"), os.path.join(folder, "calls.json")
        subprocess.run([sys.executable, __file__, "--record", pattern, calls], check=True,
                       env={**os.environ, "OPENACLNN_TRACE": trace, "OPENACLNN_SOC": "Ascend950PR_9579"})
        OUTPUT.write_text(json.dumps(names(trace, calls), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "--record":
        record(sys.argv[2], sys.argv[3])
    else:
        main()
