#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site, warnings being errors, and looks at what a browser would do with it: every link inside leads to a file
and a place in it, and nothing is loaded from anywhere else. Formulas are MathML, none is left as TeX. Each function that the pages list has one place, which the search
finds under its name; of the sources, the search has the public headers alone.

Usage: check_site.py MKDOCS FOLDER      FOLDER is where the site goes
"""
import collections
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

sys.dont_write_bytecode = True
from check_docs import formulas_of  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Attributes by which a page loads something, as opposed to links that a reader may follow.
LOADS = {("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "src"), ("link", "href"), ("object", "data")}
# A function that is the first cell of a table's row.
LISTED = re.compile(r"^\| \[?`(\w+)`", re.M)
TEX_COMMAND = re.compile(r"\\[A-Za-z]+")
VERSION = re.compile(r"^project\(openaclnn VERSION ([\d.]+)", re.M)
STYLE_LOADS = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')]+)""")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.targets, self.loads = collections.Counter([""]), [], []
        self.formulas, self.text = 0, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.formulas += tag == "math" and ("display", "block") in attributes
        for name, value in attributes:
            if name == "id":
                self.ids[value] += 1
            elif (tag, name) in LOADS:
                self.loads.append(value)
            elif (tag, name) == ("a", "href"):
                self.targets.append(value)

    def handle_data(self, data):
        self.text += data


def is_remote(target):
    return bool(re.match(r"([a-z][a-z0-9+.-]*:)?//", target))


def check_page(file, site, pages):
    page = pages[file]
    where = file.relative_to(site)
    for target in page.loads:
        if is_remote(target):
            yield f"{where}: loads {target}"
    for target in page.targets + page.loads:
        if is_remote(target) or re.match(r"(mailto|data|javascript):", target):
            continue
        path, _, anchor = target.partition("#")
        led_to = pathlib.Path(os.path.normpath(file.parent / urllib.parse.unquote(path))) if path else file
        if led_to.is_dir():
            led_to /= "index.html"
        if led_to not in pages and not led_to.exists():
            yield f"{where}: a link to {target}, which is not there"
        elif led_to in pages and urllib.parse.unquote(anchor) not in pages[led_to].ids:
            yield f"{where}: a link to {target}, which has no such place"


def check_formulas(where, page, formulas):
    """Of a page, and its formulas in the Markdown."""
    if page.formulas != len(formulas):
        yield f"{where}: has {page.formulas} formulas of {len(formulas)}"
    for command in sorted(set(TEX_COMMAND.findall("\n".join(formulas)))):
        if command in page.text:
            yield f"{where}: shows {command}"


def check_functions(functions, pages, entries):
    """Of pages by where they are in the site, and the entries of the search."""
    headers = {where: page for where, page in pages.items() if where.startswith("source/include/")}
    titles = collections.defaultdict(list)
    for entry in entries:
        page = entry["location"].partition("#")[0]
        if page in headers:
            titles[entry["title"]].append(entry["location"])
        elif page.startswith("source/"):
            yield f"the search has {entry['location']}"
    for function in functions:
        places = [f"{where}#{function}" for where, page in headers.items() for _ in range(page.ids[function])]
        if len(places) != 1:
            yield f"{function} has {len(places)} places"
        if titles[function] != places:
            yield f"the search finds {function} at {titles[function]}, it is at {places}"


def check_home(text):
    version = VERSION.search((ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    if f"Version {version}" not in text.partition("<article")[2]:
        yield f"index.html: does not say that this is version {version}"


def pages_of(site):
    """The files of all pages, but for 404.html: that is for a web server's root, which this site may not be at."""
    return sorted(file for file in site.rglob("*.html") if file.name != "404.html")


def verdict(problems, pages):
    """Tells the problems; the exit status."""
    print("\n".join(problems) or f"{len(pages)} pages: ok")
    return 1 if problems or not pages else 0


def main(mkdocs, folder):
    site = pathlib.Path(folder).resolve()
    subprocess.run([mkdocs, "build", "--quiet", "--strict", "--clean", "--site-dir", site], cwd=ROOT, check=True)
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in pages_of(site)}
    problems = [problem for file in pages for problem in check_page(file, site, pages)]
    docs = ROOT / "docs"
    for markdown in sorted(docs.rglob("*.md")):
        where = markdown.relative_to(docs).with_suffix(".html")
        problems += check_formulas(where, pages[site / where], formulas_of(markdown.read_text(encoding="utf-8")))
    functions = {name for page in ("functions.md", "operators.md")
                 for name in LISTED.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))}
    entries = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    problems += check_functions(sorted(functions), {file.relative_to(site).as_posix(): page for file, page in pages.items()}, entries)
    problems += check_home((site / "index.html").read_text(encoding="utf-8"))
    from_disk = (site / "search/from_disk.js").read_text(encoding="utf-8")
    if json.loads(from_disk.removeprefix("__search_from_disk(").removesuffix(");\n"))["index"]["docs"] != entries:
        problems.append("search/from_disk.js: not the index of the search")
    for file in [*site.rglob("*.css"), *site.rglob("*.html"), *site.rglob("*.svg")]:
        remote = STYLE_LOADS.findall(file.read_text(encoding="utf-8"))
        problems += [f"{file.relative_to(site)}: loads {target}" for target in remote]
    return verdict(problems, pages)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
