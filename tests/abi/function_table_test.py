# SPDX-License-Identifier: Apache-2.0
"""scripts/public_headers.py and scripts/function_table.py against headers as they may be written."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import function_table  # noqa: E402
import public_headers  # noqa: E402

FILE_COMMENT = "/** @file Things: their making. Part of it. */\n"


def functions(text):
    header = public_headers.parse_header("acl/x.h", FILE_COMMENT + text)
    return [(f.name, f.support, f.missing) for f in header.functions]


class Names(unittest.TestCase):
    def expect(self, declaration, name="aclX"):
        self.assertEqual(functions(f"/** Doc. */\n{declaration}\n"), [(name, "full", "")])

    def test_results_and_arguments(self):
        self.expect("ACL_FUNC_VISIBILITY aclError aclX(void);")
        self.expect("ACLNN_API const char* aclX(const int64_t* const* value,\n    void (*call)(int, void*));")
        self.expect("ACL_FUNC_VISIBILITY aclTensor *aclX(size_t (*)[4]);")
        self.expect("int AclX(int) ACL_FUNC_VISIBILITY;", "AclX")
        self.expect("ACLNN_API int InitHugeMemThreadLocal(void* p, bool b);", "InitHugeMemThreadLocal")

    def test_attributes(self):
        self.expect("ACL_FUNC_VISIBILITY ACL_DEPRECATED aclError aclX(int a);")
        self.expect('ACL_DEPRECATED_MESSAGE("use aclY(int); not this") ACL_FUNC_VISIBILITY aclError aclX(int a);')
        self.expect("ACL_FUNC_VISIBILITY __attribute__((format(printf, 1, 2))) void aclX(const char* f, ...);")
        self.expect("ACL_FUNC_VISIBILITY void aclX(const char* f, ...) __attribute__((format(printf, 1, 2)));")

    def test_what_is_no_declaration(self):
        self.assertEqual(functions("#define ACL_FUNC_VISIBILITY \\\n  aclX(int);\n"
                                   "/* ACL_FUNC_VISIBILITY int aclX(int); */\n// ACLNN_API int aclX(int);\n"
                                   "/** As in ACLNN_API int aclX(int); */\ntypedef int (*aclCall)(int);\n"), [])

    def test_in_and_beside_other_code(self):
        self.assertEqual(functions('#ifdef __cplusplus\nextern "C" {\n#endif\n/** S. */\n'
                                   "typedef struct S { int a; /**< a */\n  /** b */\n  int b; } S;\n"
                                   "/** Doc. */\nACL_FUNC_VISIBILITY int aclX(S s); /* trailing */\n"
                                   "#ifdef __cplusplus\n}\n#endif\n"), [("aclX", "full", "")])


class Prototypes(unittest.TestCase):
    def test_without_the_mark(self):
        header = public_headers.parse_header("acl/x.h", FILE_COMMENT + """
/** One. */
ACL_FUNC_VISIBILITY aclError aclX(int a,
                                  int b);
/** Two. */
int aclY(int a,
         int b) ACL_FUNC_VISIBILITY;
/** Three. */
ACL_DEPRECATED_MESSAGE("use aclX") ACL_FUNC_VISIBILITY aclError aclZ(
    int a,
    int b);
""")
        self.assertEqual([f.prototype for f in header.functions],
                         ["aclError aclX(int a,\n              int b);", "int aclY(int a,\n         int b);",
                          "aclError aclZ(\n    int a,\n    int b);"])


class Comments(unittest.TestCase):
    def test_whose_is_whose(self):
        header = public_headers.parse_header("acl/x.h", FILE_COMMENT + """
/*
 * Not a doc comment.
 */
/** @name Group */
/** @{ */
/** One. */
ACLNN_API int aclX(int);
ACLNN_API int aclY(int);
/* not a comment of several lines */

