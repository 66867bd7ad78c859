# SPDX-License-Identifier: Apache-2.0
"""Operators that some networks and scripts call: sets, random numbers, resizing, recurrent networks, linear algebra, lists of
tensors, complex numbers, Fourier transforms, boxes."""
import torch
import torch.nn.functional as F
from cases import both_dtypes, case, positive


def whole(bound, *which):
    """Makes tensors of these places whole numbers below a bound."""
    def convert(tensors):
        return [(tensor.abs() * bound).long() % bound if place in which else tensor for place, tensor in enumerate(tensors)]
    return convert


def complex_numbers(tensors):
    return [torch.complex(tensor, tensor.roll(1, 0)) for tensor in tensors]


def definite(tensors):
    return [tensor @ tensor.mT + 8 * torch.eye(tensor.shape[-1]) for tensor in tensors]


def triangular(tensors):
    return [tensors[0].triu() + 8 * torch.eye(tensors[0].shape[-1]), tensors[1]]


# Element by element.
for function in (torch.lgamma, torch.digamma, torch.sinc, torch.nan_to_num, F.selu, F.hardswish, F.softshrink):
    both_dtypes(f"elementwise/{function.__name__}", function, (1024, 512))
for function in (torch.logaddexp, torch.xlogy, torch.heaviside, torch.atan2):
    case(f"elementwise/{function.__name__}", function, (1024, 512), (1024, 512), convert=positive)
for function in (torch.gcd, torch.bitwise_left_shift, torch.remainder, torch.floor_divide):
    case(f"elementwise/{function.__name__} of whole numbers", function, (1024, 512), (1024, 512),
         convert=lambda tensors: [1 + tensor for tensor in whole(20, 0, 1)(tensors)])

# Sets, counts, orders, random numbers.
case("sets/unique", lambda x: torch.unique(x), (65536,), convert=whole(1000, 0))
case("sets/unique, inverse and counts", lambda x: torch.unique(x, return_inverse=True, return_counts=True)[1], (65536,),
     convert=whole(1000, 0))
case("sets/unique consecutive", lambda x: torch.unique_consecutive(x), (65536,), convert=whole(4, 0))
case("sets/isin", torch.isin, (65536,), (256,), convert=whole(1000, 0, 1))
case("sets/histc", lambda x: torch.histc(x, 100, -3, 3), (65536,))
case("sets/searchsorted", torch.searchsorted, (4096,), (65536,), convert=lambda tensors: [tensors[0].sort()[0], tensors[1]])
case("sets/kthvalue", lambda x: torch.kthvalue(x, 100)[0], (256, 1024))
case("sets/median of rows", lambda x: torch.median(x, 1)[0], (256, 1024))
case("random/multinomial", lambda x: torch.multinomial(x, 4, replacement=True), (64, 4096), convert=positive)
case("random/randperm", lambda x: torch.randperm(65536, device=x.device), (1,))
case("random/exponential", lambda x: x.exponential_(), (1024, 512))
case("random/normal", lambda x: x.normal_(), (1024, 512))
case("random/bernoulli", lambda x: torch.bernoulli(x), (1024, 512), convert=lambda tensors: [tensors[0].sigmoid()])
case("random/dropout", lambda x: F.dropout(x, 0.1), (1024, 512))

# Images and volumes.
for mode, shape in (("bicubic", (2, 16, 48, 48)), ("nearest-exact", (2, 16, 48, 48)), ("trilinear", (2, 8, 12, 24, 24)),
                    ("linear", (4, 64, 512))):
    both_dtypes(f"resize/{mode}", lambda x, mode=mode: F.interpolate(x, scale_factor=2, mode=mode), shape)
    case(f"resize/{mode} backward", lambda x, mode=mode: F.interpolate(x, scale_factor=2, mode=mode), shape, backward=True)
for mode in ("bilinear", "bicubic"):
    case(f"resize/{mode}, smoothed", lambda x, mode=mode: F.interpolate(x, size=(64, 64), mode=mode, antialias=True),
         (2, 3, 224, 224))
both_dtypes("windows/unfold", lambda x: F.unfold(x, 3, padding=1), (4, 32, 28, 28))
both_dtypes("windows/fold", lambda x: F.fold(x, (28, 28), 3, padding=1), (4, 288, 784))
case("windows/max pool of a volume", lambda x: F.max_pool3d(x, 2), (2, 16, 16, 32, 32))
case("windows/max pool of a volume, backward", lambda x: F.max_pool3d(x, 2), (2, 16, 16, 32, 32), backward=True)
case("windows/average pool of a volume", lambda x: F.avg_pool3d(x, 2), (2, 16, 16, 32, 32))
case("windows/adaptive max pool", lambda x: F.adaptive_max_pool2d(x, 7), (4, 64, 28, 28))
for mode in ("reflect", "replicate", "circular"):
    case(f"windows/pad, {mode}", lambda x, mode=mode: F.pad(x, (2, 2, 2, 2), mode=mode), (4, 64, 28, 28))

