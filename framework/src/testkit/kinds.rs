//! The kinds of pieces and moves that occur in games, to see whether a perft table reaches all of them.
//!
//! No game names its kinds of moves, so the kit takes them from what it sees: a move's class, and its effect on the
//! numbers of pieces of each owner and shape in the scene. A capture and a promotion are thus of different kinds.

use std::collections::BTreeMap;

use super::probe::Probe;
use crate::game::Playable;
use crate::text::Scene;

/// The kinds of pieces and moves seen so far.
#[derive(Default)]
pub(super) struct Seen {
    /// The kinds, each under a text that identifies it.
    kinds: BTreeMap<String, Kind>,
}

struct Kind {
    /// Number of played moves that showed the kind.
    times: usize,
    /// Words for a warning: the name of a kind of piece, or the first move of a kind of move, with its position.
    description: String,
}

impl Seen {
    /// Counts the kind of the move `mv`, and the kinds of the pieces in the scenes before and after it.
    pub(super) fn note<G: Playable>(&mut self, probe: Probe<G>, mv: G::Move, [before, after]: [&Scene; 2]) {
        let mut changes: BTreeMap<String, i32> = BTreeMap::new();
        for (scene, sign) in [(before, -1), (after, 1)] {
            for piece in &scene.pieces {
                let owner = piece.side.map_or(String::new(), |side| format!(" of the {side} side"));
                *changes.entry(format!("a {}{owner}", piece.shape.name())).or_default() += sign;
            }
        }
        for kind in changes.keys() {
            self.count(kind.clone(), || kind.clone());
        }
        // A move that gains two pieces and a move that gains three are of the same kind. The same holds for losses.
        changes.retain(|_, change| {
            *change = (*change).clamp(-2, 2);
            *change != 0
        });
        let kind = format!("{:?} {changes:?}", probe.game.class(probe.state, mv));
        self.count(kind, || {
            format!("a move like {} in '{}'", probe.game.move_text(probe.state, mv), probe.text())
        });
    }

    fn count(&mut self, kind: String, describe: impl FnOnce() -> String) {
        let new = || Kind { times: 0, description: describe() };
        self.kinds.entry(kind).or_insert_with(new).times += 1;
    }

    /// Returns descriptions of the kinds that were seen at least `min_times` times but not in `reached`.
    pub(super) fn missing_in(&self, reached: &Self, min_times: usize) -> impl Iterator<Item = &str> {
        let common = self.kinds.iter().filter(move |(_, kind)| kind.times >= min_times);
        let gaps = common.filter(|(name, _)| !reached.kinds.contains_key(*name));
        gaps.map(|(_, kind)| kind.description.as_str())
    }
}
