//! The rules of a game: the traits [`Game`], [`State`] and [`Move`].
//!
//! A game value holds one variant's rules and never changes while it is played; threads share it. A state is a small
//! plain value that the search copies instead of undoing moves, which is the faster way below about 64 bytes. Sides
//! need not alternate: after each move the framework asks the state whose turn it is.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use crate::key::Key;
use crate::side::Side;

/// A list of moves: inline while it is short, on the heap beyond, without an upper bound.
pub type Moves<M> = SmallVec<[M; 64]>;

/// What a game may note down about one position while it answers one question after the other about it; see
/// [`Game::loses_at_once`].
pub type NodeScratch = SmallVec<[u64; 8]>;

/// How a game ended by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

/// What a move does to the position, for ordering and for deciding what may be pruned or searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveClass {
    /// Nothing drastic.
    Quiet,
    /// Leaves the opponent few replies or makes a serious threat; never reduced.
    Forcing,
    /// Changes the balance at once, as a capture does; the quiescence search follows it. A line of nothing but
    /// tactical moves must end.
    Tactical,
}

/// Draws that depend on the course of the game rather than on the position. Zero switches a rule off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DrawRules {
    /// The game is drawn when a position occurs this many times (3 for threefold repetition).
    pub repetition: u8,
    /// The game is drawn after this many moves in a row without an irreversible one.
    pub quiet_moves: u16,
}

/// A position of a game with everything that decides the legal moves, but without its history.
pub trait State: Clone + Eq + Debug + Send + Sync + 'static {
    /// Whose turn it is. A move that ends the game passes the turn too, unless the mover loses by it.
    fn side(&self) -> Side;
    /// The position's key; see [`Key`].
    fn key(&self) -> Key;
}

/// A move of a game.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A number for the move: different moves of one position have different codes. The transposition table keeps the
    /// code, and history tables use its low 12 bits, so small dense codes serve best.
    fn code(self) -> u32;

    /// The move with that code, so that a move out of the transposition table can be tried before any move is
    /// generated. Without it the search looks the code up among the generated moves.
    fn decode(_code: u32) -> Option<Self> {
        None
    }
}

/// The rules of one variant of a game.
///
/// Four methods make a game; the others have defaults that are right for every game and are overridden for speed or to
/// tell the search more.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position.
    type State: State;
    /// A move.
    type Move: Move;

    /// The position in which a game starts.
    fn start(&self) -> Self::State;

    /// Appends the legal moves to `out`, which arrives empty, or tells how the game ended and leaves `out` empty.
    fn moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending>;

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it did. Override it where that is known without listing moves: the search asks at every
    /// leaf.
    #[inline]
    fn ending(&self, state: &Self::State) -> Option<Ending> {
        self.moves(state, &mut Moves::new())
    }

    /// How many legal moves there are; 0 when the game is over. Perft counts by it: a game that lists a move for a side
    /// that cannot move, one that keeps the turn and loses, says 0 there all the same.
    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.len() as u64
    }

    /// Is `mv`, which may be any value of the move type, legal here? Override it with a cheap check where moves can be
    /// decoded: it guards moves out of the transposition table.
    #[inline]
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// Appends legal moves that lead to all positions that can be reached, no two of them to the same one, or tells how
    /// the game ended. The search tries these; override it where several moves may lead to one position.
    #[inline]
    fn distinct_moves(&self, state: &Self::State, out: &mut Moves<Self::Move>) -> Option<Ending> {
        self.moves(state, out)
    }

    /// A legal move that wins the game at once, `None` when there is none or the game is over. Override it where wins
    /// are found without listing moves: the search asks first of all, at the horizon too. A game that tells of one such
    /// move must tell of all.
    #[inline]
    fn winning_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// After the legal move `mv`, can the opponent win at once? `None` means that it is not known without playing the
    /// move. Override it where that is told faster than by playing: a move that loses so is not searched, and after one
    /// that does not [`Game::winning_move`] is not asked. A move that ends the game or does not pass the turn allows no
    /// such reply. `scratch` is empty at the first question about a position and is handed on to the next ones.
    #[inline]
    fn loses_at_once(&self, _state: &Self::State, _mv: Self::Move, _memo: &mut NodeScratch) -> Option<bool> {
        None
    }

    /// What the legal move `mv` does to the position.
    #[inline]
    fn class(&self, _state: &Self::State, _mv: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// Appends the legal moves of class [`MoveClass::Tactical`] to `out`, which arrives empty. Asked only while the
    /// game is on. Override it where they are found without listing all moves.
    #[inline]
    fn tactical(&self, state: &Self::State, out: &mut Moves<Self::Move>) {
        self.moves(state, out);
        out.retain(|mv| self.class(state, *mv) == MoveClass::Tactical);
    }

    /// Can no later position equal an earlier one once the legal move `mv` is played?
    #[inline]
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// The draw rules that hold in this position.
    #[inline]
    fn draw_rules(&self, _state: &Self::State) -> DrawRules {
        DrawRules::default()
    }

    /// May no move bring back a position that has occurred in the game? Positions do not know their past, so the engine
    /// and the searches see to it. For games in which every move passes the turn; a side whose every move is forbidden
    /// draws.
    #[inline]
    fn forbids_repetition(&self) -> bool {
        false
    }

    /// How many moves without an irreversible one led to this position, as far as the state knows; seeds the
    /// framework's own count when a game starts from a position text.
    fn quiet_moves(&self, _state: &Self::State) -> u16 {
        0
    }

    /// Asked of a position with the same side to move as before the move that led there: does that side's turn go on? If
    /// not it begins another one, because the other side cannot move; then a search counts a ply as it does when the
    /// side changes, and so comes to an end where one side moves on and on.
    #[inline]
    fn turn_goes_on(&self, _state: &Self::State) -> bool {
        true
    }

    /// The position after the side to move passes, where the rules let one imagine it and passing is never the best
    /// one could do: the condition of null-move pruning.
    #[inline]
    fn pass(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// How many symmetries the board has under this variant's rules, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under symmetry number `symmetry` (0 is the identity, below [`Game::symmetries`]).
    fn transform(&self, state: &Self::State, _symmetry: usize) -> Self::State {
        state.clone()
    }

    /// The symmetry that undoes symmetry number `symmetry`. Override it where one is not its own inverse, as a mirror
    /// image is.
    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }

    /// The key under which all symmetric images of the position share what the search knows about them, and the
    /// symmetry that maps the position to the image that stands for all. Override it, for some positions or all, where
    /// symmetric positions are met often enough to pay for looking for them; moves must then be decodable.
    #[inline]
    fn canonical(&self, state: &Self::State) -> (Key, usize) {
        (state.key(), 0)
    }

    /// The image of a move under the same symmetry: playing it in the image of a position gives the image of the
    /// successor.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }
}
