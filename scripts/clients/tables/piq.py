# SPDX-License-Identifier: Apache-2.0
"""Measures of images with their gradients, and of features."""

import piq


def pair(function, size=32, **named):
    return lambda side: side.function(
        lambda x, y: function(x, y, data_range=1.0, **named), side.rand(2, 3, size, size), side.rand(2, 3, size, size)
    )


def features(make, **named):
    return lambda side: make(**named)(side.rand(12, 4), side.rand(12, 4))


CALLS = {
    "ssim": pair(piq.ssim),
    "multi_scale_ssim": pair(piq.multi_scale_ssim, size=170),
    "information_weighted_ssim": pair(piq.information_weighted_ssim, size=170),
    "psnr": pair(piq.psnr),
    "vif_p": pair(piq.vif_p, size=48),
    "fsim": pair(piq.fsim),
    "vsi": pair(piq.vsi),
    "gmsd": pair(piq.gmsd),
    "multi_scale_gmsd": pair(piq.multi_scale_gmsd, size=48),
    "mdsi": pair(piq.mdsi),
    "srsim": pair(piq.srsim, size=170),
    "haarpsi": pair(piq.haarpsi),
    "total_variation": lambda side: side.function(piq.total_variation, side.rand(2, 3, 16, 16)),
    "dss": pair(piq.dss),
    "FID": lambda side: piq.FID()(side.randn(20, 4), side.randn(20, 4)),
    "IS": features(piq.IS),
    "PR": features(piq.PR),
    "SSIMLoss": lambda side: side.function(side.module(piq.SSIMLoss, data_range=1.0), side.rand(2, 3, 32, 32), side.rand(2, 3, 32, 32)),
    "MultiScaleGMSDLoss": lambda side: side.function(
        side.module(piq.MultiScaleGMSDLoss, data_range=1.0), side.rand(2, 3, 48, 48), side.rand(2, 3, 48, 48)
    ),
}
