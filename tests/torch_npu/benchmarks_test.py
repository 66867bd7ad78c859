# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/pytorch run: few cases, one turn each. What they measure is nothing to test."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "bench/pytorch"


class BenchmarksTest(unittest.TestCase):
    def lines_of(self, program, *words):
        done = subprocess.run([sys.executable, PROGRAMS / program, *words], env={**os.environ, "OPENACLNN_NUM_THREADS": "1"},
                              capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_families_compare_with_pytorch(self):
        results = [json.loads(line) for line in self.lines_of("families.py", "--json", "--rounds", "1", "softmax/")]
        self.assertGreater(len(results), 0)
        self.assertTrue(all(result["ratio"] > 0 for result in results))

    def test_layouts_compare_with_pytorch_in_both_ways(self):
        results = [json.loads(line) for line in self.lines_of("layouts.py", "--json", "--rounds", "1", "pooling/mean to")]
        self.assertEqual([len(result["ratios"]) for result in results], [2, 2])

    def test_training_steps_are_five(self):
        title, *steps = self.lines_of("training_step.py", "--rounds", "1")
        self.assertTrue(title.startswith("step"))
        self.assertEqual([step.split(",")[0] for step in steps], ["network"] * 3 + ["gpt"] * 2)

    def test_accuracy_judges_an_operator(self):
        self.assertTrue(any("tanh" in line for line in self.lines_of("accuracy.py", "^tanh$")))


if __name__ == "__main__":
    unittest.main()
