//! Kalah: each side has a row of houses and a store. A move sows the seeds of a house one by one counterclockwise,
//! leaving out the opponent's store. If the last seed falls into the mover's store, the mover moves again. If the last
//! seed falls into an empty house of the mover, that seed and the seeds in the house opposite are captured: they go
//! into the mover's store. When all houses of a side are empty, the game is over, and each side also gets the seeds in
//! its own houses. The result is a margin in seeds.

mod eval;
mod numbering;
mod text;

use plywright::prelude::*;

pub use eval::Lead;

/// Value of a seed in a store, in evaluation units.
const SEED: i32 = 100;
/// Maximum number of houses of a side.
const MAX_HOUSES: usize = 6;
/// Index of a side's store, after the indices of its houses; the same on boards with fewer houses.
const STORE: usize = MAX_HOUSES;

/// A position: the seeds of both sides, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Seeds of each side: in its houses from left to right as that side sees them, and at index [`STORE`] in its
    /// store. The other entries are 0. A side has eight entries, so that they fill a 64-bit word.
    pits: [[u8; STORE + 2]; 2],
    side: Side,
}

impl State for Board {
    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        let [first, second] = self.pits.map(u64::from_le_bytes);
        Key::mix(Key::mix(first).0 ^ second ^ (self.side.index() as u64) << 63)
    }
}

impl Board {
    /// Returns the seeds in a side's six houses, from left to right as that side sees them, and in its store. On
    /// smaller boards, the last houses are unused and have 0 seeds.
    pub fn pits(&self, side: Side) -> &[u8] {
        &self.pits[side.index()][..=STORE]
    }

    fn seeds_in_houses(&self, side: Side) -> i32 {
        self.pits[side.index()][..STORE].iter().map(|seeds| i32::from(*seeds)).sum()
    }

    fn seeds_in_all_houses(&self) -> i32 {
        Side::BOTH.map(|side| self.seeds_in_houses(side)).iter().sum()
    }

    fn seeds_in_store(&self, side: Side) -> i32 {
        self.pits[side.index()][STORE].into()
    }
}

/// The rules. A move is the number of a house, from 0 on the left of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    /// Number of houses of each side, at most six.
    houses: usize,
    /// Number of seeds in each house at the start.
    seeds: u8,
    /// Whether a last seed in an empty house is captured even if the house opposite is empty.
    has_empty_captures: bool,
}

/// The rules for which the game was solved in Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, *Solving
/// Kalah*, ICGA Journal 23 (2000).
impl Default for Kalah {
    fn default() -> Self {
        Self { houses: 6, seeds: 4, has_empty_captures: true }
    }
}

impl Kalah {
    /// Returns the number of the pit into which the last seed falls when the side to move sows `house`, which must not
    /// be empty. Pits are numbered from the mover's left house: its houses, its store, then the opponent's houses.
    fn last_pit(&self, board: &Board, house: u8) -> usize {
        let seeds = board.pits[board.side.index()][usize::from(house)];
        (usize::from(house) + usize::from(seeds)) % (2 * self.houses + 1)
    }

    /// Returns the number of the opponent's house opposite a house. Each is counted from the left of its owner.
    const fn opposite(&self, house: usize) -> usize {
        self.houses - 1 - house
    }
}

impl Game for Kalah {
    type State = Board;
    type Move = u8;

    fn start(&self) -> Board {
        let mut side = [0; STORE + 2];
        side[..self.houses].fill(self.seeds);
        Board { pits: [side; 2], side: Side::First }
    }

    fn moves(&self, board: &Board, out: &mut Moves<u8>) -> Option<Ending> {
        let ending = self.ending(board);
        let own = board.pits[board.side.index()];
        let is_move = |house: &u8| ending.is_none() && own[usize::from(*house)] > 0;
        out.extend((0..self.houses as u8).rev().filter(is_move));
        ending
    }

    fn play(&self, board: &mut Board, house: u8) {
        let (own, other) = (board.side.index(), board.side.other().index());
        let last = self.last_pit(board, house);
        let mut pit = usize::from(house);
        for _ in 0..std::mem::take(&mut board.pits[own][pit]) {
            pit = if pit == 2 * self.houses { 0 } else { pit + 1 };
            match pit.checked_sub(self.houses) {
                None => board.pits[own][pit] += 1,
                Some(0) => board.pits[own][STORE] += 1,
                Some(beyond) => board.pits[other][beyond - 1] += 1,
            }
        }
        if last < self.houses && board.pits[own][last] == 1 {
            let captured = board.pits[other][self.opposite(last)];
            if captured > 0 || self.has_empty_captures {
                board.pits[other][self.opposite(last)] = 0;
                board.pits[own][last] = 0;
                board.pits[own][STORE] += captured + 1;
            }
        }
        // The turn continues if the last seed falls into the mover's store and the game is not over.
        if last != self.houses || self.ending(board).is_some() {
            board.side = !board.side;
        }
    }

