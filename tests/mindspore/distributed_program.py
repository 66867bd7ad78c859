# SPDX-License-Identifier: Apache-2.0
"""A rank: collectives, and two steps of training with parallel data. Prints what it has in the end."""
import json

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.communication import get_group_size, get_rank, init

ms.set_device("Ascend")
ms.set_context(mode=ms.PYNATIVE_MODE)
init()
rank, size = get_rank(), get_group_size()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)

total = ops.AllReduce()(Tensor(np.full(4, rank + 1, np.float32))).asnumpy().tolist()
gathered = ops.AllGather()(Tensor(np.full((1, 2), rank, np.float32))).asnumpy().tolist()

network = nn.Dense(3, 2)
network.weight.set_data(Tensor(np.ones((2, 3), np.float32)))
network.bias.set_data(Tensor(np.zeros(2, np.float32)))
optimizer = nn.Momentum(network.trainable_params(), 0.125, 0.5)
step = nn.TrainOneStepCell(nn.WithLossCell(network, nn.MSELoss()), optimizer)
step.set_train()
x = np.arange(12, dtype=np.float32).reshape(4, 3) / 8
mine = slice(rank * 4 // size, (rank + 1) * 4 // size)
for _ in range(2):
    step(Tensor(x[mine]), Tensor(np.zeros((4, 2), np.float32)[mine]))
print("RESULT", json.dumps([rank, size, total, gathered, network.weight.asnumpy().tolist()]), flush=True)
