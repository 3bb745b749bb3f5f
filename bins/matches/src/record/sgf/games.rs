//! What SGF says about each game: the number in `GM`, the size of the board in `SZ`, the colour that moves first, and
//! the texts of points.

use plywright::shorten;

/// Names of the games in the order of their numbers in `GM`, from 1. A game that this program has is called by the
/// program's name, such as `mill` for Nine Men's Morris.
const NUMBERED: &str = "go othello chess gomoku mill backgammon chinese-chess shogi lines-of-action ataxx \
                        hex jungle neutron philosophers-football quadrature trax tantrix amazons octi gess \
                        twixt zertz plateau yinsh punct gobblet hive exxit hnefatafl kuba tripples chase \
                        tumbling-down sahara byte focus dvonn tamsk gipf kropki";

/// Games of this program whose boards have columns and rows: name, columns and rows of the usual board.
const BOARDS: [(&str, u32, u32); 9] = [
    ("breakthrough", 8, 8),
    ("chess", 8, 8),
    ("connect-four", 7, 6),
    ("gyges", 6, 6),
    ("hex", 11, 11),
    ("mill", 7, 7),
    ("othello", 8, 8),
    ("santorini", 5, 5),
    ("tic-tac-toe", 3, 3),
];
/// Those of [`BOARDS`] whose variants are sizes of the board.
const SIZED: [&str; 3] = ["breakthrough", "connect-four", "hex"];

/// Returns the columns and rows of a game's usual board; `None` for a game that is not in [`BOARDS`].
fn board_of(game: &str) -> Option<(u32, u32)> {
    let board = BOARDS.iter().find(|(known, ..)| *known == game);
    board.map(|(_, columns, rows)| (*columns, *rows))
}

/// Returns the name of the game that a value of `GM` stands for. A value that is not a number of the standard is taken
/// for the name, in lower case.
pub(super) fn name(gm: &str) -> String {
    let index = gm.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let known = index.and_then(|index| NUMBERED.split(' ').nth(index));
    known.map_or_else(|| gm.to_ascii_lowercase(), str::to_owned)
}

/// Returns the value of `GM` for a game: its number in the standard, or its name if it has no number.
pub(super) fn gm(game: &str) -> String {
    let number = NUMBERED.split(' ').position(|name| name == game);
    number.map_or_else(|| game.to_owned(), |index| (index + 1).to_string())
}

/// Returns the colour of a game's first side; `None` for a game that is not in [`BOARDS`]. In Hex, it is the colour
/// that connects the top and the bottom.
pub(super) fn first(game: &str) -> Option<&'static str> {
    match game {
        "breakthrough" | "chess" | "mill" => Some("W"),
        _ => board_of(game).map(|_| "B"),
    }
}

/// Returns the colour that the first side has in a file that does not state it; black for an unknown game.
pub(super) fn usual_first(game: Option<&str>) -> &'static str {
    game.and_then(first).unwrap_or("B")
}

/// Whether moves of the game are points of its board, which a file may write in several ways (see [`point`]).
pub(super) fn has_points(game: Option<&str>) -> bool {
    game.is_some_and(|game| ["hex", "othello"].contains(&game))
}

/// Parses a value of `SZ`: one number for a square board, or columns and rows separated by a colon.
fn size(sz: &str) -> Option<(u32, u32)> {
    let (columns, rows) = sz.split_once(':').unwrap_or((sz, sz));
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

/// Returns the variant of a game that a value of `SZ` selects; `None` if the game is unknown or its variants are not
/// sizes.
///
/// # Errors
/// Returns a message if the value is not a size, or if the game is not played on boards of this size.
pub(super) fn variant(game: &str, sz: &str) -> Result<Option<String>, String> {
    let Some((columns, rows)) = board_of(game) else { return Ok(None) };
    match size(sz) {
        Some(size) if size == (columns, rows) => Ok(selects_by_size(game).then(|| game.to_owned())),
        Some((columns, rows)) if selects_by_size(game) => Ok(Some(format!("{columns}x{rows}"))),
        _ => Err(format!("SZ is '{}', expected {columns}:{rows} for {game}", shorten(sz))),
    }
}

/// Whether the variants of a game are sizes of its board.
pub(super) fn selects_by_size(game: &str) -> bool {
    SIZED.contains(&game)
}

/// Returns the value of `SZ` for a variant; `None` if the game's variants are not board sizes. A variant whose name
/// states no size has the game's usual board.
pub(super) fn sz(game: &str, variant: &str) -> Option<String> {
    let (columns, rows) = board_of(game)?;
    let named = variant.split('-').next().and_then(|name| size(&name.replace(['x', 'X'], ":")));
    let (columns, rows) = named.unwrap_or((columns, rows));
    let text = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    selects_by_size(game).then_some(text)
}

/// Returns the columns and rows that a value of `SZ` states. Without a valid value, returns those of the game's usual
/// board; `None` for an unknown game.
pub(super) fn dimensions(game: &str, sz: Option<&str>) -> Option<(u32, u32)> {
    sz.and_then(size).or_else(|| board_of(game))
}

/// Parses a point, such as `c5`: letters for the column and a number for the row, or a letter for each, as in Go.
/// Returns column and row, counted from 0, which may lie outside the board.
pub(super) fn point(text: &str) -> Option<(u32, u32)> {
    let text = text.to_ascii_lowercase();
    if let [column @ b'a'..=b'z', row @ b'a'..=b'z'] = *text.as_bytes() {
        return Some((u32::from(column - b'a'), u32::from(row - b'a')));
    }
    let digits = text.find(|letter: char| !letter.is_ascii_alphabetic())?;
    let mut column = 0_u32;
    for letter in text[..digits].bytes() {
        column = column.checked_mul(26)?.checked_add(u32::from(letter - b'a') + 1)?;
    }
    let row = text[digits..].parse::<u32>().ok()?;
    Some((column.checked_sub(1)?, row.checked_sub(1)?))
}

/// Writes a point as a letter and a number. If `is_reflected`, first exchanges column and row, which reflects the point
/// in the long diagonal. Returns the text unchanged if it is not a point or the column takes more than one letter.
pub(super) fn named(text: &str, is_reflected: bool) -> String {
    let found = point(text).map(|(column, row)| if is_reflected { (row, column) } else { (column, row) });
    match found {
        Some((column, row)) if column < 26 => format!("{}{}", char::from(b'a' + column as u8), row + 1),
        _ => text.to_owned(),
    }
}
