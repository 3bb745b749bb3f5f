//! Texts of positions and moves, and the board as a person sees it.

use plywright::{Action, Argument, Game, Notation, ParseMoveError, ParsePositionError, Scene, Side};

use crate::board::{Pieces, State};
use crate::game::Gyges;
use crate::mover_view;
use crate::moves::Move;
use crate::reach::Explorer;
use crate::setup;
use crate::squares::{BOARD, PLACES, SQUARES, WIDTH};

/// Pieces of each number of rings.
const OF_EACH_KIND: u32 = 4;
const PASS: &str = "pass";

const NAMED: [(&str, &str); 3] = [
    ("start", "321123/000000/000000/000000/000000/321123"),
    ("bench", "202110/000330/000000/000200/000100/030123"),
    ("test", "002130/300300/021100/002000/000200/030100"),
];

impl Notation for Gyges {
    /// Six rows of six digits from player one's row, `/` between them, or all 38 digits in one with the goals last; then
    /// the player to move, 1 or 2, player one when nothing is said.
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let side = read_side(words.next())?;
        if let Some(word) = words.next() {
            return Err(ParsePositionError::new("what follows the side to move", word, "nothing"));
        }
        let pieces = read_board(board)?;
        self.check_pieces(pieces, side, board)?;
        Ok(State::new(pieces, side))
    }

    fn position_text(&self, state: &State) -> String {
        let digits: Vec<u8> = (0..PLACES).map(|square| b'0' + state.pieces.rings(square) as u8).collect();
        let board: Vec<&[u8]> =
            if state.winner().is_some() { vec![&digits] } else { digits[..SQUARES].chunks(WIDTH).collect() };
        let side = state.side.index() + 1;
        format!("{} {side}", String::from_utf8_lossy(&board.join(&b'/')))
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        match mv {
            Move::Go { start, end } => format!("{start}|{end}"),
            Move::Replace { start, end, drop } => format!("{start}|{end}|{drop}"),
            Move::SetUp(row) => setup::row(row).map(|rings| char::from(b'0' + rings)).iter().collect(),
            Move::Pass => PASS.to_owned(),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        let mv = read_move(text).ok_or_else(|| {
            let expected = if setup::is_going_on(state) {
                "the rings on the home row, as 321123"
            } else {
                "start|end or start|end|drop with squares from 0 to 37"
            };
            ParseMoveError::syntax(text, expected)
        })?;
        if self.is_legal(state, mv) { Ok(mv) } else { Err(ParseMoveError::illegal(text)) }
    }

    /// Lift a piece, bounce it from piece to piece, land it, and drop the piece that it replaced; the shortest way.
    fn actions(&self, state: &State, mv: Move) -> Vec<Vec<Action>> {
        let on = |name, square: usize| Action::on(name, square.to_string());
        let way = |start: u8, end: u8| {
            let (start, end) = (usize::from(start), usize::from(end));
            let mut explorer = Explorer::new(state.pieces, state.side, self.rules.square_once);
            let bounces = explorer.bounces(start, end);
            let mut actions = vec![on("lift", start)];
            actions.extend(bounces.into_iter().map(|square| on("bounce", square)));
            actions.push(on("land", end));
            actions
        };
        vec![match mv {
            Move::Go { start, end } => way(start, end),
            Move::Replace { start, end, drop } => {
                let mut actions = way(start, end);
                actions.push(on("drop", drop.into()));
                actions
            }
            Move::SetUp(row) => {
                let place = |(file, rings): (usize, u8)| {
                    let square = setup::home_square(state.side, file).to_string();
                    Action::along("place", [square.into(), Argument::Number(rings.into())])
                };
                setup::row(row).into_iter().enumerate().map(place).collect()
            }
            Move::Pass => vec![Action::bare(PASS)],
        }]
    }

    fn scene(&self, state: &State) -> Scene {
        crate::scene::of(state)
    }

    fn mover_view(&self, state: &State) -> State {
        mover_view::of(state)
    }

    fn resolve_mover_view(&self, state: &State, text: &str) -> String {
        mover_view::resolve(state, text)
    }

    fn drawing(&self, state: &State) -> String {
        let goal = |name: &str, square: usize| match state.pieces.rings(square) {
            0 => format!("{name:>26} {square}"),
            rings => format!("{name:>26} {square}: {rings}"),
        };
        let line = format!("    +{}", "---+".repeat(WIDTH));
        let mut lines = vec![goal("goal of player two", PLACES - 1), line.clone()];
        for row in (0..WIDTH).rev() {
            let cell = |file: usize| match state.pieces.rings(row * WIDTH + file) {
                0 => "   |".to_owned(),
                rings => format!(" {rings} |"),
            };
            let (first, last) = (row * WIDTH, row * WIDTH + WIDTH - 1);
            lines.push(format!(" {first:>2} |{} {last}", (0..WIDTH).map(cell).collect::<String>()));
            lines.push(line.clone());
        }
        lines.push(goal("goal of player one", PLACES - 2));
        if state.winner().is_none() {
            let phase = if setup::is_going_on(state) { " to set up" } else { " to move" };
            lines.push(format!("{:>26}{phase}", ["player one", "player two"][state.side.index()]));
        }
        lines.join("\n")
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        NAMED.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
    }
}

