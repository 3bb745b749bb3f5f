//! Shares of the turns in recorded games that made the result worse, by player and phase of the game.
//!
//! Counts the turns that began in a position not already lost, except turns in an opening and turns of unknown value. A
//! turn may have several moves; in Mill, a move that closes a mill and the capture after it are one turn. Repeated
//! positions count each time, as in published audits of games between people.

use std::io::{self, Write};
use std::path::Path;

use plywright::Side;
use plywright::engine::{DynEngine, Outcome, SetupError};
use plywright::game::DynLine;
use plywright::tablebase::Wdl;
use plywright_matches::record::GameRecord;
use plywright_matches::tournament::OptionValue;

use crate::columns::Columns;
use crate::failure::{Failure, check_tables};
use crate::progress::Progress;
use crate::recorded;

const HEADER: &str = "player\tphase\tpositions\tvalue lost\tof all (95 %)";
const HEADER_OF_DATA: &str = "player\tphase\tpositions\tvalue_lost\tof_all\tof_all_low\tof_all_high";
/// Name of the player of a side if the record does not give one.
const UNNAMED: &str = "unnamed";

/// A player's turns in one phase of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    /// Number of turns that began in a position not already lost.
    all: u64,
    /// Number of the turns in `all` that made the result worse: a draw or loss instead of a win, or a loss instead of a
    /// draw.
    lost: u64,
}

/// The judged turns of all players. The players stand in the order of their first judged turns.
#[derive(Debug, Default)]
pub(super) struct Played {
    /// For each player, the turns of each phase.
    players: Vec<(String, Vec<Turns>)>,
    /// Number of turns that could not be judged, because a value is unknown.
    unknown: u64,
}

impl Played {
    /// Judges the turns of all games in a file of records. Prints a note about turns of unknown value. Returns an error
    /// if no turn can be judged.
    pub(super) fn read(
        path: &Path,
        rules: &[OptionValue],
        engine: &dyn DynEngine,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let game = engine.dyn_game();
        let mut played = Self::default();
        for (number, record) in recorded::read(path)?.enumerate() {
            let mut record = record.map_err(|error| error.in_file(path))?;
            record.check_rules(&*game, rules).map_err(|error| recorded::at(path, &record, error))?;
            record.split_turns(game.facts().game);
            played.add(&record, engine).map_err(|error| recorded::illegal(path, &record, error))?;
            check_tables(engine)?;
            // The total is unknown, so the bar does not move.
            progress.show_without_counts(0, 0, || format!("{} games", number + 1));
        }
        progress.clear();
        if played.players.iter().flat_map(|(_, phases)| phases).all(|turns| turns.all == 0) {
            return Err(Failure::not_understood(
                "no position of the games has a known value and is not lost; give a folder of larger tablebases by \
                 --tables",
            ));
        }
        if played.unknown > 0 {
            progress.line(&format!("note: left out {} turns of unknown value", played.unknown));
        }
        Ok(played)
    }

    /// Judges each turn of a game. Leaves out a turn if one of its moves was played from an opening, if the record ends
    /// within the turn, or if the turn began in a lost position.
    fn add(&mut self, record: &GameRecord, engine: &dyn DynEngine) -> Result<(), SetupError> {
        let game = engine.dyn_game();
        let mut line = game.set_up(&record.setup(), &[])?;
        let mut plies = record.plies.iter().enumerate().peekable();
        while plies.peek().is_some() && line.outcome() == Outcome::Open {
            let (side, phase) = (line.side(), line.phase());
            let before = value_for(side, &*line, engine);
            let mut is_book = false;
            while line.outcome() == Outcome::Open && line.side() == side {
                let Some((number, ply)) = plies.next() else { return Ok(()) };
                is_book |= ply.note.is_book;
                line.play_text(&ply.text).map_err(|error| SetupError::Move { number: number + 1, error })?;
            }
            if is_book {
                continue;
            }
            match (before, value_for(side, &*line, engine)) {
                (Some(Wdl::Loss), _) => {}
                (Some(before), Some(after)) => {
                    let name = record.tags.get(["White", "Black"][side.index()]).unwrap_or(UNNAMED);
                    let turns = &mut self.turns_of(name, game.info().phases.len())[phase];
                    turns.all += 1;
                    turns.lost += u64::from(after < before);
                }
                _ => self.unknown += 1,
            }
        }
        Ok(())
    }

    /// Returns the turns of a player in each phase of the game. Adds a player that is not known yet.
    fn turns_of(&mut self, name: &str, phases: usize) -> &mut [Turns] {
        let known = self.players.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            self.players.push((name.to_owned(), vec![Turns::default(); phases]));
            self.players.len() - 1
        });
        let (_, turns) = &mut self.players[at];
        turns
    }

    /// Prints rows for each player: one for each phase, if there are several; one for each group of phases; and one for
    /// all turns. Phases with the same words before a comma are a group, such as `placing` for `placing, early`.
    pub(super) fn print(&self, out: &mut impl Write, columns: Columns, phases: &[&str]) -> io::Result<()> {
        writeln!(out, "{}", if columns.is_data() { HEADER_OF_DATA } else { HEADER })?;
        for (player, turns) in &self.players {
            // White space becomes spaces, because a tab in a name would begin another column, and a line end another
            // row.
            let player = player.replace(char::is_whitespace, " ");
            let mut row = |name: &str, is_in: &dyn Fn(&str) -> bool| {
                let parts = turns.iter().zip(phases).filter(|(_, phase)| is_in(phase));
                let Turns { all, lost } = parts.fold(Turns::default(), |sum, (turns, _)| Turns {
                    all: sum.all + turns.all,
                    lost: sum.lost + turns.lost,
                });
                let share = columns.share(lost, all);
                writeln!(out, "{player}\t{name}\t{}\t{}\t{share}", columns.count(all), columns.count(lost))
            };
            for phase in phases.iter().filter(|_| phases.len() > 1) {
                row(phase, &|other| other == *phase)?;
            }
            let mut groups: Vec<&str> = phases.iter().filter_map(|phase| group_of(phase)).collect();
            groups.dedup();
            for group in groups {
                row(group, &|phase| group_of(phase) == Some(group))?;
            }
            row("all", &|_| true)?;
        }
        out.flush()
    }
}

/// Returns the group of a phase, such as `placing` for `placing, early`; `None` for a name without a comma.
fn group_of(phase: &str) -> Option<&str> {
    phase.split_once(", ").map(|(group, _)| group)
}

/// Returns the exact value of a position from the view of `side`; `None` if it is unknown.
fn value_for(side: Side, line: &dyn DynLine, engine: &dyn DynEngine) -> Option<Wdl> {
    match line.outcome() {
        Outcome::Over(ending) => Some(match ending.winner() {
            None => Wdl::Draw,
            Some(winner) if winner == side => Wdl::Win,
            Some(_) => Wdl::Loss,
        }),
        Outcome::Open => {
            let value = Wdl::from(engine.exact_value(line)?);
            Some(if line.side() == side { value } else { value.reversed() })
        }
    }
}
