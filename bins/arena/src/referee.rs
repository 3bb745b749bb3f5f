//! Plays one game. The referee, an engine of this program, checks every move.
//!
//! A player that makes a fault loses the game. The referee's own work between two moves takes some
//! microseconds.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywright::engine::{DynEngine, Go, Outcome, Reason, Setup};
use plywright::search::Clock;
use plywright::{Depth, Side};

use crate::adjudication::{Adjudicator, Draw, Resign};
use crate::engine_spec::{EngineSpec, TimeControl};
use crate::openings::{Opening, set_up};
use crate::player::{Choice, Fault, Finding, Player, Turn};
use crate::record::{GameResult, Ply, PlyNote};

/// Conditions of all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Resignation rule.
    pub resign: Option<Resign>,
    /// Draw rule.
    pub draw: Option<Draw>,
    /// Number of moves after which a game is drawn.
    pub max_plies: usize,
    /// How long to wait for an answer when no time limit applies.
    pub timeout: Duration,
}

/// A player in a game.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Description of its engine.
    pub spec: &'a EngineSpec,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves, including the opening.
    pub plies: Vec<Ply>,
    /// Who has won.
    pub result: GameResult,
    /// Value of PGN's `Termination` tag.
    pub termination: &'static str,
    /// Reason for the end, for people.
    pub reason: String,
    /// The loser's failure, if the game was lost by one.
    pub failure: Option<Failure>,
}

/// A failure by which a player lost the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The loser.
    pub side: Side,
    /// What went wrong.
    pub fault: Fault,
    /// Where it happened.
    pub position: String,
    /// Last lines of the engine's output.
    pub last_lines: Vec<String>,
}

/// The referee's engines.
pub struct Referee {
    /// Follows the game.
    pub game: Box<dyn DynEngine>,
    /// Reads other positions.
    pub scratch: Box<dyn DynEngine>,
}

/// How the game loop ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd<E> {
    /// By the rules.
    Rules(GameResult),
    /// The maximum number of moves has been played.
    MaxPlies,
    /// The `turn` callback ended the game.
    Turn(E),
}

/// Plays from the current position of `game` until the rules or `turn` end the game, or `max_plies` moves
/// have been played. Each call of `turn` plays one move.
pub fn play_on<E>(
    game: &mut dyn DynEngine,
    max_plies: usize,
    mut turn: impl FnMut(&mut dyn DynEngine) -> ControlFlow<E>,
) -> GameEnd<E> {
    let mut plies = 0;
    loop {
        if let Outcome::Over(ending) = game.outcome() {
            return GameEnd::Rules(ending.into());
        }
        if plies == max_plies {
            return GameEnd::MaxPlies;
        }
        if let ControlFlow::Break(end) = turn(game) {
            return GameEnd::Turn(end);
        }
        plies += 1;
    }
}

/// State of a player's clock.
#[derive(Clone, Copy, Debug)]
struct ClockState {
    clock: Clock,
    control: TimeControl,
}

impl ClockState {
    fn new(control: TimeControl) -> Self {
        let TimeControl { moves, base, increment } = control;
        Self { clock: Clock { remaining: base, increment, moves_to_go: moves }, control }
    }

    fn press(&mut self, used: Duration) {
        self.clock.remaining = self.clock.remaining.saturating_sub(used) + self.clock.increment;
        if let Some(left) = &mut self.clock.moves_to_go {
            *left -= 1;
            if *left == 0 {
                self.clock.remaining += self.control.base;
                self.clock.moves_to_go = self.control.moves;
            }
        }
    }
}

impl Referee {
    /// Plays a game from a legal opening. Returns `None` if `stop` is set before the game ends.
    pub fn play(
        &mut self,
        seats: &mut [Seat; 2],
        opening: &Opening,
        conditions: &Conditions,
        stop: &AtomicBool,
    ) -> Option<PlayedGame> {
        let mut clocks = [0, 1].map(|seat: usize| seats[seat].spec.limits.clock.map(ClockState::new));
        let mut adjudicator = Adjudicator::new(conditions.resign, conditions.draw);
        let (mut plies, mut moves) = (self.book(opening), opening.moves.clone());
        let Self { game, scratch } = self;
        let left = conditions.max_plies.saturating_sub(moves.len());
        let end = play_on(&mut **game, left, |game| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(None);
            }
            let side = game.side();
            let seat = &mut seats[side.index()];
            let position = game.position_text();
            let (go, allowed) = limits(side, &clocks, seat.spec, conditions.timeout);
            let turn = Turn {
                setup: &opening.setup,
                moves: &moves,
                position: &position,
                mover_pov: &game.mover_pov(),
                side,
                go,
                allowed,
            };
            let answer = seat.player.choose(&turn).and_then(|answer| {
                let text = accept(game, &mut **scratch, &answer.choice)?;
                Ok((text, answer))
            });
            let (text, answer) = match answer {
                Ok(answer) => answer,
                Err(fault) => {
                    let last_lines = seat.player.last_lines();
                    let failure = Failure { side, fault, position, last_lines };
                    return ControlFlow::Break(Some(PlayedGame::lost_by(failure, seat.spec)));
                }
            };
            if let Some(clock) = &mut clocks[side.index()] {
                clock.press(answer.time);
            }
            let Finding { score, depth, .. } = answer.finding;
            let score = score.map(|score| score.in_unit_of(game));
            let note = PlyNote { is_book: false, score, depth, time: Some(answer.time) };
            plies.push(Ply { side, text: text.clone(), note, ..Ply::default() });
            moves.push(text);
            // An end by the rules takes precedence over the adjudicator's verdict.
            let verdict = adjudicator.add(side, score);
            let Some(result) = verdict.filter(|_| game.outcome() == Outcome::Open) else {
                return ControlFlow::Continue(());
            };
            let reason = match result {
                GameResult::Win(winner) => format!("{} resigns", seats[winner.other().index()].spec.name),
                _ => "drawn by agreement".to_owned(),
            };
            ControlFlow::Break(Some(PlayedGame::over(result, "adjudication", reason)))
        });
        let played = match end {
            GameEnd::Rules(result) => PlayedGame::over(result, "normal", reason(&**game, result)),
            GameEnd::MaxPlies => {
                let reason = format!("drawn after {} moves", moves.len());
                PlayedGame::over(GameResult::Draw, "adjudication", reason)
            }
            GameEnd::Turn(played) => played?,
        };
        Some(PlayedGame { plies, ..played })
    }

    /// Plays the opening's moves and returns them with their sides.
    fn book(&mut self, opening: &Opening) -> Vec<Ply> {
        let start = Opening { setup: opening.setup.clone(), moves: Vec::new() };
        let mut plies = Vec::with_capacity(opening.moves.len());
        // Errors are ignored: the opening is legal.
        let _ = set_up(&mut *self.game, &start);
        for text in &opening.moves {
            plies.push(Ply::book(self.game.side(), text));
            let _ = self.game.play(&[text]);
        }
        plies
    }
}

