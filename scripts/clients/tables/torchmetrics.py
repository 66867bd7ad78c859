# SPDX-License-Identifier: Apache-2.0
"""Metrics: two updates and a result."""

import torch
import torchmetrics as metrics
from torchmetrics import audio, classification, clustering, detection, image, nominal, regression, retrieval, segmentation, shape


def metric(make, *inputs, **named):
    """Inputs are functions that draw from a side."""

    def call(side):
        of = make(**named).to(side.device)
        of.set_dtype(side.dtype)
        for _ in range(2):
            of.update(*(draw(side) for draw in inputs))
        return of.compute()

    return call


def logits(side):
    return torch.softmax(side.randn(16, 5), -1)


def labels(side):
    return side.ints(5, 16)


def chances(side):
    return side.rand(16)


def bits(side):
    return side.ints(2, 16)


def many(side):
    return side.rand(16, 4)


def many_bits(side):
    return side.ints(2, 16, 4)


def values(side):
    return side.randn(24)


def above(side):
    return side.rand(24, low=0.1, high=2.0)


def rows(side):
    return side.randn(12, 3)


def images(side):
    return side.rand(2, 3, 48, 48)


def sounds(side):
    return side.randn(2, 400)


def queries(side):
    return side.ints(4, 24)


def relevant(side):
    return torch.arange(24, device=side.device) % 3 == 0


def clusters(side):
    return side.ints(4, 24)


def masks(side):
    return side.ints(2, 2, 3, 12, 12)


def boxes(side):
    corner = side.rand(6, 2, high=20)
    return torch.cat([corner, corner + side.rand(6, 2, low=5, high=20)], -1)


def detections(side):
    return [{"boxes": boxes(side), "scores": side.rand(6), "labels": side.ints(3, 6)}]


def truths(side):
    return [{"boxes": boxes(side), "labels": side.ints(3, 6)}]


MULTICLASS = (
    "Accuracy",
    "AUROC",
    "AveragePrecision",
    "CalibrationError",
    "CohenKappa",
    "ConfusionMatrix",
    "F1Score",
    "FBetaScore",
    "HammingDistance",
    "HingeLoss",
    "JaccardIndex",
    "MatthewsCorrCoef",
    "Precision",
    "PrecisionRecallCurve",
    "Recall",
    "ROC",
    "Specificity",
    "StatScores",
    "ExactMatch",
    "NegativePredictiveValue",
)
CALLS = {}
for _name in MULTICLASS:
    _named = {"num_classes": 5} | ({"beta": 0.5} if _name == "FBetaScore" else {})
    if _name != "ExactMatch":
        CALLS[f"Multiclass{_name}"] = metric(getattr(classification, f"Multiclass{_name}"), logits, labels, **_named)
    if _name not in ("ExactMatch", "NegativePredictiveValue", "HingeLoss"):
        _named = {"beta": 0.5} if _name == "FBetaScore" else {}
        CALLS[f"Binary{_name}"] = metric(getattr(classification, f"Binary{_name}"), chances, bits, **_named)
for _name in (
    "Accuracy",
    "AUROC",
    "AveragePrecision",
    "ConfusionMatrix",
    "CoverageError",
    "ExactMatch",
    "F1Score",
    "HammingDistance",
    "JaccardIndex",
    "MatthewsCorrCoef",
    "Precision",
    "RankingAveragePrecision",
    "RankingLoss",
    "Recall",
    "Specificity",
    "StatScores",
):
    CALLS[f"Multilabel{_name}"] = metric(getattr(classification, f"Multilabel{_name}"), many, many_bits, num_labels=4)
CALLS["BinaryHingeLoss"] = metric(classification.BinaryHingeLoss, chances, bits)
CALLS["BinaryFairness"] = metric(classification.BinaryFairness, chances, bits, bits, num_groups=2)
CALLS["BinaryRecallAtFixedPrecision"] = metric(classification.BinaryRecallAtFixedPrecision, chances, bits, min_precision=0.5)
CALLS["MulticlassAUROC with thresholds"] = metric(classification.MulticlassAUROC, logits, labels, num_classes=5, thresholds=20)
for _name in (
    "ConcordanceCorrCoef",
    "CosineSimilarity",
    "ExplainedVariance",
    "KendallRankCorrCoef",
    "LogCoshError",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "PearsonCorrCoef",
    "R2Score",
    "RelativeSquaredError",
    "SpearmanCorrCoef",
    "SymmetricMeanAbsolutePercentageError",
    "MeanAbsolutePercentageError",
    "WeightedMeanAbsolutePercentageError",
    "NormalizedRootMeanSquaredError",
):
    CALLS[_name] = metric(
        getattr(regression, _name), rows if _name == "CosineSimilarity" else values, rows if _name == "CosineSimilarity" else values
    )
for _name in ("MeanSquaredLogError", "TweedieDevianceScore", "JensenShannonDivergence", "KLDivergence"):
    _draw = logits if "Divergence" in _name else above
    CALLS[_name] = metric(getattr(regression, _name), _draw, _draw)
