# SPDX-License-Identifier: Apache-2.0
"""Networks that PyTorch transforms before they run: torch.compile, export, tracing and scripts, vmap; and kernels of Triton."""
import os
import pathlib
import subprocess
import sys
import unittest

import torch
import torch_npu  # noqa: F401

import support

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/pytorch/triton_kernels.py"

# Trains a network as it is and compiled. Its arguments: the backend, and whether it is expected to capture graphs.
TRAINING = """
import sys
backend, captures = {arguments!r}
if backend == "npugraphs":
    sys.modules["triton"] = None  # with it, torch_npu asks for the edition for Ascend
import torch, torch_npu

replays = 0
replay = torch.npu.NPUGraph.replay
def counted(graph, *arguments):
    global replays
    replays += 1
    return replay(graph, *arguments)
torch.npu.NPUGraph.replay = counted

def train(compiled):
    torch.manual_seed(0)
    network = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.Dropout(0.5), torch.nn.ReLU(), torch.nn.LayerNorm(32),
                                  torch.nn.Linear(32, 4)).npu()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    run = torch.compile(network, backend=backend) if compiled else network
    torch.npu.manual_seed(3)
    losses = []
    for _ in range(6):
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.mse_loss(run(torch.randn(8, 16).npu()), torch.randn(8, 4).npu())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, [parameter.detach().cpu() for parameter in network.parameters()]

(losses, parameters), (compiled_losses, compiled_parameters) = train(False), train(True)
assert losses == compiled_losses, (losses, compiled_losses)
assert all(torch.equal(*pair) for pair in zip(parameters, compiled_parameters))
assert (replays > 0) == captures, replays
print("equal")
"""


def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.Linear(32, 4)).npu().eval()


class Compile(unittest.TestCase):
    def test_a_training_step_has_the_same_bits(self):
        for backend, captures in (("aot_eager", False), ("npugraphs", True), ("npugraph_ex", True)):
            with self.subTest(backend=backend):
                done = support.run(TRAINING.format(arguments=(backend, captures)))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.endswith("equal\n"), done.stdout)

    def test_transformed_networks_have_the_same_bits(self):
        original = network()
        x = torch.randn(8, 16, device="npu")
        with torch.no_grad():
            expected = original(x)
            transformed = {
                "export": torch.export.export(original, (x,)).module(),
                "trace": torch.jit.trace(original, x),
                "script": torch.jit.script(original),
                "symbolic trace": torch.fx.symbolic_trace(original),
            }
            for name, run in transformed.items():
                with self.subTest(name):
                    self.assertTrue(torch.equal(run(x), expected))

    def test_vmap_has_the_results_of_a_loop(self):
        weights, x = torch.randn(5, 4, 16, device="npu"), torch.randn(5, 16, device="npu")
        expected = torch.stack([weight @ row for weight, row in zip(weights, x)])
        torch.testing.assert_close(torch.vmap(torch.mv)(weights, x), expected)

    def test_kernels_of_triton_run_in_its_interpreter(self):
        done = subprocess.run([sys.executable, EXAMPLE], env={**os.environ, "TRITON_INTERPRET": "1"}, capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "add: equal\nsoftmax: equal\n")


if __name__ == "__main__":
    unittest.main()
