//! Hints: what a game may add to its rules to make searches faster.
//!
//! Leaving any of it out never changes what a full-width search finds, only how long it takes; the
//! test kit checks each hint against the rules. A game without hints writes
//! `impl Hints for MyGame {}`.

use smallvec::SmallVec;

use super::game::{Ending, Game, Moves};
use super::score::Score;

/// What a game may note about one position while it answers one question after the other about it; see
/// [`Hints::loses_at_once`].
pub type NodeScratch = SmallVec<[u64; 8]>;

/// What a move does to the position, for ordering and for deciding what may be pruned or searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveClass {
    /// Neither forcing nor tactical.
    Quiet,
    /// Leaves the opponent few replies or makes a serious threat; never reduced or pruned.
    Forcing,
    /// Changes the balance at once, as a capture does; the quiescence search follows it. A line of nothing
    /// but tactical moves must end.
    Tactical,
}

/// Speed hints of a game.
pub trait Hints: Game {
    /// Appends legal moves that lead to all positions that can be reached, no two of them to the same one, or
    /// returns how the game ended. The search tries these; override it where several moves may lead to one
    /// position.
    #[inline]
    fn distinct_moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending> {
        self.moves(state, out)
    }

    /// A legal move that wins the game at once; `None` when there is none or the game is over. Override it
    /// where wins are found without listing moves: the search asks first of all, at the horizon too. A game
    /// that names one such move must find one in every position that has one.
    #[inline]
    fn winning_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// A legal move that `random`, 64 random bits, chooses among all with equal chances, or how the game
    /// ended. Random games ask for one move after the other. Override it where a move can be chosen without
    /// listing all.
    ///
    /// # Errors
    /// The ending, when the game is over.
    #[inline]
    fn random_move(&self, state: &Self::State, random: u64) -> Result<Self::Move, Ending> {
        let mut moves = Moves::new();
        let ending = self.moves(state, &mut moves);
        let choice = (u128::from(random) * moves.len() as u128) >> 64;
        moves.get(choice as usize).copied().ok_or(ending.unwrap_or(Ending::Draw))
    }

    /// Whether the opponent can win at once after the legal move `mv`; `None` when that is not known without
    /// playing the move. A move that loses so is not searched, and after one that does not
    /// [`Hints::winning_move`] is not asked. A move that ends the game or does not pass the turn allows no
    /// such reply. `scratch` is empty at the first question about a position and is handed on to the next
    /// ones.
    #[inline]
    fn loses_at_once(
        &self,
        _state: &Self::State,
        _mv: Self::Move,
        _scratch: &mut NodeScratch,
    ) -> Option<bool> {
        None
    }

    /// Whether the opponent would win at once if the side to move passed. The search goes on at the horizon
    /// then, and prunes nothing. `false` where that is not known cheaply. `scratch` is the one of
    /// [`Hints::loses_at_once`].
    #[inline]
    fn is_threatened(&self, _state: &Self::State, _scratch: &mut NodeScratch) -> bool {
        false
    }

    /// The class of the legal move `mv`. Searches look at it only where [`Eval::params`](crate::Eval::params)
    /// switches a technique on that does: `quiescence`, `late_move_reductions`, or pruning near the horizon.
    #[inline]
    fn class(&self, _state: &Self::State, _mv: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// Appends the legal moves of class `least` and above to `out`, which arrives empty. The quiescence search lists
    /// tactical moves, and pruning near the horizon forcing and tactical ones. Called only while the game is on, and
    /// only with [`SearchParams::quiescence`](crate::SearchParams::quiescence) or
    /// [`SearchParams::futility_plies`](crate::SearchParams::futility_plies) on. Override it where such moves are
    /// found without listing all.
    #[inline]
    fn noisy(&self, state: &Self::State, least: MoveClass, out: &mut Moves<Self::Move>) {
        self.moves(state, out);
        out.retain(|mv| self.class(state, *mv) >= least);
    }

    /// The greatest number of moves that can still be played, passes not counted; `None` where no limit is
    /// known, or where the course of the game matters. Every move but a pass lowers it, and a side passes
    /// only when it has no other move, never twice in a row. A search that is deep enough goes to the end of
    /// the game then.
    #[inline]
    fn moves_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The value of the game's end under best play, for the side to move, where it is found faster than by a
    /// search: a value between `alpha` and `beta` is exact, one outside is a bound on that side. Margins and
    /// draws are given so, wins and losses with a distance are not.
    #[inline]
    fn value_within(&self, _state: &Self::State, _alpha: Score, _beta: Score) -> Option<Score> {
        None
    }

    /// The position after the side to move passes, for null-move pruning, which
    /// [`SearchParams::null_move`](crate::SearchParams::null_move) switches on. Passing must hardly ever be
    /// better than every move. Where it can be (zugzwang), return `None` there or set
    /// [`SearchParams::null_move_verification`](crate::SearchParams::null_move_verification): without it a
    /// search can miss a win by zugzwang at any depth.
    #[inline]
    fn pass(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}
