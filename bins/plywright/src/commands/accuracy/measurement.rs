//! Measures an engine: lets it choose moves in positions whose values are known, and counts what the moves cost.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywright::engine::{DynGame, Setup, lock};
use plywright::tablebase::Wdl;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::player::{self, Fault, MoveRequest, Origin, Player};
use plywright_matches::referee::accept;
use plywright_matches::tournament::MakeEngine;
use plywright_matches::workers::run_workers;

use super::Accuracy;
use super::positions::{Positions, ValuedPosition};
use crate::columns::Columns;
use crate::failure::Failure;
use crate::progress::Progress;

const HEADER: &str = "phase\tpositions\tchoices\tvalue lost\tof choices (95 %)\tof all (95 %)\tplies longer";
/// Header of the rows for programs. Shares are in per cent, each followed by the bounds of its interval.
pub(super) const HEADER_OF_DATA: &str = "engine\tlimits\tphase\tpositions\tchoices\tvalue_lost\t\
     of_choices\tof_choices_low\tof_choices_high\tof_all\tof_all_low\tof_all_high\tplies_longer";

/// The index of a position and the move that the engine has chosen in it, or the reason why a thread failed.
type Chosen = Result<(usize, String), Failure>;

/// Statistics of an engine's moves in one phase of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Number of positions in which the engine has chosen a move.
    choices: u64,
    /// Number of moves that turned a win into a draw or loss, or a draw into a loss.
    value_lost: u64,
    /// Number of moves that kept a win with a known distance.
    kept_wins: u64,
    /// Sum, over the moves in `kept_wins`, of the plies by which the move made the win longer than the shortest one.
    extra_plies: u64,
}

impl Cost {
    /// Counts a move in `position`. `text` must be a legal move in the game's own spelling.
    fn add(&mut self, position: &ValuedPosition, text: &str) {
        let best = position.best();
        let value = position.moves.iter().find(|(mv, _)| mv == text).map_or(best, |(_, value)| *value);
        self.choices += 1;
        if Wdl::from(value) != Wdl::from(best) {
            self.value_lost += 1;
        } else if best.is_win()
            && let (Some(plies), Some(shortest)) = (value.plies(), best.plies())
        {
            self.kept_wins += 1;
            self.extra_plies += u64::from(plies - shortest);
        }
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            choices: self.choices + other.choices,
            value_lost: self.value_lost + other.value_lost,
            kept_wins: self.kept_wins + other.kept_wins,
            extra_plies: self.extra_plies + other.extra_plies,
        }
    }

    /// Returns the numbers of a row. `without_choice` is the number of positions that the engine did not search.
    fn row(&self, columns: Columns, without_choice: u64) -> String {
        let Self { choices, value_lost, kept_wins, extra_plies } = *self;
        let all = choices + without_choice;
        let [of_choices, of_all] = [choices, all].map(|among| columns.share(value_lost, among));
        let longer = extra_plies as f64 / kept_wins as f64;
        let longer = if kept_wins > 0 { format!("{longer:.1}") } else { "-".to_owned() };
        format!("{all}\t{choices}\t{value_lost}\t{of_choices}\t{of_all}\t{longer}")
    }
}

/// Lets an engine choose a move in each position with a choice. `--concurrency` threads share the positions, each with
/// an engine of its own. The random numbers for a position depend on `--seed` and the position's index. Prints each
/// different warning of an engine in another process once. Returns the statistics for each phase of the game, or an
/// error if an engine fails, or if an engine of this program looks up an exact value in a damaged file.
pub(super) fn measure(
    arguments: &Accuracy,
    spec: &EngineSpec,
    positions: &Positions,
    make: &MakeEngine<'_>,
    progress: &Progress,
) -> Result<Vec<Cost>, Failure> {
    let (next, stop, notes) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(HashSet::new()));
    let game = make(&[]).map_err(Failure::failed)?.dyn_game();
    let choose_moves = |_, sender: &Sender<Chosen>| {
        let (origin, options) = (&spec.origin, &spec.options);
        let player = player::start(origin, &*game, options, arguments.timeout, || make(options));
        let mut player =
            player.map_err(|fault| Failure::failed(format!("engine '{}' {fault}", spec.name)))?;
        while !stop.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(position) = positions.known.get(index) else { break };
            let seed = arguments.seed ^ index as u64;
            let text = choose(&mut *player, spec, &*game, &position.text, seed, arguments.timeout)?;
            for warning in player.warnings() {
                let note = format!("engine '{}' {warning}", spec.name);
                if spec.origin == Origin::Builtin {
                    // A warning is an error here: it says that a lookup of exact values failed, and without the values,
                    // the player's moves are not those of the engine that is measured.
                    return Err(Failure::failed(note));
                }
                if lock(&notes).insert(note.clone()) {
                    progress.line(&format!("note: {note}"));
                }
            }
            if sender.send(Ok((index, text))).is_err() {
                break;
            }
        }
        Ok(())
    };
    let mut costs = vec![Cost::default(); positions.without_choice.len()];
    run_workers(arguments.concurrency.into(), &stop, choose_moves, |received| {
        for (done, chosen) in (1..).zip(received) {
            let (index, text) = chosen?;
            let position = &positions.known[index];
            costs[position.phase].add(position, &text);
            progress.show(done, positions.known.len() as u64, || spec.name.clone());
        }
        Ok(())
    })?;
    Ok(costs)
}

/// Lets a player choose a move in the position with the text `position`. Waits for its time limit, if it has one, and
/// then for `timeout`. Returns the move in the game's own spelling.
fn choose(
    player: &mut dyn Player,
    spec: &EngineSpec,
    game: &dyn DynGame,
    position: &str,
    seed: u64,
    timeout: Duration,
) -> Result<String, Failure> {
    let failed = |fault: Fault| Failure::failed(format!("engine '{}' {fault} in '{position}'", spec.name));
    let setup = &Setup::Text(position.to_owned());
    let mut line = game.set_up(setup, &[]).map_err(Failure::failed)?;
    player.new_game(seed).map_err(failed)?;
    let (go, searches) = (spec.limits.go(), &Arc::default());
    let allowed = spec.limits.move_time.unwrap_or_default() + timeout;
    let request = MoveRequest { setup, line: &*line, go, allowed, searches };
    let choice = player.choose(&request).map_err(failed)?.choice;
    accept(game, &mut *line, &choice).map_err(failed)
}

/// Prints the rows of an engine: one for each phase with positions, if the game has several phases, and one for all
/// positions.
pub(super) fn print(
    out: &mut impl Write,
    columns: Columns,
    spec: &EngineSpec,
    phases: &[&str],
    positions: &Positions,
    costs: &[Cost],
) -> io::Result<()> {
    // For a program, each row begins with the engine and its limits. For a person, a line above the rows names them.
    let mut engine = String::new();
    if columns.is_data() {
        engine = format!("{}\t{}\t", spec.name, spec.limits);
    } else {
        writeln!(out, "{}, {}\n{HEADER}", spec.name, spec.limits)?;
    }
    for ((phase, cost), without_choice) in phases.iter().zip(costs).zip(&positions.without_choice) {
        if costs.len() > 1 && cost.choices + without_choice > 0 {
            writeln!(out, "{engine}{phase}\t{}", cost.row(columns, *without_choice))?;
        }
    }
    let all = costs.iter().fold(Cost::default(), Cost::plus);
    writeln!(out, "{engine}all\t{}", all.row(columns, positions.without_choice.iter().sum()))?;
    if !columns.is_data() {
        writeln!(out)?;
    }
    out.flush()
}
