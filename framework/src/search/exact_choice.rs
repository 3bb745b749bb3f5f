//! Move choice at the root by exact values.
//!
//! The winner takes the shortest win and the loser the longest loss. Among drawing moves that a search could
//! not tell apart, the one with the best grade is chosen ([`Oracle::grade`]), and of these the one with the
//! largest share of losing replies. Draws by repetition or move limit count as draws. If a win takes longer than the
//! move limit allows, it counts only if one of its moves resets the count of reversible moves in time. Otherwise a
//! search must find another win.
//!
//! Values without a distance only exclude moves: those that worsen the result, and long wins if there is a
//! short win. The search chooses among the other moves.

use std::cell::{Cell, OnceCell};
use std::cmp::Reverse;
use std::time::Duration;

use super::algorithm::{Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::line::{Child, Line};
use super::oracle::{Oracle, Stoppable, value_of_move};
use super::ordering::child_eval_score;
use super::report::{Bound, Info, Report, SearchResult, Variation};
use super::value::Value;
use crate::rules::{Depth, Moves};

/// Minimum time for probing the root moves, even if the time limit has passed. Fast tables need less than a
/// millisecond, slow ones about ten. The rest is a reserve for a busy processor.
const GRACE: Duration = Duration::from_millis(15);

/// Minimum time for probing if no move is known yet to keep the result. An arbitrary move would cost more than
/// the time does. Slow tables need up to 50 milliseconds for all moves. A search that is stopped only takes
/// [`GRACE`].
const GRACE_WITHOUT_MOVE: Duration = Duration::from_millis(100);

/// A root move with its exact value.
struct Known<M> {
    mv: M,
    value: Value,
    /// Decides between moves of equal values; the largest is best. A drawing move has the result of
    /// [`Prober::rank_of_draw`]. Other moves have no grade, and the number 0, or 1 for a win that is known to
    /// succeed within the move limit.
    tie_break: (Option<i32>, u32),
}

/// Chooses the best move by the exact values of `oracle`, if they determine the best move under the draw
/// rules. Returns up to `lines` lines of one move each, best first. Probes the moves in the order of the static
/// evaluation after them, because the time may not suffice for all.
///
/// # Errors
///
/// If the values do not determine the best move, returns the root moves among which a search must choose. These are
/// the moves known to keep the result, or all moves if the result is unknown. If the time did not suffice to probe all
/// moves, they are the best of the probed moves, or the other moves if one of those must be better.
pub(crate) fn choose_by_oracle<G: SearchGame, E: Eval<G>>(
    game: &G,
    eval: &mut E,
    oracle: &dyn Oracle<G>,
    root: &Root<G>,
    lines: usize,
    control: &Control,
    report: &mut dyn Report<G::Move>,
) -> Result<SearchResult<G::Move>, Moves<G::Move>> {
    let all = || root.moves.clone();
    if root.moves.is_empty() || game.draw_rules(&root.state).has_superko() {
        return Err(all());
    }
    let began = control.elapsed();
    let is_late = || control.is_over() && control.elapsed() >= began + GRACE;
    let gives_up = || is_late() && (control.is_stopped() || control.elapsed() >= began + GRACE_WITHOUT_MOVE);
    let stoppable = &Stoppable { oracle, stop: gives_up };
    let prober = Prober { game, oracle: stoppable, is_late: &is_late, tb_hits: Cell::new(0) };
    let root_value = OnceCell::new();
    // The value of the best move, even if that move is not known yet.
    let result = || *root_value.get_or_init(|| stoppable.value(game, &root.state));
    let mut line = Line::new(root.history.clone());
    let mut known = Vec::with_capacity(root.moves.len());
    let mut best = Value::LOST;
    let mut moves = root.moves.clone();
    moves.sort_by_cached_key(|mv| Reverse(child_eval_score(game, eval, 1, &root.state, *mv)));
    for mv in moves {
        if is_late() && (gives_up() || result().is_some_and(|result| best >= result)) {
            break;
        }
        if let Some(value) = prober.value(&root.state, &mut line, mv) {
            known.push(Known { mv, value, tie_break: (None, 0) });
            best = best.max(value);
        }
    }
    let is_in_time = !is_late();
    let with = |known: &[Known<G::Move>], min: Value| -> Moves<G::Move> {
        known.iter().filter(|known| known.value >= min).map(|known| known.mv).collect()
    };
    // A move to a long win must not delay a short one.
    let least_win = if best == Value::SHORT_WIN { best } else { Value::margin(1) };
    prober.count_hits(known.len());
    if known.len() < root.moves.len() {
        let mut unknown = all();
        unknown.retain(|mv| known.iter().all(|known| known.mv != *mv));
        return Err(match best {
            win if win > Value::DRAW && win.plies().is_none() => with(&known, least_win),
            win if win > Value::DRAW && !is_in_time => with(&known, best),
            worse if result().is_some_and(|result| result > worse) => unknown,
            Value::DRAW if result().is_some() || !is_in_time => with(&known, best),
            loss if loss < Value::DRAW && !is_in_time => unknown,
            _ => all(),
        });
    }
    let is_slow = |known: &Known<G::Move>| !prober.is_fast(&root.state, known.mv);
    if best > Value::DRAW {
        let mut first = None;
        for known in known.iter().filter(|known| known.value == best && best.plies().is_some()) {
            // With slow lookups, checking a win against the move limit could take seconds, so it is not checked.
            if is_slow(known) || prober.wins_in_time(root, known.mv, best) {
                first = Some(known.mv);
                break;
            }
        }
        let Some(first) = first else {
            let wins = with(&known, least_win);
            let mut new = wins.clone();
            new.retain(|mv| !prober.repeats(&root.state, &mut line, *mv));
            return Err(if new.is_empty() { wins } else { new });
        };
        // Puts the win that is known to succeed within the move limit before other wins of equal length.
        known.iter_mut().filter(|known| known.mv == first).for_each(|known| known.tie_break.1 = 1);
    }
    // Among moves of equal value, a search chooses better than the share of losing replies does.
    if best <= Value::DRAW && known.iter().any(|known| known.value == best && is_slow(known)) {
        return Err(with(&known, best));
    }
    if best == Value::DRAW {
        for known in known.iter_mut().filter(|known| known.value == best) {
            if control.is_over() {
                break;
            }
            known.tie_break = prober.rank_of_draw(&root.state, &mut line, known.mv);
        }
    }
    known.sort_by_cached_key(Known::rank);
    known.truncate(lines.max(1));
    let lines: Vec<Variation<G::Move>> = known
        .into_iter()
        .map(|Known { mv, value, .. }| Variation {
            score: value.score(),
            bound: Bound::Exact,
            moves: vec![mv],
        })
        .collect();
    let nodes = root.moves.len() as u64;
    for (index, line) in lines.iter().enumerate() {
        report.info(&Info {
            selective_depth: Depth(line.score.plies_to_end().unwrap_or(1).max(1) as u16),
            tb_hits: prober.tb_hits.get(),
            ..Info::new(Depth(1), index + 1, line.clone(), nodes, control.elapsed())
        });
    }
    Ok(SearchResult { lines, depth: Depth(1), nodes })
}

impl<M> Known<M> {
    /// Returns a sort key that puts the best move first.
    fn rank(&self) -> Reverse<(Value, (Option<i32>, u32))> {
        Reverse((self.value, self.tie_break))
    }
}

/// Probes an oracle for the moves of a game.
struct Prober<'a, G> {
    game: &'a G,
    oracle: &'a dyn Oracle<G>,
    /// Whether the time for probing is over.
    is_late: &'a dyn Fn() -> bool,
    /// Number of oracle hits.
    tb_hits: Cell<u64>,
}

