//! A ZIP archive that is the same whenever and wherever it is made: names in order, no dates, nothing compressed. What goes
//! into it is packed already.

/// The first day that the format knows, 1 January 1980.
const DATE: u16 = 1 << 5 | 1;
/// The oldest version of the format that can read it.
const VERSION: u16 = 10;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// Files by name, as an archive.
pub fn zip(files: &[(&str, &[u8])]) -> Result<Vec<u8>, String> {
    let mut files = files.to_vec();
    files.sort_unstable();
    let (mut archive, mut index) = (Vec::new(), Vec::new());
    for (name, bytes) in &files {
        let offset = word(archive.len())?;
        let mut about = Vec::new();
        for half in [VERSION, FLAGS, 0, 0, DATE] {
            about.extend(half.to_le_bytes());
        }
        let size = word(bytes.len())?;
        for whole in [crc32(bytes), size, size] {
            about.extend(whole.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).map_err(|e| e.to_string())?.to_le_bytes());
        about.extend([0, 0]);
        archive.extend(*b"PK\x03\x04");
        archive.extend(&about);
        archive.extend(name.bytes());
        archive.extend(*bytes);
        index.extend(*b"PK\x01\x02");
        index.extend(VERSION.to_le_bytes());
        index.extend(&about);
        // No comment, the first disk, no attributes.
        index.extend([0; 10]);
        index.extend(offset.to_le_bytes());
        index.extend(name.bytes());
    }
    let count = u16::try_from(files.len()).map_err(|e| e.to_string())?.to_le_bytes();
    let (offset, size) = (word(archive.len())?, word(index.len())?);
    archive.extend(&index);
    archive.extend(*b"PK\x05\x06\0\0\0\0");
    archive.extend(count);
    archive.extend(count);
    archive.extend(size.to_le_bytes());
    archive.extend(offset.to_le_bytes());
    archive.extend([0, 0]);
    Ok(archive)
}

fn word(length: usize) -> Result<u32, String> {
    u32::try_from(length).map_err(|_| "too large for an archive".to_owned())
}

/// The checksum of the format, bit by bit: a megabyte takes no time that anyone would notice.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_the_format() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn names_are_in_order_and_the_index_leads_to_each() {
        let one = zip(&[("b.txt", b"two"), ("a.txt", b"one")]).expect("an archive");
        assert_eq!(one, zip(&[("a.txt", b"one"), ("b.txt", b"two")]).expect("an archive"));
        let end = one.len() - 22;
        assert_eq!(&one[end..end + 4], b"PK\x05\x06");
        let index = u32::from_le_bytes(one[end + 16..end + 20].try_into().expect("four bytes")) as usize;
        assert_eq!(&one[index..index + 4], b"PK\x01\x02");
        assert_eq!(&one[..4], b"PK\x03\x04");
        assert_eq!(&one[30..38], b"a.txtone");
    }
}
