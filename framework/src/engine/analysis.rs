//! Analysis for clients that show a board: it reports positions and the actions at the board that lead to
//! them.

use super::playable::Playable;
use super::request::{Analysis, PvInfo, Setup, SetupError};
use super::search_task::SearchTask;
use super::task::{Finding, NextMoves, Task, TaskEvent, Throttle, Trigger};
use super::typed_engine::Engine;
use crate::rules::{Depth, Moves, Score};
use crate::search::{Bound, Control};
use crate::text::{Notation, ParsePositionError};

/// Position text that stands for the start of a game.
const START: &str = "startpos";

/// Sets up the position and prepares its search.
pub(super) fn analyse<G: Playable>(engine: &mut Engine<G>, analysis: &Analysis) -> Result<Task, SetupError> {
    let setup = if is_start(&analysis.text) { Setup::Start } else { Setup::Text(analysis.text.clone()) };
    let warning = engine.set_position(&setup, &[])?;
    let mut search_task = SearchTask::new(engine, &analysis.go);
    let notices = warning.into_iter().chain(std::mem::take(&mut search_task.notices)).collect();
    let (control, original) = (search_task.control.clone(), analysis.text.clone());
    Ok(Task::new(control, notices, move |listener| search(&search_task, original, listener)))
}

/// Reports the line known before the search, then each improvement, then the result.
fn search<G: Playable>(task: &SearchTask<G>, original: String, listener: &mut dyn FnMut(TaskEvent)) {
    let mut reporter = Reporter::new(task, original);
    if let Some(result) = task.result() {
        return reporter.report(result, Trigger::EndOfLine, listener);
    }
    let control = &task.control;
    let recalled = task.recalled();
    let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
    let first = recalled.or_else(|| task.first_look());
    let known = first.as_ref().map_or(Depth(0), |first| first.depth);
    if let Some(first) = &first {
        reporter.report(first.clone(), trigger, listener);
    }
    let mut last = None;
    let mut throttle = Throttle::default();
    let mut take = |event: TaskEvent| {
        if let TaskEvent::PvInfo(info) = event
            && info.rank == 1
        {
            // A shallower line is no improvement on the known one. A line that comes after a stop is part of
            // the result.
            if info.bound != Bound::Upper && info.depth >= known && !control.is_over() {
                reporter.report(info.clone(), Trigger::Improvement, listener);
            }
            last = Some(info);
        }
    };
    let answer = task.find(&mut |event| throttle.pass(event, &mut take));
    let (nodes, time) = (answer.nodes, answer.time);
    throttle.pass(TaskEvent::BestMove(answer), &mut take);
    let proven = last.as_ref().is_some_and(PvInfo::is_proven);
    let trigger = if proven && !control.is_over() {
        Trigger::EndOfLine
    } else {
        control.wait_until_released();
        Trigger::Stopped
    };
    if let Some(last) = last.filter(|last| proven || last.depth >= known).or(first) {
        let depth = last.depth.max(known);
        reporter.report(PvInfo { depth, nodes, time, ..last }, trigger, listener);
    }
}

/// Lists the positions after each legal move of a position, once for each order of actions. The task can be
/// stopped between two moves.
pub(super) fn next_moves<G: Notation>(game: &G, text: &str) -> Result<Task, ParsePositionError> {
    let state = read(game, text)?;
    let (game, original, control) = (game.clone(), text.to_owned(), Control::new());
    Ok(Task::new(control.clone(), Vec::new(), move |listener| {
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let mut next = Vec::with_capacity(moves.len());
        for mv in moves {
            if control.is_over() {
                return listener(TaskEvent::Abandoned);
            }
            let text = text_after(&game, &state, mv);
            let mut orders = game.actions(&state, mv).into_iter();
            let last = orders.next_back().unwrap_or_default();
            next.extend(orders.map(|actions| (text.clone(), actions)));
            next.push((text, last));
        }
        listener(TaskEvent::NextMoves(NextMoves { original, start: game.position_text(&state), next }));
    }))
}

fn is_start(text: &str) -> bool {
    text.eq_ignore_ascii_case(START)
}

fn read<G: Notation>(game: &G, text: &str) -> Result<G::State, ParsePositionError> {
    if is_start(text) { Ok(game.start()) } else { game.parse_position(text) }
}

fn text_after<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut next = state.clone();
    game.play(&mut next, mv);
    game.position_text(&next)
}

/// Converts the lines of a search into findings about the analysed position.
struct Reporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    /// The first move of the last report; `None` if the game is over.
    mv: Option<G::Move>,
    last: Finding,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(task: &'a SearchTask<G>, original: String) -> Self {
        let start = task.game.position_text(&task.root.state);
        let line = task.at_once(None, Score::DRAW, Depth(0), Bound::Lower);
        let (next, trigger) = (start.clone(), Trigger::Seed);
        Self { task, mv: None, last: Finding { trigger, original, start, next, actions: Vec::new(), line } }
    }

    /// Reports the first move of a line and the position after it, and stores it as a best answer. A line
    /// without moves means that the game is over.
    fn report(&mut self, line: PvInfo, trigger: Trigger, listener: &mut dyn FnMut(TaskEvent)) {
        let (game, state) = (&self.task.game, &self.task.root.state);
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
        listener(TaskEvent::Finding(self.last.clone()));
    }
}
