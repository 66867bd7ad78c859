#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far the results of operators are from the exact ones, with those of CPU PyTorch on the same inputs beside them.

Inputs are PyTorch's own samples of each operator (torch.testing's list), rounded to the dtype, and for what works element by
element and for sums, long rows in addition. Exact is what CPU PyTorch gives for these inputs in float64. The error of an
element is |result - exact| in places: the spacing of the dtype at the larger of |exact| and a hundredth of the output's largest
|exact|, as sums that cancel cannot be known better than their terms. What is told of an operator and dtype is the largest error
of all elements. 0.5 is correctly rounded; up to there no difference counts. Where few elements can be compared, how the sum of
one of them cancels decides, and nothing is said of who is better.

Usage: accuracy.py [REGULAR_EXPRESSION]     run it where tests/torch_npu runs: in PyTorch's environment, on the SDK
"""
import collections
import pathlib
import re
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "torch_npu"))

import torch  # noqa: E402
import torch_npu  # noqa: E402, F401
from operators_test import LIST, called, on_device, samples  # noqa: E402
from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402
from torch.testing._internal.opinfo.core import SampleInput, UnaryUfuncInfo  # noqa: E402

DTYPES = (torch.float32, torch.float16, torch.bfloat16)
ROUNDED = 0.5  # places: what a correctly rounded result may be away
PLACE = 1.0  # what the next number is away
LARGER = 1.1  # times PyTorch's error: what counts as larger
FEWEST = 100  # elements that say something
COLUMNS = 10_007  # of long rows
# What sums along rows, and its other arguments.
SUMS = {"sum": (), "nansum": (), "mean": (), "std": (), "var": (), "norm": (), "linalg.vector_norm": (), "logsumexp": (1,),
        "softmax": (1,), "log_softmax": (1,), "nn.functional.softmin": (1,), "nn.functional.layer_norm": ((COLUMNS,),),
        "cumsum": (1,)}


def exact(value):
    if isinstance(value, torch.Tensor):
        return value.detach().to(torch.float64) if value.dtype in DTYPES else value
    if isinstance(value, (list, tuple)):
        return type(value)(map(exact, value))
    return value


def same(value):
    return value.detach() if isinstance(value, torch.Tensor) else value


def long_rows(operator, dtype):
    torch.manual_seed(2)
    if isinstance(operator, UnaryUfuncInfo):
        low, high = operator.domain
        low, high = -20 if low is None else max(low, -20), 20 if high is None else min(high, 20)
        width = high - low
        yield SampleInput((torch.rand(100_003) * width * 0.998 + low + 0.001 * width).to(dtype))
    elif operator.name in SUMS:
        for mean in (0.0, 1.0):
            yield SampleInput((torch.randn(7, COLUMNS) * 0.3 + mean).to(dtype), args=SUMS[operator.name])


def outputs(result):
    if isinstance(result, (list, tuple)):
        return [one for each in result for one in outputs(each)]
    return [result] if isinstance(result, torch.Tensor) else []


def places(result, expected, dtype):
    """The errors of a tensor's elements, in places."""
    result = result.cpu()
    if result.dtype != dtype or not expected.dtype.is_floating_point or result.shape != expected.shape or result.numel() == 0:
        return torch.empty(0)
    info = torch.finfo(dtype)
    expected, result = expected.to(torch.float64), result.to(torch.float64)
    comparable = expected.isfinite() & (expected.abs() <= info.max)
    if not comparable.any():
        return torch.empty(0)
    error = torch.where(result.isfinite(), (result - expected).abs(), torch.inf)[comparable]
    magnitude = expected.abs()[comparable]
    magnitude = torch.maximum(magnitude, magnitude.max() / 100).clamp(min=info.smallest_normal)
    spacing = torch.exp2(magnitude.log2().floor()) * info.eps
    return error / spacing


def measured(operator, dtype):
    """The largest errors, in places: ours and PyTorch's, and of how many elements."""
    largest, elements = [0.0, 0.0], 0
    for sample in [*samples(operator, dtype), *long_rows(operator, dtype)]:
        try:
            expected = outputs(called(operator, sample, exact))
            mine = outputs(called(operator, sample, on_device))
            peers = outputs(called(operator, sample, same))
        except (RuntimeError, TypeError, ValueError, NotImplementedError):
            continue  # what one of them has not: tests/torch_npu says what has to be there
        if not len(expected) == len(mine) == len(peers):
            continue
        for one, other, right in zip(mine, peers, expected, strict=True):
            errors = places(one, right, dtype), places(other, right, dtype)
            if errors[0].numel() > 0 and errors[0].shape == errors[1].shape:
                largest = [max(before, error.max().item()) for before, error in zip(largest, errors, strict=True)]
                elements += errors[0].numel()
    return *largest, elements


def verdict_of(ours, theirs, elements):
    ours, theirs = max(ours, ROUNDED), max(theirs, ROUNDED)
    if elements < FEWEST:
        return "few elements"
    if theirs > LARGER * ours:
        return "better"
    if ours <= LARGER * theirs:
        return "like PyTorch"
    return "within a place" if ours <= PLACE else "larger"


def main():
    warnings.simplefilter("ignore")
    wanted = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")
    listed = {line.split()[0]: line.split()[1:] for line in LIST.read_text(encoding="utf-8").splitlines()}
    count = collections.Counter()
    print("| operator | dtype | ours, places | PyTorch, places | |\n|---|---|---|---|---|")
    for operator in op_db:
        name = operator.formatted_name
        if name not in listed or not wanted.search(name):
            continue
        for dtype in DTYPES:
            short = str(dtype).removeprefix("torch.")
            ours, theirs, elements = measured(operator, dtype) if short in listed[name] else (0, 0, 0)
            if elements > 0:
                verdict = verdict_of(ours, theirs, elements)
                count[verdict] += 1
                print(f"| {name} | {short} | {ours:.3g} | {theirs:.3g} | {verdict} |", flush=True)
    print("\n" + ", ".join(f"{number} {verdict}" for verdict, number in count.items()), file=sys.stderr)
    return 1 if count["larger"] else 0


if __name__ == "__main__":
    sys.exit(main())
