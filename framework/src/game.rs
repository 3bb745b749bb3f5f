//! The rules of a game: the traits [`Game`], [`State`] and [`Move`].
//!
//! A game value holds one variant's rules and never changes while it is played; threads share it. A state is
//! a small plain value that the search copies instead of undoing moves, which is the faster way below about
//! 64 bytes. Sides need not alternate: after each move the framework asks the state whose turn it is.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use crate::course::CourseRules;
use crate::key::Key;
use crate::score::Score;
use crate::side::Side;

/// A list of moves: inline while it is short, on the heap beyond, without an upper bound.
pub type Moves<M> = SmallVec<[M; 64]>;

/// How a game ended by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
    /// A game of points ended with this margin for the first side: positive if it won, 0 for a draw. The unit
    /// is the evaluation's, and the range that of estimates, -30,000..=30,000. Searches maximise the margin;
    /// how many moves it takes does not matter.
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

    /// The value of the finished game for `side`, reached after `turns` changes of the side to move.
    #[inline]
    pub fn score(self, side: Side, turns: u32) -> Score {
        match self {
            Self::Draw => Score::DRAW,
            Self::Win(winner) if winner == side => Score::win_in(turns),
            Self::Win(_) => Score::loss_in(turns),
            Self::Margin(points) if side == Side::First => Score(points).clamp_to_estimate(),
            Self::Margin(points) => Score(-points).clamp_to_estimate(),
        }
    }
}

/// A position of a game with everything that decides the legal moves, but without its history.
pub trait State: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whose turn it is. A move that ends the game passes the turn too, unless the mover loses by it.
    fn side(&self) -> Side;

    /// The position's key; see [`Key`]. The default hashes the whole value. Override it where a key is kept
    /// up to date move by move, or where part of the value does not bear on the legal moves.
    #[inline]
    fn key(&self) -> Key {
        Key::of(self)
    }
}

/// A move of a game. The unsigned integers up to `u32` are moves as they are: a game whose moves are the
/// numbers of squares or columns needs no type of its own.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A number for the move: different moves of one position have different codes. The transposition table
    /// keeps the code, and history tables use its low 12 bits, so small dense codes serve best.
    fn code(self) -> u32;

    /// The move with that code, so that a move out of the transposition table can be tried before any move is
    /// generated. Without it the search looks the code up among the generated moves.
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

/// The rule sheet of one variant of a game.
///
/// Three methods make a game; the others have defaults that are right for every game without draws by
/// repetition or by a number of moves. What only makes a search faster stands beside it, in
/// [`Hints`](crate::Hints) and [`Symmetric`](crate::Symmetric).
///
/// # Passing
///
/// A pass is a move like any other: a game in which a side must pass when it can do nothing else lists that
/// one move, and [`Game::play`] changes the side to move and nothing else.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position.
    type State: State;
    /// A move.
    type Move: Move;

    /// The position in which a game starts.
    fn start(&self) -> Self::State;

    /// Appends the legal moves to `out`, which arrives empty, or returns how the game ended and leaves `out`
    /// empty.
    fn moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending>;

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it did. Override it where that is known without listing moves: the search asks
    /// at every leaf.
    #[inline]
    fn ending(&self, state: &Self::State) -> Option<Ending> {
        self.moves(state, &mut Moves::new())
    }

    /// Number of legal moves; 0 when the game is over. Perft counts by it: a game that lists a move for a
    /// side that cannot move, one that keeps the turn and loses, returns 0 there all the same.
    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    /// Whether `mv`, which may be any value of the move type, is legal here. Override it with a cheap check
    /// where moves can be decoded: it guards moves out of the transposition table.
    #[inline]
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// The rules that hold for the course of the game in this position: repetition and the move limit.
    #[inline]
    fn course(&self, _state: &Self::State) -> CourseRules {
        CourseRules::NONE
    }

    /// Whether no later position can equal an earlier one once the legal move `mv` is played. Such a move
    /// also starts the count of the move limit anew.
    #[inline]
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Number of moves without an irreversible one that led to this position, as far as the state knows. It
    /// seeds the framework's own count when a game starts from a position text.
    fn halfmove_clock(&self, _state: &Self::State) -> u16 {
        0
    }

    /// Whether the same side's turn continues, as opposed to a new turn that begins because the opponent
    /// cannot move. Asked only of a position with the same side to move as before the move that led there. A
    /// new turn costs a ply of depth, so that a search ends where one side moves on and on.
    #[inline]
    fn continues_turn(&self, _state: &Self::State) -> bool {
        true
    }
}
