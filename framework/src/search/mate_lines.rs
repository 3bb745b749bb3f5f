//! Lines of proven wins and losses, completed to the end of the game.
//!
//! A search proves a win without keeping all its moves: a result of the transposition table or of exact values replaces
//! the moves below it, and later results overwrite earlier ones. A missing move is found by the stored value of the
//! position after it, which must fit the announced distance. Where no value is stored, the mate solver finds the move.
//! If the win turns out to be shorter, line and score say so. If the time does not suffice, the score becomes a win or
//! loss of unknown distance.
//!
//! A search without a time limit counts work instead of time, until it is stopped. Otherwise the score of a search with
//! a limit on nodes would depend on how busy the processor is, and a game could not be reproduced.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use super::algorithm::{Resources, Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::line::{Child, step};
use super::mate_solver::MateSolver;
use super::oracle::Oracle;
use super::report::{Bound, Variation};
use super::transposition_table::Table;
use crate::rules::{Ending, Moves, PositionHistory, Score, Side, State};

/// Maximum time for completing one line while the search has time left, in a search with a time limit.
const PATIENCE: Duration = Duration::from_millis(50);
/// Minimum of the mate solver's time limit for a line, in a search with a time limit. The solver's limit is a quarter
/// of the time that the search has taken, but at least this and at most [`PATIENCE`].
const MIN_PROVING: Duration = Duration::from_millis(5);
/// Maximum number of positions looked up for a line in a search without a time limit.
const LOOKUPS: u32 = 50_000;
/// Minimum of the mate solver's node limit for a line, in a search without a time limit. The solver's limit is a
/// quarter of the nodes that the search has visited, but at least this and at most [`NODES`].
const MIN_PROVING_NODES: u64 = 10_000;
/// Maximum time for completing all lines together after the search was stopped or has reached its time limit.
const LAST_PATIENCE: Duration = Duration::from_millis(2);
/// Maximum time of one run of the mate solver, in a search with a time limit. Between two runs, the limits are checked.
const SLICE: Duration = Duration::from_millis(1);
/// Maximum number of nodes of one run of the mate solver, in a search without a time limit. Between two runs, the
/// limits are checked.
const SLICE_NODES: u64 = 1_000;
/// Maximum number of plies to the end of a short win. At each such position of a line where no stored value gives the
/// next move, the mate solver looks for the rest of the line.
const SHORT: u32 = 3;
/// Maximum number of nodes that the mate solver visits for a short win at one position of a line; see [`SHORT`].
const SHORT_NODES: u64 = 2_000;
/// Maximum number of nodes that the mate solver visits at one position of a line for a win that is not short. Without a
/// time limit, also its maximum for a whole line.
const NODES: u64 = 50_000;

/// A completed line.
#[derive(Clone)]
struct Completed<M> {
    /// The score that the search announced. `line` can have the score of a shorter win.
    announced: Score,
    line: Variation<M>,
}

/// Completes the lines of one search.
pub(crate) struct MateLines<G: SearchGame, E> {
    game: G,
    eval: E,
    state: G::State,
    history: PositionHistory,
    /// The table of the search.
    table: Arc<Table>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    control: Control,
    /// Table of the mate solver; `None` before the first line, and without enough memory. The solver does not use the
    /// search's table, because reporting a line must not change the search.
    proofs: Option<Table>,
    /// The lines completed so far, at most one for each first move.
    completed: Vec<Completed<G::Move>>,
    /// Time at which the end of the search, by a stop or a limit of its [`Budget`](super::Budget), was first noticed;
    /// `None` before.
    over: Cell<Option<Duration>>,
}

impl<G: SearchGame, E: Eval<G>> MateLines<G, E> {
    /// Prepares the completion of lines that begin in the position `state`. `resources` are those of the search.
    pub(crate) fn new(
        game: G,
        eval: E,
        state: G::State,
        history: PositionHistory,
        resources: &Resources<G>,
        control: &Control,
    ) -> Self {
        Self {
            game,
            eval,
            state,
            history,
            table: Arc::clone(&resources.table),
            oracle: resources.oracle.clone(),
            control: control.clone(),
            proofs: None,
            completed: Vec::new(),
            over: Cell::new(None),
        }
    }

