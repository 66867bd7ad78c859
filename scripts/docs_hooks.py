# SPDX-License-Identifier: Apache-2.0
"""What mkdocs.yml adds to MkDocs.

Pages link into the source tree (headers, tests, scripts), as they must to be readable in the repository. The site
carries a page for each file or folder that is linked, so that these links hold there too, without a network; for each
public header, one with a place for every function (scripts/reference_pages.py); and the pages next to docs/, except
the READMEs, whose places docs/index.md and docs/zh/index.md take. Formulas become MathML (scripts/formulas.py).

The site has two languages. A Chinese page has the theme's Chinese words and a navigation of Chinese pages. Every page leads to the
same page in the other language, or to the other language's home if there is none.
"""
import json
import pathlib
import posixpath
import re
import shutil
import sys
import tempfile

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formulas  # noqa: E402
import operator_examples  # noqa: E402
import public_headers  # noqa: E402
import reference_pages  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = "source"  # the folder of such pages in the site
HOMES = {"README.md": "index.md", "README.zh.md": "zh/index.md"}  # whose places pages of docs/ take
BESIDE = {page.name: page.name.lower() for page in sorted(ROOT.glob("*.md")) if page.name not in HOMES}
CHINESE = "zh/"  # the folder of translations, each under the name of the English page
CHINESE_SECTION = "中文"  # of the navigation
VERSION = re.search(r"^project\(openaclnn VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]

LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=(?:#[^)\s]*)?\))")
# The end of a line between two Chinese characters, which would show as a space.
CHINESE_LINE_END = re.compile(r"(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n *(?=[\u4e00-\u9fff\uff08\u201c])")
FENCE = re.compile(r"^(`{3,}|~{3,})", re.M)
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".c": "c", ".py": "python", ".sh": "bash", ".txt": "cmake",
             ".cmake": "cmake", ".json": "json", ".md": "markdown"}

generated = tempfile.TemporaryDirectory(prefix="openaclnn_docs_")


RULES = "docs/operators/index.md"  # for all operators
LISTS_OF_HEADERS = ("functions.html", "zh/functions.html")  # the search has the headers themselves, of these the introduction alone
LISTS = (*LISTS_OF_HEADERS, "operators.html", "zh/operators.html")  # pages that list what others describe
LISTED = re.compile(r"^\| \[?`(\w+)`", re.M)
CALLED = re.compile(r"^PyTorch(?:'s| 的| calls it for) .*$", re.M)
SPACE_INSIDE = re.compile(r" +(?=[,.:;!?)，。；：、）])|(?<=\() +")  # around what was a tag of its own
ATEN_NAMES = json.loads((ROOT / "docs/aten_names.json").read_text(encoding="utf-8"))
RUN_EXAMPLES = json.loads((ROOT / "docs/run_examples.json").read_text(encoding="utf-8"))
# Of each operator, how the command line runs it, and PyTorch's names.
USES = {function: (command, operator_examples.aten_names({"function": function, "name": command.split()[2]}, ATEN_NAMES))
        for function, command in RUN_EXAMPLES.items()}
HEADERS = {f"include/{header.path}": header for header in public_headers.read_headers()}


def linked_file(page, target):
    """The file or folder that a link on a page means, relative to the repository; None if it is none."""
    if ":" in target or target.startswith("/"):
        return None
    folder = "" if page in BESIDE.values() else posixpath.join("docs", posixpath.dirname(page))
    path = posixpath.normpath(posixpath.join(folder, target))
    return None if path.startswith("..") or not (ROOT / path).exists() else path


def is_source(path):
    return path is not None and path != "docs" and not path.startswith("docs/") and path not in BESIDE and path not in HOMES


def page_of(path):
    """The page of a file or folder, as MkDocs calls it."""
    if path == "docs" or path.startswith("docs/"):
        return posixpath.relpath(path, "docs")
    if path in HOMES:
        return HOMES[path]
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
    return reference_pages.markdown(HEADERS[path], (ROOT / path).read_text(encoding="utf-8"), places, up + place_of(RULES),
                                    USES)


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
    if here == HOMES["README.zh.md"]:
        markdown = markdown.replace("\n\n", f"\n\n版本 {VERSION}；[变更记录](changelog.md)。\n\n", 1)
    if here.startswith(CHINESE):
        # Every second piece is code.
        pieces = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
        markdown = "".join(piece if index % 2 else CHINESE_LINE_END.sub("", piece) for index, piece in enumerate(pieces))
    return LINK.sub(to_page, markdown)


def names_on(page):
    """What a page describes: names in the first column of its tables, and those by which PyTorch knows it."""
    source = ROOT / "docs" / pathlib.PurePath(page).with_suffix(".md")
    if page in LISTS or not source.exists():
        return []
    text = source.read_text(encoding="utf-8")
    return LISTED.findall(text) + [name for line in CALLED.findall(text) for name in re.findall(r"`([\w.]+)`", line)]


def search_entries(entries):
    """Of the documentation: each page, with its whole text, then its sections but for the first, which is the page's beginning."""
    pages = {}
    begun = set()
    for entry in entries:
        page, _, anchor = entry["location"].partition("#")
        if page.startswith(SOURCES + "/"):
            continue
        entry = {**entry, "text": SPACE_INSIDE.sub("", entry["text"].replace(" ¶", ""))}
        if not anchor:
            pages[page] = [{**entry, "names": names_on(page)}]
        elif page not in begun:
            begun.add(page)
            pages[page][0]["names"].append(entry["title"])
            if page in LISTS_OF_HEADERS:
                pages[page][0]["text"] = entry["text"]
        elif page not in LISTS_OF_HEADERS:
            pages[page].append(entry)
    return [entry for found in pages.values() for entry in found]


def on_post_build(config):
    # Who searches the documentation looks for functions, not for lines of code. docs_theme/assets/search_worker.js searches, in
    # place of the theme's worker.
    site = pathlib.Path(config["site_dir"])
    index = site / "search" / "search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"] = search_entries(content["docs"])
    for path, header in HEADERS.items():
        for entry in reference_pages.search_entries(header, place_of(path)):
            names = USES.get(entry["title"], ("", []))[1]
            content["docs"].append({**entry, "names": names} if names else entry)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    index.write_text(text, encoding="utf-8")
    # For pages from the disk; see docs_theme/assets/search.js.
    worker = json.dumps((site / "assets/search_worker.js").read_text(encoding="utf-8"))
    index.with_name("from_disk.js").write_text(f'__search_from_disk({{"index":{text},"worker":{worker}}});\n', encoding="utf-8")
    for unused in ("workers", "lunr"):
        shutil.rmtree(site / "assets/javascripts" / unused)


