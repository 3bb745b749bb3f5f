//! Proves puzzles: wins by a search without hints, tables or evaluation, and other goals by an oracle.

use super::wins::{wins_after, wins_within};
use crate::game::Playable;
use crate::rules::{Game, Moves, State};
use crate::search::{Oracle, Value, value_of_move};

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
    let blocks: Vec<_> = G::INFO.puzzles.split("\n\n").collect();
    let mut proven = 0;
    for record in blocks.chunks_exact(2).step_by(step.max(1)) {
        let (tags, line) = (record[0], record[1]);
        let position = tag(tags, "FEN");
        let goal = tag(tags, "Goal");
        let state = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let right = if let Some(turns) = goal.strip_prefix(WIN_IN) {
            let turns: u32 = turns.parse().unwrap_or_else(|_| panic!("the goal of {position} is {goal}"));
            if turns > longest {
                continue;
            }
            fast_wins(&game, &state, turns)
        } else if let Some(oracle) = oracle {
            best_moves(&game, &state, oracle, goal)
        } else {
            continue;
        };
        let right: Vec<_> = right.into_iter().map(|mv| game.move_text(&state, mv)).collect();
        let solution = line.split_whitespace().find(|word| !word.ends_with('.')).unwrap_or_default();
        assert_eq!(right, [solution], "{goal} in {position}");
        proven += 1;
    }
    proven
}

/// Returns the value of a puzzle's tag. Panics if the tag is missing.
fn tag<'a>(tags: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    for line in tags.lines() {
        if let Some(value) = line.strip_prefix(&start) {
            return value.strip_suffix("\"]").unwrap_or(value);
        }
    }
    panic!("no tag {name} in a puzzle:\n{tags}")
}

/// Returns the moves with which the side to move can force a win within `turns` of its turns. Panics if a win
/// takes fewer turns.
fn fast_wins<G: Game>(game: &G, state: &G::State, turns: u32) -> Moves<G::Move> {
    let side = state.side();
    let plies = (2 * turns).saturating_sub(1);
    let is_shorter = plies > 2 && wins_within(game, state, side, plies - 2);
    assert!(!is_shorter, "a win takes fewer than {turns} turns in {state:?}");
    let mut right = Moves::new();
    game.moves(state, &mut right);
    right.retain(|mv| wins_after(game, state, *mv, side, plies));
    right
}

/// Returns the moves that keep the best result: win, draw or loss. Panics if this result is not the goal, or
/// the value of a move is unknown.
fn best_moves<G: Game>(game: &G, state: &G::State, oracle: &dyn Oracle<G>, goal: &str) -> Moves<G::Move> {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let value = |mv: &G::Move| {
        let value = value_of_move(game, oracle, state, *mv);
        value.unwrap_or_else(|| panic!("the value of {mv:?} in {state:?} is unknown"))
    };
    let best = moves.iter().map(value).max();
    assert_eq!(best.map(Value::word), Some(goal), "{state:?}");
    moves.retain(|mv| value(mv).word() == goal);
    moves
}
