//! Move choice at the root by exact values.
//!
//! The winner takes the shortest win and the loser the longest loss. A move that leads to a draw by repetition or by
//! the move limit counts as a draw. If a win takes longer than the move limit allows, it counts only if one of its
//! moves resets the count of reversible moves in time. Otherwise a search must find another win. If several drawing
//! moves have the best grade ([`Oracle::grade`]), a search chooses among them. That search does not use the exact
//! values, which are the same for all these moves.
//!
//! Values without a distance only exclude moves: those that worsen the result, and long wins if there is a
//! short win. The search chooses among the remaining moves.
//!
//! Each root move is looked up. `prober` sets time limits for this.

mod prober;

use std::cell::{Cell, OnceCell};
use std::cmp::Reverse;

use self::prober::{Deadline, Prober, TieBreak};
use super::algorithm::{Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::oracle::{Oracle, Stoppable};
use super::ordering::child_eval_score;
use super::report::{Bound, Info, Report, SearchResult, Variation};
use super::value::Value;
use crate::rules::{Depth, Moves, PositionHistory, sort_by_key_once};

struct ValuedMove<M> {
    mv: M,
    value: Value,
    tie_break: TieBreak,
}

/// Chooses the best move by the exact values of `oracle`, if they determine it under the draw rules. Reports and
/// returns at most `lines` variations, each a single move, best first. Moves with the best static evaluation are probed
/// first, because the time may not suffice for all.
///
/// # Errors
///
/// If the values do not determine the best move, returns the root moves among which a search must choose. Under
/// superko these are always all moves, because the value of a position depends on the moves before it.
pub(crate) fn choose_by_oracle<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &mut E,
    oracle: &dyn Oracle<G>,
    root: &Root<G>,
    lines: usize,
    control: &Control,
    report: &mut dyn Report<G::Move>,
) -> Result<SearchResult<G::Move>, Candidates<G::Move>> {
    if root.moves.is_empty() || game.draw_rules(&root.state).has_superko() {
        return Err(Candidates::Best(root.moves.clone()));
    }
    let deadline = Deadline { control, began: control.elapsed() };
    let oracle = &Stoppable { oracle, stop: || deadline.gives_up() };
    let (tb_hits, has_forced_draw) = (Cell::new(0), Cell::new(false));
    let prober = Prober { game, oracle, deadline, tb_hits, has_forced_draw };
    let mut moves = root.moves.clone();
    sort_by_key_once(&mut moves, |mv| Reverse(child_eval_score(game, eval, 1, &root.state, *mv)));
    let mut choice = Choice::new(prober, root);
    choice.probe(moves);
    if choice.known.len() < root.moves.len() {
        return Err(Candidates::Best(choice.candidates()));
    }
    if choice.best > Value::DRAW {
        choice.prefer_win_in_time().map_err(Candidates::Best)?;
    } else if choice.known.iter().any(|known| known.value == choice.best && choice.is_slow(known.mv)) {
        // A search makes no slow lookups, so it may see differences between moves whose exact values are equal.
        return Err(Candidates::Best(choice.at_least(choice.best)));
    }
    if choice.best == Value::DRAW {
        choice.rank_draws();
        let draws = choice.best_draws();
        // A search of the best draws finds no lines for other moves, so it is of use only if one line is wanted.
        if lines == 1 && draws.len() > 1 {
            return Err(Candidates::Draws { moves: draws, tb_hits: choice.prober.tb_hits.get() });
        }
    }
    Ok(choice.report(lines, report))
}

/// The root moves among which a search must choose.
#[derive(Debug)]
pub(crate) enum Candidates<M> {
    /// The known moves with the best known result, or all root moves if the known values exclude none. Instead, the
    /// moves of unknown value if the value of the root shows that one of them is better, or if time ran out and all
    /// known moves lose.
    Best(Moves<M>),
    /// The drawing moves with the best tie break. The search among them must not use exact values, which are the same
    /// for all.
    Draws {
        moves: Moves<M>,
        /// Number of oracle hits so far.
        tb_hits: u64,
    },
}

