# SPDX-License-Identifier: Apache-2.0
"""Oracles of operators on windows, groups of rows and signs: oracles.py describes what they are."""
import math

import torch
import torch.nn.functional as F

from results import Typed, Whole

aten = torch.ops.aten


class Saturated(Whole):
    """As Whole, of any type of integers; scales are rounded to float32 first."""

    def __init__(self, tensor, dtype):
        Typed.__init__(self, tensor, dtype)

    def reference(self, actual):
        limits = torch.iinfo(self.dtype)
        exact = self.tensor.nan_to_num(0, torch.inf, -torch.inf).clamp(limits.min, limits.max)
        near = (actual.double() - exact).abs() <= 0.5 + 1e-3 + 1e-6 * exact.abs()
        return torch.where(near, actual, exact.round().to(self.dtype))


def clipped_swiglu(x, groupIndex, dim, alpha, limit, bias, interleaved):
    """Rows behind those of the groups are 0."""
    dim %= x.dim()
    pairs = x.unflatten(dim, (-1, 2) if interleaved else (2, -1))
    gate, linear = pairs.unbind(dim + 1 if interleaved else dim)
    gate, linear = gate.clamp(max=limit), linear.clamp(-limit, limit)
    result = gate * torch.sigmoid(alpha * gate) * (linear + bias)
    if groupIndex is not None:
        result = result.contiguous()
        result.view(math.prod(x.shape[:dim]), -1)[groupIndex.sum():] = 0
    return result


def deformable_conv2d(x, weight, offset, bias, kernelSize, stride, padding, dilation, groups, offsetGroups, modulated):
    """By grid_sample, one tap of all offset groups at a time."""
    wide = torch.promote_types(x.dtype, torch.float32)
    batch, channels, height, width = x.shape
    rows, columns = offset.shape[2:]
    moves = offset.to(wide).view(batch, 3, offsetGroups, -1, rows, columns)
    images = x.to(wide).reshape(batch * offsetGroups, -1, height, width)
    taps = []
    for tap in range(kernelSize[0] * kernelSize[1]):
        own = moves[:, :, :, tap].reshape(batch, 3, offsetGroups, rows, columns)
        across = torch.arange(columns) * stride[3] - padding[2] + tap % kernelSize[1] * dilation[3] + own[:, 0]
        down = (torch.arange(rows) * stride[2] - padding[0] + tap // kernelSize[1] * dilation[2]).view(-1, 1) + own[:, 1]
        grid = torch.stack([(2 * across + 1) / width - 1, (2 * down + 1) / height - 1], -1)
        samples = F.grid_sample(images, grid.flatten(0, 1), align_corners=False)
        taps.append((samples * own[:, 2].reshape(-1, 1, rows, columns)).view(batch, channels, rows, columns))
    samples = torch.stack(taps, 2).unflatten(2, kernelSize).permute(0, 1, 4, 2, 5, 3).flatten(4).flatten(2, 3)
    result = F.conv2d(samples, weight.to(wide), None if bias is None else bias.to(wide), kernelSize, groups=groups)
    return result.to(x.dtype), samples.to(x.dtype)


def layer_norm_with_mode(input, normalizedShape, weight, bias, eps, implMode):
    return aten.native_layer_norm(input, normalizedShape, weight, bias, eps)


def masked_softmax(x, attenMask, relativePosBias, scaleValue, innerPrecisionMode):
    heads, rows, columns = x.shape[-3:]
    windows = x.shape[1] if x.dim() == 5 else attenMask.numel() // (rows * columns) if attenMask is not None else 1
    scores = x.view(-1, windows, heads, rows, columns) * scaleValue + relativePosBias.view(1, 1, heads, rows, columns)
    if attenMask is not None:
        scores = scores + attenMask.view(1, windows, 1, rows, columns)
    return F.softmax(scores, -1).view(x.shape)


def mse_loss_out(self, target, reduction):
    squares = (self - target).square()
    return (squares, squares.double().mean(0), squares.double().sum(0))[reduction].to(squares.dtype)


def quantized_batch_norm(input, mean, var, inputScale, inputZeroPoint, outputScale, outputZeroPoint, weight, bias, epsilon):
    channels = [None if one is None else one.double().view(1, -1, 1, 1) for one in (mean, var, weight, bias)]
    x = (input.double() - inputZeroPoint) * inputScale
    y = (x - channels[0]) / torch.sqrt(channels[1] + epsilon)
    y = y * (1 if weight is None else channels[2]) + (0 if bias is None else channels[3])
    return Saturated(y / outputScale + outputZeroPoint, input.dtype)


def sign_bits_pack(self, size):
    bits = torch.zeros(-(-self.numel() // 8) * 8, dtype=torch.int64)
    bits[:self.numel()] = self >= 0
    return Typed((bits.view(-1, 8) * 2 ** torch.arange(8)).sum(1).to(torch.uint8).view(size, -1), torch.uint8)


def sinkhorn(cost, tol):
    matrix = cost.double().exp()
    columns = torch.ones(cost.shape[1], dtype=torch.float64)
    moved = torch.inf
    while moved > (1e-4 if tol is None else tol):
        before = columns
        rows = 1 / (cost.shape[0] * (matrix @ columns + 1e-8))
        columns = 1 / (cost.shape[1] * (rows @ matrix + 1e-8))
        moved = (before - columns).abs().mean().item()
    return (columns * matrix * rows[:, None]).to(cost.dtype)


def exp_segsum_backward(gradOutput, gradSelf):
    product = (gradOutput.double() * gradSelf.double())
    before = product.tril(-1).cumsum(-1)  # of columns up to j, in the rows behind them
    rows = before.flip(-2).cumsum(-2).flip(-2).diagonal(-1, -2, -1)  # of rows from k = j + 1 on
    return F.pad(rows, (1, 0)).to(gradOutput.dtype)


def grouped_bias_add_grad(gradY, groups):
    if groups is None:
        return gradY.double().sum(1).to(gradY.dtype)
    sums = F.pad(gradY.double().cumsum(0), (0, 0, 1, 0))[groups.long()]
    return torch.diff(F.pad(sums, (0, 0, 1, 0)), dim=0).to(gradY.dtype)


def transform_bias_rescale_qkv(qkv, bias, heads):
    q, k, v = (qkv + bias).view(*qkv.shape[:2], 3, heads, -1).permute(2, 0, 3, 1, 4)
    return q / q.shape[-1] ** 0.5, k, v


WINDOWS = {
    "ClippedSwiglu": clipped_swiglu,
    "DeformableConv2d": deformable_conv2d,
    "ExpSegsumBackward": exp_segsum_backward,
    "GroupedBiasAddGrad": grouped_bias_add_grad,
    "LayerNormWithImplMode": layer_norm_with_mode,
    "MaskedSoftmaxWithRelPosBias": masked_softmax,
    "MseLossOut": mse_loss_out,
    "QuantizedBatchNorm": quantized_batch_norm,
    "SignBitsPack": sign_bits_pack,
    "Sinkhorn": sinkhorn,
    "TransformBiasRescaleQkv": transform_bias_rescale_qkv,
}
