//! The node function of alpha-beta, shared by all drivers.
//!
//! Each selective technique stands where it applies, under its usual name. Gains in Elo are from matches of
//! the games that use the technique; see `docs/measurements.md`.

use smallvec::SmallVec;

use super::abdada::Claim;
use super::history::MAX_HEIGHT;
use super::horizon::{children_are_leaves, frontier};
use super::late_moves::LateMoves;
use super::worker::{Driver, Worker};
use super::{endgame, known};
use crate::rules::{Depth, Ending, Move, MoveClass, NodeScratch, Points, Score, State, Symmetry};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::{Child, Turn, Window};
use crate::search::ordering::Picker;
use crate::search::quiescence::{Leaf, quiescence};
use crate::search::report::Bound;
use crate::search::transposition_table::Entry;

const NULL_MOVE_DEPTH: i32 = 3;
/// Constant part of the depth reduction of null-move pruning, in plies. The other parts are one ply for the
/// pass and a quarter of the depth.
const NULL_MOVE_REDUCTION: i32 = 2;
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;

/// Location of a node in the tree, and facts known from its ancestors.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Number of plies (turns) from the root.
    pub(super) ply: u32,
    /// Number of moves from the root.
    pub(super) height: usize,
    /// Code of the last move; `None` at the root and after a null move.
    pub(super) previous: Option<u32>,
    pub(super) mid_turn: bool,
    pub(super) after_null_move: bool,
    /// Whether the side to move is known to have no move that wins at once.
    pub(super) no_win: bool,
    /// For each side, the static evaluation at the beginning of its last turn, from that side's point of
    /// view; `None` if it was not computed.
    pub(super) evaluations: [Option<Score>; 2],
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Try {
    /// Depth reduction of the first search, in plies.
    pub(super) reduction: i32,
    pub(super) is_first: bool,
    /// Whether the opponent is known to have no reply that wins at once.
    pub(super) no_reply_wins: bool,
}

#[derive(Clone, Copy, Debug)]
enum Listed {
    All,
    /// Only forcing and noisy moves.
    Noisy,
    /// Forcing and noisy moves and the most promising quiet moves, or all moves if the evaluation cannot
    /// select them. The number is the limit of quiet moves to try.
    MostPromising(usize),
}

