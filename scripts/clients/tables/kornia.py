# SPDX-License-Identifier: Apache-2.0
"""Images: colours, filters, geometry, features, losses with their gradients; augmentations with given numbers."""

import kornia
import kornia.augmentation as augmentation
import kornia.color as color
import kornia.feature as feature
import kornia.filters as filters
import kornia.geometry as geometry
import kornia.losses as losses
import kornia.metrics as metrics
import kornia.morphology as morphology
import torch


def image(function, *arguments, channels=3, batch=1, size=20, **named):
    """A function of an image, and its gradient."""

    def call(side):
        return side.function(
            lambda x: function(x, *arguments, **named), side.rand(batch, channels, size, size, low=0.05, high=0.95)
        )

    return call


def of(function, *shapes, **named):
    """A function of tensors of normal numbers, and its gradients."""
    return lambda side: side.function(function, *(side.randn(*shape) for shape in shapes), **named)


def pair(function, *arguments, channels=3, **named):
    def call(side):
        return side.function(
            lambda x, y: function(x, y, *arguments, **named), side.rand(2, channels, 16, 16), side.rand(2, channels, 16, 16)
        )

    return call


def segmentation(function, **named):
    return lambda side: side.function(lambda x: function(x, side.ints(4, 2, 12, 12), **named), side.randn(2, 4, 12, 12))


def augmented(make, *arguments, **named):
    """Numbers of an augmentation are drawn on the CPU, for every device the same."""

    def call(side):
        torch.manual_seed(3)
        with torch.device("cpu"):
            of_them = make(*arguments, p=1.0, **named)
        return of_them(side.rand(2, 3, 24, 24))

    return call


def homography(side, n=8):
    points = side.rand(1, n, 2, high=10)
    return points, points + 0.1 * side.randn(1, n, 2)


CALLS = {}
for _name in (
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "rgb_to_hls",
    "rgb_to_lab",
    "rgb_to_luv",
    "rgb_to_xyz",
    "rgb_to_ycbcr",
    "rgb_to_yuv",
    "rgb_to_linear_rgb",
    "rgb_to_bgr",
    "hsv_to_rgb",
    "hls_to_rgb",
    "lab_to_rgb",
    "luv_to_rgb",
    "xyz_to_rgb",
    "ycbcr_to_rgb",
    "yuv_to_rgb",
    "linear_rgb_to_rgb",
    "rgb_to_yuv420",
    "rgb_to_rgba",
):
    CALLS[_name] = image(getattr(color, _name), *((0.5,) if _name == "rgb_to_rgba" else ()))
