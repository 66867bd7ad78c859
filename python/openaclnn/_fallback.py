# SPDX-License-Identifier: Apache-2.0
"""OPENACLNN_FALLBACK=cpu: an operator that the library does not have runs in PyTorch on the CPU.

On the product that the package selects, torch_npu raises an error at the call if an aclnn operator is missing. A dispatch
mode catches that error, and calls the same ATen operator with copies on the CPU."""
import atexit
import importlib.machinery
import sys
import time
import warnings

from openaclnn._missing import missing_operator

# torch_npu replaces these as a whole, with their gradients, by operators that no other device has. None of them writes to
# its arguments.
_RECURRENT = frozenset(("lstm", "gru", "rnn_tanh", "rnn_relu", "lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"))

# torch's stack of modes does not own them.
_modes = []


def find_torch_npu():
    """The module's specification, with the modes entered after the module is executed."""
    spec = importlib.machinery.PathFinder.find_spec("torch_npu")
    if spec is not None:
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            _enter_modes()

        spec.loader.exec_module = exec_module
    return spec


class _Log:
    """What ran on the CPU: a warning for the first call of each operator, and a summary at exit."""

    def __init__(self):
        self._operators = {}  # by name: calls, seconds
        atexit.register(self._print)

    def add(self, name, missing, seconds):
        if name not in self._operators:
            self._operators[name] = [0, 0.0]
            warnings.warn(f"{name} runs on the CPU, because {missing} is not supported (OPENACLNN_FALLBACK=cpu)", stacklevel=3)
        self._operators[name][0] += 1
        self._operators[name][1] += seconds

    def _print(self):
        if self._operators:
            print("openaclnn: operators that ran on the CPU (OPENACLNN_FALLBACK=cpu):", file=sys.stderr)
        for name, (calls, seconds) in sorted(self._operators.items(), key=lambda item: -item[1][1]):
            print(f"  {name}: {calls} calls, {seconds:.3f} s with copies", file=sys.stderr)


def _enter_modes():
    """For this thread, and for the threads of its backward passes."""
    import torch
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils._pytree import tree_leaves, tree_map

    log = _Log()

    def is_on_device(value):
        return isinstance(value, torch.Tensor) and value.device.type == "npu"

    class Copies:
        """Arguments on the CPU: one copy for each tensor."""

        def __init__(self):
            self._pairs = {}
            self.device = None

        def __call__(self, value):
            if isinstance(value, torch.device) and value.type == "npu":
                self.device = value
                return torch.device("cpu")
            if not is_on_device(value):
                return value
            self.device = value.device
            return self._pairs.setdefault(id(value), (value, value.cpu()))[1]

        def write_back(self, value):
            copy = self(value)
            if value.shape != copy.shape:
                value.resize_(copy.shape)
            value.copy_(copy)

        def to_device(self, value):
            if not isinstance(value, torch.Tensor):
                return value
            originals = [original for original, copy in self._pairs.values() if copy is value]
            return originals[0] if originals else value.to(self.device or "npu")

    def written(func, args, kwargs):
        """The tensors that the operator writes to, by its schema."""
        named = {argument.name: value for argument, value in zip(func._schema.arguments, args)} | kwargs
        values = [named.get(argument.name) for argument in func._schema.arguments
                  if argument.alias_info is not None and argument.alias_info.is_write]
        return [value for value in tree_leaves(values) if is_on_device(value)]

    def can_run_on_cpu(func, args, kwargs):
        # A view of a copy would not be one of the tensor, and a generator of the device has its own numbers.
        is_view = any(result.alias_info is not None and not result.alias_info.is_write for result in func._schema.returns)
        generators = [value for value in tree_leaves((args, kwargs)) if isinstance(value, torch.Generator)]
        return func.namespace == "aten" and not is_view and not generators

    class Operators(TorchDispatchMode):
        def __init__(self):
            super().__init__()
            self._supported = set()

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            outputs = written(func, args, kwargs)
            key = (func, tuple(output.dtype for output in outputs))
            # torch_npu may have written to them before it finds that something is missing.
            before = [] if key in self._supported else [output.clone() for output in outputs]
            try:
                result = func(*args, **kwargs)
                self._supported.add(key)
                return result
            except RuntimeError as error:
                missing = missing_operator(error)
                if not missing or not can_run_on_cpu(func, args, kwargs) or (outputs and not before):
                    raise
                cause = error
            start = time.perf_counter()
            for output, value in zip(outputs, before):
                output.copy_(value)
            copies = Copies()
            on_cpu = tree_map(copies, (args, kwargs))
            try:
                result = func(*on_cpu[0], **on_cpu[1])
            except Exception as error:
                raise error from cause
            for output in outputs:
                copies.write_back(output)
            result = tree_map(copies.to_device, result)
            log.add(str(func), missing, time.perf_counter() - start)
            return result

    class Recurrent(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            if getattr(func, "__name__", None) not in _RECURRENT:
                return func(*args, **kwargs)
            try:
                return func(*args, **kwargs)
            except RuntimeError as error:
                missing = missing_operator(error)
                if not missing:
                    raise
            start = time.perf_counter()
            copies = Copies()
            on_cpu = tree_map(copies, (args, kwargs))
            result = tree_map(copies.to_device, func(*on_cpu[0], **on_cpu[1]))
            log.add(func.__name__, missing, time.perf_counter() - start)
            return result

    for mode in (Operators(), Recurrent()):
        mode.__enter__()
        _modes.append(mode)
