//! The engine's part at the table: its moves, its hints, and what it lets be seen of its thoughts.

use std::io::{self, Write};
use std::time::Duration;

use plywright::engine::{Go, TaskEvent};

use super::table::InputError;
use super::{Repl, ReplError, texts};
use crate::arguments::Seats;
use crate::commands::run_task::tell;

/// Thinking time of a hint when no time for moves is set.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Carriage to the left, line erased.
const REWRITE: &str = "\r\x1b[K";

impl<W: Write> Repl<W> {
    /// Lets the engine play as long as it is its turn.
    pub(super) fn let_engine_move(&mut self) -> Result<(), ReplError> {
        while !self.table.is_over() && !self.table.seats.have(self.table.side()) {
            self.engine_turn()?;
            if self.table.seats == Seats::None {
                self.show()?;
            }
        }
        Ok(())
    }

    /// The engine plays until the turn passes.
    pub(super) fn engine_turn(&mut self) -> Result<(), ReplError> {
        let side = self.table.side();
        self.refuse_when_over()?;
        while !self.table.is_over() && self.table.side() == side {
            let Some(best) = self.think(&Go::default(), "The engine plays")? else { break };
            self.change(|table| table.play(&[best]))?;
        }
        Ok(())
    }

    /// Says what the engine would play at full strength.
    pub(super) fn hint(&mut self) -> Result<(), ReplError> {
        self.refuse_when_over()?;
        let time = self.table.host.settings().move_time().unwrap_or(HINT_TIME);
        self.think(&Go { move_time: Some(time), ..Go::default() }, "Hint:")?;
        Ok(())
    }

    fn refuse_when_over(&self) -> Result<(), InputError> {
        if self.table.is_over() { Err(InputError::Over) } else { Ok(()) }
    }

    /// Searches, shows on a terminal how far it has got, and says what it would play.
    fn think(&mut self, go: &Go, verb: &str) -> io::Result<Option<String>> {
        let Self { table, out, is_terminal, .. } = self;
        let (mut last, mut best) = (None, None);
        tell(table.host.search(go), |event| {
            match event {
                TaskEvent::PvInfo(info) if info.rank == 1 => {
                    if *is_terminal {
                        write!(out, "{REWRITE}{:.78}", texts::thought(&info))?;
                        out.flush()?;
                    }
                    last = Some(info);
                }
                TaskEvent::BestMove(answer) => best = answer.best,
                _ => {}
            }
            Ok(())
        })?;
        if *is_terminal {
            write!(out, "{REWRITE}")?;
        }
        if let Some(best) = &best {
            let thought = last.as_ref().map(|info| format!("  ({})", texts::thought(info)));
            writeln!(out, "{verb} {best}{}", thought.unwrap_or_default())?;
        }
        Ok(best)
    }
}
