# SPDX-License-Identifier: Apache-2.0
"""What scripts do with tensors all day: indexing, comparing, making, reshaping."""
import re
import unittest

import torch
import torch_npu  # noqa: F401


class Everyday(unittest.TestCase):
    def expect_same(self, function, *tensors):
        """The function gives the same on the device as on the host."""
        result, expected = function(*(tensor.npu() for tensor in tensors)), function(*tensors)
        if isinstance(expected, torch.Tensor):
            self.assertEqual(result.device.type, "npu")
        torch.testing.assert_close(result, expected, check_device=False, equal_nan=True)

    def test_indexing(self):
        x, rows = torch.randn(6, 5, 4), torch.tensor([4, 0, -1])
        for name, function in {
            "slice": lambda x, rows: x[1:4, ::2, -1],
            "none, ellipsis": lambda x, rows: x[None, ..., 2],
            "where": lambda x, rows: torch.where(x > 0, x, -x),
            "index_select": lambda x, rows: x.index_select(1, rows.abs()),
            "tensor": lambda x, rows: x[rows], "two tensors": lambda x, rows: x[rows, :, rows.abs() % 4],
            "mask": lambda x, rows: x[x > 0.5], "rows by mask": lambda x, rows: x[x[:, 0, 0] > 0],
            "masked_select": lambda x, rows: x.masked_select(x < 0), "nonzero": lambda x, rows: (x > 1).nonzero(),
            "gather": lambda x, rows: x.gather(0, (x[:2] > 0).long()), "take": lambda x, rows: x.take(rows.abs() * 7),
        }.items():
            with self.subTest(name):
                self.expect_same(function, x, rows)

    def test_assignment(self):
        def assign(write):
            def function(x, rows):
                x = x.clone()
                write(x, rows)
                return x
            return function

        x, rows = torch.randn(6, 5), torch.tensor([4, 0, 2])
        for name, write in {
            "number": lambda x, rows: x.__setitem__((slice(1, 3), 2), 7.0),
            "slice": lambda x, rows: x.__setitem__(slice(0, 2), x[3:5].clone()),
            "fill": lambda x, rows: x.fill_(3),
            "rows": lambda x, rows: x.__setitem__(rows, x[:3] * 2), "mask": lambda x, rows: x.__setitem__(x < 0, 0.0),
            "added": lambda x, rows: x.index_put_((rows, rows), x[0, :3].clone(), accumulate=True),
            "scatter": lambda x, rows: x.scatter_(0, (x[:2] > 0).long(), 5.0),
            "index_add": lambda x, rows: x.index_add_(0, rows, x[:3].clone()),
            "zero": lambda x, rows: x[1].zero_(),
        }.items():
            with self.subTest(name):
                self.expect_same(assign(write), x, rows)

    def test_comparison(self):
        x, y = torch.tensor([1.0, 2, 3, float("nan")]), torch.tensor([1.0, 3, 2, float("nan")])
        for name, function in {
            "==": lambda x, y: x == y, "!=": lambda x, y: x != y, "<": lambda x, y: x < y, "<=": lambda x, y: x <= y,
            ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
            "isnan": lambda x, y: x.isnan(), "isfinite": lambda x, y: x.isfinite(),
            "any, all": lambda x, y: ((x > 1).any().item(), (x > 1).all().item()),
            "equal": lambda x, y: (torch.equal(x, x[:]), torch.equal(x, y)), "isclose": lambda x, y: x.isclose(y, equal_nan=True),
            "maximum": torch.maximum, "minimum": torch.minimum,
            "and, or, not": lambda x, y: ~((x > 1) & (y > 2) | (x > 2)),
        }.items():
            with self.subTest(name):
                self.expect_same(function, x, y)

    def test_making(self):
        for name, make in {
            "zeros": lambda device: torch.zeros(3, 2, device=device),
            "ones": lambda device: torch.ones(3, dtype=torch.int64, device=device),
            "full": lambda device: torch.full((2, 2), 1.5, device=device),
            "arange": lambda device: torch.arange(2, 9, 3, device=device),
            "linspace": lambda device: torch.linspace(0, 1, 7, device=device),
            "eye": lambda device: torch.eye(3, 4, device=device),
            "tensor": lambda device: torch.tensor([[1, 2], [3, 4]], device=device),
        }.items():
            with self.subTest(name):
                torch.testing.assert_close(make("npu"), make("cpu"), check_device=False)

    def test_reshaping(self):
        x, y = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
        for name, function in {
            "permute": lambda x, y: x.permute(2, 0, 1).contiguous(), "reshape": lambda x, y: x.transpose(0, 1).reshape(-1),
            "cat": lambda x, y: torch.cat([x, y], -1), "stack": lambda x, y: torch.stack([x, y], 1),
            "split": lambda x, y: list(x.split([1, 3], 2)), "chunk": lambda x, y: list(x.chunk(2, 1)),
            "flip": lambda x, y: x.flip(0, 2), "roll": lambda x, y: x.roll(2, 1), "repeat": lambda x, y: x.repeat(2, 1, 3),
            "expand": lambda x, y: x[:1].expand(5, 3, 4) + 1, "tril": lambda x, y: x.tril(-1), "triu": lambda x, y: x.triu(1),
            "pad": lambda x, y: torch.nn.functional.pad(x, (1, 2, 0, 1), value=3.0),
        }.items():
            with self.subTest(name):
                self.expect_same(function, x, y)

    def test_reducing(self):
        x = torch.randn(3, 4, 5)
        for name, function in {
            "sum": lambda x: x.sum(), "sum of dims": lambda x: x.sum((0, -1), keepdim=True), "mean": lambda x: x.mean(1),
            "max": lambda x: x.max(), "min": lambda x: x.min(), "amax": lambda x: x.amax(2), "norm": lambda x: x.norm(),
            "argmax": lambda x: x.argmax(1), "max of dim": lambda x: list(x.max(1)), "argmin": lambda x: x.argmin(),
            "var": lambda x: x.var(1), "std": lambda x: x.std(), "prod": lambda x: x.prod(0), "cumsum": lambda x: x.cumsum(1),
            "logsumexp": lambda x: x.logsumexp(-1), "sort": lambda x: list(x.sort(1)), "topk": lambda x: list(x.topk(2, 2)),
            "softmax": lambda x: x.softmax(1), "log_softmax": lambda x: x.log_softmax(-1),
        }.items():
            with self.subTest(name):
                self.expect_same(function, x)

    def test_printing(self):
        """As on the host, but for the name of the device."""
        for tensor in (torch.randn(3, 4), torch.tensor([1.5, 1e9, float("nan")]), torch.arange(5), torch.tensor([True, False]),
                       torch.randn(2, 2).half(), torch.randn(2, 2).bfloat16(), torch.tensor(3.25), torch.randn(0, 3),
                       torch.randn(60, 60)):
            with self.subTest(tensor=tensor.shape, dtype=tensor.dtype):
                told = re.sub(r",\s*device='npu:0'", "", repr(tensor.npu()))
                self.assertEqual("".join(told.split()), "".join(repr(tensor).split()))

    def test_random(self):
        """The numbers are the device's own: the same for one seed, and spread as they should be."""
        def draw(seed):
            torch.npu.manual_seed(seed)
            return [torch.randn(20_000, device="npu"), torch.rand(20_000, device="npu"),
                    torch.randint(5, (20_000,), device="npu"), torch.bernoulli(torch.full((20_000,), 0.25, device="npu"))]

        first, again, other = draw(1), draw(1), draw(2)
        for name, mean, deviation, *tensors in zip(("randn", "rand", "randint", "bernoulli"), (0, 0.5, 2, 0.25),
                                                   (1, 12 ** -0.5, 2 ** 0.5, 0.1875 ** 0.5), first, again, other, strict=True):
            with self.subTest(name):
                a, b, c = (tensor.cpu().double() for tensor in tensors)
                self.assertTrue(torch.equal(a, b))
                self.assertFalse(torch.equal(a, c))
                self.assertLess(abs(a.mean().item() - mean), 4 * deviation / 20_000 ** 0.5)
                self.assertLess(abs(a.std().item() - deviation), 0.03 * deviation)


if __name__ == "__main__":
    unittest.main()
