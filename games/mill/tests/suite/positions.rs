//! Helpers for the tests: variants, positions, moves and engines.

use plywright::engine::{BestMove, Go, PvInfo, SearchReport, Setup, TaskEvent};
use plywright::testkit::{Player, play_line};
use plywright::{Game, Moves, Notation, OptionValue, Playable};
use plywright_mill::{Mill, State};

pub const START: &str = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";

pub fn variant(name: &str) -> Mill {
    Mill::variant(name).unwrap_or_else(|| panic!("no variant is called {name}"))
}

pub fn variant_with(name: &str, values: &[(&str, OptionValue)]) -> Mill {
    let mut options = variant(name).options();
    for (name, value) in values {
        options.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    options.game()
}

pub fn position(game: &Mill, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after moves from the start. The moves are separated by spaces.
pub fn position_after(game: &Mill, moves: &str) -> State {
    play_line(game, &moves.split_whitespace().collect::<Vec<_>>())
}

/// Returns the texts of the legal moves in alphabetical order.
pub fn moves(game: &Mill, state: &State) -> Vec<String> {
    let mut list = Moves::new();
    game.moves(state, &mut list);
    let mut texts: Vec<String> = list.iter().map(|mv| game.move_text(state, *mv)).collect();
    texts.sort();
    texts
}

/// Creates an engine with these options and a small transposition table.
pub fn engine(options: &[(&str, &str)]) -> Player {
    let mut engine = Player::new(&*plywright_mill::game()).expect("an engine");
    for (name, value) in [("Hash", "1")].iter().chain(options) {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

/// Creates an engine with these options at a position.
pub fn engine_at(text: &str, options: &[(&str, &str)]) -> Player {
    let mut engine = engine(options);
    engine.set_position(&Setup::Text(text.to_owned()), &[]).expect("a position");
    engine
}

/// Runs a search. Returns its best move, and all lines that it reports.
pub fn searched(engine: &Player, go: &Go) -> (BestMove, Vec<PvInfo>) {
    let (mut answer, mut lines) = (BestMove::default(), Vec::new());
    engine.search(go).run(&mut |event| match event {
        TaskEvent::Report(SearchReport::Line(info)) => lines.push(info),
        TaskEvent::Report(SearchReport::BestMove(best)) => answer = best,
        _ => {}
    });
    (answer, lines)
}
