#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layouts and shapes of real programs through torch_npu beside PyTorch on the CPU: views, broadcasts, indices, products.

Usage: OPENACLNN_NUM_THREADS=1 layouts.py [--processor] [--rounds 9] [--json] [--list] [NAME...]
       (in an environment with torch_npu, after set_env.sh; a NAME is a part of cases' names)

Before each turn the process sleeps, as a program that does something else between its calls; then the call is made twice, with
a synchronize behind each. The first of them finds threads that sleep. A number is the median of the turns, a ratio above 1 says
that we are faster. What torch_npu takes on the host for each call is a part of our times. On a machine that others use,
--processor counts the processor time of all threads, many calls a turn, in place of the clock: with one thread.
"""
import functools
import json
import statistics
import time

import torch
import torch.nn.functional as F
from turns import PAUSE, by_group, contenders, keep_memory, parser, use_threads

FLOAT, BFLOAT16, INT64, INT32, BOOL, UINT8 = (torch.float32, torch.bfloat16, torch.int64, torch.int32, torch.bool, torch.uint8)
CASES = {}


def case(name, make, *inputs):
    """`make` is given the inputs on a device and returns the call, a partial: views are made once."""
    assert name not in CASES, name
    CASES[name] = (make, inputs)


def numbers(*shape, dtype=FLOAT):
    def make():
        if dtype == BOOL:
            return torch.rand(shape) < 0.5
        return torch.randn(shape).to(dtype) if dtype.is_floating_point else torch.randint(0, 100, shape, dtype=dtype)
    return make


def indices(bound, *shape, dtype=INT64):
    return lambda: torch.randint(0, bound, shape, dtype=dtype)


def channels_last(make):
    return lambda: make().to(memory_format=torch.channels_last)


def dtypes(*types):
    return [(str(dtype).removeprefix("torch."), dtype) for dtype in types]


HALVES = dtypes(FLOAT, BFLOAT16)
call = functools.partial


# Broadcasts of a few columns, of channels, of tables.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for width in (4, 16, 64, 128):
        case(f"broadcast/heads by a gate, {width} wide, {kind}", lambda x, g: call(torch.mul, x, g), x(16, 256, 8, width),
             x(16, 256, 8, 1))
        case(f"broadcast/edges by heads, {width} wide, {kind}", lambda x, g: call(torch.mul, x, g), x(20000, 4, width),
             x(1, 4, width))
        case(f"broadcast/column less row, {width} wide, {kind}", lambda x, y: call(torch.sub, x, y), x(65536, 1), x(1, width))
        case(f"broadcast/head columns by head rows, {width} wide, {kind}", lambda x, y: call(torch.add, x, y), x(20000, 4, 1),
             x(1, 4, width))
    for side in (1, 7, 14, 28):
        case(f"broadcast/channels of {side}x{side} planes, {kind}", lambda x, b: call(torch.add, x, b), x(16, 256, side, side),
             x(1, 256, 1, 1))
        case(f"broadcast/gates of {side}x{side} planes, {kind}", lambda x, b: call(torch.mul, x, b), x(16, 256, side, side),
             x(16, 256, 1, 1))
    case(f"broadcast/channels of channels-last planes, {kind}", lambda x, b: call(torch.mul, x, b),
         channels_last(x(8, 64, 56, 56)), x(1, 64, 1, 1))
    case(f"broadcast/adaptive norm, {kind}", lambda x, s: call(torch.mul, x, s), x(8, 256, 384), x(8, 1, 384))
    case(f"broadcast/adaptive norm with shift, {kind}", lambda x, s, b: call(torch.addcmul, b, x, s), x(8, 256, 384),
         x(8, 1, 384), x(8, 1, 384))
    case(f"broadcast/scores and a table, {kind}", lambda x, b: call(torch.add, x, b), x(8, 12, 49, 49), x(1, 12, 49, 49))
    case(f"broadcast/scores and a mask of keys, {kind}", lambda x, m: call(torch.add, x, m), x(8, 12, 128, 128), x(8, 1, 1, 128))
    case(f"broadcast/filled by a mask of keys, {kind}", lambda x, m: call(x.masked_fill, m, -1e4), x(8, 12, 128, 128),
         numbers(8, 1, 1, 128, dtype=BOOL))
    case(f"broadcast/where by a mask of rows, {kind}", lambda x, m: call(torch.where, m, x, x[:1]), x(32, 512, 64),
         numbers(32, 512, 1, dtype=BOOL))
    case(f"broadcast/rotary table, {kind}", lambda x, c: call(torch.mul, x, c), x(4, 12, 256, 64), x(1, 1, 256, 64))
    case(f"broadcast/rotary table of positions first, {kind}", lambda x, c: call(torch.mul, x, c), x(4, 256, 12, 64),
         x(1, 256, 1, 64))
    case(f"broadcast/pairs of points, {kind}", lambda x: call(torch.sub, x[:, None], x[:, :, None]), x(4, 200, 3))
    case(f"broadcast/corners of boxes, {kind}", lambda a, b: call(torch.maximum, a[:, None, :2], b[None, :, :2]), x(600, 4),
         x(300, 4))
    case(f"broadcast/state of a scan, {kind}", lambda d, a: call(torch.mul, d, a), x(2, 64, 512, 1), x(512, 16))
    case(f"broadcast/input of a scan, {kind}", lambda d, b: call(torch.mul, d, b), x(2, 64, 512, 1), x(2, 64, 1, 16))
    case(f"broadcast/a number, {kind}", lambda x, s: call(torch.mul, x, s), x(512, 512), x())

# Functions of two tensors, of which one or both are views.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for heads, width in ((4, 16), (12, 64), (8, 128)):
        case(f"binary/heads permuted, {heads}x{width}, {kind}", lambda x, y: call(torch.add, x.transpose(1, 2), y),
             x(8, 128, heads, width), x(8, heads, 128, width))
        case(f"binary/both permuted, {heads}x{width}, {kind}", lambda x, y: call(torch.add, x.transpose(1, 2), y.transpose(1, 2)),
             x(8, 128, heads, width), x(8, 128, heads, width))
        case(f"binary/keys transposed, {heads}x{width}, {kind}", lambda x: call(torch.mul, x.transpose(2, 3), 0.125),
             x(8, heads, 128, width))
    for side in (200, 512, 1024):
        case(f"binary/transposed and not, {side}, {kind}", lambda x, y: call(torch.add, x.t(), y), x(side, side), x(side, side))
        case(f"binary/both transposed, {side}, {kind}", lambda x, y: call(torch.add, x.t(), y.t()), x(side, side), x(side, side))
    case(f"binary/channels-last, {kind}", lambda x, y: call(torch.add, x, y), channels_last(x(8, 64, 28, 28)),
         channels_last(x(8, 64, 28, 28)))
    case(f"binary/channels-last and contiguous, {kind}", lambda x, y: call(torch.add, x, y), channels_last(x(8, 64, 28, 28)),
         x(8, 64, 28, 28))
    case(f"binary/halves of a gate, {kind}", lambda x: call(torch.mul, x[..., :512], x[..., 512:]), x(512, 1024))
    case(f"binary/thirds of a projection, {kind}", lambda x: call(torch.mul, *x.chunk(3, -1)[:2]), x(512, 3 * 384))
    case(f"binary/even and odd, {kind}", lambda x: call(torch.mul, x[..., ::2], x[..., 1::2]), x(512, 1024))
    case(f"binary/even by a table, {kind}", lambda x, c: call(torch.mul, x[..., ::2], c), x(8, 12, 128, 64), x(128, 32))
    case(f"binary/windows and a table, {kind}", lambda x, b: call(torch.add, x.permute(0, 1, 3, 2, 4, 5), b),
         x(4, 8, 7, 8, 7, 96), x(7, 7, 96))
    case(f"binary/a column of rows, {kind}", lambda x: call(torch.sub, x[:, 2], x[:, 0]), x(100000, 4))
    case(f"binary/first of a sequence, {kind}", lambda x, y: call(torch.add, x[:, 0], y), x(64, 64, 768), x(64, 768))
    case(f"binary/neighbours, {kind}", lambda x: call(torch.sub, x[:, 1:], x[:, :-1]), x(512, 513))

# Functions of a view.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    case(f"unary/half of a gate, {kind}", lambda x: call(F.silu, x[..., :512]), x(512, 1024))
    case(f"unary/transposed, {kind}", lambda x: call(torch.neg, x.t()), x(512, 768))
    case(f"unary/channels-last, {kind}", lambda x: call(F.silu, x), channels_last(x(8, 64, 28, 28)))
    case(f"unary/every other, {kind}", lambda x: call(torch.neg, x[..., ::2]), x(512, 1024))
    case(f"unary/heads permuted, {kind}", lambda x: call(F.relu, x.transpose(1, 2)), x(8, 128, 12, 64))
    case(f"unary/a narrow slice, {kind}", lambda x: call(torch.exp, x[..., 2:4]), x(4, 10000, 6))
    case(f"unary/a corner, {kind}", lambda x: call(F.relu, x[:, :, 3:-3, 3:-3]), x(4, 32, 38, 38))

# Copies of views and into views.
for kind, dtype in dtypes(FLOAT, BFLOAT16, INT64, BOOL):
    x = functools.partial(numbers, dtype=dtype)
    copy = torch.Tensor.contiguous
    case(f"copy/heads out of rows, {kind}", lambda x: call(copy, x.permute(0, 2, 1, 3)), x(8, 128, 12, 64))
    case(f"copy/projections out of rows, {kind}", lambda x: call(copy, x.permute(2, 0, 3, 1, 4)), x(4, 128, 3, 12, 32))
    case(f"copy/channels first, {kind}", lambda x: call(copy, x.permute(0, 3, 1, 2)), x(8, 56, 56, 64))
    case(f"copy/channels last, {kind}", lambda x: call(copy, x.permute(0, 2, 3, 1)), x(8, 64, 56, 56))
    case(f"copy/pixels first, {kind}", lambda x: call(copy, x.permute(0, 3, 1, 2)), x(8, 128, 128, 3))
    case(f"copy/pixels last, {kind}", lambda x: call(copy, x.permute(0, 2, 3, 1)), x(8, 3, 128, 128))
    case(f"copy/transposed, {kind}", lambda x: call(copy, x.t()), x(768, 512))
    case(f"copy/windows, {kind}", lambda x: call(copy, x.permute(0, 1, 3, 2, 4, 5)), x(4, 8, 7, 8, 7, 96))
    case(f"copy/every other, {kind}", lambda x: call(copy, x[..., ::2]), x(512, 1024))
    case(f"copy/half rows, {kind}", lambda x: call(copy, x[..., :32]), x(8, 12, 256, 64))
    case(f"copy/a column, {kind}", lambda x: call(copy, x[:, :, 1]), x(64, 2000, 4))
    case(f"copy/expanded heads, {kind}", lambda x: call(copy, x[:, :, None].expand(-1, -1, 4, -1, -1)), x(4, 4, 256, 64))
    case(f"copy/expanded columns, {kind}", lambda x: call(copy, x.expand(-1, -1, 48)), x(8, 1000, 1))
    case(f"copy/into a cache, {kind}", lambda c, x: call(c[:, :, 10:20].copy_, x), x(8, 8, 128, 64), x(8, 8, 10, 64))
    case(f"copy/into every other, {kind}", lambda c, x: call(c[..., ::2].copy_, x), x(512, 1024), x(512, 512))
    case(f"copy/into channels-last, {kind}", lambda c, x: call(c.copy_, x), channels_last(x(8, 64, 28, 28)), x(8, 64, 28, 28))
    case(f"copy/into a column, {kind}", lambda c, x: call(c[..., 1].copy_, x), x(200000, 4), x(200000))
    case(f"shape/halves joined, {kind}", lambda x: call(torch.cat, (x[..., 32:], x[..., :32]), -1), x(8, 12, 256, 64))
    case(f"shape/rows joined, {kind}", lambda x, y: call(torch.cat, (x, y), 1), x(8, 100, 768), x(8, 1, 768))
    case(f"shape/pairs stacked, {kind}", lambda x, y: call(torch.stack, (x, y), -1), x(8, 12, 256, 32), x(8, 12, 256, 32))
    case(f"shape/columns stacked, {kind}", lambda x: call(torch.stack, x.unbind(-1), -1), x(50000, 4))
    case(f"shape/rows flipped, {kind}", lambda x: call(torch.flip, x, (0,)), x(1000, 64))
    case(f"shape/pixels flipped, {kind}", lambda x: call(torch.flip, x, (-1,)), x(8, 3, 224, 224))
    case(f"shape/rolled windows, {kind}", lambda x: call(torch.roll, x, (3, 3), (1, 2)), x(4, 56, 56, 96))
    case(f"shape/repeated, {kind}", lambda x: call(x.repeat, 1, 4, 1), x(64, 16, 64))
    case(f"shape/heads repeated, {kind}", lambda x: call(torch.repeat_interleave, x, 4, 1), x(4, 4, 256, 64))
    case(f"shape/triangle, {kind}", lambda x: call(torch.tril, x), x(16, 256, 256))
    if dtype.is_floating_point:
        case(f"shape/padded, {kind}", lambda x: call(F.pad, x, (1, 1, 1, 1)), x(8, 64, 28, 28))

# Types.
for name, source, target in (("float to bfloat16", FLOAT, BFLOAT16), ("bfloat16 to float", BFLOAT16, FLOAT),
    ("float to float16", FLOAT, torch.float16),
                             ("float to bool", FLOAT, BOOL), ("bool to float", BOOL, FLOAT), ("int64 to float", INT64, FLOAT),
                             ("float to int64", FLOAT, INT64), ("uint8 to float", UINT8, FLOAT), ("int64 to int32", INT64, INT32),
                             ("int32 to int64", INT32, INT64), ("bool to int64", BOOL, INT64), ("int64 to bool", INT64, BOOL)):
    case(f"types/{name}", lambda x, target=target: call(x.to, target), numbers(512, 1024, dtype=source))
    case(f"types/{name}, heads permuted", lambda x, target=target: call(x.transpose(1, 2).to, target),
         numbers(8, 64, 12, 64, dtype=source))
case("types/pixels of bytes first", lambda x: call(x.permute(0, 3, 1, 2).to, FLOAT), numbers(8, 128, 128, 3, dtype=UINT8))
case("types/bfloat16 and float", lambda x, y: call(torch.add, x, y), numbers(512, 1024, dtype=BFLOAT16), numbers(512, 1024))
case("types/bfloat16 by a number of float", lambda x, y: call(torch.mul, x, y), numbers(512, 1024, dtype=BFLOAT16), numbers())
case("types/comparison with a number", lambda x: call(torch.gt, x, 0.5), numbers(512, 1024))
case("types/comparison of columns and rows", lambda x: call(torch.eq, x[:, None], x[None]), indices(10, 1000))
case("types/bools and", lambda x, y: call(torch.logical_and, x, y), numbers(512, 1024, dtype=BOOL), numbers(1, 1024, dtype=BOOL))

# Reductions with short rows, short columns, views.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for shape, dim in (((100000, 3), 0), ((100000, 3), 1), ((25000, 16, 4), 1), ((200, 1000, 8), 1), ((8, 196, 384), 1),
        ((100000, 1), 1), ((25000, 64), -1),
                       ((16, 128, 768), 0), ((8, 256, 7, 7), (2, 3)), ((4, 12, 128, 128), 1)):
        extents = "x".join(map(str, shape))
        case(f"reduction/sum {extents} over {dim}, {kind}", lambda x, dim=dim: call(torch.sum, x, dim), x(*shape))
        case(f"reduction/amax {extents} over {dim}, {kind}", lambda x, dim=dim: call(torch.amax, x, dim), x(*shape))
    case(f"reduction/mean of planes, channels-last, {kind}", lambda x: call(torch.mean, x, (2, 3)),
         channels_last(x(8, 256, 14, 14)))
    case(f"reduction/mean of everything, {kind}", lambda x: call(torch.mean, x), x(512, 1024))
    case(f"reduction/sum of everything, transposed, {kind}", lambda x: call(torch.sum, x.t()), x(512, 1024))
    case(f"reduction/norm of points, {kind}", lambda x: call(torch.linalg.vector_norm, x, dim=-1), x(100000, 3))
    case(f"reduction/norm of rows, {kind}", lambda x: call(torch.linalg.vector_norm, x, dim=-1), x(25000, 64))
    case(f"reduction/variance of rows, {kind}", lambda x: call(torch.var, x, -1), x(4096, 128))
    case(f"reduction/largest of logits, {kind}", lambda x: call(torch.argmax, x, -1), x(20000, 10))
    case(f"reduction/largest along columns, {kind}", lambda x: call(torch.max, x, 0), x(64, 10000))
    case(f"reduction/sum of heads permuted, {kind}", lambda x: call(torch.sum, x.transpose(1, 2), -1), x(8, 128, 12, 64))
    case(f"reduction/cumulative, 8 wide, {kind}", lambda x: call(torch.cumsum, x, 0), x(50000, 8))
    case(f"reduction/cumulative rows, {kind}", lambda x: call(torch.cumsum, x, -1), x(1024, 512))
    case(f"reduction/logarithm of sums, {kind}", lambda x: call(torch.logsumexp, x, -1), x(20000, 10))
case("reduction/any of masks", lambda x: call(torch.any, x, -1), numbers(8192, 128, dtype=BOOL))
case("reduction/all of masks", lambda x: call(torch.all, x), numbers(1024, 1024, dtype=BOOL))
case("reduction/count of masks", lambda x: call(torch.sum, x), numbers(1024, 1024, dtype=BOOL))
case("reduction/count of rows of masks", lambda x: call(torch.sum, x, -1), numbers(8192, 128, dtype=BOOL))

# Softmax and norms of short rows.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for width in (2, 4, 10, 16, 49, 128):
        case(f"softmax/{width} wide, {kind}", lambda x: call(torch.softmax, x, -1), x(500000 // width, width))
        case(f"softmax/logarithm, {width} wide, {kind}", lambda x: call(torch.log_softmax, x, -1), x(500000 // width, width))
    case(f"softmax/channels, {kind}", lambda x: call(torch.softmax, x, 1), x(4, 21, 64, 64))
    case(f"norm/layer, 32 wide, {kind}", lambda x, w, b: call(F.layer_norm, x, (32,), w, b), x(16384, 32), x(32), x(32))
    case(f"norm/layer, 64 wide, heads permuted, {kind}", lambda x, w, b: call(F.layer_norm, x.transpose(1, 2), (64,), w, b),
         x(8, 128, 12, 64), x(64), x(64))
    case(f"norm/layer, 768 wide, {kind}", lambda x, w, b: call(F.layer_norm, x, (768,), w, b), x(512, 768), x(768), x(768))
    case(f"norm/group 8x8, {kind}", lambda x, w, b: call(F.group_norm, x, 32, w, b), x(8, 512, 8, 8), x(512), x(512))
    case(f"norm/instance 32x32, {kind}", lambda x: call(F.instance_norm, x), x(8, 64, 32, 32))
    case(f"norm/batch of rows, eval, {kind}", lambda x, m, v, w, b: call(F.batch_norm, x, m, v.abs() + 1, w, b), x(4096, 64),
         x(64), x(64), x(64), x(64))
    case(f"norm/batch, eval, channels-last, {kind}", lambda x, m, v, w, b: call(F.batch_norm, x, m, v.abs() + 1, w, b),
         channels_last(x(8, 64, 28, 28)), x(64), x(64), x(64), x(64))

# Indices.
for kind, dtype in dtypes(FLOAT, BFLOAT16, INT64):
    x = functools.partial(numbers, dtype=dtype)
    case(f"indexing/rows, {kind}", lambda x, i: call(torch.index_select, x, 0, i), x(10000, 64), indices(10000, 20000))
    case(f"indexing/rows by brackets, {kind}", lambda x, i: call(torch.ops.aten.index.Tensor, x, [i]), x(10000, 64),
         indices(10000, 20000))
    case(f"indexing/columns, {kind}", lambda x, i: call(torch.index_select, x, -1, i), x(4000, 128), indices(128, 100))
    case(f"indexing/numbers by two tensors, {kind}", lambda x, i, j: call(torch.ops.aten.index.Tensor, x, [i, j]), x(1000, 1000),
         indices(1000, 50000), indices(1000, 50000))
    case(f"indexing/middle, {kind}", lambda x, i: call(torch.index_select, x, 1, i), x(16, 200, 64), indices(200, 100))
    for width in (16, 64):
        case(f"indexing/gather by expanded indices, {width} wide, {kind}", lambda x,
             i: call(torch.gather, x, 0, i[:, None].expand(-1, x.shape[1])), x(5000, width), indices(5000, 20000))
    case(f"indexing/gather of a few, {kind}", lambda x, i: call(torch.gather, x, -1, i), x(20000, 10), indices(10, 20000, 1))
    case(f"indexing/gather of rows, {kind}", lambda x, i: call(torch.gather, x, -1, i), x(2000, 128), indices(128, 2000, 128))
    case(f"indexing/gather along columns, {kind}", lambda x, i: call(torch.gather, x, 0, i), x(2000, 128),
         indices(2000, 2000, 128))
    case(f"indexing/scatter of rows, {kind}", lambda x, i, y: call(torch.scatter, x, -1, i, y), x(2000, 128),
         indices(128, 2000, 16), x(2000, 16))
    case(f"indexing/masked numbers, {kind}", lambda x, m: call(torch.masked_select, x, m), x(1000, 200),
         numbers(1000, 200, dtype=BOOL))
    if dtype.is_floating_point:
        for width in (16, 64):
            case(f"indexing/scatter and add by expanded indices, {width} wide, {kind}", lambda x, i,
                 y: call(x.scatter_add, 0, i[:, None].expand(-1, x.shape[1]), y), x(5000, width), indices(5000, 20000), x(20000,
                 width))
            case(f"indexing/add rows, {width} wide, {kind}", lambda x, i, y: call(x.index_add, 0, i, y), x(5000, width),
                 indices(5000, 20000), x(20000, width))
        case(f"indexing/scatter and add, {kind}", lambda x, i, y: call(x.scatter_add, 0, i, y), x(2000, 128),
             indices(2000, 2000, 128), x(2000, 128))
        case(f"indexing/add numbers, {kind}", lambda x, i, y: call(x.index_add, 0, i, y), x(5000), indices(5000, 100000),
             x(100000))
        case(f"indexing/embedding, {kind}", lambda w, i: call(F.embedding, i, w), x(10000, 64), indices(10000, 64, 128))
case("indexing/where true", lambda m: call(torch.nonzero, m), numbers(500, 1000, dtype=BOOL))
case("indexing/count of numbers", lambda i: call(torch.bincount, i, None, 1000), indices(1000, 200000))
case("indexing/one-hot", lambda i: call(F.one_hot, i, 64), indices(64, 8192))
case("sort/topk of logits", lambda x: call(torch.topk, x, 5), numbers(256, 1000))
case("sort/short rows", lambda x: call(torch.sort, x), numbers(20000, 16))
case("sort/a long row", lambda x: call(torch.sort, x), numbers(200000))

# Small, thin and transposed products.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for count, rows, inner, columns in ((20000, 3, 3, 1), (20000, 3, 3, 3), (20000, 4, 4, 4), (2000, 8, 8, 8), (1000, 16, 16, 16),
        (200, 32, 32, 32), (96, 64, 32, 64), (256, 1, 64, 128)):
        case(f"product/{count} of {rows}x{inner} by {inner}x{columns}, {kind}", lambda x, y: call(torch.bmm, x, y),
             x(count, rows, inner), x(count, inner, columns))
    for rows, inner, columns in ((4096, 64, 3), (4096, 8, 64), (64, 2, 2048), (1, 1024, 1024), (16, 1024, 1024), (8, 64, 10),
        (512, 512, 512), (2048, 64, 1)):
        case(f"product/linear {rows}x{inner} to {columns}, {kind}", lambda x, w, b: call(F.linear, x, w, b), x(rows, inner),
             x(columns, inner), x(columns))
    case(f"product/scores of permuted heads, {kind}", lambda q, k: call(torch.matmul, q.transpose(1, 2), k.permute(0, 2, 3, 1)),
         x(4, 128, 12, 64), x(4, 128, 12, 64))
    case(f"product/values of permuted heads, {kind}", lambda p, v: call(torch.matmul, p, v.transpose(1, 2)), x(4, 12, 128, 128),
         x(4, 128, 12, 64))
    case(f"product/first transposed, {kind}", lambda x, y: call(torch.mm, x.t(), y), x(512, 384), x(512, 256))
    case(f"product/one matrix for a batch, {kind}", lambda x, w: call(torch.matmul, x, w), x(64, 49, 96), x(96, 288))

# Convolutions and pools of few positions, channels-last, along one dim.
for kind, dtype in HALVES:
    x = functools.partial(numbers, dtype=dtype)
    for name, function, shape, weight, options in (
            ("transposed 4x4 of a point", F.conv_transpose2d, (64, 100, 1, 1), (100, 128, 4, 4), {}),
            ("transposed 2x2 by 2", F.conv_transpose2d, (4, 64, 28, 28), (64, 32, 2, 2), {"stride": 2}),
            ("1x1 to a channel", F.conv2d, (8, 64, 56, 56), (1, 64, 1, 1), {}), ("5x5 of a digit", F.conv2d, (64, 1, 28, 28),
                (6, 1, 5, 5), {}),
            ("5x5 of six", F.conv2d, (64, 6, 12, 12), (16, 6, 5, 5), {}), ("patches of 16", F.conv2d, (2, 3, 224, 224),
                (192, 3, 16, 16), {"stride": 16}),
            ("3x3 of 8x8", F.conv2d, (4, 256, 8, 8), (256, 256, 3, 3), {"padding": 1}),
            ("depthwise 7x7", F.conv2d, (8, 192, 14, 14), (192, 1, 7, 7), {"padding": 3, "groups": 192}),
            ("1d of 3", F.conv1d, (8, 80, 400), (128, 80, 3), {"padding": 1}), ("1d depthwise causal", F.conv1d, (4, 512, 131),
                (512, 1, 4), {"groups": 512}),
            ("3d of 2x2x2", F.conv3d, (2, 3, 16, 56, 56), (48, 3, 2, 4, 4), {"stride": (2, 4, 4)})):
        case(f"convolution/{name}, {kind}", lambda x, w, function=function, options=options: call(function, x, w, **options),
             x(*shape), x(*weight))
    case(f"convolution/3x3, channels-last, {kind}", lambda x, w: call(F.conv2d, x, w, padding=1), channels_last(x(4, 64, 28, 28)),
         channels_last(x(64, 64, 3, 3)))
    case(f"pooling/largest of 2 along a row, {kind}", lambda x: call(F.max_pool1d, x, 2), x(16, 64, 512))
    case(f"pooling/largest of 2x2, {kind}", lambda x: call(F.max_pool2d, x, 2), x(8, 64, 56, 56))
    case(f"pooling/largest of 2x2, channels-last, {kind}", lambda x: call(F.max_pool2d, x, 2), channels_last(x(8, 64, 56, 56)))
    case(f"pooling/largest of 3x3, {kind}", lambda x: call(F.max_pool2d, x, 3, 2, 1), x(8, 64, 56, 56))
    case(f"pooling/mean of 2x2, {kind}", lambda x: call(F.avg_pool2d, x, 2), x(8, 64, 56, 56))
    case(f"pooling/mean to a point, {kind}", lambda x: call(F.adaptive_avg_pool2d, x, 1), x(8, 256, 7, 7))
    case(f"attention/heads permuted, {kind}", lambda q, k,
         v: call(F.scaled_dot_product_attention, *[t.transpose(1, 2) for t in (q, k, v)]), *[x(2, 256, 12, 64)] * 3)
    case(f"attention/with a mask, {kind}", lambda q, k, v, m: call(F.scaled_dot_product_attention, q, k, v, attn_mask=m),
         *[x(2, 12, 256, 64)] * 3, x(2, 1, 256, 256))
    case(f"attention/a query, {kind}", lambda q, k, v: call(F.scaled_dot_product_attention, q, k, v), x(8, 12, 1, 64),
         *[x(8, 12, 512, 64)] * 2)
    case(f"attention/windows, {kind}", lambda q, k, v: call(F.scaled_dot_product_attention, q, k, v), *[x(64, 3, 49, 32)] * 3)


# Graph networks: rows of nodes for edges, weighted, added to nodes; and scores of edges, softmax by node.
def convolution_step(x, source, target, weight):
    return torch.zeros_like(x).index_add(0, target, x[source] * weight[:, None])


def attention_step(x, source, target, score):
    exponentials = torch.exp(F.leaky_relu(score[source] + score[target], 0.2))
    sums = torch.zeros_like(score).scatter_add(0, target[:, None].expand(-1, score.shape[1]), exponentials)
    weights = (exponentials / sums[target])[:, :, None] * x[source].view(len(source), score.shape[1], -1)
    return torch.zeros_like(x).scatter_add(0, target[:, None].expand(-1, x.shape[1]), weights.flatten(1))


for name, step, score in (("convolution", convolution_step, numbers(50000)), ("attention", attention_step, numbers(5000, 4))):
    case(f"graph/{name}", functools.partial(call, step), numbers(5000, 64), indices(5000, 50000), indices(5000, 50000), score)


def measured(name, options):
    make, inputs = CASES[name]
    torch.manual_seed(1)
    both = contenders(make, [tensor() for tensor in inputs], time.process_time if options.processor else time.perf_counter)
    if options.processor:
        for contender in both:
            contender.calibrate(1e-2)
    times = [[], []]
    for contender in both:
        contender.seconds()
    for _ in range(options.rounds):
        for contender, taken in zip(both, times):
            time.sleep(1e-3 if options.processor else PAUSE)
            taken.append([contender.seconds()] if options.processor else [contender.seconds(), contender.seconds()])
    ours, peer = ([statistics.median(turn) for turn in zip(*taken)] for taken in times)
    return {"case": name, "ours_us": [1e6 * seconds for seconds in ours], "pytorch_us": [1e6 * seconds for seconds in peer],
            "ratios": [theirs / mine for mine, theirs in zip(ours, peer)]}


def print_groups(results):
    """A line for each group of cases as a table of Markdown."""
    print("\n| group | cases | PyTorch's time / ours, of each way of calling | below 1 both ways | below 0.8 | slowest |")
    print("|---|---:|---:|---:|---:|---|")
    for group, members in by_group(results):
        ways = zip(*[member["ratios"] for member in members])
        means = " / ".join(f"{statistics.geometric_mean(ratios):.2f}" for ratios in ways)
        best = {member["case"]: max(member["ratios"]) for member in members}
        slowest = min(best, key=best.get)
        print(f"| {group} | {len(members)} | {means} | {sum(ratio < 1 for ratio in best.values())} | "
              f"{sum(ratio < 0.8 for ratio in best.values())} | {best[slowest]:.2f}: {slowest.split('/', 1)[1]} |")


def main():
    arguments = parser(__doc__, rounds=9)
    arguments.add_argument("--list", action="store_true", help="the names of the cases")
    options = arguments.parse_args()
    names = [name for name in CASES if not options.names or any(part in name for part in options.names)]
    if options.list:
        print("\n".join(names))
        return
    use_threads()
    keep_memory()
    results = []
    for name in names:
        result = measured(name, options)
        results.append(result)
        print(json.dumps(result) if options.json else
              f"{name:<72}" + "".join(f" {mine:>9.1f} us {theirs:>9.1f} us {ratio:>6.2f}" for mine, theirs, ratio in
                                      zip(result["ours_us"], result["pytorch_us"], result["ratios"])), flush=True)
    if results and not options.json:
        print_groups(results)


if __name__ == "__main__":
    main()
