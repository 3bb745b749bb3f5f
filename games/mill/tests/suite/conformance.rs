//! Runs the framework's test kit on every variant and on random rule sets.

use plywright::testkit::{Conformance, GAMES_VARIABLE, eval_with_shipped_network, prove_puzzles};
use plywright::{Key, Playable};
use plywright_mill::{BoardFull, CaptureRule, Layout, Mill, MillWhilePlacing, Rules, Stalemate};

use crate::perft::table_of;
use crate::positions::variant;

const INVENTED_RULE_SETS: u64 = 60;

/// Runs the test kit on a variant. Known endings, and perft counts beyond depth 1, exist here only for Nine Men's
/// Morris. The environment variable [`GAMES_VARIABLE`] takes precedence over `games`.
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

fn check_family(games: usize) {
    for variant in Mill::variants().iter().skip(1) {
        check(variant.name, games);
    }
}

#[test]
fn the_whole_family_conforms() {
    check_family(1);
}

#[test]
#[ignore = "takes minutes"]
fn the_whole_family_conforms_in_many_games() {
    check_family(20);
}

#[test]
fn invented_rules_conform() {
    for seed in 0..INVENTED_RULE_SETS {
        let game = Mill::new(invented_rules(seed));
        let kit = Conformance { games: 2, texts: 20, searches: 0, seed, ..Conformance::new(&game) };
        kit.run().unwrap_or_else(|failure| panic!("{:?}: {failure}", game.rules()));
    }
}

/// Returns rules whose parameters are chosen by hashes of `seed`. Only the draw rules and the minimum number of stones
/// are those of Nine Men's Morris.
fn invented_rules(seed: u64) -> Rules {
    let die = |number: u64, faces: usize| Key::mix(seed ^ Key::mix(number).0).0 as usize % faces;
    let one_in_three = |number| die(number, 3) == 0;
    let one_of = |number, faces: &[u8]| faces[die(number, faces.len())];
    let capture = |number: u64| CaptureRule {
        enabled: one_in_three(number),
        on_square_edges: !one_in_three(number + 10),
        on_cross_lines: !one_in_three(number + 20),
        on_diagonal_lines: !one_in_three(number + 30),
        in_placing_phase: !one_in_three(number + 40),
        in_moving_phase: !one_in_three(number + 50),
        only_when_own_pieces_leq3: one_in_three(number + 60),
    };
    let layout = if one_in_three(80) { Layout::ALL[die(81, 4)] } else { Layout::ThreeRings };
    Rules {
        layout,
        piece_count: one_of(0, if layout == Layout::ThreeRings { &[5, 9, 10, 12, 12] } else { &[3, 4] }),
        fly_piece_count: one_of(1, &[3, 4]),
        pieces_at_least_count: 3,
        may_fly: one_in_three(2),
        has_diagonal_lines: one_in_three(3),
        mill_while_placing: MillWhilePlacing::ALL[die(4, 6)],
        may_remove_from_mills_always: one_in_three(5),
        mill_wins: one_in_three(82) && one_in_three(83),
        may_remove_multiple: one_in_three(6),
        may_move_in_placing_phase: one_in_three(7),
        is_defender_move_first: one_in_three(8),
        restrict_repeated_mills_formation: one_in_three(9),
        one_time_use_mill: one_in_three(10),
        stop_placing_when_two_empty_squares: one_in_three(11),
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

/// The test kit proves wins within three moves by a search of all lines, and other solutions by the tables.
#[test]
fn each_puzzle_has_one_right_move() {
    let oracle = Mill::default().options().oracle().expect("built-in tables");
    assert_eq!(prove_puzzles::<Mill>(1, 3, Some(&*oracle)), 165);
}
