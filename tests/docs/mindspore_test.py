#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/mindspore.md lists the operators by name that the tables in src/api/acl_op_compiler have, and those that its tests miss, in both
languages."""
import ast
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class OperatorsByName(unittest.TestCase):
    def test_pages_list_the_tables(self):
        sources = sorted((ROOT / "src/api/acl_op_compiler").glob("*.cc"))
        tables = [re.findall(r'\bOperator\{"(\w+)"', source.read_text()) for source in sources if not source.stem.endswith("_test")]
        tables = sorted(table for table in tables if table)
        self.assertGreater(len(tables), 3)
        for page in ("docs/mindspore.md", "docs/zh/mindspore.md"):
            with self.subTest(page=page):
                rows = [row for row in ROOT.joinpath(page).read_text().splitlines() if re.match(r"\| [^|`]+ \| `\w+`[,、]", row)]
                self.assertEqual(sorted(re.findall(r"`(\w+)`", row) for row in rows), tables)

    def test_pages_list_what_is_missing(self):
        missing = re.search(r"^MISSING = (\{.*?^\})", (ROOT / "tests/mindspore/calls_test.py").read_text(), re.DOTALL | re.MULTILINE)
        for page in ("docs/mindspore.md", "docs/zh/mindspore.md"):
            with self.subTest(page=page):
                rows = re.findall(r"^\| `(\w+)` \| [^|]*`(?:ops|nn|mint)\.", ROOT.joinpath(page).read_text(), re.MULTILINE)
                self.assertEqual(rows, list(ast.literal_eval(missing[1])))


if __name__ == "__main__":
    unittest.main()
