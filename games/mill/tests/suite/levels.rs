//! Tests of levels.
//!
//! `plywright match --levels 0,3,6,9,12,15,18,21,24 --pairing neighbours` measures their strength.

use std::time::Duration;

use plywright::Depth;
use plywright::engine::{DynEngine, Go, Setup};
use plywright::search::{Clock, Rng};
use plywright::testkit::Player;
use plywright_mill::Mill;

use crate::positions::searched;

/// A board with five stones of each side and White to place, the number of stones in each hand, and the only point
/// that keeps the value of the position, by the tables of the whole game. The positions are random.
type Puzzle = (&'static str, u8, &'static str);

/// The point closes White's only possible mill, and Black has no threat.
const OWN_MILLS: [Puzzle; 8] = [
    ("*O@**O*@/*****@@O/*@***O*O", 4, "a4"),
    ("**@****@/O@O**O*O/*@***@O*", 4, "b4"),
    ("O*****O*/*@**O@O*/@O@****@", 1, "a4"),
    ("@*OO****/@O@*@***/OO*****@", 4, "e5"),
    ("*O@**@*O/@***@**O/***@O**O", 4, "d5"),
    ("*O@****@/**@**OO*/**O*@O@*", 3, "b6"),
    ("O*@****@/*@******/O@*O*@OO", 4, "d6"),
    ("O@**@*O*/**@**O@O/O******@", 2, "d6"),
];
/// The point prevents Black's only possible mill, and White cannot close one.
const OTHER_MILLS: [Puzzle; 8] = [
    ("**O**@O*/O**@@*O*/@****O@*", 2, "b2"),
    ("***O*@O*/*O***O@@/****@@*O", 2, "g1"),
    ("@**OOO**/******@*/O**@*O@@", 2, "c4"),
    ("*O***@O@/*@@**@*O/****O**O", 3, "f2"),
    ("*@@**O**/*OOO***@/@**@***O", 3, "e3"),
    ("*@O@***@/O@******/*O***OO@", 3, "d5"),
    ("@O**O***/O@@@@***/O***O***", 4, "b2"),
    ("***O*@@*/*@*O@***/O**@OO**", 2, "c5"),
];
const BOARD: Puzzle = OTHER_MILLS[0];
const SEEDS: usize = 40;

fn player(level: usize, seed: usize) -> Player<Mill> {
    player_with(&[("SkillLevel", level), ("Seed", seed)])
}

fn player_with(options: &[(&str, usize)]) -> Player<Mill> {
    let mut engine = Player::new(None).expect("an engine");
    for (name, value) in [("Hash", 1), ("MoveTime", 0)].iter().chain(options) {
        engine.set_option(name, &value.to_string()).expect("an option");
    }
    engine
}

fn set_up(engine: &mut Player<Mill>, (board, hand, _): Puzzle) {
    let text = format!("{board} w p p 5 {hand} 5 {hand} 0 0 0 0 0 0 0 0 6");
    engine.set_position(&Setup::Text(text), &[]).expect("a position");
}

fn answer(engine: &Player<Mill>, go: &Go) -> (String, u64) {
    let (answer, lines) = searched(engine, go);
    (answer.best.expect("a move"), lines.last().map_or(0, |info| info.nodes))
}

fn solves(puzzles: &[Puzzle], level: usize) -> usize {
    let mut solved = 0;
    for seed in 0..SEEDS {
        let mut engine = player(level, seed);
        for puzzle in puzzles {
            set_up(&mut engine, *puzzle);
            solved += usize::from(answer(&engine, &Go::default()).0 == puzzle.2);
        }
    }
    solved * 100 / (SEEDS * puzzles.len())
}

#[test]
fn the_only_good_mill_is_missed_less_often_from_level_to_level() {
    for puzzles in [OWN_MILLS, OTHER_MILLS] {
        let found = [0, 6, 12, 18].map(|level| solves(&puzzles, level));
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
            set_up(&mut used, BOARD);
            answer(&used, &deep);
            set_up(&mut fresh, BOARD);
            assert_eq!(answer(&used, &Go::default()), answer(&fresh, &Go::default()), "level {level}");
        }
    }
}

#[test]
fn a_level_that_was_set_governs_limited_searches_and_the_default_only_bare_ones() {
    let minute = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
    let limited = [
        Go { depth: Some(Depth(7)), ..Go::default() },
        Go { clocks: [Some(minute); 2], depth: Some(Depth(7)), ..Go::default() },
        Go { search_moves: vec!["a1".to_owned(), "a7".to_owned()], depth: Some(Depth(7)), ..Go::default() },
    ];
    let nodes = |options: &[_], go: &Go| {
        let mut engine = player_with(options);
        set_up(&mut engine, BOARD);
        answer(&engine, go).1
    };
    for go in limited {
        let low = nodes(&[("SkillLevel", 0)], &go);
        let [full, unset] = [&[("SkillLevel", 30)][..], &[]].map(|options| nodes(options, &go));
        assert!(low <= 1000 && low < full && full == unset, "{low} {full} {unset}: {go:?}");
    }
    // Searches restricted to some moves, without other limits, take the time that the option sets.
    for go in [
        Go { search_moves: vec!["a1".to_owned(), "a7".to_owned()], ..Go::default() },
        Go { search_moves: vec!["zz".to_owned()], ..Go::default() },
    ] {
        let mut engine = player_with(&[("MoveTimeMs", 300)]);
        set_up(&mut engine, BOARD);
        assert!(answer(&engine, &Go::default()).1 <= 4000);
        assert!(answer(&engine, &go).1 > 4000, "{go:?}");
    }
}

#[test]
fn what_a_level_believes_does_not_mislead_a_full_search() {
    let go = Go { depth: Some(Depth(7)), ..Go::default() };
    let [mut fresh, mut used] = [(); 2].map(|()| player(3, 1));
    for engine in [&mut fresh, &mut used] {
        set_up(engine, BOARD);
    }
    answer(&used, &Go::default());
    assert_eq!(answer(&used, &go), answer(&fresh, &go));
}

#[test]
fn several_lines_are_told_whatever_is_overlooked() {
    for seed in 0..20 {
        let mut engine = player(0, seed);
        engine.change(&|settings| settings.multi_pv = 14).expect("an option");
        set_up(&mut engine, BOARD);
        let lines = searched(&engine, &Go::default()).1;
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
                let (best, nodes) = answer(&engine, &Go::default());
                assert!(engine.line.move_texts().contains(&best));
                assert!(nodes <= 200_000, "level {level}: {nodes} nodes");
            }
        }
    }
}
