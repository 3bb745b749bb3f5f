//! Proves the puzzles that a game ships, independently of the engine that found them: wins by a search that uses only
//! the rules, and other goals by an [`Oracle`], which knows the exact values of positions.

use super::wins::{wins_after, wins_within};
use crate::game::Playable;
use crate::rules::{Game, Moves, State};
use crate::search::{Oracle, Value, Wdl, value_of_move};

/// Beginning of the goal of a puzzle that asks for a win. The number of turns follows.
const WIN_IN: &str = "win in ";

/// Proves every `step`-th of a game's [puzzles](crate::GameInfo::puzzles), the first one included, under the game's
/// default rules: its goal is right, and the first move of its solution is the only right move. Returns the number of
/// puzzles proven.
///
/// A win in at most `longest` turns is proven by a search of all lines, which takes much longer with every turn; longer
/// wins are skipped. Other goals are compared with the values of `oracle`, or skipped without one.
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

/// Returns the value of a tag, such as `win in 3` for `Goal` from the line `[Goal "win in 3"]`. Panics if there is
/// none.
fn tag<'a>(tags: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    let value = tags.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"));
    value.unwrap_or_else(|| panic!("no tag {name} in a puzzle:\n{tags}"))
}

/// Returns the moves by which the side to move wins within `turns` of its turns, at least 1; empty if it cannot. Panics
/// if it can win in fewer turns.
fn fast_wins<G: Game>(game: &G, state: &G::State, turns: u32) -> Vec<G::Move> {
    let (side, most) = (state.side(), 2 * turns);
    assert!(
        turns == 1 || !wins_within(game, state, side, most - 2),
        "a win takes fewer than {turns} turns in {state:?}"
    );
    // A win on the attacker's last turn takes `most - 1` plies. A win in `most` plies ends in the opponent's turn after
    // it.
    let plies = if wins_within(game, state, side, most - 1) { most - 1 } else { most };
    let mut all = Moves::new();
    game.moves(state, &mut all);
    all.into_iter().filter(|mv| wins_after(game, state, *mv, side, plies)).collect()
}

/// Returns the moves that lead to the best result that the side to move can reach: win, draw or loss. Panics if this
/// result is not the goal, or the oracle does not know the value of a move.
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
