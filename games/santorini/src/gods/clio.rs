//! Clio: the squares of her first three buildings get a coin each. The opponent treats squares with coins as domes.
//!
//! Her own workers may enter squares with coins and build there. Once all her coins have been placed, a building on the
//! square of a coin removes the coin.

use crate::power::prelude::*;

/// Number of coins. The stored state is the number of coins placed so far and the squares with coins.
const COINS: u8 = 3;

const COINS_TEXT: StoredText = StoredText::Other {
    write: |stored| {
        let squares: Vec<_> = stored.squares().iter().map(|square| square.to_string()).collect();
        (stored != Stored::NOTHING).then(|| format!("{}|{}", COINS - stored.number(), squares.join(",")))
    },
    read: |text| {
        let (left, squares) = text.split_once('|')?;
        let placed = COINS.checked_sub(left.trim().parse().ok()?)?;
        let squares = squares.split(',').map(str::trim).filter(|name| !name.is_empty());
        let squares: Squares = squares.map(Square::parse).collect::<Option<_>>()?;
        (squares.count() <= placed.into()).then(|| Stored::new(squares, placed))
    },
    expected: "<coins left>|<squares with a coin, separated by commas>, with at most 3 coins in all",
    form: |stored| {
        let left = Part::number("Coins left", [0, COINS.into()], COINS - stored.number());
        vec![left, Part::Fixed("|".to_owned())]
    },
};

impl Power for super::Clio {
    const TEXT: &'static str =
        "Her first three buildings get a coin each; the opponent treats spaces with a coin as domes.";
    const CARD: Card = Card { stored: Some(&COINS_TEXT), token: Some("coin"), ..Card::MORTAL };
    const ACTS_AFTER_BUILD: bool = true;

    const RESTRICT_OPPONENT: Option<Restrict> = STORED_SQUARES_CLOSED;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let coins = built.state.stored(turn.me);
        let (squares, placed) = (coins.squares(), coins.number());
        let coins = if placed < COINS {
            Stored::new(squares.with(built.site), placed + 1)
        } else {
            Stored::new(squares.without(built.site), placed)
        };
        turn.end(&built.with_stored(coins));
    }
}
