# SPDX-License-Identifier: Apache-2.0
"""The other subcommands, help, completion and the man page."""
import concurrent.futures
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy as np

from program import CATALOGUE, OPERATORS, PROGRAM, ROOT, ProgramTest

COMMANDS = ("list", "run", "compare", "status", "info", "bench", "python", "check", "coverage", "trace")
HEADERS = ("aclnn/opdev/op_errno.h", "acl/acl_base_rt.h", "acl/error_codes/rt_error_codes.h")


class Help(ProgramTest):
    def test_every_command_teaches(self):
        for command in [[], *([name] for name in COMMANDS), ["run", "add"], ["bench", "add"]]:
            output, _ = self.call(*command, "--help")
            self.assertIn("Examples:\n  openaclnn", output)
            self.assertEqual(output, self.call(*command, "-h")[0])
        for name in OPERATORS:
            self.assertIn("Examples:\n  openaclnn", self.call("run", name, "--help")[0])

    def test_usage_names_the_program(self):
        for command, rest in (("check", "PROGRAM [ARGUMENT...]"), ("python", "PROGRAM.py [ARGUMENT...]"),
                              ("coverage", "PROGRAM.py|LIST [ARGUMENT...]")):
            self.assertIn(f"Usage: openaclnn {command} [OPTIONS] {rest}\n", self.call(command, "--help")[0])

    def test_wrong_command_lines(self):
        for words in ([], ["dance"], ["list", "no_such"], ["list", "--loud"], ["status", "999999"], ["run"], ["bench"]):
            output, error = self.call(*words, exit_status=2)
            self.assertEqual(output, "")
            self.assertTrue(error.startswith("openaclnn: "), error)
            if words:
                self.assertIn("message", self.call_json(*words, exit_status=2)["error"])

    def test_unknown_words_are_named(self):
        for words, text in ((["runn"], "unknown command 'runn'; did you mean run?"),
                            (["run", "mse_loss_backwrd"], "unknown operator 'mse_loss_backwrd'; did you mean mse_loss_backward?"),
                            (["run", "mse_loss_backward", "--grad-outptu", "x"],
                             "unknown option '--grad-outptu'; did you mean --grad-output?"),
                            (["bench", "add", "--self", "4", "--secnds=3"], "unknown option '--secnds'; did you mean --seconds?"),
                            (["xyzzy"], "unknown command 'xyzzy'\n"),
                            (["-v"], "unknown option '-v'; did you mean -V?"),
                            (["-q"], "unknown option '-q'\n"),
                            (["run", "add", "-x", "1"], "unknown option '-x'\n"),
                            (["list", "mse_lss"], "no operator is called 'mse_lss'; did you mean mse_loss?\n"),
                            (["list", "aclnnMseLss"], "no operator is called 'aclnnMseLss'; did you mean aclnnMseLoss?\n"),
                            (["list", "xyzzy"], "no operator is called 'xyzzy'; openaclnn list names all\n"),
                            (["status", "ACLNN_ERR_PARAM_INVALIDD"], "did you mean ACLNN_ERR_PARAM_INVALID?\n"),
                            (["status", "aclnn_err_param_invald"], "did you mean ACLNN_ERR_PARAM_INVALID?\n"),
                            (["status", "xyzzy"], "no status code is called 'xyzzy'; openaclnn status lists all\n")):
            _, error = self.call(*words, exit_status=2)
            self.assertIn(text, error)

    def test_what_is_missing_is_named(self):
        for words, text in (([], "expected a command: list, run, compare, status, info, bench, python, check, coverage or trace"),
                            (["run"], "run: expected an operator; openaclnn list names them"),
                            (["bench"], "bench: expected an operator; openaclnn list names them"),
                            (["trace"], "trace: expected a command: summary"),
                            (["run", "--json"], "run: expected an operator; openaclnn list names them")):
            _, error = self.call(*words, exit_status=2)
            self.assertTrue(error.startswith(f"openaclnn: {text}\n"), error)

    def test_a_value_behind_a_short_option_is_no_mistake(self):
        _, error = self.call("run", "relu", "-oout.npy", exit_status=2)
        self.assertIn("--self is required", error)

    def test_all_missing_options_are_named_at_once(self):
        _, error = self.call("run", "mse_loss_backward", exit_status=2)
        self.assertIn("--grad-output, --self, --target are required", error)
        _, error = self.call("compare", exit_status=2)
        self.assertIn("ACTUAL, EXPECTED are required", error)

    def test_help_is_a_command_too(self):
        self.assertEqual(self.call("help")[0], self.call("--help")[0])
        self.assertEqual(self.call("help", "run", "add")[0], self.call("run", "add", "--help")[0])

    def test_seed_and_offset_are_told_apart(self):
        output, _ = self.call("run", "dropout", "--help")
        self.assertRegex(output, r"--seed INTEGER +key of the random numbers \(Philox\); default: 0\n")
        self.assertRegex(output, r"--offset INTEGER +position in the sequence of random numbers; default: 0\n")

    def test_version(self):
        output, _ = self.call("--version")
        self.assertRegex(output, r"^openaclnn \d+\.\d+\.\d+\n$")
        self.assertEqual(self.call("-V")[0], output)

    def test_standard_output_is_full(self):
        with open("/dev/full", "w") as full:
            for words in (["list"], ["list", "--json"], ["status", "--json"], ["status", "161002"]):
                result = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, timeout=120)
                self.assertEqual(result.returncode, 2, words)

    def test_man_page_knows_every_command(self):
        page = (ROOT / "tools/openaclnn/openaclnn.1").read_text().replace("\\-", "-")
        for command in COMMANDS:
            self.assertRegex(page, rf"(?m)^\.SS {command}$")
            output, _ = self.call(command, *(["mse_loss_backward"] if command in ("run", "bench") else []), "--help")
            inputs = {"--grad-output", "--self", "--target", "--reduction", "--out", "--out-dtype"}
            for option in set(re.findall(r"--[a-z-]+", output.split("Examples:")[0])) - inputs:
                self.assertIn(option, page, command)


