//! A position with its history, behind a trait that hides the type of its game. Programs that know no game hold their
//! positions in this form, and name moves by texts or by numbers.

use std::any::Any;
use std::sync::Arc;

use super::outcome::{Outcome, Reason, SetupError};
use super::playable::Solved;
use super::ruleset::Facts;
use crate::network::{FeatureSet, Network, NetworkError};
use crate::rules::{Ending, Key, Score, Side};
use crate::search::Rng;
use crate::text::picture::{Picture, View};
use crate::text::{Action, ParseMoveError, Scene};

/// Number of a legal move; see [`MoveNumbers`](super::MoveNumbers). It is valid only in the position in which the move
/// was listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveId(pub u32);

/// A legal move with the board actions that play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveActions {
    /// Text of the move.
    pub text: String,
    /// Sequences of actions that play the move, the usual one first; never empty.
    pub sequences: Vec<Vec<Action>>,
}

/// Value of a position for the side to move, as a score and as a winning chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// The exact value if it is known, otherwise the static evaluation, in reported units: those of the scores that
    /// clients see. See [`SearchParams::scale`](crate::SearchParams::scale).
    pub score: Score,
    /// Winning chance of the side to move, as its logit times 400; see
    /// [`SearchParams::logit`](crate::SearchParams::logit).
    pub logit: i32,
}

/// Network input of a position: its active features from the perspectives of both sides, and its bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkInput {
    /// Features from the perspective of the side to move, ascending.
    pub own: Vec<u16>,
    /// Features from the perspective of the other side, ascending.
    pub other: Vec<u16>,
    /// Index of the position's bucket: the set of output weights that the network uses for it.
    pub bucket: usize,
}

/// A position with the moves that led to it, under rules that do not change.
///
/// [`GameLine`](super::GameLine) implements this trait for every game. A line lists the legal moves of its position
/// when they are first needed, and keeps the list. A method that takes a move's text calls
/// [`Notation::parse_move`](crate::Notation::parse_move), whose default lists the moves again and writes their texts
/// until one is equal.
pub trait DynLine: Any + Send + Sync {
    /// Returns the names of the game, its variant and the rules that were set.
    fn facts(&self) -> &Facts;
    /// Returns an independent copy with all earlier positions and moves.
    fn boxed(&self) -> Box<dyn DynLine>;
    /// Returns the current position without the moves before it, so that [`DynLine::undo`] has nothing to take back.
    /// The earlier positions still count for the draw rules.
    fn present(&self) -> Box<dyn DynLine>;
    /// Returns the line as [`Any`], so that code that knows the game can downcast it to
    /// [`GameLine`](super::GameLine).
    fn as_any(&self) -> &dyn Any;
    /// Whether both lines are at the same position under the same rules, whatever their histories.
    fn is_at(&self, other: &dyn DynLine) -> bool;

    /// Returns the side to move.
    fn side(&self) -> Side;
    /// Returns the key of the position, a hash that does not depend on the moves before it.
    fn key(&self) -> Key;
    /// Returns the lowest key among the images of the position under the symmetries that hold in it.
    fn canonical_key(&self) -> Key;
    /// Returns the key of the position in an [`OpeningTree`](crate::engine::OpeningTree), which counts the wins of each
    /// side: the lowest key among the images under the symmetries that hold in it and keep the sides.
    fn tree_key(&self) -> Key;
    /// Returns the number of symmetries that map the position to itself, including the identity.
    fn own_symmetries(&self) -> u8;
    /// Returns the position as text; see [`Notation::position_text`](crate::Notation::position_text).
    fn text(&self) -> String;
    /// Returns the position text from the point of view of the side to move; see
    /// [`Notation::mover_pov`](crate::Notation::mover_pov).
    fn mover_pov(&self) -> String;
    /// Converts the text of a move in the position of [`DynLine::mover_pov`] to the text of the same move in this
    /// position. Does not check that the move is legal.
    fn resolve_mover_pov(&self, text: &str) -> String;
    /// Returns a drawing of the board as several lines of text.
    fn drawing(&self) -> String;
    /// Returns the scene of the position: the board, pieces and sides as data for drawing. Empty if the game has no
    /// scenes.
    fn scene(&self) -> Scene;
    /// Returns a picture of the position, `width` pixels wide and turned by 180 degrees if `is_turned`. Its title names
    /// the game, the side to move or the result, and the position text. The places of the last move are marked.
    fn picture(&self, width: u16, is_turned: bool) -> Picture {
        let scene = self.scene();
        let (status, to_move) = match self.ending() {
            None => (format!("{} to move", scene.side_name(self.side())), Some(self.side())),
            Some((ending, _)) => match ending.winner() {
                None => ("a draw".to_owned(), None),
                Some(side) => (format!("{} has won", scene.side_name(side)), None),
            },
        };
        let title = format!("{}: {status}, {}", self.facts().game, self.text());
        let mut before = self.boxed();
        let marked = match before.undo() {
            None => Vec::new(),
            Some(last) => scene.places_of_move(&before.scene(), &last),
        };
        scene.picture(View { title, to_move, marked, is_turned, width })
    }
    /// Returns the scene to show while a person enters a move that can still become any of `moves`; see
    /// [`Scene::towards`]. Ignores texts that are not among [`DynLine::move_texts`].
    fn scene_towards(&self, moves: &[&str]) -> Scene;
    /// Returns the index of the position's phase, such as the opening, in
    /// [`GameInfo::phases`](super::GameInfo::phases).
    fn phase(&self) -> usize;
    /// Returns the published game-theoretic value of the start position under these rules; `None` if none is
    /// known.
    fn solved(&self) -> Option<Solved>;
    /// Returns the name of the last position of the line that has a name in
    /// [`GameInfo::openings`](super::GameInfo::openings), if any. Plays all these openings at each call, which takes
    /// time.
    fn opening_name(&self) -> Option<&'static str>;

