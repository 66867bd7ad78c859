#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the documentation against itself and the source tree, without a network.

Links and anchors of docs/ and of the pages beside it lead somewhere, in a header to a function; every page is in the navigation; every operator has a page in
each language; translations have the same structure and formulas; what pages quote is in the source. What is read without docs/, the man page and the
forms of issues, names no file there, and only variables that docs/environment.md explains; the man page names all of
the library's own.

Usage: check_docs.py OPERATOR...      the folders of src/ops
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^(`{3,}|~{3,})(.*)$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
INLINE_CODE = re.compile(r"(`+)(.+?)\1")
QUOTES = re.compile(r"^<!-- quotes (\S+) -->$")
VARIABLE = re.compile(r"\b(?:OPENACLNN|ASCEND)_[A-Z_]+\b")
WORDS_OR_SPACE = re.compile(r"\\text\{[^{}]*\}|\s+")
COMMENT = re.compile(r"(?:^|\s)\s*(?:#|//)\s.*$|/\*.*?\*/")
WORDS = re.compile("\\s|[\u4e00-\u9fff]")
COLUMN = re.compile(r"(?<!\\)\|")
NAV_ENTRY = re.compile(r"^ +- [^#]*?: (\S+\.md)\s*$", re.M)


def split(text):
    """The lines of a page outside of code blocks, numbered, and the blocks: (language, text, the line before)."""
    lines, blocks = [], []
    fence, before = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence = match.group(1)
            blocks.append((match.group(2).strip(), [], before))
        elif fence is not None and line.strip() == fence:
            fence = None
        elif fence is not None:
            blocks[-1][1].append(line)
        else:
            lines.append((number, line))
            before = line.strip() or before
    return lines, [(language, "\n".join(body), above) for language, body, above in blocks]


def formulas_of(text):
    """The TeX of each formula of a page."""
    return [body for language, body, _ in split(text)[1] if language == "math"]


