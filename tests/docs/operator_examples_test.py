#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/operator_examples.py: what the examples on the pages of families say, and which pages lack one."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import operator_examples  # noqa: E402
import public_headers  # noqa: E402

HEADER = """/** @file Things. */
/** Phase one. */
ACLNN_API int aclnnScaleV2GetWorkspaceSize(
    int a);
/** Phase two of aclnnScaleV2. */
ACLNN_API int aclnnScaleV2(int b);
"""
OPERATOR = {"function": "aclnnScaleV2", "name": "scale_v2", "run_example": "--self x.npy -o y.npy"}
BLOCK = "<!-- example of aclnnScaleV2, from scripts/operator_table.py -->\nold\n<!-- end of the example -->\n"


class Examples(unittest.TestCase):
    def pages(self, text, aten=None, operators=(OPERATOR,)):
        """The texts of an English and a Chinese page, and the problems."""
        with tempfile.TemporaryDirectory() as root:
            for folder in ("docs/operators", "docs/zh/operators"):
                page = pathlib.Path(root, folder, "family.md")
                page.parent.mkdir(parents=True)
                page.write_text(text, encoding="utf-8")
            headers = [public_headers.parse_header("aclnnop/x.h", HEADER)]
            texts, problems = operator_examples.pages(root, operators, headers, aten or {})
            return [page_text for _, page_text in texts], problems

    def test_both_languages(self):
        (english, chinese), problems = self.pages("# Family\n" + BLOCK + "## End\n", {"aclnnScaleV2": ["aten::scale.out", "aten::scale"]})
        self.assertEqual(problems, [])
        code = ("```cpp\nint aclnnScaleV2GetWorkspaceSize(\n    int a);\nint aclnnScaleV2(int b);\n```\n",
                "```sh\nopenaclnn run scale_v2 --self x.npy -o y.npy\n```\n")
        for text, words in ((english, ("## Example: `aclnnScaleV2`\n", "PyTorch calls it for `scale`. [",
                                       "](../../include/aclnnop/x.h#aclnnScaleV2).")),
                            (chinese, ("## 示例：`aclnnScaleV2`\n", "PyTorch 的 `scale` 调用它。[",
                                       "](../../../include/aclnnop/x.h#aclnnScaleV2)。"))):
            for expected in (*code, *words):
                self.assertIn(expected, text)
            self.assertNotIn("old", text)
            self.assertTrue(text.startswith("# Family\n<!-- example") and text.endswith("<!-- end of the example -->\n## End\n"))

    def test_declarations_that_the_page_has(self):
        (english, _), _ = self.pages("# Family\n```cpp\nint aclnnScaleV2GetWorkspaceSize(\n```\n" + BLOCK)
        self.assertEqual(english.count("aclnnScaleV2GetWorkspaceSize"), 1)

    def test_written_again(self):
        (english, _), _ = self.pages(BLOCK)
        (again, _), _ = self.pages(english)
        self.assertEqual(again, english)

    def test_no_example(self):
        texts, problems = self.pages("# Family\n")
        self.assertEqual(texts, [])
        self.assertIn("docs/zh/operators/family.md: expected the example of an operator, got none", "\n".join(problems))

    def test_no_such_operator(self):
        _, problems = self.pages(BLOCK, operators=())
        self.assertIn("docs/operators/family.md: aclnnScaleV2 is not in the catalogue", problems)

    def test_names(self):
        def names(*aten):
            return operator_examples.aten_names(OPERATOR, {"aclnnScaleV2": [f"aten::{name}" for name in aten]})

        self.assertEqual(names(), [])
        self.assertEqual(names("_scale", "native_scale.x", "other", "rescale"), ["_scale", "native_scale"])
        self.assertEqual(names("one", "two"), ["one", "two"])
        self.assertEqual(names("one", "two", "three", "four"), [])  # of a helper, which many call


if __name__ == "__main__":
    unittest.main()
