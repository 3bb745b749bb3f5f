//! Texts of positions and moves, the actions of a move, and drawings of positions.

use plywright::{Action, Game, Notation, ParseMoveError, ParsePositionError, Scene, Side};

use crate::actions::{self, PASS};
use crate::board::{Pieces, State};
use crate::game::Gyges;
use crate::mover_pov;
use crate::moves::Move;
use crate::setup;
use crate::square::{BOARD, PLACES, SQUARES, Square, Squares, WIDTH};

/// Number of pieces with each number of rings.
const OF_EACH_KIND: u32 = 4;
/// Maximum number of routes that [`Notation::ways`] returns for a move.
const MAX_WAYS: usize = 4;

/// Position in which player one cannot move. By the usual rules, this is a draw.
pub(crate) const STUCK: &str = "303030/222211/000001/130000/000000/000000";

const NAMED: [(&str, &str); 4] = [
    ("start", "321123/000000/000000/000000/000000/321123"),
    ("bench", "202110/000330/000000/000200/000100/030123"),
    ("test", "002130/300300/021100/002000/000200/030100"),
    ("draw", STUCK),
];

impl Notation for Gyges {
    /// Reads six rows of six digits, player one's home row first, with or without `/` between the rows. Without `/`,
    /// two digits for the goals may follow. The second word is the player to move, 1 or 2; without it, player one is to
    /// move.
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let side = read_side(words.next())?;
        if let Some(word) = words.next() {
            return Err(ParsePositionError::new("text after the side to move", word, "nothing"));
        }
        let pieces = read_board(board)?;
        check_pieces(self, pieces, side, board)?;
        Ok(State::new(pieces, side))
    }

    fn position_text(&self, state: &State) -> String {
        let digits: Vec<u8> =
            Squares::ALL.iter().map(|square| b'0' + state.pieces.rings(square) as u8).collect();
        // Only the form without slashes has digits for the goals.
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
            let expected = if setup::is_under_way(state) {
                "the rings of the home row's pieces, such as 321123"
            } else {
                "start|end or start|end|drop with squares from 0 to 37"
            };
            ParseMoveError::syntax(text, expected)
        })?;
        if self.is_legal(state, mv) { Ok(mv) } else { Err(ParseMoveError::illegal(text)) }
    }

    /// Returns the actions of a move, as a single list. A moved piece takes a route with the fewest bounces possible.
    fn actions(&self, state: &State, mv: Move) -> Vec<Vec<Action>> {
        actions::orders(self.rules.square_once, state, mv, 1)
    }

    /// Returns the actions of the move along up to four routes, fewest bounces first. No two routes bounce on
    /// the same pieces in the same order.
    fn ways(&self, state: &State, mv: Move) -> Vec<Vec<Action>> {
        actions::orders(self.rules.square_once, state, mv, MAX_WAYS)
    }

    fn scene(&self, state: &State) -> Scene {
        crate::scene::of(state)
    }

    fn mover_pov(&self, state: &State) -> State {
        mover_pov::of(state)
    }

    fn resolve_mover_pov(&self, state: &State, text: &str) -> String {
        mover_pov::resolve(state, text)
    }

    fn drawing(&self, state: &State) -> String {
        let drawing = crate::scene::of(state).to_string();
        if state.winner().is_some() {
            return drawing;
        }
        let phase = if setup::is_under_way(state) { "to set up" } else { "to move" };
        format!("{drawing}\nplayer {} {phase}", ["one", "two"][state.side.index()])
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        NAMED.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
    }
}

/// Checks that a piece is in at most one goal, and that there are four pieces with each number of rings. Positions of
/// the set-up phase may have fewer pieces if the rules have this phase. `text` is the board for error messages.
fn check_pieces(game: &Gyges, pieces: Pieces, side: Side, text: &str) -> Result<(), ParsePositionError> {
    let goals = pieces.occupied() - BOARD;
    if goals.count() > 1 {
        return Err(ParsePositionError::new("the two goals", text, "a piece in at most one of them"));
    }
    if game.rules.setup && occurs_during_set_up(game, &State::new(pieces, side)) {
        return Ok(());
    }
    for rings in 1..=3 {
        let count = pieces.with_rings(rings).count();
        if count != OF_EACH_KIND {
            let part = format!("the number of {rings}-ring pieces");
            return Err(ParsePositionError::new(part, count.to_string(), OF_EACH_KIND.to_string()));
        }
    }
    Ok(())
}

/// Whether a position is the empty board with player one to move, or a position after player one's placement, seen by
/// either player.
fn occurs_during_set_up(game: &Gyges, state: &State) -> bool {
    let leads_here = |mv| {
        let mut board = setup::empty_board();
        game.play(&mut board, mv);
        board == *state || mover_pov::of(&board) == *state
    };
    *state == setup::empty_board() || setup::moves().any(leads_here)
}

fn read_side(word: Option<&str>) -> Result<Side, ParsePositionError> {
    match word {
        None | Some("1") => Ok(Side::First),
        Some("2") => Ok(Side::Second),
        Some(word) => Err(ParsePositionError::new("the side to move", word, "1 or 2")),
    }
}

fn read_board(text: &str) -> Result<Pieces, ParsePositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    let goals_last = rows.len() == 1;
    if goals_last && ![SQUARES, PLACES].contains(&text.chars().count()) {
        let expected =
            "six rows of six digits, with or without / between them, or 38 digits with the goals last";
        return Err(ParsePositionError::new("the board", text, expected));
    }
    if !goals_last && rows.len() != WIDTH {
        return Err(ParsePositionError::new("the board", text, "six rows with / between them"));
    }
    for (number, row) in rows.iter().enumerate() {
        if !goals_last && row.chars().count() != WIDTH {
            let part = format!("row {} from player one's side", number + 1);
            return Err(ParsePositionError::new(part, *row, "six digits from 0 to 3"));
        }
    }
    let mut pieces = Pieces::default();
    for (square, digit) in Squares::ALL.iter().zip(rows.concat().chars()) {
        let rings = digit.to_digit(4).ok_or_else(|| {
            let part = if square.is_goal() { "goal" } else { "square" };
            ParsePositionError::new(format!("{part} {square}"), digit, "a digit from 0 to 3")
        })?;
        pieces.toggle(square, rings as usize);
    }
    Ok(pieces)
}

/// Reads the text of a move, legal or not; `None` if it is not a move.
fn read_move(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case(PASS) {
        return Some(Move::Pass);
    }
    let number = |text: &str| {
        // Only plain digits: `parse` alone would also accept `+8` and `008`.
        let is_plain = text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain).and_then(Square::new)
    };
    let on_board = |text: &str| number(text).filter(|square| !square.is_goal());
    let parts: Vec<&str> = text.split('|').collect();
    match parts[..] {
        [start, end] => Some(Move::Go { start: on_board(start)?, end: number(end)? }),
        [start, end, drop] => {
            Some(Move::Replace { start: on_board(start)?, end: on_board(end)?, drop: on_board(drop)? })
        }
        [row] if row.len() == WIDTH => {
            let digits: Vec<u8> = row.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            setup::move_of(digits.try_into().ok()?)
        }
        _ => None,
    }
}
