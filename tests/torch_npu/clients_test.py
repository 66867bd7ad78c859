# SPDX-License-Identifier: Apache-2.0
"""scripts/clients compares results of client libraries: it finds what differs, and nothing else."""
import math
import pathlib
import sys
import unittest

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts/clients"))
import compare  # noqa: E402
import side  # noqa: E402


def found(actual, expected, precise=None, **named):
    return compare.differences(side.detached(actual), side.detached(expected), lambda: precise and side.detached(precise), **named)


class Comparison(unittest.TestCase):
    def test_equal_results(self):
        result = {"a": torch.tensor([1.0, math.nan, math.inf]), "b": [torch.tensor([1, 2]), True, 3, 0.5, "x", None]}
        self.assertEqual(found(result, result), [])

    def test_a_number_off(self):
        expected = torch.tensor([1.0, 100.0])
        self.assertEqual(found(expected + torch.tensor([0.09, 0.0]), expected), [])
        self.assertEqual(len(found(expected + torch.tensor([0.11, 0.0]), expected)), 1)

    def test_float64_decides(self):
        expected, true = torch.tensor([1.0]), torch.tensor([1.01], dtype=torch.float64)
        self.assertEqual(found(torch.tensor([1.015]), expected, true), [])
        self.assertEqual(len(found(torch.tensor([1.03]), expected, true)), 1)

    def test_rounding_of_zero(self):
        expected = [torch.tensor([1.0]), torch.tensor([1e-8])]
        self.assertEqual(found([torch.tensor([1.0]), torch.tensor([3e-8])], expected), [])
        self.assertEqual(len(found([torch.tensor([1.0]), torch.tensor([3e-6])], expected)), 1)

    def test_what_is_no_number(self):
        self.assertEqual(len(found(torch.tensor([math.nan]), torch.tensor([1.0]))), 1)
        self.assertEqual(len(found(torch.tensor([math.inf]), torch.tensor([1.0]))), 1)
        self.assertEqual(len(found(torch.tensor([1.0]), torch.tensor([math.nan]))), 1)

    def test_integers_types_shapes_and_names(self):
        self.assertEqual(len(found(torch.tensor([1, 2]), torch.tensor([1, 3]))), 1)
        self.assertEqual(len(found(torch.tensor([True]), torch.tensor([False]))), 1)
        self.assertEqual(len(found(torch.tensor([1.0]), torch.tensor([1.0], dtype=torch.float64))), 1)
        self.assertEqual(len(found(torch.ones(2), torch.ones(2, 1))), 1)
        self.assertEqual(len(found({"a": torch.ones(2)}, {"b": torch.ones(2)})), 1)
        self.assertEqual(len(found("x", "y")), 1)

    def test_complex_numbers(self):
        expected = torch.tensor([1 + 2j])
        self.assertEqual(found(expected, expected), [])
        self.assertEqual(len(found(torch.tensor([1 - 2j]), expected)), 1)

    def test_numbers_that_the_device_draws(self):
        self.assertEqual(found(torch.tensor([5.0]), torch.tensor([1.0]), numbers_too=False), [])
        self.assertEqual(len(found(torch.tensor([math.nan]), torch.tensor([1.0]), numbers_too=False)), 1)
        self.assertEqual(len(found(torch.ones(3), torch.ones(2), numbers_too=False)), 1)

    def test_both_sides_get_the_same(self):
        first, second = side.Side("cpu"), side.Side("cpu", torch.float64)
        with side.floats(torch.float64):
            weights = second.module(torch.nn.Linear, 3, 2).weight
            drawn = second.randn(4)
        self.assertEqual(weights.dtype, torch.float64)
        self.assertTrue(torch.equal(first.module(torch.nn.Linear, 3, 2).weight, weights.float()))
        self.assertTrue(torch.equal(first.randn(4), drawn.float()))


if __name__ == "__main__":
    unittest.main()
