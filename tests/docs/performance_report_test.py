# SPDX-License-Identifier: Apache-2.0
"""The Chinese performance report is the translation of the English one, and a part without a translation is an error."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/operators"))
import report_chinese  # noqa: E402


class ChineseReport(unittest.TestCase):
    def test_the_page_is_the_translation_of_the_english_one(self):
        english, chinese = (page.read_text(encoding="utf-8") for page in report_chinese.PAGES)
        self.assertEqual(report_chinese.chinese(english).splitlines(), chinese.splitlines())

    def test_words_are_translated_and_names_of_cases_are_not(self):
        self.assertEqual(report_chinese.chinese("### PreluBackward\n\n| case | quartiles | 2 threads |\n|---|---:|---:|\n"
                                                "| 2x2 to 4x4, fp32 | 997 ns to 1.04 µs | 25 µs |\n"),
                         "### PreluBackward\n\n| 用例 | 四分位数 | 2 个线程 |\n|---|---:|---:|\n"
                         "| 2x2 to 4x4, fp32 | 997 ns 至 1.04 µs | 25 µs |\n")

    def test_a_machine_that_is_not_virtual(self):
        self.assertEqual(report_chinese.chinese("CPU (family 6, model 1), 8 cores; L2 2 MiB (2 instances); 24 GiB of memory. Peers: none. "
                                                "Threads: 8 for every contender. Load average before: 0.1."),
                         "CPU（family 6，model 1），8 个核；L2 2 MiB（2 个）；24 GiB 内存。对照者：无。线程：8 个，每个参与者相同。"
                         "开始前的平均负载：0.1。")

    def test_a_processor_with_brackets_in_its_name(self):
        self.assertEqual(report_chinese.chinese("Xeon(R) CPU (x) (family 6, model 1), 2 cores, a virtual machine (KVM); L1d 32 KiB (1 instance), "
                                                "L2 2 MiB (2 instances); 24 GiB of memory. Peers: PyTorch 2.7, oneDNN 2.6. Threads: 2 for every "
                                                "contender. Load average before: 0.1."),
                         "Xeon(R) CPU (x)（family 6，model 1），2 个核，虚拟机（KVM）；L1d 32 KiB（1 个），L2 2 MiB（2 个）；24 GiB 内存。"
                         "对照者：PyTorch 2.7，oneDNN 2.6。线程：2 个，每个参与者相同。开始前的平均负载：0.1。")

    def test_what_has_no_translation(self):
        for part in ("A sentence that is new.", "| new title |\n|---|\n| 1 |", "| goal |\n|---|\n| a new goal |"):
            with self.assertRaises(report_chinese.Untranslated):
                report_chinese.chinese(part)


if __name__ == "__main__":
    unittest.main()
