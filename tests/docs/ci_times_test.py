# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/ci_times.sh, and that .ci/run and .ci/budget.txt name the same steps."""
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compare(times, budget):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in (("times", times), ("budget", budget)):
            path = pathlib.Path(folder) / name
            if text is not None:
                path.write_text(text)
            paths.append(path)
        return subprocess.run([ROOT / "scripts/ci_times.sh", *paths], capture_output=True, text=True, check=False)


class CiTimes(unittest.TestCase):
    def test_steps_stand_beside_their_budgets_in_the_order_of_the_run(self):
        said = compare("test 700\nsdk 300\n", "# seconds\nsdk 360\ntest 720\n")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual([line.split() for line in said.stdout.splitlines()],
                         [["step", "seconds", "budget"], ["test", "700", "720"], ["sdk", "300", "360"], ["all", "1000", "1080"]])

    def test_a_step_above_its_budget_is_a_warning_and_no_failure(self):
        said = compare("sdk 361\ntest 720\n", "sdk 360\ntest 720\n")
        self.assertEqual(said.returncode, 0)
        self.assertEqual(re.findall(r"^(\S+) .*warning: above it$", said.stdout, re.MULTILINE), ["sdk"])

    def test_a_step_without_a_budget_is_told(self):
        said = compare("sdk 1\nnew_step 2\n", "sdk 360\n")
        self.assertEqual(said.returncode, 0)
        self.assertRegex(said.stdout, r"new_step +2 +- +warning: no budget")

    def test_an_empty_run_is_a_table_too(self):
        said = compare("", "sdk 360\n")
        self.assertEqual((said.returncode, said.stdout.splitlines()[-1].split()), (0, ["all", "0", "0"]))

    def test_what_cannot_be_read_is_an_error(self):
        for times, budget, part in ((None, "sdk 1\n", "cannot read"), ("sdk 1\n", None, "cannot read"),
                                    ("sdk\n", "sdk 1\n", "times:1: expected STEP SECONDS, got: sdk"),
                                    ("sdk 1\n", "\nsdk soon\n", "budget:2: expected STEP SECONDS, got: sdk soon")):
            said = compare(times, budget)
            self.assertEqual((said.returncode, said.stdout), (2, ""))
            self.assertIn(part, said.stderr)

    def test_each_step_of_the_run_has_a_budget(self):
        steps = re.findall(r"^step (\w+) ", (ROOT / ".ci/run").read_text(), re.MULTILINE)
        budget = re.findall(r"^(\w+) \d+$", (ROOT / ".ci/budget.txt").read_text(), re.MULTILINE)
        self.assertTrue(steps)
        self.assertEqual(sorted(steps), sorted(budget))


unittest.main()
