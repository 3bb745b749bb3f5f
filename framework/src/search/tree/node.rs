//! A node of the search tree, common to all drivers.

use smallvec::SmallVec;

use super::node_info::{NodeInfo, ReducedMove};
use super::ordering::Picker;
use super::selectivity::{Lateness, Verdict};
use super::worker::{Driver, MAX_PLY, Worker};
use crate::rules::{Depth, Ending, Key, Move, MoveClass, NodeScratch, Score, State, Symmetry};
use crate::search::eval::Eval;
use crate::search::line::{Child, Window};
use crate::search::report::Bound;
use crate::search::root::SearchGame;
use crate::search::table::Entry;

/// Knowledge about a node before its moves are searched.
struct Known {
    key: Key,
    /// Symmetry that maps the position to the one stored in the table.
    symmetry: Symmetry,
    /// Code of the table move.
    code: Option<u32>,
    /// Futility value: an upper limit of quiet moves, if it is not above alpha.
    futility: Option<Score>,
    late: Lateness,
    /// Whether the opponent would win at once if the side to move passed.
    threatened: bool,
    scratch: NodeScratch,
    /// Whether values outside this node already contain a static evaluation.
    estimated_elsewhere: bool,
}

/// Which moves of a node are listed.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    All,
    /// Only noisy moves.
    Noisy,
    /// Noisy moves and the most promising quiet ones, for this number of quiet moves to try, if the
    /// evaluation can select them.
    Likely(usize),
}

impl Known {
    /// Returns which moves to list if at most `tried_at_most` quiet ones are tried.
    fn wanted(&self, tried_at_most: Option<usize>) -> Wanted {
        match (self.futility, tried_at_most) {
            (Some(_), _) => Wanted::Noisy,
            (None, Some(few)) if self.code.is_none() && !self.threatened => Wanted::Likely(few),
            _ => Wanted::All,
        }
    }
}

