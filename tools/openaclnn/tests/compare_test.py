# SPDX-License-Identifier: Apache-2.0
"""openaclnn compare: the published standard (relative + absolute threshold, matched ratio, largest error)."""
import unittest

import numpy as np

from program import ProgramTest, from_bfloat16, to_bfloat16

STANDARD = {"float32": (2 ** -10, 2 ** -16, 1e-2), "float16": (2 ** -9, 2 ** -9, 1e-1), "bf16": (2 ** -6, 2 ** -6, 1)}


class Compare(ProgramTest):
    def compare(self, actual, expected, *options, exit_status=0):
        self.save(actual=actual, expected=expected)
        return self.call_json("compare", "actual.npy", "expected.npy", *options, exit_status=exit_status)

    def test_equal(self):
        values = np.random.default_rng(1).standard_normal((7, 9)).astype(np.float32)
        report = self.compare(values, np.asfortranarray(values))
        self.assertTrue(report["within"])
        self.assertEqual((report["matched"], report["equal"], report["worst_ulp"]), (63, 63, None))

    def test_rounded_passes(self):
        exact = np.random.default_rng(2).standard_normal(5000)
        rounded = exact.astype(np.float16)
        self.compare(rounded, exact, "--dtype", "fp16")
        report = self.compare(np.nextafter(rounded, np.float16(np.inf)), rounded)
        self.assertTrue(report["within"])
        self.assertEqual(report["worst_ulp"]["error"], 1)
        self.assertEqual(report["equal"], 0)

    def test_planted_error(self):
        expected = np.zeros((20, 10), np.float32)
        actual = expected.copy()
        actual[3, 7] = 0.5
        report = self.compare(actual, expected, exit_status=1)
        self.assertEqual((report["matched"], report["over_limit"]), (199, 1))
        self.assertEqual(report["worst_absolute"], {"index": [3, 7], "actual": 0.5, "expected": 0, "error": 0.5})
        self.assertEqual(report["first_unmatched"]["index"], [3, 7])
        output, _ = self.call("compare", "actual.npy", "expected.npy", exit_status=1)
        self.assertTrue(output.startswith("OUTSIDE"))
        self.assertIn("[3, 7]", output)

    def test_parts_of_complex_numbers(self):
        expected = np.array([[1 + 2j, 3 - 4j], [0, 5j]], np.complex64)
        report = self.compare(expected, np.asfortranarray(expected))
        self.assertEqual((report["within"], report["dtype"], report["shape"], report["elements"]), (True, "fp32", [2, 2], 8))
        actual = expected.copy()
        actual[0, 1] += 0.5j
        report = self.compare(actual, expected, exit_status=1)
        self.assertEqual(report["matched"], 7)
        self.assertEqual(report["worst_absolute"],
                         {"index": [0, 1], "part": "imaginary", "actual": -3.5, "expected": -4, "error": 0.5})
        self.assertIn("at [0, 1], imaginary: actual -3.5, expected -4\n", self.call("compare", "actual.npy", "expected.npy", exit_status=1)[0])
        self.compare(expected, expected.astype(np.complex128), "--dtype", "fp32")
        self.save(real=np.ones((2, 2), np.float32))
        for options in ((), ("--dtype", "fp32")):
            _, error = self.call("compare", "actual.npy", "real.npy", *options, exit_status=2)
            self.assertIn("the types differ: actual.npy holds complex64, real.npy fp32", error)

    def test_thresholds_of_each_type(self):
        for name, (relative, absolute, limit) in STANDARD.items():
            encode = to_bfloat16 if name == "bf16" else np.dtype(name).type
            decode = from_bfloat16 if name == "bf16" else np.asarray
            options = ["--dtype", "bf16"] if name == "bf16" else []
            report = self.compare(encode([1.0]), encode([1.0]), *options)
            self.assertEqual([report["thresholds"][key] for key in ("rtol", "atol", "ratio", "max_error", "max_ulp")],
                             [relative, absolute, 0.99, limit, 32])
            for value in (1.0, 0.0, -3.0):
                expected = float(decode(encode([value]))[0])
                tolerance = absolute + relative * abs(expected)
                for factor, matches in ((0.9, True), (1.2, False)):
                    actual = encode([expected + factor * tolerance])
                    matches = abs(float(decode(actual)[0]) - expected) <= tolerance
                    report = self.compare(actual, encode([expected]), *options, exit_status=0 if matches else 1)
                    self.assertEqual(report["matched"], int(matches), (name, value, factor))

    def test_matched_ratio(self):
        expected = np.ones(1000, np.float32)
        for wrong, within in ((10, True), (11, False)):
            actual = expected.copy()
            actual[:wrong] += 0.005  # no match, but below the largest error
            report = self.compare(actual, expected, exit_status=0 if within else 1)
            self.assertEqual((report["matched"], report["over_limit"]), (1000 - wrong, 0))
        self.compare(actual, expected, "--ratio", 0.5)
        self.compare(actual, expected, "--rtol", 0.01)
        self.compare(actual, expected, "--ratio", 0.5, "--max-error", 0.001, exit_status=1)
        self.compare(actual, expected, "--ratio", 0.5, "--max-error", 0.001, "--max-ulp", 1e6)

    def test_limit_is_the_larger_of_error_and_ulps(self):
        expected = np.full(200, 2.0 ** 20, np.float32)  # an ulp is 1/8
        actual = expected.copy()
        actual[0] += 4
        self.assertEqual(self.compare(actual, expected)["worst_ulp"]["error"], 32)
        actual[0] += 0.125
        self.compare(actual, expected, exit_status=1)

    def test_nan_and_infinity(self):
        nan, inf = np.nan, np.inf
        values = np.array([nan, inf, -inf, 1] + [0] * 996, np.float32)
        self.assertEqual(self.compare(values, values)["equal"], 1000)
        for index, other, kind in ((0, 0, "nan"), (3, nan, "nan"), (1, -inf, "infinity"), (1, 3e38, "infinity"),
                                   (3, inf, "infinity"), (1, nan, "nan")):
            changed = values.copy()
            changed[index] = other
            report = self.compare(changed, values, exit_status=1)
            self.assertEqual(report[f"{kind}_mismatches"], 1)
            self.assertEqual(report["first_non_finite_mismatch"]["index"], [index])

    def test_wider_reference_overflows(self):
        self.compare(np.array([np.inf, 1], np.float16), np.array([1e6, 1], np.float32), "--dtype", "fp16")
        self.compare(np.array([np.inf, 1], np.float16), np.array([6e4, 1], np.float32), "--dtype", "fp16", exit_status=1)

    def test_integers_are_equal_or_not(self):
        large = np.array([2 ** 62, 2 ** 62 + 1, -5])
        self.compare(large, large)
        other = large + np.array([0, 1, 0])
        self.assertEqual(self.compare(other, large, exit_status=1)["matched"], 2)
        self.compare(np.array([True, False]), np.array([True, True]), exit_status=1)

    def test_float64(self):
        values = np.array([1.0, 2.0])
        self.assertIn("--dtype", self.compare(values, values, exit_status=2)["error"]["message"])
        self.compare(values, values, "--dtype", "fp32")
        self.compare(values, values, "--rtol", 0, "--atol", 0, "--ratio", 1, "--max-error", 0, "--max-ulp", 0)

    def test_own_thresholds_are_no_standard(self):
        self.save(actual=np.ones(4, np.float32), expected=np.full(4, 2, np.float32))
        output, _ = self.call("compare", "actual.npy", "expected.npy", "--rtol", 1, "--atol", 100, "--max-error", 1e9)
        self.assertTrue(output.startswith("WITHIN the given thresholds\n"), output)
        output, _ = self.call("compare", "actual.npy", "actual.npy")
        self.assertTrue(output.startswith("WITHIN the standard for fp32\n"), output)

    def test_empty_arrays_are_remarked(self):
        self.save(empty=np.zeros(0, np.float32))
        self.assertIn("nothing to compare", self.call("compare", "empty.npy", "empty.npy")[0])

    def test_long_doubles(self):
        self.save(long=np.ones(2, np.longdouble))
        _, error = self.call("compare", "long.npy", "long.npy", exit_status=2)
        self.assertIn("accepted are floating-point numbers of 2, 4 or 8 bytes", error)

    def test_empty_and_scalar(self):
        self.assertEqual(self.compare(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))["matched_ratio"], 1)
        self.assertEqual(self.compare(np.float32(2), np.float32(2))["shape"], [])

    def test_bfloat16_of_ml_dtypes(self):
        bits = to_bfloat16([1.0, 2.5])
        self.compare(bits.view("V2"), bits.view("V2"))
        self.compare(bits.view("V2"), bits, "--dtype", "bf16")

    def test_what_cannot_be_compared(self):
        single = np.zeros((2, 3), np.float32)
        for other, text in ((np.zeros((3, 2), np.float32), "the shapes differ"), (single.ravel(), "the shapes differ"),
                            (single.astype(np.float16), "the types differ")):
            self.assertIn(text, self.compare(single, other, exit_status=2)["error"]["message"])
        self.compare(np.zeros(2, int), np.zeros(2, int), "--dtype", "fp32", exit_status=2)
        for option, value, text in (("--ratio", 1.5, "expected a number from 0 to 1, got 1.5"),
                                    ("--ratio", "nan", "expected a number from 0 to 1, got nan"),
                                    ("--rtol", -1, "expected a number of at least 0, got -1"),
                                    ("--rtol", "nan", "expected a number of at least 0, got nan"),
                                    ("--max-ulp", "few", "expected a number of at least 0, got few")):
            message = self.compare(single, single, option, value, exit_status=2)["error"]["message"]
            self.assertTrue(message.startswith(f"{option}: {text}\n"), message)
        self.compare(single, single, "--rtol", "inf")
        self.call("compare", "actual.npy", exit_status=2)


if __name__ == "__main__":
    unittest.main()
