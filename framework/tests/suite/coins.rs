//! A game decided by points, with hints about the number of moves left and the final value. A search must use the hints
//! to find the exact value at the end of the game, and the test kit must find wrong hints.

use plywright::prelude::*;
use plywright::search::{Limits, Resources, Root};
use plywright::testkit::{Check, Conformance};
use plywright::{Depth, split_side};

use crate::searches;

/// A row of coins. The sides take turns; each takes a coin from either end. The margin is the first side's sum minus
/// the second side's. The variants differ in their hints, and one in its margins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Coins {
    #[default]
    Sound,
    /// The number of moves left is too low by one.
    TooFew,
    /// The number of moves left never decreases.
    Constant,
    /// The final value does not include the last coin.
    LastForgotten,
    /// The margin is a thousand times the lead, which exceeds the range of evaluations. There is no hint about the
    /// final value.
    Rich,
    /// All hints are right, and there is a hint about points, also in rows without coins. [`Lead`] does not evaluate
    /// such rows.
    Counted,
}

const COINS: [i32; 16] = [3, 17, 5, 2, 11, 19, 7, 13, 4, 8, 16, 1, 9, 18, 6, 14];
/// Sum of all coins. No lead is greater.
const SUM: i32 = 153;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    /// Index of the first remaining coin.
    left: usize,
    /// Index after the last remaining coin.
    right: usize,
    /// The first side's lead in points.
    lead: i32,
    side: Side,
}

impl State for Row {
    fn side(&self) -> Side {
        self.side
    }
}

impl Row {
    /// Returns 1 if the first side is to move, otherwise -1.
    fn sign(&self) -> i32 {
        1 - 2 * self.side.index() as i32
    }
}

impl Game for Coins {
    type State = Row;
    /// 0 takes the left coin, 1 takes the right coin.
    type Move = u8;

    fn start(&self) -> Row {
        Row { left: 0, right: COINS.len(), lead: 0, side: Side::First }
    }

    fn moves(&self, row: &Row, out: &mut Moves<u8>) -> Option<Ending> {
        let coins = row.right - row.left;
        out.extend(0..coins.min(2) as u8);
        let worth = if *self == Self::Rich { 1_000 } else { 1 };
        out.is_empty().then_some(Ending::Margin(worth * row.lead))
    }

    fn play(&self, row: &mut Row, mv: u8) {
        let place = if mv == 0 { row.left } else { row.right - 1 };
        row.lead += row.sign() * COINS[place];
        row.left += usize::from(mv == 0);
        row.right -= usize::from(mv == 1);
        row.side = !row.side;
    }
}

impl Hints for Coins {
    fn moves_left(&self, row: &Row) -> Option<u32> {
        let coins = (row.right - row.left) as u32;
        Some(match self {
            Self::TooFew => coins.saturating_sub(1),
            Self::Constant => COINS.len() as u32,
            Self::Sound | Self::LastForgotten | Self::Rich | Self::Counted => coins,
        })
    }

    fn value_within(&self, row: &Row, _: Score, _: Score) -> Option<Score> {
        let last = if *self == Self::LastForgotten { 0 } else { COINS[row.left.min(COINS.len() - 1)] };
        (row.right == row.left + 1 && *self != Self::Rich).then(|| Score(row.sign() * row.lead + last))
    }

    fn points(&self, row: &Row) -> Option<Points> {
        let open = COINS[row.left..row.right].iter().sum();
        (*self == Self::Counted).then(|| Points { lead: row.sign() * row.lead, open })
    }
}

impl Symmetric for Coins {}

