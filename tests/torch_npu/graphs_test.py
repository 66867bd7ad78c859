# SPDX-License-Identifier: Apache-2.0
"""torch.npu.NPUGraph: work that is captured once and replayed."""
import unittest

import torch
import torch_npu  # noqa: F401

import support


def small_network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.LayerNorm(32), torch.nn.Linear(32, 4)).npu()


def warm_up(work):
    """As torch asks for it before a capture: on a stream of its own."""
    stream = torch.npu.Stream()
    stream.wait_stream(torch.npu.current_stream())
    with torch.npu.stream(stream):
        for _ in range(2):
            work()
    torch.npu.current_stream().wait_stream(stream)


class Graphs(unittest.TestCase):
    def test_replays_a_computation_on_new_inputs(self):
        x = torch.ones(8, 8, device="npu")
        graph = torch.npu.NPUGraph()
        with torch.npu.graph(graph):
            y = (x * 2 + 1).relu() @ x
        for value in (0.5, -1.25, 3.0):
            x.fill_(value)
            graph.replay()
            expected = (x * 2 + 1).relu() @ x
            torch.npu.synchronize()
            self.assertTrue(torch.equal(y, expected))

    def test_a_decode_step_has_the_same_bits(self):
        network = small_network()
        x = torch.randn(4, 16, device="npu")
        with torch.no_grad():
            warm_up(lambda: network(x))
            graph = torch.npu.NPUGraph()
            with torch.npu.graph(graph):
                y = network(x)
            for _ in range(3):
                x.copy_(torch.randn(4, 16))
                graph.replay()
                self.assertTrue(torch.equal(y.cpu(), network(x).cpu()))

    def test_a_training_step_has_the_same_bits(self):
        def parts():
            network = small_network()
            return network, torch.optim.SGD(network.parameters(), lr=0.1)

        data = [(torch.randn(8, 16), torch.randn(8, 4)) for _ in range(5)]
        network, optimizer = parts()
        for x, target in data:
            optimizer.zero_grad(set_to_none=True)
            torch.nn.functional.mse_loss(network(x.npu()), target.npu()).backward()
            optimizer.step()

        captured, captured_optimizer = parts()
        x, target = torch.zeros(8, 16, device="npu"), torch.zeros(8, 4, device="npu")
        state = {name: value.clone() for name, value in captured.state_dict().items()}

        def step():
            captured_optimizer.zero_grad(set_to_none=True)
            torch.nn.functional.mse_loss(captured(x), target).backward()
            captured_optimizer.step()

        warm_up(step)
        graph = torch.npu.NPUGraph()
        captured_optimizer.zero_grad(set_to_none=True)
        with torch.npu.graph(graph):
            torch.nn.functional.mse_loss(captured(x), target).backward()
            captured_optimizer.step()
        with torch.no_grad():
            for name, value in captured.state_dict().items():
                value.copy_(state[name])
        for new_x, new_target in data:
            x.copy_(new_x)
            target.copy_(new_target)
            graph.replay()
        torch.npu.synchronize()
        for one, other in zip(network.parameters(), captured.parameters()):
            self.assertTrue(torch.equal(one.cpu(), other.cpu()))

    def test_graphs_share_a_pool(self):
        x = torch.ones(64, device="npu")
        pool = torch.npu.graph_pool_handle()
        first, second = torch.npu.NPUGraph(), torch.npu.NPUGraph()
        with torch.npu.graph(first, pool=pool):
            y = x + 1
        with torch.npu.graph(second, pool=pool):
            z = y * 3
        x.fill_(4)
        first.replay()
        second.replay()
        torch.npu.synchronize()
        self.assertTrue(torch.equal(z.cpu(), torch.full((64,), 15.0)))

    def test_graphed_callables_have_gradients(self):
        network, x = small_network(), torch.randn(8, 16, device="npu", requires_grad=True)
        graphed = torch.npu.make_graphed_callables(small_network(), (x,))
        for _ in range(2):
            data = torch.randn(8, 16)
            one, other = (data.npu().requires_grad_() for _ in range(2))
            network(one).square().sum().backward()
            graphed(other).square().sum().backward()
            self.assertTrue(torch.equal(one.grad.cpu(), other.grad.cpu()))

    def test_streams_join_the_capture(self):
        x = torch.full((32,), 2.0, device="npu")
        side = torch.npu.Stream()
        graph = torch.npu.NPUGraph()
        with torch.npu.graph(graph):
            side.wait_stream(torch.npu.current_stream())
            with torch.npu.stream(side):
                y = x * x
            z = x + 1
            torch.npu.current_stream().wait_stream(side)
            out = y + z
        for value in (2.0, 5.0):
            x.fill_(value)
            graph.replay()
            torch.npu.synchronize()
            self.assertTrue(torch.equal(out.cpu(), torch.full((32,), value * value + value + 1)))

    def test_random_numbers_are_those_of_the_calls(self):
        zeros, ones = torch.zeros(4, 100, device="npu"), torch.ones(4, 100, device="npu", requires_grad=True)
        draws = {
            "rand": lambda: torch.rand(4, 100, device="npu"),
            "randn": lambda: torch.randn(4, 100, device="npu"),
            "randint": lambda: torch.randint(0, 1000, (4, 100), device="npu"),
            "multinomial": lambda: torch.multinomial(torch.ones(10, device="npu"), 100, replacement=True),
            "dropout": lambda: torch.nn.functional.dropout(ones, 0.5).detach(),
            "uniform_": lambda: zeros.clone().uniform_(-1, 1),
            "normal_": lambda: zeros.clone().normal_(),
            "random_": lambda: zeros.clone().random_(),
            "random_ to": lambda: zeros.clone().random_(0, 1000),
            "exponential_": lambda: zeros.clone().exponential_(),
        }
        for name, draw in draws.items():
            with self.subTest(name):
                warm_up(draw)
                graph = torch.npu.NPUGraph()
                with torch.npu.graph(graph):
                    y = draw()
                torch.npu.manual_seed(7)
                expected = [draw().cpu() for _ in range(3)]
                torch.npu.manual_seed(7)
                for one in expected:
                    graph.replay()
                    self.assertTrue(torch.equal(y.cpu(), one))
                self.assertFalse(torch.equal(expected[0], expected[1]))

    def test_a_training_step_with_dropout_has_the_same_bits(self):
        x, target = torch.randn(8, 16, device="npu"), torch.randn(8, 4, device="npu")

        def parts():
            torch.manual_seed(0)
            network = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.Dropout(0.3), torch.nn.Linear(32, 4)).npu()
            optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

            def step():
                optimizer.zero_grad(set_to_none=True)
                torch.nn.functional.mse_loss(network(x), target).backward()
                optimizer.step()

            return network, step

        network, step = parts()
        warm_up(step)
        start = {name: value.clone() for name, value in network.state_dict().items()}
        torch.npu.manual_seed(3)
        for _ in range(4):
            step()
        expected = [value.cpu() for value in network.parameters()]

        captured, captured_step = parts()
        warm_up(captured_step)
        graph = torch.npu.NPUGraph()
        with torch.npu.graph(graph):
            captured_step()
        captured.load_state_dict(start)
        torch.npu.manual_seed(3)
        for _ in range(4):
            graph.replay()
        for one, other in zip(expected, captured.parameters()):
            self.assertTrue(torch.equal(one, other.cpu()))

    def test_says_what_a_capture_forbids(self):
        # A process of its own: torch_npu starts no further capture after one that failed.
        done = support.run("""
import torch, torch_npu
x = torch.ones(4, device="npu")
try:
    with torch.npu.graph(torch.npu.NPUGraph()):
        (x + 1).cpu()
except RuntimeError as error:
    print(error)
print((x + 1).cpu().tolist())
""")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("107027", done.stdout)
        self.assertIn("it is being captured", done.stdout + done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], "[2.0, 2.0, 2.0, 2.0]")


if __name__ == "__main__":
    unittest.main()
