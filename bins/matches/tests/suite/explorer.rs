//! Tests of opening trees: counts of games, merging, damaged files, and the moves that an engine chooses from them.

use std::collections::BTreeSet;

use plywright::Key;
use plywright::engine::{BestMove, DynEngine, DynGame, Go, OpeningTree, Setup, Strength};
use plywright::tablebase::Wdl;
use plywright::testkit::Player;
use plywright_matches::explorer;
use plywright_matches::record::GameRecord;

use crate::support::{engine, folder, game, read};

/// Three finished games of connect four and an unfinished one. The first two begin at opposite edges, so for two moves
/// they are mirror images of each other.
const GAMES: &str = "[Result \"1-0\"]\n\n1. 1 1... 4 2. 2 2... 5 3. 3 1-0\n\n\
    [Result \"1/2-1/2\"]\n\n1. 7 1... 4 1/2-1/2\n\n\
    [Result \"0-1\"]\n\n1. 4 1... 1 0-1\n\n\
    [Result \"*\"]\n\n1. 4 *\n\n";

fn player(name: &str) -> Player {
    Player::new(&*game(name)).expect("memory for an engine")
}

fn best_move(player: &Player, go: &Go) -> BestMove {
    let (best, _) = player.search(go).answer().expect("an answer");
    best
}

fn set_variety(player: &mut Player, variety: u8) {
    player.change(&|settings| settings.opening_variety = variety).expect("a variety");
}

/// Sets a tree as the engine's opening tree, through a temporary file.
fn load(player: &mut Player, tree: &OpeningTree) {
    // The engine reads a file only when its path changes, so each tree has a new folder.
    let folder = folder();
    let path = folder.path().join("opening.tree");
    std::fs::write(&path, tree.to_bytes()).expect("a writable folder");
    player.change(&|settings| settings.opening_tree = Some(path.clone())).expect("a tree");
}

/// Returns the moves chosen under thirty seeds, each with whether it is from the tree.
fn moves_under_seeds(player: &mut Player) -> BTreeSet<(String, bool)> {
    let mut moves = BTreeSet::new();
    for seed in 1..=30 {
        player.set_seed(seed);
        let chosen = best_move(player, &Go { nodes: Some(50), ..Go::default() });
        moves.insert((chosen.best.expect("a move"), chosen.is_book));
    }
    moves
}

fn records(text: &str) -> Vec<GameRecord> {
    read(text).into_iter().map(|record| record.expect("a record")).collect()
}

fn tree(records: &[GameRecord], game: &dyn DynGame) -> OpeningTree {
    let mut tree = OpeningTree::new([game.facts().game.to_owned(), String::new(), String::new()]);
    for record in records {
        explorer::add(&mut tree, record, game, 3).expect("legal games");
    }
    tree
}

#[test]
fn games_are_counted_up_to_symmetry() {
    let game = game("connect-four");
    let games = records(GAMES);
    let whole = tree(&games, &*game);
    // Up to symmetry, there are six positions: the start, those after a first move at an edge and in the middle, those
    // after the reply to each, and the one after a third move.
    assert_eq!(whole.len(), 6);
    let start = game.start();
    assert_eq!(whole.get(start.tree_key()).map(|node| node.results), Some([1, 1, 1]));
    let moves = whole.moves_from(&*start);
    let [edge, centre] = &moves[..] else { panic!("two moves, found {}", moves.len()) };
    assert_eq!(edge.node.results, [1, 1, 0]);
    assert_eq!((centre.text.as_str(), centre.node.results), ("4", [0, 0, 1]));
    let moves = whole.moves_from(&*game.set_up(&Setup::Start, &["7", "4"]).expect("legal moves"));
    assert_eq!(moves.iter().map(|one| one.node.games()).collect::<Vec<_>>(), [1]);
}

#[test]
fn trees_of_the_same_rules_are_merged() {
    let game = game("connect-four");
    let games = records(GAMES);
    let whole = tree(&games, &*game);
    let mut merged = tree(&games[..1], &*game);
    merged.merge(&tree(&games[1..], &*game)).expect("equal rules");
    assert_eq!(merged, whole);
    let other = OpeningTree::new(["mill".to_owned(), String::new(), String::new()]);
    assert!(merged.merge(&other).is_err_and(|error| error.contains("are 'mill")));
}