impl Gyges {
    /// All twelve pieces, or those of the set-up phase where there is one.
    fn check_pieces(&self, pieces: Pieces, side: Side, text: &str) -> Result<(), ParsePositionError> {
        let goals = pieces.occupied() & !BOARD;
        if goals.count_ones() > 1 {
            return Err(ParsePositionError::new("the two goals", text, "a piece in one of them at the most"));
        }
        if self.rules.setup {
            let state = State::new(pieces, side);
            let mut before = setup::empty_board();
            if state == before
                || setup::moves().any(|mv| {
                    before = setup::empty_board();
                    self.play(&mut before, mv);
                    before == state
                })
            {
                return Ok(());
            }
        }
        for rings in 1..=3 {
            let count = pieces.with_rings(rings).count_ones();
            if count != OF_EACH_KIND {
                let part = format!("the number of pieces with rings {rings}");
                return Err(ParsePositionError::new(part, count.to_string(), OF_EACH_KIND.to_string()));
            }
        }
        Ok(())
    }
}

fn read_side(word: Option<&str>) -> Result<Side, ParsePositionError> {
    match word {
        None | Some("1") => Ok(Side::First),
        Some("2") => Ok(Side::Second),
        Some(word) => Err(ParsePositionError::new("the side to move", word, "1 or 2")),
    }
}

fn read_board(text: &str) -> Result<Pieces, ParsePositionError> {
    let mut pieces = Pieces::default();
    let mut put = |square: usize, digit: char| {
        let rings = digit.to_digit(4).ok_or_else(|| {
            let part = if square < SQUARES { format!("square {square}") } else { format!("goal {square}") };
            ParsePositionError::new(part, digit, "a digit from 0 to 3")
        })?;
        pieces.toggle(square, rings as usize);
        Ok(())
    };
    if text.contains('/') {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != WIDTH {
            return Err(ParsePositionError::new("the board", text, "six rows with / between them"));
        }
        for (number, row) in rows.into_iter().enumerate() {
            if row.chars().count() != WIDTH {
                let part = format!("row {} from player one's side", number + 1);
                return Err(ParsePositionError::new(part, row, "six digits from 0 to 3"));
            }
            for (file, digit) in row.chars().enumerate() {
                put(number * WIDTH + file, digit)?;
            }
        }
    } else {
        if text.chars().count() != PLACES {
            let expected = "six rows of six digits with / between them, or 38 digits with the goals last";
            return Err(ParsePositionError::new("the board", text, expected));
        }
        for (square, digit) in text.chars().enumerate() {
            put(square, digit)?;
        }
    }
    Ok(pieces)
}

/// The move that a text names, legal or not; `None` when it names none.
fn read_move(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case(PASS) {
        return Some(Move::Pass);
    }
    let number = |text: &str, below: usize| {
        let is_plain = text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|square| is_plain && usize::from(*square) < below)
    };
    let parts: Vec<&str> = text.split('|').collect();
    match parts[..] {
        [start, end] => Some(Move::Go { start: number(start, SQUARES)?, end: number(end, PLACES)? }),
        [start, end, drop] => Some(Move::Replace {
            start: number(start, SQUARES)?,
            end: number(end, SQUARES)?,
            drop: number(drop, SQUARES)?,
        }),
        [row] if row.len() == WIDTH => {
            let digits: Vec<u8> = row.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            setup::find(digits.try_into().ok()?)
        }
        _ => None,
    }
}
