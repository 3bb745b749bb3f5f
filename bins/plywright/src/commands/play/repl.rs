//! The loop of a game in the terminal: lets the engine move, prints the position, reads a line and executes it.

use std::io::{self, StdoutLock, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use plywright::engine::{BestMove, Go, PvInfo, SearchReport, Strength, TaskEvent};
use plywright::shorten;
use plywright_matches::record::{EngineScore, PlyNote};

use super::Options;
use super::input::{Input, Typed};
use super::saving::{Unsaved, append};
use super::table::{Changed, OVER, Refusal, Seats, Table};
use super::texts;
use crate::failure::Failure;
use crate::tasks::run_task;

/// Maximum number of legal moves that are listed without a request.
const MAX_LISTED: usize = 12;
/// Number of legal moves above which a line of text explains how to list only some of them.
const MAX_WITHOUT_HINT: usize = 100;
/// Terminal codes that move the cursor to the first column and clear the line.
const REWRITE: &str = "\r\x1b[K";
/// Maximum number of characters that show the progress of a search. They must fit into one row of a terminal, and a row
/// usually has 80.
const ROW_LENGTH: usize = 78;
/// Time limit of a hint if no time for a move is set.
const HINT_TIME: Duration = Duration::from_secs(1);

const HELP: &str = include_str!("help.txt");

/// A game, and the output on which it is shown.
pub struct Repl {
    pub table: Table,
    /// Options that set rules. They are stored in records.
    pub rules: Options,
    pub unsaved: Unsaved,
    pub out: StdoutLock<'static>,
    /// Whether the output is a terminal, where a line can be overwritten.
    pub is_terminal: bool,
    /// Whether the current position has been printed, and nobody has asked for it again.
    pub is_shown: bool,
}

impl Repl {
    /// Runs the loop until the command `quit` or the end of the input. Ctrl-C at the prompt saves the game and returns
    /// an error.
    pub fn serve(&mut self, mut input: Input) -> Result<(), Failure> {
        let (game, variant) = (self.table.line.facts().game, &self.table.line.facts().variant);
        writeln!(self.out, "{game}, {variant}: {}.\nType a move, or `help`.", self.terms())?;
        loop {
            self.let_engine_move()?;
            self.show()?;
            self.out.flush()?;
            let line = match input.read()? {
                Typed::Line(line) => line,
                Typed::End => break,
                Typed::Interrupt => {
                    self.unsaved.save_or_print();
                    return Err(Failure::interrupted());
                }
            };
            if self.obey(line.trim())?.is_break() {
                break;
            }
        }
        Ok(self.out.flush()?)
    }

    /// Executes a line: a request, or moves. If the first word is a legal move, the line consists of moves, even if a
    /// request has the same name. Returns [`ControlFlow::Break`] at the request to quit.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let is_move = self.table.line.move_texts().iter().any(|text| text.eq_ignore_ascii_case(word));
        let word = if is_move { "move".to_owned() } else { word.to_ascii_lowercase() };
        match word.as_str() {
            "" => {}
            "undo" => self.change(Table::undo)?,
            "new" => self.change(Table::new_game)?,
            "position" | "fen" => match argument {
                Some(text) => self.change(|table| table.set_up(text))?,
                None => writeln!(self.out, "{}", self.table.line.text())?,
            },
            "level" => self.set_level(argument)?,
            "side" => self.change_seats(argument)?,
            "moves" => self.list_moves(argument.unwrap_or_default())?,
            "board" => self.is_shown = false,
            "help" | "?" => writeln!(self.out, "{}", HELP.trim_end())?,
            "hint" => self.hint()?,
            "go" => self.engine_turn()?,
            "resign" => self.change(Table::resign)?,
            "save" => self.save(argument)?,
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            _ => self.change(|table| table.play(line.split_whitespace()))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self, path: Option<&str>) -> io::Result<()> {
        let Some(path) = path else { return writeln!(self.out, "save where? expected `save FILE`") };
        let Some(mut record) = self.table.record(&self.rules, self.unsaved.program) else {
            return writeln!(self.out, "no move was played yet, so there is nothing to save");
        };
        if let Err(error) = append(Path::new(path), &mut record, &*self.table.engine.dyn_game()) {
            return writeln!(self.out, "{error}");
        }
        self.unsaved.set(None);
        writeln!(self.out, "saved in {path}; the command `play {path}` continues the game")
    }

    /// Applies a change to the game. Prints its note, or the reason for a refusal. Unless the change is refused, the
    /// position is printed again before the next line is read, and Ctrl-C saves the game.
    fn change(&mut self, change: impl FnOnce(&mut Table) -> Changed) -> io::Result<()> {
        match change(&mut self.table) {
            Ok(note) => {
                self.is_shown = false;
                let record = self.table.record(&self.rules, self.unsaved.program);
                self.unsaved.set(record.map(|record| (record, self.table.engine.dyn_game())));
                note.map_or(Ok(()), |note| writeln!(self.out, "note: {note}"))
            }
            Err(Refusal(reason)) => writeln!(self.out, "{reason}"),
        }
    }

    /// Returns a text that says who plays which side, and at which strength the engine plays.
    fn terms(&self) -> String {
        let seating = texts::seating(&self.table.line.scene(), self.table.seats);
        format!("{seating}, {}", self.table.strength())
    }

    /// Prints the position, unless it has been printed already. Adds the result of a game that is over, or asks the
    /// person to move, with a list of the moves if there are few.
    fn show(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.is_shown, true) {
            return Ok(());
        }
        let (side, moves) = (self.table.line.side(), self.table.line.moves().len());
        writeln!(self.out, "\n{}\n", self.table.drawing())?;
        if let Some(result) = texts::result(&self.table) {
            writeln!(self.out, "The game is over: {result}.")?;
        } else if self.table.seats.have(side) {
            writeln!(self.out, "Your move, {}.", texts::side_text(&self.table.line.scene(), side))?;
            if moves > MAX_WITHOUT_HINT {
                writeln!(
                    self.out,
                    "There are {moves} moves: `moves` lists them all, `moves T` those that begin with T."
                )?;
            } else if moves <= MAX_LISTED {
                writeln!(self.out, "{}", texts::move_list(&self.table.line.move_texts(), ""))?;
            }
        }
        Ok(())
    }

    fn list_moves(&mut self, beginning: &str) -> io::Result<()> {
        if self.table.is_over() {
            return writeln!(self.out, "{OVER}");
        }
        let list = texts::move_list(&self.table.line.move_texts(), beginning);
        if list.is_empty() && !beginning.is_empty() {
            let beginning = shorten(beginning);
            return writeln!(self.out, "no legal move begins with '{beginning}'; `moves` lists them all");
        }
        writeln!(self.out, "{list}")
    }

    /// Sets the engine's level, and prints the terms or an error that names the option and its range.
    /// Without `level`, only prints the terms.
    fn set_level(&mut self, level: Option<&str>) -> io::Result<()> {
        match level.map(|level| self.table.set_level(level)) {
            Some(Err(error)) => writeln!(self.out, "{error}"),
            _ => writeln!(self.out, "{}", self.terms()),
        }
    }

    fn change_seats(&mut self, side: Option<&str>) -> io::Result<()> {
        if let Some(side) = side {
            let ignores_case = true;
            let Ok(seats) = Seats::from_str(side, ignores_case) else {
                let found = shorten(side);
                return writeln!(
                    self.out,
                    "'{found}' is not a choice of sides, expected first, second, both or none"
                );
            };
            self.table.seats = seats;
        }
        writeln!(self.out, "{}", self.terms())
    }

    /// Lets the engine play until the person is to move or the game is over. If the engine plays both sides, prints
    /// the position after each turn.
    fn let_engine_move(&mut self) -> io::Result<()> {
        while !self.table.is_over() && !self.table.seats.have(self.table.line.side()) {
            self.engine_turn()?;
            if self.table.seats == Seats::None {
                self.show()?;
            }
        }
        Ok(())
    }

    /// Lets the engine play for the side to move until the turn ends, which may take several moves.
    fn engine_turn(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return writeln!(self.out, "{OVER}");
        }
        let side = self.table.line.side();
        while !self.table.is_over() && self.table.line.side() == side {
            let found = self.think(&Go::default(), "The engine plays")?;
            let Some((best, note)) = found else { break };
            self.change(|table| {
                table.play_ply(&best, note)?;
                Ok(None)
            })?;
        }
        Ok(())
    }

    /// Prints the move that the engine would play at full strength.
    fn hint(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return writeln!(self.out, "{OVER}");
        }
        let time = self.table.engine.settings().move_time.unwrap_or(HINT_TIME);
        let go = Go { move_time: Some(time), strength: Strength::Full, ..Go::default() };
        self.think(&go, "Hint:").map(drop)
    }

    /// Searches, and prints the best move after `verb`, such as `Hint:`. Returns the move with its search data; `None`
    /// if no move was found.
    fn think(&mut self, go: &Go, verb: &str) -> io::Result<Option<(String, PlyNote)>> {
        let (BestMove { best, is_book, .. }, line) = self.search(go)?;
        let Some(best) = best else { return Ok(None) };
        let position = &*self.table.line;
        let origin = match &line {
            _ if is_book => "  (opening)".to_owned(),
            Some(info) => format!("  ({})", texts::pv_text(position, info)),
            None => String::new(),
        };
        writeln!(self.out, "{verb} {best}{origin}")?;
        let mut note = PlyNote { is_book, ..PlyNote::default() };
        if let Some(info) = line {
            note.score = Some(EngineScore::of(position, info.score));
            note.depth = Some(info.depth.0.into());
            note.time = Some(info.time);
        }
        Ok(Some((best, note)))
    }

    /// Searches the current position. In a terminal, the row of the cursor shows the best line of moves found so far,
    /// and is cleared at the end. Returns the answer, and the last report of the best line; `None` if there was none.
    fn search(&mut self, go: &Go) -> io::Result<(BestMove, Option<PvInfo>)> {
        let (out, position, is_terminal) = (&mut self.out, &*self.table.line, self.is_terminal);
        let (mut answer, mut line) = (BestMove::default(), None);
        let searched = run_task(self.table.engine.search(position, go), |event| {
            match event {
                TaskEvent::Report(SearchReport::Line(info)) if info.rank == 1 => {
                    if is_terminal {
                        write!(out, "{REWRITE}{:.ROW_LENGTH$}", texts::pv_text(position, &info))?;
                        out.flush()?;
                    }
                    line = Some(info);
                }
                TaskEvent::Notice(message) => {
                    let rewrite = if is_terminal { REWRITE } else { "" };
                    writeln!(out, "{rewrite}note: {message}")?;
                }
                TaskEvent::Report(SearchReport::BestMove(best)) => answer = best,
                _ => {}
            }
            Ok(())
        })?;
        if is_terminal {
            write!(out, "{REWRITE}")?;
        }
        if let Err(error) = searched {
            writeln!(out, "The search ended early: {error}")?;
        }
        Ok((answer, line))
    }
}
