# SPDX-License-Identifier: Apache-2.0
"""Models whose numbers differ from the CPU's although no operator does: what they compute is a decision between equal candidates,
nothing but rounding, or amplifies rounding."""
import copy
import unittest

import torch
import torch_npu  # noqa: F401
from torch import nn
from transformers import (CvtConfig, CvtForImageClassification, DeepseekV32Config, DeepseekV32ForCausalLM, GroupViTConfig,
                          GroupViTModel)


def distance(actual, expected):
    expected = expected.double()
    return ((actual.cpu().double() - expected).abs().max() / expected.abs().max()).item()


class ReluOf(torch.autograd.Function):
    """ReLU that is told which elements are positive."""

    @staticmethod
    def forward(ctx, x, positive):
        ctx.save_for_backward(positive)
        return x * positive

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[0], None


class Decisions(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)

    def test_an_indexer_chooses_among_equal_scores(self):
        """Scores of DeepSeek V3.2's indexer are 0 where a ReLU makes them so, and PyTorch does not define which of equal elements
        topk takes. With a choice that is defined, the logits agree."""
        model = DeepseekV32ForCausalLM(DeepseekV32Config(
            vocab_size=99, hidden_size=32, intermediate_size=48, moe_intermediate_size=16, num_hidden_layers=2,
            num_attention_heads=4, num_key_value_heads=4, n_routed_experts=8, n_shared_experts=1, num_experts_per_tok=2, n_group=2,
            topk_group=1, kv_lora_rank=16, q_lora_rank=24, qk_rope_head_dim=8, qk_nope_head_dim=16, v_head_dim=16, index_n_heads=4,
            index_head_dim=16, index_topk=8, max_position_embeddings=64, first_k_dense_replace=1,
            attn_implementation="eager")).eval()
        ids = torch.randint(0, 99, (2, 24))
        original = torch.Tensor.topk
        shared = []

        def stable(self, k, dim=-1, largest=True, sorted=True):
            values, indices = torch.sort(self, dim=dim, descending=largest, stable=True)
            last = values.narrow(dim, k - 1, 1)
            if self.shape[-1] == ids.shape[1]:
                shared.append(int((((self == last).sum(-1) > 1) & last.squeeze(-1).gt(-1e30)).sum()))
            return torch.return_types.topk((values.narrow(dim, 0, k), indices.narrow(dim, 0, k)))

        torch.Tensor.topk = stable
        try:
            with torch.no_grad():
                expected = copy.deepcopy(model).double()(ids).logits
                actual = copy.deepcopy(model).npu()(ids.npu()).logits
        finally:
            torch.Tensor.topk = original
        self.assertGreater(sum(shared), 0)
        self.assertLess(distance(actual, expected), 2e-6)

    def test_gradients_that_are_zero(self):
        """A bias of keys moves all scores of a query by one number, which softmax does not see: what is left is rounding, of the
        CPU as of the device."""
        model = CvtForImageClassification(CvtConfig(embed_dim=[16, 24, 32], num_heads=[1, 2, 2], depth=[1, 2, 3],
                                                    drop_path_rate=[0.0] * 3, drop_rate=[0.0] * 3))
        images, labels = torch.randn(2, 3, 64, 64), torch.tensor([0, 1])

        def gradients(device, dtype):
            of = copy.deepcopy(model).to(dtype).to(device)
            of(pixel_values=images.to(dtype).to(device), labels=labels.to(device)).loss.backward()
            return {name: parameter.grad.cpu().double() for name, parameter in of.named_parameters()}

        expected, actual = gradients("cpu", torch.float64), gradients("npu", torch.float32)
        largest = max(gradient.abs().max() for gradient in expected.values())
        zeros = [name for name, gradient in expected.items() if gradient.abs().max() < 1e-12 * largest]
        self.assertTrue(any("projection_key" in name for name in zeros))
        for name, gradient in expected.items():
            self.assertLess((actual[name] - gradient).abs().max(), 1e-3 * gradient.abs().max() + 1e-6 * largest, name)

    def test_on_which_side_of_zero_an_element_falls(self):
        """HRNet, DeepLab: of a million inputs of ReLUs a few are so close to 0 that rounding decides on their signs, on the CPU as on
        the device. In float64 with the signs that the device found, the gradients agree."""
        layers = 40
        model = nn.Sequential(*[layer for _ in range(layers) for layer in (
            nn.Conv2d(32, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())], nn.AdaptiveAvgPool2d(1), nn.Flatten(),
            nn.Linear(32, 5))
        images, labels = torch.randn(4, 32, 16, 16), torch.arange(4)

        def trained(device, dtype, positive=None):
            of, inputs = copy.deepcopy(model).to(dtype).to(device), []

            def hook(_, given, __):
                inputs.append(given[0].detach().cpu().double())
                return ReluOf.apply(given[0], positive[len(inputs) - 1].to(dtype)) if positive else None

            for layer in of:
                if isinstance(layer, nn.ReLU):
                    layer.register_forward_hook(hook)
            nn.functional.cross_entropy(of(images.to(dtype).to(device)), labels.to(device)).backward()
            return [parameter.grad.cpu().double() for parameter in of.parameters()], inputs

        def furthest(gradients, expected):
            return max(map(distance, gradients, expected))

        expected, exact = trained("cpu", torch.float64)
        actual, inputs = trained("npu", torch.float32)
        decided, _ = trained("cpu", torch.float64, [x > 0 for x in inputs])
        on_cpu, _ = trained("cpu", torch.float32)
        self.assertGreater(furthest(on_cpu, expected), 1e-2)
        self.assertGreater(furthest(actual, expected), 1e-2)
        self.assertLess(furthest(actual, decided), 1e-3)
        others = 0
        for x, y in zip(inputs, exact, strict=True):
            fell = (x > 0) != (y > 0)
            others += fell.sum().item()
            self.assertLess((y * fell).abs().max(), 1e-3)  # of inputs whose variance is 1
        self.assertIn(others, range(1, 100))

    def test_groups_of_an_image(self):
        """GroupViT's gradients, which add up to little, are as precise as the CPU's."""
        model = GroupViTModel(GroupViTConfig(
            text_config={"hidden_size": 32, "intermediate_size": 37, "num_hidden_layers": 2, "num_attention_heads": 4,
                         "vocab_size": 99, "max_position_embeddings": 32, "eos_token_id": 98, "bos_token_id": 97},
            vision_config={"hidden_size": 32, "intermediate_size": 37, "depths": [1, 1, 1], "num_hidden_layers": 3,
                           "num_group_tokens": [8, 4, 0], "num_output_groups": [8, 4, 4], "num_attention_heads": 4,
                           "image_size": 32, "patch_size": 8},
            projection_dim=32, projection_intermediate_dim=64)).eval()
        ids, images = torch.randint(0, 97, (3, 12)), torch.randn(3, 3, 32, 32)
        ids[:, -1] = 98

        def gradients(device, dtype):
            of = copy.deepcopy(model).to(dtype).to(device)
            of(input_ids=ids.to(device), pixel_values=images.to(dtype).to(device), return_loss=True).loss.backward()
            return {name: parameter.grad.cpu().double() for name, parameter in of.named_parameters()}

        expected = gradients("cpu", torch.float64)
        largest = max(gradient.abs().max() for gradient in expected.values())
        # Without those that are nothing but rounding, as in the test of CvT.
        names = [name for name, gradient in expected.items() if gradient.abs().max() > 1e-9 * largest]
        self.assertGreater(len(names), 150)
        actual, on_cpu = gradients("npu", torch.float32), gradients("cpu", torch.float32)
        furthest = max(distance(on_cpu[name], expected[name]) for name in names)
        for name in names:
            self.assertLess(distance(actual[name], expected[name]), max(10 * furthest, 1e-5), name)

    def test_a_line_search_amplifies_rounding(self):
        """LBFGS is as far from float64 after 20 steps as on the CPU, or as the CPU is with weights changed by a rounding."""
        def trained(device, dtype, change=0.0):
            torch.manual_seed(0)
            model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 4))
            x, y = torch.randn(32, 8), torch.randn(32, 4)
            with torch.no_grad():
                for parameter in model.parameters():
                    parameter.mul_(1 + change)
            model, x, y = model.to(dtype).to(device), x.to(dtype).to(device), y.to(dtype).to(device)
            optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=4, line_search_fn="strong_wolfe")

            def closure():
                optimizer.zero_grad()
                loss = torch.nn.functional.mse_loss(model(x), y)
                loss.backward()
                return loss

            for _ in range(20):
                optimizer.step(closure)
            return torch.cat([parameter.detach().flatten().cpu().double() for parameter in model.parameters()])

        expected = trained("cpu", torch.float64)
        on_cpu = max(distance(trained("cpu", torch.float32), expected), distance(trained("cpu", torch.float32, 3e-7), expected))
        self.assertLess(distance(trained("npu", torch.float32), expected), 10 * on_cpu)


if __name__ == "__main__":
    unittest.main()
