//! One search, from the request to the answer as text.

use std::sync::{Arc, Mutex};

use super::best_answers::{Answer, BestAnswers};
use super::handicap::{Handicapped, Misjudging};
use super::learning::{Learning, lock};
use super::level::{BlunderRates, Level};
use super::playable::Playable;
use super::request::{BestMove, Go, PvInfo};
use super::settings::Settings;
use super::task::{TaskEvent, Verbose};
use super::typed_engine::Engine;
use crate::rules::{Depth, Game, Key, Move, Moves, Score, State, Symmetric, Symmetry};
use crate::search::{
    Algorithm, Bound, Budget, Child, Control, Entry, Eval, Info, Limits, Memory, Oracle, Report, Resources,
    Rng, Root, Search, SearchParams, SearchResult, Statistics, Table, Variation, by_oracle,
};
use crate::text::ParseMoveError;

/// Depth of a search that neither the request nor an option limits.
const ANALYSIS_DEPTH: Depth = Depth(20);
/// Size of the table of a level with errors, in mebibytes.
const LEVEL_TABLE: usize = 4;

/// Divisor for the time and depth of a lazy search by the side that is ahead.
const LAZINESS: u32 = 3;

/// Minimum number of plies by which a search must deepen after its first report before its score is learned.
const SURPRISE_PLIES: u16 = 4;

/// A search with all its data. It can run in any thread, and later changes to the engine do not affect it.
pub struct SearchTask<G: Playable> {
    pub(super) game: G,
    eval: G::Eval,
    pub(super) root: Root<G>,
    /// Whether the root moves reach every position that the legal moves reach.
    is_whole: bool,
    variant: &'static str,
    limits: Limits,
    /// Error rates of the level; `None` without errors.
    errors: Option<BlunderRates>,
    settings: Settings,
    oracle: Option<Arc<dyn Oracle<G>>>,
    seed: u64,
    /// The symmetry applied to reported moves; the identity if none.
    aspect: Symmetry,
    table: Arc<Table>,
    memory: Arc<Memory>,
    best_answers: Arc<BestAnswers>,
    learning: Option<Arc<Mutex<Learning>>>,
    pub(super) control: Control,
    /// Warnings about the request and the options.
    pub(super) notices: Vec<String>,
}

impl<G: Playable> SearchTask<G> {
    /// Prepares a search of the current position.
    pub fn new(engine: &Engine<G>, go: &Go) -> Self {
        let (game, state, settings) = (engine.game.clone(), engine.state().clone(), engine.settings.clone());
        let mut notices: Vec<String> = engine.warning().into_iter().collect();
        let (moves, is_whole) = root_moves(engine, go, &mut notices);
        let without_limits = go.is_without_limits();
        let level = Level::governing(&settings, go);
        let by_clock = go.clocks[state.side().index()].map(|clock| settings.budget(clock, moves.len()));
        let mut budget = go.move_time.map(Budget::exactly).or(by_clock);
        if without_limits {
            budget = settings.move_time().map(Budget::exactly);
        }
        let is_random = settings.algorithm == Algorithm::Random;
        // Mixes in the position, so that one seed makes different choices in different positions.
        let seed =
            if is_random { engine.seed_of_next_move() } else { Key::mix(settings.seed).0 ^ state.key().0 };
        let (mut depth, mut nodes) =
            (go.depth.filter(|depth| depth.0 > 0).or(go.mate.map(depth_of_mate)), go.nodes);
        if let Some(level) = level {
            let is_limited = budget.is_some() || !without_limits;
            let horizon = level.horizon(is_limited, moves.len(), seed);
            depth = depth.into_iter().chain(horizon.depth).min();
            nodes =
                nodes.into_iter().chain(horizon.nodes.map(|nodes| nodes * settings.multi_pv as u64)).min();
        }
        if without_limits && depth.is_none() && budget.is_none() {
            depth = Some(ANALYSIS_DEPTH);
        }
        let errors = level.and_then(Level::errors);
        let eval = if errors.is_some() { engine.eval_of_levels() } else { engine.eval() };
        // A lazy search never shortens limits of the request.
        let may_be_lazy = go.is_for_play() && go.move_time.is_none();
        if settings.lazy && may_be_lazy && is_ahead(&game, &mut engine.options.eval(), &state) {
            budget =
                budget.map(|budget| Budget { soft: budget.soft / LAZINESS, hard: budget.hard / LAZINESS });
            depth = depth.map(|depth| Depth((depth.0 / LAZINESS as u16).max(1)));
        }
        let aspect = if go.is_for_play() && !settings.analyse && engine.record.history.halfmove_clock() == 0 {
            aspect(&game, &state, engine.seed_of_game())
        } else {
            Symmetry::IDENTITY
        };
        let control = match budget {
            budget if go.ponder => Control::pondering(budget),
            _ if go.infinite => Control::infinite(),
            Some(budget) => Control::with_budget(budget),
            None => Control::new(),
        };
        Self {
            game,
            eval,
            root: Root { state, history: engine.record.history.clone(), moves },
            is_whole,
            variant: engine.variant,
            limits: Limits { depth, nodes, mate: go.mate },
            errors,
            settings,
            oracle: engine.oracle().filter(|_| errors.is_none() && !is_random),
            seed,
            aspect,
            table: Arc::clone(&engine.table),
            memory: Arc::clone(&engine.memory),
            best_answers: Arc::clone(&engine.best_answers),
            learning: engine.learning.clone(),
            control,
            notices,
        }
    }

