# SPDX-License-Identifier: Apache-2.0
"""The Python package and `openaclnn python`, in an environment that nothing has prepared."""
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest

from support import HERE, SDK, results

SUM = """
import json, os, mindspore as ms, numpy as np
ms.set_device("Ascend")
x = ms.Tensor(np.arange(3, dtype=np.float32))
print("RESULT", json.dumps([(x + x).asnumpy().tolist(), os.environ.get("OPENACLNN_SOC")]))
"""


class Bare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """As `pip install` leaves it; the SDK that is tested is the package's."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder.name], check=True)
        packages = next(cls.folder.glob("lib/python*/site-packages"))
        packages.joinpath("mindspore.pth").write_text("import site; site.addsitedir(%r)\n" % sysconfig.get_path("purelib"))
        shutil.copytree(HERE.parents[1] / "python", packages, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        packages.joinpath("openaclnn/sdk").mkdir()
        # Not a link: MindSpore reads the path that the loader has.
        shutil.copytree(SDK, packages / "openaclnn/sdk/latest", symlinks=True, ignore=lambda *_: ["latest", "include"])

    def call(self, *words):
        variables = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), "GLOG_v": "3",
                     "ASCEND_GLOBAL_LOG_LEVEL": "4"}
        return subprocess.run(words, env=variables, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)

    def test_the_package_is_enough(self):
        result = self.call("python3", "-W", "ignore", "-c", SUM)
        self.assertEqual(results(result.stdout), [[[0, 2, 4], None]], result.stdout + result.stderr)

    def test_the_version_of_hccl(self):
        result = self.call("python3", "-c", "import mindspore; from hccl import sys_version; print(sys_version.__sys_version__)")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_without_mindspore_nothing_is_loaded(self):
        result = self.call("python3", "-c", "import sys; print('openaclnn' in sys.modules)")
        self.assertEqual(result.stdout, "False\n", result.stderr)

    def test_the_launcher(self):
        # No package in this one.
        python = ("-S", "-c", "import site, sys; site.addsitedir(%r)\n" % sysconfig.get_path("purelib") + SUM)
        result = self.call(str(SDK / "bin/openaclnn"), "python", *python)
        self.assertEqual(results(result.stdout), [[[0, 2, 4], None]], result.stdout + result.stderr)

    def test_check(self):
        result = self.call(str(SDK / "bin/openaclnn"), "python", "--check")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for words in ("mindspore   2.10.0", "device      Ascend", "aclnnMul computes on it"):
            self.assertIn(words, result.stdout)


if __name__ == "__main__":
    unittest.main()
