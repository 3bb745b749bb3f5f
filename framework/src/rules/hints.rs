//! Hints: optional additions to the rules that make searches faster.
//!
//! Correct hints change the speed of a full-width search without quiescence, but not its value. A game
//! without hints writes `impl Hints for MyGame {}`.

use smallvec::SmallVec;

use super::game::{Ending, Game, Moves};
use super::score::Score;

/// Scratch space in which a game can keep facts about one position from one call to the next; see
/// [`Hints::loses_at_once`].
pub type NodeScratch = SmallVec<[u64; 8]>;

/// Class of a move by its effect on the position, for move ordering, reductions, pruning and quiescence search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveClass {
    /// Neither forcing nor noisy.
    Quiet,
    /// Leaves the opponent few replies or makes a serious threat. Reductions and pruning of quiet moves do
    /// not apply to it.
    Forcing,
    /// Changes the material balance at once, like a capture. Quiescence search follows noisy moves until a position has
    /// none. In alpha-beta and MCTS, a line of quiescence search also has a maximum length. Every sequence of noisy
    /// moves must be finite.
    Noisy,
}

/// Points of an unfinished game that is decided by a margin, in the units of evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Lead of the side to move in the points that no later move can change.
    pub lead: i32,
    /// Number of points that are still open. The final margin differs from `lead` by at most this number.
    pub open: i32,
}

impl Points {
    /// Returns the smallest and the largest possible margin of the side to move, each clamped to the range of
    /// evaluations.
    ///
    /// ```
    /// use plywright::{Points, Score};
    /// assert_eq!(Points { lead: 7, open: 5 }.range(), [Score(2), Score(12)]);
    /// assert_eq!(Points { lead: 7, open: i32::MAX }.range(), [-Score::LIMIT, Score::LIMIT]);
    /// ```
    #[inline]
    pub fn range(self) -> [Score; 2] {
        [-self.open, self.open].map(|open| Score(self.lead.saturating_add(open)).clamp_to_evaluation())
    }
}

/// Optional methods that make searches of a game faster.
pub trait Hints: Game {
    /// Whether a side that has noisy moves must play one of them, for example because captures are obligatory. If
    /// `true`, the legal moves of a position are all noisy or all quiet. Quiescence search then searches all moves of a
    /// side with noisy moves. The side cannot stand pat, because the static evaluation assumes a quiet move that the
    /// side does not have.
    const NOISY_MOVES_ARE_OBLIGATORY: bool = false;

    /// Appends legal moves to the empty list `out`, at least one for each position that a move can lead to. If the game
    /// is over, returns the ending, otherwise `None`. The default lists all legal moves. Override it to list one move
    /// for each such position if several moves can lead to the same position.
    #[inline]
    fn distinct_moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending> {
        self.moves(state, out)
    }

    /// Returns a legal move that wins the game at once; `None` if there is none or the game is over. The default always
    /// returns `None`. An override, for games in which wins can be found without listing moves, must find a winning
    /// move in every position that has one.
    #[inline]
    fn winning_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// Returns a legal move, chosen uniformly by the 64 random bits of `random`. Override it if a move can be
    /// chosen without listing all moves.
    ///
    /// # Errors
    ///
    /// Returns the ending if the game is over.
    #[inline]
    fn random_move(&self, state: &Self::State, random: u64) -> Result<Self::Move, Ending> {
        random_listed_move(self, state, random)
    }

    /// Plays a random game from an unfinished position and returns its ending. By default returns `None`, and the
    /// search plays the moves of [`Hints::random_move`]. Override it if a whole random game can be played faster, or
    /// with better moves. `random` returns 64 random bits.
    #[inline]
    fn playout(&self, _state: &Self::State, _random: &mut impl FnMut() -> u64) -> Option<Ending> {
        None
    }

