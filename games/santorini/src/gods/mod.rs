//! The gods' powers: a file for each god, with its card, the stages of a turn that it changes, and its
//! restrictions on either side.

use crate::card::Card;
use crate::god::{God, for_each_god};
use crate::moves::Move;
use crate::power::{Power, Restrict};
use crate::square::{Square, TOP};
use crate::squares::Squares;
use crate::state::State;
use crate::turn::Turn;
use crate::turn::collector::{MoveCollector, Orders, TurnRecorder};
use crate::turn::recorder::{Demand, Recorder, WinFinder};
use crate::turn::turn_state::{Restrictions, TurnState};

/// What a god's [`Power`] provides, as a value that can stand in a table: its text, its card, its restrictions, its
/// turns in three versions (list the moves, record the acts, find a win), and the squares that its workers reach.
struct Compiled {
    text: &'static str,
    card: Card,
    restrictions: Restrictions,
    restrict_opponent: Option<Restrict>,
    restrict_itself: Option<Restrict>,
    list: fn(&State, &mut MoveCollector<'_>),
    record: fn(&State, &mut TurnRecorder),
    winning_turn: fn(&State) -> Option<(Move, Demand)>,
    reach: fn(&State) -> [Squares; TOP as usize + 1],
}

impl Compiled {
    /// Compiles the god with the power `P`, which takes the turns of the power `T`.
    const fn of<P: Power, T: Power>() -> Self {
        Self {
            text: P::TEXT,
            card: P::CARD,
            restrictions: P::RESTRICTIONS,
            restrict_opponent: P::RESTRICT_OPPONENT,
            restrict_itself: P::RESTRICT_ITSELF,
            list: |state, collector| enumerate::<T, _>(state, collector),
            record: |state, recorder| enumerate::<T, _>(state, recorder),
            winning_turn: |state| {
                let mut finder = WinFinder::default();
                if T::may_win(state) {
                    enumerate::<T, _>(state, &mut finder);
                }
                finder.win
            },
            reach: reach::<T>,
        }
    }
}

/// Expands to the last of one or two types.
macro_rules! turns_of {
    ($God:ident) => {
        $God
    };
    ($God:ident $Turns:ident) => {
        $Turns
    };
}

/// For each god, declares its file and defines the type for which the file implements [`Power`].
macro_rules! compile_gods {
    ($($name:ident $God:ident $($Turns:ident)?;)*) => {
        $(mod $name;
        struct $God;)*

        static GODS: &[Compiled] = &[$(Compiled::of::<$God, turns_of!($God $($Turns)?)>(),)*];
    };
}
for_each_god!(compile_gods);

impl God {
    #[inline]
    fn compiled(self) -> &'static Compiled {
        &GODS[self as usize]
    }

    #[inline]
    pub(crate) fn card(self) -> &'static Card {
        &self.compiled().card
    }

    /// Returns the text of the god's card in English, one or two sentences.
    pub fn text(self) -> &'static str {
        self.compiled().text
    }
}

/// Checks whether a pair of gods is allowed.
///
/// # Errors
///
/// Returns the reason if the pair is not allowed.
pub(crate) fn check_pair([first, second]: [God; 2]) -> Result<(), &'static str> {
    for (one, other) in [(first, second), (second, first)] {
        if one.card().refuses.contains(&other) {
            return Err(one.card().refusal);
        }
    }
    Ok(())
}

/// Passes the moves of a position to the collector. The workers must be on the board, and the game must not be over.
pub(crate) fn list_moves(state: &State, collector: &mut MoveCollector<'_>) {
    (state.god().compiled().list)(state, collector);
}

/// Returns the acts of all turns of a position, by their moves. The workers must be on the board, and the game must not
/// be over.
pub(crate) fn orders(state: &State) -> Orders {
    let mut recorder = TurnRecorder::default();
    (state.god().compiled().record)(state, &mut recorder);
    recorder.orders
}

/// Returns a winning turn of the side to move, with its demand; `None` if there is none. The workers must be on the
/// board, and the game must not be over. A turn with [`Demand::Missed`] is returned only if no other winning turn was
/// found; it is legal only if no turn is [`Demand::Met`].
pub(crate) fn winning_turn(state: &State) -> Option<(Move, Demand)> {
    (state.god().compiled().winning_turn)(state)
}