def on_nav(nav, config, files):
    """Sets the navigation of each language aside, for the pages of that language."""
    chinese = [item for item in nav if item.title == CHINESE_SECTION]
    english = [item for item in nav if item.title != CHINESE_SECTION]
    config["extra"]["navigation"] = {"en": english, "zh": chinese[0].children}
    return nav


def on_page_context(context, page, config, nav):
    here = page.file.src_uri
    language = "zh" if here.startswith(CHINESE) else "en"
    files = {other.file.src_uri: other.file for other in nav.pages}
    twin = files.get(here.removeprefix(CHINESE) if language == "zh" else CHINESE + here)
    other = twin.url if twin else files["index.md" if language == "zh" else HOMES["README.zh.md"]].url
    config.theme["language"] = language
    config["extra"]["alternate"] = [
        {"name": "English", "lang": "en", "link": page.url if language == "en" else other},
        {"name": "中文", "lang": "zh", "link": page.url if language == "zh" else other},
    ]
    context["nav"] = Navigation(config["extra"]["navigation"][language], nav.pages)
    if language == "zh":
        context["nav"].homepage = files[HOMES["README.zh.md"]].page
    return context


def on_post_page(output, page, config):
    # Browsers choose the shapes of Chinese characters by the language of the page; the theme only says "zh".
    return output.replace('<html lang="zh"', '<html lang="zh-CN"', 1)