    /// Completes a line whose score is a win or loss, so that it ends with the winning move at the announced distance
    /// or earlier. If that takes too long, uses an earlier completed line with the same first move and winner, or else
    /// keeps the moves and sets the score of an unknown distance. `nodes` is the number of nodes of the search.
    pub(crate) fn complete(&mut self, line: &mut Variation<G::Move>, nodes: u64) {
        // A move that has not been searched has the score of a loss in 0 plies.
        let Some(plies) = line.score.plies_to_end().filter(|plies| *plies > 0) else { return };
        let first = line.moves[0];
        let announced = line.score;
        let earlier = self.completed.iter().find(|completed| completed.line.moves[0] == first).cloned();
        if let Some(earlier) = &earlier
            && earlier.announced == announced
        {
            line.score = earlier.line.score;
            line.moves.clone_from(&earlier.line.moves);
            return;
        }
        if let Some((plies, moves)) = self.whole_line(line, plies, nodes) {
            line.score = if announced.is_win() { Score::win_in(plies) } else { Score::loss_in(plies) };
            line.moves = moves;
            self.completed.retain(|completed| completed.line.moves[0] != first);
            self.completed.push(Completed { announced, line: line.clone() });
            return;
        }
        line.score = announced.clamp_to_evaluation();
        // A win or loss that an earlier call completed is still proven, so its line replaces the incomplete
        // one.
        if let Some(Completed { line: known, .. }) = earlier
            && known.score.is_win() == announced.is_win()
        {
            line.score = known.score;
            line.moves = known.moves;
        }
    }

    /// Returns a line from the first move of `line` to the end of the game, with its length in plies; `None` if none
    /// was found in time. `plies` is the announced distance of the win or loss, and `nodes` the number of nodes that
    /// the search has visited.
    fn whole_line(
        &mut self,
        line: &Variation<G::Move>,
        plies: u32,
        nodes: u64,
    ) -> Option<(u32, Vec<G::Move>)> {
        if self.proofs.is_none() {
            self.proofs = Table::small();
        }
        let is_timed = self.control.time_limit().is_some();
        let completion = Completion {
            lines: self,
            winner: if line.score.is_win() { self.state.side() } else { !self.state.side() },
            line: self.history.clone(),
            moves: Vec::new(),
            effort: if is_timed { Effort::of_time(self.control.elapsed()) } else { Effort::of_work(nodes) },
        };
        completion.into_line(&line.moves, plies)
    }
}

/// What the completion of a line may cost: time if the search has a time limit, otherwise work.
struct Effort {
    /// Time at which the completion must stop, even if the search goes on.
    until: Duration,
    /// Time at which the mate solver must stop.
    proving_until: Duration,
    /// Number of lookups that are left.
    lookups: u32,
    /// Number of the mate solver's nodes that are left.
    proving_nodes: u64,
    /// Maximum time of one run of the mate solver; `None` for no limit.
    slice: Option<Duration>,
    /// Maximum number of nodes of one run of the mate solver.
    slice_nodes: u64,
}

impl Effort {
    /// Returns the effort in a search with a time limit that has run for `elapsed`.
    fn of_time(elapsed: Duration) -> Self {
        Self {
            until: elapsed + PATIENCE,
            proving_until: elapsed + (elapsed / 4).clamp(MIN_PROVING, PATIENCE),
            lookups: u32::MAX,
            proving_nodes: u64::MAX,
            slice: Some(SLICE),
            slice_nodes: u64::MAX,
        }
    }

    /// Returns the effort in a search without a time limit. `nodes` is the number of nodes visited so far.
    fn of_work(nodes: u64) -> Self {
        Self {
            until: Duration::MAX,
            proving_until: Duration::MAX,
            lookups: LOOKUPS,
            proving_nodes: (nodes / 4).clamp(MIN_PROVING_NODES, NODES),
            slice: None,
            slice_nodes: SLICE_NODES,
        }
    }
}

/// A position of a line, with the number of plies that are left for the win.
struct LinePosition<S> {
    state: S,
    history: PositionHistory,
    left: u32,
}

struct Completion<'a, G: SearchGame, E> {
    lines: &'a MateLines<G, E>,
    winner: Side,
    /// The line to the current position.
    line: PositionHistory,
    /// Moves from the root that [`Self::follow`] has chosen. After a success they reach the end of the game, although
    /// `follow` has taken them back on `line`. After a failure, `follow` has removed the moves that it added.
    moves: Vec<G::Move>,
    effort: Effort,
}

