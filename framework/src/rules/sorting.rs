//! A stable sort that adds little machine code, for lists whose sorting need not be fast.

use std::cmp::Ordering;

/// Sorts items by their keys. The key of each item is computed once. Items with equal keys keep their order.
///
/// The standard sorts are compiled again for every type of item and key ([`slice::sort_by_cached_key`] up to four
/// times), and made a fifth of each game's machine code. [`sort_places`], which does the sorting here, is compiled
/// once, because it sorts numbers.
pub(crate) fn sort_by_key_once<T, K: Ord>(items: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = items.iter().map(key).collect();
    let mut places: Vec<u32> = (0..items.len() as u32).collect();
    sort_places(&mut places, &|one, other| keys[one as usize].cmp(&keys[other as usize]));
    for place in 0..items.len() {
        // An earlier step may have swapped the item that belongs here to a later place.
        let mut from = places[place];
        while (from as usize) < place {
            from = places[from as usize];
        }
        places[place] = from;
        items.swap(place, from as usize);
    }
}

/// Sorts places by comparing the items at them. It is a function of its own, so that the sort is compiled once and not
/// for each type of items.
#[inline(never)]
fn sort_places(places: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    places.sort_by(|one, other| compare(*one, *other));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        for length in 0..200 {
            let mut ours: Vec<(usize, usize)> = (0..length).map(|place| (place * 7919 % 23, place)).collect();
            let mut theirs = ours.clone();
            sort_by_key_once(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            assert_eq!(ours, theirs);
        }
    }
}
