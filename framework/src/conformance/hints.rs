//! What a game knows without playing moves: successors without their doubles, moves that win at once, and
//! replies that do. Each is compared with what playing the moves shows.

use ahash::AHashSet;

use super::legality::{amount, pick};
use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::{Run, WinsTold};
use crate::game::{Ending, Moves, State};
use crate::hints::NodeScratch;
use crate::playable::Playable;
use crate::score::Score;

/// Moves of a position of usual size whose replies are looked at.
const REPLIED_TO: usize = 16;

/// Moves left at the most where the value of the end is found move by move.
const MOST_TO_THE_END: u32 = 5;

/// Checks the hints on a position with these legal moves.
pub(super) fn check<G: Playable>(
    run: &mut Run<G>,
    probe: Probe<G>,
    moves: &[G::Move],
) -> Result<(), Failure> {
    probe.guard(Check::Successors, |probe| probe.check_successors(moves))?;
    let wins = &mut run.wins_told;
    probe.guard(Check::WinningMove, |probe| probe.check_winning_move(moves, wins))?;
    let replied_to = pick(moves, amount(REPLIED_TO, moves.len()), &mut run.rng);
    probe.guard(Check::ReplyWins, |probe| probe.check_replies(&replied_to))?;
    let left = probe.guard(Check::MovesLeft, |probe| probe.check_moves_left(moves))?;
    if left.is_some_and(|left| left <= MOST_TO_THE_END) {
        probe.guard(Check::EndValue, Probe::check_value_within)?;
    }
    Ok(())
}

impl<G: Playable> Probe<'_, G> {
    fn check_successors(self, moves: &[G::Move]) -> Result<(), Failure> {
        let mut listed = Moves::new();
        let ending = self.game.distinct_moves(self.state, &mut listed);
        let expected = self.game.moves(self.state, &mut Moves::new());
        if ending != expected {
            let expected = format!("{expected:?}, as `moves` has it");
            return Err(self.failure(Check::Successors, expected, format!("{ending:?}")));
        }
        if listed.as_slice() == moves {
            // The usual case: the game makes no difference between the two lists.
            return Ok(());
        }
        let legal: AHashSet<_> = moves.iter().collect();
        let mut reached = AHashSet::new();
        for mv in &listed {
            if !legal.contains(mv) {
                return Err(self.failure_of(Check::Successors, *mv, "a legal move", "another"));
            }
            if !reached.insert(self.after(*mv).key()) {
                return Err(self.failure_of(Check::Successors, *mv, "every successor once", "one twice"));
            }
        }
        match moves.iter().find(|mv| !reached.contains(&self.after(**mv).key())) {
            Some(mv) => Err(self.failure_of(Check::Successors, *mv, "its successor", "none equal to it")),
            None => Ok(()),
        }
    }

    fn check_winning_move(self, moves: &[G::Move], wins: &mut WinsTold) -> Result<(), Failure> {
        match self.game.winning_move(self.state) {
            Some(mv) if !moves.contains(&mv) => {
                return Err(self.failure_of(Check::WinningMove, mv, "a legal move", "another"));
            }
            Some(mv) if !self.wins_by(mv) => {
                return Err(self.failure_of(Check::WinningMove, mv, "a move that wins", "one that does not"));
            }
            Some(_) => wins.told = true,
            None => wins.missed |= moves.iter().any(|mv| self.wins_by(*mv)),
        }
        if wins.told && wins.missed {
            let expected = "a winning move in every position that has one, or in none";
            return Err(self.failure(Check::WinningMove, expected, "it in some only"));
        }
        Ok(())
    }

    fn check_replies(self, moves: &[G::Move]) -> Result<(), Failure> {
        let mut scratch = NodeScratch::new();
        for mv in moves {
            let Some(told) = self.game.loses_at_once(self.state, *mv, &mut scratch) else { continue };
            let next = self.after(*mv);
            let there = Probe::new(self.game, &next);
            let passes = next.side() != self.state.side();
            let wins = passes && there.moves().into_iter().any(|reply| there.wins_by(reply));
            if told != wins {
                let word = |wins| if wins { "a reply that wins" } else { "no reply that wins" };
                return Err(self.failure_of(Check::ReplyWins, *mv, word(wins), word(told)));
            }
            // The next question must get the same answer, whatever was noted down.
            if self.game.loses_at_once(self.state, *mv, &mut NodeScratch::new()) != Some(told) {
                return Err(self.failure_of(Check::ReplyWins, *mv, "one answer", "another without notes"));
            }
        }
        Ok(())
    }

    fn check_moves_left(self, moves: &[G::Move]) -> Result<Option<u32>, Failure> {
        let Some(left) = self.game.moves_left(self.state) else { return Ok(None) };
        for mv in moves {
            let next = self.after(*mv);
            let after = self.game.moves_left(&next);
            let has_passed = moves.len() == 1 && next.side() != self.state.side() && {
                // Who has passed is not passed to again.
                Probe::new(self.game, &next).moves().iter().any(|reply| {
                    self.game.moves_left(&Probe::new(self.game, &next).after(*reply)) < Some(left)
                })
            };
            if after.is_none_or(|after| after > left || after == left && !has_passed) {
                return Err(self.failure_of(
                    Check::MovesLeft,
                    *mv,
                    format!("less than {left}"),
                    format!("{after:?}"),
                ));
            }
        }
        Ok(Some(left))
    }

    fn check_value_within(self) -> Result<(), Failure> {
        let value = self.value_of_the_end();
        let windows = [(value - 1, value), (value, value + 1), (value - 1, value + 1)];
        for (alpha, beta) in windows.into_iter().chain([(-Score::LIMIT, Score::LIMIT)]) {
            let Some(told) = self.game.value_within(self.state, alpha, beta) else { continue };
            let is_right = if told <= alpha {
                value <= told
            } else if told >= beta {
                value >= told
            } else {
                value == told
            };
            if !is_right {
                let found = format!("{told:?} between {alpha:?} and {beta:?}");
                return Err(self.failure(Check::EndValue, format!("{value:?}"), found));
            }
        }
        Ok(())
    }

    /// The value of the game's end under best play for the side to move.
    fn value_of_the_end(self) -> Score {
        let mut moves = Moves::new();
        if let Some(ending) = self.game.moves(self.state, &mut moves) {
            return ending.score(self.state.side(), 0);
        }
        let value = |mv: G::Move| {
            let next = self.after(mv);
            let value = Probe::new(self.game, &next).value_of_the_end();
            if next.side() == self.state.side() { value } else { -value }
        };
        moves.into_iter().map(value).max().unwrap_or(Score::DRAW)
    }

    /// Whether the side to move wins at once by this legal move.
    fn wins_by(self, mv: G::Move) -> bool {
        self.game.moves(&self.after(mv), &mut Moves::new()) == Some(Ending::Win(self.state.side()))
    }
}
