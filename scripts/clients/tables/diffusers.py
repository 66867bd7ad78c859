# SPDX-License-Identifier: Apache-2.0
"""Networks of diffusion with random weights in a step of training; schedulers; whole pipelines of small networks."""

import contextlib

import diffusers
import torch
from diffusers.models import activations, attention, attention_processor, normalization


@contextlib.contextmanager
def fused(side):
    """diffusers calls torch_npu's functions wherever torch_npu is installed, for tensors of the CPU too, which fails."""
    modules = (activations, attention, attention_processor, normalization)
    before = [of.is_torch_npu_available for of in modules]
    for of in modules:
        of.is_torch_npu_available = lambda: side.device.type == "npu"
    try:
        yield
    finally:
        for of, value in zip(modules, before):
            of.is_torch_npu_available = value


def net(make, inputs, **named):
    """`inputs` draws the arguments of the forward pass, by name."""

    def call(side):
        with fused(side):
            module = side.module(getattr(diffusers, make), train=True, **named)
            found = module(**inputs(side), return_dict=False)
        parameters = dict(module.named_parameters())
        return {"outputs": found, **dict(zip(parameters, side.gradients(found, list(parameters.values()))))}

    return call


def unet(side):
    return {"sample": side.randn(1, 4, 8, 8), "timestep": side.tensor([7]), "encoder_hidden_states": side.randn(1, 5, 16)}


def schedule(make, steps=4, **named):
    """Steps of a scheduler that adds no noise, from the sample of a network that is a sum."""

    def call(side):
        scheduler = getattr(diffusers, make)(**named)
        scheduler.set_timesteps(steps, device=side.device)
        sample, direction = side.randn(1, 4, 6, 6), side.randn(1, 4, 6, 6)
        for timestep in scheduler.timesteps:
            scaled = scheduler.scale_model_input(sample, timestep) if hasattr(scheduler, "scale_model_input") else sample
            sample = scheduler.step(0.5 * scaled + 0.1 * direction, timestep, sample).prev_sample.to(side.dtype)
        return sample

    return call


def noised(make, **named):
    def call(side):
        scheduler = getattr(diffusers, make)(**named)
        return scheduler.add_noise(side.randn(2, 4, 6, 6), side.randn(2, 4, 6, 6), side.tensor([5, 700]))

    return call


UNET = {
    "sample_size": 8,
    "block_out_channels": (16, 32),
    "layers_per_block": 1,
    "norm_num_groups": 8,
    "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D"),
    "up_block_types": ("CrossAttnUpBlock2D", "UpBlock2D"),
    "cross_attention_dim": 16,
    "attention_head_dim": 8,
}
VAE = {
    "block_out_channels": (8, 16),
    "down_block_types": ("DownEncoderBlock2D",) * 2,
    "up_block_types": ("UpDecoderBlock2D",) * 2,
    "norm_num_groups": 4,
    "latent_channels": 4,
}


def images(side):
    return {"sample": side.randn(1, 3, 16, 16)}


