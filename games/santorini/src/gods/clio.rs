//! Clio. Your build: place a coin token on each of the first three blocks your workers build. Opponent's turn: opponents
//! treat spaces containing your coin tokens as if they contain a dome.
//!
//! Clio's own workers may build where a coin lies, and stand there. When they have no coin left to place, the one that
//! lay there is gone.

use plywright::Side;

use super::{Power, stored::Text};
use crate::square::Square;
use crate::squares::Squares;
use crate::state::{State, Stored};
use crate::turn::{Bonds, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "clio",
    card: "Her first three buildings get a coin each; the opponent treats spaces with a coin as domes.",
    turn,
    binds_opponent: Some(binds),
    text: Some(&COINS),
    ..Power::MORTAL
};

/// How many coins there are. What is stored is how many have been placed, and where some lie.
const ALL: u8 = 3;

/// How many coins are left, and where those that were placed lie.
const COINS: Text = Text {
    write: |stored| {
        let squares: Vec<_> = stored.squares().into_iter().map(|square| square.to_string()).collect();
        (stored != Stored::NOTHING).then(|| format!("{}|{}", ALL - stored.number(), squares.join(",")))
    },
    read,
    expected: "<coins left, 0 to 3>|<squares with a coin, separated by commas>",
};

fn read(text: &str) -> Option<Stored> {
    if text.is_empty() {
        return Some(Stored::NOTHING);
    }
    let (left, squares) = text.split_once('|')?;
    let placed = ALL.checked_sub(left.trim().parse().ok()?)?;
    let squares = squares.split(',').map(str::trim).filter(|name| !name.is_empty());
    let squares: Squares = squares.map(Square::parse).collect::<Option<Vec<_>>>()?.into_iter().collect();
    (squares.count() <= placed.into()).then(|| Stored::new(squares, placed))
}

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), place_coin);
        });
    });
}

fn place_coin(turn: &mut Turn, built: &Draft) {
    let mut built = *built;
    let (coins, site) = (built.state.stored(turn.me), Squares::of(built.site));
    built.state.stored[turn.me.index()] = if coins.number() < ALL {
        Stored::new(coins.squares() | site, coins.number() + 1)
    } else {
        Stored::new(coins.squares().without(site), coins.number())
    };
    turn.end(&built);
}

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.closed |= state.stored(me).squares();
}
