//! A person against the engine, in any game: lines in, text out.
//!
//! Everything goes through texts and plain data, so a new game needs no line here. The engine moves whenever the side
//! to move is its own; a side may have several moves in one turn.

mod request;
mod table;
mod texts;

use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use clap::ValueEnum;
use plywright::engine::{Go, Thought};
use plywright::shorten;
use plywright_protocols::Event;

use super::telling::tell;
use crate::arguments::{Play, Seats};
use crate::failure::Failure;
use request::{HELP, Request};
use table::{Mistake, Table};

/// Up to so many moves are listed without being asked for.
const FEW: usize = 12;
/// Thinking time of a hint when no time for moves is set.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Plays until the person quits or ends the input.
pub fn run(play: &Play) -> Result<(), Failure> {
    let mut host = play.place.engine()?;
    let settings = [("SkillLevel", play.level.map(u32::from)), ("MoveTimeMs", play.movetime)];
    for (name, value) in settings {
        if let Some(value) = value {
            host.set_option(name, &value.to_string())?;
        }
    }
    let (stdin, out) = (io::stdin().lock(), io::stdout().lock());
    let is_terminal = out.is_terminal();
    let mut parlour = Parlour {
        prompts: stdin.is_terminal() && is_terminal,
        table: Table::new(host, play.side),
        is_shown: false,
        is_terminal,
        out,
    };
    Ok(parlour.welcome(stdin)?)
}

/// The table and the person at it.
struct Parlour<W> {
    table: Table,
    out: W,
    /// Has the person seen the present position?
    is_shown: bool,
    /// Can a line be written over?
    is_terminal: bool,
    prompts: bool,
}

impl<W: Write> Parlour<W> {
    fn welcome(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let board = self.table.host.board();
        writeln!(self.out, "{}, {}: {}.", self.table.host.game_name(), board.variant, self.terms())?;
        writeln!(self.out, "Type a move, or `help`.")?;
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() {
            self.let_engine_move()?;
            self.show()?;
            if self.prompts {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let request = Request::read(&String::from_utf8_lossy(&line), &self.table.host.legal_moves());
            flow = self.obey(request)?;
        }
        self.out.flush()
    }

    fn obey(&mut self, request: Request) -> io::Result<ControlFlow<()>> {
        let result = match request {
            Request::Quit => return Ok(ControlFlow::Break(())),
            Request::Nothing => Ok(()),
            Request::Play(words) => self.table.play(&words).map(|()| self.is_shown = false),
            Request::Undo => self.table.undo().map(|()| self.is_shown = false),
            Request::New => self.table.new_game().map(|()| self.is_shown = false),
            Request::Position(Some(text)) => self.set_up(&text)?,
            Request::Position(None) => self.say(&self.table.host.position_text()).map(Ok)?,
            Request::Level(level) => self.set_level(level.as_deref())?,
            Request::Side(side) => self.change_seats(side.as_deref())?,
            Request::Moves => self.say(&texts::move_list(&self.table.host.legal_moves())).map(Ok)?,
            Request::Board => {
                self.is_shown = false;
                Ok(())
            }
            Request::Help => self.say(HELP).map(Ok)?,
            Request::Hint | Request::Go if self.table.is_over() => Err(Mistake::Over),
            Request::Hint => self.hint().map(Ok)?,
            Request::Go => self.engine_turn().map(Ok)?,
        };
        if let Err(mistake) = result {
            self.say(&mistake.to_string())?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn terms(&self) -> String {
        let level = self.table.host.settings().skill_level;
        format!("{}, level {level}", texts::seating(self.table.seats))
    }

    /// Draws the board, lists the moves if they are few, and says whose turn it is or how the game ended.
    fn show(&mut self) -> io::Result<()> {
        if self.is_shown {
            return Ok(());
        }
        self.is_shown = true;
        let board = self.table.host.board();
        writeln!(self.out, "\n{}\n", board.drawing)?;
        if let Some(result) = texts::result(self.table.host.as_ref(), self.table.seats) {
            return writeln!(self.out, "The game is over: {result}.");
        }
        if !self.table.seats.have(board.side) {
            return Ok(());
        }
        writeln!(self.out, "Your move, with the {} side.", board.side)?;
        if board.legal_moves <= FEW {
            writeln!(self.out, "{}", texts::move_list(&self.table.host.legal_moves()))?;
        }
        Ok(())
    }

    /// Lets the engine play as long as it is its turn.
    fn let_engine_move(&mut self) -> io::Result<()> {
        while !self.table.is_over() && !self.table.seats.have(self.table.side()) {
            self.engine_turn()?;
            if self.table.seats == Seats::None && !self.table.is_over() {
                self.show()?;
            }
        }
        Ok(())
    }

    /// The engine plays until the turn passes.
    fn engine_turn(&mut self) -> io::Result<()> {
        let side = self.table.side();
        while !self.table.is_over() && self.table.side() == side {
            let Some(best) = self.think(&Go::default(), "The engine plays")? else { break };
            self.table.play(&[best]).map_err(io::Error::other)?;
            self.is_shown = false;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let time = self.table.host.settings().move_time().unwrap_or(HINT_TIME);
        self.think(&Go { move_time: Some(time), ..Go::default() }, "Hint:").map(drop)
    }

    /// Searches, shows on a terminal how far it has got, and says what it would play.
    fn think(&mut self, go: &Go, verb: &str) -> io::Result<Option<String>> {
        let Self { table, out, is_terminal, .. } = self;
        let (mut last, mut best) = (None, None);
        tell(table.host.search(go), |event| {
            match event {
                Event::Thought(Thought::Insight(insight)) if insight.rank == 1 => {
                    if *is_terminal {
                        write!(out, "\r\x1b[K{:.78}", texts::thought(&insight))?;
                        out.flush()?;
                    }
                    last = Some(insight);
                }
                Event::Answer(answer) => best = answer.best,
                _ => {}
            }
            Ok(())
        })?;
        if *is_terminal {
            write!(out, "\r\x1b[K")?;
        }
        if let Some(best) = &best {
            let thought = last.as_ref().map(|insight| format!("  ({})", texts::thought(insight)));
            writeln!(out, "{verb} {best}{}", thought.unwrap_or_default())?;
        }
        Ok(best)
    }

    fn set_up(&mut self, text: &str) -> io::Result<Result<(), Mistake>> {
        let warning = match self.table.set_up(text) {
            Ok(warning) => warning,
            Err(mistake) => return Ok(Err(mistake)),
        };
        self.is_shown = false;
        warning.map_or(Ok(()), |warning| self.say(&format!("note: {warning}"))).map(Ok)
    }

    fn set_level(&mut self, level: Option<&str>) -> io::Result<Result<(), Mistake>> {
        if let Some(level) = level
            && let Err(error) = self.table.host.set_option("SkillLevel", level)
        {
            return Ok(Err(error.into()));
        }
        self.say(&self.terms()).map(Ok)
    }

    fn change_seats(&mut self, side: Option<&str>) -> io::Result<Result<(), Mistake>> {
        if let Some(side) = side {
            match Seats::from_str(side, true) {
                Ok(seats) => self.table.seats = seats,
                Err(_) => return Ok(Err(Mistake::Seats(shorten(side)))),
            }
        }
        self.say(&self.terms()).map(Ok)
    }
}
