//! The model that predicts a value from positions with lower indices that differ by one stone.
//!
//! Most positions share the value of such a neighbour. The coder tries candidate values in order and codes a
//! bit for each: whether it is right. A value that equals no candidate is written in full. The probabilities
//! of these bits depend on which neighbours agree and on the approximate size of the value.

use plywright::tablebase::choose;

use super::coder::{Coder, Probability};

/// Maximum number of neighbours examined within the orbit. A further one is examined in the previous orbit.
const NEIGHBOURS: usize = 3;
/// Maximum number of candidates.
const CANDIDATES: usize = NEIGHBOURS + 1;
/// Number of classes of values, by plies.
const CLASSES: usize = 16;
/// Number of patterns of agreement between neighbours.
const AGREEMENTS: usize = 64;
const HITS: usize = CANDIDATES * 4 * CLASSES * AGREEMENTS;
const BITS: usize = 256;

/// Number of probabilities in a model.
pub(super) const LEN: usize = HITS + CLASSES * BITS;

/// Probabilities for coding the values of a slice.
#[derive(Clone, Debug)]
pub(super) struct Model(Vec<Probability>);

/// Codes values with a model. Counts clear and set bits for each probability in `seen`, from which a model is
/// made.
struct Context<'m, C> {
    model: &'m mut Model,
    coder: &'m mut C,
    seen: Option<&'m mut Vec<[u32; 2]>>,
}

impl Model {
    /// Creates a model from its [`LEN`] probabilities in units of 1/256.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| Probability::from_byte(*byte)).collect())
    }

    /// Codes the values of whole orbits one after the other. An orbit has `others` values, one for each set
    /// of `stones` other stones. An encoder reads `values`; a decoder expects zeros and replaces them.
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
    fn code_orbit(&mut self, values: &mut [u8], previous: Option<&[u8]>, stones: usize) {
        let mut places: Vec<usize> = (0..stones).collect();
        let mut index = 0;
        while index < values.len() {
            // The lowest stone moves up to the next stone while the others stay.
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

    /// Codes a value that matches no candidate.
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

/// Index distances from a position down to its neighbours.
#[derive(Clone, Copy, Default)]
struct Distances {
    all: [usize; NEIGHBOURS],
    count: usize,
}

impl Distances {
    /// Adds a distance if there is room.
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

/// Returns the class of a value: 0 for a draw, otherwise by the approximate number of plies to the end.
fn class(value: u8) -> usize {
    if value == 0 { 0 } else { (1 + usize::from(value) / 2).min(CLASSES - 1) }
}

/// Advances to the set of places with the next rank.
fn advance(places: &mut [usize]) {
    for number in 0..places.len() {
        if places.get(number + 1) != Some(&(places[number] + 1)) {
            places[number] += 1;
            return;
        }
        places[number] = number;
    }
}
