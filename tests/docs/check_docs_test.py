#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checks of the documentation find what they are there to find."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
import check_docs  # noqa: E402
import check_site  # noqa: E402
import checked_tree  # noqa: E402

SOUND = {
    "README.md": "# Project\n[docs](docs/index.md#two-words) `[not](a-link)`\n",
    "README.zh.md": "# 项目\n[文档](docs/zh/index.md)\n",
    "mkdocs.yml": "nav:\n  - Home: index.md\n  - Op: operators/op.md\n  - 算子: zh/operators/op.md\n"
                  "  - All: operators/index.md\n  - Env: environment.md\n  - 公共: zh/operators/index.md\n"
                  "  - 首页: zh/index.md\n  - 变量: zh/environment.md\n",
    "docs/index.md": "# Home\n## Two `words`!\n```\n[not](a-link)\n# not a heading\n```\n",
    "docs/zh/index.md": "# 首页\n## 两个词\n```\n[not](a-link)\n# not a heading\n```\n[English](../index.md)\n",
    "docs/zh/environment.md": "`OPENACLNN_VERBOSE`\n",
    "docs/operators/index.md": "# All\n",
    "docs/zh/operators/index.md": "# 公共约定\n",
    "docs/operators/op.md": "# op\n| a | b |\n|---|---|\n<!-- quotes src/ops/op.cc -->\n```cpp\nint a;\n...\nint c;\n```\n",
    "docs/zh/operators/op.md": "# op\n| 甲 | 乙 |\n|---|---|\n```cpp\nint a;  // 甲\n...\nint c;\n```\n[公共](index.md#公共约定)\n",
    "docs/environment.md": "`OPENACLNN_VERBOSE`\n",
    "tools/openaclnn/openaclnn.1": ".SH ENVIRONMENT\n.B OPENACLNN_VERBOSE\n.SH SEE ALSO\nhttps://example.org/docs/environment.html\n",
    ".github/ISSUE_TEMPLATE/bug.yml": "description: Run with OPENACLNN_VERBOSE=1.\n",
    "src/ops/op.cc": '#include "base/base.h"\nint a;\nint b;\nint c;\n',
}


