# SPDX-License-Identifier: Apache-2.0
"""Import and device facts, with the environment of set_env.sh and with the loader's path alone."""
import os
import unittest

import torch
import torch_npu

from support import run


class Import(unittest.TestCase):
    def test_set_env_is_enough(self):
        self.assertTrue(os.environ["ASCEND_OPP_PATH"].startswith(os.environ["ASCEND_HOME_PATH"]))
        result = run("import torch, torch_npu; print(torch.npu.is_available())")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.split()[-1:], ["True"], result.stdout)
        self.assertNotIn("arning: ASCEND_HOME_PATH", result.stdout)

    def test_the_libraries_alone_are_enough(self):
        result = run("import torch, torch_npu; print(torch.npu.device_count())", ASCEND_HOME_PATH=None, ASCEND_OPP_PATH=None)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.split()[-1:], ["1"], result.stdout)

    def test_several_devices(self):
        result = run("import torch; x = torch.ones(2, device='cpu').to('npu:2'); print(torch.npu.device_count(), x.device)",
                     OPENACLNN_CPU_DEVICES="3")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("3 npu:2", result.stdout)


PROBES_AND_A_FAILURE = """
import torch
x = torch.ones(3, 4).npu()
torch.npu.manual_seed(1)
torch.npu.set_rng_state(torch.npu.get_rng_state())
torch.nn.functional.dropout(x)
try:
    print(x.view(12)[torch.tensor([99]).npu()].cpu())
except RuntimeError:
    print("raised")
"""


class Messages(unittest.TestCase):
    def test_of_the_first_failure_are_of_that_call(self):
        """The client asks for versions, captures and dumps before, of which some do not exist."""
        result = run(PROBES_AND_A_FAILURE)
        self.assertEqual((result.returncode, result.stdout.splitlines()[-1:]), (0, ["raised"]), result.stderr)
        self.assertIn("indices[0]: expected values in [-12, 12), got 99 at position 0", result.stderr)
        for other in ("aclsysGet", "Capture", "aclInit", "Remark", "driver and firmware"):
            self.assertNotIn(other, result.stdout + result.stderr)


class Facts(unittest.TestCase):
    def test_device(self):
        self.assertTrue(torch_npu.npu.is_available())
        self.assertEqual(torch.npu.current_device(), 0)
        self.assertEqual(torch.npu.get_device_name(0), os.environ.get("OPENACLNN_SOC", "Ascend910B1"))
        self.assertGreater(torch.npu.get_device_properties(0).total_memory, 0)

    def test_a_device_that_does_not_exist(self):
        with self.assertRaises(RuntimeError):
            torch.npu.set_device(64)
        self.assertEqual(torch.npu.current_device(), 0)


if __name__ == "__main__":
    unittest.main()