/// Answer of the mate solver to the question whether there is a win within a given number of plies.
enum Proof<M> {
    /// A win was found. The fields are its length in plies and its moves.
    Win(u32, Vec<M>),
    /// There is no such win.
    None,
    /// The effort did not suffice, or the solver cannot be used: under superko, without memory, or beyond 255 plies.
    Unknown,
}

impl<G: SearchGame, E: Eval<G>> Completion<'_, G, E> {
    /// Returns a line that begins with the first of `moves` and ends the game, with its length in plies. The
    /// length is `plies`, or less if the win is shorter. `None` if no such line was found in time.
    fn into_line(mut self, moves: &[G::Move], plies: u32) -> Option<(u32, Vec<G::Move>)> {
        let lines = self.lines;
        if self.follow(&lines.state, moves[0], plies, &moves[1..]) {
            return Some((plies, self.moves));
        }
        // Goes back from the end, because a win near the end is the easiest to prove, and the last moves of the line
        // are the least reliable.
        let positions = self.positions(moves, plies);
        for (number, LinePosition { state, history, left }) in positions.iter().enumerate().rev() {
            match self.prove(state, history, *left, NODES) {
                Proof::Win(length, winning_moves) if length == *left || number == 0 => {
                    return Some((plies - left + length, [&moves[..=number], &winning_moves].concat()));
                }
                Proof::Win(..) | Proof::None => {}
                Proof::Unknown => break,
            }
        }
        None
    }

    /// Plays `moves` on `line`, up to the end of the game and for at most `plies` plies, and does not take them back.
    /// Returns the position after each move, without a position in which the game is over.
    fn positions(&mut self, moves: &[G::Move], plies: u32) -> Vec<LinePosition<G::State>> {
        let lines = self.lines;
        let (mut state, mut left) = (lines.state.clone(), plies);
        let mut positions = Vec::new();
        for mv in moves {
            let turn = self.line.advance(&lines.game, &mut state, *mv);
            let Some(rest) = left.checked_sub(turn.plies()) else { break };
            if lines.game.ending(&state).is_some() {
                break;
            }
            left = rest;
            positions.push(LinePosition { state: state.clone(), history: self.line.clone(), left });
        }
        positions
    }

    /// Adds `mv` to the moves and completes them to the end of the game. Before `mv`, the end is `left` plies away.
    /// `expected` are the replies to try first. Returns whether the moves are complete; if not, removes `mv` again.
    fn follow(&mut self, state: &G::State, mv: G::Move, left: u32, expected: &[G::Move]) -> bool {
        let child = self.line.play(&self.lines.game, state, mv);
        self.moves.push(mv);
        let left = left.checked_sub(child.turn.plies());
        let is_complete = left.is_some_and(|left| self.reaches_the_end(&child, left, expected));
        self.line.pop();
        if !is_complete {
            self.moves.pop();
        }
        is_complete
    }

    /// Completes the moves from the position after a move, in exactly `left` plies. Returns whether they are complete.
    fn reaches_the_end(&mut self, child: &Child<G::State>, left: u32, expected: &[G::Move]) -> bool {
        let lines = self.lines;
        let (game, state) = (&lines.game, &child.state);
        if let Some(ending) = game.ending(state) {
            return left == 0 && ending == Ending::Win(self.winner);
        }
        if self.line.ending(game, state, child.turn.continues()).is_some() {
            return false;
        }
        if let [first, rest @ ..] = expected
            && self.follow(state, *first, left, rest)
        {
            return true;
        }
        let mut moves = Moves::new();
        game.distinct_moves(state, &mut moves);
        for mv in moves {
            if self.effort.lookups == 0 || self.is_late(self.effort.until) {
                return false;
            }
            self.effort.lookups -= 1;
            let child = Child::new(game, state, mv);
            let fits = self.distance(&child).is_some_and(|plies| plies + child.turn.plies() == left);
            if fits && self.follow(state, mv, left, &[]) {
                return true;
            }
        }
        if left > SHORT {
            return false;
        }
        let history = self.line.clone();
        match self.prove(state, &history, left, SHORT_NODES) {
            Proof::Win(length, winning_moves) if length == left => {
                self.moves.extend(winning_moves);
                true
            }
            _ => false,
        }
    }

    /// Returns the number of plies in which the winner is known to win after a move, from the game's rules, exact
    /// values or the transposition table. `None` if no such win is known.
    fn distance(&self, child: &Child<G::State>) -> Option<u32> {
        let (game, state) = (&self.lines.game, &child.state);
        if let Some(ending) = game.ending(state) {
            return (ending == Ending::Win(self.winner)).then_some(0);
        }
        let attacks = state.side() == self.winner;
        let known = |score: Score| score.plies_to_end().filter(|_| score.is_win() == attacks);
        if game.winning_move(state).is_some() {
            return attacks.then_some(1);
        }
        if let Some(score) = self.lines.oracle.as_ref().and_then(|oracle| oracle.probe(game, state)) {
            return known(score);
        }
        let (key, _) = game.canonical(state);
        let entry = self.lines.table.probe(key);
        // A lower bound proves a win of the side to move, an upper bound its loss.
        let proves = |bound: Bound| bound == Bound::Exact || (bound == Bound::Lower) == attacks;
        let stored = entry.filter(|entry| proves(entry.bound)).and_then(|entry| known(entry.score));
        if stored.is_some() || !child.turn.continues() {
            return stored;
        }
        let mut moves = Moves::new();
        game.distinct_moves(state, &mut moves);
        let distances = moves.into_iter().map(|mv| {
            let child = Child::new(game, state, mv);
            Some(self.distance(&child)? + child.turn.plies())
        });
        if attacks {
            distances.flatten().min()
        } else {
            distances.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
    }

    /// Looks for the winner's shortest win of at most `plies` plies, in at most about `nodes` nodes. Subtracts the
    /// visited nodes from the effort.
    fn prove(
        &mut self,
        state: &G::State,
        history: &PositionHistory,
        plies: u32,
        nodes: u64,
    ) -> Proof<G::Move> {
        let lines = self.lines;
        let (Some(table), Ok(max_plies)) = (&lines.proofs, u8::try_from(plies)) else {
            return Proof::Unknown;
        };
        if lines.game.draw_rules(state).has_superko() {
            return Proof::Unknown;
        }
        let mut root = Root { state: state.clone(), history: history.clone(), moves: Moves::new() };
        lines.game.distinct_moves(state, &mut root.moves);
        let nodes = nodes.min(self.effort.proving_nodes);
        let mut visited = 0;
        while visited < nodes && !self.is_late(self.effort.proving_until) {
            let control = lines.control.of_brief_work(self.effort.slice);
            let mut solver =
                MateSolver::new(&lines.game, lines.eval.clone(), &root, self.winner, table, &control);
            let win = solver.find_win(max_plies, self.effort.slice_nodes.min(nodes - visited));
            // A run that finds its answer in the table may visit no nodes. It counts as a minimum cost, because the
            // loop might otherwise never end.
            let cost = solver.nodes().max(SLICE_NODES / 10);
            visited += cost;
            self.effort.proving_nodes = self.effort.proving_nodes.saturating_sub(cost);
            if let Some(win) = win
                && let Some(length) = self.length(state, &win.line)
            {
                return Proof::Win(length, win.line);
            }
            if solver.excludes(max_plies) {
                return Proof::None;
            }
        }
        Proof::Unknown
    }

    /// Returns the length in plies of the line that begins in `state`; `None` if the solver had no time to find all its
    /// moves.
    fn length(&self, state: &G::State, moves: &[G::Move]) -> Option<u32> {
        let game = &self.lines.game;
        let mut state = state.clone();
        let mut plies = 0;
        for mv in moves {
            plies += step(game, &mut state, *mv).plies();
        }
        (game.ending(&state) == Some(Ending::Win(self.winner))).then_some(plies)
    }

    /// Whether `until` is past, or the end of the search was first noticed at least [`LAST_PATIENCE`] ago.
    fn is_late(&self, until: Duration) -> bool {
        let MateLines { control, over, .. } = self.lines;
        let now = control.elapsed();
        if over.get().is_none() && control.is_over() {
            over.set(Some(now));
        }
        now >= over.get().map_or(until, |over| until.min(over + LAST_PATIENCE))
    }
}
