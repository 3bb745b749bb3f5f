//! Plays one game of a match. The referee checks every move by the rules of this program, and a player with a fault
//! loses.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plywright::Side;
use plywright::engine::{DynGame, Outcome, Reason, Setup};
use plywright::game::DynLine;

use crate::adjudication::{Adjudicator, Draw, Resign};
use crate::clocks::{ClockState, limits};
use crate::engine_spec::EngineSpec;
use crate::opening::Opening;
use crate::player::{Answer, Choice, Fault, Finding, MoveRequest, Player};
use crate::record::{EngineScore, GameRecord, GameResult, Ply, PlyNote, Tags};
use crate::searches::Searches;

/// Conditions that all games of a match share.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Resignation rule; `None` if no game ends by resignation.
    pub resign: Option<Resign>,
    /// Draw rule; `None` if no game is drawn because of its scores.
    pub draw: Option<Draw>,
    /// Number of moves, including the opening's, after which a game is drawn.
    pub max_plies: usize,
    /// Maximum time for an answer of an engine to a command, and to a search without a time limit.
    pub timeout: Duration,
}

/// A player, and the description of its engine.
pub struct Seat<'a> {
    /// Player that chooses the moves of its side.
    pub player: &'a mut dyn Player,
    /// Description of the engine, with its limits.
    pub spec: &'a EngineSpec,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, with the opening's moves; without moves if a player failed before the game. The only tag is
    /// `Termination`, and the comment is the reason for the end.
    pub record: GameRecord,
    /// Failure of the losing player; `None` if the game ended regularly.
    pub failure: Option<Failure>,
}

/// A fault by which a player lost the game, with its circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Side of the player that lost.
    pub side: Side,
    /// Kind of fault.
    pub fault: Fault,
    /// Text of the position in which the fault occurred; empty before the game.
    pub position: String,
    /// Last lines of the engine's output before the fault.
    pub last_lines: Vec<String>,
}

/// Plays a game from `opening`, which must be legal under the rules of `game`. Returns `None` if `searches` are
/// stopped before the game ends.
pub fn play(
    game: &dyn DynGame,
    seats: &mut [Seat; 2],
    opening: &Opening,
    conditions: &Conditions,
    searches: &Arc<Searches>,
) -> Option<PlayedGame> {
    let (mut line, plies) = play_opening(game, opening);
    let mut current = GameInProgress {
        game,
        clocks: [0, 1].map(|seat: usize| seats[seat].spec.limits.clock.map(ClockState::new)),
        seats,
        setup: &opening.setup,
        timeout: conditions.timeout,
        searches,
        adjudicator: Adjudicator::new(conditions.resign, conditions.draw),
        plies,
    };
    let mut played = loop {
        if let Outcome::Over(ending) = line.outcome() {
            let result = ending.into();
            break PlayedGame::over(result, "normal", reason(&*line, result));
        }
        let plies = current.plies.len();
        if plies >= conditions.max_plies {
            break PlayedGame::over(GameResult::Draw, "adjudication", format!("drawn after {plies} moves"));
        }
        if let ControlFlow::Break(played) = current.turn(&mut *line) {
            break played?;
        }
    };
    played.record.plies = current.plies;
    Some(played)
}

/// A game in progress. The position is not part of it: the methods receive it as `line`.
struct GameInProgress<'a, 'p> {
    game: &'a dyn DynGame,
    seats: &'a mut [Seat<'p>; 2],
    clocks: [Option<ClockState>; 2],
    /// Position in which the opening begins.
    setup: &'a Setup,
    timeout: Duration,
    searches: &'a Arc<Searches>,
    adjudicator: Adjudicator,
    /// All moves, those of the opening included.
    plies: Vec<Ply>,
}

