# SPDX-License-Identifier: Apache-2.0
"""Operators that draw random numbers: the outputs of a call, and what every draw has in common."""
import math

import torch

from oracles import Unchecked


def share_fails(kept, count, expected):
    """Whether so many of `count` are more than six standard deviations from their share."""
    return abs(kept - count * expected) > 6 * math.sqrt(max(count * expected * (1 - expected), 1)) + 1


def bits_of(mask, count):
    return ((mask.view(-1, 1) >> torch.arange(8, dtype=torch.uint8)) & 1).view(-1)[:count].bool()


def mask_like(shape):
    return torch.empty((torch.Size(shape).numel() + 127) // 128 * 16, dtype=torch.uint8)


def dropout_outputs(values):
    return Unchecked(values["input"]), Unchecked(mask_like(values["input"].shape))


def dropout_check(values, outputs):
    source, out = values["input"], outputs["out"]
    kept = bits_of(outputs["maskOut"], source.numel()).view(source.shape)
    p = values["p"] if values["train"] else 0.0
    expected = torch.where(kept, source.double() / (1 - p) if p < 1 else 0.0, 0.0).to(source.dtype)
    if not torch.allclose(out.double(), expected.double(), rtol=2 * torch.finfo(source.dtype).eps, atol=0, equal_nan=True):
        return "out is not input, scaled, where the mask has a one"
    if share_fails(int(kept.sum()), kept.numel(), 1 - p):
        return f"{int(kept.sum())} of {kept.numel()} are kept with p = {p}"
    return None


def mask_outputs(values):
    return (Unchecked(mask_like(values["shape"])),)


def mask_check(values, outputs):
    count = torch.Size(values["shape"]).numel()
    kept = int(bits_of(outputs["out"], count).sum())
    return f"{kept} of {count} are kept" if share_fails(kept, count, 1 - values["prob"]) else None


def in_place_outputs(values):
    return (Unchecked(values["selfRef"]),)


def random_outputs(values):
    """PyTorch says which bounds a dtype has."""
    values["selfRef"].real.clone().random_(values["from"], values["to"]) if values["selfRef"].is_complex() else (
        values["selfRef"].clone().random_(values["from"], values["to"]))
    return in_place_outputs(values)


def bounds_check(values, outputs):
    drawn = outputs["selfRef"]
    drawn = (drawn.real if drawn.is_complex() else drawn).double()
    # As the dtype rounds them.
    bounds = torch.tensor(sorted((values["from"], values["to"])), dtype=torch.float64).to(outputs["selfRef"].dtype)
    low, high = (bounds.real if bounds.is_complex() else bounds).double().tolist()
    if outputs["selfRef"].dtype == torch.bool:
        return None
    if drawn.numel() and (drawn.min() < low or drawn.max() > high or not drawn.isfinite().all()):
        return f"{drawn.min()} to {drawn.max()} drawn, out of [{low}, {high})"
    return None


def normal_check(values, outputs):
    drawn = outputs["selfRef"].double()
    if drawn.numel() and abs(drawn.mean() - values["mean"]) > 6 * values["std"] / math.sqrt(drawn.numel()) + 0.01 * abs(values["mean"]):
        return f"mean {drawn.mean()} of {drawn.numel()} elements"
    return None


def multinomial_outputs(values):
    """PyTorch says which weights can be drawn from."""
    torch.multinomial(values["self"].double(), values["numsamples"], values["replacement"])
    return (Unchecked(torch.empty(values["self"].shape[:-1] + (values["numsamples"],), dtype=torch.int64)),)


def multinomial_check(values, outputs):
    drawn = outputs["out"]
    if drawn.numel() and (drawn.min() < 0 or drawn.max() >= values["self"].shape[-1]):
        return "a category is out of range"
    if not (values["self"].gather(-1, drawn) > 0).all():
        return "a category without weight is drawn"
    if not values["replacement"] and (drawn.sort(dim=-1).values.diff(dim=-1) == 0).any():
        return "a category is drawn twice"
    return None


def randperm_outputs(values):
    return (Unchecked(torch.empty(values["n"], dtype=torch.int64)),)


def randperm_check(values, outputs):
    return None if torch.equal(outputs["out"].sort().values, torch.arange(values["n"])) else "out is no permutation"


def rrelu_outputs(values):
    return Unchecked(values["noise"]), Unchecked(values["self"])


def rrelu_check(values, outputs):
    x, low, high = values["self"].double(), values["lower"].number(), values["upper"].number()
    slopes = outputs["noise"].double() if values["training"] else torch.where(x <= 0, (low + high) / 2, 1.0)
    eps = torch.finfo(values["self"].dtype).eps
    drawn = slopes[x <= 0]
    if drawn.numel() and (drawn.min() < low - eps or drawn.max() > high + eps) or (slopes[x > 0] != 1).any():
        return "a slope is out of its range"
    if not torch.allclose(outputs["out"].double(), x * slopes, rtol=2 * eps, atol=0, equal_nan=True):
        return "out is not self times the slopes"
    return None


def bernoulli_outputs(values):
    return (Unchecked(values["self"]),)


def bernoulli_check(values, outputs):
    drawn, prob = outputs["out"].double(), values["prob"]
    chance = prob.double() if isinstance(prob, torch.Tensor) else torch.full((), float(prob.number()), dtype=torch.float64)
    chance = chance.expand(drawn.shape)
    if not ((drawn == 0) | (drawn == 1)).all() or (drawn[chance == 0] != 0).any() or (drawn[chance == 1] != 1).any():
        return "something else than the zeros and ones that prob allows"
    off = abs(float((drawn - chance).sum()))
    return "too many ones, or too few" if off > 6 * math.sqrt(float((chance * (1 - chance)).sum()) + 1) + 1 else None


DRAWS = {
    "Bernoulli": (bernoulli_outputs, bernoulli_check),
    "BernoulliTensor": (bernoulli_outputs, bernoulli_check),
    "Dropout": (dropout_outputs, dropout_check),
    "DropoutGenMask": (mask_outputs, mask_check),
    "DropoutGenMaskV2": (mask_outputs, mask_check),
    "DropoutGenMaskV2Tensor": (mask_outputs, mask_check),
    "InplaceNormal": (in_place_outputs, normal_check),
    "InplaceNormalTensor": (in_place_outputs, normal_check),
    "InplaceRandom": (random_outputs, bounds_check),
    "InplaceRandomTensor": (random_outputs, bounds_check),
    "InplaceUniform": (in_place_outputs, bounds_check),
    "Multinomial": (multinomial_outputs, multinomial_check),
    "MultinomialTensor": (multinomial_outputs, multinomial_check),
    "RReluWithNoise": (rrelu_outputs, rrelu_check),
    "Randperm": (randperm_outputs, randperm_check),
}
