//! Compares the exact search algorithms with plain minimax, and checks that the others return legal moves. Plain
//! minimax has no transposition table and uses few hints, so a different value reveals a wrong key or hint.

use super::conformance::Conformance;
use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::Run;
use crate::game::Playable;
use crate::rules::{Depth, MoveClass, Repetition, State};
use crate::search::{Algorithm, Child, Control, Eval, Limits, Resources, Rng, Root, Search, SearchResult};

/// Algorithms that must return plain minimax's value at full width.
const EXACT: [Algorithm; 3] = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
/// Node limit of Monte Carlo tree search, because a depth limit alone allows thousands of simulations for each ply.
const MCTS_NODES: u64 = 500;

/// Settings that must not change the value that a search finds.
#[derive(Clone, Copy, Debug)]
struct SearchConfig {
    /// Whether the search deepens iteratively. Otherwise it goes to the final depth at once.
    deepening: bool,
    threads: usize,
    /// Size of the transposition table in MiB. A table of 0 MiB has a single bucket, so most entries are overwritten.
    table: usize,
}

const CONFIGS: [SearchConfig; 5] = [
    SearchConfig { deepening: true, threads: 1, table: 1 },
    SearchConfig { deepening: true, threads: 1, table: 0 },
    SearchConfig { deepening: false, threads: 1, table: 1 },
    SearchConfig { deepening: true, threads: 2, table: 1 },
    SearchConfig { deepening: true, threads: 2, table: 0 },
];
/// Number of moves at which a turn counts as endless.
const LONGEST_TURN: usize = 1_000;
/// Maximum depth in plies at which values are compared.
const DEEPEST: u16 = 12;

pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Verdict {
    if run.setup.searches == 0 {
        return Ok(());
    }
    let going_on: Vec<&G::State> =
        run.sample.iter().filter(|state| run.game.ending(state).is_none()).collect();
    let step = going_on.len().div_ceil(run.setup.searches).max(1);
    for state in going_on.into_iter().step_by(step) {
        let probe = Probe::new(run.game, state);
        run.report.searches += probe.guard(Check::Search, |probe| check_values(probe, run.setup))?;
    }
    Ok(())
}

/// Returns the greatest depth, at most [`DEEPEST`], that plain minimax can search with fewer than `nodes` nodes; `None`
/// if depth 1 takes `nodes` or more. `quiescence` says whether noisy moves are searched beyond the depth.
pub(super) fn depth_within<G: Playable>(probe: Probe<G>, nodes: u64, quiescence: bool) -> Option<Depth> {
    let same_turn = false;
    // `{ nodes }` is a copy, which `fits` counts down.
    let is_affordable = |depth: &u16| fits(probe, u32::from(*depth), same_turn, quiescence, &mut { nodes });
    (1..=DEEPEST).take_while(is_affordable).last().map(Depth)
}

/// Whether plain minimax plays fewer than `nodes` moves in a search to `depth`. Counts `nodes` down, and stops at 0. At
/// depth 0, noisy moves are searched if `quiescence` is true, otherwise none. If `same_turn` is true, the side to move
/// continues its turn, so all its moves are searched even at depth 0.
fn fits<G: Playable>(
    probe: Probe<G>,
    depth: u32,
    same_turn: bool,
    quiescence: bool,
    nodes: &mut u64,
) -> bool {
    let mut moves = probe.moves();
    if depth == 0 && !same_turn {
        moves.retain(|mv| quiescence && probe.game.class(probe.state, *mv) == MoveClass::Noisy);
    }
    for mv in moves {
        let child = Child::new(probe.game, probe.state, mv);
        let depth = depth.saturating_sub(child.turn.plies());
        *nodes = nodes.saturating_sub(1);
        if *nodes == 0 || !fits(probe.at(&child.state), depth, child.turn.continues(), quiescence, nodes) {
            return false;
        }
    }
    true
}

