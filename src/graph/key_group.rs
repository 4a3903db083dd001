//! Which subtask a key belongs to (semantics RE-1; Flink's `KeyGroupRangeAssignment` and `MathUtils.murmurHash`).

use crate::ids::{EventId, Key};

/// Key groups of a job: Flink's default for parallelism up to 85 (semantics RE-2).
pub const MAX_PARALLELISM: u32 = 128;

/// The key group of a Java hash code.
pub fn key_group(java_hash: i32) -> u32 {
    murmur(java_hash) % MAX_PARALLELISM
}

/// The subtask that owns a key group.
pub fn subtask_of(key_group: u32, parallelism: u16) -> u16 {
    (key_group * u32::from(parallelism) / MAX_PARALLELISM) as u16
}

/// `String.hashCode` over UTF-16 code units.
fn string_hash(units: impl Iterator<Item = u16>) -> i32 {
    units.fold(0i32, |h, u| h.wrapping_mul(31).wrapping_add(i32::from(u)))
}

/// `Long.hashCode`, equal to `Integer.hashCode` for small numbers.
fn long_hash(n: u64) -> i32 {
    (n ^ (n >> 32)) as u32 as i32
}

pub(super) fn hash_key(key: &Key) -> i32 {
    match key {
        Key::Text(s) => string_hash(s.encode_utf16()),
        Key::Numbered(n) => {
            // "k" and the digits, without making the string: this runs once per record.
            let mut digits = [0u8; 20];
            let mut at = digits.len();
            let mut rest = *n;
            loop {
                at -= 1;
                digits[at] = b'0' + (rest % 10) as u8;
                rest /= 10;
                if rest == 0 {
                    break;
                }
            }
            string_hash(std::iter::once(u16::from(b'k')).chain(digits[at..].iter().map(|d| u16::from(*d))))
        }
    }
}

pub(super) fn hash_id(id: &EventId) -> i32 {
    match id {
        EventId::Int(n) => long_hash(*n),
        EventId::Text(s) => string_hash(s.encode_utf16()),
    }
}

/// Flink's murmur hash of one int, made non-negative.
fn murmur(code: i32) -> u32 {
    let mut h = (code as u32).wrapping_mul(0xcc9e_2d51);
    h = h.rotate_left(15);
    h = h.wrapping_mul(0x1b87_3593);
    h = h.rotate_left(13);
    h = h.wrapping_mul(5).wrapping_add(0xe654_6b64);
    h ^= 4;
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^= h >> 16;
    match h as i32 {
        code @ 0.. => code as u32,
        i32::MIN => 0,
        code => code.unsigned_abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn re_1_keys_fall_into_flinks_groups() {
        let text = |s: &str| key_group(hash_key(&Key::named(s)));
        let int = |n| key_group(hash_id(&EventId::Int(n)));
        assert_eq!([text("a"), text("b"), text("c")], [81, 22, 62]);
        assert_eq!([int(1), int(2), int(4)], [86, 127, 7]);
    }

    #[test]
    fn re_1_a_numbered_key_hashes_like_its_name() {
        for n in [0u64, 7, 10, 4_294_967_296, u64::MAX] {
            let name = format!("k{n}");
            assert_eq!(hash_key(&Key::Numbered(n)), string_hash(name.encode_utf16()), "{name}");
        }
    }

    #[test]
    fn re_1_ranges_of_subtasks() {
        let range = |p: u16, i: u16| {
            let of: Vec<u32> = (0..MAX_PARALLELISM).filter(|g| subtask_of(*g, p) == i).collect();
            (of[0], of[of.len() - 1])
        };
        assert_eq!([range(2, 0), range(2, 1)], [(0, 63), (64, 127)]);
        assert_eq!([range(3, 0), range(3, 1), range(3, 2)], [(0, 42), (43, 85), (86, 127)]);
    }
}
