//! Analysis for clients that show a board. It reports lines, each with the position after its first move and
//! the board actions that play this move.

use super::report::{BestMove, Finding, InnerReport, NextMoves, TaskEvent, Trigger};
use super::request::Go;
use super::search_task::SearchTask;
use super::task::{Listener, Task, guarded};
use super::typed_engine::Engine;
use crate::game::{GameLine, Playable};
use crate::rules::{Depth, Moves, Score};
use crate::search::{Bound, Control, Info};
use crate::text::Notation;

/// Text that stands for the start position.
const START: &str = "startpos";

/// Creates a task that analyses the position of `line`. `original` is the position's text as the client gave it.
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

/// Runs an analysis. Before the search, reports the stored best answer, or an arbitrary legal move if none is stored.
/// Then reports each improvement, and finally the result. Unless a win or loss is proven, an infinite or pondering
/// analysis waits for its release before it reports the result. If the game is over, reports only the result.
fn search<G: Playable>(task: &SearchTask<G>, original: String, listener: &mut Listener<'_, Finding>) {
    let mut reporter = Reporter::new(task, original, listener);
    if let Some(result) = task.result() {
        return reporter.report(&result, Trigger::EndOfLine);
    }
    let first = reporter.report_first();
    let min_depth = first.as_ref().map_or(Depth(0), |first| first.depth);
    let (answer, last) = reporter.report_improvements(min_depth);
    let is_proven = last.as_ref().is_some_and(Info::is_proven);
    let trigger = if is_proven && !task.control.is_over() {
        Trigger::EndOfLine
    } else {
        task.control.wait_until_released();
        Trigger::Stopped
    };
    if let Some(last) = last.filter(|last| is_proven || last.depth >= min_depth).or(first) {
        let depth = last.depth.max(min_depth);
        reporter.report(&Info { depth, nodes: answer.nodes, time: answer.time, ..last }, trigger);
    }
}

/// Lists the positions after each legal move of a position, with an entry for each sequence of actions that plays the
/// move. `original` is the position's text, or `startpos`. Returns [`TaskEvent::Failed`] if the text cannot be read,
/// and [`TaskEvent::Abandoned`] if `control` was stopped.
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
        next.extend(game.actions(&state, mv).into_iter().map(|actions| (text.clone(), actions)));
    }
    TaskEvent::Report(NextMoves { original, start: game.position_text(&state), next })
}

fn text_after<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut next = state.clone();
    game.play(&mut next, mv);
    game.position_text(&next)
}

/// Converts the lines of an analysis to findings, and passes them to the listener of the task.
struct Reporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut Listener<'a, Finding>,
    /// Position text as the client gave it.
    original: String,
    /// Position text in the game's standard form.
    start: String,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(task: &'a SearchTask<G>, original: String, listener: &'a mut Listener<'a, Finding>) -> Self {
        let start = task.shared.rules.game().position_text(&task.root.state);
        Self { task, listener, original, start }
    }

    /// Reports the stored best answer, or an arbitrary move if none is stored, and returns the report; `None` if there
    /// is no move. The stored answer is used only if [`SearchTask::stores_results`] is true: for example, a level with
    /// errors must not profit from a stronger search.
    fn report_first(&mut self) -> Option<Info<G::Move>> {
        let task = self.task;
        let recalled = task.recall_answer().filter(|_| task.stores_results());
        let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
        let first = recalled.or_else(|| {
            // The static evaluation may panic. The move is then reported with the score of a draw.
            let evaluated = guarded(self.listener, |_| task.static_evaluation());
            task.arbitrary_move(evaluated.unwrap_or(Score::DRAW))
        })?;
        self.report(&first, trigger);
        Some(first)
    }

    /// Searches, and reports each best line whose depth is at least `min_depth`, except upper bounds and lines after a
    /// stop. Also passes on notices and panics. Returns the answer, and the last best line, reported or not.
    fn report_improvements(&mut self, min_depth: Depth) -> (BestMove, Option<Info<G::Move>>) {
        let task = self.task;
        let mut last: Option<Info<G::Move>> = None;
        let answer = task.run(&mut |report| {
            let info = match report {
                InnerReport::Line(info) if info.rank == 1 => info,
                // The iteration of this line is not finished. The line is reported with the depth of the line before
                // it, because a client may stop the engine at a certain depth.
                InnerReport::Better(info) => {
                    Info { depth: last.as_ref().map_or(Depth(0), |line| line.depth), ..info }
                }
                InnerReport::Other(TaskEvent::Notice(message)) => {
                    return (self.listener)(TaskEvent::Notice(message));
                }
                InnerReport::Other(TaskEvent::Panicked(error)) => {
                    return (self.listener)(TaskEvent::Panicked(error));
                }
                _ => return,
            };
            // A line that arrives after a stop can only be the result, which is reported at the end.
            if info.line.bound != Bound::Upper && info.depth >= min_depth && !task.control.is_over() {
                self.report(&info, Trigger::Improvement);
            }
            last = Some(info);
        });
        (answer, last)
    }

    /// Reports a line, and offers it to the store of best answers.
    fn report(&mut self, info: &Info<G::Move>, trigger: Trigger) {
        let (game, state) = (self.task.shared.rules.game(), &self.task.root.state);
        let (mut next, mut actions) = (self.start.clone(), Vec::new());
        if let Some(mv) = info.line.moves.first() {
            next = text_after(game, state, *mv);
            actions = game.actions(state, *mv).into_iter().next().unwrap_or_default();
        }
        self.task.store_answer(info);
        let (original, start) = (self.original.clone(), self.start.clone());
        let finding = Finding { trigger, original, start, next, actions, line: self.task.pv_info(info) };
        (self.listener)(TaskEvent::Report(finding));
    }
}
