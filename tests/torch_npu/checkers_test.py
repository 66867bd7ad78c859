# SPDX-License-Identifier: Apache-2.0
"""PyTorch's backend under the checkers: what it does with memory and streams is right, and a program's own errors are reported
at its own lines."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODULES = ("everyday_test", "gradients_test", "memory_test", "streams_test", "training_test")
HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = pathlib.Path(os.environ["ASCEND_HOME_PATH"]) / "bin/openaclnn"
DIGITS = HERE.parents[1] / "examples/pytorch/digits.py"

# Line 9 races with line 7; line 3 leaks, without torch_npu.
MISTAKES = """\
import ctypes, torch
def create_event():
    return ctypes.CDLL("libascendcl.so").aclrtCreateEvent(ctypes.byref(ctypes.c_void_p()))
def train():
    weights = torch.ones(1000).npu()
    torch.npu.synchronize()
    weights.add_(1)
    with torch.npu.stream(torch.npu.Stream()):
        weights.mul_(2)
train()
create_event()
torch.npu.synchronize()
"""


def check(*words, folder=HERE, timeout=600):
    """The program runs in this Python."""
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), str(PROGRAM.parent), os.environ["PATH"]])
    return subprocess.run([PROGRAM, "check", *map(str, words)], env={**os.environ, "PATH": path}, cwd=folder, text=True,
                          capture_output=True, timeout=timeout, check=False)


def without_warnings(errors):
    """torch_npu's own warnings are part of what the program prints."""
    return [line for line in errors.splitlines() if "Warning:" not in line]


class Checkers(unittest.TestCase):
    def test_a_correct_program_passes(self):
        result = check("openaclnn", "python", DIGITS)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("npu: epoch  8", result.stdout)
        self.assertEqual(len(without_warnings(result.stderr)), 1, result.stderr)
        self.assertRegex(result.stderr, r"(?m)^openaclnn check: found nothing( \(\d suppressed\))?$")

    def test_findings_name_lines_of_python(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
            result = check("--sarif", "found.sarif", "openaclnn", "python", "mistakes.py", folder=folder)
            sarif = json.loads((pathlib.Path(folder) / "found.sarif").read_text(encoding="utf-8"))
        self.assertEqual(result.returncode, 1, result.stderr)
        errors = "\n".join(without_warnings(result.stderr))
        self.assertRegex(errors, r"^openaclnn check: race: aclnnInplaceMuls on stream .*\n    train at .*mistakes.py:9\n"
                                 r"    <module> at .*mistakes.py:10\n  aclnnInplaceAdds on .*: called at\n    train at .*mistakes.py:7\n")
        self.assertRegex(errors, r"\nopenaclnn check: leak: 1 aclrtEvent never destroyed\n  made at\n    create_event at .*mistakes.py:3\n")
        self.assertRegex(errors, r"\nopenaclnn check: found 1 race, 1 leak( \(\d suppressed\))?$")
        lines = [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in sarif["runs"][0]["results"]]
        self.assertEqual(lines, [9, 3])

    def test_a_program_that_profiles_itself_is_let(self):
        program = "import sys\nsys.setprofile(lambda *_: None)\nimport torch\ntorch.ones(2).npu().add_(1)\nassert sys.getprofile() is not None"
        result = check("openaclnn", "python", "-c", program)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_profiler_may_come_later(self):
        program = ("import cProfile, torch\nx = torch.ones(2).npu()\ndef step():\n    return x.add_(1)\n"
                   "profiler = cProfile.Profile()\nprofiler.runcall(step)\nstep()\ntorch.npu.synchronize()")
        result = check("openaclnn", "python", "-c", program)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_nothing_is_found_in_the_suite(self):
        # Tests provoke failures.
        result = check("--json", sys.executable, "-W", "ignore", "-m", "unittest", *MODULES)
        report = json.loads(result.stdout.splitlines()[-1])
        self.assertEqual(report["status"], 0, result.stderr[-4000:])
        findings = [finding for finding in report["findings"] if finding["kind"] != "refused call"]
        self.assertEqual([finding["text"] for finding in findings], [])
        self.assertTrue(report["findings"])