def slug(heading):
    """The anchor of a heading: without markup and punctuation, in lower case, with hyphens for spaces."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\- ]", "", text.replace("`", "").lower())
    return text.strip().replace(" ", "-")


def anchors(text):
    found, times = set(), collections.Counter()
    for _, line in split(text)[0]:
        match = HEADING.match(line)
        if match:
            name = slug(match.group(2))
            found.add(f"{name}-{times[name]}" if times[name] else name)
            times[name] += 1
    return found


def links(text):
    """(line number, target) of each link that is not in code."""
    return [(number, target) for number, line in split(text)[0]
            for target in LINK.findall(INLINE_CODE.sub("", line))]


def check_links(page):
    for number, target in links(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path, _, anchor = target.partition("#")
        where = f"{page.relative_to(ROOT)}:{number}: {target}"
        file = (page.parent / path).resolve() if path else page
        if path.startswith("/") or ROOT not in file.parents:
            yield f"{where}: not a relative link into the repository"
        elif not file.exists():
            yield f"{where}: no such file"
        elif anchor and file.suffix == ".h":
            if not re.search(rf"\b{re.escape(anchor)}\(", file.read_text(encoding="utf-8")):
                yield f"{where}: no such function"
        elif anchor and (file.suffix != ".md" or anchor not in anchors(file.read_text(encoding="utf-8"))):
            yield f"{where}: no such heading"


def check_navigation(pages):
    listed = collections.Counter(NAV_ENTRY.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    existing = {str(page.relative_to(ROOT / "docs")) for page in pages}
    existing |= {page.name.lower() for page in ROOT.glob("*.md") if not page.name.startswith("README.")}  # as scripts/docs_hooks.py has it
    for page in sorted(existing | set(listed)):
        if listed[page] != 1 or page not in existing:
            state = "exists" if page in existing else "does not exist"
            yield f"mkdocs.yml: {page} {state} and is in the navigation {listed[page]} times"


def skeleton(text):
    """What a page and its translation have in common: levels of headings, columns of table rows, code blocks, items."""
    lines, blocks = split(text)
    found = []
    for _, line in lines:
        heading = HEADING.match(line)
        if heading:
            found.append("heading " + heading.group(1))
        elif line.startswith("|"):
            found.append(f"row of {len(COLUMN.findall(line))}")
        elif line.startswith("- "):
            found.append("item")
    return found, [language for language, _, _ in blocks]


def without_comments(code):
    """The lines of a code block that are not translated."""
    lines = (COMMENT.sub("", line).rstrip() for line in code.splitlines())
    return [line for line in lines if line]


def check_code(chinese, blocks, their_blocks):
    """Code blocks of a page and its translation, but for comments."""
    for (language, ours, _), (_, theirs, _) in zip(blocks, their_blocks):
        if language == "math":
            continue
        ours, theirs = without_comments(ours), without_comments(theirs)
        for one, other in zip([*ours, "end"], [*theirs, "end"]):
            if one != other:
                yield f"{chinese.relative_to(ROOT)}: code is '{other.strip()}', in English '{one.strip()}'"
                break


def names_in_rows(text):
    """Of each row of a table, its inline code, without what has words in it, which are translated."""
    rows = [line for _, line in split(text)[0] if line.startswith("|")]
    return [{code for _, code in INLINE_CODE.findall(row) if not WORDS.search(code)} for row in rows]


def check_twins(english, chinese):
    """A page and its translation have the same headings, tables, items, code blocks, formulas, and names in the rows of tables."""
    texts = [page.read_text(encoding="utf-8") for page in (english, chinese)]
    (ours, blocks), (theirs, their_blocks) = map(skeleton, texts)
    for index, (one, other) in enumerate(zip(ours + ["end"], theirs + ["end"]), 1):
        if one != other:
            yield f"{chinese.relative_to(ROOT)}: part {index} is '{other}', in English '{one}'"
            return
    if blocks != their_blocks:
        yield f"{chinese.relative_to(ROOT)}: code blocks {their_blocks}, in English {blocks}"
    else:
        yield from check_code(chinese, *(split(text)[1] for text in texts))
    for one, other in zip(*map(names_in_rows, texts)):
        if one != other:
            differing = " ".join(f"`{name}`" for name in sorted(one ^ other))
            yield f"{chinese.relative_to(ROOT)}: a row has {differing} in one language alone"
    for one, other in zip(*map(formulas_of, texts)):
        if WORDS_OR_SPACE.sub("", one) != WORDS_OR_SPACE.sub("", other):
            yield f"{chinese.relative_to(ROOT)}: a formula is not that of the English page:\n{other}"


def twin(english):
    """The place of the Chinese page of an English one; pages beside docs/ are there in lower case, as scripts/docs_hooks.py has it."""
    if english.parent == ROOT:
        return ROOT / "docs/zh" / english.name.lower()
    return ROOT / "docs/zh" / english.relative_to(ROOT / "docs")


def check_language(page, english):
    """A Chinese page leads to Chinese pages; its own English page is the one in the other language that it may name."""
    for number, target in links(page.read_text(encoding="utf-8")):
        file = (page.parent / target.partition("#")[0]).resolve()
        foreign = file.suffix == ".md" and file.exists() and (ROOT / "docs/zh") not in file.parents
        if foreign and not file.name.startswith("README") and file != english and twin(file).exists():
            yield f"{page.relative_to(ROOT)}:{number}: {target}: expected {twin(file).relative_to(ROOT)}, the Chinese page"


def check_translations():
    """Each English page has a Chinese one, and each Chinese page has the structure of the English one."""
    for english in sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")}):
        if not english.name.startswith("README") and (ROOT / "docs/zh") not in english.parents and not twin(english).exists():
            yield f"{english.relative_to(ROOT)}: there is no Chinese page, {twin(english).relative_to(ROOT)}"
    for chinese in sorted((ROOT / "docs/zh").rglob("*.md")):
        english = ROOT / "docs" / chinese.relative_to(ROOT / "docs/zh")
        if not english.exists():  # a page beside docs/, as scripts/docs_hooks.py has it
            english = ROOT / f"{chinese.stem.upper()}.md"
        if english.exists():
            yield from check_twins(english, chinese)
        else:
            yield f"{chinese.relative_to(ROOT)}: there is no English page of this name"
        yield from check_language(chinese, english)
    yield from check_language(ROOT / "README.zh.md", ROOT / "README.md")


def check_operator(operator):
    for folder in ("docs/operators", "docs/zh/operators"):
        if not (ROOT / folder / f"{operator}.md").exists():
            yield f"{folder}/{operator}.md: there is no page of {operator}"


def check_quotes(page):
    for _, body, above in split(page.read_text(encoding="utf-8"))[1]:
        source = QUOTES.match(above)
        if not source:
            continue
        text = (ROOT / source.group(1)).read_text(encoding="utf-8")
        for part in re.split(r"^\.\.\.$", body, flags=re.M):
            if part.strip("\n") not in text:
                yield f"{page.relative_to(ROOT)}: not in {source.group(1)}:\n{part.strip()}"


def check_read_without_docs():
    known = set(VARIABLE.findall((ROOT / "docs/environment.md").read_text(encoding="utf-8")))
    for file in [ROOT / "tools/openaclnn/openaclnn.1", *sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))]:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            where = f"{file.relative_to(ROOT)}:{number}"
            for variable in sorted(set(VARIABLE.findall(line)) - known):
                yield f"{where}: {variable} is not in docs/environment.md"
            if re.search(r"(?<![\w/])docs/", line):
                yield f"{where}: a file of docs/, which whoever reads this may not have"


def check_man_page():
    """The library's own variables are all in the man page, in the section where they are looked for."""
    page = ROOT / "tools/openaclnn/openaclnn.1"
    section = re.search(r"(?ms)^\.SH ENVIRONMENT$(.*?)(?=^\.SH |\Z)", page.read_text(encoding="utf-8"))
    told = set(VARIABLE.findall(section.group(1))) if section else set()
    known = set(VARIABLE.findall((ROOT / "docs/environment.md").read_text(encoding="utf-8")))
    for variable in sorted(known - told):
        if variable.startswith("OPENACLNN_"):
            yield f"{page.relative_to(ROOT)}: {variable} of docs/environment.md is not in the section ENVIRONMENT"


def main(operators):
    if not operators:
        sys.exit(__doc__)
    docs = sorted((ROOT / "docs").rglob("*.md"))
    problems = []
    beside = sorted(ROOT.glob("*.md"))
    for page in [*beside, *docs]:
        problems += check_links(page)
        problems += check_quotes(page)
    problems += check_navigation(docs)
    problems += check_read_without_docs()
    problems += check_man_page()
    problems += check_twins(ROOT / "README.md", ROOT / "README.zh.md")
    problems += check_translations()
    for operator in ["index", *operators]:
        problems += check_operator(operator)
    print("\n".join(problems) or f"{len(docs)} pages of docs/, {len(beside)} beside it, {len(operators)} operators: ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
