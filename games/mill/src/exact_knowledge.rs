//! Exact knowledge for the search: the built-in endgame tables, a folder of larger tables, and the perfect
//! database, probed in this order.

use std::sync::Arc;

use plywright::tablebase::{Sliced, Tables, Value};
use plywright::{Oracle, Score};

use crate::database::Database;
use crate::game::Mill;
use crate::position::State;
use crate::tables::{BuiltIn, MIN_STONES, Slice};

/// Sources of exact values.
#[derive(Debug)]
pub(crate) struct ExactKnowledge {
    built_in: Option<&'static BuiltIn<'static>>,
    tables: Option<Arc<Tables<Mill>>>,
    database: Option<Arc<Database>>,
}

impl ExactKnowledge {
    /// Returns the sources whose values are valid under the rules of `game`; `None` if there are none.
    pub(crate) fn of(
        game: &Mill,
        built_in: bool,
        tables: Option<Arc<Tables<Mill>>>,
        database: Option<Arc<Database>>,
    ) -> Option<Self> {
        let rules = |game: &Mill| {
            [[0; 2], [1; 2]].map(|hand| game.table_rules(Slice { hand, board: [MIN_STONES; 2] }))
        };
        let fits = |tables: &Arc<Tables<Mill>>| game.has_tables() && rules(tables.game()) == rules(game);
        let knowledge = Self {
            built_in: BuiltIn::for_rules(game.rules()).filter(|_| built_in),
            tables: tables.filter(fits),
            database: database.filter(|_| Database::fits(game.rules())),
        };
        let Self { built_in, tables, database } = &knowledge;
        (built_in.is_some() || tables.is_some() || database.is_some()).then_some(knowledge)
    }
}

impl Oracle<Mill> for ExactKnowledge {
    fn probe(&self, game: &Mill, state: &State) -> Option<Score> {
        let built_in = self.built_in.and_then(|tables| tables.value_of(state)).map(Value::score);
        // A damaged file supplies no values.
        let from_tables = || self.tables.as_ref()?.probe(game, state);
        built_in.or_else(from_tables).or_else(|| self.database.as_ref()?.value(state))
    }

    fn value(&self, game: &Mill, state: &State) -> Option<Value> {
        let known = self.probe(game, state).and_then(Value::from_score);
        known.or_else(|| self.tables.as_ref()?.value(game, state))
    }
}
