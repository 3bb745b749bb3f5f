//! A search as a task: from the request to an answer in text.

use std::sync::Arc;

use super::best_answers::Answer;
use super::handicap::{Handicapped, Misjudging};
use super::learning::lock;
use super::playable::Playable;
use super::request::{BestMove, Go, PvInfo};
use super::strength::{BlunderRates, Level};
use super::task::{TaskEvent, Throttle, Verbose};
use super::typed_engine::{Engine, Shared};
use crate::rules::{Depth, Game, Key, Move, Moves, Score, State, Symmetric, Symmetry};
use crate::search::{
    Algorithm, Bound, Budget, Child, Control, Entry, Eval, Info, Limits, MayAnswer, Oracle, Report,
    Resources, Rng, Root, Search, SearchParams, SearchResult, Statistics, Table, Variation, choose_by_oracle,
};
use crate::text::ParseMoveError;

/// Maximum depth in plies of a search whose request has no limits, if the options and the level limit neither
/// depth nor time.
const ANALYSIS_DEPTH: Depth = Depth(20);
/// Size in mebibytes of the transposition table for a search that simulates errors.
const LEVEL_TABLE: usize = 4;

/// Divisor of time and depth if laziness is on and the side to move is clearly ahead.
const LAZINESS: u32 = 3;

/// Minimum difference in plies between the first reported depth and the final depth. With a smaller
/// difference, the score is not stored in the learning file.
const SURPRISE_PLIES: u16 = 4;

/// A search with all its data. It can run in any thread, and later changes to the engine do not affect it.
pub(super) struct SearchTask<G: Playable> {
    pub(super) shared: Shared<G>,
    pub(super) root: Root<G>,
    /// Whether the root moves are all distinct moves of the position: the request selects none, and superko
    /// forbids none.
    is_whole: bool,
    limits: Limits,
    /// Error rates of the level; `None` if the search simulates no errors.
    errors: Option<BlunderRates>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    seed: u64,
    /// Symmetry that maps the root position to itself. It is applied to the reported moves, so that play
    /// varies.
    aspect: Symmetry,
    pub(super) control: Control,
    /// Warnings about the request, the options and the opening tree.
    pub(super) notices: Vec<String>,
}

impl<G: Playable> SearchTask<G> {
    /// Prepares a search of the current position.
    pub(super) fn new(engine: &Engine<G>, go: &Go) -> Self {
        let (mut shared, state, history) =
            (engine.shared.clone(), engine.state().clone(), engine.current.history.clone());
        let mut notices: Vec<String> = engine.options.warning().into_iter().collect();
        notices.extend(engine.opening.as_ref().and_then(|opening| opening.misfit.clone()));
        let (moves, is_whole) = root_moves(engine, go, &mut notices);
        let settings = &shared.settings;
        let is_random = settings.algorithm == Algorithm::Random;
        // A random mover gets a new seed for each move. Other searches combine the seed with the position's
        // key, so that one seed makes different choices in different positions.
        let seed =
            if is_random { engine.seed_of_next_move() } else { Key::mix(settings.seed).0 ^ state.key().0 };
        let level = Level::governing(settings, go);
        let errors = level.and_then(Level::errors);
        let (limits, budget) = limits(engine, go, level, moves.len(), seed);
        let aspect = if go.is_for_analysis() || settings.analyse || history.halfmove_clock() > 0 {
            Symmetry::IDENTITY
        } else {
            aspect(&shared.game, &state, engine.seed_of_game())
        };
        let (may_answer, budget) = match (go.ponder, go.infinite) {
            (true, _) => (MayAnswer::AfterPonderHit, budget),
            (false, true) => (MayAnswer::AfterStop, None),
            (false, false) => (MayAnswer::AtOnce, budget),
        };
        if errors.is_some() {
            shared.eval = engine.eval_of_levels();
        }
        Self {
            root: Root { state, history, moves },
            is_whole,
            limits,
            errors,
            oracle: engine.oracle().filter(|_| errors.is_none() && !is_random),
            seed,
            aspect,
            control: Control::starting(shared.time.clone(), budget, may_answer),
            shared,
            notices,
        }
    }

