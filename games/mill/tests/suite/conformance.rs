//! Runs the framework's test kit on every variant and on random rule sets.

use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network, prove_puzzles};
use plywright::{Key, Playable};
use plywright_mill::{BoardFull, CaptureRule, Layout, Mill, MillWhilePlacing, Rules, Stalemate};

use crate::perft::table_of;
use crate::positions::variant;

const INVENTED: u64 = 60;

/// Runs the kit on a variant, with known endings of Nine Men's Morris. The environment variable [`GAMES_VARIABLE`]
/// takes precedence over `games`.
fn check(name: &str, games: usize) {
    let games = std::env::var(GAMES_VARIABLE).ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    let game = variant(name);
    let is_first = name == "nine-mens-morris";
    let kit = Conformance {
        perft_table: &table_of(name, if is_first { 3 } else { 1 }),
        known_endings: if is_first { include_str!("../data/endings.tsv") } else { "" },
        games,
        texts: 100,
        searches: games,
        search_nodes: 5_000,
        ..Conformance::new(&game)
    };
    let report = kit.run().unwrap_or_else(|failure| panic!("{name}: {failure}"));
    println!("{name}: {report}, warnings {:?}", report.warnings);
}

#[test]
fn nine_mens_morris_conforms() {
    check("nine-mens-morris", 30);
}

#[test]
fn the_whole_family_conforms() {
    for variant in Mill::variants().iter().skip(1) {
        check(variant.name, 5);
    }
}

#[test]
fn invented_rules_conform() {
    for seed in 0..INVENTED {
        let game = Mill::new(invented_rules(seed));
        let kit = Conformance { games: 2, texts: 20, searches: 0, seed, ..Conformance::new(&game) };
        kit.run().unwrap_or_else(|failure| panic!("{:?}: {failure}", game.rules()));
    }
}

fn invented_rules(seed: u64) -> Rules {
    let die = |number: u64, faces: usize| Key::mix(seed ^ Key::mix(number).0).0 as usize % faces;
    let coin = |number| die(number, 3) == 0;
    let of = |number, faces: &[u8]| faces[die(number, faces.len())];
    let capture = |number: u64| CaptureRule {
        enabled: coin(number),
        on_square_edges: !coin(number + 10),
        on_cross_lines: !coin(number + 20),
        on_diagonal_lines: !coin(number + 30),
        in_placing_phase: !coin(number + 40),
        in_moving_phase: !coin(number + 50),
        only_when_own_pieces_leq3: coin(number + 60),
    };
    let layout = if coin(80) { Layout::ALL[die(81, 4)] } else { Layout::ThreeRings };
    Rules {
        layout,
        piece_count: of(0, if layout == Layout::ThreeRings { &[5, 9, 10, 12, 12] } else { &[3, 4] }),
        fly_piece_count: of(1, &[3, 4]),
        pieces_at_least_count: 3,
        may_fly: coin(2),
        has_diagonal_lines: coin(3),
        mill_while_placing: MillWhilePlacing::ALL[die(4, 6)],
        may_remove_from_mills_always: coin(5),
        mill_wins: coin(82) && coin(83),
        may_remove_multiple: coin(6),
        may_move_in_placing_phase: coin(7),
        is_defender_move_first: coin(8),
        restrict_repeated_mills_formation: coin(9),
        one_time_use_mill: coin(10),
        stop_placing_when_two_empty_squares: coin(11),
        board_full: BoardFull::ALL[die(12, 5)],
        stalemate: Stalemate::ALL[die(13, 6)],
        custodian_capture: capture(14),
        intervention_capture: capture(15),
        leap_capture: capture(16),
        ..Rules::NINE_MENS_MORRIS
    }
}

#[test]
fn the_networks_that_come_with_the_game_fit() {
    for variant in Mill::variants() {
        eval_with_shipped_network(&Mill::variant(variant.name).expect("a variant"));
    }
}

/// The test kit proves wins within three moves by a search of all lines, and other goals by the tables.
#[test]
fn each_puzzle_has_one_right_move() {
    let oracle = Mill::default().options().oracle().expect("built-in tables");
    assert_eq!(prove_puzzles::<Mill>(1, 3, Some(&*oracle)), 165);
}
