//! Checks of [`Hints`](crate::Hints), which a game may implement to make searches faster. A wrong hint causes wrong
//! results without an error. So each hint is compared with what the rules say when the moves are played.

use std::fmt::Display;

use ahash::AHashSet;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::{Run, amount, pick};
use super::threats;
use crate::game::Playable;
use crate::rules::{Key, MoveClass, Moves, NodeScratch, Points, Score, State};
use crate::search::{Child, Eval};

/// Maximum number of moves in each position after which all replies are played, to check `loses_at_once`. With more
/// than 64 legal moves, fewer are tried.
const REPLIED_TO: usize = 16;
/// Number of calls of `random_move` in each position with pseudo-random bits. Two further calls have all bits 0 and all
/// bits 1.
const RANDOM_MOVES: u64 = 4;
/// Number of moves left up to which `value_within` is compared with a minimax search.
const MAX_TO_THE_END: u32 = 5;

pub(super) fn check<G: Playable>(run: &mut Run<G>, probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    probe.guard(Check::DistinctMoves, |probe| check_distinct_moves(probe, moves))?;
    probe.guard(Check::Obligation, |probe| check_obligation(probe, moves))?;
    probe.guard(Check::WinningMove, |probe| check_winning_move(run, probe, moves))?;
    if !moves.is_empty() {
        probe.guard(Check::Threats, |probe| threats::check(run, probe, moves))?;
    }
    probe.guard(Check::RandomMove, |probe| check_random_move(probe, moves))?;
    probe.guard(Check::RandomMove, |probe| check_playout(probe, moves))?;
    let replied_to = pick(moves, amount(REPLIED_TO, moves.len()), &mut run.rng);
    probe.guard(Check::LosesAtOnce, |probe| check_loses_at_once(probe, &replied_to))?;
    probe.guard(Check::Points, |probe| check_points(probe, moves))?;
    let left = probe.guard(Check::MovesLeft, |probe| check_moves_left(probe, moves))?;
    if left.is_some_and(|left| left <= MAX_TO_THE_END) {
        probe.guard(Check::EndValue, check_value_within)?;
    }
    Ok(())
}

fn check_distinct_moves<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut listed = Moves::new();
    let ending = probe.game.distinct_moves(probe.state, &mut listed);
    let expected = probe.game.moves(probe.state, &mut Moves::new());
    let same = ending == expected;
    probe.expect(same, format_args!("{expected:?}, as returned by `moves`"), format_args!("{ending:?}"))?;
    if listed.as_slice() == moves {
        // Nothing else is checked, because the default lists all legal moves, and several of them may lead to the same
        // position.
        return Ok(());
    }
    let legal: AHashSet<_> = moves.iter().collect();
    let mut reached = AHashSet::new();
    let faulty = listed.iter().find(|mv| !legal.contains(mv));
    probe.expect_none(faulty.copied(), "a legal move", "an illegal one")?;
    let faulty = listed.iter().find(|mv| !reached.insert(probe.after(**mv).key()));
    probe.expect_none(faulty.copied(), "one move for each successor", "two")?;
    let faulty = moves.iter().find(|mv| !reached.contains(&probe.after(**mv).key()));
    probe.expect_none(faulty.copied(), "a listed move to the same position", "none")
}

/// Checks that a position with a noisy move has only noisy moves, in a game with
/// [`Hints::NOISY_MOVES_ARE_OBLIGATORY`](crate::Hints::NOISY_MOVES_ARE_OBLIGATORY).
fn check_obligation<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let is_noisy = |mv: &&G::Move| probe.game.class(probe.state, **mv) == MoveClass::Noisy;
    if !G::NOISY_MOVES_ARE_OBLIGATORY || !moves.iter().any(|mv| is_noisy(&mv)) {
        return Ok(());
    }
    let faulty = moves.iter().find(|mv| !is_noisy(mv));
    probe.expect_none(faulty.copied(), "only noisy moves, because there are some", "one that is not")
}

fn check_winning_move<G: Playable>(run: &mut Run<G>, probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    match probe.game.winning_move(probe.state) {
        Some(mv) => {
            probe.expect_of(mv, moves.contains(&mv), "a legal move", "an illegal one")?;
            probe.expect_of(mv, probe.wins_by(mv), "a move that wins at once", "one that does not")?;
            run.names_wins = true;
        }
        None => {
            if let Some(mv) = moves.iter().find(|mv| probe.wins_by(**mv)) {
                run.missed_win.get_or_insert_with(|| (probe.state.clone(), *mv));
            }
        }
    }
    match &run.missed_win {
        Some((state, mv)) if run.names_wins => {
            let expected = "a winning move in every position that has one, or in none";
            probe.at(state).fails_by(*mv, expected, "it in others, and none here")
        }
        _ => Ok(()),
    }
}

fn check_random_move<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let key = probe.state.key().0;
    let random = (0..RANDOM_MOVES).map(|number| Key::mix(key.wrapping_add(number)).0);
    for random in random.chain([0, u64::MAX]) {
        match probe.game.random_move(probe.state, random) {
            Ok(mv) => probe.expect_of(mv, moves.contains(&mv), "a legal move", "an illegal one")?,
            Err(ending) => {
                let over = probe.game.ending(probe.state) == Some(ending);
                probe.expect(over, "a legal move", format_args!("{ending:?}"))?;
            }
        }
    }
    Ok(())
}

