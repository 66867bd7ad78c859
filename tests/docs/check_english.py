#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the English of the documentation and of the public headers plain.

Words that readers do not search for, or that hide who does what, must not come back, and no sentence of a page is longer
than 35 words. english_allowed.txt lists what was there before this check: a word, a file, how often. The headers count as one
file, include/. A count may only fall.

Usage: check_english.py             fails on more hits than the list allows, and prints each of them
       check_english.py --update    lowers the counts of the list to what is left
"""
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from check_docs import split  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALLOWED = pathlib.Path(__file__).resolve().parent / "english_allowed.txt"
LONGEST = 35
SENTENCE = f"sentence of more than {LONGEST} words"

# Each word that must not come back, as a regular expression, and what to write instead.
WORDS = {
    "told|tells?": "reported, returned; reports, prints, shows",
    "(?:is|are) (?:not )?there": "is supported, exists",
    "beside": "compared with, next to",
    "made": "created, computed, written",
    "but for": "except",
    "answers?|answered": "returns",
    "admits?|admitted": "accepts, supported",
    "look(?:s|ed)? at": "checks, checked",
    "in turn": "alternately",
    "lies?": "is in, is stored, is located",
    "st(?:and|ands|ood) (?:in )?for": "emulates, represents",
    "of (?:its|their|your|our|one's) own": "its own, separate, custom",
    r"some (?:\d[\d,.]*|five|ten|twenty)": "about ten",
    ", too(?! (?:few|many|small|large|long|early|late))": "also, before the verb",
    "alone": "only",
    "as (?:it is|they are)": "unmodified",
    "anew": "again",
    "mend(?:s|ed|ing)?": "fix",
    "mistakes?": "error, bug",
    "for ever": "without a limit, never returns",
    "giv(?:e|es|en|ing) (?:it |them |everything )?back": "release, return",
    "go(?:es|ing)? on": "continue",
    "and (?:the|their|its) like": "and similar functions, or list them",
    "behind": "after",
    "planned": "success",
    "the vendor(?:'s)?": "CANN, Huawei's implementation",
    "refus(?:e|es|ed|ing|als?)": "reject, return a status",
    "judg(?:e|es|ed|ing)": "compare, check",
    "taken as": "treated as",
    "counts? as": "is treated as",
    "what holds for": "rules for, applies to",
    "ha(?:s|ve|d) to": "must",
    "cut": "split into",
    "us(?:e|es|ed) (?:it |them )?up": "consumes",
    "chips?": "SoC",
    "emulated products?|products? (?:has|have|without)": "SoC",
    "seam": "backend interface",
    "sa(?:y|ys|id)": "describes, prints, returns, specifies",
    "nobody|somebody|everybody": "name the thread, process or user",
    "half types?": "FLOAT16 and BFLOAT16",
    "(?<!anything )(?<!everything )(?<!nothing )else": "otherwise",
    "meets?": "is combined with, reaches",
    "wants": "requires",
    "(?<!unit in the )last places?": "ulp",
    "extents?": "size of a dimension",
    "in the clear": "unencrypted",
    "one a (?:channel|row|element|thread|rank|call|family|operator|file|page)": "one per channel",
}
PATTERNS = {word: re.compile((r"\b" if word[0] != "," else "") + f"(?:{word})" + r"\b", re.I) for word in WORDS}

INLINE_CODE = re.compile(r"(`+)(.+?)\1", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)\s]+(?:\s+\"[^\"]*\")?\)")
HEADER_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# A sentence ends at a full stop, a question mark or an exclamation mark, perhaps within a bracket or emphasis.
END = re.compile(r"(?<=[.!?])[)\"*_]*\s+")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+|^\s*>\s*")


def plain(text):
    """Text without code, comments and the targets of links: code becomes one word."""
    return INLINE_CODE.sub("CODE", LINK.sub(r"\1", COMMENT.sub("", text)))


def paragraphs(page):
    """The paragraphs and list items of a page: what is neither a heading, nor a table, nor code."""
    current = []
    for _, line in split(COMMENT.sub("", page))[0] + [(0, "")]:
        if not line.strip() or line.startswith(("#", "|", "    ")) and not current or line.startswith(("#", "|")) or ITEM.match(line):
            if current:
                yield " ".join(current)
            current = []
        if line.strip() and not line.startswith(("#", "|")) and (current or not line.startswith("    ")):
            current.append(ITEM.sub("", line).strip())


def long_sentences(page):
    for paragraph in paragraphs(page):
        for sentence in END.split(plain(paragraph)):
            words = [word for word in sentence.split() if re.search(r"\w", word)]
            if len(words) > LONGEST:
                yield sentence, len(words)


def texts():
    """(file, prose to search for words, page to search for sentences or None)."""
    pages = [page for page in sorted(ROOT.glob("*.md")) if not page.name.endswith(".zh.md")]
    pages += [page for page in sorted((ROOT / "docs").rglob("*.md")) if "zh" not in page.relative_to(ROOT).parts]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        yield str(page.relative_to(ROOT)), plain("\n".join(line for _, line in split(text)[0])), text
    for header in sorted((ROOT / "include").rglob("*.h")):
        comments = "\n".join(HEADER_COMMENT.findall(header.read_text(encoding="utf-8")))
        yield "include/", re.sub(r"\n\s*(?://+<?|\*)?\s*", "\n", INLINE_CODE.sub("CODE", comments)), None


def hits():
    """(word, file) -> the places: words with what surrounds them, or beginnings of sentences."""
    found = collections.defaultdict(list)
    for file, prose, page in texts():
        prose = " ".join(prose.split())
        for word, pattern in PATTERNS.items():
            for match in pattern.finditer(prose):
                found[word, file].append(prose[max(0, match.start() - 30):match.end() + 30])
        if page is not None:
            for sentence, length in long_sentences(page):
                found[SENTENCE, file].append(f"{length}: {sentence[:70]}...")
    return found


def allowed():
    entries = {}
    if ALLOWED.exists():
        for line in ALLOWED.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                word, file, count = line.split("\t")
                entries[word, file] = int(count)
    return entries


def write(entries):
    text = ("# What tests/docs/check_english.py forgives: word, file, how often. Counts may only fall: check_english.py --update\n" +
            "".join(f"{word}\t{file}\t{count}\n" for (word, file), count in sorted(entries.items()) if count))
    ALLOWED.write_text(text, encoding="utf-8")


def main(arguments):
    if arguments not in ([], ["--update"]):
        sys.exit(__doc__)
    found, entries = hits(), allowed()
    if arguments:
        write({key: min(count, len(found.get(key, ()))) for key, count in entries.items()})
        entries = allowed()
    problems = []
    for (word, file), places in sorted(found.items()):
        most = entries.get((word, file), 0)
        if len(places) > most:
            instead = "split it" if word == SENTENCE else f"write: {WORDS[word]}"
            problems.append(f"{file}: '{word}' {len(places)} times, allowed {most}; {instead}")
            problems += [f"    {place}" for place in places]
    left = sum(entries.values())
    slack = sum(count - min(count, len(found.get(key, ()))) for key, count in entries.items())
    print("\n".join(problems) or f"{left} hits are allowed, {slack} of them are gone" + (": run check_english.py --update" if slack else ""))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
