# SPDX-License-Identifier: Apache-2.0
"""PyTorch's backend under the checkers: what it does with memory and streams is right, and is said to be."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODULES = ("everyday_test", "gradients_test", "memory_test", "streams_test", "training_test")
# Tests provoke failures, and torch_npu asks for what there is; its pools and streams stay until the process ends.
EXPECTED = {"refused call", "leak"}


class Checkers(unittest.TestCase):
    def test_nothing_but_what_is_expected_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "findings"
            variables = {**os.environ, "OPENACLNN_CHECK": "memory,races", "OPENACLNN_CHECK_REPORT": str(report)}
            result = subprocess.run([sys.executable, "-W", "ignore", "-m", "unittest", *MODULES], env=variables, text=True,
                                    cwd=pathlib.Path(__file__).parent, capture_output=True, timeout=600, check=False)
            findings = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(result.returncode, 0, result.stderr[-4000:])
        self.assertEqual([finding["text"] for finding in findings if finding["kind"] not in EXPECTED], [])
        self.assertEqual({finding["kind"] for finding in findings}, EXPECTED)
