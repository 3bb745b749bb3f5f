//! Perft: counting sequences of moves, the standard test of move generation.
//!
//! `perft(d)` counts the sequences of exactly `d` moves. A game that ends earlier adds nothing by default. Draw rules
//! (repetition, superko, move limit) do not end a sequence, because they depend on the history.

use super::game::{Game, Moves};

/// A perft counter with its options.
///
/// ```
/// # use plywright::{Game, Move, Moves, State, Side, Key, Ending, Perft};
/// # #[derive(Clone, PartialEq, Eq, Hash, Debug)] struct S(u8);
/// # impl State for S { fn side(&self) -> Side { Side::First } }
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
/// let (game, start) = (Countdown, Countdown.start());
/// assert_eq!(Perft::default().count(&game, &start, 3), 1);
/// assert_eq!(Perft::default().count(&game, &start, 4), 0);
/// let with_finished = Perft { counts_finished_games: true, ..Perft::default() };
/// assert_eq!(with_finished.count(&game, &start, 4), 1);
/// // A count that is stopped has no result:
/// assert_eq!(Perft::default().count_unless(&game, &start, 3, &|| true), None);
/// // A count can report the share of the work that is done:
/// let mut shares = Vec::new();
/// let count =
///     Perft::default().count_with_progress(&game, &start, 3, &|| false, &mut |share| shares.push(share));
/// assert_eq!((count, shares), (Some(1), vec![1.0]));
/// // A count that is stopped before the first report reports no share:
/// let mut shares = Vec::new();
/// let count =
///     Perft::default().count_with_progress(&game, &start, 3, &|| true, &mut |share| shares.push(share));
/// assert_eq!((count, shares), (None, vec![]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Perft {
    /// Whether a game that ends before the depth counts as one sequence, as in some published tables.
    pub counts_finished_games: bool,
    /// Whether the last move of each sequence is played instead of counted by [`Game::count`]. This is slower, but runs
    /// [`Game::play`] for every move. A comparison with the bulk count tests [`Game::count`].
    pub plays_last_moves: bool,
}

impl Perft {
    /// Returns the number of sequences of exactly `depth` moves, counted with these options.
    pub fn count<G: Game>(self, game: &G, state: &G::State, depth: u32) -> u64 {
        // The count is never stopped, so it is always `Some`.
        self.count_unless(game, state, depth, &|| false).unwrap_or(0)
    }

    /// Counts like [`Perft::count`], but returns `None` once `stopped` has returned `true`. Calls `stopped` before the
    /// moves of a position are listed, but not at depth 0 or where [`Game::count`] counts the last moves.
    pub fn count_unless<G: Game>(
        self,
        game: &G,
        state: &G::State,
        depth: u32,
        stopped: &impl Fn() -> bool,
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if depth == 1 && !self.plays_last_moves {
            let count = game.count(state);
            return Some(if count == 0 { self.finished() } else { count });
        }
        if stopped() {
            return None;
        }
        // `Game::moves` may list one losing move for a side that cannot move. Such a move does not count.
        if self.plays_last_moves && game.count(state) == 0 {
            return Some(self.finished());
        }
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        if moves.is_empty() {
            return Some(self.finished());
        }
        let mut count = 0;
        for mv in &moves {
            let mut child = state.clone();
            game.play(&mut child, *mv);
            // Nothing reads the position after the last move, so the compiler could otherwise leave that move out.
            std::hint::black_box(&child);
            count += self.count_unless(game, &child, depth - 1, stopped)?;
        }
        Some(count)
    }

    /// Counts like [`Perft::count_unless`], and reports to `progress` the share of the work done so far, from 0 to 1.
    /// The share is an estimate: all moves of a position count as equal parts of its work.
    pub fn count_with_progress<G: Game>(
        self,
        game: &G,
        state: &G::State,
        depth: u32,
        stopped: &impl Fn() -> bool,
        progress: &mut impl FnMut(f64),
    ) -> Option<u64> {
        self.count_part(game, state, depth, [0.0, 1.0], stopped, progress)
    }

    /// Counts the sequences from a position, during which the reported share of the work grows from `begin` to `end`.
    fn count_part<G: Game>(
        self,
        game: &G,
        state: &G::State,
        depth: u32,
        [begin, end]: [f64; 2],
        stopped: &impl Fn() -> bool,
        progress: &mut impl FnMut(f64),
    ) -> Option<u64> {
        let mut moves = Moves::new();
        if depth > SILENT_DEPTH {
            game.moves(state, &mut moves);
        }
        // Nothing was listed if at most `SILENT_DEPTH` moves remain, or if the game is over.
        if moves.is_empty() {
            let count = self.count_unless(game, state, depth, stopped)?;
            progress(end);
            return Some(count);
        }
        let share = (end - begin) / moves.len() as f64;
        let mut reported = begin;
        let mut count = 0;
        for mv in &moves {
            let mut child = state.clone();
            game.play(&mut child, *mv);
            let next = reported + share;
            count += self.count_part(game, &child, depth - 1, [reported, next], stopped, progress)?;
            reported = next;
        }
        Some(count)
    }

    /// Returns what a game that ended before the depth adds to the count: 1 or 0.
    const fn finished(self) -> u64 {
        self.counts_finished_games as u64
    }
}

/// Remaining depth up to which a position is counted as a whole, with a single report of progress at the end.
const SILENT_DEPTH: u32 = 2;

/// Returns the number of sequences of exactly `depth` moves. Games that end earlier add nothing.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    Perft::default().count(game, state, depth)
}

/// Like [`perft`], but also plays the last move of each sequence instead of counting it by [`Game::count`].
pub fn perft_making_leaves<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    Perft { plays_last_moves: true, ..Perft::default() }.count(game, state, depth)
}
