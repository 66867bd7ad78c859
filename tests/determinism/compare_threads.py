# SPDX-License-Identifier: Apache-2.0
"""Runs the given program with the given numbers of threads: it shall succeed and print the same each time.

usage: compare_threads.py --threads N,... [--mixed N,...] [--contiguous N,...] [emulator...] determinism_digest

With the numbers behind --threads, each call runs in every layout; with those behind --mixed, on contiguous tensors and on
tensors that lie each in another way; with those behind --contiguous, once, on contiguous tensors.
"""
import argparse
import os
import subprocess
import sys
import time


def digests(command, threads):
    """What it printed, as (call, digest) pairs; exits if it failed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENACLNN_")}
    environment["OPENACLNN_NUM_THREADS"] = threads
    start = time.monotonic()
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(f"with {threads} threads the program failed (exit status {process.returncode}):\n{process.stderr}")
    calls = [tuple(line.split()) for line in process.stdout.splitlines()]
    print(f"{threads} threads: {len(calls)} calls, {time.monotonic() - start:.1f} s", flush=True)
    return calls


def main():
    parser = argparse.ArgumentParser()
    for option in ("--threads", "--mixed", "--contiguous"):
        parser.add_argument(option, type=lambda text: text.split(","), default=[])
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    runs = [(threads, []) for threads in arguments.threads]
    runs += [(threads, ["--mixed"]) for threads in arguments.mixed]
    runs += [(threads, ["--contiguous"]) for threads in arguments.contiguous]
    (first, options), *others = runs
    expected = digests(arguments.command + options, first)
    if not expected:
        sys.exit("the program printed nothing")
    for threads, options in others:
        actual = digests(arguments.command + options, threads)
        if len(actual) != len(expected):
            sys.exit(f"with {threads} threads there are {len(actual)} calls, with {first} {len(expected)}")
        for (name, digest), (other_name, other_digest) in zip(expected, actual):
            if (name, digest) != (other_name, other_digest):
                sys.exit(f"{name}: digest {digest} with {first} thread(s), {other_digest} with {threads}")


main()
