//! A test kit for games: one call checks that the rules, texts, keys, symmetries, evaluation and searches of
//! a game are consistent.
//!
//! The kit plays random games from a seed and compares methods of the game with each other, such as the move list
//! with the count of moves. Only tables of known results, perft counts and endings, can reveal a misunderstood rule.
//! The first fault ends the run with a [`Failure`] that names the check, the position and the move. A panic in the game
//! is caught and counts as a fault. A stack overflow cannot be caught: it ends the program with a message that has the
//! name of the thread. While rules, hints and texts are checked, this name contains the position. The warnings of a
//! [`Report`] name missing tables, gaps in them, and hints without effect.
//!
//! ```
//! # use plywright::{testkit::Conformance, *};
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
//! #   const INFO: GameInfo = GameInfo::new("take-away", "Who takes the last one has won.");
//! # }
//! let perft_table = "9a\t1\t3\n9a\t2\t9\n";
//! let report = Conformance { perft_table, games: 20, ..Conformance::new(&TakeAway) }.run();
//! assert_eq!(report.expect("TakeAway conforms").perft_rows, 2);
//! ```

mod conformance;
mod coverage;
mod evaluation;
mod hints;
mod keys;
mod kinds;
mod known;
mod player;
mod probe;
mod puzzles;
mod random_games;
mod report;
mod rules;
mod run;
mod scene;
mod search;
mod stop;
mod symmetry;
mod text;
mod threats;
mod wins;

pub use conformance::{Conformance, Impossibility, SideSwap};
pub use player::Player;
pub use puzzles::prove_puzzles;
pub use report::{Check, Failure, Report};
pub use wins::{random_wins, shortest_win};

use std::io::{self, Write};
use std::sync::Arc;

use crate::game::Playable;
use crate::network::Learnable;
use crate::search::{Algorithm, Control, Limits, Resources, Root, Search, SearchResult, Table};
use crate::text::Notation;
use run::Run;

/// Name of the environment variable that sets the number of random games for [`Conformance::assert`].
pub const GAMES_VARIABLE: &str = "PLYWRIGHT_GAMES";

/// If [`GAMES_VARIABLE`] is set, [`Conformance::searches`] is raised to the number of random games divided by this
/// number.
const GAMES_PER_SEARCH: usize = 30;

impl<G: Playable> Conformance<'_, G> {
    /// Runs all checks as a test. The environment variable [`GAMES_VARIABLE`] overrides the number of random games, and
    /// is ignored if it is not a whole number. With many games, the searches are compared in more positions too. If the
    /// test passes, prints the report to standard output and the warnings to standard error.
    ///
    /// # Panics
    ///
    /// Panics at the first fault.
    pub fn assert(mut self) {
        if let Some(games) = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()) {
            (self.games, self.searches) = (games, self.searches.max(games / GAMES_PER_SEARCH));
        }
        match self.run() {
            Ok(report) => {
                println!("{}: {report}", G::INFO.name);
                for warning in &report.warnings {
                    // The test harness hides what `eprintln` prints in a test that passes, but not what `writeln`
                    // writes. The result of the writing is ignored, because standard error may be closed.
                    let _ = writeln!(io::stderr(), "warning: {}: {warning}", G::INFO.name);
                }
            }
            Err(failure) => panic!("{} does not conform: {failure}", G::INFO.name),
        }
    }

    /// Runs all checks, and returns the statistics and warnings. Runs with equal settings check the same positions.
    /// Checks that measure time, and searches with several threads, may have other results.
    ///
    /// # Errors
    ///
    /// Returns the first fault found. A panic of the game within a check is a fault too.
    pub fn run(&self) -> Result<Report, Failure> {
        let mut run = Run::new(self);
        text::check_names(&run)?;
        random_games::play(&mut run)?;
        known::check(&mut run)?;
        coverage::check(&mut run)?;
        symmetry::check(&run)?;
        random_games::check_numbering(&mut run)?;
        text::check(&mut run)?;
        scene::check(&run)?;
        evaluation::check(&mut run)?;
        search::check(&mut run)?;
        stop::check(&run)?;
        Ok(run.finish())
    }
}

/// Plays moves, given as text, from the start of the game. Returns the last position.
///
/// # Panics
///
/// Panics if a move is illegal or unreadable.
pub fn play_line<G: Notation>(game: &G, moves: &[&str]) -> G::State {
    play_line_from(game, game.start(), moves)
}

/// Plays moves, given as text, from `state`. Returns the last position.
///
/// # Panics
///
/// Panics if a move is illegal or unreadable.
pub fn play_line_from<G: Notation>(game: &G, mut state: G::State, moves: &[&str]) -> G::State {
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{moves:?}: {error}"));
        game.play(&mut state, mv);
    }
    state
}

/// Returns the rows of a table, each as its `N` fields. A row is a line of text, and tabs separate its fields. Lines
/// that begin with `#` are left out.
///
/// # Panics
///
/// Panics if a line has another number of fields. An empty line has one field.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().unwrap_or_else(|fields| panic!("expected {N} fields, found {fields:?}"))
    })
}

/// Searches a position in one thread, with the hand-written evaluation and an empty transposition table of 16 MiB.
/// Without limits, most algorithms search until they have proven the value of the position, which may be never.
///
/// # Panics
///
/// Panics if there is not enough memory for the table.
pub fn searched<G: Playable>(
    game: &G,
    state: &G::State,
    algorithm: Algorithm,
    limits: Limits,
) -> SearchResult<G::Move> {
    let resources = Resources::new(Arc::new(Table::new(16).expect("memory for the table")));
    let mut search = algorithm.search(game.clone(), game.eval(), resources);
    search.search(&Root::new(game, state.clone()), &limits, &Control::new(), &mut ())
}

/// Returns the game's evaluation with the network that the game ships.
///
/// # Panics
///
/// Panics if the evaluation has no network slot, or if the shipped network is missing, unreadable or does not
/// fit.
pub fn eval_with_shipped_network<G: Playable>(game: &G) -> G::Eval {
    let mut eval = game.eval();
    let features = eval.features().expect("an evaluation with a network slot");
    let network = (features.shipped)(game).expect("a readable network");
    eval.set_network(Some(network)).expect("a network with the game's features");
    eval
}

/// Tests a game by [`Conformance::assert`] with a perft table and otherwise the default settings. The format of the
/// table is described at [`Conformance::perft_table`].
///
/// # Panics
///
/// Panics at the first fault.
pub fn assert_conforms<G: Playable>(game: &G, perft_table: &str) {
    Conformance { perft_table, ..Conformance::new(game) }.assert();
}
