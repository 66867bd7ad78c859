# SPDX-License-Identifier: Apache-2.0
"""Quantisers by codebooks: codes and gradients."""

import vector_quantize_pytorch as quantizers


def quantized(make, shape=(2, 10, 8), train=True, **named):
    return lambda side: side.step(side.module(getattr(quantizers, make), train=train, **named), side.randn(*shape))


CALLS = {
    "VectorQuantize": quantized("VectorQuantize", dim=8, codebook_size=16),
    "VectorQuantize, cosine": quantized("VectorQuantize", dim=8, codebook_size=16, use_cosine_sim=True),
    "VectorQuantize, heads": quantized(
        "VectorQuantize", dim=8, codebook_size=16, heads=2, codebook_dim=4, separate_codebook_per_head=True
    ),
    "VectorQuantize, learnable": quantized(
        "VectorQuantize", dim=8, codebook_size=16, learnable_codebook=True, ema_update=False
    ),
    "VectorQuantize, rotation trick": quantized("VectorQuantize", dim=8, codebook_size=16, rotation_trick=True),
    "ResidualVQ": quantized("ResidualVQ", dim=8, num_quantizers=3, codebook_size=16),
    "GroupedResidualVQ": quantized("GroupedResidualVQ", dim=8, num_quantizers=2, groups=2, codebook_size=16),
    "FSQ": quantized("FSQ", levels=[5, 5, 5], dim=8),
    "ResidualFSQ": quantized("ResidualFSQ", dim=8, levels=[5, 5], num_quantizers=2),
    "LFQ": quantized("LFQ", codebook_size=16, dim=8),
    "ResidualLFQ": quantized("ResidualLFQ", dim=8, codebook_size=16, num_quantizers=2),
    "SimVQ": quantized("SimVQ", dim=8, codebook_size=16),
    "LatentQuantize": quantized("LatentQuantize", shape=(2, 8, 10), levels=[5, 5], dim=8),
}
