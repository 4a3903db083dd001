// Languages that there are not: English words that are as long as those of a wordy language, or that run from right to left. They
// are put over what the page says, as it says it. It runs on the page.

/** @param {"long"|"mirrored"} kind */
export function pseudo(kind) {
  // What the program has measured before it put it there keeps its length: it leaves out what has no room. Names of a job's parts and
  // code are no words of the page; an option shows only when its list is open.
  const own = ".flags, .node-text, .mover, .movers, .tags, .lanes, .pipes, code, pre, textarea, input, option, script, style, noscript, .logo, #language, kbd";
  const accents = { a: "á", e: "é", i: "í", o: "ö", u: "ü", c: "ç", n: "ñ", s: "š", A: "Å", E: "É", O: "Ø" };
  const mark = { long: ["[", "]"], mirrored: ["\u202e", "\u202c"] }[kind];
  const said = (text) => {
    const [, before, words, after] = text.match(/^(\s*)([^]*?)(\s*)$/);
    if (!/[A-Za-z]{2}/.test(words) || words.startsWith(mark[0])) return text;
    if (kind === "mirrored") return `${before}${mark[0]}${words}${mark[1]}${after}`;
    // Each word is two fifths longer, and so is the whole.
    const longer = words.replace(/[A-Za-z]{3,}/g, (word) => {
      const more = Math.max(1, Math.round(word.length * 0.4));
      return [...word].map((c) => accents[c] ?? c).join("") + "ëí".repeat(more).slice(0, more);
    });
    return `${before}[${longer}]${after}`;
  };
  const change = (node) => {
    if (node.parentElement?.closest(own)) return;
    const now = said(node.textContent);
    if (now !== node.textContent) node.textContent = now;
  };
  const all = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return change(root);
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) nodes.push(node);
    nodes.forEach(change);
  };
  all(document.body);
  new MutationObserver((list) => {
    for (const { type, target, addedNodes } of list) type === "characterData" ? change(target) : addedNodes.forEach(all);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  document.documentElement.dir = kind === "mirrored" ? "rtl" : "ltr";
}
