# SPDX-License-Identifier: Apache-2.0
"""Handwritten digits: a convolutional network trained on the device, and on the CPU for comparison.

    openaclnn python examples/pytorch/digits.py [--device npu|cpu|both] [--epochs N] [--plot FILE] [--profile FOLDER]

The images (1797 of 8 x 8 pixels) come with scikit-learn. Prints the loss and the share of test images that are classified correctly
after each epoch, and draws the curves. With --profile, torch_npu's profiler collects two steps on the device."""
import argparse
import contextlib
import time

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional


def load():
    """Training and test sets: (images, labels) each, in a fixed shuffled order."""
    digits = load_digits()
    images = torch.tensor(digits.images, dtype=torch.float32).div_(16).unsqueeze_(1)
    labels = torch.tensor(digits.target)
    order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(0))
    images, labels = images[order], labels[order]
    return (images[:1437], labels[:1437]), (images[1437:], labels[1437:])


def network():
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 32, 3, padding=1), nn.GroupNorm(4, 32), nn.PReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(512, 64), nn.ReLU(), nn.Linear(64, 10))


def profiler_into(folder):
    """Collects the 11th and the 12th step."""
    import torch_npu
    tools = torch_npu.profiler
    return tools.profile(schedule=tools.schedule(wait=9, warmup=1, active=2, repeat=1),
                         on_trace_ready=tools.tensorboard_trace_handler(folder))


def train(device, epochs, after_step=lambda: None):
    """One record an epoch: mean loss of the training, share of test images classified correctly."""
    (images, labels), (test_images, test_labels) = ([tensor.to(device) for tensor in part] for part in load())
    model = network().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    generator = torch.Generator().manual_seed(1)
    records = []
    begin = time.perf_counter()
    for epoch in range(epochs):
        model.train()
        total = 0.0
        batches = torch.randperm(len(labels), generator=generator).split(64)
        for batch in batches:
            batch = batch.to(device)
            loss = functional.cross_entropy(model(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
            after_step()
        model.eval()
        with torch.no_grad():
            right = (model(test_images).argmax(1) == test_labels).float().mean().item()
        records.append((total / len(batches), right))
        print(f"{device}: epoch {epoch + 1:2}  loss {records[-1][0]:.4f}  test {right:6.1%}  {time.perf_counter() - begin:5.1f} s")
    return records


def plot(curves, height=10):
    """Prints the loss by epoch, as text."""
    most = max(loss for records in curves.values() for loss, _ in records)
    for device, records in curves.items():
        print(f"\nloss on {device}, 0 to {most:.2f}")
        for row in range(height, 0, -1):
            print(" |" + "".join(" #" if loss / most * height > row - 0.5 else "  " for loss, _ in records))
        print(" +" + "--" * len(records))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("npu", "cpu", "both"), default="both")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--plot", metavar="FILE", help="write the curves as a picture (requires matplotlib)")
    parser.add_argument("--profile", metavar="FOLDER", help="collect two steps on the device with torch_npu.profiler")
    arguments = parser.parse_args()
    devices = ("cpu", "npu") if arguments.device == "both" else (arguments.device,)
    if "npu" in devices:
        import torch_npu  # noqa: F401
    curves = {}
    for device in devices:
        profiles = device == "npu" and arguments.profile
        with profiler_into(arguments.profile) if profiles else contextlib.nullcontext() as profiler:
            curves[device] = train(device, arguments.epochs, profiler.step if profiles else lambda: None)
    plot(curves)
    if arguments.plot:
        from matplotlib import pyplot
        for device, records in curves.items():
            pyplot.plot(range(1, len(records) + 1), [loss for loss, _ in records], label=device)
        pyplot.xlabel("epoch")
        pyplot.ylabel("loss")
        pyplot.legend()
        pyplot.savefig(arguments.plot)
    if min(records[-1][1] for records in curves.values()) < 0.97:
        raise SystemExit("fewer than 97 % of the test images were classified correctly")


if __name__ == "__main__":
    main()
