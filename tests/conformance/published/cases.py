# SPDX-License-Identifier: Apache-2.0
"""The published cases: read, matched to the arguments of a prototype, and drawn."""
import gzip
import json
import pathlib
import random
import re
import zlib

import torch

from library import DTYPES as NUMBERS
from library import TORCH_DTYPES, Scalar

CASES = pathlib.Path(__file__).with_name("cases")
DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16, "fp64": torch.float64, "double": torch.float64,
          "float": torch.float32, "int8": torch.int8, "int16": torch.int16, "int32": torch.int32, "int64": torch.int64,
          "int": torch.int64, "uint8": torch.uint8, "bool": torch.bool, "complex64": torch.complex64,
          "complex128": torch.complex128, "bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32}
# Files whose operator has another name.
FUNCTIONS = {"LayerNorm_noFunctional": "LayerNorm", "LayerNorm_withFunctional": "LayerNorm", "Index_abn": "Index"}
# What the cases call otherwise than the prototypes.
NAMES = {"hw": "hxw", "p": "pscalar", "size": "outputsize", "outputsize": "unused", "outputsizeint": "unused",
         "intputsizeint": "inputsize", "diagnoal": "diagonal", "a": "negativeslope", "mode": "interpolationmode", "dtype": "dtype",
         "dstdtype": "dsttype"}
# What an argument is if no other entry says it.
OTHERWISE = {"outputsizeint": "outputsize"}
# Attributes of a program around the operator.
UNUSED = {"format", "isnz", "kerneltype", "unused", "recomputescalefactor", "antialias", "scalefactor", "elementwiseaffine",
          "vocabparallellogitsoutflag"}
# Inputs of the forward operator, which a case lists beside those of the operator.
BESIDE = {"aclnnDeepNormGrad": {"beta"}}


def name_of(file):
    return file.name.removesuffix(".jsonl.gz")


def function_of(file):
    return "aclnn" + FUNCTIONS.get(name_of(file), name_of(file))


def files():
    return sorted(CASES.glob("*.jsonl.gz"))


def read(file):
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plain(name):
    return re.sub(r"[^a-z0-9]|optional|_double|_int", "", name.lower())


def entries_of(case):
    """The case's inputs; what belongs together in one list is one entry, with the list."""
    for entry in case["inputs"]:
        group = entry if isinstance(entry, list) else [entry]
        while group and isinstance(group[0], list):
            group = group[0]
        if not group:
            continue
        first = group[0]
        kind = first["type"] + ("s" if isinstance(entry, list) and not first["type"].endswith(("s", "tuple")) else "")
        yield plain(first.get("name", "")), kind, group


def elements_of(case):
    """Of all tensors that the case lists."""
    return sum(torch.Size(one["shape"]).numel() for _, kind, group in entries_of(case) if kind.startswith("tensor") for one in group)


def described(case):
    """The case in a line, shortened."""
    parts = []
    for name, kind, group in entries_of(case):
        texts = [f"{one['dtype']}{one['shape'] if kind.startswith('tensor') else ''} {one['range_values']}" for one in group[:4]]
        parts.append(f"{name}={'; '.join(texts)}")
    return ", ".join(parts)[:400]


