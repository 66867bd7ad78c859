// SPDX-License-Identifier: Apache-2.0
// Starts search_worker.js where the theme would start its own worker. From the disk, browsers refuse to fetch the index and to
// start a worker from a file; a script may be loaded, so scripts/docs_hooks.py puts both into one.
"use strict";

var __search = { transform: (query) => query.trim() };

{
  // How the theme and its worker call their messages.
  const SETUP = 0;
  const READY = 1;
  const QUERY = 2;
  const RESULT = 3;

  const program = new URL("search_worker.js", document.currentScript.src);

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

  // From the disk, the worker is started from its text. The theme sends a message when the one before is answered, and of
  // those in between only the last: a question that comes before the index would lose it. Such a question is answered at once,
  // with nothing, and asked again when the index is there.
  const StartedWorker = window.Worker;
  window.Worker = class extends EventTarget {
    #worker;
    #isSetUp = false;
    #early = null;

    constructor() {
      super();
      this.#worker = fromDisk
        ? fromDisk.then(({ worker }) => new StartedWorker(URL.createObjectURL(new Blob([worker]))))
        : Promise.resolve(new StartedWorker(program));
      this.#worker.then((worker) => worker.addEventListener("message", ({ data: answer }) => {
        if (answer.type === READY && this.#early !== null) {
          worker.postMessage(this.#early);
          this.#early = null;
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