ACLNN_API int aclZ(int);
/** @} */
""")
        self.assertEqual(header.comment, "Things: their making. Part of it.")
        self.assertEqual(header.topic, "Things: their making")
        self.assertEqual([f.comments for f in header.functions],
                         [["One.", "@name Group"], ["One.", "@name Group"], ["@name Group"]])


class Support(unittest.TestCase):
    def test_notes(self):
        self.assertEqual(functions("/**\n * Does.\n *\n * @note Partial: one thing,\n *       and another.\n"
                                   " * @param[in] a  b\n */\nACLNN_API int aclX(int a);\n"
                                   "/** Not.\n * @note Not supported: no | such thing. */\nACLNN_API int aclY(int);"),
                         [("aclX", "partial", "one thing, and another."),
                          ("aclY", "not supported", "no | such thing.")])

    def test_another_note_is_none(self):
        self.assertEqual(functions("/** X. @note Mind the step. */\nACLNN_API int aclX(int);"),
                         [("aclX", "full", "")])

    def test_one_comment_for_several(self):
        self.assertEqual(functions("/** Both. @note Partial: p. */\nACLNN_API int aclX(int);\nACLNN_API int aclY(int);"),
                         [("aclX", "partial", "p."), ("aclY", "partial", "p.")])

    def test_groups(self):
        group = "/** @name Group\n * @note Not supported: n.\n */\n/** @{ */\n"
        self.assertEqual(functions(group + "ACLNN_API int aclX(int);\n\nACLNN_API int aclY(int);\n"
                                           "/** Own. */\nACLNN_API int aclZ(int);\n"
                                           "/** Own. @note Partial: p. */\nACLNN_API int aclW(int);\n/** @} */\n"
                                           "/** After. */\nACLNN_API int aclV(int);"),
                         [("aclX", "not supported", "n."), ("aclY", "not supported", "n."),
                          ("aclZ", "not supported", "n."), ("aclW", "partial", "p."), ("aclV", "full", "")])


class Errors(unittest.TestCase):
    def expect(self, text, fragment):
        with self.assertRaisesRegex(public_headers.HeaderError, fragment):
            functions(text)

    def test_no_comment(self):
        self.expect("ACLNN_API int aclX(int);", "aclX has no comment")
        self.expect("/** Doc. */\nACLNN_API int aclX(int);\n\nACLNN_API int aclY(int);", "aclY has no comment")
        self.expect("/** A type. */\ntypedef int aclT;\nACLNN_API int aclX(int);", "aclX has no comment")
        self.expect("/** @name G */\n/** @{ */\n/** @} */\nACLNN_API int aclX(int);", "aclX has no comment")
        self.expect("/* Not a doc comment. */\nACLNN_API int aclX(int);", "aclX has no comment")

    def test_notes_that_say_nothing(self):
        for note in ("@note Partial", "@note partial: a", "@note Not supported:", "@note Not Supported: b"):
            self.expect(f"/** Doc.\n * {note}\n */\nACLNN_API int aclX(int);", "aclX: expected \"@note")
        self.expect("/** @note Partial: a.\n * @note Partial: b. */\nACLNN_API int aclX(int);", "more than one")

    def test_structure(self):
        self.expect("/** Doc. */\nACLNN_API int aclX(int)\n", "does not end")
        self.expect("/** @} */\n", "without @{")
        with self.assertRaisesRegex(public_headers.HeaderError, "no @file"):
            public_headers.parse_header("acl/x.h", "/** Doc. */\nACLNN_API int aclX(int);")


class Page(unittest.TestCase):
    def test_one_table_a_header(self):
        header = public_headers.parse_header(
            "acl/x.h", FILE_COMMENT + "/** X. @note Not supported: a | b. */\nACLNN_API int aclX(int);\n")
        page = function_table.page([header])
        self.assertIn("### Things\n\nThings: their making: [acl/x.h](../include/acl/x.h).", page)
        self.assertIn("| [`aclX`](../include/acl/x.h#aclX) | not supported | a \\| b. |", page)
        self.assertIn("1 functions: 1 not supported.", page)

    def test_the_chinese_page_has_the_same_tables(self):
        headers = [public_headers.parse_header(path, f"/** @file {topic}. More. */\n/** X. @note Partial: new | note. */\n"
                                               f"ACLNN_API int {name}(int);\n")
                   for path, topic, name in (("acl/x.h", "Contexts", "aclX"), ("aclnnop/y.h", "aclnnY, aclnnInplaceY: sines", "aclnnY"))]
        page = function_table.page(headers, function_table.CHINESE)
        self.assertIn("1 个函数：部分 1 个。", page)
        self.assertIn("### 上下文\n\n上下文，见 [acl/x.h](../../include/acl/x.h)。", page)
        self.assertIn("### aclnnY、aclnnInplaceY\n\naclnnY、aclnnInplaceY：正弦，见 [aclnnop/y.h](../../include/aclnnop/y.h)。", page)
        # A comment that has no translation stays as it is.
        self.assertIn("| [`aclX`](../../include/acl/x.h#aclX) | 部分 | new \\| note. |", page)


unittest.main()
