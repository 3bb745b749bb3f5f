//! Proves puzzles: wins by a search without hints, tables or evaluation, and other goals by an oracle.

use super::wins::{wins_after, wins_within};
use crate::game::Playable;
use crate::rules::{Game, Moves, State};
use crate::search::{Oracle, Value, Wdl, value_of_move};

const WIN_IN: &str = "win in ";

/// Proves every `step`-th of a game's [puzzles](crate::GameInfo::puzzles), under the game's default rules. To prove
/// a win within at most `longest` turns, searches all lines by the rules alone; skips longer wins. Compares
/// other goals with the values of `oracle`; skips them without an oracle. Returns the number of puzzles
/// proven.
///
/// # Panics
///
/// Panics if a puzzle cannot be read, its goal is wrong, or its solution is not the only right move. Panics
/// if `oracle` does not know the value of a move.
pub fn prove_puzzles<G: Playable>(step: usize, longest: u32, oracle: Option<&dyn Oracle<G>>) -> usize {
    let game = G::default();
    let records = G::INFO.puzzles.split("\n\n").collect::<Vec<_>>();
    let mut proven = 0;
    for pair in records.chunks_exact(2).step_by(step.max(1)) {
        let [tags, line] = pair else { continue };
        let (position, goal) = (tag(tags, "FEN"), tag(tags, "Goal"));
        let state = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let right = if let Some(turns) = goal.strip_prefix(WIN_IN) {
            let turns: u32 = turns.parse().unwrap_or_else(|_| panic!("the goal of {position} is {goal}"));
            assert_ne!(turns, 0, "the goal of {position}");
            if turns > longest {
                continue;
            }
            fast_wins(&game, &state, turns)
        } else if let Some(oracle) = oracle {
            best_moves(&game, &state, oracle, goal)
        } else {
            continue;
        };
        let solution = line.split_whitespace().find(|word| !word.ends_with('.')).unwrap_or_default();
        let right: Vec<_> = right.into_iter().map(|mv| game.move_text(&state, mv)).collect();
        assert_eq!(right, [solution], "{goal} in {position}");
        proven += 1;
    }
    proven
}

/// Returns the value of the tag `name`, written `[Goal "win in 3"]`. Panics if there is none.
fn tag<'a>(tags: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    let value = tags.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"));
    value.unwrap_or_else(|| panic!("no tag {name} in a puzzle:\n{tags}"))
}

/// Returns the moves with which the side to move wins as fast as possible, which takes `turns` of its turns. Panics if
/// a win takes fewer turns.
fn fast_wins<G: Game>(game: &G, state: &G::State, turns: u32) -> Vec<G::Move> {
    let (side, most) = (state.side(), 2 * turns);
    assert!(
        turns == 1 || !wins_within(game, state, side, most - 2),
        "a win takes fewer than {turns} turns in {state:?}"
    );
    // A win in `most` plies ends in the opponent's turn.
    let plies = if wins_within(game, state, side, most - 1) { most - 1 } else { most };
    let mut all = Moves::new();
    game.moves(state, &mut all);
    all.into_iter().filter(|mv| wins_after(game, state, *mv, side, plies)).collect()
}

/// Returns the moves that keep the best result: win, draw or loss. Panics if this result is not the goal, or
/// the value of a move is unknown.
fn best_moves<G: Game>(game: &G, state: &G::State, oracle: &dyn Oracle<G>, goal: &str) -> Vec<G::Move> {
    let mut all = Moves::new();
    game.moves(state, &mut all);
    let mut values = Vec::new();
    for mv in all {
        let value = value_of_move(game, oracle, state, mv);
        let value = value.unwrap_or_else(|| panic!("the value of {mv:?} in {state:?} is unknown"));
        values.push((mv, value));
    }
    let best = values.iter().map(|(_, value)| *value).max();
    assert_eq!(best.map(Value::word), Some(goal), "{state:?}");
    values.retain(|(_, value)| best.map(Wdl::from) == Some(Wdl::from(*value)));
    values.into_iter().map(|(mv, _)| mv).collect()
}
