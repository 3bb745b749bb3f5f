//! Start positions of SGF games: the properties `AB`, `AW` and `AE`, which set stones up before the first move, and
//! `PL`, which names the side to move.

use std::iter;

use plywright::shorten;

use super::games::{dimensions, point};
use super::scan::{Node, Result, malformed};
use crate::record::Place;

/// Games whose positions can be set up, each with the points of the first and of the second side's stones in its start
/// position.
const GAMES: [(&str, [&[&str]; 2]); 2] = [("hex", [&[], &[]]), ("othello", [&["e4", "d5"], &["d4", "e5"]])];
/// Properties that set stones up, and the letters for their points in a position text. Black is the first side in all
/// [`GAMES`].
const STONES: [(&str, char); 3] = [("AB", 'x'), ("AW", 'o'), ("AE", '.')];
/// Maximum number of columns and of rows of a board whose position is set up.
const MAX_SIZE: u32 = 52;

/// Whether a property sets stones up.
pub(super) fn is_stones(name: &str) -> bool {
    STONES.iter().any(|(known, _)| *known == name)
}

/// Returns the indices of the nodes before the first move or the first variation of the game, the root first. The root
/// may itself have the first move, which is made after its stones are set up.
fn before_moves(nodes: &[Node]) -> Vec<usize> {
    let has_no_move = |index: usize| nodes[index].colour().is_none();
    let next = |index: &usize| match nodes[*index].children[..] {
        [only] if has_no_move(*index) && has_no_move(only) => Some(only),
        _ => None,
    };
    iter::successors(Some(0), next).collect()
}

/// Returns the position text that the nodes before the first move set up, and removes the properties used for it;
/// `None` if no stones are set up. `next` is the colour of the first move, if there is one.
pub(super) fn take_position(
    nodes: &mut [Node],
    game: Option<&str>,
    next: Option<&str>,
) -> Result<Option<String>> {
    let before = before_moves(nodes);
    let has_stones = |index: &&usize| nodes[**index].properties.iter().any(|one| is_stones(&one.name));
    let Some(first) = before.iter().find(has_stones).map(|index| &nodes[*index]) else { return Ok(None) };
    let game = game.unwrap_or_default();
    let Some((_, start)) = GAMES.iter().find(|(known, _)| *known == game) else {
        let message = "AB, AW and AE set up positions of hex and othello only; use a tag FEN";
        return Err(malformed(first.place, message));
    };
    let mut cells = start_board(game, start, &nodes[0])?;
    let mut turn = None;
    for index in before {
        let node = &mut nodes[index];
        for (name, letter) in STONES {
            for value in node.values(name) {
                put(&mut cells, value, letter)
                    .map_err(|message| malformed(node.place, format!("{name}: {message}")))?;
            }
        }
        turn = colour(node)?.or(turn);
        node.properties.retain(|property| !is_stones(&property.name) && property.name != "PL");
    }
    check_turn(nodes[0].place, turn, next, "first")?;
    let count = |letter| cells.iter().flatten().filter(|cell| **cell == letter).count();
    // Without `PL` and without a move, the side with fewer stones is to move, or Black if the numbers are equal.
    let turn = turn.or(next).unwrap_or(if count('x') > count('o') { "W" } else { "B" });
    let letter = if turn == "B" { 'x' } else { 'o' };
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    Ok(Some(format!("{} {letter}", rows.join("/"))))
}

/// Returns the rows of a board with the stones of the start position `start`. `root` gives the board's size.
fn start_board(game: &str, start: &[&[&str]; 2], root: &Node) -> Result<Vec<Vec<char>>> {
    let (columns, rows) = dimensions(game, root.value("SZ")).unwrap_or_default();
    if columns > MAX_SIZE || rows > MAX_SIZE {
        let message = format!("a board of {columns}:{rows}, expected at most {MAX_SIZE}:{MAX_SIZE}");
        return Err(malformed(root.place, message));
    }
    let mut cells = vec![vec!['.'; columns as usize]; rows as usize];
    for (points, letter) in start.iter().zip(['x', 'o']) {
        for (column, row) in points.iter().filter_map(|text| point(text)) {
            cells[row as usize][column as usize] = letter;
        }
    }
    Ok(cells)
}

/// Returns the colour that the property `PL` of a node names; `None` without this property. Any other value is an
/// error.
pub(super) fn colour(node: &Node) -> Result<Option<&'static str>> {
    let Some(text) = node.value("PL") else { return Ok(None) };
    match text.trim().to_ascii_uppercase().as_str() {
        "B" | "BLACK" => Ok(Some("B")),
        "W" | "WHITE" => Ok(Some("W")),
        _ => Err(malformed(node.place, format!("PL is '{}', expected B or W", shorten(text)))),
    }
}

/// Checks that the colour `turn`, which `PL` names, is the colour `moved`, which makes the next move. `which` describes
/// this move in the error.
pub(super) fn check_turn(place: Place, turn: Option<&str>, moved: Option<&str>, which: &str) -> Result<()> {
    match (turn, moved) {
        (Some(turn), Some(moved)) if turn != moved => {
            Err(malformed(place, format!("PL is {turn}, but {moved} makes the {which} move")))
        }
        _ => Ok(()),
    }
}

/// Puts a letter on the points that a text names: a single point, or a rectangle such as `a1:c3`.
fn put(cells: &mut [Vec<char>], text: &str, letter: char) -> std::result::Result<(), String> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let on_board = |text: &str| {
        let (column, row) = point(text.trim())?;
        let is_inside = cells.get(row as usize)?.len() > column as usize;
        is_inside.then_some((column as usize, row as usize))
    };
    let (Some((from_column, from_row)), Some((to_column, to_row))) = (on_board(from), on_board(to)) else {
        return Err(format!("'{}', expected a point of the board", shorten(text)));
    };
    for row in &mut cells[from_row.min(to_row)..=from_row.max(to_row)] {
        row[from_column.min(to_column)..=from_column.max(to_column)].fill(letter);
    }
    Ok(())
}
