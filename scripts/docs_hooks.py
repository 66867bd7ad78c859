# SPDX-License-Identifier: Apache-2.0
"""What mkdocs.yml adds to MkDocs.

Pages link into the source tree (headers, tests, scripts), as they must to be readable in the repository. The site
carries a page for each file or folder that is linked, so that these links hold there too, without a network; for each
public header, one with a place for every function (scripts/reference_pages.py); and the pages beside docs/, but for
README.md, whose place is taken by docs/index.md. Formulas become MathML (scripts/formulas.py).
"""
import json
import pathlib
import posixpath
import re
import sys
import tempfile

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formulas  # noqa: E402
import public_headers  # noqa: E402
import reference_pages  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = "source"  # the folder of such pages in the site
BESIDE = {page.name: page.name.lower() for page in sorted(ROOT.glob("*.md")) if page.name != "README.md"}
VERSION = re.search(r"^project\(openaclnn VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]

LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=(?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(`{3,}|~{3,})", re.M)
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".c": "c", ".py": "python", ".sh": "bash", ".txt": "cmake",
             ".cmake": "cmake", ".json": "json", ".md": "markdown"}

generated = tempfile.TemporaryDirectory(prefix="openaclnn_docs_")


LIST_OF_HEADERS = "functions.html"  # the search has the headers themselves, of this its introduction alone
HEADERS = {f"include/{header.path}": header for header in public_headers.read_headers()}


def linked_file(page, target):
    """The file or folder that a link on a page means, relative to the repository; None if it is none."""
    if ":" in target or target.startswith("/"):
        return None
    folder = "" if page in BESIDE.values() else posixpath.join("docs", posixpath.dirname(page))
    path = posixpath.normpath(posixpath.join(folder, target))
    return None if path.startswith("..") or not (ROOT / path).exists() else path


def is_source(path):
    return path is not None and path != "docs" and not path.startswith("docs/") and path not in BESIDE


def page_of(path):
    """The page of a file or folder, as MkDocs calls it."""
    if path == "docs" or path.startswith("docs/"):
        return posixpath.relpath(path, "docs")
    return BESIDE.get(path) or f"{SOURCES}/{path}.md"


def place_of(source):
    """The page of a source in the finished site."""
    return page_of(source).removesuffix(".md") + ".html"


def header_page(path):
    up = "../" * place_of(path).count("/")
    places = {}
    for other, header in HEADERS.items():
        page = "" if other == path else up + place_of(other)
        places.update((function.name, f"{page}#{function.name}") for function in header.functions)
    return reference_pages.markdown(HEADERS[path], (ROOT / path).read_text(encoding="utf-8"), places)


def source_page(source):
    """The Markdown of a source's page."""
    if source in HEADERS:
        return header_page(source)
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
    config["site_name"] += " " + VERSION
    return config


def on_files(files, config):
    def add(page, text):
        written = pathlib.Path(generated.name, page)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, encoding="utf-8")
        files.append(File(page, generated.name, config["site_dir"], config["use_directory_urls"]))

    for name, page in BESIDE.items():
        add(page, (ROOT / name).read_text(encoding="utf-8"))
    linked = {linked_file(page.src_uri, target) for page in files.documentation_pages()
              for target in LINK.findall(pathlib.Path(page.abs_src_path).read_text(encoding="utf-8"))}
    for source in sorted({path for path in linked if is_source(path)} | set(HEADERS)):
        add(page_of(source), source_page(source))
    return files


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    if here.startswith(SOURCES + "/"):
        return markdown
    try:
        markdown = formulas.converted(markdown)
    except formulas.FormulaError as error:
        raise PluginError(f"{here}: {error}") from error

    def to_page(match):
        path = linked_file(here, match.group(1))
        return match.group(1) if path is None else posixpath.relpath(page_of(path), posixpath.dirname(here) or ".")

    if here == "index.md":
        markdown = markdown.replace("\n\n", f"\n\nVersion {VERSION}; [what is new](changelog.md).\n\n", 1)
    return LINK.sub(to_page, markdown)


def search_worker(site, languages):
    """The program of the theme's search worker as one text, with what it would load by itself."""
    scripts = site / "assets" / "javascripts"
    parts = [*(scripts / "workers").glob("search.*.js"), scripts / "lunr/min/lunr.stemmer.support.min.js", scripts / "lunr/tinyseg.js",
             *(scripts / f"lunr/min/lunr.{name}.min.js" for name in [*languages[1:], "multi"])]
    return "".join(part.read_text(encoding="utf-8") + "\n" for part in parts) + "self.importScripts = () => {};\n"


def on_post_build(config):
    # Who searches the documentation looks for functions, not for lines of code. Of the languages that the search knows,
    # Japanese is the one whose letters include the Chinese ones; Debian's MkDocs does not take it from mkdocs.yml.
    site = pathlib.Path(config["site_dir"])
    index = site / "search" / "search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    pages = [entry for entry in content["docs"] if not entry["location"].startswith((SOURCES + "/", LIST_OF_HEADERS))]
    page, introduction, *_ = [entry for entry in content["docs"] if entry["location"].startswith(LIST_OF_HEADERS)]
    content["docs"] = pages + [{**page, "text": introduction["text"]}, introduction]
    for path, header in HEADERS.items():
        content["docs"] += reference_pages.search_entries(header, place_of(path))
    content["config"]["lang"] = ["en", "ja"]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    index.write_text(text, encoding="utf-8")
    # For pages from the disk; see docs_theme/assets/search.js.
    worker = json.dumps(search_worker(site, content["config"]["lang"]))
    index.with_name("from_disk.js").write_text(f'__search_from_disk({{"index":{text},"worker":{worker}}});\n', encoding="utf-8")


def on_post_page(output, page, config):
    # Browsers choose the shapes of Chinese characters by the language of the page.
    if page.file.src_uri.startswith("zh/"):
        output = output.replace('<html lang="en"', '<html lang="zh-CN"', 1).replace("Table of contents", "目录")
    return output