/// Returns the value of a position for its side to move. A value outside `window` is only a bound.
#[allow(clippy::too_many_lines)] // A node reads best in one piece.
pub(super) fn search<G: SearchGame, E: Eval<G>>(
    worker: &mut Worker<'_, G, E>,
    state: &G::State,
    window: Window,
    mut depth: i32,
    mut node: Node,
) -> Score {
    let game = worker.game;
    let Node { ply, height, mid_turn, .. } = node;
    let is_open = window.is_open();

    // Search to the end of the game, in a null window and if the depth suffices.
    if !is_open && let Some(left) = endgame::moves_left(worker, state, depth) {
        return endgame::solve(worker, state, window.alpha, ply, left, node.no_win);
    }

    if let Some(ending) = worker.line.ending(game, state, mid_turn) {
        worker.has_static_value = true;
        let earlier = if ending == Ending::Draw { game.ending(state) } else { None };
        return earlier.unwrap_or(ending).score(state.side(), ply);
    }

    if !node.no_win
        && let Some(win) = game.winning_move(state)
    {
        if is_open {
            worker.variations[height].clear();
            worker.variations[height].push(win);
        }
        return Score::win_in(ply + 1);
    }

    // Threat extension: a threatened position at the horizon is searched one ply deep instead of being
    // evaluated. With `extend_all_threatened`, every threatened position is searched one ply deeper.
    let mut scratch = NodeScratch::new();
    let threatened = worker.params.extend_threatened
        && !mid_turn
        && height < (2 * worker.root_depth as usize).min(MAX_HEIGHT)
        && game.is_threatened(state, &mut scratch);
    if threatened {
        depth = if worker.params.extend_all_threatened { depth.max(0) + 1 } else { depth.max(1) };
    }

    if depth <= 0 && !mid_turn || height >= MAX_HEIGHT {
        let leaf = Leaf { ply, left: MAX_HEIGHT - height, mid_turn, no_win: true };
        return quiescence(game, worker, state, window, leaf);
    }
    if depth == 1 && !is_open && !mid_turn && children_are_leaves(worker, state) {
        return frontier(worker, state, window, ply);
    }

    // Mate distance pruning: the value is at least a loss at once and at most a win by the next move. In a
    // game decided by points, it lies within the range of [`Points`].
    let points = game.points(state);
    let [min, max] = points.map_or([Score::loss_in(ply), Score::win_in(ply + 1)], Points::range);
    let mut alpha = window.alpha.max(min);
    let beta = window.beta.min(max);
    if alpha >= beta || worker.stopped {
        return alpha;
    }
    if let Some(score) = known::exact_value(worker, state, ply) {
        return score;
    }

    // Transposition table.
    let (key, symmetry) = if game.symmetries() > 1 || worker.sees_the_end {
        game.canonical(state)
    } else {
        // The line has already computed the key, for the draw rules.
        (worker.line.history().key(), Symmetry::IDENTITY)
    };
    let entry = worker.probe(key);
    if let Some(score) =
        entry.and_then(|entry| known::tt_cutoff(worker, state, entry, depth, Window { alpha, beta }, ply))
    {
        return score;
    }
    let tt_code = entry.and_then(|entry| entry.code);

    // Pruning by the static evaluation, only in null windows, at the beginning of a turn and without a
    // threat.
    let side = state.side().index();
    let (mut evaluation, mut futility, mut improving) = (None, None, true);
    if !threatened && !mid_turn && !(Window { alpha, beta }).is_open() {
        let near_horizon = depth <= worker.params.futility_plies;
        let tries_null_move = worker.params.null_move && !node.after_null_move && depth >= NULL_MOVE_DEPTH;
        let passed = if tries_null_move { game.pass(state) } else { None };
        let tries_probcut =
            worker.params.probcut_margin > 0 && depth >= PROBCUT_DEPTH && !node.after_null_move;
        if near_horizon || passed.is_some() || tries_probcut {
            if let Some(ending) = game.ending(state) {
                return ending.score(state.side(), ply);
            }
            let value = worker.evaluate(state);
            improving = node.evaluations[side].is_none_or(|before| value > before);
            let margin = worker.params.futility_margin;
            if !beta.is_mate() {
                // Reverse futility pruning: the static evaluation is so far above beta that a search would
                // hardly return a value below beta. Together with futility pruning, it gained 50 to 257 Elo.
                let plies = (depth - i32::from(improving && depth > 1)).max(1);
                if near_horizon && value - margin * plies >= beta {
                    worker.has_static_value = true;
                    return value;
                }
                // Null-move pruning: the value is at least beta even if the side to move passes.
                if value >= beta
                    && let Some(passed) = passed
                    && let Some(score) = null_move(worker, state, passed, value, beta, depth, node)
                {
                    worker.has_static_value = true;
                    return score;
                }
                // ProbCut: the value of a much shallower search is so far above beta that a deeper search
                // would hardly return a value below beta.
                if tries_probcut {
                    let margin = worker.params.probcut_margin;
                    let window = Window::above(beta + margin - 1);
                    let value = search(worker, state, window, depth - PROBCUT_REDUCTION, node);
                    if !worker.stopped && value >= window.beta && !value.is_mate() {
                        worker.has_static_value = true;
                        return value - margin;
                    }
                }
            }
            // Futility pruning: the static evaluation is so far below alpha that quiet moves could hardly
            // raise it enough.
            let limit = value + margin * depth;
            futility = (near_horizon && limit <= alpha && !alpha.is_mate()).then_some(limit);
            evaluation = Some(value);
        }
    }
    if !mid_turn {
        node.evaluations[side] = evaluation;
    }
    // From here on, `has_static_value` covers only the moves searched below.
    let has_static_value = std::mem::replace(&mut worker.has_static_value, futility.is_some());

    // Internal iterative reduction: without a transposition table move, a full-depth search is expensive,
    // because the moves are poorly ordered.
    let reducing = worker.params.internal_iterative_reduction;
    if reducing > 0 && depth >= reducing && tt_code.is_none() && !mid_turn && !threatened {
        depth -= 1;
    }

    // Late move pruning: near the horizon, well-ordered late quiet moves rarely raise alpha. Late move
    // pruning gained 106 Elo.
    let late = LateMoves { is_open, improving, has_tt_move: tt_code.is_some() };
    let mut quiet_limit = late.quiet_limit(&worker.params, depth);
    let mut listed = match (futility, quiet_limit) {
        (Some(_), _) => Listed::Noisy,
        (None, Some(limit)) if tt_code.is_none() && !threatened => Listed::MostPromising(limit),
        _ => Listed::All,
    };

    // The transposition table's move is tried before the other moves are listed. If its code alone does not
    // determine the move, the moves are listed, and the move is tried before the other moves are ranked.
    let tt_move = tt_code.and_then(|code| known::tt_move(game, state, code, symmetry));
    let mut picker = Picker::new();
    let (mut is_listed, mut is_ranked) = (false, false);
    let mut best = futility.unwrap_or(-Score::INFINITY);
    let mut best_move = None;
    let mut tried = 0_usize;
    let mut quiets: SmallVec<[u32; 64]> = SmallVec::new();
    for number in 0.. {
        if picker.is_partial && picker.is_done() && best.is_mate() && !best.is_win() {
            // All listed moves lose, so the moves that were not listed must be searched too.
            (picker, is_listed, is_ranked, listed) = (Picker::new(), false, false, Listed::All);
        }
        let mut first = if number == 0 { tt_move } else { None };
        if first.is_none() && !is_listed {
            is_listed = true;
            if let Some(ending) = list_moves(worker, state, &mut picker, listed) {
                worker.has_static_value = has_static_value;
                return ending.score(state.side(), ply);
            }
            if number == 0 {
                first = tt_code.and_then(|code| picker.pick_unscored(code));
            }
        }
        if first.is_none() && !is_ranked {
            is_ranked = true;
            worker.rank(&mut picker, state, height, node.previous);
        }
        if is_ranked
            && !best.is_mate()
            && !threatened
            && quiet_limit.is_some_and(|limit| quiets.len() + picker.postponed >= limit)
        {
            quiet_limit = None;
            worker.has_static_value |= picker.drop_rest(|mv| game.class(state, mv) == MoveClass::Quiet);
        }
        let mv = match first.or_else(|| picker.next()) {
            None => break,
            again if number > 0 && again == tt_move => continue,
            Some(mv) => mv,
        };

        // A move that lets the opponent win at once is scored as a loss. The move is played only if this
        // score exceeds alpha.
        let loses_at_once = game.loses_at_once(state, mv, &mut scratch);
        let refuted = Score::loss_in(ply + 2);
        if loses_at_once == Some(true) && refuted <= alpha {
            best = best.max(refuted);
            worker.count_node();
            if worker.stopped {
                return alpha;
            }
            continue;
        }

        // With several threads, another thread may have finished this node or may be searching this move.
        let claim = worker.claim(key, mv, depth, picker.moves.len());
        if claim.is_some()
            && tried > 0
            && let Some(entry) = worker.probe(key)
            && let Some(score) = known::tt_cutoff(worker, state, entry, depth, Window { alpha, beta }, ply)
        {
            worker.has_static_value |= has_static_value;
            return score;
        }
        if tried > 0 && picker.postponed_after().is_none() && claim.is_some_and(Claim::is_taken) {
            picker.postpone(tried);
            continue;
        }

        // Late move reductions: late quiet moves are first searched at reduced depth. They are not reduced
        // after a win was found, because a shorter win may exist. Late move reductions gained 46 to 62 Elo.
        let class = game.class(state, mv);
        let mut reduction = 0;
        if tried > 0 && !best.is_win() && class == MoveClass::Quiet && !threatened {
            reduction = late.reduction(&worker.params, depth, picker.passed(tried));
        }
        let how = Try { reduction, is_first: tried == 0, no_reply_wins: loses_at_once == Some(false) };
        let value = worker
            .claiming(claim, |worker| child(worker, state, mv, Window { alpha, beta }, depth, how, node));
        if worker.stopped {
            return alpha;
        }
        if value > best {
            best = value;
            if value > alpha {
                alpha = value;
                best_move = Some(game.image_of_move(mv, symmetry).code());
                if is_open {
                    worker.extend_variation(mv, height);
                }
                if alpha >= beta {
                    worker.statistics.fail_highs += 1;
                    worker.statistics.first_move_fail_highs += u64::from(tried == 0);
                    if class != MoveClass::Noisy {
                        worker.history.learn(state.side(), height, node.previous, mv.code(), &quiets, depth);
                    }
                    break;
                }
            }
        }
        tried += 1;
        quiets.extend((class == MoveClass::Quiet).then_some(mv.code()));
    }

    if worker.superko && best == Score::loss_in(ply + 1) {
        // Superko forbids every move.
        worker.variations[height].clear();
        best = Score::DRAW;
    } else {
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        let entry = Entry {
            code: best_move,
            score: best.from_root_to_node(ply),
            depth: Depth(depth.max(0) as u16),
            bound,
            complete: !worker.has_static_value,
        };
        worker.store(key, entry);
    }
    worker.has_static_value |= has_static_value;
    best
}

