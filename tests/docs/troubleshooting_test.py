# SPDX-License-Identifier: Apache-2.0
"""Messages that docs/troubleshooting.md quotes are those that users see: each is in the source, unless another program writes it. The
Chinese page quotes the same ones."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUOTED = {"docs/troubleshooting.md": re.compile(r'"((?:[^"]|(?<= )"\w+"(?="))+)"'), "docs/zh/troubleshooting.md": re.compile("“(.+?)”")}
SOURCES = [*(ROOT / "src").rglob("*.cc"), *(ROOT / "src").rglob("*.h"), *(ROOT / "tools").rglob("*.cc")]
# Of the loader, CMake, Python, torch and torch_npu.
OTHERS = {
    "error while loading shared libraries: libascendcl.so", 'Could not find a package configuration file provided by "openaclnn"',
    "Failed to load the backend extension: torch_npu", "cannot open shared object file", "No module named 'torch_npu'", "... not found",
    "not in libopapi.so", "will fall back to run on the CPU", "require processing for 32 padding size",
    "Device do not support double dtype now, dtype cast replace with float", "Cannot create tensor with interal format",
    "driver and firmware packages do not match"}
# What the source puts together of parts, and the parts.
COMPOSED = {
    "expected 0 to 0": ["expected 0 to "],
    "expected dtype ..., got BFLOAT16": ["expected dtype ", ", got "],
    "torch is not installed for python3": [" is not installed for python3"],
    "torch ... and torch_npu ... do not fit each other": ["torch ", " and torch_npu ", " do not fit each other"],
    "expected one of the current context": ["one of the current context"],
}


def quoted(page):
    rows = [line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [message for row in rows for message in QUOTED[page].findall(row)]


class Troubleshooting(unittest.TestCase):
    def test_messages_are_those_of_the_source(self):
        # Strings that the compiler joins are one text.
        text = "\n".join(re.sub(r'"\s*"', "", path.read_text(encoding="utf-8")) for path in SOURCES)
        messages = set(quoted("docs/troubleshooting.md"))
        self.assertGreater(len(messages), 15)
        for message in sorted(messages - OTHERS):
            for part in COMPOSED.get(message, [message]):
                self.assertTrue(part in text, f"docs/troubleshooting.md quotes {message!r}, but nothing writes {part!r}")
        self.assertEqual(sorted((OTHERS | set(COMPOSED)) - messages), [])

    def test_the_chinese_page_quotes_the_same(self):
        self.assertEqual(quoted("docs/zh/troubleshooting.md"), quoted("docs/troubleshooting.md"))


if __name__ == "__main__":
    unittest.main()
