# SPDX-License-Identifier: Apache-2.0
"""What oracles return beside tensors."""


class Unchecked:
    """An output of which only shape and dtype are known."""

    def __init__(self, like):
        self.like = like


class Typed:
    """An output whose dtype is not what PyTorch gives."""

    def __init__(self, tensor, dtype):
        self.tensor = tensor
        self.dtype = dtype


class Rounded:
    """An output that a call may have in a floating-point type, rounded and saturated in INT8, or before it is scaled in INT32."""

    def __init__(self, tensor, unscaled):
        self.tensor = tensor
        self.unscaled = unscaled
