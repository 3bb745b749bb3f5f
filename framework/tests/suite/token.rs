//! A position that several small games share: a place and the side to move.

use plywright::{Side, State};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub place: u8,
    pub side: Side,
}

impl State for Token {
    fn side(&self) -> Side {
        self.side
    }
}
