//! A node of alpha-beta while it is searched: what its ancestors, the tables and its static evaluation say about it,
//! and what it stores at a cutoff and at its end.

use super::late_moves::LateMoves;
use super::worker::Worker;
use crate::rules::{Depth, Key, Move, MoveClass, Score, State, Symmetry};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::ordering::Picker;
use crate::search::params::SearchParams;
use crate::search::report::Bound;
use crate::search::transposition_table::Entry;

/// Location of a node in the tree, and facts known from its ancestors.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Number of plies (turns) from the root.
    pub(super) ply: u32,
    /// Number of moves from the root.
    pub(super) height: usize,
    /// Code of the last move; `None` at the root and after a null move.
    pub(super) previous: Option<u32>,
    /// Whether the side to move is in the middle of its turn.
    pub(super) mid_turn: bool,
    /// Whether null-move pruning and `ProbCut` are off: after a null move, and in its verification.
    pub(super) after_null_move: bool,
    /// Whether the side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
    /// For each side, the static evaluation at the beginning of its last turn, from that side's point of
    /// view; `None` if it was not computed.
    pub(super) evaluations: [Option<Score>; 2],
}

/// A node whose moves are searched, with the facts that are known before they are tried.
pub(super) struct Visit<'s, G: SearchGame> {
    pub(super) state: &'s G::State,
    pub(super) node: Node,
    /// The search window, narrowed to the values that the node can have. Alpha rises while the moves are searched.
    pub(super) window: Window,
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Whether the opponent would win at once if the side to move passed; `false` where the search does not ask for it.
    pub(super) threatened: bool,
    /// Key in the transposition table.
    pub(super) key: Key,
    /// Symmetry that maps the position to its canonical image, to which `key` and `tt_code` belong.
    pub(super) symmetry: Symmetry,
    /// Code of the transposition table move in the canonical image; `None` if the table has no move.
    pub(super) tt_code: Option<u32>,
    /// Static evaluation; `None` if it was not computed.
    pub(super) evaluation: Option<Score>,
    /// Score that quiet moves hardly exceed. If it is set, quiet moves are skipped (futility pruning).
    pub(super) futility: Option<Score>,
    /// Facts about the node for reductions and pruning of late moves.
    pub(super) late: LateMoves,
}

impl<G: SearchGame> Visit<'_, G> {
    /// Late move reductions: late quiet moves are first searched at reduced depth. Returns the reduction of a move in
    /// plies. `best` is the node's best value so far, and `tried` the number of moves tried. After a win was found, no
    /// move is reduced, because a shorter win may exist. Late move reductions gained 46 to 62 Elo.
    #[inline]
    pub(super) fn reduction(
        &self,
        params: &SearchParams,
        class: MoveClass,
        best: Score,
        tried: usize,
        picker: &Picker<G::Move>,
    ) -> i32 {
        if tried == 0 || class != MoveClass::Quiet || self.threatened || best.is_win() {
            return 0;
        }
        self.late.reduction(params, self.depth, picker.moves_before(tried))
    }
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Counts a beta cutoff by `mv` in the statistics. Unless `mv` is noisy, the history tables learn from it. `tried`
    /// is the number of moves tried before `mv`, and `quiets` are the codes of the quiet ones among them.
    #[inline]
    pub(super) fn learn_cutoff(
        &mut self,
        visit: &Visit<'_, G>,
        mv: G::Move,
        class: MoveClass,
        tried: usize,
        quiets: &[u32],
    ) {
        self.statistics.fail_highs += 1;
        self.statistics.first_move_fail_highs += u64::from(tried == 0);
        if class != MoveClass::Noisy {
            let Node { height, previous, .. } = visit.node;
            self.history.learn(visit.state.side(), height, previous, mv.code(), quiets, visit.depth);
        }
    }

    /// Stores the best value in the transposition table and returns it. `best_move` is the code of the last move that
    /// raised alpha, in the canonical image. Where superko forbids every move, stores nothing and returns a draw.
    #[inline]
    pub(super) fn conclude(&mut self, visit: &Visit<'_, G>, best: Score, best_move: Option<u32>) -> Score {
        let ply = visit.node.ply;
        if self.superko && best == Score::loss_in(ply + 1) {
            // A loss at once as the best value means that every move breaks superko.
            self.variations[visit.node.height].clear();
            return Score::DRAW;
        }
        let bound = if best >= visit.window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            code: best_move,
            score: best.from_root_to_node(ply),
            depth: Depth(visit.depth.max(0) as u16),
            bound,
            complete: !self.has_static_value,
        };
        self.store(visit.key, entry);
        best
    }
}
