// The program, packed as an LZMA stream without a header (3 bits of context for literals, none for places), in one of the
// page's own elements. It is unpacked piece by piece, so that the page stays alive: first what the first screen needs.
// LZMA as its author's specification has it (7-zip.org/sdk.html).
const packed = (() => {
  const block = document.getElementById("packed");
  const ends = block.dataset.ends.split(" ").map(Number);
  /** Bytes that are unpacked between two moments in which the page may do something else. */
  const PIECE = 1 << 17;

  // The probabilities, in one table: where those of each kind begin.
  const [IS_MATCH, IS_REP, IS_REP0, IS_REP1, IS_REP2, IS_LONG] = [0, 12, 24, 36, 48, 60];
  const [SLOT, SPECIAL, ALIGN, LENGTH, REP_LENGTH, LITERAL] = [72, 328, 443, 459, 733, 1007];
  const probs = new Uint16Array(LITERAL + (0x300 << 3)).fill(1024);

  let input, out;
  let [from, to, range, code] = [5, 0, 0xffffffff, 0];
  let [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];

  const refill = () => {
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[from++]) >>> 0;
    }
  };
  const bit = (at) => {
    const prob = probs[at];
    const bound = (range >>> 11) * prob;
    const is = code < bound ? 0 : 1;
    if (is) {
      range -= bound;
      code -= bound;
      probs[at] = prob - (prob >>> 5);
    } else {
      range = bound;
      probs[at] = prob + ((2048 - prob) >>> 5);
    }
    refill();
    return is;
  };
  const tree = (at, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(at + m);
    return m - (1 << bits);
  };
  const reversed = (at, bits) => {
    let [m, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const is = bit(at + m);
      m = (m << 1) | is;
      value |= is << i;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      range >>>= 1;
      const is = code >= range ? 1 : 0;
      if (is) code -= range;
      value = (value << 1) | is;
      refill();
    }
    return value;
  };
  const length = (at) => {
    if (!bit(at)) return tree(at + 2, 3);
    if (!bit(at + 1)) return 8 + tree(at + 10, 3);
    return 16 + tree(at + 18, 8);
  };
  const literal = () => {
    const at = LITERAL + 0x300 * (to > 0 ? out[to - 1] >> 5 : 0);
    let symbol = 1;
    if (state >= 7) {
      let match = out[to - rep0 - 1];
      do {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const is = bit(at + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | is;
        if (expected !== is) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(at + symbol);
    out[to++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (long) => {
    const slot = tree(SLOT + 64 * Math.min(long, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reversed(SPECIAL + base - slot, bits);
    return base + (direct(bits - 4) << 4) + reversed(ALIGN, 4);
  };
  /** Unpacks at least up to here. */
  const go = (end) => {
    while (to < end) {
      if (!bit(IS_MATCH + state)) {
        literal();
        continue;
      }
      let long;
      if (!bit(IS_REP + state)) {
        [rep3, rep2, rep1] = [rep2, rep1, rep0];
        long = length(LENGTH);
        rep0 = distance(long);
        state = state < 7 ? 7 : 10;
      } else {
        if (!bit(IS_REP0 + state)) {
          if (!bit(IS_LONG + state)) {
            out[to] = out[to - rep0 - 1];
            to++;
            state = state < 7 ? 9 : 11;
            continue;
          }
        } else {
          let found;
          if (!bit(IS_REP1 + state)) found = rep1;
          else {
            if (!bit(IS_REP2 + state)) found = rep2;
            else {
              found = rep3;
              rep3 = rep2;
            }
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = found;
        }
        long = length(REP_LENGTH);
        state = state < 7 ? 8 : 11;
      }
      if (rep0 >= to) throw new Error("the page is damaged");
      for (let left = long + 2; left > 0; left--, to++) out[to] = out[to - rep0 - 1];
    }
  };
  const upTo = async (end, tell) => {
    if (!out) {
      const text = atob(block.textContent);
      block.remove();
      input = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) input[i] = text.charCodeAt(i);
      out = new Uint8Array(ends.at(-1));
      for (let i = 1; i < 5; i++) code = ((code << 8) | input[i]) >>> 0;
    }
    while (to < end) {
      go(Math.min(to + PIECE, end));
      tell(to / end);
      await new Promise((go) => setTimeout(go));
    }
  };

  return {
    /** What the first screen needs; `tell` hears how much of it is there. */
    start: async (tell) => {
      await upTo(ends[0], tell);
      return out.slice(0, ends[0]);
    },
    /** The rest, as if it had been fetched. */
    later: async () => {
      await upTo(ends[1], () => {});
      return new Response(out.slice(ends[0], ends[1]));
    },
  };
})();
