//! The rules of a game: the traits [`Game`], [`State`] and [`Move`].
//!
//! A game value holds the rules of one variant. It never changes, and threads share it. A state is a small
//! plain value; the search copies it instead of undoing moves, which is faster below about 64 bytes. Sides
//! need not alternate: after each move the framework asks the state which side is to move.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use super::key::Key;
use super::position_history::DrawRules;
use super::score::Score;
use super::side::Side;

/// A list of moves without an upper bound; short lists stay off the heap.
pub type Moves<M> = SmallVec<[M; 64]>;

/// How a game ended by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
    /// A game of points ended with this margin for the first side: positive if it won, 0 for a draw. The unit
    /// and the range, -30,000..=30,000, are those of evaluations. Searches maximise the margin, whatever the
    /// number of moves.
    Margin(i32),
}

impl Ending {
    /// The side that won; `None` for a draw.
    ///
    /// ```
    /// use plywright::{Ending, Side};
    /// assert_eq!(Ending::Margin(-12).winner(), Some(Side::Second));
    /// assert_eq!(Ending::Margin(0).winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Margin(points) if points > 0 => Some(Side::First),
            Self::Margin(points) if points < 0 => Some(Side::Second),
            Self::Draw | Self::Margin(_) => None,
        }
    }

    /// The score of the finished game for `side`, `turns` changes of the side to move after the root.
    #[inline]
    pub fn score(self, side: Side, turns: u32) -> Score {
        match self {
            Self::Draw => Score::DRAW,
            Self::Win(winner) if winner == side => Score::win_in(turns),
            Self::Win(_) => Score::loss_in(turns),
            Self::Margin(points) if side == Side::First => Score(points).clamp_to_evaluation(),
            Self::Margin(points) => Score(-points).clamp_to_evaluation(),
        }
    }
}

/// A position of a game: everything that determines the legal moves, without the history.
pub trait State: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The side to move. A move that ends the game also passes the turn, unless the mover loses by it: then the
    /// loser stays the side to move.
    fn side(&self) -> Side;

    /// The position's key; see [`Key`]. The default hashes the whole value. Override it if a key is updated
    /// with each move, or if part of the value does not affect the legal moves.
    #[inline]
    fn key(&self) -> Key {
        Key::of(self)
    }
}

/// A move of a game. Unsigned integers up to `u32` implement it, so a game whose moves are numbers of squares
/// or columns needs no type of its own.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A number for the move; the moves of one position have different codes. The transposition table stores
    /// the code, and history tables use its low 12 bits, so codes should be small and dense.
    fn code(self) -> u32;

    /// The move with this code, so that a transposition table move can be tried before move generation. By
    /// default the search looks for the code among the generated moves.
    fn decode(_code: u32) -> Option<Self> {
        None
    }
}

macro_rules! integers_are_moves {
    ($($integer:ty),*) => {
        $(impl Move for $integer {
            #[inline]
            fn code(self) -> u32 {
                self.into()
            }

            #[inline]
            fn decode(code: u32) -> Option<Self> {
                code.try_into().ok()
            }
        })*
    };
}
integers_are_moves!(u8, u16, u32);

/// The rules of one variant of a game.
///
/// Three methods are required; the defaults of the others fit every game without draws by repetition or by a
/// number of moves. Methods that only speed up the search belong to [`Hints`](crate::Hints) and
/// [`Symmetric`](crate::Symmetric).
///
/// # Passing
///
/// A pass is a move like any other. If a side may pass only when it has no other move, [`Game::moves`] lists
/// that one move, and [`Game::play`] changes nothing but the side to move.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position.
    type State: State;
    /// A move.
    type Move: Move;

    /// The start position.
    fn start(&self) -> Self::State;

    /// Appends the legal moves to the empty list `out`. If the game is over, returns how it ended and leaves
    /// `out` empty.
    fn moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending>;

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it is over. Override it if that is known without listing moves: the search
    /// calls it at every leaf.
    #[inline]
    fn ending(&self, state: &Self::State) -> Option<Ending> {
        self.moves(state, &mut Moves::new())
    }

    /// Number of legal moves; 0 when the game is over. Perft counts with it. A game that lists a losing move
    /// for a side that cannot move still returns 0 there.
    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    /// Whether `mv`, any value of the move type, is legal. Override it with a cheap check if moves can be
    /// decoded: the search checks transposition table moves with it.
    #[inline]
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// The draw rules in this position: repetition and the move limit.
    #[inline]
    fn draw_rules(&self, _state: &Self::State) -> DrawRules {
        DrawRules::NONE
    }

    /// Whether no later position can equal an earlier one after the legal move `mv`. Such a move also resets
    /// the count for the move limit.
    #[inline]
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Number of consecutive reversible moves before this position, as far as the state knows it. It
    /// initialises the framework's count when a game starts from a position text.
    fn halfmove_clock(&self, _state: &Self::State) -> u16 {
        0
    }

    /// Whether the side's turn continues, as opposed to a new turn because the opponent cannot move. Called
    /// only for positions in which the side that just moved is to move again. A new turn costs a ply of
    /// depth, so the search ends even if one side moves for ever.
    #[inline]
    fn continues_turn(&self, _state: &Self::State) -> bool {
        true
    }
}
