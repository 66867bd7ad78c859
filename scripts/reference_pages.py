# SPDX-License-Identifier: Apache-2.0
"""The pages of the public headers in the site: each function with its declaration and what its comment says, under an anchor of
its name; then the header as it is. And what the search finds of them. Pages of operators link to the rules for all operators.

The two phases of an operator are one section: what there is to say of them stands at phase one.
"""
import dataclasses
import html
import re

TOP, WHOLE = "header", "whole-header"  # anchors; no function is called so

TAG = re.compile(r"^@(\w+)(?:\[([a-z,]+)\])?[ \t]*", re.M)
PHASE_ONE = "GetWorkspaceSize"
OPERATORS = "aclnnop/"  # the folder of their headers
LABEL = re.compile(r"(Types|Arithmetic|Shapes|Source|Status codes)\b[^.]{0,20}:")  # starts a paragraph
STRONG_NOTE = re.compile(r"(Partial|Not supported):\s*")


@dataclasses.dataclass
class Part:
    """What a comment says under one tag."""
    tag: str  # empty for what comes before the first
    direction: str
    text: str


def parts(comment):
    tags = list(TAG.finditer(comment))
    ends = [tag.start() for tag in tags] + [len(comment)]
    found = [Part("", "", comment[:ends[0]].strip())]
    found += [Part(tag[1], tag[2] or "", comment[tag.end():end].strip("\n ")) for tag, end in zip(tags, ends[1:])]
    return [part for part in found if part.text]


def paragraphs(text):
    """[("p", "li" or "pre", text)]. An item goes on in lines that are indented or do not begin with a word in a capital; lines
    that are indented after an empty one are a formula or code."""
    found = []
    goes_on = False
    for line in text.split("\n"):
        stripped = line.strip()
        if not stripped:
            goes_on = False
        elif line.startswith("    ") and (not goes_on or found[-1][0] == "pre"):
            if goes_on:
                found[-1] = ("pre", f"{found[-1][1]}\n{line[4:]}")
            else:
                found.append(("pre", line[4:]))
            goes_on = True
        elif stripped.startswith("- "):
            found.append(("li", stripped[2:].strip()))
            goes_on = True
        elif goes_on and not (found[-1][0] == "li" and re.match(r"[A-Z][a-z]", line)) and not LABEL.match(line):
            found[-1] = (found[-1][0], f"{found[-1][1]} {stripped}")
        else:
            found.append(("p", stripped))
            goes_on = True
    return found


