# SPDX-License-Identifier: Apache-2.0
"""Transformers by options, in a step of training; einops' functions and layers."""

import einops
import torch
from einops.layers import torch as layers
from x_transformers import (
    AutoregressiveWrapper,
    ContinuousTransformerWrapper,
    CrossAttender,
    Decoder,
    Encoder,
    TransformerWrapper,
    ViTransformerWrapper,
    XTransformer,
)


def decoder(steps=12, wrapper=None, **named):
    def call(side):
        of = {key: value for key, value in named.items() if key in WRAPPERS}
        model = side.module(
            lambda: TransformerWrapper(
                num_tokens=30,
                max_seq_len=32,
                **of,
                attn_layers=Decoder(
                    dim=32, depth=2, heads=4, attn_dim_head=8, **{key: value for key, value in named.items() if key not in WRAPPERS}
                ),
            ),
            train=True,
        )
        return side.step(model, side.ints(30, 2, steps))

    return call


WRAPPERS = ("num_memory_tokens", "post_emb_norm", "tie_embedding", "use_abs_pos_emb", "scaled_sinu_pos_emb", "l2norm_embed")


def encoder(**named):
    return lambda side: side.step(
        side.module(
            lambda: ContinuousTransformerWrapper(
                dim_in=8, dim_out=6, max_seq_len=32, attn_layers=Encoder(dim=32, depth=2, heads=4, attn_dim_head=8, **named)
            ),
            train=True,
        ),
        side.randn(2, 10, 8),
        mask=torch.ones(2, 10, device=side.device).bool(),
    )


OPTIONS = {
    "plain": {},
    "flash": {"attn_flash": True},
    "rotary": {"rotary_pos_emb": True},
    "rotary xpos": {"rotary_xpos": True},
    "ALiBi": {"alibi_pos_bias": True},
    "relative positions": {"rel_pos_bias": True},
    "dynamic positions": {"dynamic_pos_bias": True},
    "grouped keys": {"attn_kv_heads": 2},
    "one key": {"attn_one_kv_head": True},
    "SwiGLU": {"ff_glu": True, "ff_swish": True},
    "ReLU squared": {"ff_relu_squared": True},
    "RMS norm": {"use_rmsnorm": True},
    "simple RMS norm": {"use_simple_rmsnorm": True},
    "ScaleNorm": {"use_scalenorm": True},
    "sandwich norm": {"sandwich_norm": True},
    "post norm": {"pre_norm": False},
    "normed keys": {"attn_qk_norm": True},
    "talking heads": {"attn_pre_talking_heads": True, "attn_post_talking_heads": True},
    "sparse top k": {"attn_sparse_topk": 4},
    "gated values": {"attn_gate_values": True},
    "memory keys": {"attn_num_mem_kv": 4},
    "gated residual": {"gate_residual": True},
    "scaled residual": {"scale_residual": True},
    "macaron": {"macaron": True},
    "shifted tokens": {"shift_tokens": 1},
    "local attention": {"attn_add_zero_kv": True},
    "softclamped": {"attn_softclamp_logits": True},
    "hyper connections": {"num_residual_streams": 2},
    "memory tokens": {"num_memory_tokens": 4},
    "sinusoidal positions": {"scaled_sinu_pos_emb": True},
    "tied embedding": {"tie_embedding": True},
    "value residual": {"add_value_residual": True},
    "differential gates": {"attn_head_scale": True},
    "sigmoid attention": {"attn_sigmoid": True},
    "forgetting": {"attn_data_dependent_alibi": True},
    "dynamic tanh": {"use_dynamic_tanh": True},
    "normalised embedding": {"l2norm_embed": True},
}
CALLS = {f"Decoder, {_name}": decoder(**_named) for _name, _named in OPTIONS.items()}
CALLS |= {f"Encoder, {_name}": encoder(**OPTIONS[_name]) for _name in ("plain", "flash", "rotary", "ALiBi", "dynamic positions")}


