//! Staged move generation: the moves of a node in the order in which they are tried. Each stage runs only if the search
//! still needs a move, because many nodes are cut after the transposition table move, before any move is listed.

use super::known;
use super::visit::{Node, Visit};
use super::worker::Worker;
use crate::rules::{Ending, MoveClass, Score};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::ordering::Picker;

/// Which moves of a node are listed.
#[derive(Clone, Copy, Debug)]
enum Listing {
    All,
    /// Only forcing and noisy moves.
    Noisy,
    /// Forcing and noisy moves and the most promising quiet moves, or all moves if the evaluation cannot
    /// select the quiet ones. The number is the maximum number of quiet moves to try.
    MostPromising(usize),
}

/// The next step of [`StagedMoves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Returns the transposition table move.
    TtMove,
    /// Lists the moves.
    List,
    /// Scores the listed moves.
    Rank,
    /// Returns the listed moves, best first.
    Pick,
}

/// The moves of a node. The transposition table move comes first, usually before the other moves are listed. If the
/// game cannot decode the move's code, it comes after the listing, but before the listed moves are ranked.
pub(super) struct StagedMoves<'s, G: SearchGame> {
    state: &'s G::State,
    node: Node,
    tt_code: Option<u32>,
    /// The transposition table move; `None` if there is none, if the game cannot decode its code, or if it is not
    /// legal.
    tt_move: Option<G::Move>,
    listing: Listing,
    /// Number of quiet moves tried after which late move pruning drops the remaining ones; `None` if it drops none or
    /// has already dropped them.
    quiet_limit: Option<usize>,
    stage: Stage,
    pub(super) picker: Picker<G::Move>,
    /// How the game ended; set when the moves are listed and there are none.
    pub(super) ending: Option<Ending>,
}

impl<'s, G: SearchGame> StagedMoves<'s, G> {
    /// Chooses the moves to try, by futility pruning and late move pruning. Late move pruning: near the horizon,
    /// well-ordered late quiet moves rarely raise alpha, so only the first few are tried. It gained 106 Elo.
    #[inline]
    pub(super) fn new<E: Eval<G>>(worker: &Worker<'_, G, E>, visit: &Visit<'s, G>) -> Self {
        let Visit { state, node, tt_code, .. } = *visit;
        let quiet_limit = visit.late.quiet_limit(&worker.params, visit.depth).filter(|_| !visit.threatened);
        let listing = if visit.futility.is_some() {
            Listing::Noisy
        } else if let Some(limit) = quiet_limit
            && tt_code.is_none()
        {
            Listing::MostPromising(limit)
        } else {
            Listing::All
        };
        Self {
            state,
            node,
            tt_code,
            tt_move: tt_code.and_then(|code| known::tt_move(worker.game, state, code, visit.symmetry)),
            listing,
            quiet_limit,
            stage: Stage::TtMove,
            picker: Picker::new(),
            ending: None,
        }
    }

    /// Returns the next move to try; `None` if there is no further one or the game is over. `best` is the best value so
    /// far, and `quiets` the number of quiet moves tried. If all moves of a partial list lose, begins again with a list
    /// of all moves.
    #[inline]
    pub(super) fn next<E: Eval<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        best: Score,
        quiets: usize,
    ) -> Option<G::Move> {
        if self.picker.is_partial && self.picker.is_done() && best.is_mate() && !best.is_win() {
            self.picker = Picker::new();
            self.listing = Listing::All;
            self.stage = Stage::List;
        }
        if self.stage == Stage::TtMove {
            self.stage = Stage::List;
            if self.tt_move.is_some() {
                return self.tt_move;
            }
            self.list(worker);
            let first = self.tt_code.and_then(|code| self.picker.pick_unscored(code));
            if first.is_some() {
                return first;
            }
        }
        if self.stage == Stage::List {
            self.list(worker);
        }
        if self.ending.is_some() {
            return None;
        }
        if self.stage == Stage::Rank {
            self.stage = Stage::Pick;
            worker.rank(&mut self.picker, self.state, self.node.height, self.node.previous);
        }
        if let Some(limit) = self.quiet_limit
            && !best.is_mate()
            && quiets + self.picker.postponed >= limit
        {
            self.quiet_limit = None;
            let is_quiet = |mv| worker.game.class(self.state, mv) == MoveClass::Quiet;
            worker.has_static_value |= self.picker.drop_rest(is_quiet);
        }
        // The transposition table move was returned before, so it is skipped.
        loop {
            let mv = self.picker.next();
            if mv.is_none() || mv != self.tt_move {
                return mv;
            }
        }
    }

    /// Lists the moves, or notes how the game ended.
    #[inline]
    fn list<E: Eval<G>>(&mut self, worker: &mut Worker<'_, G, E>) {
        self.stage = Stage::Rank;
        worker.timed(
            |times| &mut times.ranking,
            |worker| {
                let Self { state, picker, .. } = self;
                let moves = &mut picker.moves;
                match self.listing {
                    Listing::Noisy => worker.game.noisy(state, MoveClass::Forcing, moves),
                    Listing::MostPromising(limit)
                        if worker.eval.most_promising(worker.game, state, limit, moves) =>
                    {
                        picker.is_partial = true;
                        worker.has_static_value = true;
                    }
                    _ => self.ending = worker.game.distinct_moves(state, moves),
                }
            },
        );
    }
}