class Check(ProgramTest):
    def test_a_clean_program(self):
        self.save(x=np.ones(4, np.float32))
        output, error = self.call("check", PROGRAM, "run", "relu", "--self", "x.npy", "-o", "o.npy")
        self.assertIn("wrote out", output)
        self.assertEqual(error, "openaclnn check: found nothing\n")

    def test_which_checks(self):
        for options, checks in (((), "memory,races"), (("--memory",), "memory"), (("--races",), "races"),
                                (("--memory", "--races"), "memory,races")):
            output, _ = self.call("check", *options, "--error-exitcode", "0", "sh", "-c", "echo $OPENACLNN_CHECK")
            self.assertEqual(output, checks + "\n")

    def test_the_status_is_the_program_s(self):
        self.call("check", "sh", "-c", "exit 7", exit_status=7)
        self.call("check", exit_status=2)
        self.call("check", "./no_such_program", exit_status=2)


class Coverage(ProgramTest):
    def test_a_list(self):
        (self.folder / "operators.txt").write_text("aclnnAdd Mul\n# aten::none\nNoSuch # of another kind\n")
        report = self.call_json("coverage", "operators.txt", exit_status=1)
        self.assertEqual((report["there"], report["missing"]), (["aclnnAdd", "aclnnMul"], ["aclnnNoSuch"]))

    def test_what_is_no_list(self):
        self.save(x=np.ones(4))
        (self.folder / "aten.txt").write_text("aclnnAdd\naten::softmax\n")
        for words, text in ((["none.py"], "none.py: No such file"), (["none.txt"], "none.txt: No such file"),
                            (["."], ".: expected a Python program or a list of operators, got a folder"),
                            (["aten.txt"], "aten.txt:2: expected names of operators such as aclnnMul, got 'aten::softmax'"),
                            (["x.npy"], "x.npy:1: expected names of operators such as aclnnMul, got bytes that are no text"),
                            (["aten.txt", "--loud"], "'--loud': expected nothing after a list of operators"), ([], "expected a Python program")):
            _, error = self.call("coverage", *words, exit_status=2)
            self.assertTrue(error.startswith(f"openaclnn: {text}"), error)


