//! Analysis in terms of a board: not moves but the positions they lead to, and what a person does to get there.

use std::sync::Arc;

use thiserror::Error;

use super::event::{Finding, NextMoves, TaskEvent, Trigger};
use super::request::{Analysis, PvInfo, Setup};
use super::task::Task;
use super::throttle::Throttle;
use super::{Engine, SetupError};
use crate::action::Action;
use crate::game::Moves;
use crate::notation::{Notation, ParsePositionError};
use crate::playable::Playable;
use crate::score::Depth;
use crate::search::{Bound, Control};

/// Stands for the start of a game where a position text is expected.
const START: &str = "startpos";

/// Why a position cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnalysisError {
    /// It cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is nothing to search.
    #[error("the game is over in this position")]
    Over,
}

/// Sets up the position and prepares its search; also returns what is odd about it.
pub(super) fn analyse<G: Playable>(
    engine: &mut Engine<G>,
    analysis: &Analysis,
) -> Result<(Task, Option<String>), AnalysisError> {
    let state = read(engine.game(), &analysis.text).map_err(SetupError::from)?;
    if engine.game().ending(&state).is_some() {
        return Err(AnalysisError::Over);
    }
    let setup = if is_start(&analysis.text) { Setup::Start } else { Setup::Text(analysis.text.clone()) };
    let warning = engine.set_position(&setup, &[])?;
    let job = engine.prepare(&analysis.go);
    let control = job.control();
    let mut reporter = Reporter::new(engine.game().clone(), state, analysis);
    let task = Task::new(Arc::clone(&control), move |listener| {
        let recalled = job.recalled();
        let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
        let first = recalled.or_else(|| job.first_look());
        let known = first.as_ref().map_or(Depth(0), |first| first.depth);
        if let Some(first) = &first {
            reporter.report(first, trigger, listener);
        }
        let mut last = None;
        let mut throttle = Throttle::default();
        let mut take = |event: TaskEvent| {
            let TaskEvent::PvInfo(info) = event else { return };
            if info.rank == 1 {
                // What is less deep than what is known already is no better.
                if info.bound != Bound::Upper && info.depth >= known {
                    reporter.report(&info, Trigger::Improvement, listener);
                }
                last = Some(info);
            }
        };
        let answer = job.find(&mut |event| throttle.pass(event, &mut take));
        let (nodes, time) = (answer.nodes, answer.time);
        throttle.pass(TaskEvent::BestMove(answer), &mut take);
        let proven = last.as_ref().is_some_and(is_proven);
        let trigger = if proven && !control.is_over() {
            Trigger::EndOfLine
        } else {
            control.wait_until_released();
            Trigger::Stopped
        };
        let deep = last.filter(|last| proven || last.depth >= known).or(first);
        if let Some(last) = deep {
            let depth = last.depth.max(known);
            reporter.report(&PvInfo { depth, nodes, time, ..last }, trigger, listener);
        }
    });
    Ok((task, warning))
}

/// The list of what the legal moves of a position lead to, once for every order of actions. It can be stopped between
/// two moves.
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

/// Whether the line was searched as deep as the end that it sees.
fn is_proven(info: &PvInfo) -> bool {
    let distance = info.score.plies_to_end();
    info.bound == Bound::Exact && distance.is_some_and(|plies| plies <= info.depth.0.into())
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

/// Turns the lines of a search into findings about the position that is analysed.
struct Reporter<G: Playable> {
    game: G,
    state: G::State,
    original: String,
    start: String,
    /// The move reported last, as a text, what it leads to, and its actions.
    known: Option<(String, String, Vec<Action>)>,
}

impl<G: Playable> Reporter<G> {
    fn new(game: G, state: G::State, analysis: &Analysis) -> Self {
        let (original, start) = (analysis.text.clone(), game.position_text(&state));
        Self { game, state, original, start, known: None }
    }

    fn report(&mut self, info: &PvInfo, trigger: Trigger, listener: &mut dyn FnMut(TaskEvent)) {
        let Some(text) = info.moves.first() else { return };
        if self.known.as_ref().is_none_or(|(known, ..)| known != text) {
            let Ok(mv) = self.game.parse_move(&self.state, text) else { return };
            let actions = self.game.actions(&self.state, mv).into_iter().next().unwrap_or_default();
            self.known = Some((text.clone(), text_after(&self.game, &self.state, mv), actions));
        }
        let Some((text, next, actions)) = self.known.clone() else { return };
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
}
