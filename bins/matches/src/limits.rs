//! Limits of an engine's searches in a match: the time control of a game, and limits for each move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plywright::Depth;
use plywright::engine::Go;

use crate::settings::{MAX_TIME, time};

pub(crate) const SECOND: Duration = Duration::from_secs(1);
/// Syntax of time controls, for error messages.
pub(crate) const TC_SYNTAX: &str =
    "[MOVES/][MINUTES:]SECONDS[+INCREMENT], each time less than 366 days, or inf";

/// Time control of an engine for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves after which `base` is added to the clock again; `None` for never.
    pub moves: Option<u32>,
    /// Time on the clock at the start of the game.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Limits of an engine's searches. If all are `None`, the engine decides how long it searches; an engine of the JSON
/// protocol is stopped after one second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoveLimits {
    /// Time control for the whole game.
    pub clock: Option<TimeControl>,
    /// Maximum time for each move.
    pub move_time: Option<Duration>,
    /// Maximum number of nodes for each move.
    pub nodes: Option<u64>,
    /// Maximum search depth for each move, in plies.
    pub depth: Option<u16>,
}

impl MoveLimits {
    /// Returns the limits for each move as those of a search. The clocks, which change during a game, are not set.
    pub fn go(&self) -> Go {
        Go { move_time: self.move_time, depth: self.depth.map(Depth), nodes: self.nodes, ..Go::default() }
    }
}

impl FromStr for TimeControl {
    type Err = ();

    /// Parses `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`. Refuses 0 moves, times of 366 days or more, and a time control
    /// without any time.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0).ok_or(())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, base) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().map_err(|_| ())?;
        let base = SECOND * minutes * 60 + time(base, SECOND).ok_or(())?;
        // `time` has limited the seconds, but the sum with the minutes may still be too long.
        if base >= MAX_TIME {
            return Err(());
        }
        let increment = time(increment, SECOND).ok_or(())?;
        if base.is_zero() && increment.is_zero() { Err(()) } else { Ok(Self { moves, base, increment }) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.depth.map(|depth| format!("{depth} plies")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() { f.write_str("no limit") } else { f.write_str(&parts.join(" and ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_those_of_match_programs() {
        for (text, moves, base, increment) in [
            ("10+0.1", None, 10_000, 100),
            ("40/1:30.5", Some(40), 90_500, 0),
            ("0.25", None, 250, 0),
            ("1:0+2", None, 60_000, 2000),
        ] {
            let expected = TimeControl {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            };
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "x", "0", "-1", "0/5", "1e99", "5+", "5+-1", "1:2:3", "nan"] {
            assert_eq!(text.parse::<TimeControl>(), Err(()), "{text}");
        }
    }
}
