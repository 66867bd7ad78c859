# SPDX-License-Identifier: Apache-2.0
"""Makes MathML of the formulas of pages, so that browsers show them without a program and without a network.

A formula is LaTeX in a fence ```math, which hosts of repositories show, too. Debian's blahtexml converts it.
"""
import html
import re
import subprocess

FENCED = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1$", re.M | re.S)
MARKUP = re.compile(r"<markup>\s*(.*?)\s*</markup>", re.S)
MESSAGE = re.compile(r"<message>(.*?)</message>", re.S)
MINUS = "\N{MINUS SIGN}"
HYPHEN = re.compile(r"(?<=>)-(?=</mo>)")  # Chromium shows it as one where a minus is meant
COMMAND = ["blahtexml", "--mathml", "--displaymath", "--mathml-encoding", "raw", "--other-encoding", "raw"]


class FormulaError(Exception):
    """A formula that cannot be converted, and why."""


def mathml(tex):
    if not tex.strip():
        raise FormulaError(f"a formula is empty: {tex!r}")
    answer = subprocess.run(COMMAND, input=tex, capture_output=True, text=True, encoding="utf-8", check=False).stdout
    markup = MARKUP.search(answer)
    if not markup:
        message = MESSAGE.search(answer)
        raise FormulaError(f"{html.unescape(message[1]) if message else 'blahtexml failed'}, in the formula\n{tex}")
    return f'<math display="block">{HYPHEN.sub(MINUS, markup[1])}</math>'


def converted(markdown):
    """A page whose formulas are MathML, each in a block of HTML."""
    def convert(match):
        return f'<div class="formula">{mathml(match[3])}</div>' if match[2].strip() == "math" else match[0]

    return FENCED.sub(convert, markdown)
