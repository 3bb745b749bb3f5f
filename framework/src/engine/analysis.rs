//! Analysis for clients that show a board: it reports positions and the actions at the board that lead to
//! them.

use std::sync::Arc;

use super::error::SetupError;
use super::event::{Finding, NextMoves, TaskEvent, Trigger};
use super::playable::Playable;
use super::request::{Analysis, PvInfo, Setup};
use super::search_task::SearchTask;
use super::task::Task;
use super::throttle::Throttle;
use super::typed_engine::Engine;
use crate::rules::{Depth, Moves};
use crate::search::{Bound, Control};
use crate::text::{Action, Notation, ParsePositionError};

/// Position text that stands for the start of a game.
const START: &str = "startpos";

/// Sets up the position and prepares its search. Also returns a warning about the position, if any.
pub(super) fn analyse<G: Playable>(
    engine: &mut Engine<G>,
    analysis: &Analysis,
) -> Result<(Task, Option<String>), SetupError> {
    let setup = if is_start(&analysis.text) { Setup::Start } else { Setup::Text(analysis.text.clone()) };
    let warning = engine.set_position(&setup, &[])?;
    let search_task = SearchTask::new(engine, &analysis.go);
    let original = analysis.text.clone();
    let task = Task::new(search_task.control(), move |listener| search(&search_task, original, listener));
    Ok((task, warning))
}

/// Reports the line known before the search, then each improvement, then the result.
fn search<G: Playable>(task: &SearchTask<G>, original: String, listener: &mut dyn FnMut(TaskEvent)) {
    let mut reporter = Reporter::new(task, original);
    if let Some(result) = task.result() {
        return reporter.report(&result, Trigger::EndOfLine, listener);
    }
    let control = task.control();
    let recalled = task.recalled();
    let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
    let first = recalled.or_else(|| task.first_look());
    let known = first.as_ref().map_or(Depth(0), |first| first.depth);
    if let Some(first) = &first {
        reporter.report(first, trigger, listener);
    }
    let mut last = None;
    let mut throttle = Throttle::default();
    let mut take = |event: TaskEvent| match event {
        TaskEvent::PvInfo(info) if info.rank == 1 => {
            // A shallower line is no improvement on the known one. A line that comes after a stop is part of
            // the result.
            if info.bound != Bound::Upper && info.depth >= known && !control.is_over() {
                reporter.report(&info, Trigger::Improvement, listener);
            }
            last = Some(info);
        }
        TaskEvent::Notice(_) => listener(event),
        _ => {}
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
        reporter.report(&PvInfo { depth, nodes, time, ..last }, trigger, listener);
    }
}

/// Lists the positions after each legal move of a position, once for each order of actions. The task can be
/// stopped between two moves.
pub(super) fn next_moves<G: Notation>(game: &G, text: &str) -> Result<Task, ParsePositionError> {
    let state = read(game, text)?;
    let (game, original, control) = (game.clone(), text.to_owned(), Arc::new(Control::new()));
    Ok(Task::new(Arc::clone(&control), move |listener| {
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
    original: String,
    start: String,
    /// The move reported last.
    known: Option<KnownMove<G::Move>>,
}

/// A move with the position after it and its actions.
#[derive(Clone)]
struct KnownMove<M> {
    /// `None` if the game is over.
    mv: Option<M>,
    text: String,
    next: String,
    actions: Vec<Action>,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(task: &'a SearchTask<G>, original: String) -> Self {
        let start = task.game().position_text(task.state());
        Self { task, original, start, known: None }
    }

    /// Reports the first move of a line and the position after it, and stores it as a best answer. A line
    /// without moves means that the game is over.
    fn report(&mut self, info: &PvInfo, trigger: Trigger, listener: &mut dyn FnMut(TaskEvent)) {
        let text = info.moves.first().map_or("", String::as_str);
        if self.known.as_ref().is_none_or(|known| known.text != text) {
            let Some(known) = self.known_move(text) else { return };
            self.known = Some(known);
        }
        let Some(KnownMove { mv, text, next, actions }) = self.known.clone() else { return };
        if let Some(mv) = mv {
            self.task.remember(info, mv);
        }
        listener(TaskEvent::Finding(Finding {
            trigger,
            original: self.original.clone(),
            start: self.start.clone(),
            next,
            text,
            actions,
            logit: info.logit,
            depth: info.depth,
            nodes: info.nodes,
            time: info.time,
        }));
    }

    fn known_move(&self, text: &str) -> Option<KnownMove<G::Move>> {
        let (game, state) = (self.task.game(), self.task.state());
        let known = |mv, next, actions| Some(KnownMove { mv, text: text.to_owned(), next, actions });
        if text.is_empty() {
            return known(None, self.start.clone(), Vec::new());
        }
        let mv = game.parse_move(state, text).ok()?;
        let actions = game.actions(state, mv).into_iter().next().unwrap_or_default();
        known(Some(mv), text_after(game, state, mv), actions)
    }
}
