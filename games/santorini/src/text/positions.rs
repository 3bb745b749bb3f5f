//! Texts of positions. The reader accepts workers in any order, squares as numbers, upper and lower case, and spaces.
//! The winner's mark may stand before the god's name, behind it, or behind the stored state. It also accepts the mark
//! `-` beside the god of a player that may not move up. The writer uses the stored state of the opponent's god instead.

use std::fmt::{self, Write};

use plywright::{ParsePositionError, Side};

use crate::god::God;
use crate::gods::check_pair;
use crate::placement::{first_to_place, player_in_text};
use crate::square::Square;
use crate::squares::Squares;
use crate::state::State;
use crate::stored::Stored;

/// Text of the stored state of a god whose opponent may not move up.
const NO_CLIMBING: &str = "^";

type Result<T> = std::result::Result<T, ParsePositionError>;

/// What the text of one player says.
struct Player {
    god: God,
    stored: Stored,
    workers: Squares,
    has_won: bool,
    /// Whether the mark `-` beside the god's name says that the player may not move up. It means the same as the stored
    /// state [`NO_CLIMBING`] of the opponent's god.
    may_not_climb: bool,
}

pub(super) fn write(state: &State, mark_before: bool) -> String {
    let heights: String = Square::all().map(|square| char::from(b'0' + state.height(square))).collect();
    let player = player_in_text(state).index() + 1;
    let [first, second] = Side::BOTH.map(|side| write_player(state, side, mark_before));
    format!("{heights}/{player}/{first}/{second}")
}

fn write_player(state: &State, side: Side, mark_before: bool) -> String {
    let mark = if state.winner == Some(side) { "#" } else { "" };
    let (before, behind) = if mark_before { (mark, "") } else { ("", mark) };
    let god = state.gods[side.index()];
    let stored = god.card().stored_text(state.stored(side));
    let stored = stored.map_or(String::new(), |stored| format!("[{stored}]"));
    let workers = state.workers(side);
    let colon = if workers.is_empty() { "" } else { ":" };
    let mut text = format!("{before}{}{behind}{stored}{colon}", god.name());
    // Errors are ignored, because writing to a string cannot fail.
    let _ = write_squares(&mut text, workers);
    text
}

/// Writes the names of squares in reading order, separated by commas.
pub(super) fn write_squares(out: &mut impl Write, squares: Squares) -> fmt::Result {
    let mut separator = "";
    for square in squares {
        write!(out, "{separator}{square}")?;
        separator = ",";
    }
    Ok(())
}

pub(super) fn read(text: &str) -> Result<State> {
    let parts: Vec<&str> = text.trim().split('/').map(str::trim).collect();
    let [heights, side, first, second] = parts[..] else {
        return wrong("the text", text, "four parts: heights/1 or 2/player one/player two");
    };
    let players = [read_player(first, "player one")?, read_player(second, "player two")?];
    let gods = players.each_ref().map(|player| player.god);
    check_pair(gods).or_else(|reason| {
        wrong("the pair of gods", &God::pair_name(gods), format!("two gods that may meet: {reason}"))
    })?;
    let mut state = State::empty(gods, first_to_place(gods));
    read_heights(&mut state, heights)?;
    for (side, player) in Side::BOTH.into_iter().zip(&players) {
        state.workers[side.index()] = player.workers;
        state.stored[side.index()] = stored_of(player, &players[side.other().index()]);
        if player.has_won {
            if state.winner.is_some() {
                return wrong("player two", second, "at most one winner");
            }
            state.winner = Some(side);
        }
    }
    check_workers(&state, [first, second])?;
    let player = match side {
        "1" => Side::First,
        "2" => Side::Second,
        _ => return wrong("the player to move", side, "1 or 2"),
    };
    set_side(&mut state, player)?;
    Ok(state)
}

/// Returns what a player's god stores. If the opponent has the mark `-`, this is [`NO_CLIMBING`], provided that the god
/// can store it. Otherwise the player's own text counts.
fn stored_of(player: &Player, opponent: &Player) -> Stored {
    let format = player.god.card().stored.filter(|_| opponent.may_not_climb);
    format.and_then(|format| format.read(NO_CLIMBING)).unwrap_or(player.stored)
}

fn wrong<T>(part: &str, found: &str, expected: impl Into<String>) -> Result<T> {
    Err(ParsePositionError::new(part, found, expected))
}

