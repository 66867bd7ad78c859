# SPDX-License-Identifier: Apache-2.0
"""Data-parallel training: each process trains on its part of every batch, gradients are averaged over all.

    OPENACLNN_CPU_DEVICES=2 OPENACLNN_NUM_THREADS=2 openaclnn python -m torch.distributed.run --nproc_per_node=2 \
        examples/pytorch/data_parallel.py

Several machines: the same with --nnodes, --node_rank and --rdzv_endpoint, see docs/distributed.md. Learns the sum of the
squares of eight numbers, and prints the loss; with one process it prints the same."""
import os

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  registers the device
from torch import nn
from torch.nn.parallel import DistributedDataParallel

BATCH, STEPS = 256, 200


def main():
    torch.npu.set_device(int(os.environ["LOCAL_RANK"]) % torch.npu.device_count())
    dist.init_process_group("hccl")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)  # the same first parameters and batches everywhere
    model = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 1)).npu()
    model = DistributedDataParallel(model, device_ids=[torch.npu.current_device()])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    own = slice(BATCH * rank // size, BATCH * (rank + 1) // size)
    for step in range(STEPS):
        inputs = torch.randn(BATCH, 8)
        targets = inputs.square().sum(1, keepdim=True)
        loss = nn.functional.mse_loss(model(inputs[own].npu()), targets[own].npu())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 49:
            dist.all_reduce(loss)
            if rank == 0:
                print(f"step {step + 1}: loss {loss.item() / size:.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
