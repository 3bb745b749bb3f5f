//! Tests of Mill's endgame tables: their values, the rules that they support, and their use by the engine.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use plywright::engine::{DynEngine, Engine};
use plywright::search::{Algorithm, Limits};
use plywright::tablebase::{
    SliceCounts, SliceRow, Sliced, SolveControl, SolveOptions, Stored, TablebaseError, Tables, Value, probe,
    solve, verify,
};
use plywright::testkit::{rows, searched};
use plywright::{Depth, Game as _, Notation, OptionValue};
use plywright_mill::Mill;
use tempfile::TempDir;

use crate::positions::{moves, position_after, variant as game, variant_with};

const FOLDER: &str = "EndgameTablesPath";
const THREE_TO_THREE: &str = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns the options of a solver with enough memory, which writes tables of the usual format.
pub fn options(folder: &Path, max_pieces: Option<u32>) -> SolveOptions {
    SolveOptions { folder: folder.to_owned(), max_pieces, memory: 1 << 30, format: None }
}

pub fn solved(game: &Mill, folder: &Path, max_pieces: Option<u32>) -> Vec<SliceRow> {
    solve(game, &options(folder, max_pieces), SolveControl::new(2)).expect("the game is solved").rows
}

fn verified(game: &Mill, folder: &Path) -> Result<Vec<SliceRow>, TablebaseError> {
    verify(game, folder, SolveControl::new(2)).map(|solution| solution.rows)
}

/// Returns the published counts of slices by name.
pub fn published() -> HashMap<String, SliceCounts> {
    let row = |[own, other, _, counts @ ..]: [&str; 8]| {
        let [won, drawn, lost, to_win, to_loss]: [u64; 5] =
            counts.map(|count| count.parse().expect("a number"));
        let (longest_win, longest_loss) = (to_win as u32, to_loss as u32);
        (format!("{own}-{other}"), SliceCounts { won, drawn, lost, longest_win, longest_loss })
    };
    rows(include_str!("../data/subspaces.tsv")).skip(1).map(row).collect()
}

#[test]
fn counts_and_longest_lines_are_the_published_ones() {
    let folder = folder();
    let game = game("nine-mens-morris");
    let published = published();
    let rows = solved(&game, folder.path(), Some(8));
    assert_eq!(rows.len(), 6);
    for (slice, counts) in &rows {
        assert_eq!(*counts, published[slice], "{slice}");
    }
    // A second run finds all slices solved.
    assert_eq!(solved(&game, folder.path(), Some(8)), rows);
}

#[test]
fn values_of_moves_are_those_of_another_program() {
    let folder = folder();
    let game = game("nine-mens-morris");
    solved(&game, folder.path(), Some(7));
    let tables = tables(&game, folder.path());
    let mut checked = 0;
    for [text, _, _, moves] in rows(include_str!("../data/exact_moves.tsv")).skip(1) {
        let state = game.parse_position(text).expect("a position");
        let Some(value) = tables.value(&state).expect("sound files") else { continue };
        checked += 1;
        let best = probe(&game, &tables, &state).moves.into_iter().filter_map(|(_, value)| value).max();
        assert_eq!(best, Some(value), "{text}");
        for (turn, expected) in moves.split(' ').filter_map(|word| word.split_once('=')) {
            let mut next = state;
            for part in turn.replace('x', " x").split(' ') {
                let mv = game.parse_move(&next, part).expect("a move");
                game.play(&mut next, mv);
            }
            let found = match game.ending(&next) {
                Some(_) => Value::LOST,
                None => tables.value(&next).expect("sound files").expect("a slice of fewer stones"),
            };
            let written = match found.plies() {
                None => "D".to_owned(),
                Some(plies) => format!("{}{plies}", if found.is_loss() { 'W' } else { 'L' }),
            };
            assert_eq!(written, expected, "{text}");
        }
    }
    assert!(checked >= 10, "{checked} positions");
}

/// Solves and verifies endings of variants. Each case: variant, maximum number of stones of both sides together, and
/// whether flying is allowed. With seven stones a game can continue after a removal; with six it cannot.
fn expect_sound_entries(cases: &[(&str, u32, bool)]) {
    for (variant, max, may_fly) in cases {
        let folder = folder();
        let game = variant_with(variant, &[("MayFly", OptionValue::Check(*may_fly))]);
        let rows = solved(&game, folder.path(), Some(*max));
        assert_eq!(verified(&game, folder.path()).as_ref(), Ok(&rows), "{variant}");
    }
}

