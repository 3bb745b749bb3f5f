//! Uses of a position that was accepted: it is read back, its moves are listed, and it is drawn, evaluated, probed,
//! searched and played on.

use plywright::engine::{DynEngine, Facts, Go, Outcome, Settings, Task, TaskEvent};
use plywright::game::DynLine;
use plywright::search::{Algorithm, Rng};
use plywright::tablebase::{SolveControl, SolveOptions};
use plywright::{FULL_STRENGTH, Key, Perft};

use super::play_random;
use crate::folder;

/// Maximum number of successive positions that are checked and searched for an input.
const POSITIONS: usize = 4;
/// Maximum number of nodes of a search.
const MAX_NODES: usize = 120;
/// Maximum number of moves passed to `DynLine::scene_towards`. With more legal moves, perft has depth 1 instead of 2.
const FEW_MOVES: usize = 30;
/// Number of moves of a position that are looked up by their texts.
const CHECKED_MOVES: usize = 4;
/// Games and small variants whose tables are solved when they are first needed.
const SOLVED: [[&str; 2]; 3] = [["tic-tac-toe", "tic-tac-toe"], ["connect-four", "4x4"], ["kalah", "3x3"]];

/// Checks and searches a position and up to three later positions, reached by random moves, and runs tasks on them. The
/// same input gives the same moves. `line` is left at the last position.
pub(super) fn work_on(engine: &mut dyn DynEngine, line: &mut dyn DynLine, input: &[u8]) {
    let mut rng = Rng::new(Key::of(input).0);
    open_tables(engine);
    let _ = engine.warning();
    for number in 0..POSITIONS {
        check(engine, line);
        run_tasks(engine, line);
        search(engine, line, &mut rng);
        if number == 0 {
            let _ = engine.forced_win(line, 3, 100);
        }
        if line.outcome() != Outcome::Open {
            break;
        }
        play_random(line, &mut rng).expect("a move in an open game");
    }
}

/// Opens the tables of the engine's variant if it is in [`SOLVED`]. The first call for a variant solves them.
fn open_tables(engine: &mut dyn DynEngine) {
    let game = engine.dyn_game();
    let Facts { game: name, variant, .. } = game.facts();
    if !SOLVED.contains(&[name, variant]) {
        return;
    }
    let place = folder(&format!("solved-{name}"));
    if std::fs::read_dir(&place).is_ok_and(|mut files| files.next().is_none()) {
        let folder = place.clone();
        let options = SolveOptions { folder, max_pieces: None, memory: 1 << 30, format: None };
        let tables = game.tablebase().expect("numbered positions");
        tables.solve(&options, SolveControl::new(1)).expect("tables");
    }
    // An error is ignored: the engine's rules may differ from those of the tables.
    let _ = engine.open_tables(&place);
}

/// Checks that the functions which describe a position do not panic, that its lists of legal moves agree with each
/// other, and that its text is read back as the same position.
pub(super) fn check(engine: &dyn DynEngine, line: &dyn DynLine) {
    let (text, legal) = (line.text(), line.move_texts());
    let few: Vec<&str> = legal.iter().take(FEW_MOVES).map(String::as_str).collect();
    let _ = (line.drawing(), line.scene(), line.scene_towards(&few), line.opening_name());
    let _ = (engine.evaluation(line), engine.exact_value(line), engine.probe(line), engine.exact(line));
    let _ = (line.canonical_key(), line.tree_key(), line.own_symmetries(), line.network_input(0));
    let _ = (line.resolve_mover_pov(&line.mover_pov()), line.themes(&few[..few.len().min(1)]));
    // Mill's text of a finished game does not name the next action. Key and phase are therefore compared only
    // in unfinished games.
    let is_open = line.outcome() == Outcome::Open;
    if is_open {
        assert!(!legal.is_empty(), "no move is legal in an open game: {text}");
        let sequences = line.move_actions().len();
        assert_eq!(sequences, legal.len(), "not every legal move, or not only these, has actions: {text}");
        for mv in few.iter().take(CHECKED_MOVES) {
            assert!(line.is_legal(mv), "'{mv}' is not legal: {text}");
        }
    }
    let again = match engine.dyn_game().parse(&text) {
        Ok(again) => again,
        Err(error) => panic!("the position's own text is refused: {error}: {text}"),
    };
    assert_eq!(again.text(), text, "the position read back");
    if is_open {
        let [found, expected] = [&*again, line].map(|line| (line.side(), line.key(), line.phase()));
        assert_eq!(found, expected, "side, key and phase of the position read back");
    }
    // The text omits the history. Without it, moves that repeat a position may be legal too, and the move limit may end
    // the game before the turn is over. A game that is open after reading the text must have all moves of `legal`.
    if again.outcome() == Outcome::Open && legal.len() != again.moves().len() {
        assert!(legal.iter().all(|mv| again.move_texts().contains(mv)), "a move is lost");
    }
}

/// Runs a task, such as perft, and panics if it fails.
fn run<R>(task: Task<R>) {
    task.run(&mut |event| match event {
        TaskEvent::Panicked(error) => panic!("{error}"),
        TaskEvent::Failed(message) => panic!("a task failed: {message}"),
        _ => {}
    });
}

/// Runs the tasks of the protocols on a position: perft, the list of moves, and an analysis.
fn run_tasks(engine: &dyn DynEngine, line: &dyn DynLine) {
    let depth = if line.moves().len() <= FEW_MOVES { 2 } else { 1 };
    run(engine.dyn_game().perft(line, depth, Perft::default()));
    let text = line.text();
    run(engine.dyn_game().next_moves(&text));
    let go = Go { nodes: Some(20), ..Go::default() };
    run(engine.analyse(line, &text, &go));
}

/// Searches with a random algorithm. A third of the calls search at a random lower level, the others at full strength.
/// The answer and the reported line must be legal, and taking their moves back must restore the position.
fn search(engine: &mut dyn DynEngine, position: &dyn DynLine, rng: &mut Rng) {
    let algorithm = Algorithm::PLAYING[rng.below(Algorithm::PLAYING.len())];
    let level = if rng.below(3) == 0 { rng.below(FULL_STRENGTH.into()) as u8 } else { FULL_STRENGTH };
    let change =
        |settings: &mut Settings| (settings.algorithm, settings.skill_level) = (algorithm, Some(level));
    engine.change(&change).expect("an algorithm and a level");
    let go = Go { nodes: Some(1 + rng.below(MAX_NODES) as u64), ..Go::default() };
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
