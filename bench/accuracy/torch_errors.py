# SPDX-License-Identifier: Apache-2.0
"""Prints accuracy_report's tables with the errors of PyTorch on the same inputs beside ours.

usage: torch_errors.py path/to/accuracy_report > tables.md

Needs numpy and torch. PyTorch computes on the CPU, in the dtype of the tensors; n/a where it has no such kernel, or
crashes. Errors are defined in docs/accuracy.md and measured here a second time, for ours too: a result that differs from
what accuracy_report itself measured ends the program.
"""
import concurrent.futures
import concurrent.futures.process
import json
import math
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch

DTYPES = {"FLOAT": torch.float32, "FLOAT16": torch.float16, "BF16": torch.bfloat16}
PLAY = 1.1  # times PyTorch's largest error: from there on ours is larger
CORRECTLY_ROUNDED = 0.5  # places: an error that nobody can be better than
FORMATS = {"FLOAT": (8, 23), "FLOAT16": (5, 10), "BF16": (8, 7)}  # bits of exponent and fraction


# ---- The definition of errors


def largest_exponent(dtype):
    return 2 ** (FORMATS[dtype][0] - 1) - 1


def places(dtype, magnitudes):
    """The spacing of the dtype at each magnitude, going on beyond its largest finite value."""
    _, exponents = numpy.frexp(magnitudes)
    smallest = 1 - largest_exponent(dtype)
    exponents = numpy.where(magnitudes == 0, smallest, numpy.maximum(exponents - 1, smallest))
    return numpy.ldexp(1.0, exponents - FORMATS[dtype][1])


def rounded(dtype, exact):
    """To the dtype in one rounding, to nearest even."""
    spacing = places(dtype, numpy.abs(exact))
    result = numpy.rint(exact / spacing) * spacing
    largest = (2.0 - 2.0 ** -FORMATS[dtype][1]) * 2.0 ** largest_exponent(dtype)
    return numpy.where(numpy.abs(result) > largest, numpy.copysign(numpy.inf, exact), result)


def measure(dtype, actual, exact, magnitudes):
    threshold = 2.0 ** (largest_exponent(dtype) + 1)
    errors = numpy.abs(numpy.clip(actual, -threshold, threshold) - numpy.clip(exact, -threshold, threshold))
    errors /= places(dtype, magnitudes)
    errors[numpy.isnan(errors)] = math.inf  # no reference value here is NaN
    correct = numpy.count_nonzero(actual == rounded(dtype, exact)) / exact.size
    return {"largest": float(errors.max()), "mean": float(errors.mean()), "correctlyRounded": correct}


# ---- The operators in PyTorch


def run_torch(operator, attributes, t):
    """Outputs in our order; raises RuntimeError where there is no kernel."""
    aten = torch.ops.aten
    if operator == "mse_loss_backward":
        # Reductions have the same numbers there.
        return (aten.mse_loss_backward(t["gradOutput"], t["self"], t["target"], attributes["reduction"]),)
    if operator == "prelu_backward":
        inputs = t["self"].requires_grad_(), t["weight"].requires_grad_()
        return torch.autograd.grad(torch.prelu(*inputs), inputs, t["gradOutput"])
    if operator == "group_norm_backward":
        return aten.native_group_norm_backward(t["gradOut"], t["input"], t["mean"], t["rstd"], t["gamma"],
                                               attributes["N"], attributes["C"], attributes["HxW"],
                                               attributes["group"], [True, True, True])
    if operator == "embedding_dense_backward":
        return (aten.embedding_dense_backward(t["grad"], t["indices"], attributes["numWeights"], -1,
                                              attributes["scale"]),)
    if operator == "grid_sampler2d_backward":
        return aten.grid_sampler_2d_backward(t["gradOutput"], t["input"], t["grid"], attributes["interpolation"],
                                             attributes["padding"], attributes["alignCorners"], [True, True])
    raise ValueError(operator)


# ---- Problems from accuracy_report


def read_tensor(folder, dtype, tensor):
    bits = (folder / (tensor["name"] + ".bits")).read_bytes()
    if tensor["integers"]:
        flat = torch.frombuffer(bytearray(bits), dtype=torch.int64)
    else:
        flat = torch.frombuffer(bytearray(bits), dtype=DTYPES[dtype])
    return flat.reshape(tensor["shape"])


