//! Uses of a position that was accepted: its moves are listed, and it is drawn, evaluated, probed, searched and
//! played on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use plywright::engine::{DynEngine, Facts, Go, Outcome, Settings, Task, TaskEvent};
use plywright::game::DynLine;
use plywright::search::{Algorithm, Rng};
use plywright::tablebase::{SolveControl, SolveOptions};
use plywright::{FULL_STRENGTH, Key, Perft};

use crate::folder;

/// Number of positions of a random game that are searched.
const STEPS: usize = 4;
/// Maximum number of nodes of a search.
const NODES: usize = 120;
/// At most this many moves of a position are drawn. The second ply is counted only if there are at most this many.
const FEW_MOVES: usize = 30;
/// Small variants, whose tables are solved when they are first needed.
const SOLVED: [[&str; 2]; 3] = [["tic-tac-toe", "tic-tac-toe"], ["connect-four", "4x4"], ["kalah", "3x3"]];

/// Works on a position and on those after random moves. The same input gives the same moves.
pub(super) fn work_on(engine: &mut dyn DynEngine, line: &mut dyn DynLine, input: &[u8]) {
    let mut rng = Rng::new(Key::of(input).0);
    engine.change(&|settings| settings.hash = 1).expect("a small table");
    open_tables(engine);
    for step in 0..STEPS {
        let moves = line.move_texts();
        look_at(engine, line, &moves);
        run_tasks(engine, line, moves.len());
        search(engine, line, &mut rng);
        if step == 0 {
            let _ = engine.forced_win(line, 3, 100);
        }
        if line.outcome() != Outcome::Open {
            break;
        }
        let mv = line.random_move(&mut rng).expect("a move in an open game");
        line.replay(&[&mv]).expect("a legal move");
    }
}

fn open_tables(engine: &mut dyn DynEngine) {
    static FOLDERS: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    let Facts { game, variant, .. } = engine.dyn_game().facts().clone();
    if SOLVED.contains(&[game, &variant]) {
        let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        let place = folders.entry(format!("{game} {variant}")).or_insert_with(|| {
            let place = folder(&format!("solved-{game}"));
            let options = SolveOptions {
                folder: place.clone(),
                max_pieces: None,
                memory: 1 << 30,
                threads: 1,
                format: None,
            };
            let control = SolveControl { stop: &AtomicBool::new(false), report: &|_| {} };
            let tables = engine.dyn_game().tablebase().expect("numbered positions");
            tables.solve(&options, control).expect("tables");
            place
        });
        // Fails if the engine has other rules than the tables, which is no fault.
        let _ = engine.open_tables(place);
    }
}

fn look_at(engine: &dyn DynEngine, line: &dyn DynLine, moves: &[String]) {
    let texts: Vec<&str> = moves.iter().take(FEW_MOVES).map(String::as_str).collect();
    let _ = (line.drawing(), line.scene(), line.scene_towards(&texts), line.move_actions());
    let _ = (engine.evaluation(line), engine.probe(line), engine.exact(line), engine.exact_value(line));
    let _ = (line.opening_name(), line.phase(), line.themes(&texts[..texts.len().min(1)]));
    let _ = (
        line.mover_pov(),
        line.canonical_key(),
        line.own_symmetries(),
        line.network_input(0),
        engine.warning(),
    );
}

/// Runs a task and checks that it does not fail.
fn run<R>(task: Task<R>) {
    task.run(&mut |event| match event {
        TaskEvent::Panicked(error) => panic!("{error}"),
        TaskEvent::Failed(message) => panic!("a task failed: {message}"),
        _ => {}
    });
}

/// Analyses the position, and counts and lists its moves.
fn run_tasks(engine: &dyn DynEngine, line: &dyn DynLine, moves: usize) {
    let depth = if moves <= FEW_MOVES { 2 } else { 1 };
    run(engine.perft(line, depth, Perft::default()));
    let text = line.text();
    run(engine.dyn_game().next_moves(&text));
    let go = Go { nodes: Some(20), ..Go::default() };
    run(engine.analyse(line, &text, &go));
}

/// Searches by a random algorithm, sometimes at a random level. The answer and the line must be legal.
fn search(engine: &mut dyn DynEngine, position: &dyn DynLine, rng: &mut Rng) {
    let algorithm = Algorithm::PLAYING[rng.below(Algorithm::PLAYING.len())];
    let level = if rng.below(3) == 0 { rng.below(FULL_STRENGTH.into()) as u8 } else { FULL_STRENGTH };
    let change =
        |settings: &mut Settings| (settings.algorithm, settings.skill_level) = (algorithm, Some(level));
    engine.change(&change).expect("an algorithm and a level");
    let go = Go { nodes: Some(1 + rng.below(NODES) as u64), ..Go::default() };
    let (answer, line) = engine.search(position, &go).answer().expect("an answer");
    let is_open = position.outcome() == Outcome::Open;
    assert_eq!(answer.best.is_some(), is_open, "{answer:?} in {}", position.text());
    let text = position.text();
    let mut lines = vec![answer.best.into_iter().chain(answer.ponder).collect::<Vec<_>>()];
    lines.extend(line.map(|line| line.moves));
    for moves in lines {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let mut played = position.boxed();
        if let Err(error) = played.replay(&texts) {
            panic!("{error} of {texts:?} in {text}");
        }
        for _ in &texts {
            assert!(played.undo().is_some(), "a move can be taken back");
        }
        assert_eq!(played.text(), text, "the position after its moves were taken back");
    }
}
