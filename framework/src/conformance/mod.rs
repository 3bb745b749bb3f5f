//! A test kit for games: one call checks that rules, text, keys, symmetries, evaluation and search fit
//! together.
//!
//! Rules are checked against themselves (lists against counts, play against text, images against images)
//! along seeded random games, and against numbers from elsewhere by perft tables. The first thing that is
//! wrong ends the run with a [`Failure`] that names the check, the position and the move. A panic inside the
//! game is caught and counts as wrong. What a run cannot check is among the warnings of its [`Report`].
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
//! #     let side = match side { "a" => Side::First, "b" => Side::Second, _ => return Err(wrong()) };
//! #     Ok(Heap(heap, side))
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
mod numbering;
mod perft;
mod probe;
mod random_games;
mod report;
mod rules;
mod run;
mod scene;
mod search;
mod setup;
mod stop;
mod symmetry;
mod text;
mod warnings;
mod wins;

pub use line::{play_line, play_line_from};
pub use report::{Check, Failure, Report};
pub use wins::{random_wins, shortest_win};

use std::io::{self, Write};

use crate::network::Learnable;
use crate::playable::Playable;
use run::Run;
use setup::Setup;

/// The environment variable that [`assert_conforms`] takes the number of random games from.
pub const GAMES_VARIABLE: &str = "PLYWRIGHT_GAMES";

/// Games for each position in which longer runs compare the searches.
const GAMES_PER_SEARCH: usize = 30;

/// The checks of a game, in an amount that takes seconds unless set otherwise.
#[derive(Clone, Debug)]
pub struct Conformance<'a, G> {
    setup: Setup<'a, G>,
}

impl<'a, G: Playable> Conformance<'a, G> {
    /// The checks of that game, in an amount that takes seconds: 200 random games of at most 20,000 moves,
    /// 2,000 mutilated texts, 16 positions for the searches.
    pub const fn new(game: &'a G) -> Self {
        Self { setup: Setup::new(game) }
    }

    /// Adds perft counts: lines of position, depth and count with tabs between them. Empty lines and lines
    /// that begin with `#` are passed over. The positions also serve as starts of random games.
    pub fn perft_table(mut self, table: &'a str) -> Self {
        self.setup.perft_tables.push(table);
        self
    }

    /// Adds known endings: lines of a position and how the game ended there, with a tab between them. The
    /// ending is `first` or `second` for a win of that side, `draw`, `open` where the game goes on, or the
    /// margin of the first side in the evaluation's units. Empty lines and lines that begin with `#` are
    /// passed over.
    pub fn known_endings(mut self, table: &'a str) -> Self {
        self.setup.ending_tables.push(table);
        self
    }

    /// Sets the number of random games.
    pub const fn games(mut self, games: usize) -> Self {
        self.setup.games = games;
        self
    }

    /// Takes a random game that goes on for more moves than this for one that never ends.
    pub const fn longest_game(mut self, moves: usize) -> Self {
        self.setup.longest_game = moves;
        self
    }

    /// Sets the number of mutilated texts that the parsers are offered.
    pub const fn texts(mut self, texts: usize) -> Self {
        self.setup.texts = texts;
        self
    }

    /// Sets the number of positions in which the searches are compared; 0 leaves them out.
    pub const fn searches(mut self, positions: usize) -> Self {
        self.setup.searches = positions;
        self
    }

    /// Searches as deep as plain minimax gets with about this number of nodes.
    pub const fn search_nodes(mut self, nodes: u64) -> Self {
        self.setup.search_nodes = nodes;
        self
    }

    /// Minimum number of moves after which a position comes back, instead of 4: two by each side.
    pub const fn shortest_cycle(mut self, moves: u16) -> Self {
        self.setup.shortest_cycle = moves;
        self
    }

    /// Draws all random choices from this seed.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.setup.seed = seed;
        self
    }

    /// Runs all checks.
    ///
    /// # Errors
    /// The first thing that is wrong with the game.
    pub fn run(&self) -> Result<Report, Failure> {
        let mut run = Run::new(&self.setup);
        names::check(&run)?;
        random_games::play(&mut run)?;
        perft::check(&mut run)?;
        endings::check(&mut run)?;
        symmetry::check(&run)?;
        numbering::check(&mut run)?;
        text::check(&mut run)?;
        scene::check(&run)?;
        evaluation::check(&mut run)?;
        search::check(&mut run)?;
        stop::check(&run)?;
        warnings::collect(&mut run);
        Ok(run.report)
    }
}

/// The test of a network that comes with a game: its file is read, and its features are the game's.
///
/// # Panics
/// When the game has no network, or one that does not fit.
pub fn assert_shipped_network_fits<G: Playable>(game: &G) {
    let mut eval = game.eval();
    let slot = eval.slot().expect("an evaluation that asks a network");
    let network = slot.shipped(game).expect("a network that can be read");
    slot.fill(Some(network)).expect("a network of the game's features");
}

/// The test of a game in one call: all checks in their usual amount, with the number of random games out of
/// the environment variable [`GAMES_VARIABLE`] if it is set. Warnings go to standard error, where a test that
/// passes shows them too.
///
/// # Panics
/// When something is wrong with the game.
pub fn assert_conforms<G: Playable>(game: &G, perft_table: &str) {
    let mut checks = Conformance::new(game).perft_table(perft_table);
    if let Some(games) = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()) {
        // Long runs look closer at everything, not at more games alone.
        let searches = checks.setup.searches.max(games / GAMES_PER_SEARCH);
        checks = checks.games(games).searches(searches);
    }
    match checks.run() {
        Ok(report) => {
            println!("{}: {report}", G::NAME);
            for warning in &report.warnings {
                // Unlike what macros print, this is not captured. A closed standard error is no fault.
                let _ = writeln!(io::stderr(), "warning: {}: {warning}", G::NAME);
            }
        }
        Err(failure) => panic!("{} does not conform: {failure}", G::NAME),
    }
}
