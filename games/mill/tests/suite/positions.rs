//! Helpers for the tests: variants, positions, moves and engines from texts.

use plywright::engine::{BestMove, DynEngine, Engine, Go, PvInfo, TaskEvent};
use plywright::testkit::play_line_from;
use plywright::{Game, Moves, Notation, OptionValue, Playable};
use plywright_mill::{Mill, State};

/// Start position of Nine Men's Morris.
pub const START: &str = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";

/// Returns the variant called `name`.
pub fn variant(name: &str) -> Mill {
    Mill::variant(name).unwrap_or_else(|| panic!("no variant is called {name}"))
}

/// Returns the variant called `name` with these option values.
pub fn variant_with(name: &str, values: &[(&str, OptionValue)]) -> Mill {
    let mut options = variant(name).options();
    for (name, value) in values {
        options.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    options.game()
}

/// Returns the position that a text describes. Panics if the text is malformed.
pub fn position(game: &Mill, text: &str) -> State {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after `moves`, separated by spaces, have been played from the position in `text`.
pub fn played(game: &Mill, text: &str, moves: &str) -> State {
    play_line_from(game, position(game, text), &moves.split_whitespace().collect::<Vec<_>>())
}

/// Returns the position after `moves`, separated by spaces, from the start of the game.
pub fn opened(game: &Mill, moves: &str) -> State {
    played(game, &game.position_text(&game.start()), moves)
}

/// Returns the texts of all legal moves in alphabetical order.
pub fn moves(game: &Mill, state: &State) -> Vec<String> {
    let mut list = Moves::new();
    game.moves(state, &mut list);
    let mut texts: Vec<String> = list.iter().map(|mv| game.move_text(state, *mv)).collect();
    texts.sort();
    texts
}

/// Creates an engine with a small transposition table and these option values.
pub fn engine(options: &[(&str, &str)]) -> Engine<Mill> {
    let mut engine = Engine::new(None).expect("an engine");
    for (name, value) in [("Hash", "1")].iter().chain(options) {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

/// Returns the engine's answer within these limits, and the lines that it reports.
pub fn searched(engine: &Engine<Mill>, go: &Go) -> (BestMove, Vec<PvInfo>) {
    let (mut answer, mut lines) = (BestMove::default(), Vec::new());
    engine.search(go).run(&mut |event| match event {
        TaskEvent::PvInfo(info) => lines.push(info),
        TaskEvent::BestMove(best) => answer = best,
        _ => {}
    });
    (answer, lines)
}
