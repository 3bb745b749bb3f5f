//! From lines to commands.

use plywright::Depth;
use plywright::engine::Setup;

use super::go::read_go;
use crate::command::{Command, InputError, View};
use crate::words::Words;

/// The commands of a line.
pub(super) fn read(line: &str) -> Vec<Command> {
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Vec::new() };
    if let Some(command) = beyond_standard(first, words.clone()) {
        return vec![command];
    }
    let mut word = first;
    loop {
        if let Some(commands) = standard(word, words.clone()) {
            return commands;
        }
        match words.next() {
            Some(next) => word = next,
            None => return vec![Command::Invalid(InputError::unknown(first))],
        }
    }
}

fn standard(word: &str, words: Words<'_>) -> Option<Vec<Command>> {
    let command = match word {
        "uci" => Command::Handshake,
        "isready" => Command::Ready,
        "ucinewgame" => Command::NewGame,
        "position" => position(words),
        "go" => return Some(read_go(words)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "setoption" => set_option(words),
        "debug" => debug(words),
        "quit" => Command::Quit,
        "register" => return Some(Vec::new()),
        _ => return None,
    };
    Some(vec![command])
}

fn beyond_standard(word: &str, words: Words<'_>) -> Option<Command> {
    Some(match word {
        "d" => Command::Show(View::Board),
        "eval" => Command::Show(View::Evaluation),
        "moves" => Command::Show(View::Moves),
        "fen" => Command::Show(View::Position),
        "help" => Command::Show(View::Help),
        "bench" => bench(words),
        _ => return None,
    })
}

fn position(mut words: Words<'_>) -> Command {
    let invalid = |argument, found: &str, expected| {
        Command::Invalid(InputError::argument("position", argument, found, expected))
    };
    let setup = match words.next() {
        Some("startpos") => {
            if let Some(other) = words.next().filter(|word| *word != "moves") {
                return invalid("the word after startpos", other, "moves");
            }
            Setup::Start
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            if text.is_empty() {
                return invalid("the position text", "", "a position");
            }
            Setup::Text(text.join(" "))
        }
        other => return invalid("the first word", other.unwrap_or_default(), "startpos or fen"),
    };
    Command::Position { setup, moves: words.map(str::to_owned).collect() }
}

fn set_option(mut words: Words<'_>) -> Command {
    let invalid = |argument, found: &str, expected| {
        Command::Invalid(InputError::argument("setoption", argument, found, expected))
    };
    match words.next() {
        Some("name") => {}
        other => return invalid("the first word", other.unwrap_or_default(), "name"),
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return invalid("the name", "", "an option's name");
    }
    // What follows is the value as it stands, blanks inside included.
    Command::SetOption { name: name.join(" "), value: words.rest().to_owned() }
}

fn debug(mut words: Words<'_>) -> Command {
    match words.next() {
        Some("on") => Command::Debug(true),
        Some("off") => Command::Debug(false),
        other => Command::Invalid(InputError::argument(
            "debug",
            "the argument",
            other.unwrap_or_default(),
            "on or off",
        )),
    }
}

fn bench(mut words: Words<'_>) -> Command {
    match words.next().map(|word| (word, word.parse::<u16>())) {
        None => Command::Bench(None),
        Some((_, Ok(depth @ 1..=200))) => Command::Bench(Some(Depth(depth))),
        Some((word, _)) => {
            Command::Invalid(InputError::argument("bench", "the depth", word, "a whole number from 1 to 200"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: &str) -> Vec<Command> {
        vec![Command::SetOption { name: name.to_owned(), value: value.to_owned() }]
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(read("joho isready"), [Command::Ready]);
        assert_eq!(read(" \t debug  on "), [Command::Debug(true)]);
        assert!(matches!(read("show moves please")[..], [Command::Invalid(InputError::Unknown { .. })]));
        assert_eq!(read("  "), []);
    }

    #[test]
    fn option_names_and_values_may_have_blanks() {
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption  name Move  Overhead value  20 "), option("Move Overhead", "20"));
        assert_eq!(read("setoption name F value /a  b/value c"), option("F", "/a  b/value c"));
        assert_eq!(read("setoption name F value"), option("F", ""));
        for line in ["setoption", "setoption F value 1", "setoption name", "setoption name value 3"] {
            assert!(matches!(read(line)[..], [Command::Invalid(_)]), "{line}");
        }
    }

    #[test]
    fn positions_come_with_or_without_moves() {
        let position = |setup, moves: &[&str]| {
            vec![Command::Position { setup, moves: moves.iter().map(|mv| (*mv).to_owned()).collect() }]
        };
        assert_eq!(read("position startpos"), position(Setup::Start, &[]));
        assert_eq!(read("position startpos moves"), position(Setup::Start, &[]));
        assert_eq!(read("position fen a b  moves x y"), position(Setup::Text("a b".to_owned()), &["x", "y"]));
        for line in
            ["position", "position fen", "position fen moves a", "position startpos a b", "position x"]
        {
            assert!(matches!(read(line)[..], [Command::Invalid(_)]), "{line}");
        }
    }
}
