#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/reference_pages.py: what the pages of the public headers say of comments as they may be written."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import public_headers  # noqa: E402
import reference_pages  # noqa: E402

HEADER = """/** @file Things: their making. */
/**
 * aclnnX: out = a * b, as aclY.
 * Shapes: a < b.
 *
 *     b = a,
 *       or a < b
 *
 * @param[in] a     one of
 * - 0: none
 * - 1: all
 * @param[out] out  the result
 * @return 0; see `aclY(int)`
 */
ACLNN_API int aclnnXGetWorkspaceSize(int a, int* out);
/** Phase two of aclnnX. */
ACLNN_API int aclnnX(void* workspace);

/** @name Group
 * Of a group.
 *
 * @note Not supported: nothing is there.
 */
/** @{ */
ACLNN_API int aclY(int);
/** @} */
"""


class Text(unittest.TestCase):
    def test_paragraphs_and_lists(self):
        self.assertEqual(reference_pages.paragraphs("One\ntwo.\n\nThree:\n- four\nfive\n- six\nSeven.\n - eight\n   nine"),
                         [("p", "One two."), ("p", "Three:"), ("li", "four five"), ("li", "six"), ("p", "Seven."),
                          ("li", "eight nine")])
        self.assertEqual(reference_pages.paragraphs("One:\n\n    a\n      b\n\nTwo.\nTypes, on both sides: c\n    d"),
                         [("p", "One:"), ("pre", "a\n  b"), ("p", "Two."), ("p", "Types, on both sides: c d")])

    def test_inline(self):
        places = {"aclX": "x.h.html#aclX"}
        self.assertEqual(reference_pages.inline("a < b & `c * aclX` (aclX), aclXY", places),
                         'a &lt; b &amp; <code>c * aclX</code> (<a href="x.h.html#aclX">aclX</a>), aclXY')


class Page(unittest.TestCase):
    def setUp(self):
        self.header = public_headers.parse_header("aclnnop/x.h", HEADER)
        self.page = reference_pages.markdown(self.header, HEADER, {"aclY": "#aclY"}, "../rules.html",
                                             {"aclnnX": ("openaclnn run x --a a.npy", ["x", "x_"])})

    def test_each_function_has_one_anchor(self):
        for name in ("aclnnX", "aclnnXGetWorkspaceSize", "aclY"):
            anchors = self.page.count(f"{{ #{name} }}") + self.page.count(f'id="{name}"')
            self.assertEqual(anchors, 1, name)

    def test_an_operator_is_one_section(self):
        section = self.page.split("{ #aclnnX }")[1].split("\n## ")[0]
        self.assertIn("int aclnnXGetWorkspaceSize(int a, int* out);\n```\n\n```cpp\nint aclnnX(void* workspace);\n", section)
        self.assertIn('<p>aclnnX: out = a * b, as <a href="#aclY">aclY</a>.</p>', section)
        self.assertIn("<dt><code>a</code> in</dt>\n<dd><p>one of</p>\n<ul>\n<li>0: none</li>\n<li>1: all</li>\n</ul></dd>", section)
        self.assertIn("<dt><code>out</code> out</dt>", section)
        self.assertIn("<dt>Returns</dt>", section)
        self.assertNotIn("Phase two", section)

    def test_use(self):
        use = "```sh\nopenaclnn run x --a a.npy\n```\n\nPyTorch calls it for `x`, `x_`.\n"
        self.assertIn(use, self.page.split("{ #aclnnX }")[1].split("\n## ")[0])
        self.assertEqual(self.page.count("openaclnn run"), 1)

    def test_title(self):
        self.assertTrue(self.page.startswith("---\ntitle: aclnnop/x.h\n"))  # not with the heading's anchor

    def test_labels_start_paragraphs_and_formulas_keep_their_lines(self):
        section = self.page.split("{ #aclnnX }")[1]
        self.assertIn("<p>Shapes: a &lt; b.</p>\n<pre><code>b = a,\n  or a &lt; b</code></pre>", section)

    def test_links_to_the_rules(self):
        self.assertIn('<a href="../rules.html">Rules for all operators</a>', self.page.split("{ #aclnnX }")[0])
        runtime = public_headers.parse_header("acl/x.h", HEADER)
        self.assertNotIn("rules.html", reference_pages.markdown(runtime, HEADER, {}, "../rules.html", {}))

    def test_titles_of_paragraphs(self):
        header = public_headers.parse_header("aclnn/x.h", "/**\n * @file X.\n *\n * @par Two phases\n * An operator.\n */\n")
        page = reference_pages.markdown(header, "", {}, "", {})
        self.assertIn("<p><strong>Two phases.</strong> An operator.</p>", page)

    def test_groups(self):
        section = self.page.split("{ #aclY }")[1]
        self.assertIn("<p><strong>Group.</strong> Of a group.</p>", section)
        self.assertIn("<p><strong>Not supported:</strong> nothing is there.</p>", section)

    def test_the_header_as_it_is(self):
        self.assertTrue(self.page.endswith(f"{{ #{reference_pages.WHOLE} }}\n\n```cpp\n{HEADER}\n```\n"))

    def test_search(self):
        entries = reference_pages.search_entries(self.header, "source/include/aclnnop/x.h.html")
        self.assertEqual([entry["title"] for entry in entries],
                         ["aclnnop/x.h", "aclnnX", "aclnnXGetWorkspaceSize", "aclY"])
        self.assertEqual(entries[1]["location"], "source/include/aclnnop/x.h.html#aclnnX")
        self.assertEqual(entries[1]["text"], "aclnnX: out = a * b, as aclY. Shapes: a < b. b = a, or a < b a: one of 0: none 1: all "
                                             "out: the result Returns: 0; see aclY(int)")
        self.assertEqual(entries[3]["text"], "Group. Of a group. Not supported: nothing is there.")


if __name__ == "__main__":
    unittest.main()
