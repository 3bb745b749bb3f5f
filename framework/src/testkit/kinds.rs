//! The kinds of pieces and moves that random games show.
//!
//! The kind of a move is its class and its effect on the numbers of pieces of each owner and shape.

use std::collections::BTreeMap;

use super::probe::Probe;
use crate::game::Playable;
use crate::text::Scene;

/// The kinds of pieces and moves seen so far. The entry of a kind holds the number of played moves that showed it, and
/// a description. The description of a kind of move names the first such move.
#[derive(Default)]
pub(super) struct Seen(pub(super) BTreeMap<String, (usize, String)>);

impl Seen {
    /// Notes the kinds of the move `mv` and of the pieces in the scenes before and after it.
    pub(super) fn note<G: Playable>(&mut self, probe: Probe<G>, mv: G::Move, [before, after]: [&Scene; 2]) {
        let mut changes: BTreeMap<String, i32> = BTreeMap::new();
        for (scene, sign) in [(before, -1), (after, 1)] {
            for piece in &scene.pieces {
                let owner = piece.side.map_or(String::new(), |side| format!(" of the {side} side"));
                *changes.entry(format!("a {}{owner}", piece.shape.name())).or_default() += sign;
            }
        }
        for kind in changes.keys() {
            self.0.entry(kind.clone()).or_insert_with(|| (0, kind.clone())).0 += 1;
        }
        // Moves that gain or lose two or more pieces are of one kind, whatever the number.
        changes.retain(|_, change| {
            *change = (*change).clamp(-2, 2);
            *change != 0
        });
        let kind = format!("{:?} {changes:?}", probe.game.class(probe.state, mv));
        let first = || format!("a move like {} in '{}'", probe.game.move_text(probe.state, mv), probe.text());
        self.0.entry(kind).or_insert_with(|| (0, first())).0 += 1;
    }
}
