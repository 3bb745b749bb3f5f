//! Reading a position.
//!
//! The board and the side to move must be there; what is missing at the end is filled in: the phase is placing on an
//! empty board and moving on any other, hands hold what is not on the board while placing and nothing afterwards, and
//! a removal is due where the action says so. The board string and the hands are the truth about a position; phase,
//! action and stone counts repeat what follows from them, and where they contradict it they are passed over with a
//! warning.

use plywright::{ParsePositionError, Side};

use crate::game::Mill;
use crate::point::Point;
use crate::point::PointSet;
use crate::rules::BoardFull;
use crate::state::{Phase, State};
use crate::text::fields::{BLACK, EMPTY, Fields, GREATEST_COUNT, GROUP, MARKED, WHITE, at};

/// What is odd about a text that can be read.
#[derive(Default)]
pub(super) struct Oddities(Vec<String>);

impl Oddities {
    /// One line, or nothing.
    pub(super) fn summary(&self) -> Option<String> {
        if self.0.is_empty() { None } else { Some(self.0.join("; ")) }
    }

    fn note(&mut self, condition: bool, text: impl FnOnce() -> String) {
        if condition {
            self.0.push(text());
        }
    }
}

impl Mill {
    pub(super) fn read_position(&self, text: &str) -> Result<(State, Oddities), ParsePositionError> {
        let fields = Fields::split(text);
        let mut odd = Oddities::default();
        let mut state = State::empty(0);
        self.read_board(&fields, &mut state)?;
        state.side = match fields.letter(at::SIDE, "wb")?.ok_or_else(|| fields.error(at::SIDE, "w or b"))? {
            'w' => Side::First,
            _ => Side::Second,
        };
        let phase = fields.letter(at::PHASE, "nrpmo")?;
        let action = fields.letter(at::ACTION, "psr?")?;
        self.read_hands(&fields, phase, &mut state, &mut odd)?;
        self.read_removals(&fields, action, &mut state, &mut odd)?;
        set_phase(phase, &mut state, &mut odd);
        self.read_mills(&fields, &mut state)?;
        read_counters(&fields, &mut state)?;
        self.read_extra(&fields, &mut state)?;
        state.key = state.recomputed_key();
        if self.special {
            self.recognise_stalemate(&mut state);
            self.settle(&mut state);
            if phase == Some('o')
                && self.ended(&state).is_none()
                && self.ended_on_the_other_side(&state).is_some()
            {
                state.set_phase(Phase::Over);
            }
        }
        self.check_redundant(phase, action, &state, &mut odd);
        Ok((state, odd))
    }

    fn read_board(&self, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
        let points = self.board.points().count() as usize;
        let shape = || format!("{} groups of {GROUP} signs joined by '/'", points.div_ceil(GROUP));
        let wrong_shape = || fields.error(at::BOARD, shape());
        let board = fields.get(at::BOARD).ok_or_else(wrong_shape)?;
        let groups: Vec<&str> = board.split('/').collect();
        let right_length =
            |(i, group): (usize, &&str)| group.chars().count() == GROUP.min(points - i * GROUP);
        if groups.len() != points.div_ceil(GROUP) || !groups.iter().enumerate().all(right_length) {
            return Err(wrong_shape());
        }
        for (i, sign) in groups.concat().chars().enumerate() {
            let bit = PointSet::of(Point::new(i));
            match sign {
                WHITE => state.stones[0] |= bit,
                BLACK => state.stones[1] |= bit,
                EMPTY => {}
                MARKED if self.rules.marks_stones() => state.marked |= bit,
                MARKED => return Err(fields.error(at::BOARD, "no X, for these rules mark no stones")),
                _ => {
                    return Err(
                        fields.error(at::BOARD, format!("only the signs {WHITE} {BLACK} {EMPTY} {MARKED}"))
                    );
                }
            }
        }
        let most = self.rules.piece_count;
        if state.stones.iter().any(|stones| stones.count() > u32::from(most)) {
            return Err(fields.error(at::BOARD, format!("at most {most} stones of each side")));
        }
        Ok(())
    }

    fn read_hands(
        &self,
        fields: &Fields,
        phase: Option<char>,
        state: &mut State,
        odd: &mut Oddities,
    ) -> Result<(), ParsePositionError> {
        let most = self.rules.piece_count;
        let board_is_empty = state.occupied().is_empty();
        let placing = phase.map_or(board_is_empty, |phase| "nrp".contains(phase));
        for (side, name) in Side::BOTH.into_iter().zip(["White", "Black"]) {
            let i = side.index();
            let on_board = state.stones[i].count() as u8;
            let missing = if placing { most - on_board } else { 0 };
            let stated = fields.number(at::ON_BOARD + 2 * i, &(0..=most.into()))?;
            let hand = fields.number(at::IN_HAND + 2 * i, &(0..=most.into()))?.map_or(missing, |n| n as u8);
            state.hand[i] = hand;
            state.total[i] = on_board + hand;
            odd.note(stated.is_some_and(|stated| stated != i64::from(on_board)), || {
                format!("{name} has {on_board} stones on the board, not {}", stated.unwrap_or(0))
            });
            odd.note(state.total[i] > most, || {
                format!("{name} has {on_board} stones on the board and {hand} in hand, more than {most}")
            });
        }
        Ok(())
    }

