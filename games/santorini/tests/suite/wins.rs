//! Tests of searches, most of them for forced wins.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywright::engine::{Go, SearchReport, Setup, TaskEvent};
use plywright::search::{
    Algorithm, Budget, Control, Info, Limits, Report, Resources, Root, Search, SearchResult, Table,
};
use plywright::testkit::{Player, random_wins, rows, searched};
use plywright::{Depth, Eval as _, Playable, Score, SearchParams};
use plywright_santorini::{God, Move, Santorini, State};

use crate::{after, position};

/// Returns positions with a forced win, each with the number of plies up to and including the winning step. Another
/// engine found the wins, and plain minimax confirmed that none is shorter.
fn wins() -> impl Iterator<Item = (&'static str, u32)> {
    rows(include_str!("../data/wins.tsv")).map(|[text, plies]| (text, plies.parse().expect("plies")))
}

fn search(game: Santorini, state: &State, nodes: u64) -> SearchResult<Move> {
    searched(&game, state, Algorithm::Pvs, Limits { nodes: Some(nodes), ..Limits::default() })
}

#[test]
fn verified_wins_are_found_with_their_exact_distance() {
    assert_eq!(wins().count(), 55);
    for (text, plies) in wins() {
        let result = search(Santorini::default(), &position(text), 10_000_000);
        assert_eq!(result.score(), Some(Score::win_in(plies)), "{text}");
        assert_eq!(result.lines[0].moves.len(), plies as usize, "{text}: the line is whole");
    }
}

#[test]
fn an_endless_search_reports_its_win_within_the_timeout() {
    const TIMEOUT: Duration = Duration::from_secs(20);
    for (text, plies) in wins().filter(|(_, plies)| *plies <= 5) {
        let mut engine = Player::new(&*plywright_santorini::game()).expect("an engine");
        engine.set_position(&Setup::Text(text.to_owned()), &[]).expect("a position");
        let task = engine.search(&Go { infinite: true, ..Go::default() });
        let (stop, is_seen) = (task.control.clone(), Arc::new(AtomicBool::new(false)));
        let is_seen_in_time = Arc::clone(&is_seen);
        let watch = std::thread::spawn(move || {
            std::thread::park_timeout(TIMEOUT);
            stop.stop();
            is_seen_in_time.load(Ordering::Relaxed)
        });
        task.run(&mut |event| {
            if matches!(&event, TaskEvent::Report(SearchReport::Line(info)) if info.score == Score::win_in(plies)) {
                is_seen.store(true, Ordering::Relaxed);
                watch.thread().unpark();
            }
        });
        assert!(watch.join().expect("a thread that waits"), "{text}: a win in {plies} plies");
    }
}

#[test]
fn unseen_wins_are_found_with_their_exact_distance() {
    assert_found(Santorini::default(), 3..=3, 65, 65);
    assert_found(Santorini::default(), 5..=5, 100, 98);
    for gods in [[God::Apollo, God::Atlas], [God::Pan, God::Athena], [God::Minotaur, God::Hephaestus]] {
        assert_found(Santorini::new(gods).expect("a pair"), 3..=3, 20, 20);
    }
}

/// Each position follows the first move of a win in five plies, so it is lost in four.
#[test]
fn lost_positions_are_lost_by_their_exact_distance() {
    const LOST: usize = 50;
    let game = Santorini::default();
    let lost = random_wins(&game, 11_262, 5..=5).map(|(state, plies)| {
        let best = search(game, &state, 500_000).best().expect("a move");
        (after(&state, best), plies - 1)
    });
    let is_seen =
        |(state, plies): &(State, u32)| search(game, state, 500_000).score() == Some(Score::loss_in(*plies));
    assert_eq!(lost.take(LOST).filter(is_seen).count(), LOST);
}

/// Collects the reports of a search, and stops it at the first report after `nodes` nodes.
struct Transcript<'a> {
    /// The nodes, depth, score and line of each report.
    infos: Vec<(u64, Depth, Score, Vec<Move>)>,
    nodes: u64,
    control: &'a Control,
}

impl Report<Move> for Transcript<'_> {
    fn info(&mut self, info: &Info<Move>) {
        self.infos.push((info.nodes, info.depth, info.line.score, info.line.moves.clone()));
        if info.nodes >= self.nodes {
            self.control.stop();
        }
    }
}

#[test]
fn a_limit_of_time_changes_nothing_before_it_is_met() {
    let game = Santorini::default();
    let near = "0000000000000000000000000/1/mortal:B3,D3/mortal:C2,C4";
    for text in wins().filter(|(_, plies)| *plies >= 9).map(|(text, _)| text).take(2).chain([near]) {
        let reports = |control: &Control| {
            let resources = Resources::new(Arc::new(Table::new(16).expect("a table")));
            let mut transcript = Transcript { infos: Vec::new(), nodes: 100_000, control };
            let root = Root::new(&game, position(text));
            let mut search = Algorithm::Pvs.search(game, game.eval(), resources);
            search.search(&root, &Limits::default(), control, &mut transcript);
            transcript.infos
        };
        let endless = reports(&Control::new());
        let hour = Budget::exactly(Duration::from_secs(3600));
        assert_eq!(endless, reports(&Control::with_budget(hour)), "{text}");
        let (nodes, ..) = endless[0];
        assert!(nodes < 1_000, "{text}: silent for {nodes} nodes");
    }
}

/// Searches `wins` random positions with a forced win within the range of plies. Asserts that at least `min` wins are
/// found with their exact distance.
fn assert_found(game: Santorini, plies: RangeInclusive<u32>, wins: usize, min: usize) {
    let is_found =
        |(state, plies): &(State, u32)| search(game, state, 500_000).score() == Some(Score::win_in(*plies));
    let found = random_wins(&game, 2_611, plies).take(wins).filter(is_found).count();
    assert!(found >= min, "{game:?}: {found} of {wins}, at least {min} expected");
}

/// With each technique, a win may be found at a greater distance, but must neither be missed nor be reported as
/// shorter.
#[test]
fn no_technique_hides_a_short_win() {
    const TECHNIQUES: [(&str, i32); 4] =
        [("mate_solver", 0), ("probcut_margin", 50), ("late_move_pruning_open", 1), ("reduction_by_node", 1)];
    let game = Santorini::default();
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    for (name, value) in TECHNIQUES {
        let mut params = SearchParams { mate_solver: 0, ..game.eval().params() };
        params.set(name, value).expect("a parameter");
        for (text, plies) in wins().filter(|(_, plies)| *plies <= 5) {
            let table = Arc::new(Table::new(16).expect("a table"));
            let resources = Resources { params: Some(params), ..Resources::new(table) };
            let mut search = Algorithm::Pvs.search(game, game.eval(), resources);
            let found = search.search(&Root::new(&game, position(text)), &limits, &Control::new(), &mut ());
            let score = found.score().expect("a move");
            let proven = score.plies_to_end().filter(|_| score > Score::DRAW);
            assert!(
                proven.is_some_and(|found| found >= plies),
                "{name}: {text}: {score:?} for {plies} plies"
            );
        }
    }
}