/// Plays the chosen move if it is legal, and returns its text. `scratch` reads other positions.
///
/// # Errors
/// Returns a fault if the move is not legal.
pub fn accept(
    game: &mut dyn DynEngine,
    scratch: &mut dyn DynEngine,
    choice: &Choice,
) -> Result<String, Fault> {
    let text = match choice {
        Choice::Move(text) => text.clone(),
        Choice::MoverPovMove(text) => game.resolve_mover_pov(text),
        Choice::Successor(next) => move_to(game, scratch, next)?,
    };
    let legal = game.legal_moves();
    let text = legal.into_iter().find(|legal| legal.eq_ignore_ascii_case(&text)).unwrap_or(text);
    game.play(&[&text]).map_err(|error| Fault::IllegalMove(error.to_string()))?;
    Ok(text)
}

/// Finds the move that leads to the position `next`. Positions are compared by their canonical text.
fn move_to(game: &mut dyn DynEngine, scratch: &mut dyn DynEngine, next: &str) -> Result<String, Fault> {
    let wanted = match scratch.set_position(&Setup::Text(next.to_owned()), &[]) {
        Ok(_) => scratch.position_text(),
        Err(error) => return Err(Fault::IllegalMove(format!("'{}': {error}", plywright::shorten(next)))),
    };
    for text in game.legal_moves() {
        if game.play(&[&text]).is_ok() {
            let reached = game.position_text();
            game.undo();
            if reached == wanted {
                return Ok(text);
            }
        }
    }
    Err(Fault::IllegalMove(format!("no legal move leads to '{}'", plywright::shorten(next))))
}

/// Describes the end of a game by the rules, for people.
fn reason(game: &dyn DynEngine, result: GameResult) -> String {
    match (result, game.reason()) {
        (GameResult::Win(side), _) => format!("the {side} side wins"),
        (_, Some(Reason::Repetition)) => "drawn by repetition".to_owned(),
        (_, Some(Reason::MoveLimit(moves))) => format!("drawn by {moves} moves without progress"),
        _ => "drawn by the rules".to_owned(),
    }
}

/// Returns the limits of the search, and the time after which the side to move loses.
fn limits(
    side: Side,
    clocks: &[Option<ClockState>; 2],
    spec: &EngineSpec,
    timeout: Duration,
) -> (Go, Duration) {
    let own = clocks[side.index()].map(|state| state.clock);
    let other = clocks[side.other().index()].map(|state| state.clock);
    let mut go = Go {
        move_time: spec.limits.move_time,
        depth: spec.limits.depth.map(Depth),
        nodes: spec.limits.nodes,
        ..Go::default()
    };
    if let Some(own) = own {
        // Protocols define both clocks or none.
        go.clocks = [Some(own); 2];
        go.clocks[side.other().index()] = other.or(Some(own));
    }
    let least = own.map(|clock| clock.remaining).into_iter().chain(spec.limits.move_time).min();
    (go, least.map_or(timeout, |time| time + spec.time_margin))
}

impl PlayedGame {
    /// Makes a game that ended without a failure, as yet without its moves.
    fn over(result: GameResult, termination: &'static str, reason: String) -> Self {
        Self { plies: Vec::new(), result, termination, reason, failure: None }
    }

    /// Makes a game that was lost by a failure, as yet without its moves.
    pub fn lost_by(failure: Failure, loser: &EngineSpec) -> Self {
        let reason = format!("{} {}", loser.name, failure.fault);
        let over = Self::over(GameResult::Win(!failure.side), failure.fault.termination(), reason);
        Self { failure: Some(failure), ..over }
    }
}
