# SPDX-License-Identifier: Apache-2.0
"""A convolutional network learns to tell shapes apart, on the device, and on the CPU for comparison. Prints the losses of both.

    openaclnn python examples/mindspore/train.py [--device Ascend|CPU|both] [--graph]

--graph compiles the steps, with jit level O0. The images are drawn here: bars, upright or lying, in noise."""
import argparse
import subprocess
import sys

import mindspore as ms
import numpy as np
from mindspore import dataset, nn


def images(count, draws):
    labels = draws.randint(0, 2, count).astype(np.int32)
    pictures = draws.randn(count, 1, 12, 12).astype(np.float32) * 0.5
    for picture, label in zip(pictures, labels):
        place = draws.randint(0, 12)
        if label:
            picture[0, :, place] += 1
        else:
            picture[0, place, :] += 1
    return pictures, labels


def network(draws):
    layers = nn.SequentialCell(
        nn.Conv2d(1, 8, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(), nn.Dense(128, 32), nn.ReLU(), nn.Dense(32, 2))
    for parameter in layers.trainable_params():  # the same on each device
        scale = 1 / np.sqrt(np.prod(parameter.shape[1:]))
        parameter.set_data(ms.Tensor((draws.randn(*parameter.shape) * scale).astype(np.float32)))
    return layers


class Losses(ms.train.Callback):
    """Prints the mean of each epoch."""

    def __init__(self):
        super().__init__()
        self.losses = []

    def step_end(self, run_context):
        self.losses.append(float(run_context.original_args().net_outputs.asnumpy()))

    def epoch_end(self, run_context):
        print(f"epoch {run_context.original_args().cur_epoch_num}: loss {np.mean(self.losses):.4f}", flush=True)
        self.losses.clear()


def train(device, graph):
    ms.set_device(device)
    ms.set_context(mode=ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE)
    if graph:
        ms.set_context(jit_config={"jit_level": "O0"})
    draws = np.random.RandomState(0)
    layers = network(draws)
    pictures, labels = images(512, draws)
    data = dataset.NumpySlicesDataset((pictures, labels), ["image", "label"], shuffle=False).batch(32)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    model = ms.train.Model(layers, loss, nn.Adam(layers.trainable_params(), 3e-3), metrics={"accuracy"})
    model.train(4, data, callbacks=[Losses()], dataset_sink_mode=False)
    pictures, labels = images(256, draws)
    test = dataset.NumpySlicesDataset((pictures, labels), ["image", "label"], shuffle=False).batch(64)
    print(f"of the test images right: {model.eval(test, dataset_sink_mode=False)['accuracy']:.1%}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=("Ascend", "CPU", "both"), default="both")
    parser.add_argument("--graph", action="store_true")
    options = parser.parse_args()
    if options.device != "both":
        train(options.device, options.graph)
        return 0
    for device in ("Ascend", "CPU"):  # a process has one
        print(device, flush=True)
        subprocess.run([sys.executable, __file__, "--device", device] + ["--graph"] * options.graph, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
