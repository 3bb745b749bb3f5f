//! Reports of tic-tac-toe and connect four.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use plywright_matches::openings::RandomPlies;
use plywright_study::interval::Estimate;
use plywright_study::report::{
    GameFigures, MakeEngine, Report, ReportSettings, data, json, report, svg, text,
};
use serde_json::Value;

use crate::game;

/// Node limit above the number of positions of tic-tac-toe, so that the strong engine plays perfectly.
const ENOUGH: u64 = 20_000;

fn settings(games: u64) -> ReportSettings {
    let opening = RandomPlies { min: 2, max: 2 };
    ReportSettings { games, nodes: ENOUGH, doublings: 2, seed: 1, opening, max_plies: 100, concurrency: 1 }
}

fn measure(name: &str, variant: Option<&str>, settings: &ReportSettings) -> Report {
    let game = game(name, variant);
    run(settings, &|| game.engine(None), &Arc::default(), &mut || {})
}

fn run(
    settings: &ReportSettings,
    engine: &MakeEngine,
    stop: &Arc<AtomicBool>,
    after: &mut dyn FnMut(),
) -> Report {
    report(settings, engine, &*engine().unwrap(), stop, &mut |_| after()).unwrap()
}

/// Whether the interval of an estimate contains `value`.
fn holds(estimate: Option<Estimate>, value: f64) -> bool {
    estimate.and_then(|estimate| estimate.interval).is_some_and(|[low, high]| low <= value && value <= high)
}

#[test]
fn a_number_that_is_rounded_to_zero_has_no_sign() {
    let mut report = measure("tic-tac-toe", None, &ReportSettings { nodes: 40, ..settings(2) });
    report.skill[0].elo = Some(Estimate { value: -0.3, interval: Some([-42.4, 41.7]) });
    let reports = [report];
    let (shown, figures) = (text(&reports), data(&reports));
    assert!(shown.contains("  0 (-42 to 42), +"), "{shown}");
    assert!(figures.contains("\t0\t-42\t42\n"), "{figures}");
}

#[test]
fn data_are_numbers_without_units() {
    let mut report = measure("tic-tac-toe", None, &ReportSettings { nodes: 40, ..settings(12) });
    report.variant = "x".to_owned();
    let text = data(&[report.clone(), report.clone()]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["variant", "play", "figure", "value", "low", "high"]);
    for row in &rows[1..] {
        let [variant, play, _, numbers @ ..] = &row[..] else { panic!("{row:?}") };
        assert!(*variant == "x" && ["strong", "weak", ""].contains(play), "{row:?}");
        assert_eq!(numbers.len(), 3, "{row:?}");
        assert!(numbers.iter().all(|cell| cell.is_empty() || cell.parse::<f64>().is_ok()), "{row:?}");
    }
    let draws = rows.iter().find(|row| row[1..3] == ["strong", "draws"]).expect("draws");
    let Estimate { value, interval } = report.strong.draws.expect("games");
    let [low, high] = interval.unwrap();
    assert_eq!(draws[3..], [value, low, high].map(|share| format!("{:.1}", 100.0 * share)));
    let games = rows.iter().filter(|row| row[2] == "games" && row[3] == "12").count();
    assert_eq!(games, 4, "strong and weak play of both reports: {text}");
}

/// There are 72 openings of one move of each side, of which 24 are draws: the centre answered by a corner (4), a corner
/// by the centre (4), an edge by the centre, a neighbouring corner or the opposite edge (16). The first player wins the
/// other 48.
#[test]
fn perfect_games_have_the_figures_of_an_outside_count() {
    let report = measure("tic-tac-toe", None, &settings(400));
    let play = &report.strong;
    assert_eq!(play.games, 400);
    for (ply, moves) in play.branching_by_ply.iter().enumerate() {
        let free = 9.0 - ply as f64;
        assert_eq!((moves.value, moves.interval), (free, Some([free; 2])), "ply {ply}");
    }
    assert_eq!(play.branching_by_ply.len(), 9);
    assert!(play.length.min >= 5 && play.length.max <= 9, "{:?}", play.length);
    assert_eq!(play.lengths.iter().sum::<u64>(), 400);
    let second = play.second_player_wins.unwrap();
    assert!(second.value < 1e-9 && second.interval.unwrap()[1] < 0.01, "{second:?}");
    assert!(holds(play.draws, 1.0 / 3.0), "{:?}", play.draws);
    assert!(holds(play.first_player_points, 5.0 / 6.0), "{:?}", play.first_player_points);
    let decision = play.decision.as_ref().unwrap();
    assert_eq!(decision.ply.max, 2, "the search sees every win at once");
    assert_eq!(decision.lead_changes.max, 0);
    assert!(holds(decision.by_ply.last().copied(), 1.0));
    assert!(report.weak.decision.is_none());
    assert!(report.weak.second_player_wins.unwrap().value > 0.0);
    for doubling in &report.skill {
        assert_eq!(doubling.wins + doubling.draws + doubling.losses, 400);
    }
    assert_eq!(report.skill.iter().map(|doubling| doubling.nodes).collect::<Vec<_>>(), [5_000, 10_000]);
}