class CheckDocs(checked_tree.CheckedTree):
    SOUND = SOUND

    def setUp(self):
        super().setUp()
        self.set_in(check_docs, ROOT=self.root)

    def expect(self, *words):
        self.expect_of(check_docs.main, ["op"], words)

    def test_sound(self):
        self.expect()

    def test_form_asks_for_no_variable(self):
        self.write(".github/ISSUE_TEMPLATE/bug.yml", "description: |\n  Run with ASCEND_NO_LEVEL=0.\n")
        self.expect("bug.yml:2: ASCEND_NO_LEVEL is not in docs/environment.md")

    def test_man_page_names_a_file(self):
        self.write("tools/openaclnn/openaclnn.1", "see docs/environment.md\n")
        self.expect("openaclnn.1:1: a file of docs/")

    def test_man_page_lacks_a_variable(self):
        self.write("docs/environment.md", SOUND["docs/environment.md"] + "`OPENACLNN_SPIN`, `ASCEND_PROCESS_LOG_PATH`\n")
        self.write("tools/openaclnn/openaclnn.1", "see OPENACLNN_SPIN\n" + SOUND["tools/openaclnn/openaclnn.1"])
        self.expect("openaclnn.1: OPENACLNN_SPIN of docs/environment.md is not in the section ENVIRONMENT")

    def test_man_page_without_a_section(self):
        self.write("tools/openaclnn/openaclnn.1", ".B OPENACLNN_VERBOSE\n")
        self.expect("openaclnn.1: OPENACLNN_VERBOSE of docs/environment.md is not in the section ENVIRONMENT")

    def test_link_to_no_file(self):
        self.write("docs/index.md", SOUND["docs/index.md"] + "[x](gone.md)\n")
        self.expect("docs/index.md:7: gone.md", "no such file")

    def test_link_to_no_heading(self):
        self.write("README.md", "# Project\n[x](docs/index.md#not-a-heading)\n")
        self.expect("docs/index.md#not-a-heading", "no such heading")

    def test_link_out_of_the_repository(self):
        self.write("README.md", "# Project\n[x](../elsewhere.md)\n")
        self.expect("not a relative link into the repository")

    def test_page_outside_the_navigation(self):
        self.write("docs/new.md", "# New\n")
        self.write("docs/zh/new.md", "# 新\n")
        self.write("mkdocs.yml", SOUND["mkdocs.yml"] + "  - 新: zh/new.md\n")
        self.expect("new.md exists and is in the navigation 0 times")

    def test_navigation_to_no_page(self):
        self.write("mkdocs.yml", SOUND["mkdocs.yml"] + "  - New: new.md\n")
        self.expect("new.md does not exist")

    def test_page_of_the_root_outside_the_navigation(self):
        self.write("NEWS.md", "# News\n[x](gone.md)\n")
        self.write("docs/zh/news.md", "# 新闻\n")
        self.write("mkdocs.yml", SOUND["mkdocs.yml"] + "  - 新闻: zh/news.md\n")
        self.expect("news.md exists and is in the navigation 0 times", "NEWS.md:2: gone.md: no such file")

    def test_link_to_a_function(self):
        self.write("include/x.h", "ACL_API int aclX(int a);\n")
        self.write("README.md", "# Project\n[x](include/x.h#aclX)\n")
        self.expect()
        self.write("README.md", "# Project\n[x](include/x.h#aclY)\n")
        self.expect("include/x.h#aclY: no such function")

    def test_operator_without_translation(self):
        (self.root / "docs/zh/operators/op.md").unlink()
        self.expect("docs/zh/operators/op.md: there is no page of op")

    def test_page_without_translation(self):
        for english, chinese in (("docs/new.md", "zh/new.md"), ("NEWS.md", "zh/news.md")):
            self.write(english, "# New\n")
            self.write("mkdocs.yml", SOUND["mkdocs.yml"] + f"  - New: {pathlib.Path(english).name.lower()}\n")
            self.expect(f"{english}: there is no Chinese page, docs/{chinese}")
            self.write(f"docs/{chinese}", "# 新\n")
            self.write("mkdocs.yml", SOUND["mkdocs.yml"] + f"  - New: {pathlib.Path(english).name.lower()}\n  - 新: {chinese}\n")
            self.expect()
            (self.root / english).unlink()
            (self.root / "docs" / chinese).unlink()

    def test_chinese_page_leads_to_an_english_one(self):
        self.write("docs/zh/environment.md", SOUND["docs/zh/environment.md"] + "[首页](../index.md)\n[English](../environment.md)\n")
        self.expect("docs/zh/environment.md:2: ../index.md: expected docs/zh/index.md, the Chinese page")
        self.write("docs/zh/environment.md", SOUND["docs/zh/environment.md"])
        self.write("README.zh.md", "# 项目\n[文档](docs/index.md)\n[English](README.md)\n")
        self.expect("README.zh.md:2: docs/index.md: expected docs/zh/index.md")

    def test_readme_with_a_section_more(self):
        self.write("README.zh.md", SOUND["README.zh.md"] + "## 用途\n")
        self.expect("README.zh.md: part 2 is 'heading ##', in English 'end'")

    def test_translation_without_a_row(self):
        self.write("docs/operators/op.md", SOUND["docs/operators/op.md"].replace("|---|---|\n", "|---|---|\n| x | y |\n"))
        self.expect("docs/zh/operators/op.md: part 4 is 'end', in English 'row of 3'")

    def test_translation_with_other_code(self):
        self.write("docs/zh/operators/op.md", SOUND["docs/zh/operators/op.md"].replace("int a;", "int b;"))
        self.expect("docs/zh/operators/op.md: code is 'int b;', in English 'int a;'")

    def test_translation_with_less_code(self):
        self.write("docs/zh/operators/op.md", SOUND["docs/zh/operators/op.md"].replace("...\nint c;\n", ""))
        self.expect("docs/zh/operators/op.md: code is 'end', in English '...'")

    def test_translation_with_another_name(self):
        row = "\n| `aclnnX` | `a + b`, `--dtype` |\n"
        self.write("docs/environment.md", SOUND["docs/environment.md"] + row)
        self.write("docs/zh/environment.md", SOUND["docs/zh/environment.md"] + row.replace("a + b", "甲 + 乙"))
        self.expect()
        self.write("docs/zh/environment.md", SOUND["docs/zh/environment.md"] + row.replace("--dtype", "--type"))
        self.expect("docs/zh/environment.md: a row has `--dtype` `--type` in one language alone")

    def test_a_bar_in_a_cell_is_no_column(self):
        self.write("docs/zh/operators/op.md", SOUND["docs/zh/operators/op.md"].replace("| 乙 |", "| 乙 \\| 丙 |"))
        self.expect()

    def test_translation_of_no_page(self):
        self.write("docs/zh/new.md", "# 新\n")
        self.write("mkdocs.yml", SOUND["mkdocs.yml"] + "  - 新: zh/new.md\n")
        self.expect("docs/zh/new.md: there is no English page")

    def test_translated_formula(self):
        formula = "As follows.\n```math\nx > 0 & \\text{else}\n```\n"
        self.write("docs/operators/op.md", SOUND["docs/operators/op.md"] + formula)
        for translated, words in ((formula.replace("else", "其他情况"), ()),
                                  (formula.replace(">", "<"), ("zh/operators/op.md: a formula is not that", "x < 0"))):
            self.write("docs/zh/operators/op.md", SOUND["docs/zh/operators/op.md"] + translated)
            self.expect(*words)

    def test_quotation_that_is_not_in_the_source(self):
        self.write("src/ops/op.cc", SOUND["src/ops/op.cc"].replace("int c;", "long c;"))
        self.expect("docs/operators/op.md: not in src/ops/op.cc", "int c;")