    /// Returns the best answer stored for the position, as a line of one move.
    pub(super) fn recalled(&self) -> Option<PvInfo> {
        let (key, symmetry) = self.game.canonical(&self.root.state);
        let Answer { code, score, logit, bound, depth, .. } = self.best_answers.get(key)?;
        let mv = self.root.moves.iter().find(|mv| self.game.image_of_move(**mv, symmetry).code() == code)?;
        Some(PvInfo { score, logit, ..self.at_once(Some(*mv), Score::DRAW, depth, bound) })
    }

    /// Stores a reported line as an answer for the position. The line begins with `mv`.
    pub(super) fn remember(&self, info: &PvInfo, mv: G::Move) {
        if self.is_worth_keeping() && info.depth.0 > 0 {
            let (key, symmetry) = self.game.canonical(&self.root.state);
            let code = self.game.image_of_move(mv, symmetry).code();
            let PvInfo { score, logit, bound, depth, .. } = *info;
            self.best_answers
                .keep(key, Answer { code, score, logit, bound, depth, proven: info.is_proven() });
        }
    }

    /// Whether the result also holds for later searches: the search makes no errors, includes all root moves
    /// and measures quality by depth.
    const fn is_worth_keeping(&self) -> bool {
        self.errors.is_none() && self.is_whole && self.settings.algorithm.searches_to_a_depth()
    }

    /// Returns any move with its static evaluation, without a search; `None` if there is no move.
    pub(super) fn first_look(&self) -> Option<PvInfo> {
        let mv = *self.root.moves.first()?;
        let score = self.eval.clone().evaluate(&self.game, &self.root.state);
        Some(self.at_once(Some(mv), score, Depth(0), Bound::Lower))
    }

    /// Returns the value of a finished game as a line without moves; `None` while there is a move.
    pub(super) fn result(&self) -> Option<PvInfo> {
        let state = &self.root.state;
        let score = || self.game.ending(state).map_or(Score::DRAW, |ending| ending.score(state.side(), 0));
        self.root.moves.is_empty().then(|| self.at_once(None, score(), Depth(0), Bound::Exact))
    }

    /// Builds a line of at most one move that is known without a search.
    pub(super) fn at_once(&self, mv: Option<G::Move>, score: Score, depth: Depth, bound: Bound) -> PvInfo {
        let line = Variation { score, bound, moves: Vec::from_iter(mv) };
        let moves = mv.iter().map(|mv| self.game.move_text(&self.root.state, *mv)).collect();
        self.pv_info(&Info::new(depth, 1, line, 0, self.control.elapsed()), moves)
    }

