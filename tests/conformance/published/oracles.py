# SPDX-License-Identifier: Apache-2.0
"""What each operator gives, by PyTorch. An oracle is given the values of a call by argument, tensors as they are or widened, and
returns what the operator writes, in the order of the prototype: a tensor, a list of tensors, or several of these as a tuple.

An operator without a line in ORACLES is the function of torch that has its name."""
import re

import torch
import torch.nn.functional as F

import model_oracles
import more_oracles
import quantized_oracles
from rare_oracles import RARE
from results import Typed, Unchecked
from window_oracles import WINDOWS

aten = torch.ops.aten
REDUCTIONS = ("none", "mean", "sum", "batchmean")


def gradient(function, inputs, grad):
    """Of function(*inputs) for its inputs."""
    leaves = [one.detach().requires_grad_() for one in inputs]
    result = function(*leaves)
    return torch.autograd.grad(result, leaves, grad.expand(result.shape), allow_unused=True)


def loss_gradient(function, self, gradOutput, reduction):
    """Of a loss: that of its elements, which gradOutput broadcasts to, times what the reduction divides by."""
    grad = gradOutput.view([]) if gradOutput.numel() == 1 else gradOutput
    elements = gradient(function, [self], grad)[0]
    return elements / {"none": 1, "sum": 1, "mean": max(elements.numel(), 1),
                       "batchmean": max(self.shape[0], 1) if self.dim() else 1}[REDUCTIONS[reduction]]


def foreach(function):
    """Of lists; a scalar of a list of scalars, and an element of a tensor of scalars, goes with a tensor of the lists."""

    def called(x, *others):
        rows = []
        for i, one in enumerate(x):
            row = [one]
            for other in others:
                if isinstance(other, list):
                    row.append(other[i])
                elif isinstance(other, torch.Tensor):
                    row.append(other.view(-1)[i if other.numel() > 1 else 0].item())
                else:
                    row.append(other)
            rows.append(function(*row))
        return rows

    return called


def of_lists(name):
    return lambda *lists: list(getattr(torch, "_foreach_" + name)(*lists))


def round_off(x, mode):
    def to_odd(x):
        even = x.round()
        return torch.where((x - x.trunc()).abs() == 0.5, x.floor() + x.ceil() - even, even)

    return {2: torch.floor, 3: torch.ceil, 4: lambda x: torch.where((x - x.trunc()).abs() < 0.5, x.trunc(), x.trunc() + x.sign()),
            5: torch.trunc, 6: to_odd}.get(int(mode), torch.round)(x)


def of_parameter(update):
    """A step of an optimizer, in float64: pairs of a result and of what it takes the place of."""

    def called(*values):
        wide = [one.double() if isinstance(one, torch.Tensor) else one for one in values]
        dtypes = {id(one): given.dtype for one, given in zip(wide, values) if isinstance(given, torch.Tensor)}
        return tuple(one if isinstance(one, Unchecked) else one.to(dtypes[id(like)]) for one, like in update(*wide))

    return called


def adam_w_v2(var, m, v, most, grad, step, lr, beta1, beta2, decay, eps, amsgrad, maximize):
    """torch_npu passes the number of steps before this one; the prototype has floats."""
    lr, beta1, beta2, decay, eps = torch.tensor([lr, beta1, beta2, decay, eps], dtype=torch.float32).tolist()
    t = float(step.flatten()[0]) + 1
    g = -grad if maximize else grad
    first = beta1 * m + (1 - beta1) * g
    second = beta2 * v + (1 - beta2) * g * g
    largest = torch.maximum(most, second) if amsgrad else second
    size = (largest / (1 - beta2**t)).sqrt() + eps
    result = var * (1 - lr * decay) - lr / (1 - beta1**t) * first / size
    return (result, var), (first, m), (second, v), (largest if amsgrad else Unchecked(most), most)


def ema_adam(grad, var, m, v, s, step, lr, emaDecay, beta1, beta2, eps, mode, biasCorrection, decay):
    t = float(step.flatten()[0])
    g = grad if mode == 1 else grad + decay * var
    first = beta1 * m + (1 - beta1) * g
    second = beta2 * v + (1 - beta2) * g * g
    c1, c2 = (1 - beta1**t, 1 - beta2**t) if biasCorrection else (1, 1)
    kept = var * (1 - lr * decay) if mode == 1 else var
    result = kept - lr * (first / c1) / ((second / c2).sqrt() + eps)
    return (result, var), (first, m), (second, v), (emaDecay * s + (1 - emaDecay) * result, s)


def embedding_bag(weight, indices, offsets, scale, mode, sparse, sampleWeights, lastOffset, padding):
    """PyTorch's own ends its process for some offsets that are in order."""
    bounds = offsets.long().tolist()
    bounds += [] if lastOffset else [indices.numel()]
    factors = torch.ones(indices.numel(), dtype=weight.dtype) if sampleWeights is None else sampleWeights
    result = torch.zeros(max(len(bounds) - 1, 0), weight.shape[1], dtype=weight.dtype)
    for row, begin, end in zip(result, bounds, bounds[1:]):
        used = [i for i in range(begin, end) if int(indices[i]) != padding]
        rows = weight[indices[used].long()]
        if used:
            row[:] = (rows * factors[used, None]).sum(0) if mode == 0 else rows.mean(0) if mode == 1 else rows.amax(0)
    whole = torch.empty(indices.numel(), dtype=torch.int64)
    bags = torch.empty(result.shape[0], dtype=torch.int64)
    places = torch.empty(result.shape, dtype=torch.int64) if mode not in (0, 1) else bags
    return result, Unchecked(whole), Unchecked(bags), Unchecked(places)


def planes(tensor, dims):
    """Its planes as rows of integers as wide as its elements, which copies keep."""
    bits = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[tensor.element_size()]
    return tensor.contiguous().view(bits).reshape(-1, tensor.shape[-dims:].numel()).numpy()


def max_unpool(dims):
    def called(self, indices, outputSize, *_):
        size = torch.Size(outputSize)
        if size.numel() < self.shape[-dims:].numel():
            raise ValueError("a plane is too small")
        out = torch.zeros(self.shape[:-dims] + size, dtype=self.dtype)
        rows = planes(out, dims)
        for row, numbers, places in zip(rows, planes(self, dims), planes(indices, dims)):
            row[places] = numbers  # of equal places the last one counts
        return out

    return called


