//! A test kit for games: one call checks that rules, text, keys, symmetries, evaluation and search fit together.
//!
//! Rules are checked against themselves (lists against counts, play against text, images against images) along seeded
//! random games, and against numbers from elsewhere by perft tables. The first thing that is wrong ends the run with a
//! [`Failure`] that names the check, the position and the move. A panic inside the game is caught and counts as wrong.
//!
//! ```
//! # use plywright::{conformance::Conformance, *};
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)] pub struct Heap(u8, Side);
//! # impl State for Heap {
//! #   fn side(&self) -> Side { self.1 }
//! #   fn key(&self) -> Key { Key::mix(u64::from(self.0) << 1 | self.1.index() as u64) }
//! # }
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)] pub struct Take(u8);
//! # impl Move for Take { fn code(self) -> u32 { self.0.into() } }
//! # #[derive(Clone, Default)] pub struct TakeAway;
//! # impl Hints for TakeAway {}
//! # impl Symmetric for TakeAway {}
//! # impl Game for TakeAway {
//! #   type State = Heap; type Move = Take;
//! #   fn start(&self) -> Heap { Heap(9, Side::First) }
//! #   fn moves(&self, heap: &Heap, out: &mut Moves<Take>) -> Option<Ending> {
//! #     out.extend((1..=heap.0.min(3)).map(Take)); (heap.0 == 0).then_some(Ending::Win(!heap.1)) }
//! #   fn play(&self, heap: &mut Heap, take: Take) { *heap = Heap(heap.0 - take.0, !heap.1) }
//! # }
//! # impl Notation for TakeAway {
//! #   fn parse_position(&self, text: &str) -> Result<Heap, ParsePositionError> {
//! #     let wrong = || ParsePositionError::new("heap", text, "a heap up to 9 and a side, as in 5a");
//! #     let (heap, side) = text.split_at_checked(1).ok_or_else(wrong)?;
//! #     let heap = heap.parse().map_err(|_| wrong())?;
//! #     match side { "a" => Ok(Heap(heap, Side::First)), "b" => Ok(Heap(heap, Side::Second)), _ => Err(wrong()) }
//! #   }
//! #   fn position_text(&self, heap: &Heap) -> String { format!("{}{}", heap.0, ["a", "b"][heap.1.index()]) }
//! #   fn move_text(&self, _: &Heap, take: Take) -> String { take.0.to_string() }
//! # }
//! # impl Playable for TakeAway {
//! #   type Eval = NoEval;
//! #   const NAME: &'static str = "take-away";
//! #   const SUMMARY: &'static str = "Who takes the last one has won.";
//! # }
//! let report = Conformance::new(&TakeAway).perft_table("9a\t1\t3\n9a\t2\t9\n").games(20).run();
//! assert_eq!(report.expect("TakeAway conforms").perft_rows, 2);
//! ```

mod endings;
mod evaluation;
mod hints;
mod keys;
mod legality;
mod line;
mod names;
mod perft;
mod probe;
mod random_games;
mod report;
mod rules;
mod scene;
mod search;
mod symmetry;
mod text;

pub use line::{play_line, play_line_from};
pub use report::{Check, Failure, Report};

use crate::playable::Playable;
use crate::search::Rng;
use hints::WinsTold;
use keys::Keys;

/// The environment variable that [`assert_conforms`] takes the number of random games from.
pub const GAMES_VARIABLE: &str = "PLYWRIGHT_GAMES";

/// In longer runs the searches are compared in one position for so many games.
const GAMES_PER_SEARCH: usize = 30;

/// What to check, and how much of it.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G> {
    game: &'a G,
    perft_tables: Vec<&'a str>,
    ending_tables: Vec<&'a str>,
    games: usize,
    longest_game: usize,
    texts: usize,
    searches: usize,
    search_nodes: u64,
    shortest_cycle: u16,
    seed: u64,
}

