//! Texts for the person: lists of moves, search results and results of games.

use plywright::engine::{PvInfo, Reason};
use plywright::game::DynLine;
use plywright::{Ending, Scene, Side};
use plywright_matches::record::EngineScore;

use super::table::{Seats, Table, are_numbered};

/// Maximum width of a line in characters.
const WIDTH: usize = 80;
/// Number of spaces between the columns of a list.
const GAP: usize = 2;
/// Maximum number of moves shown of a principal variation.
const MAX_PV_MOVES: usize = 8;

/// Formats the moves that begin with `beginning`, ignoring case, in columns. Each move has its number in `legal` before
/// it, unless the text of some move is a number itself.
pub fn move_list(legal: &[String], beginning: &str) -> String {
    let numbered = are_numbered(legal);
    let digits = legal.len().to_string().len().max(3);
    let begins =
        |text: &str| text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning));
    let cell = |(index, text): (usize, &String)| {
        if numbered { format!("{:>digits$} {text}", index + 1) } else { format!("  {text}") }
    };
    let cells: Vec<String> = legal.iter().enumerate().filter(|(_, text)| begins(text)).map(cell).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let padded: Vec<String> = cells.into_iter().map(|cell| format!("{cell:width$}")).collect();
    let rows: Vec<String> = padded
        .chunks((WIDTH / (width + GAP)).max(1))
        .map(|row| row.join(&" ".repeat(GAP)).trim_end().to_owned())
        .collect();
    rows.join("\n")
}

/// Formats the depth, the score from the view of the side to move, the time, and up to [`MAX_PV_MOVES`] moves of the
/// principal variation.
pub fn pv_text(position: &dyn DynLine, info: &PvInfo) -> String {
    let line = info.moves.iter().take(MAX_PV_MOVES).map(String::as_str).collect::<Vec<_>>().join(" ");
    let seconds = info.time.as_secs_f64();
    let value = match EngineScore::of(position, info.score) {
        EngineScore::WinIn(moves) => format!("wins in {moves}"),
        EngineScore::LossIn(moves) => format!("loses in {moves}"),
        score => score.to_string(),
    };
    format!("depth {}, {value}, {seconds:.1} s: {line}", info.depth)
}

/// Formats a side with its sign on the board, such as `Black (x)`.
pub fn side_text(scene: &Scene, side: Side) -> String {
    let article = if scene.seats[side.index()].name.is_some() { "" } else { "the " };
    format!("{article}{} ({})", scene.side_name(side), scene.sign(side))
}

/// Returns a clause about which sides the person and the engine play.
pub fn seating(scene: &Scene, seats: Seats) -> String {
    let [first, second] = Side::BOTH.map(|side| side_text(scene, side));
    match seats {
        Seats::First => format!("you play {first}, the engine {second}"),
        Seats::Second => format!("you play {second}, the engine {first}"),
        Seats::Both => format!("you play {first} and {second}"),
        Seats::None => format!("the engine plays {first} and {second}"),
    }
}

/// Describes the result of the game; `None` while the game is unfinished.
pub fn result(table: &Table) -> Option<String> {
    let (ending, seats, scene) = (table.ending()?, table.seats, table.line.scene());
    let victory = |winner: Side| match (seats.have(winner), seats) {
        (_, Seats::Both | Seats::None) => format!("{} has won", side_text(&scene, winner)),
        (true, _) => format!("you have won with {}", side_text(&scene, winner)),
        (false, _) => format!("the engine has won with {}", side_text(&scene, winner)),
    };
    let by_resignation = if table.resigned.is_some() { " by resignation" } else { "" };
    Some(match (ending.winner(), table.line.reason()) {
        (Some(side), _) => match ending {
            Ending::Margin(points) => format!("{} by {}", victory(side), points.abs()),
            _ => format!("{}{by_resignation}", victory(side)),
        },
        (None, Some(Reason::Repetition)) => "a draw by repetition of the position".to_owned(),
        (None, Some(Reason::MoveLimit(moves))) => {
            format!("a draw by the rule of {moves} moves, both sides' counted, without progress")
        }
        (None, _) => "a draw, nobody can win any more".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_in_columns_with_their_numbers() {
        let texts = |words: [&str; 2]| words.map(str::to_owned);
        assert_eq!(move_list(&texts(["a1", "a1-b2"]), ""), "  1 a1       2 a1-b2");
        assert_eq!(move_list(&texts(["4", "3"]), ""), "  4    3");
        assert_eq!(move_list(&[], ""), "");
    }

    fn numbered_moves(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("m{number}")).collect()
    }

    #[test]
    fn rows_fit_into_a_line() {
        let list = move_list(&numbered_moves(50), "");
        assert!(list.lines().count() > 1 && list.lines().all(|row| row.len() <= WIDTH), "{list}");
    }

    #[test]
    fn a_beginning_selects_moves_with_their_numbers_among_all() {
        assert_eq!(move_list(&numbered_moves(50), "M7"), "  8 m7");
        assert_eq!(move_list(&numbered_moves(50), "é"), "");
        assert_eq!(move_list(&numbered_moves(1_800), "m1799"), "1800 m1799");
    }
}
