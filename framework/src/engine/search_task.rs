//! A search with all its data, so that it can run as a task. Root moves, limits, seed and evaluation are chosen when
//! the task is created. Later changes of the engine do not affect them.
//!
//! Also converts the lines of the search to texts.

use std::sync::Arc;

use super::report::PvInfo;
use super::request::Go;
use super::search_limits::{combined_limits, may_answer, random_own_symmetry, root_moves};
use super::strength::{BlunderRates, Level};
use super::typed_engine::{Engine, Shared};
use crate::game::{GameLine, Playable};
use crate::rules::{Depth, Key, Move, Score, State, Symmetry};
use crate::search::{Algorithm, Bound, Control, Eval, Info, Limits, MayAnswer, Oracle, Root, Variation};

/// A search with its own copy of the rules, settings and options. It can therefore run in any thread while the engine
/// changes. The results of searches, such as the transposition table, are shared with the engine.
pub(super) struct SearchTask<G: Playable> {
    pub(super) shared: Shared<G>,
    pub(super) root: Root<G>,
    /// Whether the root moves are all distinct moves of the position. `false` if the request names moves, or superko
    /// forbids some.
    is_whole: bool,
    pub(super) limits: Limits,
    /// Error rates of the level; `None` if the search simulates no errors.
    pub(super) errors: Option<BlunderRates>,
    pub(super) oracle: Option<Arc<dyn Oracle<G>>>,
    pub(super) seed: u64,
    /// Symmetry that maps the root position to itself. It is applied to all reported moves, so that play varies.
    symmetry: Symmetry,
    pub(super) control: Control,
    pub(super) notices: Vec<String>,
}

