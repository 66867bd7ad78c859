# SPDX-License-Identifier: Apache-2.0
"""How the files of cases beside this one state them: a name, the call, the shapes of its tensors."""
import torch

CASES = {}


def case(name, function, *shapes, dtype=torch.float32, convert=None, backward=False):
    """`function` is called with normal random numbers of these shapes, as `convert` makes them of a list of tensors."""
    assert name not in CASES, name
    CASES[name] = (function, shapes, dtype, convert, backward)


def both_dtypes(name, function, *shapes, **options):
    for dtype in (torch.float32, torch.bfloat16):
        case(f"{name}/{'fp32' if dtype == torch.float32 else 'bf16'}", function, *shapes, dtype=dtype, **options)


def positive(tensors):
    return [tensor.abs() + 0.1 for tensor in tensors]


def unit(tensors):
    return [tensor.tanh() * 0.99 for tensor in tensors]
