# SPDX-License-Identifier: Apache-2.0
"""The program of README.md runs as printed there, on the versions that README.md installs."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from support import SDK

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Readme(unittest.TestCase):
    def setUp(self):
        self.pages = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md")}

    def test_the_program_trains(self):
        programs = {re.search(r"^```python\n(.*?)^```$", page, re.M | re.S)[1] for page in self.pages.values()}
        self.assertEqual(len(programs), 1, "the two languages show different programs")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "train.py").write_text(programs.pop())
            environment = {"PATH": f"{pathlib.Path(sys.executable).parent}:/usr/bin:/bin", "HOME": folder}
            result = subprocess.run([SDK / "bin/openaclnn", "python", "train.py"], cwd=folder, env=environment, capture_output=True,
                                    text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        steps = [line.split() for line in result.stdout.splitlines()]
        self.assertEqual([step for step, _ in steps], ["0", "1", "2"])
        losses = [float(loss) for _, loss in steps]
        self.assertGreater(losses[0], losses[1])
        self.assertGreater(losses[1], losses[2])

    def test_the_versions(self):
        tested = (ROOT / "scripts/torch_environment.sh").read_text(encoding="utf-8")
        versions = re.search(r"tested\) torch=(\S+) torch_npu=(\S+)", tested)
        for name, page in self.pages.items():
            for package, version in zip(("torch", "torch_npu"), versions.groups()):
                with self.subTest(page=name, package=package):
                    self.assertEqual(re.findall(rf"\b{package}==(\S+)", page), [version])


if __name__ == "__main__":
    unittest.main()