def max_unpool_backward(dims):
    def called(gradOutput, self, indices, outputSize, *_):
        flat = gradOutput.flatten(-dims)
        return flat.gather(-1, indices.long().flatten(-dims)).view(self.shape)

    return called


def add_rms_norm(x1, x2, gamma, epsilon):
    x = x1 + x2
    y, rstd = rms_norm(x, gamma, epsilon)
    return y, rstd, x


def rms_norm(x, gamma, epsilon):
    dims = tuple(range(x.dim() - gamma.dim(), x.dim()))
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    rstd = torch.rsqrt(wide.square().mean(dims, keepdim=True) + epsilon)
    return (wide * rstd * gamma).to(x.dtype), Typed(rstd, torch.float32)


def gemma_rms_norm(x, gamma, epsilon):
    return rms_norm(x, 1 + gamma.to(torch.promote_types(gamma.dtype, torch.float32)), epsilon)


def rms_norm_grad(dy, x, rstd, gamma):
    wide = torch.promote_types(x.dtype, torch.float32)
    dy, normalized = dy.to(wide), x.to(wide) * rstd
    dims = tuple(range(x.dim() - gamma.dim(), x.dim()))
    others = tuple(range(x.dim() - gamma.dim()))
    scaled = dy * gamma
    dx = rstd * (scaled - normalized * (scaled * normalized).mean(dims, keepdim=True))
    dgamma = (dy * normalized).sum(others) if others else dy * normalized
    return dx.to(x.dtype), Typed(dgamma, torch.float32)


def group_norm_silu(self, gamma, beta, group, eps, activateSilu=True):
    batches, channels = self.shape[:2]
    rest = self[0, 0].numel() if self.numel() else 1
    out, mean, rstd = aten.native_group_norm(self, gamma, beta, batches, channels, rest, group, eps)
    return F.silu(out) if activateSilu else out, mean, rstd


def deep_norm(x, gx, beta, gamma, alpha, epsilon):
    wide = torch.promote_types(x.dtype, torch.float32)
    dims = tuple(range(x.dim() - gamma.dim(), x.dim()))
    summed = alpha * x.to(wide) + gx
    variance, mean = torch.var_mean(summed, dims, correction=0, keepdim=True)
    rstd = torch.rsqrt(variance + epsilon)
    out = (summed - mean) * rstd * gamma + beta
    return Typed(mean, torch.float32), Typed(rstd, torch.float32), out.to(x.dtype)


def deep_norm_grad(dy, x, gx, gamma, mean, rstd, alpha):
    wide = torch.promote_types(x.dtype, torch.float32)
    dims, others = tuple(range(x.dim() - gamma.dim(), x.dim())), tuple(range(x.dim() - gamma.dim()))
    dy, normalized = dy.to(wide), (alpha * x.to(wide) + gx - mean) * rstd
    scaled = dy * gamma
    dgx = rstd * (scaled - scaled.mean(dims, keepdim=True) - normalized * (scaled * normalized).mean(dims, keepdim=True))
    sums = [one.sum(others) if others else one for one in (dy, dy * normalized)]
    return (alpha * dgx).to(x.dtype), dgx.to(x.dtype), *(Typed(one, torch.float32) for one in sums)


def group_norm_swish(x, gamma, beta, numGroups, dataFormat, eps, activateSwish, swishScale):
    out, mean, rstd = group_norm_silu(x, gamma, beta, numGroups, eps, False)
    return out * torch.sigmoid(swishScale * out) if activateSwish else out, mean, rstd


def group_norm_swish_grad(dy, mean, rstd, x, gamma, beta, numGroups, dataFormat, swishScale, dgammaIsRequire, dbetaIsRequire):
    batches, channels = x.shape[:2]
    rest = x[0, 0].numel() if x.numel() else 1
    parameter = (1, channels) + (1,) * (x.dim() - 2)
    groups = (batches, numGroups, -1)
    normalized = ((x.reshape(groups) - mean.view(groups)) * rstd.view(groups)).view(x.shape)
    z = normalized * gamma.view(parameter) + beta.view(parameter)
    gate = torch.sigmoid(swishScale * z)
    before = dy * gate * (1 + swishScale * z * (1 - gate))
    return aten.native_group_norm_backward(before, x, mean.view(batches, numGroups), rstd.view(batches, numGroups), gamma, batches,
                                           channels, rest, numGroups, [True, dgammaIsRequire, dbetaIsRequire])


def apply_top_k_top_p(logits, p, k):
    values, order = torch.sort(logits.to(torch.promote_types(logits.dtype, torch.float32)), stable=True)
    count = logits.shape[1]
    kth = values.gather(1, (count - torch.where((k <= 0) | (k >= count), count, k).long())[:, None])
    values = values.masked_fill(values < kth, -torch.inf)
    removed = values.softmax(-1).cumsum(-1) <= 1 - p[:, None]
    removed[:, -1] = False
    return torch.empty_like(values).scatter_(1, order, values.masked_fill(removed, -torch.inf)).to(logits.dtype)


def top_k_top_p_sample_v2(logits, topK, topP, q, minPs, eps, isNeedLogits, topKGuess, ksMax, inputIsLogits, isNeedSampleResult):
    wide = logits.to(torch.promote_types(logits.dtype, torch.float32))
    count = logits.shape[1]
    removed = -torch.inf if inputIsLogits else 0.0
    tokens, kept = torch.empty(len(wide), dtype=torch.long), torch.full(wide.shape, removed)
    places, probabilities = torch.zeros(wide.shape, dtype=torch.long), torch.zeros(wide.shape)
    for row, (most, bound, least) in enumerate(zip(topK.tolist(), topP.tolist(), minPs.tolist())):
        values, order = torch.sort(wide[row], descending=True, stable=True)
        ranks = 1 <= most <= min(count, ksMax, 1024)
        values = values[:most] if ranks else values
        shares = values.softmax(0) if inputIsLogits else values
        if bound < 1:
            left = max(int((shares.double().cumsum(0) - shares <= bound).sum()), 1)
        else:
            left = len(shares)
        if least > 0:
            left = 1 if least >= 1 else int((shares[:left] >= least * shares[0]).sum())
        filtered = ranks or bound < 1 or least > 0 or isNeedSampleResult
        weights = q[row, :left] if filtered else q[row, order]
        places[row, :len(values)], probabilities[row, :left] = order[:len(values)], shares[:left].float()
        kept[row, order[:left]] = values[:left].float()
        quotients = torch.zeros(left, dtype=torch.float64).copy_(shares[:left]) / (weights.double() + eps)
        candidates = order[:left][quotients == quotients.max()]
        tokens[row] = candidates[0] if filtered else candidates.min()
    return (tokens, kept if isNeedLogits else None, *((places, probabilities) if isNeedSampleResult else (None, None)))