class List(ProgramTest):
    def test_text_and_json_agree(self):
        brief, _ = self.call("list")
        families = set()
        for description in self.call_json("list")["operators"]:
            self.assertIn(description["name"], brief)
            output, _ = self.call("list", description["name"])
            if description["family"] not in families:  # by another name, or alone, one is like all: a process each
                families.add(description["family"])
                self.assertEqual(self.call("list", description["function"])[0], output)
                self.assertEqual(self.call_json("list", description["name"]), description)
            for kind in ("inputs", "attributes", "outputs"):
                for entry in description[kind]:
                    self.assertIn(entry["option"], output)
                    self.assertIn(entry["meaning"], output)

    def test_one_line_each(self):
        lines = self.call("list")[0].splitlines()
        self.assertEqual([line.split()[0] for line in lines], list(OPERATORS))
        self.assertEqual({line.index("  ") > 0 and line[line.index("  "):].strip() != "" for line in lines}, {True})

    def test_patterns(self):
        for pattern in ("conv", "CONV", "aclnnConv", "*convolution*", "conv*", "convolution*", "convolutio?*"):
            names = [line.split()[0] for line in self.call("list", pattern)[0].splitlines()]
            self.assertIn("convolution_backward", names, pattern)
            self.assertEqual([name for name in names if "conv" not in name], [], pattern)
        self.assertEqual(self.call("list", "channelshuffle")[0], self.call("list", "channel_shuffle")[0])
        self.assertTrue(self.call("list", "mse_loss")[0].startswith("mse_loss (aclnnMseLoss)\n"))  # and not those that contain it
        self.assertEqual([operator["name"] for operator in self.call_json("list", "mse_*")["operators"]],
                         [name for name in OPERATORS if name.startswith("mse_")])
        self.call("list", "*xyzzy*", exit_status=2)

    def test_help_of_run_and_bench_is_short(self):
        for command in ("run", "bench"):
            for words in ((command, "--help"), ("help", command)):
                output, _ = self.call(*words)
                self.assertLess(len(output.splitlines()), 25)
                self.assertIn("openaclnn list", output)

    def test_attributes(self):
        attributes = self.call_json("list", "grid_sampler2d_backward")["attributes"]
        self.assertEqual(attributes[1]["values"], {"zeros": 0, "border": 1, "reflection": 2})
        required = {entry["name"]: entry["required"] for entry in
                    self.call_json("list", "embedding_dense_backward")["attributes"]}
        self.assertEqual(required, {"numWeights": True, "paddingIdx": False, "scaleGradByFreq": False})


class Status(ProgramTest):
    def test_by_code_and_by_name(self):
        report = self.call_json("status", "161002")
        self.assertEqual(report["names"], ["ACLNN_ERR_PARAM_INVALID"])
        for name in ("ACLNN_ERR_PARAM_INVALID", "aclnn_err_param_invalid"):
            self.assertEqual(self.call_json("status", name), report)
        output, _ = self.call("status", "161002")
        for text in (report["meaning"], report["what_to_do"], report["message_code"]):
            self.assertIn(text, output)
        self.assertIn("OPENACLNN_CPU_MEMORY", self.call("status", "ACL_ERROR_RT_MEMORY_ALLOCATION")[0])
        self.assertNotIn("what_to_do", self.call_json("status", "0"))

    def test_in_other_forms(self):
        self.assertEqual(self.call("status", hex(161002))[0], self.call("status", "161002")[0])
        self.assertEqual(self.call_json("status", "HCCL_E_TIMEOUT")["code"], 9)
        self.assertEqual(self.call_json("status", "9")["names"], ["HCCL_E_TIMEOUT"])
        output, _ = self.call("status", "ee1001")
        self.assertTrue(output.startswith("EE1001 Invalid argument\n"))
        self.assertIn("161002  ACLNN_ERR_PARAM_INVALID ", output)
        self.assertIn(161002, [entry["code"] for entry in self.call_json("status", "EE1001")["statuses"]])
        for query in ("0x", "0xzz", "EE9999", "-0x1"):
            self.call("status", query, exit_status=2)

    def test_all_codes_of_the_headers(self):
        known = {(entry["name"], entry["code"]) for entry in self.call_json("status")["statuses"]}
        declared = set()
        for header in HEADERS:
            text = (ROOT / "include" / header).read_text()
            declared |= {(name, int(code)) for name, code in
                         re.findall(r"(?m)^(?:#define|static const int) +((?:ACL_RT_SUCCESS|ACL_SUCCESS|ACLNN_|"
                                    r"ACL_ERROR_)[A-Z0-9_]*)[ =]+(\d+)\b", text)}
        declared |= {(name, int(code)) for name, code in re.findall(
            r"(?m)^ +(HCCL_SUCCESS|HCCL_E_[A-Z_]+) = (\d+)", (ROOT / "include/hccl/hccl_types.h").read_text())}
        self.assertGreater(len(declared), 220)
        self.assertEqual(known, declared)
        self.assertEqual(len(self.call("status")[0].splitlines()), len(known))