# Recurrent networks, sequences, tables.
lstm = ((64, 8, 128), (1, 8, 128), (1, 8, 128), (512, 128), (512, 128), (512,), (512,))
case("recurrent/lstm", lambda x, h, c, *w: torch.lstm(x, (h, c), w, True, 1, 0.0, False, False, False)[0], *lstm)
gru = ((64, 8, 128), (1, 8, 128), (384, 128), (384, 128), (384,), (384,))
case("recurrent/gru", lambda x, h, *w: torch.gru(x, h, w, True, 1, 0.0, False, False, False)[0], *gru)
case("recurrent/ctc", lambda x, t: F.ctc_loss(x.log_softmax(-1), t, [64] * 8, [12] * 8), (64, 8, 32), (8, 12),
     convert=lambda tensors: [tensors[0], 1 + whole(31, 1)(tensors)[1]])
case("recurrent/embedding bag", lambda i, w: F.embedding_bag(i, w, mode="mean"), (512, 16), (4096, 64), convert=whole(4096, 0))
for reduction in ("amax", "mean", "prod"):
    case(f"scatter/{reduction}", lambda x, i, u, reduction=reduction: x.scatter_reduce(0, i, u, reduction), (256, 64), (4096, 64),
         (4096, 64), convert=whole(256, 1))

# Linear algebra.
for extent, count in ((8, 512), (128, 4)):
    name = f"{count} of {extent}x{extent}"
    case(f"linear algebra/cholesky, {name}", torch.linalg.cholesky, (count, extent, extent), convert=definite)
    case(f"linear algebra/inverse, {name}", torch.linalg.inv, (count, extent, extent), convert=definite)
    case(f"linear algebra/determinant, {name}", lambda x: torch.linalg.slogdet(x)[1], (count, extent, extent), convert=definite)
    case(f"linear algebra/triangular, {name}", lambda a, b: torch.linalg.solve_triangular(a, b, upper=True),
         (count, extent, extent), (count, extent, 16), convert=triangular)
    case(f"linear algebra/qr, {name}", lambda x: torch.linalg.qr(x)[1], (count, extent, extent))
    case(f"linear algebra/svd, {name}", torch.linalg.svdvals, (count, extent, extent))
for p in (1.0, 2.0):
    case(f"linear algebra/distances, p = {p:.0f}", lambda x, y, p=p: torch.cdist(x, y, p), (512, 32), (512, 32))
case("linear algebra/cross", lambda x, y: torch.linalg.cross(x, y), (65536, 3), (65536, 3))
case("linear algebra/renorm", lambda x: torch.renorm(x, 2, 0, 1.0), (1024, 256))

# Lists of tensors.
parts = [(256, 256)] * 16
case("lists/add", lambda *x: torch._foreach_add(x, 1.0), *parts)
case("lists/multiply in place", lambda *x: torch._foreach_mul_(x, 0.999), *parts)
case("lists/square root", lambda *x: torch._foreach_sqrt(x), *parts, convert=positive)
case("lists/norms", lambda *x: torch._foreach_norm(x), *parts)
case("lists/lerp", lambda *x: torch._foreach_lerp(x[:8], x[8:], 0.1), *parts)
case("lists/addcdiv", lambda *x: torch._foreach_addcdiv(x[:4], x[4:8], x[8:12], 0.1), *parts, convert=positive)

# Complex numbers and Fourier transforms.
for function in (torch.mul, torch.add):
    case(f"complex/{function.__name__}", function, (512, 512), (512, 512), convert=complex_numbers)
case("complex/magnitude", torch.abs, (512, 512), convert=complex_numbers)
case("complex/polar", torch.polar, (512, 512), (512, 512), convert=positive)
case("fourier/stft", lambda x, w: torch.stft(x, 400, 160, window=w, return_complex=True), (4, 16000), (400,))

# Losses and optimizers that are one operator.
case("losses/cross entropy, smoothed", lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1), (512, 1000), (512,),
     convert=whole(1000, 1))
case("losses/huber", lambda x, t: F.smooth_l1_loss(x, t), (1024, 512), (1024, 512))
case("losses/divergence", lambda x, t: F.kl_div(x, t, reduction="batchmean"), (512, 512), (512, 512),
     convert=lambda tensors: [tensors[0].log_softmax(-1), tensors[1].softmax(-1)])
case("losses/binary cross entropy with logits", F.binary_cross_entropy_with_logits, (1024, 512), (1024, 512),
     convert=lambda tensors: [tensors[0], tensors[1].sigmoid()])
case("volumes/grid sampler", lambda x, g: F.grid_sample(x, g, align_corners=False), (2, 8, 16, 32, 32), (2, 16, 32, 32, 3),
     convert=lambda tensors: [tensors[0], tensors[1].tanh()])
case("norms/instance", lambda x: F.instance_norm(x), (8, 64, 28, 28))
case("norms/local response", lambda x: F.local_response_norm(x, 5), (4, 64, 28, 28))
