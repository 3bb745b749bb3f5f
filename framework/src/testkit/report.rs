//! The result of a run of the test kit: a [`Report`], or a [`Failure`] at the first fault. Each kind of check is a
//! [`Check`], whose documentation says what must hold.

use std::fmt;

macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// A property of a game that the test kit checks. Displays as a few words, such as `move list`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Check {
            $($(#[$doc])* $name,)*
        }

        impl fmt::Display for Check {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $text,)*
                })
            }
        }
    };
}

checks! {
    /// There is a start position. Names of variants and of the game are well formed, and every listed variant is found
    /// by its name. Named and benchmark positions can be read. The moves of named openings are legal, and no two
    /// openings have the same name or the same position.
    Names = "names";
    /// A position has either moves or an ending, and `moves` returns the same at every call.
    MoveList = "move list";
    /// `ending` returns the same as `moves`: the ending, or `None` while the game goes on. Margins are in the range of
    /// evaluations.
    Ending = "ending";
    /// `count` returns the length of the move list. It may return 0 for a single move that keeps the turn and loses,
    /// because some games list such a move for a side that cannot move.
    Count = "count";
    /// No move is listed twice.
    Duplicates = "duplicates";
    /// Different moves have different codes, and decoding a code returns its move or `None`.
    Codes = "move codes";
    /// `is_legal` accepts exactly the listed moves.
    Legality = "legality";
    /// `distinct_moves` lists one legal move for each position that a move can lead to, or the same moves as
    /// `moves`.
    DistinctMoves = "distinct moves";
    /// In a game with `NOISY_MOVES_ARE_OBLIGATORY`, a position with a noisy move has only noisy moves.
    Obligation = "obligatory moves";
    /// `winning_move` returns a legal move that wins at once. It does so in every position with such a move, or never.
    WinningMove = "winning moves";
    /// `random_move` returns a legal move, or the ending if the game is over. If all moves end the game in the same
    /// way, `playout` returns this ending or `None`.
    RandomMove = "random moves";
    /// `is_threatened` returns `true` only if the opponent could win at once after a pass, whether or not
    /// `loses_at_once` has filled the scratch space. In a game in which neither `pass` nor the scene's form gives the
    /// position after a pass, only statistics are checked.
    Threats = "threats";
    /// `pass` returns `None` or a position in which the opponent is to move.
    Pass = "passes";
    /// `loses_at_once` returns `None` or whether the opponent can win at once after the move. Earlier contents of the
    /// scratch space do not change the answer.
    LosesAtOnce = "moves that lose at once";
    /// If `moves_left` returns a number, it is above 0 while the game is not over, and decreases with every
    /// move, except that a pass may keep it.
    MovesLeft = "moves left";
    /// `value_within` returns the exact value, a right bound on it, or `None`. Only positions at most 5 moves before
    /// the end are checked.
    EndValue = "values near the end";
    /// The range of `points` contains the static evaluation. For every move, it also contains the margin of the ending
    /// or the range of the next position.
    Points = "points";
    /// `noisy` lists exactly the legal moves of the requested class and above.
    Noisy = "noisy moves";
    /// Sequences of noisy moves end, as quiescence search requires. Only random sequences are tried.
    NoisyEnd = "end of noisy lines";
    /// `play` does not panic, gives the same position each time that a move is played, and changes only the position
    /// that it is given.
    Play = "play";
    /// Turns end. After a move that ends the game, the side to move is the mover if the opponent wins (not by a
    /// margin), otherwise the opponent.
    Turn = "turn";
    /// After an irreversible move, no earlier position of the game recurs.
    Irreversible = "irreversible moves";
    /// Random games end or are drawn by a draw rule within
    /// [`Conformance::longest_game`](super::Conformance::longest_game) moves. `draw_rules` does not panic.
    GameLength = "game length";
    /// Equal positions have equal keys. Different positions have different keys, except that positions with different
    /// `halfmove_clock` may share one.
    Keys = "keys";
    /// The text of a position is one line without tabs, and `parse_position` reads it back as an equal position. The
    /// drawing is not empty.
    PositionText = "position text";
    /// The text of a move is one word and differs from the texts of the other moves in more than case. `parse_move`
    /// reads it back as the move, in upper and lower case.
    MoveText = "move text";
    /// Perft counts agree with [`Conformance::perft_table`](super::Conformance::perft_table).
    Perft = "perft";
    /// The results in [`Conformance::known_endings`](super::Conformance::known_endings) are right, and no game ends
    /// before its last given move.
    KnownEnding = "known endings";
    /// Swapping the sides keeps the ending, the perft count and the evaluation for the side to move, and swaps the two
    /// perspectives of the network's features.
    SwappedSides = "swapped sides";
    /// Symmetries have inverses and preserve legal moves, endings and perft counts. To play a move and take the image
    /// gives the same position as to take the image and play the image of the move.
    Symmetry = "symmetry";
    /// In a game with tables, `locate` returns the slice and index from which `position` made the position. Positions
    /// with the same index have equal perft counts. A turn ends the game, or leads to a position in the same group of
    /// slices or an earlier one.
    Numbering = "numbers of positions";
    /// Parsers return a value or an error for any text. Parsed positions can be played, and parsed moves are
    /// legal.
    Parser = "parser";
    /// Positions that no game leads to are refused or give a warning, and no random game leads to them.
    Impossible = "impossible positions";
    /// The scene is the same at every call and has the places and lines of the start position. Places have
    /// names and different finite coordinates. Every piece and mark is on a place of the scene. The pieces of
    /// a place are listed from the bottom up.
    Scene = "scene";
    /// The indices and numbers in a scene's form are in range. While the game is not over, the form's text reads back
    /// as a position with the same pieces, form and side to move.
    Form = "form";
    /// Every move has a sequence of actions, and no two moves share one. If a position has several moves whose actions
    /// have words as arguments, at least one of these words names a place of the scene.
    Actions = "actions";
    /// Evaluations depend only on the position. Evaluations and ordering scores of moves stay in range.
    Evaluation = "evaluation";
    /// `most_promising` either lists nothing, or lists legal moves without duplicates, including every move that is not
    /// quiet.
    MostPromising = "most promising moves";
    /// Evaluations are not clearly lower for winners than for losers. Evaluations before and after a pass have no
    /// clearly positive correlation.
    EvaluationSign = "sign of the evaluation";
    /// Every search returns a legal move. At full width, without selective pruning, alpha-beta, PVS and MTD(f) return
    /// the value of plain minimax.
    Search = "search";
    /// Most searches end within 10 ms of a stop. In at least one try, a search that begins without any time finishes
    /// one iteration.
    Stop = "stop";
}

