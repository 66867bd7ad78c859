# SPDX-License-Identifier: Apache-2.0
"""Operators through ATen: on the samples that PyTorch itself is tested with (shapes, broadcasting, layouts and arguments of each
operator, by torch.testing's list of operators), in the dtypes that operators.txt gives for each.

The reference is CPU PyTorch in a wider dtype on the same (rounded) inputs: float64 for float32, float32 for the half types, whose
result is rounded once. Tolerances are torch.testing's for the dtype; integers, truth values and float64 have no wider one, and are
compared with CPU PyTorch in their own."""
import pathlib
import unittest
import warnings

import torch
import torch_npu  # noqa: F401
from torch.testing._internal.common_methods_invocations import op_db

WIDER = {torch.float32: torch.float64, torch.float16: torch.float32, torch.bfloat16: torch.float32}
MOST_SAMPLES = 6
LIST = pathlib.Path(__file__).with_name("operators.txt")


def on_device(value):
    """The value with its tensors on the device, in the same layout."""
    if isinstance(value, torch.Tensor):
        return value.detach().npu().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(map(on_device, value))
    return torch.device("npu") if isinstance(value, torch.device) else value


def widened(value):
    if isinstance(value, torch.Tensor):
        return value.to(WIDER.get(value.dtype, value.dtype))
    if isinstance(value, (list, tuple)):
        return type(value)(map(widened, value))
    return value


def like(expected, result):
    """The reference in the result's dtype, where that is what was widened."""
    if isinstance(expected, torch.Tensor) and isinstance(result, torch.Tensor):
        return expected.to(result.dtype) if WIDER.get(result.dtype) == expected.dtype else expected
    if isinstance(expected, (list, tuple)) and isinstance(result, (list, tuple)):
        return [like(one, other) for one, other in zip(expected, result, strict=True)]
    return expected


def called(operator, sample, change):
    result = operator(change(sample.input), *change(tuple(sample.args)),
                      **{name: change(value) for name, value in sample.kwargs.items()})
    return list(result) if isinstance(result, tuple) else result


def samples(operator, dtype):
    torch.manual_seed(1)
    return list(operator.sample_inputs("cpu", dtype))[:MOST_SAMPLES]


def compare(operator, sample):
    expected = called(operator, sample, widened)
    result = called(operator, sample, on_device)
    torch.testing.assert_close(result, like(expected, result), check_device=False, check_stride=False, equal_nan=True)


class Operators(unittest.TestCase):
    def test_samples(self):
        warnings.simplefilter("ignore")
        listed = {}
        for line in LIST.read_text(encoding="utf-8").splitlines():
            name, *dtypes = line.split()
            listed[name] = [getattr(torch, dtype) for dtype in dtypes]
        found = set()
        for operator in op_db:
            if operator.formatted_name not in listed:
                continue
            found.add(operator.formatted_name)
            for dtype in listed[operator.formatted_name]:
                given = samples(operator, dtype)
                self.assertTrue(given)
                for index, sample in enumerate(given):
                    with self.subTest(operator=operator.formatted_name, dtype=dtype, sample=index):
                        compare(operator, sample)
        self.assertEqual(found, set(listed))


if __name__ == "__main__":
    unittest.main()
