# SPDX-License-Identifier: Apache-2.0
"""Compares what a call returned on the device with what it returned on the CPU."""
import math
import numbers

import torch

TOLERANCE = 1e-3  # of the largest magnitude of a tensor
ROUNDING = 1e-6   # of the largest magnitude of all: a tensor of numbers that small is what rounding left of 0


def number(value):
    return torch.as_tensor(float(value), dtype=torch.float64)


def exact(value):
    return (value.dtype == torch.bool or not (value.is_floating_point() or value.is_complex()) if isinstance(value, torch.Tensor)
            else isinstance(value, (bool, int, str)))


def wide(value):
    if not isinstance(value, torch.Tensor):
        return number(value)
    value = torch.view_as_real(value.resolve_conj()) if value.is_complex() else value
    return value.double()


def distance(actual, expected):
    """The largest difference; infinite if one has a NaN or an infinity that the other lacks."""
    actual, expected = wide(actual), wide(expected)
    if actual.numel() == 0:
        return 0.0
    same = (actual == expected) | (actual.isnan() & expected.isnan())
    difference = torch.where(same, 0.0, (actual - expected).abs())
    return torch.where(difference.isnan(), math.inf, difference).max().item()


def magnitude(value):
    value = wide(value)
    value = value[value.isfinite()]
    return value.abs().max().item() if value.numel() else 0.0


def kind(value):
    return (tuple(value.shape), str(value.dtype)) if isinstance(value, torch.Tensor) else type(value).__name__


def differences(actual, expected, precise, numbers_too=True):
    """A text for each entry that differs. `precise()` returns the entries of a run in float64, or None where there is none."""
    if [name for name, _ in actual] != [name for name, _ in expected]:
        return [f"entries {[name for name, _ in actual]} instead of {[name for name, _ in expected]}"[:300]]
    found, far = [], []
    floats = [value for _, value in expected if not exact(value)]
    rounding = ROUNDING * max(map(magnitude, floats), default=0.0)
    for index, ((name, mine), (_, other)) in enumerate(zip(actual, expected)):
        label = name or "result"
        if kind(mine) != kind(other) and not (isinstance(mine, numbers.Number) and isinstance(other, numbers.Number)):
            found.append(f"{label}: {kind(mine)} instead of {kind(other)}")
        elif not numbers_too:
            if not exact(mine) and not wide(mine).isfinite().all() and wide(other).isfinite().all():
                found.append(f"{label}: not finite")
        elif exact(other):
            if isinstance(other, torch.Tensor):
                wrong = int((mine != other).sum())
                if wrong:
                    found.append(f"{label}: {wrong} of {other.numel()} integers differ")
            elif mine != other:
                found.append(f"{label}: {mine} instead of {other}")
        else:
            error = distance(mine, other)
            if error > max(TOLERANCE * magnitude(other), rounding):
                far.append((index, label, error / (magnitude(other) or 1.0)))
    if far:
        reference = precise()
        for index, label, error in far:
            true = reference[index][1] if reference and len(reference) == len(expected) else None
            if true is None or kind(wide(true)) != kind(wide(expected[index][1])):
                found.append(f"{label}: off by {error:.2g} of the largest")
                continue
            here, there = distance(actual[index][1], true), distance(expected[index][1], true)
            if not here <= max(there, rounding):
                scale = magnitude(true) or 1.0
                found.append(f"{label}: off by {error:.2g} of the largest (from float64: npu {here / scale:.2g}, CPU {there / scale:.2g})")
    return found
