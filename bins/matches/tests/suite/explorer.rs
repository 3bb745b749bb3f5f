//! Tests of opening trees: counts, merging, damaged files and the choice of moves.

use std::collections::BTreeSet;

use plywright::engine::{DynEngine, DynGame, Go, OpeningTree, Setup, Strength};
use plywright::tablebase::Wdl;
use plywright::testkit::Player;
use plywright::{Key, Playable};
use plywright_connect_four::ConnectFour;
use plywright_matches::explorer;
use plywright_matches::record::{GameRecord, RecordReader};
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

fn tree(records: &[GameRecord], game: &dyn DynGame) -> OpeningTree {
    let mut tree = OpeningTree::new(["connect-four".to_owned(), String::new(), String::new()]);
    for record in records {
        explorer::add(&mut tree, record, game, 3).expect("legal games");
    }
    tree
}

#[test]
fn games_are_counted_up_to_symmetry() {
    let mut engine = Player::<ConnectFour>::new(None).expect("the default variant");
    let games = records(GAMES);
    let whole = tree(&games, &*engine.dyn_game());
    // The six positions are the start, the first moves at an edge and in the middle, a reply to each, and a
    // third move.
    assert_eq!(whole.len(), 6);
    engine.set_position(&Setup::Start, &[]).expect("the start");
    assert_eq!(whole.get(engine.line.canonical_key()).map(|node| node.results), Some([1, 1, 1]));
    let moves = whole.moves_from(&*engine.line);
    let found: Vec<_> = moves.iter().map(|one| (one.text.as_str(), one.node.results)).collect();
    assert_eq!((found.len(), found[0].1, found[1]), (2, [1, 1, 0], ("4", [0, 0, 1])));
    engine.set_position(&Setup::Start, &["7", "4"]).expect("legal moves");
    let moves = whole.moves_from(&*engine.line);
    assert_eq!(moves.iter().map(|one| one.node.games()).collect::<Vec<_>>(), [1]);
    let mut merged = tree(&games[..1], &*engine.dyn_game());
    merged.merge(&tree(&games[1..], &*engine.dyn_game())).expect("equal rules");
    assert_eq!(merged, whole);
    let other = OpeningTree::new(["mill".to_owned(), String::new(), String::new()]);
    assert!(merged.merge(&other).is_err_and(|error| error.contains("are 'mill")));
    merged.prune(2);
    assert_eq!(merged.len(), 3);
}

#[test]
fn files_are_read_as_written_and_damage_is_an_error() {
    let engine = Player::<ConnectFour>::new(None).expect("the default variant");
    let mut whole = tree(&records(GAMES), &*engine.dyn_game());
    let mut seen = 0;
    explorer::evaluate(&mut whole, &*engine, 100, &mut |_| {
        seen += 1;
        true
    })
    .expect("searches");
    assert_eq!(seen, whole.len());
    let bytes = whole.to_bytes();
    assert_eq!(bytes.len(), 8 + 2 + 12 + 2 + 2 + 8 + 23 * whole.len() + 4);
    assert_eq!(OpeningTree::from_bytes(&bytes), Ok(whole));
    for end in 0..bytes.len() {
        assert!(OpeningTree::from_bytes(&bytes[..end]).is_err(), "{end}");
        let mut damaged = bytes.clone();
        damaged[end] ^= 1;
        assert!(OpeningTree::from_bytes(&damaged).is_err(), "{end}");
    }
}

/// Sets a tree as the engine's opening tree, through a temporary file.
fn load(tree: &OpeningTree, name: &str, engine: &mut dyn DynEngine) {
    let path = std::env::temp_dir().join(format!("plywright-{}-{name}.tree", std::process::id()));
    std::fs::write(&path, tree.to_bytes()).expect("a writable folder");
    // The same path may name another tree now.
    engine.change(&|settings| settings.opening_tree = None).expect("no tree");
    engine.change(&|settings| settings.opening_tree = Some(path.clone())).expect("a tree");
    std::fs::remove_file(path).expect("the file");
}

