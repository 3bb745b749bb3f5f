//! Command `play`: a game between a person and the engine in the terminal.
//!
//! The code works on the texts and scenes that every game provides, so a new game needs no code in this
//! command. A turn may consist of several moves.

mod input;
mod table;
mod texts;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plywright::engine::{DynEngine, Go, SearchReport, Setup, Strength, TaskEvent};
use plywright::{FULL_STRENGTH, shorten};
use plywright_matches::record::{EngineScore, GameRecord, PlyNote};

use crate::choice::{Place, pairs};
use crate::console::{INTERRUPTED, on_interrupt, say};
use crate::failure::Failure;
use crate::recorded::{self, Unsaved};
use crate::tasks::run_task;
use crate::values::{fraction, time, whole};
use input::{Input, Typed};
use table::{Changed, OVER, Refusal, Seats, Table};

const EXAMPLES: &str = "\
Examples:
  plywright play                                   play Mill as the first side
  plywright play --game othello --side second      another game; the engine begins
  plywright play --level 5 --variant six-mens-morris
  plywright play plywright-mill.pgn                continue a saved game
  plywright play --game mill --option PiecesCount=7 --side both   for two people, with a changed rule";

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// A file of recorded games, whose last game is continued
    #[arg(value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Game, rules and starting position.
    #[command(flatten)]
    place: Place,
    /// The engine's strength from 0 to 30; 30, full strength, is the default with --movetime
    #[arg(long, value_name = "N", value_parser = whole(0..=FULL_STRENGTH))]
    level: Option<u8>,
    /// The side or sides that the person plays
    #[arg(long, value_enum, default_value_t = Seats::First)]
    side: Seats,
    /// Maximum time for a move of the engine, such as 500ms or 2s; the engine plays at full strength unless
    /// --level is given
    #[arg(long, value_name = "TIME", value_parser = time)]
    movetime: Option<Duration>,
    /// Play openings from this tree, written by `explore`
    #[arg(long, value_name = "TREE")]
    tree: Option<PathBuf>,
    /// Variety of the openings, from 0, which plays only the most frequent move, to 1, which plays every move
    /// as often as in the games
    #[arg(long, value_name = "SHARE", requires = "tree", default_value_t = 0.8)]
    #[arg(value_parser = fraction(0.0..=1.0, "a number from 0 to 1"))]
    variety: f32,
}

/// Maximum number of legal moves that are listed without a request.
const MAX_LISTED: usize = 12;
/// Number of legal moves above which a hint explains how to list only some of them.
const MAX_WITHOUT_HINT: usize = 100;
/// Engine option that the player's command `level` sets. Its errors name the option and the valid range.
const LEVEL_OPTION: &str = "SkillLevel";
/// Terminal codes that move the cursor to the first column and clear the line.
const REWRITE: &str = "\r\x1b[K";
/// Shortest time for a move. To the engine, a time of 0 means no limit.
const SHORTEST: Duration = Duration::from_millis(1);
/// Time limit of a hint if no time for a move is set.
const HINT_TIME: Duration = Duration::from_secs(1);

pub fn run(play: &Play) -> Result<(), Failure> {
    let choice = &play.place.choice;
    choice.check()?;
    let mut record = play.file.as_deref().map(|path| recorded::find(path, None)).transpose()?;
    let (mut engine, line) = match (&play.file, &mut record) {
        (Some(path), Some(record)) => (recorded::engine(path, record, choice, &[])?, None),
        _ => play.place.set_up().map(|(engine, line)| (engine, Some(line)))?,
    };
    apply_settings(play, &mut *engine)?;
    let rules = record.as_ref().map_or_else(|| pairs(&choice.options).collect(), GameRecord::rules);
    let game = engine.dyn_game();
    let rules = rules.into_iter().filter(|(name, _)| game.has_rule(name));
    let rules = rules.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let table = if let (Some(path), Some(record)) = (&play.file, &record) {
        let table = Table::of_record(engine, play.side, record);
        table.map_err(|error| recorded::illegal(path, record, error))?
    } else {
        let setup = play.place.position.clone().map_or(Setup::Start, Setup::Text);
        Table::new(engine, line.unwrap_or_else(|| game.start()), play.side, setup)
    };
    let out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let input = Input::new(io::stdin().is_terminal() && is_terminal)?;
    let unsaved = Unsaved::default();
    let kept = unsaved.clone();
    let restore_terminal = input.restorer();
    on_interrupt(move || {
        restore_terminal();
        kept.keep();
        exit(INTERRUPTED.into());
    });
    Repl { table, out, rules, unsaved, is_shown: false, is_terminal }.serve(input)
}

