# SPDX-License-Identifier: Apache-2.0
"""Asks scripts how they are used: --help prints that, and an argument that a script does not know makes it do nothing.

usage: check_usage.py script...
"""
import pathlib
import subprocess
import sys

# These hand options on to a program, which says what it thinks of them.
HAND_ON = {"docs.sh", "test_torch_npu.sh", "test_mindspore.sh", "lint.sh", "test.sh"}


def run(script, *arguments):
    return subprocess.run([script, *arguments], capture_output=True, text=True, timeout=60, check=False)


def problems_of(script):
    name = pathlib.Path(script).name
    asked = run(script, "--help")
    if asked.returncode != 0 or "Usage: " not in asked.stdout or name not in asked.stdout:
        yield f"{name} --help: exit status {asked.returncode}, and no usage in: {asked.stdout}{asked.stderr}"
    if name not in HAND_ON:
        wrong = run(script, "--nonsense")
        if wrong.returncode != 2 or "usage: " not in wrong.stderr or "--nonsense" not in wrong.stderr or wrong.stdout:
            yield f"{name} --nonsense: exit status {wrong.returncode}, not 2, or no usage in: {wrong.stderr}"


def main():
    scripts = sys.argv[1:]
    problems = [problem for script in scripts for problem in problems_of(script)]
    print("\n".join(problems) or f"{len(scripts)} scripts: ok")
    return 1 if problems or not scripts else 0


sys.exit(main())
