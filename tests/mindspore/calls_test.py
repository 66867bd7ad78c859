# SPDX-License-Identifier: Apache-2.0
"""Calls of mint, ops and nn, their gradients, and optimizers: as on device CPU, except for those that are listed here by name."""
import ctypes
import pickle
import sys
import tempfile
import unittest

import numpy as np

from support import HERE, run

# Operators that are not there, and what asks for them; its gradient does so, too.
MISSING = {
    "CumulativeLogsumexp": ["ops.logcumsumexp(x, 1)"],
    "CustBesselI0": ["ops.bessel_i0(x)"],
    "CustDropout2D": ["ops.dropout2d(x, 0.0)"],
    "CustLcm": ["ops.lcm(x.astype(ms.int32) + 5, y.astype(ms.int32) + 6)"],
    "CustLogit": ["ops.logit(ops.sigmoid(x))"],
    "CustMultiMarginLoss": ["ops.multi_margin_loss(x, Tensor([0, 1, 2, 1], ms.int64))"],
    "CustMvlgamma": ["ops.mvlgamma(x + 3, 2)"],
    "CustPolygamma": ["ops.polygamma(Tensor(1, ms.int32), x)", "gradient of ops.digamma(x)"],
    "CustResizeBicubic": ["ops.interpolate(x, size=(16, 16), mode='bicubic')"],
    "DynamicGRUV2": ["filled(nn.GRU(3, 16, 1))(x.expand_dims(0), ops.zeros((1, 4, 16), ms.float32))[0]"],
    "DynamicRNN": ["filled(nn.LSTM(3, 4, 1))(x.expand_dims(0), (ops.zeros((1, 4, 4), ms.float32),) * 2)[0]"],
    "InTopKD": ["ops.intopk(x.astype(ms.float32), y[:, 0] % 3, 2)"],
    "MatrixDeterminant": ["ops.det(x[:3])"],
    "NextAfter": ["ops.nextafter(x, y)"],
    "ReverseSequence": ["ops.reverse_sequence(x, Tensor([1, 2, 3, 1], ms.int32), 1, 0)"],
    "ScatterDiv": ["ops.scatter_div(ms.Parameter(x), Tensor([0, 1], ms.int32), x[2:])"],
    "ScatterMax": ["ops.scatter_max(ms.Parameter(x), Tensor([0, 1], ms.int32), x[2:])"],
    "ScatterMin": ["ops.scatter_min(ms.Parameter(x), Tensor([0, 1], ms.int32), x[2:])"],
    "ScatterMul": ["ops.scatter_mul(ms.Parameter(x), Tensor([0, 1], ms.int32), x[2:])"],
    "SpaceToBatchND": ["ops.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]])"],
    "TensorScatterMax": ["ops.tensor_scatter_max(x, Tensor([[0], [1]], ms.int32), x[2:])"],
    "TensorScatterMin": ["ops.tensor_scatter_min(x, Tensor([[0], [1]], ms.int32), x[2:])"],
    "UnsortedSegmentMax": ["ops.unsorted_segment_max(x, Tensor([0, 1, 0, 1], ms.int32), 2)"],
    "UnsortedSegmentMin": ["ops.unsorted_segment_min(x, Tensor([0, 1, 0, 1], ms.int32), 2)"],
    "UnsortedSegmentProd": ["ops.unsorted_segment_prod(x, Tensor([0, 1, 0, 1], ms.int32), 2)"],
}
# MindSpore rejects these on an NPU by itself.
REFUSED = {
    "ops.einsum('ij,kj->ik', x, y)": "needs to be supplemented with an adapter",
    "ops.fmax(x, -x)": "needs to be supplemented with an adapter",
    "ops.fmax(x, y)": "needs to be supplemented with an adapter",
    "ops.max_pool2d(x, 2)": "MaxPoolWithArgmaxV2",  # takes only FLOAT16 there
    "ops.median(x)[0]": "needs to be supplemented with an adapter",
    "ops.tensor_scatter_mul(x, Tensor([[0], [1]], ms.int32), x[2:])": "needs to be supplemented with an adapter",
    "nn.Rprop(params, 0.01)": "Can not build a sub graph",
}
# Here device CPU is wrong: it leaves use_nesterov out. The device follows the formula; see operators_test.cc.
WRONG_ON_CPU = {"nn.Momentum(params, 0.01, 0.9, use_nesterov=True)"}


def sweep(module, device):
    with tempfile.NamedTemporaryFile() as file:
        result = run(str(HERE / "sweep.py"), module, device, file.name, timeout=500)
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
    def compare(self, module, least):
        """Each result is right or listed; at least so many are right. Returns the share of those."""
        device, cpu = sweep(module, "Ascend"), sweep(module, "CPU")
        missing = {call for operator, calls in MISSING.items() if is_missing(operator) for call in calls}
        failed = {name for name, result in device.items() if isinstance(result, str)}
        listed = {name for name in device if {name, name.removeprefix("gradient of ")} & (missing | set(REFUSED))}
        self.assertEqual({name: device[name] for name in failed - listed}, {})
        self.assertEqual(listed - failed, set(), "listed, and supported")
        for name in listed & set(REFUSED):
            self.assertIn(REFUSED[name], device[name])
        compared = set(device) - failed - WRONG_ON_CPU
        self.assertEqual({name: cpu[name] for name in compared if isinstance(cpu[name], str)}, {})
        self.assertEqual({name for name in compared if not equal(device[name], cpu[name])}, set())
        self.assertGreater(len(compared), least)
        print(f"{module}: {len(compared)} of {len(device)} right, {len(failed)} listed", file=sys.stderr)
        return len(compared) / len(device)

    def test_calls(self):
        self.assertGreaterEqual(self.compare("calls", 700), 0.97)

    def test_more_calls(self):
        self.assertGreaterEqual(self.compare("more_calls", 400), 0.9)


if __name__ == "__main__":
    unittest.main()