#[test]
fn every_entry_follows_from_the_rules_of_each_set() {
    expect_sound_entries(&[
        ("nine-mens-morris-remove-multiple", 7, false),
        ("morabaraba-classic", 6, true),
        ("lasker-morris", 6, false),
        ("mul-mulan", 6, false),
        ("nine-mens-morris-custodian", 6, false),
        ("nine-mens-morris-intervention", 6, false),
        ("nine-mens-morris-leap", 6, false),
    ]);
}

#[test]
#[ignore = "takes ten seconds"]
fn every_entry_of_seven_stones_follows_from_the_rules() {
    expect_sound_entries(&[("nine-mens-morris-no-flying", 7, false), ("nerenchi", 7, false)]);
}

/// Solves and verifies all positions of a variant, those with stones in hand included, under rules changed by options.
/// Returns the game, the folder of its tables, and the value of the start position.
fn solved_whole(variant: &str, options: &[(&str, OptionValue)]) -> (Mill, TempDir, Value) {
    let folder = folder();
    let game = variant_with(variant, options);
    let rows = solved(&game, folder.path(), None);
    assert_eq!(verified(&game, folder.path()).as_ref(), Ok(&rows), "{variant}");
    let start = tables(&game, folder.path()).value(&game.start()).expect("sound files");
    (game, folder, start.expect("the start is in the tables"))
}

#[test]
fn placing_follows_from_the_rules_of_each_set() {
    let from_mills = [
        ("MayRemoveFromMillsAlways", OptionValue::Check(true)),
        ("MayFly", OptionValue::Check(true)),
        ("PiecesCount", OptionValue::Spin(4)),
    ];
    solved_whole("five-mens-morris", &[("MayRemoveMultiple", OptionValue::Check(true))]);
    solved_whole("five-mens-morris", &from_mills);
    solved_whole("nine-mens-morris", &[("PiecesCount", OptionValue::Spin(3))]);
}

/// Source for Three Men's Morris and the games without flying: Dries De Clercq, *5-6-7 Men's Morris*,
/// <http://puzzles.net23.net/6mm.htm>. Source for the games with flying: Brian Liou, *Morris tablebases v1*,
/// <https://github.com/brianhliou/game-solver/releases/tag/tablebase-v1>.
#[test]
fn small_games_have_their_published_values() {
    for variant in ["five-mens-morris", "five-mens-morris-flying"] {
        let (_, _, start) = solved_whole(variant, &[]);
        assert_eq!(start, Value::DRAW, "{variant}");
    }
    let (game, _folder, start) = solved_whole("three-mens-morris", &[]);
    assert!(start.is_win(), "{start:?}");
    let limits = Limits { depth: Some(Depth(20)), ..Limits::default() };
    let found = searched(&game, &game.start(), Algorithm::MtdF, limits);
    assert_eq!(found.score(), Some(start.score()));
}

#[test]
#[ignore = "takes half a minute: cargo test --release -p plywright-mill six_mens_morris -- --ignored"]
fn six_mens_morris_is_a_draw() {
    for variant in ["six-mens-morris", "six-mens-morris-flying"] {
        let (_, _, start) = solved_whole(variant, &[]);
        assert_eq!(start, Value::DRAW, "{variant}");
    }
}

#[test]
fn tables_of_other_rules_are_refused() {
    let folder = folder();
    let standard = game("nine-mens-morris");
    solved(&standard, folder.path(), Some(6));
    let open = |game: &Mill| Tables::open(game.clone(), Stored::folder(folder.path())).map(|_| ());
    assert_eq!(open(&standard), Ok(()));
    assert!(matches!(open(&game("nine-mens-morris-no-flying")), Err(TablebaseError::Rules { .. })));
    // Rules of placing do not change the values of positions without stones in hand.
    assert_eq!(open(&game("lasker-morris")), Ok(()));
}

#[test]
fn tables_of_more_stones_stay_in_a_folder_that_a_game_with_fewer_stones_shares() {
    let (folder, nine) = (folder(), game("nine-mens-morris"));
    let rows = solved(&nine, folder.path(), Some(7));
    let three = variant_with("nine-mens-morris", &[("PiecesCount", OptionValue::Spin(3))]);
    solved(&three, folder.path(), Some(6));
    assert_eq!(tables(&nine, folder.path()).solution().expect("sound files").rows, rows);
}

