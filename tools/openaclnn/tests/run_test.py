# SPDX-License-Identifier: Apache-2.0
"""openaclnn run, against formulas in NumPy's float64."""
import io
import os
import subprocess
import unittest

import numpy as np

from program import PROGRAM, ProgramTest, from_bfloat16, to_bfloat16

RANDOM = np.random.default_rng(7)


def normal(*shape, dtype=np.float32):
    return RANDOM.standard_normal(shape).astype(dtype)


def mse(grad_output, self_, target, factor):
    g, x, t = (array.astype(np.float64) for array in (grad_output, self_, target))
    return factor * (x - t) * g


class MseLoss(ProgramTest):
    def setUp(self):
        super().setUp()
        self.g, self.x, self.t = normal(3, 4), normal(3, 4), normal(3, 4)

    def run_mse(self, g, x, t, *options, **call_options):
        return self.run_operator("mse_loss_backward", {"grad_output": g, "self": x, "target": t}, ["out"],
                                 *options, **call_options)[0]

    def test_reductions(self):
        for reduction, factor in (("none", 2), ("mean", 2 / 12), ("sum", 2), ("0", 2), ("1", 2 / 12), ("2", 2)):
            out = self.run_mse(self.g, self.x, self.t, "--reduction", reduction)
            np.testing.assert_allclose(out, mse(self.g, self.x, self.t, factor), rtol=1e-6)
            self.assertEqual(out.dtype, np.float32)

    def test_mean_is_the_default(self):
        out = self.run_mse(self.g, self.x, self.t)
        np.testing.assert_allclose(out, mse(self.g, self.x, self.t, 2 / 12), rtol=1e-6)

    def test_without_ceremony(self):
        self.save(x=np.array([[0, 0], [1, 3]], np.float32), wide=np.arange(24, dtype=np.float32).reshape(12, 2),
                  long=np.arange(9, dtype=np.float32), none=np.zeros((0, 3), np.float32), whole=np.arange(3))
        self.assertEqual(self.call("run", "softmax", "x.npy", "--dim", -1)[0],
                         "out fp32 [2, 2]\n  0.5 0.5\n  0.119202919 0.880797029\n")
        self.assertIn("\n  ... 2 more rows\n", self.call("run", "relu", "wide.npy")[0])
        self.assertEqual(self.call("run", "relu", "long.npy")[0], "out fp32 [9]\n  0 1 2 3 4 5 6 7 ...\n")
        self.assertEqual(self.call("run", "relu", "none.npy")[0], "out fp32 [0, 3]\n")
        self.assertEqual(self.call("run", "exp", "whole.npy", "--dtype", "fp32", "-o", "y.npy")[0].split()[2], "fp32")
        np.testing.assert_allclose(self.load("y"), np.exp(np.arange(3)), rtol=1e-6)
        # Named ones first, the others in their order.
        self.assertEqual(self.call("run", "sub", "--other", "x.npy", "wide.npy", exit_status=1)[0], "")
        self.assertEqual(self.call("run", "sub", "--other", "long.npy", "long.npy")[0].split()[3:5], ["0", "0"])
        for words, text in ((["relu", "x.npy", "x.npy"], "'x.npy': expected at most 1 input file; openaclnn list relu shows them"),
                            (["sub", "x.npy"], "--other is required"),
                            (["relu", "x.npy", "--json"], "no output is asked for")):
            self.assertIn(text, self.call("run", *words, exit_status=2)[1])

    def test_complex_results(self):
        for dtype, result in ((np.float32, np.complex64), (np.float64, np.complex128)):
            self.save(a=np.array([1, 2.5], dtype), b=np.array([3, -4], dtype))
            self.call("run", "complex", "--real", "a.npy", "--imag", "b.npy", "-o", "z.npy")
            self.assertEqual(self.load("z").dtype, result)
            np.testing.assert_array_equal(self.load("z"), [1 + 3j, 2.5 - 4j])
            self.assertEqual(self.call("run", "complex", "a.npy", "b.npy")[0],
                             f"out {np.dtype(result).name} [2]\n  1+3j 2.5-4j\n")

    def test_complex_numbers(self):
        for dtype, part, name in ((np.complex64, np.float32, "complex64"), (np.complex128, np.float64, "complex128")):
            a, b = np.array([[1 + 2j, 1 - 3.5j], [2, 0.5 - 1j]], dtype), np.array([[2 - 1j, 1j], [4, 1]], dtype)
            self.save(a=a, b=np.asfortranarray(b))
            self.assertEqual(self.call("run", "mul", "a.npy", "b.npy")[0], f"out {name} [2, 2]\n  4+3j 3.5+1j\n  8+0j 0.5-1j\n")
            for operator, expected in (("add", a + b), ("sub", a - b), ("div", a / b), ("exp", np.exp(a))):
                self.call("run", operator, "a.npy", *("b.npy",)[:operator != "exp"], "-o", "out.npy")
                self.assertEqual(self.load("out").dtype, dtype, operator)
                np.testing.assert_allclose(self.load("out"), expected, rtol=1e-6)
                self.call("compare", "out.npy", "out.npy", *("--dtype", "fp32") if part == np.float64 else ())
            self.call("run", "abs", "a.npy", "-o", "out.npy")
            self.assertEqual(self.load("out").dtype, part)
            np.testing.assert_allclose(self.load("out"), np.abs(a), rtol=1e-6)
        self.save(z=np.array([1 + 2j], np.complex64))
        self.assertRegex(self.call("run", "relu", "z.npy", exit_status=1)[1], "z.npy: expected dtype .*, got complex64\n")
        self.assertIn("z.npy: cannot be taken as fp32, it holds complex64",
                      self.call("run", "abs", "z.npy", "--dtype", "fp32", exit_status=2)[1])

    def test_attributes_that_give_no_shape(self):
        """The operator refuses them by their names; shapes that follow from them do not."""
        self.save(x=np.ones(5, np.float32))
        for words, text in ((["arange", "--start", 0, "--end", 3, "--step", 0], "step"),
                            (["arange", "--start", 0, "--end", 3, "--step", "nan"], "step"),
                            (["arange", "--start", 0, "--end", 3, "--step", -1], "step"),
                            (["repeat", "x.npy", "--repeats", -1], "repeats")):
            _, error = self.call("run", *words, exit_status=1)
            self.assertIn(text, error)
            self.assertNotIn("negative extent", error)
            self.assertIn("161002", error)
        for words in (["repeat", "x.npy", "--repeats", 2 ** 63 - 1], ["arange", "--end", 1e300]):
            self.assertIn("more elements than any memory holds", self.call("run", *words, exit_status=2)[1])
        self.assertEqual(self.call("run", "slice", "x.npy", "--step", 2 ** 63 - 1)[0], "out fp32 [1]\n  1\n")

    def test_columns_follow_from_rows(self):
        self.assertTrue(self.call("run", "eye", "--n", 5)[0].startswith("out fp32 [5, 5]\n"))
        self.assertTrue(self.call("run", "eye", "--n", 2, "--m", 3)[0].startswith("out fp32 [2, 3]\n"))

    def test_the_only_output_is_o(self):
        self.save(x=np.ones((1, 2, 4, 4), np.float32), w=np.ones((3, 2, 3, 3), np.float32))
        self.call("run", "convolution", "x.npy", "w.npy", "-o", "y.npy")
        self.assertEqual(self.load("y").shape, (1, 3, 2, 2))

    def test_short_option(self):
        self.save(g=self.g, x=self.x, t=self.t)
        self.call("run", "aclnnMseLossBackward", "--grad-output", "g.npy", "--self", "x.npy", "--target", "t.npy",
                  "-o", "short.npy")
        np.testing.assert_allclose(self.load("short"), mse(self.g, self.x, self.t, 2 / 12), rtol=1e-6)

    def test_broadcast_and_scalars(self):
        g, t = normal(4), np.array(0.5, np.float32)
        out = self.run_mse(g, self.x, t, "--reduction", "sum")
        np.testing.assert_allclose(out, mse(g, self.x, t, 2), rtol=1e-6)
        self.assertEqual(self.run_mse(t, t, t).shape, ())

    def test_empty(self):
        empty = np.zeros((0, 4), np.float32)
        self.assertEqual(self.run_mse(empty, empty, empty).shape, (0, 4))

    def test_fortran_order_is_a_layout(self):
        x = np.asfortranarray(normal(3, 4, 5))
        g, t = normal(3, 4, 5), np.asfortranarray(normal(3, 4, 5))
        out = self.run_mse(g, x, t, "--reduction", "sum")
        np.testing.assert_allclose(out, mse(g, x, t, 2), rtol=1e-6)
        report = self.call_json("run", "mse_loss_backward", "--grad-output", "grad_output.npy", "--self", "self.npy",
                                "--target", "target.npy", "-o", "out.npy")
        self.assertEqual([report["inputs"][name]["fortran_order"] for name in ("gradOutput", "self", "target")],
                         [False, True, True])

    def test_float16_is_rounded_once(self):
        g, x, t = (normal(50, 7, dtype=np.float16) for _ in range(3))
        out = self.run_mse(g, x, t, "--reduction", "sum")
        np.testing.assert_array_equal(out, mse(g, x, t, 2).astype(np.float16))

    def test_bfloat16_bits(self):
        g, x, t = (to_bfloat16(normal(50, 7)) for _ in range(3))
        out = self.run_mse(g, x, t, "--reduction", "sum", "--dtype", "bf16")
        self.assertEqual(out.dtype, np.uint16)
        expected = to_bfloat16(mse(*map(from_bfloat16, (g, x, t)), 2))
        # float32 inside, so in rare cases rounded twice: then the neighbour.
        distance = np.abs(out.astype(int) - expected.astype(int))
        self.assertLessEqual(distance.max(), 1)
        self.assertLess(np.count_nonzero(distance), 5)

    def test_bfloat16_of_ml_dtypes(self):
        bits = [to_bfloat16(normal(5)) for _ in range(3)]
        plain = self.run_mse(*bits, "--dtype", "bf16")
        voids = self.run_mse(*(array.view("V2") for array in bits))
        np.testing.assert_array_equal(plain, voids)

    def test_bits_need_the_word(self):
        with self.assertRaises(AssertionError):
            self.run_mse(*(to_bfloat16(normal(5)) for _ in range(3)))
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "grad_output.npy", "--self", "self.npy",
                             "--target", "target.npy", "-o", "out.npy", exit_status=2)
        self.assertIn("--dtype bf16", error)

    def test_dtype_rounds_other_types(self):
        g, x, t = (normal(50, dtype=np.float64) for _ in range(3))
        half = self.run_mse(g, x, t, "--dtype", "fp16", "--reduction", "sum")
        rounded = (array.astype(np.float16) for array in (g, x, t))
        np.testing.assert_array_equal(half, mse(*rounded, 2).astype(np.float16))
        from_bits = self.run_mse(*map(to_bfloat16, (g, x, t)), "--dtype", "bf16")
        np.testing.assert_array_equal(self.run_mse(g, x, t, "--dtype", "bf16"), from_bits)

    def test_float64_is_refused_by_the_library(self):
        self.save(a=normal(3, dtype=np.float64))
        report = self.call_json("run", "mse_loss_backward", "--grad-output", "a.npy", "--self", "a.npy", "--target",
                                "a.npy", "-o", "never.npy", exit_status=1)["error"]
        self.assertEqual((report["status"], report["status_name"]), (161002, "ACLNN_ERR_PARAM_INVALID"))
        self.assertIn("DOUBLE", report["library_message"])
        self.assertFalse((self.folder / "never.npy").exists())

    def test_a_refusal_is_told_in_the_words_of_the_command_line(self):
        self.save(d=normal(2, 3, dtype=np.float64), f=normal(2, 3), long=normal(4, 3))
        words = ["run", "mse_loss_backward", "-o", "never.npy", "--grad-output", "f.npy", "--target", "f.npy", "--self"]
        _, error = self.call(*words, "d.npy", exit_status=1)
        self.assertEqual(error, "openaclnn: --self d.npy: expected dtype fp32, fp16 or bf16 (on Ascend910B1), got fp64\n"
                                "  --grad-output f.npy holds fp32 [2, 3]\n"
                                "  --self d.npy holds fp64 [2, 3]\n"
                                "  --target f.npy holds fp32 [2, 3]\n"
                                "With --dtype fp32 the floating-point inputs are taken as that type.\n"
                                "aclnnMseLossBackwardGetWorkspaceSize returned 161002 ACLNN_ERR_PARAM_INVALID\n")
        self.call(*words, "d.npy", "--dtype", "fp32")
        _, error = self.call(*words, "long.npy", exit_status=1)
        self.assertIn("--self long.npy: expected a shape that broadcasts with --grad-output f.npy, got [4, 3] against [2, 3]",
                      error)
        self.assertNotIn("--dtype", error)
        _, error = self.call("run", "softmax", "--self", "f.npy", "--dim", "7", "-o", "never.npy", exit_status=1)
        self.assertIn("--dim: expected", error)

    def test_an_option_is_named_where_it_helps(self):
        self.save(d=normal(3, 4, dtype=np.float64), f=normal(3, 4),
                  d52=normal(5, 2, dtype=np.float64), i8=np.zeros((3, 4), np.int8))
        hint = "With --dtype fp32 the floating-point inputs are taken as that type."
        for helps, *words in (
                (True, "mse_loss", "--self", "f.npy", "--target", "d.npy"),
                (False, "embedding", "--weight", "f.npy", "--indices", "d.npy"),  # no option converts indices
                (False, "matmul", "--self", "f.npy", "--mat2", "d52.npy"),  # it is the shape
                (False, "mse_loss", "--self", "f.npy", "--target", "i8.npy"),  # nor integers
        ):
            words = ["run", *words, "-o", "never.npy"]
            _, error = self.call(*words, exit_status=1)
            self.assertEqual(hint in error, helps, error)
            if helps:
                self.call(*words, "--dtype", "fp32")

    def test_output_of_another_type(self):
        out = self.run_mse(self.g, self.x, self.t, "--out-dtype", "fp16", "--reduction", "sum")
        np.testing.assert_array_equal(out, mse(self.g, self.x, self.t, 2).astype(np.float16))

    def test_product_without_bfloat16(self):
        bits = [to_bfloat16(normal(5)) for _ in range(3)]
        self.run_mse(*bits, "--dtype", "bf16")
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "grad_output.npy", "--self", "self.npy",
                             "--target", "target.npy", "-o", "out.npy", "--dtype", "bf16", exit_status=1,
                             environment={"OPENACLNN_SOC": "Ascend910A"})
        self.assertIn("161002", error)

    def test_an_array_on_standard_output_stays_one(self):
        self.save(x=self.x)
        words = [PROGRAM, "run", "relu", "--self", "-", "-o", "-"]
        with open(self.folder / "x.npy", "rb") as standard_input:
            result = subprocess.run(words, cwd=self.folder, stdin=standard_input, capture_output=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        np.testing.assert_array_equal(np.load(io.BytesIO(result.stdout)), np.maximum(self.x, 0))
        self.assertIn(b"wrote out", result.stderr)
        self.assertFalse((self.folder / "-").exists())

    def pipe(self, words, stdin=b"", **options):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, input=stdin, capture_output=True, timeout=120,
                              env={"ASCEND_GLOBAL_LOG_LEVEL": "4", **os.environ}, **options)

    def test_every_name_of_standard_output_is_it(self):
        self.save(x=self.x, one=np.ones(1, np.float32))
        for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            result = self.pipe(["run", "relu", "--self", "x.npy", "-o", name])
            self.assertEqual(result.returncode, 0, result.stderr)
            np.testing.assert_array_equal(np.load(io.BytesIO(result.stdout)), np.maximum(self.x, 0))
            self.assertIn(b"wrote out", result.stderr)
            result = self.pipe(["run", "relu", "--self", "x.npy", "-o", name, "--json"])
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn(b"standard output cannot take both an array and --json", result.stderr)
            result = self.pipe(["run", "prelu_backward", "--grad-output", "x.npy", "--self", "x.npy", "--weight", "one.npy",
                                "--grad-input", "-", "--grad-weight", name])
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn(b"--grad-weight: standard output is taken by --grad-input already", result.stderr)
        report = self.call_json("run", "relu", "--self", "x.npy", "-o", "/dev/null")
        self.assertEqual(report["outputs"]["out"]["file"], "/dev/null")

    def test_standard_output_that_is_a_file_is_added_to(self):
        self.save(x=self.x)
        with open(self.folder / "y", "wb") as y:
            y.write(b"before")
            y.flush()
            result = subprocess.run([PROGRAM, "run", "relu", "--self", "x.npy", "-o", "-"], cwd=self.folder, stdout=y,
                                    stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        content = (self.folder / "y").read_bytes()
        self.assertTrue(content.startswith(b"before"), content)
        np.testing.assert_array_equal(np.load(io.BytesIO(content[6:])), np.maximum(self.x, 0))

    def test_standard_input_is_one_input(self):
        self.save(x=self.x)
        content = (self.folder / "x.npy").read_bytes()
        words = ["run", "mse_loss", "-o", "y.npy", "--self"]
        for name in ("-", "/dev/stdin", "/dev/fd/0"):
            self.assertEqual(self.pipe([*words, name, "--target", "x.npy"], content).returncode, 0)
            result = self.pipe([*words, "-", "--target", name], content)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"--target: standard input is taken by --self already", result.stderr)
        result = self.pipe(["compare", "-", "-"], content)
        self.assertIn(b"EXPECTED: standard input is taken by ACTUAL already", result.stderr)
        with open(self.folder / "x.npy", "rb") as file:  # which has a name of its own
            result = subprocess.run([PROGRAM, *words, "-", "--target", "x.npy"], cwd=self.folder, stdin=file, timeout=120)
        self.assertEqual(result.returncode, 0)

    def test_help_tells_standard_streams(self):
        self.assertIn("openaclnn run relu --self - -o - < x.npy > y.npy", self.call("run", "--help")[0])
        output, _ = self.call("run", "relu", "--help")
        self.assertIn("- is standard input", output)
        self.assertIn("- is standard output", output)

    def test_mistakes(self):
        self.save(a=self.x, b=normal(5))
        inputs = ["--grad-output", "a.npy", "--self", "a.npy", "--target", "a.npy"]
        for words, text in (([*inputs, "-o", "o.npy", "--reduction", "most"], "none (0)"),
                            ([*inputs, "-o", "no/folder/o.npy"], "No such file"),
                            ([*inputs, "-o", "o.npy/"], "o.npy/: expected the name of a file, got one of a folder"),
                            ([*inputs, "-o", "./"], "./: Is a directory"),
                            ([*inputs, "-o", "o.npy", "--dtype", "int8"], "fp32, fp16 or bf16"),
                            ([*inputs[:4], "-o", "o.npy"], "--target"),
                            ([*inputs[:4], "--target", "", "-o", "o.npy"], "empty"),
                            ([*inputs, "-o", ""], "empty"),
                            ([*inputs, "-o", "o.npy", "--reduction", ""], "empty"),
                            ([*inputs, "--gamma", "a.npy", "-o", "o.npy"], "--gamma")):
            _, error = self.call("run", "mse_loss_backward", *words, exit_status=2)
            self.assertIn(text, error)
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "b.npy", *inputs[2:], "-o", "o.npy",
                             exit_status=1)
        self.assertIn("broadcasts", error)
        self.call("run", "relu_backward", exit_status=2)
        self.call("run", exit_status=2)


