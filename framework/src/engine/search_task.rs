//! A search as a task: from the request to an answer in text.

use std::sync::Arc;

use super::best_answers::Answer;
use super::handicap::{Handicap, Judgement, Perceived, Truth};
use super::learning::lock;
use super::panics::catch_panic;
use super::request::{BestMove, Go, PvInfo};
use super::strength::{BlunderRates, Level};
use super::task::{TaskEvent, Throttle, Verbose, guarded};
use super::typed_engine::{Engine, Shared};
use crate::game::{DynLine, Playable};
use crate::rules::{Depth, Game, Key, Move, Moves, Score, State, Symmetric, Symmetry};
use crate::search::{
    Algorithm, Bound, Budget, Child, Control, Entry, Eval, FastValues, Info, Limits, MateLines, MayAnswer,
    Oracle, Report, Resources, Rng, Root, Search, SearchParams, SearchResult, Statistics, Table, Variation,
    choose_by_oracle,
};
use crate::text::ParseMoveError;

/// Minimum node limit of a search that uses slow values of the oracle at its root. Looking them up takes as
/// long as thousands of nodes.
const MIN_NODES_FOR_SLOW_VALUES: u64 = 10_000;
/// Maximum depth in plies if neither the request nor the options nor the level limit the search.
const ANALYSIS_DEPTH: Depth = Depth(20);
/// Size in mebibytes of the transposition table for a search that simulates errors.
const LEVEL_TABLE: usize = 4;

/// Divisor of the time and the depth of a lazy search.
const LAZINESS: u32 = 3;

/// Minimum number of plies between the first reported depth and the final depth of a search worth learning.
const SURPRISE_PLIES: u16 = 4;

/// A search with all its data, so that it can run in any thread.
pub(super) struct SearchTask<G: Playable> {
    pub(super) shared: Shared<G>,
    pub(super) root: Root<G>,
    /// Whether the search covers all legal moves. `false` if the request names moves, or moves were left out.
    is_whole: bool,
    limits: Limits,
    /// `None` if the search simulates no errors.
    errors: Option<BlunderRates>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    seed: u64,
    /// Symmetry of the root position, applied to the reported moves so that play varies.
    aspect: Symmetry,
    pub(super) control: Control,
    pub(super) notices: Vec<String>,
}

