//! Plays a match: saves its games, shows its progress, and reports its results.

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::ops::ControlFlow;
use std::sync::Arc;

use plywright_matches::report::{report, summary};
use plywright_matches::running;
use plywright_matches::scoreboard::Scoreboard;
use plywright_matches::settings::quoted;
use plywright_matches::sprt::Verdict;
use plywright_matches::tournament::{Event, FinishedGame, Tournament};

use super::arguments::{Match, searching};
use super::games_file::GamesFile;
use crate::columns::Columns;
use crate::console::{print_line, say, stop_or_exit_after_grace};
use crate::failure::Failure;
use crate::progress::Progress;

/// Maximum number of failures that are printed for each engine. Further ones are only counted.
const MAX_REPORTED: u64 = 10;

/// Returns a line about the hypothesis that the sequential test (SPRT) has accepted; empty without a verdict.
pub(crate) fn completed(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(String::new, |verdict| format!("SPRT completed: {verdict:?} was accepted\n"))
}

pub(super) struct MatchRun<'a> {
    arguments: &'a Match,
    tournament: &'a Tournament<'a>,
    scores: Scoreboard,
    file: Option<GamesFile>,
    progress: Progress,
    /// For each engine by name, the number of games lost by a failure, those in the file included.
    failures: BTreeMap<String, u64>,
    /// For each engine by name, the number of failures that this run has printed.
    printed: BTreeMap<String, u64>,
    /// Warnings that were printed. Each is printed once, although the engines of all threads send it.
    notes: HashSet<String>,
}

impl<'a> MatchRun<'a> {
    /// Plays the games that the file of the match does not have, and prints the results. Plays nothing if the
    /// sequential test already has a verdict.
    pub(super) fn play(arguments: &'a Match, tournament: &'a Tournament<'a>) -> Result<(), Failure> {
        let mut scores = Scoreboard::new(tournament.engines.iter().map(|engine| engine.name.clone()));
        let mut failures = BTreeMap::new();
        let opened =
            arguments.out.as_ref().map(|path| GamesFile::open(path, tournament, &mut scores, &mut failures));
        let (file, done) = opened.transpose()?.unzip();
        let mut run = Self {
            arguments,
            tournament,
            scores,
            file,
            progress: Progress::new(),
            failures,
            printed: BTreeMap::new(),
            notes: HashSet::new(),
        };
        let mut result = Ok(());
        if run.verdict().is_none() {
            stop_or_exit_after_grace(Arc::clone(&tournament.interrupt));
            run.show_progress();
            running::run(tournament, &done.unwrap_or_default(), &mut |event| {
                let flow = run.handle(event);
                flow.unwrap_or_else(|error| {
                    result = Err(error);
                    ControlFlow::Break(())
                })
            })?;
        }
        run.progress.clear();
        result?;
        Ok(print_line(run.results())?)
    }

    /// Returns the numbers of games lost by failures, the verdict of the sequential test, if any, and the report.
    fn results(&self) -> String {
        let failures = self.failures.iter();
        let failures =
            failures.map(|(engine, count)| format!("{engine} has lost {count} games by failures\n"));
        format!("{}{}{}", failures.collect::<String>(), completed(self.verdict()), self.report())
    }

    fn report(&self) -> String {
        let conditions = self.arguments.conditions(self.tournament);
        report(&self.scores, &conditions, self.arguments.sprt.as_ref(), Columns::of_output().is_data())
    }

    fn verdict(&self) -> Option<Verdict> {
        let sprt = self.arguments.sprt.as_ref()?;
        sprt.verdict(&self.scores.between(0, 1))
    }

    /// Handles an event of the match. Saves, counts and reports a finished game, prints each different warning once,
    /// and shows the search for an opening. Returns [`ControlFlow::Break`] if the sequential test has reached a
    /// verdict. After an interruption, prints the results so far and returns an error.
    fn handle(&mut self, event: Event) -> Result<ControlFlow<()>, Failure> {
        let game = match event {
            Event::Warning { engine, text } => {
                let note = format!("note: {engine} {text}");
                if self.notes.insert(note.clone()) {
                    self.progress.line(&note);
                }
                return Ok(ControlFlow::Continue(()));
            }
            Event::Finished(game) => game,
            Event::Searching { tried } => {
                let (played, all) = (self.scores.games(), self.tournament.schedule.len() as u64);
                self.progress.show(played, all, || searching(tried));
                return Ok(ControlFlow::Continue(()));
            }
            Event::Interrupted => {
                self.print_interrupted()?;
                return Err(Failure::interrupted());
            }
        };
        if let Some(file) = &mut self.file {
            file.add(&game.record)?;
        }
        self.note_failure(&game);
        let id = game.id;
        self.scores.add(&id.round.to_string(), id.first, id.second, game.record.result);
        let interval = self.arguments.rating_interval;
        if interval > 0 && self.scores.games().is_multiple_of(interval) {
            self.progress.aside(|| print_line(self.report()))?;
        }
        self.show_progress();
        Ok(if self.verdict().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn show_progress(&self) {
        let (played, all) = (self.scores.games(), self.tournament.schedule.len() as u64);
        self.progress.show(played, all, || summary(&self.scores, self.arguments.sprt.as_ref()));
    }

    fn print_interrupted(&self) -> Result<(), Failure> {
        self.progress.clear();
        print_line(self.results())?;
        let (played, all) = (self.scores.games(), self.tournament.schedule.len());
        let next = match &self.file {
            Some(_) => {
                let words = env::args_os().map(|word| quoted(&word.to_string_lossy()));
                format!("to resume: {}", words.collect::<Vec<_>>().join(" "))
            }
            None => "its games were not saved; with --out FILE the same command resumes the match".to_owned(),
        };
        say(format_args!("interrupted after {played} of {all} games; {next}"));
        Ok(())
    }

    fn note_failure(&mut self, game: &FinishedGame) {
        let Some(failure) = &game.failure else { return };
        let loser = [game.id.first, game.id.second][failure.side.index()];
        let name = &self.tournament.engines[loser].name;
        *self.failures.entry(name.clone()).or_default() += 1;
        let printed = self.printed.entry(name.clone()).or_default();
        if *printed == MAX_REPORTED {
            return;
        }
        *printed += 1;
        let mut text = format!("round {}: {name} {}", game.id.round, failure.fault);
        if !failure.position.is_empty() {
            text = format!("{text} in {}", failure.position);
        }
        for line in &failure.last_lines {
            text = format!("{text}\n  {line}");
        }
        self.progress.line(&text);
    }
}