class Prelu(ProgramTest):
    def test_channels(self):
        g, x, w = normal(2, 3, 4), normal(2, 3, 4), normal(3)
        grad_input, grad_weight = self.run_operator("prelu_backward", {"grad_output": g, "self": x, "weight": w},
                                                    ["grad_input", "grad_weight"])
        np.testing.assert_allclose(grad_input, np.where(x > 0, g, g * w[:, None]), rtol=1e-6)
        terms = np.where(x > 0, 0, g.astype(np.float64) * x)
        np.testing.assert_allclose(grad_weight, terms.sum((0, 2)), rtol=1e-5)

    def test_one_weight_and_one_output(self):
        g, x, w = normal(2, 3), normal(2, 3), normal(1, 1)
        (grad_weight,) = self.run_operator("prelu_backward", {"grad_output": g, "self": x, "weight": w},
                                           ["grad_weight"])
        np.testing.assert_allclose(grad_weight, [[np.where(x > 0, 0, g.astype(np.float64) * x).sum()]], rtol=1e-5)
        self.assertFalse((self.folder / "grad_input.npy").exists())
        _, error = self.call("run", "prelu_backward", "--grad-output", "grad_output.npy", "--self", "self.npy",
                             "--weight", "weight.npy", "--grad-input", "a.npy", "--grad-weight", "a.npy", exit_status=2)
        self.assertIn("two outputs", error)


