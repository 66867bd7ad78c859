# SPDX-License-Identifier: Apache-2.0
"""The five gradients through PyTorch's backend for Ascend, beside the CPU's."""
import torch
import torch_npu  # noqa: F401

aten = torch.ops.aten
g, x, target = torch.randn(3, 2, 8, 4, 4).unbind()
slope, scale = torch.rand(8), torch.rand(8)
mean, reciprocal = x.view(4, -1).mean(1).view(2, 2), 1 / x.view(4, -1).std(1).view(2, 2)
grid = torch.rand(2, 4, 4, 2) * 2 - 1
everything = [True, True, True]
gradients = {
    "MseLoss": lambda to: aten.mse_loss_backward(to(g), to(x), to(target), 1),
    "PReLU, input": lambda to: aten._prelu_kernel_backward(to(g), to(x), to(slope.view(1, 8, 1, 1)))[0],
    "GroupNorm": lambda to: aten.native_group_norm_backward(to(g), to(x), to(mean), to(reciprocal), to(scale), 2, 8, 16, 2,
                                                            everything),
    "GridSampler2D": lambda to: aten.grid_sampler_2d_backward(to(g), to(x), to(grid), 0, 0, False, everything[:2]),
    "EmbeddingDense": lambda to: aten.embedding_dense_backward(to(g), to(torch.arange(256).view(2, 8, 4, 4)[..., 0] % 7), 7, -1,
                                                               False),
}
for name, gradient in gradients.items():
    torch.testing.assert_close(gradient(lambda tensor: tensor.npu()), gradient(lambda tensor: tensor), check_device=False,
                               rtol=1e-4, atol=1e-5)
    print(f"{name}: equal")
