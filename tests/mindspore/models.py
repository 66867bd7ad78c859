# SPDX-License-Identifier: Apache-2.0
"""Trains a network on one device and prints its losses. Usage: models.py MODEL OPTIMIZER DEVICE eager|O0|O1"""
import json
import sys

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, dataset, mint, nn, ops

DRAWS = np.random.RandomState(0)


def draw(*shape):
    return DRAWS.randn(*shape).astype(np.float32)


def fill(network):
    """With numbers that are the same on each device."""
    for parameter in network.trainable_params():
        if parameter.ndim > 1:
            parameter.set_data(Tensor(draw(*parameter.shape) / np.sqrt(np.prod(parameter.shape[1:])).astype(np.float32)))
        else:  # ones where they scale
            parameter.set_data(Tensor(np.full(parameter.shape, parameter.name.endswith(("weight", "gamma")), np.float32)))
    return network


class Mint:
    """What the networks below consist of."""
    Linear, Embedding, ReLU = mint.nn.Linear, mint.nn.Embedding, mint.nn.ReLU
    softmax, gelu, loss = mint.nn.functional.softmax, mint.nn.functional.gelu, mint.nn.functional.cross_entropy
    matmul, permute, reshape = mint.matmul, mint.permute, mint.reshape

    @staticmethod
    def norm(size):
        return mint.nn.LayerNorm((size,))

    @staticmethod
    def adam(parameters):
        return mint.optim.Adam(parameters, lr=0.01)


class Classic:
    """The same of classic functions: device CPU has few of mint's."""
    Linear, Embedding, ReLU = nn.Dense, nn.Embedding, nn.ReLU
    softmax, gelu, loss = ops.softmax, ops.gelu, ops.cross_entropy
    matmul, permute, reshape = ops.matmul, ops.transpose, ops.reshape

    @staticmethod
    def norm(size):
        return nn.LayerNorm((size,), epsilon=1e-5)

    @staticmethod
    def adam(parameters):
        return nn.Adam(parameters, 0.01)


class LeNet(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell(
            nn.Conv2d(1, 6, 5, pad_mode="valid", has_bias=True), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Conv2d(6, 16, 5, pad_mode="valid", has_bias=True), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Flatten(), nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10))

    def construct(self, x):
        return self.layers(x)


class Losses(ms.train.Callback):
    def __init__(self):
        super().__init__()
        self.values = []

    def step_end(self, run_context):
        self.values.append(float(run_context.original_args().net_outputs.asnumpy()))


def train_lenet(optimizer, mode):
    ms.set_context(mode=ms.PYNATIVE_MODE if mode == "eager" else ms.GRAPH_MODE)
    if mode != "eager":
        ms.set_context(jit_config={"jit_level": mode})
    network = fill(LeNet())
    parameters = network.trainable_params()
    optimizers = {"Adam": lambda: nn.Adam(parameters, 1e-3), "Momentum": lambda: nn.Momentum(parameters, 0.01, 0.9)}
    data = dataset.NumpySlicesDataset((draw(64, 1, 32, 32), DRAWS.randint(0, 10, 64).astype(np.int32)), ["x", "y"], shuffle=False)
    losses = Losses()
    model = ms.train.Model(network, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"), optimizers[optimizer]())
    model.train(2, data.batch(16), callbacks=[losses], dataset_sink_mode=False)
    return losses.values


class Perceptron(nn.Cell):
    def __init__(self, parts):
        super().__init__()
        self.first, self.second, self.relu = parts.Linear(20, 32), parts.Linear(32, 5), parts.ReLU()

    def construct(self, x):
        return self.second(self.relu(self.first(x)))


class Transformer(nn.Cell):
    """One block with causal attention over 8 words of 16 that there are."""

    def __init__(self, parts):
        super().__init__()
        self.words, self.places = parts.Embedding(16, 32), Parameter(Tensor(np.zeros((8, 32), np.float32)))
        self.before, self.after = parts.norm(32), parts.norm(32)
        self.project, self.join = parts.Linear(32, 96), parts.Linear(32, 32)
        self.widen, self.narrow, self.head = parts.Linear(32, 64), parts.Linear(64, 32), parts.Linear(32, 16)
        self.mask = Tensor(np.triu(np.full((8, 8), -1e9, np.float32), 1))
        self.softmax, self.gelu = parts.softmax, parts.gelu
        self.matmul, self.permute, self.reshape = parts.matmul, parts.permute, parts.reshape

    def attend(self, x):
        qkv = self.permute(self.reshape(self.project(x), (4, 8, 3, 4, 8)), (2, 0, 3, 1, 4))
        scores = self.matmul(qkv[0], self.permute(qkv[1], (0, 1, 3, 2))) / 8**0.5 + self.mask
        attended = self.matmul(self.softmax(scores, -1), qkv[2])
        return self.join(self.reshape(self.permute(attended, (0, 2, 1, 3)), (4, 8, 32)))

    def construct(self, x):
        x = self.words(x) + self.places
        x = x + self.attend(self.before(x))
        x = x + self.narrow(self.gelu(self.widen(self.after(x))))
        return self.reshape(self.head(x), (-1, 16))


def train_steps(network, parts, x, y, mode):
    fill(network)
    optimizer = parts.adam(network.trainable_params())
    step = ms.value_and_grad(lambda x, y: parts.loss(network(x), y), None, optimizer.parameters)
    if mode != "eager":
        network.construct = ms.jit(network.construct, jit_level=mode, backend="ms_backend")
    losses = []
    for _ in range(5):
        loss, gradients = step(x, y)
        optimizer(gradients)
        losses.append(float(loss.asnumpy()))
    return losses


def main(model, optimizer, device, mode):
    ms.set_device(device)
    parts = Mint if device == "Ascend" else Classic
    if model == "lenet":
        losses = train_lenet(optimizer, mode)
    elif model == "perceptron":
        losses = train_steps(Perceptron(parts), parts, Tensor(draw(64, 20)), Tensor(DRAWS.randint(0, 5, 64).astype(np.int32)),
                             mode)
    else:
        words = DRAWS.randint(0, 16, (4, 9)).astype(np.int32)
        losses = train_steps(Transformer(parts), parts, Tensor(words[:, :-1].copy()), Tensor(words[:, 1:].flatten()), mode)
    print("RESULT", json.dumps(losses))


if __name__ == "__main__":
    main(*sys.argv[1:])
