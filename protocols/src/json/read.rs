//! Parses requests, which are words or JSON objects. Words become a [`Request`], as objects do, except for two
//! requests: the words of `set_option` are divided into name and value, and the word `ping` gets a word as answer.

use std::time::Duration;

use plywright::Depth;
use plywright::engine::Go;
use serde::Deserialize;
use serde_json::{Number, json};

use super::write::Line;
use crate::command::{Command, InputError};
use crate::lines::Words;

pub(super) fn read(line: &str) -> Vec<Command> {
    let line = line.trim();
    let command = if line.is_empty() {
        return Vec::new();
    } else if line.starts_with('{') {
        serde_json::from_str(line).map(Request::command).map_err(|error| misread(line, &error))
    } else {
        read_words(Words::new(line))
    };
    vec![command.unwrap_or_else(Command::Invalid)]
}

fn read_words(mut words: Words<'_>) -> Result<Command, InputError> {
    let position = |command, text: &str| match text {
        "" => Err(InputError::argument(command, "the position", "", "a position text")),
        text => Ok(Text(text.to_owned())),
    };
    let request = match words.next().unwrap_or_default() {
        "set_position" => {
            Request::SetPosition { state: position("set_position", words.rest())?, limits: None }
        }
        "next_moves" => Request::NextMoves { state: position("next_moves", words.rest())? },
        "set_option" => return Ok(Command::set_option("set_option", words)),
        "ping" => return Ok(Command::Echo("pong".to_owned())),
        // All other requests are a single word, which means the same as an object with this type.
        word => serde_json::from_value(json!({"type": word})).map_err(|_| InputError::unknown(word))?,
    };
    Ok(request.command())
}

/// A request. The field `type` of its JSON object is the name of the variant in snake case. Unknown fields are ignored.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Request {
    SetPosition { state: Text, limits: Option<Limits> },
    NextMoves { state: Text },
    SetOption { name: Text, value: Option<OptionText> },
    Ping,
    Stop,
    Quit,
    NewGame,
    Options,
    Help,
}

/// Limits of a search. The first limit that is reached ends the search. Unknown fields are refused, so that a misspelt
/// limit is not ignored.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Limits {
    /// Maximum depth in plies; 0 counts as 1.
    depth: Option<Count>,
    nodes: Option<Count>,
    /// Maximum time in milliseconds.
    movetime: Option<Count>,
    /// A proven win within this number of the winner's turns ends the search; 0 counts as 1.
    mate: Option<Count>,
}

/// A whole number, at least 0. The error for another number names the number and says what is expected.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Number")]
struct Count(u64);

impl TryFrom<Number> for Count {
    type Error = String;

    fn try_from(number: Number) -> Result<Self, String> {
        let wrong = || format!("the number is {number}, expected a whole number, at least 0");
        number.as_u64().map(Self).ok_or_else(wrong)
    }
}

/// A text. White space at its ends is removed, and a text that is then empty is refused.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Text(String);

impl TryFrom<String> for Text {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.trim();
        if text.is_empty() { Err("a text is empty") } else { Ok(Self(text.to_owned())) }
    }
}

/// The value of an option, which clients may write as a JSON text, number or boolean, whatever the kind of the option.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the value of an option is a text, a number, true or false")]
enum OptionText {
    Text(String),
    Number(Number),
    Switch(bool),
}

/// The part of an object that is read for an error message if the whole object is not a valid request.
#[derive(Deserialize)]
struct Name {
    #[serde(rename = "type")]
    name: String,
}