CALLS = {
    "UNet2DConditionModel": net("UNet2DConditionModel", unet, **UNET),
    "UNet2DModel": net(
        "UNet2DModel",
        lambda side: {"sample": side.randn(1, 3, 16, 16), "timestep": side.tensor([7])},
        sample_size=16,
        block_out_channels=(8, 16),
        layers_per_block=1,
        norm_num_groups=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
        attention_head_dim=8,
    ),
    "UNet1DModel": net(
        "UNet1DModel",
        lambda side: {"sample": side.randn(1, 14, 16), "timestep": side.tensor([7])},
        sample_size=16,
        in_channels=14,
        out_channels=14,
        block_out_channels=(8, 16, 32),
        extra_in_channels=0,
        time_embedding_type="positional",
        use_timestep_embedding=True,
        out_block_type="OutConv1DBlock",
        flip_sin_to_cos=False,
        freq_shift=1.0,
        down_block_types=("DownResnetBlock1D",) * 3,
        up_block_types=("UpResnetBlock1D",) * 2,
        mid_block_type="MidResTemporalBlock1D",
        act_fn="swish",
    ),
    "UNet3DConditionModel": net(
        "UNet3DConditionModel",
        lambda side: {
            "sample": side.randn(1, 4, 2, 8, 8),
            "timestep": side.tensor([7]),
            "encoder_hidden_states": side.randn(1, 5, 16),
        },
        sample_size=8,
        block_out_channels=(32, 32),
        layers_per_block=1,
        down_block_types=("CrossAttnDownBlock3D", "DownBlock3D"),
        up_block_types=("UpBlock3D", "CrossAttnUpBlock3D"),
        cross_attention_dim=16,
        attention_head_dim=8,
        norm_num_groups=8,
    ),
    "ControlNetModel": net(
        "ControlNetModel",
        lambda side: {**unet(side), "controlnet_cond": side.randn(1, 3, 64, 64)},
        **{name: value for name, value in UNET.items() if name not in ("sample_size", "up_block_types")},
        conditioning_embedding_out_channels=(8, 8, 8, 8),
    ),
    "AutoencoderKL": net("AutoencoderKL", images, **VAE),
    "VQModel": net("VQModel", images, **VAE, num_vq_embeddings=16),
    "AsymmetricAutoencoderKL": net(
        "AsymmetricAutoencoderKL",
        images,
        in_channels=3,
        out_channels=3,
        down_block_types=("DownEncoderBlock2D",) * 2,
        down_block_out_channels=(8, 16),
        up_block_types=("UpDecoderBlock2D",) * 2,
        up_block_out_channels=(8, 16),
        norm_num_groups=4,
    ),
    "AutoencoderTiny": net(
        "AutoencoderTiny",
        images,
        encoder_block_out_channels=(8, 8),
        decoder_block_out_channels=(8, 8),
        num_encoder_blocks=(1, 1),
        num_decoder_blocks=(1, 1),
        latent_channels=4,
    ),
    "AutoencoderDC": net(
        "AutoencoderDC",
        lambda side: {"sample": side.randn(1, 3, 16, 16)},
        latent_channels=4,
        attention_head_dim=4,
        encoder_block_types=("ResBlock", "EfficientViTBlock"),
        decoder_block_types=("ResBlock", "EfficientViTBlock"),
        encoder_block_out_channels=(8, 8),
        decoder_block_out_channels=(8, 8),
        encoder_layers_per_block=(1, 1),
        decoder_layers_per_block=(1, 1),
        encoder_qkv_multiscales=((), (5,)),
        decoder_qkv_multiscales=((), (5,)),
        upsample_block_type="interpolate",
    ),
    "AutoencoderKLTemporalDecoder": net(
        "AutoencoderKLTemporalDecoder",
        lambda side: {"sample": side.randn(2, 3, 16, 16), "num_frames": 2},
        block_out_channels=(32, 32),
        down_block_types=("DownEncoderBlock2D",) * 2,
        latent_channels=4,
    ),
    "AutoencoderOobleck": net(
        "AutoencoderOobleck",
        lambda side: {"sample": side.randn(1, 2, 64)},
        encoder_hidden_size=8,
        downsampling_ratios=[2, 2],
        channel_multiples=[1, 2],
        decoder_channels=8,
        decoder_input_channels=4,
    ),
    "AutoencoderKLCogVideoX": net(
        "AutoencoderKLCogVideoX",
        lambda side: {"sample": side.randn(1, 3, 5, 16, 16)},
        down_block_types=("CogVideoXDownBlock3D",) * 4,
        up_block_types=("CogVideoXUpBlock3D",) * 4,
        block_out_channels=(8, 8, 8, 8),
        latent_channels=4,
        layers_per_block=1,
        norm_num_groups=2,
    ),
    "Transformer2DModel": net(
        "Transformer2DModel",
        lambda side: {"hidden_states": side.randn(1, 8, 6, 6), "encoder_hidden_states": side.randn(1, 5, 16)},
        num_attention_heads=2,
        attention_head_dim=8,
        in_channels=8,
        num_layers=1,
        norm_num_groups=4,
        cross_attention_dim=16,
    ),
    "DiTTransformer2DModel": net(
        "DiTTransformer2DModel",
        lambda side: {"hidden_states": side.randn(1, 4, 8, 8), "timestep": side.tensor([7]), "class_labels": side.tensor([3])},
        num_attention_heads=2,
        attention_head_dim=8,
        in_channels=4,
        num_layers=2,
        sample_size=8,
        num_embeds_ada_norm=1000,
        norm_type="ada_norm_zero",
        dropout=0.0,
    ),
    "PixArtTransformer2DModel": net(
        "PixArtTransformer2DModel",
        lambda side: {
            "hidden_states": side.randn(1, 4, 8, 8),
            "timestep": side.tensor([7]),
            "encoder_hidden_states": side.randn(1, 5, 12),
            "added_cond_kwargs": {"resolution": None, "aspect_ratio": None},
        },
        num_attention_heads=2,
        attention_head_dim=8,
        num_layers=2,
        sample_size=8,
        cross_attention_dim=16,
        caption_channels=12,
        use_additional_conditions=False,
    ),
    "SD3Transformer2DModel": net(
        "SD3Transformer2DModel",
        lambda side: {
            "hidden_states": side.randn(1, 4, 8, 8),
            "timestep": side.tensor([7]),
            "encoder_hidden_states": side.randn(1, 5, 16),
            "pooled_projections": side.randn(1, 12),
        },
        sample_size=8,
        in_channels=4,
        num_layers=2,
        attention_head_dim=8,
        num_attention_heads=2,
        joint_attention_dim=16,
        caption_projection_dim=16,
        pooled_projection_dim=12,
        out_channels=4,
        pos_embed_max_size=8,
    ),
    "FluxTransformer2DModel": net(
        "FluxTransformer2DModel",
        lambda side: {
            "hidden_states": side.randn(1, 16, 4),
            "encoder_hidden_states": side.randn(1, 5, 16),
            "pooled_projections": side.randn(1, 12),
            "timestep": side.tensor([0.3]),
            "img_ids": side.randn(16, 3),
            "txt_ids": side.randn(5, 3),
        },
        in_channels=4,
        num_layers=1,
        num_single_layers=1,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=16,
        pooled_projection_dim=12,
        axes_dims_rope=(4, 4, 8),
    ),
    "AuraFlowTransformer2DModel": net(
        "AuraFlowTransformer2DModel",
        lambda side: {
            "hidden_states": side.randn(1, 4, 8, 8),
            "encoder_hidden_states": side.randn(1, 5, 16),
            "timestep": side.tensor([0.3]),
        },
        sample_size=8,
        in_channels=4,
        num_mmdit_layers=1,
        num_single_dit_layers=1,
        attention_head_dim=8,
        num_attention_heads=2,
        joint_attention_dim=16,
        caption_projection_dim=16,
        out_channels=4,
        pos_embed_max_size=64,
    ),
    "SanaTransformer2DModel": net(
        "SanaTransformer2DModel",
        lambda side: {
            "hidden_states": side.randn(1, 4, 8, 8),
            "encoder_hidden_states": side.randn(1, 5, 12),
            "timestep": side.tensor([7]),
        },
        in_channels=4,
        out_channels=4,
        num_attention_heads=2,
        attention_head_dim=8,
        num_layers=1,
        num_cross_attention_heads=2,
        cross_attention_head_dim=8,
        cross_attention_dim=16,
        caption_channels=12,
        sample_size=8,
    ),
    "LTXVideoTransformer3DModel": net(
        "LTXVideoTransformer3DModel",
        lambda side: {
            "hidden_states": side.randn(1, 32, 4),
            "encoder_hidden_states": side.randn(1, 5, 12),
            "timestep": side.tensor([[7]]),
            "encoder_attention_mask": torch.ones(1, 5, device=side.device).bool(),
            "num_frames": 2,
            "height": 4,
            "width": 4,
        },
        in_channels=4,
        out_channels=4,
        num_attention_heads=2,
        attention_head_dim=8,
        cross_attention_dim=16,
        num_layers=1,
        caption_channels=12,
    ),
    "WanTransformer3DModel": net(
        "WanTransformer3DModel",
        lambda side: {
            "hidden_states": side.randn(1, 4, 2, 8, 8),
            "timestep": side.tensor([7]),
            "encoder_hidden_states": side.randn(1, 5, 12),
        },
        num_attention_heads=2,
        attention_head_dim=12,
        in_channels=4,
        out_channels=4,
        text_dim=12,
        freq_dim=16,
        ffn_dim=32,
        num_layers=1,
        cross_attn_norm=True,
        rope_max_seq_len=32,
    ),
    "CogVideoXTransformer3DModel": net(
        "CogVideoXTransformer3DModel",
        lambda side: {
            "hidden_states": side.randn(1, 2, 4, 8, 8),
            "encoder_hidden_states": side.randn(1, 8, 12),
            "timestep": side.tensor([7]),
        },
        num_attention_heads=2,
        attention_head_dim=8,
        in_channels=4,
        out_channels=4,
        time_embed_dim=8,
        text_embed_dim=12,
        num_layers=1,
        sample_width=8,
        sample_height=8,
        sample_frames=5,
        patch_size=2,
        max_text_seq_length=8,
    ),
    "PriorTransformer": net(
        "PriorTransformer",
        lambda side: {
            "hidden_states": side.randn(2, 8),
            "timestep": 7,
            "proj_embedding": side.randn(2, 8),
            "encoder_hidden_states": side.randn(2, 5, 8),
        },
        num_attention_heads=2,
        attention_head_dim=8,
        num_layers=1,
        embedding_dim=8,
        num_embeddings=5,
        additional_embeddings=4,
    ),
}
for _name in (
    "DDIMScheduler",
    "PNDMScheduler",
    "EulerDiscreteScheduler",
    "HeunDiscreteScheduler",
    "LMSDiscreteScheduler",
    "DPMSolverMultistepScheduler",
    "DPMSolverSinglestepScheduler",
    "UniPCMultistepScheduler",
    "DEISMultistepScheduler",
    "KDPM2DiscreteScheduler",
    "FlowMatchEulerDiscreteScheduler",
    "IPNDMScheduler",
    "EDMEulerScheduler",
):
    CALLS[_name] = schedule(_name)
for _name in ("DDPMScheduler", "EulerAncestralDiscreteScheduler", "LCMScheduler"):
    CALLS[f"{_name}.add_noise"] = noised(_name)


def generated(side):
    """A pipeline of images without text, from noise that is given."""
    unet_of = side.module(
        diffusers.UNet2DModel,
        sample_size=8,
        in_channels=3,
        out_channels=3,
        block_out_channels=(8, 16),
        layers_per_block=1,
        norm_num_groups=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
        attention_head_dim=8,
    )
    pipeline = diffusers.DDIMPipeline(unet_of, diffusers.DDIMScheduler())
    pipeline.set_progress_bar_config(disable=True)
    return pipeline(generator=torch.Generator().manual_seed(1), num_inference_steps=3, output_type="np").images


CALLS["DDIMPipeline"] = generated