impl GameInProgress<'_, '_> {
    /// Plays the move that the side to move chooses. Breaks with the finished game if a fault or the adjudicator ends
    /// it, and with `None` if the searches are stopped.
    fn turn(&mut self, line: &mut dyn DynLine) -> ControlFlow<Option<PlayedGame>> {
        if self.searches.is_stopped() {
            return ControlFlow::Break(None);
        }
        let side = line.side();
        let (text, answer) = match self.play_chosen_move(line) {
            Ok(answer) => answer,
            Err(_) if self.searches.is_stopped() => return ControlFlow::Break(None),
            Err(fault) => {
                let seat = &self.seats[side.index()];
                let last_lines = seat.player.last_lines();
                let failure = Failure { side, fault, position: line.text(), last_lines };
                return ControlFlow::Break(Some(PlayedGame::lost_by(failure, seat.spec)));
            }
        };
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.press(answer.time);
        }
        let Finding { score, depth, .. } = answer.finding;
        let is_reversed = side == Side::Second && self.seats[side.index()].spec.first_view;
        let score = if is_reversed { score.map(EngineScore::reversed) } else { score };
        let score = score.map(|score| score.in_unit_of(line));
        let note = PlyNote { is_book: false, score, depth, time: Some(answer.time) };
        self.plies.push(Ply { side, text, note, ..Ply::default() });
        match self.adjudicator.add(side, score) {
            // If the move ends the game by the rules, the rules give the result.
            Some(result) if line.outcome() == Outcome::Open => {
                ControlFlow::Break(Some(self.adjudicated(result)))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Requests a move from the side to move and plays it. Returns the move's text and the answer.
    fn play_chosen_move(&mut self, line: &mut dyn DynLine) -> Result<(String, Answer), Fault> {
        let seat = &mut self.seats[line.side().index()];
        let (go, allowed) = limits(line.side(), &self.clocks, seat.spec, self.timeout);
        let (setup, searches) = (self.setup, self.searches);
        let answer = seat.player.choose(&MoveRequest { setup, line: &*line, go, allowed, searches })?;
        Ok((accept(self.game, line, &answer.choice)?, answer))
    }

    fn adjudicated(&self, result: GameResult) -> PlayedGame {
        let reason = match result {
            GameResult::Win(winner) => format!("{} resigns", self.seats[winner.other().index()].spec.name),
            _ => "drawn by agreement".to_owned(),
        };
        PlayedGame::over(result, "adjudication", reason)
    }
}

/// Plays the moves of an opening. They must be legal. Returns the game and the moves for its record. Errors are
/// ignored, because no caller passes an illegal opening.
fn play_opening(game: &dyn DynGame, opening: &Opening) -> (Box<dyn DynLine>, Vec<Ply>) {
    let mut line = game.set_up(&opening.setup, &[]).unwrap_or_else(|_| game.start());
    let mut plies = Vec::with_capacity(opening.moves.len());
    for text in &opening.moves {
        plies.push(Ply::book(line.side(), text));
        let _ = line.replay(&[text]);
    }
    (line, plies)
}

/// Plays the chosen move in `line` if it is legal, and returns its text as the game spells it: the choice may differ in
/// case, or be in another notation of the game. `game` must have the rules of `line`.
///
/// # Errors
/// Returns a fault if the move is not legal.
pub fn accept(game: &dyn DynGame, line: &mut dyn DynLine, choice: &Choice) -> Result<String, Fault> {
    let text = match choice {
        Choice::Move(text) => text.clone(),
        Choice::Successor(next) => move_to(game, line, next)?,
    };
    let legal = line.move_texts();
    let same = legal.into_iter().find(|legal| legal.eq_ignore_ascii_case(&text));
    let text = same.unwrap_or_else(|| line.own_text(&text));
    line.replay(&[&text]).map_err(|error| Fault::IllegalMove(error.to_string()))?;
    Ok(text)
}

/// Returns the first legal move that leads to the position `next`, which may be in any spelling that the game accepts.
/// Tries the legal moves one by one, on copies of `line`.
fn move_to(game: &dyn DynGame, line: &dyn DynLine, next: &str) -> Result<String, Fault> {
    let wanted = match game.parse(next) {
        Ok(wanted) => wanted.text(),
        Err(error) => return Err(Fault::IllegalMove(format!("'{}': {error}", plywright::shorten(next)))),
    };
    for text in line.move_texts() {
        let mut reached = line.boxed();
        if reached.replay(&[&text]).is_ok() && reached.text() == wanted {
            return Ok(text);
        }
    }
    Err(Fault::IllegalMove(format!("no legal move leads to '{}'", plywright::shorten(next))))
}

fn reason(line: &dyn DynLine, result: GameResult) -> String {
    match (result, line.reason()) {
        (GameResult::Win(side), _) => format!("the {side} side wins"),
        (_, Some(Reason::Repetition)) => "drawn by repetition".to_owned(),
        (_, Some(Reason::MoveLimit(moves))) => format!("drawn by {moves} moves without progress"),
        _ => "drawn by the rules".to_owned(),
    }
}

impl PlayedGame {
    /// Creates a game that ended without a failure. The caller adds its moves.
    fn over(result: GameResult, termination: &str, reason: String) -> Self {
        let tags = Tags(vec![("Termination".to_owned(), termination.to_owned())]);
        Self { record: GameRecord { tags, result, comment: reason, ..GameRecord::default() }, failure: None }
    }

    /// Creates a game that `failure` decided. The caller adds its moves.
    pub fn lost_by(failure: Failure, loser: &EngineSpec) -> Self {
        let reason = format!("{} {}", loser.name, failure.fault);
        let over = Self::over(GameResult::Win(!failure.side), failure.fault.termination(), reason);
        Self { failure: Some(failure), ..over }
    }
}