impl Request {
    fn command(self) -> Command {
        match self {
            Self::SetPosition { state: Text(state), limits } => {
                Command::Analyse(state, limits.unwrap_or_default().go())
            }
            Self::NextMoves { state: Text(state) } => Command::NextMoves(state),
            Self::SetOption { name: Text(name), value } => {
                let value = value.map_or_else(String::new, |value| match value {
                    OptionText::Text(text) => text,
                    OptionText::Number(number) => number.to_string(),
                    OptionText::Switch(on) => on.to_string(),
                });
                Command::SetOption { name, value }
            }
            Self::Ping => Command::Echo(Line::Pong.to_text()),
            Self::Stop => Command::Stop,
            Self::Quit => Command::Quit,
            Self::NewGame => Command::NewGame,
            Self::Options => Command::Handshake,
            Self::Help => Command::Help,
        }
    }
}

/// Returns the error for an object that is not a request. The error names the command if the object has the field
/// `type`.
fn misread(line: &str, error: &serde_json::Error) -> InputError {
    // The parser counts lines of text, but a request has only one, so only the column is reported.
    let reason = error.to_string().replace(" at line 1 column ", " at column ");
    match serde_json::from_str::<Name>(line) {
        Ok(Name { name }) if reason.starts_with("unknown variant") => InputError::unknown(&name),
        Ok(Name { name }) => InputError::wrong_form(&name, &reason),
        Err(_) => InputError::malformed(line, "a JSON object with a type", &reason),
    }
}

impl Limits {
    /// Returns the request for a search with these limits. Without limits, the search goes on until it is stopped.
    fn go(self) -> Go {
        let [depth, nodes, movetime, mate] =
            [self.depth, self.nodes, self.movetime, self.mate].map(|limit| limit.map(|Count(number)| number));
        Go {
            depth: depth.map(|depth| Depth::saturating_from(depth.max(1))),
            nodes,
            move_time: movetime.map(Duration::from_millis),
            mate: mate.map(|mate| mate.clamp(1, u16::MAX.into()) as u32),
            infinite: depth.is_none() && nodes.is_none() && movetime.is_none() && mate.is_none(),
            ..Go::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        read(line).pop().expect("a command")
    }

    fn analysis(text: &str, go: Go) -> Command {
        Command::Analyse(text.to_owned(), go)
    }

    #[test]
    fn words_and_objects_mean_the_same() {
        for (words, object) in [
            ("set_position a b", r#"{"type":"set_position","state":"a b"}"#),
            ("set_position a b", r#"{"limits":{},"state":" a b ","type":"set_position"}"#),
            ("next_moves  a b ", r#"{"type":"next_moves","state":"a b","note":"ignored"}"#),
            (" stop\t", r#" {  "type" : "stop"} "#),
            ("quit", r#"{"type":"quit"}"#),
            ("new_game", r#"{"type":"new_game"}"#),
            ("options", r#"{"type":"options"}"#),
            ("set_option Move Overhead 20", r#"{"type":"set_option","name":"Move Overhead","value":20}"#),
            ("set_option Ponder true", r#"{"type":"set_option","name":"Ponder","value":true}"#),
        ] {
            assert_eq!(command(words), command(object), "{words}");
            assert!(!matches!(command(words), Command::Invalid(_)), "{words}");
        }
        assert_eq!(command("set_position a b"), analysis("a b", Go { infinite: true, ..Go::default() }));
        assert_eq!(command("ping"), Command::Echo("pong".to_owned()));
        assert_eq!(command(r#"{"type":"ping"}"#), Command::Echo(r#"{"type":"pong"}"#.to_owned()));
    }

    #[test]
    fn limits_end_a_search() {
        let go = Go { depth: Some(Depth(4)), move_time: Some(Duration::from_millis(50)), ..Go::default() };
        let line = r#"{"type":"set_position","state":"a","limits":{"depth":4,"movetime":50}}"#;
        assert_eq!(command(line), analysis("a", go));
    }

    #[test]
    fn a_blank_line_is_skipped() {
        assert_eq!(read(" \t"), []);
    }

    #[test]
    fn a_deep_object_is_refused() {
        assert!(matches!(command(&"{\"a\":".repeat(100_000)), Command::Invalid(_)));
    }
}