/// Plays random moves until the turn is over. Fails after [`LONGEST_TURN`] moves, because searches play every turn to
/// its end.
fn check_turn_ends<G: Playable>(probe: Probe<G>) -> Verdict {
    let mut rng = Rng::new(probe.state.key().0);
    let mut state = probe.state.clone();
    for _ in 0..LONGEST_TURN {
        let moves = probe.at(&state).moves();
        let Some(mv) = moves.get(rng.below(moves.len())) else { return Ok(()) };
        let next = Child::new(probe.game, &state, *mv);
        if !next.turn.continues() {
            return Ok(());
        }
        state = next.state;
    }
    let found = format_args!("the {} side to move again after {LONGEST_TURN} moves", state.side());
    probe.fails("the turn to end", found)
}

/// Compares the values of the [`EXACT`] algorithms with that of plain minimax, at the greatest depth that minimax can
/// search within [`Conformance::search_nodes`]. Also checks that MCTS and the random mover return legal moves. Returns
/// the number of compared values; 0 if even depth 1 takes too many nodes.
fn check_values<G: Playable>(probe: Probe<G>, setup: &Conformance<G>) -> Result<usize, Failure> {
    check_turn_ends(probe.under(Check::Turn))?;
    let root = Root::new(probe.game, probe.state.clone());
    let quiescence = probe.game.eval().params().quiescence;
    let Some(mut depth) = depth_within(probe, setup.search_nodes, quiescence) else { return Ok(0) };
    if probe.game.draw_rules(probe.state).repetition != Repetition::Allowed {
        // The value of a repetition depends on the path, which the transposition table does not store. So the search
        // must end before a position can recur.
        depth = depth.min(Depth(setup.shortest_cycle.saturating_sub(1).max(1)));
    }
    let expected = search(probe, Algorithm::Minimax, &root, depth, CONFIGS[0])?;
    for algorithm in EXACT {
        for config in CONFIGS {
            let found = search(probe, algorithm, &root, depth, config)?;
            if found.score() != expected.score() {
                let value = |found: &SearchResult<G::Move>| {
                    found.score().map_or("none".to_owned(), |score| format!("{score:?}"))
                };
                let expected = format!("minimax's value at depth {depth}, {},", value(&expected));
                let found = format!("{} by {} with {config:?}", value(&found), algorithm.name());
                return probe.fails(expected, found);
            }
        }
    }
    for algorithm in [Algorithm::Mcts, Algorithm::Random] {
        search(probe, algorithm, &root, depth, CONFIGS[0])?;
    }
    Ok(CONFIGS.len() * EXACT.len())
}

/// Runs a search to `depth` without selective pruning and with an empty transposition table, and checks its move. MCTS
/// also has a limit on nodes.
fn search<G: Playable>(
    probe: Probe<G>,
    algorithm: Algorithm,
    root: &Root<G>,
    depth: Depth,
    config: SearchConfig,
) -> Result<SearchResult<G::Move>, Failure> {
    let table = probe.table(config.table)?;
    let SearchConfig { deepening, threads, .. } = config;
    let resources = Resources { selective: false, deepening, threads, ..Resources::new(table) };
    let nodes = (algorithm == Algorithm::Mcts).then_some(MCTS_NODES);
    let limits = Limits { depth: Some(depth), nodes, mate: None };
    run(probe, algorithm, resources, root, &limits, &Control::new())
}

/// Runs a search to its end, and checks that it returns a legal move.
pub(super) fn run<G: Playable>(
    probe: Probe<G>,
    algorithm: Algorithm,
    resources: Resources<G>,
    root: &Root<G>,
    limits: &Limits,
    control: &Control,
) -> Result<SearchResult<G::Move>, Failure> {
    let mut search = algorithm.search(probe.game.clone(), probe.game.eval(), resources);
    let found = search.search(root, limits, control, &mut ());
    let probe = probe.under(Check::Search);
    let expected = || format!("a legal move by {}", algorithm.name());
    match found.best() {
        Some(mv) if root.moves.contains(&mv) => Ok(found),
        Some(mv) => probe.fails_by(mv, expected(), "an illegal one"),
        None => probe.fails(expected(), "none"),
    }
}