def run_apart(*arguments):
    """run_torch in a process of its own, as wild inputs end PyTorch's: None where it has no kernel or ends."""
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as process:
        try:
            return process.submit(run_torch, *arguments).result()
        except concurrent.futures.process.BrokenProcessPool:
            return None
        except RuntimeError as problem:
            if "not implemented for" not in str(problem):
                raise
            return None


def read_doubles(path):
    return numpy.fromfile(path, dtype=numpy.float64)


def check_ours(output, errors, where):
    for name, value in errors.items():
        said = math.inf if output[name] is None else output[name]  # JSON has no infinity
        if not math.isclose(value, said, rel_tol=1e-9, abs_tol=1e-12):
            sys.exit(f"{where}, {output['name']}: {name} is {said} in accuracy_report and {value} here")


def share(value):
    """Never 100 % unless it is."""
    return "100 %" if value == 1 else f"{math.floor(1e5 * value) / 1e3:.3f} %"


def row(manifest, output, ours, theirs, tally):
    tally["rows"] += 1
    tally["missed"] += "MISSED" in output["goal"]
    cells = [manifest["case"], manifest["dtype"], output["name"]]
    cells += [f"{ours['largest']:.3g}", f"{ours['mean']:.3g}", share(ours["correctlyRounded"])]
    cells += [output["goal"]]
    if theirs is None:
        cells += ["n/a", "n/a", "n/a", ""]
    else:
        larger = ours["largest"] > PLAY * max(theirs["largest"], CORRECTLY_ROUNDED)
        tally["compared"] += 1
        tally["larger"] += larger
        cells += [f"{theirs['largest']:.3g}", f"{theirs['mean']:.3g}", share(theirs["correctlyRounded"])]
        cells += ["**LARGER**" if larger else "no"]
    return "| " + " | ".join(cells) + " |"


def rows(program, number, tally):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([program, "--dump", number, name], check=True)
        manifest = json.loads((folder / "manifest.json").read_text())
        dtype = manifest["dtype"]
        tensors = {tensor["name"]: read_tensor(folder, dtype, tensor) for tensor in manifest["inputs"]}
        results = run_apart(manifest["operator"], manifest["attributes"], tensors)
        for index, output in enumerate(manifest["outputs"]):
            if not output["judged"]:
                continue
            exact = read_doubles(folder / (output["name"] + ".exact"))
            magnitudes = read_doubles(folder / (output["name"] + ".magnitudes"))
            ours = read_tensor(folder, dtype, {"name": output["name"], "integers": False, "shape": [-1]})
            ours = measure(dtype, ours.double().numpy(), exact, magnitudes)
            check_ours(output, ours, manifest["case"])
            theirs = None
            if results is not None:
                theirs = measure(dtype, results[index].double().reshape(-1).numpy(), exact, magnitudes)
            yield row(manifest, output, ours, theirs, tally)


def print_machine():
    model = next(line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                 if line.startswith("model name"))
    threads = os.environ.get("OPENACLNN_NUM_THREADS", f"{os.cpu_count()}, one for each core")
    print(f"Measured on: {model}; threads of openaclnn: {threads}; PyTorch {torch.__version__} with "
          f"{torch.get_num_threads()} thread(s).")


def main():
    torch.set_num_threads(1)  # before processes are forked
    (program,) = sys.argv[1:]
    listing = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout
    print_machine()
    tally = {"rows": 0, "missed": 0, "compared": 0, "larger": 0}
    section = None
    for line in listing.splitlines():
        number, operator, _ = line.split(maxsplit=2)
        if operator != section:
            section = operator
            print(f"\n### {operator}\n")
            print("| case | dtype | output | largest | mean | correctly rounded | goal | PyTorch: largest | mean "
                  "| correctly rounded | ours larger? |")
            print("|---|---|---|---:|---:|---:|---|---:|---:|---:|---|")
        for text in rows(program, number, tally):
            print(text, flush=True)
    print(f"\n{tally['rows']} rows: {tally['missed']} missed the goal; {tally['larger']} of the {tally['compared']} "
          "that PyTorch has a kernel for have a largest error of more than 1.1 times its.")


main()
