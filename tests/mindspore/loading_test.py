# SPDX-License-Identifier: Apache-2.0
"""MindSpore finds its device with the environment of set_env.sh, and no more."""
import os
import unittest

from support import SDK, results, run

SUM = """
import json, mindspore as ms, numpy as np
ms.set_device("Ascend")
x = ms.Tensor(np.arange(3, dtype=np.float32))
print("RESULT", json.dumps([(x + x).asnumpy().tolist(), ms.get_context("device_target")]))
"""


class Loading(unittest.TestCase):
    def test_set_env_is_enough(self):
        self.assertIn(f"{SDK}/latest/lib64", os.environ["LD_LIBRARY_PATH"].split(":"))
        result = run("-c", SUM)
        self.assertEqual(results(result.stdout), [[[0, 2, 4], "Ascend"]], result.stdout + result.stderr)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_products(self):
        for product in ("Ascend910B4", "Ascend910B1", "Ascend950PR_9579", "Ascend910_9391", "Ascend310P3"):
            with self.subTest(product=product):
                result = run("-c", SUM, OPENACLNN_SOC=product)
                self.assertEqual(results(result.stdout), [[[0, 2, 4], "Ascend"]], result.stdout + result.stderr)

    def test_the_second_of_several_devices(self):
        result = run("-c", SUM.replace('set_device("Ascend")', 'set_device("Ascend", 1)'), OPENACLNN_CPU_DEVICES="2")
        self.assertEqual(results(result.stdout), [[[0, 2, 4], "Ascend"]], result.stdout + result.stderr)

    def test_a_device_that_does_not_exist(self):
        result = run("-c", SUM.replace('set_device("Ascend")', 'set_device("Ascend", 1)'))
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(results(result.stdout), [])


if __name__ == "__main__":
    unittest.main()
