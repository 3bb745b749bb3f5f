//! Finds puzzles in self-play games and grades them.
//!
//! Weak engines play the games, because their mistakes lead to positions with one right move. Exact values or the
//! mate solver prove a puzzle. No position is examined twice.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use plywright::engine::{DynEngine, Go, Outcome, SearchError, SetOptionError, Setup, SetupError};
use plywright::game::DynLine;
use plywright::search::ForcedWin;
use plywright::tablebase::{Value, Wdl};
use plywright::{FULL_STRENGTH, Key, Side};
use plywright_matches::openings::RandomPlies;
use plywright_matches::player::seed_engine;
use plywright_training::{GameSink, MakeEngine, RecordedGame, SelfPlay, SelfPlayError, play_games};
use thiserror::Error;

use super::{Goal, NODES, Puzzle, best_line};

/// Level of the engine that plays the games, low enough for mistakes.
const PLAYING_LEVEL: &str = "6";
/// Node limit of the searches in the games.
const PLAYING_NODES: u64 = 1000;
/// Maximum number of random moves at the start of a game.
const MAX_OPENING: usize = 16;
/// Maximum number of searched moves in a game.
const MAX_PLIES: usize = 200;
/// Maximum number of puzzles from one game.
const PER_GAME: usize = 2;
/// Maximum number of games for each puzzle that is wanted. The search ends after them, even if it has found fewer
/// puzzles.
const GAMES_PER_PUZZLE: u64 = 400;
/// Minimum number of legal moves in a puzzle.
const MIN_MOVES: usize = 4;
/// Minimum length of a win in plies. A win by the first move is too easy.
const MIN_PLIES: u32 = 3;
/// Difference between two successive levels that are tried.
const LEVEL_STEP: usize = 2;
/// Number of seeds with which a level must solve a puzzle. With one seed, a weak level may find the move by chance.
const SEEDS: u64 = 3;

/// Settings of a search for puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleSettings {
    /// Number of puzzles wanted.
    pub count: usize,
    /// Maximum length in plies of a forced win that the mate solver finds.
    pub plies: u8,
    /// Node limit of each search of the mate solver.
    pub nodes: u64,
    /// Seed of the games.
    pub seed: u64,
    /// Rules that differ from the variant's, as names and values.
    pub rules: Vec<(String, String)>,
}

/// What a search for puzzles reports while it runs.
pub enum Found {
    /// A puzzle, graded and complete.
    Puzzle(Box<Puzzle>),
    /// A game has been searched for puzzles; the number counts the games searched so far.
    Game(u64),
}