impl<G: Playable> SearchTask<G> {
    pub(super) fn new(engine: &Engine<G>, go: &Go) -> Self {
        let (mut shared, state, history) =
            (engine.shared.clone(), engine.state().clone(), engine.current.position_history().clone());
        let mut notices: Vec<String> =
            engine.options.warning().or_else(|| engine.tables_misfit()).into_iter().collect();
        notices.extend(engine.opening.as_ref().and_then(|opening| opening.misfit.clone()));
        let (moves, is_whole) = root_moves(engine, go, &mut notices);
        let settings = &shared.settings;
        let is_random = settings.algorithm == Algorithm::Random;
        // Random moves need another seed for each move. The seed of other searches depends on the position.
        let seed =
            if is_random { engine.seed_of_next_move() } else { Key::mix(settings.seed).0 ^ state.key().0 };
        let level = Level::governing(settings, go);
        let errors = level.and_then(Level::errors);
        let (limits, budget) = limits(engine, go, level, moves.len(), seed);
        let aspect = if go.is_for_analysis() || settings.analyse || history.halfmove_clock() > 0 {
            Symmetry::IDENTITY
        } else {
            aspect(shared.rules.game(), &state, engine.seed_of_game())
        };
        let may_answer = may_answer(go);
        let budget = budget.filter(|_| may_answer != MayAnswer::AfterStop);
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

    /// Returns the stored best answer as a line of one move. `None` if none is stored or its move is not a
    /// root move.
    pub(super) fn recalled(&self) -> Option<PvInfo> {
        let (key, symmetry) = self.shared.rules.game().canonical(&self.root.state);
        let Answer { code, line } = self.shared.best_answers.get(key)?;
        let is_stored = |mv: &&G::Move| self.shared.rules.game().image_of_move(**mv, symmetry).code() == code;
        let mv = self.root.moves.iter().find(is_stored)?;
        let moves = vec![self.shared.rules.game().move_text(&self.root.state, *mv)];
        Some(PvInfo { moves, nodes: 0, time: self.control.elapsed(), ..line })
    }

    /// Offers a line that begins with `mv` to the store of best answers.
    pub(super) fn remember(&self, info: &PvInfo, mv: G::Move) {
        if self.is_worth_keeping() && info.depth.0 > 0 {
            let (key, code) = self.key_and_code(mv);
            let line = PvInfo { moves: Vec::new(), ..info.clone() };
            self.shared.best_answers.keep(key, Answer { code, line });
        }
    }

    /// Returns the key of the position's canonical image, and the code of `mv` in that image.
    fn key_and_code(&self, mv: G::Move) -> (Key, u32) {
        let (key, symmetry) = self.shared.rules.game().canonical(&self.root.state);
        (key, self.shared.rules.game().image_of_move(mv, symmetry).code())
    }

    const fn is_worth_keeping(&self) -> bool {
        self.errors.is_none() && self.is_whole && self.shared.settings.algorithm.searches_to_a_depth()
    }

    /// Returns an arbitrary move with the static evaluation of the position; `None` if there is no move.
    pub(super) fn first_look(&self) -> Option<PvInfo> {
        let score = self.shared.eval.clone().evaluate(self.shared.rules.game(), &self.root.state);
        self.arbitrary(score)
    }

    /// Returns an arbitrary move with this score; `None` if there is no move.
    pub(super) fn arbitrary(&self, score: Score) -> Option<PvInfo> {
        let mv = *self.root.moves.first()?;
        Some(self.at_once(Some(mv), score, Depth(0), Bound::Lower))
    }

    /// Returns the value of a finished game as a line without moves; `None` if the game is not over.
    pub(super) fn result(&self) -> Option<PvInfo> {
        let state = &self.root.state;
        let score = || {
            self.shared.rules.game().ending(state).map_or(Score::DRAW, |ending| ending.score(state.side(), 0))
        };
        self.root.moves.is_empty().then(|| self.at_once(None, score(), Depth(0), Bound::Exact))
    }

    /// Creates a report without a search. The line is the single move `mv`, or empty if that is `None`.
    pub(super) fn at_once(&self, mv: Option<G::Move>, score: Score, depth: Depth, bound: Bound) -> PvInfo {
        let line = Variation { score, bound, moves: Vec::from_iter(mv) };
        let moves = mv.iter().map(|mv| self.shared.rules.game().move_text(&self.root.state, *mv)).collect();
        self.pv_info(&Info::new(depth, 1, line, 0, self.control.elapsed()), moves)
    }

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
    /// if the answer must still be withheld. If the search panics, the answer is the best move that was
    /// reported, or an arbitrary one.
    pub(super) fn run(&self, listener: &mut dyn FnMut(TaskEvent)) -> BestMove {
        let mut reported = None;
        let answer = guarded(listener, |listener| {
            self.run_unguarded(&mut |event| {
                if let TaskEvent::PvInfo(PvInfo { rank: 1, moves, .. }) = &event {
                    reported = moves.first().cloned();
                }
                listener(event);
            })
        });
        answer.unwrap_or_else(|| {
            let arbitrary = || catch_panic(|| self.arbitrary(Score::DRAW)).ok()??.moves.pop();
            let best = reported.or_else(arbitrary);
            BestMove { best, time: self.control.elapsed(), ..BestMove::default() }
        })
    }

    fn run_unguarded(&self, listener: &mut dyn FnMut(TaskEvent)) -> BestMove {
        if let Some(result) = self.result() {
            listener(TaskEvent::PvInfo(result));
            return BestMove { time: self.control.elapsed(), ..BestMove::default() };
        }
        let settings = &self.shared.settings;
        if settings.verbose {
            let first = self.limits.depth.filter(|_| !settings.deepening).unwrap_or(Depth(1));
            listener(TaskEvent::Verbose(Verbose::Started(first)));
        }
        let (view, resources) = (self.view(), self.resources());
        let Root { state, history, .. } = self.root.clone();
        let eval = Judgement(self.shared.eval.clone());
        let mut reporter = SearchReporter {
            task: self,
            listener,
            lines: MateLines::new(view.clone(), eval, state, history, &resources, &self.control),
            throttle: Throttle::default(),
            last: None,
            shallow: None,
            depth: Depth(0),
            selective_depth: Depth(0),
        };
        let mut found = self.search(view, resources, &mut reporter);
        if let Err(message) = self.learn_from(&found, reporter.shallow) {
            (reporter.listener)(TaskEvent::Notice(message));
        }
        self.keep(&found);
        if let Some(message) = self.new_failure() {
            (reporter.listener)(TaskEvent::Notice(message));
        }
        if let Some(line) = found.lines.first_mut() {
            reporter.lines.complete(line);
        }
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

    /// Returns the message of a failed lookup of an exact value, unless a search of this engine has reported
    /// it before.
    fn new_failure(&self) -> Option<String> {
        let failure = self.oracle.as_ref()?.failure()?;
        let mut reported = lock(&self.shared.reported_failure);
        if reported.as_ref() == Some(&failure) {
            return None;
        }
        *reported = Some(failure.clone());
        Some(failure)
    }

    fn handicap(&self) -> Option<Handicap> {
        self.errors.map(|errors| Handicap { errors, viewer: self.root.state.side(), seed: self.seed })
    }

    /// Returns the game that the player perceives.
    fn view(&self) -> Perceived<G> {
        Perceived::new(self.shared.rules.game().clone(), self.handicap())
    }

    /// Returns the resources of the search. A fallible player has one thread and, if there is memory for it, its
    /// own transposition table, so that it shares no results with stronger searches.
    fn resources(&self) -> Resources<Perceived<G>> {
        let Shared { settings, eval, table, kept, .. } = &self.shared;
        let (multi_pv, seed) = (settings.multi_pv, self.seed);
        if self.errors.is_some() {
            let table = Table::new(LEVEL_TABLE).map_or_else(|_| Arc::clone(table), Arc::new);
            let kept = Arc::new(kept.without_results());
            return Resources { kept, multi_pv, seed, ..Resources::new(table) };
        }
        table.next_search();
        Resources {
            kept: Arc::clone(kept),
            threads: settings.threads,
            multi_pv,
            deepening: settings.deepening,
            oracle: self.oracle.clone().map(|oracle| Arc::new(Truth(oracle)) as _),
            params: Some(settings.params.over(eval.params())),
            seed,
            statistics: settings.debug,
            ..Resources::new(Arc::clone(table))
        }
    }

    fn search(
        &self,
        view: Perceived<G>,
        resources: Resources<Perceived<G>>,
        report: &mut dyn Report<G::Move>,
    ) -> SearchResult<G::Move> {
        let Shared { rules, settings, eval, .. } = &self.shared;
        let game = rules.game();
        let (mut root, lines) = (self.root.clone(), settings.multi_pv);
        if let Some(handicap) = self.handicap() {
            // Keeps at least one move for each requested line, if there are enough.
            handicap.overlook(game, &root.state, &mut root.moves, lines);
        }
        if let Some(oracle) = self.oracle.as_deref() {
            let is_brief = self.limits.nodes.is_some_and(|nodes| nodes < MIN_NODES_FOR_SLOW_VALUES);
            let oracle = if is_brief { &FastValues(oracle) } else { oracle };
            let mut eval = eval.clone();
            match choose_by_oracle(game, &mut eval, oracle, &root, lines, &self.control, report) {
                Ok(known) => return known,
                Err(moves) => {
                    let all = std::mem::replace(&mut root.moves, moves);
                    let others: Vec<_> = all.into_iter().filter(|mv| !root.moves.contains(mv)).collect();
                    // Each requested line needs a move.
                    root.moves.extend(others.into_iter().take(lines.saturating_sub(root.moves.len())));
                }
            }
        }
        let Root { state, history, moves } = root;
        let mut search = settings.algorithm.search(view, Judgement(eval.clone()), resources);
        search.search(&Root { state, history, moves }, &self.limits, &self.control, report)
    }

    fn keep(&self, found: &SearchResult<G::Move>) {
        let Some(line) = found.lines.first() else { return };
        if found.depth.0 > 0 && self.is_worth_keeping() {
            let (key, entry) = self.entry(line, found.depth);
            self.shared.table.store(key, entry);
        }
    }

    fn entry(&self, line: &Variation<G::Move>, depth: Depth) -> (Key, Entry) {
        let (key, code) = self.key_and_code(line.moves[0]);
        (key, Entry { code: Some(code), score: line.score, depth, bound: line.bound, complete: false })
    }

    /// Stores the final score in the learning file if it is surprising. `shallow` is the first reported score
    /// with its depth.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Learning::learn`].
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
        lock(learning).learn(&self.shared.rules.facts().variant, key, &entry)
    }

    fn passes_the_turn(&self, mv: G::Move) -> bool {
        Child::new(self.shared.rules.game(), &self.root.state, mv).turn.passed()
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        let mut state = self.root.state.clone();
        let text = |mv: &G::Move| {
            let mv = self.shared.rules.game().image_of_move(*mv, self.aspect);
            let text = self.shared.rules.game().move_text(&state, mv);
            self.shared.rules.game().play(&mut state, mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

struct SearchReporter<'a, G: Playable> {
    task: &'a SearchTask<G>,
    listener: &'a mut dyn FnMut(TaskEvent),
    lines: MateLines<Perceived<G>, Judgement<G::Eval>>,
    throttle: Throttle,
    last: Option<Info<G::Move>>,
    /// First score of the best line, and its depth.
    shallow: Option<(Score, Depth)>,
    /// Maximum depth reported so far. The depth that MCTS reports can decrease.
    depth: Depth,
    selective_depth: Depth,
}

impl<G: Playable> SearchReporter<'_, G> {
    /// Reports the final line if its first move is new, then releases all waiting lines. A stopped search may
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
                line.score = task.shared.eval.clone().evaluate(task.shared.rules.game(), &task.root.state);
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
        let mut info = info.clone();
        self.lines.complete(&mut info.line);
        if info.rank == 1 {
            self.shallow = self.shallow.or(Some((info.line.score, info.depth)));
            self.last = Some(info.clone());
        }
        self.depth = self.depth.max(info.depth);
        self.selective_depth = self.selective_depth.max(info.selective_depth).max(self.depth);
        let (depth, selective_depth) = (self.depth, self.selective_depth);
        let info = self.task.pv_info(&info, self.task.texts(&info.line.moves));
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

/// Returns the condition on which a search for `go` may answer.
pub(super) const fn may_answer(go: &Go) -> MayAnswer {
    match (go.ponder, go.infinite) {
        (true, _) => MayAnswer::AfterPonderHit,
        (false, true) => MayAnswer::AfterStop,
        (false, false) => MayAnswer::AtOnce,
    }
}

/// Combines the limits of the request, the options and the level for a search with `choices` root moves. The
/// budget is `None` if time is not limited.
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
    let may_be_lazy = settings.lazy && !go.is_for_analysis() && go.move_time.is_none();
    if may_be_lazy && is_ahead(engine.game(), &mut engine.options.eval(), state) {
        budget = budget.map(|Budget { soft, hard }| Budget { soft: soft / LAZINESS, hard: hard / LAZINESS });
        limits.depth = limits.depth.map(|depth| Depth((depth.0 / LAZINESS as u16).max(1)));
    }
    (limits, budget)
}

/// Returns the root moves of a search; none if the game is over. The flag is `true` if they include each
/// distinct move of the position and no requested move is legal. `notices` receives the reason for each
/// requested move that cannot be played, and a note if none of them can.
fn root_moves<G: Playable>(engine: &Engine<G>, go: &Go, notices: &mut Vec<String>) -> (Moves<G::Move>, bool) {
    let (mut all, mut wanted): (Moves<G::Move>, Moves<G::Move>) = (Moves::new(), Moves::new());
    if engine.current.ending().is_some() {
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

/// Chooses one of the symmetries that map `state` to itself. They map the best line to lines of equal value,
/// so the choice costs no strength.
fn aspect<G: Game + Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.holds(state, *symmetry) && game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len().max(1));
    own.get(choice).copied().unwrap_or_default()
}

/// If the sides move alternately, a win in `moves` moves of the winner takes `2 * moves - 1` plies. Two plies
/// are added, because a selective search can miss moves at first.
fn depth_of_mate(moves: u32) -> Depth {
    Depth::saturating_from(u64::from(moves) * 2 + 1)
}

fn is_ahead<G: Game, E: Eval<G>>(game: &G, eval: &mut E, state: &G::State) -> bool {
    let enough = (eval.params().win_scale / 4).max(1);
    game.ending(state).is_none() && eval.evaluate(game, state).0 >= enough
}

const fn surprising_change(params: SearchParams) -> i32 {
    if params.win_scale < 2 { 1 } else { params.win_scale / 2 }
}
