# SPDX-License-Identifier: Apache-2.0
"""torch_npu's functions for serving language models, against their formulas in plain PyTorch on the CPU."""
import pathlib
import subprocess
import sys
import unittest

import torch
import torch_npu

DTYPES = (torch.float32, torch.float16, torch.bfloat16)
TOLERANCES = {torch.float32: 2e-6, torch.float16: 2.0**-10, torch.bfloat16: 2.0**-7}


def expect_close(result, expected):
    tolerance = TOLERANCES[result.dtype]
    torch.testing.assert_close(result.cpu(), expected.to(result.dtype), rtol=tolerance, atol=4 * tolerance)


def rotated(x, cos, sin, mode):
    """mode: as the operators number them"""
    x, cos, sin = x.double(), cos.double(), sin.double()
    half = x.shape[-1] // 2
    even, odd = x[..., ::2], x[..., 1::2]
    if mode == 3:
        return torch.cat((even, odd), -1) * cos + torch.cat((-odd, even), -1) * sin
    turned = torch.cat((-x[..., half:], x[..., :half]), -1) if mode == 0 else torch.stack((-odd, even), -1).flatten(-2)
    return x * cos + turned * sin


def npu(*tensors):
    return tuple(tensor.npu() for tensor in tensors)


class Rotary(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)

    def test_rotary_mul(self):
        for dtype in DTYPES:
            for name, mode in (("half", 0), ("interleave", 1)):
                x = torch.randn(2, 7, 5, 64, dtype=dtype)
                cos, sin = torch.rand(2, 1, 7, 1, 64).to(dtype) * 2 - 1
                with self.subTest(dtype=dtype, mode=name):
                    expect_close(torch_npu.npu_rotary_mul(*npu(x, cos, sin), name), rotated(x, cos, sin, mode))

    def test_gradient(self):
        x = torch.randn(2, 7, 5, 64, requires_grad=True)
        cos, sin = (torch.rand(1, 7, 1, 64, requires_grad=True) for _ in range(2))
        weights = torch.randn(2, 7, 5, 64)
        (rotated(x, cos, sin, 0) * weights).sum().backward()
        on_device = [tensor.detach().npu().requires_grad_() for tensor in (x, cos, sin)]
        (torch_npu.npu_rotary_mul(*on_device) * weights.npu()).sum().backward()
        for result, expected in zip(on_device, (x, cos, sin), strict=True):
            torch.testing.assert_close(result.grad.cpu(), expected.grad, rtol=1e-5, atol=1e-5)

    def test_apply_rotary_pos_emb(self):
        for dtype in DTYPES:
            query, key = torch.randn(2, 9, 4, 128, dtype=dtype), torch.randn(2, 9, 2, 128, dtype=dtype)
            cos, sin = torch.rand(2, 2, 9, 1, 128).to(dtype)
            results = torch_npu.npu_apply_rotary_pos_emb(*npu(query, key, cos, sin))
            for result, given in zip(results, (query, key), strict=True):
                expect_close(result, rotated(given, cos, sin, 0))

    def test_interleave_rope(self):
        for dtype in DTYPES[1:]:
            x = torch.randn(3, 4, 5, 64, dtype=dtype)
            cos, sin = torch.rand(2, 3, 1, 5, 64).to(dtype)
            expect_close(torch_npu.npu_interleave_rope(*npu(x, cos, sin)), rotated(x, cos, sin, 3))

    def test_mrope(self):
        for dtype in DTYPES:
            positions = torch.randint(0, 50, (11,))
            query, key = torch.randn(11, 4 * 64, dtype=dtype), torch.randn(11, 2 * 64, dtype=dtype)
            cache = torch.rand(50, 64).to(dtype)
            results = torch_npu.npu_mrope(*npu(positions, query, key, cache), 64, mrope_section=[0, 0, 0], rotary_mode="half")
            cos, sin = (part.repeat(1, 2)[:, None] for part in cache[positions].chunk(2, -1))
            for result, given in zip(results, (query, key), strict=True):
                heads = given.view(11, -1, 64)
                expect_close(result.view(heads.shape), rotated(heads, cos, sin, 0))


FRACTAL_NZ = 29


