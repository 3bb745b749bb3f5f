//! Tests of levels.
//!
//! `plywright match --levels 0,3,6,9,12,15,18,21,24 --pairing neighbours` measures their strength.

use plywright::Depth;
use plywright::engine::{Go, Setup};
use plywright::search::Rng;
use plywright::testkit::{Player, rows};

use crate::positions::{engine, searched};

/// Puzzles, one in each row: `own` if the right point closes a mill or `other` if it prevents one, the board, the
/// number of stones in each hand, and the right point.
const PUZZLES: &str = include_str!("../data/levels.tsv");
/// A position for [`set_up`]: the board, and the number of stones in each hand.
const POSITION: [&str; 2] = ["**O**@O*/O**@@*O*/@****O@*", "2"];
const SEEDS: usize = 40;
/// Maximum number of nodes that a search of the default level visits.
const MAX_LEVEL_NODES: u64 = 4000;

fn player(level: usize, seed: usize) -> Player {
    let [level, seed] = [level, seed].map(|number| number.to_string());
    engine(&[("MoveTime", "0"), ("SkillLevel", &level), ("Seed", &seed)])
}

fn set_up(engine: &mut Player, [board, hand]: [&str; 2]) {
    let text = format!("{board} w p p 5 {hand} 5 {hand} 0 0 0 0 0 0 0 0 6");
    engine.set_position(&Setup::Text(text), &[]).expect("a position");
}

/// Returns the engine's move and the number of nodes that its last line reports.
fn move_and_nodes(engine: &Player, go: &Go) -> (String, u64) {
    let (answer, lines) = searched(engine, go);
    (answer.best.expect("a move"), lines.last().map_or(0, |info| info.nodes))
}

/// Returns the percentage of the puzzles of the kind `mill` (`own` or `other`) that a level solves.
fn percent_solved(mill: &str, level: usize) -> usize {
    let (mut solved, mut posed) = (0, 0);
    for seed in 0..SEEDS {
        let mut engine = player(level, seed);
        for [_, board, hand, right] in rows(PUZZLES).filter(|[kind, _, _, _]| *kind == mill) {
            set_up(&mut engine, [board, hand]);
            let (best, _) = move_and_nodes(&engine, &Go::default());
            solved += usize::from(best == right);
            posed += 1;
        }
    }
    solved * 100 / posed
}

#[test]
fn the_only_good_mill_is_missed_less_often_from_level_to_level() {
    for mill in ["own", "other"] {
        let found = [0, 6, 12, 18].map(|level| percent_solved(mill, level));
        println!("found at levels 0, 6, 12 and 18: {found:?} %");
        assert!((20..70).contains(&found[0]), "{found:?}");
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
        assert!(found[3] >= 75, "{found:?}");
    }
}

#[test]
fn a_level_plays_alike_under_one_seed_whatever_was_searched_before() {
    let deep = Go { depth: Some(Depth(9)), ..Go::default() };
    for level in [0, 5, 12] {
        for seed in 0..5 {
            let [mut fresh, mut used] = [(); 2].map(|()| player(level, seed));
            set_up(&mut used, POSITION);
            move_and_nodes(&used, &deep);
            set_up(&mut fresh, POSITION);
            let go = Go::default();
            assert_eq!(move_and_nodes(&used, &go), move_and_nodes(&fresh, &go), "level {level}");
        }
    }
}

/// The default level does not limit a search that names root moves, even illegal ones. Such a search uses the whole
/// `MoveTimeMs`, so it visits more nodes than a search of the default level.
#[test]
fn a_search_of_some_moves_is_at_full_strength() {
    let mut engine = engine(&[("MoveTimeMs", "300")]);
    set_up(&mut engine, POSITION);
    let (_, nodes) = move_and_nodes(&engine, &Go::default());
    assert!(nodes <= MAX_LEVEL_NODES, "{nodes} nodes");
    for moves in [&["a1", "a7"][..], &["zz"]] {
        let search_moves = moves.iter().map(|text| (*text).to_owned()).collect();
        let (_, nodes) = move_and_nodes(&engine, &Go { search_moves, ..Go::default() });
        assert!(nodes > MAX_LEVEL_NODES, "{moves:?}: {nodes} nodes");
    }
}

#[test]
fn a_full_search_is_the_same_after_a_search_of_a_level() {
    let go = Go { depth: Some(Depth(7)), ..Go::default() };
    let [mut fresh, mut used] = [(); 2].map(|()| player(3, 1));
    for engine in [&mut fresh, &mut used] {
        set_up(engine, POSITION);
    }
    move_and_nodes(&used, &Go::default());
    assert_eq!(move_and_nodes(&used, &go), move_and_nodes(&fresh, &go));
}

#[test]
fn all_requested_lines_are_reported_whatever_is_overlooked() {
    for seed in 0..20 {
        let mut engine = player(0, seed);
        engine.change(&|settings| settings.multi_pv = 14).expect("an option");
        set_up(&mut engine, POSITION);
        let (_, lines) = searched(&engine, &Go::default());
        let ranks = lines.iter().map(|info| info.rank).max().unwrap_or(0);
        assert_eq!(ranks, 14, "every empty point");
    }
}

#[test]
fn levels_answer_at_once() {
    let mut generator = Rng::new(5);
    for level in (0..=24).step_by(4) {
        let mut engine = player(level, 7);
        for _ in 0..8 {
            engine.new_game().expect("memory");
            for _ in 0..generator.below(60) {
                let legal = engine.line.move_texts();
                let Some(text) = legal.get(generator.below(legal.len())) else { break };
                engine.play(&[text]).expect("a legal move");
            }
            if !engine.line.move_texts().is_empty() {
                let (best, nodes) = move_and_nodes(&engine, &Go::default());
                assert!(engine.line.move_texts().contains(&best));
                assert!(nodes <= 200_000, "level {level}: {nodes} nodes");
            }
        }
    }
}
