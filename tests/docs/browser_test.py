#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the site in Chromium, as wide as a desk's screen and as a telephone's, in the light and in the dark: no page scrolls
sideways, no text leaves its box, every text stands out from what is behind it (WCAG 2.1, 1.4.3: 4.5 to 1, large text 3 to 1), and
drawings are neither black on black nor too small to read. The search opens what is looked for by words, Chinese ones, names of
functions and their parts, in pages from the disk and from a server. The boxes above tables leave the rows that they should. Each
language has its navigation, and a switch to the other. Leaves a picture of each kind of page in FOLDER.

Usage: browser_test.py SITE FOLDER      SITE is a folder that mkdocs has built
"""
import contextlib
import functools
import http.server
import pathlib
import re
import sys
import threading

from check_site import pages_of, verdict
from selenium import webdriver
from selenium.common.exceptions import ElementNotInteractableException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

WIDTHS = {"wide": 1440, "narrow": 390}
SCHEMES = ("light", "dark")
PICTURES = ("index.html", "getting_started.html", "performance_report.html", "status_codes.html", "architecture.html",
            "operators/group_norm_backward.html", "operators.html", "zh/index.html",
            "source/include/aclnnop/aclnn_add.h.html", "source/include/acl/runtime/memory.h.html")

# What is looked for, on which page, and the page or place that the search opens for it: the first that it shows.
SEARCHES = (
    ("checkers", "index.html", "checkers.html"),
    ("performance", "index.html", "performance.html"),
    ("environment variables", "operators/matmul.html", "environment.html"),
    ("OPENACLNN_SOC", "index.html", "environment.html"),
    ("卷积", "index.html", "zh/operators/convolution.html"),
    ("返回码", "zh/operators/index.html", "zh/status_codes.html"),
    ("convolution", "index.html", "operators/convolution.html"),
    ("conv2d", "index.html", "operators/convolution.html"),
    ("aclrtMalloc", "index.html", "source/include/acl/runtime/memory.h.html#aclrtMalloc"),
    ("memcpy", "index.html", "source/include/acl/runtime/copy.h.html#aclrtMemcpy"),
    ("aclnnAdd", "source/include/acl/acl_rt.h.html", "source/include/aclnnop/aclnn_add.h.html#aclnnAdd"),
    ("aclnnAddmm", "index.html", "source/include/aclnnop/aclnn_addmm.h.html#aclnnAddmm"),
    ("addmm", "index.html", "source/include/aclnnop/aclnn_addmm.h.html#aclnnAddmm"),
    ("ChannelShuffle", "index.html", "source/include/aclnnop/aclnn_channel_shuffle.h.html#aclnnChannelShuffle"),
    ("channel_shuffle", "index.html", "source/include/aclnnop/aclnn_channel_shuffle.h.html#aclnnChannelShuffle"),
    ("shuffle", "index.html", "source/include/aclnnop/aclnn_channel_shuffle.h.html#aclnnChannelShuffle"),
    ("native_layer_norm", "index.html", "source/include/aclnnop/aclnn_layer_norm.h.html#aclnnLayerNorm"),
    ("HcclAllReduce", "index.html", "source/include/hccl/hccl.h.html#HcclAllReduce"),
)
SECONDS_TO_FIND = 30

# Colours are those that a page ends with.
AT_ONCE = """
const style = document.createElement('style');
style.textContent = '* { transition: none !important; animation: none !important; }';
document.head.append(style);
"""

# Returns [text, ratio, wanted] for each text that is hard to read. What is behind a text is the colour of its nearest ancestors,
# one over the other.
HARD_TO_READ = """
const parse = (text) => {
  const numbers = text.match(/[\\d.]+/g).map(Number);
  return [numbers[0], numbers[1], numbers[2], numbers.length > 3 ? numbers[3] : 1];
};
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const luminance = (color) => {
  const linear = color.slice(0, 3).map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
// What holds for an element follows from what holds for its parent, which many elements share.
const inherited = (start, step) => {
  const known = new Map();
  const of = (element) => {
    if (element === null) {
      return start;
    }
    if (!known.has(element)) {
      known.set(element, step(getComputedStyle(element), of(element.parentElement)));
    }
    return known.get(element);
  };
  return of;
};
const background = inherited([255, 255, 255, 1], (style, below) => over(parse(style.backgroundColor), below));
const opacity = inherited(1, (style, product) => product * Number(style.opacity));
const found = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  const text = texts.currentNode.textContent.trim();
  if (text === '' || !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) ||
      ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) {
    continue;
  }
  const box = element.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) {
    continue;
  }
  const style = getComputedStyle(element);
  const behind = background(element);
  const color = parse(style.color);
  color[3] *= opacity(element);
  const [one, other] = [luminance(over(color, behind)), luminance(behind)];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const wanted = isLarge ? 3 : 4.5;
  if (ratio < wanted - 0.005) {
    found.push([`${element.tagName.toLowerCase()}.${element.className} ${text.slice(0, 40)}`, Math.round(ratio * 100) / 100, wanted]);
  }
}
return found;
"""

SIDEWAYS = "return [document.documentElement.scrollWidth, document.documentElement.clientWidth];"

# Drawings whose lines are as dark as the page.
BLACK_ON_BLACK = """
return [...document.querySelectorAll('article img')]
  .filter((image) => image.src.endsWith('.svg') && !image.src.endsWith('demo.svg'))  // a dark terminal in both themes
  .filter((image) => getComputedStyle(image).filter === 'none').map((image) => image.src.split('/').pop());