/// A run under way: what the checks share.
struct Run<'a, G: Playable> {
    game: &'a G,
    setup: &'a Conformance<'a, G>,
    rng: Rng,
    report: Report,
    keys: Keys<G>,
    /// Legal moves of earlier positions, to be offered to others.
    moves: Vec<G::Move>,
    /// Positions drawn evenly from the games.
    sample: Vec<G::State>,
    /// Positions some moves before a game was won, with the winner.
    decided: Vec<(G::State, crate::side::Side)>,
    wins_told: WinsTold,
}

impl<'a, G: Playable> Conformance<'a, G> {
    /// The checks of that game, in an amount that takes seconds: 200 random games of at most 20,000 moves, 2,000
    /// mutilated texts, 16 positions for the searches.
    pub const fn new(game: &'a G) -> Self {
        Self {
            game,
            perft_tables: Vec::new(),
            ending_tables: Vec::new(),
            games: 200,
            longest_game: 20_000,
            texts: 2_000,
            searches: 16,
            search_nodes: 20_000,
            shortest_cycle: 4,
            seed: 1,
        }
    }

    /// Adds perft counts: lines of position, depth and count with tabs between them. Empty lines and lines that begin
    /// with `#` are passed over. The positions also serve as starts of random games.
    pub fn perft_table(mut self, table: &'a str) -> Self {
        self.perft_tables.push(table);
        self
    }

    /// Adds known endings: lines of a position and how the game ended there, with a tab between them. The ending is
    /// `first` or `second` for a win of that side, `draw`, `open` where the game goes on, or the margin of the first side
    /// in the evaluation's units. Empty lines and lines that begin with `#` are passed over.
    pub fn known_endings(mut self, table: &'a str) -> Self {
        self.ending_tables.push(table);
        self
    }

    /// Plays so many random games.
    pub const fn games(mut self, games: usize) -> Self {
        self.games = games;
        self
    }

    /// Takes a random game that goes on for more moves than this for one that never ends.
    pub const fn longest_game(mut self, moves: usize) -> Self {
        self.longest_game = moves;
        self
    }

    /// Offers so many mutilated texts to the parsers.
    pub const fn texts(mut self, texts: usize) -> Self {
        self.texts = texts;
        self
    }

    /// Compares the searches in so many positions; 0 leaves them out.
    pub const fn searches(mut self, positions: usize) -> Self {
        self.searches = positions;
        self
    }

    /// Searches as deep as plain minimax gets with about so many nodes.
    pub const fn search_nodes(mut self, nodes: u64) -> Self {
        self.search_nodes = nodes;
        self
    }

    /// Takes a position to come back after so many moves at the earliest, instead of 4: two by each side.
    pub const fn shortest_cycle(mut self, moves: u16) -> Self {
        self.shortest_cycle = moves;
        self
    }

    /// Draws all random choices from this seed.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs all checks.
    ///
    /// # Errors
    /// The first thing that is wrong with the game.
    pub fn run(&self) -> Result<Report, Failure> {
        let mut run = Run {
            game: self.game,
            setup: self,
            rng: Rng::new(self.seed),
            report: Report::default(),
            keys: Keys::new(),
            moves: Vec::new(),
            sample: Vec::new(),
            decided: Vec::new(),
            wins_told: WinsTold::default(),
        };
        run.check_names()?;
        run.play_games()?;
        run.check_perft()?;
        run.check_endings()?;
        run.check_symmetries()?;
        run.check_texts()?;
        run.check_scenes()?;
        run.check_evaluation()?;
        run.check_searches()?;
        Ok(run.report)
    }
}

/// The test of a game in one call: all checks in their usual amount, with the number of random games out of the
/// environment variable [`GAMES_VARIABLE`] if it is set.
///
/// # Panics
/// When something is wrong with the game.
pub fn assert_conforms<G: Playable>(game: &G, perft_table: &str) {
    let mut setup = Conformance::new(game).perft_table(perft_table);
    if let Some(games) = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()) {
        // Long runs look closer at everything, not at more games alone.
        let searches = setup.searches.max(games / GAMES_PER_SEARCH);
        setup = setup.games(games).searches(searches);
    }
    match setup.run() {
        Ok(report) => println!("{}: {report}", G::NAME),
        Err(failure) => panic!("{} does not conform: {failure}", G::NAME),
    }
}
