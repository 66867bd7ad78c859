# SPDX-License-Identifier: Apache-2.0
"""Models of two small layers with random weights: outputs and gradients; text that is generated without sampling."""

import torch
import transformers

SMALL = {
    "vocab_size": 60,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
}
GROUPED = {**SMALL, "num_key_value_heads": 2, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
EXPERTS = {**GROUPED, "moe_intermediate_size": 16, "num_experts": 4, "num_experts_per_tok": 2}
# Of those that hear waves, in windows of two layers of convolutions.
WAVES = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "conv_dim": [16, 16],
    "conv_kernel": [10, 3],
    "conv_stride": [5, 2],
    "num_conv_pos_embeddings": 8,
    "num_conv_pos_embedding_groups": 4,
    "mask_time_prob": 0.0,
    "layerdrop": 0.0,
    "hidden_dropout": 0.0,
    "attention_dropout": 0.0,
    "activation_dropout": 0.0,
    "feat_proj_dropout": 0.0,
    "final_dropout": 0.0,
}


def model(kind, head, configuration):
    def make():
        of = getattr(transformers, f"{kind}Config")(**configuration)
        # Devices draw other numbers.
        for name, value in of.to_dict().items():
            if "drop" in name and isinstance(value, float):
                setattr(of, name, 0.0)
        of._attn_implementation = "sdpa" if getattr(getattr(transformers, f"{kind}{head}"), "_supports_sdpa", False) else "eager"
        return getattr(transformers, f"{kind}{head}")(of)

    return make


def outputs(of):
    """Without caches, and without states of the encoder that are inputs of a later call."""
    return {name: value for name, value in of.items() if isinstance(value, torch.Tensor)}


def text(kind, head="ForCausalLM", labels=True, batch=2, length=12, **configuration):
    """A step of training with labels of each token, or of each text."""

    def call(side):
        of = side.module(model(kind, head, configuration), train=True)
        ids = side.ints(configuration.get("vocab_size", 60) - 3, batch, length, low=3)
        target = {"labels": ids if "LM" in head or "Generation" in head or "Pre" in head else side.ints(2, batch)} if labels else {}
        return stepped(side, of, input_ids=ids, **target)

    return call


def stepped(side, of, **inputs):
    found = of(**inputs)
    parameters = {name: each for name, each in of.named_parameters() if each.requires_grad}
    found = outputs(found)
    values = side.gradients(found.get("loss", found), list(parameters.values()))
    return {**found, **dict(zip(parameters, values))}


def images(kind, head="ForImageClassification", size=32, channels=3, labels=True, train=True, **configuration):
    def call(side):
        of = side.module(model(kind, head, configuration), train=train)
        target = {"labels": side.ints(2, 2)} if labels else {}
        return stepped(side, of, pixel_values=side.randn(2, channels, size, size), **target)

    return call


def generated(kind, head="ForCausalLM", configuration=None, **named):
    def call(side):
        of = side.module(model(kind, head, configuration or GROUPED))
        ids = side.ints(57, 2, 6, low=3)
        return of.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=8, **{"do_sample": False, **named})

    return call


def sounds(kind, head, length=1600, **configuration):
    def call(side):
        of = side.module(model(kind, head, configuration), train=True)
        return stepped(side, of, input_values=side.randn(1, length))

    return call


def both(side, kind, **configuration):
    of = side.module(model(kind, "Model", configuration), train=True)
    return stepped(side, of, input_ids=side.ints(57, 2, 8, low=3), pixel_values=side.randn(2, 3, 32, 32))


VISION = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "image_size": 32,
    "patch_size": 8,
}
CALLS = {}
for _kind in (
    "Llama",
    "Mistral",
    "Qwen2",
    "Qwen3",
    "Gemma",
    "Gemma2",
    "Phi",
    "Phi3",
    "StableLm",
    "Cohere",
    "Olmo",
    "Olmo2",
    "Starcoder2",
    "Granite",
    "Glm",
    "Glm4",
    "Helium",
    "SmolLM3",
    "Ernie4_5",
    "HunYuanDenseV1",
    "Seed_Oss",
):
    if not hasattr(transformers, f"{_kind}ForCausalLM"):
        continue
    _head = {"head_dim": 8} if _kind in ("Gemma", "Gemma2", "Helium", "Qwen3", "Glm", "Glm4", "Ernie4_5", "HunYuanDenseV1") else {}
    CALLS[_kind] = text(_kind, **GROUPED, **_head)