"""

# [file, width] of each drawing as it is shown.
DRAWINGS = """
return [...document.querySelectorAll('article img')].filter((image) => image.src.endsWith('.svg'))
  .map((image) => [decodeURIComponent(new URL(image.src).pathname), image.getBoundingClientRect().width]);
"""
VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) \S+"')
FONT_SIZE = re.compile(r"font(?:-size)?: ?([\d.]+)px")
SMALLEST_TEXT = 8  # pixels

# Texts that are wider than what they are in. Tables, code and formulas scroll by themselves; the
# padding of code at the end of a line is no text.
OUT_OF_ITS_BOX = """
return [...document.querySelectorAll('article :is(p, li, dt, dd, td, th, h1, h2, h3, h4, summary)')]
  .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 6 &&
                       getComputedStyle(element).overflowX === 'visible')
  .map((element) => `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 40)}`);
"""


def smallest_text(drawing):
    """Of an SVG file, in units of its width."""
    text = pathlib.Path(drawing).read_text(encoding="utf-8")
    return min(map(float, FONT_SIZE.findall(text))) / float(VIEW_BOX.search(text)[1])


def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options)


def show(driver, width, scheme):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": WIDTHS[width], "height": 900, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def problems_of(driver, page, width, scheme):
    where = f"{page}, {width}, {scheme}"
    body = driver.execute_script("return document.body.getAttribute('data-md-color-scheme')")
    if body != {"light": "default", "dark": "slate"}[scheme]:
        yield f"{where}: the scheme is {body}"
    content, window = driver.execute_script(SIDEWAYS)
    if content > window:
        yield f"{where}: scrolls sideways, {content} of {window} pixels"
    for text in driver.execute_script(OUT_OF_ITS_BOX):
        yield f"{where}: {text!r} leaves its box"
    for drawing, size in driver.execute_script(DRAWINGS):
        if size * smallest_text(drawing) < SMALLEST_TEXT:
            yield f"{where}: text of {size * smallest_text(drawing):.1f} pixels in {drawing}"
    for text, ratio, wanted in driver.execute_script(HARD_TO_READ):
        yield f"{where}: {text!r} has a contrast of {ratio}, less than {wanted}"
    if scheme == "dark":
        for drawing in driver.execute_script(BLACK_ON_BLACK):
            yield f"{where}: {drawing} is black on black"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(site):
    """Where a server has the site."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def found(driver, words):
    """Where the search leads for words that are typed into it, best first."""
    field = driver.find_element(By.CSS_SELECTOR, ".md-search__input")
    driver.execute_script("arguments[0].focus()", field)
    field.send_keys(words)
    WebDriverWait(driver, SECONDS_TO_FIND).until(
        lambda _: driver.execute_script("return document.querySelector('.md-search-result__link') !== null"))
    driver.execute_script("document.querySelectorAll('.md-search-result__scrollwrap').forEach((e) => e.scrollTo(0, 1e6))")
    return driver.execute_script("return [...document.querySelectorAll('.md-search-result__link')].map((link) => "
                                 "[link.href, Number(link.firstElementChild.dataset.mdScore)])")