/// The root moves, with the exact values of those probed so far.
struct Choice<'a, G: SearchGame> {
    prober: Prober<'a, G>,
    root: &'a Root<G>,
    /// The line of play to the root position. Lookups play a move on it and take it back.
    line: PositionHistory,
    /// The moves whose value is known.
    known: Vec<ValuedMove<G::Move>>,
    /// Greatest value of the known moves; [`Value::LOST`] while there is none.
    best: Value,
    /// Whether probing ended before the deadline.
    is_in_time: bool,
    /// Whether the root moves are all moves of the position, not a selection.
    is_whole: bool,
    /// Value of the root position, looked up when it is first needed.
    result: OnceCell<Option<Value>>,
}

impl<'a, G: SearchGame> Choice<'a, G> {
    fn new(prober: Prober<'a, G>, root: &'a Root<G>) -> Self {
        let known = Vec::with_capacity(root.moves.len());
        let mut all = Moves::new();
        prober.game.distinct_moves(&root.state, &mut all);
        let is_whole = all.len() <= root.moves.len();
        let (line, best, result) = (root.history.clone(), Value::LOST, OnceCell::new());
        Self { prober, root, line, known, best, is_in_time: true, is_whole, result }
    }

    /// Looks up the values of `moves`, in their order. After the deadline, continues only while no known move keeps the
    /// result, and until [`Deadline::gives_up`].
    fn probe(&mut self, moves: Moves<G::Move>) {
        let deadline = self.prober.deadline;
        for mv in moves {
            if deadline.is_late() && (deadline.gives_up() || self.keeps_the_result()) {
                break;
            }
            if let Some(value) = self.prober.value(&self.root.state, &mut self.line, mv) {
                self.known.push(ValuedMove { mv, value, tie_break: TieBreak::default() });
                self.best = self.best.max(value);
            }
        }
        self.is_in_time = !deadline.is_late();
        self.prober.count_hits(self.known.len());
    }

    /// Returns the value of the root position. This is the value of its best move, which may not have been probed yet.
    /// `None` if the value is unknown, if the best move may not be among the root moves, or if a draw rule may have
    /// turned the position into a draw.
    fn result(&self) -> Option<Value> {
        if !self.is_whole || self.prober.has_forced_draw.get() {
            return None;
        }
        *self.result.get_or_init(|| self.prober.oracle.value(self.prober.game, &self.root.state))
    }

    /// Whether a known move has the value of the root position; `false` if that value is unknown.
    fn keeps_the_result(&self) -> bool {
        self.result().is_some_and(|result| self.best >= result)
    }

    /// Returns the known moves with at least this value.
    fn at_least(&self, min: Value) -> Moves<G::Move> {
        self.known.iter().filter(|known| known.value >= min).map(|known| known.mv).collect()
    }

    /// Returns the known winning moves. If the best value is [`Value::SHORT_WIN`], returns only moves with this value,
    /// because a long win would take longer.
    fn wins(&self) -> Moves<G::Move> {
        let least_win = Value::margin(1);
        self.at_least(if self.best == Value::SHORT_WIN { self.best } else { least_win })
    }

    /// Returns the moves among which a search must choose if the values of some moves are unknown.
    fn candidates(&self) -> Moves<G::Move> {
        let best = self.best;
        if best > Value::DRAW && best.plies().is_none() {
            return self.wins();
        }
        if best > Value::DRAW && !self.is_in_time {
            return self.at_least(best);
        }
        let is_best_unknown = self.result().is_some_and(|result| result > best);
        if is_best_unknown || (best < Value::DRAW && !self.is_in_time) {
            let mut unknown = self.root.moves.clone();
            unknown.retain(|mv| self.known.iter().all(|known| known.mv != *mv));
            return unknown;
        }
        if best == Value::DRAW && (self.result().is_some() || !self.is_in_time) {
            return self.at_least(Value::DRAW);
        }
        self.root.moves.clone()
    }

    /// Marks the first of the shortest wins that succeeds within the move limit as preferred.
    ///
    /// # Errors
    ///
    /// If no win of known distance succeeds in time, returns the winning moves. Leaves out those that repeat a
    /// position, unless all do.
    fn prefer_win_in_time(&mut self) -> Result<(), Moves<G::Move>> {
        for at in 0..self.known.len() {
            let ValuedMove { mv, value, .. } = self.known[at];
            if value < self.best || value.plies().is_none() {
                continue;
            }
            // With slow lookups, checking a win against the move limit could take seconds, so it is not checked.
            if self.is_slow(mv) || self.prober.wins_in_time(self.root, mv, value) {
                self.known[at].tie_break.is_preferred = true;
                return Ok(());
            }
        }
        let wins = self.wins();
        let mut new = wins.clone();
        new.retain(|mv| !self.line.repeats_after(self.prober.game, &self.root.state, *mv));
        Err(if new.is_empty() { wins } else { new })
    }