#[test]
fn positions_with_fewer_games_are_pruned() {
    let mut tree = tree(&records(GAMES), &*game("connect-four"));
    tree.prune(2);
    assert_eq!(tree.len(), 3);
}

#[test]
fn files_are_read_as_written_and_damage_is_an_error() {
    let engine = engine(&*game("connect-four"));
    let mut whole = tree(&records(GAMES), &*engine.dyn_game());
    let mut seen = 0;
    explorer::evaluate(&mut whole, &*engine, 100, &mut |_| {
        seen += 1;
        true
    })
    .expect("searches");
    assert_eq!(seen, whole.len());
    let bytes = whole.to_bytes();
    // A magic text, three texts with their lengths (`connect-four` and two empty ones), the number of positions, the
    // positions, and a checksum.
    assert_eq!(bytes.len(), 8 + (2 + 12) + 2 + 2 + 8 + 23 * whole.len() + 4);
    assert_eq!(OpeningTree::from_bytes(&bytes), Ok(whole));
    for end in 0..bytes.len() {
        assert!(OpeningTree::from_bytes(&bytes[..end]).is_err(), "{end}");
        let mut damaged = bytes.clone();
        damaged[end] ^= 1;
        assert!(OpeningTree::from_bytes(&damaged).is_err(), "{end}");
    }
}

/// Returns a player of connect four with the tree of [`GAMES`]. Any move of the tree may be chosen.
fn player_with_tree() -> Player {
    let mut player = player("connect-four");
    let whole = tree(&records(GAMES), &*player.dyn_game());
    load(&mut player, &whole);
    set_variety(&mut player, 100);
    player
}

#[test]
fn variety_admits_rare_moves() {
    let mut player = player_with_tree();
    let edge = ("1".to_owned(), true);
    for (variety, expected) in [(0, 1), (49, 1), (50, 2), (100, 2)] {
        set_variety(&mut player, variety);
        let found = moves_under_seeds(&mut player);
        assert!(found.len() == expected && found.contains(&edge), "{variety}: {found:?}");
    }
}

#[test]
fn full_strength_restricted_and_mate_searches_ignore_the_tree() {
    let player = player_with_tree();
    for go in [
        Go { strength: Strength::Full, nodes: Some(50), ..Go::default() },
        Go { search_moves: vec!["1".to_owned()], nodes: Some(50), ..Go::default() },
        Go { mate: Some(1), nodes: Some(50), ..Go::default() },
    ] {
        assert!(!best_move(&player, &go).is_book, "{go:?}");
    }
}

#[test]
fn moves_are_searched_where_the_tree_has_none() {
    let mut player = player_with_tree();
    let go = Go { nodes: Some(50), ..Go::default() };
    assert!(best_move(&player, &go).is_book);
    player.set_position(&Setup::Start, &["2"]).expect("legal moves");
    assert!(!best_move(&player, &go).is_book, "the tree has no move here");
    player.set_position(&Setup::Start, &[]).expect("legal moves");
    player.change(&|settings| settings.opening_tree = None).expect("no tree");
    assert!(!best_move(&player, &go).is_book);
}

/// A move that was played nine times, but gives away the result by exact values, must not be chosen.
#[test]
fn no_move_against_exact_knowledge_is_chosen() {
    let text = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
    let mut player = player("mill");
    set_variety(&mut player, 100);
    player.set_position(&Setup::Text(text.to_owned()), &[]).expect("legal moves");
    let probed = player.exact(&*player.line).expect("built-in tables");
    let [(best, best_value), .., (worst, worst_value)] = &probed.moves[..] else { panic!("{probed:?}") };
    assert!(best_value > worst_value);
    let built = |moves: &[&str]| {
        let record =
            |mv: &&str| format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n[Result \"1-0\"]\n\n1... {mv} 1-0\n\n");
        tree(&records(&moves.iter().map(record).collect::<String>()), &*game("mill"))
    };
    let often = [&**worst; 9];
    load(&mut player, &built(&[&[&**best], &often[..]].concat()));
    assert_eq!(moves_under_seeds(&mut player), BTreeSet::from([(best.clone(), true)]));
    // From a tree that has only the bad move, no move is chosen.
    load(&mut player, &built(&often));
    assert!(!best_move(&player, &Go::default()).is_book);
}

/// Keys of positions, each with the exact value that a tree stores for its side to move.
type Values<'a> = &'a [(Key, Wdl)];