    /// Returns the ending of the game and its reason; `None` while the game is unfinished. Draws by repetition and by
    /// the move limit are endings too. A margin is in reported units, those of the scores that clients see.
    fn ending(&self) -> Option<(Ending, Reason)>;
    /// Returns [`DynLine::ending`] without its reason.
    fn outcome(&self) -> Outcome {
        self.ending().map_or(Outcome::Open, |(ending, _)| Outcome::Over(ending))
    }
    /// Returns the reason why the game is over; `None` while it is unfinished.
    fn reason(&self) -> Option<Reason> {
        self.ending().map(|(_, reason)| reason)
    }
    /// Returns the numbers of the legal moves; none if the game is over.
    fn moves(&self) -> &[MoveId];
    /// Returns the texts of the legal moves, in the order of [`DynLine::moves`].
    fn move_texts(&self) -> Vec<String>;
    /// Returns the legal moves with the actions that play them, in the order of [`DynLine::moves`].
    fn move_actions(&self) -> Vec<MoveActions>;
    /// Returns the number of the legal move that a text names, in any spelling that
    /// [`Notation::parse_move`](crate::Notation::parse_move) reads.
    ///
    /// # Errors
    /// Returns an error if the text names no legal move.
    fn id_of(&self, text: &str) -> Result<MoveId, ParseMoveError>;
    /// Whether a text names a legal move.
    fn is_legal(&self, text: &str) -> bool {
        self.id_of(text).is_ok()
    }
    /// Returns the text of a random legal move, each with the same probability; `None` if the game is over.
    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        let moves = self.moves();
        self.text_of(*moves.get(rng.below(moves.len()))?).ok()
    }
    /// Returns the text of the legal move with this number.
    ///
    /// # Errors
    /// Returns an error if no legal move has this number.
    fn text_of(&self, id: MoveId) -> Result<String, ParseMoveError>;
    /// Converts another spelling of a legal move to the game's own text of the move, such as `e4` to `e2e4`. Returns
    /// the text unchanged if it is not a legal move.
    fn own_text(&self, text: &str) -> String {
        self.id_of(text).and_then(|id| self.text_of(id)).unwrap_or_else(|_| text.to_owned())
    }
    /// Returns the themes of a line of best play from the position, such as a sacrifice; see
    /// [`Playable::themes`](super::Playable::themes). Empty if there are none or a move of the line cannot be played.
    fn themes(&self, line: &[&str]) -> Vec<&'static str>;

    /// Plays the legal move with this number.
    ///
    /// # Errors
    /// Returns an error, and plays nothing, if no legal move has this number.
    fn play(&mut self, id: MoveId) -> Result<(), ParseMoveError>;
    /// Plays the legal move that a text names; see [`DynLine::id_of`].
    ///
    /// # Errors
    /// Returns an error, and plays nothing, if the text names no legal move.
    fn play_text(&mut self, text: &str) -> Result<(), ParseMoveError>;
    /// Plays moves that the positions and superko allow, even after a draw rule has ended the game, because game
    /// records contain such moves and clients of protocols send them.
    ///
    /// # Errors
    /// Returns an error, and plays nothing, if one of the moves cannot be played.
    fn replay(&mut self, texts: &[&str]) -> Result<(), SetupError>;
    /// Plays a legal move, chosen uniformly by the 64 random bits of `random`, and returns its number; `None` if the
    /// game is over. The same bits may choose another move once the legal moves have been listed. Needs no list in a
    /// game that overrides `Hints::random_move`, numbers its moves by `MoveNumbers::ByCode` and has no superko.
    fn play_random(&mut self, random: u64) -> Option<MoveId>;
    /// Takes back the last move and returns its text; `None` if the line has no move.
    fn undo(&mut self) -> Option<String>;

    /// Returns a line without moves at the first position of this line.
    fn first(&self) -> Box<dyn DynLine>;
    /// Whether the first position of the line is the start position of the game.
    fn begins_at_start(&self) -> bool;
    /// Returns the texts of the moves from the first position to the current one.
    fn history(&self) -> Vec<String>;
    /// Returns the number of moves from the first position to the current one.
    fn plies(&self) -> usize;

    /// Counts the sequences of exactly `depth` moves (perft). Draw rules do not end a sequence. Calls `stopped` now and
    /// then, and returns `None` once `stopped` has returned `true`.
    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64>;
    /// Inserts the observation of the position into empty sets, one for each side's perspective. It consists of the
    /// features of the game's networks; without networks, of those of [`Playable::observe`]. Returns the index of the
    /// position's bucket of output weights.
    ///
    /// [`Playable::observe`]: super::Playable::observe
    fn observe(&self, perspectives: &mut [FeatureSet; 2]) -> usize;
    /// Returns the network input for the image of the position under a symmetry, whose number must be less than the
    /// number of symmetries of the board. `None` if the game has no learned evaluation or the symmetry does not hold in
    /// the position.
    fn network_input(&self, symmetry: u8) -> Option<NetworkInput>;
    /// Evaluates the position by a network, even if the game is over.
    ///
    /// # Errors
    /// Returns an error if the game has no learned evaluation, or the network does not fit it.
    fn evaluate(&self, network: &Arc<Network>) -> Result<PositionValue, NetworkError>;
}
