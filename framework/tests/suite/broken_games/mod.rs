//! Runs the test kit on a game with selectable faults. Each fault must be found by the check that is meant for it, so
//! that the kit cannot lose a check unnoticed.

mod endless;
mod faults;
mod leapers;
mod material;
mod notation;
mod numbers;

use plywright::testkit::{Check, Conformance, Failure, Report};

use faults::{FAULTS, Fault};
use leapers::{Leapers, Row};

/// Perft counts worked out by hand. A move is written as two cells, from `a` to `g`.
///
/// Depth 1: the first side has the steps `ab`, `cb` and `cd`.
///
/// Depth 2: the second side has three steps after `ab`, and three after `cb`. After `cd`, it has two steps and a leap
/// over the stone in the middle.
///
/// Depth 3: after `ab` and a reply, the first side has 2 + 2 + 2 moves. After `cb` and a reply, it has 1 + 1 + 1. After
/// `cd` and a step, it has 3 + 2. After `cd` and the leap, the second side moves again and has three moves.
const PERFT: &str = "\
# position, depth, count
x.x.o.o x\t1\t3
x.x.o.o x\t2\t9
x.x.o.o x\t3\t17
";

/// Results that follow from the rules in `leapers.rs`. In the fourth row, the start position occurs for the third time
/// after eight moves.
const ENDINGS: &str = "\
xoxoxox x\tdraw
....... x\tsecond
x.x.o.o x\topen
x.x.o.o x\tab ef ba fe ab ef ba fe\tdraw
x.x.o.o x\tab ef ba fe\topen
";

fn run(fault: Fault, perft: &str) -> Result<Report, Failure> {
    let game = Leapers::with(fault);
    let games = if fault == Fault::EstimateSlow { 10 } else { 300 };
    let (longest_game, texts, seed) = (2_000, 1_000, 3);
    // The check with swapped sides would find many faults before the checks that must find them. So it runs only for
    // the sound game and for the faults that it is meant for.
    let swaps_sides = matches!(fault, Fault::None | Fault::EstimateOneSided | Fault::InputsOneSided);
    Conformance {
        perft_table: perft,
        known_endings: ENDINGS,
        swapped: swaps_sides.then_some(swapped),
        impossible: match fault {
            Fault::ParserTakesCrowds => Some(crowded),
            Fault::CapturesDenied => Some(depleted),
            _ => None,
        },
        games,
        longest_game,
        texts,
        seed,
        ..Conformance::new(&game)
    }
    .run()
}

/// Returns the mirror image of the row with the sides swapped: the stones and the turn belong to the other side.
#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn swapped(_: &Leapers, row: &Row) -> Row {
    let [first, second] = row.stones.map(|stones| stones.reverse_bits() >> 1);
    Row { stones: [second, first], side: !row.side, ..*row }
}

/// Names the reason why a row with more than two stones of a side is impossible. The faulty parser accepts such rows.
#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn crowded(_: &Leapers, row: &Row) -> Option<&'static str> {
    let are_few = row.stones.iter().all(|stones| stones.count_ones() <= 2);
    (!are_few).then_some("a side begins with two stones")
}

/// Claims that a row in which a side has no stones is impossible. This is wrong, because random games lead to such
/// rows.
#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn depleted(_: &Leapers, row: &Row) -> Option<&'static str> {
    row.stones.contains(&0).then_some("a side keeps its stones")
}

fn failure_of(fault: Fault) -> Failure {
    match run(fault, PERFT) {
        Ok(report) => panic!("{fault:?} passed: {report}"),
        Err(failure) => failure,
    }
}

#[test]
fn the_sound_game_conforms() {
    let report = run(Fault::None, PERFT).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((report.games, report.perft_rows), (300, 3));
    assert_eq!((report.known_endings, report.results.iter().sum()), (5, 300));
    assert!(report.searches > 0 && report.texts[1] > 0 && report.numbered > 0, "{report}");
}

#[test]
fn every_fault_is_caught_by_its_check() {
    for (fault, check) in FAULTS {
        let failure = failure_of(*fault);
        assert_eq!(failure.check, *check, "{fault:?}: {failure}");
    }
}

#[test]
fn a_missing_move_is_also_seen_in_the_mirror() {
    let failure = run(Fault::MissingMove, "").expect_err("the mirror image to have one move more");
    assert_eq!(failure.check, Check::Symmetry);
}

#[test]
fn a_failure_says_where_and_what() {
    let failure = failure_of(Fault::NoisyForgotten);
    let text = failure.to_string();
    assert!(text.starts_with("check of noisy moves, position '"), "{text}");
    assert!(text.contains("expected a listed move, found none"), "{text}");
    assert!(failure.position.is_some() && failure.mv.is_some());
}

#[test]
fn a_forgotten_win_is_named_with_its_position() {
    let failure = failure_of(Fault::WinForgotten);
    // The fault forgets the wins in rows with a stone of the first side on the cell `a`.
    let is_forgotten = failure.position.as_deref().is_some_and(|row| row.starts_with('x'));
    assert!(is_forgotten && failure.mv.is_some(), "{failure}");
}

#[test]
fn a_panic_of_play_names_the_move() {
    let failure = failure_of(Fault::PlayPanics);
    assert!(failure.mv.is_some() && failure.found.contains("only steps are expected"), "{failure}");
}

#[test]
fn a_turn_that_breaks_the_contract_is_named_with_its_position() {
    let failure = failure_of(Fault::TurnPassedByALoss);
    assert!(failure.position.is_some() && failure.mv.is_some(), "{failure}");
    assert!(failure.found.contains("Win(Second) with the second side to move in '"), "{failure}");
    let failure = failure_of(Fault::TurnsEndEarly);
    let position = failure.position.as_deref().expect("a position");
    assert!(failure.found.contains(&format!("in '{position}', a side loses by its own move")), "{failure}");
}

