//! Checks of the evaluation: its range, its sign, and that it depends on the position alone. Also checks the range of
//! the ordering scores of moves, and the moves listed by `most_promising`.
//!
//! A wrong sign shows only in statistics over many positions: evaluations must not have a clearly negative correlation
//! with the outcomes of random games, nor a clearly positive one with the evaluations after a pass.

use ahash::AHashSet;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::Run;
use super::search;
use crate::game::Playable;
use crate::rules::{MoveClass, Moves, Score, Side, State};
use crate::search::{Control, Eval, Limits, Minimax, MoveScores, NoEval, Root, Search};

/// Maximum absolute value of the ordering score that an evaluation gives a move.
const MAX_MOVE_SCORE: i32 = 10_000;
/// Limits on the number of quiet moves with which `most_promising` is called.
const LIMITS: [usize; 3] = [1, 7, 60];
/// Minimum number of positions for a statistical check, which passes with fewer.
const ENOUGH: usize = 30;
/// Maximum number of standard deviations by which the correlation of evaluations with the outcomes may lie below zero.
const SIGNIFICANT: f64 = 4.0;
/// Maximum correlation of evaluations before and after a pass. The correlation is negative if the evaluation changes
/// sign, as it should, and near 1 if the sign stays.
const MAX_PASS_CORRELATION: f64 = 0.5;
/// Limit of the minimax search for forced wins in nodes. The search has the greatest depth that needs fewer.
const NODES: u64 = 1_000;

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Verdict {
    let mut used = run.game.eval();
    for state in &run.sample {
        let probe = Probe::new(run.game, state);
        probe.guard(Check::Evaluation, |probe| check_value(probe, &mut used))?;
        for limit in LIMITS {
            probe.guard(Check::MostPromising, |probe| check_most_promising(probe, limit))?;
        }
    }
    check_sign(run)?;
    check_pass(run)
}

/// Checks that evaluations are not clearly lower for winners than for losers. Positions with the first side to move and
/// positions with the second side to move are checked separately. A common mistake, an evaluation from the first side's
/// point of view, is wrong only if the second side is to move.
fn check_sign<G: Playable>(run: &Run<G>) -> Verdict {
    for side in Side::BOTH {
        let mut pairs = Vec::new();
        for (state, winner) in run.decided.iter().filter(|(state, _)| state.side() == side) {
            let probe = Probe::new(run.game, state);
            pairs.push(probe.guard(Check::EvaluationSign, |probe| {
                let value = probe.game.eval().evaluate(probe.game, probe.state);
                Ok((f64::from(value.0), outcome(probe, *winner)))
            })?);
        }
        let deviations = correlation(&pairs) * (pairs.len() as f64).sqrt();
        if pairs.len() >= ENOUGH && deviations < -SIGNIFICANT {
            let expected = format!("evaluations that lean to the winner when the {side} side is to move");
            let found = format!("a correlation of {:.2} over {} positions", correlation(&pairs), pairs.len());
            return Err(Failure::new(Check::EvaluationSign, expected, found));
        }
    }
    Ok(())
}

/// Checks that evaluations before and after a pass have no clearly positive correlation. Evaluations are from the point
/// of view of the side to move, which a pass changes.
fn check_pass<G: Playable>(run: &Run<G>) -> Verdict {
    let mut pairs = Vec::new();
    for state in &run.sample {
        Probe::new(run.game, state).guard(Check::EvaluationSign, |probe| {
            let is_over = |state| probe.game.ending(state).is_some();
            if !is_over(probe.state)
                && let Some(passed) = probe.game.pass(probe.state)
                && !is_over(&passed)
            {
                let value = |state| f64::from(probe.game.eval().evaluate(probe.game, state).0);
                pairs.push((value(probe.state), value(&passed)));
            }
            Ok(())
        })?;
    }
    if pairs.len() >= ENOUGH && correlation(&pairs) > MAX_PASS_CORRELATION {
        let expected = "evaluations that change sign with the side to move";
        let found = format!("a correlation of {:.2} over {} passes", correlation(&pairs), pairs.len());
        return Err(Failure::new(Check::EvaluationSign, expected, found));
    }
    Ok(())
}

