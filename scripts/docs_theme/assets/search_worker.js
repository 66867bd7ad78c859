// SPDX-License-Identifier: Apache-2.0
// The search of the site, in place of the theme's. Readers look for names: of functions (`aclnnChannelShuffle`), of their parts
// (`shuffle`, `channel_shuffle`) and of PyTorch's operators (`conv2d`). A word is found as a whole, as the beginning or inside of
// another, in Chinese inside of phrases. Titles count more than names, names more than text.
//
// It speaks the protocol of the theme's worker: SETUP with the index, QUERY with what was typed; RESULT has the pages, best first,
// each with its sections.
"use strict";

const SETUP = 0;
const READY = 1;
const QUERY = 2;
const RESULT = 3;

const MOST_PAGES = 60;
const MOST_SECTIONS = 20; // of a page
const TEASER = 200; // characters; the theme cuts at 320, and marks need some
const MOST_MARKS = 3; // in a teaser

const CHINESE = /[\u4e00-\u9fff]/;
const BETWEEN_WORDS = /[^\p{L}\p{N}_]+/u;
const PREFIX = /^(aclnn|aclrt|acl|hccl)(?=[a-z0-9])/; // of functions, which readers leave out

// What an entry is worth compared with others that match as well.
const KINDS = [
  [/GetWorkspaceSize$/, 0.6], // the operator itself comes first
  [/^source\/[^#]*$/, 0.7], // so does a function, before its header
  [/^operators\.html/, 0.7],
  [/^changelog\.html/, 0.5],
];
const TEXT_OF_TITLED = 0.3; // what a text adds where the title has the word

let pages = new Map(); // entries by page: {entry, sections}

// `aclnnGridSampler2D` has the parts aclnn, grid, sampler2d; so has `aclnn_grid_sampler2d`.
const partsOf = (name) =>
  name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2").toLowerCase().split("_")
    .reduce((parts, part) => (/^\d?d$/.test(part) && parts.length > 0 ? [...parts.slice(0, -1), parts.at(-1) + part] : [...parts, part]), [])
    .filter((part) => part !== "");

const wordOf = (token) => {
  const parts = partsOf(token);
  const whole = parts.join("");
  return { whole, parts, short: whole.replace(PREFIX, "") };
};

const wordsOf = (text) => text.split(BETWEEN_WORDS).filter((token) => token !== "").map(wordOf);

const lengthOf = (words) => Math.max(1, words.reduce((sum, word) => sum + word.whole.length, 0));

// "allocating" also finds "allocate".
const stemOf = (word) => (word.length < 6 || CHINESE.test(word) ? word : word.replace(/(ing|ed|es|s)$/, ""));

const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

// 0 to 100: how well a word that is looked for is the word of a title.
const likeness = (wanted, { whole, parts, short }) => {
  if (whole === wanted.whole || short === wanted.whole) {
    return 100;
  }
  for (let begin = 0; begin < parts.length; ++begin) {
    let joined = "";
    for (let end = begin; end < parts.length && joined.length < wanted.whole.length; ++end) {
      joined += parts[end];
      if (joined === wanted.whole) {
        return 70;
      }
    }
  }
  if (CHINESE.test(wanted.whole)) {
    return whole.includes(wanted.whole) ? 70 : 0;
  }
  if (short.startsWith(wanted.whole)) {
    return 50;
  }
  if (parts.some((part) => part.startsWith(wanted.stem))) {
    return 40;
  }
  return wanted.whole.length > 2 && whole.includes(wanted.whole) ? 30 : 0;
};

const bestOf = (wanted, words) => words.reduce((best, word) => Math.max(best, likeness(wanted, word)), 0);

const inText = (wanted, text) => {
  let count = 0;
  let isWhole = false;
  for (let at = text.indexOf(wanted.stem); at >= 0 && count < 32; at = text.indexOf(wanted.stem, at + 1)) {
    ++count;
    isWhole ||= !/[a-z0-9_]/.test(text[at - 1] ?? " ") && !/[a-z0-9_]/.test(text[at + wanted.typed.length] ?? " ");
  }
  return count === 0 ? 0 : (isWhole ? 10 : 4) + Math.log2(count);
};

// Points of an entry, and which of the words it lacks.
const rated = (entry, wanted) => {
  let points = 0;
  const missing = [];
  for (const word of wanted) {
    const title = bestOf(word, entry.title) * (0.6 + (0.4 * word.whole.length) / Math.max(word.whole.length, entry.titleLength));
    const name = Math.max(title, entry.nameWorth * bestOf(word, entry.names));
    const found = name + inText(word, entry.text) * (name > 0 ? TEXT_OF_TITLED : 1);
    points += found;
    if (found === 0) {
      missing.push(word.typed);
    }
  }
  return { entry, missing, found: wanted.length - missing.length, points: points * entry.worth };
};

// Text in HTML, with what was looked for marked.
const marked = (text, wanted, most) => {
  const pattern = wanted.map(({ typed, stem }) => [typed, stem]).flat().sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  let marks = 0;
  return text.split(new RegExp(`(${pattern})`, "i"))
    .map((piece, index) => (index % 2 === 1 && marks++ < most ? `<mark data-md-highlight>${escaped(piece)}</mark>` : escaped(piece))).join("");
};

// The part of a text where the first of the words is.
const teaser = ({ original, text }, wanted) => {
  const places = wanted.map(({ stem }) => text.indexOf(stem)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const begin = first < TEASER / 2 ? 0 : original.indexOf(" ", first - TEASER / 3) + 1;
  const cut = original.slice(begin, begin + TEASER);
  return (begin > 0 ? "… " : "") + marked(cut.length < TEASER ? cut : cut.replace(/\s+\S*$/, ""), wanted, MOST_MARKS);
};

const shown = ({ entry, missing, points }, wanted) => ({
  location: entry.location,
  title: marked(entry.shownTitle, wanted, MOST_MARKS),
  text: teaser(entry, wanted),
  score: points,
  terms: Object.fromEntries(missing.map((word) => [word, false])),
});

const byRating = (one, other) => other.found - one.found || other.points - one.points;

const search = (query) => {
  const typed = query.toLowerCase().split(BETWEEN_WORDS).filter((word) => word !== "");
  const wanted = typed.map((word) => ({ typed: word, whole: word.replaceAll("_", "") || word, stem: stemOf(word) }));
  if (wanted.length === 0) {
    return [];
  }
  const groups = [];
  for (const { page, sections } of pages.values()) {
    const own = rated(page, wanted);
    const others = sections.map((section) => rated(section, wanted)).filter(({ found }) => found > 0);
    const best = [own, ...others].sort(byRating)[0];
    if (best.found > 0) {
      // Sections that lack a word which the page has elsewhere are no help.
      groups.push({ best, own, others: others.filter(({ found }) => found === best.found).sort(byRating).slice(0, MOST_SECTIONS) });
    }
  }
  const isChinese = CHINESE.test(query);
  const most = Math.max(...groups.map(({ best }) => best.found));
  return groups.filter(({ best }) => best.found === most)
    .map((group) => ({ ...group, points: group.best.points * (isChinese || !group.own.entry.isChinese ? 1 : 0.5) }))
    .sort((one, other) => other.points - one.points).slice(0, MOST_PAGES)
    .map(({ best, own, others, points }) => {
      // The theme opens what has most points, and shows sections that have less than the first only on demand. A page is the
      // title of its sections, best or not.
      const scale = points / best.points;
      const items = best === own ? [own, ...others] : [best, own, ...others.filter((other) => other !== best)];
      return items.map((item) => shown({ ...item, points: item === best ? points : Math.min(item.points * scale, points - 0.01) }, wanted));
    });
};

const entryOf = ({ location, title, text, names = [] }) => {
  const file = location.replace(/\.html.*$/, "").replace(/^.*\//, "");
  const words = wordsOf(title);
  return {
    location, original: text, shownTitle: title, text: text.toLowerCase(), title: words, titleLength: lengthOf(words),
    nameWorth: location.includes("#") ? 0.6 : 0.5, // a function comes before the page of its family
    names: [...names, ...(location.includes("#") ? [] : [file])].flatMap(wordsOf),
    isChinese: /^zh\//.test(location),
    worth: KINDS.reduce((worth, [pattern, factor]) => (pattern.test(location) ? worth * factor : worth), 1),
  };
};

const setUp = (docs) => {
  pages = new Map();
  for (const doc of docs) {
    const page = doc.location.replace(/#.*$/, "");
    if (pages.has(page)) {
      pages.get(page).sections.push(entryOf(doc));
    } else {
      pages.set(page, { page: entryOf(doc), sections: [] });
    }
  }
};

self.addEventListener("message", ({ data: message }) => {
  if (message.type === SETUP) {
    setUp(message.data.docs);
    self.postMessage({ type: READY });
  } else if (message.type === QUERY) {
    self.postMessage({ type: RESULT, data: { items: search(message.data) } });
  }
});
