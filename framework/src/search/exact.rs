//! The move of a position in which every move's value is exactly known: no search is needed.
//!
//! The winner takes the shortest way and the loser the longest. Among moves that draw the one is preferred
//! after which most of the opponent's replies lose, and never one that gives the draw away by the game's
//! course. Where the move limit would come before a win, the shortest way counts if a move on it starts the
//! count anew in time; otherwise a search must look for another way, and nothing is said here.

use std::cell::Cell;
use std::time::Duration;

use super::control::Control;
use super::oracle::{Oracle, value_of_move};
use super::report::{Bound, Info, Line, Report, SearchResult};
use super::root::{Root, SearchGame};
use crate::rules::{Depth, Moves, PositionHistory, Score, State};

/// Maximum length of a line that is reported.
const LONGEST_LINE: usize = 40;

/// Time that the root's moves are given even if the search is over: less than a millisecond is enough unless
/// the tables are slow, but the processor may be away for longer, and a move by chance would lose value.
const GRACE: Duration = Duration::from_millis(15);

/// What is known about a root move.
struct Known<M> {
    mv: M,
    score: Score,
    /// How likely the opponent is to go wrong after a move that draws: the greater the likelier.
    losing_replies: u32,
}

/// The best lines by exact knowledge; `None` unless the oracle knows every move of the root and the value
/// holds under the rules of the game's course.
pub fn by_oracle<G: SearchGame>(
    game: &G,
    oracle: &dyn Oracle<G>,
    root: &Root<G>,
    lines: usize,
    control: &Control,
    report: &mut dyn Report<G::Move>,
) -> Option<SearchResult<G::Move>> {
    if root.moves.is_empty() || game.course(&root.state).has_superko() {
        return None;
    }
    let grace_ends = control.elapsed() + GRACE;
    let prober = Prober { game, oracle, control, grace_ends, tb_hits: Cell::new(0) };
    let mut known = Vec::with_capacity(root.moves.len());
    for mv in &root.moves {
        if prober.gives_up() {
            return None;
        }
        let score = prober.score(&root.state, &root.history, *mv)?;
        known.push(Known { mv: *mv, score, losing_replies: 0 });
    }
    let best = known.iter().map(|known| known.score).max()?;
    prober.count_hits(known.len());
    if best > Score::DRAW {
        let is_best = |known: &&Known<G::Move>| known.score == best;
        let mut ways = known.iter().filter(is_best).map(|known| known.mv);
        let first = ways.find(|mv| prober.wins_in_time(root, *mv, best))?;
        // Of equally short ways the one that is known to be in time comes first.
        known.iter_mut().filter(|known| known.mv == first).for_each(|known| known.losing_replies = 1);
    }
    if best == Score::DRAW {
        for known in known.iter_mut().filter(|known| known.score == Score::DRAW) {
            if control.is_over() {
                break;
            }
            known.losing_replies = prober.losing_replies(&root.state, &root.history, known.mv);
        }
    }
    known.sort_by_key(|known| std::cmp::Reverse((known.score, known.losing_replies)));
    known.truncate(lines.max(1));
    let lines: Vec<Line<G::Move>> = known
        .into_iter()
        .map(|Known { mv, score, .. }| {
            let moves = prober.line(root, mv, score);
            Line { score, bound: Bound::Exact, moves }
        })
        .collect();
    let nodes = root.moves.len() as u64;
    for (index, line) in lines.iter().enumerate() {
        report.info(&Info {
            depth: Depth(1),
            selective_depth: Depth(line.moves.len().max(1) as u16),
            rank: index + 1,
            line: line.clone(),
            nodes,
            time: control.elapsed(),
            hashfull: 0,
            tb_hits: prober.tb_hits.get(),
        });
    }
    Some(SearchResult { lines, depth: Depth(1), nodes })
}

/// A game and what is known about it, asked until `control` says that it is over.
struct Prober<'a, G> {
    game: &'a G,
    oracle: &'a dyn Oracle<G>,
    control: &'a Control,
    /// The moment, since the search began, up to which it goes on even if it is over.
    grace_ends: Duration,
    /// Answers of the oracle.
    tb_hits: Cell<u64>,
}

