# SPDX-License-Identifier: Apache-2.0
"""What mkdocs.yml adds to MkDocs.

Pages link into the source tree (headers, tests, scripts), as they must to be readable in the repository. The site
carries a page for each file or folder that is linked, so that these links hold there too, without a network.
"""
import json
import os
import pathlib
import posixpath
import re
import tempfile

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SOURCES = "source"  # the folder of such pages in the site

LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=(?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(`{3,}|~{3,})", re.M)
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".c": "c", ".py": "python", ".sh": "bash", ".txt": "cmake",
             ".cmake": "cmake", ".json": "json", ".md": "markdown"}

generated = tempfile.TemporaryDirectory(prefix="openaclnn_docs_")


def linked_source(page, target):
    """The file or folder that a link on a page means, relative to the repository; None if it is not a source."""
    if ":" in target or target.startswith("/"):
        return None
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target))
    return None if path == "docs" or path.startswith(("docs/", "..")) or not (ROOT / path).exists() else path


def page_of(source):
    return f"{SOURCES}/{source}.md"


def source_page(source):
    """The Markdown of a source's page."""
    path = ROOT / source
    wide = "---\nhide:\n  - toc\n---\n"  # code needs the width
    if path.is_dir():
        names = sorted(child.name + ("/" if child.is_dir() else "") for child in path.iterdir())
        return f"{wide}# {source}/\n\n" + "".join(f"- `{name}`\n" for name in names)
    text = path.read_text(encoding="utf-8")
    fence = "`" * max([3] + [len(match) + 1 for match in FENCE.findall(text)])
    return f"{wide}# {source}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n"


def on_config(config):
    # Which version the pages are about stands on each of them.
    version = re.search(r"^project\(openaclnn VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    config["site_name"] += " " + version.group(1)
    return config


def on_files(files, config):
    sources = set()
    for page in files.documentation_pages():
        text = pathlib.Path(page.abs_src_path).read_text(encoding="utf-8")
        sources.update(linked_source(page.src_uri, target) for target in LINK.findall(text))
    for source in sorted(sources - {None}):
        written = pathlib.Path(generated.name, page_of(source))
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(source_page(source), encoding="utf-8")
        files.append(File(page_of(source), generated.name, config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    if here.startswith(SOURCES + "/"):
        return markdown

    def to_page(match):
        source = linked_source(here, match.group(1))
        return match.group(1) if source is None else os.path.relpath(page_of(source), posixpath.dirname(here) or ".")

    return LINK.sub(to_page, markdown)


def on_post_build(config):
    # Who searches the documentation does not look for lines of code. Of the languages that the search knows, Japanese is
    # the one whose letters include the Chinese ones; Debian's MkDocs does not take it from mkdocs.yml.
    index = pathlib.Path(config["site_dir"], "search", "search_index.json")
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"] = [entry for entry in content["docs"] if not entry["location"].startswith(SOURCES + "/")]
    content["config"]["lang"] = ["en", "ja"]
    index.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def on_post_page(output, page, config):
    # Browsers choose the shapes of Chinese characters by the language of the page.
    if page.file.src_uri.startswith("zh/"):
        output = output.replace('<html lang="en"', '<html lang="zh-CN"', 1).replace("Table of contents", "目录")
    return output
