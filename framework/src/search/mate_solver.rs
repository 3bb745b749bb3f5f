//! The mate solver: finds the shortest win that a side can force. Nothing is pruned.
//!
//! The solver tries 1, 3, 5 and so on plies if the attacker is to move, otherwise 2, 4, 6 and so on. It may find
//! a win one ply too long if the defender plays the last ply or a side moves twice in a row. With the hints
//! `winning_move` and `loses_at_once`, it searches neither the attacker's last move nor defences that parry nothing.
//!
//! Every caller of `find_win` decides how many nodes it may visit: `alphabeta/mate_search` during a search,
//! `mate_lines` for the moves of a proven win, and `forced_win` without a search.
//!
//! A line that repeats one of its own positions is not a draw here, because a shortest win repeats no
//! position. A repetition of a position before the root is a draw, so the transposition table keys depend on
//! these positions. Superko is not supported.

use super::algorithm::{Root, SearchGame};
use super::control::Control;
use super::eval::Eval;
use super::line::Child;
use super::ordering::Picker;
use super::report::Bound;
use super::transposition_table::{Entry, Table};
use crate::rules::{
    Depth, Key, MoveClass, Moves, NodeScratch, PositionHistory, Score, Side, State, Symmetry,
};

/// Work counted for a visited node. The unit is the work of listing one move.
const NODE_WORK: usize = 16;
/// Work between two clock checks: that of at most 256 visited nodes.
const CHECK_INTERVAL: usize = 256 * NODE_WORK;
/// Arbitrary number that distinguishes the solver's transposition table keys from the main search's.
const SALT: u64 = 0x5eeb_27d1_9c40_6b3f;
/// Added to the ordering score of a forcing or noisy move, so that these moves come first.
const FORCING: i32 = 1 << 20;

/// Returns a number that distinguishes the transposition table keys of this attacker's solver from those of the other
/// attacker's and of the main search.
const fn salt_of(attacker: Side) -> u64 {
    SALT + attacker.index() as u64
}

/// What is proven about a position, whichever side is to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Number of plies within which the attacker wins; 0 if no win is known.
    wins: u8,
    /// Number of plies within which the attacker does not win; 0 if nothing is proven.
    resists: u8,
}

impl Known {
    /// Whether the attacker wins within `plies` plies; `None` if unknown.
    fn decides(self, plies: u8) -> Option<bool> {
        let wins = self.wins != 0 && self.wins <= plies;
        (wins || self.resists >= plies).then_some(wins)
    }

    /// Returns these facts with one more: whether the attacker wins within `plies` plies.
    fn with(mut self, plies: u8, won: bool) -> Self {
        if won {
            self.wins = if self.wins == 0 { plies } else { self.wins.min(plies) };
        } else {
            self.resists = self.resists.max(plies);
        }
        self
    }
}

/// A forced win of the attacker.
pub(super) struct Win<M> {
    pub(super) plies: u8,
    /// At least one move. Lacks the last moves if `control` ended the search before they were found.
    pub(super) line: Vec<M>,
}

/// A search for the shortest forced win of one position. Each call of [`MateSolver::find_win`] continues the search
/// where the previous call ended.
pub(super) struct MateSolver<'a, G: SearchGame, E> {
    game: &'a G,
    eval: E,
    root: &'a Root<G>,
    /// Root moves in search order; empty before the first call of `find_win`.
    root_moves: Moves<G::Move>,
    attacker: Side,
    /// Keys of the positions before the root that can still be repeated.
    earlier: &'a [Key],
    /// The line of moves to the current position.
    line: PositionHistory,
    /// May be the table of a main search. The solver's keys are mixed with `salt`, so that neither search finds entries
    /// of the other.
    table: &'a Table,
    /// Distinguishes this solver's keys from those of a main search, of a solver for the other attacker, and of a
    /// solver whose root has other earlier positions.
    salt: u64,
    /// Number of transposition table entries filled since the last call of [`Table::grow_if_full`].
    filled: u32,
    control: &'a Control,
    /// Number of plies within which the attacker is proven to have no win from the root; 0 if nothing is proven.
    resists: u8,
    /// Number of nodes that all calls of `find_win` have visited.
    nodes: u64,
    /// Value of `nodes` at which the current call of `find_win` ends.
    node_limit: u64,
    /// Work since the last clock check, in the unit of [`NODE_WORK`].
    work: usize,
    /// Whether the current call of `find_win` must end. Results that are computed while this is `true` have no meaning.
    stopped: bool,
}