/// Returns the engine's answers under thirty seeds, each with whether it is from the tree.
fn answers<G: Playable>(engine: &mut Player<G>) -> BTreeSet<(String, bool)> {
    let answer = |seed| {
        engine.set_seed(seed);
        let go = Go { nodes: Some(50), ..Go::default() };
        let (answer, _) = engine.search(&go).answer().expect("an answer");
        (answer.best.expect("a move"), answer.is_book)
    };
    (1..=30).map(answer).collect()
}

#[test]
fn variety_admits_rare_moves() {
    let mut engine = Player::<ConnectFour>::new(None).expect("the default variant");
    let tree = tree(&records(GAMES), &*engine.dyn_game());
    load(&tree, "variety", &mut *engine);
    engine.set_position(&Setup::Start, &[]).expect("the start");
    let edge = ("1".to_owned(), true);
    for (variety, expected) in [(0, 1), (49, 1), (50, 2), (100, 2)] {
        engine.change(&|settings| settings.opening_variety = variety).expect("a variety");
        let found = answers(&mut engine);
        assert!(found.len() == expected && found.contains(&edge), "{variety}: {found:?}");
    }
    // These searches play no move of the tree.
    for go in [
        Go { strength: Strength::Full, nodes: Some(50), ..Go::default() },
        Go { search_moves: vec!["1".to_owned()], nodes: Some(50), ..Go::default() },
        Go { mate: Some(1), nodes: Some(50), ..Go::default() },
    ] {
        assert!(!engine.search(&go).answer().expect("an answer").0.is_book, "{go:?}");
    }
    let go = Go { nodes: Some(50), ..Go::default() };
    assert!(engine.search(&go).answer().expect("an answer").0.is_book);
    engine.set_position(&Setup::Start, &["2"]).expect("a move");
    assert!(!engine.search(&go).answer().expect("an answer").0.is_book, "the tree has no move here");
    engine.set_position(&Setup::Start, &[]).expect("the start");
    engine.change(&|settings| settings.opening_tree = None).expect("no tree");
    assert!(!engine.search(&go).answer().expect("an answer").0.is_book);
}

/// However often it was played, a move that gives away a win or a draw by exact values is not chosen.
#[test]
fn no_move_against_exact_knowledge_is_chosen() {
    let text = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
    let setup = Setup::Text(text.to_owned());
    let mut engine = Player::<Mill>::new(None).expect("the default variant");
    engine.change(&|settings| settings.opening_variety = 100).expect("a variety");
    engine.set_position(&setup, &[]).expect("a position");
    let probed = engine.exact(&*engine.line).expect("built-in tables");
    let (best, worst) = (&probed.moves[0], &probed.moves[probed.moves.len() - 1]);
    assert!(best.1 > worst.1);
    let record = |mv: &str, count: usize| {
        format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n[Result \"1-0\"]\n\n1... {mv} 1-0\n\n").repeat(count)
    };
    let built = |games: &str| {
        let engine = Player::<Mill>::new(None).expect("the default variant");
        let mut tree = OpeningTree::new(["mill".to_owned(), String::new(), String::new()]);
        for game in records(games) {
            explorer::add(&mut tree, &game, &*engine.dyn_game(), 4).expect("legal games");
        }
        tree
    };
    load(&built(&(record(&best.0, 1) + &record(&worst.0, 9))), "best", &mut *engine);
    assert_eq!(answers(&mut engine), BTreeSet::from([(best.0.clone(), true)]));
    // A tree that has only the bad move supplies none.
    load(&built(&record(&worst.0, 9)), "worst", &mut *engine);
    assert!(!engine.search(&Go::default()).answer().expect("an answer").0.is_book);
}

