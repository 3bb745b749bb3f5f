//! Openings of a match: random moves, or positions and lines of moves from a file. All games of a round start from the
//! same opening.
//!
//! A match may ask for balanced openings, in which neither side is clearly better. This costs a search for each opening
//! that is considered.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::Key;
use plywright::engine::{DynEngine, DynGame, Go, Outcome, Setup, SetupError};
use plywright::game::DynLine;
use plywright::search::Rng;
use thiserror::Error;

use crate::files::LocatedError;
pub use crate::opening::Opening;
pub use crate::opening_choice::{OpeningChoice, RandomPlies};
use crate::opening_file::{self, OpeningFile};
use crate::record::EngineScore;

/// Maximum number of random openings drawn for one round. If none of them is usable, the match cannot be played.
const ATTEMPTS: u64 = 100_000;
/// After this number of attempts in a row that reach no new position, all random openings count as tried.
const STALE_ATTEMPTS: usize = 1000;

/// Condition for a balanced opening: a search of its last position finds neither side clearly better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Maximum absolute score, in the units of [`EngineScore::number`].
    pub score: i32,
    /// Node limit of the search, at least 1.
    pub nodes: u64,
}

impl Balance {
    /// Default node limit of the search. With fewer nodes, many openings between Santorini's gods pass as balanced
    /// although the same side always wins them.
    pub const NODES: u64 = 200_000;

    /// Searches a position and returns whether its score is within the limit; `false` if the search fails or finds no
    /// score.
    fn holds(self, engine: &dyn DynEngine, position: &dyn DynLine) -> bool {
        let go = Go { nodes: Some(self.nodes), ..Go::default() };
        let line = engine.search(position, &go).answer().ok().and_then(|(_, line)| line);
        line.is_some_and(|line| EngineScore::of(position, line.score).number().abs() <= self.score)
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balanced {} at {} nodes", self.score, self.nodes)
    }
}

/// Reason why no opening can be played.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read, is malformed, has an illegal opening, names other rules or has no usable opening.
    #[error(transparent)]
    File(#[from] LocatedError),
    /// No random opening can be used, because each opening tried ends the game or is unbalanced.
    #[error(
        "no opening {plies} is usable: each position found ({tried}) ends the game or is not balanced; expected \
         another number of moves or a greater --balanced"
    )]
    Random {
        /// Number of moves of the openings.
        plies: RandomPlies,
        /// Number of different positions that were reached.
        tried: usize,
    },
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    /// Limit on the scores of random openings; `None` accepts any score. A list from a file has been filtered already.
    balance: Option<Balance>,
    seed: u64,
    /// Number, from 1, of the first line of the file that is not UTF-8; `None` if there is none. Such lines are read as
    /// ISO 8859-1.
    pub line_in_latin_1: Option<u64>,
}

#[derive(Clone, Debug)]
enum Source {
    Random(RandomPlies),
    List(Vec<Opening>),
}

impl Openings {
    /// Prepares the openings. Reads those of a file and orders them as `choice` says, without those that end the game.
    /// With `balance`, `engine` first searches each opening of the file, which can take minutes, to leave out
    /// unbalanced ones. `engine` must have the rules of the match; `rules` are the names and values of the options that
    /// were set to get them.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, if an entry is not a legal opening or names other rules, or if no
    /// entry is usable.
    pub fn new(
        choice: &OpeningChoice,
        balance: Option<Balance>,
        seed: u64,
        rules: &[(String, String)],
        engine: &dyn DynEngine,
    ) -> Result<Self, OpeningError> {
        Self::prepare(choice, balance, seed, rules, engine, &mut |_, _| ())
    }