    /// Returns the stored best answer to the position, if any, as a line of one move.
    pub(super) fn recalled(&self) -> Option<PvInfo> {
        let (key, symmetry) = self.shared.game.canonical(&self.root.state);
        let Answer { code, line } = self.shared.best_answers.get(key)?;
        let is_stored = |mv: &&G::Move| self.shared.game.image_of_move(**mv, symmetry).code() == code;
        let mv = self.root.moves.iter().find(is_stored)?;
        let moves = vec![self.shared.game.move_text(&self.root.state, *mv)];
        Some(PvInfo { moves, nodes: 0, time: self.control.elapsed(), ..line })
    }

    /// Stores a reported line, which begins with `mv`, as an answer to the position. Does nothing if later
    /// searches cannot use the line or its depth is 0.
    pub(super) fn remember(&self, info: &PvInfo, mv: G::Move) {
        if self.is_worth_keeping() && info.depth.0 > 0 {
            let (key, code) = self.key_and_code(mv);
            let line = PvInfo { moves: Vec::new(), ..info.clone() };
            self.shared.best_answers.keep(key, Answer { code, line });
        }
    }

    /// Returns the key of the position's canonical image, under which results are stored, and the code of the
    /// image of `mv`.
    fn key_and_code(&self, mv: G::Move) -> (Key, u32) {
        let (key, symmetry) = self.shared.game.canonical(&self.root.state);
        (key, self.shared.game.image_of_move(mv, symmetry).code())
    }

    /// Whether later searches can use the result. The search must simulate no errors, leave out no move at
    /// the root, and use an algorithm that searches to a depth.
    const fn is_worth_keeping(&self) -> bool {
        self.errors.is_none() && self.is_whole && self.shared.settings.algorithm.searches_to_a_depth()
    }

    /// Returns an arbitrary move with the position's static evaluation, without a search; `None` if there is
    /// no move.
    pub(super) fn first_look(&self) -> Option<PvInfo> {
        let mv = *self.root.moves.first()?;
        let score = self.shared.eval.clone().evaluate(&self.shared.game, &self.root.state);
        Some(self.at_once(Some(mv), score, Depth(0), Bound::Lower))
    }

    /// Returns the value of a finished game as a line without moves; `None` if the game is not over.
    pub(super) fn result(&self) -> Option<PvInfo> {
        let state = &self.root.state;
        let score =
            || self.shared.game.ending(state).map_or(Score::DRAW, |ending| ending.score(state.side(), 0));
        self.root.moves.is_empty().then(|| self.at_once(None, score(), Depth(0), Bound::Exact))
    }

    /// Creates a report without a search, with rank 1 and no nodes. The line is the single move `mv`, or
    /// empty if it is `None`.
    pub(super) fn at_once(&self, mv: Option<G::Move>, score: Score, depth: Depth, bound: Bound) -> PvInfo {
        let line = Variation { score, bound, moves: Vec::from_iter(mv) };
        let moves = mv.iter().map(|mv| self.shared.game.move_text(&self.root.state, *mv)).collect();
        self.pv_info(&Info::new(depth, 1, line, 0, self.control.elapsed()), moves)
    }

