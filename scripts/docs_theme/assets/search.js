// SPDX-License-Identifier: Apache-2.0
// What the theme's search is told before it starts: how to read what is typed and, for pages from the disk, where to get what
// it needs. There browsers refuse to fetch the index and to start a worker from a file; a script may be loaded, so
// scripts/docs_hooks.py puts both into one.
"use strict";

var __search = {
  // The theme puts a star behind what is typed, to find beginnings of words. The index has stems, which a whole word may be
  // longer than: the last word is looked for without the star, too, and counts more, so that a function is found before those
  // whose names begin as its does. Chinese has no spaces between words: a Chinese term is looked for inside of phrases.
  transform: (query) => {
    const words = query.trim().replace(/(^|\s)(?=[\u4e00-\u9fa0])/g, "$1*");
    const last = words.match(/(?:^|\s)(\w+)$/);
    return last === null ? words : `${last[1]}^100 ${words}`;
  },
};

{
  // How the theme and its worker call their messages.
  const SETUP = 0;
  const READY = 1;
  const QUERY = 2;
  const RESULT = 3;

  // The theme would say of a term that was looked for inside of phrases, and found, that it is missing.
  const forgetInner = (terms) =>
    Object.keys(terms).filter((term) => term.startsWith("*")).forEach((term) => delete terms[term]);

  const fromDisk = location.protocol === "file:" && (() => {
    const script = new URL("../search/from_disk.js", document.currentScript.src);

    // Resolves to {index, worker} when somebody begins to search: most readers of a page do not.
    return new Promise((resolve) => {
      const load = (event) => {
        if (event.target.matches(".md-search__input")) {
          document.removeEventListener("focusin", load);
          window.__search_from_disk = resolve;
          document.head.append(Object.assign(document.createElement("script"), { src: script }));
        }
      };
      document.addEventListener("focusin", load);
    });
  })();

  // The theme's worker, from the disk started from its text. The theme sends a message when the one before is answered, and of
  // those in between only the last: a question that comes before the index would lose it. Such a question is answered at once,
  // with nothing, and asked again when the index is there.
  const StartedWorker = window.Worker;
  window.Worker = class extends EventTarget {
    #worker;
    #isSetUp = false;
    #early = null;

    constructor(url) {
      super();
      this.#worker = fromDisk
        ? fromDisk.then(({ worker }) => new StartedWorker(URL.createObjectURL(new Blob([worker]))))
        : Promise.resolve(new StartedWorker(url));
      this.#worker.then((worker) => worker.addEventListener("message", ({ data: answer }) => {
        if (answer.type === READY && this.#early !== null) {
          worker.postMessage(this.#early);
          this.#early = null;
        }
        if (answer.type === RESULT) {
          answer.data.items.flat().forEach(({ terms }) => forgetInner(terms));
        }
        this.#tell(answer);
      }));
    }

    postMessage(message) {
      if (message.type === QUERY && !this.#isSetUp) {
        this.#early = message;
        queueMicrotask(() => this.#tell({ type: RESULT, data: { items: [] } }));
        return;
      }
      this.#isSetUp ||= message.type === SETUP;
      this.#worker.then((worker) => worker.postMessage(message));
    }

    #tell(answer) {
      this.dispatchEvent(new MessageEvent("message", { data: answer }));
    }
  };

  if (fromDisk) {
    __search.index = fromDisk.then(({ index }) => index);
  }
}
