# SPDX-License-Identifier: Apache-2.0
"""Operators through ATen, beside CPU PyTorch: on the samples that PyTorch itself is tested with (shapes, broadcasting, layouts
and arguments of each operator, by torch.testing's list of operators), in every dtype that both sides have.

Tolerances are torch.testing's for the dtype: CPU PyTorch rounds as often as the library does."""
import unittest
import warnings

import torch
import torch_npu  # noqa: F401
from torch.testing._internal.common_methods_invocations import op_db

DTYPES = [torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8,
          torch.uint8, torch.bool]
MOST_SAMPLES = 40
# Names in PyTorch's list of operators.
OPERATORS = """
    add clone contiguous mul
""".split()


def on_device(value):
    """The value with its tensors on the device, in the same layout."""
    if isinstance(value, torch.Tensor):
        return value.detach().npu().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(map(on_device, value))
    return value


class Operators(unittest.TestCase):
    def compare(self, operator, sample):
        arguments = [sample.input, *sample.args]
        expected = operator(*arguments, **sample.kwargs)
        result = operator(*map(on_device, arguments), **{name: on_device(value) for name, value in sample.kwargs.items()})
        torch.testing.assert_close(result, expected, check_device=False, check_stride=False, equal_nan=True)

    def test_samples(self):
        warnings.simplefilter("ignore")
        found = [operator for operator in op_db if operator.name in OPERATORS]
        self.assertEqual({operator.name for operator in found}, set(OPERATORS))
        for operator in found:
            for dtype in DTYPES:
                if dtype not in operator.dtypes:
                    continue
                samples = list(operator.sample_inputs("cpu", dtype))[:MOST_SAMPLES]
                self.assertTrue(samples)
                for sample in samples:
                    with self.subTest(operator=operator.name, dtype=dtype, sample=sample.summary()):
                        self.compare(operator, sample)
