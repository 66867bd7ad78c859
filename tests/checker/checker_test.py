#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with a planted mistake under OPENACLNN_CHECK=memory, with a race under OPENACLNN_CHECK=races: each is found,
reported with what helps, and nothing else is. Programs without one are clean.

Usage: checker_test.py CLIENT Planted.NAME | CLIENT Left.KIND | CLIENT Race.NAME | CLIENT Settings | PROGRAM Clean ARGUMENTS...
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

# What is found of each mistake: kind, parts of the text, and parts of the stacks that come with it.
PLANTED = {
    "asynchronous_copy_overrun": ("refused call", ["aclrtMemcpyAsync", "100 bytes"], ["allocated at", "AllocateHere"]),
    "block_left": ("leak", ["1 block of device memory, 100 bytes"], ["allocated at", "AllocateHere"]),
    "copy_from_freed": ("refused call", ["aclrtMemcpy"], ["which was freed", "freed at", "FreeHere"]),
    "copy_overrun": ("refused call", ["aclrtMemcpy", "100 bytes"], ["allocated at", "AllocateHere"]),
    "copy_overrun_of_source": ("refused call", ["src", "100 bytes"], ["allocated at", "AllocateHere"]),
    "copy_of_wrong_kind": ("kind of copy", ["aclrtMemcpy: kind: expected the one of a copy from host to device", "got 2"], []),
    "event_left": ("leak", ["1 aclrtEvent never destroyed"], ["made at"]),
    "executor_left": ("leak", ["1 aclOpExecutor never destroyed"], ["made at"]),
    "fill_overrun": ("refused call", ["aclrtMemset", "100 bytes"], ["allocated at", "AllocateHere"]),
    "freed_inside": ("refused call", ["aclrtFree", "4 bytes behind the start of a block of 100 bytes"], ["AllocateHere"]),
    "freed_twice": ("refused call", ["aclrtFree", "freed before"], ["freed at", "FreeHere"]),
    "freed_while_queued": ("refused call", ["aclrtSynchronizeStream", "freed before the work started"], ["freed at", "FreeHere"]),
    "host_block_left": ("leak", ["1 block of pinned host memory never destroyed"], ["made at"]),
    "host_memcpy": ("host access", ["0 bytes behind the start of a block of 100 bytes"], ["AllocateHere"]),
    "host_memory_as_tensor": ("refused call", ["aclnnAdd", "other", "expected device memory"], []),
    "host_read": ("host access", ["0 bytes behind the start of a block of 100 bytes"], ["AllocateHere"]),
    "host_read_of_freed": ("host access", ["which was freed"], ["AllocateHere", "freed at", "FreeHere"]),
    "host_write": ("host access", ["0 bytes behind the start of a block of 100 bytes"], ["AllocateHere"]),
    "host_write_behind_the_end": ("host access", ["0 bytes behind the end of a block of 100 bytes"], ["AllocateHere"]),
    "launch_on_freed": ("refused call", ["aclnnAdd", "other"], ["which was freed", "freed at", "FreeHere"]),
    "memory_of_another_device": ("refused call", ["aclnnAdd", "self"], []),
    "outputs_in_one_place": ("refused call", ["aclnnMaxDim", "indices", "shares bytes with out"], []),
    "stream_left": ("leak", ["1 aclrtStream never destroyed"], ["made at"]),
    "tensor_destroyed_twice": ("refused call", ["aclDestroyTensor", "destroyed before"], []),
    "tensor_overrun": ("refused call", ["aclnnAdd", "104 bytes"], ["AllocateHere"]),
    "tensors_left": ("leak", ["3 aclTensors never destroyed"], ["made at", "MakeTensorHere"]),
    "uninitialised_copy": ("uninitialised read", ["a copy reads 100 bytes"], ["AllocateHere"]),
    "uninitialised_input": ("uninitialised read", ["aclnnAdd: self reads 100 bytes"], ["AllocateHere"]),
    "uninitialised_message": ("uninitialised read", ["HcclAllReduce: sendBuf reads 100 bytes"], ["AllocateHere"]),
    "work_overrun": ("overrun", ["0 bytes behind the end of a block of 100 bytes"], ["AllocateHere"]),
    "workspace_in_a_tensor": ("refused call", ["aclnnEmbeddingDenseBackward", "workspace", "shares bytes with"], []),
    "workspace_too_small": ("refused call", ["aclnnEmbeddingDenseBackward", "workspaceSize"], []),
}
# Their own end is part of them.
ENDS_BY_FAULT = {"host_memcpy", "host_read", "host_read_of_freed", "host_write", "host_write_behind_the_end"}
# Memory that is shared: without a checker, the library uses memory of its own, whose races would be called the program's.
REFUSED_BY_EACH_CHECK = {"outputs_in_one_place", "workspace_in_a_tensor"}


