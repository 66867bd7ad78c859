# SPDX-License-Identifier: Apache-2.0
"""Runs the calls of a module, calls or more_calls, their gradients and the optimizers on one device. Usage: sweep.py MODULE DEVICE FILE

FILE becomes a pickled dictionary: a list of arrays for each name, or the text of the error."""
import importlib
import pickle
import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, mint, nn, ops  # noqa: F401  calls use them

# Their operand is changed in place, or nothing depends on it, or device CPU does not have it: no gradient is compared.
NO_GRADIENT = ("Assign", "ops.assign", "ops.scatter_add", "ops.scatter_update", "ops.scatter_mul", "ops.scatter_div",
               "ops.scatter_nd_add", "ops.scatter_nd_sub", "ops.index_add", "isclose", "allclose", "mint.equal", "cummax", "cummin", "histc", "qr(",
               "heaviside", "hinge_embedding", "unique", "lcm(", "gcd(", "channel_shuffle")


def operands(kinds):
    draws = np.random.RandomState(3)
    makers = {
        "F": lambda: draws.randn(4, 3).astype(np.float32),
        "P": lambda: (draws.rand(4, 3) + 0.5).astype(np.float32),
        "G": lambda: (draws.rand(4, 3) + 1.5).astype(np.float32),
        "U": lambda: (draws.rand(4, 3) * 1.6 - 0.8).astype(np.float32),
        "I": lambda: draws.randint(0, 50, (4, 3)).astype(np.int32),
        "B": lambda: draws.rand(4, 3) > 0.5,
        "X": lambda: draws.randn(2, 3, 8, 8).astype(np.float32),
        "W": lambda: draws.randn(4, 3, 3, 3).astype(np.float32),
    }
    return [Tensor(makers[kind]()) for kind in kinds]


def filled(cell):
    """A layer with parameters that are the same on each device."""
    for parameter in cell.get_parameters():
        values = np.linspace(-0.5, 0.5, parameter.size, dtype=np.float32).reshape(parameter.shape)
        parameter.set_data(Tensor(np.abs(values) + 0.1 if "variance" in parameter.name else values))
    return cell


def arrays(value):
    if isinstance(value, (tuple, list)):
        return [array for part in value for array in arrays(part)]
    return [value.asnumpy() if isinstance(value, (Tensor, ms.Parameter)) else np.asarray(value)]


def attempt(results, name, action):
    try:
        results[name] = arrays(action())
    except Exception as error:  # noqa: BLE001  whatever MindSpore raises is a result
        results[name] = f"{type(error).__name__}: {error}"
        try:  # what failed besides is of this call, not of the next
            ms.runtime.synchronize()
        except Exception:  # noqa: BLE001, S110
            pass


def step(expression):
    draws = np.random.RandomState(5)
    params = ms.ParameterTuple([ms.Parameter(Tensor(draws.randn(4, 3).astype(np.float32)), name=f"p{i}") for i in range(2)])
    optimizer = eval(expression, {**globals(), "params": params})  # noqa: S307
    for _ in range(3):
        optimizer(tuple(Tensor(draws.randn(4, 3).astype(np.float32)) for _ in params))
    return list(params)


def main(module, device, file):
    ms.set_device(device)
    calls = importlib.import_module(module)
    results = {}
    for kinds, lines in calls.CALLS.items():
        for line in lines.split("\n")[1:-1]:
            call, _, equal = line.partition(" == ")
            function = eval(f"lambda x, y=None: {equal or call if device == 'CPU' else call}", globals())  # noqa: S307
            given = operands(kinds)
            attempt(results, call, lambda f=function, g=given: f(*g))
            if kinds[0] not in "IB" and not any(name in call for name in NO_GRADIENT):
                gradient = ms.grad(lambda *a, f=function: f(*a).astype(ms.float32).sum(), grad_position=tuple(range(len(given))))
                attempt(results, f"gradient of {call}", lambda f=gradient, k=kinds: f(*operands(k)))
    for expression in calls.OPTIMIZERS.split("\n")[1:-1]:
        attempt(results, expression, lambda e=expression: step(e))
    with open(file, "wb") as output:
        pickle.dump(results, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
