# SPDX-License-Identifier: Apache-2.0
"""Losses of embeddings with their gradients, miners, distances, reducers."""

import torch
from pytorch_metric_learning import distances, losses, miners, reducers


def loss(make, **named):
    """Losses with weights of their own include the gradients of those."""

    def call(side):
        of = side.module(getattr(losses, make), train=True, **named)
        return side.step(of, torch.nn.functional.normalize(side.randn(12, 8)), labels(side))

    return call


def labels(side):
    return torch.arange(12, device=side.device) % 4


def miner(make, **named):
    return lambda side: list(getattr(miners, make)(**named)(torch.nn.functional.normalize(side.randn(12, 8)), labels(side)))


CALLS = {}
for _name in (
    "AngularLoss",
    "CircleLoss",
    "ContrastiveLoss",
    "FastAPLoss",
    "GeneralizedLiftedStructureLoss",
    "IntraPairVarianceLoss",
    "LiftedStructureLoss",
    "MarginLoss",
    "MultiSimilarityLoss",
    "NCALoss",
    "NTXentLoss",
    "SignalToNoiseRatioContrastiveLoss",
    "SupConLoss",
    "TripletMarginLoss",
    "TupletMarginLoss",
    "PNPLoss",
    "SmoothAPLoss",
    "ThresholdConsistentMarginLoss",
    "DynamicSoftMarginLoss",
    "RankedListLoss",
    "HistogramLoss",
):
    CALLS[_name] = loss(_name, **{"RankedListLoss": {"margin": 0.5, "Tn": 1.0}}.get(_name, {}))
for _name in (
    "ArcFaceLoss",
    "CosFaceLoss",
    "LargeMarginSoftmaxLoss",
    "NormalizedSoftmaxLoss",
    "ProxyAnchorLoss",
    "ProxyNCALoss",
    "SphereFaceLoss",
    "SubCenterArcFaceLoss",
    "SoftTripleLoss",
):
    CALLS[_name] = loss(_name, num_classes=4, embedding_size=8)
for _name in (
    "AngularMiner",
    "BatchEasyHardMiner",
    "BatchHardMiner",
    "MultiSimilarityMiner",
    "PairMarginMiner",
    "TripletMarginMiner",
):
    CALLS[_name] = miner(_name)
for _name in ("CosineSimilarity", "DotProductSimilarity", "LpDistance", "SNRDistance"):
    CALLS[_name] = lambda side, make=getattr(distances, _name): side.function(
        lambda x, y: make()(x, y), side.randn(6, 8), side.randn(5, 8)
    )
for _name in ("AvgNonZeroReducer", "ClassWeightedReducer", "MeanReducer", "ThresholdReducer"):
    _named = {"ClassWeightedReducer": {"weights": torch.tensor([1.0, 2.0, 0.5, 1.0])}, "ThresholdReducer": {"low": 0.1}}.get(
        _name, {}
    )
    CALLS[f"ContrastiveLoss with {_name}"] = lambda side, make=getattr(reducers, _name), named=_named: side.function(
        lambda x: losses.ContrastiveLoss(reducer=make(**side.put(named)))(x, labels(side)), side.randn(12, 8)
    )
CALLS["CrossBatchMemory"] = lambda side: side.function(
    lambda x: losses.CrossBatchMemory(losses.NTXentLoss(), 8, memory_size=24).to(side.device)(x, labels(side)), side.randn(12, 8)
)
