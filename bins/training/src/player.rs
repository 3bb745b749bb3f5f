//! Player of self-play: plays one game of a run, or checks one that was played on another machine.
//!
//! A game's number determines its random moves and the engine's seed, so every machine plays the same game.

use std::sync::{Arc, Mutex};

use plywright::engine::{DynEngine, Go, Outcome, SearchError, Setup, lock};
use plywright::game::DynLine;
use plywright::search::Rng;
use plywright::{Key, Side};
use plywright_matches::openings::{RandomPlies, random_moves};
use plywright_matches::player::seed_engine;
use plywright_matches::record::{GameResult, numbered};
use plywright_matches::searches::Searches;

use crate::MakeEngine;
use crate::error::SelfPlayError;
use crate::plan::SelfPlay;
use crate::record::{RecordedGame, RecordedMove};

/// Default options of the engine. The run's own options override them. The transposition table has only 1 MiB
/// because it is cleared before each game.
const OPTIONS: [(&str, &str); 2] = [("Hash", "1"), ("Algorithm", "pvs")];
/// Divisor of the run's node limit for the searches of a quick game, from which a recorded game can branch off.
const QUICK: u64 = 20;
/// Maximum number of openings tried for a game.
const ATTEMPTS: u64 = 1_000;

type Played = (Vec<RecordedMove>, GameResult);
/// A game after its opening, and the moves of the opening.
type Opened = (Box<dyn DynLine>, Vec<String>);

/// An engine with the options of a run.
pub(crate) struct Player<'a> {
    plan: &'a SelfPlay,
    pub(crate) engine: Box<dyn DynEngine>,
    go: Go,
    /// Running searches, shared by the players of a run. Another thread can stop them, which ends the players' games.
    searches: Arc<Searches>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(plan: &'a SelfPlay, mut engine: Box<dyn DynEngine>) -> Result<Self, SelfPlayError> {
        for (name, value) in OPTIONS {
            engine.set_option(name, value)?;
        }
        if let Some(network) = &plan.network {
            // The value need not be a path: the empty text stands for the hand-written evaluation.
            engine.set_option("EvalFile", &network.to_string_lossy())?;
        }
        for (name, value) in &plan.options {
            engine.set_option(name, value)?;
        }
        Ok(Self::ready(plan, engine))
    }

    /// Creates a player from an engine that already has the options of the run.
    fn ready(plan: &'a SelfPlay, engine: Box<dyn DynEngine>) -> Self {
        let go = Go { nodes: Some(plan.nodes), ..Go::default() };
        Self { plan, engine, go, searches: Arc::default() }
    }

    /// Plays the game with this number. Tries up to [`ATTEMPTS`] openings until one is followed by at least two
    /// searched moves, and returns an error if none is. Returns `None` if the game was stopped.
    pub(crate) fn play_game(&mut self, number: u64) -> Result<Option<RecordedGame>, SelfPlayError> {
        let failed = |error| SelfPlayError::Move { number, error };
        for attempt in 0..ATTEMPTS {
            self.engine.new_game()?;
            let opening = self.play_opening(number, attempt).map_err(failed)?;
            let Some((mut line, opening)) = opening else { return Ok(None) };
            if line.outcome() != Outcome::Open {
                continue;
            }
            let played = self.play_moves(&mut *line, &self.go).map_err(failed)?;
            let Some((moves, result)) = played else { return Ok(None) };
            if let Some(message) = self.engine.failure() {
                return Err(SelfPlayError::Tables { number, message });
            }
            if moves.len() > 1 {
                return Ok(Some(RecordedGame { number, result, opening, moves }));
            }
        }
        Err(SelfPlayError::Opening(self.plan.opening))
    }

    /// Checks a game that was played elsewhere. The opening must be one of this run, the moves must be legal, and the
    /// length and the result must follow from the moves and their recorded values. The moves are not searched again, so
    /// it is not checked that this run's engine would choose them and find these values.
    ///
    /// # Errors
    /// Returns a message about the first difference.
    pub(crate) fn check(&mut self, game: &RecordedGame) -> Result<(), String> {
        let after_opening = |attempt| {
            self.engine.new_game().ok()?;
            let (line, opening) = self.play_opening(game.number, attempt).ok().flatten()?;
            (opening == game.opening).then_some(line)
        };
        let mut line = (0..ATTEMPTS).find_map(after_opening).ok_or("its opening is not one of this run")?;
        let mut result = None;
        for (index, mv) in game.moves.iter().enumerate() {
            let number = game.opening.len() + index + 1;
            let is_over = line.outcome() != Outcome::Open || index == self.plan.max_plies;
            if result.is_some() || is_over {
                return Err(format!("move {number} follows the end of the game"));
            }
            let side = line.side();
            line.replay(&[&mv.text]).map_err(|error| numbered(error, number).to_string())?;
            result = proven_result(self.plan, mv, side);
        }
        let expected = match (result, line.outcome()) {
            (Some(result), _) => result,
            (None, Outcome::Over(ending)) => ending.into(),
            (None, Outcome::Open) if game.moves.len() == self.plan.max_plies => GameResult::Draw,
            (None, Outcome::Open) => return Err("the game is not over after its last move".to_owned()),
        };
        if game.moves.len() < 2 {
            return Err(format!("it has {} searched moves, expected at least 2", game.moves.len()));
        }
        if game.result == expected {
            return Ok(());
        }
        Err(format!("its result is {}, expected {expected}", game.result))
    }

    /// Sets the engine's seed unless an option of the run sets one, and plays the opening. `attempt` must be below
    /// 4,096. Returns the game after its opening, and the moves of the opening; `None` if the game was stopped.
    fn play_opening(&mut self, number: u64, attempt: u64) -> Result<Option<Opened>, SearchError> {
        // The attempt fills the 12 bits below the number.
        let seed = Key::mix(Key::mix(self.plan.seed).0 ^ (number << 12) ^ attempt).0;
        if !self.plan.has_seed() {
            seed_engine(&mut *self.engine, seed);
        }
        let mut rng = Rng::new(seed);
        let RandomPlies { min, max } = self.plan.opening;
        let length = min + rng.below(max.saturating_sub(min) + 1);
        let mut line = self.engine.dyn_game().start();
        let moves = random_moves(&mut *line, length, &mut rng)?;
        if rng.unit() as f32 >= self.plan.branches || line.outcome() != Outcome::Open {
            return Ok(Some((line, moves)));
        }
        self.branch(line, moves, &mut rng)
    }

    /// Plays a quick game on from `line`, the position after the moves `before`. Repeats it up to a random position and
    /// plays a random move there; see [`SelfPlay::branches`]. Returns the game after this move, and all its moves;
    /// `None` if the quick game was stopped.
    fn branch(
        &self,
        mut line: Box<dyn DynLine>,
        before: Vec<String>,
        rng: &mut Rng,
    ) -> Result<Option<Opened>, SearchError> {
        let quick = Go { nodes: Some((self.plan.nodes / QUICK).max(1)), ..Go::default() };
        let Some((moves, result)) = self.play_moves(&mut *line, &quick)? else { return Ok(None) };
        let replaced = match result {
            GameResult::Win(winner) if rng.below(4) > 0 => Some(winner),
            _ => None,
        };
        let mut texts = before;
        let first = texts.len();
        texts.extend(moves.into_iter().map(|mv| mv.text));
        let mut line = self.engine.dyn_game().start();
        let mut plies = Vec::new();
        for (ply, text) in texts.iter().enumerate() {
            if ply >= first && replaced.is_none_or(|side| side == line.side()) {
                plies.push(ply);
            }
            line.replay(&[text])?;
        }
        if !plies.is_empty() {
            texts.truncate(plies[rng.below(plies.len())]);
        }
        let before: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut line = self.engine.dyn_game().set_up(&Setup::Start, &before)?;
        texts.extend(random_moves(&mut *line, 1, rng)?);
        Ok(Some((line, texts)))
    }

    /// Plays searched moves on `line` until the game ends by the rules, by [`SelfPlay::max_plies`] or by a proven
    /// result. A search without a move ends the game as a draw. Returns the moves and the result; `None` if the game
    /// was stopped.
    fn play_moves(&self, line: &mut dyn DynLine, go: &Go) -> Result<Option<Played>, SearchError> {
        let mut moves = Vec::new();
        loop {
            if let Outcome::Over(ending) = line.outcome() {
                return Ok(Some((moves, ending.into())));
            }
            if moves.len() == self.plan.max_plies {
                return Ok(Some((moves, GameResult::Draw)));
            }
            let found = self.search(line, go);
            // The move of a search that was stopped is not used.
            if self.searches.is_stopped() {
                return Ok(None);
            }
            let Some(mv) = found? else { return Ok(Some((moves, GameResult::Draw))) };
            let result = proven_result(self.plan, &mv, line.side());
            line.replay(&[&mv.text])?;
            moves.push(mv);
            if let Some(result) = result {
                return Ok(Some((moves, result)));
            }
        }
    }

    /// Returns the move that a search chooses; `None` if there is no move. Its value is 0 if the search has reported
    /// none.
    fn search(&self, position: &dyn DynLine, go: &Go) -> Result<Option<RecordedMove>, SearchError> {
        let task = self.engine.search(position, go);
        let _running = self.searches.add(&task.control);
        let (answer, line) = task.answer()?;
        Ok(answer.best.map(|text| RecordedMove { text, logit: line.map_or(0, |line| line.logit) }))
    }
}