    /// Whether the opponent can win at once after the legal move `mv`; `None`, the default, if this is unknown without
    /// playing the move. A move that ends the game or does not pass the turn must not count as losing at once.
    /// `scratch` is empty at the first call for a position, and keeps its contents for later calls of this hint and of
    /// [`Hints::is_threatened`].
    #[inline]
    fn loses_at_once(
        &self,
        _state: &Self::State,
        _mv: Self::Move,
        _scratch: &mut NodeScratch,
    ) -> Option<bool> {
        None
    }

    /// Whether the opponent would win at once if the side to move passed; `false` by default. May also return `false`
    /// where the answer would be expensive. The search asks only if
    /// [`SearchParams::extend_threatened`](crate::SearchParams::extend_threatened) is on. `scratch` is shared with
    /// [`Hints::loses_at_once`].
    #[inline]
    fn is_threatened(&self, _state: &Self::State, _scratch: &mut NodeScratch) -> bool {
        false
    }

    /// Returns the class of the legal move `mv`; quiet by default. An override should be fast, because the search calls
    /// it often.
    #[inline]
    fn class(&self, _state: &Self::State, _mv: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// Appends the legal moves of class `min_class` and above to the empty list `out`. The game is not over.
    /// Override it if these moves can be found without listing all moves.
    #[inline]
    fn noisy(&self, state: &Self::State, min_class: MoveClass, out: &mut Moves<Self::Move>) {
        self.moves(state, out);
        out.retain(|mv| self.class(state, *mv) >= min_class);
    }

    /// Returns the maximum number of moves that can still be played, not counting passes; `None`, the default, if no
    /// limit is known or the game has draw rules. Every move except a pass must decrease the number. A pass must be the
    /// side's only move and must not follow another pass.
    #[inline]
    fn moves_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Returns the final score under best play, for the side to move; `None`, the default, if it cannot be found faster
    /// than by a search. Called only in searches to the end of the game; see [`Hints::moves_left`]. A result between
    /// `alpha` and `beta` is exact. A result of at most `alpha` is an upper bound, and a result of at least `beta` a
    /// lower bound. The score is a margin or a draw, never a win or loss with a distance.
    #[inline]
    fn value_within(&self, _state: &Self::State, _alpha: Score, _beta: Score) -> Option<Score> {
        None
    }

    /// Returns the lead of the side to move in points that no later move can change, and the number of points that are
    /// still open. `None`, the default, if they are unknown or the game does not end with a margin. Static evaluations
    /// must differ from this lead by at most the open points. Alpha-beta does not search a position whose possible
    /// margins lie outside its window. Tablebases of margins store the margin minus the lead.
    #[inline]
    fn points(&self, _state: &Self::State) -> Option<Points> {
        None
    }

    /// Returns the position after the side to move passes, for null-move pruning with
    /// [`SearchParams::null_move`](crate::SearchParams::null_move). Passing must almost never be better than
    /// the best move. For positions where it can be better (zugzwang), return `None` or set
    /// [`SearchParams::null_move_verification`](crate::SearchParams::null_move_verification). Otherwise a
    /// search can miss a win by zugzwang at any depth. The default is `None`.
    #[inline]
    fn pass(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}

/// Lists the legal moves, and returns one chosen uniformly by the 64 random bits of `random`.
///
/// # Errors
///
/// Returns the ending if the game is over.
#[inline]
pub(crate) fn random_listed_move<G: Game>(
    game: &G,
    state: &G::State,
    random: u64,
) -> Result<G::Move, Ending> {
    let mut moves = Moves::new();
    let ending = game.moves(state, &mut moves);
    moves.get(random_index(random, moves.len())).copied().ok_or(ending.unwrap_or(Ending::Draw))
}

/// Returns an index below `count`, chosen uniformly by the 64 random bits of `random`; 0 if `count` is 0, although no
/// index is valid then.
#[inline]
pub(crate) fn random_index(random: u64, count: usize) -> usize {
    ((u128::from(random) * count as u128) >> 64) as usize
}
