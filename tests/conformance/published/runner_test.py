# SPDX-License-Identifier: Apache-2.0
"""The runner itself: what it draws, how it matches a case to a prototype, and that it finds what is wrong. Needs no device."""
import unittest

import torch

import cases
from compare import chosen_differ, difference
from library import DTYPES, Argument, Prototype, Scalar
from quantized_oracles import packed, unpacked
from results import Rounded
from run import reference_of


def entry(name, kind, dtype, values, shape=None):
    return {"name": name, "type": kind, "dtype": dtype, "range_values": values} | ({"shape": shape} if shape is not None else {})


class Cases(unittest.TestCase):
    PROTOTYPE = Prototype("aclnnAddmm", "matmul", [
        Argument("self", "aclTensor", "input", False), Argument("mat1", "aclTensor", "input", False),
        Argument("beta", "aclScalar", "attribute", False), Argument("dims", "aclIntArray", "attribute", False),
        Argument("out", "aclTensor", "output", False)])

    def arguments(self, inputs):
        return cases.arguments_of({"id": 0, "inputs": inputs}, self.PROTOTYPE, cases.Drawer(1, "Addmm", {"id": 0}))

    def test_entries_go_by_name_and_then_by_order(self):
        found = self.arguments([entry("", "tensor", "fp16", 3, [2]), entry("other", "scalar", "int32", 7),
                                [entry("dims", "attrs", "int", 1), entry("dims", "attrs", "int", -2)],
                                entry("mat1", "tensor", "fp32", [-1, 1], [4]), entry("out", "tensor", "bf16", 0, [5])])
        self.assertEqual(found["self"].tolist(), [3, 3])
        self.assertEqual(found["beta"], Scalar(7, torch.int32))
        self.assertEqual(found["dims"], [1, -2])
        self.assertEqual((found["mat1"].dtype, found["mat1"].shape), (torch.float32, (4,)))
        self.assertEqual(found["out"].dtype, torch.bfloat16)

    def test_what_says_an_argument_a_second_time(self):
        prototype = Prototype("aclnnUpsampleNearest2d", "resampling", [
            Argument("self", "aclTensor", "input", False), Argument("outputSize", "aclIntArray", "attribute", False),
            Argument("scalesH", "double", "attribute", False), Argument("out", "aclTensor", "output", False)])

        def found(*inputs):
            return cases.arguments_of({"id": 0, "inputs": list(inputs)}, prototype, cases.Drawer(1, "Any", {"id": 0}))

        sizes = {name: [entry(name, "attr_tuple", "int", value)] * 2
                 for name, value in (("size", 3), ("outputSize", 4), ("outputSize_int", 5))}
        image, scale = entry("input", "tensor", "fp32", 1, [1, 1, 2, 2]), entry("scalesH_double", "attr", "double", 2.0)
        self.assertEqual(found(image, sizes["outputSize"], sizes["size"], scale)["outputSize"], [4, 4])
        self.assertEqual(found(image, sizes["outputSize"], sizes["size"], scale)["scalesH"], 2.0)
        self.assertEqual(found(image, sizes["outputSize_int"], sizes["size"], scale)["outputSize"], [3, 3])
        self.assertEqual(found(image, sizes["outputSize_int"], scale)["outputSize"], [5, 5])

    def test_what_has_no_place_is_no_call(self):
        with self.assertRaises(ValueError):
            self.arguments([entry("", "scalar", "fp32", 1)] * 2)

    def test_values_of_other_forms(self):
        prototype = Prototype("aclnnQuantize", "quantization", [
            Argument("x", "aclTensor", "input", False), Argument("zeroPoints", "aclTensor", "input", True),
            Argument("groupIndex", "aclTensor", "input", True), Argument("dtype", "int32_t", "attribute", False),
            Argument("out", "aclTensor", "output", False)])
        found = cases.arguments_of({"id": 0, "inputs": [
            entry("x", "tensor", "fp32", 1, [2]), entry("zeroPoints", "tensor", "int32", ["null"], [2]),
            entry("group_index", "attr", "string", "[3, 0, 5]"), entry("dtype", "attr", "torch_dtype", ["uint8"])]},
            prototype, cases.Drawer(1, "Quantize", {"id": 0}))
        self.assertIsNone(found["zeroPoints"])
        self.assertEqual(found["groupIndex"].tolist(), [3, 0, 5])
        self.assertEqual(found["dtype"], DTYPES[torch.uint8])

    def test_integers_in_words(self):
        numbers = torch.tensor([[-8, 7, -1, 0, 1, 2, -3, 5, 100, -100, 0, 0, 0, 0, 0, -1]])
        words = packed(numbers)
        self.assertEqual((words.dtype, words.shape), (torch.int32, (1, 2)))
        self.assertEqual(words[0, 0].item() & 0xFFF, 0xF78)
        self.assertEqual(unpacked(words).tolist(), numbers.clamp(-8, 7).tolist())
        with self.assertRaises(ValueError):
            packed(numbers[:, 1:])

    def test_results_of_several_types(self):
        result = Rounded(torch.tensor([1.5, 300.0]), torch.tensor([3.0, 600.0]))
        self.assertEqual(reference_of(result, torch.empty(2, dtype=torch.int8)).tolist(), [2, 127])
        self.assertEqual(reference_of(result, torch.empty(2, dtype=torch.int32)).tolist(), [3, 600])
        self.assertEqual(reference_of(result, torch.empty(2)).tolist(), [1.5, 300])

    def test_values(self):
        drawer = cases.Drawer(1, "Abs", {"id": 2})
        drawn = drawer.tensor(entry("x", "tensor", "int8", [-5, 5], [1000]))
        self.assertEqual((drawn.min(), drawn.max()), (-5, 4))
        drawn = drawer.tensor(entry("x", "tensor", "bf16", ["-inf", "inf"], [100000]))
        self.assertTrue(drawn.isinf().any() and not drawn.isnan().any() and drawn.min() == -drawn.max())
        self.assertTrue(drawer.tensor(entry("x", "tensor", "fp32", ["nan"], [3])).isnan().all())
        drawn = drawer.tensor(entry("x", "tensor", "fp32", "(2, 3)", [1000]))
        self.assertTrue(2 <= drawn.min() < 2.1 and 2.9 < drawn.max() <= 3)
        self.assertEqual(drawer.tensor(entry("x", "tensor", "uint8", [-5, -1], [9])).max(), 0)
        again = cases.Drawer(1, "Abs", {"id": 2}).tensor(entry("x", "tensor", "int8", [-5, 5], [1000]))
        self.assertEqual(again.tolist(), cases.Drawer(1, "Abs", {"id": 2}).tensor(
            entry("x", "tensor", "int8", [-5, 5], [1000])).tolist())


