# SPDX-License-Identifier: Apache-2.0
"""Programs of their own: what breaks a process, or needs another environment than the tests'."""
import os
import pathlib
import subprocess
import sys

SDK = pathlib.Path(os.environ["ASCEND_HOME_PATH"])


def run(program, **environment):
    """Runs a Python program; None as a variable's value unsets it. Returns the completed process, output as text."""
    variables = {**os.environ, **environment}
    variables = {name: value for name, value in variables.items() if value is not None}
    return subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, timeout=120,
                          check=False)
