# SPDX-License-Identifier: Apache-2.0
"""Oracles of operators that few programs call: oracles.py describes what they are."""
import math

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


def roi_axis(begin, end, bins, ratio, extent, least):
    """The two pixels that each sample of each bin is made of along an axis, and their weights, [bins, samples] each."""
    size = max(end - begin, least)
    count = max(ratio if ratio > 0 else math.ceil(size / bins), 0)
    places = begin + size / bins * (torch.arange(bins, dtype=torch.float64).view(-1, 1) + (torch.arange(count) + 0.5) / max(count, 1))
    inside = (places >= -1) & (places <= extent)
    places = places.clamp(0, extent - 1)
    low = places.long()
    fraction = places - low
    return (low, torch.where(inside, 1 - fraction, 0.0)), ((low + 1).clamp(max=extent - 1), torch.where(inside, fraction, 0.0))


def roi_samples(image, corners, size, ratio, scale, shift, least):
    """The samples of all bins of a region, [C, rows, columns, samples of a bin], and their number. A pixel without a weight has no part."""
    x1, y1, x2, y2 = [corner * scale - shift for corner in corners.double().tolist()]
    samples = 0
    for row, below in roi_axis(y1, y2, size[0], ratio, image.shape[1], least):
        for column, beside in roi_axis(x1, x2, size[1], ratio, image.shape[2], least):
            weights = below.view(-1, 1) * beside.view(-1)
            pixels = image[:, row.view(-1)][:, :, column.view(-1)]
            samples = samples + torch.where(weights > 0, pixels * weights, 0.0)
    samples = samples.view(image.shape[0], size[0], row.shape[1], size[1], column.shape[1]).transpose(2, 3)
    return samples.flatten(-2), max(row.shape[1] * column.shape[1], 1)


def roi_align(self, rois, numbers, mode, height, width, ratio, scale):
    bins = []
    for corners, number in zip(rois, numbers.tolist()):
        samples, count = roi_samples(self[number].double(), corners, (height, width), ratio, scale, 0.0, 1.0)
        bins.append(samples.amax(-1) if mode == "max" else samples.sum(-1) / count)
    return torch.stack(bins).to(self.dtype)


def roi_align_v2(self, boxes, height, width, scale, ratio, aligned):
    bins = []
    for box in boxes:
        samples, count = roi_samples(self[int(box[0])].double(), box[1:], (height, width), max(ratio, 0), scale,
                                     0.5 if aligned else 0.0, -math.inf if aligned else 1.0)
        bins.append(samples.sum(-1) / count)
    return torch.stack(bins).to(self.dtype)


def roi_align_v2_backward(gradOutput, boxes, inputShape, height, width, scale, ratio, aligned):
    leaf = torch.zeros(inputShape, dtype=torch.float64, requires_grad=True)
    result = roi_align_v2(leaf, boxes, height, width, scale, ratio, aligned)
    return torch.autograd.grad(result, leaf, gradOutput.double())[0].to(gradOutput.dtype)


def gemm(A, B, C, alpha, beta, transA, transB):
    product = (A.double().T if transA else A.double()) @ (B.double().T if transB else B.double())
    return (alpha * product + (beta * C.double() if beta else 0)).to(A.dtype)


def add_lora(y, x, weightB, indices, weightA, layerIdx, scale, yOffset, ySliceSize):
    result, of = y.double(), indices.long().clamp(min=0)
    narrow = x.double() if weightA is None else torch.einsum("bk,brk->br", x.double(), weightA[of, layerIdx].double())
    added = scale * torch.einsum("br,bjr->bj", narrow, weightB[of, layerIdx].double())
    result[:, yOffset:yOffset + ySliceSize] += torch.where(indices[:, None] < 0, 0.0, added)
    return result.to(y.dtype)


def conv_tbc(self, weight, bias, pad):
    return torch.conv_tbc(self.double(), weight.double(), bias.double(), pad).to(self.dtype)


def conv_tbc_backward(self, input, weight, bias, pad):
    leaves = [one.double().requires_grad_() for one in (input, weight, bias)]
    grads = torch.autograd.grad(torch.conv_tbc(*leaves, pad), leaves, self.double())
    return tuple(one.to(self.dtype) for one in grads)


def conv_depthwise2d(self, weight, kernelSize, bias, stride, padding, dilation):
    bias = None if bias is None else bias.double()
    return F.conv2d(self.double(), weight.double(), bias, stride, padding, dilation, self.shape[1]).to(self.dtype)


def scale(x, scale, bias, axis, numAxes, scaleFromBlob):
    behind = (1,) * (x.dim() - axis % x.dim() - scale.dim())
    product = x * scale.reshape(scale.shape + behind)
    return product if bias is None else product + bias.reshape(bias.shape + behind)


def modulate(self, scale, shift):
    zero = torch.zeros(1, dtype=self.dtype)
    scale, shift = [zero if one is None else one.reshape(one.shape[0], 1, one.shape[-1]) for one in (scale, shift)]
    return self * (1 + scale) + shift


def strided_slice_assign(varRef, inputValue, begin, end, strides, axes):
    result = varRef.clone()
    slices = [slice(None)] * result.dim()
    for axis, *place in zip(axes or range(len(begin)), begin, end, strides):
        slices[axis] = slice(*place)
    result[tuple(slices)] = inputValue
    return result


RARE = {
    "AddLora": add_lora,
    "AddV3": lambda self, other, alpha: torch.rsub(other, self, alpha=-alpha),
    "CircularPad2d": circular_pad,
    "CircularPad2dBackward": circular_pad_backward,
    "CircularPad3d": circular_pad,
    "CircularPad3dBackward": circular_pad_backward,
    "ConvDepthwise2d": conv_depthwise2d,
    "ConvTbc": conv_tbc,
    "ConvTbcBackward": conv_tbc_backward,
    "Einsum": lambda tensors, equation: torch.einsum(equation, *tensors),
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
    "Gemm": gemm,
    "GlobalAveragePool": lambda self: self.mean(tuple(range(2, self.dim())), keepdim=True),
    "GlobalMaxPool": lambda self: self.amax(tuple(range(2, self.dim())), keepdim=True),
    "IsInf": torch.isinf,
    "Logit": lambda input, eps: torch.logit(input, None if eps < 0 else eps),
    "LogitGrad": lambda x, dy, eps: aten.logit_backward(dy, x, None if eps < 0 else eps),
    "MaxV2": lambda self, dims, keepDims, noop: self if noop and not dims else torch.amax(self, dims or (), keepDims),
    "MeanV2": lambda self, dim, keepDim, noop: self if noop and not dim else torch.mean(self, dim or None, keepDim),
    "Modulate": modulate,
    "RoiAlign": roi_align,
    "RoiAlignV2": roi_align_v2,
    "RoiAlignV2Backward": roi_align_v2_backward,
    "Scale": scale,
    "ScatterReduce": scatter_reduce,
    "SliceV2": slice_v2,
    "StridedSliceAssignV2": strided_slice_assign,
    "SquaredRelu": lambda input: F.relu(input).square(),
    "Swish": swish,
    "SwishBackward": swish_backward,
    "TfScatterAdd": tf_scatter_add,
    "UnfoldGrad": aten.unfold_backward,
}