    fn read_removals(
        &self,
        fields: &Fields,
        action: Option<char>,
        state: &mut State,
        odd: &mut Oddities,
    ) -> Result<(), ParsePositionError> {
        let most = i64::from(self.rules.piece_count);
        let least = if self.rules.removes_own_stones() { -most } else { 0 };
        let mut due = [0; 2];
        for (i, due) in due.iter_mut().enumerate() {
            *due = fields.number(at::REMOVALS + i, &(least..=most))?.unwrap_or(0);
        }
        let (own, other) = (state.side.index(), state.side.other().index());
        let mut field_of_own = at::REMOVALS + own;
        if action == Some('r') && due[own] == 0 {
            due.swap(own, other);
            if fields.get(at::REMOVALS).is_none() {
                due[own] = 1;
            }
            if due[own] == 0 {
                return Err(fields.error(field_of_own, "at least 1, for the action is r"));
            }
            field_of_own = at::REMOVALS + other;
            odd.note(fields.len() > at::REMOVALS, || {
                "the removal that is due stands in the other side's field".to_owned()
            });
        }
        if due[other] != 0 && !self.rules.both_may_have_removals() {
            return Err(fields.error(at::REMOVALS + other, "0, for it is not that side's turn"));
        }
        for (remover, field) in [(own, field_of_own), (other, at::REMOVALS + other)] {
            let victims = state.stones[if due[remover] < 0 { remover } else { 1 - remover }].count();
            // Where a move may win several removals it may win more than there are stones to take.
            let generous = self.rules.may_remove_multiple && victims > 0;
            let most = if generous { u32::from(self.rules.piece_count) } else { victims };
            if due[remover].unsigned_abs() > most.into() {
                return Err(fields.error(field, format!("at most {most}, the stones there are to take")));
            }
            state.removals[remover] = due[remover] as i8;
        }
        Ok(())
    }

    /// The last mills and the mask of mills: read, and kept by those rules that need them.
    fn read_mills(&self, fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
        const FIRST: usize = Point::FIRST_NUMBER as usize;
        let points = self.board.points().count() as usize;
        let numbers = FIRST..FIRST + points;
        let greatest = FIRST + points - 1;
        for (field, last_mill) in (at::LAST_MILLS..).zip(state.last_mill.as_flattened_mut()) {
            let number = fields.number(field, &(-1..=greatest as i64))?.unwrap_or(0).max(0);
            if number != 0 && !numbers.contains(&(number as usize)) {
                let expected = format!("0 or a point's number from {FIRST} to {greatest}");
                return Err(fields.error(field, expected));
            }
            if self.rules.restrict_repeated_mills_formation {
                *last_mill = number as u8;
            }
        }
        let Some(word) = fields.get(at::MASK) else { return Ok(()) };
        let mask: u64 =
            word.parse().map_err(|_| fields.error(at::MASK, "a mask of 64 bits as a whole number"))?;
        if self.rules.one_time_use_mill {
            let half = |bits: u64| PointSet::from_bits((bits >> FIRST) as u32) & self.board.points();
            state.used_mills = [half(mask >> 32), half(mask & u64::from(u32::MAX))];
        }
        Ok(())
    }

    /// A removal of a side that has no move is one for stalemate, unless the full board has brought it about.
    fn recognise_stalemate(&self, state: &mut State) {
        if self.rules.stalemate_removes()
            && state.phase == Phase::Moving
            && state.pending() > 0
            && !self.removes_for_full_board(state)
            && self.has_no_slide(state)
        {
            state.set_phase(Phase::Stalemate);
        }
    }

    /// Is the board still full, or has the first of two such removals just left one empty point to the second?
    fn removes_for_full_board(&self, state: &State) -> bool {
        let second_remover = match self.rules.board_full {
            BoardFull::FirstAndSecondRemove => Some(Side::Second),
            BoardFull::SecondAndFirstRemove => Some(Side::First),
            _ => None,
        };
        match self.empty(state).count() {
            0 => true,
            1 => state.halfmove_clock == 0 && second_remover == Some(state.side),
            _ => false,
        }
    }

    /// Compares what the text repeats with what follows from the rest.
    fn check_redundant(&self, phase: Option<char>, action: Option<char>, state: &State, odd: &mut Oddities) {
        let over = self.ended(state).is_some();
        odd.note(phase == Some('o') && !over, || "the phase is o, but the game is not over".to_owned());
        let expected = match () {
            () if over => return,
            () if state.pending() != 0 => 'r',
            () if state.places() => 'p',
            () => 's',
        };
        let unlike = action.filter(|action| *action != '?' && *action != expected);
        if let Some(action) = unlike {
            odd.note(true, || format!("the action is {action}, but it is time for {expected}"));
        }
    }
}

/// The mover's hand decides the phase, but for a removal after its last placing.
fn set_phase(phase: Option<char>, state: &mut State, odd: &mut Oddities) {
    let after_last_placing = phase == Some('p') && state.pending() != 0;
    state.phase = if state.places() || after_last_placing { Phase::Placing } else { Phase::Moving };
    let stated = match phase {
        Some('p' | 'r') => Some(Phase::Placing),
        Some('m') => Some(Phase::Moving),
        _ => None,
    };
    odd.note(stated.is_some_and(|stated| stated != state.phase), || {
        let stones = if state.places() { "stones" } else { "no stone" };
        format!("the phase is {}, but the side to move has {stones} in hand", phase.unwrap_or('?'))
    });
}

fn read_counters(fields: &Fields, state: &mut State) -> Result<(), ParsePositionError> {
    let halfmove_clock = fields.number(at::RULE50, &(0..=GREATEST_COUNT))?.unwrap_or(0);
    let fullmove = fields.number(at::FULLMOVE, &(-1..=GREATEST_COUNT))?.unwrap_or(1);
    state.halfmove_clock = halfmove_clock as u16;
    state.fullmove = fullmove.max(1) as u16;
    Ok(())
}
