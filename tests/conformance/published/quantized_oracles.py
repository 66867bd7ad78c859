# SPDX-License-Identifier: Apache-2.0
"""What operators of quantized numbers give, by PyTorch: oracles.py says how they are called."""
import torch
import torch.nn.functional as F

from library import TORCH_DTYPES
from results import Rounded, Typed, Whole, WholeWords

ACL_INT32 = 3
RANGES = {torch.int8: (-128, 127), torch.uint8: (0, 255), torch.int32: (-2**31, 2**31 - 128)}  # as float32 has them


def wide(tensor):
    return tensor.to(torch.promote_types(tensor.dtype, torch.float32))


def whole(numbers, dtype):
    lowest, highest = RANGES[dtype]
    return numbers.nan_to_num(0, torch.inf, -torch.inf).clamp(lowest, highest).to(dtype)


def packed(numbers):
    """INT4 in INT32, eight along the last dimension."""
    if numbers.shape[-1] % 8:
        raise ValueError("the last dimension is no multiple of 8")
    nibbles = numbers.clamp(-8, 7).long() & 15
    words = (nibbles.unflatten(-1, (-1, 8)) << (4 * torch.arange(8))).sum(-1)
    return torch.where(words >= 2**31, words - 2**32, words).to(torch.int32)


def unpacked(words):
    nibbles = (words.long().unsqueeze(-1) >> (4 * torch.arange(8))) & 15
    return torch.where(nibbles >= 8, nibbles - 16, nibbles).flatten(-2)


def along(factors, x, axis):
    """One for all of x, or one for each place of its axis."""
    shape = [1] * x.dim()
    if factors.numel() != 1:
        shape[axis] = -1
    return wide(factors).reshape(shape)


def ascend_quant(x, scale, offset, sqrtMode, roundMode, dstType, axis=-1):
    factor = along(scale, x, axis)
    numbers = wide(x) * factor * (factor if sqrtMode else 1) + along(offset, x, axis)
    numbers = {"round": torch.round, "floor": torch.floor, "ceil": torch.ceil, "trunc": torch.trunc}[roundMode](numbers)
    return packed(numbers) if dstType == ACL_INT32 else whole(numbers, torch.int8)


def ascend_anti_quant(x, scale, offset, dstType, sqrtMode):
    numbers = wide(unpacked(x) if x.dtype == torch.int32 else x)
    factor = along(scale, numbers, -1)
    return Typed((numbers + along(offset, numbers, -1)) * factor * (factor if sqrtMode else 1), TORCH_DTYPES[dstType])


def quantize(x, scales, zeroPoints, dtype, axis):
    return whole((wide(x) / along(scales, x, axis) + along(zeroPoints, x, axis)).round(), TORCH_DTYPES[dtype])


def quantized_rows(numbers):
    scale = numbers.abs().amax(-1) / 127
    return whole((numbers / scale.unsqueeze(-1)).round(), torch.int8), Typed(scale, torch.float32)


def dynamic_quant(x, smoothScalesOptional):
    return quantized_rows(wide(x) if smoothScalesOptional is None else wide(x) * wide(smoothScalesOptional))


def quant_convolution(input, weight, bias, scale, offset, stride, padding, dilation, transposed, outputPadding, groups, offsetx, roundMode):
    sums = torch.ops.aten.convolution(input.double(), weight.double(), None, stride, padding, dilation, transposed, [0] * len(stride), groups)
    channels = (-1, *[1] * len(stride))
    added = 0 if bias is None else bias.double().view(channels)
    # The cases do not state the type of the output.
    return Typed(sums * scale.double().view(channels) + added, torch.bfloat16 if bias is not None and bias.dtype == torch.bfloat16 else torch.float16)


def dequant_swiglu_quant_v2(x, weightScale, activationScale, bias, quantScale, quantOffset, groupIndex, activateLeft, quantMode, dstType,
                            roundMode, activateDim, swigluMode, clampLimit, gluAlpha, gluBias):
    group = torch.repeat_interleave(torch.arange(len(groupIndex)), groupIndex)
    numbers = wide(x) * weightScale[group] * activationScale[:, None] + bias[group]
    if swigluMode == 0:
        gate, factor = numbers.chunk(2, -1) if activateLeft else numbers.chunk(2, -1)[::-1]
        result = F.silu(gate) * factor
    else:
        gate, factor = (numbers[:, ::2], numbers[:, 1::2]) if swigluMode == 1 else numbers.chunk(2, -1)
        gate, factor = gate.clamp(max=clampLimit), factor.clamp(-clampLimit, clampLimit)
        result = gate * torch.sigmoid(gluAlpha * gate) * (factor + gluBias)
    return quantized_rows(result * quantScale[group])


def scale_of_word(scale):
    """Words of TransQuantParam hold a scale without its lower 13 bits."""
    return (scale & 0xFFFFE000).to(torch.int32).view(torch.float32) if scale.dtype == torch.int64 else scale


