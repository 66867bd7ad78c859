# SPDX-License-Identifier: Apache-2.0
"""Chinese for the phrases that generated pages take from the headers' comments and the catalogue: scripts/chinese.json, and rules for
what phrases have in common. A phrase without a translation stays English on the page; tests/docs/phrases_test.py names it."""
import json
import pathlib
import re

FILE = pathlib.Path(__file__).resolve().with_name("chinese.json")
PHRASES = json.loads(FILE.read_text(encoding="utf-8"))
# (pattern, translation). {} is the translation of the group; a name of a function needs none.
RULES = [(re.compile(pattern), text) for pattern, text in (
    (r"(.+), in place", "{}，原地"),
    (r"(.+), against a number", "与一个数比较：{}"),
    (r"gradients? of (.+) for self", "{}对 self 的梯度"),
    (r"gradients? of (.+) for target", "{}对 target 的梯度"),
    (r"gradients? of (.+)", "{}的梯度"),
    (r"(?:the|a) (.+)", "{}"),
)]
SPACE = re.compile(r"(?<=[0-9A-Za-z])(?=[\u4e00-\u9fff])")  # between a Latin word and a Chinese one
NAME = re.compile(r"aclnn\w+")
used = set()  # of the file, as long as this program runs


def translation(phrase):
    """None if there is none."""
    if NAME.fullmatch(phrase):
        return phrase
    if phrase in PHRASES:
        used.add(phrase)
        return PHRASES[phrase]
    for pattern, text in RULES:
        match = pattern.fullmatch(phrase)
        inner = translation(match[1]) if match else None
        if inner is not None:
            return SPACE.sub(" ", text.replace("{}", inner))
    return None


def or_english(phrase):
    return translation(phrase) or phrase