    fn is_slow(&self, mv: G::Move) -> bool {
        !self.prober.is_fast(&self.root.state, mv)
    }

    /// Looks up the tie breaks of the drawing moves, until the time is over. Drawing moves without a lookup keep the
    /// default tie break, which is the worst.
    fn rank_draws(&mut self) {
        for known in self.known.iter_mut().filter(|known| known.value == Value::DRAW) {
            if self.prober.deadline.control.is_over() {
                break;
            }
            known.tie_break = self.prober.tie_break_of_draw(&self.root.state, &self.line, known.mv);
        }
    }

    fn best_draws(&self) -> Moves<G::Move> {
        let draws = || self.known.iter().filter(|known| known.value == Value::DRAW);
        let best = draws().map(|known| known.tie_break).max().unwrap_or_default();
        draws().filter(|known| known.tie_break == best).map(|known| known.mv).collect()
    }

    /// Reports and returns the best moves, each as a line of one move: at most `lines` lines, but at least one.
    fn report(mut self, lines: usize, report: &mut dyn Report<G::Move>) -> SearchResult<G::Move> {
        sort_by_key_once(&mut self.known, |known| Reverse((known.value, known.tie_break)));
        self.known.truncate(lines.max(1));
        let variation = |ValuedMove { mv, value, .. }: ValuedMove<G::Move>| Variation {
            score: value.score(),
            bound: Bound::Exact,
            moves: vec![mv],
        };
        let variations: Vec<Variation<G::Move>> = self.known.into_iter().map(variation).collect();
        let nodes = self.root.moves.len() as u64;
        for (index, line) in variations.iter().enumerate() {
            let elapsed = self.prober.deadline.control.elapsed();
            report.info(&Info {
                selective_depth: Depth(line.score.plies_to_end().unwrap_or(1).max(1) as u16),
                tb_hits: self.prober.tb_hits.get(),
                ..Info::new(Depth(1), index + 1, line.clone(), nodes, elapsed)
            });
        }
        SearchResult { lines: variations, depth: Depth(1), nodes }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::rules::{Ending, Game, Hints, Score, Side, State, Symmetric};
    use crate::search::control::{Budget, MayAnswer, TimeSource};
    use crate::search::eval::NoEval;

    /// A heap, from which the sides take one to three stones in turn.
    #[derive(Clone, Copy, Debug)]
    struct Heap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Stones {
        left: u8,
        side: Side,
    }

    impl State for Stones {
        fn side(&self) -> Side {
            self.side
        }
    }

    impl Game for Heap {
        type State = Stones;
        type Move = u8;

        fn start(&self) -> Stones {
            Stones { left: 9, side: Side::First }
        }

        fn moves(&self, stones: &Stones, out: &mut Moves<u8>) -> Option<Ending> {
            out.extend(1..=stones.left.min(3));
            (stones.left == 0).then_some(Ending::Draw)
        }

        fn play(&self, stones: &mut Stones, taken: u8) {
            *stones = Stones { left: stones.left - taken, side: !stones.side };
        }
    }

    impl Hints for Heap {}
    impl Symmetric for Heap {}

    struct Slow {
        /// Value of a heap for the side to move, by its number of stones.
        values: [Option<Value>; 10],
        /// Time of a lookup in milliseconds.
        lookup: u64,
        milliseconds: Arc<AtomicU64>,
    }

    impl Oracle<Heap> for Slow {
        fn probe(&self, _: &Heap, _: &Stones) -> Option<Score> {
            None
        }

        fn value_unless(&self, _: &Heap, stones: &Stones, stop: &dyn Fn() -> bool) -> Option<Value> {
            if stop() {
                return None;
            }
            self.milliseconds.fetch_add(self.lookup, Ordering::Relaxed);
            self.values[usize::from(stones.left)]
        }
    }

    /// Returns the moves that [`choose_by_oracle`] leaves to the search in a heap of nine stones with a time limit of
    /// ten milliseconds, and the milliseconds spent. `values` are the values of the heaps with six to nine stones.
    fn remaining(values: [Option<Value>; 4], lookup: u64) -> (Vec<u8>, u64) {
        let milliseconds = Arc::new(AtomicU64::new(0));
        let mut all = [None; 10];
        all[6..].copy_from_slice(&values);
        let oracle = Slow { values: all, lookup, milliseconds: Arc::clone(&milliseconds) };
        let time = Arc::clone(&milliseconds);
        let clock = TimeSource::new(move || Duration::from_millis(time.load(Ordering::Relaxed)));
        let limit = Budget::exactly(Duration::from_millis(10));
        let control = Control::starting(clock, Some(limit), MayAnswer::AtOnce);
        let root = Root::new(&Heap, Heap.start());
        let chosen = choose_by_oracle(&Heap, &mut NoEval, &oracle, &root, 1, &control, &mut ());
        let Err(Candidates::Best(moves)) = chosen else { panic!("no distances") };
        (moves.to_vec(), milliseconds.load(Ordering::Relaxed))
    }

    /// An oracle that values every heap as a draw, and grades some heaps by their number of stones.
    struct Graded;

    impl Oracle<Heap> for Graded {
        fn probe(&self, _: &Heap, _: &Stones) -> Option<Score> {
            Some(Score::DRAW)
        }

        fn grade(&self, _: &Heap, stones: &Stones) -> Option<i32> {
            match stones.left {
                5 | 7 => Some(-2),
                6 => Some(3),
                8 => Some(5),
                _ => None,
            }
        }
    }

    /// Returns what [`choose_by_oracle`] chooses in a heap of `left` stones without a time limit.
    fn chosen(oracle: &dyn Oracle<Heap>, left: u8, lines: usize) -> Result<SearchResult<u8>, Candidates<u8>> {
        let root = Root::new(&Heap, Stones { left, side: Side::First });
        choose_by_oracle(&Heap, &mut NoEval, oracle, &root, lines, &Control::new(), &mut ())
    }

    #[test]
    fn the_draw_with_the_worst_grade_for_the_opponent_is_chosen() {
        let lines = chosen(&Graded, 9, 3).expect("known draws").lines;
        assert_eq!(lines.iter().map(|line| line.moves[0]).collect::<Vec<_>>(), [2, 3, 1]);
    }

    #[test]
    fn a_search_chooses_among_draws_of_the_same_grade() {
        let draws = chosen(&Graded, 8, 1);
        assert!(
            matches!(draws, Err(Candidates::Draws { moves, .. }) if moves.to_vec() == [1, 3]),
            "2 is worse"
        );
    }

    #[test]
    fn a_win_whose_length_no_value_holds_does_not_hide_a_shorter_one() {
        let mut values = [None; 10];
        values[6] = Some(Value::DRAW);
        values[7] = Value::decided_in(2);
        values[8] = Value::decided_in(Value::MAX_PLIES);
        let oracle = Slow { values, lookup: 0, milliseconds: Arc::default() };
        let found = chosen(&oracle, 9, 1).expect("a known win");
        assert_eq!((found.best(), found.score()), (Some(2), Some(Score::win_in(3))));
    }

    #[test]
    fn moves_without_time_for_a_lookup_are_chosen_if_the_position_is_better_than_the_known_moves() {
        for (nine, eight, expected) in [
            (Some(Value::WIN), Value::DRAW, vec![2, 3]),
            (Some(Value::DRAW), Value::DRAW, vec![1]),
            (None, Value::DRAW, vec![1]),
            (Some(Value::DRAW), Value::WIN, vec![2, 3]),
            (None, Value::WIN, vec![2, 3]),
            (Some(Value::WIN), Value::LOSS, vec![1]),
        ] {
            let (moves, _) = remaining([None, None, Some(eight), nine], 60);
            assert_eq!(moves, expected, "{nine:?}, {eight:?}");
        }
    }

    #[test]
    fn lookups_go_on_after_the_time_limit_until_a_move_keeps_the_result() {
        let (win, draw) = (Some(Value::WIN), Some(Value::DRAW));
        let slow = 20;
        assert_eq!(
            remaining([draw, win, win, draw], slow),
            (vec![3], 4 * slow),
            "three moves and the position"
        );
        assert_eq!(remaining([draw, draw, win, draw], slow), (vec![2], 3 * slow));
        assert_eq!(remaining([draw, win, draw, draw], slow), (vec![1], 2 * slow));
        assert_eq!(
            remaining([draw, win, win, None], slow),
            (vec![3], 4 * slow),
            "without the position's value"
        );
    }
}
