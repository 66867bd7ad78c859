# SPDX-License-Identifier: Apache-2.0
"""Calls of mint, ops and nn, their gradients, and optimizers: as on device CPU, but for those listed here by name."""
import ctypes
import pickle
import tempfile
import unittest

import numpy as np

from support import HERE, run

# Operators that are not there, and what asks for them; its gradient does so, too.
MISSING = {
    "CustBesselI0": ["ops.bessel_i0(x)"],
    "CustLgamma": ["ops.lgamma(x)"],
    "Digamma": ["ops.digamma(x)"],
    "DynamicGRUV2": ["filled(nn.GRU(3, 16, 1))(x.expand_dims(0), ops.zeros((1, 4, 16), ms.float32))[0]"],
    "DynamicRNN": ["filled(nn.LSTM(3, 4, 1))(x.expand_dims(0), (ops.zeros((1, 4, 4), ms.float32),) * 2)[0]"],
    "KlDivLossGrad": ["gradient of ops.kl_div(x, ops.softmax(y))"],
    "Renorm": ["ops.renorm(x, 2, 0, 1.0)"],
    "Unique": ["ops.unique(Tensor([1, 2, 1], ms.int32))[0]"],
    "aclnnTfScatterAdd": ["ops.tensor_scatter_add(x, Tensor([[0, 0], [1, 1]], ms.int32), Tensor([1.0, 2.0]))"],
}
# MindSpore refuses these on an NPU by itself.
REFUSED = {
    "ops.einsum('ij,kj->ik', x, y)": "needs to be supplemented with an adapter",
    "ops.max_pool2d(x, 2)": "MaxPoolWithArgmaxV2",  # takes FLOAT16 alone there
    "nn.Rprop(params, 0.01)": "Can not build a sub graph",
}
# Here device CPU is wrong: it leaves use_nesterov out. The device follows the formula; see operators_test.cc.
WRONG_ON_CPU = {"nn.Momentum(params, 0.01, 0.9, use_nesterov=True)"}


def sweep(device):
    with tempfile.NamedTemporaryFile() as file:
        result = run(str(HERE / "sweep.py"), device, file.name, timeout=500)
        if result.returncode != 0:
            raise AssertionError(result.stdout[-2000:] + result.stderr[-2000:])
        return pickle.load(file)


def is_missing(operator):
    """What the catalogue has meanwhile is expected to be right."""
    return not operator.startswith("aclnn") or not hasattr(ctypes.CDLL("libopapi.so"), operator)


def equal(device, cpu):
    return len(device) == len(cpu) and all(
        one.shape == other.shape and np.allclose(one.astype(np.float64), other.astype(np.float64), rtol=2e-3, atol=1e-3,
                                                 equal_nan=True)
        for one, other in zip(device, cpu))


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.device, cls.cpu = sweep("Ascend"), sweep("CPU")

    def test_each_is_right_or_listed(self):
        missing = {call for operator, calls in MISSING.items() if is_missing(operator) for call in calls}
        refused = {name for name, result in self.device.items() if isinstance(result, str)}
        listed = {name for name in self.device if name in missing | set(REFUSED)
                  or name.removeprefix("gradient of ") in missing | set(REFUSED)}
        self.assertEqual({name: self.device[name] for name in refused - listed}, {})
        self.assertEqual(listed - refused, set(), "listed, and not refused")
        for name, text in REFUSED.items():
            self.assertIn(text, self.device[name])
        compared = set(self.device) - refused - WRONG_ON_CPU
        self.assertEqual({name: self.cpu[name] for name in compared if isinstance(self.cpu[name], str)}, {})
        self.assertEqual({name for name in compared if not equal(self.device[name], self.cpu[name])}, set())
        self.assertGreater(len(compared), 0.94 * len(self.device))
        self.assertGreater(len(compared), 700)


if __name__ == "__main__":
    unittest.main()
