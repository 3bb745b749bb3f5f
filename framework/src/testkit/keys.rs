//! Checks of position keys: different positions of all games of a run have different keys, and a position has the same
//! key whichever way leads to it. Wrong keys make a transposition table return values of other positions.

use ahash::AHashMap;

use super::probe::Probe;
use super::report::{Check, Verdict};
use crate::game::Playable;
use crate::rules::{Game, Key, State};
use crate::search::Rng;

/// Maximum number of stored positions, to save memory. Later positions are only compared with the stored ones.
const REMEMBERED: usize = 300_000;

/// The first [`REMEMBERED`] positions that a run has checked, by their keys, one position for each key.
pub(super) struct Keys<G: Game> {
    states: AHashMap<Key, G::State>,
}

impl<G: Playable> Keys<G> {
    pub(super) fn new() -> Self {
        Self { states: AHashMap::new() }
    }

    /// Fails if a different position with the same key is stored. Otherwise stores the position, unless its key is
    /// stored or [`REMEMBERED`] positions are. Positions with different counts of reversible moves
    /// ([`Game::halfmove_clock`]) may share a key.
    pub(super) fn check(&mut self, probe: Probe<G>) -> Verdict {
        let key = probe.guard(Check::Keys, |probe| Ok(probe.state.key()))?;
        if let Some(other) = self.states.get(&key) {
            let clock = |state: &G::State| probe.game.halfmove_clock(state);
            if other != probe.state && clock(other) == clock(probe.state) {
                let other = probe.at(other).text();
                return probe.under(Check::Keys).fails("a unique key", format!("the key of '{other}'"));
            }
        } else if self.states.len() < REMEMBERED {
            self.states.insert(key, probe.state.clone());
        }
        Ok(())
    }
}

/// Finds keys that are updated wrongly from move to move. Plays three random moves in order and in reverse order. If
/// both orders are legal and lead to the same position, the keys must be equal.
pub(super) fn check_transposition<G: Playable>(probe: Probe<G>, moves: &[G::Move], rng: &mut Rng) -> Verdict {
    let Some(first) = moves.get(rng.below(moves.len())) else { return Ok(()) };
    let mut forwards = probe.after(*first);
    let mut line = vec![*first];
    for _ in 0..2 {
        let moves = probe.at(&forwards).moves();
        let Some(mv) = moves.get(rng.below(moves.len())) else { return Ok(()) };
        line.push(*mv);
        probe.game.play(&mut forwards, *mv);
    }
    let mut backwards = probe.state.clone();
    for mv in line.into_iter().rev() {
        if !probe.at(&backwards).moves().contains(&mv) {
            return Ok(());
        }
        probe.game.play(&mut backwards, mv);
    }
    let (key, other) = (forwards.key(), backwards.key());
    let found = format_args!("{key:?} and {other:?}");
    let holds = forwards != backwards || key == other;
    probe.at(&forwards).expect(holds, "equal keys for both move orders", found)
}