    /// Converts a report of the search to a [`PvInfo`] with scores in reported units. `moves` are the texts
    /// of the line's moves.
    fn pv_info(&self, info: &Info<G::Move>, moves: Vec<String>) -> PvInfo {
        let Info { depth, selective_depth, rank, ref line, nodes, time, hashfull, tb_hits } = *info;
        let params = self.shared.eval.params();
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

    /// Searches, reports lines to `listener`, and returns the answer. Returns when the search has ended, even
    /// if the answer must still be withheld.
    pub(super) fn run(&self, listener: &mut dyn FnMut(TaskEvent)) -> BestMove {
        if let Some(result) = self.result() {
            listener(TaskEvent::PvInfo(result));
            return BestMove { time: self.control.elapsed(), ..BestMove::default() };
        }
        let settings = &self.shared.settings;
        if settings.verbose {
            let first = self.limits.depth.filter(|_| !settings.deepening).unwrap_or(Depth(1));
            listener(TaskEvent::Verbose(Verbose::Started(first)));
        }
        let mut reporter = SearchReporter {
            task: self,
            listener,
            throttle: Throttle::default(),
            last: None,
            shallow: None,
            depth: Depth(0),
            selective_depth: Depth(0),
        };
        let found = if let Some(errors) = self.errors {
            self.search_handicapped(errors, &mut reporter)
        } else {
            let found = self.search(&mut reporter);
            if let Err(message) = self.learn_from(&found, reporter.shallow) {
                (reporter.listener)(TaskEvent::Notice(message));
            }
            self.keep(&found);
            found
        };
        let best = found.lines.first();
        reporter.conclude(&found);
        let (nodes, time) = (found.nodes, self.control.elapsed());
        let mut texts = best.map_or(Vec::new(), |line| self.texts(&line.moves)).into_iter();
        let replies = best.is_some_and(|line| self.passes_the_turn(line.moves[0]));
        let answer = BestMove {
            best: texts.next(),
            ponder: texts.next().filter(|_| replies),
            nodes,
            time,
            is_book: false,
        };
        if settings.verbose {
            let score = |line: &Variation<_>| self.shared.eval.params().reported(line.score);
            let best = answer.best.clone().zip(best.map(score));
            listener(TaskEvent::Verbose(Verbose::Ended { nodes, time, best }));
        }
        answer
    }

    /// Searches without simulated errors.
    fn search(&self, report: &mut dyn Report<G::Move>) -> SearchResult<G::Move> {
        let Shared { game, settings, eval, table, kept, .. } = &self.shared;
        table.next_search();
        let resources = Resources {
            kept: Arc::clone(kept),
            threads: settings.threads,
            multi_pv: settings.multi_pv,
            deepening: settings.deepening,
            oracle: self.oracle.clone(),
            params: Some(settings.params.over(eval.params())),
            seed: self.seed,
            statistics: settings.debug,
            ..Resources::new(Arc::clone(table))
        };
        let mut root = self.root.clone();
        if let Some(oracle) = self.oracle.as_deref() {
            match choose_by_oracle(game, oracle, &root, settings.multi_pv, &self.control, report) {
                Ok(known) => return known,
                Err(moves) => root.moves = moves,
            }
        }
        let mut search = settings.algorithm.search(game.clone(), eval.clone(), resources);
        search.search(&root, &self.limits, &self.control, report)
    }

    /// Searches as a fallible player, for levels that simulate errors. This search has one thread and its own
    /// table, so it shares no results with stronger searches. If there is no memory for the table, it uses
    /// the engine's.
    fn search_handicapped(
        &self,
        errors: BlunderRates,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { game, settings, eval, table, kept, .. } = &self.shared;
        let Root { state, history, mut moves } = self.root.clone();
        let view = Handicapped::new(game.clone(), errors, state.side(), self.seed);
        // Keeps at least one move for each requested line, if there are enough.
        view.overlook(&state, &mut moves, settings.multi_pv);
        let root = Root { state, history, moves };
        let table = Table::new(LEVEL_TABLE).map_or_else(|_| Arc::clone(table), Arc::new);
        let resources = Resources {
            kept: Arc::new(kept.without_results()),
            multi_pv: settings.multi_pv,
            seed: self.seed,
            ..Resources::new(table)
        };
        let mut search = settings.algorithm.search(view, Misjudging(eval.clone()), resources);
        search.search(&root, &self.limits, &self.control, report)
    }

    /// Stores the result in the transposition table, so that a later search of the position starts from it.
    /// Does nothing if later searches cannot use the result or no iteration was completed.
    fn keep(&self, found: &SearchResult<G::Move>) {
        let Some(line) = found.lines.first() else { return };
        if found.depth.0 > 0 && self.is_worth_keeping() {
            let (key, entry) = self.entry(line, found.depth);
            self.shared.table.store(key, entry);
        }
    }

    /// Returns the key of the position and the table entry that stores this line.
    fn entry(&self, line: &Variation<G::Move>, depth: Depth) -> (Key, Entry) {
        let (key, code) = self.key_and_code(line.moves[0]);
        (key, Entry { code: Some(code), score: line.score, depth, bound: line.bound, complete: false })
    }

    /// Stores the final score in the learning file if it is exact, comes from a much deeper iteration than
    /// `shallow`, and differs much from it. `shallow` is the first reported score with its depth. Does
    /// nothing after a mate search, or if later searches cannot use the result.
    ///
    /// # Errors
    ///
    /// Returns a message if the file cannot be written, as [`Learning::learn`] does.
    ///
    /// [`Learning::learn`]: super::learning::Learning::learn
    fn learn_from(
        &self,
        found: &SearchResult<G::Move>,
        shallow: Option<(Score, Depth)>,
    ) -> Result<(), String> {
        let (Some(learning), Some(line), Some((first, first_depth))) =
            (&self.shared.learning, found.lines.first(), shallow)
        else {
            return Ok(());
        };
        let deep = found.depth.0 >= first_depth.0 + SURPRISE_PLIES && self.limits.mate.is_none();
        let change = (line.score.0 - first.0).abs();
        if !self.is_worth_keeping()
            || !deep
            || line.bound != Bound::Exact
            || change < surprising_change(self.shared.eval.params())
        {
            return Ok(());
        }
        let (key, entry) = self.entry(line, found.depth);
        lock(learning).learn(&self.shared.variant, key, &entry)
    }

    /// Whether the move passes the turn to the other side.
    fn passes_the_turn(&self, mv: G::Move) -> bool {
        Child::new(&self.shared.game, &self.root.state, mv).turn.passed()
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        let mut state = self.root.state.clone();
        let text = |mv: &G::Move| {
            let mv = self.shared.game.image_of_move(*mv, self.aspect);
            let text = self.shared.game.move_text(&state, mv);
            self.shared.game.play(&mut state, mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

/// Converts the reports of a search to task events for a listener.
struct SearchReporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut dyn FnMut(TaskEvent),
    throttle: Throttle,
    /// Last report of the best line.
    last: Option<Info<G::Move>>,
    /// First score of the best line, and its depth.
    shallow: Option<(Score, Depth)>,
    /// Maximum depth reported so far. MCTS reports the length of its line as depth, and that length can
    /// decrease.
    depth: Depth,
    selective_depth: Depth,
}

impl<G: Playable> SearchReporter<'_, G> {
    /// Reports the final line if its first move differs from that of the last report. A stopped search may
    /// have changed its best move since the last report, or have reported no line.
    fn conclude(mut self, found: &SearchResult<G::Move>) {
        let (task, last) = (self.task, self.last.take());
        let now = task.control.elapsed();
        let is_new = |line: &&Variation<G::Move>| {
            last.as_ref().is_none_or(|info| info.line.moves.first() != line.moves.first())
        };
        if let Some(line) = found.lines.first().filter(is_new) {
            let mut line = line.clone();
            if last.is_none() && line.score <= -Score::INFINITY + 1 {
                // The search was stopped before it found a value, so the static evaluation is reported.
                line.bound = Bound::Exact;
                line.score = task.shared.eval.clone().evaluate(&task.shared.game, &task.root.state);
            }
            let (hashfull, tb_hits) = last.map_or((0, 0), |info| (info.hashfull, info.tb_hits));
            let info = Info::new(found.depth, 1, line, found.nodes, now);
            self.info(&Info { hashfull, tb_hits, ..info });
        }
        self.throttle.release(now, self.listener);
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
        self.throttle.line(PvInfo { depth, selective_depth, ..info }, self.listener);
    }

    fn root_move(&mut self, mv: G::Move, number: usize) {
        let text = self.task.texts(&[mv]).concat();
        self.throttle.other(self.task.control.elapsed(), TaskEvent::RootMove { text, number }, self.listener);
    }

    fn statistics(&mut self, depth: Depth, statistics: &Statistics) {
        self.throttle.release(self.task.control.elapsed(), self.listener);
        (self.listener)(TaskEvent::Debug(format!("depth {}: {statistics}", depth.0)));
    }
}

/// Returns the limits and the time budget of a search with `choices` root moves. They combine the limits of
/// the request, the options and the level. The budget is `None` if time is not limited.
fn limits<G: Playable>(
    engine: &Engine<G>,
    go: &Go,
    level: Option<Level>,
    choices: usize,
    seed: u64,
) -> (Limits, Option<Budget>) {
    let (settings, state) = (&engine.shared.settings, engine.state());
    let without_limits = go.is_without_limits();
    let by_clock = go.clocks[state.side().index()].map(|clock| settings.budget(clock, choices));
    let by_options = settings.move_time().filter(|_| without_limits);
    let mut budget = go.move_time.or(by_options).map(Budget::exactly).or(by_clock);
    let mut limits =
        Limits { depth: go.max_depth().or(go.mate.map(depth_of_mate)), nodes: go.nodes, mate: go.mate };
    if let Some(level) = level {
        let horizon = level.horizon(budget.is_some() || !without_limits, choices, seed);
        let nodes = horizon.nodes.map(|nodes| nodes * settings.multi_pv as u64);
        limits.depth = limits.depth.into_iter().chain(horizon.depth).min();
        limits.nodes = limits.nodes.into_iter().chain(nodes).min();
    }
    if without_limits && limits.depth.is_none() && budget.is_none() {
        limits.depth = Some(ANALYSIS_DEPTH);
    }
    // Laziness applies only to a request without limits, or with a clock as its only limit.
    let may_be_lazy = settings.lazy && !go.is_for_analysis() && go.move_time.is_none();
    if may_be_lazy && is_ahead(engine.game(), &mut engine.options.eval(), state) {
        budget = budget.map(|Budget { soft, hard }| Budget { soft: soft / LAZINESS, hard: hard / LAZINESS });
        limits.depth = limits.depth.map(|depth| Depth((depth.0 / LAZINESS as u16).max(1)));
    }
    (limits, budget)
}

/// Returns the root moves of a search, and whether they are all distinct moves of the position. If the game
/// is over, there are no root moves. `notices` receives the reason if a move of the request is ignored.
fn root_moves<G: Playable>(engine: &Engine<G>, go: &Go, notices: &mut Vec<String>) -> (Moves<G::Move>, bool) {
    let (mut all, mut wanted): (Moves<G::Move>, Moves<G::Move>) = (Moves::new(), Moves::new());
    if engine.ended_by().is_some() {
        return (all, false);
    }
    for text in &go.search_moves {
        match engine.game().parse_move(engine.state(), text) {
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
    engine.game().distinct_moves(engine.state(), &mut all);
    let count = all.len();
    all.retain(|mv| !engine.is_forbidden(*mv));
    let is_whole = all.len() == count;
    (all, is_whole)
}

/// Returns one of the symmetries that map `state` to itself, chosen by `seed`. They map the best line to
/// lines of equal value, so the choice varies play without costing nodes or strength.
fn aspect<G: Game + Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.holds(state, *symmetry) && game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len().max(1));
    own.get(choice).copied().unwrap_or_default()
}

/// Returns the depth to search for a win in `moves` moves of the winner. Such a win takes `2 * moves - 1`
/// plies. Two plies are added, in which a selective search finds most of the moves that it missed at first.
fn depth_of_mate(moves: u32) -> Depth {
    Depth::saturating_from(u64::from(moves) * 2 + 1)
}

/// Whether the static evaluation for the side to move is at least a quarter of the win scale, and at least 1.
/// `false` if the game is over.
fn is_ahead<G: Game, E: Eval<G>>(game: &G, eval: &mut E, state: &G::State) -> bool {
    let enough = (eval.params().win_scale / 4).max(1);
    game.ending(state).is_none() && eval.evaluate(game, state).0 >= enough
}

/// Returns the score change from which a position is worth learning: half the win scale, at least 1. The
/// change is the difference between the first and the final score of a search.
const fn surprising_change(params: SearchParams) -> i32 {
    if params.win_scale < 2 { 1 } else { params.win_scale / 2 }
}
