# SPDX-License-Identifier: Apache-2.0
"""Details in which clients rely on PyTorch: which of equal elements is chosen, what is refused and in which words, numbers that are
rounded before they are used, types that few operators have."""
import unittest

import torch
import torch_npu  # noqa: F401
from torch.nn import functional

HALVES = (torch.float16, torch.bfloat16)


class Details(unittest.TestCase):
    def expect_same(self, name, function, *tensors, tolerance=0.0):
        with self.subTest(name):
            result, expected = function(*(tensor.npu() for tensor in tensors)), function(*tensors)
            torch.testing.assert_close(result, expected, rtol=tolerance, atol=0, check_device=False, equal_nan=True)

    def test_complex_numbers(self):
        z = torch.tensor([3 + 4j, 1 - 1j, -2 + 0.5j, -1 + 0j])
        for name in ("abs", "angle", "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "log2", "log10", "sqrt", "rsqrt",
                     "reciprocal", "sgn", "neg", "isfinite"):
            self.expect_same(name, getattr(torch, name), z, tolerance=1e-6)
        self.expect_same("isclose", torch.isclose, z, z * 1.5)
        self.expect_same("magnitudes of a transform", lambda x: torch.fft.fft(x).abs(), torch.randn(16), tolerance=1e-5)
        # The device's have the type of z.
        for name in ("var", "std", "norm"):
            result, expected = getattr(torch, name)(z.npu()).cpu(), getattr(torch, name)(z)
            torch.testing.assert_close(result.real, expected.real)
            self.assertEqual(torch.view_as_real(result)[1].item() if result.is_complex() else 0, 0)

    def test_lists_with_a_number_for_each_tensor(self):
        tensors = [torch.tensor([1.0, 2.0]), torch.tensor([3.0])]
        for name in ("_foreach_addcdiv", "_foreach_addcmul"):
            for numbers in (torch.tensor([1.0, 2.0]), [1.0, 2.0]):
                self.expect_same(name, lambda a, b: getattr(torch, name)([a, b], [b, a], [a, b], numbers), *tensors)

    def test_as_many_results_as_there_are(self):
        x = torch.tensor([[1, 0, 3], [0, 0, 5]])
        self.expect_same("nonzero", torch.nonzero, x)
        self.expect_same("masked_select", lambda x: x.masked_select(x > 1), x)
        self.expect_same("unique", lambda x: x.unique(return_counts=True), x)

    def test_which_of_equal_elements(self):
        x = torch.tensor([[3, 1, 2, 2, 5], [1, 1, 1, 1, 1], [4, 2, 2, 3, 2]])
        self.assertEqual(x.npu().median(1).indices.tolist(), [3, 2, 4])
        for dtype in (torch.int64, torch.int32, torch.uint8, torch.float32, *HALVES):
            for name, choose in {
                "median": lambda x: x.median(1).indices, "nanmedian": lambda x: x.nanmedian(1).indices,
                "kthvalue": lambda x: x.kthvalue(3, 1).indices, "sort": lambda x: x.sort(dim=1, stable=True).indices,
                "descending": lambda x: x.sort(dim=1, descending=True, stable=True).indices, "max": lambda x: x.max(1).indices,
                "min": lambda x: x.min(0).indices, "argmax": lambda x: x.argmax(1), "argsort": lambda x: x.argsort(dim=1, stable=True),
            }.items():
                self.expect_same(f"{name} {dtype}", choose, x.to(dtype))

    def test_numbers_are_rounded_first(self):
        for dtype in HALVES:
            for number in (0.54, 1.3):
                x = torch.rand(500).mul(3).add(0.01).to(dtype)
                x[0] = number
                for name, function in {
                    "add": lambda x: x + number, "sub": lambda x: x - number, "rsub": lambda x: number - x,
                    "mul": lambda x: x * number, "div": lambda x: x / number, "remainder": lambda x: x.remainder(number),
                    "remainder of a number": lambda x: torch.remainder(number, x), "fmod": lambda x: x.fmod(number),
                    "floor": lambda x: x // number, "pow": lambda x: x**number, "power of a number": lambda x: number**x,
                    "hardshrink": lambda x: functional.hardshrink(x, number), "compare": lambda x: (x == number, x < number),
                    "softshrink": lambda x: functional.softshrink(x, number), "clamp": lambda x: x.clamp(-number, number),
                    "threshold": lambda x: functional.threshold(x, number, number), "lerp": lambda x: x.lerp(x * 3, number),
                    "addcmul": lambda x: x.addcmul(x, x, value=number), "where": lambda x: torch.where(x > 1, x, number),
                }.items():
                    # A power may lie so near the middle of two numbers that one of float32 decides.
                    tolerance = torch.finfo(dtype).eps if name == "power of a number" else 0.0
                    self.expect_same(f"{name} {number} {dtype}", function, x, tolerance=tolerance)
                # PyTorch's CPU rounds the logarithm, too.
                rounded = torch.tensor(number).to(dtype).double()
                for name, function in {"xlogy": torch.xlogy, "xlogy of a number": lambda x, number: torch.xlogy(number, x)}.items():
                    with self.subTest(f"{name} {number} {dtype}"):
                        others = function(x.npu(), number).cpu() != function(x.double(), rounded).to(dtype)
                        # Next to a tie, as float32 lies between; of a number that is not rounded it is one in four.
                        self.assertLess(others.sum().item(), 5)

    def test_random_numbers_stay_below_their_bound(self):
        for dtype in HALVES:
            x = torch.empty(300_000, dtype=dtype, device="npu").random_(-3, 300)
            self.assertLess(x.max().item(), 300)
            self.assertEqual(x.min().item(), -3)
        # In more dims than other operators take.
        for name, fill in {"uniform_": (0, 1), "normal_": (0, 1), "random_": (0, 5)}.items():
            drawn = getattr(torch.empty([2] * 10, device="npu"), name)(*fill).cpu()
            self.assertGreater(drawn.unique().numel(), 4, name)

    def test_dropout_in_place_and_bernoulli_agree(self):
        def drawn(draw):
            torch.npu.manual_seed(5)
            return draw(torch.ones(1000, device="npu")) != 0

        kept = drawn(lambda x: functional.dropout(x, 0.3, True))
        self.assertTrue(torch.equal(kept, drawn(lambda x: functional.dropout(x, 0.3, True, inplace=True))))
        self.assertTrue(torch.equal(kept, drawn(lambda x: x.bernoulli_(0.7))))

    def test_refusals(self):
        x = torch.tensor([1], device="npu")
        for name, write in {"add_": lambda: x.add_(1.5), "mul_": lambda: x.mul_(torch.tensor([1.5]).npu()),
                            "pow_": lambda: x.pow_(1.5), "remainder_": lambda: x.remainder_(1.5)}.items():
            with self.subTest(name), self.assertRaisesRegex(RuntimeError, "result type FLOAT can't be cast"):
                write()
        with self.assertRaisesRegex(RuntimeError, "lambd: expected 0 or more"):
            functional.softshrink(torch.ones(2).npu(), -1.0)
        self.assertEqual(x.tolist(), [1])

    def test_gradients_at_the_ends(self):
        def gradient(function):
            def of(x):
                x = x.clone().requires_grad_()
                function(x).backward()
                return x.grad
            return of

        ends = torch.tensor([torch.inf, -torch.inf, 0.0, -3.0, 3.0])
        self.expect_same("gelu", gradient(lambda x: functional.gelu(x).sum()), ends[:3])
        self.expect_same("hardswish", gradient(lambda x: functional.hardswish(x).sum()), ends[2:])
        self.expect_same("layer norm", gradient(lambda x: functional.layer_norm(x, (1,)).mul(x.detach()).sum()),
                         torch.linspace(-3, 3, 7).view(7, 1))
        inputs, targets = torch.tensor([[0.5, -1.0], [0.0, 2.0]]), torch.tensor([[-0.5, 1.0], [0.0, -2.0]])
        for logarithms in (False, True):
            self.expect_same(f"kl_div {logarithms}", gradient(lambda x: functional.kl_div(
                x, targets.to(x.device), reduction="batchmean", log_target=logarithms)), inputs, tolerance=1e-6)

    def test_float8(self):
        for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
            x = torch.tensor([[1.0, 300.0], [-1.5, 1e6]])
            self.expect_same("cast", lambda x: x.to(dtype).float(), x)
            for name, function in {
                "cat": lambda x: torch.cat([x, x[:1]]), "pad": lambda x: functional.pad(x, (1, 2)), "fill": lambda x: x.clone().fill_(2),
                "transposed": lambda x: x.t().contiguous(), "strided": lambda x: x[:, ::2].clone(),
                "copy": lambda x: torch.empty_like(x).copy_(x.float() * 2), "bytes": lambda x: x.view(torch.uint8),
            }.items():
                self.expect_same(f"{name} {dtype}", lambda x: function(x).view(torch.uint8), x.to(dtype))

    def test_types_and_shapes_that_promote(self):
        truth = torch.tensor([True, False, True])
        self.expect_same("clamp", lambda x: x.clamp(x, torch.tensor([0.5, 0.5, -1.0]).to(x.device)), truth)
        self.expect_same("expanded fill", lambda x: x[:1].expand(4).fill_(1.0), torch.zeros(1))
        self.expect_same("all", lambda x: (x.to(torch.uint8).all(), x.to(torch.uint8).any()), truth)
        self.expect_same("exp", torch.exp, torch.tensor([1, 2]), tolerance=1e-6)
        for name in ("ceil", "floor", "round", "trunc"):
            self.expect_same(name, getattr(torch, name), torch.tensor([1, -2]))
        self.expect_same("legacy empty", lambda x: torch.cat([x.new_zeros(0), x], 1), torch.ones(2, 2))
        self.expect_same("empty convolution", functional.conv2d, torch.zeros(0, 2, 4, 4), torch.ones(3, 2, 2, 2))
        large = torch.tensor([[2**62, 3], [5, 7]])
        for name, function in {"mm": lambda x: x @ x, "bmm": lambda x: torch.bmm(x[None], x[None]), "mv": lambda x: x @ x[0],
                               "addmm": lambda x: torch.addmm(x, x, x), "dot": lambda x: x[0].dot(x[0])}.items():
            self.expect_same(name, function, large)
        self.assertTrue(torch.zeros(4).pin_memory().is_pinned())


if __name__ == "__main__":
    unittest.main()
