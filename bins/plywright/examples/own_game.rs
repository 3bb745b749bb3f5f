//! A game in a crate of its own, with the whole command line of the program: protocols, perft, bench, play,
//! match.
//!
//! `cargo run --release --example own_game -- play` plays it. Outside this workspace, the crate depends on
//! `plywright` and `plywright-cli`, and this file is its `main.rs`.

use std::process::ExitCode;

use plywright::engine::game_of;
use plywright::prelude::*;
use plywright_cli::{Program, run};

/// Nim with three heaps. A side takes one or more stones from one heap. The side that takes the last stone
/// wins.
#[derive(Clone, Copy, Debug, Default)]
struct Nim;

/// Sizes of the heaps, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heaps {
    sizes: [u8; 3],
    side: Side,
}

impl State for Heaps {
    fn side(&self) -> Side {
        self.side
    }
}

impl Game for Nim {
    type State = Heaps;
    /// Ten times the index of the heap plus the number of stones taken.
    type Move = u8;

    fn start(&self) -> Heaps {
        Heaps { sizes: [3, 5, 7], side: Side::First }
    }

    fn moves(&self, heaps: &Heaps, out: &mut Moves<u8>) -> Option<Ending> {
        for (heap, size) in (0..).zip(heaps.sizes) {
            out.extend((1..=size).map(|taken| 10 * heap + taken));
        }
        out.is_empty().then_some(Ending::Win(!heaps.side))
    }

    fn play(&self, heaps: &mut Heaps, mv: u8) {
        heaps.sizes[usize::from(mv / 10)] -= mv % 10;
        heaps.side = !heaps.side;
    }
}

impl Hints for Nim {}

impl Symmetric for Nim {}

impl Notation for Nim {
    /// Parses the sizes of the heaps, 0 to 9 each, and the side to move (`x` or `o`), as in `357x`.
    fn parse_position(&self, text: &str) -> Result<Heaps, ParsePositionError> {
        let wrong = || ParsePositionError::new("heaps", text, "three digits and x or o, as in 357x");
        let [a, b, c, side] = text.as_bytes() else { return Err(wrong()) };
        let read = |digit: &u8| digit.checked_sub(b'0').filter(|stones| *stones <= 9).ok_or_else(wrong);
        let side = match side {
            b'x' => Side::First,
            b'o' => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Heaps { sizes: [read(a)?, read(b)?, read(c)?], side })
    }

    fn position_text(&self, heaps: &Heaps) -> String {
        let sizes: String = heaps.sizes.iter().map(u8::to_string).collect();
        sizes + ["x", "o"][heaps.side.index()]
    }

    fn move_text(&self, _: &Heaps, mv: u8) -> String {
        format!("{}-{}", ["a", "b", "c"][usize::from(mv / 10)], mv % 10)
    }
}

impl Playable for Nim {
    type Eval = NoEval;
    const INFO: GameInfo = GameInfo::new("nim", "Three heaps; who takes the last stone has won.");
}

/// Runs the program. Clients see the name `Nim` in `id name`, and users see it in the help.
pub fn main() -> ExitCode {
    let program = Program { name: "Nim", version: "1.0", author: "Ada" };
    run(program, vec![game_of::<Nim>()])
}
