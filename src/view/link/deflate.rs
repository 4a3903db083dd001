//! Deflating a link (RFC 1951): one block with the fixed codes, matches found greedily. Links are short, so codes of their
//! own would gain a tenth; a whole compressor would cost the page more than all the rest of a link. Inflating, where a
//! stranger's bytes are read, is left to a library.

/// Bytes that a match can reach back.
const REACH: usize = 32_768;
/// Length of a match.
const MATCH_MIN: usize = 3;
const MATCH_MAX: usize = 258;
/// Earlier places with the same beginning that are tried.
const TRIED_MAX: usize = 128;
/// Beginnings are told apart by so many bits.
const BUCKET_BITS: u32 = 13;
/// The end of a block.
const END: u32 = 256;

/// Bits on their way into bytes, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: usize, count: u32) {
        self.waiting |= (value as u32) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    /// A literal, a length or the end, in the fixed code (RFC 1951, 3.2.6). Codes go in from their highest bit on.
    fn symbol(&mut self, symbol: u32) {
        let (code, count) = match symbol {
            0..=143 => (0x30 + symbol, 8),
            144..=255 => (0x190 + symbol - 144, 9),
            256..=279 => (symbol - 256, 7),
            _ => (0xc0 + symbol - 280, 8),
        };
        self.put((code.reverse_bits() >> (32 - count)) as usize, count);
    }

    /// The codes of a length and of a distance: the longer, the more of its low bits stand behind the code as they are.
    fn repeat(&mut self, length: usize, distance: usize) {
        let n = length - MATCH_MIN;
        match n {
            _ if length == MATCH_MAX => self.symbol(285),
            0..=7 => self.symbol(257 + n as u32),
            _ => {
                let extra = n.ilog2() - 2;
                self.symbol(257 + 4 * (extra + 1) + (n >> extra & 3) as u32);
                self.put(n & ((1 << extra) - 1), extra);
            }
        }
        let n = distance - 1;
        let extra = if n < 4 { 0 } else { n.ilog2() - 1 };
        let code = if n < 4 { n as u32 } else { 2 * (extra + 1) + (n >> extra & 1) as u32 };
        self.put((code.reverse_bits() >> 27) as usize, 5);
        self.put(n & ((1 << extra) - 1), extra);
    }
}

/// A raw deflate stream that unpacks to these bytes.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = Bits::default();
    // The last block, with fixed codes.
    out.put(0b011, 3);
    // By the hash of three bytes: the place behind where they last stood; by place: the one before.
    let mut latest = vec![0u32; 1 << BUCKET_BITS];
    let mut before = vec![0u32; bytes.len()];
    let mut note = |at: usize| {
        let next = bytes.get(at..at + MATCH_MIN)?;
        let three = u32::from(next[0]) | u32::from(next[1]) << 8 | u32::from(next[2]) << 16;
        let bucket = &mut latest[(three.wrapping_mul(0x9e37_79b1) >> (32 - BUCKET_BITS)) as usize];
        before[at] = std::mem::replace(bucket, at as u32 + 1);
        // The earlier places, nearest first.
        let mut found = [0u32; TRIED_MAX];
        let (mut place, mut count) = (before[at], 0);
        while place > 0 && at + 1 - place as usize <= REACH && count < TRIED_MAX {
            found[count] = place - 1;
            count += 1;
            place = before[place as usize - 1];
        }
        Some((found, count))
    };
    let mut at = 0;
    while at < bytes.len() {
        let (mut best, mut distance) = (0, 0);
        if let Some((found, count)) = note(at) {
            for start in &found[..count] {
                let start = *start as usize;
                let same = bytes[at..].iter().zip(&bytes[start..]).take(MATCH_MAX).take_while(|(a, b)| a == b).count();
                if same > best {
                    (best, distance) = (same, at - start);
                }
            }
        }
        if best >= MATCH_MIN {
            out.repeat(best, distance);
            for passed in at + 1..at + best {
                note(passed);
            }
            at += best;
        } else {
            out.symbol(u32::from(bytes[at]));
            at += 1;
        }
    }
    out.symbol(END);
    out.put(0, 7);
    out.bytes
}
