# SPDX-License-Identifier: Apache-2.0
"""The five gradients, called through ATen on the device, beside CPU PyTorch in float64 on the same (rounded) inputs.

Tolerances, of the largest magnitude in the result: FLOAT 4e-6 (sums of a few thousand terms in float32), FLOAT16 2^-10 and
BFLOAT16 2^-7 (one rounding of the result: half a last place, and as much again where the float32 result lies between two)."""
import itertools
import unittest

import torch
import torch_npu  # noqa: F401

aten = torch.ops.aten
TOLERANCES = {torch.float32: 4e-6, torch.float16: 2.0**-10, torch.bfloat16: 2.0**-7}
DTYPES = list(TOLERANCES)


def values(shape, dtype, seed=0):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)


def contiguous(tensor):
    return tensor.npu()


def transposed(tensor):
    """The same values, with the strides of the last two dimensions exchanged."""
    return tensor.transpose(-1, -2).contiguous().npu().transpose(-1, -2)


def inside(tensor):
    """The same values, as a part of a larger tensor."""
    larger = torch.zeros([size + 3 for size in tensor.shape], dtype=tensor.dtype)
    part = tuple(slice(2, 2 + size) for size in tensor.shape)
    larger[part] = tensor
    return larger.npu()[part]


LAYOUTS = [contiguous, transposed, inside]


def wide(tensor):
    return tensor.double() if tensor.is_floating_point() else tensor


class Gradients(unittest.TestCase):
    def expect_close(self, results, references, dtype, term=0.0):
        """`term`: the largest magnitude among the terms of a result, where they may cancel."""
        for result, reference in zip(results, references, strict=True):
            self.assertEqual(result.device.type, "npu")
            self.assertEqual(result.dtype, dtype)
            self.assertEqual(result.shape, reference.shape)
            difference = (result.cpu().double() - reference).abs().max().item()
            self.assertLessEqual(difference, TOLERANCES[dtype] * max(term, reference.abs().max().item()))

    def compare(self, operator, tensors, attributes, dtype, layout, term=0.0):
        """`tensors` are on the host; those that are 2-D or more and floating get the layout."""
        placed = [layout(tensor) if tensor.dim() > 1 and tensor.is_floating_point() else tensor.npu() for tensor in tensors]
        results = operator(*placed, *attributes)
        references = operator(*map(wide, tensors), *attributes)
        if isinstance(results, torch.Tensor):
            results, references = [results], [references]
        self.expect_close(results, references, dtype, term)

    def test_mse_loss_backward(self):
        shapes = [(5,), (3, 7), (2, 3, 4, 5), (129, 257)]
        for dtype, shape, reduction, layout in itertools.product(DTYPES, shapes, (0, 1, 2), LAYOUTS):
            if len(shape) == 1 and layout is not contiguous:
                continue
            with self.subTest(dtype=dtype, shape=shape, reduction=reduction, layout=layout.__name__):
                grad = values(shape, dtype, 1) if reduction == 0 else values((), dtype, 1)
                self.compare(aten.mse_loss_backward, [grad, values(shape, dtype, 2), values(shape, dtype, 3)],
                             [reduction], dtype, layout)

    def test_prelu_backward(self):
        for dtype, shape, layout in itertools.product(DTYPES, [(4, 3), (2, 3, 5, 7), (8, 64, 9)], LAYOUTS):
            for channels in (1, shape[1]):
                with self.subTest(dtype=dtype, shape=shape, channels=channels, layout=layout.__name__):
                    weight = values((channels,), dtype, 5)
                    spread = [1, -1] + [1] * (len(shape) - 2)
                    grad, x = values(shape, dtype, 1), values(shape, dtype, 2)
                    results = aten._prelu_kernel_backward(layout(grad), layout(x), weight.npu().view(spread))
                    references = aten._prelu_kernel_backward(wide(grad), wide(x), wide(weight).view(spread))
                    self.expect_close(results[:1], references[:1], dtype)
                    self.expect_weight_gradient(results[1], references[1], dtype)

    def expect_weight_gradient(self, result, reference, dtype):
        """On the device it is added up over all that share a weight; sums of terms as large as the inputs cancel."""
        shared = [dim for dim, size in enumerate(result.shape) if size == 1]
        largest = reference.abs().sum(shared, keepdim=True).max().item()
        difference = (result.cpu().double() - reference.sum(shared, keepdim=True)).abs().max().item()
        self.assertLessEqual(difference, TOLERANCES[dtype] * largest)

    def test_group_norm_backward(self):
        for dtype, (n, c, s, groups) in itertools.product(DTYPES, [(2, 6, 5, 3), (3, 8, 1, 4), (1, 4, 1000, 1), (2, 32, 49, 4)]):
            with self.subTest(dtype=dtype, n=n, c=c, s=s, groups=groups):
                x = values((n, c, s), dtype, 2)
                rows = x.double().reshape(n, groups, -1)
                mean = rows.mean(-1).to(dtype)
                rstd = (rows.var(-1, unbiased=False) + 1e-5).rsqrt().to(dtype)
                tensors = [values((n, c, s), dtype, 1), x, mean, rstd, values((c,), dtype, 4)]
                attributes = [n, c, s, groups, [True, True, True]]
                # Groups of two elements: gradInput's three terms, each up to rstd gradOut weight, cancel almost wholly.
                term = (rstd.double().max() * tensors[0].abs().max() * tensors[4].abs().max()).item()
                self.compare(aten.native_group_norm_backward, tensors, attributes, dtype, contiguous, term)

    def test_grid_sampler_2d_backward(self):
        for mode, padding, align in itertools.product((0, 1), (0, 1, 2), (False, True)):
            for dtype in (torch.float32,):
                with self.subTest(dtype=dtype, mode=mode, padding=padding, align=align):
                    # Away from pixels' borders, where float32 and float64 may choose differently.
                    grid = (torch.randint(-30, 30, (2, 5, 6, 2), generator=torch.Generator().manual_seed(3)) * 2 + 1) / 47.0
                    tensors = [values((2, 3, 5, 6), dtype, 1), values((2, 3, 8, 9), dtype, 2), grid]
                    self.compare(aten.grid_sampler_2d_backward, tensors, [mode, padding, align, [True, True]], dtype,
                                 contiguous)

    def test_embedding_dense_backward(self):
        for dtype, indices, padding, by_frequency in itertools.product(
                DTYPES, [(7,), (3, 50)], (-1, 2), (False, True)):
            with self.subTest(dtype=dtype, indices=indices, padding=padding, by_frequency=by_frequency):
                index = torch.randint(0, 11, indices, generator=torch.Generator().manual_seed(8))
                self.compare(aten.embedding_dense_backward, [values((*indices, 16), dtype, 1), index],
                             [11, padding, by_frequency], dtype, contiguous)


if __name__ == "__main__":
    unittest.main()