CALLS["MinkowskiDistance"] = metric(regression.MinkowskiDistance, values, values, p=3)
CALLS["CriticalSuccessIndex"] = metric(regression.CriticalSuccessIndex, above, above, threshold=0.5)
for _name in (
    "StructuralSimilarityIndexMeasure",
    "PeakSignalNoiseRatio",
    "UniversalImageQualityIndex",
    "SpectralAngleMapper",
    "ErrorRelativeGlobalDimensionlessSynthesis",
    "RelativeAverageSpectralError",
    "RootMeanSquaredErrorUsingSlidingWindow",
    "SpatialCorrelationCoefficient",
    "SpectralDistortionIndex",
    "VisualInformationFidelity",
):
    CALLS[_name] = metric(
        getattr(image, _name),
        images,
        images,
        **({"data_range": 1.0} if _name in ("StructuralSimilarityIndexMeasure", "PeakSignalNoiseRatio") else {}),
    )
CALLS["MultiScaleStructuralSimilarityIndexMeasure"] = metric(
    image.MultiScaleStructuralSimilarityIndexMeasure, images, images, data_range=1.0, betas=(0.3, 0.7), kernel_size=5
)
CALLS["TotalVariation"] = metric(image.TotalVariation, images)
CALLS["PeakSignalNoiseRatioWithBlockedEffect"] = metric(
    image.PeakSignalNoiseRatioWithBlockedEffect,
    lambda side: side.rand(2, 1, 48, 48),
    lambda side: side.rand(2, 1, 48, 48),
    data_range=1.0,
)
for _name in ("SignalNoiseRatio", "ScaleInvariantSignalNoiseRatio", "ScaleInvariantSignalDistortionRatio", "SignalDistortionRatio"):
    CALLS[_name] = metric(
        getattr(audio, _name), sounds, sounds, **({"filter_length": 32} if _name == "SignalDistortionRatio" else {})
    )
CALLS["ComplexScaleInvariantSignalNoiseRatio"] = metric(
    audio.ComplexScaleInvariantSignalNoiseRatio, lambda side: side.randn(2, 20, 30, 2), lambda side: side.randn(2, 20, 30, 2)
)
CALLS["SourceAggregatedSignalDistortionRatio"] = metric(
    audio.SourceAggregatedSignalDistortionRatio, lambda side: side.randn(2, 2, 100), lambda side: side.randn(2, 2, 100)
)
for _name in ("FallOut", "HitRate", "MAP", "MRR", "NormalizedDCG", "Precision", "RPrecision", "Recall", "AUROC"):
    CALLS[f"Retrieval{_name}"] = metric(getattr(retrieval, f"Retrieval{_name}"), lambda side: side.rand(24), relevant, queries)
for _name in (
    "AdjustedMutualInfoScore",
    "AdjustedRandScore",
    "CompletenessScore",
    "FowlkesMallowsIndex",
    "HomogeneityScore",
    "MutualInfoScore",
    "NormalizedMutualInfoScore",
    "RandScore",
    "VMeasureScore",
):
    CALLS[_name] = metric(getattr(clustering, _name), clusters, clusters)
for _name in ("CalinskiHarabaszScore", "DaviesBouldinScore", "DunnIndex"):
    CALLS[_name] = metric(
        getattr(clustering, _name), lambda side: side.randn(24, 3), lambda side: torch.arange(24, device=side.device) % 4
    )
for _name in ("CramersV", "PearsonsContingencyCoefficient", "TheilsU", "TschuprowsT"):
    CALLS[_name] = metric(getattr(nominal, _name), clusters, clusters, num_classes=4)
CALLS["FleissKappa"] = metric(nominal.FleissKappa, lambda side: side.ints(6, 10, 4))
for _name in ("GeneralizedDiceScore", "MeanIoU", "DiceScore"):
    CALLS[_name] = metric(getattr(segmentation, _name), masks, masks, num_classes=3)
CALLS["HausdorffDistance"] = metric(segmentation.HausdorffDistance, masks, masks, num_classes=3)
CALLS["ProcrustesDisparity"] = metric(
    shape.ProcrustesDisparity, lambda side: side.randn(2, 10, 3), lambda side: side.randn(2, 10, 3)
)
for _name in (
    "IntersectionOverUnion",
    "GeneralizedIntersectionOverUnion",
    "DistanceIntersectionOverUnion",
    "CompleteIntersectionOverUnion",
):
    CALLS[_name] = metric(getattr(detection, _name), detections, truths)
CALLS["PanopticQuality"] = metric(
    detection.PanopticQuality, lambda side: side.ints(2, 1, 8, 8, 2), lambda side: side.ints(2, 1, 8, 8, 2), things={0}, stuffs={1}
)
for _name in ("MeanMetric", "SumMetric", "MaxMetric", "MinMetric", "CatMetric", "RunningMean"):
    CALLS[_name] = metric(getattr(metrics.aggregation, _name, None) or getattr(metrics, _name), values)


def collection(side):
    of = metrics.MetricCollection(
        {
            "accuracy": classification.MulticlassAccuracy(5),
            "f1": classification.MulticlassF1Score(5),
            "auroc": classification.MulticlassAUROC(5),
        }
    ).to(side.device)
    return [of(logits(side), labels(side)), of.compute()]


CALLS["MetricCollection"] = collection
