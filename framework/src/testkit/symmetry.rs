//! Checks of symmetries and of maps that swap the sides. The legal moves of a position's image must be the images of
//! its legal moves. Playing a move and then taking the image must give the same position as taking the image and then
//! playing the image of the move. Every symmetry must have an inverse.

use std::fmt::Debug;

use ahash::AHashSet;

use super::conformance::SideSwap;
use super::probe::Probe;
use super::report::{Check, Verdict};
use super::run::Run;
use crate::game::{Playable, Ruleset};
use crate::network::{FeatureSet, Learnable};
use crate::rules::{Score, State, Symmetry, perft};
use crate::search::Eval;

/// Maximum number of sampled positions to check, besides the start position.
const POSITIONS: usize = 64;
/// Maximum number of legal moves for a perft of depth 2. With more moves, the depth is 1, to save time.
const FEW_MOVES: usize = 64;

pub(super) fn check<G: Playable>(run: &Run<G>) -> Verdict {
    let start = run.game.start();
    for state in [&start].into_iter().chain(run.sample.iter().take(POSITIONS)) {
        let probe = Probe::new(run.game, state);
        probe.guard(Check::Symmetry, check_symmetries)?;
        probe.guard(Check::SwappedSides, |probe| check_swapped(probe, run.setup.swapped))?;
    }
    Ok(())
}

/// Checks the images of a position in which the sides are swapped: the image under `map`, if there is one, and the
/// images under those symmetries of the game that give the other side the move.
fn check_swapped<G: Playable>(probe: Probe<G>, map: Option<SideSwap<G>>) -> Verdict {
    let (game, state) = (probe.game, probe.state);
    let symmetries = Symmetry::first(game.symmetries()).skip(1);
    let images = symmetries.filter(|symmetry| game.holds(state, *symmetry));
    let mut images: Vec<G::State> = images.map(|symmetry| game.image(state, symmetry)).collect();
    images.retain(|image| image.side() != state.side());
    if let Some(map) = map {
        let image = map(game, state);
        let inverse = image.side() != state.side() && map(game, &image) == *state;
        let found = format_args!("{image:?}");
        probe.expect(inverse, "a map that swaps the sides and is its own inverse", found)?;
        check_same(probe, &image, "ending for the side to move", |state| ending(probe.at(state)))?;
        let depth = perft_depth(probe);
        check_same(probe, &image, "perft", |state| perft(game, state, depth))?;
        images.push(image);
    }
    if game.ending(state).is_some() {
        return Ok(());
    }
    for image in &images {
        check_same(probe, image, "evaluation", |state| game.eval().evaluate(game, state))?;
    }
    check_inputs(probe, &images)
}

/// Checks that `of`, the property called `what`, is the same for a position and for `image`, in which the sides are
/// swapped.
fn check_same<G: Playable, T: Debug + PartialEq>(
    probe: Probe<G>,
    image: &G::State,
    what: &str,
    of: impl Fn(&G::State) -> T,
) -> Verdict {
    let (expected, found) = (of(image), of(probe.state));
    if expected == found {
        return Ok(());
    }
    let image = probe.at(image).text();
    let expected = format!("the {what} of '{image}', with the sides swapped, {expected:?}");
    probe.fails(expected, format!("{found:?}"))
}

/// Checks the network's features. The sides are swapped in all of `images`. At least one image must have the features
/// of the position with the two perspectives swapped. In other images, the board may also be turned, which changes
/// features.
fn check_inputs<G: Playable>(probe: Probe<G>, images: &[G::State]) -> Verdict {
    let planes = probe.game.planes().map(|planes| planes.iter().product());
    let count = probe.game.eval().features().map(|features| features.shape.count).or(planes);
    let (Some(count), Some(image)) = (count, images.first()) else { return Ok(()) };
    let rules = Ruleset::new(probe.game.clone(), String::new(), Vec::new());
    let inputs = |state: &G::State| {
        let mut inputs: [FeatureSet; 2] = std::array::from_fn(|_| FeatureSet::new(count));
        rules.observe(state, &mut inputs);
        inputs
    };
    let [first, second] = inputs(probe.state);
    let swapped = [second, first];
    if images.iter().any(|image| inputs(image) == swapped) {
        return Ok(());
    }
    let image = probe.at(image).text();
    probe.fails(format!("the network inputs of '{image}', with the perspectives swapped"), "others")
}

