#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every operator is named in a test of src/ops: the checks of all operators know no results."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from public_headers import PHASE_ONE, declared_operators, read_headers  # noqa: E402

# Their tests put names together, of what the families have in common.
PUT_TOGETHER = re.compile(r"aclnn(Foreach|Upsample|(Reflection|Replication)Pad[123]dBackward$)")


class TestedOperatorsTest(unittest.TestCase):
    def test_every_operator_is_named_in_a_test(self):
        declared = declared_operators(read_headers())
        self.assertGreater(len(declared), 900)
        named = set()
        for pattern in ("*_test.cc", "*testing*"):
            for file in (ROOT / "src/ops").rglob(pattern):
                named.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
        named.update([name.removesuffix(PHASE_ONE) for name in named])
        self.assertEqual(sorted(name for name in declared - named if not PUT_TOGETHER.match(name)), [])


if __name__ == "__main__":
    unittest.main()
