# SPDX-License-Identifier: Apache-2.0
"""torch_npu's functions around matrix products, against their formulas in plain PyTorch on the CPU."""
import unittest

import torch
import torch.nn.functional as F
import torch_npu

DTYPES = (torch.float32, torch.float16, torch.bfloat16)
HALVES = DTYPES[1:]
TOLERANCES = {torch.float32: 1e-5, torch.float16: 2.0**-9, torch.bfloat16: 2.0**-6}


def expect_close(result, expected):
    tolerance = TOLERANCES[result.dtype]
    magnitude = expected.abs().max().item() if expected.numel() else 0
    torch.testing.assert_close(result.cpu(), expected.to(result.dtype), rtol=tolerance, atol=tolerance * (1 + 0.01 * magnitude))


def unpacked(words):
    nibbles = (words.cpu().long().unsqueeze(-1) >> (4 * torch.arange(8))) & 15
    return torch.where(nibbles >= 8, nibbles - 16, nibbles).flatten(-2)


class Products(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(31)

    def test_transpose_batchmatmul(self):
        for dtype in HALVES:
            for rows_first in (False, True):
                for parts in (1, 2):
                    with self.subTest(dtype=dtype, rows_first=rows_first, parts=parts):
                        x, weight = torch.randn(6, 17, 128).to(dtype), torch.randn(6, 128, 64).to(dtype)
                        given = x.transpose(0, 1).contiguous() if rows_first else x
                        result = torch_npu.npu_transpose_batchmatmul(
                            given.npu(), weight.npu(), perm_x1=(1, 0, 2) if rows_first else (0, 1, 2), perm_x2=(0, 1, 2),
                            perm_y=(1, 0, 2), batch_split_factor=parts)
                        expected = (x.double() @ weight.double()).transpose(0, 1)
                        if parts > 1:
                            expected = expected.reshape(17, parts, -1).transpose(0, 1)
                        self.assertEqual(result.shape, expected.shape)
                        expect_close(result, expected)

    def test_fused_matmul(self):
        x, weight = torch.randn(17, 64), torch.randn(64, 48) / 8
        bias, other = torch.randn(48), torch.randn(17, 48)
        functions = {"": lambda sums: sums, "relu": torch.relu, "add": lambda sums: sums + other.double(),
                     "mul": lambda sums: sums * other.double(), "gelu_erf": F.gelu,
                     "gelu_tanh": lambda sums: F.gelu(sums, approximate="tanh"), "16cast32": lambda sums: sums}
        for name, function in functions.items():
            with self.subTest(name=name):
                dtype = torch.float16
                biased = name in ("", "relu", "16cast32")
                given = [one.to(dtype) for one in (x, weight, bias, other)]
                other = given[3]
                result = torch_npu.npu_fused_matmul(
                    given[0].npu(), given[1].npu(), bias=given[2].npu() if biased else None,
                    x3=given[3].npu() if name in ("add", "mul") else None, fused_op_type=name)
                sums = given[0].double() @ given[1].double() + (given[2].double() if biased else 0)
                self.assertEqual(result.dtype, torch.float32 if name == "16cast32" else dtype)
                torch.testing.assert_close(result.cpu().double(), function(sums), rtol=2.0**-9, atol=2.0**-9)

    def test_grouped_matmul_add(self):
        for dtype in HALVES:
            with self.subTest(dtype=dtype):
                x, weight, sums = torch.randn(50, 33).to(dtype), torch.randn(50, 40).to(dtype), torch.randn(3, 33, 40)
                ends = [7, 7, 50]
                expected, begin = sums.double().clone(), 0
                for group, end in enumerate(ends):
                    expected[group] += x[begin:end].double().T @ weight[begin:end].double()
                    begin = end
                changed = sums.npu()
                torch_npu.npu_grouped_matmul_add_(changed, x.npu(), weight.npu(), torch.tensor(ends).npu())
                expect_close(changed, expected)

    def test_kronecker_quant(self):
        for dtype in HALVES:
            for clip in (None, 0.5):
                with self.subTest(dtype=dtype, clip=clip):
                    x, left, right = torch.randn(9, 16, 64).to(dtype), torch.randn(16, 16).to(dtype), torch.randn(64, 64).to(dtype)
                    words, scale = torch_npu.npu_kronecker_quant(x.npu(), left.npu(), right.npu(), clip_ratio=clip)
                    numbers = left.double() @ x.double() @ right.double()
                    expected = numbers.abs().amax((1, 2)) * (clip or 1) / 7
                    torch.testing.assert_close(scale.cpu(), expected.float(), rtol=1e-5, atol=0)
                    quotients = (numbers / expected[:, None, None]).clamp(-8, 7)
                    # Quotients in the middle of two integers may go to either.
                    self.assertLessEqual((unpacked(words) - quotients).abs().max().item(), 0.5 + 1e-4)

    def test_dequant_bias(self):
        for bias in (torch.randint(-900, 900, (40,), dtype=torch.int32), torch.randn(40), torch.randn(40).half(), None):
            for rows in (torch.rand(7), None):
                with self.subTest(bias=None if bias is None else bias.dtype, rows=rows is not None):
                    x, scale = torch.randint(-30000, 30000, (7, 40), dtype=torch.int32), torch.rand(40) / 1000
                    result = torch_npu.npu_dequant_bias(x.npu(), scale.npu(), None if rows is None else rows.npu(),
                                                        None if bias is None else bias.npu(), output_dtype=torch.float16)
                    whole = bias is not None and bias.dtype == torch.int32
                    expected = (x.double() + (bias.double() if whole else 0)) * scale.double()
                    expected = expected * (1 if rows is None else rows.double()[:, None])
                    expect_close(result, expected + (bias.double() if bias is not None and not whole else 0))

    def test_weight_quant_batchmatmul_in_blocks(self):
        for dtype in HALVES:
            for rows in (1, 9):
                with self.subTest(dtype=dtype, rows=rows):
                    x, weight = torch.randn(rows, 96).to(dtype), torch.randint(-128, 128, (96, 64), dtype=torch.int8)
                    scale, offset = (torch.rand(64) / 100).to(dtype), torch.randint(-5, 5, (64,)).to(dtype)
                    blocks = torch_npu.npu_format_cast(weight.npu(), 29)
                    result = torch_npu.npu_weight_quant_batchmatmul(x.npu(), blocks, scale.npu(), offset.npu())
                    restored = (weight.double() + offset.double()) * scale.double()
                    expect_close(result, x.double() @ restored)

    def test_ffn(self):
        functions = {"relu": torch.relu, "gelu": lambda x: F.gelu(x, approximate="tanh"), "silu": F.silu,
                     "fastgelu": lambda x: x * torch.sigmoid(1.702 * x)}
        for dtype in HALVES:
            for name, function in functions.items():
                for tokens in (None, [3, 0, 14]):
                    with self.subTest(dtype=dtype, activation=name, tokens=tokens):
                        experts = () if tokens is None else (3,)
                        x = torch.randn(17, 64).to(dtype)
                        first, second = torch.randn(*experts, 64, 96).to(dtype) / 8, torch.randn(*experts, 96, 64).to(dtype) / 8
                        result = torch_npu.npu_ffn(x.npu(), first.npu(), second.npu(), name, expert_tokens=tokens)
                        of = torch.repeat_interleave(torch.arange(3), torch.tensor(tokens)) if tokens else None
                        one, other = (first, second) if of is None else (first[of], second[of])
                        rows = x.double() if of is None else x.double().unsqueeze(1)
                        expect_close(result, (function(rows @ one.double()) @ other.double()).view(17, 64))

    def quantized_groups(self, columns):
        x = torch.randint(-128, 128, (12, 64), dtype=torch.int8)
        weight = torch.randint(-128, 128, (3, 64, columns), dtype=torch.int8)
        scale, rows = torch.rand(3, columns) / 100 + 1e-4, torch.rand(12) / 10 + 0.01
        counts = torch.tensor([5, 0, 7])
        of = torch.repeat_interleave(torch.arange(3), counts)
        products = (x.double().unsqueeze(1) @ weight[of].double()).squeeze(1) * scale[of].double() * rows.double()[:, None]
        return x, weight, scale, rows, counts, products

    def test_grouped_matmul_swiglu_quant(self):
        x, weight, scale, rows, counts, products = self.quantized_groups(64)
        blocks = torch_npu.npu_format_cast(weight.npu(), 29)
        output, scales, _ = torch_npu.npu_grouped_matmul_swiglu_quant(x.npu(), blocks, counts.cumsum(0).npu(), scale.npu(), rows.npu())
        gates, factors = products.chunk(2, -1)
        gated = F.silu(gates) * factors
        expected = gated.abs().amax(-1) / 127
        torch.testing.assert_close(scales.cpu(), expected.float(), rtol=1e-5, atol=0)
        # Quotients in the middle of two integers may go to either.
        self.assertLessEqual((output.cpu() - gated / expected[:, None]).abs().max().item(), 0.5 + 1e-3)

    def test_grouped_matmul_finalize_routing(self):
        x, weight, scale, rows, counts, products = self.quantized_groups(96)
        blocks = torch_npu.npu_format_cast(weight.npu(), 29)
        logit, index, shared = torch.rand(12), torch.randint(0, 6, (12,)), torch.randn(3, 96).bfloat16()
        result = torch_npu.npu_grouped_matmul_finalize_routing(
            x.npu(), blocks, counts.npu(), scale=scale.npu(), pertoken_scale=rows.npu(), shared_input=shared.npu(),
            logit=logit.npu(), row_index=index.npu(), shared_input_offset=2, shared_input_weight=0.5, output_bs=6)
        expected = torch.zeros(6, 96, dtype=torch.float64).index_add_(0, index, products * logit.double()[:, None])
        expected[2:5] += 0.5 * shared.double()
        expect_close(result, expected)


if __name__ == "__main__":
    unittest.main()
