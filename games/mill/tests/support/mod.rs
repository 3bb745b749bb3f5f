//! Positions at random, and what has to hold of a database's answers about them.

#![allow(dead_code)] // Each test program uses a part of this.

pub mod three_three;

use plywright::{Game, Moves, Notation, Score, State as _, Symmetric as _, Symmetry};
use plywright_mill::{Database, Mill, Move, State};

/// Points of the board.
const POINTS: usize = 24;

/// Numbers at random, the same each time: an xorshift generator.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A position with so many stones on the board and in hand, those of the side to move first.
pub fn random_position(dice: &mut Dice, [own, other, own_hand, other_hand]: [usize; 4]) -> State {
    let black =
        if own_hand == other_hand { dice.below(2) == 0 && own_hand == 0 } else { own_hand > other_hand };
    let mut board = ['*'; POINTS];
    for (stones, colour) in [(own, if black { '@' } else { 'O' }), (other, if black { 'O' } else { '@' })] {
        for _ in 0..stones {
            let free: Vec<usize> = (0..POINTS).filter(|point| board[*point] == '*').collect();
            board[free[dice.below(free.len())]] = colour;
        }
    }
    position(board, black, [own_hand, other_hand])
}

/// The position with that board, Black to move or White, and the hands, that of the side to move first.
pub fn position(board: [char; POINTS], black: bool, hands: [usize; 2]) -> State {
    let rings: Vec<String> = board.chunks(8).map(|ring| ring.iter().collect()).collect();
    let count = |colour| board.iter().filter(|stone| **stone == colour).count();
    let (side, white_hand, black_hand) =
        if black { ('b', hands[1], hands[0]) } else { ('w', hands[0], hands[1]) };
    let phase = if hands[0] > 0 { "p p" } else { "m s" };
    let (white, black) = (count('O'), count('@'));
    let text = format!(
        "{} {side} {phase} {white} {white_hand} {black} {black_hand} 0 0 0 0 0 0 0 0 1",
        rings.join("/")
    );
    Mill::default().parse_position(&text).expect("a position")
}

/// Does the value of the position follow from the values of its successors? False when they are not all known.
pub fn check_successors(database: &Database, state: &State) -> bool {
    let game = Mill::default();
    let Some(value) = database.value(state) else { return false };
    let Some(best) = best_successor(&game, database, state) else { return false };
    assert_eq!(value, best, "{}", game.position_text(state));
    true
}

/// The best that the side to move can reach, from the database's values one turn ahead.
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

/// All images of the position have the same value.
pub fn check_symmetry(database: &Database, state: &State) {
    let game = Mill::default();
    for symmetry in Symmetry::first(game.symmetries()) {
        let image = game.image(state, symmetry);
        assert_eq!(database.value(&image), database.value(state), "{}", game.position_text(&image));
    }
}
