#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of the English finds what it is there to find, and its list only shrinks."""
import sys
import unittest

sys.dont_write_bytecode = True
import check_english  # noqa: E402
import checked_tree  # noqa: E402

LONG = " ".join(["word"] * 36) + "."
SOUND = {
    "README.md": "# Project\nThe library reports an error. It sets `aclrtTold` and prints `who told it`.\n",
    "README.zh.md": "# 项目\nwhat holds for all\n",
    "docs/index.md": "# Home\n" + " ".join(["word"] * 35) + ".\n\n- " + " ".join(["item"] * 30) + "\n- " + " ".join(["item"] * 30) +
                     "\n\n| " + " ".join(["cell"] * 40) + " |\n```\nmade by nobody\n```\n<!-- made by a script -->\n",
    "docs/zh/index.md": "# 主页\nmade\n",
    "include/acl/a.h": "int made;  // a variable\n/** Returns `made`. */\nint AnswerMe();\n",
}


class CheckEnglish(checked_tree.CheckedTree):
    SOUND = SOUND

    def setUp(self):
        super().setUp()
        self.set_in(check_english, ROOT=self.root, ALLOWED=self.root / "allowed.txt")

    def expect(self, *words, update=False):
        self.expect_of(check_english.main, ["--update"] if update else [], words)

    def test_sound(self):
        self.expect()

    def test_a_word_on_a_page(self):
        self.write("docs/index.md", "# Home\nThe [user is\ntold](told.md) so.\n")
        self.expect("docs/index.md: 'told|tells?' 1 times, allowed 0; write: reported", "user is told so.")

    def test_words_of_several_parts(self):
        self.write("docs/index.md", "# What holds\nfor all\nAdd is there, too. It counts as one in\nturn, as it is.\n")
        for word in ("what holds for", "(?:is|are) (?:not )?there", ", too(?!", "counts? as", "in turn", "as (?:it is|they are)"):
            self.expect(f"'{word}")

    def test_parts_of_words_are_other_words(self):
        self.write("docs/index.md", "# Home\nElsewhere, chipset, remade, toolbox, cutter, wanted.\n")
        self.expect()

    def test_a_word_in_a_table(self):
        self.write("docs/index.md", "| made |\n|---|\n")
        self.expect("'made' 1 times")

    def test_headers_count_as_one_file(self):
        self.write("include/acl/a.h", "/** Is\n *  made. */\n")
        self.write("include/acl/b.h", "int a;  // made as it\n// is\n")
        self.expect("include/: 'made' 2 times", "include/: 'as (?:it is|they are)' 1 times")

    def test_a_long_sentence(self):
        self.write("docs/index.md", f"# Home\nShort. {LONG}\n\n1. {LONG[:-1]}\n")
        self.expect("docs/index.md: 'sentence of more than 35 words' 2 times, allowed 0; split it", "36: word word")

    def test_sentences_end(self):
        half = " ".join(["word"] * 20)
        self.write("docs/index.md", f"{half}. {half}? {half} (so.) **{half}.** {half}\n# {half} {half}\n{half}\n")
        self.expect()

    def test_the_list(self):
        self.write("allowed.txt", "# comment\nmade\tdocs/index.md\t2\ntold|tells?\tREADME.md\t1\n")
        self.write("docs/index.md", "made made\n")
        self.expect()
        self.write("docs/index.md", "made made made\n")
        self.expect("'made' 3 times, allowed 2")
        self.write("docs/index.md", "made\n")
        self.expect(update=True)
        self.assertEqual((self.root / "allowed.txt").read_text().splitlines()[1:], ["made\tdocs/index.md\t1"])

    def test_an_update_never_raises(self):
        self.write("allowed.txt", "made\tdocs/index.md\t1\n")
        self.write("docs/index.md", "made made, told\n")
        self.expect("'made' 2 times, allowed 1", "'told|tells?' 1 times, allowed 0", update=True)


if __name__ == "__main__":
    unittest.main()
