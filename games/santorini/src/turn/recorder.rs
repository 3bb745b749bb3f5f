//! Recorders receive the turns of an enumeration. [`WinFinder`] keeps a winning turn. Two recorders in
//! [`collector`](super::collector) collect the moves, or each move with its acts: the actions by which a person enters
//! it at a board.
//!
//! The enumeration is compiled for each recorder, so the search pays nothing for the acts.

use super::turn_state::TurnState;
use crate::moves::Move;
use crate::square::{Direction, Square};

/// One action of a turn, as a person enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Places a worker on a square, or removes Hydra's worker from it.
    Place(Square),
    /// Marks a worker as the female one.
    Female(Square),
    /// Chooses the worker on a square.
    Select(Square),
    /// Moves the chosen worker to a square.
    Move(Square),
    /// Moves the chosen worker to the first square, and the enemy on it to the second square, which the worker left.
    Swap(Square, Square),
    /// Moves the chosen worker to the first square, and the enemy on it to the second.
    Push(Square, Square),
    /// Moves the chosen worker to the first square, and removes the enemy on the second.
    Kill(Square, Square),
    /// Moves the female worker to a square.
    MoveFemale(Square),
    /// Moves an enemy from the first square to the second.
    Force(Square, Square),
    /// Builds on a square: a level, or a dome on three levels.
    Build(Square),
    /// Builds a dome by a god's power, on any level.
    Dome(Square),
    /// Removes a level from a square.
    Destroy(Square),
    /// Places Talus on a square.
    Talus(Square),
    /// Uses a once-only power on a square.
    Hero(Square),
    /// Turns the wind to a direction; `None` stills it.
    Wind(Option<Direction>),
    /// The side cannot move.
    NoMoves,
}

/// Whether a turn obeys [`must_climb`](super::turn_state::Restrictions::must_climb), the restriction that some worker
/// must move up if any turn allows it. The first turn that is [`Demand::Met`] removes every turn that was recorded
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// The turn is legal, and it does not make turns without a step up illegal: there is no restriction, or the step up
    /// comes from an optional power ([`TurnState::climb_is_optional`]). Turns of such a power are enumerated after all
    /// others, so that none of them is removed.
    None,
    /// A worker moves up, so turns that are [`Demand::Missed`] are illegal.
    Met,
    /// No worker moves up. The turn is legal only if no turn of the position is [`Demand::Met`].
    Missed,
}

/// Receives the turns of an enumeration.
pub(crate) trait Recorder {
    /// Whether the recorder needs every sequence of acts that leads to a position. Otherwise one sequence is
    /// enough.
    const RECORDS_ORDERS: bool = false;
    /// Whether the recorder needs only turns that win.
    const ONLY_WINS: bool = false;

    /// Called before the enumeration. `_repeats` says whether several turns may lead to the same position.
    #[inline]
    fn begin(&mut self, _repeats: bool) {}

    /// Appends an act to the current acts: those of the turn that is being enumerated.
    #[inline]
    fn act(&mut self, _act: Act) {}

    /// Removes the last of the current acts, after all turns that contain it have been enumerated.
    #[inline]
    fn undo_act(&mut self) {}

    /// Records the move of a finished turn, whose acts are the current acts.
    fn take(&mut self, mv: Move, demand: Demand);

    /// Records the moves of several turns with the same demand.
    #[inline]
    fn take_all(&mut self, moves: impl Iterator<Item = Move>, demand: Demand) {
        for mv in moves {
            self.take(mv, demand);
        }
    }

    /// Called once for a god whose workers walk far, with the position after each walk, before any building. May remove
    /// positions; turns through them are then not enumerated. The default keeps all.
    #[inline]
    fn select(&mut self, _walks: &mut Vec<TurnState>) {}

    /// Whether the recorder needs no further turns. The enumeration may then end early.
    fn is_done(&self) -> bool {
        false
    }
}

/// Keeps a winning turn, if possible one that is certainly legal.
#[derive(Default)]
pub(crate) struct WinFinder {
    /// A winning move with its turn's demand; `None` if none is found. With [`Demand::Missed`], the move is
    /// legal only if no turn is [`Demand::Met`].
    pub(crate) win: Option<(Move, Demand)>,
}

impl Recorder for WinFinder {
    const ONLY_WINS: bool = true;

    #[inline]
    fn take(&mut self, mv: Move, demand: Demand) {
        if mv.wins_for_mover() && !self.is_done() {
            self.win = Some((mv, demand));
        }
    }

    fn is_done(&self) -> bool {
        self.win.is_some_and(|(_, demand)| demand != Demand::Missed)
    }
}
