//! Perft: counting move sequences, the standard test of move generation.
//!
//! `perft(d)` counts the sequences of exactly `d` moves. A finished game has no moves and adds nothing; draws by
//! repetition or by move count do not end a line, for they are not the position's.

use crate::game::{Game, Moves};

/// The number of sequences of exactly `depth` moves, counting the last move without making it.
///
/// ```
/// # use plywright::{Game, Move, Moves, State, Side, Key, Ending, perft};
/// # #[derive(Clone, PartialEq, Eq, Debug)] struct S(u8);
/// # impl State for S { fn side(&self) -> Side { Side::First } fn key(&self) -> Key { Key::mix(self.0.into()) } }
/// # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)] struct M;
/// # impl Move for M { fn code(self) -> u32 { 0 } }
/// # #[derive(Clone)] struct Countdown;
/// # impl Game for Countdown {
/// #   type State = S; type Move = M;
/// #   fn start(&self) -> S { S(3) }
/// #   fn moves(&self, s: &S, out: &mut Moves<M>) -> Option<Ending> {
/// #     if s.0 == 0 { Some(Ending::Draw) } else { out.push(M); None } }
/// #   fn play(&self, s: &mut S, _: M) { s.0 -= 1 }
/// # }
/// // A game of exactly three moves:
/// assert_eq!(perft(&Countdown, &Countdown.start(), 3), 1);
/// assert_eq!(perft(&Countdown, &Countdown.start(), 4), 0);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count(state),
        _ => sum_over_moves(game, state, |child| perft(game, child, depth - 1)),
    }
}

/// The same number, making every last move: slower, and a test of [`Game::count`] and [`Game::play`].
pub fn perft_making_leaves<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if game.count(state) == 0 => 0,
        _ => sum_over_moves(game, state, |child| perft_making_leaves(game, child, depth - 1)),
    }
}

/// The perft of each legal move, in the order of generation: the moves' counts add up to `perft(depth)`. Empty at
/// depth 0.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Moves::new();
    if depth > 0 && game.count(state) > 0 {
        game.moves(state, &mut moves);
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut child = state.clone();
            game.play(&mut child, mv);
            (mv, perft(game, &child, depth - 1))
        })
        .collect()
}

#[inline]
fn sum_over_moves<G: Game>(game: &G, state: &G::State, mut count: impl FnMut(&G::State) -> u64) -> u64 {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves
        .iter()
        .map(|mv| {
            let mut child = state.clone();
            game.play(&mut child, *mv);
            std::hint::black_box(&child);
            count(&child)
        })
        .sum()
}
