//! Parses lines of UCI into commands. UGI uses the same functions with other keywords.

use plywright::Depth;
use plywright::engine::Setup;

use super::Keywords;
use super::go::read_go;
use crate::command::{Command, InputError, Question};
use crate::lines::Words;

/// Parses a line into commands. `request` parses a command word and the words after it; it returns `None`
/// for a word that is not a command. Words before the first command are skipped, as UCI requires. Commands
/// for people, such as `moves`, are accepted only at the start of a line, because their words may occur in other text.
pub(crate) fn read<'a>(
    line: &'a str,
    request: impl Fn(&str, Words<'a>) -> Option<Vec<Command>>,
) -> Vec<Command> {
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Vec::new() };
    if let Some(commands) = request(first, words.clone()) {
        return commands;
    }
    if let Some(command) = for_people(first, words.clone()) {
        return vec![command];
    }
    while let Some(word) = words.next() {
        if let Some(commands) = request(word, words.clone()) {
            return commands;
        }
    }
    vec![Command::Invalid(InputError::unknown(first))]
}

/// Parses a request that UCI and UGI have in common. Returns `None` for any other word.
pub(crate) fn shared_request(word: &str, mut words: Words<'_>, keywords: &Keywords) -> Option<Vec<Command>> {
    let command = match word {
        word if word == keywords.handshake => Command::Handshake,
        word if word == keywords.new_game => Command::NewGame,
        "isready" => Command::Echo("readyok".to_owned()),
        "position" => position(words),
        "go" => return Some(read_go(words, keywords)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "setoption" => set_option(words),
        "debug" => match words.next() {
            Some("on") => Command::Debug(true),
            Some("off") => Command::Debug(false),
            other => Command::invalid("debug", "the argument", other, "on or off"),
        },
        "quit" => Command::Quit,
        _ => return None,
    };
    Some(vec![command])
}

/// Parses a command for a person at the keyboard. Returns `None` for any other word.
fn for_people(word: &str, words: Words<'_>) -> Option<Command> {
    Some(match word {
        "d" => Command::Ask(Question::Board),
        "eval" => Command::Ask(Question::Evaluation),
        "moves" => Command::Ask(Question::Moves),
        "fen" => Command::Ask(Question::Position),
        "help" => Command::Help,
        "bench" => bench(words),
        _ => return None,
    })
}

fn position(mut words: Words<'_>) -> Command {
    let invalid = |argument, found: &str, expected| {
        Command::InvalidPosition(InputError::argument("position", argument, found, expected))
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
    Command::Position { setup, moves: Command::moves(words) }
}

/// Parses `name N value V`. The name ends before the first word `value`. Both name and value may contain spaces, and
/// the value may be missing.
pub(crate) fn set_option(mut words: Words<'_>) -> Command {
    let first = words.next();
    if first != Some("name") {
        return Command::invalid("setoption", "the first word", first, "name");
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Command::invalid("setoption", "the name", None, "an option's name");
    }
    // The value is the rest of the line with its inner white space unchanged.
    Command::SetOption { name: name.join(" "), value: words.rest().to_owned() }
}

fn bench(mut words: Words<'_>) -> Command {
    let Some(word) = words.next() else { return Command::Bench(None) };
    match word.parse() {
        // The greatest depth of a search, `Depth::MAX`, is 200.
        Ok(depth @ 1..=200) => Command::Bench(Some(Depth(depth))),
        _ => Command::invalid("bench", "the depth", Some(word), "a whole number from 1 to 200"),
    }
}
