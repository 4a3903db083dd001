// Talks to the learning management system that the page is in, as SCORM 1.2 says. Only the package for such a system has
// this script; no other build looks at the windows around it.
//
// The page keeps what was done by keys in `localStorage`. Here it gets a store in that place whose contents go to the system
// (cmi.suspend_data) and come back from it. A quiz that was taken to its end is the activity done; the best one is the score.
"use strict";
(() => {
  const QUIZ = "barrierscope.quiz";
  const CARDS = "barrierscope.cards";
  const BEGUN = "barrierscope.quiz.begun";
  /** What SCORM 1.2 lets an activity keep, in characters. */
  const ROOM = 4096;
  const COMMIT_AFTER_MS = 1_000;

  /** The system's side: a property of a window around this one. Another origin's window does not show it. */
  const upFrom = (from) => {
    for (let at = from, depth = 0; at && depth < 50; depth++) {
      try {
        if (at.API) return at.API;
        if (at.parent === at) return null;
        at = at.parent;
      } catch {
        return null;
      }
    }
    return null;
  };
  const found = () => {
    const around = upFrom(window);
    if (around) return around;
    try {
      return upFrom(window.top.opener ?? window.opener);
    } catch {
      return upFrom(window.opener);
    }
  };
  const api = found();
  const call = (name, ...said) => {
    try {
      return String(api[name](...said));
    } catch {
      return "";
    }
  };
  // Without a system the page is what it is elsewhere.
  if (!api || call("LMSInitialize", "") !== "true") return;

  const since = Date.now();
  const get = (name) => call("LMSGetValue", `cmi.${name}`);
  const set = (name, value) => call("LMSSetValue", `cmi.${name}`, String(value)) === "true";
  /** Who only looks again at what is done changes nothing of it. */
  const counts = !/^(browse|review)$/.test(get("core.lesson_mode"));
  let isOver = false;
  let due = 0;
  const commit = () => {
    clearTimeout(due);
    due = 0;
    if (!isOver) call("LMSCommit", "");
  };
  const commitSoon = () => {
    if (!due && !isOver) due = setTimeout(commit, COMMIT_AFTER_MS);
  };

  // A text as LZW codes of 12 bits, two letters each: half as long, at once, and with nothing that a system might mistake.
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const CODES = 4096;
  const MARK = "1.";
  const bytes = (text) => String.fromCharCode(...new TextEncoder().encode(text));
  const squeeze = (text) => {
    const known = new Map(Array.from({ length: 256 }, (_, n) => [String.fromCharCode(n), n]));
    let [packed, held] = [MARK, ""];
    const put = (code) => (packed += LETTERS[code >> 6] + LETTERS[code & 63]);
    for (const letter of bytes(text)) {
      if (known.has(held + letter)) {
        held += letter;
        continue;
      }
      put(known.get(held));
      if (known.size < CODES) known.set(held + letter, known.size);
      held = letter;
    }
    if (held) put(known.get(held));
    return packed;
  };
  const expand = (packed) => {
    if (!packed.startsWith(MARK)) throw new Error("not ours");
    const known = Array.from({ length: 256 }, (_, n) => String.fromCharCode(n));
    let [text, held] = ["", ""];
    for (let at = MARK.length; at + 1 < packed.length; at += 2) {
      const code = (LETTERS.indexOf(packed[at]) << 6) | LETTERS.indexOf(packed[at + 1]);
      const now = known[code] ?? held + held[0];
      text += now;
      if (held && known.length < CODES) known.push(held + now[0]);
      held = now;
    }
    return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  };

  const kept = new Map();
  try {
    for (const [key, value] of Object.entries(JSON.parse(expand(get("suspend_data"))))) kept.set(key, String(value));
  } catch {
    // Nothing was kept, or nothing that can be read: it begins anew.
  }
  const quizzes = () => {
    try {
      return JSON.parse(kept.get(QUIZ) ?? "[]");
    } catch {
      return [];
    }
  };
  /** Everything; without what is missed least, where there is no room for all: old quizzes first, unfinished ones, the cards. */
  const packed = () => {
    const all = Object.fromEntries(kept);
    const results = quizzes();
    const short = (n) => (results.length > n ? { [QUIZ]: JSON.stringify(results.slice(-n)) } : {});
    const few = { ...all, ...short(10), [BEGUN]: undefined };
    const tries = [all, { ...all, ...short(10) }, few, { ...few, [CARDS]: undefined }, { ...few, ...short(5), [CARDS]: undefined }];
    return tries.map((what) => squeeze(JSON.stringify(what))).find((text) => text.length <= ROOM);
  };
  const save = () => {
    const text = packed();
    if (counts && text !== undefined) set("suspend_data", text);
    commitSoon();
  };
  const score = () => {
    const best = Math.max(-1, ...quizzes().map(({ right, of }) => Math.round((100 * right) / of)));
    if (!counts || !(best >= 0)) return;
    // What stands there may be of a quiz that there was no room for.
    const before = Number.parseFloat(get("core.score.raw"));
    if (!(before >= best)) {
      set("core.score.min", 0);
      set("core.score.max", 100);
      set("core.score.raw", best);
    }
    if (!/^(completed|passed|failed)$/.test(get("core.lesson_status"))) set("core.lesson_status", "completed");
    commit();
  };
  const store = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => {
      kept.set(String(key), String(value));
      save();
      if (key === QUIZ) score();
    },
    removeItem: (key) => {
      if (kept.delete(String(key))) save();
    },
    key: (n) => [...kept.keys()][n] ?? null,
    clear: () => {
      kept.clear();
      save();
    },
    get length() {
      return kept.size;
    },
  };
  Object.defineProperty(window, "localStorage", { value: store, configurable: true });
  const mark = document.createElement("meta");
  mark.name = "barrierscope-lms";
  document.head.append(mark);

  // Without a word about it, a system takes a page that was only opened for done.
  if (counts && /^(not attempted|)$/.test(get("core.lesson_status"))) {
    set("core.lesson_status", "incomplete");
    commit();
  }

  const timespan = (ms) => {
    const seconds = Math.round(ms / 1000);
    const two = (n) => String(n).padStart(2, "0");
    return `${two(Math.min(9999, Math.floor(seconds / 3600)))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  };
  const end = () => {
    if (isOver) return;
    set("core.session_time", timespan(Date.now() - since));
    // There is more to come: what is kept is there again next time.
    set("core.exit", "suspend");
    commit();
    isOver = true;
    call("LMSFinish", "");
  };
  addEventListener("pagehide", end);
  // On a phone this may be the last that a page hears.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") commit();
  });
  // Shown again out of the browser's memory, without the system: it begins anew with it.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