/// Without a table, the values stored in the tree decide which moves may be chosen.
#[test]
fn no_move_against_the_values_of_the_tree_is_chosen() {
    let mut engine = Player::<ConnectFour>::new(None).expect("the default variant");
    engine.change(&|settings| settings.opening_variety = 100).expect("a variety");
    let mut value = |moves: &[&str], exact| {
        engine.set_position(&Setup::Start, moves).expect("legal moves");
        (engine.line.canonical_key(), exact)
    };
    // The values are from the view of the side to move: after a first move at the edge, after one in the
    // centre, and at the start.
    let [edge, centre, start] =
        [value(&["1"], None), value(&["4"], Some(Wdl::Loss)), value(&[], Some(Wdl::Win))];
    let draw = (edge.0, Some(Wdl::Draw));
    let loss = (edge.0, Some(Wdl::Win));
    let known = |values: &[(Key, Option<Wdl>)], engine: &mut Player<ConnectFour>| {
        let mut tree = tree(&records(GAMES), &*engine.dyn_game());
        for (key, exact) in values {
            tree.entry(*key).exact = *exact;
        }
        load(&tree, "values", &mut **engine);
        engine.set_position(&Setup::Start, &[]).expect("the start");
        answers(engine).into_iter().filter(|(_, is_book)| *is_book).map(|(text, _)| text).collect::<Vec<_>>()
    };
    assert_eq!(known(&[], &mut engine), ["1", "4"]);
    assert_eq!(known(&[centre], &mut engine), ["4"], "a known win is preferred to an unknown move");
    assert_eq!(known(&[loss], &mut engine), ["4"], "a known loss is avoided");
    assert_eq!(known(&[draw], &mut engine), ["1", "4"]);
    assert_eq!(
        known(&[start, draw], &mut engine),
        [""; 0],
        "the position is won, and no winning move is known"
    );
}

#[test]
fn a_tree_of_other_rules_is_refused_or_not_used() {
    let mut engine = Player::<Mill>::new(None).expect("the default variant");
    let four = Player::<ConnectFour>::new(None).expect("the default variant");
    let foreign = tree(&records(GAMES), &*four.dyn_game()).to_bytes();
    let path = std::env::temp_dir().join(format!("plywright-{}-foreign.tree", std::process::id()));
    for (bytes, expected) in [
        (&foreign[..], "the opening tree is of connect-four, expected mill"),
        (&foreign[..foreign.len() - 9], "damaged"),
        (&foreign[..3], "the file ends early"),
        (b"a letter", "it is not an opening tree"),
    ] {
        std::fs::write(&path, bytes).expect("a writable folder");
        let error = engine.set_option("Opening Tree", &path.to_string_lossy()).expect_err("no tree of Mill");
        assert!(error.to_string().contains(expected), "{error}");
    }
    std::fs::remove_file(path).expect("the file");
    assert!(engine.set_option("Opening Tree", "/no/such/file").is_err());
    assert!(engine.warning().is_none() && engine.settings().opening_tree.is_none());
    // The rules may be set after the tree. The engine warns while its rules are not those of the tree.
    let rules = ["mill", "twelve-mens-morris", "MayFly=false"].map(str::to_owned);
    load(&OpeningTree::new(rules), "twelve", &mut *engine);
    let warns = |engine: &Player<Mill>| {
        let warning = engine.warning().unwrap_or_default();
        warning.contains("its rules are 'twelve-mens-morris MayFly=false'")
    };
    assert!(warns(&engine));
    engine.set_option("UCI_Variant", "twelve-mens-morris").expect("a variant");
    assert!(warns(&engine));
    engine.set_option("mayfly", "false").expect("a rule");
    assert!(!warns(&engine));
    engine.set_option("MayFly", "true").expect("a rule");
    assert!(warns(&engine));
}

#[test]
fn a_game_that_repeats_a_position_is_counted_once() {
    let game = plywright_games::all().into_iter().find(|game| game.facts().game == "chess").expect("chess");
    let mut tree = OpeningTree::new(["chess".to_owned(), String::new(), String::new()]);
    let games = records("[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 1-0\n\n");
    explorer::add(&mut tree, &games[0], &*game, 9).expect("legal moves");
    let start = game.start();
    assert_eq!(tree.get(start.canonical_key()).map(|node| node.results), Some([1, 0, 0]));
    let moves = tree.moves_from(&*start);
    assert_eq!(moves.iter().map(|one| one.node.games()).collect::<Vec<_>>(), [1]);
}
