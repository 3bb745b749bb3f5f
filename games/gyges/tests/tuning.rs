//! The weights out of self-play against the guesses that they began as.
//!
//! `PLYWRIGHT_GAMES=400 cargo test --release -p plywright-gyges --test tuning -- --nocapture` measures the difference.

use std::sync::Arc;

use plywright::conformance::GAMES_VARIABLE;
use plywright::search::{Algorithm, Control, Limits, Resources, Rng, Root, Search, Table};
use plywright::{Ending, Game, Notation, PositionHistory, Side, State as _};
use plywright_gyges::{Gyges, GygesEval, State};

/// Games unless more are asked for; every set-up is played twice, with sides changed.
const GAMES: usize = 30;
/// Nodes for a move.
const NODES: u64 = 2_000;

/// A start with both home rows in random order.
fn start(game: &Gyges, generator: &mut Rng) -> State {
    let mut row = || {
        let mut rings = ["1", "1", "2", "2", "3", "3"];
        for place in (1..rings.len()).rev() {
            rings.swap(place, generator.below(place + 1));
        }
        rings.concat()
    };
    let empty = ["000000"; 4].join("/");
    game.parse_position(&format!("{}/{empty}/{}", row(), row())).expect("a start")
}

/// The winner, if there is one, of a game between two evaluations.
fn winner(game: &Gyges, mut state: State, players: [GygesEval; 2]) -> Option<Side> {
    let tables = players.map(|_| Arc::new(Table::new(4).expect("a table")));
    let mut history = PositionHistory::new(state.key(), 0);
    while game.ending(&state).is_none() && !history.is_drawn(game.course(&state)) {
        let player = state.side().index();
        let resources = Resources::new(Arc::clone(&tables[player]));
        let mut search = Algorithm::Pvs.search(game.clone(), players[player], resources);
        let root = Root { history: history.clone(), ..Root::new(game, state) };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mv = search.search(&root, &limits, &Control::new(), &mut ()).best().expect("a move");
        game.play(&mut state, mv);
        history.push(state.key(), false);
    }
    match game.ending(&state) {
        Some(Ending::Win(side)) => Some(side),
        _ => None,
    }
}

#[test]
fn tuned_weights_beat_guesses() {
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let game = Gyges::default();
    let mut generator = Rng::new(20);
    let (mut won, mut lost) = (0_u32, 0_u32);
    for _ in 0..games / 2 {
        let start = start(&game, &mut generator);
        for tuned in Side::BOTH {
            let mut players = [GygesEval::UNTUNED; 2];
            players[tuned.index()] = GygesEval::TUNED;
            match winner(&game, start, players) {
                Some(side) if side == tuned => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    println!("of {games} games at {NODES} nodes a move the tuned weights won {won} and lost {lost}");
    assert!(won > lost, "won {won}, lost {lost}");
}
