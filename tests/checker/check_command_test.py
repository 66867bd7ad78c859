#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`openaclnn check` on programs with planted mistakes: what it prints, writes for continuous integration, and returns.

The variables OPENACLNN_PROGRAM and OPENACLNN_CLIENT name the command line and the program."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

PROGRAM = os.environ["OPENACLNN_PROGRAM"]
CLIENT = os.environ["OPENACLNN_CLIENT"]
SOURCE = pathlib.Path(__file__).with_name("checker_client.cc")


def line_of(text):
    """The number of the one line of the program's source that contains a text."""
    lines = [number for number, line in enumerate(SOURCE.read_text(encoding="utf-8").splitlines(), 1) if text in line]
    assert len(lines) == 1, (text, lines)
    return lines[0]


class CheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, *arguments, exit_status=0):
        """Standard error of a check, in a folder of its own."""
        environment = {**os.environ, "ASCEND_GLOBAL_LOG_LEVEL": "4", "ASCEND_GLOBAL_EVENT_ENABLE": "0", "OPENACLNN_CPU_DEVICES": "2"}
        done = subprocess.run([PROGRAM, "check", *map(str, arguments)], cwd=self.folder, env=environment, capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, exit_status, f"{arguments}\n{done.stdout}\n{done.stderr}")
        self.output = done.stdout
        return done.stderr

    def write(self, text):
        (self.folder / "known.txt").write_text(text, encoding="utf-8")
        return "known.txt"


class Report(CheckTest):
    def test_a_clean_program_gets_one_line(self):
        self.assertEqual(self.check(CLIENT, "clean"), "openaclnn check: found nothing\n")

    def test_file_and_line(self):
        errors = self.check(CLIENT, "tensors_left", exit_status=1)
        self.assertRegex(errors, rf"(?m)^    MakeTensorHere at .*checker_client\.cc:{line_of('aclCreateTensor(&elements, 1')} \(")
        self.assertIn("\n    (anonymous namespace)::TensorsLeft() at ", errors, "not exported, and named all the same")
        self.assertNotIn("std::_Function_handler", errors)
        self.assertNotIn("__libc_start_main", errors)

    def test_one_helper_is_one_finding(self):
        errors = self.check(CLIENT, "tensors_left_by_two", exit_status=1)
        self.assertIn("openaclnn check: leak: 5 aclTensors never destroyed\n  made at\n    MakeTensorHere at ", errors)
        self.assertEqual(errors.count("openaclnn check: leak:"), 1, errors)
        self.assertRegex(errors, r"  and 2 more like this, from\n    .*TensorsLeft.*\n    .*TensorsLeft")
        self.assertTrue(errors.endswith("\nopenaclnn check: found 3 leaks\n"), errors)

    def test_races_come_first_and_leaks_last(self):
        errors = self.check(CLIENT, "several_mistakes", exit_status=1)
        kinds = re.findall("^openaclnn check: ([a-z ]+): ", errors, re.MULTILINE)
        self.assertEqual(kinds, ["race", "refused call", "leak"], errors)
        self.assertRegex(errors, r"\nopenaclnn check: found 1 race, 1 refused call, \d leaks?\n$")
        report = json.loads(self.json_of("several_mistakes"))
        self.assertEqual([finding["kind"] for finding in report["findings"]][:2], ["race", "refused call"])

    def json_of(self, name):
        self.check("--json", CLIENT, name, exit_status=1)
        return self.output

    def test_json_has_lines(self):
        report = json.loads(self.json_of("tensors_left"))
        self.assertEqual((report["status"], report["signal"], report["checked"], report["suppressed"]), (0, "", True, 0))
        frame = report["findings"][0]["related"][0]["stack"][0]
        self.assertEqual(frame["function"], "MakeTensorHere")
        self.assertTrue(frame["file"].endswith("/tests/checker/checker_client.cc"), frame)
        self.assertTrue(os.path.isabs(frame["module"]), frame)


class Ends(CheckTest):
    def test_a_program_that_never_uses_the_library(self):
        nothing = "nothing was checked, because the program never called aclInit\n"
        self.assertEqual(self.check("true", exit_status=1), "openaclnn check: " + nothing)
        self.assertIn(nothing, self.check("--error-exitcode", 0, "true"))
        self.assertIn(nothing, self.check("sh", "-c", "exit 7", exit_status=7))

    def test_a_signal_is_named(self):
        errors = self.check("sh", "-c", "kill -SEGV $$", exit_status=128 + signal.SIGSEGV)
        self.assertIn("openaclnn check: the program was ended by SIGSEGV; nothing was checked", errors)
        errors = self.check(CLIENT, "host_write", exit_status=1)
        self.assertTrue(errors.endswith("openaclnn check: the program was ended by SIGSEGV; found 1 host access\n"), errors)

    def test_a_key_ends_the_program_and_not_the_report(self):
        with subprocess.Popen([PROGRAM, "check", "sh", "-c", "echo ready; exec sleep 100"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, start_new_session=True) as checker:
            self.assertEqual(checker.stdout.readline(), "ready\n")
            os.killpg(checker.pid, signal.SIGINT)
            begin = time.monotonic()
            _, errors = checker.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 50)
        self.assertEqual(checker.returncode, 128 + signal.SIGINT)
        self.assertIn("the program was ended by SIGINT", errors)

    def test_the_exit_status_is_chosen(self):
        self.check("--error-exitcode", 9, CLIENT, "tensors_left", exit_status=9)
        self.check("--error-exitcode", 0, CLIENT, "tensors_left", exit_status=0)
        self.check("--error-exitcode", 9, CLIENT, "clean", exit_status=0)
        for wrong in ("256", "-1", "one"):
            self.check("--error-exitcode", wrong, CLIENT, "clean", exit_status=2)

    def test_two_dashes_end_the_options(self):
        self.assertEqual(self.check("--memory", "--", CLIENT, "clean"), "openaclnn check: found nothing\n")
        self.assertEqual(self.check("--error-exitcode", 3, "--", CLIENT, "clean"), "openaclnn check: found nothing\n")
        self.assertIn("found 3 leaks", self.check("--", "sh", "-c", f"{CLIENT} tensors_left_by_two -- || {CLIENT} tensors_left_by_two",
                                                  exit_status=1), "one behind the program is the program's")

    def test_unknown_options_are_errors(self):
        self.assertIn("unknown option '--nosuch'", self.check("--nosuch", CLIENT, "clean", exit_status=2))
        self.assertIn("did you mean --no-leaks?", self.check("--no-leak", CLIENT, "clean", exit_status=2))