#[inline]
fn list_moves<G: SearchGame, E: Eval<G>>(
    worker: &mut Worker<'_, G, E>,
    state: &G::State,
    picker: &mut Picker<G::Move>,
    listed: Listed,
) -> Option<Ending> {
    worker.timed(
        |times| &mut times.ranking,
        |worker| {
            let moves = &mut picker.moves;
            match listed {
                Listed::Noisy => worker.game.noisy(state, MoveClass::Forcing, moves),
                Listed::MostPromising(limit)
                    if worker.eval.most_promising(worker.game, state, limit, moves) =>
                {
                    picker.is_partial = true;
                    worker.has_static_value = true;
                }
                _ => return worker.game.distinct_moves(state, moves),
            }
            None
        },
    )
}

/// Returns the value of a move for the side that plays it. A reduced move is searched again at full depth
/// only if its value exceeds alpha. Except under plain alpha-beta, later moves in an open window are first
/// searched with a null window.
pub(super) fn child<G: SearchGame, E: Eval<G>>(
    worker: &mut Worker<'_, G, E>,
    state: &G::State,
    mv: G::Move,
    window: Window,
    depth: i32,
    how: Try,
    node: Node,
) -> Score {
    // With `sees_the_end`, the game has no draw rules, so the line is not needed.
    let keeps_line = !worker.sees_the_end;
    let child = if keeps_line {
        worker.line.play(worker.game, state, mv)
    } else {
        Child::new(worker.game, state, mv)
    };
    worker.count_node();
    let depth = depth - child.turn.plies() as i32;
    let next = Node {
        ply: node.ply + child.turn.plies(),
        height: node.height + 1,
        previous: Some(mv.code()),
        mid_turn: child.turn.continues(),
        after_null_move: false,
        no_win: how.no_reply_wins && child.turn.passed(),
        evaluations: node.evaluations,
    };
    if window.is_open() {
        worker.variations[next.height].clear();
    }
    let scouts = !how.is_first && window.is_open() && worker.driver != Driver::AlphaBeta;
    let mut value_in = |window: Window, reduction: i32| {
        child.value(window, |state, window| search(worker, state, window, depth - reduction, next))
    };
    let probe = Window::above(window.alpha);
    let mut value = Score::INFINITY;
    let mut searches = 0;
    if how.reduction > 0 {
        value = value_in(probe, how.reduction);
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
        worker.line.undo();
    }
    worker.statistics.researches += searches - 1;
    value
}