/// The engine has no table, so the values in the tree decide. They are stored for the start and for the positions after
/// the first moves `1` (at the edge) and `4` (in the centre).
#[test]
fn no_move_against_the_values_of_the_tree_is_chosen() {
    let mut player = player("connect-four");
    set_variety(&mut player, 100);
    let game = game("connect-four");
    let key = |moves: &[&str]| game.set_up(&Setup::Start, moves).expect("legal moves").tree_key();
    let [edge, centre, start] = [key(&["1"]), key(&["4"]), key(&[])];
    let draw = (edge, Wdl::Draw);
    let cases: [(Values, &[&str], _); 5] = [
        (&[], &["1", "4"], "nothing is known"),
        (&[(centre, Wdl::Loss)], &["4"], "a known win is preferred to an unknown move"),
        (&[(edge, Wdl::Win)], &["4"], "a known loss is avoided"),
        (&[draw], &["1", "4"], "a known draw"),
        (&[(start, Wdl::Win), draw], &[], "the position is won, and no winning move is known"),
    ];
    for (values, expected, reason) in cases {
        let mut tree = tree(&records(GAMES), &*game);
        for (key, exact) in values {
            tree.entry(*key).exact = Some(*exact);
        }
        load(&mut player, &tree);
        let found =
            moves_under_seeds(&mut player).into_iter().filter(|(_, is_book)| *is_book).map(|(text, _)| text);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{reason}");
    }
}

/// The swap replaces the stone by its image with the sides exchanged. Wins are counted for each side, so the positions
/// before and after it have nodes of their own.
#[test]
fn images_have_one_node_only_if_the_sides_stay() {
    let game = game("hex");
    let key = |moves: &[&str]| game.set_up(&Setup::Start, moves).expect("legal moves").tree_key();
    assert_eq!(key(&["b1"]), key(&["j11"]), "half a turn of the board");
    assert_ne!(key(&["b1"]), key(&["b1", "swap"]));
    assert_ne!(key(&["b1", "e5", "f6"]), key(&["b1", "swap", "e5", "f6"]));
}

#[test]
fn a_file_without_a_tree_of_the_game_is_refused() {
    let mut player = player("mill");
    let foreign = tree(&records(GAMES), &*game("connect-four")).to_bytes();
    let folder = folder();
    let path = folder.path().join("foreign.tree");
    for (bytes, expected) in [
        (&foreign[..], "the opening tree is of connect-four, expected mill"),
        (&foreign[..foreign.len() - 9], "damaged"),
        (&foreign[..3], "the file ends early"),
        (b"a letter", "it is not an opening tree"),
    ] {
        std::fs::write(&path, bytes).expect("a writable folder");
        let error = player.set_option("Opening Tree", &path.to_string_lossy());
        let error = error.expect_err("no tree of Mill").to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(player.set_option("Opening Tree", "/no/such/file").is_err());
    assert!(player.warning().is_none() && player.settings().opening_tree.is_none());
}

/// The tree is loaded first, and the rules are set after it.
#[test]
fn an_engine_warns_while_its_rules_are_not_those_of_the_tree() {
    let mut player = player("mill");
    let rules = ["mill", "twelve-mens-morris", "MayFly=false"].map(str::to_owned);
    load(&mut player, &OpeningTree::new(rules));
    let warns = |engine: &dyn DynEngine| {
        let warning = engine.warning().unwrap_or_default();
        warning.contains("its rules are 'twelve-mens-morris MayFly=false'")
    };
    assert!(warns(&*player));
    for (name, value, expected) in
        [("UCI_Variant", "twelve-mens-morris", true), ("mayfly", "false", false), ("MayFly", "true", true)]
    {
        player.set_option(name, value).expect("a rule");
        assert_eq!(warns(&*player), expected, "{name} is {value}");
    }
}

#[test]
fn a_game_that_repeats_a_position_is_counted_once() {
    let game = game("chess");
    let tree = tree(&records("[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 1-0\n\n"), &*game);
    let start = game.start();
    assert_eq!(tree.get(start.tree_key()).map(|node| node.results), Some([1, 0, 0]));
    let moves = tree.moves_from(&*start);
    assert_eq!(moves.iter().map(|one| one.node.games()).collect::<Vec<_>>(), [1]);
}
