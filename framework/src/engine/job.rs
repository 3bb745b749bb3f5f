//! One search, from the request to the answer in texts.

use std::sync::Arc;
use std::time::Duration;

use super::request::{Answer, Go, Insight, Thought};
use super::settings::Settings;
use crate::eval::Eval;
use crate::game::{Moves, State};
use crate::history::History;
use crate::playable::Playable;
use crate::score::Score;
use crate::search::{Budget, Control, Info, Limits, Minimax, Report, Root, Search, Table};

/// Root moves are announced only when a search has taken this long.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

/// A search with all that it needs: it can run in any thread, and nothing that happens to the engine changes it.
#[derive(Debug)]
pub struct Job<G: Playable> {
    game: G,
    root: Root<G>,
    limits: Limits,
    settings: Settings,
    table: Arc<Table>,
    control: Arc<Control>,
}

impl<G: Playable> Job<G> {
    pub(super) fn new(
        game: G,
        state: G::State,
        history: History,
        settings: Settings,
        table: Arc<Table>,
        go: &Go,
    ) -> Self {
        let mut legal = Moves::new();
        game.moves(&state, &mut legal);
        let mut moves: Moves<_> =
            go.search_moves.iter().filter_map(|text| game.parse_move(&state, text).ok()).collect();
        if moves.is_empty() {
            moves = legal;
        }
        let limits = Limits { depth: go.depth.filter(|depth| depth.0 > 0), nodes: go.nodes, mate: go.mate };
        let budget = if go.is_without_limits() {
            settings.move_time().map(Budget::exactly)
        } else {
            let by_clock = go.clocks[state.side().index()].map(|clock| clock.budget(settings.move_overhead));
            go.move_time.map(Budget::exactly).or(by_clock)
        };
        let control = match budget {
            _ if moves.is_empty() => Control::new(),
            budget if go.ponder => Control::pondering(budget),
            _ if go.infinite => Control::infinite(),
            Some(budget) => Control::with_budget(budget),
            None => Control::new(),
        };
        Self {
            game,
            root: Root { state, history, moves },
            limits,
            settings,
            table,
            control: Arc::new(control),
        }
    }

    /// The reins of this search.
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Searches, tells `listener` what is found, and returns when the search has ended and may answer.
    pub fn run(self, listener: &mut dyn FnMut(Thought)) -> Answer {
        self.table.next_search();
        let mut search = Minimax::new(self.game.clone(), self.game.eval());
        let found =
            search.search(&self.root, &self.limits, &self.control, &mut Telling { job: &self, listener });
        self.control.wait_until_released();
        let texts = found.lines.first().map(|line| self.texts(&line.moves)).unwrap_or_default();
        let mut texts = texts.into_iter();
        Answer { best: texts.next(), ponder: texts.next() }
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        let mut state = self.root.state.clone();
        let text = |mv: &G::Move| {
            let text = self.game.move_text(&state, *mv);
            self.game.play(&mut state, *mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

/// Turns what a search reports into texts for a listener.
struct Telling<'a, G: Playable> {
    job: &'a Job<G>,
    listener: &'a mut dyn FnMut(Thought),
}

impl<G: Playable> Report<G::Move> for Telling<'_, G> {
    fn info(&mut self, info: &Info<G::Move>) {
        let scale = <G::Eval as Eval<G>>::POLICY.scale.max(1);
        let score = info.line.score;
        (self.listener)(Thought::Insight(Insight {
            depth: info.depth,
            selective_depth: info.selective_depth,
            rank: info.rank,
            score: if score.is_mate() { score } else { Score(score.0 / scale) },
            bound: info.line.bound,
            nodes: info.nodes,
            nodes_per_second: (info.nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64,
            table_permille: info.table_permille,
            oracle_hits: info.oracle_hits,
            time: info.time,
            moves: self.job.texts(&info.line.moves),
        }));
    }

    fn root_move(&mut self, mv: G::Move, number: usize) {
        if self.job.control.elapsed() >= ANNOUNCE_AFTER {
            let text = self.job.game.move_text(&self.job.root.state, mv);
            (self.listener)(Thought::RootMove { text, number });
        }
    }
}
