#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with a planted mistake under OPENACLNN_CHECK=memory: each is found, told with what helps, and nothing else
is told. Programs without one are clean.

Usage: checker_test.py CLIENT Planted.NAME | CLIENT Settings | PROGRAM Clean
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

# What is found of each mistake: kind, parts of the text, and parts of the whole report for persons.
PLANTED = {
    "asynchronous_copy_overrun": ("refused call", ["aclrtMemcpyAsync", "100 bytes"], ["allocated at", "AllocateHere"]),
    "block_left": ("leak", ["1 block of device memory, 100 bytes"], ["allocated at", "AllocateHere"]),
    "copy_from_freed": ("refused call", ["aclrtMemcpy"], ["which was freed", "freed at", "FreeHere"]),
    "copy_overrun": ("refused call", ["aclrtMemcpy", "100 bytes"], ["allocated at", "AllocateHere"]),
    "copy_overrun_of_source": ("refused call", ["src", "100 bytes"], ["allocated at", "AllocateHere"]),
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
    "stream_left": ("leak", ["1 aclrtStream never destroyed"], ["made at"]),
    "tensor_destroyed_twice": ("refused call", ["aclDestroyTensor", "destroyed before"], []),
    "tensor_overrun": ("refused call", ["aclnnAdd", "104 bytes"], ["AllocateHere"]),
    "tensors_left": ("leak", ["3 aclTensors never destroyed"], ["made at", "MakeTensorHere"]),
    "uninitialised_copy": ("uninitialised read", ["a copy reads 100 bytes"], ["AllocateHere"]),
    "uninitialised_input": ("uninitialised read", ["aclnnAdd: self reads 100 bytes"], ["AllocateHere"]),
    "work_overrun": ("overrun", ["0 bytes behind the end of a block of 100 bytes"], ["AllocateHere"]),
    "workspace_too_small": ("refused call", ["aclnnEmbeddingDenseBackward", "workspaceSize"], []),
}
# Their own end is part of them.
ENDS_BY_FAULT = {"host_memcpy", "host_read", "host_read_of_freed", "host_write", "host_write_behind_the_end"}


def run(command, check="memory"):
    """Exit status, standard error, and the findings."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.jsonl"
        environment = dict(os.environ, OPENACLNN_CHECK=check, OPENACLNN_CHECK_REPORT=str(report), OPENACLNN_CPU_DEVICES="2")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=False)
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
        return done.returncode, done.stderr, [json.loads(line) for line in lines]


def expect(condition, *context):
    if not condition:
        sys.exit("\n".join(str(part) for part in context))


def planted(client, name):
    kind, parts, told = PLANTED[name]
    status, errors, findings = run([client, name])
    expect(status == (-signal.SIGSEGV if name in ENDS_BY_FAULT else 0), "status", status, errors)
    expect(len(findings) == 1, "expected one finding", findings, errors)
    finding = findings[0]
    expect(finding["kind"] == kind, "kind", finding)
    for part in parts:
        expect(part in finding["text"], "the text lacks", part, finding["text"])
    for part in told:
        expect(part in errors, "the report lacks", part, errors)
    expect(f"openaclnn check: {kind}: {finding['text']}" in errors, "told otherwise", errors)
    expect(finding["stack"] or finding["related"], "no place", finding)


def clean(*command):
    status, errors, findings = run(list(command))
    expect(status == 0, "status", status, errors)
    expect(not findings, "findings in a clean program", findings)
    expect("openaclnn check" not in errors, errors)


def settings(client):
    status, errors, findings = run([client, "clean"], "memory,speed")
    expect(status == 3 and "OPENACLNN_CHECK: expected memory, got memory,speed" in errors,
           status, errors)
    status, errors, findings = run([client, "block_left"], "")
    expect(status == 0 and not findings and not errors, status, errors, findings)


def main():
    program, what, *rest = sys.argv[1:]
    if what == "Settings":
        settings(program)
    elif what == "Clean":
        clean(program, *rest)
    else:
        planted(program, what.removeprefix("Planted."))


if __name__ == "__main__":
    main()