#[test]
fn the_search_probes_the_folder_that_an_option_names() {
    let folder = folder();
    let mut engine = Engine::<Mill>::new(Some("nine-mens-morris-no-flying")).expect("an engine");
    solved(engine.game(), folder.path(), Some(6));
    assert!(engine.oracle().is_none());
    engine.set_option(FOLDER, &folder.path().display().to_string()).expect("a folder of tables");
    let state = Mill::default().parse_position(THREE_TO_THREE).expect("a position");
    let value = |engine: &Engine<Mill>| engine.oracle()?.probe(engine.game(), &state);
    let without_flying = value(&engine).expect("a position of the tables");
    assert!(engine.set_option(FOLDER, "/nowhere").is_err());
    assert_eq!(value(&engine), Some(without_flying));
    // With flying, the folder's tables are not valid, and the values come from the built-in tables.
    engine.set_option("MayFly", "true").expect("an option");
    let flying = value(&engine);
    assert_eq!(flying, value(&Engine::new(None).expect("an engine")));
    assert_ne!(flying, Some(without_flying));
    let warning = engine.warning().expect("a warning");
    assert!(warning.starts_with("EndgameTablesPath: ") && warning.contains("holds tables of"), "{warning}");
    engine.set_option("MayFly", "false").expect("an option");
    assert_eq!((value(&engine), engine.warning()), (Some(without_flying), None));
    engine.set_option(FOLDER, "<empty>").expect("no folder");
    assert!(engine.oracle().is_none());
}

#[test]
fn an_error_says_how_much_memory_is_needed() {
    let folder = folder();
    let options = SolveOptions { memory: 1_000_000, ..options(folder.path(), Some(8)) };
    let result = solve(&game("nine-mens-morris"), &options, SolveControl::new(2));
    let error = result.expect_err("a megabyte is too little").to_string();
    assert!(error.starts_with("solving 3-4, 4-3 needs 4 MB"), "{error}");
}

pub fn tables(game: &Mill, folder: &Path) -> Tables<Mill> {
    Tables::open(game.clone(), Stored::folder(folder)).expect("tables")
}

/// Computes from the sizes of slices how much space full tables need at once if each is removed after its last use, and
/// how much memory a group takes. Solving takes two bytes for each index of the group and one for each index of the
/// slices to which its turns lead.
#[test]
fn the_whole_game_needs_little_space_at_once() {
    let game = Mill::default();
    let groups = game.groups(None);
    let exits = |group: &[_]| {
        group.iter().flat_map(|slice| game.exits(*slice).expect("known exits")).collect::<HashSet<_>>()
    };
    let mut last_need = HashMap::new();
    for (number, group) in groups.iter().enumerate() {
        last_need.extend(exits(group).into_iter().map(|slice| (slice, number)));
    }
    let (mut now, mut most, mut memory) = (0, 0, 0);
    for (number, group) in groups.iter().enumerate() {
        let own: u64 = group.iter().map(|slice| game.size(*slice)).sum();
        let outer = exits(group).into_iter().filter(|slice| !group.contains(slice));
        let outer: u64 = outer.map(|slice| game.size(slice)).sum();
        memory = memory.max(2 * own + outer);
        let needed_later = group.iter().filter(|slice| last_need.contains_key(slice));
        now += needed_later.map(|slice| game.size(*slice)).sum::<u64>();
        most = most.max(now);
        for (slice, last) in &last_need {
            if *last == number {
                now -= game.size(*slice);
            }
        }
    }
    assert_eq!((now, most, memory), (0, 5_526_415_397, 3_281_980_130));
}

/// Tables support turns that take up to two stones. Under these rules, a stone placed on a corner may take three.
#[test]
fn rules_under_which_a_turn_takes_three_have_tables_of_endings_only() {
    let game = game("morabaraba-classic");
    let three_mills = "d7 d6 g7 f4 a4 d2 a1 e3 b6 g1 c5 e4 a7 xd6 xf4";
    let state = position_after(&game, three_mills);
    assert!(moves(&game, &state).iter().all(|mv| mv.starts_with('x')), "a third stone is taken");
    assert!(game.groups(None).iter().flatten().all(|slice| slice.hand == [0; 2]));
}

/// In the centre, a stone between a3, b3, d3 and e3 closes three mills.
#[test]
fn a_centre_where_a_turn_takes_three_has_no_tables() {
    let several = [("MayRemoveMultiple", OptionValue::Check(true))];
    let game = variant_with("seven-mens-morris", &several);
    let state = position_after(&game, "a3 c4 b3 d4 d3 c5 e3 e1 c3 xc4 xd4");
    assert_eq!(moves(&game, &state), ["xc5", "xe1"], "a third stone is taken");
    assert!(!game.has_tables());
    assert!(variant_with("six-mens-morris", &several).has_tables());
    assert!(variant_with("seven-mens-morris", &[]).has_tables());
}

#[test]
fn rules_under_which_a_full_small_board_takes_stones_have_no_tables() {
    let has_tables = |board_full| {
        let options =
            [("PiecesCount", OptionValue::Spin(8)), ("BoardFullAction", OptionValue::Spin(board_full))];
        variant_with("six-mens-morris", &options).has_tables()
    };
    assert_eq!([0, 1, 2, 3, 4].map(has_tables), [true, false, false, false, true]);
}