class Drawer:
    """Values of one case: they depend on the seed, the operator and the case alone."""

    def __init__(self, seed, function, case):
        start = zlib.crc32(f"{seed} {function} {case['id']}".encode())
        self.random = random.Random(start)
        self.torch = torch.Generator().manual_seed(start)

    def tensor(self, entry):
        shape, dtype, values = entry["shape"], DTYPES[entry["dtype"]], entry["range_values"]
        if values in ("null", ["null"]):
            return None
        if values == "default":  # a sampler's: exponential
            return -(1 - torch.rand(shape, generator=self.torch, dtype=torch.float64)).log().to(dtype)
        if dtype.is_complex:
            part = dict(entry, dtype={torch.complex64: "fp32", torch.complex128: "fp64"}[dtype])
            return torch.complex(self.tensor(part), self.tensor(part))
        if isinstance(values, dict):
            mean, deviation = self.random.uniform(*values["mean"]), self.random.uniform(*values["std"])
            return self.rounded(torch.randn(shape, generator=self.torch, dtype=torch.float64) * deviation + mean, dtype)
        if isinstance(values, str) and values.startswith("("):  # an open interval
            values = list(map(float, values.strip("()").split(",")))
        if not isinstance(values, list):
            values = [values]
        if len(values) > 2:  # one of these
            picks = torch.randint(0, len(values), shape, generator=self.torch)
            return torch.tensor(values, dtype=torch.float64)[picks].to(dtype)
        if len(values) == 1 or values[0] == values[1]:
            value = float(values[0])
            if not dtype.is_floating_point and value != value:
                value = 0.0
            return self.rounded(torch.full(shape, value, dtype=torch.float64), dtype)
        if dtype == torch.bool:
            return torch.randint(0, 2, shape, generator=self.torch).bool()
        if any(isinstance(one, str) for one in values):
            return self.any_number(shape, dtype, *map(float, values))
        low, high = map(float, values)
        if dtype.is_floating_point:
            return (torch.rand(shape, generator=self.torch, dtype=torch.float64) * (high - low) + low).to(dtype)
        limits = torch.iinfo(dtype)
        low, high = max(int(low), limits.min), min(int(high), limits.max)
        return torch.randint(low, max(high, low + 1), shape, generator=self.torch).to(dtype)

    def any_number(self, shape, dtype, low, high):
        """Every bit pattern but NaN within the bounds is equally likely, and some elements are infinite."""
        if not dtype.is_floating_point:
            limits = torch.iinfo(dtype)
            return torch.randint(limits.min, limits.max, shape, generator=self.torch).to(dtype)
        bits = {2: torch.int16, 4: torch.int32, 8: torch.int64}[dtype.itemsize]
        limits = torch.iinfo(bits)
        drawn = torch.randint(limits.min, limits.max, shape, generator=self.torch).to(bits).view(dtype).double()
        drawn = torch.where(drawn.isnan(), torch.copysign(torch.tensor(torch.inf, dtype=torch.float64), drawn), drawn)
        return drawn.clamp(low, high).to(dtype)

    @staticmethod
    def rounded(values, dtype):
        if dtype.is_floating_point:
            return values.to(dtype)
        if dtype == torch.bool:
            return values != 0
        limits = torch.iinfo(dtype)
        # 2^63 is what the largest INT64 becomes as a float64.
        return values.nan_to_num(0).round().clamp(limits.min, limits.max if limits.max < 2**53 else 2.0**62).to(dtype)

    def number(self, entry):
        values = entry["range_values"]
        if isinstance(values, dict):
            drawn = self.random.gauss(self.random.uniform(*values["mean"]), self.random.uniform(*values["std"]))
            return round(drawn) if "int" in entry["dtype"] else drawn
        if not isinstance(values, list):
            values = [values]
        if all(isinstance(one, str) for one in values) and values[0] not in ("nan", "inf", "-inf"):
            return self.random.choice(values)
        if len(values) == 1:
            return float(values[0]) if isinstance(values[0], str) else values[0]
        if isinstance(values[0], bool):
            return self.random.choice(values)
        low, high = map(float, values)
        if "int" in entry["dtype"]:
            return self.random.randint(int(low), max(int(high) - 1, int(low))) if low > -1e30 else self.random.randint(-2**31, 2**31)
        return self.random.uniform(max(low, -3e38), min(high, 3e38))

    def scalar(self, entry):
        dtype = DTYPES[entry["dtype"]]
        value = self.number(entry)
        if not dtype.is_floating_point and not dtype.is_complex:
            if value != value or value in (float("inf"), float("-inf")):
                value = 0
            value = bool(value) if dtype == torch.bool else min(max(int(value), torch.iinfo(dtype).min), torch.iinfo(dtype).max)
        return Scalar(value, dtype)

    def value(self, kind, group, c_type):
        """What the argument is handed."""
        if kind.startswith("tensor"):
            if c_type in ("aclTensorList", "aclScalarList"):
                drawn = [self.tensor(one) for one in group]
                return drawn[0] if c_type == "aclScalarList" else drawn
            return self.tensor(group[0])
        if kind.startswith("scalar") and c_type.startswith("acl"):
            if c_type == "aclScalarList":
                return [self.scalar(one) for one in group]
            return self.scalar(group[0])
        numbers = [self.number(one) for one in group]
        if c_type == "aclTensor":
            return torch.tensor(json.loads(numbers[0]))
        if c_type == "aclIntArray":
            return [int(one) for number in numbers for one in (number if isinstance(number, list) else [number])]
        if c_type == "aclBoolArray":
            return [bool(one) for one in numbers]
        if c_type == "aclFloatArray":
            return [float(one) for one in numbers]
        if c_type == "aclDataType":
            return DTYPES[numbers[0]] if isinstance(numbers[0], str) else TORCH_DTYPES[int(numbers[0])]
        if group[0]["dtype"] == "torch_dtype":
            return NUMBERS[DTYPES[numbers[0]]]
        if c_type == "aclScalar":
            return Scalar(numbers[0], torch.float32 if isinstance(numbers[0], float) else torch.int64)
        if c_type == "bool":
            return bool(numbers[0])
        if c_type in ("double", "float"):
            return float(numbers[0])
        if c_type == "char":
            return str(numbers[0])
        return int(numbers[0])