class CheckSite(unittest.TestCase):
    def problems(self, text):
        site = pathlib.Path("/site")
        file = site / "index.html"
        return list(check_site.check_page(file, site, {file: check_site.Page(text)}))

    def test_what_a_page_loads(self):
        self.assertEqual(self.problems('<a href="https://elsewhere.example/">a link is fine</a><p id="p"><a href="#p">'), [])
        for text in ('<script src="https://elsewhere.example/x.js">', '<link href="//elsewhere.example/x.css">',
                     '<img src="http://elsewhere.example/x.png">'):
            self.assertIn("loads", self.problems(text)[0])
        self.assertEqual(check_site.STYLE_LOADS.findall('@import "https://a/x.css"; url(//b/y.woff) url(z.png)'),
                         ["https://a/x.css", "//b/y.woff"])

    def test_links_inside(self):
        self.assertIn("not there", self.problems('<a href="gone.html">')[0])
        self.assertIn("no such place", self.problems('<a href="#gone">')[0])

    def test_formulas(self):
        def problems(text, *formulas):
            return list(check_site.check_formulas("x.html", check_site.Page(text), formulas))

        self.assertEqual(problems('<math display="block"><mi>γ</mi></math>', "\\gamma"), [])
        self.assertEqual(problems("<math><mi>γ</mi></math>", "\\gamma"), ["x.html: has 0 formulas of 1"])
        self.assertEqual(problems('<math display="block"><mtext>\\gamma</mtext></math>', "\\gamma"), ["x.html: shows \\gamma"])

    def test_functions(self):
        page = "source/include/x.h.html"

        def problems(text, *entries):
            return "\n".join(check_site.check_functions(["aclX"], {page: check_site.Page(text)},
                                                        [{"title": title, "location": place} for title, place in entries]))

        found = ("aclX", f"{page}#aclX")
        self.assertEqual(problems('<h2 id="aclX">', found, ("Home", "index.html")), "")
        self.assertIn("aclX has 0 places", problems("", found))
        self.assertIn("aclX has 2 places", problems('<p id="aclX"><p id="aclX">', found))
        self.assertIn("the search finds aclX at []", problems('<p id="aclX">'))
        self.assertIn("the search has source/x.cc.html", problems('<p id="aclX">', found, ("x", "source/x.cc.html#y")))


if __name__ == "__main__":
    unittest.main()
