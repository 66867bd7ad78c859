// SPDX-License-Identifier: Apache-2.0
// A box above the tables of a page that leaves the rows with the words that are typed into it. Names count without capitals and
// underscores: conv_transpose finds ConvTranspose. A heading without a row below it goes, too. page.html?filter=conv begins so.
"use strict";

{
  const plain = (text) => text.toLowerCase().replaceAll("_", "");

  const article = document.querySelector("article");
  const first = article.querySelector("table");

  // The nearest heading of each level before a table, and the rows of all tables below it.
  const headings = new Map();
  const rows = [];
  let open = [];
  for (const element of article.querySelectorAll("h2, h3, h4, table")) {
    if (element.tagName === "TABLE") {
      const ours = [...element.querySelectorAll("tbody tr")].map((row) => ({ row, text: plain(row.textContent) }));
      rows.push(...ours);
      [...open, element].forEach((heading) => headings.set(heading, [...(headings.get(heading) ?? []), ...ours]));
    } else {
      open = [...open.filter((heading) => heading.tagName < element.tagName), element];
      headings.set(element, []);
    }
  }

  const box = document.createElement("div");
  box.className = "filter";
  const chinese = document.documentElement.lang.startsWith("zh");
  const input = Object.assign(document.createElement("input"), {
    type: "search", placeholder: chinese ? "筛选，例如 softmax 或 conv fp16" : "Filter, e.g. softmax or conv fp16", autocomplete: "off", spellcheck: false,
  });
  input.setAttribute("aria-label", chinese ? "筛选表格" : "Filter the tables");
  const count = document.createElement("output");
  box.append(input, count);
  const above = article.querySelector("h2");
  (above.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING ? above : first).before(box);

  const filter = () => {
    const words = input.value.split(/\s+/).map(plain).filter((word) => word !== "");
    rows.forEach(({ row, text }) => {
      row.hidden = !words.every((word) => text.includes(word));
    });
    for (const [element, below] of headings) {
      // The theme puts tables into boxes.
      (element.closest(".md-typeset__scrollwrap") ?? element).hidden = words.length > 0 && below.every(({ row }) => row.hidden);
    }
    // What stands between headings and tables only introduces them.
    article.classList.toggle("is-filtered", words.length > 0);
    count.value = `${rows.filter(({ row }) => !row.hidden).length} ${chinese ? "/" : "of"} ${rows.length}`;
  };

  input.addEventListener("input", filter);
  input.value = new URLSearchParams(location.search).get("filter") ?? "";
  filter();
}
