# SPDX-License-Identifier: Apache-2.0
"""What a case leaves open or draws without a meaning: an index is brought into its range, an output size that follows from data
follows from them, what a forward operator gives is computed."""
import torch
import torch.nn.functional as F

import more_oracles
from library import Scalar
from quantized_oracles import packed


def wrapped(index, extent):
    if isinstance(index, torch.Tensor):
        extent = min(extent, torch.iinfo(index.dtype).max)  # INT8 does not hold every extent
    return index if extent == 0 else index % extent


def extent_of(tensor, dim):
    return tensor.shape[dim] if tensor.dim() else 1


def into_dim(name="index", of="self"):
    def complete(values):
        values[name] = wrapped(values[name], extent_of(values[of], values.get("dim", 0)))

    return complete


def listed_index(values):
    values["index"] = [one % max(extent_of(values["self"], values["dim"]), 1) for one in values["index"]]


def index_lists(name):
    def complete(values):
        of = values[name]
        dim, indices = 0, []
        for index in values["indices"]:
            if index.dtype.is_floating_point:  # stands for a dim without an index
                indices.append(torch.empty(0, dtype=torch.int64) if index.numel() == 0 else None)
                dim += 1
            elif index.dtype in (torch.bool, torch.uint8):
                indices.append(index)
                dim += index.dim()
            else:
                indices.append(wrapped(index, extent_of(of, dim)))
                dim += 1
        values["indices"] = indices

    return complete


def classes(values):
    self = values["self"]
    dim = 1 if self.dim() > 1 else 0
    values["target"] = wrapped(values["target"], self.shape[dim])


def grid_outputs(values):
    values.setdefault("outputMask", [True, True])


