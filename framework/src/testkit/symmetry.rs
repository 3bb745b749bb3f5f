//! Checks of symmetries. The image of a position must have the images of its moves. Playing a move must
//! commute with taking the image. Every symmetry must have an inverse.

use ahash::AHashSet;

use super::conformance::Run;
use super::probe::Probe;
use super::report::{Check, Failure};
use crate::game::Playable;
use crate::rules::{State, Symmetry, perft};

/// Maximum number of sampled positions to check.
const POSITIONS: usize = 64;
/// Maximum number of legal moves at which the perft counts of a position and its images are compared at depth
/// 2. With more moves, the counts are compared at depth 1.
const FEW_MOVES: usize = 64;

pub(super) fn check<G: Playable>(run: &Run<G>) -> Result<(), Failure> {
    let start = run.game.start();
    for state in [&start].into_iter().chain(run.sample.iter().take(POSITIONS)) {
        Probe::new(run.game, state).guard(Check::Symmetry, check_symmetries)?;
    }
    Ok(())
}

fn check_symmetries<G: Playable>(probe: Probe<G>) -> Result<(), Failure> {
    let symmetries = probe.game.symmetries();
    let moves = probe.moves();
    if symmetries == 0 || probe.game.image(probe.state, Symmetry::IDENTITY) != *probe.state {
        return probe.fails("symmetry 0 to be the identity", "something else");
    }
    let (key, to) = probe.game.canonical(probe.state);
    let canonical = probe.game.image(probe.state, to);
    let value = |state: &G::State| probe.game.ending(state).map(|ending| ending.score(state.side(), 0));
    for symmetry in Symmetry::first(symmetries) {
        if !probe.game.holds(probe.state, symmetry) {
            continue;
        }
        let image = probe.game.image(probe.state, symmetry);
        let there = probe.at(&image);
        let wrong = |expected: &str, found: String| {
            probe.fails(format!("{expected} under symmetry {}", symmetry.0), found)
        };
        if value(&image) != value(probe.state) {
            return wrong("the same ending for the side to move", format!("{image:?}"));
        }
        if !probe.game.holds(&image, probe.game.inverse(symmetry)) {
            return wrong("the inverse to hold in the image", format!("{image:?}"));
        }
        let back = probe.game.image(&image, probe.game.inverse(symmetry));
        if back != *probe.state {
            return wrong("the inverse to lead back from the image", format!("{back:?}"));
        }
        let (image_key, from_image) = probe.game.canonical(&image);
        let shares = key != probe.state.key() || to != Symmetry::IDENTITY;
        if shares && (image_key != key || probe.game.image(&image, from_image) != canonical) {
            return wrong("the same canonical position", format!("{image:?}"));
        }
        let expected: AHashSet<_> = moves.iter().map(|mv| probe.game.image_of_move(*mv, symmetry)).collect();
        let found: AHashSet<_> = there.moves().into_iter().collect();
        if expected != found {
            let odd = expected.symmetric_difference(&found).next();
            return wrong(
                "the images of the moves to be the moves of the image",
                format!("{odd:?} on one side only"),
            );
        }
        for mv in &moves {
            let played = there.after(probe.game.image_of_move(*mv, symmetry));
            let expected = probe.game.image(&probe.after(*mv), symmetry);
            if played != expected || played.key() != expected.key() {
                let expected =
                    format!("the image of the successor, {expected:?}, under symmetry {}", symmetry.0);
                return probe.fails_by(*mv, expected, format!("{played:?}"));
            }
        }
        let depth = if moves.len() <= FEW_MOVES { 2 } else { 1 };
        let counts = [probe.state, &image].map(|state| perft(probe.game, state, depth));
        if counts[0] != counts[1] {
            return wrong(&format!("perft({depth}) = {}", counts[0]), counts[1].to_string());
        }
    }
    Ok(())
}