impl<G: SearchGame> Prober<'_, G> {
    /// Whether what is not known yet stays unknown.
    fn gives_up(&self) -> bool {
        self.control.is_over() && self.control.elapsed() >= self.grace_ends
    }

    fn count_hits(&self, hits: usize) {
        self.tb_hits.set(self.tb_hits.get() + hits as u64);
    }

    /// The value of a move for the side that plays it, a draw by the game's course counted.
    fn score(&self, state: &G::State, history: &PositionHistory, mv: G::Move) -> Option<Score> {
        let score = value_of_move(self.game, self.oracle, state, mv)?.score();
        let (next, history) = self.after(state, history, mv);
        // A turn is judged when it is over.
        let is_over = next.side() != state.side() || !self.game.continues_turn(&next);
        let drawn = is_over && self.game.ending(&next).is_none() && history.is_drawn(self.game.course(&next));
        Some(if drawn { Score::DRAW } else { score })
    }

    fn after(&self, state: &G::State, history: &PositionHistory, mv: G::Move) -> (G::State, PositionHistory) {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        let mut history = history.clone();
        history.push(next.key(), self.game.irreversible(state, mv));
        (next, history)
    }

    /// How many of a thousand replies to a drawing move lose.
    fn losing_replies(&self, state: &G::State, history: &PositionHistory, mv: G::Move) -> u32 {
        let (next, history) = self.after(state, history, mv);
        if self.game.ending(&next).is_some() || history.repeats() {
            return 0;
        }
        let mut replies = Moves::new();
        self.game.distinct_moves(&next, &mut replies);
        self.count_hits(replies.len());
        let own = next.side() == state.side();
        let values = replies.iter().filter_map(|reply| value_of_move(self.game, self.oracle, &next, *reply));
        let (mut all, mut losing) = (0, 0);
        for value in values {
            all += 1;
            losing += u32::from(value.is_loss());
        }
        // One more than the thousandths: a move that brings back no earlier position is better than one that
        // does.
        if own { 1 } else { 1 + losing * 1000 / u32::max(all, 1) }
    }

    /// Whether the shortest way to a win, which begins with a move of that value, is not cut short by the
    /// move limit when the opponent resists longest.
    fn wins_in_time(&self, root: &Root<G>, first: G::Move, score: Score) -> bool {
        let (mut state, mut history, mut score) = (root.state.clone(), root.history.clone(), score);
        let mut next = Some(first);
        loop {
            let limit = u32::from(self.game.course(&state).move_limit);
            let plies = score.plies_to_end().unwrap_or(u32::MAX);
            if limit == 0 || u32::from(history.halfmove_clock()).saturating_add(plies) <= limit {
                return true;
            }
            let Some(mv) = next.filter(|_| !self.gives_up()) else { return false };
            (state, history) = self.after(&state, &history, mv);
            let best = self.best(&state, &history);
            // A draw by the game's course is on the way, or the game is over.
            let Some((value, mv)) = best.filter(|(value, _)| *value != Score::DRAW) else { return false };
            (score, next) = (value, Some(mv));
        }
    }

    /// The best move of a position and its value; `None` when one is not known, or the game is over.
    fn best(&self, state: &G::State, history: &PositionHistory) -> Option<(Score, G::Move)> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        self.count_hits(moves.len());
        let scored = moves.iter().map(|mv| Some((self.score(state, history, *mv)?, *mv)));
        scored.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|(score, _)| *score)
    }

    /// A line of best moves that begins with a move of that value.
    fn line(&self, root: &Root<G>, first: G::Move, score: Score) -> Vec<G::Move> {
        let mut line = vec![first];
        let (mut state, mut history) = self.after(&root.state, &root.history, first);
        while score != Score::DRAW && line.len() < LONGEST_LINE && !self.control.is_over() {
            let Some((_, best)) = self.best(&state, &history) else { break };
            line.push(best);
            (state, history) = self.after(&state, &history, best);
        }
        line
    }
}