impl Notation for Coins {
    /// Parses `FIRST END LEAD SIDE`, as in `0 16 +0 x`: the index of the first remaining coin, the index
    /// after the last one, the first side's lead, and the side to move.
    fn parse_position(&self, text: &str) -> Result<Row, ParsePositionError> {
        let wrong = || ParsePositionError::new("coins", text, "places, lead and x or o, as in 0 16 +0 x");
        let (numbers, side) = split_side(text, ["x", "o"])?;
        let words: Vec<&str> = numbers.split(' ').collect();
        let [left, right, lead] = words[..] else { return Err(wrong()) };
        let place = |word: &str| word.parse().ok().filter(|place| *place <= COINS.len()).ok_or_else(wrong);
        let lead = lead.parse().ok().filter(|lead| (-SUM..=SUM).contains(lead)).ok_or_else(wrong)?;
        let row = Row { left: place(left)?, right: place(right)?, lead, side };
        if row.left <= row.right { Ok(row) } else { Err(wrong()) }
    }

    fn position_text(&self, row: &Row) -> String {
        format!("{} {} {:+} {}", row.left, row.right, row.lead, ["x", "o"][row.side.index()])
    }

    fn move_text(&self, _: &Row, mv: u8) -> String {
        ["left", "right"][usize::from(mv)].to_owned()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Lead;

impl Eval<Coins> for Lead {
    fn evaluate(&mut self, game: &Coins, row: &Row) -> Score {
        assert!(*game != Coins::Counted || row.left < row.right, "the game is over");
        Score(row.sign() * row.lead)
    }
}

impl Learnable<Coins> for Lead {}

impl Playable for Coins {
    type Eval = Lead;
    const INFO: GameInfo = GameInfo::new("coins", "Coins from either end of a row.");
}

#[test]
fn hints_and_margins_at_the_end_are_checked() {
    let check = |game: Coins| {
        let kit = Conformance { games: 30, texts: 200, ..Conformance::new(&game) };
        kit.run().map_err(|failure| failure.check)
    };
    assert!(check(Coins::Sound).is_ok_and(|report| report.searches > 0));
    assert_eq!(check(Coins::TooFew).err(), Some(Check::MovesLeft));
    assert_eq!(check(Coins::Constant).err(), Some(Check::MovesLeft));
    assert_eq!(check(Coins::LastForgotten).err(), Some(Check::EndValue));
    assert_eq!(check(Coins::Rich).err(), Some(Check::Ending));
}

#[test]
fn the_kit_evaluates_no_finished_game() {
    let kit = Conformance { games: 5, texts: 200, searches: 0, ..Conformance::new(&Coins::Counted) };
    kit.run().expect("a sound game");
}

/// Returns the margin of the whole row under best play, by dynamic programming over all contiguous parts.
fn value_of_the_row() -> i32 {
    let count = COINS.len();
    // `values[left][right]` is the value for the side to move if the coins `left..right` remain.
    let mut values = vec![vec![0; count + 1]; count + 1];
    for length in 1..=count {
        for left in 0..=count - length {
            let right = left + length;
            let take_left = COINS[left] - values[left + 1][right];
            let take_right = COINS[right - 1] - values[left][right - 1];
            values[left][right] = take_left.max(take_right);
        }
    }
    values[0][count]
}

#[test]
fn a_search_that_asks_for_the_end_finds_it_before_it_is_that_deep() {
    let for_any_mate = Limits { mate: Some(u32::MAX), ..Limits::default() };
    for driver in searches::DRIVERS {
        for threads in [1, 3] {
            for limits in [searches::to_depth(60), for_any_mate] {
                let resources = Resources { threads, ..searches::resources() };
                let (game, root) = ((Coins::Sound, NoEval), Root::new(&Coins::Sound, Coins::Sound.start()));
                let found = searches::search(driver, game, resources, &root, &limits);
                assert_eq!(found.score(), Some(Score(value_of_the_row())), "{driver:?}, {limits:?}");
                // A helper thread may have stored the exact value in the transposition table. The search then ends at a
                // lower depth.
                let is_deep = threads > 1 || found.depth >= Depth(16);
                assert!(is_deep, "{driver:?}, {limits:?}: the depth of the end is reported");
            }
        }
    }
}