#[test]
fn equal_seeds_give_equal_reports_for_any_concurrency() {
    let one = ReportSettings { nodes: 60, ..settings(30) };
    let two = ReportSettings { concurrency: 2, ..one.clone() };
    let [first, second] = [&one, &two].map(|settings| json(&[measure("tic-tac-toe", None, settings)]));
    assert_eq!(first, second);
    assert_ne!(first, json(&[measure("tic-tac-toe", None, &ReportSettings { seed: 2, ..one })]));
}

#[test]
fn an_interrupted_report_has_the_games_that_were_finished() {
    let (game, stop, mut games) = (game("tic-tac-toe", None), Arc::default(), 0);
    let report = run(&settings(50), &|| game.engine(None), &stop, &mut || {
        games += 1;
        stop.store(games == 5, Ordering::Relaxed);
    });
    assert!(report.interrupted);
    assert_eq!((report.strong.games, report.weak.games, report.skill.len()), (5, 0, 0));
    assert!(text(&[report]).contains("interrupted"));
}

/// The first five engines replay the games, play against themselves or referee the match. The later ones are the
/// players of the match. Here, the players are of another game and refuse its positions.
#[test]
fn an_engine_that_fails_in_a_match_ends_the_report() {
    let (own, other, made) = (game("tic-tac-toe", None), game("connect-four", None), AtomicU32::new(0));
    let engine = || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        if number < 5 { own.engine(None) } else { other.engine(None) }
    };
    let small = ReportSettings { nodes: 40, ..settings(2) };
    let replayer = engine().unwrap();
    let found = report(&small, &engine, &*replayer, &Arc::default(), &mut |_| {});
    let message = found.unwrap_err().to_string();
    assert!(message.contains("refuses: the position"), "{message}");
}

#[test]
fn published_and_computed_facts_stand_in_the_report() {
    let small = ReportSettings { games: 4, nodes: 50, doublings: 0, ..settings(4) };
    let report = measure("connect-four", None, &small);
    let published = report.exact.published.as_deref().unwrap();
    assert!(published.starts_with("the first player wins (Allen"), "{published}");
    // With this seed, some positions have the mirror symmetry and some do not.
    let symmetric = report.strong.symmetric_positions.unwrap();
    assert!(symmetric.value > 0.0 && symmetric.value < 1.0, "{symmetric:?}");
    assert!(measure("connect-four", Some("4x4"), &small).exact.published.is_none());
}

#[test]
fn the_picture_is_well_formed_and_has_no_invalid_number() {
    let small = ReportSettings { nodes: 50, ..settings(20) };
    let of = |variant| measure("connect-four", Some(variant), &small);
    let reports = [of("4x4"), of("5x4")];
    let empty = Report {
        strong: GameFigures::default(),
        weak: GameFigures::default(),
        skill: Vec::new(),
        game: "a<b & c".to_owned(),
        ..reports[0].clone()
    };
    for shown in [&reports[..1], &reports[..], &[empty]] {
        let picture = svg(shown);
        let document = roxmltree::Document::parse(&picture).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
        let title = format!("{}, {}", shown[0].game, shown[0].variant);
        assert!(texts.contains(&title.as_str()), "{texts:?}");
    }
}

#[test]
fn the_json_text_has_all_figures() {
    let report = measure("tic-tac-toe", None, &ReportSettings { nodes: 50, ..settings(10) });
    let value: Value = serde_json::from_str(&json(&[report])).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(value["format"], "plywright-report 1");
    let report = &value["reports"][0];
    let parts = ["game", "variant", "conditions", "exact", "strong", "weak", "skill", "interrupted"];
    assert_eq!(keys(report), set(&parts));
    let figures = "games different_games first_player_points first_player_wins second_player_wins draws length lengths \
                   branching branching_by_ply symmetric_positions decision exact";
    assert_eq!(keys(&report["strong"]), set(&figures.split(' ').collect::<Vec<_>>()));
    assert_eq!(keys(&report["strong"]["draws"]), set(&["value", "interval"]));
    assert_eq!(report["strong"]["branching_by_ply"][0]["value"], 9.0);
    assert_eq!(keys(&report["skill"][0]), set(&["nodes", "wins", "draws", "losses", "elo"]));
}
