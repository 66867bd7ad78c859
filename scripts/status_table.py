#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/status_codes.md against the public headers and the library.

Each code that the library returns (src/base/status.h) has a section of its own, under its name, with causes and an
example; those of HcclResult that it returns are in the table of Hccl. All other codes of the headers stand in tables at the
end of the page, which this script writes. The words of the examples are those of the messages in src. The Chinese page
has the same sections and the same codes in its tables, in the same order.

Usage: scripts/status_table.py          writes the tables
       scripts/status_table.py --check  fails where something of this does not hold
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/status_codes.md"
COMMAND = "scripts/status_table.py"
MARK = f"<!-- others: python3 {COMMAND} -->\n"
HEADERS = ("aclnn/opdev/op_errno.h", "acl/acl_base_rt.h", "acl/error_codes/rt_error_codes.h")
CODE = re.compile(r"^(?:#define|static const int) +(ACL\w+|ACLNN\w+)[ =]+(\d+);? */\*\*< (.*) \*/$", re.M)
HCCL = re.compile(r"^ +(HCCL_\w+) = (\d+),? +/\*\*< (.*) \*/$", re.M)
SECTION = re.compile(r"^### (\d+) (\w+)\n\n(.*?)(?=^##|\Z)", re.M | re.S)


def codes():
    """(number, name, meaning) of the runtime and of operators, without success."""
    for header in HEADERS:
        for name, number, meaning in CODE.findall((ROOT / "include" / header).read_text(encoding="utf-8")):
            if number != "0":
                yield int(number), name, meaning


def hccl_codes():
    text = (ROOT / "include/hccl/hccl_types.h").read_text(encoding="utf-8").split("} HcclResult")[0]
    return [(int(number), name, meaning) for name, number, meaning in HCCL.findall(text) if name.startswith(("HCCL_E_", "HCCL_SUCCESS"))]


def returned():
    text = (ROOT / "src/base/status.h").read_text(encoding="utf-8")
    return {int(number) for number in re.findall(r"int32_t k\w+ = (\d+);", text)} - {0}


def table(rows):
    return "| code | name | meaning |\n|---|---|---|\n" + "".join(f"| {number} | `{name}` | {meaning} |\n" for number, name, meaning in rows)


def others(page):
    own = returned()
    hccl = {int(number) for number in re.findall(r"^\| (\d+) \| `HCCL_", page.split(MARK)[0], re.M)}
    return (MARK + "\n" + table(row for row in codes() if row[0] not in own) + "\n" +
            table(row for row in hccl_codes() if row[0] not in hccl))


def sources():
    """All texts of the library, those that are written in parts in one."""
    text = "".join(path.read_text(encoding="utf-8") for folder in ("src", "include") for path in sorted((ROOT / folder).rglob("*.[ch]*"))
                   if "_test." not in path.name)
    return re.sub(r'"\s*\n?\s*"', "", text)


def words_of(example):
    """What of an example is written in one piece: numbers, names and kinds of objects come in between."""
    for part in re.split(r"0x\w+|\d+|: |; |, got |expected |[()]|\.\.\.|'|\b[A-Z][A-Z\d]+\b|acl\w+|\bdevice block\b|\bnotify\b", example):
        part = part.strip(" ,\n")
        if len(part.split()) > 2:
            yield part


def problems(page):
    names = {}
    for number, name, _ in codes():
        names.setdefault(number, []).append(name)
    sections = {int(number): (name, body) for number, name, body in SECTION.findall(page)}
    for number in sorted(returned() ^ set(sections)):
        yield f"{number}: " + ("is returned and has no section" if number not in sections else "has a section and is not returned")
    texts = sources()
    for number, (name, body) in sections.items():
        if name not in names.get(number, ()):
            yield f"{number}: is not {name}"
        if not re.search(r"^- ", body, re.M):
            yield f"{number}: has no causes"
        example = re.findall(r"^```\n(.*?)^```", body, re.M | re.S)
        if len(example) != 1:
            yield f"{number}: has no example"
            continue
        for words in words_of(example[0]):
            if words not in texts:
                yield f"{number}: nothing in src says '{words}'"
    chinese = (ROOT / "docs/zh/status_codes.md").read_text(encoding="utf-8")
    for pattern in (re.compile(r"^### (\d+ \w+)$", re.M), re.compile(r"^(\| \d+ \| `\w+` \|)", re.M)):
        ours, theirs = pattern.findall(page), pattern.findall(chinese)
        for one, other in zip([*ours, "the end"], [*theirs, "the end"]):
            if one != other:
                yield f"the Chinese page has '{other}' where this one has '{one}'"
                break
    for number, name, _ in hccl_codes():
        if f"| {number} | `{name}` |" not in page:
            yield f"{name} is missing"
    if MARK not in page or page[page.index(MARK):] != others(page):
        yield f"the tables at the end are not what {COMMAND} writes"


def main():
    page = PAGE.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--check"]:
        found = list(problems(page))
        sys.exit("\n".join(f"{PAGE.relative_to(ROOT)}: {problem}" for problem in found) or 0)
    PAGE.write_text(page[:page.index(MARK)] + others(page), encoding="utf-8")


if __name__ == "__main__":
    main()