# What is told of each race: the call that the host makes in First, with its argument, the one in Second, what would
# order them, and more of the text.
ADD, COPY = "aclnnAdd", "aclrtMemcpyAsync"
ONE, TWO = "stream 1 of device 0", "stream 2 of device 0"
EVENT = f"aclrtRecordEvent on {ONE} after {{}}, aclrtStreamWaitEvent on {TWO} before {{}}"
SYNCHRONIZE = f"aclrtSynchronizeStream on {ONE} after {{}}, before {{}}"
TOO_EARLY = "what orders the two so far lies before that call"
RACES = {
    "chain_with_a_gap": (ADD, "writes out", ADD, "reads self", EVENT, TOO_EARLY),
    "copy_then_operator": (COPY, "writes dst", ADD, "reads self", EVENT, ""),
    "default_stream_orders_nothing": (ADD, "writes out", ADD, "reads self", EVENT.replace(ONE, "the default stream of device 0"), ""),
    "event_recorded_too_early": (ADD, "writes out", ADD, "reads self", EVENT, TOO_EARLY),
    "event_recorded_too_late": (ADD, "writes out", ADD, "reads self", EVENT, ""),
    "freed_too_early": (ADD, "writes out", "aclrtFree", "writes devPtr", SYNCHRONIZE, ""),
    "graph_then_operator": (ADD, "writes out", ADD, "reads self", EVENT, ""),
    "host_fills_too_early": (ADD, "reads self", "aclrtMemset", "writes devPtr", SYNCHRONIZE, ""),
    "host_reads_too_early": (ADD, "writes out", "aclrtMemcpy", "reads src", SYNCHRONIZE, ""),
    "memset_then_operator": ("aclrtMemsetAsync", "writes devPtr", ADD, "reads self", EVENT, ""),
    "operator_then_copy_out": (ADD, "writes out", COPY, "reads src", EVENT, ""),
    "overlapping_columns": (ADD, "writes out", ADD, "writes out", EVENT, ""),
    "pinned_memory": (COPY, "writes dst", COPY, "reads src", EVENT, ""),
    "read_after_write": (ADD, "writes out", ADD, "reads self", EVENT, ""),
    "shared_workspace": ("aclnnEmbeddingDenseBackward", "writes workspace", "aclnnEmbeddingDenseBackward", "writes workspace", EVENT, ""),
    "streams_of_a_built_graph": (ADD, "writes out", ADD, "reads self", EVENT, ""),
    "two_threads": (ADD, "writes out", ADD, "writes out", EVENT, ""),
    "word_of_a_condition": ("aclmdlRIAddCondTask", "reads handle", "aclrtMemsetAsync", "writes devPtr", EVENT, ""),
    "write_after_read": (ADD, "reads self", ADD, "writes out", EVENT, ""),
    "write_after_write": (ADD, "writes out", ADD, "writes out", EVENT, ""),
    "wrong_event": (ADD, "writes out", ADD, "reads self", EVENT, ""),
    "wrong_stream_synchronized": (ADD, "writes out", "aclrtMemcpy", "reads src", SYNCHRONIZE, ""),
    "wrong_stream_waits": (ADD, "writes out", ADD, "reads self", EVENT, ""),
}


