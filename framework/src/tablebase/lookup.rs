//! Looks positions up in tables. Values that compact tables leave out are derived from stored ones by playing turns.

use std::cmp::Reverse;

use super::error::TablebaseError;
use super::sliced::{Reached, SliceIndex, Sliced, each_turn, lead};
use super::tables::{Known, Tables};
use crate::rules::{Moves, Score, sort_by_key_once};
use crate::search::{Oracle, Value, lock, value_of_move, value_of_position};
use crate::text::Notation;

/// Maximum number of derived values in the cache. If the cache is full, it is emptied before the next value is stored.
const MAX_DERIVED: usize = 1 << 17;

/// Stops a lookup: once this returns `true`, all further values are unknown. A value that no table stores is derived
/// from the values of many other positions, which takes long.
type Stop<'a> = &'a dyn Fn() -> bool;

impl<G: Sliced> Tables<G> {
    /// Returns the value of a position: a stored one, or one derived by playing at most `turns` turns in a row. `None`
    /// if it is unknown or the lookup was stopped.
    fn look_up(&self, state: &G::State, turns: u32, stop: Stop<'_>) -> Result<Option<Known>, TablebaseError> {
        match self.game().locate(state) {
            Some(place) if !stop() => self.look_up_at(place, state, turns, stop),
            _ => Ok(None),
        }
    }

    /// Does what [`Tables::look_up`] does, for a position whose slice and index `place` are known.
    fn look_up_at(
        &self,
        place: SliceIndex<G::Slice>,
        state: &G::State,
        turns: u32,
        stop: Stop<'_>,
    ) -> Result<Option<Known>, TablebaseError> {
        if let Some(files) = self.slices.get(&place.slice) {
            let value = self.value_in(files, place)?.with_lead(lead(self.game(), state));
            return Ok(Some(Known::always(value)));
        }
        // Gives up far from all stored slices. Many positions would be visited, and only the end of the game could give
        // a value, which a search finds sooner.
        if self.turns_to_files.get(&place.slice).is_none_or(|needed| *needed > turns) {
            return Ok(None);
        }
        let cached = lock(&self.derived).get(&place).copied().filter(|known| known.turns >= turns);
        if cached.is_some() {
            return Ok(cached);
        }
        let derived = self.derive(state, turns, stop)?;
        // The value of a stopped lookup is stored only if every lookup gives it. Otherwise it may lack a distance that
        // another lookup gives, even one with fewer turns.
        if let Some(known) = derived.filter(|known| known.turns > turns || !stop()) {
            let mut cache = lock(&self.derived);
            if cache.len() == MAX_DERIVED {
                cache.clear();
            }
            cache.insert(place, known);
        }
        Ok(derived)
    }

    /// Derives the value of a position by playing each of its turns. A value after such a turn is looked up, or derived
    /// by at most `turns - 1` further turns. If the value after a turn is unknown, returns `None` unless another turn
    /// wins. A win at once and [`Value::SHORT_WIN`] are then returned as they are, any other win without its distance.
    fn derive(&self, state: &G::State, turns: u32, stop: Stop<'_>) -> Result<Option<Known>, TablebaseError> {
        let (mut best, mut is_known) = (Known::always(Value::LOST), true);
        let win_at_once = Value::LOST.one_turn_before();
        // A win at once cannot be shortened. A short win stays true whatever the other turns give.
        let is_final = |value: Value| Some(value) == win_at_once || value == Value::SHORT_WIN;
        each_turn::<_, TablebaseError>(self.game(), state, &mut |reached| {
            if is_final(best.value) || best.value == Value::WIN {
                return Ok(());
            }
            let found = match reached {
                Reached::Ended(value) => Some(Known::always(value)),
                // A win that takes too long for a value is a win of unknown distance.
                Reached::Position(next) => self.look_up(next, turns - 1, stop)?.map(|known| Known {
                    value: known.value.one_turn_before().unwrap_or(Value::WIN),
                    ..known
                }),
            };
            let Some(known) = found else {
                (is_known, best.turns) = (false, turns);
                return Ok(());
            };
            best.value = match known.value {
                // This win may be shorter than one of known distance found before, so the best distance is unknown.
                Value::WIN | Value::SHORT_WIN => known.value,
                value => best.value.max(value),
            };
            if known.turns < u32::MAX {
                best.turns = turns;
            }
            Ok(())
        })?;
        if is_known || is_final(best.value) {
            return Ok(Some(best));
        }
        // If the best known value is a win, a turn of unknown value may win sooner, so the distance is unknown.
        // Otherwise such a turn may be better, so the value is unknown.
        Ok(best.value.is_win().then_some(Known { value: Value::WIN, ..best }))
    }

