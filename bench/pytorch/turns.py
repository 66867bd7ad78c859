# SPDX-License-Identifier: Apache-2.0
"""What the programs beside this file share: a call on npu tensors and on CPU tensors, in one process, in turn."""
import argparse
import collections
import ctypes
import math
import os
import time

import torch
import torch_npu  # noqa: F401

# A pause in which the threads of the other contender stop spinning.
PAUSE = 20e-3


def parser(documentation, rounds):
    """The options that the programs have in common."""
    made = argparse.ArgumentParser(description=documentation.splitlines()[0])
    made.add_argument("--processor", action="store_true", help="processor time in place of the clock's")
    made.add_argument("--rounds", type=int, default=rounds)
    made.add_argument("--json", action="store_true", help="lines of JSON")
    made.add_argument("names", nargs="*", help="parts of cases' names")
    return made


def use_threads():
    """As many threads for PyTorch as for openaclnn: OPENACLNN_NUM_THREADS, default: one per core."""
    torch.set_num_threads(int(os.environ.get("OPENACLNN_NUM_THREADS", os.cpu_count())))


def keep_memory():
    """Makes the C library keep the memory that PyTorch frees, so that its next output faults no pages."""
    trim_threshold, mmap_max = -1, -4
    library = ctypes.CDLL(None)
    library.mallopt(mmap_max, 0)
    library.mallopt(trim_threshold, -1)


class Contender:
    """A call on one device: `call` computes it once."""

    def __init__(self, call, synchronize, clock):
        self.call = call
        self.synchronize = synchronize
        self.clock = clock
        self.calls = 1

    def seconds(self):
        start = self.clock()
        for _ in range(self.calls):
            self.call()
        self.synchronize()
        return (self.clock() - start) / self.calls

    def calibrate(self, least):
        """As many calls a turn as take `least` seconds."""
        self.seconds()
        while self.calls < 1000 and (taken := self.seconds() * self.calls) < least:
            self.calls = min(1000, self.calls * max(2, math.ceil(least / max(taken, 1e-6))))


def contenders(make, tensors, clock=time.perf_counter):
    """Ours and PyTorch's: `make` turns tensors of a device into the call."""
    return [Contender(make(*[tensor.to("npu") for tensor in tensors]), torch.npu.synchronize, clock),
            Contender(make(*tensors), lambda: None, clock)]


def by_group(results):
    """The results of each group of cases, the part of their names before the first slash, and of all."""
    groups = collections.defaultdict(list)
    for result in results:
        groups[result["case"].split("/")[0]].append(result)
    return [*groups.items(), ("all", results)]
