# SPDX-License-Identifier: Apache-2.0
"""Operators that most networks call."""
import functools
import math

import torch
import torch.nn.functional as F
from cases import both_dtypes, case, positive, unit


def unary(name, function, convert=None):
    for count in (16384, 262144, 4194304):
        case(f"unary/{name}/{count}", function, (count,), convert=convert)


def grid(tensors):
    return [tensors[0], tensors[1].tanh()]


# Element by element.
for function in (torch.sigmoid, torch.exp, torch.log, torch.tanh, torch.erf, torch.erfc, torch.sin, torch.rsqrt, F.silu, F.gelu,
                 F.mish, F.softplus):
    unary(function.__name__, function, positive if function in (torch.log, torch.rsqrt) else None)
for function in (torch.erfinv, torch.atanh):
    unary(function.__name__, function, unit)
for function in (torch.add, torch.mul, torch.div):
    for shapes in (((16384,), (16384,)), ((512, 512), (512, 512)), ((512, 512), (512,)), ((2048, 2048), (2048, 2048))):
        both_dtypes(f"binary/{function.__name__}/{'+'.join(str(math.prod(shape)) for shape in shapes)}", function, *shapes)

# Reductions, along dims and rows.
for dim, shape in ((None, (4096, 1024)), (0, (512, 512)), (1, (512, 512)), (0, (4096, 1024)), (1, (4096, 1024))):
    for function in (torch.sum, torch.mean, torch.amax):
        along = {} if dim is None else {"dim": dim}
        both_dtypes(f"reduce/{function.__name__}/{dim}/{shape[0]}x{shape[1]}",
                    lambda x, function=function, along=along: function(x, **along), shape)
case("reduce/argmax/long row", lambda x: torch.argmax(x), (4194304,))
case("reduce/argmax/rows", lambda x: torch.argmax(x, dim=1), (512, 1024))
case("reduce/max/rows", lambda x: torch.max(x, dim=1)[0], (512, 1024))
case("reduce/var/rows", lambda x: torch.var(x, dim=1), (512, 1024))
case("sort/topk 10 of 1024", lambda x: torch.topk(x, 10)[0], (512, 1024))
case("sort/sort", lambda x: torch.sort(x)[0], (512, 1024))
both_dtypes("softmax/rows", lambda x: torch.softmax(x, -1), (512, 1024))
both_dtypes("softmax/stride 4096", lambda x: torch.softmax(x, 1), (16, 64, 4096))
both_dtypes("softmax/stride 1024", lambda x: torch.softmax(x, 0), (512, 1024))
both_dtypes("norm/layer", lambda x, w, b: F.layer_norm(x, x.shape[-1:], w, b), (512, 768), (768,), (768,))
both_dtypes("norm/group", lambda x: F.group_norm(x, 32), (4, 256, 32, 32))
for name, shape in (("4d", (8, 64, 56, 56)), ("2d", (4096, 256))):
    both_dtypes(f"norm/batch train {name}", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), shape,
                (shape[1],), (shape[1],))
    case(f"norm/batch eval {name}", lambda x, w, b, v: F.batch_norm(x, b, v.abs() + 0.1, w, b), shape, (shape[1],), (shape[1],),
         (shape[1],))
    case(f"norm/batch backward {name}", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), shape, (shape[1],),
         (shape[1],), backward=True)

# Pooling and sampling.
for extent, size in ((7, 1), (14, 1), (56, 1), (14, 7), (56, 7)):
    both_dtypes(f"pool/adaptive {extent} to {size}", lambda x, size=size: F.adaptive_avg_pool2d(x, size),
                (8, 256, extent, extent))
both_dtypes("pool/average 2", lambda x: F.avg_pool2d(x, 2), (8, 64, 56, 56))
both_dtypes("pool/max 3 step 2", lambda x: F.max_pool2d(x, 3, 2, 1), (8, 64, 56, 56))
case("pool/adaptive 14 to 7 backward", lambda x: F.adaptive_avg_pool2d(x, 7), (8, 256, 14, 14), backward=True)
for mode in ("nearest", "bilinear"):
    both_dtypes(f"upsample/{mode}", lambda x, mode=mode: F.interpolate(x, scale_factor=2, mode=mode), (4, 64, 32, 32))
    case(f"upsample/{mode} backward", lambda x, mode=mode: F.interpolate(x, scale_factor=2, mode=mode), (4, 64, 32, 32),
         backward=True)
for channels in (1, 3, 8, 64):
    for mode in ("bilinear", "nearest"):
        for backward in (False, True):
            case(f"grid/{mode} C={channels}{' backward' if backward else ''}",
                 lambda x, g, mode=mode: F.grid_sample(x, g, mode=mode, align_corners=False), (4, channels, 128, 128),
                 (4, 128, 128, 2), convert=grid, backward=backward)

# Products and convolutions.
for size in (128, 512, 1024):
    both_dtypes(f"matmul/{size}", torch.matmul, (size, size), (size, size))
case("matmul/gemv", torch.mv, (4096, 1024), (1024,))
case("matmul/gemv transposed", lambda a, x: torch.mv(a.t(), x), (1024, 4096), (1024,))
case("matmul/vector by matrix", lambda x, a: torch.matmul(x, a.t()), (1, 1024), (4096, 1024))
for name, shapes, options in (
        ("3x3 64 56x56", ((4, 64, 56, 56), (64, 64, 3, 3)), {"padding": 1}),
        ("3x3 256 14x14", ((4, 256, 14, 14), (256, 256, 3, 3)), {"padding": 1}),
        ("1x1 256 14x14", ((4, 256, 14, 14), (1024, 256, 1, 1)), {}),
        ("7x7 3 224x224", ((1, 3, 224, 224), (64, 3, 7, 7)), {"padding": 3, "stride": 2}),
        ("depthwise 3x3 128 56x56", ((4, 128, 56, 56), (128, 1, 3, 3)), {"padding": 1, "groups": 128}),
        ("depthwise 3x3 step 2 128 56x56", ((4, 128, 56, 56), (128, 1, 3, 3)), {"padding": 1, "stride": 2, "groups": 128}),
        ("depthwise 7x7 96 28x28", ((4, 96, 28, 28), (96, 1, 7, 7)), {"padding": 3, "groups": 96}),
        ("groups of 4 128 28x28", ((4, 128, 28, 28), (128, 4, 3, 3)), {"padding": 1, "groups": 32})):
    for backward in (False, True):
        case(f"conv/{name}{' backward' if backward else ''}", lambda x, w, options=options: F.conv2d(x, w, **options), *shapes,
             backward=backward)
for name, queries in (("one query", 1), ("512 queries", 512)):
    both_dtypes(f"attention/{name}", F.scaled_dot_product_attention, (2, 12, queries, 64), (2, 12, 512, 64), (2, 12, 512, 64))
for dtype in (torch.bfloat16, torch.float16):
    for name, causal in (("prefill", False), ("causal prefill", True)):
        case(f"attention/{name}, 32 heads of 128, 2048 tokens/{'bf16' if dtype == torch.bfloat16 else 'fp16'}",
             functools.partial(F.scaled_dot_product_attention, is_causal=causal), *[(1, 32, 2048, 128)] * 3, dtype=dtype)
