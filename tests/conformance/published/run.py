# SPDX-License-Identifier: Apache-2.0
"""Runs the published cases of every operator that is there, and compares with PyTorch: docs/conformance.md."""
import argparse
import collections
import concurrent.futures
import dataclasses
import json
import multiprocessing
import pathlib
import signal
import sys
import traceback
import warnings

import torch

import cases
from compare import chosen_differ, difference
from completion import COMPLETIONS
from draws import DRAWS
from library import Device, Refusal, Scalar, prototypes
from oracles import oracle_of
from results import Rounded, Typed, Unchecked, Whole, WholeWords

RIGHT, WRONG, REFUSED, NO_CALL, LARGE, FAULT = "right", "wrong", "refused", "no call", "skipped", "fault of the runner"
WIDER = {torch.float16: torch.float64, torch.bfloat16: torch.float64, torch.float32: torch.float64,
         torch.complex64: torch.complex128}
# Families whose elements depend on one element of each input.
POINTWISE = {"elementwise", "activation", "foreach", "shape", "creation"}
# What an operator changes.
IN_PLACE = {"selfRef", "data", "varRef"}
# Of several equal elements these choose any.
CHOOSING = {"Kthvalue", "Topk", "MedianDim", "NanMedianDim"}
# What PyTorch says of a call that it does not take.
REASONS = (RuntimeError, IndexError, ValueError, NotImplementedError, TypeError, OverflowError)
# Of one case, which may be of few elements and long.
SECONDS = 60
KNOWN = pathlib.Path(__file__).with_name("known_differences.txt")


@dataclasses.dataclass
class Outcome:
    kind: str
    text: str = ""


class TooLong(Exception):
    pass


def for_pytorch(value, change):
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, list) and value and isinstance(value[0], (torch.Tensor, Scalar, type(None))):
        return [for_pytorch(one, change) for one in value]
    return value.number() if isinstance(value, Scalar) else value


def as_is(tensor):
    return tensor


def widened(tensor):
    return tensor.to(WIDER.get(tensor.dtype, tensor.dtype))


def integers_as_floats(tensor):
    """For functions that PyTorch's CPU has for floating-point types alone."""
    return widened(tensor) if tensor.dtype.is_floating_point or tensor.dtype.is_complex else tensor.double()


def result_of(oracle, prototype, values, change):
    # An output is given where the case has a tensor for it that says its shape.
    names = [one.name for one in prototype.arguments if (one.role != "output" or one.name in IN_PLACE)
             and (one.c_type == "aclTensor" or one.name not in ("cubeMathType", "seed", "offset", "scalesH", "scalesW"))]
    result = oracle(*[for_pytorch(values.get(name), change) for name in names])
    return result if isinstance(result, tuple) else (result,)


def expectations(operator, prototype, values):
    """What PyTorch gives in the dtypes of the call and in wider ones, None where it takes neither, and its reasons."""
    results, reasons = [], []
    for change in (as_is, widened):
        try:
            results.append(result_of(oracle_of(operator), prototype, values, change))
        except REASONS as error:
            results.append(None)
            reasons.append(str(error).split("\n")[0])
    if results == [None, None] and any("not implemented for" in reason for reason in reasons):
        try:
            results[1] = result_of(oracle_of(operator), prototype, values, integers_as_floats)
        except REASONS:
            pass
    return results[0], results[1], "; ".join(dict.fromkeys(reasons))


def content(result):
    if isinstance(result, list):
        return [content(one) for one in result]
    return result.tensor if isinstance(result, (Rounded, Typed)) else result.like if isinstance(result, Unchecked) else result


def reference_of(result, actual):
    return result.reference(actual) if isinstance(result, (Rounded, Whole, WholeWords)) else content(result)


def first_dtype(values):
    tensors = (one for value in values.values() for one in (value if isinstance(value, list) else [value]))
    return next((one.dtype for one in tensors if isinstance(one, torch.Tensor)), torch.float32)


def output_for(result, dtype):
    """A tensor of the shape and dtype of what is expected; of `dtype` where that is known."""
    if isinstance(result, list):
        return [output_for(one, dtype) for one in result]
    if result is None:
        return None
    if isinstance(result, Typed):
        dtype = result.dtype
    return torch.empty(content(result).shape, dtype=dtype or content(result).dtype)


def outputs_for(prototype, values, native, wide):
    outputs = {}
    for argument, result in zip(prototype.written(), native or wide):
        given = values.get(argument.name)
        dtype = given.dtype if isinstance(given, torch.Tensor) else None
        if native is None and dtype is None and not isinstance(result, list) and content(result).dtype == torch.float64:
            dtype = first_dtype(values)
        outputs[argument.name] = output_for(result, dtype)
    return outputs


def size_of(outputs):
    return sum(one.numel() for value in outputs.values() for one in (value if isinstance(value, list) else [value])
               if one is not None)


