//! Two protocols called UGI, which one parser reads. In the Universal Game Interface, a match program that
//! knows no rules asks the engine about the state of the game. The Universal Gyges Interface is older, and plays with
//! limits that are set as options.
//!
//! The commands of both protocols are understood at any time. The output has a form for each of them. The form is
//! selected in advance, or by the first command that belongs to only one of the two protocols.
//!
#![doc = include_str!("page.md")]
//!
//! [UCI]: crate::uci

mod limits;
mod read;
mod write;

use std::sync::{Mutex, OnceLock};

use limits::OptionLimits;
use plywright::Score;
use plywright::engine::lock;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::uci::Keywords;

const KEYWORDS: Keywords = Keywords {
    handshake: "ugi",
    introduced: "ugiok",
    new_game: "uginewgame",
    clocks: ["p1time", "p2time", "p1inc", "p2inc"],
    mate: distance_in_plies,
    help: "\
Both interfaces: ugi, isready, stop, quit.
Game: uginewgame, position startpos|fen TEXT [moves ...], moves ..., setoption name NAME [value VALUE], go,
query p1turn|gameover|result|fen|islegal MOVE.
go takes p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite.
Gyges: setpos start|data TEXT|NAME, setoption NAME VALUE (maxPly, maxTime in seconds), go.
For people: d (board), fen (position text), bench [DEPTH], go perft N, help,
eval (exact value if it is known, otherwise static evaluation).",
};

/// Returns the number of plies to a proven end, positive if the side to move wins, negative if it loses. `None` if the
/// score is not a proven win or loss.
fn distance_in_plies(score: Score) -> Option<i32> {
    score.plies_to_end().map(|plies| if score > Score::DRAW { plies as i32 } else { -(plies as i32) })
}

/// One of the two interfaces called UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiForm {
    /// The Universal Gyges Interface.
    Gyges,
    /// The Universal Game Interface.
    Game,
}

/// The dialect for the Universal Game Interface and the Universal Gyges Interface; see [the module](self).
#[derive(Debug, Default)]
pub struct Ugi {
    /// Form of the output; empty until the program or a command selects it.
    form: OnceLock<UgiForm>,
    /// Limits set as options so far. [`OptionLimits::narrow`] applies them to a search.
    limits: Mutex<OptionLimits>,
}

impl Ugi {
    /// Creates a dialect that writes in `form`, or in the detected form if `form` is `None`.
    pub fn new(form: Option<UgiForm>) -> Self {
        Self { form: form.map_or_else(OnceLock::new, OnceLock::from), limits: Mutex::default() }
    }
}

impl Dialect for Ugi {
    fn read(&self, line: &str) -> Vec<Command> {
        read::read(line, &self.form, &mut lock(&self.limits))
    }

    fn write(&self, event: &Event) -> Vec<String> {
        write::write(event, self.form.get().copied())
    }
}
