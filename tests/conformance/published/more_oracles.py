# SPDX-License-Identifier: Apache-2.0
"""Oracles of operators on lists, segments and images that few programs call, and what their cases leave open: oracles.py and
completion.py describe both."""
import torch
import torch.nn.functional as F

from results import Whole


def scatter_list(varRef, indice, updates, mask, reduce, axis):
    results = [one.clone() for one in varRef]
    dim = axis % updates.dim() - 1
    for place, one in enumerate(results):
        if mask is None or mask[place] != 0:
            start, length = (indice[place].tolist() if indice.dim() == 2 else (int(indice[place]), updates.shape[dim + 1]))
            one.narrow(dim, start, length).copy_(updates[place].narrow(dim, 0, length))
    return (results,)


def list_lengths(values):
    """Lengths are drawn as 0: all of the updates instead."""
    if values["indice"].dim() == 2:
        values["indice"][:, 1] = values["updates"].shape[values["axis"] % values["updates"].dim()]


def expand_into_jagged_permute(permute, inputOffsets, outputOffsets, outputSize):
    result = torch.zeros(outputSize, dtype=permute.dtype)
    for segment, number in enumerate(permute.tolist()):
        begin, end = outputOffsets[segment:segment + 2].tolist()
        result[begin:end] = torch.arange(end - begin, dtype=permute.dtype) + inputOffsets[number]
    return result


def jagged_offsets(values):
    """Segments that are there, and ends in order within the result."""
    segments = values["permute"].numel()
    values["permute"] = values["permute"] % max(segments, 1)
    ends = torch.arange(segments + 1) * values["outputSize"] // max(segments, 1) + values["outputOffsets"]
    values["outputOffsets"] = ends.clamp(0, values["outputSize"]).sort().values.to(values["permute"].dtype)


def chamfer_distance_backward(xyz1, xyz2, idx1, idx2, gradDist1, gradDist2):
    first, second = [one.double().requires_grad_() for one in (xyz1, xyz2)]
    near1 = second.gather(1, idx1.long().unsqueeze(-1).expand_as(first))
    near2 = first.gather(1, idx2.long().unsqueeze(-1).expand_as(second))
    loss = (gradDist1.double() * (first - near1).square().sum(-1)).sum() + (gradDist2.double() * (second - near2).square().sum(-1)).sum()
    return tuple(one.to(xyz1.dtype) for one in torch.autograd.grad(loss, (first, second)))


def near_points(values):
    for index, of in (("idx1", "xyz2"), ("idx2", "xyz1")):
        values[index] = values[index] % values[of].shape[1]


def resize(self, scales, mode):
    return F.interpolate(self, size=[int(extent * scale) for extent, scale in zip(self.shape[2:], scales[2:])], mode=mode)


def fused_cross_entropy_loss(logitsMax, sumExpLogits, predictedLogits, labelSmoothing, input, weight, logits):
    probabilities = (logits.to(logitsMax.dtype) - logitsMax.unsqueeze(-1)).exp() / sumExpLogits.unsqueeze(-1)
    return sumExpLogits.log() - predictedLogits, probabilities


def fused_linear_online_max_sum(input, weight, target, start, end):
    wide = torch.promote_types(input.dtype, torch.float32)
    logits = input.to(wide) @ weight.to(wide).T
    largest = logits.amax(-1)
    outside = (target < start) | (target > end)
    masked = torch.where(outside, 0, target - start)
    distances = logits - largest.unsqueeze(-1)
    predicted = torch.where(outside, 0, distances.gather(1, masked.long().unsqueeze(-1)).squeeze(-1))
    bits = F.pad(outside.long(), (0, -len(outside) % 8), value=1).view(-1, 8) << torch.arange(7, -1, -1)
    return largest, distances.exp().sum(-1), predicted, bits.sum(-1).to(torch.uint8), masked.to(target.dtype), logits.to(input.dtype)


def fused_linear_loss_grad(grad, input, weight, mask, target, labelSmoothing, largest, sums, softmax):
    grads = softmax.double()
    inside = ~mask.bool()
    grads[inside, target.long()[inside]] -= 1
    grads *= grad.double().unsqueeze(-1)
    return (grads @ weight.double()).to(input.dtype), (grads.T @ input.double()).to(input.dtype)


def given_probabilities(values):
    """Tensors without dims stand for none; probabilities of as many words as weight has rows."""
    values["logitsMaxOptional"] = values["sumExpLogitsOptional"] = None
    values["maskedTarget"] = values["maskedTarget"] % values["weight"].shape[0]


class Entries(Whole):
    """Numbers of the entries of a table nearest to shares; another one is right that is as near, but for an error of float32."""

    def __init__(self, shares, table):
        super().__init__(torch.empty(shares.shape, dtype=torch.uint8))
        self.dtype = torch.uint8
        self.shares, self.table = shares.double(), table.double()

    def reference(self, actual):
        best = (self.shares.unsqueeze(-1) - self.table).abs()
        near = (self.shares - self.table[actual.long()]).abs() <= best.amin(-1) + 1e-6
        return torch.where(near, actual, best.argmin(-1).to(torch.uint8))


def adam_w_quant(var, grad, m, v, qmapM, qmapV, absmaxM, absmaxV, step, lr, beta1, beta2, weightDecay, eps, gnormScale, mode, block):
    states, outputs = [], []
    grad = grad.double() * gnormScale
    for entries, table, largest, beta, new in ((m, qmapM, absmaxM, beta1, grad), (v, qmapV, absmaxV, beta2, grad.square())):
        old = table.double()[entries.long()].view(-1, block) * largest.double().unsqueeze(-1)
        states.append(beta * old.view(var.shape) + (1 - beta) * new)
        most = states[-1].view(-1, block).abs().amax(-1)
        outputs.append((Entries((states[-1].view(-1, block) / most.unsqueeze(-1)).view(var.shape), table), most.to(largest.dtype)))
    mean, square = (state / (1 - beta ** int(step)) for state, beta in zip(states, (beta1, beta2)))
    result = var.double() * (1 - lr * weightDecay) - lr * mean / (square.sqrt() + eps)
    return result.to(var.dtype), outputs[0][0], outputs[1][0], outputs[0][1], outputs[1][1]


def ascending_tables(values):
    for name in ("qmapM", "qmapV"):
        values[name] = values[name].sort().values


ORACLES = {
    "ApplyAdamWQuant": adam_w_quant,
    "ChamferDistanceBackward": chamfer_distance_backward,
    "ExpandIntoJaggedPermute": expand_into_jagged_permute,
    "FusedCrossEntropyLossWithMaxSum": fused_cross_entropy_loss,
    "FusedLinearCrossEntropyLossGrad": fused_linear_loss_grad,
    "FusedLinearOnlineMaxSum": fused_linear_online_max_sum,
    "Resize": resize,
    "ScatterList": scatter_list,
}
COMPLETIONS = {
    "ApplyAdamWQuant": ascending_tables,
    "ChamferDistanceBackward": near_points,
    "ExpandIntoJaggedPermute": jagged_offsets,
    "FusedLinearCrossEntropyLossGrad": given_probabilities,
    "ScatterList": list_lengths,
}