class Suppressed(CheckTest):
    def test_leaks_can_be_left_out(self):
        self.assertEqual(self.check("--no-leaks", CLIENT, "tensors_left"), "openaclnn check: found nothing\n")
        self.assertIn("found 1 refused call\n", self.check("--no-leaks", CLIENT, "freed_twice", exit_status=1))

    def test_what_a_line_matches_is_not_reported(self):
        for line in ("leak:MakeTensorHere", "leak:TensorsLeft", "leak:checker_client.cc", "*:Make*Here", "leak:caller=MakeTensorHere",
                     "leak:text=aclTensors never", "# a comment\n\n  leak: MakeTensorHere  "):
            errors = self.check("--suppressions", self.write(line), CLIENT, "tensors_left")
            self.assertEqual(errors, "openaclnn check: found nothing (1 suppressed)\n", line)

    def test_what_none_matches_is(self):
        for line in ("", "race:MakeTensorHere", "leak:caller=TensorsLeft", "leak:text=MakeTensorHere", "leak:Make?Here"):
            errors = self.check("--suppressions", self.write(line), CLIENT, "tensors_left", exit_status=1)
            self.assertIn("found 1 leak\n", errors, line)

    def test_several_files(self):
        (self.folder / "other.txt").write_text("race:*", encoding="utf-8")
        errors = self.check("--suppressions", self.write("leak:*"), "--suppressions", "other.txt", CLIENT, "several_mistakes", exit_status=1)
        self.assertRegex(errors, r"found 1 refused call \(\d suppressed\)\n$")

    def test_wrong_files_are_errors_before_the_program_runs(self):
        for text, error in (("leaks:x", "known.txt:1: expected KIND:PATTERN, where KIND is * or one of race, host access, "),
                            ("# fine\nleak", "known.txt:2: expected KIND:PATTERN"), ("leak:", "known.txt:1"), ("leak:text=", "known.txt:1")):
            errors = self.check("--suppressions", self.write(text), "sh", "-c", "echo ran", exit_status=2)
            self.assertIn(error, errors)
            self.assertEqual(self.output, "")
        self.assertIn("absent.txt cannot be read", self.check("--suppressions", "absent.txt", CLIENT, "clean", exit_status=2))


class ForContinuousIntegration(CheckTest):
    def test_sarif(self):
        self.check("--sarif", "found.sarif", CLIENT, "several_mistakes", exit_status=1)
        sarif = json.loads((self.folder / "found.sarif").read_text(encoding="utf-8"))
        self.assertEqual(sarif["version"], "2.1.0")
        run = sarif["runs"][0]
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        self.assertEqual(rules, {"race", "refused-call", "leak"})
        self.assertEqual([result["level"] for result in run["results"]][:2], ["error", "error"])
        for result in run["results"]:
            self.assertIn(result["ruleId"], rules)
            place = result["locations"][0]["physicalLocation"]
            self.assertTrue(place["artifactLocation"]["uri"].endswith("/checker_client.cc"), place)
            self.assertGreater(place["region"]["startLine"], 0)
            self.assertTrue(result["stacks"][0]["frames"], result)
        self.assertEqual(len(run["results"][0]["stacks"]), 2, "a race has the stacks of both calls")

    def test_junit(self):
        self.check("--junit", "found.xml", CLIENT, "several_mistakes", exit_status=1)
        suites = xml.etree.ElementTree.parse(self.folder / "found.xml").getroot()
        self.assertEqual(suites.get("failures"), suites.get("tests"))
        failures = suites.findall("testsuite/testcase/failure")
        self.assertEqual([failure.get("type") for failure in failures][:2], ["race", "refused call"])
        self.assertIn("SeveralMistakes() at ", failures[0].text)

    def test_files_of_a_clean_program(self):
        self.check("--junit", "found.xml", "--sarif", "found.sarif", CLIENT, "clean")
        suites = xml.etree.ElementTree.parse(self.folder / "found.xml").getroot()
        self.assertEqual((suites.get("tests"), suites.get("failures")), ("1", "0"))
        sarif = json.loads((self.folder / "found.sarif").read_text(encoding="utf-8"))
        self.assertEqual(sarif["runs"][0]["results"], [])

    def test_a_file_that_cannot_be_written(self):
        errors = self.check("--sarif", "no/such/found.sarif", "sh", "-c", "echo ran", exit_status=2)
        self.assertIn("no/such/found.sarif cannot be written", errors)
        self.assertEqual(self.output, "")


if __name__ == "__main__":
    unittest.main()
