//! Analysis in terms of a board: not moves but the positions they lead to, and what a person does to get there.

use plywright::engine::{Engine, PvInfo, SearchEvent, Setup, SetupError};
use plywright::search::Bound;
use plywright::{Action, ActionForm, Depth, Moves, Notation, ParsePositionError, Playable};
use thiserror::Error;

use crate::command::Analysis;
use crate::event::{Event, Finding, NextMoves, Trigger};
use crate::task::Task;
use crate::throttle::Throttle;

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
pub(crate) fn analyse<G: Playable>(
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
    let mut board = Board::new(engine.game().clone(), state, analysis);
    let task = Task::new(vec![control.clone()], move |listener| {
        let recalled = job.recalled();
        let trigger = if recalled.is_some() { Trigger::Saved } else { Trigger::Seed };
        let first = recalled.or_else(|| job.first_look());
        let known = first.as_ref().map_or(Depth(0), |first| first.depth);
        if let Some(first) = &first {
            board.tell(first, trigger, listener);
        }
        let mut last = None;
        let mut throttle = Throttle::default();
        let mut tell = |event: &Event| match event {
            Event::SearchEvent(SearchEvent::PvInfo(insight)) if insight.rank == 1 => {
                // What is less deep than what is known already is no better.
                if insight.bound != Bound::Upper && insight.depth >= known {
                    board.tell(insight, Trigger::Improvement, listener);
                }
                last = Some(insight.clone());
            }
            _ => {}
        };
        let answer = job.find(&mut |thought| throttle.pass(Event::SearchEvent(thought), &mut tell));
        let (nodes, time) = (answer.nodes, answer.time);
        throttle.pass(Event::BestMove(answer), &mut tell);
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
            board.tell(&PvInfo { depth, nodes, time, ..last }, trigger, listener);
        }
    });
    Ok((task, warning))
}

/// What the legal moves of a position lead to, once for every order of actions.
pub(crate) fn next_moves<G: Notation>(
    game: &G,
    text: &str,
    form: ActionForm,
) -> Result<NextMoves, ParsePositionError> {
    let state = read(game, text)?;
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let mut next = Vec::with_capacity(moves.len());
    for mv in moves {
        let text = text_after(game, &state, mv);
        let mut orders = game.actions(&state, mv, form).into_iter();
        let last = orders.next_back().unwrap_or_default();
        next.extend(orders.map(|actions| (text.clone(), actions)));
        next.push((text, last));
    }
    Ok(NextMoves { original: text.to_owned(), start: game.position_text(&state), next })
}

/// Was the line searched as deep as the end that it sees?
fn is_proven(insight: &PvInfo) -> bool {
    let distance = insight.score.plies_to_end();
    insight.bound == Bound::Exact && distance.is_some_and(|plies| plies <= insight.depth.0.into())
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

/// The position that is analysed.
struct Board<G: Playable> {
    game: G,
    state: G::State,
    original: String,
    start: String,
    form: ActionForm,
    /// The move told last, as a text, what it leads to, and its actions.
    told: Option<(String, String, Vec<Action>)>,
}

impl<G: Playable> Board<G> {
    fn new(game: G, state: G::State, analysis: &Analysis) -> Self {
        let (original, start) = (analysis.text.clone(), game.position_text(&state));
        Self { game, state, original, start, form: analysis.form, told: None }
    }

    fn tell(&mut self, insight: &PvInfo, trigger: Trigger, listener: &mut dyn FnMut(Event)) {
        let Some(text) = insight.moves.first() else { return };
        if self.told.as_ref().is_none_or(|(told, ..)| told != text) {
            let Ok(mv) = self.game.parse_move(&self.state, text) else { return };
            let actions =
                self.game.actions(&self.state, mv, self.form).into_iter().next().unwrap_or_default();
            self.told = Some((text.clone(), text_after(&self.game, &self.state, mv), actions));
        }
        let Some((text, next, actions)) = self.told.clone() else { return };
        listener(Event::Finding(Finding {
            trigger,
            original: self.original.clone(),
            start: self.start.clone(),
            next,
            text,
            actions,
            logit: insight.logit,
            depth: insight.depth,
            nodes: insight.nodes,
            time: insight.time,
        }));
    }
}
