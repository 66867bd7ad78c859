# SPDX-License-Identifier: Apache-2.0
"""torch_npu's functions for mixtures of experts, against their formulas in plain PyTorch on the CPU."""
import unittest

import torch
import torch_npu

DTYPES = (torch.float32, torch.float16, torch.bfloat16)
TOLERANCES = {torch.float32: 2e-6, torch.float16: 2.0**-10, torch.bfloat16: 2.0**-7}


def expect_close(result, expected, tolerances=1):
    tolerance = TOLERANCES[result.dtype] * tolerances
    torch.testing.assert_close(result.cpu(), expected.to(result.dtype), rtol=tolerance, atol=tolerance)


def expect_equal(result, expected):
    torch.testing.assert_close(result.cpu(), expected, rtol=0, atol=0)


def npu(*tensors):
    return tuple(tensor.npu() for tensor in tensors)


def distinct(tokens, experts, dtype):
    """Logits that no type rounds to equal ones."""
    return torch.stack([torch.randperm(experts) for _ in range(tokens)]).sub(experts // 2).div(16).to(dtype)


def by_expert(experts):
    """The copies in the order of their experts, and where each copy is then."""
    order = torch.sort(experts.flatten(), stable=True)[1]
    places = torch.empty_like(order)
    places[order] = torch.arange(order.numel())
    return order, places.int()


class Gating(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(21)

    def test_softmax(self):
        for dtype in DTYPES:
            for tokens, experts, k in ((9, 16, 4), (33, 61, 6), (1, 8, 8)):
                with self.subTest(dtype=dtype, experts=experts):
                    x = distinct(tokens, experts, dtype)
                    weights, chosen = x.double().softmax(-1).topk(k)
                    y, index, rows = torch_npu.npu_moe_gating_top_k_softmax(x.npu(), None, k)
                    expect_close(y, weights)
                    expect_equal(index, chosen.int())
                    expect_equal(rows, torch.arange(tokens * k, dtype=torch.int32).view(k, tokens).t())

    def test_softmax_of_the_chosen(self):
        for dtype in DTYPES:
            x = distinct(9, 16, dtype)
            weights, chosen = x.double().topk(4)
            y, index, _ = torch_npu.npu_moe_gating_top_k_softmax_v2(x.npu(), k=4, renorm=1)
            expect_close(y, weights.softmax(-1))
            expect_equal(index, chosen.int())

    def test_groups(self):
        for dtype in DTYPES:
            x, bias = distinct(11, 64, dtype), torch.rand(64).to(dtype)
            scores = x.double().sigmoid()
            choice = (scores + bias.double()).view(11, 8, 8)
            kept = choice.topk(2, -1)[0].sum(-1).topk(4)[1]
            hidden = torch.ones(11, 8, dtype=torch.bool).scatter(1, kept, False)
            chosen = choice.masked_fill(hidden[..., None], -torch.inf).view(11, 64).topk(6)[1]
            weights = scores.gather(1, chosen)
            y, index, out = torch_npu.npu_moe_gating_top_k(
                x.npu(), k=6, bias=bias.npu(), k_group=4, group_count=8, group_select_mode=1, renorm=0, norm_type=1, out_flag=True,
                routed_scaling_factor=2.5, eps=1e-20)
            expect_equal(index, chosen.int())
            expect_close(y, weights / weights.sum(-1, keepdim=True) * 2.5)
            expect_close(out, scores)


class Routing(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(22)
        self.experts = torch.stack([torch.randperm(12)[:3] for _ in range(35)]).int()

    def test_init_routing(self):
        for dtype in DTYPES:
            x = torch.randn(35, 40, dtype=dtype)
            rows = torch.arange(105, dtype=torch.int32).view(3, 35).t().contiguous()
            expanded, places, experts = torch_npu.npu_moe_init_routing(x.npu(), rows.npu(), self.experts.npu(), 35)
            order, _ = by_expert(self.experts)
            numbers = rows.flatten()[order].long()
            expect_equal(expanded, x[numbers % 35])
            expect_equal(experts, self.experts.flatten()[order])
            expected = torch.empty(105, dtype=torch.int32)
            expected[numbers] = torch.arange(105, dtype=torch.int32)
            expect_equal(places, expected)

    def test_init_routing_v2(self):
        order, expected = by_expert(self.experts)
        counts = torch.bincount(self.experts.flatten(), minlength=12)
        for dtype in DTYPES:
            x = torch.randn(35, 40, dtype=dtype)
            for kind, tokens in ((0, counts.cumsum(0)), (1, counts)):
                expanded, places, result, _ = torch_npu.npu_moe_init_routing_v2(
                    x.npu(), self.experts.npu(), active_num=105, expert_num=12, expert_tokens_num_type=kind,
                    expert_tokens_num_flag=True, active_expert_range=[0, 12], quant_mode=-1, row_idx_type=0)
                expect_equal(expanded, x[order // 3])
                expect_equal(places, expected)
                expect_equal(result, tokens)

    def test_init_routing_v2_of_some_experts(self):
        x = torch.randn(35, 40, dtype=torch.bfloat16)
        flat = self.experts.flatten()
        order, _ = by_expert(self.experts)
        inside = order[(flat[order] >= 4) & (flat[order] < 9)]
        expanded, places, counts, _ = torch_npu.npu_moe_init_routing_v2(
            x.npu(), self.experts.npu(), active_num=105, expert_num=12, expert_tokens_num_type=1, expert_tokens_num_flag=True,
            active_expert_range=[4, 9], quant_mode=-1, row_idx_type=1)
        expect_equal(expanded[:len(inside)], x[inside // 3])
        expect_equal(places[:len(inside)], inside.int())
        expect_equal(counts, torch.bincount(flat, minlength=12)[4:9])

    def test_init_routing_v2_quantized(self):
        x = torch.randn(35, 40, dtype=torch.float16)
        order, _ = by_expert(self.experts)
        expanded, _, _, scale = torch_npu.npu_moe_init_routing_v2(
            x.npu(), self.experts.npu(), active_num=105, expert_num=12, expert_tokens_num_type=1, expert_tokens_num_flag=True,
            active_expert_range=[0, 12], quant_mode=1, row_idx_type=0)
        rows = x.float()[order // 3]
        expected = rows.abs().amax(-1) / 127
        expect_equal(scale, expected)
        expect_equal(expanded, (rows / expected[:, None]).round().to(torch.int8))

    def test_compute_expert_tokens(self):
        ends = torch_npu.npu_moe_compute_expert_tokens(torch.sort(self.experts.flatten())[0].npu(), 12)
        expect_equal(ends, torch.bincount(self.experts.flatten(), minlength=12).cumsum(0).int())


class Combining(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(23)
        self.experts = torch.stack([torch.randperm(12)[:3] for _ in range(35)]).int()

    def test_finalize_routing(self):
        for dtype in DTYPES:
            rows, skip, bias = (torch.randn(n, 40, dtype=dtype) for n in (105, 35, 12))
            scales = torch.rand(35, 3).to(dtype)
            index = torch.randperm(105).int()
            result = torch_npu.npu_moe_finalize_routing(*npu(rows, skip, skip, bias, scales, index, self.experts), drop_pad_mode=0)
            terms = rows.double()[index.view(3, 35).t().long()] + bias.double()[self.experts.long()]
            expect_close(result, 2 * skip.double() + (terms * scales.double()[..., None]).sum(1), 8)
            result = torch_npu.npu_moe_finalize_routing(rows.npu(), None, None, None, scales.npu(), index.npu(), None, drop_pad_mode=2)
            terms = rows.double()[index.view(35, 3).long()]
            expect_close(result, (terms * scales.double()[..., None]).sum(1), 8)
            result = torch_npu.npu_moe_finalize_routing(*npu(rows, skip), None, None, None, index.npu(), None, drop_pad_mode=2, k=3)
            expect_close(result, skip.double() + terms.sum(1), 8)

    def test_permute_and_unpermute(self):
        order, expected = by_expert(self.experts)
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                tokens = torch.randn(35, 40, dtype=dtype)
                probs = torch.rand(35, 3).to(dtype)
                on_device, probs_on_device = (tensor.npu().requires_grad_() for tensor in (tokens, probs))
                permuted, places = torch_npu.npu_moe_token_permute(on_device, self.experts.npu())
                expect_equal(permuted.detach(), tokens[order // 3])
                expect_equal(places, expected)
                result = torch_npu.npu_moe_token_unpermute(permuted, places, probs=probs_on_device)
                expect_close(result.detach(), tokens.double() * probs.double().sum(1, keepdim=True), 8)
                weights = torch.randn(35, 40, dtype=dtype)
                (result * weights.npu()).sum().backward()
                expect_close(on_device.grad, weights.double() * probs.double().sum(1, keepdim=True), 16)
                dots = (tokens.double() * weights.double()).sum(1, keepdim=True).expand(35, 3)
                torch.testing.assert_close(probs_on_device.grad.cpu().double(), dots, rtol=TOLERANCES[dtype], atol=64 * TOLERANCES[dtype])

    def test_rows_that_were_cut_off(self):
        tokens = torch.randn(35, 40)
        order, _ = by_expert(self.experts)
        permuted, places = torch_npu.npu_moe_token_permute(tokens.npu(), self.experts.npu(), num_out_tokens=100)
        expect_equal(permuted, tokens[order[:100] // 3])
        result = torch_npu.npu_moe_token_unpermute(permuted, places, probs=torch.ones(35, 3).npu())
        counts = torch.bincount(order[:100] // 3, minlength=35)
        expect_close(result, tokens * counts[:, None], 8)


def rows_of(routing_map, capacity):
    """The token and the expert of each row: copies by experts, or of each expert a capacity of chosen tokens and others."""
    tokens, experts = routing_map.shape
    if capacity:
        token = routing_map.t().int().argsort(dim=1, descending=True, stable=True)[:, :capacity].flatten()
        return token, torch.arange(experts).repeat_interleave(capacity)
    chosen = routing_map.t()
    return torch.arange(tokens).expand(experts, tokens)[chosen], torch.arange(experts)[:, None].expand(experts, tokens)[chosen]


class RoutingMaps(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(24)
        self.map = torch.zeros(35, 6, dtype=torch.bool).scatter_(1, torch.rand(35, 6).argsort(1)[:, :2], True)

    def test_there_and_back(self):
        for dtype in DTYPES:
            for capacity in (0, 9):
                with self.subTest(dtype=dtype, capacity=capacity):
                    self.check(dtype, capacity)

    def check(self, dtype, capacity):
        token, expert = rows_of(self.map, capacity)
        options = {"num_out_tokens": token.numel(), "drop_and_pad": capacity > 0}
        tokens, probs = torch.randn(35, 40, dtype=dtype), torch.rand(35, 6).to(dtype)
        results = torch.randn(35, 40, dtype=dtype), torch.randn(token.numel(), dtype=dtype)
        there, weights = (tensor.npu().requires_grad_() for tensor in (tokens, probs))
        permuted, rows, places = torch_npu.npu_moe_token_permute_with_routing_map(there, self.map.npu(), probs=weights, **options)
        expect_equal(permuted.detach(), tokens[token])
        expect_equal(rows.detach(), probs[token, expert])
        expect_equal(places, (token if capacity else token.sort(stable=True)[1]).int())
        back = torch_npu.npu_moe_token_unpermute_with_routing_map(
            permuted, places, [35, 40], probs=weights, routing_map=self.map.npu(), drop_and_pad=capacity > 0)
        ((back * results[0].npu()).sum() + (rows * results[1].npu()).sum()).backward()
        exact, exact_probs = (tensor.double().requires_grad_() for tensor in (tokens, probs))
        expected = torch.zeros(35, 40, dtype=torch.double).index_add(0, token, exact[token] * exact_probs[token, expert][:, None])
        ((expected * results[0].double()).sum() + (exact_probs[token, expert] * results[1].double()).sum()).backward()
        expect_close(back.detach(), expected.detach(), 8)
        # A gradient is rounded once more for each of its two sums.
        expect_close(there.grad, exact.grad, 16)
        torch.testing.assert_close(weights.grad.cpu().double(), exact_probs.grad, rtol=4 * TOLERANCES[dtype], atol=64 * TOLERANCES[dtype])

    def test_without_probabilities(self):
        token, _ = rows_of(self.map, 0)
        tokens = torch.randn(35, 40)
        permuted, _, places = torch_npu.npu_moe_token_permute_with_routing_map(tokens.npu(), self.map.npu(), num_out_tokens=70)
        expect_equal(permuted, tokens[token])
        back = torch_npu.npu_moe_token_unpermute_with_routing_map(permuted, places, [35, 40])
        expect_close(back, 2 * tokens, 8)


if __name__ == "__main__":
    unittest.main()
