//! What a network sees of a position: the stones, and what stands on each line on which a mill can be made,
//! as either side sees it; how many stones each side has in all, in hand and to remove. A move changes a
//! dozen of some fifty.

use std::sync::Arc;

use plywright::Side;
use plywright::network::{FeatureSet, Features, Network, ShippedNetwork};

use crate::mill::Mill;
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use crate::state::State;

/// The features.
#[derive(Clone, Copy, Debug)]
pub struct PointsAndLines;

/// Own stones, the other's, marked ones.
const STONES: usize = 3 * Point::MAX;
/// Lines that are looked at; boards with more have the others left out.
const LINES: usize = 20;
/// A line's points are each empty, own or the other's.
const PATTERNS: usize = 27;
/// Numbers of stones: on board and in hand, and in hand.
const TOTALS: usize = STONES + LINES * PATTERNS;
const NUMBERS: usize = 16;
const HANDS: usize = TOTALS + 2 * NUMBERS;
/// Removals that are due: of none up to three of the opponent's stones, and of own ones.
const REMOVALS: usize = HANDS + 2 * NUMBERS;
const DUE: usize = 5;

impl Features<Mill> for PointsAndLines {
    const NAME: &'static str = "mill-points-and-lines-1";
    const COUNT: usize = REMOVALS + 2 * DUE;
    /// A stone and a mark on each point, a pattern on each line, three numbers for each side.
    const MAX_ACTIVE: usize = 2 * Point::MAX + LINES + 2 * 3;
    const BUCKETS: usize = 8;

    #[inline]
    fn active(game: &Mill, state: &State, [first_view, second_view]: &mut [FeatureSet; 2]) {
        insert_stones(state, Side::First, first_view);
        insert_stones(state, Side::Second, second_view);
        let stones = Side::BOTH.map(|side| state.stones(side));
        for (line, points) in game.board.lines().iter().take(LINES).enumerate() {
            let [one, two] = stones.map(|stones| pattern(stones, *points));
            let least = STONES + line * PATTERNS;
            first_view.insert(least + one + 2 * two);
            second_view.insert(least + two + 2 * one);
        }
    }

    /// Three parts of placing; moving with many, some and few stones; one side flies; both do.
    #[inline]
    fn bucket(game: &Mill, state: &State) -> usize {
        let sum = |of: fn(&State, Side) -> u8| {
            usize::from(of(state, Side::First)) + usize::from(of(state, Side::Second))
        };
        match (sum(State::hand), Side::BOTH.map(|side| game.flies(state, side))) {
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
        // When a game is drawn is a matter of the course of the game, which no evaluation sees.
        let Rules { n_move_rule, endgame_n_move_rule, threefold_repetition_rule, .. } = *game.rules();
        let nine =
            Rules { n_move_rule, endgame_n_move_rule, threefold_repetition_rule, ..Rules::NINE_MENS_MORRIS };
        let network = if *game.rules() == nine { &NINE } else { &FAMILY };
        network.get()
    }
}

/// The network for Nine Men's Morris.
static NINE: ShippedNetwork = ShippedNetwork::new(include_bytes!("../networks/nine.net"));
/// The network for all other rules, trained on games of each variant.
static FAMILY: ShippedNetwork = ShippedNetwork::new(include_bytes!("../networks/family.net"));

/// What `side` sees beside the lines: stones and numbers of stones.
#[inline]
fn insert_stones(state: &State, side: Side, set: &mut FeatureSet) {
    let views = [side, !side];
    for (kind, stones) in views.map(|side| state.stones(side)).into_iter().chain([state.marked()]).enumerate()
    {
        set.insert_bits(kind * Point::MAX, stones.bits().into());
    }
    for (view, side) in views.into_iter().enumerate() {
        let number = |number: u8| view * NUMBERS + usize::from(number).min(NUMBERS - 1);
        set.insert(TOTALS + number(state.total(side)));
        set.insert(HANDS + number(state.hand(side)));
        set.insert(REMOVALS + view * DUE + (state.removals(side) + 1).clamp(0, DUE as i8 - 1) as usize);
    }
}

/// The points of a line that belong to a set, in base three, the first point's digit lowest.
#[inline]
fn pattern(set: PointSet, points: [Point; 3]) -> usize {
    let [low, middle, high] = points.map(|point| usize::from(set.contains(point)));
    low + 3 * middle + 9 * high
}
