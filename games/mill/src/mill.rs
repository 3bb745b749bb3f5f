//! A game of the family: its rules, its board, and its rule sheet.

use plywright::Side;

use crate::board::{Board, PointSet};
use crate::position::State;
use crate::rules::{Rules, Sheet, StandardRules};
use crate::tables::TableRules;

/// A game of the Mill family.
#[derive(Clone, Debug)]
pub struct Mill {
    pub(crate) board: &'static Board,
    pub(crate) rules: Rules,
    pub(crate) sheet: Sheet,
    /// The part shared by all rule sheets.
    standard: StandardRules,
}

impl Mill {
    /// Creates the game with these rules.
    ///
    /// ```
    /// use plywright::{Game, perft};
    /// let game = plywright_mill::Mill::new(plywright_mill::Rules::NINE_MENS_MORRIS);
    /// assert_eq!(perft(&game, &game.start(), 3), 12_144);
    /// ```
    pub fn new(rules: Rules) -> Self {
        let rules = rules.in_force();
        Self { board: rules.board(), rules, sheet: Sheet::of(&rules), standard: StandardRules::new(&rules) }
    }

    /// Rules of the game. Parameters without effect have the values of Nine Men's Morris.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Board of the game.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Whether endgame tables can be made for these rules.
    pub fn has_tables(&self) -> bool {
        TableRules(&self.rules).has_tables()
    }

    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> PointSet {
        self.standard.empty(state)
    }

    /// Whether the stones of `side` can move to any empty point.
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