def dropout_mask(name):
    def complete(values):
        needed = (values[name].numel() + 127) // 128 * 16
        mask = values["mask"].view(-1)
        if mask.numel() != needed:
            values["mask"] = mask.repeat(needed // max(mask.numel(), 1) + 1)[:needed]

    return complete


def convolution(values):
    bias = values.get("bias")
    if bias is not None and bias.dim() == 0:
        values["bias"] = None


def convolution_backward(values):
    if not values.get("biasSizes"):
        values["biasSizes"] = [values["weight"].shape[1 if values["transposed"] else 0]]


def max_pool_indices(values):
    dims = [values[name] for name in ("kernelSize", "stride", "padding", "dilation")]
    _, indices = F.max_pool2d(values["self"].double(), *dims, values["ceilMode"], return_indices=True)
    if indices.shape == values["gradOutput"].shape:
        values["indices"] = indices.to(values["indices"].dtype)


def max_pool_mask(values):
    """Row y * kernelW + x of the mask has a bit for each window whose largest element is at y, x of the window."""
    lists = [values[name] * (2 if len(values[name]) == 1 else 1) for name in ("kernelSize", "stride", "padding", "dilation")]
    kernel, stride, padding, _ = lists
    tensor = values["self"]
    out, indices = F.max_pool2d(tensor.double(), *lists, values["ceilMode"], return_indices=True)
    if out.shape != values["gradOutput"].shape:
        return
    height, width = out.shape[-2:]
    y = indices // tensor.shape[-1] - (torch.arange(height).view(-1, 1) * stride[0] - padding[0])
    x = indices % tensor.shape[-1] - (torch.arange(width) * stride[1] - padding[1])
    cells = (y * kernel[1] + x).flatten(-2)
    row = ((height * width + 15) // 16 + 1) * 32
    bits = torch.zeros(*tensor.shape[:-2], kernel[0] * kernel[1], row * 8, dtype=torch.int64)
    bits.scatter_(-2, cells.unsqueeze(-2), torch.ones_like(cells).unsqueeze(-2))
    weighed = bits.view(*bits.shape[:-1], row, 8) << torch.arange(8)
    values["indices"] = weighed.sum(-1).to(torch.uint8).view(torch.int8)


def max_pool3d_indices(values):
    dims = [values[name] for name in ("kernelSize", "stride", "padding", "dilation")]
    _, indices = F.max_pool3d(values["self"].double(), *dims, values["ceilMode"], return_indices=True)
    if indices.shape == values["gradOutput"].shape:
        values["indices"] = indices.to(torch.int32)


def adaptive_indices(pool, dtype, spatial):
    def complete(values):
        _, indices = pool(values["self"].double(), values["gradOutput"].shape[-spatial:], return_indices=True)
        values["indices"] = indices.to(dtype)

    return complete


def repeats_total(values):
    repeats = values.get("repeats")
    if isinstance(repeats, torch.Tensor):
        if "self" in values and repeats.numel() == 1:
            extent = values["self"].numel() if "dim" not in values else extent_of(values["self"], values["dim"])
            values["outputSize"] = int(repeats.sum()) * extent
        else:
            values["outputSize"] = int(repeats.sum())
    else:
        extent = values["self"].numel() if "dim" not in values else extent_of(values["self"], values["dim"])
        values["outputSize"] = repeats * extent


def upsample_backward(values):
    """The tensor that the case lists is the input of the forward operator."""
    name = "gradOut" if "gradOut" in values else "gradOutput"
    values["inputSize"] = list(values[name].shape)
    values[name] = stretched(values[name], values["outputSize"])
    unscaled(values)


def stretched(tensor, size):
    shape = list(tensor.shape[:2]) + list(size)
    count = torch.Size(shape).numel()
    flat = tensor.flatten()
    return flat.repeat(count // max(flat.numel(), 1) + 1)[:count].view(shape)


def unscaled(values):
    """Scales that contradict the sizes are left out."""
    for name in ("scalesD", "scalesH", "scalesW", "scaleL", "scales", "scale"):
        values[name] = 0.0


def one_hot(values):
    values["self"] = values["self"].long() if values["self"].dtype not in (torch.int32, torch.int64) else values["self"]
    for name in ("onValue", "offValue"):
        values[name] = values[name].flatten()[:1]


def layer_norm(values):
    values.setdefault("eps", 1e-5)


def bags(values):
    """Offsets in order, from 0; factors only of sums."""
    count = values["indices"].numel()
    offsets = values["offsets"].long().clamp(0, count).sort().values
    offsets[:1] = 0
    values["offsets"] = offsets.to(values["offsets"].dtype)
    if values["mode"] != 0:
        values["perSampleWeights"] = None
    extent = values["weight"].shape[0]
    values["indices"] = wrapped(values["indices"], extent)


def unpool_places(dims):
    def complete(values):
        size = torch.Size(values["outputSize"])
        values["indices"] = wrapped(values["indices"], size.numel())
        if "gradOutput" in values:
            shape = values["self"].shape[:-dims] + size
            flat = values["gradOutput"].flatten()
            values["gradOutput"] = flat.repeat(shape.numel() // max(flat.numel(), 1) + 1)[:shape.numel()].view(shape)

    return complete


def scatter_index(values):
    values["index"] = wrapped(values["index"], extent_of(values["self"], values["dim"]))


def distinct_dims(values):
    values["dim"] = list(dict.fromkeys(values["dim"]))


def vector_norm(values):
    if isinstance(values.get("ord"), (int, float)):
        values["ord"] = Scalar(values["ord"], torch.float32)


def take(values):
    values["index"] = wrapped(values["index"], values["self"].numel())


def embedding(values):
    values["indices"] = wrapped(values["indices"], values["weight"].shape[0])


def embedding_backward(values):
    values["indices"] = wrapped(values["indices"], values["numWeights"])


def ctc_forward(values):
    names = ("inputLengths", "targetLengths", "blank", "zeroInfinity")
    wide = values["logProbs"].double()
    loss, alpha = torch.ops.aten._ctc_loss(wide, values["targets"].long(), *[values[name] for name in names])
    values["negLogLikelihood"], values["logAlpha"] = loss.to(values["logProbs"].dtype), alpha.to(values["logProbs"].dtype)


def deep_norm_forward(values):
    """Statistics are FLOAT, whatever the case says."""
    dims = tuple(range(values["x"].dim() - values["gamma"].dim(), values["x"].dim()))
    summed = values["alpha"] * values["x"].double() + values["gx"].double()
    variance, mean = torch.var_mean(summed, dims, correction=0, keepdim=True)
    values["mean"], values["rstd"] = mean.float(), (variance + 1e-6).rsqrt().float()


def without(*names):
    """Tensors without elements, and BOOL without dims, stand for none."""

    def complete(values):
        for name in names:
            given = values.get(name)
            if given is not None and (given.numel() == 0 or (given.dtype == torch.bool and given.dim() == 0)):
                values[name] = None

    return complete


def quantized_product(values):
    """INT4 is listed as one INT32 a number."""
    without("offset", "pertokenScaleOptional", "bias")(values)
    for name in ("x1", "x2"):
        if values[name].dtype == torch.int32:
            values[name] = packed(values[name])


def quantized_product_by_blocks(values):
    """Scales of rows and offsets are drawn in any size, and are there only where rows have theirs."""
    for name in ("yScale", "x1Offset", "x2Offset", "yOffset"):
        values[name] = None
    rows = values["x1"].shape[-1 if values["transposeX1"] else -2]
    if values["x1Scale"] is not None and values["x1Scale"].numel() != rows:
        values["x1Scale"] = None


def row_groups(values):
    """The ends of groups in order, the last one behind all rows."""
    ends = values["groupIndex"].clamp(0, len(values["x"])).sort().values
    ends[-1:] = len(values["x"])
    values["groupIndex"] = ends


def ada_layer_norm(values):
    """Without dims it stands for none."""
    for name in ("weightOptional", "biasOptional"):
        given = values.get(name)
        if given is not None and given.dim() == 0:
            values[name] = None


def grouped_rows(values):
    """The ends of groups in order, the last one behind all rows; without groups there are none."""
    ends = values["groupIdxOptional"]
    if ends is not None and ends.numel() == 0:
        values["groupIdxOptional"] = None
    elif ends is not None:
        ends = ends.clamp(0, len(values["gradY"])).sort().values
        ends[-1:] = len(values["gradY"])
        values["groupIdxOptional"] = ends


def region_numbers(values):
    """Images that are there."""
    if "boxes" in values:
        images = (values["self"].shape if "self" in values else values["inputShape"])[0]
        values["boxes"][:, 0] = values["boxes"][:, 0].abs().floor() % images
    else:
        values["batchIndices"] = wrapped(values["batchIndices"], values["self"].shape[0])


def unwritten_losses(values):
    values["zloss"] = values["lseForZloss"] = torch.zeros(1, dtype=values["input"].dtype)


COMPLETIONS = {
    "AdaLayerNorm": ada_layer_norm,
    "AdaptiveMaxPool2dBackward": adaptive_indices(F.adaptive_max_pool2d, torch.int64, 2),
    "AdaptiveMaxPool3dBackward": adaptive_indices(F.adaptive_max_pool3d, torch.int32, 3),
    "Convolution": convolution,
    "ConvolutionBackward": convolution_backward,
    "CrossEntropyLoss": unwritten_losses,
    "CtcLossBackward": ctc_forward,
    "DeepNormGrad": deep_norm_forward,
    "DropoutBackward": dropout_mask("gradOutput"),
    "DropoutDoMask": dropout_mask("self"),
    "Embedding": embedding,
    "EmbeddingDenseBackward": embedding_backward,
    "Gather": scatter_index,
    "GatherV2": into_dim(),
    "GridSampler2DBackward": grid_outputs,
    "GroupQuant": row_groups,
    "GridSampler3DBackward": grid_outputs,
    "GroupedBiasAddGrad": grouped_rows,
    "Index": index_lists("self"),
    "IndexAdd": into_dim(),
    "IndexAddV2": into_dim(),
    "IndexFill": into_dim(),
    "IndexFillTensor": listed_index,
    "IndexPutImpl": index_lists("selfRef"),
    "IndexSelect": into_dim(),
    "LayerNorm": layer_norm,
    "LinalgVectorNorm": vector_norm,
    "MaxPool2dWithIndicesBackward": max_pool_indices,
    "MaxPool2dWithMaskBackward": max_pool_mask,
    "EmbeddingBag": bags,
    "MaxUnpool2d": unpool_places(2),
    "MaxUnpool2dBackward": unpool_places(2),
    "MaxUnpool3d": unpool_places(3),
    "MaxUnpool3dBackward": unpool_places(3),
    "MaxPool3dWithArgmaxBackward": max_pool3d_indices,
    "NLLLoss2dBackward": classes,
    "NLLLossBackward": classes,
    "OneHot": one_hot,
    "QuantMatmulV4": quantized_product,
    "QuantMatmulWeightNz": quantized_product_by_blocks,
    "RepeatInterleave": repeats_total,
    "RepeatInterleaveInt": repeats_total,
    "RepeatInterleaveIntWithDim": repeats_total,
    "RepeatInterleaveTensor": repeats_total,
    "RepeatInterleaveWithDim": repeats_total,
    "RoiAlign": region_numbers,
    "RoiAlignV2": region_numbers,
    "RoiAlignV2Backward": region_numbers,
    "Scatter": scatter_index,
    "ScatterAdd": scatter_index,
    "ScatterValue": scatter_index,
    "Std": distinct_dims,
    "Take": take,
    "UpsampleBicubic2d": unscaled,
    "UpsampleBicubic2dAA": unscaled,
    "UpsampleBicubic2dAAGrad": upsample_backward,
    "UpsampleBicubic2dBackward": upsample_backward,
    "UpsampleBilinear2d": unscaled,
    "UpsampleBilinear2dAA": unscaled,
    "UpsampleBilinear2dAABackward": upsample_backward,
    "UpsampleBilinear2dBackward": upsample_backward,
    "UpsampleBilinear2dBackwardV2": upsample_backward,
    "UpsampleLinear1d": unscaled,
    "UpsampleLinear1dBackward": upsample_backward,
    "UpsampleNearest1d": unscaled,
    "UpsampleNearest1dBackward": upsample_backward,
    "UpsampleNearest1dV2": unscaled,
    "UpsampleNearest2dBackward": upsample_backward,
    "UpsampleNearest2dV2": unscaled,
    "UpsampleNearest3d": unscaled,
    "UpsampleNearest3dBackward": upsample_backward,
    "UpsampleNearestExact1d": unscaled,
    "UpsampleNearestExact1dBackward": upsample_backward,
    "UpsampleNearestExact2d": unscaled,
    "UpsampleNearestExact2dBackward": upsample_backward,
    "UpsampleNearestExact3d": unscaled,
    "UpsampleNearestExact3dBackward": upsample_backward,
    "UpsampleTrilinear3d": unscaled,
    "UpsampleTrilinear3dBackward": upsample_backward,
    "WeightQuantBatchMatmulV2": without("antiquantOffsetOptional", "quantScaleOptional", "quantOffsetOptional", "biasOptional"),
}
COMPLETIONS |= more_oracles.COMPLETIONS
