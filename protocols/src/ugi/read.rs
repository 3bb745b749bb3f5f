//! Parses lines of the Universal Game Interface and of the Universal Gyges Interface into commands.

use std::sync::OnceLock;

use plywright::engine::{Go, Setup, Strength};

use super::limits::OptionLimits;
use super::{KEYWORDS, UgiForm};
use crate::command::{Command, InputError, Question};
use crate::lines::Words;
use crate::uci::{self, shared_request};

/// Parses a line into commands. Sets `form` if the line belongs to only one interface and `form` is still empty. An
/// option that sets a limit is stored in `limits` and gives no command, or [`Command::Invalid`] if its value is not
/// valid. [`OptionLimits::narrow`] adds the stored limits to every `go`.
pub(super) fn read(line: &str, form: &OnceLock<UgiForm>, limits: &mut OptionLimits) -> Vec<Command> {
    let mut commands = uci::read(line, |word, words| {
        let (spoken, commands) = request(word, words)?;
        if let Some(spoken) = spoken {
            form.get_or_init(|| spoken);
        }
        Some(commands)
    });
    if let [Command::SetOption { name, value }] = &commands[..]
        && let Some(result) = limits.set(name, value)
    {
        return result.err().map(Command::Invalid).into_iter().collect();
    }
    if let Some(Command::Go(go)) = commands.last_mut() {
        limits.narrow(go);
        // Clients of the Universal Gyges Interface expect full strength, so a bare `go` must not use the game's default
        // level.
        if form.get() == Some(&UgiForm::Gyges) {
            go.strength = Strength::FullUnlessSet;
        }
    }
    commands
}

/// Parses a request into commands. Returns `None` if `word` is not a command. The first part of the result is the only
/// interface that has the request, or `None` if both have it.
fn request(word: &str, words: Words<'_>) -> Option<(Option<UgiForm>, Vec<Command>)> {
    let (form, command) = match word {
        "moves" => (UgiForm::Game, Command::Play(Command::moves(words))),
        "query" => (UgiForm::Game, query(words)),
        "setpos" => (UgiForm::Gyges, set_position(words)),
        "setoption" => set_option(words),
        _ => {
            let commands = shared_request(word, words, &KEYWORDS)?;
            let is_of_game = match &commands[..] {
                [Command::Position { .. } | Command::InvalidPosition(_) | Command::NewGame] => true,
                // In the Universal Gyges Interface, `go` has no arguments, so arguments belong to the other interface.
                [Command::Go(go)] => *go != Go::default(),
                _ => false,
            };
            return Some((is_of_game.then_some(UgiForm::Game), commands));
        }
    };
    Some((Some(form), vec![command]))
}

fn query(mut words: Words<'_>) -> Command {
    Command::Ask(match words.next() {
        Some("p1turn") => Question::FirstToMove,
        Some("gameover") => Question::IsOver,
        Some("result") => Question::Result,
        Some("fen") => Question::PositionText,
        Some("islegal") => match words.next() {
            Some(mv) => Question::IsLegal(mv.to_owned()),
            None => return Command::invalid("query", "the move", None, "a move"),
        },
        other => {
            let expected = "p1turn, gameover, result, islegal or fen";
            return Command::invalid("query", "the question", other, expected);
        }
    })
}

fn set_position(mut words: Words<'_>) -> Command {
    let missing =
        |argument, expected| Command::InvalidPosition(InputError::argument("setpos", argument, "", expected));
    let setup = match words.next() {
        Some("start") => Setup::Start,
        Some("data") if !words.rest().is_empty() => Setup::Text(words.rest().to_owned()),
        Some("data") => return missing("the position text", "a position"),
        Some(name) => Setup::Named(name.to_owned()),
        None => return missing("the first word", "start, data or the name of a position"),
    };
    Command::SetUp(setup)
}

/// Parses `name N value V` (Universal Game Interface) or `N V` (Universal Gyges Interface).
fn set_option(words: Words<'_>) -> (UgiForm, Command) {
    match words.clone().next() {
        Some("name") => (UgiForm::Game, uci::set_option(words)),
        _ => (UgiForm::Gyges, Command::set_option("setoption", words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lines(lines: &[&str]) -> (Vec<Command>, Option<UgiForm>) {
        let (form, mut limits) = (OnceLock::new(), OptionLimits::default());
        let commands = lines.iter().flat_map(|line| read(line, &form, &mut limits)).collect();
        (commands, form.get().copied())
    }

    #[test]
    fn the_first_command_of_one_interface_decides() {
        let (game, gyges) = (Some(UgiForm::Game), Some(UgiForm::Gyges));
        for (lines, form) in [
            (&["ugi", "isready", "go", "stop", "d", "joho"][..], None),
            (&["ugi", "setpos start", "position startpos"], gyges),
            (&["setoption maxPly 7", "setoption name Hash value 1"], gyges),
            (&["setoption name Hash value 1", "setpos start"], game),
            (&["query result"], game),
            (&["uginewgame"], game),
            (&["moves a"], game),
            (&["position nowhere"], game),
            (&["go depth 3"], game),
            (&["joho setpos"], gyges),
        ] {
            let (_, found) = read_lines(lines);
            assert_eq!(found, form, "{lines:?}");
        }
    }

    #[test]
    fn options_are_set_in_either_form() {
        for (line, name, value) in [
            ("setoption name move overhead value 20", "move overhead", "20"),
            ("setoption move overhead 20", "move overhead", "20"),
            ("setoption Hash", "Hash", ""),
        ] {
            let (commands, _) = read_lines(&[line]);
            assert_eq!(commands, [Command::SetOption { name: name.to_owned(), value: value.to_owned() }]);
        }
    }
}