CALLS |= {
    "GPT2": text(
        "GPT2",
        "LMHeadModel",
        vocab_size=60,
        n_embd=32,
        n_layer=2,
        n_head=4,
        n_positions=64,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
    ),
    "GPTNeoX": text("GPTNeoX", **SMALL, attention_dropout=0.0, hidden_dropout=0.0),
    "GPTJ": text(
        "GPTJ",
        vocab_size=60,
        n_embd=32,
        n_layer=2,
        n_head=4,
        rotary_dim=4,
        n_positions=64,
        attn_pdrop=0.0,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
    ),
    "GPTNeo": text(
        "GPTNeo",
        vocab_size=60,
        hidden_size=32,
        num_layers=2,
        num_heads=4,
        attention_types=[[["global", "local"], 1]],
        max_position_embeddings=64,
    ),
    "OPT": text(
        "OPT",
        vocab_size=60,
        hidden_size=32,
        ffn_dim=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        word_embed_proj_dim=32,
        max_position_embeddings=64,
        dropout=0.0,
    ),
    "Bloom": text("Bloom", vocab_size=60, hidden_size=32, n_layer=2, n_head=4, attention_dropout=0.0, hidden_dropout=0.0),
    "Falcon": text("Falcon", vocab_size=60, hidden_size=32, num_hidden_layers=2, num_attention_heads=4),
    "MPT": text("Mpt", vocab_size=60, d_model=32, n_layers=2, n_heads=4, max_seq_len=64),
    "CTRL": text(
        "CTRL",
        "LMHeadModel",
        vocab_size=60,
        n_embd=32,
        dff=48,
        n_layer=2,
        n_head=4,
        n_positions=64,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
    ),
    "Mixtral": text("Mixtral", **GROUPED, num_local_experts=4, num_experts_per_tok=2),
    "Qwen2Moe": text("Qwen2Moe", **EXPERTS, shared_expert_intermediate_size=16),
    "Qwen3Moe": text("Qwen3Moe", **EXPERTS, head_dim=8),
    "Olmoe": text("Olmoe", **EXPERTS),
    "GptOss": text("GptOss", **{**GROUPED, "head_dim": 8, "num_local_experts": 4, "num_experts_per_tok": 2}),
    "DeepseekV3": text(
        "DeepseekV3",
        **{**GROUPED, "num_key_value_heads": 4},
        moe_intermediate_size=16,
        n_routed_experts=4,
        num_experts_per_tok=2,
        n_group=2,
        topk_group=1,
        kv_lora_rank=16,
        q_lora_rank=24,
        qk_rope_head_dim=8,
        qk_nope_head_dim=8,
        v_head_dim=8,
        first_k_dense_replace=1,
    ),
    "DeepseekV2": text(
        "DeepseekV2",
        **{**GROUPED, "num_key_value_heads": 4},
        moe_intermediate_size=16,
        n_routed_experts=4,
        num_experts_per_tok=2,
        n_group=2,
        topk_group=1,
        kv_lora_rank=16,
        q_lora_rank=24,
        qk_rope_head_dim=8,
        qk_nope_head_dim=8,
        v_head_dim=8,
        first_k_dense_replace=1,
        topk_method="greedy",
    ),
    "Mamba": text("Mamba", vocab_size=60, hidden_size=32, state_size=8, num_hidden_layers=2),
    "Mamba2": text(
        "Mamba2",
        vocab_size=60,
        hidden_size=32,
        state_size=8,
        num_hidden_layers=2,
        num_heads=8,
        head_dim=8,
        expand=2,
        n_groups=1,
        chunk_size=8,
    ),
    "FalconMamba": text("FalconMamba", vocab_size=60, hidden_size=32, state_size=8, num_hidden_layers=2),
    "RecurrentGemma": text(
        "RecurrentGemma",
        vocab_size=60,
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=48,
        num_key_value_heads=1,
        head_dim=8,
        lru_width=32,
        attention_window_size=8,
    ),
    "Rwkv": text("Rwkv", vocab_size=60, hidden_size=32, num_hidden_layers=2, attention_hidden_size=32, context_length=32),
    "Bert": text("Bert", "ForMaskedLM", **SMALL),
    "Bert of texts": text("Bert", "ForSequenceClassification", **SMALL),
    "Roberta": text("Roberta", "ForMaskedLM", **SMALL, pad_token_id=0),
    "DistilBert": text(
        "DistilBert", "ForMaskedLM", vocab_size=60, dim=32, n_layers=2, n_heads=4, hidden_dim=48, max_position_embeddings=64
    ),
    "Albert": text("Albert", "ForMaskedLM", **SMALL, embedding_size=16),
    "Electra": text("Electra", "ForMaskedLM", **SMALL, embedding_size=16),
    "DebertaV2": text(
        "DebertaV2",
        "ForMaskedLM",
        **SMALL,
        relative_attention=True,
        position_buckets=8,
        pos_att_type=["p2c", "c2p"],
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    ),
    "MobileBert": text("MobileBert", "ForMaskedLM", **SMALL, embedding_size=32, intra_bottleneck_size=32, true_hidden_size=32),
    "MPNet": text("MPNet", "ForMaskedLM", **SMALL, pad_token_id=0),
    "FNet": text(
        "FNet", "ForMaskedLM", vocab_size=60, hidden_size=32, intermediate_size=48, num_hidden_layers=2, max_position_embeddings=64
    ),
    "XLNet": text("XLNet", "LMHeadModel", vocab_size=60, d_model=32, n_layer=2, n_head=4, d_inner=48, dropout=0.0),
    "ModernBert": text("ModernBert", "ForMaskedLM", **SMALL, pad_token_id=0),
    "Longformer": text("Longformer", "ForMaskedLM", **SMALL, attention_window=8, pad_token_id=0, length=16),
    "BigBird": text("BigBird", "ForMaskedLM", **SMALL, attention_type="original_full"),
    "ConvBert": text("ConvBert", "ForMaskedLM", **SMALL, embedding_size=32, conv_kernel_size=3),
    "SqueezeBert": text("SqueezeBert", "ForMaskedLM", **SMALL, embedding_size=32),
    "IBert": text("IBert", "ForMaskedLM", **SMALL, pad_token_id=0),
    "T5": text(
        "T5",
        "ForConditionalGeneration",
        vocab_size=60,
        d_model=32,
        d_kv=8,
        d_ff=48,
        num_layers=2,
        num_heads=4,
        dropout_rate=0.0,
        decoder_start_token_id=0,
    ),
    "Bart": text(
        "Bart",
        "ForConditionalGeneration",
        vocab_size=60,
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        dropout=0.0,
        max_position_embeddings=64,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=2,
    ),
    "Pegasus": text(
        "Pegasus",
        "ForConditionalGeneration",
        vocab_size=60,
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        dropout=0.0,
        max_position_embeddings=64,
        pad_token_id=0,
    ),
    "ViT": images("ViT", **VISION),
    "DeiT": images("DeiT", **VISION),
    "Dinov2": images("Dinov2", **VISION),
    "BEiT": images("Beit", **VISION, drop_path_rate=0.0),
    "Swin": images("Swin", embed_dim=16, depths=[1, 1], num_heads=[2, 2], window_size=4, image_size=32, drop_path_rate=0.0),
    "Swinv2": images("Swinv2", embed_dim=16, depths=[1, 1], num_heads=[2, 2], window_size=4, image_size=32, drop_path_rate=0.0),
    "ConvNext": images("ConvNext", hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1]),
    "ConvNextV2": images("ConvNextV2", hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1]),
    "ResNet": images("ResNet", embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic"),
    "RegNet": images("RegNet", embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], groups_width=4),
    "MobileNetV2": images("MobileNetV2", train=False),
    "MobileViT": images(
        "MobileViT", hidden_sizes=[16, 24, 32], neck_hidden_sizes=[8, 8, 16, 16, 24, 32, 40], num_attention_heads=2
    ),
    "PoolFormer": images("PoolFormer", depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 16, 16], drop_path_rate=0.0),
    "PVT": images(
        "Pvt",
        image_size=32,
        depths=[1, 1, 1, 1],
        hidden_sizes=[8, 16, 16, 16],
        num_attention_heads=[1, 2, 2, 2],
        drop_path_rate=0.0,
    ),
    "Segformer": images(
        "Segformer", depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 16, 16], num_attention_heads=[1, 2, 2, 2], drop_path_rate=0.0
    ),
    "LeViT": images(
        "Levit",
        train=False,
        image_size=64,
        size=64,
        hidden_sizes=[16, 24, 32],
        num_attention_heads=[2, 2, 2],
        depths=[1, 1, 1],
        key_dim=[8, 8, 8],
    ),
    "SegformerForSemanticSegmentation": images(
        "Segformer",
        "ForSemanticSegmentation",
        labels=False,
        depths=[1, 1, 1, 1],
        hidden_sizes=[8, 16, 16, 16],
        num_attention_heads=[1, 2, 2, 2],
        decoder_hidden_size=16,
        drop_path_rate=0.0,
    ),
    "CLIP": lambda side: both(
        side,
        "CLIP",
        text_config={**SMALL, "projection_dim": 16, "eos_token_id": 2},
        vision_config={**VISION, "projection_dim": 16},
        projection_dim=16,
    ),
    "SigLIP": lambda side: both(side, "Siglip", text_config=SMALL, vision_config=VISION),
    "Wav2Vec2": sounds("Wav2Vec2", "ForSequenceClassification", **WAVES),
    "Hubert": sounds("Hubert", "ForSequenceClassification", **WAVES),
    "AST": lambda side: stepped(
        side,
        side.module(
            model(
                "AST",
                "ForAudioClassification",
                {
                    "hidden_size": 32,
                    "num_hidden_layers": 2,
                    "num_attention_heads": 4,
                    "intermediate_size": 48,
                    "max_length": 40,
                    "num_mel_bins": 16,
                    "patch_size": 8,
                    "frequency_stride": 4,
                    "time_stride": 4,
                },
            ),
            train=True,
        ),
        input_values=side.randn(2, 40, 16),
        labels=side.ints(2, 2),
    ),
    "Whisper": lambda side: stepped(
        side,
        side.module(
            model(
                "Whisper",
                "ForConditionalGeneration",
                {
                    "vocab_size": 60,
                    "d_model": 32,
                    "encoder_layers": 2,
                    "decoder_layers": 2,
                    "encoder_attention_heads": 4,
                    "decoder_attention_heads": 4,
                    "encoder_ffn_dim": 48,
                    "decoder_ffn_dim": 48,
                    "num_mel_bins": 8,
                    "max_source_positions": 20,
                    "max_target_positions": 30,
                    "pad_token_id": 0,
                    "bos_token_id": 1,
                    "eos_token_id": 2,
                    "decoder_start_token_id": 1,
                },
            ),
            train=True,
        ),
        input_features=side.randn(1, 8, 40),
        labels=side.ints(57, 1, 6, low=3),
    ),
    "generate, Llama": generated("Llama"),
    "generate, Qwen2": generated("Qwen2"),
    "generate, beams": generated("Llama", num_beams=3),
    "generate, GPT2": generated(
        "GPT2", "LMHeadModel", {"vocab_size": 60, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "pad_token_id": 0}
    ),
    "generate, repetition penalty": generated("Llama", repetition_penalty=1.3, no_repeat_ngram_size=2),
    "generate, static cache": generated("Llama", cache_implementation="static", disable_compile=True),
    "generate, sampled": generated("Llama", do_sample=True, top_k=10, top_p=0.9, temperature=0.8, min_new_tokens=8),
    "generate, T5": lambda side: side.module(
        model(
            "T5",
            "ForConditionalGeneration",
            {"vocab_size": 60, "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 4, "decoder_start_token_id": 0},
        )
    ).generate(side.ints(57, 2, 6, low=3), max_new_tokens=8),
}
# Compared by shapes alone.
DRAWN = {"generate, sampled"}