    /// Returns the value of a position at the beginning of a turn. If compact tables leave it out, derives it from
    /// stored values by playing at most four turns in a row. `None` if this is impossible or the position has no
    /// number.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is damaged, or turns do not alternate between the sides.
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TablebaseError> {
        let known = self.look_up(state, self.turns, &|| false)?;
        Ok(known.map(|known| known.value))
    }

    /// Returns the result of a lookup; `None` after an error. Stores the first error for [`Tables::failure`].
    fn store_failure(&self, known: Result<Option<Known>, TablebaseError>) -> Option<Value> {
        match known {
            Ok(known) => known.map(|known| known.value),
            Err(error) => {
                // If an earlier error is stored, it stays.
                let _ = self.failure.set(error);
                None
            }
        }
    }
}

/// A lookup in compact tables decodes whole rows, which takes up to a millisecond. A search therefore calls
/// `value_unless` only at its root. Below the root, it calls `probe`, which uses only fast files: full tables that are
/// not remote, and built-in exact values, whose rows are usually decoded only once. If all files are fast, `probe` also
/// derives values of positions in slices without a file.
impl<G: Sliced> Oracle<G> for Tables<G> {
    fn probe(&self, _game: &G, state: &G::State) -> Option<Score> {
        if !self.has_fast {
            return None;
        }
        let place = self.game().locate(state)?;
        // A value in a slice without a file is derived from values in other slices, so all of these must be fast.
        let is_fast = self.slices.get(&place.slice).map_or(self.is_fast, |files| files.is_fast);
        if !is_fast {
            return None;
        }
        self.store_failure(self.look_up_at(place, state, self.turns, &|| false)).map(Value::score)
    }

    fn value_unless(&self, _game: &G, state: &G::State, stop: &dyn Fn() -> bool) -> Option<Value> {
        self.store_failure(self.look_up(state, self.turns, stop))
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().map(TablebaseError::to_string)
    }
}

/// Exact values of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Value for the side to move; `None` if it is unknown.
    pub value: Option<Value>,
    /// Text of each legal move and its value for the side to move, best first. Moves of unknown value come
    /// last.
    pub moves: Vec<(String, Option<Value>)>,
}

impl Probed {
    /// Converts each known value, for example to other units. The moves keep their order, even if the converted values
    /// have another.
    pub fn map(self, convert: impl Fn(Value) -> Value) -> Self {
        let moves = self.moves.into_iter().map(|(text, value)| (text, value.map(&convert)));
        Self { value: self.value.map(&convert), moves: moves.collect() }
    }
}

/// Looks up the exact values of a position and of each of its legal moves. A lookup in compact tables may take
/// milliseconds, or longer if a value must be derived because it is not stored. A value whose lookup fails counts as
/// unknown; see [`Oracle::failure`].
pub fn probe<G: Notation>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Probed {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let valued = |mv| (game.move_text(state, mv), value_of_move(game, oracle, state, mv));
    let mut moves: Vec<_> = moves.into_iter().map(valued).collect();
    sort_by_key_once(&mut moves, |(_, value)| Reverse(*value));
    Probed { value: value_of_position(game, oracle, state), moves }
}