/// Reads what `text` says about a player: its god, the god's stored state, the workers, and the marks. `part` names the
/// player in error messages.
fn read_player(text: &str, part: &str) -> Result<Player> {
    let (head, squares) = text.split_once(':').unwrap_or((text, ""));
    // The winner's mark may also follow the stored state.
    let (name, stored, behind) = match head.split_once('[') {
        None => (head, None, ""),
        Some((name, rest)) => match rest.split_once(']') {
            Some((stored, behind)) if behind.chars().all(|c| c == '#' || c.is_whitespace()) => {
                (name, Some(stored), behind)
            }
            _ => return wrong(part, text, "the god's state to end with ']'"),
        },
    };
    let bare: String = name.chars().filter(|c| !matches!(c, '#' | '-') && !c.is_whitespace()).collect();
    let Some(god) = God::find(&bare) else {
        return wrong(part, text, "the name of a god, as in mortal:B3,D3");
    };
    let stored = read_stored(god, &bare, stored.unwrap_or(""), part)?;
    let mut workers = Squares::EMPTY;
    for name in squares.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match Square::parse(name) {
            Some(square) if !workers.contains(square) => workers.insert(square),
            Some(_) => return wrong(part, text, format!("{name} once")),
            None => return wrong(part, name, "a square from A1 to E5, or its number from 0 to 24"),
        }
    }
    let has_won = name.contains('#') || behind.contains('#');
    Ok(Player { god, stored, workers, has_won, may_not_climb: name.contains('-') })
}

/// Reads the text between the brackets after a god's name; blank text means that nothing is stored. Error messages call
/// the god `name`.
fn read_stored(god: God, name: &str, text: &str, part: &str) -> Result<Stored> {
    if text.trim().is_empty() {
        return Ok(Stored::NOTHING);
    }
    let Some(format) = god.card().stored else {
        return wrong(part, text, format!("no state, because {name} stores nothing"));
    };
    match format.read(text.trim()) {
        Some(stored) => Ok(stored),
        None => wrong(part, text, format!("the state of {name}: {}", format.expected())),
    }
}

/// Reads the 25 heights into `state`; empty text means a flat board.
fn read_heights(state: &mut State, text: &str) -> Result<()> {
    let mut squares = Square::all();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let height = c
            .to_digit(5)
            .ok_or_else(|| ParsePositionError::new("the heights", c.to_string(), "a digit from 0 to 4"))?;
        match squares.next() {
            Some(square) => state.set_height(square, height as u8),
            None => return wrong("the heights", text, "25 digits"),
        }
    }
    match squares.next() {
        Some(square) if square.index() > 0 => wrong("the heights", text, "25 digits"),
        _ => Ok(()),
    }
}

/// Returns an error if a side has too many workers, a worker shares a square with a dome or an enemy, the square of a
/// marked worker has no worker, or a figure stands on a worker or a dome. `texts` are the players' texts for error
/// messages.
fn check_workers(state: &State, texts: [&str; 2]) -> Result<()> {
    for (side, part) in Side::BOTH.into_iter().zip(["player one", "player two"]) {
        let (god, workers) = (state.gods[side.index()], state.workers(side));
        let text = texts[side.index()];
        let card = god.card();
        if workers.count() > card.max_workers.into() {
            return wrong(part, text, format!("at most {} workers of {}", card.max_workers, god.name()));
        }
        if let Some(square) = (workers & state.domes()).first() {
            return wrong(part, text, format!("no worker on {square}, where there is a dome"));
        }
        if let Some(square) = (workers & state.workers(side.other())).first() {
            return wrong(part, text, format!("workers of only one side on {square}"));
        }
        let stored = state.stored(side).squares();
        if card.marks_worker && !workers.contains_all(stored) {
            return wrong(part, text, "the square of a worker in brackets");
        }
        if card.places_figure && stored.intersects(state.occupied() | state.domes()) {
            return wrong(part, text, "a square in brackets without a worker or a dome");
        }
    }
    Ok(())
}

/// Sets the side to move from the player that the text names. During placement, returns an error if it is not the turn
/// of that player to place, or if only the side that places second has workers.
fn set_side(state: &mut State, player: Side) -> Result<()> {
    state.side = player;
    if !state.at_least(1).is_empty() || state.winner.is_some() {
        return Ok(());
    }
    let first = first_to_place(state.gods);
    let side = match [first, !first].map(|side| !state.workers(side).is_empty()) {
        [true, true] => return Ok(()),
        [false, true] => {
            let expected = format!("the workers of the {first} player, who places first");
            return wrong("the placement", "only the other player's workers", expected);
        }
        [false, false] => first,
        [true, false] => !first,
    };
    state.side = side;
    if player_in_text(state) == player {
        return Ok(());
    }
    let digit = |side: Side| (side.index() + 1).to_string();
    wrong("the player to move", &digit(player), format!("{}, who places now", digit(player_in_text(state))))
}
