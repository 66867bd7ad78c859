# SPDX-License-Identifier: Apache-2.0
"""The commands openaclnn and npu-smi: the SDK's programs."""
import os
import pathlib
import shutil
import sys


_BIN = pathlib.Path(__file__).resolve().parent / "sdk/latest/bin"


def main():
    program = _BIN / "openaclnn"
    # What it starts is this Python, not another one that the path finds.
    folder = str(pathlib.Path(sys.executable).parent)
    os.environ["PATH"] = folder + os.pathsep + os.environ.get("PATH", os.defpath)
    os.execv(program, [str(program), *sys.argv[1:]])


def npu_smi():
    """The driver's, where the machine has one: the environment of this Python may come first in the path."""
    folder = os.path.realpath(pathlib.Path(sys.argv[0]).parent)
    others = os.pathsep.join(path for path in os.environ.get("PATH", os.defpath).split(os.pathsep)
                             if os.path.realpath(path) != folder)
    program = shutil.which("npu-smi", path=others) or str(_BIN / "npu-smi")
    os.execv(program, [program, *sys.argv[1:]])
