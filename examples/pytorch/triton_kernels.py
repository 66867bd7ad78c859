# SPDX-License-Identifier: Apache-2.0
"""Kernels of Triton on tensors of npu, run by Triton's interpreter: TRITON_INTERPRET=1."""
import torch
import torch_npu  # noqa: F401
import triton
import triton.language as tl


@triton.jit
def add(a, b, total, size, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < size
    tl.store(total + at, tl.load(a + at, mask=inside) + tl.load(b + at, mask=inside), mask=inside)


@triton.jit
def softmax(rows, result, columns, block: tl.constexpr):
    column = tl.arange(0, block)
    inside = column < columns
    at = tl.program_id(0) * columns + column
    scores = tl.load(rows + at, mask=inside, other=-float("inf"))
    exponentials = tl.exp(scores - tl.max(scores, axis=0))
    tl.store(result + at, exponentials / tl.sum(exponentials, axis=0), mask=inside)


a, b = torch.randn(2, 1000, device="npu")
total = torch.empty_like(a)
add[(triton.cdiv(a.numel(), 128),)](a, b, total, a.numel(), block=128)
torch.testing.assert_close(total, a + b)
print("add: equal")

scores = torch.randn(7, 100, device="npu")
result = torch.empty_like(scores)
softmax[(scores.shape[0],)](scores, result, scores.shape[1], block=triton.next_power_of_2(scores.shape[1]))
torch.testing.assert_close(result, torch.softmax(scores, 1))
print("softmax: equal")
