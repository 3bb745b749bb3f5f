//! Exact knowledge for the search: the built-in endgame tables, the perfect database, and the built-in opening tables.
//! A folder of tables that the user names is not part of it, because the engine itself probes that folder.

use std::sync::Arc;

use plywright::tablebase::{Tables, Value};
use plywright::{Oracle, Score};

use crate::database::Database;
use crate::game::Mill;
use crate::position::State;
use crate::tables::is_ending;

/// The sources of exact values that the options switch on. They are probed in the order of the fields.
#[derive(Debug)]
pub(crate) struct ExactKnowledge {
    pub(crate) endings: Option<&'static Tables<Mill>>,
    pub(crate) database: Option<Arc<Database>>,
    /// The built-in opening tables. [`Oracle::probe`] leaves them out, because a lookup may take a search.
    pub(crate) openings: Option<&'static Tables<Mill>>,
}

impl Oracle<Mill> for ExactKnowledge {
    fn probe(&self, game: &Mill, state: &State) -> Option<Score> {
        if is_ending(state)
            && let Some(score) = self.endings.and_then(|tables| tables.probe(game, state))
        {
            return Some(score);
        }
        self.database.as_ref()?.value(state)
    }

    fn value_unless(&self, game: &Mill, state: &State, stop: &dyn Fn() -> bool) -> Option<Value> {
        let value = self.probe(game, state).and_then(Value::from_score);
        value.or_else(|| self.openings?.value_unless(game, state, stop))
    }

    fn grade(&self, _game: &Mill, state: &State) -> Option<i32> {
        self.database.as_ref()?.grade(state)
    }

    fn failure(&self) -> Option<String> {
        if let Some(error) = self.database.as_ref().and_then(|database| database.failure()) {
            return Some(error.to_string());
        }
        let mut tables = [self.endings, self.openings].into_iter().flatten();
        tables.find_map(Tables::failure).map(ToString::to_string)
    }
}