impl<G: SearchGame, E: Eval<G>> Worker<'_, G, E> {
    /// Returns the value of a position for its side to move, searched `depth` plies deep.
    pub(super) fn node(
        &mut self,
        state: &G::State,
        window: Window,
        mut depth: i32,
        mut node: NodeInfo,
    ) -> Score {
        let NodeInfo { turn, ply, .. } = node;
        let open = window.is_open();
        if !open && let Some(left) = self.left_to_end(state, depth) {
            return self.solve(state, window.alpha, turn, left, node.no_win);
        }
        let mut scratch = NodeScratch::new();
        let threatened = self.params.extend_threatened
            && !node.same_turn
            && self.may_extend(ply)
            && self.game.is_threatened(state, &mut scratch);
        if threatened {
            // The horizon is no place to value a threatened position.
            depth = depth.max(1);
        }
        if let Some(score) = self.valued_at_once(state, window, depth, node) {
            return score;
        }
        // No line from here is worse than being mated at once, or better than mating with the next move.
        let alpha = window.alpha.max(Score::loss_in(turn));
        let beta = window.beta.min(Score::win_in(turn + 1));
        if alpha >= beta || self.stopped {
            return alpha;
        }
        if let Some(score) = self.known_exactly(state, turn) {
            return score;
        }

        let (key, symmetry) = self.game.canonical(state);
        let known = self.probe(key);
        if let Some(score) =
            known.and_then(|entry| self.tt_cutoff(state, entry, depth, Window { alpha, beta }, turn))
        {
            return score;
        }

        let verdict = if threatened {
            Verdict::Search { estimate: None, futility: None, improving: true }
        } else {
            self.static_pruning(state, Window { alpha, beta }, depth, node)
        };
        let (estimate, futility, improving) = match verdict {
            Verdict::Cut(score) => return score,
            Verdict::Search { estimate, futility, improving } => (estimate, futility, improving),
        };
        if !node.same_turn {
            node.evaluations[state.side().index()] = estimate;
        }
        // From here on, `estimated` covers this node alone.
        let estimated_elsewhere = std::mem::replace(&mut self.estimated, futility.is_some());

        let code = known.and_then(|entry| entry.code);
        let reducing = self.params.internal_iterative_reduction;
        let reducible = code.is_none() && !node.same_turn && !threatened;
        if reducing > 0 && depth >= reducing && reducible {
            depth -= 1;
        }
        let late = Lateness { open, improving, has_tt_move: code.is_some() };
        let known = Known { key, symmetry, code, futility, late, threatened, scratch, estimated_elsewhere };
        self.search_moves(state, Window { alpha, beta }, depth, node, known)
    }

    /// Returns the value of a position by searching its moves.
    fn search_moves(
        &mut self,
        state: &G::State,
        Window { mut alpha, beta }: Window,
        depth: i32,
        node: NodeInfo,
        known: Known,
    ) -> Score {
        let mut tried_at_most = self.quiet_moves_tried(depth, known.late);
        let mut wanted = known.wanted(tried_at_most);
        let Known { key, symmetry, code, futility, late, threatened, mut scratch, .. } = known;
        let decoded_tt_move = code.and_then(|code| self.decoded_tt_move(state, code, symmetry));
        let mut picker = Picker::new();
        let mut listed = false;
        // Quiet moves pruned by futility are not even listed.
        let mut best = futility.unwrap_or(-Score::INFINITY);
        let mut best_move = None;
        let mut tried = 0_usize;
        let mut quiets: SmallVec<[u32; 64]> = SmallVec::new();
        for number in 0.. {
            if picker.is_partial && picker.is_done() && best.is_mate() && !best.is_win() {
                // All promising moves lose, so the others must be searched too.
                (picker, listed, wanted) = (Picker::new(), false, Wanted::All);
            }
            if !listed && (number > 0 || decoded_tt_move.is_none()) {
                listed = true;
                let unlisted = code.filter(|_| decoded_tt_move.is_none());
                if let Some(ending) = self.list_moves(state, &mut picker, wanted, unlisted, node) {
                    self.estimated = known.estimated_elsewhere;
                    return ending.score(state.side(), node.turn);
                }
            }
            let prunes = listed && !best.is_mate() && !threatened;
            if prunes && tried_at_most.is_some_and(|most| quiets.len() + picker.postponed >= most) {
                tried_at_most = None;
                self.estimated |= picker.drop_rest(|mv| self.game.class(state, mv) == MoveClass::Quiet);
            }
            let mv = match if listed { picker.next() } else { decoded_tt_move } {
                None => break,
                again if listed && again == decoded_tt_move => continue,
                Some(mv) => mv,
            };
            let loses_at_once = self.game.loses_at_once(state, mv, &mut scratch);
            let refuted = Score::loss_in(node.turn + 2);
            if loses_at_once == Some(true) && refuted <= alpha {
                // The result of playing the move.
                best = best.max(refuted);
                self.count_node();
                if self.stopped {
                    return alpha;
                }
                continue;
            }
            let work = self.work(key, mv, depth, picker.moves.len());
            if work.is_some()
                && tried > 0
                && let Some(score) = self.found_elsewhere(state, key, depth, Window { alpha, beta }, node)
            {
                self.estimated |= known.estimated_elsewhere;
                return score;
            }
            if tried > 0 && picker.postponed_after().is_none() && self.is_searched_elsewhere(work) {
                picker.postpone(tried);
                continue;
            }
            let class = self.game.class(state, mv);
            let mut reduction = 0;
            // A loss found at lower depth is proven nevertheless. A known win may not be the shortest.
            if tried > 0 && !best.is_win() && class == MoveClass::Quiet && !threatened {
                reduction = self.reduction(depth, picker.passed(tried), late);
            }
            work.inspect(|work| self.shared.currently_searched.begin(*work));
            let reduced =
                ReducedMove { reduction, first: tried == 0, no_reply_wins: loses_at_once == Some(false) };
            let value = self.child(state, mv, Window { alpha, beta }, depth, reduced, node);
            work.inspect(|work| self.shared.currently_searched.end(*work));
            if self.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(self.game.image_of_move(mv, symmetry).code());
                    if late.open {
                        self.extend_variation(mv, node.ply);
                    }
                    if alpha >= beta {
                        self.statistics.cuts += 1;
                        self.statistics.first_move_cuts += u64::from(tried == 0);
                        self.learn(state, mv, class, &quiets, depth, node);
                        break;
                    }
                }
            }
            tried += 1;
            quiets.extend((class == MoveClass::Quiet).then_some(mv.code()));
        }

        let best = self.conclude(key, best_move, best, beta, depth, node);
        self.estimated |= known.estimated_elsewhere;
        best
    }

    /// Lists and scores a node's moves. Returns the value if the game is over. The move with code `first`
    /// comes first, if it is in the list.
    #[inline]
    fn list_moves(
        &mut self,
        state: &G::State,
        picker: &mut Picker<G::Move>,
        wanted: Wanted,
        first: Option<u32>,
        node: NodeInfo,
    ) -> Option<Ending> {
        let begin = self.moment();
        let ending = match wanted {
            Wanted::Noisy => {
                self.game.noisy(state, MoveClass::Forcing, &mut picker.moves);
                None
            }
            Wanted::Likely(few) if self.eval.likely_moves(self.game, state, few, &mut picker.moves) => {
                picker.is_partial = true;
                self.estimated = true;
                None
            }
            _ => self.game.distinct_moves(state, &mut picker.moves),
        };
        begin.inspect(|begin| self.statistics.ranking += self.control.elapsed().saturating_sub(*begin));
        if ending.is_none() {
            self.rank(picker, state, node.ply, node.previous);
            first.inspect(|code| picker.prefer(*code));
        }
        ending
    }

    /// Stores the result of a node's search: `value` within a window up to `beta`, and the best move's code
    /// if one raised alpha. Returns the value.
    #[inline]
    fn conclude(
        &mut self,
        key: Key,
        code: Option<u32>,
        value: Score,
        beta: Score,
        depth: i32,
        node: NodeInfo,
    ) -> Score {
        let NodeInfo { turn, ply, .. } = node;
        if self.superko && value == Score::loss_in(turn + 1) {
            // Superko forbids every move.
            self.variations[ply].clear();
            return Score::DRAW;
        }
        let entry = Entry {
            code,
            score: value.from_root_to_node(turn),
            depth: Depth(depth.max(0) as u16),
            bound: bound_of(value, beta, code),
            complete: !self.estimated,
        };
        self.store(key, entry);
        value
    }

    /// Returns the value of a position that needs no search of its moves: the line is drawn, a move is known
    /// to win at once, or the horizon is near.
    #[inline]
    fn valued_at_once(
        &mut self,
        state: &G::State,
        window: Window,
        depth: i32,
        node: NodeInfo,
    ) -> Option<Score> {
        let NodeInfo { turn, ply, .. } = node;
        if let Some(ending) = self.line.ending(self.game, state, node.same_turn) {
            self.estimated = true;
            let earlier = if ending == Ending::Draw { self.game.ending(state) } else { None };
            return Some(earlier.unwrap_or(ending).score(state.side(), turn));
        }
        if !node.no_win
            && let Some(win) = self.game.winning_move(state)
        {
            if window.is_open() {
                self.variations[ply].clear();
                self.variations[ply].push(win);
            }
            return Some(Score::win_in(turn + 1));
        }
        if depth <= 0 && !node.same_turn || ply >= MAX_PLY {
            return Some(self.quiescence(state, window, turn, ply, node.same_turn));
        }
        (depth == 1 && !window.is_open() && self.sees_leaves_next(state, node))
            .then(|| self.frontier(state, window, turn))
    }

    /// Returns the value of a move for the side that plays it. A reduced move must first exceed alpha at the
    /// lower depth. Under PVS a later move must also exceed it with a null window before the full search.
    pub(super) fn child(
        &mut self,
        state: &G::State,
        mv: G::Move,
        window: Window,
        depth: i32,
        reduced: ReducedMove,
        node: NodeInfo,
    ) -> Score {
        // If every move brings the end nearer, no position repeats.
        let keeps_line = !self.sees_the_end;
        let child =
            if keeps_line { self.line.play(self.game, state, mv) } else { Child::new(self.game, state, mv) };
        self.count_node();
        let depth = depth - child.turn.plies() as i32;
        let next = NodeInfo {
            turn: node.turn + child.turn.plies(),
            ply: node.ply + 1,
            previous: Some(mv.code()),
            same_turn: child.turn.continues(),
            after_pass: false,
            no_win: reduced.no_reply_wins,
            evaluations: node.evaluations,
        };
        if window.is_open() {
            self.variations[next.ply].clear();
        }
        let scouts = !reduced.first && window.is_open() && self.driver != Driver::AlphaBeta;
        let mut value_in = |window: Window, reduction: i32| {
            child.value(window, |state, window| self.node(state, window, depth - reduction, next))
        };
        let probe = Window::above(window.alpha);
        let mut value = Score::INFINITY;
        let mut searches = 0;
        if reduced.reduction > 0 {
            value = value_in(probe, reduced.reduction);
            searches += 1;
        }
        if value > window.alpha && scouts {
            value = value_in(probe, 0);
            searches += 1;
        }
        if value > window.alpha && !(scouts && value >= window.beta) {
            value = value_in(window, 0);
            searches += 1;
        }
        if keeps_line {
            self.line.undo();
        }
        self.statistics.researches += searches - 1;
        value
    }

    /// Sets the principal variation of a node to the new best move and its continuation.
    #[inline]
    fn extend_variation(&mut self, mv: G::Move, ply: usize) {
        let (upper, lower) = self.variations.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    #[inline]
    fn learn(
        &mut self,
        state: &G::State,
        refutation: G::Move,
        class: MoveClass,
        quiets: &[u32],
        depth: i32,
        node: NodeInfo,
    ) {
        if class != MoveClass::Noisy {
            let NodeInfo { ply, previous, .. } = node;
            self.history.learn(state.side(), ply, previous, refutation.code(), quiets, depth);
        }
    }
}

/// Returns the bound of a value found with upper bound `beta`. Only a move that raised alpha is a best move.
#[inline]
fn bound_of(value: Score, beta: Score, best_move: Option<u32>) -> Bound {
    match best_move {
        _ if value >= beta => Bound::Lower,
        Some(_) => Bound::Exact,
        None => Bound::Upper,
    }
}
