# SPDX-License-Identifier: Apache-2.0
"""Every class of torch.nn, forward and backward: on the inputs that PyTorch itself tests its modules with, and on a typical one of
each class that it has none for.

The reference is the same module on the CPU in a wider dtype: float64 for float32, float32 for the half types. A module is made
once, and copied to the device with its parameters. Tolerances are of the largest magnitude of a result, as in operators_test.py.
What goes through random numbers is compared where it draws none, in evaluation."""
import copy
import inspect
import unittest
import warnings

import torch
import torch_npu  # noqa: F401
from torch import nn
from torch.testing._internal.common_modules import module_db

from operators_test import TOLERANCES as OF_ONE_OPERATOR
from operators_test import WIDER

MOST_SAMPLES = 5
# Modules round after each of their operators, which the few bits of the half types show.
TOLERANCES = {**OF_ONE_OPERATOR, torch.float16: 4 * OF_ONE_OPERATOR[torch.float16],
              torch.bfloat16: 2 * OF_ONE_OPERATOR[torch.bfloat16]}
# Classes that compute nothing of their own, and what cannot run.
EXCEPTIONS = {
    "Container": "the base of older programs",
    "DataParallel": "needs several CUDA devices",
    "LSTMCell": "torch_npu has it for no operator of aclnn on this product, and says so",
    "Module": "the base of all",
    "ModuleDict": "holds modules",
    "ModuleList": "holds modules",
    "ParameterDict": "holds parameters",
    "ParameterList": "holds parameters",
    "RNNBase": "the base of LSTM and GRU",
    "RNNCellBase": "the base of cells",
    "SyncBatchNorm": "needs a process group: distributed_test.py",
}
# What runs in float32 alone.
SINGLE = {
    "CTCLoss": "torch_npu hands the half types to the CPU's loss, which PyTorch does not have for them",
    "CosineEmbeddingLoss": "its squares of PyTorch's own inputs are too large for float16, on the CPU as well",
    "MultiLabelMarginLoss": "torch_npu hands its gradient to the CPU, which PyTorch does not have for the half types",
    "MultiMarginLoss": "torch_npu hands it to the CPU's loss, which PyTorch does not have for the half types",
}
NO_BFLOAT16 = {"GRU": "torch_npu has it for no operator of aclnn in this type, and says so"}
# Of these torch_npu says that there is no operator of aclnn for packed sequences on this product. Projections are for no operator,
# and in evaluation nothing is kept that a gradient needs.
RECURRENT = (nn.LSTM, nn.GRU)
# Where PyTorch's list of modules has no inputs: how a module is made, and shapes of what it is given.
OWN = {
    "AdaptiveLogSoftmaxWithLoss": [lambda: nn.AdaptiveLogSoftmaxWithLoss(16, 60, [10, 30]), (12, 16), "classes"],
    "AlphaDropout": [lambda: nn.AlphaDropout(0.3), (4, 5)],
    "ChannelShuffle": [lambda: nn.ChannelShuffle(2), (2, 6, 4, 4)],
    "CosineSimilarity": [lambda: nn.CosineSimilarity(), (5, 7), (5, 7)],
    "CrossMapLRN2d": [lambda: nn.CrossMapLRN2d(3), (2, 5, 4, 4)],
    "Dropout": [lambda: nn.Dropout(0.3), (4, 5)],
    "Dropout1d": [lambda: nn.Dropout1d(0.3), (4, 5, 6)],
    "Dropout2d": [lambda: nn.Dropout2d(0.3), (4, 5, 6, 7)],
    "Dropout3d": [lambda: nn.Dropout3d(0.3), (2, 3, 4, 5, 6)],
    "EmbeddingBag": [lambda: nn.EmbeddingBag(60, 9), "bags"],
    "FeatureAlphaDropout": [lambda: nn.FeatureAlphaDropout(0.3), (4, 5, 6)],
    "Flatten": [lambda: nn.Flatten(), (2, 3, 4)],
    "Fold": [lambda: nn.Fold((5, 6), (2, 3), padding=1), (2, 18, 36)],
    "Hardsigmoid": [lambda: nn.Hardsigmoid(), (4, 5)],
    "Identity": [lambda: nn.Identity(), (4, 5)],
    "LazyBatchNorm1d": [lambda: nn.LazyBatchNorm1d(), (4, 5, 6)],
    "LazyBatchNorm2d": [lambda: nn.LazyBatchNorm2d(), (4, 5, 6, 7)],
    "LazyBatchNorm3d": [lambda: nn.LazyBatchNorm3d(), (2, 3, 4, 5, 6)],
    "LazyInstanceNorm1d": [lambda: nn.LazyInstanceNorm1d(affine=True), (4, 5, 6)],
    "LazyInstanceNorm2d": [lambda: nn.LazyInstanceNorm2d(affine=True), (4, 5, 6, 7)],
    "LazyInstanceNorm3d": [lambda: nn.LazyInstanceNorm3d(affine=True), (2, 3, 4, 5, 6)],
    "LazyLinear": [lambda: nn.LazyLinear(7), (4, 5)],
    "MaxUnpool1d": [lambda: nn.MaxUnpool1d(2), (2, 3, 8), "pooled"],
    "MaxUnpool2d": [lambda: nn.MaxUnpool2d(2), (2, 3, 8, 6), "pooled"],
    "MaxUnpool3d": [lambda: nn.MaxUnpool3d(2), (2, 3, 4, 6, 8), "pooled"],
    "NLLLoss2d": [lambda: nn.NLLLoss(), (3, 60, 5, 4), "pixels"],
    "PairwiseDistance": [lambda: nn.PairwiseDistance(), (5, 7), (5, 7)],
    "PixelShuffle": [lambda: nn.PixelShuffle(2), (2, 8, 3, 4)],
    "PixelUnshuffle": [lambda: nn.PixelUnshuffle(2), (2, 3, 4, 6)],
    "RReLU": [lambda: nn.RReLU(), (4, 5)],
    "Sequential": [lambda: nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 2)), (4, 5)],
    "TransformerDecoder": [lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 12, dropout=0.0), 2), (5, 3, 8),
                           (4, 3, 8)],
    "TripletMarginLoss": [lambda: nn.TripletMarginLoss(), (5, 7), (5, 7), (5, 7)],
    "TripletMarginWithDistanceLoss": [lambda: nn.TripletMarginWithDistanceLoss(), (5, 7), (5, 7), (5, 7)],
    "Unflatten": [lambda: nn.Unflatten(1, (2, 3)), (4, 6)],
    "Unfold": [lambda: nn.Unfold((2, 3), padding=1), (2, 3, 5, 6)],
    "Upsample": [lambda: nn.Upsample(scale_factor=2.5, mode="bicubic"), (2, 3, 5, 6)],
    "UpsamplingBilinear2d": [lambda: nn.UpsamplingBilinear2d(scale_factor=2), (2, 3, 5, 6)],
    "UpsamplingNearest2d": [lambda: nn.UpsamplingNearest2d(scale_factor=2), (2, 3, 5, 6)],
}
RANDOM = {"AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout", "RReLU"}


