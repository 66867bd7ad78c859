# SPDX-License-Identifier: Apache-2.0
"""Oracles of operators that few programs call: oracles.py describes what they are."""
import torch
import torch.nn.functional as F

aten = torch.ops.aten
FORMS = ("none", "tanh")


def swish(self, beta=1):
    return self * torch.sigmoid(self * (1 if beta is None else beta))


def swish_backward(gradOutput, self, beta=1):
    beta = 1 if beta is None else beta
    s = torch.sigmoid(self * beta)
    return gradOutput * s * (1 + self * beta * (1 - s))


def ge_glu(self, dim, approximate):
    linear, gate = self.chunk(2, dim)
    gelu = F.gelu(gate, approximate=FORMS[approximate])
    return linear * gelu, gelu


def ge_glu_backward(gradOutput, self, gelu, dim, approximate):
    linear, gate = self.chunk(2, dim)
    return torch.cat([gradOutput * gelu, aten.gelu_backward(gradOutput * linear, gate, approximate=FORMS[approximate])], dim)


def gelu_mul(input, approximate):
    first, second = input.chunk(2, -1)
    return F.gelu(first, approximate=approximate or "none") * second


def fatrelu_mul(input, threshold):
    first, second = input.chunk(2, -1)
    return torch.where(first < threshold.view(-1)[0], torch.zeros_like(first), first) * second


def gather_v3(self, dim, index, batchDims, mode):
    dim %= max(self.dim(), 1)
    if batchDims == 0:
        return self.index_select(dim, index.flatten().long()).unflatten(dim, index.shape) if index.dim() else self.select(dim, index)
    return torch.stack([gather_v3(one, dim - 1, places, batchDims - 1, mode) for one, places in zip(self, index)])


def scatter_reduce(self, dim, index, src, reduce, includeSelf):
    if reduce == 0:
        return self.scatter(dim, index.long(), src)
    kind = ("sum", "prod", "amax", "amin", "mean")[reduce - 1]
    return self.scatter_reduce(dim, index.long(), src, kind, include_self=bool(includeSelf))


def tf_scatter_add(varRef, indices, updates):
    result = varRef.clone()
    if updates.shape == indices.shape + varRef.shape[1:]:
        indices = indices.unsqueeze(-1)
    return result.index_put_(tuple(indices.long().unbind(-1)), updates, accumulate=True)


def circular_pad(self, padding):
    return F.pad(self, padding, mode="circular")


def circular_pad_backward(gradOutput, self, padding):
    leaf = torch.zeros(self.shape, dtype=gradOutput.dtype, requires_grad=True)
    return torch.autograd.grad(circular_pad(leaf, padding), leaf, gradOutput)[0]


def slice_v2(self, starts, ends, axes, steps):
    for start, end, axis, step in zip(starts, ends, axes, steps):
        self = aten.slice(self, axis, start, end, step)
    return self.clone()


RARE = {
    "AddV3": lambda self, other, alpha: torch.rsub(other, self, alpha=-alpha),
    "CircularPad2d": circular_pad,
    "CircularPad2dBackward": circular_pad_backward,
    "CircularPad3d": circular_pad,
    "CircularPad3dBackward": circular_pad_backward,
    "Expand": lambda self, size: self.expand(size).clone(),
    "FastGelu": lambda self: swish(self, 1.702),
    "FastGeluBackward": lambda gradOutput, self: swish_backward(gradOutput, self, 1.702),
    "FatreluMul": fatrelu_mul,
    "Flatten": lambda self, axis: self.reshape(self.shape[:axis].numel(), self.shape[axis:].numel()) if axis else self.reshape(1, -1),
    "GatherNd": lambda self, indices, negative: self[tuple(indices.long().unbind(-1))],
    "GatherV3": gather_v3,
    "GeGlu": ge_glu,
    "GeGluBackward": ge_glu_backward,
    "GeluMul": gelu_mul,
    "IsInf": torch.isinf,
    "Logit": lambda input, eps: torch.logit(input, None if eps < 0 else eps),
    "LogitGrad": lambda x, dy, eps: aten.logit_backward(dy, x, None if eps < 0 else eps),
    "MaxV2": lambda self, dims, keepDims, noop: self if noop and not dims else torch.amax(self, dims or (), keepDims),
    "MeanV2": lambda self, dim, keepDim, noop: self if noop and not dim else torch.mean(self, dim or None, keepDim),
    "ScatterReduce": scatter_reduce,
    "SliceV2": slice_v2,
    "SquaredRelu": lambda input: F.relu(input).square(),
    "Swish": swish,
    "SwishBackward": swish_backward,
    "TfScatterAdd": tf_scatter_add,
}
