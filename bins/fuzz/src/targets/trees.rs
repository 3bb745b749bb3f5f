//! Trees of openings, and files of openings of matches.

use std::fs;

use plywright::engine::OpeningTree;
use plywright::search::Rng;
use plywright_arena::explorer;
use plywright_arena::openings::{OpeningChoice, Openings, RandomPlies};
use plywright_arena::record::GameRecord;

use super::games::engine;
use super::{records, same, text};
use crate::{Target, folder};

pub(super) const TARGETS: &[Target] = &[
    Target { name: "tree", run: tree, seeds: tree_seeds },
    Target { name: "openings", run: openings, seeds: openings_seeds },
    Target { name: "opening-choice", run: choice, seeds: choice_seeds },
];

fn tree_of(name: &str) -> OpeningTree {
    let mut rng = Rng::new(5);
    let (record, mut engine) = records::game(name, &mut rng);
    let rules = [name.to_owned(), engine.board().variant, String::new()];
    let mut tree = OpeningTree::new(rules);
    let record = GameRecord { result: plywright_arena::record::GameResult::Draw, ..record };
    explorer::add(&mut tree, &record, &mut *engine, 12).expect("a legal game");
    tree
}

fn tree_seeds() -> Vec<Vec<u8>> {
    ["mill", "tic-tac-toe", "kalah"].map(|name| tree_of(name).to_bytes()).to_vec()
}

/// Reads a tree, once unchanged and once with its checksum corrected.
fn tree(input: &[u8]) -> bool {
    let as_it_is = OpeningTree::from_bytes(input).is_ok();
    let Some((content, _)) = input.split_last_chunk::<4>() else { return false };
    let sealed = [content, &crc32fast::hash(content).to_le_bytes()].concat();
    let Ok(mut tree) = OpeningTree::from_bytes(&sealed) else { return as_it_is };
    let bytes = tree.to_bytes();
    let again = OpeningTree::from_bytes(&bytes).expect("a tree that was written");
    same(&again.to_bytes(), &bytes, "a tree read back");
    tree.merge(&again).expect("the same rules");
    let merged = OpeningTree::from_bytes(&tree.to_bytes()).expect("a merged tree");
    if let Some(engine) = engine(&merged.rules[0], Some(&merged.rules[1])) {
        assert!(engine.opening_moves(&merged).len() <= engine.legal_moves().len());
    }
    true
}

fn openings_seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![
        b"# openings\nstartpos moves d6 f4\nmoves d6\n".to_vec(),
        b"********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 moves d6 f4\n".to_vec(),
    ];
    let (record, _) = records::game("mill", &mut Rng::new(2));
    seeds.push(record.to_string().into_bytes());
    seeds
}

fn openings(input: &[u8]) -> bool {
    let path = folder("openings").join("openings");
    fs::write(&path, input).expect("a file in memory");
    let mut engine = engine("mill", None).expect("mill");
    let choice = OpeningChoice::File { path, is_shuffled: true, start: 3, plies: usize::MAX };
    let Ok(openings) = Openings::new(&choice, None, 1, &[], &mut *engine) else { return false };
    let opening = openings.get(7, &mut *engine).expect("a listed opening");
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    engine.set_position(&opening.setup, &moves).expect("a legal opening");
    true
}

fn choice_seeds() -> Vec<Vec<u8>> {
    [
        "random:4",
        "random:2-10",
        "openings.epd",
        "file=a.epd order=random start=3 plies=8",
        "file='a b' format=pgn",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

fn choice(input: &[u8]) -> bool {
    let Some(Ok(choice)) = text(input).map(str::parse::<OpeningChoice>) else { return false };
    if let OpeningChoice::Random(plies) = choice {
        let again: RandomPlies = plies.to_string().parse().expect("a written range");
        same(&again, &plies, "a range read back");
        let mut engine = engine("tic-tac-toe", None).expect("tic-tac-toe");
        let openings = Openings::new(&choice, None, 1, &[], &mut *engine).expect("random openings");
        let _ = openings.get(0, &mut *engine);
    }
    true
}