    /// Converts a report of the search into reported units, with these texts of the moves.
    fn pv_info(&self, info: &Info<G::Move>, moves: Vec<String>) -> PvInfo {
        let Info { depth, selective_depth, rank, ref line, nodes, time, hashfull, tb_hits } = *info;
        let params = self.eval.params();
        PvInfo {
            depth,
            selective_depth,
            rank,
            score: params.reported(line.score),
            logit: params.logit(line.score),
            bound: line.bound,
            nodes,
            hashfull,
            tb_hits,
            time,
            moves,
        }
    }

    /// Searches and reports lines to `listener`. Returns when the search has ended and may answer.
    pub fn run(self, listener: &mut dyn FnMut(TaskEvent)) -> BestMove {
        let answer = self.find(listener);
        self.control.wait_until_released();
        answer
    }

    /// Searches and reports lines to `listener`. Returns when the search has ended, even if it may not answer
    /// yet.
    pub(super) fn find(&self, listener: &mut dyn FnMut(TaskEvent)) -> BestMove {
        if let Some(result) = self.result() {
            listener(TaskEvent::PvInfo(result));
            return BestMove { time: self.control.elapsed(), ..BestMove::default() };
        }
        if self.settings.verbose {
            let first = self.limits.depth.filter(|_| !self.settings.deepening).unwrap_or(Depth(1));
            listener(TaskEvent::Verbose(Verbose::Started(first)));
        }
        let mut reporter = SearchReporter {
            task: self,
            listener,
            last: None,
            shallow: None,
            depth: Depth(0),
            selective_depth: Depth(0),
        };
        let found = if let Some(errors) = self.errors {
            self.search_handicapped(errors, &mut reporter)
        } else {
            let found = self.search(&mut reporter);
            self.learn_from(&found, reporter.shallow);
            self.keep(&found);
            found
        };
        let best = found.lines.first();
        let texts = best.map(|line| {
            reporter.conclude(line, &found);
            self.texts(&line.moves)
        });
        let (nodes, time) = (found.nodes, self.control.elapsed());
        let mut texts = texts.unwrap_or_default().into_iter();
        let replies = best.is_some_and(|line| self.passes_the_turn(line.moves[0]));
        let answer = BestMove { best: texts.next(), ponder: texts.next().filter(|_| replies), nodes, time };
        if self.settings.verbose {
            listener(TaskEvent::Verbose(Verbose::Counted { nodes, time }));
            if let (Some(text), Some(line)) = (answer.best.clone(), best) {
                let score = self.eval.params().reported(line.score);
                listener(TaskEvent::Verbose(Verbose::Found { text, score }));
            }
        }
        answer
    }

    /// Searches at full strength.
    fn search(&self, report: &mut dyn Report<G::Move>) -> SearchResult<G::Move> {
        self.table.next_search();
        let resources = Resources {
            memory: Arc::clone(&self.memory),
            threads: self.settings.threads,
            multi_pv: self.settings.multi_pv,
            deepening: self.settings.deepening,
            oracle: self.oracle.clone(),
            params: Some(self.settings.params.over(self.eval.params())),
            seed: self.seed,
            statistics: self.settings.debug,
            ..Resources::new(Arc::clone(&self.table))
        };
        let known = resources.oracle.as_deref().and_then(|oracle| {
            by_oracle(&self.game, oracle, &self.root, resources.multi_pv, &self.control, report)
        });
        if let Some(known) = known {
            return known;
        }
        let mut search = self.settings.algorithm.search(self.game.clone(), self.eval.clone(), resources);
        search.search(&self.root, &self.limits, &self.control, report)
    }