def on(value, device, dtype=None):
    """The value with its tensors on a device, those of floating-point numbers in a dtype, as leaves of a graph."""
    if isinstance(value, torch.Tensor):
        moved = value.detach().to(device)
        if dtype is not None and value.is_floating_point():
            moved = moved.to(dtype)
        return moved.clone().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(on(one, device, dtype) for one in value)
    if isinstance(value, dict):
        return {name: on(one, device, dtype) for name, one in value.items()}
    return value


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [tensor for one in value for tensor in tensors_of(one)] if isinstance(value, (list, tuple)) else []


def run(module, args, kwargs):
    """Results, and gradients of all that has one: of a sum with weights, so that no two elements are alike."""
    results = tensors_of(module(*args, **kwargs))
    loss = sum((one * torch.linspace(0.5, 1.5, one.numel()).to(one).reshape(one.shape)).sum()
               for one in results if one.requires_grad)
    leaves = [one for one in [*tensors_of((args, kwargs)), *module.parameters()] if one.requires_grad]
    if isinstance(loss, torch.Tensor):
        loss.backward()
    return [one.detach() for one in results] + [one.grad for one in leaves if one.grad is not None]


def without_gradients(module, args, kwargs):
    with torch.no_grad():
        return [one.detach() for one in tensors_of(module(*args, **kwargs))]


