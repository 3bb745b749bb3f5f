//! The rules of a game: the traits [`Game`], [`State`] and [`Move`].
//!
//! A game value holds the rules of one variant, never changes, and is shared by threads. A state is a plain value that
//! the search copies instead of undoing moves, so it should be small. Sides need not alternate: after each move,
//! [`State::side`] returns the side to move.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use super::key::Key;
use super::position_history::DrawRules;
use super::score::Score;
use super::side::Side;

/// A list of moves. Its length is not limited; up to 64 moves are stored without heap allocation.
pub type Moves<M> = SmallVec<[M; 64]>;

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The given side has won.
    Win(Side),
    /// The game is drawn.
    Draw,
    /// The game is decided by points. The number is the first side's lead, 0 for a draw, in the unit and range of
    /// evaluations (-30,000..=30,000). Searches maximise the margin and ignore the number of moves.
    Margin(i32),
}

impl Ending {
    /// Returns the side that won; `None` for a draw or a margin of 0.
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

    /// Returns the score of the ending from the point of view of `side`, in a position `plies` plies before the end of
    /// the game. Only the score of a win or loss depends on `plies`. A margin is clamped to the range of evaluations.
    #[inline]
    pub fn score(self, side: Side, plies: u32) -> Score {
        match self {
            Self::Draw => Score::DRAW,
            Self::Win(winner) if winner == side => Score::win_in(plies),
            Self::Win(_) => Score::loss_in(plies),
            Self::Margin(points) if side == Side::First => Score(points).clamp_to_evaluation(),
            Self::Margin(points) => Score(-points).clamp_to_evaluation(),
        }
    }
}

/// A position of a game: everything that determines the legal moves, except the positions before it.
pub trait State: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Returns the side to move. After a move that ends the game, this is the mover if the ending is an [`Ending::Win`]
    /// of the opponent, otherwise (also after a draw or a margin) the mover's opponent.
    fn side(&self) -> Side;

    /// Returns the position's key; see [`Key`]. The default hashes the whole value. Override it if the state stores a
    /// key that it updates with each move, or if part of the value does not affect the legal moves.
    #[inline]
    fn key(&self) -> Key {
        Key::of(self)
    }
}

/// Implements `Hash` for a state by its key: `plywright::hash_by_key!(Position);`. The macro is needed if the state's
/// `Eq` ignores a part of its value, because the derived `Hash` would hash this part too. The state must implement
/// [`State::key`](crate::State::key), whose default would call this `Hash` without end.
#[macro_export]
macro_rules! hash_by_key {
    ($state:ty) => {
        impl std::hash::Hash for $state {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                $crate::State::key(self).hash(hasher);
            }
        }
    };
}

/// A move of a game. `u8`, `u16` and `u32` implement the trait, so a game can use square or column numbers as
/// moves.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Returns a number that identifies the move among the moves of a position. The transposition table
    /// stores this code, and history tables use its low 12 bits, so codes should be small and dense;
    /// [`MoveCode`](crate::MoveCode) packs several numbers into one.
    /// [`u32::MAX`] is reserved for "no move".
    fn code(self) -> u32;

    /// Returns the move with this code; `None` if there is none. If codes can be decoded, the search tries a move of
    /// the transposition table before it generates moves. With the default, which always returns `None`, the search
    /// looks for the code among the generated moves.
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
/// Three methods are required. The defaults of the other methods suit most games that have neither a
/// repetition rule nor a move limit. Methods that only speed up the search belong to [`Hints`](crate::Hints)
/// and [`Symmetric`](crate::Symmetric).
///
/// # Passing
///
/// A pass is a move like any other. If a side may pass only when it has no other move, [`Game::moves`] lists
/// the pass as the only move. [`Game::play`] then changes only the side to move.
pub trait Game: Clone + Send + Sync + 'static {
    /// Type of the positions.
    type State: State;
    /// Type of the moves.
    type Move: Move;

    /// Returns the start position.
    fn start(&self) -> Self::State;

    /// Appends the legal moves to the empty list `out`. If the game is over, returns the ending and leaves
    /// `out` empty; otherwise returns `None`.
    fn moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending>;

    /// Plays a legal move: changes `state` to the position after the move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Returns the ending if the game is over, otherwise `None`. Override it if the end can be detected
    /// without listing moves, because the search calls it often.
    #[inline]
    fn ending(&self, state: &Self::State) -> Option<Ending> {
        self.moves(state, &mut Moves::new())
    }

    /// Returns the number of legal moves; 0 when the game is over. Perft calls this method to count the last moves of
    /// its sequences in bulk. If [`Game::moves`] lists one losing move for a side that cannot move, the count must
    /// still be 0.
    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    /// Whether `mv` is legal. `mv` can be any value of the move type, because the search checks moves of the
    /// transposition table. Override it with a cheap check if [`Move::decode`] is implemented.
    #[inline]
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// Returns the draw rules in this position. By default there are none.
    #[inline]
    fn draw_rules(&self, _state: &Self::State) -> DrawRules {
        DrawRules::NONE
    }

    /// Whether the legal move `mv` is irreversible: no position after the move can equal a position before
    /// the move. An irreversible move also resets the count for the move limit. By default all moves are
    /// reversible.
    #[inline]
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Returns the number of consecutive reversible moves before this position if the state stores the number,
    /// otherwise 0. A position history that begins with this position starts with this count.
    fn halfmove_clock(&self, _state: &Self::State) -> u16 {
        0
    }

    /// Whether a side that is to move again after its own move continues the same turn; `true` by default. Called only
    /// if the side to move has made the last move. `false` means that the side begins a new turn, for example because
    /// the opponent cannot move. A new turn costs a ply of depth, so the search ends even if one side keeps moving.
    #[inline]
    fn continues_turn(&self, _state: &Self::State) -> bool {
        true
    }
}
