//! Parses the arguments of `go`, in any order.
//!
//! `go` always starts a search, because the client waits for an answer. An invalid argument is reported, and
//! the others apply. If no valid limit remains, the search still has the strength of a limited one.

use std::iter::Peekable;
use std::time::Duration;

use plywright::Depth;
use plywright::engine::{Go, Strength};
use plywright::search::Clock;

use super::Keywords;
use crate::command::{Command, InputError};
use crate::lines::Words;

/// Maximum depth of `perft`. Deeper counts would not end and would need a deep stack.
const MAX_PERFT_DEPTH: i64 = 60;
/// Keywords common to all interfaces. The names of clocks differ.
const KEYWORDS: [&str; 9] =
    ["searchmoves", "depth", "nodes", "movetime", "infinite", "mate", "movestogo", "ponder", "perft"];

/// Arguments of `go` as they were read.
struct Arguments<'a> {
    keywords: &'a Keywords,
    go: Go,
    /// Time of each side, then the increment of each side.
    clocks: [Option<Duration>; 4],
    moves_to_go: Option<u32>,
    /// Whether a perft is requested instead of a search.
    counts: bool,
    /// Depth of the perft; `None` if it is invalid.
    perft: Option<u32>,
    /// The first error.
    error: Option<InputError>,
}

/// Parses the words after `go` into commands.
pub(crate) fn read_go(words: Words<'_>, keywords: &Keywords) -> Vec<Command> {
    let mut words = words.peekable();
    let mut arguments = Arguments {
        keywords,
        go: Go::default(),
        clocks: [None; 4],
        moves_to_go: None,
        counts: false,
        perft: None,
        error: None,
    };
    while let Some(word) = words.next() {
        arguments.take(word, &mut words);
    }
    let error = arguments.error.take().map(Command::Invalid);
    if error.is_some() {
        arguments.go.strength = Strength::FullUnlessSet;
    }
    error.into_iter().chain(arguments.command()).collect()
}

impl Arguments<'_> {
    fn is_keyword(&self, word: &str) -> bool {
        KEYWORDS.contains(&word) || self.keywords.clocks.contains(&word)
    }

    fn take(&mut self, word: &str, words: &mut Peekable<Words<'_>>) {
        let positive = |number: u64, most: u32| (number > 0).then(|| number.min(most.into()) as u32);
        match word {
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !self.is_keyword(word)) {
                    self.go.search_moves.push(mv.to_owned());
                }
            }
            "infinite" => self.go.infinite = true,
            "ponder" => self.go.ponder = true,
            "depth" => {
                let depth = self.count(word, words);
                self.go.depth = depth.map(|depth| Depth(depth.min(Depth::MAX.0.into()) as u16));
            }
            "nodes" => self.go.nodes = self.count(word, words),
            "mate" => {
                self.go.mate = self.count(word, words).and_then(|moves| positive(moves, u16::MAX.into()));
            }
            "movetime" => self.go.move_time = self.time(word, words),
            "movestogo" => {
                self.moves_to_go = self.count(word, words).and_then(|moves| positive(moves, 1_000_000));
            }
            "perft" => {
                let is_allowed = |depth| (0..=MAX_PERFT_DEPTH).contains(&depth);
                let depth = self.number(word, words, "a whole number from 0 to 60", is_allowed);
                (self.counts, self.perft) = (true, depth.map(|depth| depth as u32));
            }
            _ => match self.keywords.clocks.iter().position(|clock| *clock == word) {
                Some(clock) => self.clocks[clock] = self.time(word, words),
                None => self.report("the argument", word, "a limit or searchmoves"),
            },
        }
    }

    fn count(&mut self, name: &str, words: &mut Peekable<Words<'_>>) -> Option<u64> {
        self.number(name, words, "a whole number, at least 0", |number| number >= 0).map(i64::unsigned_abs)
    }

    /// Parses milliseconds. Negative time is no time.
    fn time(&mut self, name: &str, words: &mut Peekable<Words<'_>>) -> Option<Duration> {
        let number = self.number(name, words, "a whole number", |_| true);
        number.map(|number| Duration::from_millis(u64::try_from(number).unwrap_or(0)))
    }

    /// Parses the number after `name` and checks it. Leaves a keyword in its place unread.
    fn number(
        &mut self,
        name: &str,
        words: &mut Peekable<Words<'_>>,
        expected: &'static str,
        is_allowed: impl Fn(i64) -> bool,
    ) -> Option<i64> {
        let word = words.next_if(|word| !self.is_keyword(word)).unwrap_or_default();
        let number = word.parse().ok().filter(|number| is_allowed(*number));
        if number.is_none() {
            self.report(name, word, expected);
        }
        number
    }

    fn report(&mut self, argument: &str, found: &str, expected: &'static str) {
        self.error.get_or_insert_with(|| InputError::argument("go", argument, found, expected));
    }

    fn command(mut self) -> Option<Command> {
        if self.counts {
            return self.perft.map(Command::Perft);
        }
        let [first, second] = [0, 1].map(|side| {
            let (time, increment) = (self.clocks[side], self.clocks[side + 2]);
            (time.is_some() || increment.is_some()).then(|| Clock {
                remaining: time.unwrap_or_default(),
                increment: increment.unwrap_or_default(),
                moves_to_go: self.moves_to_go,
            })
        });
        // A single clock applies to both sides.
        self.go.clocks = [first.or(second), second.or(first)];
        Some(Command::Go(self.go))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::KEYWORDS;

    fn read(line: &str) -> Vec<Command> {
        read_go(Words::new(line), &KEYWORDS)
    }

    fn go(line: &str) -> Go {
        match read(line).pop() {
            Some(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn searchmoves_stand_before_or_after_the_limits() {
        let expected =
            Go { search_moves: vec!["a".to_owned(), "b".to_owned()], depth: Some(Depth(3)), ..Go::default() };
        assert_eq!(go("searchmoves a b depth 3"), expected);
        assert_eq!(go("depth 3 searchmoves a b"), expected);
    }

    #[test]
    fn bad_numbers_are_reported_once_and_the_search_starts() {
        for line in
            ["depth x nodes y", "depth", "nodes -3", "movetime 1e9", "wtime", "depth movetime 5", "fast"]
        {
            let commands = read(line);
            assert!(matches!(commands[..], [Command::Invalid(_), Command::Go(_)]), "{line}: {commands:?}");
            assert_eq!(go(line).strength, Strength::FullUnlessSet, "{line}");
        }
        assert_eq!(go("").strength, Strength::Level);
        assert_eq!(go("depth movetime 5").move_time, Some(Duration::from_millis(5)));
        assert_eq!(go("depth 70000").depth, Some(Depth::MAX));
    }

    #[test]
    fn one_clock_is_both_clocks_and_negative_time_is_none_left() {
        let [first, second] = go("btime 500 binc 10 movestogo 0").clocks;
        assert_eq!(first, second);
        assert_eq!(first.map(|clock| clock.moves_to_go), Some(None));
        let [first, second] = go("wtime -5 btime 7").clocks;
        assert_eq!(first.map(|clock| clock.remaining), Some(Duration::ZERO));
        assert_eq!(second.map(|clock| clock.remaining), Some(Duration::from_millis(7)));
    }

    #[test]
    fn perft_is_no_search() {
        assert_eq!(read("perft 4"), [Command::Perft(4)]);
        assert!(matches!(read("perft 61")[..], [Command::Invalid(_)]));
    }
}
