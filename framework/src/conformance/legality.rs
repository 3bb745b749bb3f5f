//! Is `is_legal` as strict as the list of moves? It is offered the listed moves, moves of other positions and moves out
//! of mutilated codes, for the transposition table may offer anything.

use std::collections::HashSet;

use super::Run;
use super::report::{Check, Failure};
use super::site::Site;
use crate::game::Move;
use crate::notation::Notation;
use crate::playable::Playable;
use crate::search::Generator;

/// Moves of other positions that are kept.
const KEPT: usize = 512;
/// Moves of each kind that are offered in a position.
const OFFERED: usize = 24;

impl<G: Playable> Run<'_, G> {
    pub(super) fn check_legality(&mut self, site: Site<G>, moves: &[G::Move]) -> Result<(), Failure> {
        let generator = &mut self.generator;
        let mut candidates: Vec<G::Move> = pick(moves, OFFERED, generator);
        candidates.extend(pick(&self.moves, OFFERED, generator));
        let codes = moves.get(generator.below(moves.len())).map_or(0, |mv| mv.code());
        candidates.extend((0..24).filter_map(|bit| G::Move::decode(codes ^ 1 << bit)));
        candidates.extend((0..OFFERED).filter_map(|_| G::Move::decode(generator.below(1 << 12) as u32)));
        candidates.extend((0..4).filter_map(|_| G::Move::decode(generator.bits() as u32)));
        site.guard(Check::Legality, |site| site.agree(&candidates, moves))?;
        for mv in pick(moves, 2, generator) {
            if self.moves.len() < KEPT {
                self.moves.push(mv);
            } else {
                self.moves[generator.below(KEPT)] = mv;
            }
        }
        Ok(())
    }
}

impl<G: Notation> Site<'_, G> {
    fn agree(self, candidates: &[G::Move], moves: &[G::Move]) -> Result<(), Failure> {
        let listed: HashSet<_> = moves.iter().copied().collect();
        for mv in candidates {
            let (legal, listed) = (self.game.is_legal(self.state, *mv), listed.contains(mv));
            if legal != listed {
                let word = |yes| if yes { "legal" } else { "illegal" };
                return Err(self.failure_of(Check::Legality, *mv, word(listed), word(legal)));
            }
        }
        Ok(())
    }
}

/// Some of the items: all of them if they are few.
pub(super) fn pick<T: Copy>(items: &[T], most: usize, generator: &mut Generator) -> Vec<T> {
    if items.len() <= most {
        items.to_vec()
    } else {
        (0..most).map(|_| items[generator.below(items.len())]).collect()
    }
}
