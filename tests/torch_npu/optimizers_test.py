# SPDX-License-Identifier: Apache-2.0
"""All optimizers of torch.optim, in each of their forms (one parameter at a time, foreach, fused) and with their usual options:
after 20 steps the parameters are the CPU's."""
import inspect
import unittest

import torch
import torch_npu  # noqa: F401

STEPS = 20
EXCEPTIONS = {
    "Optimizer": "the base of all",
    "SparseAdam": "takes sparse gradients, which no operator of aclnn makes",
}
# Options besides the defaults.
OPTIONS = {
    "ASGD": [{"weight_decay": 0.1}],
    "Adadelta": [{"lr": 0.5, "weight_decay": 0.1}],
    "Adam": [{"amsgrad": True}, {"weight_decay": 0.1, "maximize": True}],
    "AdamW": [{"amsgrad": True}, {"weight_decay": 0.1, "maximize": True}],
    "Adamax": [{"weight_decay": 0.1}],
    "LBFGS": [{"line_search_fn": "strong_wolfe"}],
    "NAdam": [{"weight_decay": 0.1, "decoupled_weight_decay": True}],
    "RMSprop": [{"centered": True, "momentum": 0.9}],
    "SGD": [{"lr": 0.05, "momentum": 0.9}, {"lr": 0.05, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01},
            {"lr": 0.01, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01}],
}
# LBFGS divides by differences of gradients, so rounding errors grow: few iterations in a step.
DEFAULTS = {"LBFGS": {"max_iter": 2}}
TOLERANCES = {"LBFGS": 1e-3}


def trained(optimizer_class, device, options):
    torch.manual_seed(1)
    model = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.Tanh(), torch.nn.Linear(8, 3)).to(device)
    optimizer = optimizer_class(model.parameters(), **options)
    inputs, targets = torch.randn(10, 6).to(device), torch.randn(10, 3).to(device)

    def closure():
        optimizer.zero_grad()
        loss = (model(inputs) - targets).square().mean()
        loss.backward()
        return loss

    for _ in range(STEPS):
        optimizer.step(closure)
    return [parameter.detach().cpu() for parameter in model.parameters()]


def forms(name, optimizer_class, options):
    """Without a form, and in each that the class has."""
    known = inspect.signature(optimizer_class).parameters
    yield {}
    for form in ({"foreach": False}, {"foreach": True}, {"fused": True}):
        # torch_npu's fused SGD refuses a momentum of 0.
        if form.keys() <= known.keys() and not (name == "SGD" and "fused" in form and not options.get("momentum")):
            yield form


class Optimizers(unittest.TestCase):
    def test_every_class(self):
        classes = dict(inspect.getmembers(torch.optim, lambda one: inspect.isclass(one) and issubclass(one, torch.optim.Optimizer)))
        self.assertLessEqual(EXCEPTIONS.keys() | OPTIONS.keys(), classes.keys())
        fused = set()
        for name, optimizer_class in classes.items():
            if name in EXCEPTIONS:
                continue
            for added in [{}, *OPTIONS.get(name, [])]:
                options = {**DEFAULTS.get(name, {}), **added}
                expected = trained(optimizer_class, "cpu", options)
                for form in forms(name, optimizer_class, options):
                    with self.subTest(optimizer=name, **options, **form):
                        tolerance = TOLERANCES.get(name, 2e-5)
                        torch.testing.assert_close(trained(optimizer_class, "npu", {**options, **form}), expected, rtol=tolerance,
                                                   atol=tolerance)
                        fused.update({name} if "fused" in form else ())
        self.assertEqual(fused, {"Adagrad", "Adam", "AdamW", "SGD"})


if __name__ == "__main__":
    unittest.main()
