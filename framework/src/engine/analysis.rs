//! Analysis for clients that show a board. It reports lines, each with the position after its first move and
//! the board actions that play this move.

use super::report::{Finding, Inside, NextMoves, TaskEvent, Trigger};
use super::request::Go;
use super::search_task::SearchTask;
use super::task::{Listener, Task, guarded};
use super::typed_engine::Engine;
use crate::game::{GameLine, Playable};
use crate::rules::{Depth, Moves, Score};
use crate::search::{Bound, Control, Info};
use crate::text::Notation;

const START: &str = "startpos";

pub(super) fn analyse<G: Playable>(
    engine: &Engine<G>,
    line: &GameLine<G>,
    original: String,
    go: &Go,
) -> Task<Finding> {
    let mut task = SearchTask::new(engine, line, go);
    let notices = std::mem::take(&mut task.notices);
    Task::new(task.control.clone(), notices, move |_, listener| search(&task, original, listener))
}

/// Runs an analysis. Before the search, reports the stored best answer, or an arbitrary legal move if there
/// is none. Then reports each improvement, and finally the result. If the game is over, reports only the
/// result.
fn search<G: Playable>(task: &SearchTask<G>, original: String, listener: &mut Listener<'_, Finding>) {
    let mut reporter = Reporter::new(task, original, listener);
    if let Some(result) = task.result() {
        return reporter.report(&result, Trigger::EndOfLine);
    }
    let control = &task.control;
    // A level with errors must not play an answer that a stronger search has stored.
    let recalled = task.recalled().filter(|_| task.is_worth_keeping());
    let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
    let look = |listener: &mut Listener<'_, Finding>| guarded(listener, |_| task.first_look());
    let first = recalled.or_else(|| look(reporter.listener).unwrap_or_else(|| task.arbitrary(Score::DRAW)));
    let known = first.as_ref().map_or(Depth(0), |first| first.depth);
    if let Some(first) = &first {
        reporter.report(first, trigger);
    }
    let mut last = None;
    let answer = task.run(&mut |inside| match inside {
        Inside::Line(info) if info.rank == 1 => {
            // A line that arrives after a stop can only be the result, which is reported below.
            if info.line.bound != Bound::Upper && info.depth >= known && !control.is_over() {
                reporter.report(&info, Trigger::Improvement);
            }
            last = Some(info);
        }
        Inside::Other(TaskEvent::Notice(message)) => (reporter.listener)(TaskEvent::Notice(message)),
        Inside::Other(TaskEvent::Panicked(error)) => (reporter.listener)(TaskEvent::Panicked(error)),
        _ => {}
    });
    let proven = last.as_ref().is_some_and(Info::is_proven);
    let trigger = if proven && !control.is_over() {
        Trigger::EndOfLine
    } else {
        control.wait_until_released();
        Trigger::Stopped
    };
    if let Some(last) = last.filter(|last| proven || last.depth >= known).or(first) {
        let depth = last.depth.max(known);
        reporter.report(&Info { depth, nodes: answer.nodes, time: answer.time, ..last }, trigger);
    }
}

/// Lists the positions after each legal move, with an entry for each sequence of actions that plays the move.
pub(super) fn next_moves<G: Notation>(game: &G, original: String, control: &Control) -> TaskEvent<NextMoves> {
    let is_start = original.eq_ignore_ascii_case(START);
    let state = if is_start { Ok(game.start()) } else { game.parse_position(&original) };
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
    TaskEvent::Report(NextMoves { original, start: game.position_text(&state), next })
}

fn text_after<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut next = state.clone();
    game.play(&mut next, mv);
    game.position_text(&next)
}

struct Reporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut Listener<'a, Finding>,
    original: String,
    start: String,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(task: &'a SearchTask<G>, original: String, listener: &'a mut Listener<'a, Finding>) -> Self {
        let start = task.shared.rules.game().position_text(&task.root.state);
        Self { task, listener, original, start }
    }

    /// Reports a line, and offers it to the store of best answers.
    fn report(&mut self, info: &Info<G::Move>, trigger: Trigger) {
        let (game, state) = (self.task.shared.rules.game(), &self.task.root.state);
        let (mut next, mut actions) = (self.start.clone(), Vec::new());
        if let Some(mv) = info.line.moves.first() {
            next = text_after(game, state, *mv);
            actions = game.actions(state, *mv).into_iter().next().unwrap_or_default();
        }
        self.task.remember(info);
        let (original, start) = (self.original.clone(), self.start.clone());
        let finding = Finding { trigger, original, start, next, actions, line: self.task.pv_info(info) };
        (self.listener)(TaskEvent::Report(finding));
    }
}
