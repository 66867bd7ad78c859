# SPDX-License-Identifier: Apache-2.0
"""The command openaclnn: the SDK's program."""
import os
import pathlib
import sys


def main():
    program = pathlib.Path(__file__).resolve().parent / "sdk/bin/openaclnn"
    # What it starts is this Python, not another one that the path finds.
    folder = str(pathlib.Path(sys.executable).parent)
    os.environ["PATH"] = folder + os.pathsep + os.environ.get("PATH", os.defpath)
    os.execv(program, [str(program), *sys.argv[1:]])