/// Returns the score of the ending for the side to move; `None` while the game goes on.
fn ending<G: Playable>(probe: Probe<G>) -> Option<Score> {
    probe.game.ending(probe.state).map(|ending| ending.score(probe.state.side(), 0))
}

fn perft_depth<G: Playable>(probe: Probe<G>) -> u32 {
    if probe.moves().len() <= FEW_MOVES { 2 } else { 1 }
}

fn check_symmetries<G: Playable>(probe: Probe<G>) -> Verdict {
    let symmetries = probe.game.symmetries();
    let identity = symmetries > 0 && probe.game.image(probe.state, Symmetry::IDENTITY) == *probe.state;
    probe.expect(identity, "symmetry 0 to be the identity", "something else")?;
    for symmetry in Symmetry::first(symmetries).filter(|symmetry| probe.game.holds(probe.state, *symmetry)) {
        check_image(probe, symmetry)?;
    }
    Ok(())
}

/// Checks the image of a position under a symmetry. The symmetry must hold in the position.
fn check_image<G: Playable>(probe: Probe<G>, symmetry: Symmetry) -> Verdict {
    let image = probe.game.image(probe.state, symmetry);
    let there = probe.at(&image);
    let under = format!("under symmetry {}", symmetry.0);
    let expect = |holds, expected: &str, found: &dyn Debug| {
        probe.expect(holds, format_args!("{expected} {under}"), format_args!("{found:?}"))
    };
    expect(ending(there) == ending(probe), "the same ending for the side to move", &image)?;
    let inverse = probe.game.inverse(symmetry);
    expect(probe.game.holds(&image, inverse), "the inverse to hold in the image", &image)?;
    let back = probe.game.image(&image, inverse);
    expect(back == *probe.state, "the inverse to lead back from the image", &back)?;
    expect(shares_canonical(probe, &image), "the same canonical position", &image)?;
    let moves = probe.moves();
    let expected: AHashSet<_> = moves.iter().map(|mv| probe.game.image_of_move(*mv, symmetry)).collect();
    let found: AHashSet<_> = there.moves().into_iter().collect();
    let faulty = expected.symmetric_difference(&found).next();
    let found = format_args!("{faulty:?} on one side only");
    expect(faulty.is_none(), "the images of the moves to be the moves of the image", &found)?;
    for mv in &moves {
        let played = there.after(probe.game.image_of_move(*mv, symmetry));
        let expected = probe.game.image(&probe.after(*mv), symmetry);
        let same = played == expected && played.key() == expected.key();
        let text = format_args!("the image of the successor, {expected:?}, {under}");
        probe.expect_of(*mv, same, text, format_args!("{played:?}"))?;
    }
    let depth = perft_depth(probe);
    let [expected, found] = [probe.state, &image].map(|state| perft(probe.game, state, depth));
    expect(expected == found, &format!("perft({depth}) = {expected}"), &found)
}

/// Whether `canonical` selects the same image for a position and for its image. Also `true` if it selects the position
/// itself, as it may in a game with rare symmetries.
fn shares_canonical<G: Playable>(probe: Probe<G>, image: &G::State) -> bool {
    let (key, to) = probe.game.canonical(probe.state);
    let (image_key, from_image) = probe.game.canonical(image);
    (key == probe.state.key() && to == Symmetry::IDENTITY)
        || (image_key == key && probe.game.image(image, from_image) == probe.game.image(probe.state, to))
}
