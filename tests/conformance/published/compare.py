# SPDX-License-Identifier: Apache-2.0
"""Whether an output is right.

Integers and truth values have to be equal. A floating-point element is right if it is within the tolerance of what PyTorch's CPU
gives in the dtypes of the call, or of what it gives in float64 on the same (rounded) inputs: the two differ where a location, a
remainder or a sum that overflows is decided in float32, and either is what a client compares with."""
import torch

# Relative to the element: some last places of the dtype, as an operator may be made of several functions.
RELATIVE = {torch.float64: 1e-10, torch.float32: 2e-5, torch.float16: 2.0**-8, torch.bfloat16: 2.0**-5}
# Relative to the largest finite element, since terms cancel: of what an element is computed from alone, the rounding of float32
# (of float64 for DOUBLE); of sums and products of matrices, the tolerance again.
ROUNDING = {torch.float64: 2.0**-50, torch.float32: 2.0**-22, torch.float16: 2.0**-22, torch.bfloat16: 2.0**-22}
# Below it, PyTorch's formulas in float64 do not tell numbers from 0: 1 + erf(x) in the tail of GELU.
FLOOR = 1e-12


def difference(actual, references, pointwise):
    """None if the output, a tensor or a list of them, is right; else where it is not."""
    if isinstance(actual, list):
        for i, one in enumerate(actual):
            failure = difference(one, [reference[i] for reference in references], pointwise)
            if failure:
                return f"[{i}] {failure}"
        return None
    right = torch.zeros(actual.shape, dtype=torch.bool)
    for reference in references:
        if reference.shape != actual.shape:
            return f"shape {list(actual.shape)} for {list(reference.shape)}"
        right |= close(actual, reference, pointwise)
    if right.all():
        return None
    wrong = (~right).nonzero()
    place = tuple(wrong[0].tolist())
    expected = " or ".join(str(one[place].item()) for one in references)
    return f"{len(wrong)} of {actual.numel()} elements are wrong, {list(place)} is {actual[place].item()} for {expected} ({actual.dtype})"


def close(actual, reference, pointwise):
    if actual.is_complex():
        parts = torch.view_as_real(actual.resolve_conj())
        return close(parts, torch.view_as_real(reference.resolve_conj().to(actual.dtype)), False).all(-1)
    if reference.is_complex():
        reference = reference.real
    if not actual.dtype.is_floating_point:
        return actual == reference.to(actual.dtype)
    expected = reference.to(actual.dtype).double()
    magnitudes = expected[expected.isfinite()].abs()
    largest = magnitudes.max().item() if magnitudes.numel() else 0.0
    relative = RELATIVE[actual.dtype]
    exact = actual.double()
    allowed = relative * expected.abs() + largest * (ROUNDING[actual.dtype] if pointwise else relative) + FLOOR
    near = ((exact - expected).abs() <= allowed) & expected.isfinite()
    return near | (exact == expected) | (exact.isnan() & expected.isnan())


def chosen_differ(self, dim, values, indices):
    """Of values that were chosen from a tensor: any of several equal elements is right, but none of them twice."""
    if self.dim() == 0:
        self = self.view(1)
    if values.dim() < self.dim():
        values, indices = values.unsqueeze(dim), indices.unsqueeze(dim)
    if values.dim() == 0:
        values, indices = values.view(1), indices.view(1)
    if indices.numel() and (indices.min() < 0 or indices.max() >= self.shape[dim]):
        return "an index is out of range"
    taken = self.gather(dim, indices.long())
    if not ((taken == values) | ((taken != taken) & (values != values))).all():
        return "values are not those at indices"
    return "an element is chosen twice" if (indices.sort(dim).values.diff(dim=dim) == 0).any() else None
