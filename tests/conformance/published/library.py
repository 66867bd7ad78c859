# SPDX-License-Identifier: Apache-2.0
"""Calls of any operator through the C API: the catalogue says what an argument is, the public headers what its C type is."""
import ctypes
import dataclasses
import functools
import json
import os
import pathlib
import re
import subprocess

import torch

DTYPES = {torch.float32: 0, torch.float16: 1, torch.int8: 2, torch.int32: 3, torch.uint8: 4, torch.int16: 6, torch.int64: 9,
          torch.float64: 11, torch.bool: 12, torch.complex64: 16, torch.complex128: 17, torch.bfloat16: 27}
TORCH_DTYPES = {number: dtype for dtype, number in DTYPES.items()}
C_NUMBERS = {"int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64, "int": ctypes.c_int, "int32_t": ctypes.c_int32,
             "int8_t": ctypes.c_int8, "bool": ctypes.c_bool, "double": ctypes.c_double, "float": ctypes.c_float,
             "aclDataType": ctypes.c_int}
# Bytes behind each tensor that nothing may write.
GUARD = bytes([0xA5]) * 64
ACL_FORMAT_ND = 2
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


@dataclasses.dataclass
class Scalar:
    """A number with a type of its own."""
    value: complex
    dtype: torch.dtype

    def number(self):
        return torch.tensor(self.value).to(self.dtype).item()


@dataclasses.dataclass
class Argument:
    name: str
    c_type: str  # without const and pointers: "aclTensor", "int64_t"
    role: str  # "input", "output", "in place", "attribute", "output mask"
    optional: bool


@dataclasses.dataclass
class Prototype:
    function: str
    family: str
    arguments: list

    def read(self):
        """What a call is given: all but the outputs."""
        return [one for one in self.arguments if one.role != "output"]

    def written(self):
        return [one for one in self.arguments if one.role in ("output", "in place")]


class Refusal(Exception):
    """A status other than 0, with its message."""


@functools.cache
def prototypes():
    """By the name of the function."""
    home = pathlib.Path(os.environ["ASCEND_HOME_PATH"])
    listed = json.loads(subprocess.run([home / "bin/openaclnn", "list", "--json"], check=True, capture_output=True).stdout)
    roles = {operator["function"]: operator for operator in listed["operators"]}
    found = {}
    for header in sorted((home / "include/aclnnop").glob("*.h")):
        for function, parameters in re.findall(r"aclnnStatus\s+(aclnn\w+)GetWorkspaceSize\(([^)]*)\)", header.read_text()):
            if function not in roles:
                continue
            role = {one["name"]: one["role"] for one in roles[function]["prototype"]}
            optional = {one["name"] for one in roles[function]["inputs"] if one["optional"]}
            arguments = []
            for parameter in parameters.split(",")[:-2]:  # without workspaceSize and executor
                words = re.findall(r"\w+", parameter.replace("const", ""))
                # The catalogue leaves out what is reserved.
                arguments.append(Argument(words[-1], words[0], role.get(words[-1], "input"), words[-1] in optional))
            found[function] = Prototype(function, roles[function]["family"], arguments)
    return found


def elements_of(tensor):
    return tensor.detach().contiguous().view(-1).view(torch.uint8).numpy().tobytes() if tensor.numel() else b""