class EmbeddingDense(ProgramTest):
    def test_index_types(self):
        grad = normal(3, 5, 6)
        indices = np.array([[0, 4, 4, 1, 0], [2, 2, 2, 4, 9], [3, 4, 0, 0, 1]])
        expected = np.zeros((10, 6))
        np.add.at(expected, indices.ravel(), grad.astype(np.float64).reshape(-1, 6))
        counts = np.maximum(np.bincount(indices.ravel(), minlength=10), 1)[:, None]
        padded = expected.copy()
        padded[4] = 0
        for dtype in (np.int64, np.int32, np.int16, np.int8, np.uint8, np.float32, np.float16, np.float64):
            inputs = {"grad": grad, "indices": indices.astype(dtype)}
            (out,) = self.run_operator("embedding_dense_backward", inputs, ["out"], "--num-weights", 10)
            np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-7)
            (out,) = self.run_operator("embedding_dense_backward", inputs, ["out"], "--num-weights", 10,
                                       "--padding-idx", 4, "--scale-grad-by-freq")
            np.testing.assert_allclose(out, padded / counts, rtol=1e-5, atol=1e-7)

    def test_bool_of_any_byte(self):
        grad = normal(4, 3)
        indices = np.array([0, 1, 2, 255], np.uint8).view(bool)
        (out,) = self.run_operator("embedding_dense_backward", {"grad": grad, "indices": indices}, ["out"],
                                   "--num-weights", 2)
        np.testing.assert_allclose(out, [grad[0], grad[1:].sum(0)], rtol=1e-5)

    def test_padding_may_be_negative(self):
        inputs = {"grad": normal(2, 3), "indices": np.array([1, 1])}
        (out,) = self.run_operator("embedding_dense_backward", inputs, ["out"], "--num-weights", 2, "--padding-idx", -1)
        np.testing.assert_allclose(out[1], inputs["grad"].sum(0), rtol=1e-6)

    def test_index_out_of_range(self):
        self.save(g=normal(2, 3), i=np.array([0, 7]))
        words = ("run", "embedding_dense_backward", "--grad", "g.npy", "--indices", "i.npy", "-o", "o.npy")
        report = self.call_json(*words, "--num-weights", 7, exit_status=1)["error"]
        self.assertEqual(report["status"], 507035)
        self.assertIn("7", report["library_message"])
        self.assertFalse((self.folder / "o.npy").exists())
        for rows, status in ((-1, 2), ("many", 2), (2 ** 62, 2), (2 ** 45, 1)):
            self.call(*words, "--num-weights", rows, exit_status=status)
        self.call(*words, exit_status=2)


