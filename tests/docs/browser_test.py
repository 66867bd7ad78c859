#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the site in Chromium, as wide as a desk's screen and as a telephone's, in the light and in the dark: no page scrolls
sideways, every text stands out from what is behind it (WCAG 2.1, 1.4.3: 4.5 to 1, large text 3 to 1), and drawings are not
black on black. The search finds words, Chinese ones and names of functions, in pages from the disk and from a server. Leaves
a picture of each kind of page in FOLDER.

Usage: browser_test.py SITE FOLDER      SITE is a folder that mkdocs has built
"""
import contextlib
import functools
import http.server
import pathlib
import sys
import threading

from check_site import pages_of, verdict
from selenium import webdriver
from selenium.common.exceptions import ElementNotInteractableException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

WIDTHS = {"wide": 1280, "narrow": 390}
SCHEMES = ("light", "dark")
PICTURES = ("index.html", "getting_started.html", "performance_report.html", "status_codes.html", "architecture.html",
            "operators/group_norm_backward.html",
            "source/include/aclnnop/aclnn_add.h.html", "source/include/acl/runtime/memory.h.html")

# What is looked for, on which page, and the page or place that is among what is found; first where it is a function.
SEARCHES = (
    ("checkers", "index.html", "checkers.html"),
    ("performance", "index.html", "performance.html"),
    ("environment variables", "operators/matmul.html", "environment.html"),
    ("卷积", "index.html", "zh/operators/convolution.html"),
    ("返回码", "zh/operators/index.html", "zh/status_codes.html"),
    ("aclrtMalloc", "index.html", "source/include/acl/runtime/memory.h.html#aclrtMalloc"),
    ("aclnnAdd", "source/include/acl/acl_rt.h.html", "source/include/aclnnop/aclnn_add.h.html#aclnnAdd"),
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
const background = (element) => {
  const layers = [];
  for (let e = element; e !== null; e = e.parentElement) {
    layers.push(parse(getComputedStyle(e).backgroundColor));
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
const opacity = (element) => {
  let product = 1;
  for (let e = element; e !== null; e = e.parentElement) {
    product *= Number(getComputedStyle(e).opacity);
  }
  return product;
};
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
return [...document.querySelectorAll('article img')].filter((image) => image.src.endsWith('.svg'))
  .filter((image) => getComputedStyle(image).filter === 'none').map((image) => image.src.split('/').pop());
"""


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
        if f"{base}/{wanted}" not in [link for link, score in links if "#" not in wanted or score == best]:
            yield f"{where}: not {wanted}, but {links[:4]}"


def main(site, folder):
    site, folder = pathlib.Path(site).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    pages = [str(file.relative_to(site)) for file in pages_of(site)]
    problems = []
    driver = browser()
    try:
        problems += check_search(driver, site.as_uri())
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