def run_case(device, operator, prototype, case, seed, most):
    if cases.elements_of(case) > most:
        return Outcome(LARGE)
    try:
        values = cases.arguments_of(case, prototype, cases.Drawer(seed, operator, case))
        COMPLETIONS.get(operator, lambda _: None)(values)
    except REASONS + (KeyError,) as error:
        return Outcome(NO_CALL, f"{type(error).__name__}: {error}")
    wide, reason = None, ""
    if operator in DRAWS:
        try:
            native = DRAWS[operator][0](values)
        except REASONS as error:
            return Outcome(NO_CALL, str(error))
    else:
        native, wide, reason = expectations(operator, prototype, values)
        if native is None and wide is None:
            return Outcome(NO_CALL, reason)
    outputs = outputs_for(prototype, values, native, wide)
    if size_of(outputs) > 4 * most:
        return Outcome(LARGE)
    for argument in prototype.arguments:
        if argument.c_type in ("int8_t", "uint64_t", "int64_t"):
            values.setdefault(argument.name, 0)
    try:
        actual = device.call(prototype, values, outputs)
    except Refusal as refusal:
        return Outcome(REFUSED, str(refusal))
    if operator in DRAWS:
        failure = DRAWS[operator][1](values, actual)
        return Outcome(WRONG, failure) if failure else Outcome(RIGHT)
    optional = [one.name for one in prototype.arguments if one.role == "output"]
    masked = {name for name, asked in zip(optional, values.get("outputMask") or []) if not asked}
    for i, argument in enumerate(prototype.written()):
        name = argument.name
        if name not in actual or name in masked or isinstance((native or wide)[i], Unchecked):
            continue
        if operator in CHOOSING and name == "indicesOut":
            failure = chosen_differ(values["self"], values["dim"], actual["valuesOut"], actual[name])
        else:
            references = [reference_of(results[i], actual[name]) for results in (native, wide) if results]
            failure = difference(actual[name], references, prototype.family in POINTWISE)
        if failure:
            return Outcome(WRONG, f"{name}: {failure}")
    return Outcome(RIGHT)


def run_operator(task):
    file, seed, most, ids = task
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    function = cases.function_of(file)
    operator = function.removeprefix("aclnn")
    if oracle_of(operator) is None and operator not in DRAWS:
        return file, [(0, FAULT, "no oracle", "")]
    device = Device()

    def ring(*_):
        raise TooLong

    signal.signal(signal.SIGALRM, ring)
    outcomes = []
    for case in cases.read(file):
        if ids and case["id"] not in ids:
            continue
        signal.alarm(SECONDS)
        try:
            outcome = run_case(device, operator, prototypes()[function], case, seed, most)
        except TooLong:
            outcome = Outcome(LARGE, f"takes more than {SECONDS} s")
        except Exception:  # the other cases shall run
            outcome = Outcome(FAULT, traceback.format_exc())
        finally:
            signal.alarm(0)
        outcomes.append((case["id"], outcome.kind, outcome.text, cases.described(case)))
    return file, outcomes


def report(task, sending):
    sending.send(run_operator(task))


def run_apart(task):
    """In a process that has torch already: what crashes there is an outcome, and no library is loaded twice."""
    context = multiprocessing.get_context("forkserver")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=report, args=(task, sending))
    process.start()
    sending.close()
    try:
        result = receiving.recv()
    except EOFError:
        process.join()
        result = task[0], [(0, FAULT, f"its process ended with status {process.exitcode}", "")]
    process.join()
    return result


def known_differences():
    """Reasons by case: "Operator:ID reason" a line, or "Operator reason" for every case of an operator."""
    lines = [line for line in KNOWN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.split(" ", 1) for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="other data for the same cases")
    parser.add_argument("--max-elements", type=int, default=300000, help="skip cases whose tensors have more together")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--json", help="write every outcome to this file")
    parser.add_argument("--verbose", action="store_true", help="print what is no call, too")
    parser.add_argument("operators", nargs="*", help="only these: Cat, or Cat:12 for one case")
    options = parser.parse_args()
    chosen = {}
    for text in options.operators:
        name, _, number = text.partition(":")
        chosen.setdefault(name, []).extend([int(number)] if number else [])
    files = [file for file in cases.files() if not chosen or cases.name_of(file) in chosen]
    there = [file for file in files if cases.function_of(file) in prototypes()]
    tasks = [(file, options.seed, options.max_elements, chosen.get(cases.name_of(file))) for file in there]
    known, totals, every = known_differences(), collections.Counter(), {}
    unknown = 0
    multiprocessing.set_forkserver_preload(["torch"])
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, outcomes in pool.map(run_apart, tasks):
            name = cases.name_of(file)
            every[name] = outcomes
            counts = collections.Counter(kind for _, kind, _, _ in outcomes)
            totals.update(counts)
            print(f"{name}: {', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()))}", flush=True)
            for number, kind, text, case in outcomes:
                reason = known.get(f"{name}:{number}") or known.get(name)
                if kind in (WRONG, REFUSED, FAULT):
                    unknown += reason is None
                    print(f"  {name}:{number} {kind}{' as is known' if reason else ''}: {text}\n      {reason or case}", flush=True)
                elif kind == NO_CALL and options.verbose:
                    print(f"  {name}:{number} {kind}: {text}\n      {case}", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(every), encoding="utf-8")
    ran = totals[RIGHT] + totals[WRONG] + totals[REFUSED] + totals[FAULT]
    print(f"{len(there)} operators, {len(files) - len(there)} more are not there; "
          + ", ".join(f"{count} {kind}" for kind, count in sorted(totals.items())))
    print(f"{totals[RIGHT]} of {ran} right ({100 * totals[RIGHT] / max(ran, 1):.2f} %), {unknown} differences without a known reason")
    return 0 if ran and not unknown else 1


if __name__ == "__main__":
    sys.exit(main())