class Comparison(unittest.TestCase):
    def test_either_reference_will_do(self):
        actual = torch.tensor([1.0, 5.0])
        self.assertIsNone(difference(actual, [torch.tensor([1.0, 2.0]), torch.tensor([7.0, 5.0]).double()], True))
        self.assertIn("1 of 2", difference(actual, [torch.tensor([1.0, 2.0])], True))

    def test_small_elements_beside_large_ones(self):
        actual, expected = torch.tensor([1e4, 1e-2]), torch.tensor([1e4, 2e-2])
        self.assertIsNone(difference(actual, [expected], False))
        self.assertIsNotNone(difference(actual, [expected], True))

    def test_numbers_that_are_none(self):
        infinity = torch.inf
        self.assertIsNone(difference(torch.tensor([torch.nan, infinity]), [torch.tensor([torch.nan, infinity])], True))
        self.assertIsNotNone(difference(torch.tensor([infinity]), [torch.tensor([-infinity])], True))
        self.assertIsNotNone(difference(torch.tensor([1.0]), [torch.tensor([torch.nan])], True))
        self.assertIsNotNone(difference(torch.tensor([3]), [torch.tensor([4])], True))
        self.assertIn("shape", difference(torch.zeros(2), [torch.zeros(3)], True))

    def test_chosen_elements(self):
        self_ = torch.tensor([[3, 1, 3]])
        self.assertIsNone(chosen_differ(self_, 1, torch.tensor([[3, 3]]), torch.tensor([[2, 0]])))
        self.assertIn("twice", chosen_differ(self_, 1, torch.tensor([[3, 3]]), torch.tensor([[2, 2]])))
        self.assertIn("not those", chosen_differ(self_, 1, torch.tensor([[3]]), torch.tensor([[1]])))
        self.assertIn("range", chosen_differ(self_, 1, torch.tensor([[3]]), torch.tensor([[3]])))


if __name__ == "__main__":
    unittest.main()