impl<G: Playable> SearchTask<G> {
    pub(super) fn new(engine: &Engine<G>, line: &GameLine<G>, go: &Go) -> Self {
        let mut shared = engine.shared.clone();
        let settings = &shared.settings;
        let state = line.state().clone();
        let history = line.position_history().clone();
        let mut notices: Vec<String> =
            engine.options.warning().or_else(|| engine.tables_misfit()).into_iter().collect();
        notices.extend(engine.opening.as_ref().and_then(|opening| opening.misfit.clone()));
        let (moves, is_whole) = root_moves(line, go, &mut notices);
        let is_random = settings.algorithm == Algorithm::Random;
        // Random moves need another seed for each move. The seed of other searches depends on the position.
        let seed = if is_random {
            engine.seeds.of_next_random_move(settings.seed)
        } else {
            Key::mix(settings.seed).0 ^ state.key().0
        };
        let level = Level::governing(settings, go);
        let errors = level.and_then(Level::errors);
        let (limits, budget) = combined_limits(engine, &state, go, level, moves.len(), seed);
        let symmetry = choose_symmetry(engine, line, go);
        let condition = may_answer(go);
        let budget = budget.filter(|_| condition != MayAnswer::AfterStop);
        let control = Control::starting(settings.time.clone(), budget, condition);
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
            symmetry,
            control,
            shared,
            notices,
        }
    }

    /// Returns the stored best answer as a line of one move. `None` if none is stored or its move is not a
    /// root move.
    pub(super) fn recall_answer(&self) -> Option<Info<G::Move>> {
        let game = self.shared.rules.game();
        let (key, symmetry) = game.canonical(&self.root.state);
        let stored = self.shared.best_answers.get(key)?;
        let code = *stored.line.moves.first()?;
        let mv = *self.root.moves.iter().find(|mv| game.image_of_move(**mv, symmetry).code() == code)?;
        Some(Info { nodes: 0, time: self.control.elapsed(), ..stored.with_moves(vec![mv]) })
    }

    /// Offers the line's first move to the store of best answers. Does nothing for a line without moves or of depth 0,
    /// or if [`SearchTask::stores_results`] is false.
    pub(super) fn store_answer(&self, info: &Info<G::Move>) {
        let Some(mv) = info.line.moves.first() else { return };
        if self.stores_results() && info.depth.0 > 0 {
            let (key, code) = self.key_and_code(*mv);
            self.shared.best_answers.keep(key, info.with_moves(vec![code]));
        }
    }

    /// Returns the key of the position's canonical image, and the code of `mv` in that image.
    pub(super) fn key_and_code(&self, mv: G::Move) -> (Key, u32) {
        let (key, symmetry) = self.shared.rules.game().canonical(&self.root.state);
        (key, self.shared.rules.game().image_of_move(mv, symmetry).code())
    }

    /// Whether later searches may use the result of this one: it simulates no errors, searches all moves, and reaches a
    /// known depth.
    pub(super) const fn stores_results(&self) -> bool {
        self.errors.is_none() && self.is_whole && self.shared.settings.algorithm.searches_to_a_depth()
    }

    /// Returns the static evaluation of the root position, without the errors that a level simulates.
    pub(super) fn static_evaluation(&self) -> Score {
        self.shared.eval.clone().evaluate(self.shared.rules.game(), &self.root.state)
    }

    /// Returns a report of an arbitrary root move with this score as a lower bound; `None` if there is no move.
    pub(super) fn arbitrary_move(&self, score: Score) -> Option<Info<G::Move>> {
        let mv = *self.root.moves.first()?;
        Some(self.unsearched(vec![mv], score, Bound::Lower))
    }

    /// Returns the value of a finished game as a line without moves; `None` if the game is not over.
    pub(super) fn result(&self) -> Option<Info<G::Move>> {
        if !self.root.moves.is_empty() {
            return None;
        }
        let state = &self.root.state;
        let ending = self.shared.rules.game().ending(state);
        let score = ending.map_or(Score::DRAW, |ending| ending.score(state.side(), 0));
        Some(self.unsearched(Vec::new(), score, Bound::Exact))
    }

    /// Creates a report of depth 0, for a line that was not searched.
    fn unsearched(&self, moves: Vec<G::Move>, score: Score, bound: Bound) -> Info<G::Move> {
        Info::new(Depth(0), 1, Variation { score, bound, moves }, 0, self.control.elapsed())
    }

    /// Converts a report to the form for clients, with texts of moves and reported units.
    pub(super) fn pv_info(&self, info: &Info<G::Move>) -> PvInfo {
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
            moves: self.texts(&line.moves),
        }
    }

    /// Returns the image of a line's moves under the symmetry that was chosen for this search.
    pub(super) fn image_of_line(&self, moves: &[G::Move]) -> Vec<G::Move> {
        let game = self.shared.rules.game();
        moves.iter().map(|mv| game.image_of_move(*mv, self.symmetry)).collect()
    }

    /// Returns the texts of a line's moves from the root.
    pub(super) fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        line_texts(self.shared.rules.game(), &self.root.state, moves)
    }
}

/// Chooses a symmetry that maps the position to itself: the identity for an analysis and after reversible moves,
/// otherwise a random one.
fn choose_symmetry<G: Playable>(engine: &Engine<G>, line: &GameLine<G>, go: &Go) -> Symmetry {
    let settings = &engine.shared.settings;
    // After reversible moves, the earlier positions can be repeated. A symmetry of the current position need not map
    // them to each other, so the image of a line could repeat positions where the line does not.
    let can_repeat = line.position_history().halfmove_clock() > 0;
    if go.is_for_analysis() || settings.analyse || can_repeat {
        return Symmetry::IDENTITY;
    }
    random_own_symmetry(engine.game(), line.state(), engine.seeds.of_game(settings.seed))
}

/// Returns the texts of moves that are played one after another from `start`.
pub(super) fn line_texts<G: Playable>(game: &G, start: &G::State, moves: &[G::Move]) -> Vec<String> {
    let mut state = start.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for mv in moves {
        texts.push(game.move_text(&state, *mv));
        game.play(&mut state, *mv);
    }
    texts
}
