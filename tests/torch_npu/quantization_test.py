# SPDX-License-Identifier: Apache-2.0
"""torch_npu's functions that quantize numbers, and multiply quantized ones, against their formulas in plain PyTorch on the CPU."""
import unittest

import torch
import torch_npu

DTYPES = (torch.float32, torch.float16, torch.bfloat16)
HALVES = DTYPES[1:]
SHAPES = ((7, 33), (2, 5, 128), (1, 4096), (130, 8))


def whole(x, lowest=-128, highest=127):
    return x.round().clamp(lowest, highest)


def packed(numbers):
    """INT4 in INT32, eight along the last dimension."""
    nibbles = (numbers.to(torch.int64) & 15).unflatten(-1, (-1, 8)) << (4 * torch.arange(8))
    return nibbles.sum(-1).to(torch.int32) if nibbles.numel() == 0 else wrapped(nibbles.sum(-1))


def wrapped(words):
    return torch.where(words >= 2**31, words - 2**32, words).to(torch.int32)


class Quantization(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(11)

    def expect_equal(self, result, expected):
        torch.testing.assert_close(result.cpu(), expected, rtol=0, atol=0)

    def test_dynamic_quant(self):
        for dtype in HALVES:
            for shape in SHAPES:
                for smooth in (None, torch.rand(shape[-1]).to(dtype) + 0.5):
                    with self.subTest(dtype=dtype, shape=shape, smooth=smooth is not None):
                        x = torch.randn(shape).to(dtype)
                        y, scale = torch_npu.npu_dynamic_quant(x.npu(), smooth_scales=None if smooth is None else smooth.npu())
                        numbers = x.float() if smooth is None else x.float() * smooth.float()
                        expected = numbers.abs().amax(-1) / 127
                        self.expect_equal(scale, expected)
                        self.expect_equal(y, whole(numbers / expected[..., None]).to(torch.int8))

    def test_dynamic_quant_in_groups(self):
        x, smooth = torch.randn(10, 64).half(), torch.rand(3, 64).half() + 0.5
        ends = torch.tensor([2, 7, 10], dtype=torch.int32)
        y, scale = torch_npu.npu_dynamic_quant(x.npu(), smooth_scales=smooth.npu(), group_index=ends.npu())
        numbers = x.float() * smooth.float()[torch.searchsorted(ends, torch.arange(10), right=True)]
        expected = numbers.abs().amax(-1) / 127
        self.expect_equal(scale, expected)
        self.expect_equal(y, whole(numbers / expected[:, None]).to(torch.int8))

    def test_dynamic_quant_to_four_bits(self):
        x = torch.randn(6, 48).half()
        y, scale = torch_npu.npu_dynamic_quant(x.npu(), dst_type=torch.quint4x2)
        expected = x.float().abs().amax(-1) / 7
        self.expect_equal(scale, expected)
        self.expect_equal(y, packed(whole(x.float() / expected[:, None], -8, 7)))

    def test_dynamic_quant_of_columns_and_all(self):
        for dtype in HALVES:
            for shape in ((7, 33), (2, 5, 128)):
                x = torch.randn(shape).to(dtype)
                for mode, dims in (("pertensor", None), ("perchannel", -2)):
                    with self.subTest(dtype=dtype, shape=shape, mode=mode):
                        y, scale = torch_npu.npu_dynamic_quant(x.npu(), quant_mode=mode)
                        expected = (x.float().abs().amax() if dims is None else x.float().abs().amax(dims)) / 127
                        self.expect_equal(scale.view(expected.shape), expected)
                        self.expect_equal(y, whole(x.float() / (expected if dims is None else expected.unsqueeze(-2))).to(torch.int8))

    def test_dynamic_quant_asymmetric(self):
        for dtype in HALVES:
            x = torch.randn(9, 130).to(dtype)
            y, scale, offset = torch_npu.npu_dynamic_quant_asymmetric(x.npu())
            numbers = x.float()
            expected = (numbers.amax(-1) - numbers.amin(-1)) / 255
            shift = 127 - numbers.amax(-1) / expected
            self.expect_equal(scale, expected)
            self.expect_equal(offset, shift)
            self.expect_equal(y, whole(numbers / expected[:, None] + shift[:, None]).to(torch.int8))

    def test_quantize_by_products(self):
        for dtype in DTYPES:
            for axis in (-1, -2):
                with self.subTest(dtype=dtype, axis=axis):
                    x = (torch.randn(4, 9, 24) * 30).to(dtype)
                    scales, points = (torch.rand(2, x.shape[axis]) + 0.5).to(dtype)
                    result = torch_npu.npu_quantize(x.npu(), scales.npu(), points.npu(), torch.qint8, axis, False)
                    shape = (-1, 1) if axis == -2 else (-1,)
                    expected = whole(x.float() * scales.float().view(shape) + points.float().view(shape))
                    self.expect_equal(result, expected.to(torch.int8))

    def test_quantize_by_quotients(self):
        for dtype in DTYPES:
            for to, lowest, highest in ((torch.qint8, -128, 127), (torch.quint8, 0, 255)):
                with self.subTest(dtype=dtype, to=to):
                    x = (torch.randn(4, 9, 24) * 30).to(dtype)
                    scales = (torch.rand(9) + 0.5).to(dtype)
                    points = torch.randint(0, 9, (9,), dtype=torch.int32)
                    result = torch_npu.npu_quantize(x.npu(), scales.npu(), points.npu(), to, 1, True)
                    expected = whole(x.float() / scales.float()[:, None] + points[:, None], lowest, highest)
                    self.expect_equal(result.cpu().float(), expected)

    def test_anti_quant(self):
        for dtype in HALVES:
            x = torch.randint(-128, 128, (6, 40), dtype=torch.int8)
            scale, offset = torch.rand(2, 40) + 0.5
            result = torch_npu.npu_anti_quant(x.npu(), scale.npu(), offset=offset.npu(), dst_dtype=dtype)
            self.expect_equal(result, ((x.float() + offset) * scale).to(dtype))

    def test_trans_quant_param(self):
        scale, offset = torch.rand(33) + 0.01, torch.randn(33) * 100
        bits = scale.view(torch.int32).long() & 0xFFFFE000
        for shift in (None, offset):
            expected = bits | (1 << 46)
            if shift is not None:
                expected |= (shift.round().clamp(-256, 255).long() & 0x1FF) << 37
            result = torch_npu.npu_trans_quant_param(scale.npu(), None if shift is None else shift.npu())
            self.expect_equal(result.long(), expected)


class Products(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(12)

    def test_types_and_layouts(self):
        for m, k, n in ((1, 64, 32), (33, 300, 70), (128, 512, 128)):
            x1 = torch.randint(-128, 128, (m, k), dtype=torch.int8)
            x2 = torch.randint(-128, 128, (k, n), dtype=torch.int8)
            exact = x1.double() @ x2.double()
            scale, rows = torch.rand(n) / 500, torch.rand(m) + 0.5
            for name, weight in (("rows", x2.npu()), ("columns", x2.t().contiguous().npu().t())):
                with self.subTest(m=m, weight=name):
                    result = torch_npu.npu_quant_matmul(x1.npu(), weight, scale.npu(), pertoken_scale=rows.npu(),
                                                        output_dtype=torch.bfloat16)
                    expected = (exact * scale.double() * rows.double()[:, None]).to(torch.bfloat16)
                    torch.testing.assert_close(result.cpu(), expected, rtol=2**-7, atol=0)
                    result = torch_npu.npu_quant_matmul(x1.npu(), weight, scale.npu(), output_dtype=torch.bfloat16)
                    torch.testing.assert_close(result.cpu(), (exact * scale.double()).to(torch.bfloat16), rtol=2**-7, atol=0)

    def test_packed_scales(self):
        x1 = torch.randint(-128, 128, (17, 96), dtype=torch.int8)
        x2 = torch.randint(-128, 128, (96, 40), dtype=torch.int8)
        scale, bias = torch.rand(40) / 500, torch.randint(-500, 500, (40,), dtype=torch.int32)
        short = (scale.view(torch.int32) & -8192).view(torch.float32).double()  # what is left of a scale in a word
        exact = x1.double() @ x2.double() + bias.double()
        result = torch_npu.npu_quant_matmul(x1.npu(), x2.npu(), scale.npu(), bias=bias.npu(), output_dtype=torch.float16)
        torch.testing.assert_close(result.cpu(), (exact * short).half(), rtol=2**-10, atol=0)
        result = torch_npu.npu_quant_matmul(x1.npu(), x2.npu(), scale.npu(), bias=bias.npu(), output_dtype=torch.int8)
        torch.testing.assert_close(result.cpu(), whole(exact * short).to(torch.int8), rtol=0, atol=0)

    def test_quantized_rows(self):
        """Rows become INT8 first, by scales of their own or by one that is given."""
        x, weight = torch.randn(5, 64).half(), torch.randint(-128, 128, (32, 64), dtype=torch.int8)
        scale, bias = torch.rand(32) / 500, torch.randint(-900, 900, (32,), dtype=torch.int32)
        smooth, given = (torch.rand(64) + 0.5).half(), torch.tensor([0.05])
        for names, smoothed, sums in (({}, x.float(), 0), ({"bias": bias}, x.float(), bias.double()),
                                      ({"smooth_scale": smooth}, x.float() * smooth.float(), 0)):
            rows = smoothed.abs().amax(1, keepdim=True) / 127
            exact = (smoothed / rows).round().double() @ weight.double().t() + sums
            result = torch_npu.npu_quant_matmul_dequant(x.npu(), weight.npu(), scale.npu(), **{name: t.npu() for name, t in names.items()})
            torch.testing.assert_close(result.cpu(), (exact * scale.double() * rows.double()).half(), rtol=2**-10, atol=0)
        exact = whole(x.float() / given).double() @ weight.double().t() * scale.double() * given.double()
        words = (scale * given).view(torch.int32).long()
        for factors in (scale, words):
            result = torch_npu.npu_quant_matmul_dequant(x.npu(), weight.npu(), factors.npu(), x_scale=given.npu(), quant_mode="pertensor")
            torch.testing.assert_close(result.cpu(), exact.half(), rtol=2**-10, atol=0)

    def test_convolution(self):
        x, weight = torch.randint(-128, 128, (2, 12, 19, 8), dtype=torch.int8), torch.randint(-128, 128, (6, 12, 3, 3), dtype=torch.int8)
        scale, bias = torch.rand(6) / 500, torch.randn(6)
        exact = torch.nn.functional.conv2d(x.double(), weight.double(), None, (2, 1), (1, 2)) * scale.double().view(-1, 1, 1)
        for dtype, tolerance in ((torch.float16, 2**-10), (torch.bfloat16, 2**-7), (torch.float32, 1e-6)):
            for added in (None, bias, bias.bfloat16()):
                result = torch_npu.npu_quant_conv2d(x.npu(), weight.npu(), scale.npu(), (2, 1), (1, 2), output_dtype=dtype,
                                                    bias=None if added is None else added.npu())
                expected = exact if added is None else exact + added.double().view(-1, 1, 1)
                torch.testing.assert_close(result.cpu(), expected.to(dtype), rtol=tolerance, atol=0)

    def test_batches(self):
        x1 = torch.randint(-128, 128, (3, 9, 64), dtype=torch.int8)
        x2 = torch.randint(-128, 128, (3, 64, 20), dtype=torch.int8)
        scale = torch.rand(1) / 500
        result = torch_npu.npu_quant_matmul(x1.npu(), x2.npu(), scale.npu(), output_dtype=torch.bfloat16)
        torch.testing.assert_close(result.cpu(), (x1.double() @ x2.double() * scale.double()).to(torch.bfloat16), rtol=2**-7, atol=0)

    def test_quantized_weights(self):
        for dtype in HALVES:
            for m, k, n, group in ((1, 256, 64, 32), (9, 320, 48, 0), (40, 128, 72, 64)):
                x = torch.randn(m, k).to(dtype)
                weight = torch.randint(-128, 128, (k, n), dtype=torch.int8)
                shape = (k // group, n) if group else (n,)
                scale, offset = (torch.rand(shape) / 100).to(dtype), torch.randint(-9, 9, shape).to(dtype)
                repeats = group if group else 1
                factors, shifts = (t.double().repeat_interleave(repeats, 0) if group else t.double() for t in (scale, offset))
                expected = x.double() @ ((weight.double() + shifts) * factors)
                for name, on_device in (("rows", weight.npu()), ("columns", weight.t().contiguous().npu().t())):
                    with self.subTest(dtype=dtype, m=m, group=group, weight=name):
                        result = torch_npu.npu_weight_quant_batchmatmul(
                            x.npu(), on_device, scale.npu(), antiquant_offset=offset.npu(), antiquant_group_size=group)
                        largest = expected.abs().max().item()
                        torch.testing.assert_close(result.cpu().double(), expected, rtol=0,
                                                   atol=largest * (2**-7 if dtype == torch.bfloat16 else 2**-10))

    def test_groups_of_rows(self):
        sizes = torch.tensor([3, 0, 17, 1])
        for dtype in HALVES:
            x, weight = torch.randn(21, 96).to(dtype), torch.randn(4, 96, 40).to(dtype)
            parts = x.double().split(sizes.tolist())
            expected = torch.cat([part @ matrix.double() for part, matrix in zip(parts, weight, strict=True)])
            for kind, groups in ((0, sizes.cumsum(0)), (1, sizes)):
                with self.subTest(dtype=dtype, kind=kind):
                    result = torch_npu.npu_grouped_matmul([x.npu()], [weight.npu()], group_list=groups.npu(), split_item=3,
                                                          group_type=0, group_list_type=kind)[0]
                    torch.testing.assert_close(result.cpu().double(), expected, rtol=0, atol=0.3 if dtype == torch.bfloat16 else 0.04)
            for name, blocks in (("one", [torch_npu.npu_format_cast(weight.npu(), 29)]),
                                 ("columns", [torch_npu.npu_format_cast(weight.transpose(1, 2).contiguous().npu(), 29).transpose(1, 2)]),
                                 ("each", [torch_npu.npu_format_cast(matrix.npu(), 29) for matrix in weight])):
                with self.subTest(dtype=dtype, blocks=name):
                    result = torch_npu.npu_grouped_matmul([x.npu()], blocks, group_list=sizes.npu(), split_item=3,
                                                          group_type=0, group_list_type=1)[0]
                    torch.testing.assert_close(result.cpu().double(), expected, rtol=0, atol=0.3 if dtype == torch.bfloat16 else 0.04)

    def test_groups_of_quantized_rows(self):
        sizes = torch.tensor([3, 0, 17, 1])
        x = torch.randint(-128, 128, (21, 96), dtype=torch.int8)
        weight = torch.randint(-128, 128, (4, 96, 40), dtype=torch.int8)
        scale, rows = (torch.rand(4, 40) / 500).to(torch.bfloat16), torch.rand(21) + 0.5
        expert = torch.repeat_interleave(torch.arange(4), sizes)
        exact = torch.stack([x[i].double() @ weight[e].double() * scale[e].double() for i, e in enumerate(expert.tolist())])
        result = torch_npu.npu_grouped_matmul(
            [x.npu()], [weight.npu()], scale=[scale.npu()], per_token_scale=[rows.npu()], group_list=sizes.cumsum(0).npu(),
            split_item=3, group_type=0, group_list_type=0, output_dtype=torch.bfloat16)[0]
        torch.testing.assert_close(result.cpu(), (exact * rows.double()[:, None]).to(torch.bfloat16), rtol=2**-7, atol=0)
        blocks = torch_npu.npu_format_cast(weight.npu(), 29)
        result = torch_npu.npu_grouped_matmul(
            [x.npu()], [blocks], scale=[scale.npu()], per_token_scale=[rows.npu()], group_list=sizes.cumsum(0).npu(),
            split_item=3, group_type=0, group_list_type=0, output_dtype=torch.bfloat16)[0]
        torch.testing.assert_close(result.cpu(), (exact * rows.double()[:, None]).to(torch.bfloat16), rtol=2**-7, atol=0)

    def test_weights_in_blocks(self):
        for m, k, n in ((1, 64, 32), (33, 300, 70), (128, 512, 128)):
            x1 = torch.randint(-128, 128, (m, k), dtype=torch.int8)
            x2 = torch.randint(-128, 128, (k, n), dtype=torch.int8)
            scale, rows = torch.rand(n) / 500, torch.rand(m) + 0.5
            expected = (x1.double() @ x2.double() * scale.double() * rows.double()[:, None]).to(torch.bfloat16)
            for name, weight in (("rows", torch_npu.npu_format_cast(x2.npu(), 29)),
                                 ("columns", torch_npu.npu_format_cast(x2.t().contiguous().npu(), 29).t())):
                with self.subTest(m=m, weight=name):
                    result = torch_npu.npu_quant_matmul(x1.npu(), weight, scale.npu(), pertoken_scale=rows.npu(),
                                                        output_dtype=torch.bfloat16)
                    torch.testing.assert_close(result.cpu(), expected, rtol=2**-7, atol=0)

    def test_packed_weights(self):
        weight = torch.randint(-8, 8, (96, 64), dtype=torch.int32)
        words = ((weight.view(96, 8, 8).long() & 15) << (4 * torch.arange(8))).sum(-1)
        words = torch.where(words >= 2**31, words - 2**32, words).int()
        packed = torch_npu.npu_convert_weight_to_int4pack(weight.npu())
        torch.testing.assert_close(packed.cpu(), words, rtol=0, atol=0)
        blocks = torch_npu.npu_convert_weight_to_int4pack(torch_npu.npu_format_cast(weight.npu(), 29))
        torch.testing.assert_close(torch_npu.npu_format_cast(blocks, 2).cpu(), words, rtol=0, atol=0)
        x, scale = torch.randn(1, 96).half(), (torch.rand(64) / 10).half()
        result = torch_npu.npu_weight_quant_batchmatmul(x.npu(), packed, scale.npu())
        exact = x.double() @ (weight.double() * scale.double())
        # Results are below 16, which FLOAT16 rounds by 2^-8 at most.
        torch.testing.assert_close(result.cpu().double(), exact, rtol=0, atol=2**-8 + 1e-3)

    def test_groups_by_a_list(self):
        sizes = [3, 0, 17, 1]
        x, weight = torch.randn(21, 96).half(), torch.randn(4, 96, 40).half()
        parts = [part @ matrix for part, matrix in zip(x.double().split(sizes), weight.double(), strict=True)]
        ends = torch.tensor(sizes).cumsum(0).tolist()
        result = torch_npu.npu_grouped_matmul([x.npu()], [matrix.npu() for matrix in weight], group_list=ends, split_item=3)[0]
        torch.testing.assert_close(result.cpu().double(), torch.cat(parts), rtol=0, atol=0.04)


class Norms(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(14)

    def expect_whole(self, result, expected):
        self.assertEqual(result.dtype, torch.int8)
        self.assertLess((result.cpu().double() - expected.clamp(-128, 127)).abs().max().item(), 0.501)

    def norm(self, x, gamma, beta=None, epsilon=1e-6):
        x = x.double()
        result = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * gamma.double()
        return result if beta is None else result + beta.double()

    def test_sums_by_given_scales(self):
        for dtype in HALVES:
            x1, x2 = torch.randn(2, 7, 96).to(dtype)
            gamma, beta = torch.randn(2, 96).to(dtype)
            scales, points = torch.rand(96) / 20 + 0.01, torch.randint(-9, 9, (96,), dtype=torch.int32)
            if dtype == torch.bfloat16:
                scales, points = scales.to(dtype), points.to(dtype)
            for shift in (None, beta):
                with self.subTest(dtype=dtype, beta=shift is not None):
                    y, _, x = torch_npu.npu_add_rms_norm_quant(x1.npu(), x2.npu(), gamma.npu(), scales.npu(), points.npu(),
                                                               beta=None if shift is None else shift.npu())
                    torch.testing.assert_close(x.cpu(), x1 + x2, rtol=0, atol=0)
                    norm = self.norm(x1.double() + x2.double(), gamma, shift)
                    self.expect_whole(y, norm / scales.double() + points.double())

    def test_sums_by_scales_of_rows(self):
        for dtype in HALVES:
            x1, x2 = torch.randn(2, 7, 96).to(dtype)
            gamma, smooth1, smooth2 = torch.rand(3, 96).to(dtype) + 0.5
            for smooth in ((None, None), (smooth1, smooth2)):
                with self.subTest(dtype=dtype, smooth=smooth[0] is not None):
                    first, second = (None if one is None else one.npu() for one in smooth)
                    y1, y2, x, scale1, scale2 = torch_npu.npu_add_rms_norm_dynamic_quant(
                        x1.npu(), x2.npu(), gamma.npu(), smooth_scale1=first, smooth_scale2=second)
                    torch.testing.assert_close(x.cpu(), x1 + x2, rtol=0, atol=0)
                    norm = self.norm(x1.double() + x2.double(), gamma)
                    for y, scale, by in ((y1, scale1, smooth[0]), (y2, scale2, smooth[1])):
                        if by is None and y is y2:
                            continue  # not asked for
                        numbers = norm if by is None else norm * by.double()
                        expected = numbers.abs().amax(-1) / 127
                        torch.testing.assert_close(scale.cpu().double(), expected, rtol=1e-5, atol=0)
                        self.expect_whole(y, numbers / expected[:, None])

    def test_rms_norm_quant(self):
        for dtype in HALVES:
            x, (gamma, beta) = torch.randn(9, 128).to(dtype), torch.randn(2, 128).to(dtype)
            scale, offset = torch.tensor([0.03125]).to(dtype), torch.tensor([-7], dtype=torch.int8)
            y = torch_npu.npu_rms_norm_quant(x.npu(), gamma.npu(), beta.npu(), scale.npu(), offset.npu())
            self.expect_whole(y, self.norm(x, gamma, beta) / 0.03125 - 7)

    def test_rms_norm_backward_quant(self):
        for dtype in HALVES:
            dy, x = torch.randn(2, 9, 128).to(dtype)
            gamma, scale = torch.randn(128).to(dtype), torch.rand(128) / 20 + 0.02
            rstd = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6)
            wide, weight = x.double().requires_grad_(), gamma.double().requires_grad_()
            (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + 1e-6) * weight).backward(dy.double())
            dx, dgamma = torch_npu._npu_rms_norm_backward_quant(dy.npu(), x.npu(), rstd.npu(), gamma.npu(), scale.npu())
            self.expect_whole(dx, wide.grad / scale.double())
            torch.testing.assert_close(dgamma.cpu().double(), weight.grad, rtol=1e-5, atol=1e-5)

    def test_group_quant(self):
        ends = torch.tensor([2, 7, 10])
        for dtype in DTYPES:
            x, scale, offset = torch.randn(10, 64).to(dtype) * 30, torch.rand(3, 64).to(dtype) + 0.5, torch.tensor([3.0]).to(dtype)
            y = torch_npu.npu_group_quant(x.npu(), scale.npu(), ends.npu(), offset=offset.npu(), dst_dtype=torch.qint8)
            factors = scale.float()[torch.searchsorted(ends, torch.arange(10), right=True)]
            torch.testing.assert_close(y.cpu(), whole(x.float() * factors + offset.float()).to(torch.int8), rtol=0, atol=0)


class Activations(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(13)

    def expect_rows(self, y, scale, expected):
        scales = expected.abs().amax(-1) / 127
        torch.testing.assert_close(scale.cpu().double().flatten(), scales.flatten(), rtol=1e-5, atol=0)
        off = (y.cpu().double() - expected / scales[..., None]).abs()
        self.assertLess(off.max().item(), 0.501)

    def test_swiglu_quant(self):
        ends = torch.tensor([3, 8], dtype=torch.int32)
        for dtype in DTYPES:
            for left in (False, True):
                x, smooth = torch.randn(8, 64).to(dtype), torch.rand(2, 32) + 0.5
                y, scale = torch_npu.npu_swiglu_quant(x.npu(), smooth_scales=smooth.npu(), group_index=ends.npu(), activate_left=left,
                                                      quant_mode=1)
                gate, factor = x.double().chunk(2, -1) if left else x.double().chunk(2, -1)[::-1]
                of = torch.searchsorted(ends, torch.arange(8), right=True)
                self.expect_rows(y, scale, torch.nn.functional.silu(gate) * factor * smooth.double()[of])

    def test_gelu_quant(self):
        for dtype in DTYPES:
            for form in ("none", "tanh"):
                with self.subTest(dtype=dtype, form=form):
                    x = torch.randn(8, 64).to(dtype)
                    scale, offset = torch.rand(64) * 30 + 5, torch.rand(64) * 20 - 10
                    exact = torch.nn.functional.gelu(x.double(), approximate=form)
                    y, row_scale = torch_npu.npu_gelu_quant(x.npu(), input_scale=scale.npu(), approximate=form)
                    self.expect_rows(y, row_scale, exact * scale.double())
                    y, _ = torch_npu.npu_gelu_quant(x.npu(), input_scale=scale.npu(), input_offset=offset.npu(), approximate=form,
                                                    quant_mode="static")
                    expected = (exact * scale.double() + offset.double()).clamp(-128, 127)
                    self.assertLess((y.cpu().double() - expected).abs().max().item(), 0.501)

    def test_products_of_groups(self):
        x, weight = torch.randint(-128, 128, (8, 48), dtype=torch.int8), torch.randint(-128, 128, (2, 48, 64), dtype=torch.int8)
        columns, rows, smooth = torch.rand(2, 64) / 1000, torch.rand(8) / 10, torch.rand(2, 32) + 0.5
        of = torch.searchsorted(torch.tensor([3, 8]), torch.arange(8), right=True)
        products = (x.double()[:, None] @ weight.double()[of]).squeeze(1) * columns.double()[of] * rows.double()[:, None]
        gate, factor = products.chunk(2, -1)
        gated = torch.nn.functional.silu(gate) * factor
        blocks = torch_npu.npu_format_cast(weight.npu(), 29)
        y, scale = torch_npu.npu_grouped_matmul_swiglu_quant_v2(
            x.npu(), [blocks], [columns.npu()], rows.npu(), torch.tensor([3, 8]).npu())
        self.expect_rows(y, scale, gated)
        y, scale = torch_npu.npu_grouped_matmul_swiglu_quant_v2(
            x.npu(), [blocks], [columns.npu()], rows.npu(), torch.tensor([3, 5]).npu(), smooth_scale=smooth.npu(), group_list_type=1)
        self.expect_rows(y, scale, gated * smooth.double()[of])

    def test_dequant_swiglu_quant(self):
        x = torch.randint(-9000, 9000, (8, 64), dtype=torch.int32)
        columns, rows, smooth = torch.rand(2, 64) / 1000, torch.rand(8) + 0.5, torch.rand(2, 32) + 0.5
        counts = torch.tensor([3, 5])
        y, scale = torch_npu.npu_dequant_swiglu_quant(
            x.npu(), weight_scale=columns.npu(), activation_scale=rows.npu(), quant_scale=smooth.npu(), group_index=counts.npu(),
            activate_left=True, quant_mode=1)
        of = torch.repeat_interleave(torch.arange(2), counts)
        gate, factor = (x.double() * columns.double()[of] * rows.double()[:, None]).chunk(2, -1)
        self.expect_rows(y, scale, torch.nn.functional.silu(gate) * factor * smooth.double()[of])


if __name__ == "__main__":
    unittest.main()
