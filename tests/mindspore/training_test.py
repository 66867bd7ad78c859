# SPDX-License-Identifier: Apache-2.0
"""Networks train on the device as on MindSpore's own device CPU: each loss."""
import unittest

import numpy as np

from support import HERE, results, run


def losses(*words):
    result = run(str(HERE / "models.py"), *words)
    values = results(result.stdout)
    if result.returncode != 0 or len(values) != 1:
        raise AssertionError(f"{words}: {result.returncode}\n{result.stdout}\n{result.stderr}")
    return values[0]


class Training(unittest.TestCase):
    def compare(self, model, optimizer):
        expected = losses(model, optimizer, "CPU", "eager")
        self.assertLess(expected[-1], expected[0], "it learns")
        for mode in ("eager", "O0"):
            with self.subTest(mode=mode):
                np.testing.assert_allclose(losses(model, optimizer, "Ascend", mode), expected, rtol=1e-4)

    def test_lenet_by_model_train(self):
        for optimizer in ("Adam", "Momentum"):
            with self.subTest(optimizer=optimizer):
                self.compare("lenet", optimizer)

    def test_perceptron_by_mint(self):
        self.compare("perceptron", "Adam")

    def test_transformer_by_mint(self):
        self.compare("transformer", "Adam")


if __name__ == "__main__":
    unittest.main()
