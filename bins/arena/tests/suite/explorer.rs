//! Tests of trees of openings: counts compared with counts by hand, merging, damaged files and the choice of
//! moves.

use plywright::engine::{DynEngine, Engine, Setup};
use plywright::search::Rng;
use plywright_arena::explorer::Explorer;
use plywright_arena::record::{GameRecord, RecordReader};
use plywright_connect_four::ConnectFour;
use plywright_mill::Mill;

/// Three finished games and an unfinished one. The first two begin at opposite edges, so they are images of
/// each other for two moves.
const GAMES: &str = "[Result \"1-0\"]\n\n1. 1 1... 4 2. 2 2... 5 3. 3 1-0\n\n\
    [Result \"1/2-1/2\"]\n\n1. 7 1... 4 1/2-1/2\n\n\
    [Result \"0-1\"]\n\n1. 4 1... 1 0-1\n\n\
    [Result \"*\"]\n\n1. 4 *\n\n";

fn records(text: &str) -> Vec<GameRecord> {
    RecordReader::new(text.as_bytes()).map(|record| record.expect("a record")).collect()
}

fn tree(records: &[GameRecord], engine: &mut dyn DynEngine) -> Explorer {
    let mut tree = Explorer::new(["connect-four".to_owned(), String::new(), String::new()]);
    for record in records {
        tree.add(record, engine, 3).expect("legal games");
    }
    tree
}

#[test]
fn games_are_counted_up_to_symmetry() {
    let mut engine = Engine::<ConnectFour>::new(None).expect("the default variant");
    let games = records(GAMES);
    let whole = tree(&games, &mut engine);
    // The six positions are the start, the first moves at an edge and in the middle, a reply to each, and a
    // third move.
    assert_eq!(whole.len(), 6);
    engine.set_position(&Setup::Start, &[]).expect("the start");
    assert_eq!(whole.get(&engine).map(|node| node.results), Some([1, 1, 1]));
    let moves = whole.moves(&mut engine, &Setup::Start, &[]).expect("moves");
    let found: Vec<_> = moves.iter().map(|one| (one.text.as_str(), one.node.results)).collect();
    assert_eq!((found.len(), found[0].1, found[1]), (2, [1, 1, 0], ("4", [0, 0, 1])));
    let moves = whole.moves(&mut engine, &Setup::Start, &["7", "4"]).expect("moves");
    assert_eq!(moves.iter().map(|one| one.node.games()).collect::<Vec<_>>(), [1]);
    let mut merged = tree(&games[..1], &mut engine);
    merged.merge(&tree(&games[1..], &mut engine)).expect("equal rules");
    assert_eq!(merged, whole);
    let other = Explorer::new(["mill".to_owned(), String::new(), String::new()]);
    assert!(merged.merge(&other).is_err_and(|error| error.contains("are 'mill")));
    merged.prune(2);
    assert_eq!(merged.len(), 3);
}

#[test]
fn files_are_read_as_written_and_damage_is_an_error() {
    let mut engine = Engine::<ConnectFour>::new(None).expect("the default variant");
    let mut whole = tree(&records(GAMES), &mut engine);
    let mut seen = 0;
    whole
        .evaluate(&mut engine, 100, &mut |_| {
            seen += 1;
            true
        })
        .expect("searches");
    assert_eq!(seen, whole.len());
    let bytes = whole.to_bytes();
    assert_eq!(bytes.len(), 8 + 2 + 12 + 2 + 2 + 8 + 23 * whole.len() + 4);
    assert_eq!(Explorer::from_bytes(&bytes), Ok(whole));
    for end in 0..bytes.len() {
        assert!(Explorer::from_bytes(&bytes[..end]).is_err(), "{end}");
        let mut damaged = bytes.clone();
        damaged[end] ^= 1;
        assert!(Explorer::from_bytes(&damaged).is_err(), "{end}");
    }
}

/// In an endgame of Mill, a move that gives the win away is never chosen, however often it was played.
#[test]
fn no_move_against_exact_knowledge_is_chosen() {
    let mut engine = Engine::<Mill>::new(None).expect("the default variant");
    let text = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
    let setup = Setup::Text(text.to_owned());
    engine.set_position(&setup, &[]).expect("a position");
    let probed = engine.exact().expect("built-in tables");
    let (best, worst) = (&probed.moves[0], &probed.moves[probed.moves.len() - 1]);
    assert!(best.1 > worst.1);
    let record = |mv: &str, count: usize| {
        format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n[Result \"1-0\"]\n\n1... {mv} 1-0\n\n").repeat(count)
    };
    let mut tree = Explorer::new(["mill".to_owned(), String::new(), String::new()]);
    for game in records(&(record(&best.0, 1) + &record(&worst.0, 9))) {
        tree.add(&game, &mut engine, 4).expect("legal games");
    }
    for seed in 0..20 {
        let chosen = tree.choose(&mut engine, &setup, &[], 0.0, &mut Rng::new(seed)).expect("a position");
        assert_eq!(chosen.as_ref(), Some(&best.0));
    }
}
