//! Legality: `is_legal` accepts exactly the listed moves. It is called with listed moves, moves of other
//! positions and moves decoded from random codes, because a transposition table entry may hold any of them.

use ahash::AHashSet;

use super::conformance::{Run, amount, pick};
use super::probe::Probe;
use super::report::{Check, Failure};
use crate::engine::Playable;
use crate::rules::Move;

/// Maximum number of stored moves of other positions.
const KEPT: usize = 512;
/// Number of moves of each kind that are checked, in a list of usual size.
const OFFERED: usize = 24;

pub(super) fn check<G: Playable>(
    run: &mut Run<G>,
    probe: Probe<G>,
    moves: &[G::Move],
) -> Result<(), Failure> {
    let rng = &mut run.rng;
    let offered = amount(OFFERED, moves.len());
    let mut candidates: Vec<G::Move> = pick(moves, offered, rng);
    candidates.extend(pick(&run.moves, offered, rng));
    for _ in 0..offered {
        let code = moves.get(rng.below(moves.len())).map_or(0, |mv| mv.code());
        let neighbour = code ^ 1 << rng.below(24);
        let codes = [neighbour, rng.below(1 << 12) as u32, rng.bits() as u32];
        candidates.extend(codes.into_iter().filter_map(G::Move::decode));
    }
    probe.guard(Check::Legality, |probe| agree(probe, &candidates, moves))?;
    for mv in pick(moves, 2, rng) {
        if run.moves.len() < KEPT {
            run.moves.push(mv);
        } else {
            run.moves[rng.below(KEPT)] = mv;
        }
    }
    Ok(())
}

fn agree<G: Playable>(probe: Probe<G>, candidates: &[G::Move], moves: &[G::Move]) -> Result<(), Failure> {
    let listed: AHashSet<_> = moves.iter().copied().collect();
    for mv in candidates {
        let (legal, listed) = (probe.game.is_legal(probe.state, *mv), listed.contains(mv));
        if legal != listed {
            let word = |yes| if yes { "legal" } else { "illegal" };
            return probe.fails_by(*mv, word(listed), word(legal));
        }
    }
    Ok(())
}