/// Sets the engine's level, time and opening tree. Prints a note if the tree is of other rules.
fn apply_settings(play: &Play, engine: &mut dyn DynEngine) -> Result<(), Failure> {
    // Full strength uses the whole time of a move. A lower level may use less.
    let is_full = play.movetime.is_some() && engine.settings().skill_level.is_none();
    let level = play.level.or(is_full.then_some(FULL_STRENGTH));
    engine.change(&|settings| {
        settings.skill_level = level.or(settings.skill_level);
        settings.move_time = play.movetime.map(|time| time.max(SHORTEST)).or(settings.move_time);
        if let Some(path) = &play.tree {
            settings.opening_tree = Some(path.clone());
            settings.opening_variety = (play.variety * 100.0).round() as u8;
        }
    })?;
    if play.tree.is_some()
        && let Some(warning) = engine.warning()
    {
        say(format_args!("note: {warning}"));
    }
    Ok(())
}

const HELP: &str = "\
A move is given by its text or its number in the list; several moves in a line are played in order.
undo       take back to your own last turn        hint       what the engine would play
go         let the engine play this turn          moves T    list the moves that begin with T, or all
new        begin another game                     board      draw the board
level N    the engine's strength, 0 to 30         side S     play first, second, both or none
position   print the position's text              position T set up the position with text T
save FILE  add the game to a file of records      resign     give the game up
help       this list                              quit       end
In a terminal, arrow keys recall earlier lines. Ctrl-C saves the game in a file and ends.";

/// The loop of reading a line, executing it and printing the position.
struct Repl<W> {
    table: Table,
    out: W,
    /// Whether the current position has already been printed.
    is_shown: bool,
    /// Whether the output is a terminal, where a line can be overwritten.
    is_terminal: bool,
    /// Options that set rules. They are stored in records.
    rules: Vec<(String, String)>,
    unsaved: Unsaved,
}

impl<W: Write> Repl<W> {
    fn serve(&mut self, mut input: Input) -> Result<(), Failure> {
        let (game, variant) = (self.table.line.facts().game, &self.table.line.facts().variant);
        writeln!(self.out, "{game}, {variant}: {}.\nType a move, or `help`.", self.terms())?;
        loop {
            if let ControlFlow::Break(typed) = self.turn(&mut input)? {
                self.out.flush()?;
                if matches!(typed, Typed::Interrupt) {
                    self.unsaved.keep();
                    return Err(Failure::interrupted());
                }
                return Ok(());
            }
        }
    }

    /// Lets the engine move if it is to move, then executes one request of the person.
    fn turn(&mut self, input: &mut Input) -> io::Result<ControlFlow<Typed>> {
        self.let_engine_move()?;
        self.show()?;
        self.out.flush()?;
        let line = match input.read()? {
            Typed::Line(line) => line,
            ended => return Ok(ControlFlow::Break(ended)),
        };
        self.obey(line.trim())
    }