def generated(side):
    model = side.module(
        lambda: AutoregressiveWrapper(
            TransformerWrapper(
                num_tokens=30, max_seq_len=32, attn_layers=Decoder(dim=32, depth=2, heads=4, attn_dim_head=8, rotary_pos_emb=True)
            )
        )
    )
    return model.generate(side.ints(30, 2, 4), 8, temperature=0.0)


CALLS |= {
    "AutoregressiveWrapper": lambda side: side.step(
        side.module(
            lambda: AutoregressiveWrapper(
                TransformerWrapper(num_tokens=30, max_seq_len=32, attn_layers=Decoder(dim=32, depth=2, heads=4, attn_dim_head=8))
            ),
            train=True,
        ),
        side.ints(30, 2, 12),
    ),
    "generate": generated,
    "XTransformer": lambda side: side.step(
        side.module(
            XTransformer,
            dim=32,
            enc_num_tokens=30,
            enc_depth=1,
            enc_heads=4,
            enc_max_seq_len=16,
            dec_num_tokens=30,
            dec_depth=1,
            dec_heads=4,
            dec_max_seq_len=16,
            train=True,
        ),
        side.ints(30, 2, 8),
        side.ints(30, 2, 8),
    ),
    "ViTransformerWrapper": lambda side: side.step(
        side.module(
            lambda: ViTransformerWrapper(
                image_size=16, patch_size=4, num_classes=5, attn_layers=Encoder(dim=32, depth=2, heads=4, attn_dim_head=8)
            ),
            train=True,
        ),
        side.randn(2, 3, 16, 16),
    ),
    "CrossAttender": lambda side: side.step(
        side.module(CrossAttender, dim=32, depth=2, heads=4, attn_dim_head=8, train=True),
        side.randn(2, 5, 32),
        context=side.randn(2, 7, 32),
    ),
}


def rearranged(function, pattern, *shape, **named):
    return lambda side: side.function(lambda x: function(x, pattern, **named), side.randn(*shape))


CALLS |= {
    "rearrange": rearranged(einops.rearrange, "b c (h p) (w q) -> b (h w) (c p q)", 2, 3, 8, 8, p=2, q=2),
    "reduce max": rearranged(einops.reduce, "b c (h 2) (w 2) -> b c h w", 2, 3, 8, 8, reduction="max"),
    "reduce mean": rearranged(einops.reduce, "b c h w -> b c", 2, 3, 8, 8, reduction="mean"),
    "reduce prod": rearranged(einops.reduce, "b c h w -> b c", 2, 3, 2, 2, reduction="prod"),
    "repeat": rearranged(einops.repeat, "b c -> b n c", 2, 3, n=4),
    "einsum": lambda side: side.function(
        lambda x, y: einops.einsum(x, y, "b h i d, b h j d -> b h i j"), side.randn(2, 3, 4, 5), side.randn(2, 3, 6, 5)
    ),
    "einsum of three": lambda side: side.function(
        lambda x, y, z: einops.einsum(x, y, z, "a b, b c, c d -> a d"), side.randn(3, 4), side.randn(4, 5), side.randn(5, 2)
    ),
    "pack and unpack": lambda side: (lambda packed: [packed[0], *einops.unpack(packed[0], packed[1], "b *")])(
        einops.pack([side.randn(2, 3), side.randn(2, 4, 5)], "b *")
    ),
    "EinMix": lambda side: side.step(
        side.module(layers.EinMix, "b t c -> b t c_out", weight_shape="c c_out", bias_shape="c_out", c=8, c_out=6),
        side.randn(2, 5, 8),
    ),
    "layers Rearrange and Reduce": lambda side: side.step(
        side.module(
            lambda: torch.nn.Sequential(
                torch.nn.Conv2d(3, 4, 3),
                layers.Reduce("b c (h 2) (w 2) -> b c h w", "max"),
                layers.Rearrange("b c h w -> b (c h w)"),
                torch.nn.Linear(36, 2),
            )
        ),
        side.randn(2, 3, 8, 8),
    ),
}