/// Whether the restrictions let the side to move win by an ordinary step from level 2 on `from` to level 3 on `to`.
/// Does not check that the god may take an ordinary step.
pub(crate) fn may_win_by(state: &State, from: Square, to: Square) -> bool {
    if !may_climb(state, from, to) {
        return false;
    }
    let restrictions = restrictions_of(state);
    let start = TurnState::new(state, restrictions.must_stay_adjacent);
    let chosen = start.with_worker(from);
    let cards = [state.god().card(), state.gods[state.side.other().index()].card()];
    let mut finder = WinFinder::default();
    let turn = Turn::new(state, cards, restrictions, &mut finder);
    turn.movers(&start).contains(from) && turn.winning_steps(&chosen, turn.steps(&chosen)).contains(to)
}

/// Whether a step that won in an earlier position of the same side still wins. Cheaper than [`may_win_by`], unless the
/// restrictions of a god depend on the position.
pub(crate) fn still_wins_by(state: &State, from: Square, to: Square) -> bool {
    let restricts = restrict_functions(state).iter().any(Option::is_some);
    if restricts { may_win_by(state, from, to) } else { may_climb(state, from, to) }
}

/// Whether a worker of the side to move stands on `from` at level 2, and `to` is free at level 3. Does not check that
/// the two squares adjoin.
#[inline]
fn may_climb(state: &State, from: Square, to: Square) -> bool {
    let is_climb = state.height(from) == TOP - 1 && state.height(to) == TOP;
    is_climb && state.own().contains(from) && !state.occupied().contains(to)
}

/// Passes each turn of a position to the recorder.
#[inline(never)]
fn enumerate<P: Power, R: Recorder>(state: &State, recorder: &mut R) {
    let restrictions = restrictions_of(state);
    // The recorder drops duplicate moves only if it knows that they can occur. They can if a worker slides back to its
    // first square, because a turn of another worker may then lead to the same position.
    recorder.begin(P::CARD.repeats || restrictions.slides);
    let start = TurnState::new(state, restrictions.must_stay_adjacent);
    let enemy = state.gods[state.side.other().index()].card();
    P::turn(&mut Turn::new(state, [&P::CARD, enemy], restrictions, recorder), &start);
}

/// Returns the squares to which workers of the side to move can move, by height from 0 to 3. Squares on which they win
/// count as those of height 3. Squares of height 3 that they enter only by moving up without a win are left out.
pub(crate) fn reach_of(state: &State) -> [Squares; TOP as usize + 1] {
    (state.god().compiled().reach)(state)
}

/// Computes [`reach_of`] for a side whose god has the power `P`.
fn reach<P: Power>(state: &State) -> [Squares; TOP as usize + 1] {
    let restrictions = restrictions_of(state);
    let must_climb = restrictions.must_climb;
    let start = TurnState::new(state, restrictions.must_stay_adjacent);
    let enemy = state.gods[state.side.other().index()].card();
    let mut finder = WinFinder::default();
    let turn = Turn::new(state, [&P::CARD, enemy], restrictions, &mut finder);
    // In this order: all squares that workers can move to; those higher than the worker; those on which it wins; those
    // that workers on level 3 can move to.
    let [mut squares, mut climbs, mut wins, mut from_top] = [Squares::EMPTY; 4];
    for worker in turn.movers(&start) {
        let chosen = start.with_worker(worker);
        let [reached, won] = P::reach(&turn, &chosen);
        squares |= reached;
        wins |= won;
        climbs |= reached & state.at_least(chosen.height() + 1);
        if chosen.height() == TOP {
            from_top |= reached;
        }
    }
    if must_climb && !climbs.is_empty() {
        squares &= climbs;
    }
    let others = squares - wins;
    std::array::from_fn(|height| {
        let here = others & state.exactly(height as u8);
        if height == usize::from(TOP) { here & from_top | wins } else { here }
    })
}

/// Returns the restrictions on the turn of the side to move.
#[inline]
pub(crate) fn restrictions_of(state: &State) -> Restrictions {
    let (me, other) = (state.side, !state.side);
    let mut restrictions = state.gods[other.index()].compiled().restrictions;
    for (side, restrict) in [other, me].into_iter().zip(restrict_functions(state)) {
        if let Some(restrict) = restrict {
            restrict(state, side, &mut restrictions);
        }
    }
    restrictions
}

/// Returns the functions with which the opponent's god and the god of the side to move restrict that side.
#[inline]
fn restrict_functions(state: &State) -> [Option<Restrict>; 2] {
    let opponent = state.gods[state.side.other().index()].compiled();
    [opponent.restrict_opponent, state.god().compiled().restrict_itself]
}