CALLS["sepia"] = image(color.sepia)
CALLS |= {
    "gaussian_blur2d": image(filters.gaussian_blur2d, (5, 5), (1.5, 1.5)),
    "box_blur": image(filters.box_blur, (3, 3)),
    "median_blur": image(filters.median_blur, (3, 3)),
    "bilateral_blur": image(filters.bilateral_blur, (3, 3), 0.1, (1.5, 1.5)),
    "guided_blur": lambda side: side.function(lambda x: filters.guided_blur(x, x, 5, 0.1), side.rand(1, 3, 16, 16)),
    "joint_bilateral_blur": lambda side: side.function(
        lambda x, y: filters.joint_bilateral_blur(x, y, (3, 3), 0.1, (1.5, 1.5)), side.rand(1, 3, 12, 12), side.rand(1, 3, 12, 12)
    ),
    "motion_blur": image(filters.motion_blur, 5, 35.0, 0.5),
    "unsharp_mask": image(filters.unsharp_mask, (3, 3), (1.5, 1.5)),
    "sobel": image(filters.sobel),
    "spatial_gradient": image(filters.spatial_gradient, "sobel", 2),
    "spatial_gradient3d": lambda side: side.function(filters.spatial_gradient3d, side.randn(1, 2, 6, 6, 6)),
    "laplacian": image(filters.laplacian, 3),
    "canny": image(filters.canny, channels=1),
    "max_blur_pool2d": image(filters.max_blur_pool2d, 3),
    "blur_pool2d": image(filters.blur_pool2d, 3),
    "filter2d": lambda side: side.function(filters.filter2d, side.rand(1, 3, 12, 12), side.rand(1, 3, 3)),
    "filter3d": lambda side: side.function(filters.filter3d, side.rand(1, 2, 6, 6, 6), side.rand(1, 3, 3, 3)),
    "in_range": image(filters.in_range, (0.2, 0.2, 0.2), (0.8, 0.8, 0.8)),
    "rotate": lambda side: side.function(lambda x: geometry.rotate(x, side.tensor([30.0])), side.rand(1, 3, 12, 12)),
    "scale": lambda side: side.function(lambda x: geometry.scale(x, side.tensor([[1.5, 1.5]])), side.rand(1, 3, 12, 12)),
    "shear": lambda side: side.function(lambda x: geometry.shear(x, side.tensor([[0.2, 0.1]])), side.rand(1, 3, 12, 12)),
    "translate": lambda side: side.function(lambda x: geometry.translate(x, side.tensor([[2.0, 1.0]])), side.rand(1, 3, 12, 12)),
    "resize": image(geometry.resize, (13, 17)),
    "resize bicubic": image(geometry.resize, (13, 17), interpolation="bicubic", antialias=True),
    "rescale": image(geometry.rescale, 0.7),
    "hflip": image(geometry.hflip),
    "pyrdown": image(geometry.pyrdown),
    "pyrup": image(geometry.pyrup),
    "build_pyramid": image(geometry.build_pyramid, 3),
    "elastic_transform2d": lambda side: side.function(
        geometry.elastic_transform2d, side.rand(1, 3, 12, 12), side.rand(1, 2, 12, 12, low=-1), kernel_size=(5, 5)
    ),
    "thin plate spline": lambda side: side.function(geometry.get_tps_transform, side.rand(1, 5, 2), side.rand(1, 5, 2)),
    "warp_perspective": lambda side: side.function(
        lambda x, h: geometry.warp_perspective(x, torch.eye(3, device=side.device) + 0.02 * h, (10, 10)),
        side.rand(1, 3, 12, 12),
        side.rand(1, 3, 3),
    ),
    "warp_affine": lambda side: side.function(
        lambda x, h: geometry.warp_affine(x, torch.eye(3, device=side.device)[:2] + 0.02 * h, (10, 10)),
        side.rand(1, 3, 12, 12),
        side.rand(1, 2, 3),
    ),
    "get_perspective_transform": lambda side: side.function(
        geometry.get_perspective_transform,
        side.tensor([[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]]),
        side.tensor([[[0.5, 1.0], [8.0, 0.3], [9.5, 9.0], [0.2, 8.0]]]),
    ),
    "find_homography_dlt": lambda side: side.function(geometry.find_homography_dlt, *homography(side)),
    "find_fundamental": lambda side: torch.nn.functional.normalize(
        geometry.epipolar.find_fundamental(side.rand(1, 12, 2), side.rand(1, 12, 2)).flatten(1)
    ).abs(),
    "sampson_epipolar_distance": lambda side: side.function(
        geometry.epipolar.sampson_epipolar_distance, side.rand(1, 8, 2), side.rand(1, 8, 2), side.randn(1, 3, 3)
    ),
    "triangulate_points": lambda side: geometry.epipolar.triangulate_points(
        side.randn(1, 3, 4), side.randn(1, 3, 4), side.rand(1, 6, 2), side.rand(1, 6, 2)
    ),
    "undistort_points": lambda side: geometry.calibration.undistort_points(
        side.rand(1, 6, 2), torch.eye(3, device=side.device, dtype=side.dtype)[None], 0.01 * side.rand(1, 4)
    ),
    "axis_angle_to_rotation_matrix": of(geometry.axis_angle_to_rotation_matrix, (4, 3)),
    "rotation_matrix_to_quaternion": lambda side: side.function(
        geometry.rotation_matrix_to_quaternion, geometry.axis_angle_to_rotation_matrix(side.randn(4, 3))
    ),
    "quaternion_to_rotation_matrix": of(geometry.quaternion_to_rotation_matrix, (4, 4)),
    "quaternion_log_to_exp": of(geometry.quaternion_log_to_exp, (4, 3)),
    "convert_points_to_homogeneous": of(geometry.convert_points_to_homogeneous, (2, 5, 3)),
    "project_points": lambda side: side.function(
        geometry.project_points, side.rand(1, 5, 3, low=1, high=3), torch.eye(3, device=side.device, dtype=side.dtype)[None]
    ),
    "depth_to_3d": lambda side: geometry.depth.depth_to_3d(
        side.rand(1, 1, 8, 8), torch.eye(3, device=side.device, dtype=side.dtype)[None]
    ),
    "So3.exp": lambda side: geometry.liegroup.So3.exp(side.randn(3, 3)).matrix(),
    "Se3.exp and log": lambda side: geometry.liegroup.Se3.exp(0.3 * side.randn(3, 6)).log(),
    "dsnt and spatial softmax": lambda side: side.function(
        lambda x: geometry.subpix.spatial_expectation2d(geometry.subpix.spatial_softmax2d(x)), side.randn(1, 2, 8, 8)
    ),
    "conv_soft_argmax2d": lambda side: side.function(
        lambda x: geometry.subpix.conv_soft_argmax2d(x, (3, 3), (1, 1), (1, 1)), side.rand(1, 1, 8, 8)
    ),
    "nms2d": lambda side: geometry.subpix.nms2d(side.rand(1, 1, 10, 10), (3, 3)),
    "nms of boxes": lambda side: geometry.bbox.nms(
        side.tensor([[0.0, 0.0, 9.0, 9.0], [1.0, 1.0, 9.5, 9.0], [20.0, 20.0, 30.0, 30.0]]), side.tensor([0.9, 0.8, 0.7]), 0.5
    ),
    "bbox_to_mask": lambda side: geometry.bbox.bbox_to_mask(side.tensor([[[1.0, 1.0], [3.0, 1.0], [3.0, 2.0], [1.0, 2.0]]]), 6, 6),
    "harris_response": image(feature.harris_response, channels=1),
    "gftt_response": image(feature.gftt_response, channels=1),
    "hessian_response": image(feature.hessian_response, channels=1),
    "dog_response": lambda side: side.function(feature.dog_response, side.rand(1, 3, 5, 12, 12)),
    "SIFTDescriptor": lambda side: side.function(side.module(feature.SIFTDescriptor, 16), side.rand(2, 1, 16, 16)),
    "HardNet": lambda side: side.step(side.module(feature.HardNet, pretrained=False), side.rand(2, 1, 32, 32)),
    "HyNet": lambda side: side.step(side.module(feature.HyNet, pretrained=False), side.rand(2, 1, 32, 32)),
    "SOSNet": lambda side: side.step(side.module(feature.SOSNet, pretrained=False), side.rand(2, 1, 32, 32)),
    "TFeat": lambda side: side.step(side.module(feature.TFeat, pretrained=False), side.rand(2, 1, 32, 32)),
    "MKDDescriptor": lambda side: side.module(feature.MKDDescriptor, patch_size=16, whitening=None)(side.rand(2, 1, 16, 16)),
    "match_nn": lambda side: feature.match_nn(side.randn(10, 8), side.randn(12, 8)),
    "match_mnn": lambda side: feature.match_mnn(side.randn(10, 8), side.randn(12, 8)),
    "match_snn": lambda side: feature.match_snn(side.randn(10, 8), side.randn(12, 8), 0.95),
    "match_smnn": lambda side: feature.match_smnn(side.randn(10, 8), side.randn(12, 8), 0.95),
    "laf_from_center_scale_ori": lambda side: feature.laf_from_center_scale_ori(
        side.rand(1, 4, 2), side.rand(1, 4, 1, 1), side.rand(1, 4, 1)
    ),
    "extract_patches_from_pyramid": lambda side: feature.extract_patches_from_pyramid(
        side.rand(1, 1, 24, 24), feature.laf_from_center_scale_ori(side.rand(1, 3, 2, low=8, high=16)), 8
    ),
    "ssim_loss": pair(losses.ssim_loss, 5),
    "ms_ssim_loss": lambda side: side.function(side.module(losses.MS_SSIMLoss), side.rand(1, 3, 24, 24), side.rand(1, 3, 24, 24)),
    "psnr_loss": pair(losses.psnr_loss, 1.0),
    "total_variation": image(losses.total_variation),
    "inverse_depth_smoothness_loss": pair(losses.inverse_depth_smoothness_loss),
    "charbonnier_loss": pair(losses.charbonnier_loss),
    "welsch_loss": pair(losses.welsch_loss),
    "cauchy_loss": pair(losses.cauchy_loss),
    "geman_mcclure_loss": pair(losses.geman_mcclure_loss),
    "js_div_loss_2d": pair(losses.js_div_loss_2d),
    "kl_div_loss_2d": pair(losses.kl_div_loss_2d),
    "focal_loss": segmentation(losses.focal_loss, alpha=0.5, reduction="mean"),
    "dice_loss": segmentation(losses.dice_loss),
    "tversky_loss": segmentation(losses.tversky_loss, alpha=0.4, beta=0.6),
    "lovasz_softmax_loss": segmentation(losses.lovasz_softmax_loss),
    "lovasz_hinge_loss": lambda side: side.function(
        lambda x: losses.lovasz_hinge_loss(x, side.ints(2, 2, 12, 12)), side.randn(2, 1, 12, 12)
    ),
    "HausdorffERLoss": lambda side: side.function(
        lambda x: losses.HausdorffERLoss(k=2)(x, side.ints(3, 1, 1, 10, 10)), side.rand(1, 3, 10, 10)
    ),
    "mean_iou": lambda side: metrics.mean_iou(side.ints(4, 2, 30), side.ints(4, 2, 30), 4),
    "confusion_matrix": lambda side: metrics.confusion_matrix(side.ints(4, 2, 30), side.ints(4, 2, 30), 4),
    "metrics.ssim": pair(metrics.ssim, 5),
    "accuracy": lambda side: metrics.accuracy(side.randn(8, 4), side.ints(4, 8)),
}
for _name in ("dilation", "erosion", "opening", "closing", "gradient", "top_hat", "bottom_hat"):
    CALLS[f"morphology.{_name}"] = lambda side, function=getattr(morphology, _name): side.function(
        lambda x: function(x, torch.ones(3, 3, device=side.device, dtype=side.dtype)), side.rand(1, 2, 12, 12)
    )
