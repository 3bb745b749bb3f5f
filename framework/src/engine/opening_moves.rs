//! Looks up the moves of a position in an opening tree. The tree stores no moves, so each legal move is played, and the
//! position that it leads to is looked up.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::opening_tree::{OpeningMove, OpeningTree};
use crate::game::{DynLine, Reason};
use crate::rules::{Ending, Side};
use crate::search::Wdl;

impl OpeningTree {
    /// Returns the legal moves that lead to positions in the tree, the most played first. If several moves lead to the
    /// same canonical position, returns only the first of them in the order of [`DynLine::moves`]. Values are from the
    /// point of view of the side to move. Does not check that the tree is for the rules of the line.
    pub fn moves_from(&self, line: &dyn DynLine) -> Vec<OpeningMove> {
        let mut found = Vec::new();
        let mut listed = HashSet::new();
        for id in line.moves() {
            // `text_of` and `play` cannot fail, because the move is a listed one.
            let mut next = line.boxed();
            let (Ok(text), Ok(())) = (line.text_of(*id), next.play(*id)) else { continue };
            let key = next.tree_key();
            let Some(node) = self.get(key) else { continue };
            if !listed.insert(key) {
                continue;
            }
            let mut node = *node;
            // The tree stores no exact value of a position that ends the game. The value then follows from the ending.
            if let (None, Some((ending, Reason::Position))) = (node.exact, next.ending()) {
                node.exact = Some(result_for(next.side(), ending));
            }
            if next.side() != line.side() {
                node.value = node.value.map(i16::saturating_neg);
                node.exact = node.exact.map(Wdl::reversed);
            }
            found.push(OpeningMove { text, node });
        }
        found.sort_by_cached_key(|mv| Reverse(mv.node.games()));
        found
    }
}

/// Returns the result of a finished game from the point of view of `side`.
fn result_for(side: Side, ending: Ending) -> Wdl {
    match ending.winner() {
        None => Wdl::Draw,
        Some(winner) if winner == side => Wdl::Win,
        Some(_) => Wdl::Loss,
    }
}