class Info(ProgramTest):
    def test_settings_are_in_force(self):
        report = self.call_json("info", environment={"OPENACLNN_SOC": "Ascend910A", "OPENACLNN_NUM_THREADS": "3",
                                                     "OPENACLNN_CPU_DEVICES": "2", "OPENACLNN_CPU_MEMORY": "1G"})
        self.assertEqual((report["product"], report["bf16"], report["devices"], report["memory_bytes"]),
                         ("Ascend910A", False, 2, 2 ** 30))
        self.assertEqual(report["environment"]["OPENACLNN_SOC"], "Ascend910A")
        self.assertGreater(report["threads"], 0)
        self.assertTrue(report["simd"])
        output, _ = self.call("info", environment={"OPENACLNN_SOC": "Ascend910A"})
        self.assertIn("Ascend910A, generation 1001, without bf16", output)
        self.assertIn("OPENACLNN_SOC=Ascend910A", output)

    def test_misspelt_variables_are_named(self):
        page = (ROOT / "docs/environment.md").read_text()
        variables = sorted(set(re.findall(r"(?m)^\| `(OPENACLNN_[A-Z_]+)`", page)))
        self.assertGreater(len(variables), 10)
        others = {"OPENACLNN_ROOT": "x", "OPENACLNN_SDK": "x", "OPENACLNN_HOME_OF_MINE": "x"}
        _, error = self.call("info", environment={**others, **{variable + "X": "1" for variable in variables}})
        self.assertEqual(sorted(error.splitlines()), sorted(
            f"openaclnn: {variable}X: the library reads no such variable; did you mean {variable}?" for variable in variables))
        _, error = self.call("info", environment={"OPENACLNN_BAKEND": "cpu", "OPENACLNN_THREADS": "2"})
        self.assertIn("did you mean OPENACLNN_BACKEND?", error)
        self.assertIn("did you mean OPENACLNN_NUM_THREADS?", error)
        self.assertEqual(self.call("info", environment={"OPENACLNN_FALLBACK": "cpu", **others})[1], "")
        for soc in ("ascend910b1", "Ascend910B1x", "910B1"):
            _, error = self.call("info", exit_status=1, environment={"OPENACLNN_SOC": soc})
            self.assertIn(f"got {soc}; did you mean Ascend910B1?" if soc != "910B1" else "got 910B1", error)

    def test_unknown_product(self):
        _, error = self.call("info", exit_status=1, environment={"OPENACLNN_SOC": "Ascend1"})
        self.assertIn("Ascend1", error)