class GroupNorm(ProgramTest):
    def expected(self, g, x, mean, rstd, gamma, group):
        g, x, mean, rstd, gamma = (array.astype(np.float64) for array in (g, x, mean, rstd, gamma))
        n, c = x.shape[:2]
        by_group = (n, group, -1)
        normalized = ((x.reshape(by_group) - mean.reshape(n, group, 1)) * rstd.reshape(n, group, 1)).reshape(x.shape)
        scaled = g * gamma.reshape(1, c, 1, 1)
        mean_of_scaled = scaled.reshape(by_group).mean(2, keepdims=True)
        mean_of_product = (scaled * normalized).reshape(by_group).mean(2, keepdims=True)
        grad_input = rstd.reshape(n, group, 1) * (
            scaled.reshape(by_group) - mean_of_scaled - normalized.reshape(by_group) * mean_of_product)
        return grad_input.reshape(x.shape), (g * normalized).sum((0, 2, 3)), g.sum((0, 2, 3))

    def setUp(self):
        super().setUp()
        self.inputs = {"grad_out": normal(2, 6, 3, 5), "input": normal(2, 6, 3, 5), "mean": normal(2, 3),
                       "rstd": np.abs(normal(2, 3)) + np.float32(0.5), "gamma": normal(6)}

    def test_all_outputs(self):
        outputs = self.run_operator("group_norm_backward", self.inputs,
                                    ["grad_input", "grad_gamma_out", "grad_beta_out"], "--group", 3)
        for output, expected in zip(outputs, self.expected(*self.inputs.values(), 3)):
            np.testing.assert_allclose(output, expected, rtol=1e-4, atol=1e-5)

    def test_mask_and_missing_gamma(self):
        ones = np.ones(6, np.float32)
        del self.inputs["gamma"]
        (output,) = self.run_operator("group_norm_backward", self.inputs, ["grad_beta_out"], "--group", 3)
        np.testing.assert_allclose(output, self.expected(*self.inputs.values(), ones, 3)[2], rtol=1e-5, atol=1e-6)
        # A shape that does not tell batch and channels.
        flat = {name: array.ravel() for name, array in self.inputs.items()}
        (output,) = self.run_operator("group_norm_backward", flat, ["grad_input"], "--group", 3, "--n", 2, "--c", 6,
                                      "--hxw", 15)
        expected = self.expected(*self.inputs.values(), ones, 3)[0].ravel()
        np.testing.assert_allclose(output, expected, rtol=1e-4, atol=1e-5)

    def test_statistics_in_float32_on_a_950(self):
        halves = {name: array.astype(np.float16) if name in ("grad_out", "input") else array
                  for name, array in self.inputs.items()}
        outputs = self.run_operator("group_norm_backward", halves, ["grad_input", "grad_gamma_out"], "--group", 3,
                                    environment={"OPENACLNN_SOC": "Ascend950PR_9599"})
        self.assertEqual([output.dtype for output in outputs], [np.float16, np.float32])
        np.testing.assert_allclose(outputs[1], self.expected(*halves.values(), 3)[1], rtol=1e-4, atol=1e-5)

    def test_wrong_group(self):
        self.run_operator("group_norm_backward", self.inputs, ["grad_input"], "--group", 3)
        files = [word for name in self.inputs for word in ("--" + name.replace("_", "-"), f"{name}.npy")]
        for group in (0, 4, -1):
            report = self.call_json("run", "group_norm_backward", *files, "--grad-input", "o.npy", "--group", group,
                                    exit_status=1)
            self.assertEqual(report["error"]["status"], 161002)


