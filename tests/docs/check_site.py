#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site, warnings being errors, and looks at what a browser would do with it: every link inside leads to a file
and a place in it, and nothing is loaded from anywhere else.

Usage: check_site.py MKDOCS FOLDER      FOLDER is where the site goes
"""
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Attributes by which a page loads something, as opposed to links that a reader may follow.
LOADS = {("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "src"), ("link", "href"), ("object", "data")}
STYLE_LOADS = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')]+)""")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.targets, self.loads = {""}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif (tag, name) in LOADS:
                self.loads.append(value)
            elif (tag, name) == ("a", "href"):
                self.targets.append(value)


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
    for file in [*site.rglob("*.css"), *site.rglob("*.html"), *site.rglob("*.svg")]:
        remote = STYLE_LOADS.findall(file.read_text(encoding="utf-8"))
        problems += [f"{file.relative_to(site)}: loads {target}" for target in remote]
    return verdict(problems, pages)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
