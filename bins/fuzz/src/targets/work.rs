//! Uses of a position that was accepted: its moves are listed, and it is drawn, evaluated, probed, searched and
//! played on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use plywright::engine::{DynEngine, Go, Outcome, Settings, Task, TaskEvent};
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

/// Works on the engine's position and on those after random moves. The same input gives the same moves.
pub(super) fn work_on(engine: &mut dyn DynEngine, input: &[u8]) {
    let mut rng = Rng::new(Key::of(input).0);
    engine.change(&|settings| settings.hash = 1).expect("a small table");
    open_tables(engine);
    for step in 0..STEPS {
        let moves = engine.line().move_texts();
        look_at(engine, &moves);
        run_tasks(engine, moves.len());
        search(engine, &mut rng);
        if step == 0 {
            let _ = engine.forced_win(3, 100);
        }
        if engine.line().outcome() != Outcome::Open {
            break;
        }
        let mv = engine.line().random_move(&mut rng).expect("a move in an open game");
        engine.play(&[&mv]).expect("a legal move");
    }
}

fn open_tables(engine: &mut dyn DynEngine) {
    static FOLDERS: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    let (game, variant) = (engine.line().facts().game, engine.line().facts().variant.clone());
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

fn look_at(engine: &dyn DynEngine, moves: &[String]) {
    let texts: Vec<&str> = moves.iter().take(FEW_MOVES).map(String::as_str).collect();
    let _ = (
        engine.board(),
        engine.line().scene(),
        engine.line().scene_towards(&texts),
        engine.line().move_actions(),
    );
    let _ = (engine.evaluation(), engine.probe(), engine.exact(), engine.exact_value(), engine.warning());
    let _ = (
        engine.line().opening_name(),
        engine.line().phase(),
        engine.line().themes(&texts[..texts.len().min(1)]),
    );
    let _ = (
        engine.line().mover_pov(),
        engine.line().canonical_key(),
        engine.line().own_symmetries(),
        engine.network_input(0),
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
fn run_tasks(engine: &mut dyn DynEngine, moves: usize) {
    let depth = if moves <= FEW_MOVES { 2 } else { 1 };
    run(engine.perft(depth, Perft::default()));
    let text = engine.line().text();
    run(engine.next_moves(&text));
    let go = Go { nodes: Some(20), ..Go::default() };
    run(engine.analyse(&text, &go).expect("the position's own text"));
}

/// Searches by a random algorithm, sometimes at a random level. The answer and the line must be legal.
fn search(engine: &mut dyn DynEngine, rng: &mut Rng) {
    let algorithm = Algorithm::PLAYING[rng.below(Algorithm::PLAYING.len())];
    let level = if rng.below(3) == 0 { rng.below(FULL_STRENGTH.into()) as u8 } else { FULL_STRENGTH };
    let change =
        |settings: &mut Settings| (settings.algorithm, settings.skill_level) = (algorithm, Some(level));
    engine.change(&change).expect("an algorithm and a level");
    let go = Go { nodes: Some(1 + rng.below(NODES) as u64), ..Go::default() };
    let (answer, line) = engine.search(&go).answer().expect("an answer");
    let is_open = engine.line().outcome() == Outcome::Open;
    assert_eq!(answer.best.is_some(), is_open, "{answer:?} in {}", engine.line().text());
    let text = engine.line().text();
    let mut lines = vec![answer.best.into_iter().chain(answer.ponder).collect::<Vec<_>>()];
    lines.extend(line.map(|line| line.moves));
    for moves in lines {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        if let Err(error) = engine.play(&texts) {
            panic!("{error} of {texts:?} in {text}");
        }
        for _ in &texts {
            assert!(engine.undo(), "a move can be taken back");
        }
    }
    assert_eq!(engine.line().text(), text, "the position after a search");
}
