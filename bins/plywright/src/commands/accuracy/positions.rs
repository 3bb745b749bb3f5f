//! Positions with the exact values of all their moves, and the file that stores them.
//!
//! # File
//!
//! ```text
//! plywright-positions 1
//! game NAME
//! variant NAME
//! option NAME=VALUE
//! without-choice COUNTS
//! POSITION<tab>VALUES
//! ```
//!
//! There is a line `option` for each rule that was set, and a line for each position with a choice. `COUNTS`
//! has, for each phase of the game, the number of positions without a choice, separated by spaces. `VALUES` are the
//! values of all moves, in alphabetical order of the moves and without separators. A value is `W`, `D` or `L` from the
//! mover's view, followed by the number of plies to the end if it is known.

use std::fmt::Write;
use std::path::Path;

use plywright::engine::{DynEngine, DynGame};
use plywright::game::DynLine;
use plywright::shorten;
use plywright::tablebase::{Value, Wdl};
use plywright_matches::files::{LocatedError, read_text};
use plywright_matches::tournament::OptionValue;

/// First line of a file, with the version of the format.
pub(super) const TITLE: &str = "plywright-positions 1";
/// Letters of the values, in the order of [`Wdl::ALL`].
const LETTERS: [char; 3] = ['L', 'D', 'W'];

/// A position with the exact values of all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuedPosition {
    pub(super) text: String,
    /// Index of the position's phase among the phases of the game.
    pub(super) phase: usize,
    /// All legal moves in alphabetical order, with their values from the mover's view.
    pub(super) moves: Vec<(String, Value)>,
}

/// Positions of games. The exact values of all moves are known in each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Positions {
    /// Positions with a choice: some moves turn a win into a draw or loss, or a draw into a loss, and others
    /// do not.
    pub(super) known: Vec<ValuedPosition>,
    /// For each phase of the game, the number of positions in which every move keeps the result.
    pub(super) without_choice: Vec<u64>,
}

impl ValuedPosition {
    /// Looks up the values of all moves in the position of `line`, whose text is `text`. Returns `None` if the value of
    /// any move is unknown.
    pub(super) fn of(text: String, line: &dyn DynLine, engine: &dyn DynEngine) -> Option<Self> {
        let moves = engine.exact(line)?.moves.into_iter().map(|(text, value)| Some((text, value?)));
        let mut moves = moves.collect::<Option<Vec<_>>>()?;
        moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        Some(Self { text, phase: line.phase(), moves })
    }

    /// Returns the value of the best move, from the mover's view; a draw if there is no move.
    pub(super) fn best(&self) -> Value {
        self.moves.iter().map(|(_, value)| *value).max().unwrap_or(Value::DRAW)
    }

    /// Whether some move turns a win into a draw or loss, or a draw into a loss.
    pub(super) fn is_choice(&self) -> bool {
        let best = Wdl::from(self.best());
        self.moves.iter().any(|(_, value)| Wdl::from(*value) != best)
    }
}

impl Positions {
    /// Returns the text of a file with these positions. `rules` are the options that were set for the rules of `game`.
    pub(super) fn text(&self, rules: &[OptionValue], game: &dyn DynGame) -> String {
        let mut text = header_of(rules, game);
        let counts: Vec<_> = self.without_choice.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "without-choice {}", counts.join(" "));
        for ValuedPosition { text: position, moves, .. } in &self.known {
            let _ = write!(text, "{position}\t");
            for (_, value) in moves {
                text.push(LETTERS[Wdl::from(*value) as usize]);
                text.extend(value.plies().map(|plies| plies.to_string()));
            }
            text.push('\n');
        }
        text
    }

    /// Reads a file of positions. Its first lines must name the game, the variant and the options in `rules`.
    pub(super) fn read(path: &Path, rules: &[OptionValue], game: &dyn DynGame) -> Result<Self, LocatedError> {
        let text = read_text(path)?;
        let header = header_of(rules, game);
        let wrong =
            |number: usize, error: String| LocatedError::new(path, error).at(format!("line {number}"));
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        for (number, expected) in (1..).zip(header.lines()) {
            let line = lines.next().map_or("", |(_, line)| line);
            if line != expected {
                return Err(wrong(number, format!("'{}', expected '{expected}'", shorten(line))));
            }
        }
        let (number, line) = lines.next().unwrap_or((header.lines().count() + 1, ""));
        let counts = line.strip_prefix("without-choice ").unwrap_or_default().split(' ');
        // The counts are limited, so that their sums do not overflow.
        let counts = counts.map(|count| count.parse::<u32>().map(u64::from));
        let without_choice = counts.collect::<Result<Vec<_>, _>>().unwrap_or_default();
        let phases = game.info().phases.len();
        if without_choice.len() != phases {
            let expected = format!("'without-choice' and {phases} numbers of at most {}", u32::MAX);
            return Err(wrong(number, format!("'{}', expected {expected}", shorten(line))));
        }
        let known = lines.map(|(number, line)| read_line(line, game).map_err(|error| wrong(number, error)));
        Ok(Self { known: known.collect::<Result<_, _>>()?, without_choice })
    }
}

/// Returns the first lines of a file, which name the format and the rules.
fn header_of(rules: &[OptionValue], game: &dyn DynGame) -> String {
    let mut text = format!("{TITLE}\ngame {}\nvariant {}\n", game.facts().game, game.facts().variant);
    for (name, value) in rules {
        let _ = writeln!(text, "option {name}={value}");
    }
    text
}

fn read_line(line: &str, game: &dyn DynGame) -> Result<ValuedPosition, String> {
    let (text, codes) = line.split_once('\t').ok_or("expected a position, a tab and values")?;
    let position = game.parse(text).map_err(|error| error.to_string())?;
    let mut values = Vec::new();
    let mut rest = codes;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].trim_start_matches(|digit: char| digit.is_ascii_digit());
        let (code, left) = rest.split_at(rest.len() - digits.len());
        rest = left;
        values.push(parse_value(letter, &code[letter.len_utf8()..]).ok_or_else(|| {
            format!("the value '{}', expected W, D or L and a number of plies", shorten(code))
        })?);
    }
    let mut moves = position.move_texts();
    moves.sort();
    if moves.len() != values.len() || moves.is_empty() {
        return Err(format!("{} values, expected one for each of {} moves", values.len(), moves.len()));
    }
    let moves = moves.into_iter().zip(values).collect();
    Ok(ValuedPosition { text: text.to_owned(), phase: position.phase(), moves })
}

/// Returns the value with this letter and this number of plies; `plies` is empty if the distance is unknown.
/// Returns `None` if the two are malformed or contradict each other.
fn parse_value(letter: char, plies: &str) -> Option<Value> {
    let wdl = Wdl::ALL[LETTERS.iter().position(|known| *known == letter)?];
    let value = if plies.is_empty() { Value::from(wdl) } else { Value::decided_in(plies.parse().ok()?)? };
    (Wdl::from(value) == wdl).then_some(value)
}
