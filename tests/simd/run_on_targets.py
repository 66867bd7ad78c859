# SPDX-License-Identifier: Apache-2.0
"""Runs a test program once on each SIMD target of this machine but the best one, and checks that it did run there. On the best one
it runs as a test of its own; alone it runs here, too.

usage: run_on_targets.py list_targets program [arguments...]
"""
import os
import subprocess
import sys
import time


def main():
    list_targets, *command = sys.argv[1:]
    lines = subprocess.run([list_targets], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    targets = dict(line.split() for line in lines)
    best = next((target for target, place in targets.items() if place == "here"), None)
    alone = list(targets.values()).count("here") == 1
    failed = []
    for target, place in targets.items():
        if place == "missing":
            print(f"{target}: NOT RUN, this machine does not have it", flush=True)
            continue
        if target == best and not alone:
            print(f"{target}: the best target, on which other tests run", flush=True)
            continue
        environment = {**os.environ, "OPENACLNN_TEST_SIMD_TARGET": target}
        start = time.monotonic()
        process = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        forced = f"SIMD target: {target}" in process.stdout.splitlines()
        if process.returncode == 0 and forced:
            print(f"{target}: passed, {time.monotonic() - start:.1f} s", flush=True)
            continue
        print(process.stdout)
        print(f"{target}: FAILED, exit status {process.returncode}" + ("" if forced else "; it ran on another target"),
              flush=True)
        failed.append(target)
    if failed or "here" not in targets.values():
        sys.exit(f"failed on {failed}; targets: {targets}")


main()
