//! Adapts the help texts to a program with other games and another name.
//!
//! The texts are written for the program of this workspace. In another program, the name of its executable
//! replaces `plywright`, and examples with games or variants that it lacks are removed.

use std::path::Path;

use clap::Command;
use clap::builder::{Resettable, StyledStr};
use plywright_protocols::Program;

use crate::games;

/// The program's name in the command lines of all help texts.
const NAME_IN_TEXTS: &str = "plywright";
/// Options that precede the name of a game or a variant in the examples.
const CHOICES: [&str; 2] = ["--game ", "--variant "];

/// Returns `command` with the name and version of `program`. In the help of the command and its subcommands, command
/// lines have the name of the executable, and examples of games or variants that are not offered are left out.
pub(crate) fn adapted(command: Command, program: &Program) -> Command {
    rewritten(command.name(program.name).version(program.version), &executable(program))
}

/// Returns the file name of the executable without its extension, as the shell called it. If the name is unknown or
/// not UTF-8, returns the program's name in lower case.
pub(crate) fn executable(program: &Program) -> String {
    let word = std::env::args_os().next().and_then(|path| {
        let stem = Path::new(&path).file_stem()?.to_str()?;
        Some(stem.to_owned())
    });
    word.unwrap_or_else(|| program.name.to_lowercase())
}

fn rewritten(command: Command, word: &str) -> Command {
    let named = |text: &StyledStr| StyledStr::from(in_the_name_of(word, &text.to_string()));
    let offered = |text: &StyledStr| StyledStr::from(with_offered_games(&text.to_string(), is_offered));
    let about = Resettable::<StyledStr>::from(command.get_about().map(named));
    let notes = Resettable::<StyledStr>::from(command.get_after_help().map(|notes| named(&offered(notes))));
    let command = command.about(about).after_help(notes).mut_args(|arg| {
        let help = Resettable::<StyledStr>::from(arg.get_help().map(named));
        arg.help(help)
    });
    command.mut_subcommands(|command| rewritten(command, word))
}

/// Replaces the program's name by `word` where it begins a command line: after two spaces or a backquote.
fn in_the_name_of(word: &str, text: &str) -> String {
    text.replace(&format!("  {NAME_IN_TEXTS} "), &format!("  {word} "))
        .replace(&format!("`{NAME_IN_TEXTS} "), &format!("`{word} "))
}

fn is_offered(name: &str) -> bool {
    games::find(name).is_ok() || games::all().any(|game| game.may_have(name))
}

/// Returns the names after `--game` and `--variant` in a line of an example.
fn chosen_names(line: &str) -> Vec<&str> {
    let choices = CHOICES.into_iter().filter_map(|choice| line.split_once(choice));
    choices.map(|(_, rest)| rest.split(' ').next().unwrap_or(rest)).collect()
}

/// Removes the examples whose game or variant is not offered. Removes the heading `Examples:` if no example is left.
/// A backslash at the end of a line continues the example on the next line.
fn with_offered_games(text: &str, is_offered: impl Fn(&str) -> bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut example = vec![line];
        while example.last().is_some_and(|line| line.ends_with('\\')) {
            example.extend(lines.next());
        }
        let is_example = line.starts_with(&format!("  {NAME_IN_TEXTS} "));
        let names: Vec<&str> = example.iter().flat_map(|line| chosen_names(line)).collect();
        if !is_example || names.into_iter().all(&is_offered) {
            kept.extend(example);
        }
    }
    if kept.last() == Some(&"Examples:") {
        kept.pop();
    }
    kept.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTES: &str = "\
A sentence.

Examples:
  plywright solve --game mill --out DIR
  plywright match --game nim \\
    --variant three
  plywright match --game nim \\
    --variant four
  plywright games          list `plywright games`";

    #[test]
    fn examples_name_the_program_and_offered_games_only() {
        let text = with_offered_games(NOTES, |name| ["nim", "three"].contains(&name));
        let expected = "\
A sentence.

Examples:
  nim match --game nim \\
    --variant three
  nim games          list `nim games`";
        assert_eq!(in_the_name_of("nim", &text), expected);
    }

    #[test]
    fn without_examples_their_heading_is_left_out() {
        let none = with_offered_games("A.\n\nExamples:\n  plywright --game mill", |_| false);
        assert_eq!(none, "A.");
    }
}