def compare(case, module, args, kwargs, dtype, run=run):
    wider = WIDER[dtype]
    reference = copy.deepcopy(module).to(dtype)
    on_device = copy.deepcopy(reference).npu()
    args, kwargs = on(args, "cpu", dtype), on(kwargs, "cpu", dtype)
    expected = run(reference.to(wider), on(args, "cpu", wider), on(kwargs, "cpu", wider))
    actual = run(on_device, on(args, "npu"), on(kwargs, "npu"))
    case.assertEqual(len(actual), len(expected))
    for one, other in zip(actual, expected, strict=True):
        if not other.is_floating_point():  # indices have a narrower type there
            torch.testing.assert_close(one.cpu().to(other.dtype), other)
            continue
        finite = other[other.isfinite()].abs()
        largest = finite.max().item() if finite.numel() else 0
        torch.testing.assert_close(one.cpu().to(other.dtype), other, equal_nan=True, rtol=TOLERANCES[dtype],
                                   atol=TOLERANCES[dtype] * max(largest, 1))


def made(inputs):
    """Tensors of an entry of OWN."""
    arguments = []
    for what in inputs:
        if isinstance(what, tuple):
            arguments.append(torch.randn(what, requires_grad=True))
        elif what == "classes":
            arguments.append(torch.arange(12) * 7 % 60)
        elif what == "pixels":
            arguments.append(torch.arange(60).reshape(3, 5, 4))
        elif what == "bags":
            arguments.extend([torch.arange(12) * 7 % 60, torch.tensor([0, 4, 4, 9])])
        elif what == "pooled":
            pool = getattr(nn.functional, f"max_pool{arguments[0].dim() - 2}d")
            pooled, places = pool(arguments[0], 2, return_indices=True)
            arguments = [pooled.detach().requires_grad_(), places]
    return arguments


class Modules(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")
        torch.manual_seed(1)

    def test_every_class_is_here(self):
        classes = {name for name, one in inspect.getmembers(nn, inspect.isclass) if issubclass(one, nn.Module)}
        listed = {entry.module_cls.__name__ for entry in module_db} | OWN.keys() | EXCEPTIONS.keys()
        self.assertEqual(classes, listed & classes)
        self.assertLessEqual(EXCEPTIONS.keys() | OWN.keys(), classes)

    def test_listed_inputs(self):
        for entry in module_db:
            if entry.module_cls.__name__ in EXCEPTIONS:
                continue
            for training in (True, False):
                self.run_inputs(entry, training)

    def run_inputs(self, entry, training):
        for dtype in TOLERANCES:
            name = entry.module_cls.__name__
            if (dtype != torch.float32 and name in SINGLE) or (dtype == torch.bfloat16 and name in NO_BFLOAT16):
                continue
            inputs = entry.module_inputs_func(entry, device="cpu", dtype=dtype, requires_grad=True, training=training)
            for index, one in enumerate(inputs[:MOST_SAMPLES if dtype == torch.float32 else 1]):
                with self.subTest(module=entry.name, dtype=dtype, training=training, index=index):
                    made_of = one.constructor_input
                    module = entry.module_cls(*made_of.args, **made_of.kwargs).train(training)
                    given = one.forward_input
                    recurrent = isinstance(module, RECURRENT)
                    if recurrent and (isinstance(given.args[0], nn.utils.rnn.PackedSequence) or module.proj_size):
                        continue
                    if isinstance(module, nn.modules.lazy.LazyModuleMixin):
                        with torch.no_grad():
                            module(*on(given.args, "cpu", torch.float32), **on(given.kwargs, "cpu", torch.float32))
                    compare(self, module, given.args, given.kwargs, dtype,
                            without_gradients if recurrent and not training else run)

    def test_typical_inputs(self):
        for name, (make, *inputs) in OWN.items():
            for dtype in TOLERANCES:
                with self.subTest(module=name, dtype=dtype):
                    module = make().train(name not in RANDOM)
                    arguments = made(inputs)
                    if isinstance(module, nn.modules.lazy.LazyModuleMixin):
                        module(*arguments)
                    compare(self, module, arguments, {}, dtype)

    def test_dropout_drops(self):
        for name in sorted(RANDOM - {"RReLU"}):
            with self.subTest(module=name):
                make, shape = OWN[name]
                result = make()(torch.ones((200, *shape[1:])).npu()).float()
                different = (result != 1 / 0.7).float().mean().item() if "Alpha" not in name else 0.3
                self.assertAlmostEqual(different, 0.3, delta=0.06)
                self.assertTrue(result.isfinite().all())


if __name__ == "__main__":
    unittest.main()
