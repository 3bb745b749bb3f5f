//! Results of a run: a [`Report`], or a [`Failure`] at the first fault.

use std::fmt;

/// A property that the kit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// Variants, named positions and benchmark positions are found by their names and texts.
    Names,
    /// A position has either moves or an ending, and the same ones at every call.
    MoveList,
    /// `ending` agrees with `moves`.
    Ending,
    /// `count` agrees with `moves`.
    Count,
    /// No move is listed twice.
    Duplicates,
    /// Different moves have different codes, and decoding a code returns its move.
    Codes,
    /// `is_legal` accepts exactly the listed moves.
    Legality,
    /// `distinct_moves` lists legal moves that lead to each successor exactly once.
    DistinctMoves,
    /// `winning_move` returns a move that wins at once, in every position that has one or in none.
    WinningMove,
    /// `random_move` returns a legal move in every position that has one.
    RandomMove,
    /// `loses_at_once` returns whether the opponent can win at once, or `None`.
    LosesAtOnce,
    /// `moves_left` decreases with every move but a pass, and is not 0 while the game goes on.
    MovesLeft,
    /// `value_within` returns the exact value, a bound on it, or `None`.
    EndValue,
    /// `noisy` lists exactly the legal moves of its classes.
    Noisy,
    /// Every line of noisy moves ends.
    NoisyEnd,
    /// A move always leads to the same position and leaves the original unchanged.
    Play,
    /// A move that ends the game keeps the turn if the mover loses by it, and passes the turn otherwise.
    Turn,
    /// No earlier position recurs after an irreversible move.
    Irreversible,
    /// Random games end or meet a draw rule.
    GameLength,
    /// Equal positions have equal keys, different ones different keys.
    Keys,
    /// Reading the text of a position returns an equal position.
    PositionText,
    /// The text of a move is one word, differs from those of the other moves, and reads back as the move.
    MoveText,
    /// Perft counts agree with the table.
    Perft,
    /// Endings agree with the table.
    KnownEnding,
    /// Symmetries are permutations that commute with play.
    Symmetry,
    /// `locate` and `position` of the game's tables are inverses, and turns lead from numbered positions to
    /// numbered ones.
    Numbering,
    /// Parsers return a value or an error for any text, and parsed positions can be played.
    Parser,
    /// The scene is the same at every call, keeps its places, and has all its pieces on places.
    Scene,
    /// The form of a scene stays within its lists, and its text reads back as the position.
    Form,
    /// Every move has its own sequence of actions, which name places of the scene.
    Actions,
    /// Evaluations and move scores depend only on the position and stay in range.
    Evaluation,
    /// `likely_moves` lists nothing, or legal moves without duplicates that include all moves that are not
    /// quiet.
    LikelyMoves,
    /// Evaluations correlate with the outcome for the side to move.
    EvaluationSign,
    /// The evaluation does not change when the sides are exchanged, if the game can exchange them.
    EvaluationSides,
    /// Every search returns a legal move, and every full-width tree search the value of plain minimax.
    Search,
    /// A search ends within 10 ms of being stopped.
    Stop,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "names",
            Self::MoveList => "move list",
            Self::Ending => "ending",
            Self::Count => "count",
            Self::Duplicates => "duplicates",
            Self::Codes => "move codes",
            Self::Legality => "legality",
            Self::DistinctMoves => "distinct moves",
            Self::WinningMove => "winning moves",
            Self::RandomMove => "random moves",
            Self::LosesAtOnce => "moves that lose at once",
            Self::MovesLeft => "moves left",
            Self::EndValue => "values near the end",
            Self::Noisy => "noisy moves",
            Self::NoisyEnd => "end of noisy lines",
            Self::Play => "play",
            Self::Turn => "turn",
            Self::Irreversible => "irreversible moves",
            Self::GameLength => "game length",
            Self::Keys => "keys",
            Self::PositionText => "position text",
            Self::MoveText => "move text",
            Self::Perft => "perft",
            Self::KnownEnding => "known endings",
            Self::Symmetry => "symmetry",
            Self::Numbering => "numbers of positions",
            Self::Parser => "parser",
            Self::Scene => "scene",
            Self::Form => "form",
            Self::Actions => "actions",
            Self::Evaluation => "evaluation",
            Self::LikelyMoves => "likely moves",
            Self::EvaluationSign => "sign of the evaluation",
            Self::EvaluationSides => "exchange of sides",
            Self::Search => "search",
            Self::Stop => "stop",
        })
    }
}

/// A fault in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The property that does not hold.
    pub check: Check,
    /// The text of the position with the fault, or the text that was read.
    pub position: Option<String>,
    /// The move in question.
    pub mv: Option<String>,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
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

/// The amount of work of a run, and its warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Random games played.
    pub games: usize,
    /// Number of moves of the longest random game.
    pub longest_game: usize,
    /// Number of positions whose moves were checked.
    pub positions: usize,
    /// Maximum number of legal moves in a position.
    pub most_moves: usize,
    /// Random games won by the first side, won by the second, and drawn, including draws by the draw rules.
    pub results: [usize; 3],
    /// Passes played in random games, counted as moves with the text `pass`.
    pub passes: usize,
    /// Number of rows of the perft tables.
    pub perft_rows: usize,
    /// Number of rows of the tables of known endings.
    pub known_endings: usize,
    /// Number of mutated texts for the parsers, and how many of them were valid positions.
    pub texts: [usize; 2],
    /// Number of positions whose table indices were checked.
    pub numbered: usize,
    /// Number of search values compared with plain minimax.
    pub searches: usize,
    /// Checks that the run could not make, and hints without effect; one sentence each.
    pub warnings: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            games,
            longest_game,
            positions,
            most_moves,
            results: [first, second, drawn],
            passes,
            perft_rows,
            known_endings,
            texts: [texts, accepted],
            numbered,
            searches,
            warnings: _,
        } = self;
        write!(
            f,
            "{games} random games (won {first}, lost {second}, drawn {drawn}; {passes} passes; the longest \
             of {longest_game} moves), {positions} positions (at most {most_moves} moves), {perft_rows} \
             perft rows, {known_endings} known endings, {texts} mutilated texts ({accepted} accepted), \
             {numbered} numbered positions, {searches} searches"
        )
    }
}
