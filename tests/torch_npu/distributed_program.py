# SPDX-License-Identifier: Apache-2.0
"""What distributed_test.py starts on each rank: torch.distributed with backend "hccl". Prints what it has checked."""
import os
import sys

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  registers the device
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard
from torch.distributed.tensor import Replicate
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel

import models

RANK, SIZE = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])


def full(value, *shape):
    return torch.full(shape or (5,), float(value)).npu()


def expect(name, actual, wanted):
    actual = actual.cpu()
    assert torch.equal(actual, torch.as_tensor(wanted, dtype=actual.dtype).expand_as(actual)), (name, RANK, actual, wanted)


def operations():
    total = SIZE * (SIZE + 1) // 2
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.int8):
        x = full(RANK + 1).to(dtype)
        dist.all_reduce(x)
        expect(f"all_reduce {dtype}", x, total)
    x = full(RANK + 1)
    dist.all_reduce(x, op=dist.ReduceOp.MAX)
    expect("all_reduce max", x, SIZE)
    x = full(RANK)
    dist.broadcast(x, SIZE - 1)
    expect("broadcast", x, SIZE - 1)
    x = full(RANK + 1)
    dist.reduce(x, 0)
    if RANK == 0:
        expect("reduce", x, total)
    parts = [full(-1) for _ in range(SIZE)]
    dist.all_gather(parts, full(RANK))
    for rank, part in enumerate(parts):
        expect("all_gather", part, rank)
    joined = full(-1, SIZE * 3)
    dist.all_gather_into_tensor(joined, full(RANK, 3))
    expect("all_gather_into_tensor", joined, [rank for rank in range(SIZE) for _ in range(3)])
    own = full(-1)
    dist.reduce_scatter(own, [full(rank + RANK) for rank in range(SIZE)])
    expect("reduce_scatter", own, RANK * SIZE + total - SIZE)
    own = full(-1, 2)
    dist.reduce_scatter_tensor(own, full(RANK + 1, SIZE * 2))
    expect("reduce_scatter_tensor", own, total)
    own = full(-1)
    dist.scatter(own, [full(10 + rank) for rank in range(SIZE)] if RANK == 1 else None, src=1)
    expect("scatter", own, 10 + RANK)
    received = full(-1, SIZE)
    dist.all_to_all_single(received, torch.arange(SIZE).float().npu() + 100 * RANK)
    expect("all_to_all_single", received, [100 * rank + RANK for rank in range(SIZE)])
    received = [full(-1) for _ in range(SIZE)]
    dist.all_to_all(received, [full(100 * RANK + rank) for rank in range(SIZE)])
    for rank, part in enumerate(received):
        expect("all_to_all", part, 100 * rank + RANK)
    uneven = torch.full((RANK + 1,), float(RANK)).npu().repeat(SIZE)
    received = full(-1, total)
    dist.all_to_all_single(received, uneven, [rank + 1 for rank in range(SIZE)], [RANK + 1] * SIZE)
    expect("all_to_all_single uneven", received, [rank for rank in range(SIZE) for _ in range(rank + 1)])
    messages()
    dist.barrier()
    objects = [None] * SIZE
    dist.all_gather_object(objects, {"rank": RANK})
    assert objects == [{"rank": rank} for rank in range(SIZE)]
    part = dist.new_group(list(range(0, SIZE, 2)))
    if RANK % 2 == 0:
        x = full(1)
        dist.all_reduce(x, group=part)
        expect("all_reduce in a part", x, (SIZE + 1) // 2)


def messages():
    if RANK == 0:
        dist.send(full(7), 1)
    elif RANK == 1:
        x = full(-1)
        dist.recv(x, 0)
        expect("recv", x, 7)
    x = full(-1)
    ring = [dist.P2POp(dist.isend, full(RANK), (RANK + 1) % SIZE), dist.P2POp(dist.irecv, x, (RANK - 1) % SIZE)]
    for work in dist.batch_isend_irecv(ring):
        work.wait()
    expect("batch_isend_irecv", x, (RANK - 1) % SIZE)


def model():
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(8, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1))


def train(trained, inputs, targets):
    optimizer = torch.optim.SGD(trained.parameters(), lr=0.1, momentum=0.9)
    for _ in range(10):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(trained(inputs), targets).backward()
        optimizer.step()


def joined(parameters):
    return torch.cat([parameter.detach().cpu().flatten() for parameter in parameters])


def batch():
    """That of all ranks, and the part of this one."""
    generator = torch.Generator().manual_seed(2)
    inputs, targets = torch.randn(16 * SIZE, 8, generator=generator), torch.randn(16 * SIZE, 1, generator=generator)
    own = slice(16 * RANK, 16 * (RANK + 1))
    return (inputs.npu(), targets.npu()), (inputs[own].npu(), targets[own].npu())


