//! The program as one LZMA stream. A browser can unpack deflate by itself, but with that the file would be a quarter larger,
//! and over its budget; what unpacks this is two kilobytes of script (`unpack.js`).

use std::io::Write;

use lzma_rust2::{LzmaOptions, LzmaWriter};

/// What `unpack.js` counts on: three bits of the byte before, nothing of the place.
const LITERAL_CONTEXT_BITS: u32 = 3;

/// Parts behind one another, as one stream without a header.
pub struct Squeezed {
    /// The stream.
    pub bytes: Vec<u8>,
    /// Up to where each part goes, unpacked.
    pub ends: Vec<usize>,
}

/// Packs the parts.
pub fn squeeze(parts: &[&[u8]]) -> Result<Squeezed, String> {
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.lp, options.pb) = (LITERAL_CONTEXT_BITS, 0, 0);
    options.nice_len = LzmaOptions::NICE_LEN_MAX;
    let failed = |e: std::io::Error| format!("lzma: {e}");
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false).map_err(failed)?;
    let mut ends = Vec::new();
    for part in parts {
        writer.write_all(part).map_err(failed)?;
        ends.push(ends.last().copied().unwrap_or(0) + part.len());
    }
    Ok(Squeezed { bytes: writer.finish().map_err(failed)?, ends })
}
