//! Forced wins: whether the side to move wins within a number of plies, whatever the opponent does.
//!
//! The answer is exact: nothing is pruned. The solver tries 1, 3, 5 ... plies, so the first win that it finds
//! is the shortest. Few nodes suffice in a game that finds cheaply which move wins at once and which one allows
//! such a win: then the attacker's last moves and the defender's moves that parry nothing are not searched.
//!
//! What the solver learns about a position holds however the position is reached, so it is kept in the table.
//! A line that comes back to a position of the line itself needs no rule: the attacker's shortest way to a win
//! never does that. A line that comes back to a position of the game before the root is a draw, and the keys
//! depend on these positions. Games with superko are left to the main search.

use super::control::Control;
use super::eval::{Eval, Ranks};
use super::report::Bound;
use super::root::{Root, SearchGame};
use super::table::{Entry, Table};
use crate::rules::{Depth, Key, MoveClass, Moves, NodeScratch, Repetition, Score, Side, State};

/// Units of work for a node; listing a move is one unit.
const NODE_WORK: usize = 16;
/// Units of work between two checks of the clock: 256 nodes.
const CHECK_INTERVAL: usize = 256 * NODE_WORK;
/// Distinguishes the solver's keys from the search's.
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

/// A forced win.
pub(super) struct Win<M> {
    /// Plies that it takes.
    pub(super) plies: u8,
    /// Its moves; at least one.
    pub(super) line: Vec<M>,
}

/// Looks for the shortest forced win of one position, in as many parts as its caller likes: each begins where
/// the one before was interrupted.
pub(super) struct WinSolver<'a, G: SearchGame, E> {
    game: &'a G,
    eval: E,
    root: &'a Root<G>,
    /// The root's moves in the solver's order; empty before the first part.
    root_moves: Moves<G::Move>,
    attacker: Side,
    /// Keys of the positions before the root that can still come back.
    earlier: &'a [Key],
    /// Moves without an irreversible one that led to the present position.
    halfmove_clock: u16,
    /// The search's table. The solver's keys are mixed with `salt`.
    table: &'a Table,
    salt: u64,
    /// Entries of the table that were filled since it was last asked to grow.
    filled: u32,
    control: &'a Control,
    /// The attacker has no win within this number of plies.
    resists: u8,
    /// Positions visited, and their number at which the present part ends.
    nodes: u64,
    node_limit: u64,
    /// Work since the last check of the clock.
    work: usize,
    stopped: bool,
}