def run(command, check="memory"):
    """Exit status, standard error, and the findings, which are not repeated there."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.jsonl"
        environment = dict(os.environ, OPENACLNN_CHECK=check, OPENACLNN_CHECK_REPORT=str(report), OPENACLNN_CPU_DEVICES="2")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=False)
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
        records = [json.loads(line) for line in lines]
        expect(not records or "process" in records[0], "the first line is not of the process", records)
        expect("openaclnn check" not in done.stderr, "findings on standard error", done.stderr)
        return done.returncode, done.stderr, [record for record in records if "kind" in record]


def expect(condition, *context):
    if not condition:
        sys.exit("\n".join(str(part) for part in context))


def planted(client, name):
    planted_under("memory", client, name)
    if name in REFUSED_BY_EACH_CHECK:
        planted_under("memory,races", client, name)
        status, errors, findings = run([client, name], "races")  # which reports races alone; the program sees the status
        expect(status == 0 and not findings, "expected a refused call without a finding", status, errors, findings)


def planted_under(check, client, name):
    kind, parts, told = PLANTED[name]
    status, errors, findings = run([client, name], check)
    expect(status == (-signal.SIGSEGV if name in ENDS_BY_FAULT else 0), "status", status, errors)
    expect(len(findings) == 1, "expected one finding", findings, errors)
    finding = findings[0]
    expect(finding["kind"] == kind, "kind", finding)
    for part in parts:
        expect(part in finding["text"], "the text lacks", part, finding["text"])
    for part in told:
        expect(part in json.dumps(finding), "the report lacks", part, finding)
    expect(finding["stack"] or finding["related"], "no place", finding)


def left(client, kind):
    """Reported with the place that created it, though its device was reset; not if it was destroyed."""
    status, errors, findings = run([client, kind])
    expect(status == 0 and len(findings) == 1, "expected one finding", status, errors, findings)
    finding = findings[0]
    expect((finding["kind"], finding["text"]) == ("leak", f"1 {kind} never destroyed"), finding)
    expect(finding["left"] == {"object": kind, "count": 1, "bytes": 0}, finding)
    expect("CreateHere" in functions(finding["related"][0]), finding)
    status, errors, findings = run([client, kind, "destroyed"])
    expect(status == 0 and not findings, "findings though it was destroyed", status, errors, findings)


def functions(place):
    return [frame["function"] for frame in place["stack"]]


def as_clients_streams(text):
    """With the first two streams of a graph, which have numbers of their own, as stream 1 and stream 2."""
    return re.sub("stream 100000([01])", lambda number: f"stream {int(number[1]) + 1}", text)


def race(client, name):
    """Told alike each time, and with the other check, too."""
    first, does, second, did, order, more = RACES[name]
    told = []
    for check in ["races", "races", "memory,races"]:
        _, errors, findings = run([client, name], check)
        races = [finding for finding in findings if finding["kind"] == "race"]
        expect(len(races) == 1, "expected one race", check, findings, errors)
        expect(check != "races" or len(findings) == 1, "findings of another check", findings)
        finding = races[0]
        text = as_clients_streams(finding["text"])
        host = order == SYNCHRONIZE
        where = "the default stream of device 0" if "the default stream" in order else ONE
        expect(text.startswith(f"{second} on {'the host' if host else TWO} {did}, "), text)
        expect(f"nothing orders it after {first} on {where}, which {does}, " in text, text)
        expect((TOO_EARLY in text) == bool(more), text)
        called = finding["related"][0]
        expect(as_clients_streams(called["what"]) == f"{first} on {where}: called at", called)
        expect("First" in functions(called) and "Second" not in functions(called), functions(called))
        expect("Second" in functions(finding) and "First" not in functions(finding), functions(finding))
        advice = f"to order them: {order.format(first, second)}"
        expect(advice in [as_clients_streams(related["what"]) for related in finding["related"]], advice, finding["related"])
        told.append(re.sub("0x[0-9a-f]+", "", text))
    expect(told[0] == told[1], "told otherwise the second time", *told)
    if "memory" in check:
        expect(any("a block of" in related["what"] for related in finding["related"]) or name == "pinned_memory", finding)


def clean(*command):
    for check in ["memory", "races", "memory,races"]:
        clean_under(check, command)


def clean_under(check, command):
    status, errors, findings = run(list(command), check)
    expect(status == 0, "status", status, errors)
    expect(not findings, "findings in a clean program", findings)


def settings(client):
    status, errors, findings = run([client, "clean"], "memory,speed")
    expect(status == 3 and "OPENACLNN_CHECK: expected memory, races or both with a comma, got memory,speed" in errors,
           status, errors)
    status, errors, findings = run([client, "block_left"], "")
    expect(status == 0 and not findings and not errors, status, errors, findings)
    environment = {**os.environ, "OPENACLNN_CHECK": "memory"}
    environment.pop("OPENACLNN_CHECK_REPORT", None)
    done = subprocess.run([client, "block_left"], env=environment, capture_output=True, text=True, timeout=200, check=False)
    expect("openaclnn check: leak: 1 block of device memory, 100 bytes, never freed\n  allocated at\n    AllocateHere (/"
           in done.stderr, done.stderr)
    environment["OPENACLNN_CHECK_REPORT"] = "/no/such/folder/report"
    done = subprocess.run([client, "clean"], env=environment, capture_output=True, text=True, timeout=200, check=False)
    expect(done.returncode == 0 and "cannot write OPENACLNN_CHECK_REPORT=/no/such/folder/report: No such file" in done.stderr,
           done.returncode, done.stderr)


def main():
    program, what, *rest = sys.argv[1:]
    if what == "Settings":
        settings(program)
    elif what == "Clean":
        clean(program, *rest)
    elif what.startswith("Left."):
        left(program, what.removeprefix("Left."))
    elif what.startswith("Race."):
        race(program, what.removeprefix("Race."))
    else:
        planted(program, what.removeprefix("Planted."))


if __name__ == "__main__":
    main()
