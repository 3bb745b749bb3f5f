//! Themes of puzzles: words that say what a puzzle is about.

use plywright::Side;

use crate::game::Santorini;
use crate::moves::Move;
use crate::square::TOP;
use crate::state::State;

/// Returns the themes of a puzzle whose solution is `line`, the best play from `state`:
///
/// * `race`: at first, both sides have a worker on level 2 or 3;
/// * `dome`: the first move adds a dome;
/// * `trap`: the side to move wins, but has no worker on level 3 at the end.
pub(crate) fn themes(game: Santorini, state: &State, line: &[Move]) -> Vec<&'static str> {
    let solver = state.side;
    let after = |moves: &[Move]| moves.iter().fold(*state, |state, mv| game.after(&state, *mv));
    let (next, last) = (after(&line[..line.len().min(1)]), after(line));
    let is_high = |side: Side| !(state.workers(side) & state.at_least(TOP - 1)).is_empty();
    let stands_on_top = !(last.workers(solver) & last.at_least(TOP)).is_empty();
    let is_won = last.winner == Some(solver);
    let found = [
        ("race", is_high(solver) && is_high(!solver)),
        ("dome", next.domes().count() > state.domes().count()),
        ("trap", is_won && !stands_on_top),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}
