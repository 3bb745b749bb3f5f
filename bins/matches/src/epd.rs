//! EPD (Extended Position Description) is a line with a position and named data about it, called operations, such as
//! `bm e4; id "1";`. Only the position and its move counters are read here.

use plywright::engine::DynGame;
use plywright::shorten;

/// Maximum number of words of a position in EPD. It limits how many beginnings of a long line are tried.
const MAX_WORDS: usize = 40;
/// Names of EPD's operations, besides `c0` to `c9` and `v0` to `v9`. If the last operation of a line has no
/// semicolon, only its name distinguishes it from a word of the position.
const OPCODES: &str = "- acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id \
                       nic noop pm pv rc resign sm tcgs tcri tcsi";

/// Returns the position of an EPD line: the longest run of at most [`MAX_WORDS`] words at its start that is a position
/// and has only operations after it. Returns `None` if there is none. If an operation sets a counter, `hmvc` (0 if
/// missing) and `fmvn` (1 if missing) are appended, unless the game refuses them. A counter that is not a whole number
/// is an error.
pub(crate) fn position_of_epd(line: &str, game: &dyn DynGame) -> Result<Option<String>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    for count in (1..=words.len().min(MAX_WORDS)).rev() {
        let rest = words[count..].join(" ");
        let Some(operations) = parse_operations(&rest) else { continue };
        let text = words[..count].join(" ");
        let text = text.trim_end_matches([' ', ';']).to_owned();
        if game.parse(&text).is_err() {
            continue;
        }
        let (halfmoves, move_number) = (operand(&operations, "hmvc")?, operand(&operations, "fmvn")?);
        if halfmoves.is_none() && move_number.is_none() {
            return Ok(Some(text));
        }
        let with_clocks = format!("{text} {} {}", halfmoves.unwrap_or(0), move_number.unwrap_or(1));
        // The game refuses the counters if it has none in its position texts, or if `text` already has them.
        return Ok(Some(if game.parse(&with_clocks).is_ok() { with_clocks } else { text }));
    }
    Ok(None)
}

/// Returns the number that `operation` sets; `None` if the operation is missing, and an error if its operand is not a
/// whole number.
fn operand(operations: &[(&str, &str)], operation: &str) -> Result<Option<u32>, String> {
    let Some((_, value)) = operations.iter().find(|(name, _)| *name == operation) else { return Ok(None) };
    let number =
        value.parse().map_err(|_| format!("{operation} is '{}', expected a whole number", shorten(value)));
    number.map(Some)
}

/// Parses operations of EPD into their names and operands. A semicolon ends an operation, unless it is inside quotes.
/// The last operation may lack its semicolon if its name is a standard one. Returns `None` for any other text.
fn parse_operations(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut is_quoted = false;
    let ends_operation = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    let parts: Vec<&str> = text.split(ends_operation).collect();
    let mut operations = Vec::new();
    let last = parts.len() - 1;
    for (index, part) in parts.iter().enumerate() {
        let part = part.trim();
        let (name, operands) = part.split_once(' ').unwrap_or((part, ""));
        if name.is_empty() {
            continue;
        }
        let is_name = name == "-" || name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_name || (index == last && !is_standard(name)) {
            return None;
        }
        operations.push((name, operands.trim()));
    }
    Some(operations)
}

/// Whether the standard of EPD defines the operation.
fn is_standard(name: &str) -> bool {
    let is_numbered = matches!(name.as_bytes(), [b'c' | b'v', digit] if digit.is_ascii_digit());
    is_numbered || OPCODES.split_whitespace().any(|known| known == name)
}