class Formats(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(4)

    def test_cast_and_back(self):
        for dtype in (torch.float16, torch.bfloat16, torch.int8):
            for shape in ((16, 16), (20, 40), (3, 33, 70), (2, 3, 5, 129)):
                with self.subTest(dtype=dtype, shape=shape):
                    x = (torch.randn(shape) * 10).to(dtype)
                    blocks = torch_npu.npu_format_cast(x.npu(), FRACTAL_NZ)
                    self.assertEqual(torch_npu.get_npu_format(blocks), FRACTAL_NZ)
                    self.assertEqual(blocks.shape, x.shape)
                    torch.testing.assert_close(torch_npu.npu_format_cast(blocks, 2).cpu(), x, rtol=0, atol=0)
                    torch.testing.assert_close(blocks.cpu(), x, rtol=0, atol=0)

    def test_products(self):
        for dtype in (torch.float16, torch.bfloat16):
            x, weight, bias = (torch.randn(shape, dtype=dtype) for shape in ((7, 300), (300, 70), (70,)))
            blocks = torch_npu.npu_format_cast(weight.npu(), FRACTAL_NZ)
            transposed = torch_npu.npu_format_cast(weight.t().contiguous().npu(), FRACTAL_NZ)
            expected = x.double() @ weight.double()
            for name, result, reference in (
                    ("mm", torch.mm(x.npu(), blocks), expected),
                    ("matmul", torch.matmul(x.npu(), blocks), expected),
                    ("transposed", torch.mm(x.npu(), transposed.t()), expected),
                    ("linear", torch.nn.functional.linear(x.npu(), transposed), expected),
                    ("addmm", torch.addmm(bias.npu(), x.npu(), blocks), expected + bias.double())):
                with self.subTest(dtype=dtype, product=name):
                    largest = reference.abs().max().item()
                    torch.testing.assert_close(result.cpu().double(), reference, rtol=0, atol=TOLERANCES[dtype] * largest)

    def test_batches(self):
        x, weight = torch.randn(3, 5, 64, dtype=torch.float16), torch.randn(3, 64, 40, dtype=torch.float16)
        result = torch.bmm(x.npu(), torch_npu.npu_format_cast(weight.npu(), FRACTAL_NZ))
        torch.testing.assert_close(result.cpu().double(), x.double() @ weight.double(), rtol=0, atol=0.05)


class Caches(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)

    def test_scatter_pa_kv_cache(self):
        for dtype in (torch.float16, torch.bfloat16, torch.int8):
            key, value = ((torch.randn(11, 2, 32) * 9).to(dtype) for _ in range(2))
            caches = [(torch.randn(5, 16, 2, 32) * 9).to(dtype) for _ in range(2)]
            slots = torch.randperm(80)[:11].int()
            on_device = [cache.npu() for cache in caches]
            torch_npu.npu_scatter_pa_kv_cache(*npu(key, value), *on_device, slots.npu(), cache_mode="Norm")
            for cache, tokens, result in zip(caches, (key, value), on_device, strict=True):
                cache.view(80, 2, 32)[slots.long()] = tokens
                torch.testing.assert_close(result.cpu(), cache, rtol=0, atol=0)

    def test_gather_pa_kv_cache(self):
        lengths = torch.tensor([17, 0, 30], dtype=torch.int32)
        tables = torch.randint(0, 6, (3, 2), dtype=torch.int32)
        caches = [torch.randn(6, 16, 2, 32, dtype=torch.float16) for _ in range(2)]
        results = [torch.zeros(47, 2, 32, dtype=torch.float16).npu() for _ in range(2)]
        torch_npu.npu_gather_pa_kv_cache(*npu(*caches, tables, lengths), *results, is_seq_lens_cumsum=False)
        for cache, result in zip(caches, results, strict=True):
            rows = [cache[table.long()].flatten(0, 1)[:length] for table, length in zip(tables, lengths.tolist(), strict=True)]
            torch.testing.assert_close(result.cpu(), torch.cat(rows), rtol=0, atol=0)

    def test_kv_rmsnorm_rope_cache(self):
        batches, tokens, latents, keys, blocks, size = 2, 5, 128, 64, 4, 4
        for dtype in DTYPES[1:]:
            kv = torch.randn(batches, 1, tokens, latents + keys).to(dtype)
            gamma = torch.randn(latents).to(dtype)
            cos, sin = torch.rand(2, batches, 1, tokens, keys).to(dtype) * 2 - 1
            norm = kv[..., :latents].double()
            norm = norm * (norm.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * gamma.double()
            turned = rotated(kv[..., latents:], cos, sin, 3)
            for mode in ("Norm", "PA_BNSD", "PA_NZ", "PA_BLK_BNSD", "PA_BLK_NZ"):
                with self.subTest(dtype=dtype, mode=mode):
                    shape = (batches, 1, 8) if mode == "Norm" else (blocks, size, 1)
                    caches = [torch.randn(*shape, d).to(dtype) for d in (keys, latents)]
                    if mode == "Norm":
                        index = torch.stack([torch.randperm(8)[:tokens] for _ in range(batches)])
                        slots = (index + torch.tensor([[0], [8]])).flatten()
                    elif "BLK" in mode:
                        index = torch.randperm(blocks) * size
                        slots = torch.stack([index[2 * b + s // size] + s % size for b in range(batches) for s in range(tokens)])
                    else:
                        index = slots = torch.randperm(blocks * size)[:batches * tokens]
                    expected = []
                    for cache, rows in zip(caches, (turned, norm), strict=True):
                        if "NZ" in mode:  # a block as [D / 16, size, 16]
                            cache = cache.view(blocks, -1, size, 16).transpose(1, 2).reshape(cache.shape)
                        flat = cache.double().reshape(-1, cache.shape[-1])
                        flat[slots] = rows.reshape(-1, cache.shape[-1])
                        if "NZ" in mode:
                            flat = flat.view(blocks, size, -1, 16).transpose(1, 2)
                        expected.append(flat.reshape(cache.shape))
                    on_device = npu(*caches)
                    results = torch_npu.npu_kv_rmsnorm_rope_cache(*npu(kv, gamma, cos, sin, index), *on_device, cache_mode=mode,
                                                                  is_output_kv=True)
                    for result, wanted in zip((*on_device, *results[2:]), (*expected, turned, norm), strict=True):
                        expect_close(result, wanted)

    def test_scatter_update(self):
        for dtype in DTYPES:
            data, updates = torch.randn(3, 4, 20, 8, dtype=dtype), torch.randn(3, 4, 1, 8, dtype=dtype)
            indices = torch.tensor([5, 0, 19])
            expected = data.clone()
            for batch, index in enumerate(indices.tolist()):
                expected[batch, :, index] = updates[batch, :, 0]
            on_device = data.npu()
            torch_npu.scatter_update_(on_device, indices.npu(), updates.npu(), -2)
            torch.testing.assert_close(on_device.cpu(), expected, rtol=0, atol=0)
            copy = torch_npu.scatter_update(data.npu(), indices.npu(), updates.npu(), -2)
            torch.testing.assert_close(copy.cpu(), expected, rtol=0, atol=0)

    def test_scatter_nd_update(self):
        for dtype in DTYPES:
            data, updates = torch.randn(9, 5, 6, dtype=dtype), torch.randn(4, 6, dtype=dtype)
            indices = torch.tensor([[0, 4], [8, 0], [3, 3], [1, 2]])
            expected = data.clone()
            expected[tuple(indices.unbind(-1))] = updates
            on_device = data.npu()
            torch_npu.npu_scatter_nd_update_(on_device, indices.npu(), updates.npu())
            torch.testing.assert_close(on_device.cpu(), expected, rtol=0, atol=0)


class Norms(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(6)

    def test_gemma_rms_norm(self):
        for dtype in DTYPES:
            x, gamma = torch.randn(7, 300, dtype=dtype), torch.randn(300, dtype=dtype)
            result, rstd = torch_npu.npu_gemma_rms_norm(*npu(x, gamma), 1e-6)
            factors = (x.double().square().mean(-1, keepdim=True) + 1e-6).rsqrt()
            expect_close(result, x.double() * factors * (1 + gamma.double()))
            torch.testing.assert_close(rstd.cpu().double(), factors, rtol=1e-6, atol=1e-6)

    def test_gradient_of_rms_norm(self):
        x, gamma, weights = torch.randn(7, 300), torch.randn(300), torch.randn(7, 300)
        inputs = [tensor.double().requires_grad_() for tensor in (x, gamma)]
        (inputs[0] * (inputs[0].square().mean(-1, keepdim=True) + 1e-6).rsqrt() * inputs[1] * weights).sum().backward()
        on_device = [tensor.npu().requires_grad_() for tensor in (x, gamma)]
        (torch_npu.npu_rms_norm(*on_device, 1e-6)[0] * weights.npu()).sum().backward()
        for result, expected in zip(on_device, inputs, strict=True):
            torch.testing.assert_close(result.grad.cpu().double(), expected.grad, rtol=1e-5, atol=1e-5)

    def test_group_norm_silu(self):
        for dtype in DTYPES:
            x, weight, bias = torch.randn(3, 32, 7, 9, dtype=dtype), torch.randn(32, dtype=dtype), torch.randn(32, dtype=dtype)
            expected = torch.nn.functional.silu(torch.nn.functional.group_norm(x.double(), 8, weight.double(), bias.double(), 1e-5))
            expect_close(torch_npu.npu_group_norm_silu(*npu(x, weight, bias), 8)[0], expected)

    def test_group_norm_swish(self):
        for dtype in DTYPES:
            x, weight, bias = torch.randn(3, 32, 7, 9, dtype=dtype), torch.randn(32, dtype=dtype), torch.randn(32, dtype=dtype)
            normalized = torch.nn.functional.group_norm(x.double(), 8, weight.double(), bias.double(), 1e-5)
            result = torch_npu.npu_group_norm_swish(x.npu(), 8, weight.npu(), bias.npu(), swish_scale=1.5)[0]
            expect_close(result, normalized * torch.sigmoid(1.5 * normalized))

    def test_gradient_of_group_norm_swish(self):
        x, weights = torch.randn(2, 3, 32, 5, 7)
        weight, bias = torch.randn(2, 32)
        inputs = [tensor.double().requires_grad_() for tensor in (x, weight, bias)]
        normalized = torch.nn.functional.group_norm(inputs[0], 8, *inputs[1:], 1e-5)
        (normalized * torch.sigmoid(1.5 * normalized) * weights).sum().backward()
        on_device = [tensor.npu().requires_grad_() for tensor in (x, weight, bias)]
        result = torch_npu.npu_group_norm_swish(on_device[0], 8, *on_device[1:], swish_scale=1.5)[0]
        (result * weights.npu()).sum().backward()
        for tensor, expected in zip(on_device, inputs, strict=True):
            torch.testing.assert_close(tensor.grad.cpu().double(), expected.grad, rtol=1e-5, atol=2e-5)

    def test_deep_norm(self):
        for dtype in DTYPES:
            x, gx, beta, gamma = (torch.randn(shape, dtype=dtype) for shape in ((7, 300), (7, 300), (300,), (300,)))
            mean, rstd, result = torch_npu.npu_deep_norm(*npu(x, gx, beta, gamma), 0.5, 1e-6)
            summed = 0.5 * x.double() + gx.double()
            expect_close(result, torch.nn.functional.layer_norm(summed, (300,), gamma.double(), beta.double(), 1e-6))
            torch.testing.assert_close(mean.cpu().double(), summed.mean(-1, keepdim=True), rtol=1e-6, atol=1e-6)
            self.assertEqual(rstd.shape, mean.shape)

    def test_gradient_of_deep_norm(self):
        x, gx, weights = torch.randn(3, 7, 300)
        beta, gamma = torch.randn(2, 300)
        inputs = [tensor.double().requires_grad_() for tensor in (x, gx, beta, gamma)]
        summed = 0.5 * inputs[0] + inputs[1]
        (torch.nn.functional.layer_norm(summed, (300,), inputs[3], inputs[2], 1e-6) * weights).sum().backward()
        on_device = [tensor.npu().requires_grad_() for tensor in (x, gx, beta, gamma)]
        (torch_npu.npu_deep_norm(*on_device, 0.5, 1e-6)[2] * weights.npu()).sum().backward()
        for tensor, expected in zip(on_device, inputs, strict=True):
            torch.testing.assert_close(tensor.grad.cpu().double(), expected.grad, rtol=1e-5, atol=1e-5)

    def test_add_rms_norm_cast(self):
        for dtype in DTYPES[1:]:
            x1, x2, gamma = torch.randn(7, 300, dtype=dtype), torch.randn(7, 300, dtype=dtype), torch.randn(300, dtype=dtype)
            wide, result, rstd, summed = torch_npu.npu_add_rms_norm_cast(*npu(x1, x2, gamma), 1e-6)
            torch.testing.assert_close(summed.cpu(), x1 + x2, rtol=0, atol=0)
            factors = ((x1 + x2).double().square().mean(-1, keepdim=True) + 1e-6).rsqrt()
            expected = (x1 + x2).double() * factors * gamma.double()
            expect_close(result, expected)
            torch.testing.assert_close(wide.cpu().double(), expected, rtol=1e-6, atol=1e-6)
            torch.testing.assert_close(rstd.cpu().double().view(-1, 1), factors, rtol=1e-6, atol=1e-6)


def filtered(row, p, k):
    """What the filters leave of a row, as its definition has it."""
    values, order = torch.sort(row.double(), stable=True)
    if 0 < k < len(row):
        values = values.masked_fill(values < values[-k], -torch.inf)
    removed = values.softmax(0).cumsum(0) <= 1 - p
    removed[-1] = False
    return torch.empty_like(values).scatter_(0, order, values.masked_fill(removed, -torch.inf))


class Sampling(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(7)

    def test_top_k_top_p(self):
        for dtype in DTYPES:
            # Exact in every type; the sums of probabilities are not near 1 - p.
            logits = torch.stack([torch.randperm(500) for _ in range(4)]).to(dtype) / 32
            p, k = torch.tensor([0.5, 0.75, 0.25, 1]).to(dtype), torch.tensor([100, 500, 7, 1], dtype=torch.int32)
            result = torch_npu.npu_top_k_top_p(*npu(logits, p, k))
            for row in range(4):
                torch.testing.assert_close(result[row].cpu().double(), filtered(logits[row], p[row].item(), k[row].item()))

    def test_top_k_top_p_sample(self):
        for dtype in DTYPES:
            logits = torch.randn(4, 500, dtype=dtype)
            p, k = torch.tensor([0.5, 0.75, 1, 1]).to(dtype), torch.tensor([100, 0, 7, 0], dtype=torch.int32)
            tokens, kept = torch_npu.npu_top_k_top_p_sample(*npu(logits, k, p), is_need_logits=True)
            torch.testing.assert_close(tokens.cpu().view(-1), logits.float().argmax(-1))
            kept = kept.cpu()
            for row, (most, bound) in enumerate(zip(k.tolist(), p.tolist(), strict=True)):
                values, order = torch.sort(logits[row].float(), descending=True, stable=True)
                count = int((kept[row] != -torch.inf).sum())
                torch.testing.assert_close(kept[row][order[:count]], values[:count], rtol=0, atol=0)
                probabilities = values[:most or 500].double().softmax(0)
                if bound < 1:
                    self.assertLessEqual(probabilities[:count - 1].sum().item(), bound + 1e-6)
                    self.assertGreater(probabilities[:count].sum().item(), bound - 1e-6)
                else:
                    self.assertEqual(count, most or 500)

    def test_sampling_with_weights(self):
        logits, q = torch.randn(3, 200), torch.rand(3, 200) + 0.1
        p, k = torch.ones(3), torch.tensor([5, 50, 200], dtype=torch.int32)
        tokens, _ = torch_npu.npu_top_k_top_p_sample(*npu(logits, k, p, q))
        for row in range(3):
            values, order = torch.sort(logits[row], descending=True, stable=True)
            count = k[row].item()
            best = (values[:count].softmax(0) / q[row, :count]).argmax()
            self.assertEqual(tokens[row].item(), order[best].item())

    def test_sampling_at_random(self):
        logits, p, k = torch.randn(3, 64) / 8, torch.tensor([0.9, 0.5, 1.0]), torch.tensor([5, 10, 3], dtype=torch.int32)
        generator = torch.Generator(device="npu")
        generator.manual_seed(1)
        drawn = [torch_npu.npu_top_k_top_p_sample(*npu(logits, k, p), post_sample="multiNomial", generator=generator)[0].cpu()
                 for _ in range(20)]
        _, kept = torch_npu.npu_top_k_top_p_sample(*npu(logits, k, p), is_need_logits=True)
        kept = kept.cpu() != -torch.inf
        for row in range(3):
            tokens = {tokens.view(-1)[row].item() for tokens in drawn}
            self.assertTrue(all(kept[row, token] for token in tokens))
            self.assertGreater(len(tokens), 1)

    def test_advance_step(self):
        tokens, positions, slots = torch.randint(100, (3, 6))
        lengths, tables = torch.randint(40, (6,)), torch.randint(50, (6, 11))
        sampled = torch.randint(100, (4, 1))
        expected = [tensor.clone() for tensor in (tokens, positions, lengths, slots)]
        for i in range(4):
            length = lengths[i].item()
            slot = tables[i, length // 4] * 4 + length % 4
            for tensor, value in zip(expected, (sampled[i, 0], length, length + 1, slot), strict=True):
                tensor[i] = value
        given = npu(tokens, positions, lengths, slots)
        torch_npu.npu_advance_step_flashattn(given[0], sampled.npu(), *given[1:], tables.npu(), 6, 4, 4)
        for result, value in zip(given, expected, strict=True):
            torch.testing.assert_close(result.cpu(), value)


class States(unittest.TestCase):
    def test_recurrent_gated_delta_rule(self):
        torch.manual_seed(5)
        lengths, accepted = [1, 3, 2], [1, 2, 2]
        tokens, key_heads, heads, rows, columns = sum(lengths), 2, 4, 33, 64
        query, key = torch.randn(2, tokens, key_heads, columns).bfloat16() / 8
        value, beta = torch.randn(tokens, heads, rows).bfloat16(), torch.rand(tokens, heads).bfloat16()
        gates, cache = -torch.rand(tokens, heads), torch.randn(9, heads, rows, columns).bfloat16()
        blocks = torch.randperm(9)[:tokens].int()
        for counts in (None, accepted):
            with self.subTest(accepted=counts):
                states, out, first = cache.double(), torch.empty(tokens, heads, rows, dtype=torch.float64), 0
                for number, length in enumerate(lengths):
                    state = cache[blocks[first + (counts[number] if counts else 1) - 1]].double()
                    for t in range(first, first + length):
                        q, k = (x[t].double().repeat_interleave(heads // key_heads, 0)[..., None] for x in (query, key))
                        state = state * gates[t].double().exp()[:, None, None]
                        error = value[t].double()[..., None] - state @ k
                        state = state + beta[t].double()[:, None, None] * error @ k.mT
                        out[t], states[blocks[t]] = (state @ q).squeeze(-1) * 0.5, state
                    first += length
                on_device = cache.npu()
                result = torch_npu.npu_recurrent_gated_delta_rule(
                    *npu(query, key, value), on_device, beta=beta.npu(), scale=0.5, g=gates.npu(),
                    actual_seq_lengths=torch.tensor(lengths, dtype=torch.int32).npu(), ssm_state_indices=blocks.npu(),
                    num_accepted_tokens=None if counts is None else torch.tensor(counts, dtype=torch.int32).npu())
                expect_close(result, out)
                expect_close(on_device, states)


class Example(unittest.TestCase):
    def test_tokens_are_those_of_pytorch(self):
        """A small network, whose sequences grow over several pages."""
        program = pathlib.Path(__file__).resolve().parents[2] / "examples/pytorch/serving.py"
        sizes = "--layers 2 --width 128 --heads 4 --kv-heads 2 --inner 256 --vocabulary 300 --sequences 3 --prompt 20 --tokens 20"
        result = subprocess.run([sys.executable, "-W", "ignore", program, *sizes.split()], capture_output=True, text=True,
                                timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"npu: +[0-9.]+ tokens per second")
        self.assertRegex(result.stdout, r"cpu: +[0-9.]+ tokens per second")
        self.assertIn("sequences with equal tokens: 3 of 3", result.stdout)


if __name__ == "__main__":
    unittest.main()
