//! Game of a person against the engine in the terminal.
//!
//! All games use the same texts and plain data, so a new game needs no code here. The engine moves whenever
//! its side is to move; a side may have several moves in one turn.

mod input;
mod keep;
mod request;
mod table;
mod texts;
mod think;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plywright::engine::{Go, Setup, Strength};
use plywright::{FULL_STRENGTH, shorten};
use plywright_arena::record::PlyNote;
use thiserror::Error;

use crate::choice::Place;
use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use crate::interrupt::on_interrupt;
use crate::number::whole;
use crate::recorded;
use input::{Input, Typed};
use keep::Unsaved;
use request::{HELP, Request};
use table::{InputError, Seats, Table};

const EXAMPLES: &str = "\
Examples:
  plywright play                                   Mill, with the first side
  plywright play --game othello --side second      another game; the engine begins
  plywright play --level 5 --variant six-mens-morris
  plywright play plywright-mill.pgn                go on with a saved game
  plywright play --game mill --option PiecesCount=7 --side both   two people, under rules without a name";

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// A file of recorded games; continues the last one
    #[arg(value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// The starting position.
    #[command(flatten)]
    place: Place,
    /// The engine's strength from 0 to 30; 30 is full strength and the default with --movetime
    #[arg(long, value_name = "N", value_parser = whole(0..=FULL_STRENGTH))]
    level: Option<u8>,
    /// The side of the person
    #[arg(long, value_enum, default_value_t = Seats::First)]
    side: Seats,
    /// Maximum time for a move of the engine, in milliseconds; full strength unless --level is given
    #[arg(long, value_name = "MS", value_parser = whole(1..=3_600_000_u32))]
    movetime: Option<u32>,
}

/// Maximum number of moves that are listed automatically.
const FEW: usize = 12;
/// Above this number of moves, the list explains how to list only some of them.
const MANY: usize = 100;
const LEVEL_OPTION: &str = "SkillLevel";
const TIME_OPTION: &str = "MoveTimeMs";
/// Thinking time of a hint without `--movetime`.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Plays until the person quits or ends the input.
pub fn run(play: &Play) -> Result<(), Failure> {
    let choice = &play.place.choice;
    let record = play.file.as_deref().map(|path| recorded::find(path, None)).transpose()?;
    let mut engine = match (&play.file, &record) {
        (Some(path), Some(record)) => recorded::engine(path, record, choice, &[])?,
        _ => play.place.engine()?,
    };
    // Full strength uses the whole time; a lower level may need less.
    let is_full = play.movetime.is_some() && engine.settings().skill_level.is_none();
    let level = play.level.or(is_full.then_some(FULL_STRENGTH)).map(u32::from);
    for (name, value) in [(LEVEL_OPTION, level), (TIME_OPTION, play.movetime)] {
        if let Some(value) = value {
            engine.set_option(name, &value.to_string())?;
        }
    }
    let rules = match &record {
        Some(record) => {
            record.rules().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
        }
        None => choice.options(),
    };
    let rules: Vec<_> = rules.into_iter().filter(|(name, _)| engine.has_rule(name)).collect();
    let table = if let Some(record) = &record {
        Table::of_record(engine, play.side, record)?
    } else {
        let setup = play.place.position.clone().map_or(Setup::Start, Setup::Text);
        Table::new(engine, play.side, setup)
    };
    let out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let input = Input::new(io::stdin().is_terminal() && is_terminal)?;
    let unsaved = Unsaved::default();
    let kept = unsaved.clone();
    on_interrupt(move || {
        kept.keep();
        exit(INTERRUPTED.into());
    });
    Repl { table, out, rules, unsaved, is_shown: false, is_terminal }.serve(input)
}

/// Reason why a request was not executed.
#[derive(Debug, Error)]
enum ReplError {
    /// The request is invalid and has no effect.
    #[error(transparent)]
    InputError(#[from] InputError),
    /// Reading the input or writing the output failed.
    #[error(transparent)]
    Pipe(#[from] io::Error),
}

/// The game and its dialogue with the person.
struct Repl<W> {
    table: Table,
    out: W,
    /// Whether the current position has been shown.
    is_shown: bool,
    /// Whether the output is a terminal, where a line can be overwritten.
    is_terminal: bool,
    /// Rule options, stored in records.
    rules: Vec<(String, String)>,
    unsaved: Unsaved,
}

impl<W: Write> Repl<W> {
    fn serve(&mut self, mut input: Input) -> Result<(), Failure> {
        let (game, variant) = (self.table.engine.game_name(), self.table.engine.board().variant);
        writeln!(self.out, "{game}, {variant}: {}.\nType a move, or `help`.", self.terms())?;
        loop {
            match self.turn(&mut input) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(typed)) => {
                    self.out.flush()?;
                    if matches!(typed, Typed::Interrupt) {
                        self.unsaved.keep();
                        return Err(Failure::interrupted());
                    }
                    return Ok(());
                }
                Err(ReplError::InputError(error)) => writeln!(self.out, "{error}")?,
                Err(ReplError::Pipe(error)) => return Err(error.into()),
            }
        }
    }

    /// Lets the engine move if it is to move, then executes one request. Breaks with the input that ends the
    /// session.
    fn turn(&mut self, input: &mut Input) -> Result<ControlFlow<Typed>, ReplError> {
        self.let_engine_move()?;
        self.show()?;
        self.out.flush()?;
        let line = match input.read()? {
            Typed::Line(line) => line,
            ended => return Ok(ControlFlow::Break(ended)),
        };
        match Request::read(&line, &self.table.engine.legal_moves()) {
            Request::Quit => Ok(ControlFlow::Break(Typed::End)),
            request => self.obey(request).map(ControlFlow::Continue),
        }
    }