    /// Executes a line: a request, or moves. A legal move takes precedence over a request of the same name.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<Typed>> {
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
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "hint" => self.hint()?,
            "go" => self.engine_turn()?,
            "resign" => self.change(Table::resign)?,
            "save" => self.save(argument)?,
            "quit" | "exit" => return Ok(ControlFlow::Break(Typed::End)),
            _ => self.change(|table| table.play(line.split_whitespace()))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self, path: Option<&str>) -> io::Result<()> {
        let Some(path) = path else { return writeln!(self.out, "save where? expected `save FILE`") };
        let Some(record) = self.table.record(&self.rules) else {
            return writeln!(self.out, "no move was played yet, so there is nothing to save");
        };
        if let Err(error) = recorded::append(Path::new(path), &record) {
            return writeln!(self.out, "{error}");
        }
        self.unsaved.set(None);
        writeln!(self.out, "saved in {path}; the command `play {path}` continues the game")
    }

    /// Applies a change to the game. Prints its note, or the reason for a refusal.
    fn change(&mut self, change: impl FnOnce(&mut Table) -> Changed) -> io::Result<()> {
        match change(&mut self.table) {
            Ok(note) => {
                self.is_shown = false;
                self.unsaved.set(self.table.record(&self.rules));
                note.map_or(Ok(()), |note| writeln!(self.out, "note: {note}"))
            }
            Err(Refusal(reason)) => writeln!(self.out, "{reason}"),
        }
    }

    /// Says who plays which side, and at which level the engine plays.
    fn terms(&self) -> String {
        let level = self.table.engine.settings().level();
        format!("{}, level {level}", texts::seating(&self.table.line.scene(), self.table.seats))
    }

    /// Prints the position, unless it has been printed already.
    fn show(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_shown, true) {
            return Ok(());
        }
        let (side, moves) = (self.table.line.side(), self.table.line.moves().len());
        writeln!(self.out, "\n{}\n", self.table.drawing())?;
        if let Some(result) = texts::result(&self.table) {
            writeln!(self.out, "The game is over: {result}.")?;
        } else if self.table.seats.have(side) {
            writeln!(self.out, "Your move, {}.", texts::side(&self.table.line.scene(), side))?;
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
        let list = texts::move_list(&self.table.line.move_texts(), beginning);
        if list.is_empty() && !beginning.is_empty() {
            let beginning = shorten(beginning);
            return writeln!(self.out, "no legal move begins with '{beginning}'; `moves` lists them all");
        }
        writeln!(self.out, "{list}")
    }

    fn set_level(&mut self, level: Option<&str>) -> io::Result<()> {
        match level.map(|level| self.table.engine.set_option(LEVEL_OPTION, level)) {
            Some(Err(error)) => writeln!(self.out, "{error}"),
            _ => writeln!(self.out, "{}", self.terms()),
        }
    }

    fn change_seats(&mut self, side: Option<&str>) -> io::Result<()> {
        match side.map(|side| Seats::from_str(side, true).map_err(|_| shorten(side))) {
            Some(Err(side)) => {
                return writeln!(
                    self.out,
                    "'{side}' is not a choice of sides, expected first, second, both or none"
                );
            }
            Some(Ok(seats)) => self.table.seats = seats,
            None => {}
        }
        writeln!(self.out, "{}", self.terms())
    }

    fn let_engine_move(&mut self) -> io::Result<()> {
        while !self.table.is_over() && !self.table.seats.have(self.table.side()) {
            self.engine_turn()?;
            if self.table.seats == Seats::None {
                self.show()?;
            }
        }
        Ok(())
    }

    fn engine_turn(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return writeln!(self.out, "{OVER}");
        }
        let side = self.table.side();
        while !self.table.is_over() && self.table.side() == side {
            let found = self.think(&Go::default(), "The engine plays")?;
            let Some((best, note)) = found else { break };
            self.change(|table| Ok(table.play_ply(&best, note).map(|()| None)?))?;
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

    /// Searches and prints the best move. Returns the move with its search data; `None` if no move was found.
    fn think(&mut self, go: &Go, verb: &str) -> io::Result<Option<(String, PlyNote)>> {
        let (out, position, is_terminal) = (&mut self.out, &*self.table.line, self.is_terminal);
        let (mut last, mut best, mut is_book) = (None, None, false);
        let searched = run_task(self.table.engine.search(position, go), |event| {
            match event {
                TaskEvent::Report(SearchReport::Line(info)) if info.rank == 1 => {
                    if is_terminal {
                        write!(out, "{REWRITE}{:.78}", texts::pv_text(position, &info))?;
                        out.flush()?;
                    }
                    last = Some(info);
                }
                TaskEvent::Notice(message) => {
                    let rewrite = if is_terminal { REWRITE } else { "" };
                    writeln!(out, "{rewrite}note: {message}")?;
                }
                TaskEvent::Report(SearchReport::BestMove(answer)) => {
                    (best, is_book) = (answer.best, answer.is_book);
                }
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
        if let Some(best) = &best {
            let line = last.as_ref().map(|info| format!("  ({})", texts::pv_text(position, info)));
            let origin = if is_book { "  (opening)".to_owned() } else { line.unwrap_or_default() };
            writeln!(out, "{verb} {best}{origin}")?;
        }
        let note = last.map_or_else(PlyNote::default, |info| PlyNote {
            score: Some(EngineScore::of(position, info.score)),
            depth: Some(info.depth.0.into()),
            time: Some(info.time),
            ..PlyNote::default()
        });
        Ok(best.map(|best| (best, PlyNote { is_book, ..note })))
    }
}
