# SPDX-License-Identifier: Apache-2.0
"""Models trained on the device exactly as on the CPU: the same losses at every step, and the same parameters at the end.

Tolerances: rounding errors of FLOAT grow along a training; over these few steps they stay below 1e-4 of a loss (1e-3 of a
parameter: Adam divides small gradients by small ones). With autocast in BFLOAT16, which has 8 bits, below 6 %;
in FLOAT16, which has 11, below 1 %."""
import contextlib
import io
import unittest

import models
import torch
import torch_npu  # noqa: F401

STEPS = 6
OPTIMIZERS = {
    "SGD": lambda parameters, foreach: torch.optim.SGD(parameters, lr=0.05, foreach=foreach),
    "momentum": lambda parameters, foreach: torch.optim.SGD(parameters, lr=0.02, momentum=0.9, weight_decay=1e-3, foreach=foreach),
    "Adam": lambda parameters, foreach: torch.optim.Adam(parameters, lr=3e-3, foreach=foreach),
    "AdamW": lambda parameters, foreach: torch.optim.AdamW(parameters, lr=3e-3, foreach=foreach),
}


def make(kind):
    torch.manual_seed(0)
    return kind()


def train(model, device, optimizer="AdamW", foreach=None, autocast=None, steps=STEPS):
    """Losses of the steps. The data are the same on every device. In FLOAT16 with a scaler of the loss."""
    generator = torch.Generator().manual_seed(1)
    model = model.to(device).train()
    stepper = OPTIMIZERS[optimizer](model.parameters(), foreach)
    scaler = torch.amp.GradScaler(device, init_scale=2.0 ** 10, enabled=autocast is torch.float16)
    losses = []
    for _ in range(steps):
        inputs, target = (tensor.to(device) for tensor in model.batch(generator))
        with torch.autocast(device, autocast) if autocast else contextlib.nullcontext():
            outputs = model(inputs)
        loss = model.loss(outputs.float(), target)
        stepper.zero_grad()
        scaler.scale(loss).backward()
        scaler.unscale_(stepper)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(stepper)
        scaler.update()
        losses.append(loss.item())
    return losses


class Training(unittest.TestCase):
    def expect_same(self, kind, loss_tolerance=1e-4, parameter_tolerance=1e-3, device_autocast=None, **how):
        on_cpu, on_device = make(kind), make(kind)
        expected = train(on_cpu, "cpu", **how)
        losses = train(on_device, "npu", autocast=device_autocast, **how)
        for loss, reference in zip(losses, expected, strict=True):
            self.assertLessEqual(abs(loss - reference), loss_tolerance * abs(reference) + 1e-6, (losses, expected))
        self.assertLess(expected[-1], expected[0])
        if parameter_tolerance:
            references = on_cpu.state_dict()
            for name, value in on_device.state_dict().items():
                difference = (value.cpu().double() - references[name].double()).abs().max().item()
                self.assertLessEqual(difference, parameter_tolerance * (1 + references[name].abs().max().item()), name)

    def test_regression_with_every_optimizer(self):
        for optimizer in OPTIMIZERS:
            for foreach in (False, True):
                with self.subTest(optimizer=optimizer, foreach=foreach):
                    self.expect_same(models.Regression, optimizer=optimizer, foreach=foreach)

    def test_classifier(self):
        self.expect_same(models.Classifier)

    def test_spatial_transformer(self):
        self.expect_same(models.SpatialTransformer, optimizer="momentum")

    def test_gpt(self):
        for kind in (models.Gpt, models.FusedGpt):
            with self.subTest(kind=kind.__name__):
                self.expect_same(kind)

    def test_unet_block(self):
        self.expect_same(models.UNetBlock)

    def test_autocast(self):
        for dtype, tolerance in ((torch.bfloat16, 0.06), (torch.float16, 0.01)):
            for kind in (models.Regression, models.Classifier, models.Gpt, models.FusedGpt, models.UNetBlock):
                with self.subTest(kind=kind.__name__, dtype=dtype):
                    self.expect_same(kind, tolerance, None, device_autocast=dtype)

    def test_dropout(self):
        """Evaluated, it does nothing; in training it leaves out its share, and the model learns all the same."""
        model = make(lambda: models.Classifier(0.3))
        losses = train(model, "npu", steps=20)
        self.assertLess(losses[-1], 0.7 * losses[0])
        images, _ = model.batch(torch.Generator().manual_seed(2))
        evaluated = model.eval()(images.npu()).cpu()
        torch.testing.assert_close(evaluated, model.cpu()(images), rtol=1e-4, atol=1e-5)
        x = torch.ones(100_000, device="npu", requires_grad=True)
        y = torch.nn.functional.dropout(x, 0.3)
        y.sum().backward()
        kept = (y != 0).float().mean().item()
        self.assertLess(abs(kept - 0.7), 4 * (0.3 * 0.7 / len(x)) ** 0.5)
        torch.testing.assert_close(x.grad, y.detach())  # what is kept is scaled, and so is its gradient

    def test_state_goes_on_where_it_was(self):
        """A model saved on one device goes on training on the other."""
        model = make(models.Regression)
        train(model, "npu")
        file = io.BytesIO()
        torch.save(model.state_dict(), file)
        file.seek(0)
        loaded = models.Regression()
        loaded.load_state_dict(torch.load(file, map_location="cpu"))
        for losses in zip(train(loaded, "cpu"), train(model, "npu"), strict=True):
            self.assertLessEqual(abs(losses[0] - losses[1]), 1e-4 * abs(losses[0]) + 1e-6)


if __name__ == "__main__":
    unittest.main()