def training():
    """Parameters are those of one process with the joined batch, and the same bits on every rank."""
    everything, own = batch()
    parallel = DistributedDataParallel(model().npu(), device_ids=[torch.npu.current_device()])
    train(parallel, *own)
    alone = model().npu()
    train(alone, *everything)
    together = joined(parallel.parameters())
    torch.testing.assert_close(together, joined(alone.parameters()), rtol=0, atol=1e-6)
    everyone = [None] * SIZE
    dist.all_gather_object(everyone, together.numpy().tobytes())
    assert len(set(everyone)) == 1, "the ranks have different bits"


def sharding():
    """The same with parameters that each rank holds a part of, by either of PyTorch's two ways."""
    everything, own = batch()
    alone = model().npu()
    train(alone, *everything)
    whole = FullyShardedDataParallel(model().npu(), device_id=torch.npu.current_device(), use_orig_params=True)
    train(whole, *own)
    with FullyShardedDataParallel.summon_full_params(whole):
        torch.testing.assert_close(joined(whole.parameters()), joined(alone.parameters()), rtol=0, atol=1e-6)
    mesh = init_device_mesh("npu", (SIZE,))
    layers = model().npu()
    for layer in (layers[0], layers[2], layers):
        fully_shard(layer, mesh=mesh)
    train(layers, *own)
    full_tensors = [parameter.full_tensor() for parameter in layers.parameters()]
    torch.testing.assert_close(joined(full_tensors), joined(alone.parameters()), rtol=0, atol=1e-6)


def small_gpt():
    torch.manual_seed(3)
    return models.SplitGpt(heads=4).npu()


def train_gpt(trained):
    """The losses of some steps, and the parameters behind them."""
    generator = torch.Generator().manual_seed(4)
    optimizer = torch.optim.SGD(trained.parameters(), lr=0.1, momentum=0.9, foreach=False)
    losses = []
    for _ in range(5):
        text, words = (tensor.npu() for tensor in models.SplitGpt.batch(generator))
        optimizer.zero_grad()
        loss = models.SplitGpt.loss(trained(text), words)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, joined(getattr(parameter, "full_tensor", lambda whole=parameter: whole)() for parameter in trained.parameters())


def divide(gpt, mesh):
    """Each rank has some heads of attention and some columns of the layers behind it."""
    for _, attention, _, feed in gpt.blocks:
        parallelize_module(attention, mesh, {"query": ColwiseParallel(), "key": ColwiseParallel(), "value": ColwiseParallel(),
                                             "out": RowwiseParallel()})
        parallelize_module(feed, mesh, {"0": ColwiseParallel(), "2": RowwiseParallel()})
    parallelize_module(gpt, mesh, {"words": RowwiseParallel(input_layouts=Replicate()),
                                   "head": ColwiseParallel(output_layouts=Replicate())})
    local = gpt.blocks[0][1].query.weight.to_local().shape[0]
    assert local * mesh.size() == gpt.blocks[0][1].query.weight.shape[0], local


def tensor_parallel():
    """A small GPT whose layers are divided among the ranks trains as one process does; with four ranks also as two groups,
    which share the parameters out among each other."""
    losses, parameters = train_gpt(small_gpt())
    divided = small_gpt()
    divide(divided, init_device_mesh("npu", (SIZE,)))
    results = [train_gpt(divided)]
    if SIZE == 4:
        mesh = init_device_mesh("npu", (2, 2), mesh_dim_names=("sharded", "divided"))
        both = small_gpt()
        divide(both, mesh["divided"])
        for block in both.blocks:
            fully_shard([*block], mesh=mesh["sharded"])
        fully_shard(both, mesh=mesh["sharded"])
        results.append(train_gpt(both))
    for its_losses, its_parameters in results:  # sums in another order
        torch.testing.assert_close(its_losses, losses, rtol=1e-5, atol=0)
        torch.testing.assert_close(its_parameters, parameters, rtol=0, atol=1e-5)


def lost():
    """The second rank is killed: the others fail with its name, instead of waiting."""
    x = full(1)
    dist.all_reduce(x)
    torch.npu.synchronize()
    if RANK == 1:
        os.kill(os.getpid(), 9)
    try:
        for _ in range(1000):
            dist.all_reduce(x)
            torch.npu.synchronize()
    except RuntimeError as error:
        print("told:", "rank 1" in str(error), flush=True)
    os._exit(3)


def rejected():
    """Without torch_npu's queue a rejected collective raises where it is called, and later work is done."""
    x = full(3)
    try:
        dist.all_reduce(x.bfloat16(), op=dist.ReduceOp.PRODUCT)
    except RuntimeError as error:
        assert "HcclAllreduce" in str(error), error
    else:
        raise AssertionError("the collective was accepted")
    result = full(7)
    torch.mul(x, 2, out=result)
    expect("later work", result, 6)


torch.npu.set_device(RANK % torch.npu.device_count())
dist.init_process_group("hccl")
for step in sys.argv[1:]:
    globals()[step]()
dist.destroy_process_group()
print("passed", " ".join(sys.argv[1:]), flush=True)
