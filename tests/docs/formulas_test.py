#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Formulas of pages become MathML, whole or not at all."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import formulas  # noqa: E402


def fenced(tex):
    return f"```math\n{tex}\n```"


class Formulas(unittest.TestCase):
    def test_converted(self):
        text = formulas.converted(f"one\n\n{fenced('a < b')}\n\ntwo\n\n{fenced('c')}\n")
        self.assertRegex(text, r'one\n\n<div class="formula"><math display="block">.*<mi>a</mi><mo[^>]*>&lt;</mo><mi>b</mi>.*'
                               r"</math></div>\n\ntwo\n\n<div.*<mi>c</mi>.*</div>\n")

    def test_names_and_words(self):
        text = formulas.converted(fenced(r"\mathrm{self}_i \text{ 时}"))
        self.assertIn("<mi>self</mi>", text)
        self.assertIn("<mtext>\N{NO-BREAK SPACE}时</mtext>", text)

    def test_minus(self):
        text = formulas.converted(fenced(r"a - b \text{ a-b}"))
        self.assertIn("\N{MINUS SIGN}</mo>", text)
        self.assertIn("a-b</mtext>", text)

    def test_other_blocks(self):
        for text in ("```text\n\\frac\n```\n", f"````markdown\n{fenced('a')}\n````\n", "the fence ```math\n", "```math2\na\n```\n"):
            self.assertEqual(formulas.converted(text), text)

    def test_not_tex(self):
        for tex, why in ((r"\nonsense{x}", r"\nonsense"), ("x_{", "brace"), (r"\begin{aligned} x", "end"), (" ", "empty")):
            with self.assertRaisesRegex(formulas.FormulaError, f"(?s){why.replace(chr(92), chr(92) * 2)}") as raised:
                formulas.converted(fenced(tex))
            self.assertIn(tex, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
