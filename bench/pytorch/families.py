#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operators of all families through torch_npu beside PyTorch on the CPU: the same call on the same data in one process, in turn.

Usage: OPENACLNN_NUM_THREADS=2 families.py [--processor] [--rounds 7] [--json] [NAME...]
       (in an environment with torch_npu, after set_env.sh; a NAME is a part of cases' names)

A round runs each contender for some milliseconds and waits for it; a number is the median of the rounds, a ratio above 1 says
that we are faster. The last ratio is that of the least times: medians depend on whose numbers the shared cache holds and on
who else uses the machine; from one run to the next a tenth of them moves by half, of the least times by a fifth. What
torch_npu takes on the host for each call, some 8 microseconds, is a part of our times. On a machine that others use,
--processor counts the processor time of all threads in place of the clock: with one thread. PyTorch has as many threads as
OPENACLNN_NUM_THREADS says.
"""
import functools
import json
import statistics
import time

import common_cases  # noqa: F401
import rarer_cases  # noqa: F401
import torch
from cases import CASES
from turns import PAUSE, by_group, contenders, parser, use_threads


def call(function, backward, *tensors):
    if not backward:
        return functools.partial(function, *tensors)
    inputs = [tensor.requires_grad_() for tensor in tensors if tensor.is_floating_point()]
    output = function(*tensors)
    return functools.partial(torch.autograd.grad, output, inputs, torch.ones_like(output) * 0.5, retain_graph=True,
                             allow_unused=True)


def measure(name, rounds, clock, least):
    function, shapes, dtype, convert, backward = CASES[name]
    torch.manual_seed(1)
    tensors = [torch.randn(shape) for shape in shapes]
    tensors = [tensor.to(dtype) if tensor.is_floating_point() else tensor for tensor in (convert(tensors) if convert else tensors)]

    both = contenders(functools.partial(call, function, backward), tensors, clock)
    for contender in both:
        contender.calibrate(least)
    times = [[], []]
    for _ in range(rounds):
        for contender, taken in zip(both, times):
            time.sleep(PAUSE)
            taken.append(contender.seconds())
    ours, peer = (statistics.median(taken) for taken in times)
    return {"case": name, "ours_us": ours * 1e6, "pytorch_us": peer * 1e6, "ratio": peer / ours,
            "least_ratio": min(times[1]) / min(times[0])}


def print_groups(results):
    """A line for each group of cases, the part of their names before the first slash, as a table of Markdown."""
    print("\n| group | cases | geometric mean | of least times | below 1, of these | slowest, of these |\n|---|---|---|---|---|---|")
    for group, members in by_group(results):
        medians, least = ([member[ratio] for member in members] for ratio in ("ratio", "least_ratio"))
        slowest = min(members, key=lambda member: member["least_ratio"])
        print(f"| {group} | {len(members)} | {statistics.geometric_mean(medians):.2f} | {statistics.geometric_mean(least):.2f} | "
              f"{sum(ratio < 1 for ratio in least)} | {slowest['least_ratio']:.2f}: {slowest['case']} |")


def main():
    options = parser(__doc__, rounds=7).parse_args()
    use_threads()
    # Processor time is counted in coarse steps.
    clock, least = (time.process_time, 2e-2) if options.processor else (time.perf_counter, 3e-3)
    results = []
    for name in CASES:
        if options.names and not any(part in name for part in options.names):
            continue
        result = measure(name, options.rounds, clock, least)
        results.append(result)
        print(json.dumps(result) if options.json else
              f"{name:<48} {result['ours_us']:>10.1f} us {result['pytorch_us']:>10.1f} us {result['ratio']:>7.2f} "
              f"{result['least_ratio']:>7.2f}", flush=True)
    if results and not options.json:
        print_groups(results)


if __name__ == "__main__":
    main()