/// A fault in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The property that does not hold.
    pub check: Check,
    /// Text of the position with the fault, the text that a parser read, or a row of a table; `None` if the fault
    /// concerns no single position.
    pub position: Option<String>,
    /// Text or debug format of the move with the fault, or both; `None` if the fault concerns no single move.
    pub mv: Option<String>,
    /// What should have been found, to follow the word "expected" in the message.
    pub expected: String,
    /// What was found instead, to follow the word "found" in the message.
    pub found: String,
}

/// Result of a check.
pub(super) type Verdict = Result<(), Failure>;

impl Failure {
    pub(super) fn new(check: Check, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { check, position: None, mv: None, expected: expected.to_string(), found: found.to_string() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "check of {}", self.check)?;
        if let Some(position) = &self.position {
            write!(f, ", position '{position}'")?;
        }
        if let Some(mv) = &self.mv {
            write!(f, ", move {mv}")?;
        }
        write!(f, ": expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for Failure {}

/// Statistics of a run without faults, and its warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of random games. All of them have ended or met a draw rule.
    pub games: usize,
    /// Number of moves of the longest random game.
    pub longest_game: usize,
    /// Number of positions of random games that were checked; a position that occurs several times counts each time.
    pub positions: usize,
    /// Greatest number of legal moves in a position of the random games.
    pub max_moves: usize,
    /// Numbers of random games won by the first side, won by the second side, and drawn. Draws by the draw rules and
    /// margins of 0 count as drawn.
    pub results: [usize; 3],
    /// Number of moves with the text `pass` in random games.
    pub passes: usize,
    /// Number of rows of the perft table, all of them right.
    pub perft_rows: usize,
    /// Number of rows of the table of known endings, all of them right.
    pub known_endings: usize,
    /// Number of mutated position texts, and number of texts among them that the parser accepted.
    pub texts: [usize; 2],
    /// Number of positions whose indices in tables were checked; 0 in a game without tables.
    pub numbered: usize,
    /// Number of search values compared with plain minimax.
    pub searches: usize,
    /// Warnings about missing tables, gaps in them, and hints without effect.
    pub warnings: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, drawn] = self.results;
        write!(f, "{} random games (won {first}, lost {second}, drawn {drawn}; ", self.games)?;
        write!(f, "{} passes; the longest of {} moves), ", self.passes, self.longest_game)?;
        write!(f, "{} positions (at most {} moves), ", self.positions, self.max_moves)?;
        write!(f, "{} perft rows, {} known endings, ", self.perft_rows, self.known_endings)?;
        write!(f, "{} mutated texts ({} accepted), ", self.texts[0], self.texts[1])?;
        write!(f, "{} numbered positions, {} searches", self.numbered, self.searches)
    }
}
