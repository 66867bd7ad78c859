# SPDX-License-Identifier: Apache-2.0
"""Attributions of a small network of images."""

import torch
from captum import attr
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.convolution, self.relu, self.pool = nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2)
        self.linear = nn.Linear(36, 3)

    def forward(self, x):
        return self.linear(self.pool(self.relu(self.convolution(x))).flatten(1))


def attributed(make, layer=None, baseline=False, **named):
    def call(side):
        network = side.module(Network)
        method = getattr(attr, make)(network, *([getattr(network, layer)] if layer else []))
        given = {"baselines": torch.zeros(1, 1, 8, 8, device=side.device, dtype=side.dtype)} if baseline else {}
        return method.attribute(side.randn(2, 1, 8, 8), target=1, **given, **named)

    return call


CALLS = {
    "IntegratedGradients": attributed("IntegratedGradients", n_steps=10),
    "Saliency": attributed("Saliency"),
    "InputXGradient": attributed("InputXGradient"),
    "DeepLift": attributed("DeepLift", baseline=True),
    "GuidedBackprop": attributed("GuidedBackprop"),
    "Deconvolution": attributed("Deconvolution"),
    "LRP": attributed("LRP"),
    "Occlusion": attributed("Occlusion", sliding_window_shapes=(1, 3, 3)),
    "FeatureAblation": attributed("FeatureAblation"),
    "GuidedGradCam": attributed("GuidedGradCam", layer="convolution"),
    "LayerGradCam": attributed("LayerGradCam", layer="convolution"),
    "LayerActivation": lambda side: (
        lambda network: attr.LayerActivation(network, network.convolution).attribute(side.randn(2, 1, 8, 8))
    )(side.module(Network)),
    "LayerConductance": attributed("LayerConductance", layer="convolution", n_steps=10),
    "LayerIntegratedGradients": attributed("LayerIntegratedGradients", layer="convolution", n_steps=10),
    "LayerGradientXActivation": attributed("LayerGradientXActivation", layer="convolution"),
    "LayerDeepLift": attributed("LayerDeepLift", layer="convolution", baseline=True),
    "InternalInfluence": attributed("InternalInfluence", layer="convolution", n_steps=10),
    "LayerFeatureAblation": attributed("LayerFeatureAblation", layer="linear"),
}
