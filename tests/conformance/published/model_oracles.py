# SPDX-License-Identifier: Apache-2.0
"""What normalizations, losses and other parts of models give, by PyTorch: oracles.py says how they are called."""
import torch
import torch.nn.functional as F

from results import Typed

aten = torch.ops.aten


def floats(*tensors):
    """Computed in float32 at least."""
    return [None if one is None else one.to(torch.promote_types(one.dtype, torch.float32)) for one in tensors]


def of_channels(numbers, x):
    return numbers.view(1, -1, *[1] * (x.dim() - 2))


def all_but_channels(x):
    return [d for d in range(x.dim()) if d != 1]


def add_layer_norm(x1, x2, gamma, beta, bias, epsilon, additionalOutput):
    first, second, third, weight, shift = floats(x1, x2, bias, gamma, beta)
    x = first + second + (0 if third is None else third)
    y, mean, rstd = aten.native_layer_norm(x, list(gamma.shape), weight, shift, epsilon)
    return y.to(x1.dtype), Typed(mean, torch.float32), Typed(rstd, torch.float32), x.to(x1.dtype)


def add_layer_norm_grad(dy, x1, x2, rstd, mean, gamma, dsum):
    g, first, second, r, m, weight, passed = floats(dy, x1, x2, rstd, mean, gamma, dsum)
    r, m = (one.view([*x1.shape[:x1.dim() - gamma.dim()], *[1] * gamma.dim()]) for one in (r, m))
    dims, leading = list(range(-gamma.dim(), 0)), list(range(x1.dim() - gamma.dim()))
    xh, product = (first + second - m) * r, g * weight
    dx = r * (product - product.mean(dims, True) - xh * (product * xh).mean(dims, True)) + (0 if passed is None else passed)
    over = [(one.sum(leading) if leading else one) for one in (g * xh, g)]
    return dx.to(x1.dtype), *(Typed(one, torch.float32) for one in over)


def ada_layer_norm(x, scale, shift, weight, bias, epsilon):
    number, by, plus = floats(x, scale, shift)
    by, plus = (one if one.dim() == x.dim() else one.unsqueeze(-2) for one in (by, plus))
    norm = F.layer_norm(number, [x.shape[-1]], *floats(weight, bias), epsilon)
    return (norm * (1 + by) + plus).to(x.dtype)


def batch_norm_stats(input, eps):
    x = input.double()
    mean, variance = x.mean(all_but_channels(x)), x.var(all_but_channels(x), unbiased=False)
    return Typed(mean, torch.float32), Typed((variance + eps).rsqrt(), torch.float32)


def gather_stats(input, mean, invstd, runningMean, runningVar, momentum, eps, counts):
    m, r, c = mean.double(), invstd.double(), counts.double()[:, None]
    total = c.sum()
    all_means = (c * m).sum(0) / total
    variance = (c * (1 / r**2 - eps + (m - all_means) ** 2)).sum(0) / total
    moved = [(1 - momentum) * old.double() + momentum * new
             for old, new in ((runningMean, all_means), (runningVar, variance * total / (total - 1)))]
    results = *moved, all_means, (variance + eps).rsqrt()
    return tuple(one.to(input.dtype) for one in results)


def batch_norm_elemt(input, weight, bias, mean, invstd, eps):
    x, w, b, m, r = floats(input, weight, bias, mean, invstd)
    return ((x - of_channels(m, x)) * of_channels(r * w, x) + of_channels(b, x)).to(input.dtype)


def batch_norm_reduce_backward(gradOut, input, mean, invstd, weight, inputG, weightG, biasG):
    g, x, m, r = (one.double() for one in (gradOut, input, mean, invstd))
    dims = all_but_channels(x)
    products = (g * (x - of_channels(m, x))).sum(dims)
    results = g.sum(dims), products, products * r, g.sum(dims)
    return tuple(one.to(gradOut.dtype) for one in results)


def batch_norm_elemt_backward(gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, counter):
    g, x, m, r, w, s, p = (one.double() for one in (gradOut, input, mean, invstd, weight, sumDy, sumDyXmu))
    n = counter.double().sum()
    result = (g - of_channels(s / n, x) - (x - of_channels(m, x)) * of_channels(r**2 * p / n, x)) * of_channels(r * w, x)
    return result.to(gradOut.dtype)