/// Engines that no thread uses. All of them have the options of the same run. They are kept because creating an engine
/// can take longer than a short game.
#[derive(Default)]
pub(crate) struct IdleEngines(Mutex<Vec<Box<dyn DynEngine>>>);

impl IdleEngines {
    /// Calls `run` with a player of `plan` whose searches can be stopped through `searches`. The player uses an idle
    /// engine, or a new one from `make_engine` if none is idle. The engine is idle again afterwards.
    pub(crate) fn with_player<T>(
        &self,
        plan: &SelfPlay,
        make_engine: &MakeEngine,
        searches: &Arc<Searches>,
        run: impl FnOnce(&mut Player) -> T,
    ) -> Result<T, SelfPlayError> {
        let idle = lock(&self.0).pop();
        let mut player = match idle {
            Some(engine) => Player::ready(plan, engine),
            None => Player::new(plan, make_engine()?)?,
        };
        player.searches = Arc::clone(searches);
        let result = run(&mut player);
        lock(&self.0).push(player.engine);
        Ok(result)
    }
}

/// Returns the result of a game that ends after `mv` because the search of `side` has proven the result. Returns `None`
/// if the search has proven nothing, or if the plan plays games to the end.
fn proven_result(plan: &SelfPlay, mv: &RecordedMove, side: Side) -> Option<GameResult> {
    let is_end = mv.is_proven() && !plan.to_the_end;
    is_end.then_some(GameResult::Win(if mv.logit > 0 { side } else { !side }))
}
