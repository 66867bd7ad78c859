# SPDX-License-Identifier: Apache-2.0
"""Runs the program in a folder of its own, and knows bfloat16, which NumPy does not."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

PROGRAM = os.environ["OPENACLNN_PROGRAM"]
ROOT = pathlib.Path(os.environ["OPENACLNN_ROOT"])
CATALOGUE = json.loads(subprocess.check_output([PROGRAM, "list", "--json"], timeout=120))["operators"]
OPERATORS = tuple(description["name"] for description in CATALOGUE)


def to_bfloat16(values):
    """The bits of the nearest bfloat16s, ties to even, by arithmetic: no NaN, no overflow."""
    values = np.asarray(values, np.float64)
    exponent = np.frexp(np.where(values == 0, 1, values))[1] - 8  # 8 significant bits
    rounded = np.ldexp(np.rint(np.ldexp(values, -exponent)), exponent)
    return (rounded.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def from_bfloat16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *arguments, exit_status=0, environment=None):
        """What it printed to standard output and error. Failures leave no log files in the user's home."""
        result = subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120,
            env={"ASCEND_GLOBAL_LOG_LEVEL": "4", "ASCEND_GLOBAL_EVENT_ENABLE": "0", **os.environ, **(environment or {})})
        self.assertEqual(result.returncode, exit_status, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result.stdout, result.stderr

    def call_json(self, *arguments, **options):
        output, _ = self.call(*arguments, "--json", **options)
        self.assertEqual(output.count("\n"), 1, output)
        return json.loads(output)

    def save(self, /, **arrays):
        for name, array in arrays.items():
            np.save(self.folder / f"{name}.npy", array)

    def load(self, name):
        return np.load(self.folder / f"{name}.npy", allow_pickle=False)

    def run_operator(self, operator, inputs, outputs, *options, **call_options):
        """Runs an operator on arrays by the names of their options; its outputs, in order."""
        words = []
        for name, array in inputs.items():
            self.save(**{name: array})
            words += ["--" + name.replace("_", "-"), f"{name}.npy"]
        for name in outputs:
            words += ["--" + name.replace("_", "-"), f"{name}.npy"]
        self.call("run", operator, *words, *options, **call_options)
        return [self.load(name) for name in outputs]
