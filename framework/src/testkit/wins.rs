//! Forced wins, found by the rules alone: all moves are played, without any pruning. The method is slow but simple, so
//! tests compare the results of searches and the solutions of puzzles with it.

use std::ops::RangeInclusive;

use crate::rules::{Ending, Game, Moves, Side, State};
use crate::search::{Child, Rng};

const MAX_GAME_LENGTH: usize = 300;

/// Returns the number of plies of the shortest forced win of the side to move; `None` if there is none within
/// `max_plies` plies.
///
/// The function plays every legal move, so its time grows exponentially with `max_plies`. A move that
/// continues the mover's turn counts as 0 plies. Draws by repetition and by the move limit are ignored.
///
/// ```
/// use plywright::testkit::shortest_win;
/// # use plywright::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)] pub struct Heap(u8, Side);
/// # impl State for Heap {
/// #   fn side(&self) -> Side { self.1 }
/// #   fn key(&self) -> Key { Key::mix(u64::from(self.0) << 1 | self.1.index() as u64) }
/// # }
/// # #[derive(Clone)]
/// # struct TakeAway;
/// # impl Game for TakeAway {
/// #   type State = Heap; type Move = u32;
/// #   fn start(&self) -> Heap { Heap(9, Side::First) }
/// #   fn moves(&self, heap: &Heap, out: &mut Moves<u32>) -> Option<Ending> {
/// #     out.extend(1..=u32::from(heap.0.min(3))); (heap.0 == 0).then_some(Ending::Win(!heap.1)) }
/// #   fn play(&self, heap: &mut Heap, take: u32) { *heap = Heap(heap.0 - take as u8, !heap.1) }
/// # }
/// // One to three are taken from a heap of nine, and who takes the last one has won.
/// assert_eq!(shortest_win(&TakeAway, &TakeAway.start(), 3), None);
/// assert_eq!(shortest_win(&TakeAway, &TakeAway.start(), 9), Some(5));
/// ```
pub fn shortest_win<G: Game>(game: &G, state: &G::State, max_plies: u32) -> Option<u32> {
    (1..=max_plies).find(|plies| wins_within(game, state, state.side(), *plies))
}

/// Whether `attacker` can force a win within `plies` plies, at least 1. Either side may be to move. In a finished game,
/// returns whether `attacker` has won.
pub(super) fn wins_within<G: Game>(game: &G, state: &G::State, attacker: Side, plies: u32) -> bool {
    let mut moves = Moves::new();
    if let Some(ending) = game.moves(state, &mut moves) {
        return ending.winner() == Some(attacker);
    }
    let mut won = moves.into_iter().map(|mv| wins_after(game, state, mv, attacker, plies));
    if state.side() == attacker { won.any(|won| won) } else { won.all(|won| won) }
}

/// Whether `attacker` can force a win within `plies` plies, at least 1, if the side to move plays `mv`. The move is the
/// first of these plies unless it continues the turn.
pub(super) fn wins_after<G: Game>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    attacker: Side,
    plies: u32,
) -> bool {
    let Child { state: child, turn } = Child::new(game, state, mv);
    let left = plies - turn.plies();
    if left == 0 {
        return game.ending(&child).and_then(Ending::winner) == Some(attacker);
    }
    wins_within(game, &child, attacker, left)
}

/// Returns an endless iterator over positions of random games in which the side to move can force a win. Each item is a
/// position and the number of plies of its shortest win, which lies in `plies`. A random game gives at most one
/// position. The same seed gives the same positions.
///
/// `next` plays games until one has such a position, so it does not return if there is none.
pub fn random_wins<G: Game>(
    game: &G,
    seed: u64,
    plies: RangeInclusive<u32>,
) -> impl Iterator<Item = (G::State, u32)> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || random_win(game, &mut rng, &plies)).flatten()
}

/// Plays a random game. Returns the earliest of its last `plies.end() + 1` positions in which the winner is to move and
/// the shortest forced win lies in `plies`, and the length of this win in plies. Returns `None` if there is no such
/// position, or if the game is drawn or exceeds [`MAX_GAME_LENGTH`] moves.
fn random_win<G: Game>(game: &G, rng: &mut Rng, plies: &RangeInclusive<u32>) -> Option<(G::State, u32)> {
    let mut positions = vec![game.start()];
    let mut moves = Moves::new();
    let winner = loop {
        let mut state = positions.last()?.clone();
        moves.clear();
        if let Some(ending) = game.moves(&state, &mut moves) {
            break ending.winner()?;
        }
        if positions.len() > MAX_GAME_LENGTH {
            return None;
        }
        game.play(&mut state, moves[rng.below(moves.len())]);
        positions.push(state);
    };
    let last = positions.len().saturating_sub(*plies.end() as usize + 1);
    positions.split_off(last).into_iter().filter(|state| state.side() == winner).find_map(|state| {
        let shortest = shortest_win(game, &state, *plies.end())?;
        plies.contains(&shortest).then_some((state, shortest))
    })
}