/// Checks the range of the evaluation and of the ordering scores of all moves. Also checks that `used`, which has
/// evaluated other positions, returns the same value as a fresh evaluation. Skips finished games.
fn check_value<G: Playable>(probe: Probe<G>, used: &mut G::Eval) -> Verdict {
    if probe.game.ending(probe.state).is_some() {
        return Ok(());
    }
    let value = probe.game.eval().evaluate(probe.game, probe.state);
    let expected = format_args!("a value in -{0}..={0}", Score::LIMIT.0);
    probe.expect(!value.is_mate(), expected, format_args!("{value:?}"))?;
    let again = used.evaluate(probe.game, probe.state);
    let expected = format_args!("the same value, {value:?}, after other evaluations");
    probe.expect(again == value, expected, format_args!("{again:?}"))?;
    let (moves, mut scores) = (probe.moves(), MoveScores::new());
    // Searches call only this method. Its default calls `order`.
    used.order_all(probe.game, probe.state, &moves, &mut scores);
    let are_complete = scores.len() == moves.len();
    probe.expect(are_complete, format_args!("{} move scores", moves.len()), scores.len())?;
    for (mv, score) in moves.into_iter().zip(scores) {
        let expected = format_args!("a move score in -{MAX_MOVE_SCORE}..={MAX_MOVE_SCORE}");
        probe.expect_of(mv, (-MAX_MOVE_SCORE..=MAX_MOVE_SCORE).contains(&score), expected, score)?;
    }
    Ok(())
}

fn check_most_promising<G: Playable>(probe: Probe<G>, limit: usize) -> Verdict {
    let mut listed = Moves::new();
    let is_over = probe.game.ending(probe.state).is_some();
    if is_over || !probe.game.eval().most_promising(probe.game, probe.state, limit, &mut listed) {
        return probe.expect_none(listed.first().copied(), "nothing listed", "a move");
    }
    let mut missing: AHashSet<_> = probe.moves().into_iter().collect();
    let faulty = listed.into_iter().find(|mv| !missing.remove(mv));
    probe.expect_none(faulty, "legal moves without duplicates", "an illegal move or a duplicate")?;
    let faulty = missing.into_iter().find(|mv| probe.game.class(probe.state, *mv) != MoveClass::Quiet);
    probe.expect_none(faulty, "every move that is not quiet", "the move missing")
}

/// Returns the outcome for the side to move: +1 for a win, -1 for a loss. If a shallow search finds a forced win of a
/// side, this side counts as the winner, because random moves miss wins; otherwise it is `winner`, who won the random
/// game.
fn outcome<G: Playable>(probe: Probe<G>, winner: Side) -> f64 {
    let root = Root::new(probe.game, probe.state.clone());
    let quiescence = false;
    let limits = Limits { depth: search::depth_within(probe, NODES, quiescence), ..Limits::default() };
    let mut wins = winner == probe.state.side();
    if limits.depth.is_some() {
        let mut search = Minimax::new(probe.game.clone(), NoEval);
        let found = search.search(&root, &limits, &Control::new(), &mut ());
        if let Some(score) = found.score().filter(|score| score.is_mate()) {
            wins = score > Score::DRAW;
        }
    }
    if wins { 1.0 } else { -1.0 }
}

/// Returns the Pearson correlation of the two numbers in the pairs, from -1 to 1; 0 if one of the two is the same in
/// all pairs.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len().max(1) as f64;
    let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        (xx, yy, xy) = (xx + x * x, yy + y * y, xy + x * y);
    }
    let scale = f64::sqrt(xx * yy);
    if scale > 0.0 { xy / scale } else { 0.0 }
}