    fn obey(&mut self, request: Request) -> Result<(), ReplError> {
        match request {
            Request::Nothing | Request::Quit => {}
            Request::Play(words) => self.change(|table| table.play(&words))?,
            Request::Undo => self.change(Table::undo)?,
            Request::New => self.change(Table::new_game)?,
            Request::Position(Some(text)) => {
                if let Some(warning) = self.change(|table| table.set_up(&text))? {
                    writeln!(self.out, "note: {warning}")?;
                }
            }
            Request::Position(None) => writeln!(self.out, "{}", self.table.engine.position_text())?,
            Request::Level(level) => self.set_level(level.as_deref())?,
            Request::Side(side) => self.change_seats(side.as_deref())?,
            Request::Moves(beginning) => self.list_moves(&beginning.unwrap_or_default())?,
            Request::Board => self.is_shown = false,
            Request::Help => writeln!(self.out, "{HELP}")?,
            Request::Hint => self.hint()?,
            Request::Go => self.engine_turn()?,
            Request::Resign => self.change(Table::resign)?,
            Request::Save(path) => self.save(path.as_deref())?,
        }
        Ok(())
    }

    fn save(&mut self, path: Option<&str>) -> Result<(), ReplError> {
        let path = path.ok_or(InputError::NoFile)?;
        let Some(record) = self.table.record(&self.rules) else {
            return Ok(writeln!(self.out, "there is no move to save yet")?);
        };
        keep::append(Path::new(path), &record).map_err(InputError::from)?;
        self.unsaved.set(None);
        Ok(writeln!(self.out, "saved in {path}; the command `play {path}` goes on with the game")?)
    }

    /// Changes the game and marks the position as not shown.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Table) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let result = change(&mut self.table)?;
        self.is_shown = false;
        self.unsaved.set(self.table.record(&self.rules));
        Ok(result)
    }

    fn terms(&self) -> String {
        let level = self.table.engine.settings().level();
        format!("{}, level {level}", texts::seating(&self.table.engine.scene(), self.table.seats))
    }

    /// Draws the board. After the end, prints the result; on the person's turn, lists the moves if they are
    /// few.
    fn show(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_shown, true) {
            return Ok(());
        }
        let board = self.table.engine.board();
        writeln!(self.out, "\n{}\n", self.table.drawing())?;
        if let Some(result) = texts::result(&self.table) {
            writeln!(self.out, "The game is over: {result}.")?;
        } else if self.table.seats.have(board.side) {
            writeln!(self.out, "Your move, {}.", texts::side(&self.table.engine.scene(), board.side))?;
            if board.legal_moves > MANY {
                writeln!(
                    self.out,
                    "There are {} moves: `moves` lists them all, `moves T` those that begin with T.",
                    board.legal_moves
                )?;
            } else if board.legal_moves <= FEW {
                writeln!(self.out, "{}", texts::move_list(&self.table.engine.legal_moves(), ""))?;
            }
        }
        Ok(())
    }

    fn list_moves(&mut self, beginning: &str) -> Result<(), ReplError> {
        let list = texts::move_list(&self.table.engine.legal_moves(), beginning);
        if list.is_empty() && !beginning.is_empty() {
            return Err(InputError::Beginning(shorten(beginning)).into());
        }
        Ok(writeln!(self.out, "{list}")?)
    }

    fn set_level(&mut self, level: Option<&str>) -> Result<(), ReplError> {
        if let Some(level) = level {
            self.table.engine.set_option(LEVEL_OPTION, level).map_err(InputError::from)?;
        }
        Ok(writeln!(self.out, "{}", self.terms())?)
    }

    fn change_seats(&mut self, side: Option<&str>) -> Result<(), ReplError> {
        if let Some(side) = side {
            self.table.seats = Seats::from_str(side, true).map_err(|_| InputError::Seats(shorten(side)))?;
        }
        Ok(writeln!(self.out, "{}", self.terms())?)
    }

    /// Lets the engine play as long as it is to move.
    fn let_engine_move(&mut self) -> Result<(), ReplError> {
        while !self.table.is_over() && !self.table.seats.have(self.table.side()) {
            self.engine_turn()?;
            if self.table.seats == Seats::None {
                self.show()?;
            }
        }
        Ok(())
    }

    /// Lets the engine play until the turn passes.
    fn engine_turn(&mut self) -> Result<(), ReplError> {
        let side = self.table.side();
        self.refuse_when_over()?;
        while !self.table.is_over() && self.table.side() == side {
            let Some((best, note)) = self.think(&Go::default(), "The engine plays")? else { break };
            self.change(|table| Ok(table.play_ply(&best, note)?))?;
        }
        Ok(())
    }

    /// Prints the engine's move at full strength.
    fn hint(&mut self) -> Result<(), ReplError> {
        self.refuse_when_over()?;
        let time = self.table.engine.settings().move_time().unwrap_or(HINT_TIME);
        let go = Go { move_time: Some(time), strength: Strength::Full, ..Go::default() };
        self.think(&go, "Hint:")?;
        Ok(())
    }

    fn refuse_when_over(&self) -> Result<(), InputError> {
        if self.table.is_over() { Err(InputError::Over) } else { Ok(()) }
    }

    fn think(&mut self, go: &Go, verb: &str) -> io::Result<Option<(String, PlyNote)>> {
        think::think(&self.table, &mut self.out, self.is_terminal, go, verb)
    }
}
