# SPDX-License-Identifier: Apache-2.0
"""Runs the given program with 1, 2, 3, 8 and 64 threads: it shall succeed and print the same each time.

usage: compare_threads.py determinism_digest
"""
import os
import subprocess
import sys
import time

# The last number twice: two processes, too, agree. More threads than cores is the point, not a mistake.
THREADS = (1, 2, 3, 8, 64, 64)


def digests(program, threads):
    """What it printed, as (call, digest) pairs; exits if it failed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENACLNN_")}
    environment["OPENACLNN_NUM_THREADS"] = str(threads)
    start = time.monotonic()
    process = subprocess.run([program], env=environment, capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(f"with {threads} threads the program failed (exit status {process.returncode}):\n{process.stderr}")
    calls = [tuple(line.split()) for line in process.stdout.splitlines()]
    print(f"{threads} threads: {len(calls)} calls, {time.monotonic() - start:.1f} s")
    return calls


def main():
    (program,) = sys.argv[1:]
    expected = digests(program, THREADS[0])
    if not expected:
        sys.exit("the program printed nothing")
    for threads in THREADS[1:]:
        actual = digests(program, threads)
        if len(actual) != len(expected):
            sys.exit(f"with {threads} threads there are {len(actual)} calls, with {THREADS[0]} {len(expected)}")
        for (name, digest), (other_name, other_digest) in zip(expected, actual):
            if (name, digest) != (other_name, other_digest):
                sys.exit(f"{name}: digest {digest} with {THREADS[0]} thread(s), {other_digest} with {threads}")


main()