    /// Searches as a fallible player, for weaker levels. This search has one thread and a table of its own,
    /// so that it and stronger searches do not share results.
    fn search_handicapped(
        &self,
        errors: BlunderRates,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let state = self.root.state.clone();
        let view = Handicapped::new(self.game.clone(), errors, state.side(), self.seed);
        let mut moves = self.root.moves.clone();
        // At least one move is left for each requested line.
        view.overlook(&state, &mut moves, self.settings.multi_pv);
        let root = Root { state, history: self.root.history.clone(), moves };
        let table = Table::new(LEVEL_TABLE).map_or_else(|_| Arc::clone(&self.table), Arc::new);
        let resources = Resources {
            memory: Arc::new(self.memory.without_results()),
            multi_pv: self.settings.multi_pv,
            seed: self.seed,
            ..Resources::new(table)
        };
        let mut search = self.settings.algorithm.search(view, Misjudging(self.eval.clone()), resources);
        search.search(&root, &self.limits, &self.control, report)
    }

    /// Stores the result in the table, so that a later search of the position starts from it.
    fn keep(&self, found: &SearchResult<G::Move>) {
        let Some(line) = found.lines.first() else { return };
        if found.depth.0 > 0 && self.is_worth_keeping() {
            let (key, entry) = self.entry(line, found.depth);
            self.table.store(key, entry);
        }
    }

    /// Returns the key and table entry of the position for this line.
    fn entry(&self, line: &Variation<G::Move>, depth: Depth) -> (Key, Entry) {
        let (key, symmetry) = self.game.canonical(&self.root.state);
        let code = self.game.image_of_move(line.moves[0], symmetry).code();
        (key, Entry { code: Some(code), score: line.score, depth, bound: line.bound, complete: false })
    }

    /// Stores the score for later games if a deep search differs much from a shallow one. If the file cannot
    /// be written, only the lesson is lost.
    fn learn_from(&self, found: &SearchResult<G::Move>, shallow: Option<(Score, Depth)>) {
        let (Some(learning), Some(line), Some((first, first_depth))) =
            (&self.learning, found.lines.first(), shallow)
        else {
            return;
        };
        let deep = found.depth.0 >= first_depth.0 + SURPRISE_PLIES && self.limits.mate.is_none();
        let change = (line.score.0 - first.0).abs();
        if !deep || line.bound != Bound::Exact || change < surprising_change(self.eval.params()) {
            return;
        }
        let (key, entry) = self.entry(line, found.depth);
        let _ = lock(learning).learn(self.variant, key, &entry);
    }