class GridSampler(ProgramTest):
    def sample(self, image, grid, align_corners):
        """Forward, bilinear with zeros outside: each pixel weighs by hat functions of its distance."""
        height, width = image.shape[2:]
        sizes = np.array([width, height])
        points = (grid + 1) / 2 * (sizes - 1) if align_corners else ((grid + 1) * sizes - 1) / 2
        across = np.maximum(0, 1 - np.abs(points[..., 0, None] - np.arange(width)))
        down = np.maximum(0, 1 - np.abs(points[..., 1, None] - np.arange(height)))
        return np.einsum("nijh,nijw,nchw->ncij", down, across, image), down, across

    def test_gradients(self):
        g, image = normal(2, 3, 4, 2), normal(2, 3, 5, 6)
        grid = RANDOM.uniform(-1.1, 1.1, (2, 4, 2, 2)).astype(np.float32)
        for flags in ([], ["--align-corners"]):
            input_grad, grid_grad = self.run_operator(
                "grid_sampler2d_backward", {"grad_output": g, "input": image, "grid": grid},
                ["input_grad", "grid_grad"], "--interpolation-mode", "bilinear", *flags)
            _, down, across = self.sample(image.astype(np.float64), grid.astype(np.float64), bool(flags))
            np.testing.assert_allclose(input_grad, np.einsum("nijh,nijw,ncij->nchw", down, across, g), rtol=1e-4,
                                       atol=1e-5)
            step = 1e-6
            for axis in (0, 1):
                shift = np.eye(2)[axis] * step
                difference = (self.sample(image.astype(np.float64), grid + shift, bool(flags))[0] -
                              self.sample(image.astype(np.float64), grid - shift, bool(flags))[0]) / (2 * step)
                np.testing.assert_allclose(grid_grad[..., axis], (difference * g).sum(1), rtol=1e-3, atol=1e-4)

    def test_one_output_and_modes(self):
        g, image = np.ones((1, 1, 1, 2), np.float32), normal(1, 1, 3, 3)
        grid = np.array([[[[0.1, -0.1], [9, 9]]]], np.float32)
        inputs = {"grad_output": g, "input": image, "grid": grid}
        expected = np.zeros((1, 1, 3, 3))
        expected[0, 0, 1, 1] = 1
        (out,) = self.run_operator("grid_sampler2d_backward", inputs, ["input_grad"], "--interpolation-mode", "nearest")
        np.testing.assert_array_equal(out, expected)
        expected[0, 0, 2, 2] = 1
        (out,) = self.run_operator("grid_sampler2d_backward", inputs, ["input_grad"], "--interpolation-mode", 1,
                                   "--padding-mode", "border")
        np.testing.assert_array_equal(out, expected)
        self.assertFalse((self.folder / "grid_grad.npy").exists())


class EveryOperator(ProgramTest):
    def test_example_of_help_is_complete(self):
        """Each operator's own example names every required option and knows no other."""
        for description in self.call_json("list")["operators"]:
            output, _ = self.call("run", description["name"], "--help")
            example = [line for line in output.splitlines() if line.startswith("  openaclnn run")][0].split()
            options = {entry["option"]: entry for kind in ("inputs", "attributes", "outputs")
                       for entry in description[kind]}
            for word in example:
                if word.startswith("--"):
                    self.assertIn(word, options)
            for option, entry in options.items():
                if entry.get("required") or entry.get("optional") is False:
                    self.assertIn(option, example)


if __name__ == "__main__":
    unittest.main()
