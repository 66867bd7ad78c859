# SPDX-License-Identifier: Apache-2.0
"""`openaclnn python` and `openaclnn coverage`, in an environment that nothing has prepared."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import SDK, hiding

GRADIENT = """
import sys, torch, torch_npu
x = torch.empty(3, device="npu")
torch.ops.aten.mse_loss_backward(x, x, x, 1)
torch.npu.synchronize()
print(sys.argv[1:])
"""
MISSING = GRADIENT + "torch.renorm(x.view(1, 3), 2, 0, 1)\n"


class Launcher(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def call(self, *words, path=pathlib.Path(sys.executable).parent, **environment):
        variables = {"PATH": f"{path}:/usr/bin:/bin", "HOME": str(self.folder), "ASCEND_GLOBAL_LOG_LEVEL": "4", **environment}
        return subprocess.run([SDK / "bin/openaclnn", *words], env=variables, capture_output=True, text=True, timeout=120,
                              check=False)

    def versions(self, torch, torch_npu, mindspore="none"):
        """A folder with a python3 that has these versions and can do nothing else."""
        program = self.folder / "python3"
        program.write_text(f"#!/bin/sh\necho {torch}\necho {torch_npu}\necho {mindspore}\n")
        program.chmod(0o755)
        return self.folder

    def test_a_program_with_options_of_its_own(self):
        trace = self.folder / "trace.json"
        result = self.call("python", "--trace", str(trace), self.write("program.py", GRADIENT), "--trace", "x", "--help")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("['--trace', 'x', '--help']", result.stdout)
        self.assertNotIn("ASCEND_HOME_PATH", result.stdout)
        names = {event.get("name", "") for event in json.loads(trace.read_text())}
        self.assertTrue(any(name.startswith("aclnnMseLossBackward") for name in names), names)

    def test_the_exit_status_is_the_programs(self):
        self.assertEqual(self.call("python", "-c", "raise SystemExit(7)").returncode, 7)

    def test_check(self):
        result = self.call("python", "--check")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for word in ("torch_npu", "aclnnMseLossBackward computes on it"):
            self.assertIn(word, result.stdout)
        self.assertEqual(self.call("python", "--check", "program.py").returncode, 2)

    def test_versions_that_do_not_fit(self):
        for torch, torch_npu, said in (("none", "2.7.1", "torch is not installed"), ("2.7.1", "none", "torch_npu is not installed"),
                                       ("2.8.0+cpu", "2.7.1.post11", "torch 2.8.0+cpu and torch_npu 2.7.1.post11 do not fit"),
                                       ("", "", "cannot tell the versions")):
            with self.subTest(torch=torch, torch_npu=torch_npu):
                result = self.call("python", "program.py", path=self.versions(torch, torch_npu))
                self.assertEqual(result.returncode, 2)
                self.assertIn(said, result.stderr)

    def test_coverage_of_a_program(self):
        result = self.call("--json", "coverage", self.write("program.py", MISSING))
        self.assertEqual(result.returncode, 2, "--json belongs to the command")
        result = self.call("coverage", "--json", self.write("program.py", MISSING), OPENACLNN_SOC="Ascend950PR_9579",
                           **hiding(self.folder, "aclnnRenorm"))
        self.assertEqual(result.returncode, 1, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["missing"], ["aclnnRenorm"])
        self.assertEqual(report["there"], ["aclnnMseLossBackward"])

    def test_coverage_of_a_program_that_lacks_nothing(self):
        result = self.call("coverage", self.write("program.py", GRADIENT))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("there (1)\n  aclnnMseLossBackward\nmissing (0)\n", result.stdout)


if __name__ == "__main__":
    unittest.main()