class Device:
    """Device 0 with a stream."""

    def __init__(self):
        library = pathlib.Path(os.environ["ASCEND_HOME_PATH"]) / "lib64"
        self.acl = ctypes.CDLL(library / "libascendcl.so")
        self.base = ctypes.CDLL(library / "libnnopbase.so")
        self.operators = ctypes.CDLL(library / "libopapi.so")
        for name in ("aclCreateTensor", "aclCreateScalar", "aclCreateIntArray", "aclCreateBoolArray", "aclCreateFloatArray",
                     "aclCreateTensorList", "aclCreateScalarList"):
            getattr(self.base, name).restype = ctypes.c_void_p
        self.acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
        self.check(self.acl.aclInit(None))
        self.check(self.acl.aclrtSetDevice(0))
        self.stream = ctypes.c_void_p()
        self.check(self.acl.aclrtCreateStream(ctypes.byref(self.stream)))

    def check(self, status):
        if status != 0:
            message = self.acl.aclGetRecentErrMsg() or b""
            raise Refusal(f"{status} {message.decode(errors='replace')}")

    def call(self, prototype, values, outputs):
        """Both phases with the values by argument. `outputs` says by argument what is expected: tensors, or lists of them, whose
        shape and dtype an output has. Returns the outputs in the same form."""
        memory, objects = [], []
        try:
            return self._call(prototype, values, outputs, memory, objects)
        finally:
            for name, handle in reversed(objects):
                getattr(self.base, "aclDestroy" + name)(ctypes.c_void_p(handle))
            for address in memory:
                self.acl.aclrtFree(address)

    def _call(self, prototype, values, outputs, memory, objects):
        written = {}

        def on_device(content, dtype, shape):
            address = ctypes.c_void_p()
            held = content + GUARD
            self.check(self.acl.aclrtMalloc(ctypes.byref(address), ctypes.c_size_t(len(held)), 0))
            memory.append(address)
            self.check(self.acl.aclrtMemcpy(address, ctypes.c_size_t(len(held)), held, ctypes.c_size_t(len(held)), HOST_TO_DEVICE))
            dims = (ctypes.c_int64 * max(len(shape), 1))(*shape)
            count = ctypes.c_uint64(len(shape))
            handle = self.base.aclCreateTensor(dims, count, DTYPES[dtype], None, ctypes.c_int64(0), ACL_FORMAT_ND, dims, count,
                                               address)
            return handle, address

        def tensor(value, output):
            size = value.numel() * value.element_size()
            handle, address = on_device(b"\x5a" * size if output else elements_of(value), value.dtype, tuple(value.shape))
            return handle, (address, size, value.dtype, value.shape)

        def array(kind, c_type, numbers):
            return kept(kind, getattr(self.base, "aclCreate" + kind)((c_type * max(len(numbers), 1))(*numbers),
                                                                     ctypes.c_uint64(len(numbers))))

        def kept(kind, handle):
            objects.append((kind, handle))
            return ctypes.c_void_p(handle)

        def scalar(value):
            buffer = ctypes.create_string_buffer(elements_of(torch.tensor([value.value]).to(value.dtype)), 16)
            return self.base.aclCreateScalar(buffer, DTYPES[value.dtype])

        handed = []
        for argument in prototype.arguments:
            output = argument.role == "output"
            value = outputs.get(argument.name) if output else values.get(argument.name)
            if argument.c_type in C_NUMBERS:
                if isinstance(value, torch.dtype):
                    value = DTYPES[value]
                handed.append(C_NUMBERS[argument.c_type](value))
            elif value is None:
                handed.append(ctypes.c_void_p())
            elif argument.c_type == "char":
                handed.append(ctypes.c_char_p(value.encode()))
            elif argument.c_type == "aclTensor":
                handle, place = tensor(value, output)
                handed.append(kept("Tensor", handle))
                if argument.role in ("output", "in place"):
                    written[argument.name] = place
            elif argument.c_type == "aclTensorList" and value and isinstance(value[0], Scalar):
                handed.append(array("ScalarList", ctypes.c_void_p, [scalar(one) for one in value]))
            elif argument.c_type == "aclTensorList":
                made = [tensor(one, output) if one is not None else (None, None) for one in value]
                handed.append(array("TensorList", ctypes.c_void_p, [handle for handle, _ in made]))
                if argument.role in ("output", "in place"):
                    written[argument.name] = [place for _, place in made]
            elif argument.c_type == "aclScalar":
                handed.append(kept("Scalar", scalar(value)))
            elif argument.c_type == "aclScalarList" and isinstance(value, torch.Tensor):
                handed.append(kept("Tensor", tensor(value, False)[0]))
            elif argument.c_type == "aclScalarList":
                handed.append(array("ScalarList", ctypes.c_void_p, [scalar(one) for one in value]))
            else:
                kind = argument.c_type.removeprefix("acl")
                handed.append(array(kind, {"IntArray": ctypes.c_int64, "BoolArray": ctypes.c_bool,
                                           "FloatArray": ctypes.c_float}[kind], value))

        workspace_size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        phase_one = getattr(self.operators, prototype.function + "GetWorkspaceSize")
        self.check(phase_one(*handed, ctypes.byref(workspace_size), ctypes.byref(executor)))
        workspace = ctypes.c_void_p()
        if workspace_size.value:
            self.check(self.acl.aclrtMalloc(ctypes.byref(workspace), workspace_size, 0))
            memory.append(workspace)
        self.check(getattr(self.operators, prototype.function)(workspace, workspace_size, executor, self.stream))
        self.check(self.acl.aclrtSynchronizeStream(self.stream))

        def fetched(place):
            address, size, dtype, shape = place
            held = bytearray(size + len(GUARD))
            buffer = (ctypes.c_char * len(held)).from_buffer(held)
            self.check(self.acl.aclrtMemcpy(buffer, ctypes.c_size_t(len(held)), address, ctypes.c_size_t(len(held)), DEVICE_TO_HOST))
            if bytes(held[size:]) != GUARD:
                raise Refusal("bytes behind the output were written")
            content = torch.frombuffer(held, dtype=dtype, count=size // dtype.itemsize) if size else torch.empty(0, dtype=dtype)
            return content.clone().view(shape)

        return {name: [fetched(one) for one in place] if isinstance(place, list) else fetched(place)
                for name, place in written.items()}
