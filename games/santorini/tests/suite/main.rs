//! Tests of Santorini, most of them against the positions, counts and actions of an independent
//! program.

mod actions;
mod conformance;
mod counts;
mod every_pair;
mod next_states;
mod openings;
mod puzzles;
mod readings;
mod squares;
mod wins;

use plywright::{Game, Moves, Notation};
use plywright_santorini::{Move, Santorini, State};

fn position(text: &str) -> State {
    Santorini::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(state: &State) -> impl Iterator<Item = (Move, State)> {
    let game = Santorini::default();
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(move |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        (mv, after)
    })
}

/// Returns the text of a position with the winner's mark before the god's name, as in the data.
fn text(state: &State) -> String {
    let text = Santorini::default().position_text(state);
    let part = |part: &str| match part.split_once('#') {
        Some((name, rest)) => format!("#{name}{rest}"),
        None => part.to_owned(),
    };
    text.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns the sum of the texts' 64-bit FNV-1a hashes modulo 2^64 in hexadecimal, as in the data.
fn sum<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let hash = |text: &String| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    format!("{:016x}", texts.into_iter().map(hash).fold(0, u64::wrapping_add))
}
