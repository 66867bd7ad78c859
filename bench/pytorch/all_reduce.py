#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""all_reduce of torch.distributed from 8 bytes to 64 MiB, with one backend: hccl, or gloo to compare with.

Usage: OPENACLNN_CPU_DEVICES=2 OPENACLNN_NUM_THREADS=2 torchrun --standalone --nproc_per_node=2 all_reduce.py hccl|gloo
       (in an environment with torch_npu, after set_env.sh)

Prints for each size the median and the least of the rounds, in microseconds. A round begins at a barrier and ends when the
device is done.
"""
import os
import statistics
import sys
import time

import torch
import torch.distributed as dist

SIZES = (8, 4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20)


def main():
    backend = sys.argv[1]
    device = "cpu"
    if backend == "hccl":
        import torch_npu  # noqa: F401  registers the device

        torch.npu.set_device(int(os.environ["LOCAL_RANK"]))
        device = "npu"
    synchronize = torch.npu.synchronize if device == "npu" else lambda: None
    torch.set_num_threads(1)
    dist.init_process_group(backend)
    for size in SIZES:
        data = torch.ones(size // 4, device=device)
        times = []
        for _ in range(12 if size >= 1 << 20 else 60):
            dist.barrier()
            synchronize()
            begin = time.perf_counter()
            dist.all_reduce(data)
            synchronize()
            times.append((time.perf_counter() - begin) * 1e6)
            data.fill_(1.0)
        if dist.get_rank() == 0:
            print(f"{backend} {dist.get_world_size()} ranks {size:9} bytes {statistics.median(times):9.0f} {min(times):9.0f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
