//! Runs the test kit on faulty games. Each fault must be found by the check that is meant for it.

mod leapers;
mod material;
mod notation;
mod numbers;

use plywright::testkit::{Check, Conformance, Failure, Report};

use leapers::{FAULTS, Fault, Leapers};

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

const ENDINGS: &str = "\
xoxoxox x\tdraw
....... x\tsecond
x.x.o.o x\topen
";

fn run(fault: Fault, perft: &str) -> Result<Report, Failure> {
    let game = Leapers::with(fault);
    let games = if fault == Fault::EstimateSlow { 10 } else { 300 };
    let (longest_game, texts, seed) = (2_000, 1_000, 3);
    let usual = Conformance::new(&game);
    Conformance { perft_table: perft, known_endings: ENDINGS, games, longest_game, texts, seed, ..usual }
        .run()
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
    assert_eq!((report.known_endings, report.results.iter().sum()), (3, 300));
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
    let begin = |warnings: Vec<String>, starts: &[&str]| {
        assert_eq!(warnings.len(), starts.len(), "{warnings:?}");
        for (warning, start) in warnings.iter().zip(starts) {
            assert!(warning.starts_with(start), "{warning}");
        }
    };
    begin(warnings(Fault::None, PERFT), &["`pass` returns positions"]);
    begin(warnings(Fault::None, ""), &["no perft counts from elsewhere", "`pass` returns positions"]);
    begin(warnings(Fault::FullWidth, PERFT), &["`class` names", "`pass` returns positions"]);
}

#[test]
fn an_unreadable_perft_table_is_a_failure() {
    for table in ["x.x.o.o x 1 3", "x.x.o.o x\tone\t3", "x.x.o.o x\t1\tthree", "x.x.o.o\t1\t3"] {
        assert_eq!(run(Fault::None, table).expect_err(table).check, Check::Perft);
    }
}