def scaled_masked_softmax(x, mask, scale, fixedTriuMask):
    number, = floats(x)
    return torch.softmax((number * scale).masked_fill(mask, -10000), -1).to(x.dtype)


def scaled_masked_softmax_backward(gradOutput, y, mask, scale, fixTriuMask):
    g, p = floats(gradOutput, y)
    return ((g - (g * p).sum(-1, True)) * p * scale).masked_fill(mask, 0).to(y.dtype)


def fake_quantize(self, scale, zero, lowest, highest):
    """Level by level: with a reciprocal in float32, whatever self is."""
    if lowest > highest:
        raise ValueError("quantMin is greater than quantMax")
    by = scale.float()
    level = (self.float() * (1 / by)).round() + zero
    within = level.clamp(lowest, highest)
    return ((within - zero) * by).to(self.dtype), within == level


def fake_quantize_tensor(self, scale, zeroPoint, enabled, quantMin, quantMax):
    out, mask = fake_quantize(self, scale, zeroPoint, quantMin, quantMax)
    return (out, mask) if enabled >= 1 else (self.clone(), torch.ones_like(mask))


def fake_quantize_channels(self, scale, zeroPoint, axis, quantMin, quantMax):
    shape = [-1 if d == axis % self.dim() else 1 for d in range(self.dim())]
    return fake_quantize(self, scale.view(shape), zeroPoint.view(shape), quantMin, quantMax)


def cross_entropy_loss(input, target, weight, reduction, ignoreIndex, labelSmoothing, *_):
    """What is about zloss has no effect."""
    x, w = floats(input, weight)
    wanted = {"reduction": reduction, "ignore_index": ignoreIndex, "label_smoothing": labelSmoothing}
    loss = F.cross_entropy(x, target.long(), w, **wanted).reshape(-1)
    return loss.to(input.dtype), F.log_softmax(x, -1).to(input.dtype)


def cross_entropy_loss_grad(gradLoss, logProb, target, weight, gradZloss, lse, reduction, ignoreIndex, labelSmoothing, zScale):
    g, log, w = (one.double() for one in (gradLoss, logProb, weight))
    counts = (target != ignoreIndex).double()
    of_target = w[target.clamp(min=0)] * counts
    divisor = of_target.sum() if reduction == "mean" else 1
    first = (g * (1 - labelSmoothing) * of_target / divisor)[:, None]
    second = (g * labelSmoothing / log.shape[1] * counts / divisor)[:, None]
    chosen = F.one_hot(target.clamp(min=0).long(), log.shape[1])
    return (log.exp() * (first + second * w.sum()) - second * w - first * chosen).to(logProb.dtype)


def with_logits(features, labels):
    x, p = floats(features, labels)
    log = F.log_softmax(x, -1)
    return -(p * log).sum(-1).to(features.dtype), (log.exp() - p).to(features.dtype)


ORACLES = {
    "AdaLayerNorm": ada_layer_norm,
    "AddLayerNorm": add_layer_norm,
    "AddLayerNormGrad": add_layer_norm_grad,
    "BatchNormElemt": batch_norm_elemt,
    "BatchNormElemtBackward": batch_norm_elemt_backward,
    "BatchNormGatherStatsWithCounts": gather_stats,
    "BatchNormReduceBackward": batch_norm_reduce_backward,
    "BatchNormStats": batch_norm_stats,
    "CrossEntropyLoss": cross_entropy_loss,
    "CrossEntropyLossGrad": cross_entropy_loss_grad,
    "FakeQuantPerChannelAffineCachemask": fake_quantize_channels,
    "FakeQuantPerTensorAffineCachemask": fake_quantize_tensor,
    "GridSampler3D": aten.grid_sampler_3d,
    "GridSampler3DBackward": aten.grid_sampler_3d_backward,
    "PdistForward": lambda self, p: aten._pdist_forward(self, p),
    "ScaledMaskedSoftmax": scaled_masked_softmax,
    "ScaledMaskedSoftmaxBackward": scaled_masked_softmax_backward,
    "SoftmaxCrossEntropyWithLogits": with_logits,
}
