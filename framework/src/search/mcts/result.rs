//! Results: win probabilities, and proven ends of the game in a compact form stored with every move.

use crate::rules::{Ending, Score, Side};
use crate::search::line::Turn;

/// Converts a probability between the perspectives of the first side and of `side`; the conversion is its own
/// inverse.
#[inline]
pub(super) fn for_side(probability: f32, side: Side) -> f32 {
    if side == Side::First { probability } else { 1.0 - probability }
}

/// Converts a win probability of the mover to one of the side to move after its move.
#[inline]
pub(super) fn after_turn(probability: f32, turn: Turn) -> f32 {
    if turn.passed() { 1.0 - probability } else { probability }
}

/// Returns the win probability for a static evaluation, by the logistic curve with 3/4 at `win_scale`.
pub(super) fn win_probability(evaluation: f32, win_scale: f32) -> f32 {
    1.0 / (1.0 + (-evaluation / win_scale * 3_f32.ln()).exp())
}

/// Returns the static evaluation for a win probability, the inverse of [`win_probability`].
pub(super) fn evaluation_of(probability: f32, win_scale: f32) -> f32 {
    (probability / (1.0 - probability)).ln() / 3_f32.ln() * win_scale
}

/// The proven end of a game under best play by both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) ending: Ending,
    /// Number of plies from the position to the end.
    pub(super) plies: u32,
}

// The packed form: kind 0..3, plies 3..16, margin 16..32; kind 0 means that nothing is proven.
const MAX_PLIES: u32 = (1 << 13) - 1;

impl Proof {
    /// The value for `side`.
    #[inline]
    pub(super) fn score(self, side: Side) -> Score {
        self.ending.score(side, self.plies)
    }

    /// Returns the same end as seen from the position before a move.
    #[inline]
    pub(super) fn before(self, turn: Turn) -> Self {
        Self { plies: self.plies + turn.plies(), ..self }
    }

    #[inline]
    pub(super) fn pack(proof: Option<Self>) -> u32 {
        let Some(Self { ending, plies }) = proof else { return 0 };
        let (kind, margin) = match ending {
            Ending::Win(Side::First) => (1, 0),
            Ending::Win(Side::Second) => (2, 0),
            Ending::Draw => (3, 0),
            Ending::Margin(points) => (4, points as i16),
        };
        kind | plies.min(MAX_PLIES) << 3 | u32::from(margin as u16) << 16
    }

    #[inline]
    pub(super) fn unpack(packed: u32) -> Option<Self> {
        let ending = match packed & 7 {
            0 => return None,
            1 => Ending::Win(Side::First),
            2 => Ending::Win(Side::Second),
            3 => Ending::Draw,
            _ => Ending::Margin(i32::from((packed >> 16) as u16 as i16)),
        };
        Some(Self { ending, plies: packed >> 3 & MAX_PLIES })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_packed_and_unpacked() {
        assert_eq!(Proof::unpack(Proof::pack(None)), None);
        for plies in [0, 1, 500] {
            let endings = [Ending::Win(Side::First), Ending::Win(Side::Second), Ending::Draw];
            for ending in endings.into_iter().chain([-30_000, -1, 0, 30_000].map(Ending::Margin)) {
                let proof = Proof { ending, plies };
                assert_eq!(Proof::unpack(Proof::pack(Some(proof))), Some(proof));
            }
        }
    }
}
