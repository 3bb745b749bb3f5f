//! Input features of the networks: stones, the pattern on each line, and each side's numbers of stones, in all, in hand
//! and still to remove. Each side has a view of a position, in which its stones are its own and the opponent's stones
//! are opposing.
//!
//! In Nine Men's Morris 22 to 40 features of a view are active.

use std::sync::Arc;

use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};
use plywright::{Side, shipped_file};

use crate::board::{Point, PointSet};
use crate::game::Mill;
use crate::position::State;

/// Feature set of Mill: the stones on the points, the pattern on each line, and each side's numbers of stones, in all,
/// in hand and still to remove.
#[derive(Clone, Copy, Debug)]
pub struct PointsAndLines;

/// Number of features for stones: each point can have one of the side's own stones, an opposing stone or a marked
/// stone.
const STONES: usize = 3 * Point::MAX;
/// Maximum number of lines of a board.
const LINES: usize = 20;
/// Number of patterns of a line: each of its three points is empty, own or opposing.
const PATTERNS: usize = 27;
/// Offset of the features for each side's total number of stones, on the board and in hand together.
const TOTALS: usize = STONES + LINES * PATTERNS;
/// Number of features for a count of stones: one for each count from 0 to 14, and one for 15 or more.
const NUMBERS: usize = 16;
/// Offset of the features for each side's number of stones in hand.
const HANDS: usize = TOTALS + 2 * NUMBERS;
/// Offset of the features for each side's pending removals.
const REMOVALS: usize = HANDS + 2 * NUMBERS;
/// Number of features for a side's pending removals: one each for removals of own stones, and for 0, 1, 2 and at least
/// 3 removals of opposing stones.
const DUE: usize = 5;

impl Features<Mill> for PointsAndLines {
    const NAME: &'static str = "mill-points-and-lines-1";
    const COUNT: usize = REMOVALS + 2 * DUE;
    /// At most a stone and a mark on each point, a pattern on each line, and three counts for each side.
    const MAX_ACTIVE: usize = 2 * Point::MAX + LINES + 2 * 3;
    const BUCKETS: usize = 8;

    #[inline]
    fn active(game: &Mill, state: &State, [first_view, second_view]: &mut [FeatureSet; 2]) {
        insert_stones(state, Side::First, first_view);
        insert_stones(state, Side::Second, second_view);
        let stones = Side::BOTH.map(|side| state.stones(side));
        for (line, points) in game.board().lines().iter().take(LINES).enumerate() {
            let [first, second] = stones.map(|stones| pattern(stones, *points));
            let offset = STONES + line * PATTERNS;
            first_view.insert(offset + first + 2 * second);
            second_view.insert(offset + second + 2 * first);
        }
    }

    /// The bucket selects output weights of the network. While stones are in hand, it is 0 for 12 or more of them, 1
    /// for 6 to 11, and 2 for fewer. Without stones in hand, it is 7 if both sides fly and 6 if one side flies.
    /// Otherwise it is 3 for 15 or more stones on the board, 4 for 11 to 14, and 5 for fewer.
    #[inline]
    fn bucket(game: &Mill, state: &State) -> usize {
        let sum = |of: fn(&State, Side) -> u8| {
            usize::from(of(state, Side::First)) + usize::from(of(state, Side::Second))
        };
        match (sum(State::hand), Side::BOTH.map(|side| game.standard().flies(state, side))) {
            (12.., _) => 0,
            (6..12, _) => 1,
            (1..6, _) => 2,
            (0, [true, true]) => 7,
            (0, [false, false]) => {
                3 + usize::from(sum(State::total) < 15) + usize::from(sum(State::total) < 11)
            }
            (0, _) => 6,
        }
    }

    fn shipped(game: &Mill) -> Option<Arc<Network>> {
        // The networks know nothing of the position history, so draw rules do not matter for the choice of a network.
        let network = if game.rules().play_like_nine_mens_morris() { &NINE } else { &FAMILY };
        network.get()
    }
}

static NINE: ShippedNetwork = ShippedNetwork::new(shipped_file!("../../networks/nine.net"));
/// The network for all rules other than Nine Men's Morris, trained on games of most variants.
static FAMILY: ShippedNetwork = ShippedNetwork::new(shipped_file!("../../networks/family.net"));

/// Inserts the features of stones and of counts into `set`, as `side` views the position.
#[inline]
fn insert_stones(state: &State, side: Side, set: &mut FeatureSet) {
    let sides = [side, !side];
    for (kind, stones) in sides.map(|side| state.stones(side)).into_iter().chain([state.marked()]).enumerate()
    {
        set.insert_bits(kind * Point::MAX, stones.bits().into());
    }
    for (whose, owner) in sides.into_iter().enumerate() {
        let number = |stones: u8| whose * NUMBERS + usize::from(stones).min(NUMBERS - 1);
        set.insert(TOTALS + number(state.total(owner)));
        set.insert(HANDS + number(state.hand(owner)));
        set.insert(REMOVALS + whose * DUE + (state.removals(owner) + 1).clamp(0, DUE as i8 - 1) as usize);
    }
}

/// Returns a number with a base-three digit for each point of a line, the first point's digit lowest: 1 if the point
/// belongs to `set`, otherwise 0. The pattern of a line is this number for own stones, plus twice the number for
/// opposing stones.
#[inline]
fn pattern(set: PointSet, points: [Point; 3]) -> usize {
    let [low, middle, high] = points.map(|point| usize::from(set.contains(point)));
    low + 3 * middle + 9 * high
}
