//! Measures an engine: lets it choose moves in positions whose values are known, and counts what the moves cost.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::Duration;

use plywright::engine::Setup;
use plywright::game::DynLine;
use plywright::tablebase::Wdl;
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::player::{self, Choice, Fault, MoveRequest, Player};
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
pub(super) const HEADER_OF_DATA: &str = "engine\tlimits\tphase\tpositions\tchoices\tvalue_lost\tof_choices\tof_choices_low\tof_choices_high\t\
     of_all\tof_all_low\tof_all_high\tplies_longer";

/// Statistics of an engine's moves in one phase of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Number of searched positions.
    choices: u64,
    /// Number of moves that turned a win into a draw or loss, or a draw into a loss.
    lost: u64,
    /// Number of moves that kept a win with a known distance.
    wins: u64,
    /// Sum over the moves in `wins`: the plies by which each move made the win longer than the shortest win.
    longer: u64,
}

impl Cost {
    /// Counts the move that an engine has chosen in the position `known`. `text` must be a legal move in the game's own
    /// spelling.
    fn add(&mut self, known: &ValuedPosition, text: &str) {
        let best = known.best();
        let value = known.moves.iter().find(|(mv, _)| mv == text).map_or(best, |(_, value)| *value);
        self.choices += 1;
        if Wdl::from(value) != Wdl::from(best) {
            self.lost += 1;
        } else if best.is_win()
            && let (Some(plies), Some(shortest)) = (value.plies(), best.plies())
        {
            self.wins += 1;
            self.longer += u64::from(plies - shortest);
        }
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            choices: self.choices + other.choices,
            lost: self.lost + other.lost,
            wins: self.wins + other.wins,
            longer: self.longer + other.longer,
        }
    }
}

/// Lets an engine choose a move in each position with a choice. `--concurrency` processes or threads share the
/// positions. Equal seeds give each position equal random numbers. Returns the statistics for each phase of the game,
/// or an error if the engine fails.
pub(super) fn measure(
    arguments: &Accuracy,
    spec: &EngineSpec,
    positions: &Positions,
    make: &MakeEngine<'_>,
    progress: &Progress,
) -> Result<Vec<Cost>, Failure> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let game = make(&[]).map_err(Failure::failed)?.dyn_game();
    // The work of a thread: takes one position after another, and sends the number of each with the chosen move.
    let work = |_, sender: &Sender<Result<(usize, String), Failure>>| {
        let of_engine = |fault: Fault| format!("engine '{}' {fault}", spec.name);
        let (origin, options) = (&spec.origin, &spec.options);
        let player = player::start(origin, &*game, options, arguments.timeout, || make(options));
        let mut player = player.map_err(|fault| Failure::failed(of_engine(fault)))?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(known) = positions.known.get(number).filter(|_| !stop.load(Relaxed)) else {
                return Ok(());
            };
            let setup = Setup::Text(known.text.clone());
            let mut line = game.set_up(&setup, &[]).map_err(Failure::failed)?;
            let chosen = player
                .new_game(arguments.seed ^ number as u64)
                .and_then(|()| choose(&mut *player, &setup, &*line, spec, arguments.timeout))
                .and_then(|choice| accept(&*game, &mut *line, &choice));
            let text = chosen
                .map_err(|fault| Failure::failed(format!("{} in '{}'", of_engine(fault), known.text)))?;
            if sender.send(Ok((number, text))).is_err() {
                return Ok(());
            }
        }
    };
    let mut costs = vec![Cost::default(); positions.without_choice.len()];
    run_workers(arguments.concurrency.into(), &stop, work, |chosen| {
        for (done, chosen) in (1..).zip(chosen) {
            let (number, text) = chosen?;
            let known = &positions.known[number];
            costs[known.phase].add(known, &text);
            progress.show(done, positions.known.len() as u64, || spec.name.clone());
        }
        Ok(())
    })?;
    Ok(costs)
}

/// Requests a move in the position of `setup`, which must also be the position of `line`.
fn choose(
    player: &mut dyn Player,
    setup: &Setup,
    line: &dyn DynLine,
    spec: &EngineSpec,
    timeout: Duration,
) -> Result<Choice, Fault> {
    let (go, searches) = (spec.limits.go(), &Arc::default());
    let request = MoveRequest { setup, moves: &[], line, go, allowed: timeout, searches };
    Ok(player.choose(&request)?.choice)
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
    // In data for a program, each row begins with the engine and its limits. For a person, a line above the
    // rows names them.
    let mut engine = String::new();
    if columns.is_data() {
        engine = format!("{}\t{}\t", spec.name, spec.limits);
    } else {
        writeln!(out, "{}, {}\n{HEADER}", spec.name, spec.limits)?;
    }
    let mut row = |name: &str, cost: &Cost, without: u64| {
        let all = cost.choices + without;
        let longer = cost.longer as f64 / cost.wins as f64;
        let longer = if cost.wins > 0 { format!("{longer:.1}") } else { "-".to_owned() };
        let Cost { choices, lost, .. } = cost;
        let [of_choices, of_all] = [*choices, all].map(|among| columns.share(*lost, among));
        writeln!(out, "{engine}{name}\t{all}\t{choices}\t{lost}\t{of_choices}\t{of_all}\t{longer}")
    };
    for (phase, (cost, without)) in costs.iter().zip(&positions.without_choice).enumerate() {
        if costs.len() > 1 && cost.choices + without > 0 {
            row(phases[phase], cost, *without)?;
        }
    }
    let all = costs.iter().fold(Cost::default(), Cost::plus);
    row("all", &all, positions.without_choice.iter().sum())?;
    if !columns.is_data() {
        writeln!(out)?;
    }
    out.flush()
}