def inline(text, places):
    """HTML of a line: what is in backquotes is code, names of functions that have a place lead there."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # a backquote alone is one
        pieces = [text]
    linked = [html.escape(piece, quote=False) if index % 2 else
              re.sub(r"\w+", lambda name: f'<a href="{places[name[0]]}">{name[0]}</a>' if name[0] in places else name[0],
                     html.escape(piece, quote=False))
              for index, piece in enumerate(pieces)]
    return "".join(f"<code>{piece}</code>" if index % 2 else piece for index, piece in enumerate(linked))


def body(text, places, lead=""):
    lines = []
    inside = False
    for kind, content in paragraphs(text):
        if (kind == "li") != inside:
            inside = kind == "li"
            lines.append("<ul>" if inside else "</ul>")
        lines.append(f"<pre><code>{html.escape(content, quote=False)}</code></pre>" if kind == "pre" else
                     f"<{kind}>{lead}{inline(content, places)}</{kind}>")
        lead = ""
    return "\n".join(lines + ["</ul>"] * inside)


def told(part):
    """What a part is introduced with, and its text."""
    note = STRONG_NOTE.match(part.text) if part.tag == "note" else None
    if note:
        return f"{note[1]}:", part.text[note.end():]
    if part.tag in ("name", "par"):
        name, _, rest = part.text.partition("\n")
        return f"{name.strip().rstrip('.')}.", rest
    if part.tag == "deprecated":
        return "Deprecated:", part.text
    return "", part.text


def described(comments, places):
    """HTML of comments: what they say, then arguments and results."""
    prose, table = [], []
    for part in (part for comment in comments for part in parts(comment)):
        if part.tag == "param":
            name, _, text = part.text.partition(" ")
            direction = f" {part.direction.replace(',', ', ')}" if part.direction else ""
            table.append(f"<dt><code>{html.escape(name)}</code>{direction}</dt>\n<dd>{body(text.strip(), places)}</dd>")
        elif part.tag == "return":
            table.append(f"<dt>Returns</dt>\n<dd>{body(part.text, places)}</dd>")
        else:
            lead, text = told(part)
            prose.append(body(text, places, f"<strong>{lead}</strong> " if lead else "") or f"<p><strong>{lead}</strong></p>")
    if table:
        prose.append("<dl>\n" + "\n".join(table) + "\n</dl>")
    return "<div>\n" + "\n".join(prose) + "\n</div>\n\n"


def plain(comments):
    """The text of comments, for the search."""
    words = []
    for part in (part for comment in comments for part in parts(comment)):
        lead, text = told(part)
        if part.tag == "param":
            name, _, text = part.text.partition(" ")
            lead = f"{name}:"
        elif part.tag == "return":
            lead = "Returns:"
        words += filter(None, [lead, *(content for _, content in paragraphs(text))])
    return re.sub(r"\s+", " ", " ".join(words)).replace("`", "")


def sections(functions):
    """[(phase one or None, function)]"""
    operators = {function.name for function in functions if function.name + PHASE_ONE in {other.name for other in functions}}
    first = {function.name: function for function in functions}
    return [(first.get(function.name + PHASE_ONE), function) for function in functions
            if not (function.name.endswith(PHASE_ONE) and function.name.removesuffix(PHASE_ONE) in operators)]


def comments_of(phase_one, function):
    if phase_one is None:
        return function.comments
    own = [comment for comment in function.comments if not re.fullmatch(r"Phase two of \w+\.", comment)]
    return phase_one.comments + [comment for comment in own if comment not in phase_one.comments]


def declaration(function):
    return f"```cpp\n{function.prototype}\n```\n\n"


def use(name, uses):
    """How else to call an operator: uses has its line for the command line, and PyTorch's names."""
    command, names = uses.get(name, ("", []))
    text = f"On the command line, on NumPy files:\n\n```sh\n{command}\n```\n\n" if command else ""
    called = ", ".join(f"`{name}`" for name in names)
    return text + (f"PyTorch calls it for {called}.\n\n" if names else "")


def markdown(header, source, places, rules, uses):
    """The page. places: where each function is, as this page links to it; rules: likewise of the rules for all operators; uses: of each
    operator, see use()."""
    text = f"---\ntitle: {header.path}\nhide:\n  - toc\n---\n# {header.path} {{ #{TOP} }}\n\n"  # code needs the width
    text += described([header.comment], places)
    if header.path.startswith(OPERATORS):
        text += f'<p>What applies to every operator: <a href="{rules}">Rules for all operators</a>.</p>\n\n'
    names = [f"[`{function.name}`](#{function.name})" for _, function in sections(header.functions)]
    if len(names) > 1:
        text += f"{', '.join(names)}. [The header as it is](#{WHOLE}).\n\n"
    for phase_one, function in sections(header.functions):
        elsewhere = {name: place for name, place in places.items() if name != function.name}
        text += f"## {function.name} {{ #{function.name} }}\n\n"
        if phase_one is not None:
            text += f'<div id="{phase_one.name}"></div>\n\n' + declaration(phase_one)
        text += declaration(function) + described(comments_of(phase_one, function), elsewhere)
        text += use(function.name, uses)
    return text + f"## The header as it is {{ #{WHOLE} }}\n\n```cpp\n{source}\n```\n"


def search_entries(header, location):
    """What the search knows of a page, which is its first entry."""
    found = [(location, header.path, plain([header.comment]))]
    for phase_one, function in sections(header.functions):
        found.append((f"{location}#{function.name}", function.name, plain(comments_of(phase_one, function))))
        if phase_one is not None:
            found.append((f"{location}#{phase_one.name}", phase_one.name, f"Phase one of {function.name}."))
    return [{"location": place, "title": title, "text": text} for place, title, text in found]
