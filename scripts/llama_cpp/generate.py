#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates text with llama.cpp from a random model, and prints the tokens as JSON.

The model is a Llama of two layers with grouped heads, drawn from a seed and written with `gguf`. The package llama_cpp and its
libraries are those that scripts/try_llama_cpp.sh built.

usage: generate.py MODEL --type F32|F16 [--layers-on-device N] [--flash-attention] [--tokens N]
"""

import argparse
import json
import pathlib

import numpy

WORDS = 320
WIDTH = 128
LAYERS = 2
HEADS = 4
KEY_HEADS = 2
HIDDEN = 352
CONTEXT = 256
PROMPT = [1, 17, 33, 250, 129, 64, 5]


def write_model(path, element):
    import gguf

    random = numpy.random.default_rng(20)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KEY_HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(WORDS)
    # Three special tokens, the 256 bytes, and words.
    writer.add_tokenizer_model("llama")
    names = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL] + [gguf.TokenType.BYTE] * 256
    words = WORDS - len(names)
    writer.add_token_list(names + [f"word{number} " for number in range(words)])
    writer.add_token_scores([0.0] * WORDS)
    writer.add_token_types(kinds + [gguf.TokenType.NORMAL] * words)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)

    def add(name, rows, columns, scale):
        writer.add_tensor(name, (random.standard_normal((rows, columns)) * scale).astype(element))

    def add_norm(name):
        writer.add_tensor(name, (1 + 0.1 * random.standard_normal(WIDTH)).astype(numpy.float32))

    add("token_embd.weight", WORDS, WIDTH, 1.0)
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        add_norm(block + "attn_norm.weight")
        add(block + "attn_q.weight", WIDTH, WIDTH, WIDTH**-0.5)
        add(block + "attn_k.weight", WIDTH * KEY_HEADS // HEADS, WIDTH, WIDTH**-0.5)
        add(block + "attn_v.weight", WIDTH * KEY_HEADS // HEADS, WIDTH, WIDTH**-0.5)
        add(block + "attn_output.weight", WIDTH, WIDTH, WIDTH**-0.5)
        add_norm(block + "ffn_norm.weight")
        add(block + "ffn_gate.weight", HIDDEN, WIDTH, WIDTH**-0.5)
        add(block + "ffn_up.weight", HIDDEN, WIDTH, WIDTH**-0.5)
        add(block + "ffn_down.weight", WIDTH, HIDDEN, HIDDEN**-0.5)
    add_norm("output_norm.weight")
    add("output.weight", WORDS, WIDTH, WIDTH**-0.5)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--type", choices=["F32", "F16"], required=True)
    parser.add_argument("--layers-on-device", type=int, default=0)
    parser.add_argument("--flash-attention", action="store_true")
    parser.add_argument("--tokens", type=int, default=100)
    arguments = parser.parse_args()

    if not arguments.model.exists():
        write_model(arguments.model, {"F32": numpy.float32, "F16": numpy.float16}[arguments.type])

    import llama_cpp

    model = llama_cpp.Llama(
        str(arguments.model),
        n_gpu_layers=arguments.layers_on_device,
        n_ctx=CONTEXT,
        n_threads=1,
        flash_attn=arguments.flash_attention,
        verbose=False,
    )
    tokens = []
    for token in model.generate(PROMPT, temp=0.0, repeat_penalty=1.0):
        tokens.append(int(token))
        if len(tokens) == arguments.tokens:
            break
    print(json.dumps(tokens))


if __name__ == "__main__":
    main()
