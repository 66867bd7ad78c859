# SPDX-License-Identifier: Apache-2.0
"""Serving a language model: the steps of a Llama-like network with torch_npu's functions, and the same network in plain PyTorch.

    openaclnn python examples/pytorch/serving.py [--dtype float32|bfloat16|float16] [--layers N] [--width N] [--sequences N] ...

Prompts of different lengths are read at once. Then each step adds a token to every sequence. Keys and values are in a cache of pages, as
in vLLM: each sequence has a table of its pages. The weights are random, so the tokens mean nothing. Prints tokens per second of both
networks, and fails if their tokens differ (float32; in the other types, small differences can change a token)."""
import argparse
import time

import torch
import torch_npu
from torch.nn import functional

EPSILON = 1e-6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, value in (("layers", 8), ("width", 1024), ("heads", 16), ("kv-heads", 4), ("inner", 2816), ("vocabulary", 8192),
                        ("sequences", 8), ("prompt", 64), ("tokens", 32), ("block-size", 16)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    return parser.parse_args()


def weights(given):
    """Of the layers, each with the same names, and of what is around them."""
    torch.manual_seed(0)
    dtype, size = getattr(torch, given.dtype), given.width // given.heads
    shapes = {"qkv": ((given.heads + 2 * given.kv_heads) * size, given.width), "out": (given.width, given.width),
              "gate_up": (2 * given.inner, given.width), "down": (given.width, given.inner)}

    def matrix(shape):
        return (torch.randn(shape) * shape[-1] ** -0.5).to(dtype)

    layers = [{name: matrix(shape) for name, shape in shapes.items()}
              | {name: (1 + 0.1 * torch.randn(given.width)).to(dtype) for name in ("norm", "inner_norm")}
              for _ in range(given.layers)]
    return {"embedding": torch.randn(given.vocabulary, given.width).to(dtype), "head": matrix((given.vocabulary, given.width)),
            "norm": torch.ones(given.width, dtype=dtype), "layers": layers}


def angles(positions, size, dtype):
    """Cosines and sines of the positions, [tokens, size] each."""
    frequencies = 10000.0 ** (-torch.arange(0, size, 2, device=positions.device) / size)
    turns = positions.to(torch.float32)[:, None] * frequencies
    return tuple(torch.cat((part, part), -1).to(dtype) for part in (turns.cos(), turns.sin()))


class Paged:
    """The network with torch_npu's functions. Tokens of all sequences are rows, one sequence after the other."""

    def __init__(self, given, parameters):
        self.given, self.size = given, given.width // given.heads
        self.parameters = {name: value.npu() for name, value in parameters.items() if name != "layers"}
        self.layers = [{name: value.npu() for name, value in layer.items()} for layer in parameters["layers"]]
        columns = -(-(given.prompt + given.tokens) // given.block_size)
        count = given.sequences * columns
        # In any order: a sequence's pages are wherever one was free.
        self.table = torch.randperm(count, dtype=torch.int32).view(given.sequences, columns)
        shape = (count, given.block_size, given.kv_heads, self.size)
        self.caches = [tuple(torch.zeros(shape, dtype=layer["qkv"].dtype, device="npu") for _ in range(2)) for layer in self.layers]
        self.mask = torch.triu(torch.ones(2048, 2048, dtype=torch.int8), 1).npu()
        self.table_on_device = self.table.npu()

    def step(self, tokens, lengths_before, counts):
        """Reads the next tokens, `counts` of each sequence, and returns the scores after the last of each."""
        given, size = self.given, self.size
        rows = [(sequence, before + i) for sequence, (before, count) in enumerate(zip(lengths_before, counts, strict=True))
                for i in range(count)]
        sequences, positions = (torch.tensor(column) for column in zip(*rows, strict=True))
        slots = self.table[sequences, positions // given.block_size] * given.block_size + positions % given.block_size
        slots, positions = slots.int().npu(), positions.npu()
        ends = torch.tensor(counts).cumsum(0)
        lengths = [before + count for before, count in zip(lengths_before, counts, strict=True)]
        residual = functional.embedding(tokens, self.parameters["embedding"])
        cos, sin = (part[None, :, None] for part in angles(positions, size, residual.dtype))
        hidden = torch_npu.npu_rms_norm(residual, self.layers[0]["norm"], EPSILON)[0]
        for number, (layer, (keys, values)) in enumerate(zip(self.layers, self.caches, strict=True)):
            heads = functional.linear(hidden, layer["qkv"]).view(len(tokens), -1, size)
            query, key, value = heads.split((given.heads, given.kv_heads, given.kv_heads), 1)
            query, key = torch_npu.npu_apply_rotary_pos_emb(query[None].contiguous(), key[None].contiguous(), cos, sin)
            torch_npu.npu_scatter_pa_kv_cache(key[0], value.contiguous(), keys, values, slots, cache_mode="Norm")
            attended, _ = torch_npu.npu_fused_infer_attention_score(
                query[0], keys.flatten(2), values.flatten(2), atten_mask=self.mask, sparse_mode=3, input_layout="TND",
                num_heads=given.heads, num_key_value_heads=given.kv_heads, scale=size ** -0.5,
                block_table=self.table_on_device, block_size=given.block_size, actual_seq_lengths=ends.tolist(),
                actual_seq_lengths_kv=lengths)
            projected = functional.linear(attended.flatten(1), layer["out"])
            hidden, _, residual = torch_npu.npu_add_rms_norm(projected, residual, layer["inner_norm"], EPSILON)
            inner = torch_npu.npu_swiglu(functional.linear(hidden, layer["gate_up"]))
            following = self.layers[number + 1] if number + 1 < len(self.layers) else self.parameters
            hidden, _, residual = torch_npu.npu_add_rms_norm(functional.linear(inner, layer["down"]), residual, following["norm"],
                                                             EPSILON)
        return functional.linear(hidden[(ends - 1).npu()], self.parameters["head"])


class Plain:
    """The same network in PyTorch alone, on the CPU: each sequence has a row of a padded cache."""

    def __init__(self, given, parameters):
        self.given, self.size, self.parameters = given, given.width // given.heads, parameters
        shape = (given.sequences, given.kv_heads, given.prompt + given.tokens, self.size)
        self.caches = [tuple(torch.zeros(shape, dtype=layer["qkv"].dtype) for _ in range(2)) for layer in parameters["layers"]]

    def norm(self, rows, scale):
        return functional.rms_norm(rows, (self.given.width,), scale, EPSILON)

    def rotated(self, heads, cos, sin):
        first, second = heads.chunk(2, -1)
        return heads * cos + torch.cat((-second, first), -1) * sin

    def step(self, tokens, lengths_before, counts):
        given, size = self.given, self.size
        batch, most = given.sequences, max(counts)
        padded, own = torch.zeros(batch, most, dtype=torch.long), torch.arange(most) < torch.tensor(counts)[:, None]
        padded[own] = tokens
        positions = torch.tensor(lengths_before)[:, None] + torch.arange(most)
        end = max(before + count for before, count in zip(lengths_before, counts, strict=True))
        rows, slots = torch.arange(batch)[:, None].expand_as(own)[own], positions[own]
        seen = (torch.arange(end) <= positions[..., None])[:, None]
        hidden = functional.embedding(padded, self.parameters["embedding"])
        cos, sin = (part.view(batch, 1, most, size) for part in angles(positions.flatten(), size, hidden.dtype))
        for layer, (keys, values) in zip(self.parameters["layers"], self.caches, strict=True):
            heads = functional.linear(self.norm(hidden, layer["norm"]), layer["qkv"]).view(batch, most, -1, size).transpose(1, 2)
            query, key, value = heads.split((given.heads, given.kv_heads, given.kv_heads), 1)
            query, key = self.rotated(query, cos, sin), self.rotated(key, cos, sin)
            keys[rows, :, slots], values[rows, :, slots] = key.transpose(1, 2)[own], value.transpose(1, 2)[own]
            attended = functional.scaled_dot_product_attention(query, keys[:, :, :end], values[:, :, :end], seen, enable_gqa=True)
            hidden = hidden + functional.linear(attended.transpose(1, 2).flatten(2), layer["out"])
            gate, up = functional.linear(self.norm(hidden, layer["inner_norm"]), layer["gate_up"]).chunk(2, -1)
            hidden = hidden + functional.linear(functional.silu(gate) * up, layer["down"])
        last = hidden[torch.arange(batch), torch.tensor(counts) - 1]
        return functional.linear(self.norm(last, self.parameters["norm"]), self.parameters["head"])


def generate(given, network, device, prompts):
    """The tokens that follow each prompt, [sequences, tokens], and how many a second the steps after the first made."""
    lengths, counts = [0] * len(prompts), [len(prompt) for prompt in prompts]
    tokens, results = torch.cat(prompts).to(device), []
    for step in range(given.tokens):
        if step == 1:
            begin = time.perf_counter()
        tokens = network.step(tokens, lengths, counts).argmax(-1)
        lengths, counts = [length + count for length, count in zip(lengths, counts, strict=True)], [1] * len(prompts)
        results.append(tokens.cpu())
    return torch.stack(results, 1), given.sequences * (given.tokens - 1) / (time.perf_counter() - begin)


@torch.no_grad()
def main():
    given = arguments()
    parameters = weights(given)
    lengths = torch.linspace(max(given.prompt // 2, 1), given.prompt, given.sequences).int().tolist()
    prompts = [torch.randint(given.vocabulary, (length,)) for length in lengths]
    found = {}
    for device, network in (("npu", Paged), ("cpu", Plain)):
        found[device], speed = generate(given, network(given, parameters), device, prompts)
        print(f"{device}: {speed:7.1f} tokens per second, {given.sequences} sequences, {given.dtype}", flush=True)
    equal = (found["npu"] == found["cpu"]).all(1)
    print(f"sequences with equal tokens: {int(equal.sum())} of {given.sequences}")
    if given.dtype == "float32" and not equal.all():
        raise SystemExit(1)


if __name__ == "__main__":
    main()
