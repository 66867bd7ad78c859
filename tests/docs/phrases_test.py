# SPDX-License-Identifier: Apache-2.0
"""scripts/chinese.json has the Chinese of every phrase that docs/zh/functions.md and docs/zh/operators.md take from the headers and the
catalogue, and nothing else; the rules of scripts/chinese.py."""
import json
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import chinese  # noqa: E402
import function_table  # noqa: E402
import operator_table  # noqa: E402
from public_headers import read_headers  # noqa: E402

SUMMARY = re.compile(r"^\| \[`\w+`\]\([^)]*\) \| (.*?) \| ", re.M)


def phrases():
    """Those of the headers, as function_table.py asks for them, and the summaries of the list of operators."""
    asked = []
    language = function_table.CHINESE
    kept, language.phrase = language.phrase, lambda text: asked.append(text) or text
    function_table.page(read_headers(), language)
    language.phrase = kept
    summaries = SUMMARY.findall((ROOT / "docs/operators.md").read_text(encoding="utf-8"))
    return {*asked, *(summary.replace("\\|", "|") for summary in summaries)}


class Phrases(unittest.TestCase):
    def test_each_has_a_translation(self):
        missing = sorted(phrase for phrase in phrases() if chinese.translation(phrase) is None)
        self.assertEqual(missing, [], "add their Chinese to scripts/chinese.json, and generate the pages again")

    def test_each_translation_is_used(self):
        chinese.used.clear()
        for phrase in phrases():
            chinese.translation(phrase)
        self.assertEqual(sorted(set(chinese.PHRASES) - chinese.used), [], "remove them from scripts/chinese.json")

    def test_translations_are_chinese_and_in_order(self):
        text = chinese.FILE.read_text(encoding="utf-8")
        pairs = json.loads(text, object_pairs_hook=list)
        self.assertEqual([phrase for phrase, _ in pairs], sorted({phrase for phrase, _ in pairs}, key=str.lower))
        same = {"dropout", "hard sigmoid", "hard swish", "hardtanh", "leaky relu", "softmax"}  # names that Chinese texts keep
        for phrase, translated in pairs:
            if phrase not in same:
                self.assertRegex(translated, "[\u4e00-\u9fff]", f"of {phrase}")

    def test_families_have_names(self):
        families = re.findall(r"^## (.*)", (ROOT / "docs/operators.md").read_text(encoding="utf-8"), re.M)
        self.assertEqual(sorted(set(families) - set(operator_table.FAMILIES)), [], "add their Chinese in scripts/operator_table.py")


class Rules(unittest.TestCase):
    def test_what_phrases_have_in_common(self):
        for phrase, expected in (("sines", "正弦"), ("sines, in place", "正弦，原地"), ("the error function, in place", "误差函数，原地"),
                                 ("gradient of dropout", "dropout 的梯度"), ("gradient of average pooling", "平均池化的梯度"),
                                 ("gradient of aclnnKlDiv for target", "aclnnKlDiv 对 target 的梯度"),
                                 ("whether elements are equal, against a number, in place", "与一个数比较：是否相等，原地"),
                                 ("something new", None), ("gradient of something new", None)):
            self.assertEqual(chinese.translation(phrase), expected)

    def test_without_a_translation_a_phrase_stays(self):
        self.assertEqual(chinese.or_english("something new"), "something new")


if __name__ == "__main__":
    unittest.main()
