//! A game of the family: its rules, its board, and what options have been set to.

use std::sync::Arc;

use plywright::Side;
use plywright::tables::Tables;

use crate::board::Board;
use crate::point::PointSet;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::sheet::Sheet;
use crate::standard::StandardRules;
use crate::state::State;

/// A game of the Mill family.
#[derive(Clone, Debug)]
pub struct Mill {
    pub(crate) board: &'static Board,
    /// The rules in force.
    pub(crate) rules: Rules,
    pub(crate) sheet: Sheet,
    /// The part common to all sheets.
    standard: StandardRules,
    /// What options have been set to.
    pub(crate) settings: Settings,
    /// Whether the search asks the built-in endgame tables.
    pub(crate) uses_tables: bool,
    /// The folder of larger endgame tables whose path was set.
    pub(crate) tables: Option<Arc<Tables<Self>>>,
}

impl Mill {
    /// The game with these rules.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_mill::Mill::new(plywright_mill::Rules::NINE_MENS_MORRIS);
    /// assert_eq!(perft(&game, &game.start(), 3), 12_144);
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self::with_settings(Settings::of(rules))
    }

    /// The game with the rules that these settings make.
    pub(crate) fn with_settings(settings: Settings) -> Self {
        let rules = settings.rules_in_force();
        Self {
            board: rules.board(),
            rules,
            sheet: Sheet::of(&rules),
            standard: StandardRules::new(&rules),
            settings,
            uses_tables: true,
            tables: None,
        }
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board it is played on.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> PointSet {
        self.board.points() - state.occupied()
    }

    /// Whether the stones of `side` go to any empty point.
    #[inline]
    pub(crate) fn flies(&self, state: &State, side: Side) -> bool {
        self.standard.flies(state, side)
    }
}

impl Default for Mill {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}
