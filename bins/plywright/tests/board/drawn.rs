//! The pieces that must be drawn in a position, derived from the engine's text of it.

/// The pieces of a position as [`crate::page::Page::drawn`] lists them.
pub fn expected(game: &str, text: &str) -> Vec<String> {
    let mut pieces = match game {
        "tic-tac-toe" => grid(text, 3, ["cross", "circle"]),
        "connect-four" => grid(text, 7, ["disc", "disc"]),
        "othello" => othello(text),
        "mill" => mill(text),
        "gyges" => gyges(text),
        "santorini" => santorini(text),
        other => panic!("nothing is known about {other}"),
    };
    pieces.sort();
    pieces
}

/// A board in rows of letters from the top; x is the first side.
fn grid(text: &str, width: usize, shapes: [&str; 2]) -> Vec<String> {
    let board = text.split(' ').next().unwrap_or_default();
    let rows: Vec<&str> = board.split('/').collect();
    let height = rows.len();
    let letters = rows.iter().enumerate().flat_map(|(row, line)| {
        assert_eq!(line.len(), width);
        line.chars().enumerate().map(move |(column, letter)| (row, column, letter))
    });
    letters
        .filter_map(|(row, column, letter)| {
            let side = ['x', 'o'].iter().position(|known| *known == letter)?;
            let file = char::from(b'a' + u8::try_from(column).ok()?);
            Some(format!("{file}{} {} {side}", height - row, shapes[side]))
        })
        .collect()
}

/// Eight rows of eight letters, the first row on top.
fn othello(text: &str) -> Vec<String> {
    let from_below = grid(text, 8, ["disc", "disc"]);
    let turned = from_below.iter().map(|piece| {
        let (name, rest) = piece.split_once(' ').expect("a piece");
        let row: u8 = name[1..].parse().expect("a row");
        format!("{}{} {rest}", &name[..1], 9 - row)
    });
    turned.collect()
}

/// The points in the order of the position text, inner ring first.
const POINTS: &str = "d5 e5 e4 e3 d3 c3 c4 c5 d6 f6 f4 f2 d2 b2 b4 b6 d7 g7 g4 g1 d1 a1 a4 a7";

fn mill(text: &str) -> Vec<String> {
    let board = text.split(' ').next().unwrap_or_default().replace('/', "");
    let stones = POINTS.split(' ').zip(board.chars());
    stones
        .filter_map(|(point, letter)| match letter {
            'O' => Some(format!("{point} disc 0")),
            '@' => Some(format!("{point} disc 1")),
            'X' => Some(format!("{point} disc -")),
            _ => None,
        })
        .collect()
}

fn gyges(text: &str) -> Vec<String> {
    let digits = text.split(' ').next().unwrap_or_default().replace('/', "");
    let pieces = digits.chars().enumerate().filter(|(_, rings)| *rings != '0');
    pieces.map(|(square, rings)| format!("{square} rings - {rings}")).collect()
}

fn santorini(text: &str) -> Vec<String> {
    let fields: Vec<&str> = text.split('/').collect();
    let name = |square: usize| {
        format!("{}{}", char::from(b'A' + u8::try_from(square % 5).unwrap_or_default()), 5 - square / 5)
    };
    let mut pieces = Vec::new();
    for (square, height) in fields[0].chars().enumerate() {
        let height = height.to_digit(10).expect("a height");
        pieces.extend((0..height.min(3)).map(|_| format!("{} block -", name(square))));
        if height == 4 {
            pieces.push(format!("{} dome -", name(square)));
        }
    }
    for (side, player) in fields[2..].iter().enumerate() {
        let (god, workers) = player.split_once(':').unwrap_or((player, ""));
        // Squares stand between brackets, after a number if there is one.
        let stored = god.split_once('[').map_or("", |(_, stored)| stored.trim_end_matches(']'));
        let squares = stored.rsplit('|').next().unwrap_or_default().split(',').filter(|name| name.len() == 2);
        pieces.extend(squares.map(|square| format!("{square} token {side}")));
        let workers = workers.split(',').filter(|worker| !worker.is_empty());
        pieces.extend(workers.map(|worker| format!("{worker} figure {side}")));
    }
    pieces
}
