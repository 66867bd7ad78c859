# SPDX-License-Identifier: Apache-2.0
"""Operators through ATen: on the samples that PyTorch itself is tested with (shapes, broadcasting, layouts and arguments of each
operator, by torch.testing's list of operators), in the dtypes that operators.txt gives for each. operators_left_out.txt has the
others, and why: between them the two have every dtype of the whole list.

The reference is CPU PyTorch in a wider dtype on the same (rounded) inputs: float64 for float32, float32 for the half types.
Integers, truth values and float64 have no wider one: CPU PyTorch computes in the type of the result. For results of float64 and
integers the tolerance is torch.testing's. Tolerances of the others are of the result's largest magnitude, as many operators are
made of several, each of which rounds, and whose results may cancel: four last places of the half types, 2e-5 for float32."""
import pathlib
import random
import unittest
import warnings

import numpy
import torch
import torch_npu  # noqa: F401
from torch.testing._internal.common_methods_invocations import op_db

WIDER = {torch.float32: torch.float64, torch.float16: torch.float32, torch.bfloat16: torch.float32,
         torch.complex64: torch.complex128, torch.complex32: torch.complex64}
TOLERANCES = {torch.float32: 2e-5, torch.float16: 2.0**-8, torch.bfloat16: 2.0**-5}
DTYPES = (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
          torch.bool, torch.complex64, torch.complex128)
MOST_SAMPLES = 6
LIST = pathlib.Path(__file__).with_name("operators.txt")
LEFT_OUT = pathlib.Path(__file__).with_name("operators_left_out.txt")


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


def expect_close(result, expected):
    if isinstance(expected, (list, tuple)) and isinstance(result, (list, tuple)):
        assert len(result) == len(expected), (len(result), len(expected))
        for one, other in zip(result, expected, strict=True):
            expect_close(one, other)
        return
    tolerance = {}
    if isinstance(result, torch.Tensor) and isinstance(expected, torch.Tensor):
        alike = expected.dtype in (result.dtype, WIDER.get(result.dtype))
        if alike and result.is_complex():
            result, expected = (torch.view_as_real(one.cpu().resolve_conj()) for one in (result, expected))
        if alike and result.dtype in TOLERANCES:
            finite = expected[expected.isfinite()].abs()
            largest = finite.max().item() if finite.numel() else 0
            relative = TOLERANCES[result.dtype]
            tolerance = {"rtol": relative, "atol": max(relative * largest, 1e-5)}
            expected = expected.to(result.dtype)
    torch.testing.assert_close(result, expected, check_device=False, check_stride=False, equal_nan=True, **tolerance)


def called(operator, sample, change):
    result = operator(change(sample.input), *change(tuple(sample.args)),
                      **{name: change(value) for name, value in sample.kwargs.items()})
    return list(result) if isinstance(result, tuple) else result


def samples(operator, dtype):
    random.seed(1)
    numpy.random.seed(1)
    torch.manual_seed(1)
    return list(operator.sample_inputs("cpu", dtype))[:MOST_SAMPLES]


def compare(operator, sample):
    expect_close(called(operator, sample, on_device), called(operator, sample, widened))


def dtypes_of(file):
    """Those that it has for each operator: before a colon."""
    listed = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, *dtypes = line.partition(":")[0].split()
        listed.setdefault(name, set()).update(getattr(torch, dtype) for dtype in dtypes)
    return listed


class Operators(unittest.TestCase):
    def test_samples(self):
        warnings.simplefilter("ignore")
        listed = dtypes_of(LIST)
        for operator in op_db:
            for dtype in DTYPES:
                if dtype not in listed.get(operator.formatted_name, ()):
                    continue
                given = samples(operator, dtype)
                self.assertTrue(given)
                for index, sample in enumerate(given):
                    with self.subTest(operator=operator.formatted_name, dtype=dtype, sample=index):
                        compare(operator, sample)

    def test_nothing_is_left_out_without_a_reason(self):
        listed, left_out = dtypes_of(LIST), dtypes_of(LEFT_OUT)
        for operator in op_db:
            with self.subTest(operator=operator.formatted_name):
                known = {dtype for dtype in DTYPES if operator.supports_dtype(dtype, "cpu")}
                checked = listed.pop(operator.formatted_name, set())
                others = left_out.pop(operator.formatted_name, set())
                self.assertEqual(checked | others, known)
                self.assertFalse(checked & others)
        self.assertFalse({**listed, **left_out})


if __name__ == "__main__":
    unittest.main()