def matches(kind, argument):
    """Whether an entry without a telling name can be the argument."""
    if kind.startswith("tensor"):
        return argument.c_type in ("aclTensor", "aclTensorList", "aclScalarList")
    if kind.startswith("scalar"):
        return argument.c_type in ("aclScalar", "aclScalarList")
    return argument.c_type not in ("aclTensor", "aclTensorList")


def arguments_of(case, prototype, drawer):
    """Values by argument: entries go by their names, the others by their order. An entry of an output says its shape and dtype.
    Raises ValueError where an entry finds no argument."""
    entries = list(entries_of(case))
    free = list(prototype.arguments)
    found = {}
    pending = []
    otherwise = []
    for name, kind, group in entries:
        unused = name in UNUSED or name in BESIDE.get(prototype.function, ())
        if unused or (name not in {plain(one.name) for one in free} and NAMES.get(name) in UNUSED):
            otherwise.append((OTHERWISE.get(name), kind, group))
            continue
        # An argument of this name that another entry has said.
        if NAMES.get(name) in {plain(one) for one in found}:
            continue
        named = [one for one in free if plain(one.name) in (name, NAMES.get(name))]
        listed = group[0]["dtype"] == "string" and str(group[0]["range_values"]).startswith("[")
        if named and (kind.startswith("tensor") or listed or named[0].c_type != "aclTensor"):
            free.remove(named[0])
            found[named[0].name] = (named[0], kind, group)
        else:
            pending.append((name, kind, group))
    for name, kind, group in otherwise:
        for argument in [one for one in free if plain(one.name) == name]:
            free.remove(argument)
            found[argument.name] = (argument, kind, group)
    inputs = [one for one in free if one.role != "output"]
    for name, kind, group in pending:
        if group[0]["dtype"] in ("string", "non_param"):
            continue
        fitting = next((one for one in inputs if matches(kind, one)), None)
        if fitting is None:
            raise ValueError(f"no argument for {name or kind}")
        inputs.remove(fitting)
        found[fitting.name] = (fitting, kind, group)
    values = {name: drawer.value(kind, group, argument.c_type) for name, (argument, kind, group) in found.items()}
    for name, value in values.items():
        if value is None and not found[name][0].optional:
            raise ValueError(f"{name} is null")
    return values
