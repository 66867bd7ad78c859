#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the public headers: which functions they declare, from which library, and how far each is supported.

A function is a declaration with an export mark; the comment before it, or that of the @{ @} group around it, documents
it. A line `@note Partial: <what is missing>` or `@note Not supported: <why>` there says what does not work; a function
without one is fully supported.

Usage: scripts/function_table.py          writes docs/functions.md
       scripts/function_table.py --check  fails where docs/functions.md is not what it would write
       scripts/function_table.py --calls FILE
              writes C++ that names every function that is not supported: NOT_SUPPORTED(name), after the includes
"""
import argparse
import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = "scripts/function_table.py"

FULL, PARTIAL, NOT_SUPPORTED = "full", "partial", "not supported"
LIBRARY_OF_FOLDER = {"acl": "libascendcl.so", "aclnn": "libnnopbase.so", "aclnnop": "libopapi.so", "hccl": "libhccl.so"}
LIBRARY_OF_HEADER = {  # where it is not the folder's
    "acl/acl_op_compiler.h": "libacl_op_compiler.so",
    "aclnn/aclnn_huge_memory.h": "libopapi.so",
}
# The order of the page, and what each library is.
LIBRARIES = {
    "libascendcl.so": """The runtime, also there under its newer name, `libacl_rt.so`. What holds for all of it is said in
[acl/acl_rt.h](../include/acl/acl_rt.h). Policies of `aclrtMalloc`, priorities and flags of streams are hints: accepted,
without effect on results.""",
    "libnnopbase.so": "Tensors and executors.",
    "libopapi.so": """Operators, also there under newer names: `libopapi_nn.so`, `libopapi_math.so` and `libopapi_cv.so`. What
libnnopbase.so exports is found through it, too. Headers of operators are also found under `aclnnop/level2/`.""",
    "libacl_op_compiler.so": "The operator compiler, for clients that link this library.",
    "libhccl.so": """Collective communication. A function that is not supported returns 5 (`HCCL_E_NOT_SUPPORT`); aclrtGetLastError
says 207000.""",
}
# There because prebuilt clients name them; a test sees that they export nothing.
EMPTY_LIBRARIES = ("libacl_tdt_channel.so", "libge_runner.so", "libgraph.so", "libhcomm.so")

INTRODUCTION = f"""# Supported functions

<!-- Generated from the comments in include/ by {COMMAND}: edit those, and run it. -->

