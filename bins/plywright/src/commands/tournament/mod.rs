//! The engine against itself under different options: who is stronger, by how much, and how sure that is.
//!
//! Openings are random and each is played twice with the sides exchanged, so that neither a good opening nor the first
//! move favours a player. A game depends on its number and the seed alone, whichever thread plays it.

mod duel;
mod plan;
mod progress;
mod rating;
mod score;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use plywright::engine::STACK;

use crate::arguments::Tournament;
use crate::failure::Failure;
use duel::Results;
use plan::Plan;
use progress::Progress;
use score::Score;

/// The results of a duel of the pair with that number.
type Message = Result<(usize, Results), Failure>;

/// Plays the tournament and prints a row for each pair as soon as its games are over, and ratings at the end.
pub fn run(tournament: &Tournament) -> Result<(), Failure> {
    let plan = Plan::new(tournament)?;
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, news) = channel();
        for _ in 0..tournament.jobs {
            let (sender, plan, next, stop) = (sender.clone(), &plan, &next, &stop);
            let work = move || {
                while let Some(duel) = plan.duel(next.fetch_add(1, Ordering::Relaxed)) {
                    let results = duel.play(stop).transpose();
                    let Some(results) = results else { break };
                    if sender.send(results.map(|results| (duel.pair, results))).is_err() {
                        break;
                    }
                }
            };
            // A search runs in the thread that asks for it.
            let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(error) = spawned {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
        }
        drop(sender);
        let told = tell(&plan, &news);
        stop.store(true, Ordering::Relaxed);
        told
    })
}

/// Prints what comes in, the pairs in their order.
fn tell(plan: &Plan, news: &Receiver<Message>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut scores = vec![Score::default(); plan.pairs.len()];
    let mut progress = Progress::new(plan.duels());
    let mut told = 0;
    for results in news {
        let (pair, results) = results?;
        scores[pair].add(results);
        progress.step();
        while told < scores.len() && scores[told].duels() == plan.openings {
            progress.clear();
            writeln!(out, "{}", plan.row(told, &scores[told]))?;
            out.flush()?;
            told += 1;
        }
    }
    progress.clear();
    if plan.players.len() > 2 {
        writeln!(out)?;
        for row in plan.ratings(&scores) {
            writeln!(out, "{row}")?;
        }
    }
    Ok(out.flush()?)
}
