//! Tests that an engine repeats its searches with the same node counts after a new game.

use plywright::engine::{DynEngine, Go};
use plywright::search::Algorithm;
use plywright::testkit::Player;
use plywright_connect_four::ConnectFour;

#[test]
fn an_equal_search_in_a_new_game_counts_equal_nodes() {
    let mut engine = Player::<ConnectFour>::new(None).expect("memory");
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF, Algorithm::Mcts] {
        engine.change(&|settings| settings.algorithm = algorithm).expect("an algorithm");
        let mut search = || {
            engine.new_game().expect("memory");
            let mut lines = Vec::new();
            let go =
                |depth| Go { depth: Some(plywright::Depth(depth)), nodes: Some(20_000), ..Go::default() };
            for moves in [&["4"][..], &["4", "4", "3"]] {
                engine.set_position(&plywright::engine::Setup::Start, moves).expect("legal moves");
                let answer = engine.search(&go(9)).answer().expect("an answer").0;
                lines.push((answer.best, answer.nodes));
            }
            lines
        };
        assert_eq!(search(), search(), "{}", algorithm.name());
    }
}
