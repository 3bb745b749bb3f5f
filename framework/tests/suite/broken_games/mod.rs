//! Runs the test kit on faulty games. Each fault must be found by the check that is meant for it.

mod leapers;
mod material;
mod notation;
mod numbers;

use plywright::testkit::{Check, Conformance, Failure, Report};

use leapers::{FAULTS, Fault, Leapers, Row};

/// Perft counts worked out by hand.
///
/// Depth 1: the first side has three steps.
///
/// Depth 2: the second side has three steps after the first of these, and three after the second. After the
/// third, it has two steps and a leap over the stone in the middle.
///
/// Depth 3: the first side has 2 + 2 + 2 moves after its first step, and 1 + 1 + 1 after its second. After
/// its third step, it has 3 + 2 moves in reply to the steps. After the leap, the second side moves again and
/// has three moves.
const PERFT: &str = "\
# position, depth, count
x.x.o.o x\t1\t3
x.x.o.o x\t2\t9
x.x.o.o x\t3\t17
";

/// Endings by the rules. In the repetition, the start position occurs for the third time after eight moves.
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
    let is_one_sided = matches!(fault, Fault::None | Fault::EstimateOneSided | Fault::InputsOneSided);
    Conformance {
        perft_table: perft,
        known_endings: ENDINGS,
        swapped: is_one_sided.then_some(swapped),
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

/// Returns the row seen from the other end with the stones' owners exchanged.
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

/// Declares a row without stones of a side impossible, which is false: random games lead to such rows.
#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn depleted(_: &Leapers, row: &Row) -> Option<&'static str> {
    row.stones.contains(&0).then_some("a side keeps its stones")
}

fn caught(fault: Fault) -> Failure {
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
        let failure = caught(*fault);
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
    let failure = caught(Fault::NoisyForgotten);
    let text = failure.to_string();
    assert!(text.starts_with("check of noisy moves, position '"), "{text}");
    assert!(text.contains("expected a listed move, found none"), "{text}");
    assert!(failure.position.is_some() && failure.mv.is_some());
}

#[test]
fn a_turn_that_breaks_the_contract_is_named_with_its_position() {
    let failure = caught(Fault::TurnPassedByALoss);
    assert!(failure.position.is_some() && failure.mv.is_some(), "{failure}");
    assert!(failure.found.contains("Win(Second) with the second side to move in '"), "{failure}");
    let failure = caught(Fault::TurnsEndEarly);
    let position = failure.position.as_deref().expect("a position");
    assert!(failure.found.contains(&format!("in '{position}', a side loses by its own move")), "{failure}");
}

#[test]
fn what_has_no_effect_and_what_is_not_checked_are_warnings() {
    let warnings = |fault, perft| run(fault, perft).unwrap_or_else(|failure| panic!("{failure}")).warnings;
    let has = |warnings: &[String], start: &str| warnings.iter().any(|warning| warning.starts_with(start));
    let usual = warnings(Fault::None, PERFT);
    for start in ["`pass` returns positions", "no given count or result depends on the options Idle"] {
        assert!(has(&usual, start), "{start}: {usual:?}");
    }
    assert!(!has(&usual, "no perft counts from elsewhere") && !has(&usual, "`class` names"), "{usual:?}");
    assert!(has(&warnings(Fault::None, ""), "no perft counts from elsewhere"));
    assert!(has(&warnings(Fault::FullWidth, PERFT), "`class` names"));
    let shallow = warnings(Fault::None, "x.x.o.o x\t1\t3\n");
    assert!(
        shallow.iter().any(|warning| warning.contains("no perft row reaches a move like")),
        "{shallow:?}"
    );
    let game = Leapers::default();
    let bare = Conformance { games: 5, texts: 1, searches: 1, ..Conformance::new(&game) }.run();
    let bare = bare.unwrap_or_else(|failure| panic!("{failure}")).warnings;
    for start in ["no known endings were given", "the game has draw rules, but no known ending"] {
        assert!(has(&bare, start), "{start}: {bare:?}");
    }
}

#[test]
fn a_wrong_count_shows_the_divide_or_the_move() {
    let failure = run(Fault::None, "x.x.o.o x\t2\t8\n").expect_err("a count of 9");
    assert!(failure.found.starts_with("9: ab 3, cb 3, cd 3; rows of"), "{failure}");
    let failure = run(Fault::None, "x.x.o.o x\t2\t8\nx.x.o.o x\t2\tcd\t2\n").expect_err("a count of 3");
    assert_eq!(failure.expected, "perft(1) = 2 after cd", "{failure}");
}

/// The test starts itself as a child process and lets the child overflow its stack, because an overflow ends the
/// process.
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

#[test]
fn an_unreadable_row_of_a_table_is_a_failure() {
    let game = Leapers::default();
    let few = Conformance { games: 1, texts: 1, searches: 0, ..Conformance::new(&game) };
    for (row, found) in [
        ("x.x.o.o x 1 3", "1 fields"),
        ("x.x.o.o x\tone\t3", "the depth 'one'"),
        ("x.x.o.o x\t1\tthree", "the count 'three'"),
        ("x.x.o.o\t1\t3", "a row and a side"),
        ("x.x.o.o x\t2\tag\t3", "ag"),
    ] {
        let failure = Conformance { perft_table: row, ..few.clone() }.run().expect_err(row);
        assert_eq!((failure.check, failure.position.as_deref()), (Check::Perft, Some(row)));
        assert!(failure.found.contains(found), "{failure}");
    }
    for (row, found) in
        [("x.x.o.o x", "1 fields"), ("x.x.o.o x\tred", "the result 'red'"), ("x x\topen", "seven")]
    {
        let failure = Conformance { known_endings: row, ..few.clone() }.run().expect_err(row);
        assert_eq!((failure.check, failure.position.as_deref()), (Check::KnownEnding, Some(row)));
        assert!(failure.found.contains(found), "{failure}");
    }
}

#[test]
fn a_known_game_ends_after_its_last_move_and_not_before() {
    let game = Leapers::default();
    let few = Conformance { games: 1, texts: 1, searches: 0, ..Conformance::new(&game) };
    for (row, message) in [
        (ENDINGS.replace("fe\tdraw", "fe\topen"), "expected the result open, found draw"),
        (ENDINGS.replace("fe\tdraw", "fe ab\tdraw"), "expected no end before move 9, found draw"),
        (ENDINGS.replace("ef ba", "ba"), "'.xx.o.o o': expected move 2 to be legal, found"),
    ] {
        let failure = Conformance { known_endings: &row, ..few.clone() }.run().expect_err(&row);
        assert_eq!(failure.check, Check::KnownEnding);
        assert!(failure.to_string().contains(message), "{failure}");
    }
}