    /// Whether the move ends the turn.
    fn passes_the_turn(&self, mv: G::Move) -> bool {
        Child::new(&self.game, &self.root.state, mv).turn.passed()
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        let mut state = self.root.state.clone();
        let text = |mv: &G::Move| {
            let mv = self.game.image_of_move(*mv, self.aspect);
            let text = self.game.move_text(&state, mv);
            self.game.play(&mut state, mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

/// Converts reports of a search into texts for a listener.
struct SearchReporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut dyn FnMut(TaskEvent),
    /// The last reported best line.
    last: Option<Info<G::Move>>,
    /// The first value of the best line, with its depth.
    shallow: Option<(Score, Depth)>,
    /// Maximum depths reported so far. MCTS reports the length of its line as depth, which can decrease.
    depth: Depth,
    selective_depth: Depth,
}

impl<G: Playable> SearchReporter<'_, G> {
    /// Reports the final line unless it begins like the last reported best line. A stopped search may have
    /// changed its best move after the last report, or have reported nothing.
    fn conclude(&mut self, line: &Variation<G::Move>, found: &SearchResult<G::Move>) {
        let last = self.last.take();
        if last.as_ref().is_some_and(|info| info.line.moves.first() == line.moves.first()) {
            return;
        }
        let mut line = line.clone();
        if last.is_none() && line.score <= -Score::INFINITY + 1 {
            // The search was stopped before it found a value.
            line.bound = Bound::Exact;
            line.score = self.task.eval.clone().evaluate(&self.task.game, &self.task.root.state);
        }
        let (hashfull, tb_hits) = last.map_or((0, 0), |info| (info.hashfull, info.tb_hits));
        let now = Info::new(found.depth, 1, line, found.nodes, self.task.control.elapsed());
        self.info(&Info { hashfull, tb_hits, ..now });
    }
}

impl<G: Playable> Report<G::Move> for SearchReporter<'_, G> {
    fn info(&mut self, info: &Info<G::Move>) {
        if info.rank == 1 {
            self.shallow = self.shallow.or(Some((info.line.score, info.depth)));
            self.last = Some(info.clone());
        }
        self.depth = self.depth.max(info.depth);
        self.selective_depth = self.selective_depth.max(info.selective_depth).max(self.depth);
        let (depth, selective_depth) = (self.depth, self.selective_depth);
        let info = self.task.pv_info(info, self.task.texts(&info.line.moves));
        (self.listener)(TaskEvent::PvInfo(PvInfo { depth, selective_depth, ..info }));
    }

    fn root_move(&mut self, mv: G::Move, number: usize) {
        let text = self.task.texts(&[mv]).concat();
        (self.listener)(TaskEvent::RootMove { text, number });
    }

    fn statistics(&mut self, depth: Depth, statistics: &Statistics) {
        (self.listener)(TaskEvent::Debug(format!("depth {}: {statistics}", depth.0)));
    }
}

/// Returns the root moves of a search of the current position and whether they are complete. There are none
/// if the game is over. Reasons for ignoring moves of the request are added to `notices`.
fn root_moves<G: Playable>(engine: &Engine<G>, go: &Go, notices: &mut Vec<String>) -> (Moves<G::Move>, bool) {
    let (mut all, mut wanted): (Moves<G::Move>, Moves<G::Move>) = (Moves::new(), Moves::new());
    if engine.reason().is_some() {
        return (all, false);
    }
    for text in &go.search_moves {
        match engine.game.parse_move(engine.state(), text) {
            Ok(mv) if engine.is_forbidden(mv) => {
                notices.push(format!("searchmoves: {}", ParseMoveError::repeating(text)));
            }
            Ok(mv) if wanted.contains(&mv) => {}
            Ok(mv) => wanted.push(mv),
            Err(error) => notices.push(format!("searchmoves: {error}")),
        }
    }
    if !wanted.is_empty() {
        return (wanted, false);
    }
    if !go.search_moves.is_empty() {
        notices.push("searchmoves: no legal move is left, so all are searched".to_owned());
    }
    engine.game.distinct_moves(engine.state(), &mut all);
    let count = all.len();
    all.retain(|mv| !engine.is_forbidden(*mv));
    let is_whole = all.len() == count;
    (all, is_whole)
}

/// Returns one of the symmetries that map `state` to itself, chosen by `seed`. They map its best line to lines
/// of exactly the same value, so a choice among them costs neither nodes nor strength.
fn aspect<G: Game + Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len().max(1));
    own.get(choice).copied().unwrap_or_default()
}

/// Search depth for a win in `moves` moves: the opponent replies to all but the last. The extra plies find
/// most of the moves that a selective search overlooks at first.
fn depth_of_mate(moves: u32) -> Depth {
    let plies = moves.saturating_mul(2).saturating_add(1);
    Depth(u16::try_from(plies).unwrap_or(u16::MAX)).min(Depth::MAX)
}

/// Whether the hand-written evaluation puts the side to move clearly ahead.
fn is_ahead<G: Game, E: Eval<G>>(game: &G, eval: &mut E, state: &G::State) -> bool {
    let enough = (eval.params().win_scale / 4).max(1);
    game.ending(state).is_none() && eval.evaluate(game, state).0 >= enough
}

/// Minimum change of the value between a shallow and a deep search that is learned.
const fn surprising_change(params: SearchParams) -> i32 {
    if params.win_scale < 2 { 1 } else { params.win_scale / 2 }
}
