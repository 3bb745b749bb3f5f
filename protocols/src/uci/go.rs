//! Parses the arguments of `go`, which may come in any order.
//!
//! Without `perft`, `go` always starts a search, because the client waits for an answer. The first invalid argument is
//! reported, and the valid ones apply. The game's default level is only for a `go` without arguments. After an invalid
//! argument, the search therefore plays at the level that was set, or at full strength if none was set.

use std::iter::Peekable;
use std::time::Duration;

use plywright::Depth;
use plywright::engine::{Go, Strength};
use plywright::search::Clock;

use super::Keywords;
use crate::command::{Command, InputError};
use crate::lines::Words;

/// Maximum depth of `perft`. Deeper counts would take for ever and would need a deep stack. The error text in
/// [`read_go`] repeats the number.
const MAX_PERFT_DEPTH: i64 = 60;
/// Maximum number of moves to the next time control. Larger numbers count as this one.
const MAX_MOVES_TO_GO: u32 = 1_000_000;
/// Maximum number of moves after `searchmoves`. Positions have far fewer legal moves, and each illegal move is
/// reported. The error texts in [`read_go`] repeat the number.
const MAX_SEARCH_MOVES: usize = 10_000;
/// Arguments of `go` that UCI and UGI have in common. Those for the clocks differ, and are in [`Keywords::clocks`].
const KEYWORDS: [&str; 9] =
    ["searchmoves", "depth", "nodes", "movetime", "infinite", "mate", "movestogo", "ponder", "perft"];

/// Reads the arguments one by one, and keeps the first error.
struct Arguments<'a> {
    words: Peekable<Words<'a>>,
    keywords: &'a Keywords,
    error: Option<InputError>,
}

/// Parses `words`, the arguments of `go`. If an argument is invalid, the list begins with [`Command::Invalid`]. The
/// command for `go` follows, unless the depth of `perft` is invalid.
pub(crate) fn read_go<'a>(words: Words<'a>, keywords: &'a Keywords) -> Vec<Command> {
    let mut arguments = Arguments { words: words.peekable(), keywords, error: None };
    let mut go = Go::default();
    let mut times = [None; 4];
    let (mut moves_to_go, mut perft) = (None, None);
    while let Some(word) = arguments.words.next() {
        match word {
            "searchmoves" => {
                while let Some(mv) = arguments.next() {
                    if go.search_moves.len() < MAX_SEARCH_MOVES {
                        go.search_moves.push(mv.to_owned());
                    } else {
                        arguments.keep_error("the move after 10000 others", mv, "at most 10000 moves");
                    }
                }
            }
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => go.depth = arguments.count(word).map(Depth::saturating_from),
            "nodes" => go.nodes = arguments.count(word),
            "mate" => go.mate = arguments.positive(word, u16::MAX.into()),
            "movetime" => go.move_time = arguments.time(word),
            "movestogo" => moves_to_go = arguments.positive(word, MAX_MOVES_TO_GO),
            "perft" => {
                let is_allowed = |depth| (0..=MAX_PERFT_DEPTH).contains(&depth);
                perft = Some(arguments.number(word, "a whole number from 0 to 60", is_allowed));
            }
            _ => match keywords.clocks.iter().position(|clock| *clock == word) {
                Some(index) => times[index] = arguments.time(word),
                None => arguments.keep_error("the argument", word, "a limit or searchmoves"),
            },
        }
    }
    go.clocks = clocks(times, moves_to_go);
    if arguments.error.is_some() {
        go.strength = Strength::FullUnlessSet;
    }
    let command = match perft {
        None => Some(Command::Go(go)),
        Some(depth) => depth.map(|depth| Command::Perft(depth as u32)),
    };
    arguments.error.map(Command::Invalid).into_iter().chain(command).collect()
}

/// Returns the clocks of both sides. `times` are in the order of [`Keywords::clocks`]. A side has a clock if its time
/// or its increment is given; the number that is missing is then 0. A clock of only one side applies to both sides.
fn clocks(times: [Option<Duration>; 4], moves_to_go: Option<u32>) -> [Option<Clock>; 2] {
    let [first_time, second_time, first_increment, second_increment] = times;
    let clock = |time: Option<Duration>, increment: Option<Duration>| {
        if time.is_none() && increment.is_none() {
            return None;
        }
        let (remaining, increment) = (time.unwrap_or_default(), increment.unwrap_or_default());
        Some(Clock { remaining, increment, moves_to_go })
    };
    let (first, second) = (clock(first_time, first_increment), clock(second_time, second_increment));
    [first.or(second), second.or(first)]
}

impl<'a> Arguments<'a> {
    /// Returns the next word as the value of an argument. Returns `None` at the end, or if the word is the name of
    /// another argument, which is then not consumed.
    fn next(&mut self) -> Option<&'a str> {
        let clocks = &self.keywords.clocks;
        self.words.next_if(|word| !KEYWORDS.contains(word) && !clocks.contains(word))
    }

    /// Parses the number of the limit `name`. If the number is missing or not allowed, keeps an error and returns
    /// `None`, so that the limit does not apply.
    fn number(&mut self, name: &str, expected: &'static str, is_allowed: fn(i64) -> bool) -> Option<i64> {
        let word = self.next().unwrap_or_default();
        let number = word.parse().ok().filter(|number| is_allowed(*number));
        if number.is_none() {
            self.keep_error(name, word, expected);
        }
        number
    }

    /// Parses the number of the limit `name`. A negative number is an error.
    fn count(&mut self, name: &str) -> Option<u64> {
        self.number(name, "a whole number, at least 0", |number| number >= 0).map(i64::unsigned_abs)
    }

    /// Parses the number of the limit `name`. Returns `None` for 0, which means no limit. A number above `max` counts
    /// as `max`.
    fn positive(&mut self, name: &str, max: u32) -> Option<u32> {
        self.count(name).filter(|number| *number > 0).map(|number| number.min(max.into()) as u32)
    }

    /// Parses the milliseconds of the argument `name`. Negative times are allowed and count as 0.
    fn time(&mut self, name: &str) -> Option<Duration> {
        let number = self.number(name, "a whole number", |_| true);
        number.map(|number| Duration::from_millis(u64::try_from(number).unwrap_or(0)))
    }

    /// Keeps the error about an argument, unless there is an earlier error.
    fn keep_error(&mut self, argument: &str, found: &str, expected: &'static str) {
        self.error.get_or_insert_with(|| InputError::argument("go", argument, found, expected));
    }
}
