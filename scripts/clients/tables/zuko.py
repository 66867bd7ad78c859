# SPDX-License-Identifier: Apache-2.0
"""Normalising flows: densities and their gradients."""

import torch
import zuko


class Density(torch.nn.Module):
    def __init__(self, make, named):
        super().__init__()
        self.flow = make(3, 2, **named)

    def forward(self, x, context):
        return self.flow(context).log_prob(x)


def flow(make, **named):
    return lambda side: side.step(
        side.module(Density, getattr(zuko.flows, make), named, train=True), side.rand(6, 3, low=-0.9, high=0.9), side.randn(6, 2)
    )


SMALL = {"hidden_features": (8, 8)}
CALLS = {
    "MAF": flow("MAF", **SMALL),
    "NSF": flow("NSF", **SMALL),
    "NCSF": flow("NCSF", **SMALL),
    "SOSPF": flow("SOSPF", **SMALL),
    "NAF": flow("NAF", **SMALL),
    "UNAF": flow("UNAF", **SMALL),
    "GF": flow("GF", **SMALL),
    "BPF": flow("BPF", **SMALL),
    "NICE": flow("NICE", **SMALL),
    "GMM": flow("GMM", components=3, **SMALL),
    "coupling": flow("NSF", passes=2, **SMALL),
    "MAF of three transforms": flow("MAF", transforms=3, randperm=False, **SMALL),
}
