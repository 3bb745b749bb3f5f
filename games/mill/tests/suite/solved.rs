//! Small boards solved from their rules: every position that can arise from the start, positions that are
//! images of each other counted once, with who wins it if both sides play as well as can be.
//!
//! Values go backwards from finished games until nothing new follows; what is left then is drawn, for nobody
//! can force anything. Published values: Three Men's Morris on all lines is won by the first player, Five and
//! Six Men's Morris are drawn (Dries De Clercq, *5-6-7 Men's Morris*, <http://puzzles.net23.net/6mm.htm>).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use plywright::engine::{Engine, Go, SearchTask, TaskEvent};
use plywright::{Depth, Ending, Game, Moves, Playable, Score, Side, State as _, Symmetry};
use plywright_mill::{Mill, PointSet, State};

/// The images of sets of up to 16 points and a 17th under each symmetry, by the bytes of the set.
struct Images(Vec<[[u32; 256]; 3]>);

impl Images {
    fn of(game: &Mill) -> Self {
        let board = game.board();
        let image = |symmetry: Symmetry, byte: usize, bits: usize| {
            let on_board = (bits as u32) << (8 * byte) & board.points().bits();
            board.image_of_all(PointSet::from_bits(on_board), symmetry).bits()
        };
        let tables = Symmetry::first(board.symmetries()).map(|symmetry| {
            std::array::from_fn(|byte| std::array::from_fn(|bits| image(symmetry, byte, bits)))
        });
        Self(tables.collect())
    }

    /// A number that all images of a position share, and no other position has.
    fn class(&self, state: &State) -> u64 {
        let pair = |table: &[[u32; 256]; 3]| {
            let image = |side| {
                let set = state.stones(side).bits();
                table[0][(set & 255) as usize]
                    | table[1][(set >> 8 & 255) as usize]
                    | table[2][(set >> 16 & 255) as usize]
            };
            u64::from(image(Side::First)) << 17 | u64::from(image(Side::Second))
        };
        let stones = self.0.iter().map(pair).min().unwrap_or(0);
        let hands = u64::from(state.hand(Side::First)) << 4 | u64::from(state.hand(Side::Second));
        let turn = state.side().index() as u64 | u64::from(state.removals(state.side()) > 0) << 1;
        stones << 10 | hands << 2 | turn
    }
}

/// All positions with what follows from each.
struct Graph {
    /// Whose turn it is, and how the game ended if it did.
    positions: Vec<(Side, Option<Ending>)>,
    /// Where the successors of each position begin.
    first: Vec<u32>,
    successors: Vec<u32>,
}

impl Graph {
    fn from_start(game: &Mill) -> Self {
        let images = Images::of(game);
        let start = game.start();
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<DefaultHasher>> = HashMap::default();
        numbers.insert(images.class(&start), 0);
        let mut waiting = std::collections::VecDeque::from([start]);
        let mut graph = Self { positions: Vec::new(), first: Vec::new(), successors: Vec::new() };
        while let Some(state) = waiting.pop_front() {
            let mut moves = Moves::new();
            let ending = game.moves(&state, &mut moves);
            graph.positions.push((state.side(), ending));
            graph.first.push(graph.successors.len() as u32);
            for mv in moves {
                let mut next = state;
                game.play(&mut next, mv);
                let new = numbers.len() as u32;
                let number = *numbers.entry(images.class(&next)).or_insert_with(|| {
                    waiting.push_back(next);
                    new
                });
                graph.successors.push(number);
            }
        }
        graph.first.push(graph.successors.len() as u32);
        graph
    }

    fn distinct_moves(&self, position: usize) -> &[u32] {
        &self.successors[self.first[position] as usize..self.first[position + 1] as usize]
    }

    /// The winner of each position; `None` if it is drawn.
    fn solve(&self) -> Vec<Option<Side>> {
        let mut winners: Vec<Option<Side>> = self
            .positions
            .iter()
            .map(|(_, ending)| if let Some(Ending::Win(side)) = ending { Some(*side) } else { None })
            .collect();
        let mut open: Vec<usize> =
            (0..winners.len()).filter(|position| self.positions[*position].1.is_none()).collect();
        loop {
            let before = open.len();
            // Late positions follow from later ones: backwards one pass goes far.
            open.reverse();
            open.retain(|position| {
                let side = self.positions[*position].0;
                let mut all_lost = true;
                for next in self.distinct_moves(*position) {
                    match winners[*next as usize] {
                        Some(winner) if winner == side => {
                            winners[*position] = Some(side);
                            return false;
                        }
                        Some(_) => {}
                        None => all_lost = false,
                    }
                }
                if all_lost {
                    winners[*position] = Some(!side);
                }
                !all_lost
            });
            if open.len() == before {
                return winners;
            }
        }
    }
}

/// Who wins the first position.
fn solve(name: &str) -> Option<Side> {
    let game = Mill::variant(name).expect("a variant");
    let graph = Graph::from_start(&game);
    let winners = graph.solve();
    println!("{name}: {} positions up to symmetry, the first is won by {:?}", winners.len(), winners[0]);
    winners[0]
}

#[test]
fn three_mens_morris_on_all_lines_is_won_by_the_first_player() {
    assert_eq!(solve("three-mens-morris"), Some(Side::First));
}

#[test]
fn a_search_finds_the_win_of_three_mens_morris() {
    let mut engine = Engine::<Mill>::new(Some("three-mens-morris")).expect("a variant");
    engine.set_option("Hash", "1").expect("a size");
    let mut score = None;
    let go = Go { depth: Some(Depth(20)), ..Go::default() };
    SearchTask::new(&engine, &go).run(&mut |thought| {
        if let TaskEvent::PvInfo(insight) = thought {
            score = Some(insight.score);
        }
    });
    let score = score.expect("a score");
    assert!(score.is_mate() && score > Score::DRAW, "{score:?}");
}

#[test]
fn five_mens_morris_is_drawn() {
    assert_eq!(solve("five-mens-morris"), None);
}

#[test]
#[ignore = "half a minute and half a gigabyte: cargo test --release -p plywright-mill solved -- --ignored"]
fn five_and_six_mens_morris_are_drawn_with_flying_and_without() {
    for name in ["five-mens-morris-flying", "six-mens-morris", "six-mens-morris-flying"] {
        assert_eq!(solve(name), None, "{name}");
    }
}