    fn ending(&self, board: &Board) -> Option<Ending> {
        let [first, second] = Side::BOTH.map(|side| board.seeds_in_houses(side));
        let lead = first + board.seeds_in_store(Side::First) - second - board.seeds_in_store(Side::Second);
        (first == 0 || second == 0).then_some(Ending::Margin(SEED * lead))
    }

    fn is_legal(&self, board: &Board, house: u8) -> bool {
        usize::from(house) < self.houses
            && board.pits[board.side.index()][usize::from(house)] > 0
            && self.ending(board).is_none()
    }
}

impl Hints for Kalah {
    /// The lead counts the seeds in stores, which are never lost. Any seed in a house may still go to either side.
    #[inline]
    fn points(&self, board: &Board) -> Option<Points> {
        let lead = board.seeds_in_store(board.side) - board.seeds_in_store(!board.side);
        Some(Points { lead: SEED * lead, open: SEED * board.seeds_in_all_houses() })
    }

    /// A move is noisy if it ends in the mover's store or captures. A capture counts only if the house opposite has
    /// seeds before the move, not if the move itself sows a seed into it. A move of more than one lap around the board
    /// counts as a capture if its last house was empty, although that house then gets two seeds.
    fn class(&self, board: &Board, house: u8) -> MoveClass {
        let last = self.last_pit(board, house);
        let [own, other] = [board.side, !board.side].map(|side| board.pits[side.index()]);
        let is_capture = || {
            last < self.houses
                && (own[last] == 0 || last == usize::from(house))
                && other[self.opposite(last)] > 0
        };
        if last == self.houses || is_capture() { MoveClass::Noisy } else { MoveClass::Quiet }
    }
}

impl Symmetric for Kalah {}

const VARIANTS: [(Variant, Kalah); 4] = [
    (Kalah::INFO.variant(), kalah(6, 4)),
    (Variant { name: "4x3", summary: "four houses with three seeds each" }, kalah(4, 3)),
    (Variant { name: "3x3", summary: "three houses with three seeds each" }, kalah(3, 3)),
    (
        Variant {
            name: "no-empty-capture",
            summary: "a last seed in an empty house stays there if the house opposite is empty",
        },
        Kalah { has_empty_captures: false, ..kalah(6, 4) },
    ),
];

const fn kalah(houses: usize, seeds: u8) -> Kalah {
    Kalah { houses, seeds, has_empty_captures: true }
}

impl Playable for Kalah {
    type Eval = Lead;
    const INFO: GameInfo = GameInfo {
        puzzles: include_str!("../data/puzzles.pgn"),
        how_to_play: &[("en", include_str!("how_to_play.en.md")), ("de", include_str!("how_to_play.de.md"))],
        move_numbers: MoveNumbers::ByCode(6),
        ..GameInfo::new("kalah", "Seeds are sown into houses and stores; the side with more seeds wins.")
    };

    fn variants() -> Vec<Variant> {
        VARIANTS.map(|(variant, _)| variant).to_vec()
    }

    fn variant(name: &str) -> Option<Self> {
        VARIANTS.iter().find(|(variant, _)| variant.name == name).map(|(_, game)| *game)
    }

    fn tablebase(&self) -> Option<Box<dyn GameTablebase<Self>>> {
        Some(Box::new(*self))
    }

    /// There is one plane for each seed of the game. Plane k contains the houses and stores with more than k
    /// seeds.
    fn planes(&self) -> Option<[usize; 3]> {
        Some([self.all_seeds() as usize, 2, STORE + 1])
    }

    fn observe(&self, board: &Self::State, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            let pits = [side, !side].map(|owner| board.pits(owner));
            for (pit, seeds) in pits.into_iter().flatten().enumerate() {
                for plane in 0..usize::from(*seeds) {
                    perspective.insert(2 * (STORE + 1) * plane + pit);
                }
            }
        }
    }
}

/// Returns the game's default variant. The search is compiled in this crate, so that the compiler builds the
/// searches of several games at the same time.
pub fn game() -> std::sync::Arc<dyn DynGame> {
    game_of::<Kalah>()
}
