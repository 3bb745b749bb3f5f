//! Forced wins: whether the side to move wins within a number of plies, whatever the opponent does.
//!
//! The answer is exact, nothing is pruned, and it is asked for 1, 3, 5 ... plies, so the first win found is
//! the shortest. It is found in few nodes where a game finds cheaply which move wins at once and which one
//! allows such a win: then the attacker's last moves and the defender's moves that parry nothing are not
//! searched. A line that the game's course makes a draw is not a win; games with superko are left to the
//! search.

use std::time::Duration;

use super::control::Control;
use super::eval::{Eval, Ranks};
use super::report::Bound;
use super::root::{Root, SearchGame};
use super::table::{Entry, Table};
use crate::rules::{Depth, Key, MoveClass, Moves, NodeScratch, PositionHistory, Score, Side, State};

/// Nodes between two looks at the clock, and between two at how full the table is.
const CHECK_INTERVAL: u64 = 256;
const GROWTH_INTERVAL: u64 = 16 * CHECK_INTERVAL;
/// What makes the solver's keys other than the search's, and those of one root other than those of another:
/// what is drawn by repetition depends on how the game came there.
const SALT: u64 = 0x5eeb_27d1_9c40_6b3f;
/// The rank that a forcing move has before a quiet one.
const FORCING: i32 = 1 << 20;

/// What is known about a position with the attacker or the defender to move: the attacker wins within `wins`
/// plies, if that is not 0, and not within `resists` plies.
#[derive(Clone, Copy, Default)]
struct Known {
    wins: u8,
    resists: u8,
}

impl Known {
    /// Whether the attacker wins within `plies` plies, if it is known.
    fn answer(self, plies: u8) -> Option<bool> {
        let wins = self.wins != 0 && self.wins <= plies;
        (wins || self.resists >= plies).then_some(wins)
    }

    /// The same with what was found out for `plies` plies.
    fn with(mut self, plies: u8, won: bool) -> Self {
        if won {
            self.wins = if self.wins == 0 { plies } else { self.wins.min(plies) };
        } else {
            self.resists = self.resists.max(plies);
        }
        self
    }
}

/// Looks for the shortest forced win of one position.
pub(super) struct WinSolver<'a, G: SearchGame, E> {
    game: &'a G,
    eval: E,
    attacker: Side,
    /// How the game came to the position that is looked at.
    history: PositionHistory,
    /// The search's table, where what the solver knows stands under keys of its own: mixed with `salt`.
    table: &'a Table,
    salt: u64,
    /// Entries of the table that were filled since it was last asked to grow.
    filled: u32,
    control: &'a Control,
    /// The moment, since the search began, and the number of nodes at which it gives up.
    until: Duration,
    nodes_left: u64,
    /// Positions visited.
    pub(super) nodes: u64,
    stopped: bool,
    /// It has been given a good part of a move's time.
    pub(super) has_looked_long: bool,
}

impl<'a, G: SearchGame, E: Eval<G>> WinSolver<'a, G, E> {
    pub(super) fn new(game: &'a G, eval: E, root: &Root<G>, table: &'a Table, control: &'a Control) -> Self {
        Self {
            game,
            eval,
            attacker: root.state.side(),
            history: root.history.clone(),
            table,
            salt: Key::mix(root.state.key().0 ^ SALT ^ u64::from(root.history.halfmove_clock())).0,
            filled: 0,
            control,
            until: Duration::MAX,
            nodes_left: u64::MAX,
            nodes: 0,
            stopped: false,
            has_looked_long: false,
        }
    }

    /// The number of plies of the shortest win that takes at most `most`, with its line; `None` if there is
    /// none or the search gave up, at the latest at the moment `until` since it began or after `nodes` more
    /// nodes.
    pub(super) fn shortest_win(
        &mut self,
        state: &G::State,
        most: u8,
        until: Duration,
        nodes: u64,
    ) -> Option<(u8, Vec<G::Move>)> {
        (self.until, self.nodes_left, self.stopped) = (until, nodes, false);
        // The winner mostly has the last move, and then an even number of plies shows nothing new.
        let last = Some(most).filter(|most| *most > 0 && most % 2 == 0);
        for plies in (1..=most).step_by(2).chain(last) {
            if self.attacker_wins(state, plies, false) {
                (self.until, self.nodes_left) = (Duration::MAX, u64::MAX);
                let is_even = plies % 2 == 1 && plies > 1 && self.attacker_wins(state, plies - 1, false);
                let plies = plies - u8::from(is_even);
                return Some((plies, self.line(state, plies)));
            }
            if self.stopped {
                return None;
            }
        }
        None
    }

    /// Whether the last search gave up before it had an answer.
    pub(super) fn gave_up(&self) -> bool {
        self.stopped
    }

