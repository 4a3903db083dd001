// How the page looks, measured.

/** Every fault that can be seen just now, in words. It runs on the page. */
export function faults() {
  const found = [];
  const seen = (element) => {
    // What is folded away has a place all the same.
    if (!element.checkVisibility()) return false;
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.visibility === "hidden" || style.display === "none" || Number(style.opacity) < 0.05) return false;
      // What only a screen reader is told is clipped away.
      if (style.clipPath === "inset(50%)") return false;
    }
    return true;
  };
  // What floats above the rest on purpose, with a ground of its own.
  const floor = (element) => element.closest("dialog, .closing, .ended-well, .menu, .desk, .head, .page")?.className ?? "";
  const shortened = (element) => {
    const holder = element.closest("[title]");
    return getComputedStyle(element).textOverflow === "ellipsis" && holder !== null;
  };
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent.trim();
    // Signs of records are drawn over each other where records stand close; their names are not.
    const isSign = element.closest("option, script, style, title, .mover") && !element.closest(".tagged .tag");
    if (words === "" || isSign || !seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      // The line is higher than its letters.
      const slack = Math.max(0, (rect.height - parseFloat(getComputedStyle(element).fontSize)) / 2);
      const box = { left: rect.left, right: rect.right, top: rect.top + slack, bottom: rect.bottom - slack };
      texts.push({ words, element, box, floor: floor(element) });
      for (let e = element; e && e !== document.body; e = e.parentElement) {
        const style = getComputedStyle(e);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        // What scrolls is not cut.
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        const room = e.getBoundingClientRect();
        const out = Math.max(box.right - room.right, room.left - box.left, box.bottom - room.bottom, room.top - box.top);
        if (out > 1 && !shortened(e)) found.push(`"${words}" is cut by ${out.toFixed(0)} px in .${e.className}`);
        if (shortened(e)) {
          box.right = Math.min(box.right, room.right);
          break;
        }
      }
      if (box.right > window.innerWidth + 1 || box.left < -1) found.push(`"${words}" leaves the window`);
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  texts.forEach((a, i) => {
    for (const b of texts.slice(i + 1)) {
      if (b.box.top > a.box.bottom) break;
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 1.5 && y > 1.5 && a.floor === b.floor && a.element !== b.element) {
        found.push(`"${a.words}" and "${b.words}" overlap by ${x.toFixed(0)}×${y.toFixed(0)} px`);
      }
    }
  });
  return found;
}
