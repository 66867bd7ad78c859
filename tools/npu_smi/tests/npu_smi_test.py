#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""npu-smi, read as scripts of Ascend projects read it.

Usage: npu_smi_test.py NPU_SMI HOLDER [test ...]"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, HOLDER = "", ""
EMULATED = "emulated on the CPU"


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENACLNN_", "ASCEND_"))}
    return {**kept, "OPENACLNN_CPU_DEVICES": "2", "OPENACLNN_CPU_MEMORY": "4G", **more}


class NpuSmi(unittest.TestCase):
    def call(self, *words, status=0, **more):
        done = subprocess.run([PROGRAM, *words], env=environment(**more), capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def facts(self, *words, **more):
        """As vllm-ascend reads them: a name, a colon, a value."""
        pairs = [line.split(":", 1) for line in self.call(*words, **more).splitlines() if ":" in line]
        return {name.strip(): value.strip() for name, value in pairs}

    def holder(self, *words):
        process = subprocess.Popen([HOLDER, *words], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def end():
            process.stdin.close()
            process.wait(60)
            process.stdout.close()
        self.addCleanup(end)
        self.assertEqual(process.stdout.readline(), "holds\n")
        return process

    def processes(self, table):
        """(NPU, process, name, MiB) of the second table."""
        lines = table[table.index("Process id"):].splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d", line)]
        return [(int(npu.split()[0]), int(process), name, int(memory)) for npu, process, name, memory in cells]

    def test_the_seventh_line_has_the_chip_and_all_lines_one_width(self):
        lines = self.call("info").splitlines()
        self.assertEqual(lines[6].split()[:3], ["|", "0", "910B1"])  # llama.cpp: awk 'NR==7 {print $3}'
        self.assertEqual({len(line) for line in lines}, {98})
        self.assertIn(EMULATED, lines[1])
        self.assertTrue(re.search(r"Version: \S", lines[1]))

    def test_memory_of_a_device_and_its_processes(self):
        holder = self.holder()
        table = self.call("info", ASCEND_RT_VISIBLE_DEVICES="0")  # shown are all devices
        (*held, memory), = [entry for entry in self.processes(table) if entry[1] == holder.pid]
        self.assertEqual(held, [1, holder.pid, os.path.basename(HOLDER)[:15]])
        self.assertIn(memory, range(64, 73))  # a block may be larger than asked by an eighth
        used = re.findall(r"(\d+) */ 4096 ", table)
        self.assertEqual(len(used), 2)
        self.assertGreaterEqual(int(used[1]), 64)

    def test_a_child_of_fork_holds_nothing(self):
        holder = self.holder("fork")
        name = os.path.basename(HOLDER)[:15]
        children = set(map(int, pathlib.Path(f"/proc/{holder.pid}/task/{holder.pid}/children").read_text("utf-8").split()))
        self.assertEqual(len(children), 1)
        shown = {entry[1] for entry in self.processes(self.call("info")) if entry[2] == name}
        self.assertIn(holder.pid, shown)
        self.assertFalse(shown & children)

    def test_a_process_that_ended_is_not_shown(self):
        holder = self.holder()
        holder.kill()
        holder.wait(60)
        self.assertNotIn(holder.pid, [entry[1] for entry in self.processes(self.call("info"))])

    def test_list(self):
        listed = self.call("info", "-l")
        self.assertEqual(re.findall(r"NPU ID +: (\d)", listed), ["0", "1"])
        facts = self.facts("info", "-l")
        self.assertEqual((facts["Total Count"], facts["Chip Count"]), ("2", "1"))
        self.assertIn(EMULATED, facts["Product Name"])

    def test_mapping(self):
        rows = [re.split(r"\s{2,}", line.strip()) for line in self.call("info", "-m").splitlines()]
        self.assertEqual(rows, [["NPU ID", "Chip ID", "Chip Logic ID", "Chip Name"], ["0", "0", "0", "Ascend 910B1"],
                                ["1", "0", "1", "Ascend 910B1"]])

    def test_board(self):
        facts = self.facts("info", "-t", "board", "-i", "1")
        self.assertEqual((facts["NPU ID"], facts["Chip Count"]), ("1", "1"))
        self.assertIn(EMULATED, facts["Product Name"])

    def test_the_chip_of_each_kind_of_soc(self):
        for soc, type_, chip, part in (("Ascend910B1", "Ascend", "910B1", None), ("Ascend310P3", "Ascend", "310P3", None),
                                       ("Ascend910_9392", None, "Ascend910", "9392"),
                                       ("Ascend950PR_9579", None, "Ascend950PR", "9579")):
            facts = self.facts("info", "-t", "board", "-i", "0", "-c", "0", OPENACLNN_SOC=soc)
            self.assertEqual((facts.get("Chip Type"), facts["Chip Name"], facts.get("NPU Name")), (type_, chip, part))

    def test_what_does_not_exist_is_an_error(self):
        for words, text in (((), None), (("info", "-t", "board", "-i", "2"), "-i: expected 0 to 1, got '2'"),
                            (("info", "-t", "board", "-i", "0", "-c", "1"), "-c: expected 0, got '1'"),
                            (("info", "-t", "board"), "expected a device with -i"), (("info", "-t"), "-t: expected a value"),
                            (("info", "-t", "power", "-i", "0"), "-t: expected board, got 'power'"),
                            (("info", "--all"), "unknown option '--all'"), (("set",), "got 'set'")):
            if text is None:
                self.assertIn("Usage:", self.call(*words))
            else:
                self.assertIn(text, self.call(*words, status=1))
        self.assertIn("OPENACLNN_SOC", self.call("info", status=1, OPENACLNN_SOC="Ascend1"))

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "info"], env=environment(), stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "npu-smi: standard output cannot be written\n"))

    def test_it_leaves_no_file(self):
        with tempfile.TemporaryDirectory() as home:
            self.call("info", HOME=home, OPENACLNN_TRACE=os.path.join(home, "trace.json"), ASCEND_GLOBAL_LOG_LEVEL="0")
            self.assertEqual(os.listdir(home), [])


if __name__ == "__main__":
    PROGRAM, HOLDER = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