class Bench(ProgramTest):
    def measure(self, description):
        # The example of the operator's own help, with extents of at most 8; those of gates stay a multiple of the state's, and
        # those of latents and keys a sum.
        def small(extent):
            return max(min(extent, 8), extent // 64 if description["family"] in ("cache", "recurrent") else 0)

        example = re.sub(r"(?<![\w.-])\d[\dx]*", lambda shape: "x".join(str(small(int(extent))) for extent in
                                                                     shape.group().split("x")),
                         description["bench_example"].split(" --dtype")[0])
        # The last of its types; an operator that only writes has none to choose.
        dtypes = description["dtypes"][-1:] if description["inputs"] else []
        report = self.call_json("bench", description["name"], *shlex.split(example), "--repetitions", 7,
                                *(argument for dtype in dtypes for argument in ("--dtype", dtype)))
        times = report["time"]
        self.assertEqual(times["repetitions"], 7)
        order = [times[key] for key in ("fastest_s", "lower_quartile_s", "median_s", "upper_quartile_s", "slowest_s")]
        self.assertEqual(order, sorted(order))
        self.assertAlmostEqual(times["gigabytes_per_s"], report["bytes"] / times["median_s"] / 1e9)

    def test_every_operator(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            measured = [(description, pool.submit(self.measure, description)) for description in CATALOGUE]
        for description, result in measured:
            with self.subTest(description["name"]):
                result.result()
        report = self.call_json("bench", "prelu_backward", "--self", "4,5", "--repetitions", 1, "--dtype", "bf16")
        self.assertEqual(report["bytes"], 2 * (3 * 20 + 5 + 5))

    def test_products_are_compared_by_operations(self):
        for words, operations in ((["mm", "--self", "4x5", "--mat2", "5x6"], 2 * 4 * 5 * 6),
                                  (["addbmm", "--self", "4x6", "--batch1", "3x4x5", "--batch2", "3x5x6"], 2 * 3 * 4 * 5 * 6),
                                  (["baddbmm", "--self", "3x4x6", "--batch1", "3x4x5", "--batch2", "3x5x6"], 2 * 3 * 4 * 5 * 6),
                                  (["dot", "--self", "7", "--tensor", "7"], 2 * 7),
                                  (["convolution", "--input", "2x3x8x8", "--weight", "4x3x3x3"], 2 * 2 * 4 * 6 * 6 * 27)):
            times = self.call_json("bench", *words, "--repetitions", 1)["time"]
            self.assertAlmostEqual(times["gigaflops"] / (operations / times["median_s"] / 1e9), 1)
            self.assertRegex(self.call("bench", *words, "--repetitions", 1)[0], r"operator .* GFLOP/s\ncopy .* GB/s\n")
        self.assertNotIn("gigaflops", self.call_json("bench", "add", "--self", 4, "--repetitions", 1)["time"])

    def test_shapes(self):
        report = self.call_json("bench", "mse_loss_backward", "--self", "3x4", "--target", "scalar", "--repetitions", 1)
        self.assertEqual(report["inputs"]["target"], {"dtype": "fp32", "shape": []})
        self.assertEqual(report["bytes"], 4 * (12 + 12 + 1 + 12))
        for indices in ("8", "8:int32", "8:int8", "8:bool", "8:fp16"):
            self.call("bench", "embedding_dense_backward", "--grad", "8x4", "--indices", indices, "--num-weights",
                      "70000", "--repetitions", 1)
        without = self.call_json("bench", "group_norm_backward", "--input", "2x4x3", "--group", 2, "--gamma", "none",
                                 "--repetitions", 1)
        self.assertNotIn("gamma", without["inputs"])

    def test_lists(self):
        for tensors, shapes in (("4x4,4x4", [[4, 4], [4, 4]]), ("4x4;4x4", [[4, 4], [4, 4]]), ("4x4", [[4, 4]]),
                                ("2x4:fp16,3x4:fp16", [[2, 4], [3, 4]]), ("4,4", [[4], [4]]), ("4,2;4,3", [[4, 2], [4, 3]])):
            dim = len(shapes[0]) - 1 if tensors.startswith("4") else 0
            report = self.call_json("bench", "cat", "--tensors", tensors, "--dim", dim, "--repetitions", 1)
            self.assertEqual([tensor["shape"] for tensor in report["inputs"]["tensors"]], shapes)
        for command, value in (("run", "FILE,..."), ("bench", "SHAPE[:TYPE],...")):
            output, _ = self.call(command, "cat", "--help")
            self.assertRegex(output, rf"--tensors {re.escape(value)}[^-]*several with commas between them")
            self.assertNotIn("several", self.call(command, "add", "--help")[0])

    def test_attributes_are_told_as_options(self):
        for words, told in ((["mse_loss_backward", "--self", "4"], "target fp32 [4] --reduction mean\n"),
                            (["add", "--self", "4"], "other fp32 [4] --alpha 1\n"),
                            (["add", "--self", "4", "--alpha", "0.1"], "--alpha 0.1\n"),
                            (["reduce_sum", "--self", "4x5", "--dims", "0,-1", "--keep-dims", "--result-dtype", "fp16"],
                             "--dims 0,-1 --keep-dims --result-dtype fp16\n")):
            output, _ = self.call("bench", *words, "--repetitions", 1)
            self.assertIn(told, output)
            # As told, they are understood again.
            options = told[told.index("--"):].split()
            self.call("bench", *words[:3], *options, "--repetitions", 1)
        self.assertIn("default: 1\n", self.call("bench", "add", "--help")[0])

    def test_seconds_are_those_of_all_that_is_measured(self):
        report = self.call_json("bench", "add", "--self", 4, "--seconds", 0.5)
        runs = (report["time"], report["copy"])
        self.assertLessEqual(sum(times["repetitions"] * times["fastest_s"] for times in runs),
                             0.5 + sum(times["slowest_s"] for times in runs))  # the last of each may be late

    def python_that(self, *lines):
        """An environment whose python3 is a program of these lines."""
        python = self.folder / "python3"
        python.write_text("\n".join((f"#!{sys.executable}", "import sys", "read = sys.stdin.buffer.read", *lines)) + "\n")
        python.chmod(0o755)
        return {"PATH": str(self.folder)}

    def test_pytorch_beside_it(self):
        # A python3 that takes the call and its data, and needs longer at each turn.
        answers = self.python_that("request = sys.stdin.buffer.readline()", "assert b'mse_loss_backward' in request",
                                   "assert len(read(48)) == 48", "print('{\"version\": \"2.0\"}', flush=True)",
                                   "for number, turn in enumerate(sys.stdin.buffer):", "    print([0.25 * (number + 1)], flush=True)")
        words = ("bench", "mse_loss_backward", "--self", "4", "--pytorch", "--repetitions", 3)
        peer = self.call_json(*words, environment=answers)["pytorch"]
        self.assertEqual((peer["version"], peer["repetitions"], peer["fastest_s"], peer["median_s"]), ("2.0", 3, 0.25, 0.5))
        output, _ = self.call(*words, environment=answers)
        self.assertRegex(output, r"\nPyTorch 2\.0 takes [\d.]+ times as long")
        for lines, why in ((["print('{\"error\": \"no torch here\"}')"], "--pytorch: no torch here"),
                           ([], "--pytorch: python3 ended before it answered")):
            _, error = self.call(*words, exit_status=2, environment=self.python_that(*lines))
            self.assertIn(why, error)
        _, error = self.call(*words, exit_status=2, environment={"PATH": "/nowhere"})
        self.assertIn("--pytorch: python3 cannot be started: No such file or directory", error)

    def test_mistakes(self):
        for shape in ("", "x", "3x", "-3", "3x4:fp5", "99999999999999999999", "9223372036854775807x9"):
            self.call("bench", "mse_loss_backward", "--self", shape, exit_status=2)
        self.call("bench", "mse_loss_backward", "--self", "4", "--target", "none", exit_status=2)
        _, error = self.call("bench", "mse_loss_backward", "--self", "4", "--target", "5", exit_status=1)
        self.assertIn("161002", error)
        self.call("bench", "mse_loss_backward", "--self", "4:int32", exit_status=1)
        for seconds in ("nan", "-1", "inf", "soon"):
            self.call("bench", "mse_loss_backward", "--self", "4", "--seconds", seconds, exit_status=2)
        _, error = self.call("bench", "mse_loss_backward", "--self", "4", "--dtype", "nope", exit_status=2)
        self.assertIn("expected fp32, fp16 or bf16, got 'nope'", error)
        _, error = self.call("bench", "mse_loss_backward", "--self", "1000000x1000000", exit_status=1)
        self.assertIn("207001", error)
        self.assertRegex(error, r"The tensors need \d\d\.\d TiB and a copy as much again, and there are .* free")


class Progress(ProgramTest):
    def read_slowly(self, standard_error):
        """Compares an array that comes through a pipe with a pause in it, longer than that between two displays."""
        self.save(a=np.zeros(1 << 22, np.float32))
        content = (self.folder / "a.npy").read_bytes()
        with subprocess.Popen([PROGRAM, "compare", "/dev/stdin", "a.npy"], cwd=self.folder, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=standard_error) as process:
            process.stdin.write(content[:9 << 20])  # more than it reads at once
            process.stdin.flush()
            time.sleep(0.5)
            process.stdin.write(content[9 << 20:])
            output, error = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(output.startswith(b"WITHIN"))
        return error

    def test_on_a_terminal(self):
        terminal, its_end = pty.openpty()
        self.read_slowly(its_end)
        os.close(its_end)
        shown = os.read(terminal, 1 << 16).decode()
        os.close(terminal)
        self.assertRegex(shown, r"reading /dev/stdin: \d+ %")
        self.assertTrue(shown.endswith("\r\x1b[K"), shown)  # gone at the end

    def test_interrupted(self):
        terminal, its_end = pty.openpty()
        with subprocess.Popen([PROGRAM, "bench", "add", "--self", "4", "--seconds", "600"], stderr=its_end,
                              stdout=subprocess.DEVNULL) as process:
            os.close(its_end)
            shown = ""
            while "timing:" not in shown:
                shown += os.read(terminal, 1 << 16).decode()
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=120), -signal.SIGINT)
        shown += os.read(terminal, 1 << 16).decode()
        os.close(terminal)
        self.assertRegex(shown, r"timing: \d+ %")
        self.assertTrue(shown.endswith("\r\x1b[K"), shown)  # what is written next does not stand behind it

    def test_elsewhere(self):
        self.assertEqual(self.read_slowly(subprocess.PIPE), b"")


