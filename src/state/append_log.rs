//! A list that only grows, cut into shared chunks so that a copy of a long one costs little.

use std::sync::Arc;

const CHUNK: usize = 512;

/// Append-only list. Cloning shares all full chunks.
#[derive(Clone, Debug)]
pub struct AppendLog<T> {
    full: Vec<Arc<Vec<T>>>,
    tail: Vec<T>,
}

impl<T> Default for AppendLog<T> {
    fn default() -> Self {
        AppendLog { full: Vec::new(), tail: Vec::new() }
    }
}

impl<T> AppendLog<T> {
    /// How many.
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.tail.len()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds one at the end.
    pub fn push(&mut self, item: T) {
        self.tail.push(item);
        if self.tail.len() == CHUNK {
            let chunk = std::mem::replace(&mut self.tail, Vec::with_capacity(CHUNK));
            self.full.push(Arc::new(chunk));
        }
    }

    /// The item at this place.
    pub fn get(&self, i: usize) -> Option<&T> {
        match self.full.get(i / CHUNK) {
            Some(chunk) => chunk.get(i % CHUNK),
            None => self.tail.get(i - self.full.len() * CHUNK),
        }
    }

    /// The last one.
    pub fn last(&self) -> Option<&T> {
        self.len().checked_sub(1).and_then(|i| self.get(i))
    }

    /// All, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.full.iter().flat_map(|chunk| chunk.iter()).chain(self.tail.iter())
    }

    /// From this place on, in order.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = &T> {
        let whole = (start / CHUNK).min(self.full.len());
        let skip = start - whole * CHUNK;
        self.full[whole..].iter().flat_map(|chunk| chunk.iter()).chain(self.tail.iter()).skip(skip)
    }
}

impl<T: Clone> AppendLog<T> {
    /// Drops everything from this place on.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        let whole = len / CHUNK;
        if whole < self.full.len() {
            self.tail = self.full[whole][..len % CHUNK].to_vec();
            self.full.truncate(whole);
        } else {
            self.tail.truncate(len % CHUNK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_vector_at_every_length() {
        let mut log = AppendLog::default();
        let mut vec = Vec::new();
        for i in 0..CHUNK * 2 + 3 {
            log.push(i);
            vec.push(i);
        }
        for len in [CHUNK * 2 + 3, CHUNK * 2, CHUNK * 2 - 1, CHUNK, 1, 0] {
            log.truncate(len);
            vec.truncate(len);
            assert_eq!(log.len(), len);
            assert_eq!(log.iter().copied().collect::<Vec<_>>(), vec);
            for start in [0, len / 2, len] {
                assert_eq!(log.iter_from(start).copied().collect::<Vec<_>>(), vec[start..]);
            }
            assert_eq!(log.last(), vec.last());
            assert_eq!(log.get(len), None);
        }
    }
}