fn warnings(fault: Fault, perft: &str) -> Vec<String> {
    run(fault, perft).unwrap_or_else(|failure| panic!("{failure}")).warnings
}

fn has_warning(warnings: &[String], start: &str) -> bool {
    warnings.iter().any(|warning| warning.starts_with(start))
}

#[test]
fn hints_and_options_without_effect_are_warnings() {
    let usual = warnings(Fault::None, PERFT);
    for start in ["`pass` returns positions", "no given count or result depends on the options Idle"] {
        assert!(has_warning(&usual, start), "{start}: {usual:?}");
    }
    assert!(!has_warning(&usual, "`class` names"), "{usual:?}");
    assert!(has_warning(&warnings(Fault::FullWidth, PERFT), "`class` names"));
}

#[test]
fn missing_tables_are_warnings() {
    assert!(!has_warning(&warnings(Fault::None, PERFT), "no perft counts from elsewhere"));
    assert!(has_warning(&warnings(Fault::None, ""), "no perft counts from elsewhere"));
    let game = Leapers::default();
    let bare = Conformance { games: 5, texts: 1, searches: 1, ..Conformance::new(&game) }.run();
    let bare = bare.unwrap_or_else(|failure| panic!("{failure}")).warnings;
    for start in ["no known endings were given", "the game has draw rules, but no known ending"] {
        assert!(has_warning(&bare, start), "{start}: {bare:?}");
    }
}

#[test]
fn a_kind_of_move_that_no_perft_row_reaches_is_a_warning() {
    let shallow = warnings(Fault::None, "x.x.o.o x\t1\t3\n");
    assert!(has_warning(&shallow, "no perft row reaches a move like"), "{shallow:?}");
}

#[test]
fn a_wrong_count_shows_the_divide_or_the_move() {
    let failure = run(Fault::None, "x.x.o.o x\t2\t8\n").expect_err("a count of 9");
    assert!(failure.found.starts_with("9: ab 3, cb 3, cd 3; rows of"), "{failure}");
    let failure = run(Fault::None, "x.x.o.o x\t2\t8\nx.x.o.o x\t2\tcd\t2\n").expect_err("a count of 3");
    assert_eq!(failure.expected, "perft(1) = 2 after cd", "{failure}");
}

/// An overflow of the stack ends the process, so the test starts itself as a child process, which overflows.
#[test]
fn an_overflow_of_the_stack_names_the_position() {
    const CHILD: &str = "PLYWRIGHT_TEST_OVERFLOW";
    if std::env::var_os(CHILD).is_some() {
        let _ = run(Fault::EndlessRecursion, PERFT);
        return;
    }
    let name = "broken_games::an_overflow_of_the_stack_names_the_position";
    let program = std::env::current_exe().expect("the program of the test");
    let child = std::process::Command::new(program).args(["--exact", name]).env(CHILD, "1").output();
    let child = child.expect("a process");
    let message = String::from_utf8_lossy(&child.stderr);
    assert!(!child.status.success() && message.contains("'checks of '"), "{message}");
    assert!(message.contains("overflowed its stack"), "{message}");
}

/// Returns settings for a test whose result does not depend on the random games.
fn short_run(game: &Leapers) -> Conformance<'_, Leapers> {
    Conformance { games: 1, texts: 1, searches: 0, ..Conformance::new(game) }
}

#[test]
fn an_unreadable_row_of_the_perft_table_is_a_failure() {
    let game = Leapers::default();
    for (row, found) in [
        ("x.x.o.o x 1 3", "1 fields"),
        ("x.x.o.o x\tone\t3", "the depth 'one'"),
        ("x.x.o.o x\t1\tthree", "the count 'three'"),
        ("x.x.o.o\t1\t3", "a row and a side"),
        ("x.x.o.o x\t2\tag\t3", "ag"),
    ] {
        let failure = Conformance { perft_table: row, ..short_run(&game) }.run().expect_err(row);
        assert_eq!((failure.check, failure.position.as_deref()), (Check::Perft, Some(row)));
        assert!(failure.found.contains(found), "{failure}");
    }
    let game = Leapers::with(Fault::ParserPanics);
    let failure = Conformance { perft_table: "é\t1\t3", ..short_run(&game) }.run().expect_err("a panic");
    assert!(failure.check == Check::Perft && failure.found.contains("only ASCII"), "{failure}");
}

#[test]
fn an_unreadable_row_of_the_known_endings_is_a_failure() {
    let game = Leapers::default();
    for (row, found) in
        [("x.x.o.o x", "1 fields"), ("x.x.o.o x\tred", "the result 'red'"), ("x x\topen", "seven")]
    {
        let failure = Conformance { known_endings: row, ..short_run(&game) }.run().expect_err(row);
        assert_eq!((failure.check, failure.position.as_deref()), (Check::KnownEnding, Some(row)));
        assert!(failure.found.contains(found), "{failure}");
    }
}

#[test]
fn a_known_game_ends_after_its_last_move_and_not_before() {
    let game = Leapers::default();
    for (row, message) in [
        (ENDINGS.replace("fe\tdraw", "fe\topen"), "expected the result open, found draw"),
        (ENDINGS.replace("fe\tdraw", "fe ab\tdraw"), "expected no end before move 9, found draw"),
        (ENDINGS.replace("ef ba", "ba"), "'.xx.o.o o': expected move 2 to be legal, found"),
    ] {
        let failure = Conformance { known_endings: &row, ..short_run(&game) }.run().expect_err(&row);
        assert_eq!(failure.check, Check::KnownEnding);
        assert!(failure.to_string().contains(message), "{failure}");
    }
}
