//! What a run of the kit says: a [`Report`] when all is well, a [`Failure`] when something is not.

use std::fmt;

/// A property that the kit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// Variants, named positions and benchmark positions are found by their names and texts.
    Names,
    /// A position has moves or an ending, never both or neither, and the same ones whenever it is asked.
    MoveList,
    /// `ending` agrees with `moves`.
    Ending,
    /// `count` agrees with `moves`.
    Count,
    /// No move is listed twice.
    Duplicates,
    /// Different moves have different codes, and decoding a code gives the move back.
    Codes,
    /// `is_legal` accepts exactly the listed moves.
    Legality,
    /// `distinct_moves` lists legal moves that lead to every successor once.
    DistinctMoves,
    /// `winning_move` names a move that wins at once, in every position that has one or in none.
    WinningMove,
    /// `random_move` chooses a legal move in every position that has one.
    RandomMove,
    /// `loses_at_once` says, where it says anything, whether the opponent can win at once.
    LosesAtOnce,
    /// `moves_left` goes down with every move but a pass, and is not 0 while the game is on.
    MovesLeft,
    /// `value_within` gives, where it gives anything, the value of the game's end or a bound of it.
    EndValue,
    /// `tactical` lists exactly the legal moves of class `Tactical`.
    Tactical,
    /// A line of nothing but tactical moves ends.
    TacticalEnd,
    /// The same move in the same position leads to the same position, and leaves the original untouched.
    Play,
    /// A move that ends the game keeps the turn if the mover loses by it, and passes the turn otherwise.
    Turn,
    /// No earlier position comes back after an irreversible move.
    Irreversible,
    /// Random games end or meet a draw rule.
    GameLength,
    /// Equal positions have equal keys, different ones different keys.
    Keys,
    /// The text of a position is read back as an equal position.
    PositionText,
    /// The text of a move is one word, differs from those of the other moves, and is read back as the move.
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
    /// Parsers answer any text with a value or an error, and what they accept can be played on.
    Parser,
    /// The scene is the same whenever it is asked for, keeps its places, and has everything on one of them.
    Scene,
    /// The form of a scene stays within its lists, and its text is read as the position.
    Form,
    /// Every move is entered by an order of actions of its own, which call the places of the scene by their
    /// names.
    Actions,
    /// An estimate depends on the position alone and lies within its limits, as does the rank of a move.
    Evaluation,
    /// `likely_moves` lists legal moves, each once and all among them that are not quiet, or nothing.
    LikelyMoves,
    /// Estimates agree with who wins, from the point of view of the side to move.
    EvaluationSign,
    /// An estimate does not depend on which side is called the first, where the game can exchange them.
    EvaluationSides,
    /// Every search returns a legal move, and every tree search without selectivity the value of plain
    /// minimax.
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
            Self::Tactical => "tactical moves",
            Self::TacticalEnd => "end of tactical lines",
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

/// Something that is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The property that does not hold.
    pub check: Check,
    /// The text of the position where it does not, or the text that was to be read.
    pub position: Option<String>,
    /// The move in question.
    pub mv: Option<String>,
    /// What should be.
    pub expected: String,
    /// What is.
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

/// How much was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Random games played.
    pub games: usize,
    /// Moves of the longest of them.
    pub longest_game: usize,
    /// Positions whose moves were checked.
    pub positions: usize,
    /// Most legal moves in a position.
    pub most_moves: usize,
    /// Random games won by the first side, won by the second, and drawn, draws by their course included.
    pub results: [usize; 3],
    /// Passes played in random games: moves whose text is `pass`.
    pub passes: usize,
    /// Rows of the perft tables.
    pub perft_rows: usize,
    /// Rows of the tables of known endings.
    pub known_endings: usize,
    /// Mutilated texts offered to the parsers, and how many of them were positions all the same.
    pub texts: [usize; 2],
    /// Positions of the game's tables whose numbers were checked.
    pub numbered: usize,
    /// Values of searches compared with plain minimax's.
    pub searches: usize,
    /// What the run could not check, and what the game says to no effect; a sentence each.
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