/// Null-move pruning: returns a value of at least `beta` if a search at reduced depth returns such a value
/// even after a pass; otherwise `None`. From depth `null_move_verification` on, a search without the pass
/// must confirm the cut. `passed` is the position after the pass, `evaluation` the static evaluation before
/// it.
fn null_move<G: SearchGame, E: Eval<G>>(
    worker: &mut Worker<'_, G, E>,
    state: &G::State,
    passed: G::State,
    evaluation: Score,
    beta: Score,
    depth: i32,
    node: Node,
) -> Option<Score> {
    let mut next = Node {
        ply: node.ply + 1,
        height: node.height + 1,
        after_null_move: true,
        evaluations: node.evaluations,
        ..Node::default()
    };
    next.evaluations[state.side().index()] = Some(evaluation);
    worker.count_node();
    worker.line.pass(&passed);
    let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 4;
    let window = Window::above(beta - 1);
    let passed = Child { state: passed, turn: Turn::Passed };
    let value = passed.value(window, |state, window| search(worker, state, window, reduced, next));
    worker.line.undo();
    if worker.stopped || value < beta {
        return None;
    }
    // Verification protects against zugzwang, in which passing would be best.
    let verification = worker.params.null_move_verification;
    if verification > 0 && depth >= verification {
        let unpassed = Node { after_null_move: true, ..node };
        if search(worker, state, window, reduced, unpassed) < beta || worker.stopped {
            return None;
        }
    }
    // A mate found after a null move is not proven.
    Some(if value.is_mate() { beta } else { value })
}