/// Reason why a search for puzzles failed.
#[derive(Debug, Error)]
pub enum FindError {
    /// Self-play failed.
    #[error("{0}")]
    SelfPlay(#[from] SelfPlayError),
    /// An engine cannot be created or rejects an option.
    #[error(transparent)]
    Option(#[from] SetOptionError),
    /// The rules reject a position or a move of a game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Searches for puzzles until there are enough, the games run out, or `stop` is set. `engine` creates engines
/// with the rules of the puzzles. Passes each puzzle to `listener`, and after each game the number of games
/// searched so far.
///
/// # Errors
/// Returns an error if an engine cannot be created, a game cannot be played, a search fails, or a file with exact
/// values is damaged.
pub fn find(
    settings: &PuzzleSettings,
    engine: &MakeEngine,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(Found),
) -> Result<(), FindError> {
    let games = SelfPlay {
        games: settings.count as u64 * GAMES_PER_PUZZLE,
        first: 0,
        nodes: PLAYING_NODES,
        seed: settings.seed,
        opening: RandomPlies { min: 0, max: MAX_OPENING },
        branches: 0.0,
        max_plies: MAX_PLIES,
        to_the_end: true,
        concurrency: 1,
        network: None,
        options: vec![("SkillLevel".to_owned(), PLAYING_LEVEL.to_owned())],
    };
    let mut finder = Finder { settings, analyst: engine()?, grader: engine()?, tried: HashSet::new() };
    // The transposition table is small because it is cleared before each search.
    finder.grader.change(&|settings| settings.hash = 1)?;
    let (mut count, mut failed) = (0, None);
    play_games(&games, engine, GameSink::default(), stop, &mut |game| {
        let searched = finder.search(&game, settings.count - count, stop, &mut |puzzle| {
            count += 1;
            listener(Found::Puzzle(Box::new(puzzle)));
        });
        listener(Found::Game(game.number + 1));
        failed = searched.err().or_else(|| {
            let message = finder.analyst.failure().or_else(|| finder.grader.failure())?;
            Some(SelfPlayError::Tables { number: game.number, message }.into())
        });
        let ends = failed.is_some() || count == settings.count || stop.load(Ordering::Relaxed);
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    failed.map_or(Ok(()), Err)
}

/// Goal and solution of a position that is proven to be a puzzle.
type Certified = (Goal, Vec<String>);

/// A search for puzzles.
struct Finder<'a> {
    settings: &'a PuzzleSettings,
    /// Engine that proves puzzles and finds their solutions.
    analyst: Box<dyn DynEngine>,
    /// Engine that tries to solve puzzles at several levels.
    grader: Box<dyn DynEngine>,
    /// Keys of the positions examined so far. Symmetric images of a position have the same key.
    tried: HashSet<Key>,
}

impl Finder<'_> {
    /// Replays a game and passes the puzzles among its positions to `found`: at most `left`, and at most [`PER_GAME`].
    /// Ends early if `stop` is set.
    fn search(
        &mut self,
        game: &RecordedGame,
        left: usize,
        stop: &AtomicBool,
        found: &mut dyn FnMut(Puzzle),
    ) -> Result<(), FindError> {
        let texts = game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text));
        let (rules, mut before, mut count) = (self.analyst.dyn_game(), None::<Side>, 0);
        let mut line = rules.start();
        for text in texts {
            let side = line.side();
            // Only the first position of a side's turn can be a puzzle.
            if before != Some(side)
                && let Some((goal, solution)) = self.certify(&*line)?
            {
                found(self.grade(&*line, goal, solution)?);
                count += 1;
            }
            if count == left.min(PER_GAME) || stop.load(Ordering::Relaxed) {
                break;
            }
            line.replay(&[text])?;
            // A puzzle begins without the moves before it, so they must not cause a draw by repetition here.
            (line, before) = (rules.set_up(&Setup::Text(line.text()), &[])?, Some(side));
        }
        Ok(())
    }

    /// Returns the goal and the solution if the position is a puzzle: exactly one right move, at least [`MIN_MOVES`]
    /// legal moves, no symmetry, and no win known to be shorter than [`MIN_PLIES`] plies. Returns `None` for a position
    /// that was examined before, itself or as a symmetric image.
    fn certify(&mut self, position: &dyn DynLine) -> Result<Option<Certified>, SearchError> {
        let is_candidate = position.outcome() == Outcome::Open
            && position.own_symmetries() == 1
            && self.tried.insert(position.canonical_key())
            && position.moves().len() >= MIN_MOVES;
        if !is_candidate {
            return Ok(None);
        }
        let probed = self.analyst.exact(position).map(|probed| probed.moves);
        let values = probed.and_then(|moves| {
            moves.into_iter().map(|(text, value)| Some((text, value?))).collect::<Option<Vec<_>>>()
        });
        if let Some([(best, value), (_, second), ..]) = values.as_deref() {
            return self.certify_by_values(position, best, [*value, *second]);
        }
        let forced = self.analyst.forced_win(position, self.settings.plies, self.settings.nodes);
        let Some(ForcedWin { plies, line, moves }) = forced else { return Ok(None) };
        let is_puzzle = u32::from(plies) >= MIN_PLIES && moves.len() == 1;
        Ok(is_puzzle.then(|| (Goal::WinIn(u32::from(plies).div_ceil(2)), line)))
    }

    /// Returns the goal and the solution if the exact values prove a puzzle, otherwise `None`. `best` is the best move;
    /// `value` and `second` are the values of the best and the second best move. The solution has only the best move if
    /// a search chooses another one.
    fn certify_by_values(
        &self,
        position: &dyn DynLine,
        best: &String,
        [value, second]: [Value; 2],
    ) -> Result<Option<Certified>, SearchError> {
        let is_long = value.plies().is_none_or(|plies| plies >= MIN_PLIES);
        let goal = if value.is_win() { Goal::Win } else { Goal::Draw };
        let is_only = Wdl::from(value) != Wdl::from(second);
        if value.is_loss() || !is_only || (goal == Goal::Win && !is_long) {
            return Ok(None);
        }
        let line = best_line(&*self.analyst, position)?;
        Ok(Some((goal, if line.first() == Some(best) { line } else { vec![best.clone()] })))
    }

    /// Creates a puzzle with its themes and its level. Tries the levels from 0 on, in steps of [`LEVEL_STEP`], until
    /// one solves the puzzle.
    fn grade(&mut self, start: &dyn DynLine, goal: Goal, line: Vec<String>) -> Result<Puzzle, FindError> {
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        let themes = start.themes(&moves).into_iter().map(str::to_owned).collect();
        let mut level = None;
        for candidate in (0..=FULL_STRENGTH).step_by(LEVEL_STEP) {
            if self.solves(start, &line, candidate)? {
                level = Some(candidate);
                break;
            }
        }
        Ok(Puzzle {
            game: start.facts().game.to_owned(),
            variant: start.facts().variant.clone(),
            rules: self.settings.rules.clone(),
            position: start.text(),
            goal,
            line,
            level,
            themes,
        })
    }

    /// Whether the grader, set to `level`, plays the right move under each of [`SEEDS`] seeds.
    fn solves(&mut self, start: &dyn DynLine, line: &[String], level: u8) -> Result<bool, FindError> {
        let engine = &mut *self.grader;
        engine.change(&|settings| settings.skill_level = Some(level))?;
        for seed in 0..SEEDS {
            engine.new_game()?;
            seed_engine(engine, seed);
            let (answer, _) = engine.search(start, &Go { nodes: Some(NODES), ..Go::default() }).answer()?;
            if answer.best.as_ref() != line.first() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
