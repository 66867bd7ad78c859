# SPDX-License-Identifier: Apache-2.0
"""Medical images: networks, losses, metrics, inference by windows, transforms of volumes."""

import torch
from monai import inferers, losses, metrics, transforms
from monai.networks import blocks, layers, nets
from monai.networks.utils import one_hot


def net(make, shape, *arguments, loss=None, train=True, **named):
    return lambda side: side.step(side.module(make, *arguments, train=train, **named), side.randn(*shape), loss=loss)


def chances(side):
    return side.randn(2, 3, 8, 8)


def masks(side):
    return one_hot(side.ints(3, 2, 1, 8, 8), 3).to(side.dtype)


def loss(make, prediction=chances, target=masks, **named):
    return lambda side: side.function(lambda x: side.module(make, **named)(x, target(side)), prediction(side))


def images(side):
    return side.rand(2, 1, 16, 16)


def volumes(side):
    return side.rand(1, 1, 12, 12, 12)


def metric(make, draw=masks, other=masks, **named):
    def call(side):
        of = make(**named)
        of(draw(side), other(side))
        return of.aggregate()

    return call


def transform(make, *arguments, shape=(1, 10, 10, 10), **named):
    return lambda side: torch.as_tensor(make(*arguments, **named)(side.rand(*shape)))