Everything that the headers declare, by library and header; a test compares the headers with what the libraries export.
Arguments, statuses and ownership are documented at each declaration. A function that is not supported returns 207000
(`ACL_ERROR_RT_FEATURE_NOT_SUPPORT`), or null where it returns a pointer, and leaves a message; a test calls each. What
CANN has and the headers do not declare is in [not_provided.md](not_provided.md).
"""

MARK = re.compile(r"\b(?:ACL_FUNC_VISIBILITY|ACLNN_API)\b")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|' r"/\*\*(?!<|/).*?\*/|/\*.*?\*/|//[^\n]*|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
# `name (`, but not a macro.
FUNCTION_NAME = re.compile(r"\b(?![A-Z0-9_]+\s*\()([A-Za-z_]\w*)\s*\(")
NOTE = re.compile(r"@note\s+(partial|not supported)\b(:?)\s*(.*?)(?=\n\s*\n|\n\s*@|\Z)", re.S | re.I)
SPELLINGS = {"Partial": PARTIAL, "Not supported": NOT_SUPPORTED}


class HeaderError(Exception):
    """A header that breaks the rules above."""


@dataclasses.dataclass
class Function:
    name: str
    support: str
    missing: str


@dataclasses.dataclass
class Header:
    path: str  # below include/
    topic: str
    functions: list

    @property
    def library(self):
        return LIBRARY_OF_HEADER.get(self.path) or LIBRARY_OF_FOLDER[self.path.split("/")[0]]


def comment_text(token):
    lines = token[len("/**"):-len("*/")].split("\n")
    return "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in lines).strip()


def pieces(source):
    """The header in order: ("doc", text) for doc comments, ("code", text) for the rest, without other comments, text in quotes
    and preprocessor lines."""
    position = 0
    code = ""
    for token in TOKEN.finditer(source):
        code += source[position:token.start()]
        position = token.end()
        if token.group().startswith("/**"):
            yield "code", code
            yield "doc", comment_text(token.group())
            code = ""
        elif token.group() == '"C"':
            code += token.group()
        else:
            code += "" if token.group().lstrip().startswith("#") else " "
    yield "code", code + source[position:]


def statements(code):
    """Splits at semicolons outside of braces; the braces of extern "C" do not count."""
    code = re.sub(r'extern\s+"C"\s*\{', "", code)
    depth = 0
    start = 0
    for index, character in enumerate(code):
        depth = max(0, depth + (character == "{") - (character == "}"))
        if character == ";" and depth == 0:
            yield code[start:index]
            start = index + 1
    if MARK.search(code[start:]):
        raise HeaderError(f"a declaration does not end: {' '.join(code[start:].split())}")


def support_in(comments):
    """Of the innermost comment that has a note."""
    for comment in comments:
        notes = NOTE.findall(comment)
        for kind, colon, text in notes:
            if kind not in SPELLINGS or not colon or not text.strip():
                raise HeaderError(f'expected "@note Partial: <what>" or "@note Not supported: <why>", got "@note {kind}"')
        if len(notes) > 1:
            raise HeaderError("more than one note on support in one comment")
        if notes:
            return SPELLINGS[notes[0][0]], " ".join(notes[0][2].split())
    return FULL, ""


def parse_header(path, source):
    topic = ""
    functions = []
    pending = None  # the comment that the next declaration gets
    shared = None  # the comment of the declaration just before, for one that follows it directly
    groups = []
    for kind, text in pieces(source):
        if kind == "doc":
            opens, closes = text.endswith("@{"), text.startswith("@}")
            if closes:
                if not groups:
                    raise HeaderError(f"{path}: @}} without @{{")
                groups.pop()
            elif opens:
                groups.append("\n".join(filter(None, [pending, text[:-len("@{")].strip()])))
            elif text.startswith("@file"):
                topic = first_sentence(text[len("@file"):])
            pending = None if opens or closes or text.startswith("@file") else text
            shared = None
            continue
        for statement in statements(text):
            if not MARK.search(statement):
                pending = shared = None
                continue
            follows_directly = not re.match(r"\s*\n\s*\n", statement)
            comment = pending or (shared if follows_directly else None)
            name = FUNCTION_NAME.search(ATTRIBUTE.sub("", statement))
            if name is None:
                raise HeaderError(f"{path}: no function name in: {' '.join(statement.split())}")
            comments = [part for part in [comment, *reversed(groups)] if part]
            if not comments:
                raise HeaderError(f"{path}: {name[1]} has no comment")
            try:
                functions.append(Function(name[1], *support_in(comments)))
            except HeaderError as error:
                raise HeaderError(f"{path}: {name[1]}: {error}") from None
            pending, shared = None, comment
    if functions and not topic:
        raise HeaderError(f"{path} has no @file comment")
    return Header(path, topic, functions)


def first_sentence(text):
    text = " ".join(text.split())
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0].rstrip(".")


def read_headers(include):
    """All headers that declare functions."""
    headers = [parse_header(path.relative_to(include).as_posix(), path.read_text())
               for path in sorted(include.rglob("*.h"))]
    return [header for header in headers if header.functions]


def cell(text):
    return text.replace("|", "\\|")


def page(headers):
    text = INTRODUCTION
    for library, description in LIBRARIES.items():
        own = [header for header in headers if header.library == library]
        if not own:
            continue
        every = [function for header in own for function in header.functions]
        counts = {support: sum(function.support == support for function in every)
                  for support in (FULL, PARTIAL, NOT_SUPPORTED)}
        counted = ", ".join(f"{count} {support}" for support, count in counts.items() if count)
        text += f"\n## {library}\n\n{description}\n\n{len(every)} functions: {counted}.\n"
        for header in own:
            text += f"\n### {header.topic.split(':')[0]}\n\n{header.topic}: [{header.path}](../include/{header.path}).\n\n"
            text += "| function | support | what is missing |\n|---|---|---|\n"
            for function in header.functions:
                text += f"| `{function.name}` | {function.support} | {cell(function.missing)} |\n"
    names = [f"`{name}`" for name in EMPTY_LIBRARIES]
    return text + (f"\n## {', '.join(names)}\n\nEmpty: prebuilt clients (torch_npu) name these libraries and do not load without "
                   "them; they look nothing up in them.\n")


def calls(headers):
    tagged = {header.path: [function.name for function in header.functions if function.support == NOT_SUPPORTED]
              for header in headers}
    text = f"// Generated by {COMMAND}.\n"
    text += "".join(f'#include "{path}"\n' for path, names in tagged.items() if names)
    return text + "".join(f"NOT_SUPPORTED({name})\n" for names in tagged.values() for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--calls", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    document = ROOT / "docs" / "functions.md"
    try:
        headers = read_headers(ROOT / "include")
    except HeaderError as error:
        sys.exit(str(error))
    if arguments.calls:
        arguments.calls.write_text(calls(headers))
    elif not arguments.check:
        document.write_text(page(headers))
    elif document.read_text() != page(headers):
        sys.exit(f"docs/functions.md is not what the headers say: run {COMMAND} and commit the page")


if __name__ == "__main__":
    main()
