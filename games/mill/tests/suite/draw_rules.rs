//! Tests of draw rules, and of searches in positions where the game is over.

use plywright::engine::{BestMove, Go, SearchReport, Setup, TaskEvent};
use plywright::{Depth, DrawRules, Game, OptionValue, Playable, Repetition, Score};
use plywright_mill::Mill;

use crate::positions::{engine, engine_at, searched};

#[test]
fn both_draws_can_be_switched_off() {
    let mut options = Mill::default().options();
    let start = Mill::default().start();
    let threefold = |move_limit| DrawRules { repetition: Repetition::Draw(3), move_limit };
    assert_eq!(options.game().draw_rules(&start), threefold(100));
    options.set("DrawOnHumanExperience", &OptionValue::Check(false)).expect("a value");
    assert_eq!(options.game().draw_rules(&start), DrawRules::NONE);
    options.set("NMoveRule", &OptionValue::Spin(60)).expect("a value");
    assert_eq!(options.game().draw_rules(&start), DrawRules::NONE);
    options.set("DrawOnHumanExperience", &OptionValue::Check(true)).expect("a value");
    assert_eq!(options.game().draw_rules(&start), threefold(60));
}

#[test]
fn searches_of_drawn_games_report_a_draw_and_no_move() {
    let to_and_fro = ["d6-d5", "a7-a4", "d5-d6", "a4-a7"];
    let repeated = "**@*****/O**O*O**/*@**@O*@ w m s 4 0 4 0 0 0 0 0 0 0 0 0 20";
    let hundredth = "**@*****/O**O*O**/*@**@O*@ w m s 4 0 4 0 0 0 0 0 0 0 0 100 70";
    for (text, moves) in [(repeated, to_and_fro.repeat(2)), (hundredth, Vec::new())] {
        for search_moves in [Vec::new(), vec!["d6-d5".to_owned()]] {
            let mut engine = engine(&[]);
            engine.set_position(&Setup::Text(text.to_owned()), &moves).expect("legal moves");
            let go = Go { depth: Some(Depth(2)), search_moves, ..Go::default() };
            let mut lines = Vec::new();
            engine.search(&go).run(&mut |event| match event {
                TaskEvent::Report(SearchReport::Line(info)) => lines.push((info.depth, info.score)),
                TaskEvent::Report(SearchReport::BestMove(BestMove { best: None, .. })) => {}
                other => panic!("{other:?}"),
            });
            assert_eq!(lines, [(Depth(0), Score::DRAW)], "{text}");
        }
    }
}

#[test]
fn a_blocked_side_has_lost_at_every_depth() {
    let engine = engine_at("********/@*@*****/OOO@**@O w m s 4 0 4 0 0 0 0 0 0 0 0 0 20", &[]);
    for depth in [0, 1, 5] {
        let go = Go { depth: Some(Depth(depth)), ..Go::default() };
        let (_, lines) = searched(&engine, &go);
        assert!(lines.iter().map(|info| info.score).eq([Score::loss_in(0)]), "depth {depth}");
    }
}

/// After 99 moves of stones, White can close the mill b6 d6 f6 with f4-f6.
#[test]
fn a_search_wins_by_the_mill_of_the_hundredth_slide() {
    let engine = engine_at("****O***/O*O****O/@****@@* w m s 4 0 3 0 0 0 0 0 0 0 0 99 60", &[]);
    let go = Go { depth: Some(Depth(2)), ..Go::default() };
    let (answer, _) = engine.search(&go).answer().expect("an answer");
    assert_eq!(answer.best.as_deref(), Some("f4-f6"));
}