# What is typed into the box above the tables of a page, and the functions whose rows are left; None where there are too many to name.
FILTERS = (
    ("operators.html", "channel_shuffle", ["aclnnChannelShuffle"]),
    ("operators.html", "Convolution gradients", ["aclnnConvolutionBackward"]),
    ("operators.html", "native_layer_norm_backward", ["aclnnLayerNormBackward"]),
    ("operators.html", "no such operator", []),
    ("operators.html", "", None),
    ("functions.html", "hccl_all_gather_v full", ["HcclAllGatherV"]),
    ("zh/functions.html", "hccl_all_gather_v 完整", ["HcclAllGatherV"]),
    ("zh/operators.html", "卷积 权重 梯度", ["aclnnConvolutionBackward"]),
)
LEFT = """
const seen = (element) => element.checkVisibility();
return [[...document.querySelectorAll('article tbody tr')].filter(seen).map((row) => row.firstElementChild.textContent),
        ...['h2', 'table'].map((tag) => [...document.querySelectorAll(`article ${tag}`)].filter(seen).length),
        document.querySelectorAll('article h2').length];
"""


def check_filter(driver, base):
    show(driver, "wide", "light")
    for page, words, wanted in FILTERS:
        driver.get(f"{base}/{page}")
        driver.find_element(By.CSS_SELECTOR, ".filter input").send_keys(words)
        rows, headings, tables, all_headings = driver.execute_script(LEFT)
        expected = (wanted, len(wanted), len(wanted)) if wanted is not None else (rows, all_headings, tables)
        if (rows, headings, tables) != expected:
            yield f"{page}: {words!r} leaves {rows[:5]} below {headings} headings in {tables} tables"


# A page, and where the switch leads for the other language: the same page, or the home if there is none.
SWITCHES = (
    ("index.html", "zh/index.html"),
    ("zh/index.html", "index.html"),
    ("operators/matmul.html", "zh/operators/matmul.html"),
    ("zh/operators/matmul.html", "operators/matmul.html"),
    ("zh/environment.html", "environment.html"),
    ("accuracy.html", "zh/accuracy.html"),
    ("zh/functions.html", "functions.html"),
    ("changelog.html", "zh/changelog.html"),
    ("source/include/aclnnop/aclnn_add.h.html", "zh/index.html"),
)
LANGUAGE = """
const other = document.documentElement.lang.startsWith('zh') ? 'en' : 'zh';
return [document.querySelector(`.md-select__link[hreflang=${other}]`).href,
        [...document.querySelectorAll('.md-nav--primary a.md-nav__link')].map((link) => link.href)
          .filter((link) => !link.includes('#') && link.includes('/zh/') === (other === 'zh'))];
"""


def check_languages(driver, base):
    show(driver, "wide", "light")
    for page, wanted in SWITCHES:
        driver.get(f"{base}/{page}")
        other, foreign = driver.execute_script(LANGUAGE)
        if other != f"{base}/{wanted}":
            yield f"{page}: the switch of languages leads to {other}, not {wanted}"
        if foreign:
            yield f"{page}: the navigation has {foreign[0]}"


def check_search(driver, base):
    show(driver, "wide", "light")
    for words, page, wanted in SEARCHES:
        where = f"{base.partition(':')[0]}, {page}: {words}"
        driver.get("about:blank")
        driver.get(f"{base}/{page}")
        try:
            links = found(driver, words)
        except (ElementNotInteractableException, TimeoutException) as error:
            yield f"{where}: nothing found: {type(error).__name__}"
            continue
        missing = [element.text for element in driver.find_elements(By.CSS_SELECTOR, ".md-search-result__terms")]
        if missing and " " not in words:
            yield f"{where}: found, and told as {missing[0]!r}"
        best = max(score for _, score in links)
        first = [link for link, score in links if score == best][0]
        if first != f"{base}/{wanted}":
            yield f"{where}: opens {first}, not {wanted}"


def main(site, folder):
    site, folder = pathlib.Path(site).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    pages = [str(file.relative_to(site)) for file in pages_of(site)]
    problems = []
    driver = browser()
    try:
        problems += check_search(driver, site.as_uri())
        problems += check_filter(driver, site.as_uri())
        problems += check_languages(driver, site.as_uri())
        with served(site) as base:
            problems += check_search(driver, base)
        for page in pages:
            for scheme in SCHEMES:
                show(driver, "wide", scheme)
                driver.execute_script("try { localStorage.clear(); } catch { }")  # the scheme that was chosen on the last page
                driver.get((site / page).as_uri())
                driver.execute_script(AT_ONCE)
                for width in WIDTHS:
                    show(driver, width, scheme)
                    problems += problems_of(driver, page, width, scheme)
                    if page in PICTURES:
                        driver.save_screenshot(str(folder / f"{page.removesuffix('.html').replace('/', '_')}_{width}_{scheme}.png"))
    finally:
        driver.quit()
    return verdict(problems, pages)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