impl<G: SearchGame> Prober<'_, G> {
    fn count_hits(&self, hits: usize) {
        self.tb_hits.set(self.tb_hits.get() + hits as u64);
    }

    /// Returns the value of a move for the side that plays it, including draws by repetition and move limit.
    /// `None` if the value is unknown.
    fn value(&self, state: &G::State, line: &mut Line, mv: G::Move) -> Option<Value> {
        let value = value_of_move(self.game, self.oracle, state, mv)?;
        let Child { state: next, turn } = line.play(self.game, state, mv);
        let drawn = self.game.ending(&next).is_none() && line.is_drawn(self.game, &next, turn.continues());
        line.undo();
        Some(if drawn { Value::DRAW } else { value })
    }

    fn repeats(&self, state: &G::State, line: &mut Line, mv: G::Move) -> bool {
        line.play(self.game, state, mv);
        let repeats = line.repeats();
        line.undo();
        repeats
    }

    /// Whether a search would see only the exact value of a move, because the move ends the game or
    /// [`Oracle::probe`] knows the position after it. A search cannot choose among moves of equal exact
    /// value.
    fn is_fast(&self, state: &G::State, mv: G::Move) -> bool {
        let next = Child::new(self.game, state, mv).state;
        self.game.ending(&next).is_some() || self.oracle.probe(self.game, &next).is_some()
    }

    /// Ranks a drawing move by its grade for the player, if it is known, and then by the share of the opponent's
    /// replies that lose. The number is 1 plus this share in thousandths, counted among replies of known value.
    /// Without a grade, the number is 0 if the move ends the game or repeats a position, and 1 if the same
    /// player begins a new turn after it. If the move only continues a turn, returns the maximum over the
    /// drawing continuations, or 1 without a grade if none is known to draw.
    fn rank_of_draw(&self, state: &G::State, line: &mut Line, mv: G::Move) -> (Option<i32>, u32) {
        let repeats = self.repeats(state, line, mv);
        let Child { state: next, turn } = Child::new(self.game, state, mv);
        if repeats || self.game.ending(&next).is_some() {
            return (None, 0);
        }
        let mut replies = Moves::new();
        self.game.distinct_moves(&next, &mut replies);
        if turn.continues() {
            let is_draw =
                |mv: &G::Move| value_of_move(self.game, self.oracle, &next, *mv) == Some(Value::DRAW);
            let draws = replies.into_iter().filter(is_draw);
            return draws.map(|mv| self.rank_of_draw(&next, line, mv)).max().unwrap_or((None, 1));
        }
        if !turn.passed() {
            return (None, 1);
        }
        self.count_hits(replies.len());
        let values = replies.iter().filter_map(|reply| value_of_move(self.game, self.oracle, &next, *reply));
        let (mut all, mut losing) = (0, 0);
        for value in values {
            all += 1;
            losing += u32::from(value.is_loss());
        }
        // Adding 1 ranks every move that does not repeat a position above moves that do.
        let losing = 1 + losing * 1000 / u32::max(all, 1);
        (self.oracle.grade(self.game, &next).map(|grade| -grade), losing)
    }

    /// Whether the shortest win that begins with `first` succeeds within the move limit against the longest
    /// resistance. `false` if the search ends before this is known. `value` is the value of `first`.
    fn wins_in_time(&self, root: &Root<G>, first: G::Move, value: Value) -> bool {
        let (mut state, mut line, mut value) = (root.state.clone(), Line::new(root.history.clone()), value);
        let mut next = Some(first);
        loop {
            let limit = u32::from(self.game.draw_rules(&state).move_limit);
            let plies = value.plies().unwrap_or(u32::MAX);
            if limit == 0 || u32::from(line.halfmove_clock()).saturating_add(plies) <= limit {
                return true;
            }
            let Some(mv) = next.filter(|_| !(self.is_late)()) else { return false };
            state = line.play(self.game, &state, mv).state;
            let best = self.best(&state, &mut line);
            // Without a best move, or with only a draw, the win was not reached within the move limit.
            let Some((known, mv)) = best.filter(|(known, _)| *known != Value::DRAW) else { return false };
            (value, next) = (known, Some(mv));
        }
    }

    /// Returns the best move of a position with its value; `None` if the value of a move is unknown or the
    /// game is over.
    fn best(&self, state: &G::State, line: &mut Line) -> Option<(Value, G::Move)> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        self.count_hits(moves.len());
        let valued = moves.iter().map(|mv| Some((self.value(state, line, *mv)?, *mv)));
        valued.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|(value, _)| *value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::rules::{Ending, Game, Hints, Score, Side, State, Symmetric};
    use crate::search::control::{Budget, MayAnswer, TimeSource};
    use crate::search::eval::NoEval;

    /// A heap, from which the sides take one to three stones in turn.
    #[derive(Clone, Copy, Debug)]
    struct Heap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Stones(u8, Side);

    impl State for Stones {
        fn side(&self) -> Side {
            self.1
        }
    }

    impl Game for Heap {
        type State = Stones;
        type Move = u8;

        fn start(&self) -> Stones {
            Stones(9, Side::First)
        }

        fn moves(&self, stones: &Stones, out: &mut Moves<u8>) -> Option<Ending> {
            out.extend(1..=stones.0.min(3));
            (stones.0 == 0).then_some(Ending::Draw)
        }

        fn play(&self, stones: &mut Stones, taken: u8) {
            *stones = Stones(stones.0 - taken, !stones.1);
        }
    }

    impl Hints for Heap {}
    impl Symmetric for Heap {}

    struct Slow {
        /// Values of the heaps for the side to move, by the number of stones.
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
            self.values[usize::from(stones.0)]
        }
    }

    /// Returns the moves of a heap of nine stones that remain with a time limit of ten milliseconds, and the
    /// time spent in milliseconds. `values` are those of the heaps with six to nine stones.
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
        (chosen.expect_err("no distances").to_vec(), milliseconds.load(Ordering::Relaxed))
    }

    /// An oracle to which every heap is a draw.
    struct Graded;

    impl Oracle<Heap> for Graded {
        fn probe(&self, _: &Heap, _: &Stones) -> Option<Score> {
            Some(Score::DRAW)
        }

        fn grade(&self, _: &Heap, stones: &Stones) -> Option<i32> {
            [(6, 3), (7, -2), (8, 5)].iter().find(|(heap, _)| *heap == stones.0).map(|(_, grade)| *grade)
        }
    }

    #[test]
    fn the_draw_with_the_worst_grade_for_the_opponent_is_chosen() {
        let control = Control::starting(TimeSource::default(), None, MayAnswer::AtOnce);
        let root = Root::new(&Heap, Heap.start());
        let chosen = choose_by_oracle(&Heap, &mut NoEval, &Graded, &root, 3, &control, &mut ());
        let lines = chosen.expect("known draws").lines;
        assert_eq!(lines.iter().map(|line| line.moves[0]).collect::<Vec<_>>(), [2, 3, 1]);
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
