#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What applies to every operator is said once, in include/aclnn/aclnn_base.h: the headers of operators share no block of
comment lines, and none of them repeats a sentence of the rules."""
import collections
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = ROOT / "include/aclnn/aclnn_base.h"
OPERATORS = ROOT / "include/aclnnop"
PAGES = {ROOT / "docs/operators/index.md": "# Rules for all operators\n",
         ROOT / "docs/zh/operators/index.md": "# 所有算子的公共约定\n"}
RULES = "@par Rules for all operators"
BLOCK_LINES, HEADERS_PER_BLOCK = 5, 3


def comments(text):
    """The comments of a header, as lists of lines without what marks them as such; empty lines are left out. Comments that
    no code separates are one."""
    found = [[]]
    for piece in re.split(r"(/\*.*?\*/|//[^\n]*)", text, flags=re.S):
        if piece.startswith(("/*", "//")):
            lines = [re.sub(r"^\s*/?\*+/?\s?|^//\s?|\s*\*/$", "", line).strip() for line in piece.split("\n")]
            found[-1] += filter(None, lines)
        elif piece.strip():
            found.append([])
    return [lines for lines in found if lines]


def repeated_blocks(headers):
    """{block: names} of {name: text}, for those that more headers have than may."""
    places = collections.defaultdict(set)
    for name, text in headers.items():
        for lines in comments(text):
            for start in range(len(lines) - BLOCK_LINES + 1):
                places["\n".join(lines[start:start + BLOCK_LINES])].add(name)
    return {block: names for block, names in places.items() if len(names) > HEADERS_PER_BLOCK}


def sentences(text):
    """Those that are long enough to mean the same wherever they stand."""
    joined = re.sub(r"\s+", " ", " ".join(" ".join(lines) for lines in comments(text)))
    return {sentence for sentence in re.split(r"(?<=[.;:])\s", joined) if len(sentence) >= 60}


def operator_headers():
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(OPERATORS.glob("*.h"))}


class Finder(unittest.TestCase):
    def test_comments(self):
        self.assertEqual(comments("/** a\n *\n * b */\n/* c */\nint d; // e\n#define F /* g */\n// h\n"),
                         [["a", "b", "c"], ["e"], ["g", "h"]])

    def test_a_block_in_four_headers(self):
        block = "/**\n * one\n * two\n *\n * three\n * four\n * five\n */\n"
        four = {name: f"/* {name} */\nint {name};\n{block}" for name in "abcd"}
        self.assertEqual(repeated_blocks(four), {"one\ntwo\nthree\nfour\nfive": set("abcd")})
        self.assertEqual(repeated_blocks({name: four[name] for name in "abc"}), {})
        self.assertEqual(repeated_blocks({name: text.replace(" * two\n", "") for name, text in four.items()}), {})


class Headers(unittest.TestCase):
    def test_no_block_is_repeated(self):
        headers = operator_headers()
        self.assertGreater(len(headers), 300)
        found = [f"{', '.join(sorted(names))}:\n{block}" for block, names in repeated_blocks(headers).items()]
        self.assertEqual(found, [], "\n\n".join(found))

    def test_the_rules_are_there_once(self):
        headers = {path: path.read_text(encoding="utf-8") for path in (ROOT / "include").rglob("*.h")}
        self.assertEqual([path for path, text in headers.items() if RULES in text], [BASE])
        self.assertEqual(headers[BASE].count(RULES), 1)
        for page, title in PAGES.items():
            self.assertTrue(page.read_text(encoding="utf-8").startswith(title), page)

    def test_no_operator_repeats_a_rule(self):
        rules = sentences(BASE.read_text(encoding="utf-8"))
        self.assertGreater(len(rules), 40)
        found = [f"{name}: {sentence}" for name, text in operator_headers().items() for sentence in sentences(text) & rules]
        self.assertEqual(found, [], "\n".join(found))

    def test_every_header_leads_to_the_rules(self):
        lacking = [name for name, text in operator_headers().items()
                   if "ACLNN_API aclnnStatus" in text and '#include "aclnn/aclnn_base.h" /* rules for all operators */' not in text]
        self.assertEqual(lacking, [])


if __name__ == "__main__":
    unittest.main()
