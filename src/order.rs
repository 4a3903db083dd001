//! Sorting and ordered maps with one copy of the machinery, whatever is sorted.
//!
//! The standard library's stable sort is compiled anew for every type, 3.5 KB of WebAssembly each, and collecting into
//! an ordered map sorts, too. Here only numbers of places are ever sorted.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Sorts a list; equals stay in their order.
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut from = places(list.len(), &mut |a, b| compare(&list[a], &list[b]));
    // Each round goes along one cycle of places until everything on it is where it belongs.
    for first in 0..list.len() {
        let mut to = first;
        loop {
            let next = std::mem::replace(&mut from[to], to);
            if next == first {
                break;
            }
            list.swap(to, next);
            to = next;
        }
    }
}

/// Sorts a list by what is taken from each; equals stay in their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

fn places(n: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..n).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// An ordered map of these; of two with one key the later one.
pub fn map_of<K: Ord, V>(all: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(all);
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_every_order_of_six_and_keeps_equals_as_they_stood() {
        for code in 0..6u32.pow(6) {
            let list: Vec<(u32, u32)> = (0..6).map(|i| (code / 6u32.pow(i) % 6 / 2, i)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |x| x.0);
            theirs.sort_by_key(|x| x.0);
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn a_map_keeps_the_later_of_two() {
        assert_eq!(map_of([(2, 'a'), (1, 'b'), (2, 'c')]), BTreeMap::from([(1, 'b'), (2, 'c')]));
    }
}
