//! The model that predicts a position's value from the values of its neighbours.
//!
//! Neighbours come before the position in the order of indices. In up to three of them, one of the other
//! side's stones stands on the next lower free point; the last one has the same rank in the previous orbit.
//! The candidates for a value are the distinct values of the neighbours, beginning with the most frequent
//! one. One bit is coded for each candidate until one is right. If none is, the eight bits of the value
//! follow.

use plywright::tablebase::choose;

use super::coder::{Coder, Probability};

/// Maximum number of neighbours in the position's own orbit. One more neighbour is in the previous orbit.
const NEIGHBOURS: usize = 3;
const CANDIDATES: usize = NEIGHBOURS + 1;
const CLASSES: usize = 16;
/// Number of agreement patterns. A pattern has a bit for each of the six pairs of neighbours.
const AGREEMENTS: usize = 64;
/// Number of probabilities of the bits that say whether a candidate is right.
const HITS: usize = CANDIDATES * 4 * CLASSES * AGREEMENTS;
/// Number of probabilities for each class of the first candidate. They code the bits of a value that equals no
/// candidate.
const BITS: usize = 256;

pub(super) const LEN: usize = HITS + CLASSES * BITS;

/// Probabilities that adapt to the coded bits.
#[derive(Clone, Debug)]
pub(super) struct Model(Vec<Probability>);

struct Context<'m, C> {
    model: &'m mut Model,
    coder: &'m mut C,
    /// For each probability, the number of clear and of set bits coded with it; `None` to skip counting.
    seen: Option<&'m mut Vec<[u32; 2]>>,
}

impl Model {
    /// Creates a model from its [`LEN`] probabilities in units of 1/256.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| Probability::from_byte(*byte)).collect())
    }

    /// Codes the values of a block in the order of their indices. An encoder reads `values`. A decoder
    /// expects zeros and replaces them.
    ///
    /// The block holds whole orbits of `others` values each. `stones` is the other side's number of stones.
    /// The numbers of clear and set bits coded with each probability are added to the [`LEN`] elements of
    /// `seen`.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        values: &mut [u8],
        stones: usize,
        others: usize,
        seen: Option<&mut Vec<[u32; 2]>>,
    ) {
        let mut context = Context { model: self, coder, seen };
        for start in (0..values.len()).step_by(others) {
            let (before, rest) = values.split_at_mut(start);
            let previous = before.len().checked_sub(others).map(|first| &before[first..]);
            context.code_orbit(&mut rest[..others], previous, stones);
        }
    }
}

impl<C: Coder> Context<'_, C> {
    /// Codes the values of one orbit. `previous` are the values of the previous orbit; `None` for the first
    /// orbit of a block.
    fn code_orbit(&mut self, values: &mut [u8], previous: Option<&[u8]>, stones: usize) {
        // Places of the other side's stones among the points without own stones, in ascending order.
        let mut places: Vec<usize> = (0..stones).collect();
        let mut index = 0;
        while index < values.len() {
            // One pass of this loop covers the positions that differ only in the place of the lowest stone.
            // That stone visits every place below the second stone.
            let above_lowest = places.get(1).map_or(values.len() - index, |place| *place);
            let mut further = Distances::default();
            for number in 2..stones {
                if places[number] > places[number - 1] + 1 {
                    further.add(choose(places[number] - 1, number) as usize);
                }
            }
            for lowest in 0..above_lowest {
                let mut distances = Distances::default();
                if lowest > 0 {
                    distances.add(1);
                }
                if stones > 1 && above_lowest > lowest + 1 {
                    distances.add(above_lowest - 1);
                }
                further.iter().for_each(|distance| distances.add(distance));
                let first = distances.iter().next().map_or(0, |distance| values[index - distance]);
                let mut neighbours = [first; NEIGHBOURS];
                for (neighbour, distance) in neighbours.iter_mut().zip(distances.iter()) {
                    *neighbour = values[index - distance];
                }
                let above = previous.map_or(first, |previous| previous[index]);
                values[index] = self.code_value(values[index], neighbours, above, distances.count == 0);
                index += 1;
            }
            places[0] = above_lowest - 1;
            advance(&mut places);
        }
    }

    /// Codes a value and returns it. The three values are those of the neighbours in the position's own
    /// orbit, or placeholders if `is_first` is set because there is none. `above` is the value of the
    /// neighbour in the previous orbit. A decoder ignores `value`.
    fn code_value(
        &mut self,
        value: u8,
        [one, two, three]: [u8; NEIGHBOURS],
        above: u8,
        is_first: bool,
    ) -> u8 {
        if one == two && one == three && one == above {
            // Fast path for the usual case: all neighbours agree.
            let kind = usize::from(is_first) << 1;
            let row = (kind * CLASSES + class(one)) * AGREEMENTS + AGREEMENTS - 1;
            return if self.bit(row, value == one) { one } else { self.spell_out(value, one) };
        }
        let all = [one, above, two, three];
        let votes = |value: u8| all.map(|other| u8::from(other == value)).into_iter().sum::<u8>();
        let favourite = all.into_iter().rev().max_by_key(|value| votes(*value)).unwrap_or(one);
        let agreement = [one == two, one == three, two == three, above == one, above == two, above == three];
        let agreement = agreement.iter().rev().fold(0, |bits, agree| bits << 1 | usize::from(*agree));
        let kind = usize::from(favourite != one) | usize::from(is_first) << 1;
        let row = (kind * CLASSES + class(one)) * AGREEMENTS + agreement;
        let mut tried = [0; CANDIDATES];
        let mut count = 0;
        for candidate in [favourite, one, above, two, three] {
            if tried[..count].contains(&candidate) {
                continue;
            }
            if self.bit(count * 4 * CLASSES * AGREEMENTS + row, value == candidate) {
                return candidate;
            }
            tried[count] = candidate;
            count += 1;
        }
        self.spell_out(value, favourite)
    }

    /// Codes all eight bits of a value that equals no candidate, highest bit first. The class of `favourite`
    /// selects the probabilities.
    fn spell_out(&mut self, value: u8, favourite: u8) -> u8 {
        let table = HITS + class(favourite) * BITS;
        let mut node = 1;
        for bit in (0..8).rev() {
            node = node << 1 | usize::from(self.bit(table + node, value >> bit & 1 != 0));
        }
        node as u8
    }

    fn bit(&mut self, at: usize, bit: bool) -> bool {
        let bit = self.coder.code(&mut self.model.0[at], bit);
        if let Some(seen) = &mut self.seen {
            seen[at][usize::from(bit)] += 1;
        }
        bit
    }
}

/// Neighbours of a position in its own orbit, each as the distance from the position's index back to its index.
#[derive(Clone, Copy, Default)]
struct Distances {
    all: [usize; NEIGHBOURS],
    count: usize,
}

impl Distances {
    /// Adds a distance. Ignores it if [`NEIGHBOURS`] distances have been added.
    fn add(&mut self, distance: usize) {
        if let Some(place) = self.all.get_mut(self.count) {
            *place = distance;
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.all.into_iter().take(self.count)
    }
}

/// Returns the class of a value's byte: 0 for draws, 1 to 15 for wins and losses by increasing distance to
/// the end of the game.
fn class(value: u8) -> usize {
    if value == 0 { 0 } else { (1 + usize::from(value) / 2).min(CLASSES - 1) }
}

/// Replaces a set of places, in ascending order, by the set of the same size with the next rank.
fn advance(places: &mut [usize]) {
    for number in 0..places.len() {
        if places.get(number + 1) != Some(&(places[number] + 1)) {
            places[number] += 1;
            return;
        }
        places[number] = number;
    }
}
