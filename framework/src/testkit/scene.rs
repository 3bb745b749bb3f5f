//! Checks of the [`Scene`], which programs draw, of its [`Form`], by which people set up positions, and of the actions
//! by which people enter moves.

use ahash::{AHashMap, AHashSet};

use super::probe::Probe;
use super::report::{Check, Verdict};
use super::run::{Run, amount};
use crate::game::Playable;
use crate::rules::State;
use crate::text::{Argument, Form, Part, Place, Scene};

/// Number of sampled positions in which the actions of all moves are checked.
const ENTERED_COMPLETELY: usize = 16;
/// Maximum number of moves whose actions are checked in every other position of the sample. With more than 64 legal
/// moves, fewer are checked.
const MAX_ENTERED: usize = 24;
/// Maximum number of legal moves with which [`check_paths`] is called, on positions of random games and of changed
/// texts. With more moves, it would take too long.
pub(super) const MAX_COMPARED: usize = 64;

pub(super) fn check<G: Playable>(run: &Run<G>) -> Verdict {
    let start = run.game.scene(&run.game.start());
    for (number, state) in run.sample.iter().enumerate() {
        let probe = Probe::new(run.game, state);
        probe.guard(Check::Scene, |probe| check_scene(probe, &start))?;
        let all_moves = number < ENTERED_COMPLETELY;
        probe.guard(Check::Actions, |probe| check_actions(probe, &start, all_moves))?;
    }
    Ok(())
}

/// Checks the scene of a position, and its form. `start` is the scene of the start position.
fn check_scene<G: Playable>(probe: Probe<G>, start: &Scene) -> Verdict {
    let scene = probe.game.scene(probe.state);
    let same = scene == probe.game.scene(probe.state);
    probe.expect(same, "the same scene at every call", "a different one")?;
    let same = (&scene.places, &scene.lines) == (&start.places, &start.lines);
    probe.expect(same, "the places and lines of the start position", "different ones")?;
    let is_finite = |place: &Place| place.spot.x.is_finite() && place.spot.y.is_finite();
    if let Some(place) = scene.places.iter().find(|place| place.name.is_empty() || !is_finite(place)) {
        return probe.fails("places with names and finite coordinates", format!("{place:?}"));
    }
    let mut spots = AHashSet::new();
    let bits = |place: &Place| [place.spot.x, place.spot.y].map(f32::to_bits);
    if let Some(place) = scene.places.iter().find(|place| !spots.insert(bits(place))) {
        let found = format!("two places at {:?}", place.spot);
        return probe.fails("different coordinates for all places", found);
    }
    let pieces = scene.pieces.iter().map(|piece| piece.at);
    let mut occupied = pieces.chain(scene.marks.iter().map(|mark| mark.at));
    if let Some(at) = occupied.find(|at| *at >= scene.places.len()) {
        return probe.fails("pieces and marks on places", format!("one on place number {at}"));
    }
    for (number, piece) in scene.pieces.iter().enumerate() {
        let mut above = scene.pieces[number..].iter().filter(|other| other.at == piece.at);
        if let Some(lower) = above.find(|other| other.shape < piece.shape) {
            let found = format!("{lower:?} on {piece:?}");
            return probe.fails("the pieces of a place from the bottom up", found);
        }
    }
    check_form(probe.under(Check::Form), &scene)
}

fn check_form<G: Playable>(probe: Probe<G>, scene: &Scene) -> Verdict {
    let form = &scene.form;
    if let Some(part) = form.parts.iter().find(|part| !is_in_range(form, scene.places.len(), part)) {
        return probe.fails("choices from the form's lists, on existing places", format!("{part:?}"));
    }
    if form.parts.is_empty() || probe.game.ending(probe.state).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = scene.places.iter().map(|place| place.name.as_str()).collect();
    let text = form.text(&names);
    match probe.game.parse_position(&text) {
        Err(error) => probe.fails("a form whose text can be read", format!("'{text}': {error}")),
        Ok(read) => {
            let again = probe.game.scene(&read);
            let same = (&again.pieces, &again.form, read.side()) == (&scene.pieces, form, probe.state.side());
            let found = format_args!("another one from '{text}'");
            probe.expect(same, "the same position read from the form's text", found)
        }
    }
}

/// Checks the actions of all moves; if `all_moves` is false, of at most the first [`MAX_ENTERED`] moves.
fn check_actions<G: Playable>(probe: Probe<G>, start: &Scene, all_moves: bool) -> Verdict {
    let moves = probe.moves();
    let entered = if all_moves { moves.len() } else { amount(MAX_ENTERED, moves.len()).min(moves.len()) };
    check_paths(probe, &moves[..entered])?;
    let mut words = 0;
    let mut places = 0;
    for mv in moves.iter().take(entered).copied() {
        let orders = probe.game.actions(probe.state, mv);
        probe.expect_of(mv, !orders.is_empty(), "at least one sequence of actions", "none")?;
        for action in orders.iter().flatten() {
            let found = format_args!("'{}'", action.name);
            probe.expect_of(mv, is_name(action.name), "lower-case words joined by underscores", found)?;
            for argument in &action.arguments {
                if let Argument::Word(word) = argument {
                    words += 1;
                    places += usize::from(start.places.iter().any(|place| place.name == *word));
                }
            }
        }
    }
    let named = words == 0 || places > 0 || start.places.is_empty() || moves.len() <= 1;
    probe.expect(named, "arguments that are names of places", "none")
}

/// Checks that no two moves share a sequence of actions, because a person could then enter only one of them.
pub(super) fn check_paths<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut known = AHashMap::new();
    for mv in moves.iter().copied() {
        for order in probe.game.actions(probe.state, mv) {
            let steps: Vec<_> = order.into_iter().map(|action| (action.name, action.arguments)).collect();
            if let Some(other) = known.insert(steps, mv).filter(|other| *other != mv) {
                let other = probe.game.move_text(probe.state, other);
                let found = format!("the sequence of {other}");
                return probe.fails_by(mv, "a unique sequence of actions", found);
            }
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// Whether a part's indices exist in the lists that they refer to, and its number lies within its limits. `places` is
/// the number of places in the scene.
fn is_in_range(form: &Form, places: usize, part: &Part) -> bool {
    let has = |kind: usize, choice: usize| form.kinds.get(kind).is_some_and(|choices| choice < choices.len());
    match part {
        Part::Fixed(_) | Part::Side { .. } => true,
        Part::Place { at, kind, chosen } => *at < places && has(*kind, *chosen),
        Part::Count { kind, choice } => has(*kind, *choice),
        Part::Word { choices, chosen, .. } => *chosen < choices.len(),
        Part::Number { range: [min, max], chosen, .. } => (min..=max).contains(&chosen),
        Part::List { parts, .. } => parts.iter().all(|part| is_in_range(form, places, part)),
    }
}
