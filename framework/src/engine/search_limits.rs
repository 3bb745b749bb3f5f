//! Root moves and limits of a search, which follow from the request, the options and the level. If a request and a
//! level both limit the depth or the nodes, the smaller limit counts.

use super::request::Go;
use super::strength::Level;
use super::typed_engine::Engine;
use crate::game::{DynLine, GameLine, Playable};
use crate::rules::{Depth, Game, Key, Moves, State, Symmetric, Symmetry};
use crate::search::{Budget, Eval, Limits, MayAnswer, Rng};
use crate::text::ParseMoveError;

/// Maximum depth in plies if neither the request nor the options nor the level limit the search. Without this maximum,
/// such a search would run until it is stopped.
const ANALYSIS_DEPTH: Depth = Depth(20);
/// In lazy play, a side that is ahead searches with its time and depth divided by this number.
const LAZINESS: u32 = 3;

pub(super) const fn may_answer(go: &Go) -> MayAnswer {
    if go.ponder {
        MayAnswer::AfterPonderHit
    } else if go.infinite {
        MayAnswer::AfterStop
    } else {
        MayAnswer::AtOnce
    }
}

/// Combines the limits of the request, the options and the level for a search with `choices` root moves. `seed` decides
/// whether a fractional depth of the level is rounded up or down. For a side that is ahead in lazy play, time and depth
/// are divided by [`LAZINESS`]. The time budget is `None` if time is not limited.
pub(super) fn combined_limits<G: Playable>(
    engine: &Engine<G>,
    state: &G::State,
    go: &Go,
    level: Option<Level>,
    choices: usize,
    seed: u64,
) -> (Limits, Option<Budget>) {
    let settings = &engine.shared.settings;
    let without_limits = go.is_without_limits();
    let by_clock = go.clocks[state.side().index()].map(|clock| settings.budget(clock, choices));
    let by_options = settings.move_time.filter(|_| without_limits);
    let mut budget = go.move_time.or(by_options).map(Budget::exactly).or(by_clock);
    let mut limits =
        Limits { depth: go.max_depth().or(go.mate.map(depth_of_mate)), nodes: go.nodes, mate: go.mate };
    if let Some(level) = level {
        let is_limited = budget.is_some() || !without_limits;
        let horizon = level.horizon(is_limited, choices, seed);
        let nodes = horizon.nodes.map(|nodes| nodes * settings.multi_pv as u64);
        limits.depth = limits.depth.into_iter().chain(horizon.depth).min();
        limits.nodes = limits.nodes.into_iter().chain(nodes).min();
    }
    if without_limits && limits.depth.is_none() && budget.is_none() {
        limits.depth = Some(ANALYSIS_DEPTH);
    }
    let may_be_lazy = settings.lazy && !go.is_for_analysis() && go.move_time.is_none();
    if may_be_lazy && is_ahead(engine.game(), &mut engine.options.eval(), state) {
        if let Some(Budget { soft, hard, .. }) = &mut budget {
            *soft /= LAZINESS;
            *hard /= LAZINESS;
        }
        limits.depth = limits.depth.map(|depth| Depth((depth.0 / LAZINESS as u16).max(1)));
    }
    (limits, budget)
}

/// Returns the root moves, and whether they are all distinct moves of the position. The root moves are the requested
/// moves that can be played. If there are none, they are all distinct moves that superko allows. Returns no moves and
/// `false` if the game is over. With [`Go::may_play_on`], a draw that must be claimed does not end the game. `notices`
/// receives the reason for each requested move that cannot be played, and a note if none can.
pub(super) fn root_moves<G: Playable>(
    line: &GameLine<G>,
    go: &Go,
    notices: &mut Vec<String>,
) -> (Moves<G::Move>, bool) {
    let (mut all, mut wanted) = (Moves::new(), Moves::new());
    let plays_on = go.may_play_on && G::INFO.claimed_draws;
    let is_over = if plays_on { line.game().ending(line.state()).is_some() } else { line.ending().is_some() };
    if is_over {
        return (all, false);
    }
    for text in &go.search_moves {
        match line.game().parse_move(line.state(), text) {
            Ok(mv) if line.forbids(mv) => {
                notices.push(format!("searchmoves: {}", ParseMoveError::repeating(text)));
            }
            Ok(mv) if wanted.contains(&mv) => {}
            Ok(mv) => wanted.push(mv),
            Err(error) => notices.push(format!("searchmoves: {error}")),
        }
    }
    if !wanted.is_empty() {
        return (wanted, false);
    }
    if !go.search_moves.is_empty() {
        notices.push("searchmoves: no legal move is left, so all are searched".to_owned());
    }
    line.game().distinct_moves(line.state(), &mut all);
    let count = all.len();
    all.retain(|mv| !line.forbids(*mv));
    let is_whole = all.len() == count;
    (all, is_whole)
}

/// Chooses a symmetry that maps `state` to itself. The choice depends on `seed` and the position. The symmetry maps the
/// best line to a line of equal value, so play varies without loss of strength.
pub(super) fn random_own_symmetry<G: Game + Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.holds(state, *symmetry) && game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len());
    own.get(choice).copied().unwrap_or_default()
}

/// Returns the depth of a search for a win in `moves` moves of the winner. The win takes `2 * moves - 1` plies if
/// the sides alternate. Two plies are added, because a selective search can miss moves at first.
fn depth_of_mate(moves: u32) -> Depth {
    Depth::saturating_from(u64::from(moves) * 2 + 1)
}

/// Whether the static evaluation of the side to move is at least a quarter of the evaluation's win scale, and at
/// least 1. `false` if the game is over.
fn is_ahead<G: Game, E: Eval<G>>(game: &G, eval: &mut E, state: &G::State) -> bool {
    let enough = (eval.params().win_scale / 4).max(1);
    game.ending(state).is_none() && eval.evaluate(game, state).0 >= enough
}
