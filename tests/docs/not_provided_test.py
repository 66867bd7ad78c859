# SPDX-License-Identifier: Apache-2.0
"""The list of operators that are not there: the same in both languages, and none of them is there."""
import json
import pathlib
import re
import unittest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def listed(page, heading):
    section = page.read_text(encoding="utf-8").split(heading)[1]
    return re.findall(r"`(aclnn\w+)`", section)


class NotProvided(unittest.TestCase):
    def test_nothing_that_is_there_is_listed(self):
        there = set(json.loads((DOCS / "run_examples.json").read_text(encoding="utf-8")))
        missing = listed(DOCS / "not_provided.md", "## Operators")
        self.assertGreater(len(missing), 50)
        self.assertGreater(len(there), 800)
        self.assertEqual(sorted(there & set(missing)), [])
        self.assertEqual(len(missing), len(set(missing)))
        self.assertIn(f"These {len(missing)} public operators", (DOCS / "not_provided.md").read_text(encoding="utf-8"))

    def test_both_languages_have_the_same(self):
        self.assertEqual(listed(DOCS / "not_provided.md", "## Operators"), listed(DOCS / "zh/not_provided.md", "## 算子"))


if __name__ == "__main__":
    unittest.main()
