//! Random positions, and checks that a database's values follow from the rules and respect the symmetries.

use plywright::search::Rng;
use plywright::{Game, Moves, Notation, Score, State as _, Symmetric as _, Symmetry};
use plywright_mill::{Database, Mill, Move, Slice, State};

use crate::positions;

const POINTS: usize = 24;

/// Returns a random position of a slice, in which the game may be over. The stones in hand decide which side is to
/// move; without any, the side is random.
pub fn random_position(rng: &mut Rng, slice: Slice) -> State {
    let Slice { hand: [own_hand, other_hand], board: [own, other] } = slice;
    let black =
        if own_hand == other_hand { own_hand == 0 && rng.below(2) == 0 } else { own_hand > other_hand };
    let mut board = ['*'; POINTS];
    for (stones, sign) in [(own, if black { '@' } else { 'O' }), (other, if black { 'O' } else { '@' })] {
        for _ in 0..stones {
            let free: Vec<usize> = (0..POINTS).filter(|point| board[*point] == '*').collect();
            board[free[rng.below(free.len())]] = sign;
        }
    }
    let rings: Vec<String> = board.chunks(8).map(|ring| ring.iter().collect()).collect();
    let phase = if own_hand > 0 { "p p" } else { "m s" };
    let fields = if black {
        format!("b {phase} {other} {other_hand} {own} {own_hand}")
    } else {
        format!("w {phase} {own} {own_hand} {other} {other_hand}")
    };
    positions::position(&Mill::default(), &format!("{} {fields}", rings.join("/")))
}

/// Asserts that the position's value follows from the values of its successors. Asserts nothing and returns `false` if
/// the database lacks one of the values.
pub fn check_successors(database: &Database, state: &State) -> bool {
    let game = Mill::default();
    let Some(value) = database.value(state) else { return false };
    let Some(best) = best_successor(&game, database, state) else { return false };
    assert_eq!(value, best, "{}", game.position_text(state));
    true
}

/// Returns the best value of the position's turns, or the score of a finished game; `None` if the database lacks a
/// value.
fn best_successor(game: &Mill, database: &Database, state: &State) -> Option<Score> {
    let mut moves = Moves::<Move>::new();
    if let Some(ending) = game.moves(state, &mut moves) {
        return Some(ending.score(state.side(), 0));
    }
    let mut best = -Score::INFINITY;
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        let value = if next.side() == state.side() {
            best_successor(game, database, &next)?
        } else {
            let ending = game.ending(&next).map(|ending| ending.score(next.side(), 0));
            -ending.or_else(|| database.value(&next))?.from_node_to_root(1)
        };
        best = best.max(value);
    }
    Some(best)
}

pub fn check_symmetry(database: &Database, state: &State) {
    let game = Mill::default();
    for symmetry in Symmetry::first(game.symmetries()) {
        let image = game.image(state, symmetry);
        assert_eq!(database.value(&image), database.value(state), "{}", game.position_text(&image));
    }
}
