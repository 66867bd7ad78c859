# SPDX-License-Identifier: Apache-2.0
"""What a call of a client library gets: numbers that are the same on every device, and modules with the same weights."""
import contextlib
import dataclasses
import numbers

import numpy
import torch


class Side:
    """A device and a type of floats. All numbers are drawn on the CPU in float32, so that every side gets the same."""

    def __init__(self, device, dtype=torch.float32):
        self.device, self.dtype = torch.device(device), dtype
        self.generator = torch.Generator().manual_seed(20)

    def put(self, value):
        """A tensor, or what holds tensors, on this side."""
        if isinstance(value, torch.Tensor):
            return value.to(self.device, self.dtype if value.is_floating_point() else
                            torch.complex128 if value.is_complex() and self.dtype == torch.float64 else value.dtype)
        if isinstance(value, dict):
            return {key: self.put(of) for key, of in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.put(of) for of in value)
        return value

    def randn(self, *shape):
        return self.put(torch.randn(*shape, generator=self.generator, dtype=torch.float32))

    def rand(self, *shape, low=0.0, high=1.0):
        return self.put(torch.rand(*shape, generator=self.generator, dtype=torch.float32) * (high - low) + low)

    def ints(self, high, *shape, low=0):
        return self.put(torch.randint(low, high, shape, generator=self.generator))

    def positive(self, n, batch=()):
        """A symmetric matrix with positive eigenvalues."""
        root = torch.randn(*batch, n, n, generator=self.generator, dtype=torch.float32)
        return self.put(root @ root.mT + n * torch.eye(n, dtype=torch.float32))

    def tensor(self, values):
        return self.put(torch.tensor(values))

    def module(self, make, *arguments, train=False, **named):
        """A module with weights of a seed, drawn in float32. A module in training has no dropout: devices draw different numbers."""
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.float32)
        try:
            torch.manual_seed(7)
            module = make(*arguments, **named)
        finally:
            torch.set_default_dtype(before)
        module.train(train)
        for part in module.modules():
            if "drop" in type(part).__name__.lower():
                part.eval()
        return module.to(self.device, self.dtype)

    def gradients(self, outputs, of):
        """The gradients of a sum of the outputs with weights of a seed."""
        total = 0
        for _, value in entries(outputs):
            if isinstance(value, torch.Tensor) and value.requires_grad and (value.is_floating_point() or value.is_complex()):
                value = torch.view_as_real(value) if value.is_complex() else value
                weights = torch.randn(value.shape, generator=torch.Generator().manual_seed(value.numel()), dtype=torch.float32)
                total = total + (value * self.put(weights)).sum()
        return torch.autograd.grad(total, of, allow_unused=True)

    def step(self, module, *inputs, loss=None, **named):
        """Outputs and the gradients of all parameters and of inputs of floats. `loss` picks what the gradients are of."""
        inputs = [each.detach().requires_grad_() if isinstance(each, torch.Tensor) and each.is_floating_point() else each
                  for each in inputs]
        outputs = module(*inputs, **named)
        of = {f"gradient of {name}": each for name, each in module.named_parameters() if each.requires_grad}
        of |= {f"gradient of input {i}": each for i, each in enumerate(inputs)
               if isinstance(each, torch.Tensor) and each.requires_grad}
        values = self.gradients(loss(outputs) if loss else outputs, list(of.values()))
        return {"outputs": outputs, **dict(zip(of, values))}

    def function(self, function, *inputs, **named):
        """The result of a function, and its gradients of inputs of floats."""
        inputs = [each.detach().requires_grad_() if isinstance(each, torch.Tensor) and each.is_floating_point() else each
                  for each in inputs]
        outputs = function(*inputs, **named)
        of = [each for each in inputs if isinstance(each, torch.Tensor) and each.requires_grad]
        wanted = any(isinstance(value, torch.Tensor) and value.requires_grad for _, value in entries(outputs))
        return {"outputs": outputs, "gradients": self.gradients(outputs, of) if of and wanted else None}

    def train(self, module, optimizer, loss, steps=3):
        """The losses of some steps, and the parameters after them."""
        losses = []
        for _ in range(steps):
            optimizer.zero_grad()
            value = loss()
            value.backward()
            optimizer.step()
            losses.append(value.detach())
        return {"losses": losses, **dict(module.named_parameters())}


def entries(result, name=""):
    """(name, tensor or number) of everything that a result holds."""
    if isinstance(result, torch.Tensor):
        if result.is_sparse:
            result = result.to_dense()
        yield name, result
    elif isinstance(result, numpy.ndarray):
        yield name, torch.from_numpy(result)
    elif isinstance(result, (bool, numbers.Number, str, numpy.generic)):
        yield name, result
    elif isinstance(result, dict):
        for key, value in result.items():
            yield from entries(value, f"{name}.{key}" if name else str(key))
    elif isinstance(result, (list, tuple)):
        for index, value in enumerate(result):
            yield from entries(value, f"{name}[{index}]")
    elif hasattr(result, "to_tuple"):
        yield from entries(result.to_tuple(), name)
    elif dataclasses.is_dataclass(result):
        yield from entries(vars(result), name)
    elif result is not None:
        raise TypeError(f"{name}: a result of type {type(result).__name__} has no numbers to compare")


def detached(result):
    """The same on the CPU, as a list."""
    return [(name, value.detach().cpu() if isinstance(value, torch.Tensor) else value) for name, value in entries(result)]


@contextlib.contextmanager
def floats(dtype):
    """New tensors of floats have this type."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