def quant_matmul_v4(x1, x2, scale, offset, rows, bias, transposeX1, transposeX2):
    left, right = (unpacked(x) if x.dtype == torch.int32 else x for x in (x1, x2))
    left, right = left.mT if transposeX1 else left, right.mT if transposeX2 else right
    exact = left.double() @ right.double()
    none = torch.zeros(1)
    bias_before, bias_behind = (none if bias is None else bias, none)[::1 if bias is None or bias.dtype == torch.int32 else -1]
    exact = exact + bias_before
    numbers = exact * scale_of_word(scale).double() * (1 if rows is None else rows.double()[:, None])
    return Rounded(numbers + (0 if offset is None else offset.double()) + bias_behind.double(), exact)


def quant_matmul_v3(x1, x2, scale, offset, bias, transposeX1, transposeX2):
    result = quant_matmul_v4(x1, x2, scale, offset, None, bias, transposeX1, transposeX2)
    return Typed(result.tensor, torch.bfloat16)  # what goes with scales of BFLOAT16


def trans_quant_param_v2(scale, offset):
    """The words as INT64."""
    bits = (scale.float().flatten().view(torch.int32).long() & 0xFFFFE000) | (1 << 46)
    return bits | ((offset.flatten().round().clamp(-256, 255).long() & 0x1FF) << 37)


def weight_quant_batch_matmul_v2(x, weight, antiquantScale, antiquantOffset, quantScale, quantOffset, bias, antiquantGroupSize):
    restored = (wide(weight) + antiquantOffset) * antiquantScale
    return Typed(wide(x) @ restored.to(wide(x).dtype) + bias, x.dtype)


def quant_matmul_weight_nz(x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, transposeX1, transposeX2, groupSize):
    result = quant_matmul_v4(x1, x2, x2Scale, x2Offset, x1Scale, bias, transposeX1, transposeX2)
    return Typed(result.tensor, torch.bfloat16)  # what goes with a bias of BFLOAT16


def add_rms_norm_quant(x1, x2, gamma, scales1, scales2, zeroPoints1, zeroPoints2, axis, epsilon, divMode):
    x = wide(x1) + wide(x2)
    dims = tuple(range(x.dim() - gamma.dim(), x.dim()))
    norm = x.double() * torch.rsqrt(x.double().square().mean(dims, keepdim=True) + epsilon) * gamma.double()

    def quantized(scales, zeros):
        return Whole((norm / scales.double() if divMode else norm * scales.double()) + zeros.double())

    return quantized(scales1, zeroPoints1), quantized(scales2, zeroPoints2), Typed(x, x1.dtype)


def group_norm_silu_quant(self, gamma, beta, quantScale, group, eps, activateSilu):
    batches, channels = self.shape[:2]
    rest = self[0, 0].numel() if self.numel() else 1
    numbers = [one.double() for one in (self, gamma, beta)]
    out, mean, rstd = torch.ops.aten.native_group_norm(*numbers, batches, channels, rest, group, eps)
    scale = quantScale.double().view(-1, *[1] * (self.dim() - 2))
    return Whole(F.silu(out) / scale), Typed(mean, self.dtype), Typed(rstd, self.dtype)


def group_quant(x, scale, groupIndex, offset, dstType):
    of = torch.searchsorted(groupIndex, torch.arange(len(x), dtype=groupIndex.dtype), right=True)
    return whole((wide(x) * wide(scale)[of] + wide(offset)).round(), torch.int8)


def dequant_bias(x, weightScale, activateScaleOptional, biasOptional, outputDtype):
    whole_bias = biasOptional is not None and biasOptional.dtype == torch.int32
    sums = x.double() + (biasOptional.double() if whole_bias else 0)
    numbers = sums * weightScale.double() * (1 if activateScaleOptional is None else activateScaleOptional.double()[:, None])
    return Typed(numbers if whole_bias or biasOptional is None else numbers + biasOptional.double(), TORCH_DTYPES[outputDtype])


def flat_quant(x, kroneckerP1, kroneckerP2, clipRatio):
    numbers = kroneckerP1.double() @ x.double() @ kroneckerP2.double()
    scale = numbers.abs().amax((-2, -1)) * clipRatio / 7
    quotients = torch.where(scale[:, None, None] > 0, numbers / scale[:, None, None], 0.0)
    return WholeWords(quotients, packed, unpacked), Typed(scale, torch.float32)


ORACLES = {
    "AddRmsNormQuant": add_rms_norm_quant,
    "AscendAntiQuant": ascend_anti_quant,
    "AscendQuant": ascend_quant,
    "AscendQuantV3": ascend_quant,
    "DequantBias": dequant_bias,
    "DequantSwigluQuantV2": dequant_swiglu_quant_v2,
    "DynamicQuant": dynamic_quant,
    "FlatQuant": flat_quant,
    "GroupQuant": group_quant,
    "GroupNormSiluQuant": group_norm_silu_quant,
    "QuantConvolution": quant_convolution,
    "QuantMatmulV3": quant_matmul_v3,
    "QuantMatmulV4": quant_matmul_v4,
    "QuantMatmulWeightNz": quant_matmul_weight_nz,
    "Quantize": quantize,
    "TransQuantParamV2": trans_quant_param_v2,
    "WeightQuantBatchMatmulV2": weight_quant_batch_matmul_v2,
}