impl<'a, G: SearchGame, E: Eval<G>> MateSolver<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        eval: E,
        root: &'a Root<G>,
        attacker: Side,
        table: &'a Table,
        control: &'a Control,
    ) -> Self {
        let earlier = root.history.recurring();
        let fold = |salt: u64, key: &Key| Key::mix(salt ^ key.0).0;
        Self {
            game,
            eval,
            root,
            root_moves: Moves::new(),
            attacker,
            earlier,
            line: root.history.clone(),
            table,
            salt: earlier.iter().fold(salt_of(attacker), fold),
            filled: 0,
            control,
            resists: 0,
            nodes: 0,
            node_limit: 0,
            work: 0,
            stopped: false,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker is proven to have no win from the root within `plies` plies.
    pub(super) fn excludes(&self, plies: u8) -> bool {
        self.resists >= plies
    }

    /// Returns a win of the attacker in at most `max_plies` plies: the shortest, or one ply longer as the module says.
    /// `None` if there is no such win ([`MateSolver::excludes`] is then true), or if none was found within `nodes`
    /// further nodes or before `control` ended the search. The moves of a win are completed without a limit on nodes.
    pub(super) fn find_win(&mut self, max_plies: u8, nodes: u64) -> Option<Win<G::Move>> {
        (self.node_limit, self.stopped) = (self.nodes.saturating_add(nodes), false);
        if self.root_moves.is_empty() {
            self.root_moves = self.ordered(&self.root.state, self.root.moves.clone());
        }
        let moves = self.root_moves.clone();
        let attacks = self.root.state.side() == self.attacker;
        while self.resists < max_plies {
            // The attacker usually plays the last move of a win, so lengths of the other parity are skipped, except
            // `max_plies`.
            let next = self.resists + 1;
            let attacker_is_last = (next % 2 == 1) == attacks;
            let plies = max_plies.min(if attacker_is_last { next } else { next + 1 });
            let good_move = self.good_move_among(&self.root.state, &moves, plies);
            if self.stopped {
                return None;
            }
            if good_move.is_some() == attacks {
                return Some(Win { plies, line: self.winning_line(good_move, plies) });
            }
            self.resists = plies;
        }
        None
    }

    /// Counts a visited node. Returns `true` if the solver must stop.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.count_work(NODE_WORK);
        self.stopped |= self.nodes >= self.node_limit;
        self.stopped
    }

    /// Counts work in the unit of [`NODE_WORK`]. Every [`CHECK_INTERVAL`] units, lets the transposition table grow, and
    /// sets `stopped` if `control` has ended the search.
    fn count_work(&mut self, work: usize) {
        self.work += work;
        if self.work >= CHECK_INTERVAL {
            self.work = 0;
            self.stopped |= self.control.is_over();
            self.table.grow_if_full(std::mem::take(&mut self.filled));
        }
    }

    /// Returns the transposition table key of a position. Symmetric positions share a key if no earlier
    /// position of the game can be repeated. Under a move limit, the key also depends on the number of
    /// reversible moves.
    #[inline]
    fn own_key(&self, state: &G::State) -> Key {
        let (key, salt) = if self.earlier.is_empty() {
            let (key, symmetry) = self.game.canonical(state);
            // A symmetry can exchange the sides. The attacker then plays the other side in the image.
            let keeps_sides =
                symmetry == Symmetry::IDENTITY || self.game.transform(state, symmetry).side() == state.side();
            (key, salt_of(if keeps_sides { self.attacker } else { !self.attacker }))
        } else {
            (state.key(), self.salt)
        };
        let is_limited = self.game.draw_rules(state).move_limit > 0;
        let clock = if is_limited { u64::from(self.line.halfmove_clock()) << 32 } else { 0 };
        Key::mix(key.0 ^ salt ^ clock)
    }

    #[inline]
    fn probe(&self, key: Key) -> Known {
        let entry = self.table.probe(key);
        entry.map_or(Known::default(), |entry| Known {
            wins: entry.score.0 as u8,
            resists: entry.depth.0 as u8,
        })
    }

    /// Stores facts in an entry: the number of plies within which the attacker wins as its score, and the number within
    /// which it does not win as its depth.
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

    /// Whether the attacker wins within `plies` plies, whichever side is to move. `no_win` means that the side to move
    /// is known to have no move that wins at once. The result is meaningless if the solver was stopped.
    fn attacker_wins(&mut self, state: &G::State, plies: u8, no_win: bool) -> bool {
        let attacks = state.side() == self.attacker;
        if !no_win && self.game.winning_move(state).is_some() {
            return attacks;
        }
        let key = self.own_key(state);
        let known = self.probe(key);
        if let Some(won) = known.decides(plies) {
            return won;
        }
        let won = self.good_move(state, plies).is_some() == attacks;
        if self.stopped {
            return false;
        }
        self.store(key, known.with(plies, won));
        won
    }

    /// Returns a move that reaches the goal of the side to move: the attacker wins within `plies` plies, or
    /// the defender prevents it. `None` if there is no such move. The result is meaningless if the solver was
    /// stopped.
    fn good_move(&mut self, state: &G::State, plies: u8) -> Option<G::Move> {
        let mut moves = Moves::new();
        if self.game.distinct_moves(state, &mut moves).is_some() {
            return None;
        }
        self.count_work(moves.len());
        // At the defender's last move, any move that does not lose suffices, so ordering costs more than it
        // saves.
        if state.side() == self.attacker || plies > 2 {
            moves = self.ordered(state, moves);
        }
        self.good_move_among(state, &moves, plies)
    }

    /// Returns the first of `moves` that is a good move; see [`Self::good_move`].
    fn good_move_among(&mut self, state: &G::State, moves: &[G::Move], plies: u8) -> Option<G::Move> {
        let attacks = state.side() == self.attacker;
        let mut scratch = NodeScratch::new();
        for mv in moves.iter().copied() {
            let loses = self.game.loses_at_once(state, mv, &mut scratch);
            // A defence that loses at once is good enough if the attacker has no ply left to win.
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

    /// Whether the attacker wins within `plies` plies that begin with `mv`, a move of either side.
    /// `no_reply_wins` means that the opponent of the mover is known to have no reply that wins at once.
    fn attacker_wins_after(&mut self, state: &G::State, mv: G::Move, plies: u8, no_reply_wins: bool) -> bool {
        if self.count_node() {
            return false;
        }
        let child = self.line.play(self.game, state, mv);
        let won = self.attacker_wins_at(&child, plies, no_reply_wins);
        self.line.pop();
        won
    }

    /// Whether the attacker wins after a move, within `plies` plies that include the move; see
    /// [`Self::attacker_wins_after`].
    fn attacker_wins_at(&mut self, child: &Child<G::State>, plies: u8, no_reply_wins: bool) -> bool {
        let Child { state, turn } = child;
        if let Some(ending) = self.game.ending(state) {
            return ending.winner() == Some(self.attacker);
        }
        let repeats = || self.earlier.contains(&state.key());
        if !turn.continues() && self.line.is_drawn_if_repeating(self.game.draw_rules(state), repeats) {
            return false;
        }
        let left = plies.saturating_sub(turn.plies() as u8);
        let no_win = no_reply_wins && turn.passed();
        let is_too_late = left == 0 || (left == 1 && no_win && state.side() == self.attacker);
        !is_too_late && self.attacker_wins(state, left, no_win)
    }

    /// Sorts moves: forcing and noisy ones come before quiet ones. Within each group, the evaluation's ordering scores
    /// decide.
    fn ordered(&mut self, state: &G::State, moves: Moves<G::Move>) -> Moves<G::Move> {
        let mut picker = Picker::new();
        picker.moves = moves;
        picker.rank(self.game, &mut self.eval, 0, state);
        for (mv, score) in picker.scored() {
            if self.game.class(state, mv) != MoveClass::Quiet {
                *score += FORCING;
            }
        }
        picker.sort();
        picker.moves
    }

    /// Returns the line of the win in `plies` plies. `first` is the attacker's winning move; `None` if the
    /// defender is to move. Searches without a limit on nodes. If the control ends the search, the line is cut short.
    fn winning_line(&mut self, first: Option<G::Move>, plies: u8) -> Vec<G::Move> {
        self.node_limit = u64::MAX;
        let (mut state, mut left, mut moves) = (self.root.state.clone(), plies, Vec::new());
        let mut next = first.or_else(|| self.best_move(&state, left));
        while let Some(mv) = next {
            let turn = self.line.advance(self.game, &mut state, mv);
            left = left.saturating_sub(turn.plies() as u8);
            moves.push(mv);
            let is_over = left == 0 || self.game.ending(&state).is_some();
            next = if is_over { None } else { self.best_move(&state, left) };
        }
        for _ in &moves {
            self.line.pop();
        }
        moves
    }

    /// Returns a move of the winning line in a position that the attacker wins within `plies` plies.
    fn best_move(&mut self, state: &G::State, plies: u8) -> Option<G::Move> {
        if state.side() == self.attacker {
            return self.game.winning_move(state).or_else(|| self.good_move(state, plies));
        }
        // The longest resistance prevents a win two plies shorter. If no move prevents it, all moves lose, so the first
        // one is taken.
        self.good_move(state, plies.saturating_sub(2)).or_else(|| {
            let mut moves = Moves::new();
            self.game.distinct_moves(state, &mut moves);
            moves.first().copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawRules, Ending, Game, Hints, Repetition, Symmetric};
    use crate::search::eval::NoEval;
    use crate::search::rng::Rng;

    const PLACES: u8 = 10;
    const MAX_PLIES: u8 = 9;

    /// A game with one piece, which both sides move in turn along the arrows of a cyclic graph.
    #[derive(Clone, Debug)]
    struct Graph {
        start: u8,
        /// `arrows[side][place]`: places to which the side can move the piece. A side without a move loses.
        arrows: [Vec<Vec<u8>>; 2],
        rules: DrawRules,
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

        fn draw_rules(&self, _: &Piece) -> DrawRules {
            self.rules
        }
    }

    impl Hints for Graph {}
    impl Symmetric for Graph {}

    impl Graph {
        fn random(rng: &mut Rng) -> Self {
            // The second side has fewer moves, so that the first one wins more often.
            let arrows = [3, 2].map(|max_arrows| {
                let arrows = (0..PLACES).map(|place| {
                    let count = if place == PLACES - 1 { 0 } else { 1 + rng.below(max_arrows) };
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
                rules: DrawRules { repetition: Repetition::Draw(3), move_limit },
            }
        }

        /// Whether the first side wins within `plies` plies, by plain minimax that counts repetitions along
        /// each line.
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

    /// Runs the solver in parts until it has proven the shortest win of at most `MAX_PLIES` plies, or that there is
    /// none. Each part may visit `nodes` nodes more than all earlier parts together.
    fn find_shortest(solver: &mut MateSolver<'_, Graph, NoEval>, nodes: u64) -> Option<Win<u8>> {
        let mut found: Option<Win<u8>> = None;
        loop {
            let max_plies = found.as_ref().map_or(MAX_PLIES, |win| win.plies - 1);
            if solver.excludes(max_plies) {
                return found;
            }
            found = solver.find_win(max_plies, nodes.saturating_add(solver.nodes())).or(found);
        }
    }

    /// Returns the start position as a root, in half of the cases after five earlier positions of the game. Repeating
    /// one of these is a draw, and they enter the keys of the transposition table.
    fn random_root(graph: &Graph, rng: &mut Rng) -> Root<Graph> {
        let mut root = Root::new(graph, graph.start());
        if rng.below(2) == 0 {
            root.history = PositionHistory::new(graph.start().key(), 0);
            for side in [Side::Second, Side::First, Side::Second, Side::First] {
                let piece = Piece { place: rng.below(PLACES.into()) as u8, side };
                root.history.push(piece.key(), false);
            }
            root.history.push(graph.start().key(), false);
        }
        root
    }

    #[test]
    fn wins_and_their_lengths_are_those_of_minimax_in_games_with_cycles() {
        let mut rng = Rng::new(5);
        let mut lengths = [0; MAX_PLIES as usize + 1];
        for _ in 0..2_000 {
            let graph = Graph::random(&mut rng);
            let root = random_root(&graph, &mut rng);
            let mut history = root.history.clone();
            let shortest = (1..=MAX_PLIES).find(|plies| graph.wins(graph.start(), *plies, &mut history));
            let control = Control::new();
            for (nodes, mebibytes) in [(u64::MAX, 1), (3, 1), (u64::MAX, 0), (3, 0)] {
                let table = Table::new(mebibytes).expect("a table");
                let mut solver = MateSolver::new(&graph, NoEval, &root, Side::First, &table, &control);
                let found = find_shortest(&mut solver, nodes);
                assert_eq!(found.as_ref().map(|win| win.plies), shortest, "{graph:?} {root:?}");
                if let Some(Win { plies, line }) = found {
                    assert_eq!(line.len(), usize::from(plies), "{graph:?} {line:?}");
                }
            }
            lengths[usize::from(shortest.unwrap_or(0))] += 1;
        }
        assert!(lengths.iter().step_by(2).skip(1).all(|count| *count == 0), "the winner moves last");
        assert!(lengths[1..].iter().step_by(2).all(|count| *count > 2), "{lengths:?}");
    }

    /// A race. In each turn, a side waits or takes a step. A side wins by its last step.
    #[derive(Clone)]
    struct Race;

    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Steps {
        /// Number of steps that are left for each side.
        left: [u8; 2],
        side: Side,
    }

    impl State for Steps {
        fn side(&self) -> Side {
            self.side
        }
    }

    impl Game for Race {
        type State = Steps;
        type Move = u8;

        fn start(&self) -> Steps {
            Steps { left: [2, 2], side: Side::First }
        }

        fn moves(&self, steps: &Steps, out: &mut Moves<u8>) -> Option<Ending> {
            if steps.left[steps.side.other().index()] == 0 {
                return Some(Ending::Win(!steps.side));
            }
            out.extend([0, 1]);
            None
        }

        fn play(&self, steps: &mut Steps, taken: u8) {
            steps.left[steps.side.index()] -= taken;
            steps.side = !steps.side;
        }
    }

    impl Hints for Race {}

    impl Symmetric for Race {
        fn symmetries(&self) -> u8 {
            2
        }

        fn transform(&self, steps: &Steps, _: Symmetry) -> Steps {
            let [first, second] = steps.left;
            Steps { left: [second, first], side: !steps.side }
        }
    }

    #[test]
    fn the_image_with_the_sides_exchanged_is_another_position() {
        let control = Control::new();
        for (first, second) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 3), (4, 4)] {
            let root = Root::new(&Race, Steps { left: [first, second], side: Side::First });
            let table = Table::new(1).expect("a table");
            let mut solver = MateSolver::new(&Race, NoEval, &root, Side::First, &table, &control);
            let found = solver.find_win(MAX_PLIES, u64::MAX).map(|win| win.plies);
            assert_eq!(found, (first <= second).then_some(2 * first - 1), "{first} and {second} steps");
        }
    }
}