    /// Prepares the openings like [`Openings::new`]. Before each search of an opening from a file, `listener` receives
    /// the number of openings searched so far and the number of all openings.
    ///
    /// # Errors
    /// Returns the errors of [`Openings::new`].
    pub fn prepare(
        choice: &OpeningChoice,
        balance: Option<Balance>,
        seed: u64,
        rules: &[(String, String)],
        engine: &dyn DynEngine,
        listener: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, OpeningError> {
        let game = engine.dyn_game();
        let (source, line_in_latin_1) = match choice {
            OpeningChoice::Random(plies) => (Source::Random(*plies), None),
            OpeningChoice::File { path, is_shuffled, start, plies } => {
                let OpeningFile { openings: mut list, line_in_latin_1 } =
                    opening_file::read(path, *plies, rules, &*game)?;
                if let Some(balance) = balance {
                    let (all, mut searched) = (list.len(), 0);
                    list.retain(|opening| {
                        listener(searched, all);
                        searched += 1;
                        opening.line(&*game).is_ok_and(|line| balance.holds(engine, &*line))
                    });
                }
                if *is_shuffled {
                    Rng::new(Key::mix(seed).0).shuffle(&mut list);
                }
                if list.is_empty() {
                    let error = "every opening in it ends the game or is not balanced";
                    return Err(LocatedError::new(path, error).into());
                }
                let first = start.saturating_sub(1) % list.len();
                list.rotate_left(first);
                (Source::List(list), line_in_latin_1)
            }
        };
        Ok(Self { source, balance, seed, line_in_latin_1 })
    }

    /// Returns a hash of the list of openings, in the order in which they are played; `None` for random openings.
    pub fn content(&self) -> Option<Key> {
        let Source::List(list) = &self.source else { return None };
        Some(Key::of(&list.iter().map(Opening::to_string).collect::<Vec<_>>()))
    }

    /// Returns the opening of round `number`, counted from 0; a file begins again after its last opening. Random
    /// openings are drawn until one leaves the game open. With a balance, a search by `engine` must also find it
    /// balanced, which can take minutes. `engine` must have the rules of the match. Before each search, `listener`
    /// receives the number of different positions drawn. `None` if `interrupt` is set.
    ///
    /// # Errors
    /// Returns an error if no usable random opening is found.
    pub fn get(
        &self,
        number: usize,
        engine: &dyn DynEngine,
        interrupt: &AtomicBool,
        listener: &mut dyn FnMut(usize),
    ) -> Result<Option<Opening>, OpeningError> {
        let plies = match &self.source {
            Source::List(list) => return Ok(Some(list[number % list.len()].clone())),
            Source::Random(plies) => *plies,
        };
        let (game, mut tried, mut stale) = (engine.dyn_game(), HashSet::new(), 0);
        for attempt in 0..ATTEMPTS {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some((opening, line)) = self.draw(plies, number, attempt, &*game) else { continue };
            if !tried.insert(line.key()) {
                stale += 1;
                if stale == STALE_ATTEMPTS {
                    break;
                }
                continue;
            }
            stale = 0;
            if line.outcome() != Outcome::Open {
                continue;
            }
            let Some(balance) = self.balance else { return Ok(Some(opening)) };
            listener(tried.len());
            if balance.holds(engine, &*line) {
                return Ok(Some(opening));
            }
        }
        Err(OpeningError::Random { plies, tried: tried.len() })
    }

    /// Returns the opening of round `number`, counted from 0. With a list, this is the list's opening; `None` if
    /// `is_wanted` refuses it. Otherwise it is the first random opening that leaves the game open and that `is_wanted`
    /// accepts; `None` if no attempt finds one. Openings are not searched, so they may be unbalanced.
    pub(crate) fn find(
        &self,
        number: usize,
        game: &dyn DynGame,
        is_wanted: impl Fn(&Opening) -> bool,
    ) -> Option<Opening> {
        match &self.source {
            Source::List(list) => Some(list[number % list.len()].clone()).filter(is_wanted),
            Source::Random(plies) => (0..ATTEMPTS).find_map(|attempt| {
                let (opening, line) = self.draw(*plies, number, attempt, game)?;
                (line.outcome() == Outcome::Open && is_wanted(&opening)).then_some(opening)
            }),
        }
    }

    /// Draws a random opening: plays random moves from the start of a game. The seed, `number` and `attempt` determine
    /// the moves. If the game ends early, the opening has fewer moves. Returns `None` if the rules reject a move that
    /// they listed.
    fn draw(
        &self,
        RandomPlies { min, max }: RandomPlies,
        number: usize,
        attempt: u64,
        game: &dyn DynGame,
    ) -> Option<(Opening, Box<dyn DynLine>)> {
        // An attempt has fewer than 20 bits, so each pair of `number` and `attempt` gives a different number.
        let draw_number = ((number as u64) << 20) ^ attempt;
        let mut rng = Rng::new(Key::mix(Key::mix(self.seed).0 ^ draw_number).0);
        let length = if min < max { min + rng.below(max - min + 1) } else { min };
        let mut line = game.start();
        let moves = random_moves(&mut *line, length, &mut rng).ok()?;
        Some((Opening { setup: Setup::Start, moves }, line))
    }
}

/// Plays up to `plies` random moves in `line` and returns their texts. Stops early if the game ends.
///
/// # Errors
/// Returns an error if the rules reject a move that they listed.
pub fn random_moves(line: &mut dyn DynLine, plies: usize, rng: &mut Rng) -> Result<Vec<String>, SetupError> {
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let Some(text) = line.random_move(rng) else { break };
        line.replay(&[&text])?;
        moves.push(text);
    }
    Ok(moves)
}
