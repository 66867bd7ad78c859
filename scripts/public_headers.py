# SPDX-License-Identifier: Apache-2.0
"""Reads the public headers: which functions they declare, how far each is supported, and what their comments say.

A function is a declaration with an export mark; the comment before it, or that of the @{ @} group around it, documents
it. A line `@note Partial: <what is missing>` or `@note Not supported: <why>` there says what does not work; a function
without one is fully supported.
"""
import dataclasses
import pathlib
import re

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include"

PHASE_ONE = "GetWorkspaceSize"  # the end of the name of an operator's first phase
FULL, PARTIAL, NOT_SUPPORTED = "full", "partial", "not supported"

MARK = re.compile(r"\b(?:ACL_FUNC_VISIBILITY|ACLNN_API)\b")
DEPRECATED = re.compile(r"\bACL_DEPRECATED(?:_MESSAGE\(\s*\))?")
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
    prototype: str  # without the export mark
    comments: list  # its own, if it has one, and those of the groups around it, from the inside


@dataclasses.dataclass
class Header:
    path: str  # below include/
    comment: str  # of the file
    functions: list

    @property
    def topic(self):
        return first_sentence(self.comment)


def comment_text(token):
    lines = re.sub(r"^/\*+|\*/$", "", token).split("\n")
    return "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in lines).strip()


def pieces(source):
    """The header in order: ("doc", text) for doc comments, ("code", text) for the rest, without other comments, text in
    quotes and preprocessor lines."""
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


def prototype(statement):
    """A declaration without its marks."""
    lines = statement.strip().splitlines()
    width = len(lines[0])
    lines[0] = re.sub(rf"(?:{MARK.pattern}|{DEPRECATED.pattern})\s*", "", lines[0])
    shift = 0 if lines[0].endswith("(") else width - len(lines[0])  # what follows stays below what it stood below
    lines[1:] = [line[min(shift, len(line) - len(line.lstrip())):] for line in lines[1:]]
    return re.sub(r"\s*" + MARK.pattern, "", "\n".join(lines)) + ";"


def parse_header(path, source):
    file_comment = ""
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
                file_comment = text[len("@file"):].strip()
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
                functions.append(Function(name[1], *support_in(comments), prototype(statement), comments))
            except HeaderError as error:
                raise HeaderError(f"{path}: {name[1]}: {error}") from None
            pending, shared = None, comment
    if functions and not file_comment:
        raise HeaderError(f"{path} has no @file comment")
    return Header(path, file_comment, functions)


def first_sentence(text):
    text = " ".join(text.split())
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0].rstrip(".")


def read_headers(include=INCLUDE):
    return [parse_header(path.relative_to(include).as_posix(), path.read_text(encoding="utf-8"))
            for path in sorted(include.rglob("*.h"))]


def declared_operators(headers):
    """The operators that the headers of aclnnop declare."""
    return {function.name.removesuffix(PHASE_ONE) for header in headers for function in header.functions
            if header.path.startswith("aclnnop/") and function.name.endswith(PHASE_ONE)}
