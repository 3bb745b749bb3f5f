//! From words or objects to commands.

use std::time::Duration;

use plywright::engine::{Analysis, Go};
use plywright::{Depth, shorten};
use serde_json::{Map, Value};

use super::lines::Line;
use crate::command::{Command, InputError, View};
use crate::words::{Words, name_and_value};

/// The commands of a line.
pub(super) fn read(line: &str) -> Vec<Command> {
    let line = line.trim();
    let command = if line.is_empty() {
        return Vec::new();
    } else if line.starts_with('{') {
        serde_json::from_str::<Map<String, Value>>(line)
            .map_err(|error| InputError::Malformed { expected: "a JSON object", reason: error.to_string() })
            .and_then(|object| read_object(&object))
    } else {
        read_words(Words::new(line))
    };
    vec![command.unwrap_or_else(Command::Invalid)]
}

fn read_words(mut words: Words<'_>) -> Result<Command, InputError> {
    let position = |command, rest: &str| match rest {
        "" => Err(InputError::argument(command, "the position", "", "a position text")),
        text => Ok(text.to_owned()),
    };
    match words.next().unwrap_or_default() {
        "set_position" => {
            let text = position("set_position", words.rest())?;
            Ok(Command::Analyse(Analysis { text, go: endless() }))
        }
        "next_moves" => Ok(Command::NextMoves(position("next_moves", words.rest())?)),
        "set_option" => {
            let missing =
                || InputError::argument("set_option", "the name", "", "an option's name and its value");
            let (name, value) = name_and_value(words).ok_or_else(missing)?;
            Ok(Command::SetOption { name, value })
        }
        "ping" => Ok(Command::Echo("pong".to_owned())),
        word => without_arguments(word).ok_or_else(|| InputError::unknown(word)),
    }
}

fn without_arguments(name: &str) -> Option<Command> {
    Some(match name {
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "new_game" => Command::NewGame,
        "options" => Command::Handshake,
        "help" => Command::Show(View::Help),
        _ => return None,
    })
}

fn read_object(object: &Map<String, Value>) -> Result<Command, InputError> {
    let text = |command, key: &'static str, expected| match object.get(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
        other => Err(InputError::argument(command, key, &found(other), expected)),
    };
    match object.get("type").and_then(Value::as_str).unwrap_or_default() {
        "set_position" => {
            let text = text("set_position", "state", "a position text")?;
            let go = match object.get("limits") {
                None | Some(Value::Null) => endless(),
                Some(Value::Object(limits)) => read_limits(limits)?,
                other => {
                    return Err(InputError::argument("set_position", "limits", &found(other), "an object"));
                }
            };
            Ok(Command::Analyse(Analysis { text, go }))
        }
        "next_moves" => Ok(Command::NextMoves(text("next_moves", "state", "a position text")?)),
        "set_option" => {
            let name = text("set_option", "name", "an option's name")?;
            let value = match object.get("value") {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(value)) => value.clone(),
                Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
                other => {
                    let expected = "a text, a number, true or false";
                    return Err(InputError::argument("set_option", "value", &found(other), expected));
                }
            };
            Ok(Command::SetOption { name, value })
        }
        "ping" => Ok(Command::Echo(Line::Pong.to_text())),
        name => without_arguments(name).ok_or_else(|| match object.get("type") {
            Some(Value::String(name)) => InputError::unknown(name),
            other => InputError::Malformed {
                expected: "a request",
                reason: format!("its type is '{}', expected the name of one", shorten(&found(other))),
            },
        }),
    }
}

/// A search that goes on until it is stopped.
fn endless() -> Go {
    Go { infinite: true, ..Go::default() }
}

/// Limits, of which one suffices to end a search; without any it is endless.
fn read_limits(limits: &Map<String, Value>) -> Result<Go, InputError> {
    let mut go = Go::default();
    for (key, value) in limits {
        let wrong = |expected| InputError::argument("set_position", key, &found(Some(value)), expected);
        let number = || value.as_u64().ok_or_else(|| wrong("a whole number, at least 0"));
        match key.as_str() {
            "depth" => go.depth = Some(Depth(number()?.clamp(1, Depth::MAX.0.into()) as u16)),
            "nodes" => go.nodes = Some(number()?),
            "movetime" => go.move_time = Some(Duration::from_millis(number()?)),
            "mate" => go.mate = Some(number()?.clamp(1, u16::MAX.into()) as u32),
            _ => {
                let expected = "depth, nodes, movetime or mate";
                return Err(InputError::argument("set_position", "a limit", key, expected));
            }
        }
    }
    go.infinite = limits.is_empty();
    Ok(go)
}

fn found(value: Option<&Value>) -> String {
    value.map_or_else(String::new, Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Command {
        read(line).pop().expect("a command")
    }

    fn analysis(text: &str, go: Go) -> Command {
        Command::Analyse(Analysis { text: text.to_owned(), go })
    }

    #[test]
    fn words_and_objects_mean_the_same() {
        for (words, object) in [
            ("set_position a b", r#"{"type":"set_position","state":"a b"}"#),
            ("set_position a b", r#"{"limits":{},"state":" a b ","type":"set_position"}"#),
            ("next_moves  a b ", r#"{"type":"next_moves","state":"a b","note":"ignored"}"#),
            ("stop", r#" {"type":"stop"} "#),
            ("quit", r#"{"type":"quit"}"#),
            ("new_game", r#"{"type":"new_game"}"#),
            ("options", r#"{"type":"options"}"#),
            ("set_option Move Overhead 20", r#"{"type":"set_option","name":"Move Overhead","value":20}"#),
            ("set_option Ponder true", r#"{"type":"set_option","name":"Ponder","value":true}"#),
        ] {
            assert_eq!(one(words), one(object), "{words}");
            assert!(!matches!(one(words), Command::Invalid(_)), "{words}");
        }
        assert_eq!(one("set_position a b"), analysis("a b", endless()));
        assert_eq!(one("ping"), Command::Echo("pong".to_owned()));
        assert_eq!(one(r#"{"type":"ping"}"#), Command::Echo(r#"{"type":"pong"}"#.to_owned()));
    }

    #[test]
    fn limits_end_a_search() {
        let go = Go { depth: Some(Depth(4)), move_time: Some(Duration::from_millis(50)), ..Go::default() };
        let line = r#"{"type":"set_position","state":"a","limits":{"depth":4,"movetime":50}}"#;
        assert_eq!(one(line), analysis("a", go));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for line in [
            "joho",
            "joho ping",
            "set_position",
            "next_moves ",
            "set_option",
            "{",
            "{}",
            r#"{"type":3}"#,
            r#"{"type":"joho"}"#,
            r#"{"type":"set_position"}"#,
            r#"{"type":"set_position","state":4}"#,
            r#"{"type":"set_position","state":""}"#,
            r#"{"type":"set_position","state":"a","limits":3}"#,
            r#"{"type":"set_position","state":"a","limits":{"depth":-1}}"#,
            r#"{"type":"set_position","state":"a","limits":{"depth":1.5}}"#,
            r#"{"type":"set_position","state":"a","limits":{"colour":1}}"#,
            r#"{"type":"set_option","value":1}"#,
            r#"{"type":"set_option","name":"Hash","value":[]}"#,
            r#"{"type":"ping"} {"type":"ping"}"#,
        ] {
            assert!(matches!(one(line), Command::Invalid(_)), "{line}");
        }
        assert_eq!(read(" \t"), []);
        assert!(matches!(one(&"{\"a\":".repeat(100_000)), Command::Invalid(_)));
    }
}