impl<'a, G: SearchGame, E: Eval<G>> WinSolver<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        eval: E,
        root: &'a Root<G>,
        table: &'a Table,
        control: &'a Control,
    ) -> Self {
        let attacker = root.state.side();
        let earlier = root.history.recurring();
        let fold = |salt: u64, key: &Key| Key::mix(salt ^ key.0).0;
        Self {
            game,
            eval,
            root,
            root_moves: Moves::new(),
            attacker,
            earlier,
            halfmove_clock: root.history.halfmove_clock(),
            table,
            salt: earlier.iter().fold(SALT + attacker.index() as u64, fold),
            filled: 0,
            control,
            resists: 0,
            nodes: 0,
            node_limit: 0,
            work: 0,
            stopped: false,
        }
    }

    /// Positions visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether it is known that no win takes at most `plies` plies.
    pub(super) fn excludes(&self, plies: u8) -> bool {
        self.resists >= plies
    }

    /// A win of at most `most` plies, the shortest one or a ply longer; `None` if there is none or no answer was
    /// found within `nodes` more nodes.
    pub(super) fn find_win(&mut self, most: u8, nodes: u64) -> Option<Win<G::Move>> {
        (self.node_limit, self.stopped) = (self.nodes.saturating_add(nodes), false);
        if self.root_moves.is_empty() {
            self.root_moves = self.ordered(&self.root.state, self.root.moves.clone());
        }
        while self.resists < most {
            // The winner mostly has the last move, and then an even number of plies shows nothing new.
            let plies = ((self.resists + 1) | 1).min(most);
            if let Some(first) = self.first_move(plies) {
                return Some(Win { plies, line: self.line(first, plies) });
            }
            if self.stopped {
                return None;
            }
            self.resists = plies;
        }
        None
    }

    /// The root's first move found by which the attacker wins within `plies` plies.
    fn first_move(&mut self, plies: u8) -> Option<G::Move> {
        let moves = std::mem::take(&mut self.root_moves);
        let found = self.good_move_among(&self.root.state, &moves, plies);
        self.root_moves = moves;
        found
    }

    /// Counts a node. Returns whether the solver has to give up.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.count_work(NODE_WORK);
        self.stopped |= self.nodes >= self.node_limit;
        self.stopped
    }

    /// Counts work, and checks clock and stop now and then.
    fn count_work(&mut self, work: usize) {
        self.work += work;
        if self.work >= CHECK_INTERVAL {
            self.work = 0;
            self.stopped |= self.control.is_over();
            self.table.grow_if_full(std::mem::take(&mut self.filled));
        }
    }

    /// The key under which the table keeps what is known about a position. Images of a position are one
    /// position unless one of them has occurred in the game.
    #[inline]
    fn own_key(&self, state: &G::State) -> Key {
        let key = if self.earlier.is_empty() { self.game.canonical(state).0 } else { state.key() };
        let is_limited = self.game.course(state).move_limit > 0;
        let clock = if is_limited { u64::from(self.halfmove_clock) << 32 } else { 0 };
        Key::mix(key.0 ^ self.salt ^ clock)
    }

    #[inline]
    fn probe(&self, key: Key) -> Known {
        let entry = self.table.probe(key);
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
        self.filled += u32::from(self.table.store(key, entry));
    }

    /// Whether the attacker wins within `plies`, whoever is to move. `no_win`: that side has no move that
    /// wins at once.
    fn attacker_wins(&mut self, state: &G::State, plies: u8, no_win: bool) -> bool {
        let attacks = state.side() == self.attacker;
        if !no_win && self.game.winning_move(state).is_some() {
            return attacks;
        }
        let key = self.own_key(state);
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
    /// the defender none. It means nothing when the solver gives up.
    fn good_move(&mut self, state: &G::State, plies: u8) -> Option<G::Move> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        self.count_work(moves.len());
        // The defender's last move is a matter of looking for any reply that does not lose: order costs more
        // than it saves.
        if state.side() == self.attacker || plies > 2 {
            moves = self.ordered(state, moves);
        }
        self.good_move_among(state, &moves, plies)
    }

    /// The same among some of the moves.
    fn good_move_among(&mut self, state: &G::State, moves: &[G::Move], plies: u8) -> Option<G::Move> {
        let attacks = state.side() == self.attacker;
        let mut scratch = NodeScratch::new();
        for mv in moves.iter().copied() {
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
        let halfmove_clock = self.halfmove_clock;
        let child = self.play(state, mv);
        let won = self.attacker_wins_at(&child, state.side(), plies, no_reply_wins);
        self.halfmove_clock = halfmove_clock;
        won
    }

    /// The position after a move, which the clock counts.
    fn play(&mut self, state: &G::State, mv: G::Move) -> G::State {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        let is_irreversible = self.game.irreversible(state, mv);
        self.halfmove_clock = if is_irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        child
    }

    /// Whether a position is drawn because it occurred in the game, or by the move limit.
    fn is_drawn(&self, state: &G::State) -> bool {
        let rules = self.game.course(state);
        self.halfmove_clock > 1
            && (rules.move_limit > 0 && self.halfmove_clock >= rules.move_limit
                || matches!(rules.repetition, Repetition::Draw(1..)) && self.earlier.contains(&state.key()))
    }

    /// Whether the attacker wins within `plies` plies of which the last one, by `mover`, led to `child`.
    fn attacker_wins_at(&mut self, child: &G::State, mover: Side, plies: u8, no_reply_wins: bool) -> bool {
        if let Some(ending) = self.game.ending(child) {
            return ending.winner() == Some(self.attacker);
        }
        let keeps_side = child.side() == mover;
        let goes_on = keeps_side && self.game.continues_turn(child);
        // A turn is judged when it is over.
        if !goes_on && self.is_drawn(child) {
            return false;
        }
        let left = plies.saturating_sub(u8::from(!goes_on));
        let no_win = no_reply_wins && !keeps_side;
        let is_too_late = left == 0 || left == 1 && no_win && child.side() == self.attacker;
        !is_too_late && self.attacker_wins(child, left, no_win)
    }

    /// The moves of a position, forcing ones first, then by the evaluation's order.
    fn ordered(&self, state: &G::State, moves: Moves<G::Move>) -> Moves<G::Move> {
        let mut ranks = Ranks::new();
        self.eval.order_all(self.game, state, &moves, &mut ranks);
        let mut ranked: Vec<(i32, G::Move)> = ranks.into_iter().zip(moves).collect();
        for (rank, mv) in &mut ranked {
            if self.game.class(state, *mv) != MoveClass::Quiet {
                *rank += FORCING;
            }
        }
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The line of a win that begins with `first` and takes `plies` plies: the attacker wins on the shortest
    /// way, the defender resists longest.
    fn line(&mut self, first: G::Move, plies: u8) -> Vec<G::Move> {
        self.node_limit = u64::MAX;
        let halfmove_clock = self.halfmove_clock;
        let (mut state, mut left, mut line) = (self.root.state.clone(), plies, Vec::new());
        let mut next = Some(first);
        while let Some(mv) = next {
            let side = state.side();
            state = self.play(&state, mv);
            left = left.saturating_sub(u8::from(state.side() != side || !self.game.continues_turn(&state)));
            line.push(mv);
            let is_over = left == 0 || self.game.ending(&state).is_some();
            next = if is_over { None } else { self.best_move(&state, left) };
        }
        self.halfmove_clock = halfmove_clock;
        line
    }

    /// The best move of a position in which the attacker wins within `plies` plies.
    fn best_move(&mut self, state: &G::State, plies: u8) -> Option<G::Move> {
        if state.side() == self.attacker {
            return self.game.winning_move(state).or_else(|| self.good_move(state, plies));
        }
        // The best defence holds out a turn longer than the others; where there is none, any move does.
        self.good_move(state, plies.saturating_sub(2)).or_else(|| {
            let mut moves = Moves::new();
            self.game.distinct_moves(state, &mut moves);
            moves.first().copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{CourseRules, Ending, Game, Hints, PositionHistory, Symmetric};
    use crate::search::eval::NoEval;
    use crate::search::random::Rng;

    const PLACES: u8 = 10;
    const MOST: u8 = 9;

    /// One piece that both sides move in turn along the arrows of a graph with cycles.
    #[derive(Clone, Debug)]
    struct Graph {
        start: u8,
        /// The places to which each side can move the piece; a side without a move loses.
        arrows: [Vec<Vec<u8>>; 2],
        rules: CourseRules,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Piece {
        place: u8,
        side: Side,
    }

    impl State for Piece {
        fn side(&self) -> Side {
            self.side
        }
    }

    impl Game for Graph {
        type State = Piece;
        type Move = u8;

        fn start(&self) -> Piece {
            Piece { place: self.start, side: Side::First }
        }

        fn moves(&self, piece: &Piece, out: &mut Moves<u8>) -> Option<Ending> {
            out.extend_from_slice(&self.arrows[piece.side.index()][usize::from(piece.place)]);
            out.is_empty().then_some(Ending::Win(!piece.side))
        }

        fn play(&self, piece: &mut Piece, mv: u8) {
            *piece = Piece { place: mv, side: !piece.side };
        }

        fn course(&self, _: &Piece) -> CourseRules {
            self.rules
        }
    }

    impl Hints for Graph {}
    impl Symmetric for Graph {}

    impl Graph {
        fn random(rng: &mut Rng) -> Self {
            // The second side has fewer moves, so that the first one wins more often.
            let arrows = [3, 2].map(|most| {
                let arrows = (0..PLACES).map(|place| {
                    let count = if place == PLACES - 1 { 0 } else { 1 + rng.below(most) };
                    let near = (0..count).map(|_| (place + rng.below(7) as u8).saturating_sub(3));
                    let mut arrows: Vec<u8> = near.map(|place| place.min(PLACES - 1)).collect();
                    arrows.sort_unstable();
                    arrows.dedup();
                    arrows
                });
                arrows.collect()
            });
            let move_limit = if rng.below(4) == 0 { 6 } else { 0 };
            Self {
                start: rng.below(usize::from(PLACES) - 1) as u8,
                arrows,
                rules: CourseRules { repetition: Repetition::Draw(3), move_limit },
            }
        }

        /// Whether the first side wins within `plies`: plain minimax over lines, each with its own history.
        fn wins(&self, piece: Piece, plies: u8, history: &mut PositionHistory) -> bool {
            let mut moves = Moves::new();
            if let Some(ending) = self.moves(&piece, &mut moves) {
                return ending == Ending::Win(Side::First);
            }
            let attacks = piece.side == Side::First;
            let wins_after = |mv: &u8| {
                let mut child = piece;
                self.play(&mut child, *mv);
                history.push(child.key(), false);
                let is_drawn = self.ending(&child).is_none() && history.is_drawn_in_search(self.rules);
                let won = !is_drawn && self.wins(child, plies - 1, history);
                history.pop();
                won == attacks
            };
            plies > 0 && moves.iter().any(wins_after) == attacks
        }
    }

    /// The solver agrees with plain minimax where positions come back, in one part and in many.
    #[test]
    fn wins_and_their_lengths_are_those_of_minimax_in_games_with_cycles() {
        let mut rng = Rng::new(5);
        let mut lengths = [0; MOST as usize + 1];
        for _ in 0..2_000 {
            let graph = Graph::random(&mut rng);
            let mut root = Root::new(&graph, graph.start());
            if rng.below(2) == 0 {
                // The game came by these positions.
                root.history = PositionHistory::new(graph.start().key(), 0);
                let before = (0..4).map(|number| Piece {
                    place: rng.below(PLACES.into()) as u8,
                    side: Side::BOTH[(number + 1) % 2],
                });
                before.for_each(|piece| root.history.push(piece.key(), false));
                root.history.push(graph.start().key(), false);
            }
            let mut history = root.history.clone();
            let shortest = (1..=MOST).find(|plies| graph.wins(graph.start(), *plies, &mut history));
            let control = Control::new();
            for (nodes, mebibytes) in [(u64::MAX, 1), (3, 1), (u64::MAX, 0), (3, 0)] {
                let table = Arc::new(Table::new(mebibytes).expect("a table"));
                let mut solver = WinSolver::new(&graph, NoEval, &root, &table, &control);
                let mut found: Option<Win<u8>> = None;
                let most = |found: &Option<Win<u8>>| found.as_ref().map_or(MOST, |win| win.plies - 1);
                while !solver.excludes(most(&found)) {
                    found = solver.find_win(most(&found), nodes.saturating_add(solver.nodes())).or(found);
                }
                assert_eq!(found.as_ref().map(|win| win.plies), shortest, "{graph:?} {root:?}");
                found.inspect(|Win { plies, line }| {
                    assert_eq!(line.len(), usize::from(*plies), "{graph:?} {line:?}");
                });
            }
            lengths[usize::from(shortest.unwrap_or(0))] += 1;
        }
        assert!(lengths.iter().step_by(2).skip(1).all(|count| *count == 0), "the winner moves last");
        assert!(lengths[1..].iter().step_by(2).all(|count| *count > 2), "{lengths:?}");
    }
}
