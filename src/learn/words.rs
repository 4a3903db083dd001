//! The words of a chapter: a line each, `key: text`.
//!
//! An indented line goes on with the text above. The same key again is one more paragraph. Empty lines and lines that
//! begin with `#` say nothing. Whoever makes a chapter takes every key that it has a place for; what is left over is a
//! mistake, as is what is missing.

use super::fault::Fault;

/// Words by key, each with its paragraphs, and whether they were asked for.
pub(super) struct Words {
    entries: Vec<(String, Vec<String>, bool)>,
}

impl Words {
    /// Reads a file of words.
    pub(super) fn read(text: &str) -> Result<Words, Fault> {
        let mut entries: Vec<(String, Vec<String>, bool)> = Vec::new();
        // The entry that an indented line goes on with.
        let mut open = None;
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(' ') {
                let paragraph = open.and_then(|at: usize| entries.get_mut(at)).and_then(|e| e.1.last_mut());
                let Some(paragraph) = paragraph else {
                    return Err(Fault::new(
                        &format!("line {}", i + 1),
                        "goes on with nothing, expected `key: text` first",
                    ));
                };
                paragraph.push(' ');
                paragraph.push_str(line.trim());
                continue;
            }
            let Some((key, text)) = line.split_once(':') else {
                return Err(Fault::new(&format!("line {}", i + 1), "has no key, expected `key: text`"));
            };
            let text = text.trim().to_owned();
            let at = entries.iter().position(|(k, ..)| k == key);
            match at {
                Some(at) => entries[at].1.push(text),
                None => entries.push((key.to_owned(), vec![text], false)),
            }
            open = Some(at.unwrap_or(entries.len() - 1));
        }
        Ok(Words { entries })
    }

    /// The paragraphs of a key.
    pub(super) fn take(&mut self, key: &str) -> Result<Vec<String>, Fault> {
        self.take_if(key).ok_or_else(|| Fault::new(key, "the words lack it"))
    }

    /// The paragraphs of a key that need not be there.
    pub(super) fn take_if(&mut self, key: &str) -> Option<Vec<String>> {
        let entry = self.entries.iter_mut().find(|(k, ..)| k == key)?;
        entry.2 = true;
        Some(entry.1.clone())
    }

    /// Everything was asked for.
    pub(super) fn all_taken(&self) -> Result<(), Fault> {
        match self.entries.iter().find(|(.., taken)| !taken) {
            Some((key, ..)) => Err(Fault::new(key, "the lesson has no place for it")),
            None => Ok(()),
        }
    }
}
