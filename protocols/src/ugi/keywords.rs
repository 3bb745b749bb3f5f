//! Keywords in which the interfaces differ from others of their family.

use plywright::Score;

use crate::uci_family::Keywords;

pub(super) const KEYWORDS: Keywords = Keywords {
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
For people: d (board), fen (position text), eval (static evaluation), bench [DEPTH], go perft N, help.",
};

/// Plies to the proven end: positive if the side to move wins, negative if it loses.
fn distance_in_plies(score: Score) -> Option<i32> {
    score.plies_to_end().map(|plies| if score > Score::DRAW { plies as i32 } else { -(plies as i32) })
}