def advance_step(inputTokens, sampledTokenIds, inputPositions, seqLens, slotMapping, blockTables, numSeqs, numQueries, blockSize):
    own = torch.arange(numQueries)
    results = [tensor.clone() for tensor in (inputTokens, inputPositions, seqLens, slotMapping)]
    length = seqLens[:numQueries]
    slots = blockTables[own, length // blockSize] * blockSize + length % blockSize
    for result, values in zip(results, (sampledTokenIds[:, 0], length, length + 1, slots)):
        result[:numQueries] = values
    return tuple(results)


def scatter_nd_update(varRef, indices, updates):
    out = varRef.clone()
    out[tuple(indices.long().unbind(-1))] = updates
    return out


def scatter_update(data, indices, updates, axis):
    """Rows of a batch go behind each other from the place on that its index names."""
    out = data.clone()
    for row, place, update in zip(out, indices.long().view(len(out), -1)[:, -1].tolist(), updates):
        dim = axis % data.dim() - 1
        row.narrow(dim, place, update.shape[dim]).copy_(update)
    return out


def of_floats(function):
    """In the promoted type, integers as FLOAT, where PyTorch's CPU has floating-point types alone."""

    def called(self, other):
        dtype = torch.promote_types(self.dtype, other.dtype)
        dtype = dtype if dtype.is_floating_point else torch.float32
        return function(self.to(dtype), other.to(dtype))

    return called


def ctc_loss(logProbs, targets, inputLengths, targetLengths, blank, zeroInfinity):
    loss, alpha = aten._ctc_loss(logProbs, targets.long(), inputLengths, targetLengths, blank, zeroInfinity)
    return torch.where(loss.isinf(), torch.zeros_like(loss), loss) if zeroInfinity else loss, Unchecked(alpha)


def ctc_loss_backward(gradOut, logProbs, targets, inputLengths, targetLengths, negLogLikelihood, logAlpha, blank, zeroInfinity):
    return aten._ctc_loss_backward(gradOut, logProbs, targets.long(), inputLengths, targetLengths, negLogLikelihood, logAlpha, blank,
                                   zeroInfinity)


def batch_norm(input, weight, bias, runningMean, runningVar, training, momentum, eps):
    mean, var = runningMean.clone(), runningVar.clone()
    out, save_mean, save_invstd = aten.native_batch_norm(input, weight, bias, mean, var, training, momentum, eps)
    if not training:
        save_mean = save_invstd = Unchecked(mean)
    return mean, var, out, save_mean, save_invstd


def convolution(input, weight, bias, stride, padding, dilation, transposed, outputPadding, groups):
    return aten.convolution(input, weight, bias, stride, padding, dilation, transposed, outputPadding, groups)


def cumsum_v2(self, dim, exclusive, reverse):
    turned = self.flip(dim) if reverse else self
    sums = turned.cumsum(dim, dtype=self.dtype)
    if exclusive:
        sums = torch.cat((torch.zeros_like(sums.narrow(dim, 0, 1)), sums.narrow(dim, 0, sums.shape[dim] - 1)), dim)
    return sums.flip(dim) if reverse else sums


def div_mod(self, other, mode):
    return torch.div(self, other, rounding_mode=(None, "trunc", "floor")[mode])


def dropped(values, mask, scale):
    bits = (mask.view(-1, 1) >> torch.arange(8, dtype=torch.uint8)) & 1
    return torch.where(bits.view(-1)[:values.numel()].view(values.shape) != 0, values * scale, torch.zeros_like(values))


def ge_glu(self, dim, approximate, activateLeft):
    left, right = self.chunk(2, dim)
    act, linear = (left, right) if activateLeft else (right, left)
    gelu = F.gelu(act, approximate=("none", "tanh")[approximate])
    return gelu * linear, gelu


def ge_glu_backward(gradOutput, self, gelu, dim, approximate, activateLeft):
    left, right = self.chunk(2, dim)
    act, linear = (left, right) if activateLeft else (right, left)
    grads = [aten.gelu_backward(gradOutput * linear, act, approximate=("none", "tanh")[approximate]), gradOutput * gelu]
    return torch.cat(grads if activateLeft else grads[::-1], dim)


def index(self, indices):
    return self[tuple(slice(None) if one is None or one.dtype.is_floating_point else one.long() for one in indices)]


def upsample(mode):
    def called(self, outputSize, alignCorners=None, **scales):
        return F.interpolate(self, size=outputSize, mode=mode, align_corners=alignCorners)

    return called


def upsample_backward(mode):
    def called(gradOut, outputSize, inputSize, alignCorners=None, **scales):
        source = torch.zeros(inputSize, dtype=gradOut.dtype)
        return gradient(lambda x: F.interpolate(x, size=outputSize, mode=mode, align_corners=alignCorners), [source], gradOut)[0]

    return called


def resize(name):
    """ATen's function of that name, with scales as the sizes say."""

    def called(x, outputSize, *rest):
        # Behind the input size of a gradient and alignCorners there are scales.
        lists = [one for one in rest if isinstance(one, list)]
        flags = [one for one in rest if isinstance(one, bool)]
        return getattr(aten, name)(x, outputSize, *lists, *flags)

    return called


def padding(mode):
    return lambda self, padding: F.pad(self, padding, mode=mode)


def pad_backward(name):
    return lambda gradOutput, self, padding: getattr(aten, name)(gradOutput, self, padding)


def scatter(self, dim, index, src, reduce):
    index = index.long()
    return self.scatter(dim, index, src, **({} if reduce == 0 else {"reduce": ("", "add", "multiply")[reduce]}))


def one_hot(self, numClasses, onValue, offValue, axis):
    places = torch.arange(numClasses).view([-1] + [1] * (self.dim() - (axis % (self.dim() + 1))))
    return torch.where(self.unsqueeze(axis) == places, onValue.view(-1)[0], offValue.view(-1)[0])


def linalg_vector_norm(self, ord, dims, keepDims, dtype):
    wider = self.dtype if dtype.itemsize < self.dtype.itemsize else dtype
    return Typed(torch.linalg.vector_norm(self, ord, dims, keepDims, dtype=None if self.dtype == torch.float64 else wider), dtype)


def gather_v2(self, dim, index):
    if self.dim() == 0:
        self = self.view(1)
    dim %= self.dim()
    rows = self.index_select(dim, index.reshape(-1))
    return rows.reshape(self.shape[:dim] + index.shape + self.shape[dim + 1:])


def norm(self, pScalar, dim, keepdim):
    return torch.linalg.vector_norm(self, pScalar, dim or None, keepdim)


def layer_norm(input, normalizedShape, weight=None, bias=None, eps=1e-5):
    out, mean, rstd = aten.native_layer_norm(input, normalizedShape, weight, bias, eps)
    return out, Typed(mean, torch.float32), Typed(rstd, torch.float32)


def masked_loss(name):
    return lambda self, target, reduction: getattr(F, name)(self, target, reduction=REDUCTIONS[reduction])


def typed_indices(function):
    def called(*values):
        result, indices = function(*values)
        return result, Typed(indices, torch.int32)

    return called


def broadcast_in_place(function):
    return lambda selfRef, *others: function(selfRef.clone(), *others)


def reduced(function):
    return lambda self, dim, keepdim: function(self, dim=tuple(dim), keepdim=keepdim) if dim else function(self)


def index_put(selfRef, indices, values, accumulate, unsafe):
    return selfRef.index_put([one.long() if one.dtype != torch.bool else one for one in indices], values, accumulate)


def std_mean(self, dim, correction, keepdim):
    return torch.std_mean(self, dim=dim or None, correction=correction, keepdim=keepdim)


def log_softmax_backward(gradOutput, output, dim):
    return aten._log_softmax_backward_data(gradOutput, output, dim, output.dtype)


def max_pool_backward(gradOutput, self, indices, kernelSize, stride, padding, dilation, ceilMode):
    return aten.max_pool2d_with_indices_backward(gradOutput, self, kernelSize, stride, padding, dilation, ceilMode, indices.long())


def onnx_max_pool(self, kernelShape, strides, autoPad, pads, dilations, ceilMode):
    before, after = (pads[:2], pads[2:]) if len(pads) == 4 else ((list(pads) or [0]) * 2, (list(pads) or [0]) * 2)
    if ceilMode and list(before[:2]) != list(after[:2]):
        raise NotImplementedError("PyTorch rounds up with equal paddings alone")
    if list(before[:2]) == list(after[:2]):
        return F.max_pool2d(self, kernelShape, strides or 1, list(before[:2]), 1, bool(ceilMode))
    padded = F.pad(self, (before[1], after[1], before[0], after[0]), value=-torch.inf)
    return F.max_pool2d(padded, kernelShape, strides or 1)


def masked_max_pool(self, kernelSize, stride, padding, dilation, ceilMode):
    out = F.max_pool2d(self, kernelSize, stride, padding, dilation, ceilMode)
    places = out.shape[-1] * out.shape[-2]
    cells = kernelSize[0] * kernelSize[-1]
    return out, Unchecked(torch.empty(*out.shape[:-2], cells, ((places + 15) // 16 + 1) * 32, dtype=torch.int8))


def masked_max_pool_backward(gradOutput, self, mask, kernelSize, stride, padding, dilation, ceilMode):
    _, indices = F.max_pool2d(self, kernelSize, stride, padding, dilation, ceilMode, return_indices=True)
    return aten.max_pool2d_with_indices_backward(gradOutput, self, kernelSize, stride, padding, dilation, ceilMode, indices)


def prelu_backward(gradOutput, self, weight):
    return gradient(torch.prelu, [self, weight], gradOutput)


def repeated(self, repeats, outputSize):
    return torch.repeat_interleave(self, repeats)


def repeated_along(self, repeats, dim, outputSize):
    return torch.repeat_interleave(self, repeats, dim)


def asked(numbers, flag):
    return numbers if flag else Unchecked(torch.empty(0, dtype=torch.int64))


def unique(self, sorted, returnInverse):
    values, inverse = torch.unique(self, True, True)
    return values, asked(inverse, returnInverse)


def unique2(self, sorted, returnInverse, returnCounts):
    values, inverse, counts = torch.unique(self, True, True, True)
    return values, asked(inverse, returnInverse), asked(counts, returnCounts)


def unique_dim(self, sorted, returnInverse, dim):
    values, inverse, counts = torch.unique(self, True, True, True, dim)
    return values, asked(inverse, returnInverse), counts


ORACLES = {
    "AdvanceStep": advance_step,
    "AdaptiveAvgPool2d": lambda self, outputSize: F.adaptive_avg_pool2d(self, outputSize),
    "AdaptiveAvgPool2dBackward": aten._adaptive_avg_pool2d_backward,
    "AdaptiveAvgPool3d": lambda self, outputSize: F.adaptive_avg_pool3d(self, outputSize),
    "AdaptiveAvgPool3dBackward": aten._adaptive_avg_pool3d_backward,
    "AdaptiveMaxPool2d": aten.adaptive_max_pool2d,
    "AdaptiveMaxPool2dBackward": lambda gradOutput, self, indices: aten.adaptive_max_pool2d_backward(gradOutput, self, indices),
    "ApplyAdamWV2": of_parameter(adam_w_v2),
    "ApplyFusedEmaAdam": of_parameter(ema_adam),
    "AdaptiveMaxPool3d": typed_indices(aten.adaptive_max_pool3d),
    "AdaptiveMaxPool3dBackward": lambda gradOutput, self, indices: aten.adaptive_max_pool3d_backward(
        gradOutput, self, indices.long()),
    "Add": lambda self, other, alpha: torch.add(self, other, alpha=alpha),
    "AddRelu": lambda self, other, alpha: torch.relu(torch.add(self, other, alpha=alpha)),
    "AddRmsNorm": add_rms_norm,
    "Addbmm": lambda self, batch1, batch2, beta, alpha: torch.addbmm(self, batch1, batch2, beta=beta, alpha=alpha),
    "Addcdiv": lambda self, tensor1, tensor2, value: torch.addcdiv(self, tensor1, tensor2, value=value),
    "Addcmul": lambda self, tensor1, tensor2, value: torch.addcmul(self, tensor1, tensor2, value=value),
    "Addmm": lambda self, mat1, mat2, beta, alpha: torch.addmm(self, mat1, mat2, beta=beta, alpha=alpha),
    "Adds": lambda self, other, alpha: torch.add(self, other, alpha=alpha),
    "AffineGrid": lambda theta, size, alignCorners: F.affine_grid(theta, size, align_corners=alignCorners),
    "All": reduced(torch.all),
    "Amax": lambda self, dim, keepDim: torch.amax(self, dim, keepDim),
    "Amin": lambda self, dim, keepDim: torch.amin(self, dim, keepDim),
    "AngleV2": torch.angle,
    "Any": reduced(torch.any),
    "Arange": torch.arange,
    "Argsort": lambda self, dim, descending: torch.argsort(self, stable=True, dim=dim, descending=descending),
    "AvgPool2d": lambda self, kernelSize, strides, paddings, ceilMode, countIncludePad, divisorOverride: F.avg_pool2d(
        self, kernelSize, strides, paddings, ceilMode, countIncludePad, divisorOverride or None),
    "AvgPool2dBackward": lambda gradOutput, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride:
        aten.avg_pool2d_backward(gradOutput, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride or None),
    "ApplyTopKTopP": apply_top_k_top_p,
    "AvgPool3d": lambda self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride: F.avg_pool3d(
        self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride or None),
    "AvgPool3dBackward": lambda gradOutput, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride:
        aten.avg_pool3d_backward(gradOutput, self, kernelSize, stride, padding, ceilMode, countIncludePad, divisorOverride or None),
    "Baddbmm": lambda self, batch1, batch2, beta, alpha: torch.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha),
    "BatchMatMul": torch.bmm,
    "BatchNorm": batch_norm,
    "BatchNormBackward": aten.native_batch_norm_backward,
    "BinaryCrossEntropy": lambda self, target, weight, reduction: aten.binary_cross_entropy(self, target, weight, reduction),
    "BinaryCrossEntropyBackward": aten.binary_cross_entropy_backward,
    "BinaryCrossEntropyWithLogits": lambda self, target, weight, posWeight, reduction: aten.binary_cross_entropy_with_logits(
        self, target, weight, posWeight, reduction),
    "BinaryCrossEntropyWithLogitsBackward": lambda gradOutput, self, target, weight, posWeight, reduction: loss_gradient(
        lambda x: aten.binary_cross_entropy_with_logits(x, target, weight, posWeight, 0), self, gradOutput, reduction),
    "BitwiseAndTensor": torch.bitwise_and,
    "BitwiseOrTensor": torch.bitwise_or,
    "Cast": lambda self, dtype: self.to(dtype),
    "Cat": lambda tensors, dim: torch.cat(tensors, dim),
    "ChannelShuffle": lambda self, groups: F.channel_shuffle(self, groups),
    "ClampMaxTensor": lambda self, max: torch.clamp(self, max=max),
    "ClampMinTensor": lambda self, clipValueMin: torch.clamp(self, min=clipValueMin),
    "ClampTensor": lambda self, clipValueMin, clipValueMax: torch.clamp(self, clipValueMin, clipValueMax),
    "ConstantPadNd": lambda self, pad, value: F.pad(self, pad, value=value),
    "Convolution": convolution,
    "ConvolutionBackward": lambda gradOutput, input, weight, biasSizes, stride, padding, dilation, transposed, outputPadding,
        groups, outputMask: aten.convolution_backward(gradOutput, input, weight, biasSizes, stride, padding, dilation, transposed,
                                                      outputPadding, groups, outputMask),
    "CtcLoss": ctc_loss,
    "CtcLossBackward": ctc_loss_backward,
    "Cumsum": lambda self, dim, dtype: torch.cumsum(self, dim, dtype=dtype),
    "CumsumV2": cumsum_v2,
    "DeepNorm": deep_norm,
    "DeepNormGrad": deep_norm_grad,
    "DiagFlat": torch.diagflat,
    "Divs": torch.div,
    "DivMod": div_mod,
    "DivMods": div_mod,
    "DropoutBackward": dropped,
    "DropoutDoMask": lambda self, mask, prob: dropped(self, mask, 0.0 if prob == 1 else 1 / (1 - prob)),
    "Elu": aten.elu,
    "EluBackward": lambda gradOutput, alpha, scale, inputScale, isResult, selfOrResult: aten.elu_backward(
        gradOutput, alpha, scale, inputScale, isResult, selfOrResult),
    "Embedding": lambda weight, indices: gather_v2(weight, 0, indices),
    "EmbeddingDenseBackward": lambda grad, indices, numWeights, paddingIdx, scaleGradByFreq: aten.embedding_dense_backward(
        grad, indices.long(), numWeights, paddingIdx, scaleGradByFreq),
    "EmbeddingBag": embedding_bag,
    "EmbeddingRenorm": lambda selfRef, indices, maxNorm, normType: aten.embedding_renorm(selfRef, indices.long(), maxNorm, normType),
    "Equal": lambda self, other: torch.tensor(torch.equal(self, other)),
    "Erfinv": torch.erfinv,
    "FloorDivide": torch.floor_divide,
    "ForeachAbs": of_lists("abs"),
    "ForeachAddList": foreach(lambda x, other, alpha: torch.add(x, other, alpha=alpha)),
    "ForeachAddListV2": foreach(lambda x, other, alpha: torch.add(x, other, alpha=alpha)),
    "ForeachAddScalar": foreach(torch.add),
    "ForeachAddScalarList": foreach(torch.add),
    "ForeachAddScalarV2": foreach(torch.add),
    "ForeachAddcdivList": foreach(lambda x, y, z, value: torch.addcdiv(x, y, z, value=value)),
    "ForeachAddcdivScalar": foreach(lambda x, y, z, value: torch.addcdiv(x, y, z, value=value)),
    "ForeachAddcdivScalarList": foreach(lambda x, y, z, value: torch.addcdiv(x, y, z, value=value)),
    "ForeachAddcdivScalarV2": foreach(lambda x, y, z, value: torch.addcdiv(x, y, z, value=value)),
    "ForeachAddcmulList": foreach(lambda x, y, z, value: torch.addcmul(x, y, z, value=value)),
    "ForeachAddcmulScalar": foreach(lambda x, y, z, value: torch.addcmul(x, y, z, value=value)),
    "ForeachAddcmulScalarList": foreach(lambda x, y, z, value: torch.addcmul(x, y, z, value=value)),
    "ForeachAddcmulScalarV2": foreach(lambda x, y, z, value: torch.addcmul(x, y, z, value=value)),
    "ForeachCopy": lambda src: [one.clone() for one in src],
    "ForeachDivList": foreach(torch.div),
    "ForeachDivScalar": foreach(torch.div),
    "ForeachDivScalarList": foreach(torch.div),
    "ForeachDivScalarV2": foreach(torch.div),
    "ForeachLerpList": foreach(torch.lerp),
    "ForeachLerpScalar": foreach(torch.lerp),
    "ForeachMaximumList": foreach(torch.maximum),
    "ForeachMaximumScalar": foreach(lambda x, scalar: torch.clamp_min(x, scalar)),
    "ForeachMaximumScalarList": foreach(lambda x, scalar: torch.clamp_min(x, scalar)),
    "ForeachMaximumScalarV2": foreach(lambda x, scalar: torch.clamp_min(x, scalar)),
    "ForeachMinimumList": foreach(torch.minimum),
    "ForeachMinimumScalar": foreach(lambda x, scalar: torch.clamp_max(x, scalar)),
    "ForeachMinimumScalarList": foreach(lambda x, scalar: torch.clamp_max(x, scalar)),
    "ForeachMinimumScalarV2": foreach(lambda x, scalar: torch.clamp_max(x, scalar)),
    "ForeachMulList": foreach(torch.mul),
    "ForeachMulScalar": foreach(torch.mul),
    "ForeachMulScalarList": foreach(torch.mul),
    "ForeachMulScalarV2": foreach(torch.mul),
    "ForeachNeg": of_lists("neg"),
    "ForeachNorm": foreach(lambda x, scalar: torch.linalg.vector_norm(x, scalar)),
    "ForeachPowList": foreach(torch.pow),
    "ForeachPowScalar": foreach(torch.pow),
    "ForeachPowScalarAndTensor": lambda scalar, x: [torch.pow(scalar, one) for one in x],
    "ForeachPowScalarList": foreach(torch.pow),
    "ForeachPowScalarV2": foreach(torch.pow),
    "ForeachReciprocal": of_lists("reciprocal"),
    "ForeachRoundOffNumber": foreach(round_off),
    "ForeachRoundOffNumberV2": foreach(round_off),
    "ForeachSqrt": of_lists("sqrt"),
    "ForeachSubList": foreach(lambda x, other, alpha: torch.sub(x, other, alpha=alpha)),
    "ForeachSubListV2": foreach(lambda x, other, alpha: torch.sub(x, other, alpha=alpha)),
    "ForeachSubScalar": foreach(torch.sub),
    "ForeachSubScalarList": foreach(torch.sub),
    "ForeachSubScalarV2": foreach(torch.sub),
    **{"Foreach" + name: of_lists(name.lower()) for name in (
        "Acos", "Asin", "Atan", "Cos", "Cosh", "Erf", "Erfc", "Exp", "Expm1", "Log", "Log10", "Log1p", "Log2", "Sigmoid",
        "Sign", "Sin", "Sinh", "Tan", "Tanh")},
    "ForeachZeroInplace": lambda x: [torch.zeros_like(one) for one in x],
    "Gather": lambda self, dim, index: torch.gather(self, dim, index.long()),
    "GatherV2": gather_v2,
    "GeGluV3": ge_glu,
    "GeGluV3Backward": ge_glu_backward,
    "Gelu": F.gelu,
    "GeluBackward": lambda gradOutput, self: aten.gelu_backward(gradOutput, self),
    "GeluBackwardV2": lambda gradOutput, self, approximate: aten.gelu_backward(gradOutput, self, approximate=approximate),
    "GeluV2": lambda x, approximate: F.gelu(x, approximate=("none", "tanh")[approximate]),
    "GemmaRmsNorm": gemma_rms_norm,
    "Glu": F.glu,
    "GridSampler2D": aten.grid_sampler_2d,
    "GridSampler2DBackward": lambda gradOutput, input, grid, interpolationMode, paddingMode, alignCorners, outputMask:
        aten.grid_sampler_2d_backward(gradOutput, input, grid, interpolationMode, paddingMode, alignCorners, outputMask),
    "GroupNorm": lambda self, gamma, beta, N, C, HxW, group, eps: aten.native_group_norm(self, gamma, beta, N, C, HxW, group, eps),
    "GroupNormBackward": aten.native_group_norm_backward,
    "GroupNormSilu": group_norm_silu,
    "GroupNormSiluV2": group_norm_silu,
    "GroupNormSwish": group_norm_swish,
    "GroupNormSwishGrad": group_norm_swish_grad,
    "Hardsigmoid": F.hardsigmoid,
    "Hardtanh": F.hardtanh,
    "Histc": lambda self, bins, min, max: torch.histc(self, bins, min, max),
    "Index": index,
    "IndexAdd": lambda self, dim, index, source, alpha: torch.index_add(self, dim, index, source, alpha=alpha),
    "IndexAddV2": lambda self, dim, index, source, alpha, mode: torch.index_add(self, dim, index, source, alpha=alpha),
    "IndexFill": lambda self, dim, index, value: torch.index_fill(self, dim, index.long(), value),
    "IndexFillTensor": lambda self, dim, index, value: torch.index_fill(self, dim, torch.tensor(index).long(), value),
    "IndexPutImpl": index_put,
    "InplaceCopy": lambda selfRef, src: torch.empty_like(selfRef).copy_(src),
    "InplaceFillDiagonal": broadcast_in_place(lambda x, value, wrap: x.fill_diagonal_(value, wrap)),
    "InplaceFillScalar": broadcast_in_place(lambda x, value: x.fill_(value)),
    "InplaceFillTensor": broadcast_in_place(lambda x, value: x.fill_(value.view(-1)[0])),
    "InplaceMaskedFillScalar": broadcast_in_place(lambda x, mask, value: x.masked_fill_(mask, value)),
    "InplaceMaskedFillTensor": broadcast_in_place(lambda x, mask, value: x.masked_fill_(mask, value.view(-1)[0])),
    "InplaceMaskedScatter": broadcast_in_place(lambda x, mask, source: x.masked_scatter_(mask, source)),
    "InplaceOne": torch.ones_like,
    "InplaceScatterUpdate": scatter_update,
    "InplaceZero": torch.zeros_like,
    "IsClose": torch.isclose,
    "IsFinite": torch.isfinite,
    "IsNegInf": torch.isneginf,
    "IsPosInf": torch.isposinf,
    "KlDiv": lambda self, target, reduction, logTarget: F.kl_div(
        self, target, reduction=REDUCTIONS[reduction], log_target=logTarget),
    "KlDivBackward": lambda gradOutput, self, target, reduction, logTarget: loss_gradient(
        lambda x: aten.kl_div(x, target, 0, log_target=logTarget), self, gradOutput, reduction),
    "L1Loss": masked_loss("l1_loss"),
    "L1LossBackward": lambda gradOutput, self, target, reduction: loss_gradient(
        lambda x: F.l1_loss(x, target, reduction="none"), self, gradOutput, reduction),
    "LayerNorm": layer_norm,
    "LayerNormBackward": lambda gradOut, input, normalizedShape, mean, rstd, weight, bias, outputMask:
        aten.native_layer_norm_backward(gradOut, input, normalizedShape, mean, rstd, weight, bias, outputMask),
    "LeakyRelu": F.leaky_relu,
    "LeakyReluBackward": aten.leaky_relu_backward,
    "LinalgCross": lambda self, other, dim: torch.linalg.cross(self, other, dim=dim),
    "LinalgVectorNorm": linalg_vector_norm,
    "Linspace": torch.linspace,
    "LogAddExp": of_floats(torch.logaddexp),
    "LogAddExp2": of_floats(torch.logaddexp2),
    # The buffer is what the forward operator gives; ours needs none.
    "LogSigmoidBackward": lambda gradOutput, self, buffer: aten.log_sigmoid_backward(gradOutput, self, (-self.abs()).exp()),
    "LogSoftmaxBackward": log_softmax_backward,
    "MaxDim": lambda self, dim, keepdim: torch.max(self, dim, keepdim),
    "MaxPool": onnx_max_pool,
    "MaxPool2dWithIndices": typed_indices(
        lambda self, kernelSize, stride, padding, dilation, ceilMode: F.max_pool2d(
            self, kernelSize, stride, padding, dilation, ceilMode, return_indices=True)),
    "MaxPool2dWithIndicesBackward": max_pool_backward,
    "MaxPool2dWithMask": masked_max_pool,
    "MaxPool2dWithMaskBackward": masked_max_pool_backward,
    "MaxUnpool2d": max_unpool(2),
    "MaxUnpool2dBackward": max_unpool_backward(2),
    "MaxUnpool3d": max_unpool(3),
    "MaxUnpool3dBackward": max_unpool_backward(3),
    "MultilabelMarginLoss": lambda self, target, reduction: aten.multilabel_margin_loss_forward(self, target, reduction),
    "MaxPool3dWithArgmax": typed_indices(
        lambda self, kernelSize, stride, padding, dilation, ceilMode: F.max_pool3d(
            self, kernelSize, stride, padding, dilation, ceilMode, return_indices=True)),
    "MaxPool3dWithArgmaxBackward": lambda gradOutput, self, indices, kernelSize, stride, padding, dilation, ceilMode:
        aten.max_pool3d_with_indices_backward(gradOutput, self, kernelSize, stride, padding, dilation, ceilMode, indices.long()),
    "Mean": lambda self, dim, keepDim, dtype: torch.mean(self, dim or None, keepDim, dtype=dtype),
    "MedianDim": torch.median,
    "MinDim": lambda self, dim, keepdim: torch.min(self, dim, keepdim),
    "MseLoss": masked_loss("mse_loss"),
    "MseLossBackward": lambda gradOutput, self, target, reduction: aten.mse_loss_backward(gradOutput, self, target, reduction),
    "Muls": torch.mul,
    "NLLLoss2dBackward": lambda gradOutput, self, target, weight, reduction, ignoreIndex, totalWeight: aten.nll_loss2d_backward(
        gradOutput, self, target.long(), weight, reduction, ignoreIndex, totalWeight.view([])),
    "NLLLossBackward": lambda gradOutput, self, target, weight, reduction, ignoreIndex, totalWeight: aten.nll_loss_backward(
        gradOutput, self, target.long(), weight, reduction, ignoreIndex, totalWeight.view([])),
    "NanMedian": torch.nanmedian,
    "NanMedianDim": torch.nanmedian,
    "Nonzero": torch.nonzero,
    "NonzeroV2": lambda self: torch.nonzero(self).t(),
    "Norm": norm,
    "OneHot": one_hot,
    "PreluBackward": prelu_backward,
    "Prod": lambda self, dtype: torch.prod(self, dtype=dtype),
    "ProdDim": lambda self, dim, keepDim, dtype: torch.prod(self, dim, keepDim, dtype=dtype),
    "Range": torch.range,
    "ReduceSum": lambda self, dims, keepDims, dtype: torch.sum(self, dims or None, keepDims, dtype=dtype),
    "Repeat": lambda self, repeats: self.repeat(repeats),
    "RepeatInterleave": repeated,
    "RepeatInterleaveInt": repeated,
    "RepeatInterleaveIntWithDim": repeated_along,
    "RepeatInterleaveTensor": lambda repeats, outputSize: torch.repeat_interleave(repeats),
    "RepeatInterleaveWithDim": repeated_along,
    "RmsNorm": rms_norm,
    "RmsNormGrad": rms_norm_grad,
    "Rsub": lambda self, other, alpha: torch.rsub(self, other, alpha=alpha),
    "Rsubs": lambda self, other, alpha: torch.rsub(self, other, alpha=alpha),
    "SWhere": torch.where,
    "Scatter": scatter,
    "ScatterAdd": lambda self, dim, index, src: self.scatter_add(dim, index.long(), src),
    "ScatterNdUpdate": scatter_nd_update,
    "ScatterValue": lambda self, dim, index, value, reduce: scatter(self, dim, index, value, reduce),
    "SeluBackward": lambda gradOutput, result: aten.elu_backward(
        gradOutput, 1.6732632423543772, 1.0507009873554805, 1, True, result),
    "SigmoidBackward": aten.sigmoid_backward,
    "Silu": F.silu,
    "SiluBackward": aten.silu_backward,
    "Slice": aten.slice,
    "SmoothL1Loss": lambda self, target, reduction, beta: aten.smooth_l1_loss(self, target, reduction, beta),
    "SmoothL1LossBackward": aten.smooth_l1_loss_backward,
    "SoftMarginLoss": lambda self, target, reduction: aten.soft_margin_loss(self, target, reduction),
    "SoftMarginLossBackward": aten.soft_margin_loss_backward,
    "SoftmaxBackward": lambda gradOutput, output, dim: aten._softmax_backward_data(gradOutput, output, dim, output.dtype),
    "Softplus": F.softplus,
    "SoftplusBackward": aten.softplus_backward,
    "Sort": lambda self, stable, dim, descending: torch.sort(self, stable=True, dim=dim, descending=descending),
    "SoftshrinkBackward": aten.softshrink_backward,
    "SplitWithSize": lambda self, splitSize, dim: list(torch.split(self, splitSize, dim)),
    "Std": lambda self, dim, correction, keepdim: torch.std(self, dim=dim or None, correction=correction, keepdim=keepdim),
    "StdMeanCorrection": std_mean,
    "Sub": lambda self, other, alpha: torch.sub(self, other, alpha=alpha),
    "Subs": lambda self, other, alpha: torch.sub(self, other, alpha=alpha),
    "Take": lambda self, index: torch.take(self, index.long()),
    "TanhBackward": aten.tanh_backward,
    "ThresholdBackward": aten.threshold_backward,
    "Unique": unique,
    "Unique2": unique2,
    "UniqueDim": unique_dim,
    "UpsampleBilinear2d": upsample("bilinear"),
    "UpsampleBilinear2dBackward": upsample_backward("bilinear"),
    "UpsampleBilinear2dBackwardV2": upsample_backward("bilinear"),
    "UpsampleBicubic2d": resize("upsample_bicubic2d"),
    "UpsampleBicubic2dAA": resize("_upsample_bicubic2d_aa"),
    "UpsampleBicubic2dAAGrad": resize("_upsample_bicubic2d_aa_backward"),
    "UpsampleBicubic2dBackward": resize("upsample_bicubic2d_backward"),
    "UpsampleBilinear2dAA": resize("_upsample_bilinear2d_aa"),
    "UpsampleBilinear2dAABackward": resize("_upsample_bilinear2d_aa_backward"),
    "UpsampleLinear1d": resize("upsample_linear1d"),
    "UpsampleLinear1dBackward": resize("upsample_linear1d_backward"),
    "UpsampleNearest1d": resize("upsample_nearest1d"),
    "UpsampleNearest1dBackward": resize("upsample_nearest1d_backward"),
    "UpsampleNearest1dV2": resize("upsample_nearest1d"),
    "TopKTopPSampleV2": top_k_top_p_sample_v2,
    "UpsampleNearest2d": upsample("nearest"),
    "UpsampleNearest2dBackward": upsample_backward("nearest"),
    "UpsampleNearest2dV2": upsample("nearest"),
    "XLogYScalarOther": torch.xlogy,
    "XLogYScalarSelf": torch.xlogy,
    "XLogYTensor": torch.xlogy,
    "UpsampleNearest3d": resize("upsample_nearest3d"),
    "UpsampleNearest3dBackward": resize("upsample_nearest3d_backward"),
    "UpsampleTrilinear3d": resize("upsample_trilinear3d"),
    "UpsampleTrilinear3dBackward": resize("upsample_trilinear3d_backward"),
}
ORACLES |= quantized_oracles.ORACLES
ORACLES |= model_oracles.ORACLES
ORACLES |= more_oracles.ORACLES
for _dims in ("1d", "2d", "3d"):
    ORACLES["UpsampleNearestExact" + _dims] = resize("_upsample_nearest_exact" + _dims)
    ORACLES["UpsampleNearestExact" + _dims + "Backward"] = resize("_upsample_nearest_exact" + _dims + "_backward")
for _dims in ("1d", "2d", "3d"):
    for _mode, _name in (("reflect", "reflection"), ("replicate", "replication")):
        ORACLES[_name.capitalize() + "Pad" + _dims] = padding(_mode)
        ORACLES[_name.capitalize() + "Pad" + _dims + "Backward"] = pad_backward(f"{_name}_pad{_dims}_backward")
ORACLES.update(RARE)
ORACLES.update(WINDOWS)


def oracle_of(operator):
    """None if there is none."""
    if operator in ORACLES:
        return ORACLES[operator]
    compare = re.fullmatch("(Eq|Ne|Lt|Le|Gt|Ge)(Tensor|Scalar)", operator)
    if compare:
        return getattr(torch, compare.group(1).lower())
    power = re.fullmatch("(Pow|Remainder)(Tensor|Scalar)(Tensor|Scalar)", operator)
    if power:
        return getattr(torch, power.group(1).lower())
    return getattr(torch, re.sub("(?<=[a-z0-9])([A-Z])", r"_\1", operator).lower(), None)