/// Checks [`Hints::playout`](crate::Hints::playout) in a position whose first listed move ends the game; does nothing
/// in other positions. If all moves end the game in the same way, the hint must return that ending or `None`. Otherwise
/// the ending is random, so only panics are found.
fn check_playout<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut endings = moves.iter().map(|mv| probe.game.ending(&probe.after(*mv)));
    let Some(Some(first)) = endings.next() else { return Ok(()) };
    let is_forced = endings.all(|ending| ending == Some(first));
    let mut bits = probe.state.key().0;
    let mut random = || {
        bits = Key::mix(bits).0;
        bits
    };
    let Some(ending) = probe.game.playout(probe.state, &mut random) else { return Ok(()) };
    let is_right = !is_forced || ending == first;
    probe.expect(is_right, format_args!("{first:?}"), format_args!("{ending:?}"))
}

fn check_loses_at_once<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut scratch = NodeScratch::new();
    for mv in moves {
        let Some(found) = probe.game.loses_at_once(probe.state, *mv, &mut scratch) else { continue };
        let wins = probe.loses_by(*mv);
        let word = |wins| if wins { "a reply that wins" } else { "no reply that wins" };
        probe.expect_of(*mv, found == wins, word(wins), word(found))?;
        let again = probe.game.loses_at_once(probe.state, *mv, &mut NodeScratch::new());
        let same = again == Some(found);
        probe.expect_of(*mv, same, "the same answer with empty scratch space", "another")?;
    }
    Ok(())
}

fn check_moves_left<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Result<Option<u32>, Failure> {
    let Some(left) = probe.game.moves_left(probe.state) else { return Ok(None) };
    for mv in moves {
        let next = probe.after(*mv);
        let after = probe.game.moves_left(&next);
        // A pass may keep the number of moves left if a reply decreases it; otherwise passes could go on for ever.
        let may_keep = moves.len() == 1
            && next.side() != probe.state.side()
            && has_move_with_fewer_left(probe.at(&next), left);
        let is_right = after.is_some_and(|after| after < left || (after == left && may_keep));
        probe.expect_of(*mv, is_right, format_args!("less than {left}"), format_args!("{after:?}"))?;
    }
    Ok(Some(left))
}

fn has_move_with_fewer_left<G: Playable>(probe: Probe<G>, left: u32) -> bool {
    let left_after = |mv| probe.game.moves_left(&probe.after(mv));
    probe.moves().into_iter().any(|mv| left_after(mv).is_some_and(|after| after < left))
}

/// Checks the range of margins from the hint `points`. It must contain the static evaluation, unless the game is over.
/// For every move, it must contain the margin of the ending or the range of the next position, so no move may lead to
/// an unfinished position without points.
fn check_points<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let Some(range) = probe.game.points(probe.state).map(Points::range) else { return Ok(()) };
    let check_within = |what: &dyn Display, [min, max]: [Score; 2]| {
        let within = range[0] <= min && max <= range[1];
        probe.expect(within, format_args!("{what} within {range:?}"), format_args!("{min:?} to {max:?}"))
    };
    if !moves.is_empty() {
        let evaluation = probe.game.eval().evaluate(probe.game, probe.state);
        check_within(&"an evaluation", [evaluation; 2])?;
    }
    for mv in moves {
        let Child { state, turn } = Child::new(probe.game, probe.state, *mv);
        let after = match probe.game.ending(&state) {
            Some(ending) => Some([ending.score(state.side(), 0); 2]),
            None => probe.game.points(&state).map(Points::range),
        };
        let after = after.map(|[min, max]| if turn.passed() { [-max, -min] } else { [min, max] });
        let after = after.unwrap_or([-Score::INFINITY, Score::INFINITY]);
        check_within(&probe.game.move_text(probe.state, *mv), after)?;
    }
    Ok(())
}

fn check_value_within<G: Playable>(probe: Probe<G>) -> Verdict {
    let value = value_of_the_end(probe)?;
    let windows = [(value - 1, value), (value, value + 1), (value - 1, value + 1)];
    for (alpha, beta) in windows.into_iter().chain([(-Score::LIMIT, Score::LIMIT)]) {
        let Some(found) = probe.game.value_within(probe.state, alpha, beta) else { continue };
        let is_right = if found <= alpha {
            value <= found
        } else if found >= beta {
            value >= found
        } else {
            value == found
        };
        let found = format_args!("{found:?} between {alpha:?} and {beta:?}");
        probe.expect(is_right, format_args!("{value:?}"), found)?;
    }
    Ok(())
}

/// Returns the exact value for the side to move, by a minimax search to the end of the game. The search is fast enough
/// only a few moves before the end. Checks the hint `moves_left` in every position, because the search would not end if
/// it were wrong.
fn value_of_the_end<G: Playable>(probe: Probe<G>) -> Result<Score, Failure> {
    let mut moves = Moves::new();
    if let Some(ending) = probe.game.moves(probe.state, &mut moves) {
        return Ok(ending.score(probe.state.side(), 0));
    }
    check_moves_left(probe.under(Check::MovesLeft), &moves)?;
    let mut best = -Score::INFINITY;
    for mv in moves {
        let next = Child::new(probe.game, probe.state, mv);
        best = best.max(next.turn.for_mover(value_of_the_end(probe.at(&next.state))?));
    }
    Ok(best)
}
