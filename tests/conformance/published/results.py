# SPDX-License-Identifier: Apache-2.0
"""What oracles return beside tensors."""
import torch


def whole(numbers):
    """Saturated in INT8; NaN is 0."""
    return numbers.nan_to_num(0, torch.inf, -torch.inf).clamp(-128, 127).to(torch.int8)


class Unchecked:
    """An output of which only shape and dtype are known."""

    def __init__(self, like):
        self.like = like


class Typed:
    """An output whose dtype is not what PyTorch gives."""

    def __init__(self, tensor, dtype):
        self.tensor = tensor
        self.dtype = dtype


class Whole(Typed):
    """INT8 next to real numbers, which one that lies in the middle of two, but for an error of float32, may have on either side."""

    def __init__(self, tensor):
        super().__init__(tensor, torch.int8)

    def reference(self, actual):
        exact = self.tensor.double().nan_to_num(0, torch.inf, -torch.inf).clamp(-128, 127)
        near = (actual.double() - exact).abs() <= 0.5 + 1e-3
        return torch.where(near, actual, exact.round().to(torch.int8))


class WholeWords(Typed):
    """The same of INT4 in INT32, by the functions that pack and unpack these."""

    def __init__(self, numbers, packed, unpacked):
        super().__init__(packed(numbers.round()), torch.int32)
        self.numbers = numbers.double().clamp(-8, 7)
        self.packed = packed
        self.unpacked = unpacked

    def reference(self, actual):
        own = self.unpacked(actual)
        return self.packed(torch.where((own - self.numbers).abs() <= 0.5 + 1e-3, own, self.numbers.round()))


class Rounded:
    """An output that a call may have in a floating-point type, rounded and saturated in INT8, or before it is scaled in INT32."""

    def __init__(self, tensor, unscaled):
        self.tensor = tensor
        self.unscaled = unscaled

    def reference(self, actual):
        if actual.dtype == torch.int32:
            return self.unscaled
        if actual.dtype == torch.int8:
            return whole(self.tensor.round())
        return self.tensor