PLAIN = {"spatial_dims": 3, "in_channels": 1, "out_channels": 2}
CALLS = {
    "UNet 3-D": net(nets.UNet, (1, 1, 16, 16, 16), **PLAIN, channels=(4, 8, 16), strides=(2, 2), num_res_units=1),
    "UNet 2-D": net(nets.UNet, (2, 1, 32, 32), spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2)),
    "BasicUNet": net(nets.BasicUNet, (1, 1, 32, 32, 32), spatial_dims=3, features=(4, 4, 8, 8, 8, 4)),
    "BasicUNetPlusPlus": net(nets.BasicUNetPlusPlus, (1, 1, 32, 32), spatial_dims=2, features=(4, 4, 8, 8, 8, 4)),
    "AttentionUnet": net(nets.AttentionUnet, (1, 1, 16, 16, 16), **PLAIN, channels=(4, 8), strides=(2,)),
    "DynUNet": net(
        nets.DynUNet,
        (1, 1, 16, 16, 16),
        **PLAIN,
        kernel_size=[3, 3, 3],
        strides=[1, 2, 2],
        upsample_kernel_size=[2, 2],
        filters=[4, 8, 8],
    ),
    "VNet": net(nets.VNet, (1, 1, 16, 16, 16), train=False),
    "SegResNet": net(nets.SegResNet, (1, 1, 16, 16, 16), init_filters=8, blocks_down=(1, 1), blocks_up=(1,)),
    "SegResNetDS": net(nets.SegResNetDS, (1, 1, 16, 16, 16), init_filters=8, blocks_down=(1, 1)),
    "SegResNetVAE": net(
        nets.SegResNetVAE,
        (1, 1, 16, 16, 16),
        input_image_size=(16, 16, 16),
        init_filters=8,
        blocks_down=(1, 1),
        blocks_up=(1,),
        vae_estimate_std=False,
        train=False,
    ),
    "UNETR": net(
        nets.UNETR,
        (1, 1, 32, 32, 32),
        in_channels=1,
        out_channels=2,
        img_size=32,
        feature_size=4,
        hidden_size=48,
        mlp_dim=64,
        num_heads=4,
    ),
    "SwinUNETR": net(
        nets.SwinUNETR,
        (1, 1, 64, 64),
        spatial_dims=2,
        in_channels=1,
        out_channels=2,
        feature_size=12,
        depths=(1, 1, 1, 1),
        num_heads=(1, 1, 2, 2),
    ),
    "ViT": net(
        nets.ViT,
        (1, 1, 16, 16, 16),
        in_channels=1,
        img_size=16,
        patch_size=8,
        hidden_size=48,
        mlp_dim=64,
        num_layers=2,
        num_heads=4,
        classification=True,
    ),
    "ViTAutoEnc": net(
        nets.ViTAutoEnc,
        (1, 1, 16, 16),
        in_channels=1,
        img_size=16,
        patch_size=4,
        hidden_size=48,
        mlp_dim=64,
        num_layers=2,
        num_heads=4,
        spatial_dims=2,
    ),
    "DenseNet121": net(
        nets.DenseNet,
        (2, 1, 32, 32),
        spatial_dims=2,
        in_channels=1,
        out_channels=2,
        init_features=8,
        growth_rate=4,
        block_config=(2, 2, 2),
    ),
    "ResNet": net(
        nets.ResNet,
        (1, 1, 16, 16, 16),
        train=False,
        block="basic",
        layers=[1, 1, 1, 1],
        block_inplanes=[4, 8, 8, 8],
        n_input_channels=1,
    ),
    "SENet": net(nets.SEResNet50, (1, 1, 64, 64), train=False, spatial_dims=2, in_channels=1, num_classes=2, layers=(1, 1, 1, 1)),
    "EfficientNetBN": net(
        nets.EfficientNetBN,
        (2, 1, 64, 64),
        "efficientnet-b0",
        pretrained=False,
        spatial_dims=2,
        in_channels=1,
        num_classes=2,
        train=False,
    ),
    "HighResNet": net(nets.HighResNet, (1, 1, 12, 12, 12), train=False),
    "AutoEncoder": net(
        nets.AutoEncoder, (1, 1, 16, 16), spatial_dims=2, in_channels=1, out_channels=1, channels=(4, 8), strides=(2, 2)
    ),
    "AutoencoderKL": lambda side: side.module(
        nets.AutoencoderKL,
        spatial_dims=2,
        in_channels=1,
        out_channels=1,
        num_res_blocks=(1, 1),
        channels=(8, 8),
        attention_levels=(False, True),
        latent_channels=2,
        norm_num_groups=4,
    ).reconstruct(side.randn(1, 1, 16, 16)),
    "VQVAE": net(
        nets.VQVAE,
        (1, 1, 16, 16),
        spatial_dims=2,
        in_channels=1,
        out_channels=1,
        channels=(8, 8),
        num_res_channels=(8, 8),
        num_res_layers=1,
        downsample_parameters=((2, 4, 1, 1),) * 2,
        upsample_parameters=((2, 4, 1, 1, 0),) * 2,
        num_embeddings=16,
        embedding_dim=4,
        train=False,
    ),
    "DiffusionModelUNet": lambda side: side.step(
        side.module(
            nets.DiffusionModelUNet,
            spatial_dims=2,
            in_channels=1,
            out_channels=1,
            num_res_blocks=1,
            channels=(8, 16),
            attention_levels=(False, True),
            norm_num_groups=4,
            num_head_channels=8,
        ),
        side.randn(1, 1, 16, 16),
        side.tensor([5]),
    ),
    "ControlNet": lambda side: side.step(
        side.module(
            nets.ControlNet,
            spatial_dims=2,
            in_channels=1,
            num_res_blocks=1,
            channels=(8, 16),
            attention_levels=(False, True),
            norm_num_groups=4,
            num_head_channels=8,
            conditioning_embedding_num_channels=(8,),
        ),
        side.randn(1, 1, 16, 16),
        side.tensor([5]),
        side.randn(1, 1, 16, 16),
    ),
    "PatchDiscriminator": net(nets.PatchDiscriminator, (1, 1, 32, 32), spatial_dims=2, channels=8, in_channels=1, num_layers_d=2),
    "VoxelMorph": net(
        nets.VoxelMorphUNet,
        (1, 2, 16, 16, 16),
        spatial_dims=3,
        in_channels=2,
        unet_out_channels=8,
        channels=(4, 4, 8, 8, 8, 8),
        final_conv_channels=(4,),
    ),
    "GlobalNet": net(
        nets.GlobalNet, (1, 2, 16, 16), image_size=(16, 16), spatial_dims=2, in_channels=2, num_channel_initial=4, depth=2
    ),
    "LocalNet": net(
        nets.LocalNet,
        (1, 2, 16, 16),
        spatial_dims=2,
        in_channels=2,
        num_channel_initial=4,
        extract_levels=(0, 1),
        out_channels=2,
        out_kernel_initializer="zeros",
        out_activation=None,
    ),
    "MedNeXt": net(
        nets.MedNeXt,
        (1, 1, 16, 16, 16),
        spatial_dims=3,
        init_filters=4,
        in_channels=1,
        out_channels=2,
        blocks_down=(1, 1),
        blocks_bottleneck=1,
        blocks_up=(1, 1),
    ),
    "DecoderOnlyTransformer": lambda side: side.step(
        side.module(
            nets.DecoderOnlyTransformer, num_tokens=20, max_seq_len=12, attn_layers_dim=16, attn_layers_depth=2, attn_layers_heads=4
        ),
        side.ints(20, 1, 10),
    ),
    "FullyConnectedNet": net(nets.FullyConnectedNet, (4, 10), 10, 3, (8, 8)),
    "SimpleASPP": net(blocks.SimpleASPP, (1, 4, 8, 8, 8), 3, 4, 4),
    "Warp": lambda side: side.function(side.module(blocks.Warp), side.rand(1, 1, 8, 8, 8), side.randn(1, 3, 8, 8, 8)),
    "CrossAttentionBlock": lambda side: side.step(side.module(blocks.CrossAttentionBlock, 16, 4), side.randn(1, 6, 16)),
    "UpSample pixelshuffle": net(blocks.UpSample, (1, 4, 6, 6), 2, 4, 4, mode="pixelshuffle"),
    "UpSample nontrainable": net(blocks.UpSample, (1, 4, 6, 6, 6), 3, 4, 4, mode="nontrainable"),
    "GaussianFilter": lambda side: side.function(side.module(layers.GaussianFilter, 3, 1.0), volumes(side)),
    "MedianFilter": lambda side: layers.MedianFilter(1, device=side.device)(volumes(side)[0, 0]),
    "HilbertTransform": lambda side: layers.HilbertTransform(2)(images(side)),
    "SavitzkyGolayFilter": lambda side: layers.SavitzkyGolayFilter(3, 1, 2)(images(side)),
    "AffineTransform": lambda side: side.function(layers.AffineTransform(), volumes(side), side.randn(1, 3, 4)),
    "DiceLoss": loss(losses.DiceLoss, softmax=True),
    "DiceCELoss": loss(losses.DiceCELoss, softmax=True),
    "DiceFocalLoss": loss(losses.DiceFocalLoss, softmax=True),
    "GeneralizedDiceLoss": loss(losses.GeneralizedDiceLoss, softmax=True),
    "FocalLoss": loss(losses.FocalLoss),
    "TverskyLoss": loss(losses.TverskyLoss, softmax=True),
    "GeneralizedWassersteinDiceLoss": loss(
        losses.GeneralizedWassersteinDiceLoss,
        target=lambda side: side.ints(3, 2, 8, 8),
        dist_matrix=torch.ones(3, 3) - torch.eye(3),
    ),
    "HausdorffDTLoss": loss(losses.HausdorffDTLoss, softmax=True),
    "SoftDiceclDiceLoss": loss(losses.SoftDiceclDiceLoss, prediction=lambda side: side.rand(2, 3, 8, 8)),
    "MaskedDiceLoss": loss(losses.MaskedDiceLoss, softmax=True),
    "NACLLoss": loss(losses.NACLLoss, target=lambda side: side.ints(3, 2, 8, 8), classes=3, dim=2),
    "AsymmetricUnifiedFocalLoss": loss(
        losses.AsymmetricUnifiedFocalLoss,
        prediction=lambda side: side.rand(2, 2, 8, 8, low=0.1, high=0.9),
        target=lambda side: one_hot(side.ints(2, 2, 1, 8, 8), 2).to(side.dtype),
    ),
    "SSIMLoss": loss(losses.SSIMLoss, images, images, spatial_dims=2),
    "ContrastiveLoss": loss(losses.ContrastiveLoss, lambda side: side.randn(4, 8), lambda side: side.randn(4, 8)),
    "BarlowTwinsLoss": loss(losses.BarlowTwinsLoss, lambda side: side.randn(4, 8), lambda side: side.randn(4, 8)),
    "LocalNormalizedCrossCorrelationLoss": loss(losses.LocalNormalizedCrossCorrelationLoss, volumes, volumes),
    "GlobalMutualInformationLoss": loss(losses.GlobalMutualInformationLoss, volumes, volumes),
    "BendingEnergyLoss": lambda side: side.function(losses.BendingEnergyLoss(), side.randn(1, 3, 8, 8, 8)),
    "DiffusionLoss": lambda side: side.function(losses.DiffusionLoss(), side.randn(1, 3, 8, 8, 8)),
    "JukeboxLoss": loss(losses.JukeboxLoss, images, images, spatial_dims=2),
    "PatchAdversarialLoss": lambda side: side.function(lambda x: losses.PatchAdversarialLoss()(x, True, False), images(side)),
    "DeepSupervisionLoss": lambda side: side.function(
        lambda x: losses.DeepSupervisionLoss(losses.DiceLoss(softmax=True))([x, x[..., ::2, ::2]], masks(side)), chances(side)
    ),
    "DiceMetric": metric(metrics.DiceMetric),
    "MeanIoU": metric(metrics.MeanIoU),
    "GeneralizedDiceScore": metric(metrics.GeneralizedDiceScore),
    "ConfusionMatrixMetric": metric(metrics.ConfusionMatrixMetric),
    "HausdorffDistanceMetric": metric(metrics.HausdorffDistanceMetric),
    "SurfaceDistanceMetric": metric(metrics.SurfaceDistanceMetric),
    "SurfaceDiceMetric": metric(metrics.SurfaceDiceMetric, class_thresholds=[1.0, 1.0]),
    "ROCAUCMetric": metric(metrics.ROCAUCMetric, lambda side: side.rand(12), lambda side: side.ints(2, 12)),
    "MSEMetric": metric(metrics.MSEMetric, images, images),
    "PSNRMetric": metric(metrics.PSNRMetric, images, images, max_val=1.0),
    "SSIMMetric": metric(metrics.SSIMMetric, images, images, spatial_dims=2),
    "MMDMetric": lambda side: metrics.MMDMetric()(images(side), images(side)),
    "FIDMetric": lambda side: metrics.FIDMetric()(side.randn(20, 4), side.randn(20, 4)),
    "VarianceMetric": lambda side: metrics.VarianceMetric(include_background=True)(chances(side)),
    "sliding_window_inference": lambda side: inferers.sliding_window_inference(
        side.randn(1, 1, 20, 20, 20),
        8,
        2,
        side.module(nets.UNet, **PLAIN, channels=(4, 8), strides=(2,)),
        overlap=0.25,
        mode="gaussian",
    ),
    "GaussianSmooth": transform(transforms.GaussianSmooth, 1.0),
    "NormalizeIntensity": transform(transforms.NormalizeIntensity),
    "ScaleIntensityRangePercentiles": transform(transforms.ScaleIntensityRangePercentiles, 5, 95, 0.0, 1.0),
    "AdjustContrast": transform(transforms.AdjustContrast, 2.0),
    "Resize": transform(transforms.Resize, (7, 8, 9), mode="trilinear"),
    "Rotate": transform(transforms.Rotate, (0.3, 0.2, 0.1)),
    "Zoom": transform(transforms.Zoom, 1.3),
    "Rotate90": transform(transforms.Rotate90),
    "Flip": transform(transforms.Flip, 0),
    "Affine": transform(transforms.Affine, rotate_params=(0.2, 0.1, 0.0), image_only=True, padding_mode="zeros"),
    "SpatialPad": transform(transforms.SpatialPad, (14, 14, 14)),
    "CenterSpatialCrop": transform(transforms.CenterSpatialCrop, (6, 6, 6)),
    "Spacing": transform(transforms.Spacing, (2.0, 2.0, 2.0)),
    "GibbsNoise": transform(transforms.GibbsNoise, 0.5),
    "KSpaceSpikeNoise": transform(transforms.KSpaceSpikeNoise, (0, 2, 3, 4)),
    "SobelGradients": transform(transforms.SobelGradients),
    "AsDiscrete": lambda side: torch.as_tensor(transforms.AsDiscrete(argmax=True, to_onehot=3)(side.randn(3, 8, 8))),
    "DistanceTransformEDT": transform(transforms.DistanceTransformEDT),
    "HistogramNormalize": transform(transforms.HistogramNormalize),
    "SavitzkyGolaySmooth": transform(transforms.SavitzkyGolaySmooth, 3, 1),
}
