//! The languages, and which one is chosen.

use super::{CHINESE, CHINESE_WORKBENCH, ENGLISH, ENGLISH_WORKBENCH, Text, Workbench};

/// Every language by its shortest tag, the first one being what there is when nothing else fits. Apart from the languages
/// themselves: these are of the second module, and the first one has to know whether it is to wait for it.
pub const TAGS: [&str; 2] = ["en", "zh"];

/// A language.
pub struct Language {
    /// Its shortest tag.
    pub tag: &'static str,
    /// What it calls itself.
    pub name: &'static str,
    /// Which way it is written: `ltr` or `rtl`.
    pub dir: &'static str,
    /// The words of the first screen.
    pub text: &'static Text,
    /// The words of the workbench.
    pub words: &'static Workbench,
}

/// Every language, in the order of [`TAGS`].
pub static LANGUAGES: [Language; TAGS.len()] = [
    Language { tag: TAGS[0], name: "English", dir: "ltr", text: &ENGLISH, words: &ENGLISH_WORKBENCH },
    Language { tag: TAGS[1], name: "中文", dir: "ltr", text: &CHINESE, words: &CHINESE_WORKBENCH },
];

/// The place in [`TAGS`] of the first wanted language that there is: each is looked for as it stands, then without its last
/// part, and so on: `zh-Hans-CN`, `zh-Hans`, `zh`. None that there is: English, at 0.
pub fn chosen<'a>(wanted: impl IntoIterator<Item = &'a str>) -> usize {
    let known = |tag: &str| TAGS.iter().position(|known| known.eq_ignore_ascii_case(tag));
    let found = |tag: &'a str| {
        let mut tag = tag;
        loop {
            if let Some(place) = known(tag) {
                return Some(place);
            }
            tag = &tag[..tag.rfind(['-', '_'])?];
        }
    };
    wanted.into_iter().find_map(found).unwrap_or_default()
}
