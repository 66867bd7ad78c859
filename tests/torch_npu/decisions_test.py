# SPDX-License-Identifier: Apache-2.0
"""Models whose numbers differ from the CPU's although no operator does: what they compute is a decision between equal candidates,
nothing but rounding, or amplifies rounding."""
import copy
import unittest

import torch
import torch_npu  # noqa: F401
from transformers import CvtConfig, CvtForImageClassification, DeepseekV32Config, DeepseekV32ForCausalLM


def distance(actual, expected):
    expected = expected.double()
    return ((actual.cpu().double() - expected).abs().max() / expected.abs().max()).item()


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
