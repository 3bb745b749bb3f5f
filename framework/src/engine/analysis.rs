//! Analysis for clients that show a board. It reports lines, each with the position after its first move and
//! the board actions that play this move.

use super::DynEngine;
use super::request::{Go, PvInfo, Setup};
use super::search_task::SearchTask;
use super::task::{Finding, NextMoves, Task, TaskEvent, Trigger, guarded};
use super::typed_engine::Engine;
use crate::game::{Playable, SetupError};
use crate::rules::{Depth, Moves, Score};
use crate::search::{Bound, Control};
use crate::text::Notation;

const START: &str = "startpos";

pub(super) fn analyse<G: Playable>(engine: &mut Engine<G>, text: &str, go: &Go) -> Result<Task, SetupError> {
    let setup = if is_start(text) { Setup::Start } else { Setup::Text(text.to_owned()) };
    let warning = engine.set_position(&setup, &[])?;
    let mut task = SearchTask::new(engine, go);
    let notices = warning.into_iter().chain(std::mem::take(&mut task.notices)).collect();
    let original = text.to_owned();
    Ok(Task::new(task.control.clone(), notices, move |_, listener| search(&task, original, listener)))
}

/// Runs an analysis. Before the search, reports the stored best answer, or an arbitrary legal move if there
/// is none. Then reports each improvement, and finally the result. If the game is over, reports only the
/// result.
fn search<G: Playable>(task: &SearchTask<G>, original: String, listener: &mut dyn FnMut(TaskEvent)) {
    let mut reporter = Reporter::new(task, original, listener);
    if let Some(result) = task.result() {
        return reporter.report(result, Trigger::EndOfLine);
    }
    let control = &task.control;
    let recalled = task.recalled();
    let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
    let look = |listener: &mut dyn FnMut(TaskEvent)| guarded(listener, |_| task.first_look());
    let first = recalled.or_else(|| look(reporter.listener).unwrap_or_else(|| task.arbitrary(Score::DRAW)));
    let known = first.as_ref().map_or(Depth(0), |first| first.depth);
    if let Some(first) = &first {
        reporter.report(first.clone(), trigger);
    }
    let mut last = None;
    let answer = task.run(&mut |event| match event {
        TaskEvent::PvInfo(info) if info.rank == 1 => {
            // A line that arrives after a stop can only be the result.
            if info.bound != Bound::Upper && info.depth >= known && !control.is_over() {
                reporter.report(info.clone(), Trigger::Improvement);
            }
            last = Some(info);
        }
        news @ (TaskEvent::Notice(_) | TaskEvent::Panicked(_)) => (reporter.listener)(news),
        _ => {}
    });
    let proven = last.as_ref().is_some_and(PvInfo::is_proven);
    let trigger = if proven && !control.is_over() {
        Trigger::EndOfLine
    } else {
        control.wait_until_released();
        Trigger::Stopped
    };
    if let Some(last) = last.filter(|last| proven || last.depth >= known).or(first) {
        let depth = last.depth.max(known);
        reporter.report(PvInfo { depth, nodes: answer.nodes, time: answer.time, ..last }, trigger);
    }
}

/// Lists the positions after each legal move, with an entry for each sequence of actions that plays the move.
pub(super) fn next_moves<G: Notation>(game: &G, original: String, control: &Control) -> TaskEvent {
    let state = if is_start(&original) { Ok(game.start()) } else { game.parse_position(&original) };
    let state = match state {
        Ok(state) => state,
        Err(error) => return TaskEvent::Failed(error.to_string()),
    };
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let mut next = Vec::with_capacity(moves.len());
    for mv in moves {
        if control.is_over() {
            return TaskEvent::Abandoned;
        }
        let text = text_after(game, &state, mv);
        let mut orders = game.actions(&state, mv).into_iter();
        let last = orders.next_back().unwrap_or_default();
        next.extend(orders.map(|actions| (text.clone(), actions)));
        next.push((text, last));
    }
    TaskEvent::NextMoves(NextMoves { original, start: game.position_text(&state), next })
}

fn is_start(text: &str) -> bool {
    text.eq_ignore_ascii_case(START)
}

fn text_after<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut next = state.clone();
    game.play(&mut next, mv);
    game.position_text(&next)
}

struct Reporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut dyn FnMut(TaskEvent),
    /// `None` if no line with moves has been reported.
    mv: Option<G::Move>,
    last: Finding,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(task: &'a SearchTask<G>, original: String, listener: &'a mut dyn FnMut(TaskEvent)) -> Self {
        let start = task.shared.rules.game().position_text(&task.root.state);
        let line = task.at_once(None, Score::DRAW, Depth(0), Bound::Lower);
        let (next, trigger) = (start.clone(), Trigger::Seed);
        let last = Finding { trigger, original, start, next, actions: Vec::new(), line };
        Self { task, listener, mv: None, last }
    }

    /// Reports a line, and offers it to the store of best answers.
    fn report(&mut self, line: PvInfo, trigger: Trigger) {
        let (game, state) = (self.task.shared.rules.game(), &self.task.root.state);
        if line.moves.first() != self.last.line.moves.first() {
            let Some(Ok(mv)) = line.moves.first().map(|text| game.parse_move(state, text)) else { return };
            self.mv = Some(mv);
            self.last.next = text_after(game, state, mv);
            self.last.actions = game.actions(state, mv).into_iter().next().unwrap_or_default();
        }
        if let Some(mv) = self.mv {
            self.task.remember(&line, mv);
        }
        (self.last.trigger, self.last.line) = (trigger, line);
        (self.listener)(TaskEvent::Finding(self.last.clone()));
    }
}
