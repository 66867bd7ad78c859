# SPDX-License-Identifier: Apache-2.0
"""YOLO: forward passes, a step of training with its loss, boxes without overlap."""

import types

import torch
from ultralytics import nn as modules
from ultralytics.nn import tasks
from ultralytics.utils import loss as losses
from ultralytics.utils import metrics, nms, ops

HYPER = types.SimpleNamespace(
    box=7.5,
    cls=0.5,
    dfl=1.5,
    pose=12.0,
    kobj=1.0,
    overlap_mask=True,
    label_smoothing=0.0,
    epochs=10,
    cls_pw=0.0,
    rle=1.0,
    angle=1.0,
)


def network(configuration, make=None, classes=4):
    def build():
        model = (make or tasks.DetectionModel)(configuration, nc=classes, verbose=False)
        model.args = HYPER
        return model

    return build


def batch(side, masks=False, keypoints=False, rotated=False):
    size = 64
    boxes = side.rand(4, 4, low=0.2, high=0.5)
    of = {
        "img": side.rand(2, 3, size, size),
        "batch_idx": side.tensor([0.0, 0.0, 1.0, 1.0]),
        "cls": side.ints(4, 4, 1).to(side.dtype),
        "bboxes": torch.cat([boxes, side.rand(4, 1)], 1) if rotated else boxes,
    }
    if masks:
        of["masks"] = side.ints(3, 2, 16, 16).to(side.dtype)
        of["sem_masks"] = side.ints(4, 2, 16, 16)
    if keypoints:
        of["keypoints"] = side.rand(4, 17, 3)
    return of


def trained(configuration, make=None, **named):
    """The loss of a batch, and its gradients."""

    def call(side):
        model = side.module(network(configuration, make), train=True)
        loss, items = model.loss(batch(side, **named))
        parameters = {name: each for name, each in model.named_parameters() if each.requires_grad}
        gradients = torch.autograd.grad(loss.sum(), list(parameters.values()), allow_unused=True)
        return {"loss": loss, "items": items, **dict(zip(parameters, gradients))}

    return call


def passed(configuration, make=None):
    return lambda side: side.module(network(configuration, make))(side.rand(1, 3, 64, 64))


def boxes(side, n):
    corner = side.rand(n, 2, high=30)
    return torch.cat([corner, corner + side.rand(n, 2, low=5, high=30)], 1)


def classified(side):
    return side.step(side.module(network("yolo11n-cls.yaml", tasks.ClassificationModel), train=True), side.rand(2, 3, 64, 64))


CALLS = {}
for _name in ("yolov8n", "yolov9t", "yolov10n", "yolo11n", "yolo12n", "yolov5n", "yolov3-tiny"):
    CALLS[f"{_name} forward"] = passed(f"{_name}.yaml")
for _name in ("yolov8n", "yolo11n", "yolov10n"):
    CALLS[f"{_name} training"] = trained(f"{_name}.yaml")
CALLS |= {
    "yolo11n-seg forward": passed("yolo11n-seg.yaml", tasks.SegmentationModel),
    "yolo11n-pose forward": passed("yolo11n-pose.yaml", tasks.PoseModel),
    "yolo11n-obb forward": passed("yolo11n-obb.yaml", tasks.OBBModel),
    "yolo11n-seg training": trained("yolo11n-seg.yaml", tasks.SegmentationModel, masks=True),
    "yolo11n-pose training": trained("yolo11n-pose.yaml", tasks.PoseModel, keypoints=True),
    "yolo11n-obb training": trained("yolo11n-obb.yaml", tasks.OBBModel, rotated=True),
    "yolo11n-cls training": classified,
    "non_max_suppression": lambda side: nms.non_max_suppression(
        torch.cat([boxes(side, 50).T[None], side.rand(1, 4, 50)], 1), conf_thres=0.5, iou_thres=0.5
    ),
    "box_iou": lambda side: side.function(metrics.box_iou, boxes(side, 5), boxes(side, 6)),
    "bbox_iou CIoU": lambda side: side.function(
        lambda x, y: metrics.bbox_iou(x, y, xywh=False, CIoU=True), boxes(side, 5), boxes(side, 5)
    ),
    "probiou": lambda side: metrics.probiou(side.rand(5, 5, low=1, high=3), side.rand(5, 5, low=1, high=3)),
    "mask_iou": lambda side: metrics.mask_iou(side.rand(3, 40), side.rand(4, 40)),
    "xyxy2xywh": lambda side: ops.xyxy2xywh(boxes(side, 5)),
    "scale_boxes": lambda side: ops.scale_boxes((64, 64), boxes(side, 5), (100, 80)),
    "process_mask": lambda side: ops.process_mask(side.randn(8, 16, 16), side.randn(3, 8), boxes(side, 3), (64, 64)),
    "FocalLoss": lambda side: side.function(
        lambda x: losses.FocalLoss()(x, (side.rand(4, 5) > 0.5).to(side.dtype)), side.randn(4, 5)
    ),
    "DFLoss": lambda side: side.function(lambda x: losses.DFLoss()(x, side.rand(8, 4, high=14)), side.randn(32, 16)),
    "C2f": lambda side: side.step(side.module(modules.modules.C2f, 8, 8, train=True), side.randn(2, 8, 8, 8)),
    "SPPF": lambda side: side.step(side.module(modules.modules.SPPF, 8, 8, train=True), side.randn(2, 8, 8, 8)),
    "C2PSA": lambda side: side.step(side.module(modules.modules.C2PSA, 128, 128, train=True), side.randn(1, 128, 4, 4)),
    "RepConv": lambda side: side.step(side.module(modules.modules.RepConv, 8, 8, train=True), side.randn(2, 8, 8, 8)),
    "A2C2f": lambda side: side.step(side.module(modules.modules.A2C2f, 64, 64, train=True), side.randn(1, 64, 8, 8)),
}
