# SPDX-License-Identifier: Apache-2.0
"""Programs of their own: a process has one device, and MindSpore's log goes to its standard streams."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SDK = pathlib.Path(os.environ["ASCEND_HOME_PATH"])
HERE = pathlib.Path(__file__).resolve().parent


def run(*words, timeout=280, **environment):
    """Runs Python with these arguments; None as a variable's value unsets it. Returns the completed process, output as text."""
    variables = {**os.environ, **environment}
    variables = {name: value for name, value in variables.items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:  # MindSpore leaves folders where it runs
        return subprocess.run([sys.executable, "-W", "ignore", *words], env=variables, cwd=folder, capture_output=True, text=True,
                              timeout=timeout, check=False)


def results(output):
    """What a program prints as lines `RESULT <JSON>`."""
    return [json.loads(line.removeprefix("RESULT ")) for line in output.splitlines() if line.startswith("RESULT ")]


def hiding(folder, *operators):
    """Variables of a process in which these operators are missing. The folder gets a library."""
    library = folder / "hidden_operators.so"
    subprocess.run([os.environ.get("CC", "gcc"), "-shared", "-fPIC", HERE.parent / "torch_npu/hidden_operators.c", "-o", library],
                   check=True)
    return {"LD_PRELOAD": str(library), "HIDDEN_OPERATORS": ",".join(operators)}
