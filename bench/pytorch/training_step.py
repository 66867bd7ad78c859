#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training step through torch_npu beside the same step on the CPU, in one process and in turn: forward, loss, backward, AdamW.

Usage: OPENACLNN_NUM_THREADS=2 training_step.py [--rounds 9]     (in an environment with torch_npu, after set_env.sh)

The models are those of tests/torch_npu: an MNIST-sized network of convolutions, and a GPT with its attention spelled out. Each
is measured with a batch of two as well, where a step is little but the host's part of it: what PyTorch and torch_npu take for
each operator. Numbers are medians of the rounds; a ratio above 1 says that npu takes longer. PyTorch has as many threads as
OPENACLNN_NUM_THREADS says.
"""
import argparse
import os
import pathlib
import statistics
import sys
import time

import torch
import torch_npu  # noqa: F401

from turns import PAUSE, Contender

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "torch_npu"))
import models  # noqa: E402  pylint: disable=wrong-import-position,import-error

WORDS = 512


def network(batch):
    inputs, target = models.Classifier.batch(torch.Generator().manual_seed(1))
    repeats = -(-batch // len(inputs))
    return models.Classifier(dropout=0.1), inputs.repeat(repeats, 1, 1, 1)[:batch], target.repeat(repeats)[:batch]


def gpt(batch, length=128):
    text = torch.randint(WORDS, (batch, length + 1), generator=torch.Generator().manual_seed(1))
    return (models.Gpt(width=256, heads=4, words=WORDS, most=length), text[:, :-1].contiguous(),
            text[:, 1:].flatten())


class Step:
    """One training step of a model on a device, done when it returns."""

    def __init__(self, made, device):
        model, inputs, target = made
        self.device, self.loss = device, model.loss
        self.model, self.inputs, self.target = model.to(device), inputs.to(device), target.to(device)
        self.optimizer = torch.optim.AdamW(self.model.parameters())

    def __call__(self):
        self.optimizer.zero_grad()
        self.loss(self.model(self.inputs), self.target).backward()
        self.optimizer.step()
        if self.device == "npu":
            torch.npu.synchronize()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(int(os.environ.get("OPENACLNN_NUM_THREADS", torch.get_num_threads())))
    print(f"{'step':34} {'npu':>10} {'cpu':>10}  npu / cpu")
    for name, make in (("network", network), ("gpt", gpt)):
        for batch in (2, 32, 128) if make is network else (2, 16):
            contenders = [Contender(Step(make(batch), device), lambda: None, time.perf_counter) for device in ("npu", "cpu")]
            for contender in contenders:
                contender.calibrate(0.2)
            times = [[], []]
            for _ in range(rounds):
                for contender, taken in zip(contenders, times):
                    time.sleep(PAUSE)  # the other's threads stop spinning
                    taken.append(contender.seconds() * 1e3)
            npu, cpu = (statistics.median(taken) for taken in times)
            print(f"{f'{name}, batch of {batch}':34} {npu:7.2f} ms {cpu:7.2f} ms  {npu / cpu:.2f}", flush=True)


if __name__ == "__main__":
    main()