class Completion(ProgramTest):
    def complete(self, *words):
        return self.call("complete", *words)[0].split()

    def test_words(self):
        self.assertEqual(tuple(self.complete("")), COMMANDS)
        for command in ("run", "bench", "list"):
            self.assertEqual(tuple(self.complete(command, "")), OPERATORS)
            # A name may be the beginning of others; the shell chooses.
            self.assertEqual(tuple(self.complete(command, "mse_loss")), OPERATORS)
        self.assertIn("--reduction", self.complete("run", "mse_loss_backward", "--"))
        self.assertEqual(self.complete("run", "mse_loss_backward", "--reduction", ""), ["none", "mean", "sum"])
        self.assertEqual(self.complete("run", "mse_loss_backward", "--dtype", ""), ["fp32", "fp16", "bf16"])
        self.assertEqual(self.complete("run", "mse_loss_backward", "--self", ""), [])
        self.assertEqual(self.complete("compare", ""), [])

    def test_in_bash(self):
        script = (f"source {ROOT}/tools/openaclnn/openaclnn.bash; COMP_WORDS=({PROGRAM} run prelu_backward --wei); "
                  'COMP_CWORD=3; _openaclnn; echo "${COMPREPLY[@]}"')
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual(result.stdout, "--weight\n", result.stderr)

    def in_shell(self, name, script):
        shell = shutil.which(name)
        self.assertIsNotNone(shell, f"the test needs {name}: scripts/install_dependencies.sh test")
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
        result = subprocess.run([shell, "-c", script], capture_output=True, text=True, timeout=120, cwd=self.folder,
                                env={**os.environ, "PATH": path, "HOME": str(self.folder)})
        self.assertEqual(result.stderr, "")
        return result.stdout.splitlines()

    def test_in_zsh(self):
        """As the shell calls it, with what it puts in words; compadd keeps what begins with the word."""
        def completions(*words):
            quoted = " ".join(f"'{word}'" for word in ("openaclnn", *words))
            return self.in_shell("zsh", f"""compadd() {{ shift; print -l -- $@ }}; _files() {{ print FILES }}
                words=({quoted}); CURRENT=$#words; source {ROOT}/tools/openaclnn/openaclnn.zsh""")
        self.assertEqual(completions("run", "mse_loss_backward", "--reduction", ""), ["none", "mean", "sum"])
        self.assertEqual(tuple(completions("")), COMMANDS)
        self.assertIn("--weight", completions("run", "prelu_backward", "--wei"))
        self.assertEqual(completions("compare", ""), ["FILES"])

    def test_in_fish(self):
        (self.folder / "some.npy").touch()
        def completions(line):
            words = self.in_shell("fish", f"source {ROOT}/tools/openaclnn/openaclnn.fish; complete -C '{line}'")
            return [word.split("\t")[0] for word in words]
        self.assertEqual(sorted(completions("openaclnn run mse_loss_backward --reduction ")), ["mean", "none", "sum"])
        self.assertEqual(sorted(completions("openaclnn ")), sorted(COMMANDS))
        self.assertEqual(completions("openaclnn run prelu_backward --wei"), ["--weight"])
        self.assertEqual(completions("openaclnn compare so"), ["some.npy"])


if __name__ == "__main__":
    unittest.main()
