//! Extends a line by moves from the transposition table. A search ends its line where the table gives the value of a
//! node, so the line shown to a user would be short without these moves.

use super::known::tt_move;
use super::worker::Worker;
use crate::rules::{Ending, Move, Moves};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;

/// Maximum length in moves of a line that is extended from the transposition table.
const MAX_MOVES_OF_LINE: usize = 60;

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Extends a line, the root move `first` and then `continuation`, to at most [`MAX_MOVES_OF_LINE`] moves. Each
    /// added move is one that wins at once, else the transposition table's best move, else the result of
    /// [`Self::least_refuted`]. Ends where no such move is known, where the game ends, and at a repetition that counts
    /// as a draw.
    pub(super) fn extend_from_table(&self, first: G::Move, continuation: &mut Vec<G::Move>) {
        let mut state = self.root.state.clone();
        let mut line = self.root.history.clone();
        let mut play = |state: &mut G::State, mv: G::Move| {
            let turn = line.advance(self.game, state, mv);
            line.ending(self.game, state, turn.continues())
        };
        for mv in [first].iter().chain(continuation.iter()) {
            if play(&mut state, *mv).is_some() {
                return;
            }
        }
        while continuation.len() + 1 < MAX_MOVES_OF_LINE {
            let next = self.game.winning_move(&state).or_else(|| self.tt_move(&state));
            let Some(mv) = next.or_else(|| self.least_refuted(&state)) else { return };
            let ending = play(&mut state, mv);
            // A win here means that the move breaks superko, so the move is left out.
            if !matches!(ending, Some(Ending::Win(_))) {
                continuation.push(mv);
            }
            if ending.is_some() {
                return;
            }
        }
    }

    /// Returns the move after which the position has the best value in the transposition table for the mover; `None` if
    /// no such position is stored. A null-window search that failed low stores no best move for a node, but it stores
    /// entries for the positions after the moves.
    fn least_refuted(&self, state: &G::State) -> Option<G::Move> {
        let mut moves = Moves::new();
        self.game.distinct_moves(state, &mut moves);
        let valued = moves.into_iter().filter_map(|mv| {
            let (entry, turn) = self.entry_after(state, mv)?;
            Some((turn.for_mover(entry.score), mv))
        });
        valued.max_by_key(|(value, _)| *value).map(|(_, mv)| mv)
    }

    /// Returns the transposition table's best move for a position; `None` if the table holds none, or if it is not
    /// legal. If the game cannot decode the stored code, looks for the code among the legal moves.
    pub(super) fn tt_move(&self, state: &G::State) -> Option<G::Move> {
        let (key, symmetry) = self.game.canonical(state);
        let code = self.table.probe(key)?.code?;
        tt_move(self.game, state, code, symmetry).or_else(|| {
            let mut moves = Moves::new();
            self.game.moves(state, &mut moves);
            moves.into_iter().find(|mv| self.game.image_of_move(*mv, symmetry).code() == code)
        })
    }
}
