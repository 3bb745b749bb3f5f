//! Checks of the hint `is_threatened`, which says that the opponent could win at once after a pass. In a game without
//! passes, the scene's form may give the same position with the other side to move. Without such a position, only
//! statistics over many positions can reveal a wrong hint.

use super::probe::Probe;
use super::report::Verdict;
use super::run::{Run, pick};
use crate::game::Playable;
use crate::rules::{NodeScratch, State};
use crate::text::Part;

/// Number of reported threats that are checked by playing moves, in a game without passes.
const THREATS: usize = 60;
/// Minimum number of the [`THREATS`] positions in which one of the random moves must let the opponent win at once. In
/// the other positions, all of these moves may parry the threat.
const MIN_CONFIRMED: usize = 15;
/// Maximum number of random moves played in each of the [`THREATS`] positions.
const ANSWERS: usize = 12;

/// Checks that the opponent can win at once after a pass if [`Hints::is_threatened`](crate::Hints::is_threatened)
/// returns `true`. Calls [`check_by_moves`] in a position without a pass. Also checks that scratch space filled by
/// `loses_at_once` does not change the answer. `moves` are the legal moves, at least one.
pub(super) fn check<G: Playable>(run: &mut Run<G>, probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut scratch = NodeScratch::new();
    let is_threatened = probe.game.is_threatened(probe.state, &mut NodeScratch::new());
    probe.game.loses_at_once(probe.state, moves[0], &mut scratch);
    let same = probe.game.is_threatened(probe.state, &mut scratch) == is_threatened;
    probe.expect(same, format_args!("{is_threatened} after `loses_at_once` too"), !is_threatened)?;
    if !is_threatened {
        return Ok(());
    }
    let Some(passed) = position_after_pass(probe) else { return check_by_moves(run, probe, moves) };
    let there = probe.at(&passed);
    let wins = probe.game.ending(&passed).is_some() || there.moves().into_iter().any(|mv| there.wins_by(mv));
    probe.expect(
        wins,
        "a move by which the opponent wins after a pass",
        "none, although a threat is reported",
    )
}

/// Counts a reported threat, and whether one of [`ANSWERS`] random moves lets the opponent win at once. After
/// [`THREATS`] positions, fails if fewer than [`MIN_CONFIRMED`] of them had a move that let the opponent win. Does
/// nothing in a game with passes: there, a threat in a position without a pass is of another kind, such as a check.
fn check_by_moves<G: Playable>(run: &mut Run<G>, probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    if run.checked_threats == THREATS || position_after_pass(probe.at(&probe.game.start())).is_some() {
        return Ok(());
    }
    let answers = pick(moves, ANSWERS, &mut run.rng);
    run.checked_threats += 1;
    run.confirmed_threats += usize::from(answers.into_iter().any(|mv| probe.loses_by(mv)));
    if run.checked_threats < THREATS || run.confirmed_threats >= MIN_CONFIRMED {
        return Ok(());
    }
    let expected = format!(
        "an opponent who can win at once after one of {ANSWERS} moves in at least {MIN_CONFIRMED} of {THREATS} \
         positions that `is_threatened` reported"
    );
    probe.fails(expected, format!("one in {}, the last of them this", run.confirmed_threats))
}

/// Returns the position after a pass: the result of [`Hints::pass`](crate::Hints::pass). Without a result, returns the
/// position that the scene's form writes with the other side to move. `None` if neither gives a position.
fn position_after_pass<G: Playable>(probe: Probe<G>) -> Option<G::State> {
    fn swap(parts: &mut [Part]) {
        for part in parts {
            match part {
                Part::Side { chosen, .. } => *chosen = !*chosen,
                Part::List { parts, .. } => swap(parts),
                _ => {}
            }
        }
    }
    if let Some(passed) = probe.game.pass(probe.state) {
        return Some(passed);
    }
    let mut scene = probe.game.scene(probe.state);
    swap(&mut scene.form.parts);
    let names: Vec<&str> = scene.places.iter().map(|place| place.name.as_str()).collect();
    let read = probe.game.parse_position(&scene.form.text(&names)).ok()?;
    (read.side() != probe.state.side()).then_some(read)
}
