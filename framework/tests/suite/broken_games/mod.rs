//! The conformance kit against games that are wrong: each fault must be caught by the check that is meant for
//! it.

mod leapers;
mod material;
mod notation;

use plywright::conformance::{Check, Conformance, Failure, Report};

use leapers::{Fault, Leapers};

/// Counted by hand. The first side has three steps. Each leaves the other three moves: three steps after the
/// first two, two steps and a leap over the stone in the middle after the third. Then the first side's moves
/// are 2, 2, 2 and 1, 1, 1 and 3, 2; after the leap the second side moves again and has three.
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
    let kit = Conformance::new(&game)
        .perft_table(perft)
        .known_endings(ENDINGS)
        .games(games)
        .longest_game(2_000)
        .seed(3);
    kit.texts(1_000).run()
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
    assert!(report.searches > 0 && report.texts[1] > 0, "{report}");
}

#[test]
fn every_fault_is_caught_by_its_check() {
    for (fault, check) in [
        (Fault::NamedPositionUnreadable, Check::Names),
        (Fault::MovesAfterTheEnd, Check::MoveList),
        (Fault::EndingBlind, Check::Ending),
        (Fault::CountOneMore, Check::Count),
        (Fault::MoveTwice, Check::Duplicates),
        (Fault::SharedCodes, Check::Codes),
        (Fault::LegalOntoStones, Check::Legality),
        (Fault::SuccessorForgotten, Check::DistinctMoves),
        (Fault::SuccessorTwice, Check::DistinctMoves),
        (Fault::WinForgotten, Check::WinningMove),
        (Fault::WinWithoutEnd, Check::WinningMove),
        (Fault::RandomMoveForgotten, Check::RandomMove),
        (Fault::ReplyOverlooked, Check::LosesAtOnce),
        (Fault::ReplyOfNotes, Check::LosesAtOnce),
        (Fault::TacticalForgotten, Check::Tactical),
        (Fault::TacticalSteps, Check::TacticalEnd),
        (Fault::PlayForgetful, Check::Play),
        (Fault::TurnKeptAtTheEnd, Check::Turn),
        (Fault::StepsIrreversible, Check::Irreversible),
        (Fault::Endless, Check::GameLength),
        (Fault::KeyWithoutSide, Check::Keys),
        (Fault::KeyWithoutStone, Check::Keys),
        (Fault::TextWithoutSide, Check::PositionText),
        (Fault::MoveTextAmbiguous, Check::MoveText),
        (Fault::MissingMove, Check::Perft),
        (Fault::TieIsWin, Check::KnownEnding),
        (Fault::MirroredBoardOnly, Check::Symmetry),
        (Fault::ParserPanics, Check::Parser),
        (Fault::ParserTakesLongRows, Check::Parser),
        (Fault::SceneDrifts, Check::Scene),
        (Fault::StoneBesideTheBoard, Check::Scene),
        (Fault::FormWithoutSide, Check::Form),
        (Fault::SameActions, Check::Actions),
        (Fault::ActionsElsewhere, Check::Actions),
        (Fault::EstimateReversed, Check::EvaluationSign),
        (Fault::EstimateOfFirstSide, Check::EvaluationSign),
        (Fault::EstimateWithBonusForFirst, Check::EvaluationSides),
        (Fault::EstimateTooGreat, Check::Evaluation),
        (Fault::EstimateOfHistory, Check::Evaluation),
        (Fault::EstimateDrifts, Check::Search),
        (Fault::EstimateSlow, Check::Stop),
        (Fault::LikelyMoveTwice, Check::LikelyMoves),
        (Fault::LikelyMoveWithoutLeaps, Check::LikelyMoves),
    ] {
        let failure = caught(fault);
        assert_eq!(failure.check, check, "{fault:?}: {failure}");
    }
}

#[test]
fn a_missing_move_is_also_seen_in_the_mirror() {
    let failure = run(Fault::MissingMove, "").expect_err("the mirror image to have one move more");
    assert_eq!(failure.check, Check::Symmetry);
}

#[test]
fn a_failure_says_where_and_what() {
    let failure = caught(Fault::TacticalForgotten);
    let text = failure.to_string();
    assert!(text.starts_with("check of tactical moves, position '"), "{text}");
    assert!(text.contains("expected a listed move, found none"), "{text}");
    assert!(failure.position.is_some() && failure.mv.is_some());
}

#[test]
fn an_unreadable_perft_table_is_a_failure() {
    for table in ["x.x.o.o x 1 3", "x.x.o.o x\tone\t3", "x.x.o.o x\t1\tthree", "x.x.o.o\t1\t3"] {
        assert_eq!(run(Fault::None, table).expect_err(table).check, Check::Perft);
    }
}
