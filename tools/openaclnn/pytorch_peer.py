# SPDX-License-Identifier: Apache-2.0
"""PyTorch's operator beside one of ours, for `openaclnn bench --pytorch`.

Standard input begins with a line of JSON: the operator, its inputs, attributes and the number of threads. The elements of
the inputs follow, in that order. Then each line asks for a turn: seconds to call the operator for, and how often in place
of that, or 0. To the first line the answer is PyTorch's version, or what is wrong; to the others, seconds of each call.
"""
import functools
import itertools
import json
import math
import os
import re
import sys
import time

DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "fp64": "float64"}


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def prelu_backward(aten, t, a):
    """What autograd of torch.prelu does: the kernel with the weight broadcast, then the sum of the weight's gradient."""
    shape = [1] * t["self"].dim()
    if len(shape) > 1:
        shape[1] = t["weight"].numel()
    weight = t["weight"].view(shape)

    def call():
        grad_input, grad_weight = aten._prelu_kernel_backward.default(t["gradOutput"], t["self"], weight)
        return grad_input, grad_weight.sum_to_size(shape)
    return call


# Where arguments have other names than ours, or are more.
OWN_NAMES = {
    "prelu_backward": prelu_backward,
    # Without gamma it has no gradients for parameters.
    "group_norm_backward": lambda aten, t, a: lambda: aten.native_group_norm_backward.default(
        t["gradOut"], t["input"], t["mean"], t["rstd"], t.get("gamma"), a["N"], a["C"], a["HxW"], a["group"],
        [True, "gamma" in t, "gamma" in t]),
    "grid_sampler2d_backward": lambda aten, t, a: lambda: aten.grid_sampler_2d_backward.default(
        t["gradOutput"], t["input"], t["grid"], a["interpolationMode"], a["paddingMode"], bool(a["alignCorners"]), [True] * 2),
    "embedding_dense_backward": lambda aten, t, a: lambda: aten.embedding_dense_backward.default(
        t["grad"], t["indices"], a["numWeights"], a["paddingIdx"], bool(a["scaleGradByFreq"])),
    "group_norm": lambda aten, t, a: lambda: aten.native_group_norm.default(
        t["self"], t.get("gamma"), t.get("beta"), a["N"], a["C"], a["HxW"], a["group"], a["eps"]),
    "layer_norm": lambda aten, t, a: lambda: aten.native_layer_norm.default(
        t["input"], a["normalizedShape"], t.get("weight"), t.get("bias"), a["eps"]),
    "softmax": lambda aten, t, a: lambda: aten._softmax.default(t["self"], a["dim"], False),
    "log_softmax": lambda aten, t, a: lambda: aten._log_softmax.default(t["self"], a["dim"], False),
    "reduce_sum": lambda aten, t, a: lambda: aten.sum.dim_IntList(t["self"], a["dims"], bool(a["keepDims"])),
    "mean": lambda aten, t, a: lambda: aten.mean.dim(t["self"], a["dim"], bool(a["keepDim"])),
    "amax": lambda aten, t, a: lambda: aten.amax.default(t["self"], a["dim"], bool(a["keepDim"])),
    "grid_sampler2d": lambda aten, t, a: lambda: aten.grid_sampler_2d.default(
        t["input"], t["grid"], a["interpolationMode"], a["paddingMode"], bool(a["alignCorners"])),
}


def bind(aten, operator, tensors, attributes):
    """The call of ATen's operator of that name with arguments of these names, but for those above; it was called once."""
    if operator in OWN_NAMES:
        call = OWN_NAMES[operator](aten, tensors, attributes)
        call()
        return call
    name = operator.removeprefix("inplace_") + "_" * operator.startswith("inplace_")
    packet = getattr(aten, name)
    arguments = {snake_case(key).removesuffix("_ref"): value for key, value in {**attributes, **tensors}.items()}
    for overload in map(packet.__getattr__, packet.overloads()):
        schema = overload._schema.arguments
        if not set(arguments) <= {one.name for one in schema} or any(one.is_out for one in schema):
            continue
        # Python takes longer for names.
        first = list(itertools.takewhile(lambda one: one.name in arguments and not one.kwarg_only, schema))
        positional = [arguments[one.name] for one in first]
        named = {key: value for key, value in arguments.items() if key not in {one.name for one in first}}
        call = functools.partial(overload, *positional, **named)
        try:
            call()
        except (RuntimeError, TypeError):
            continue
        return call
    raise TypeError(operator)


def value_of(attribute):
    """A scalar comes with its type."""
    return attribute["value"] if isinstance(attribute, dict) else attribute


def read_tensor(torch, source, description):
    dtype = getattr(torch, DTYPES.get(description["dtype"], description["dtype"]))
    shape = description["shape"]
    count = math.prod(shape)
    elements = bytearray(source.read(count * torch.empty(0, dtype=dtype).element_size()))
    return torch.frombuffer(elements, dtype=dtype).view(shape) if count > 0 else torch.empty(shape, dtype=dtype)


def prepare(source):
    """The call, and the version of PyTorch."""
    request = json.loads(source.readline())
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    try:
        import torch
    except ImportError:
        raise SystemExit("torch is not installed for python3, as the path finds it") from None
    torch.set_num_threads(request["threads"])
    tensors = {}
    for name, given in request["inputs"].items():
        tensors[name] = [read_tensor(torch, source, one) for one in given] if isinstance(given, list) else read_tensor(
            torch, source, given)
    torch.set_grad_enabled(False)
    refused = SystemExit(f"PyTorch {torch.__version__} has no operator for CPUs that takes what {request['operator']} takes here")
    try:
        # How many digits a product may lose is for the processor that CANN is made for.
        attributes = {name: value_of(given) for name, given in request["attributes"].items() if name != "cubeMathType"}
        call = bind(torch.ops.aten, request["operator"], tensors, attributes)
    except (AttributeError, KeyError, RuntimeError, TypeError):
        raise refused from None
    return call, torch.__version__


def take_turn(call, seconds, repetitions):
    times = []
    start = time.perf_counter()
    while True:
        before = time.perf_counter()
        call()
        after = time.perf_counter()
        times.append(after - before)
        if len(times) >= repetitions if repetitions > 0 else after - start >= seconds:
            return times


def main():
    source = sys.stdin.buffer
    try:
        call, version = prepare(source)
    except SystemExit as end:
        print(json.dumps({"error": str(end)}), flush=True)
        return
    print(json.dumps({"version": version}), flush=True)
    for line in source:
        seconds, repetitions = line.split()
        print(json.dumps(take_turn(call, float(seconds), int(repetitions))), flush=True)


main()
