# SPDX-License-Identifier: Apache-2.0
"""Runs the calls of one library, each on the CPU and on the device, and writes a line of JSON before and after each.

usage: worker.py library file all|call...   Lines go to the file; the first one names all calls.
"""
import importlib
import json
import re
import sys
import time
import traceback
import warnings

import torch
import torch_npu  # noqa: F401

import compare
import side as sides

OPERATOR = re.compile(r"aclnn(\w+?)(?:GetWorkspaceSize)?\b")
warnings.filterwarnings("ignore")
warnings.filterwarnings("always", message=".*fall back to run on the CPU")


def outcome(call, device, dtype=torch.float32):
    torch.manual_seed(11)
    with sides.floats(dtype):
        return sides.detached(call(sides.Side(device, dtype)))


def in_float64(call):
    try:
        return outcome(call, "cpu", torch.float64)
    except Exception:  # pylint: disable=broad-except
        return None  # a library that has no float64 leaves the comparison to the CPU's float32


def message_of(error):
    """The line of the message that says most, and the operator in it."""
    text = str(error)
    found = OPERATOR.findall(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [type(error).__name__]
    chosen = next((line for line in lines if "GetWorkspaceSize: " in line), None) or next(
        (line for line in lines if "aclnn" in line), lines[0])
    return chosen[:400], found[0] if found else ""


def try_call(call, numbers_too):
    try:
        expected = outcome(call, "cpu")
    except Exception:  # pylint: disable=broad-except
        return {"state": "invalid", "message": traceback.format_exc()[-1500:]}
    try:
        actual = outcome(call, "npu")
        torch.npu.synchronize()
    except Exception as error:  # pylint: disable=broad-except
        message, operator = message_of(error)
        return {"state": "refused", "message": message, "operator": operator, "trace": traceback.format_exc()[-3000:]}
    found = compare.differences(actual, expected, lambda: in_float64(call), numbers_too)
    return {"state": "other", "message": "; ".join(found)[:600]} if found else {"state": "right", "entries": len(expected)}


def main():
    library, lines, *names = sys.argv[1:]
    torch.set_num_threads(1)
    table = importlib.import_module(f"tables.{library}")
    drawn = getattr(table, "DRAWN", ())  # on the device: only shapes and finite numbers can be compared
    with open(lines, "a", encoding="utf-8", buffering=1) as output:
        output.write(json.dumps({"calls": list(table.CALLS)}) + "\n")
        for name, call in table.CALLS.items():
            if names != ["all"] and name not in names:
                continue
            output.write(json.dumps({"begin": name}) + "\n")
            begin = time.process_time()
            result = try_call(call, name not in drawn)
            output.write(json.dumps({"name": name, "seconds": round(time.process_time() - begin, 2), **result}) + "\n")


main()
