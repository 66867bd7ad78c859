# SPDX-License-Identifier: Apache-2.0
"""Attention for inference, as programs that serve language models call it, against its formula in float64."""
import math
import unittest

import torch
import torch_npu
from support import run

DTYPES = (torch.float16, torch.bfloat16)


def visible(mode, queries, keys, before=2**31 - 1, after=2**31 - 1, mask=None):
    i, j = torch.arange(queries)[:, None], torch.arange(keys)[None]
    if mode == 2:
        return j <= i
    if mode == 3:
        return j <= i + keys - queries
    if mode == 4:
        return (j >= i + keys - queries - before) & (j <= i + keys - queries + after)
    return torch.ones(queries, keys, dtype=torch.bool) if mask is None else ~mask[..., :queries, :keys]


def attention(query, key, value, scale, seen, bias=0, sink=None):
    """Of one sequence, [N, S, D]: the result, and the logarithm of each row's sum."""
    query, key, value = query.double(), key.double(), value.double()
    key, value = (t.repeat_interleave(query.shape[0] // t.shape[0], 0) for t in (key, value))
    scores = (scale * query @ key.mT + bias).masked_fill(~seen, -math.inf)
    if sink is not None:
        scores = torch.cat((scores, sink.double().view(-1, 1, 1).expand(-1, scores.shape[1], 1)), -1)
    lse = scores.logsumexp(-1, keepdim=True)
    return (scores - lse).exp()[..., :key.shape[1]].nan_to_num() @ value, lse


def expect_close(result, expected):
    tolerance = 2.0**-9 if result.dtype == torch.float16 else 2.0**-6
    torch.testing.assert_close(result.cpu().double(), expected, rtol=tolerance, atol=tolerance)


def heads(tensor):
    """Of one sequence, [S, N, D]."""
    return tensor.transpose(0, 1)


def in_pages(tokens, lengths, block_size):
    """Tokens [N, S, D] of several sequences as a cache [blocks, block_size, N * D], and its table."""
    counts = [-(-length // block_size) for length in lengths]
    order = torch.randperm(sum(counts))
    table = torch.zeros(len(lengths), max(counts), dtype=torch.int32)
    count, size = tokens[0].shape[0], tokens[0].shape[2]
    cache = torch.full((len(order), block_size, count * size), math.nan, dtype=tokens[0].dtype)
    next_block = 0
    for row, (own, length) in enumerate(zip(tokens, lengths, strict=True)):
        flat = own[:, :length].transpose(0, 1).reshape(length, -1)
        for column in range(counts[row]):
            block = order[next_block]
            next_block += 1
            table[row, column] = block
            part = flat[column * block_size:(column + 1) * block_size]
            cache[block, :len(part)] = part
    return cache, table


class FusedInfer(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(8)

    def test_layouts(self):
        for dtype in DTYPES:
            for layout, dims in (("BNSD", (0, 1, 2, 3)), ("BSND", (0, 2, 1, 3)), ("BSH", (0, 2, 1, 3))):
                query = torch.randn(2, 8, 17, 64, dtype=dtype)
                key, value = torch.randn(2, 2, 2, 40, 64).to(dtype)
                given = [t.permute(dims).contiguous().npu() for t in (query, key, value)]
                if layout == "BSH":
                    given = [t.flatten(2) for t in given]
                mask = torch.triu(torch.ones(2048, 2048, dtype=torch.bool), 1)
                result, lse = torch_npu.npu_fused_infer_attention_score(
                    *given, num_heads=8, num_key_value_heads=2, scale=0.125, input_layout=layout, sparse_mode=3,
                    atten_mask=mask.npu(), actual_seq_lengths_kv=[40, 25], softmax_lse_flag=True)
                for batch, length in enumerate((40, 25)):
                    expected, logarithms = attention(query[batch], key[batch, :, :length], value[batch, :, :length], 0.125,
                                                     visible(3, 17, length))
                    own = result[batch].view(17, 8, 64).transpose(0, 1) if layout != "BNSD" else result[batch]
                    expect_close(own, expected)
                    shown = torch.isfinite(logarithms)
                    torch.testing.assert_close(lse[batch].cpu().double()[shown], logarithms[shown], rtol=1e-5, atol=1e-5)

    def test_decoding_from_pages(self):
        """As vllm-ascend decodes: TND, cumulative lengths of queries, plain ones of keys."""
        for dtype in DTYPES:
            lengths = [130, 1, 77]
            query = torch.randn(3, 8, 128, dtype=dtype)
            keys, values = ([torch.randn(2, length, 128).to(dtype) for length in lengths] for _ in range(2))
            torch.manual_seed(1)
            key_cache, table = in_pages(keys, lengths, 128)
            torch.manual_seed(1)
            value_cache, _ = in_pages(values, lengths, 128)
            mask = torch.triu(torch.ones(2048, 2048, dtype=torch.int8), 1)
            result, _ = torch_npu.npu_fused_infer_attention_score(
                query.npu(), key_cache.npu(), value_cache.npu(), atten_mask=mask.npu(), block_table=table.npu(),
                input_layout="TND", block_size=128, actual_seq_lengths=[1, 2, 3], actual_seq_lengths_kv=lengths,
                num_key_value_heads=2, num_heads=8, scale=0.1, sparse_mode=3)
            for row, (key, value) in enumerate(zip(keys, values, strict=True)):
                expected, _ = attention(query[row, :, None], key, value, 0.1, torch.tensor(True))
                expect_close(result[row, :, None], expected)

    def test_sliding_window_and_sinks(self):
        query, sinks = torch.randn(20, 4, 64).half(), torch.randn(4).half()
        key, value = torch.randn(2, 20, 2, 64).half()
        mask = torch.triu(torch.ones(2048, 2048, dtype=torch.int8), 1)
        ends = [7, 20]
        result, _ = torch_npu.npu_fused_infer_attention_score_v2(
            query.npu(), key.npu(), value.npu(), num_query_heads=4, num_key_value_heads=2, input_layout="TND",
            softmax_scale=0.125, actual_seq_qlen=ends, actual_seq_kvlen=ends, sparse_mode=4, pre_tokens=5, next_tokens=0,
            atten_mask=mask.npu(), learnable_sink=sinks.npu())
        for begin, end in ((0, 7), (7, 20)):
            own = slice(begin, end)
            expected, _ = attention(heads(query[own]), heads(key[own]), heads(value[own]), 0.125,
                                    visible(4, end - begin, end - begin, 5, 0), sink=sinks)
            expect_close(heads(result[own]), expected)

    def test_rotary_parts(self):
        """Latent attention: one head of keys for all of queries, which are also the values."""
        query, query_rope = torch.randn(2, 32, 1, 512).bfloat16(), torch.randn(2, 32, 1, 64).bfloat16()
        latent, key_rope = (torch.randn(2, 1, 200, size).bfloat16() for size in (512, 64))
        lengths = [200, 33]
        torch.manual_seed(2)
        cache, table = in_pages(list(latent), lengths, 128)
        torch.manual_seed(2)
        rope_cache, _ = in_pages(list(key_rope), lengths, 128)
        on_device = cache.npu()
        result, _ = torch_npu.npu_fused_infer_attention_score(
            query.npu(), on_device, on_device, query_rope=query_rope.npu(), key_rope=rope_cache.npu(), num_heads=32,
            num_key_value_heads=1, input_layout="BNSD", scale=0.05, block_table=table.npu(), block_size=128,
            actual_seq_lengths_kv=lengths)
        for batch, length in enumerate(lengths):
            key = torch.cat((latent[batch, :, :length], key_rope[batch, :, :length]), -1)
            expected, _ = attention(torch.cat((query[batch], query_rope[batch]), -1), key, latent[batch, :, :length], 0.05,
                                    torch.tensor(True))
            expect_close(result[batch], expected)


def quantized(tokens, dims, offset):
    """Tokens as INT8: the integers, and the scale and offset of what is equal along these dims."""
    low, high = tokens.float().amin(dims, keepdim=True), tokens.float().amax(dims, keepdim=True)
    scale = (high - low) / 250 if offset else torch.maximum(high, -low) / 125
    shift = (low / scale + 125).round() if offset else torch.zeros_like(scale)
    return (tokens.float() / scale - shift).round().clamp(-128, 127).to(torch.int8), scale, shift


class IntegerCaches(unittest.TestCase):
    """Keys and values of INT8 against what they stand for."""
    def setUp(self):
        torch.manual_seed(11)

    # mode, dims [B, N, S, D] that share a scale, and the shape in which these are given.
    MODES = ((0, (0, 2), (2, 64)), (0, (0, 1, 2, 3), (1,)), (1, (1, 3), (3, 70)), (2, (0, 2, 3), (2,)), (3, (3,), (3, 2, 70)))

    def test_modes(self):
        for dtype in DTYPES:
            for mode, dims, shape in self.MODES:
                for queries, offset in ((1, False), (1, True), (9, True)):
                    query = torch.randn(3, 4, queries, 64).to(dtype)
                    keys, values = torch.randn(2, 3, 2, 70, 64)
                    own = torch.float32 if mode in (1, 3) else dtype
                    given, meant = {}, []
                    for name, tokens in (("key", keys), ("value", values)):
                        integers, scale, shift = quantized(tokens, dims, offset)
                        scale, shift = scale.to(own), shift.to(own)
                        given[name] = integers.npu()
                        given[f"{name}_antiquant_scale"] = scale.reshape(shape).npu()
                        given[f"{name}_antiquant_offset"] = shift.reshape(shape).npu() if offset else None
                        given[f"{name}_antiquant_mode"] = mode
                        meant.append((integers.double() + shift.double()) * scale.double())
                    result, _ = torch_npu.npu_fused_infer_attention_score(
                        query.npu(), **given, num_heads=4, num_key_value_heads=2, scale=0.125, input_layout="BNSD",
                        actual_seq_lengths_kv=[70, 13, 1])
                    for batch, length in enumerate((70, 13, 1)):
                        expected, _ = attention(query[batch], meant[0][batch, :, :length], meant[1][batch, :, :length], 0.125,
                                                torch.tensor(True))
                        expect_close(result[batch], expected)

    def test_joined_scales_in_pages(self):
        lengths = [130, 7]
        for dtype in DTYPES:
            query = torch.randn(2, 1, 4 * 32).to(dtype)
            keys, values = ([torch.randint(-128, 128, (2, length, 32), dtype=torch.int8) for length in lengths]
                            for _ in range(2))
            scales = (torch.rand(2, 2 * 32) * 0.02).to(dtype)
            caches, tables = [], []
            for tokens in (keys, values):
                torch.manual_seed(3)
                cache, table = in_pages([t.double() for t in tokens], lengths, 32)
                caches.append(cache.nan_to_num().to(torch.int8).npu())
                tables.append(table)
            result, _ = torch_npu.npu_fused_infer_attention_score(
                query.npu(), *caches, antiquant_scale=scales.npu(), block_table=tables[0].npu(), block_size=32, num_heads=4,
                num_key_value_heads=2, input_layout="BSH", scale=0.2, actual_seq_lengths_kv=lengths)
            for batch in range(2):
                meant = [tokens[batch].double() * scale.double().view(2, 1, 32)
                         for tokens, scale in zip((keys, values), scales, strict=True)]
                expected, _ = attention(query[batch].view(4, 1, 32), *meant, 0.2, torch.tensor(True))
                expect_close(result[batch].view(4, 1, 32), expected)


def rotated(pairs, cos, sin):
    """Pairs side by side, rotated: all first elements before all second ones."""
    even, odd = pairs[..., ::2], pairs[..., 1::2]
    return torch.cat((even, odd), -1) * cos + torch.cat((-odd, even), -1) * sin


def check_latent_prologue(version):
    """Queries and cached keys of latent attention."""
    torch.manual_seed(12)
    hidden, rank, count, size, rope, latent = 128, 64, 4, 32, 16, 64
    for shape in ((6,), (2, 3)):
        x, down, up, absorb, joined = (torch.randn(dims).bfloat16() for dims in (
            (*shape, hidden), (hidden, rank), (rank, count * (size + rope)), (count, size, latent),
            (hidden, latent + rope)))
        gamma_q, gamma_k = torch.rand(rank).bfloat16(), torch.rand(latent).bfloat16()
        angles = torch.rand(*shape, rope)
        sin, cos = angles.sin().bfloat16(), angles.cos().bfloat16()
        slots = torch.randperm(32)[:6].view(shape)
        caches = [torch.randn(4, 8, 1, elements).bfloat16() for elements in (latent, rope)]

        def norm(rows, gamma):
            return rows * (rows.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * gamma.double()

        heads_of = (norm(x.double() @ down.double(), gamma_q) @ up.double()).unflatten(-1, (count, size + rope))
        query = torch.einsum("...nd,ndh->...nh", heads_of[..., :size], absorb.double())
        query_rope = rotated(heads_of[..., size:], cos.double().unsqueeze(-2), sin.double().unsqueeze(-2))
        key = x.double() @ joined.double()
        expected = [cache.double() for cache in caches]
        expected[0].view(32, latent)[slots] = norm(key[..., :latent], gamma_k)
        expected[1].view(32, rope)[slots] = rotated(key[..., latent:], cos.double(), sin.double())
        weights = [torch_npu.npu_format_cast(weight.npu(), 29) for weight in (down, up, joined)]
        on_device = [cache.npu() for cache in caches]
        given = (x.npu(), weights[0], weights[1], absorb.npu(), weights[2], gamma_q.npu(), gamma_k.npu(), sin.npu(), cos.npu())
        if version == 2:
            results = torch_npu.npu_mla_prolog_v2(*given, slots.npu(), *on_device)[:2]
        else:
            results = torch_npu.npu_mla_prolog_v3(*given, *on_device, cache_index=slots.npu())[:2]
        for result, reference in zip((*results, *on_device), (query, query_rope, *expected), strict=True):
            scale = reference.abs().max().item()
            torch.testing.assert_close(result.cpu().double(), reference, rtol=2.0**-7, atol=scale * 2.0**-8)


def check_sequences():
    """Sequences whose rows follow each other, one of them empty, and their gradients."""
    torch.manual_seed(10)
    for dtype, tolerance in ((torch.float32, 1e-5), (torch.float16, 2.0**-8)):
        ends, key_ends = [7, 7, 40], [9, 12, 60]
        query, key, value, weights = (torch.randn(size, heads, 32).to(dtype)
                                      for size, heads in ((40, 4), (60, 2), (60, 2), (40, 4)))
        for mode in (0, 3):
            inputs = [tensor.double().requires_grad_() for tensor in (query, key, value)]
            parts = []
            for begin, end, first, last in zip([0, *ends], ends, [0, *key_ends], key_ends, strict=False):
                own, seen = (inputs[0][begin:end], *(t[first:last] for t in inputs[1:])), visible(mode, end - begin, last - first)
                parts.append(heads(attention(*(heads(t) for t in own), 0.2, seen)[0]))
            expected = torch.cat(parts)
            (expected * weights.double()).sum().backward()
            on_device = [tensor.npu().requires_grad_() for tensor in (query, key, value)]
            mask = torch.triu(torch.ones(2048, 2048, dtype=torch.bool), 1).npu() if mode == 3 else None
            result = torch_npu.npu_fusion_attention(*on_device, 4, "TND", scale=0.2, atten_mask=mask, sparse_mode=mode,
                                                    actual_seq_qlen=ends, actual_seq_kvlen=key_ends)[0]
            (result * weights.npu()).sum().backward()
            torch.testing.assert_close(result.detach().cpu().double(), expected.detach(), rtol=tolerance, atol=tolerance)
            for tensor, reference in zip(on_device, inputs, strict=True):
                torch.testing.assert_close(tensor.grad.cpu().double(), reference.grad, rtol=tolerance, atol=8 * tolerance)


class LatentPrologue(unittest.TestCase):
    def test_queries_and_caches(self):
        check_latent_prologue(3)


class Training(unittest.TestCase):
    def test_sequences(self):
        check_sequences()


def check_names_of_a2():
    """In a process whose SoC is an A2, which has other versions."""
    check_sequences()
    for version in (2, 3):
        check_latent_prologue(version)
    torch.manual_seed(9)
    query, key, value = (torch.randn(2, 4, size, 64).half() for size in (9, 30, 30))
    mask = torch.rand(9, 30) < 0.3
    for function, names in ((torch_npu.npu_fused_infer_attention_score, {"num_heads": 4, "scale": 0.2}),
                            (torch_npu.npu_fused_infer_attention_score_v2, {"num_query_heads": 4, "softmax_scale": 0.2})):
        result, _ = function(query.npu(), key.npu(), value.npu(), input_layout="BNSD", atten_mask=mask.npu(), **names)
        for batch in range(2):
            expect_close(result[batch], attention(query[batch], key[batch], value[batch], 0.2, ~mask)[0])
    result = torch_npu.npu_prompt_flash_attention(
        query.npu(), key.npu(), value.npu(), num_heads=4, scale_value=0.2, input_layout="BNSD", actual_seq_lengths=[9, 4],
        actual_seq_lengths_kv=[30, 11])
    for batch, (queries, keys) in enumerate(((9, 30), (4, 11))):
        expected, _ = attention(query[batch, :, :queries], key[batch, :, :keys], value[batch, :, :keys], 0.2, torch.tensor(True))
        expect_close(result[batch, :, :queries], expected)
    result = torch_npu.npu_incre_flash_attention(
        query[:, :, :1].npu(), key.npu(), value.npu(), num_heads=4, scale_value=0.2, input_layout="BNSD",
        actual_seq_lengths=[30, 11])
    for batch, keys in enumerate((30, 11)):
        expected, _ = attention(query[batch, :, :1], key[batch, :, :keys], value[batch, :, :keys], 0.2, torch.tensor(True))
        expect_close(result[batch], expected)
    scales = (torch.rand(2, 4, 1, 64) * 0.02).half()
    keys, values = torch.randint(-128, 128, (2, 2, 4, 30, 64), dtype=torch.int8)
    result = torch_npu.npu_incre_flash_attention(
        query[:, :, :1].npu(), keys.npu(), values.npu(), antiquant_scale=scales.npu(), num_heads=4, scale_value=0.2,
        input_layout="BNSD", actual_seq_lengths=[30, 11])
    for batch, length in enumerate((30, 11)):
        meant = [tokens[batch, :, :length].double() * scale.double() for tokens, scale in zip((keys, values), scales, strict=True)]
        expect_close(result[batch], attention(query[batch, :, :1], *meant, 0.2, torch.tensor(True))[0])
    print("right")


class NamesOfA2(unittest.TestCase):
    def test_all(self):
        result = run("import attention_test; attention_test.check_names_of_a2()", OPENACLNN_SOC="Ascend910B2")
        self.assertEqual(result.stdout, "right\n", result.stderr)


if __name__ == "__main__":
    unittest.main()