    /// Whether the search has to give up.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.nodes_left = self.nodes_left.saturating_sub(1);
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.stopped |= self.control.is_over() || self.control.elapsed() >= self.until;
        }
        if self.nodes.is_multiple_of(GROWTH_INTERVAL) {
            self.table.grow_if_full(std::mem::take(&mut self.filled));
        }
        self.stopped |= self.nodes_left == 0;
        self.stopped
    }

    #[inline]
    fn own_key(&self, key: Key) -> Key {
        Key::mix(key.0 ^ self.salt)
    }

    #[inline]
    fn probe(&self, key: Key) -> Known {
        let entry = self.table.probe(self.own_key(key));
        entry.map_or(Known::default(), |entry| Known {
            wins: entry.score.0 as u8,
            resists: entry.depth.0 as u8,
        })
    }

    #[inline]
    fn store(&mut self, key: Key, known: Known) {
        let entry = Entry {
            code: None,
            score: Score(known.wins.into()),
            depth: Depth(known.resists.into()),
            bound: Bound::Exact,
            complete: true,
        };
        self.filled += u32::from(self.table.store(self.own_key(key), entry));
    }

    /// Whether the attacker wins within `plies`, whoever is to move. `no_win`: that side has no move that
    /// wins at once.
    fn attacker_wins(&mut self, state: &G::State, plies: u8, no_win: bool) -> bool {
        let attacks = state.side() == self.attacker;
        if !no_win && self.game.winning_move(state).is_some() {
            return attacks;
        }
        let (key, _) = self.game.canonical(state);
        let known = self.probe(key);
        if let Some(won) = known.answer(plies) {
            return won;
        }
        let won = self.good_move(state, plies).is_some() == attacks;
        if self.stopped {
            return false;
        }
        self.store(key, known.with(plies, won));
        won
    }

    /// The first move found by which the side to move gets what it wants: the attacker a win within `plies`,
    /// the defender none. It means nothing when the search gives up.
    fn good_move(&mut self, state: &G::State, plies: u8) -> Option<G::Move> {
        let attacks = state.side() == self.attacker;
        let mut scratch = NodeScratch::new();
        // The defender's last move is a matter of looking for any reply that does not lose: order costs more
        // than it saves.
        for mv in self.moves(state, attacks || plies > 2)? {
            let loses = self.game.loses_at_once(state, mv, &mut scratch);
            // With no ply left for him the attacker's win comes too late.
            let is_bad = loses == Some(true) && (attacks || plies > 1);
            if !is_bad && self.attacker_wins_after(state, mv, plies, loses == Some(false)) == attacks {
                return Some(mv);
            }
            if self.stopped {
                return None;
            }
        }
        None
    }

    /// Whether the attacker wins within `plies` plies of which `mv`, by whichever side, is the first.
    /// `no_reply_wins`: the other side cannot win at once then.
    fn attacker_wins_after(&mut self, state: &G::State, mv: G::Move, plies: u8, no_reply_wins: bool) -> bool {
        if self.count_node() {
            return false;
        }
        let child = self.play(state, mv);
        let won = self.attacker_wins_at(&child, state.side(), plies, no_reply_wins);
        self.history.pop();
        won
    }

    /// The position after a move, which the history keeps.
    fn play(&mut self, state: &G::State, mv: G::Move) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        self.history.push(child.key(), self.game.irreversible(state, mv));
        child
    }

    /// The same for the position `child` after a move by `mover`.
    fn attacker_wins_at(&mut self, child: &G::State, mover: Side, plies: u8, no_reply_wins: bool) -> bool {
        if let Some(ending) = self.game.ending(child) {
            return ending.winner() == Some(self.attacker);
        }
        let keeps_side = child.side() == mover;
        let goes_on = keeps_side && self.game.continues_turn(child);
        // A turn is judged when it is over.
        if !goes_on && self.history.is_drawn_in_search(self.game.course(child)) {
            return false;
        }
        let left = plies.saturating_sub(u8::from(!goes_on));
        let no_win = no_reply_wins && !keeps_side;
        let is_too_late = left == 0 || left == 1 && no_win && child.side() == self.attacker;
        !is_too_late && self.attacker_wins(child, left, no_win)
    }

    /// The moves of a position in which the game is on; `ordered`: forcing ones first, then by the
    /// evaluation's order.
    fn moves(&self, state: &G::State, ordered: bool) -> Option<Moves<G::Move>> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        if !ordered {
            return Some(moves);
        }
        let mut ranks = Ranks::new();
        self.eval.order_all(self.game, state, &moves, &mut ranks);
        let mut ranked: Vec<(i32, G::Move)> = ranks.into_iter().zip(moves.iter().copied()).collect();
        for (rank, mv) in &mut ranked {
            if self.game.class(state, *mv) != MoveClass::Quiet {
                *rank += FORCING;
            }
        }
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        Some(ranked.into_iter().map(|(_, mv)| mv).collect())
    }

    /// The line of a win that takes `plies` plies: the attacker wins on the shortest way, the defender
    /// resists longest.
    fn line(&mut self, root: &G::State, plies: u8) -> Vec<G::Move> {
        let (mut state, mut left, mut line) = (root.clone(), plies, Vec::new());
        while left > 0 && self.game.ending(&state).is_none() {
            let side = state.side();
            let next = if side == self.attacker {
                self.game.winning_move(&state).or_else(|| self.good_move(&state, left))
            } else {
                // The best defence holds out a turn longer than the others; where there is none, any move
                // does.
                let best = self.good_move(&state, left.saturating_sub(2));
                best.or_else(|| self.moves(&state, false)?.first().copied())
            };
            let Some(mv) = next else { break };
            state = self.play(&state, mv);
            left -= u8::from(state.side() != side || !self.game.continues_turn(&state));
            line.push(mv);
        }
        for _ in &line {
            self.history.pop();
        }
        line
    }
}