for _name, _arguments in (
    ("adjust_brightness", (0.2,)),
    ("adjust_contrast", (0.7,)),
    ("adjust_gamma", (1.4,)),
    ("adjust_hue", (0.3,)),
    ("adjust_saturation", (1.5,)),
    ("equalize", ()),
    ("equalize_clahe", (40.0, (2, 2))),
    ("invert", ()),
    ("posterize", (3,)),
    ("sharpness", (0.5,)),
    ("solarize", (0.5,)),
    ("normalize_min_max", ()),
    ("denormalize", (0.5, 0.2)),
    ("histogram2d", ()),
):
    if hasattr(kornia.enhance, _name) and _name != "histogram2d":
        _arguments = tuple(torch.tensor([each] * 3) for each in _arguments) if _name == "denormalize" else _arguments
        CALLS[_name] = lambda side, function=getattr(kornia.enhance, _name), arguments=_arguments: function(
            side.rand(1, 3, 20, 20), *side.put(arguments)
        )
CALLS["image_histogram2d"] = lambda side: kornia.enhance.image_histogram2d(side.rand(1, 1, 12, 12), 0.0, 1.0, 8)
CALLS["zca_whiten"] = lambda side: kornia.enhance.zca_whiten(side.randn(20, 5))
CALLS["jpeg_codec_differentiable"] = lambda side: kornia.enhance.jpeg_codec_differentiable(
    side.rand(1, 3, 16, 16), side.tensor([60.0])
)
for _name, _named in (
    ("RandomHorizontalFlip", {}),
    ("RandomAffine", {"degrees": 20.0, "translate": (0.1, 0.1)}),
    ("RandomPerspective", {}),
    ("RandomRotation", {"degrees": 30.0}),
    ("ColorJiggle", {"brightness": 0.1, "hue": 0.1}),
    ("RandomResizedCrop", {"size": (16, 16)}),
    ("RandomErasing", {}),
    ("RandomGaussianBlur", {"kernel_size": (3, 3), "sigma": (0.5, 1.5)}),
    ("RandomThinPlateSpline", {}),
    ("RandomElasticTransform", {}),
    ("RandomSolarize", {}),
    ("RandomPosterize", {}),
    ("RandomEqualize", {}),
    ("RandomMixUpV2", {}),
    ("RandomGrayscale", {}),
    ("RandomMotionBlur", {"kernel_size": 3, "angle": 20.0, "direction": 0.5}),
    (
        "RandomFisheye",
        {"center_x": torch.tensor([-0.2, 0.2]), "center_y": torch.tensor([-0.2, 0.2]), "gamma": torch.tensor([0.9, 1.0])},
    ),
):
    CALLS[_name] = augmented(getattr(augmentation, _name), **_named)
CALLS["extract_tensor_patches"] = image(kornia.contrib.extract_tensor_patches, (4, 4), (2, 2))
CALLS["distance_transform"] = lambda side: kornia.contrib.distance_transform(
    torch.gt(side.rand(1, 1, 12, 12), 0.9).to(side.dtype), 3
)
CALLS["connected_components"] = lambda side: kornia.contrib.connected_components(
    torch.gt(side.rand(1, 1, 12, 12), 0.5).to(side.dtype), 20
)
CALLS["KMeans"] = lambda side: kornia.contrib.KMeans(3, side.randn(3, 2), seed=1).fit(side.randn(30, 2))
DRAWN = {"RandomElasticTransform"}
