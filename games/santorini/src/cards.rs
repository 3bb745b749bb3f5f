//! The gods' cards: name, text, and the parts of a card that are plain data.
//!
//! A card's text stands only here. The god's file under `gods/` holds the stages of a turn that the god
//! changes and what it forbids to others.

use crate::square::TOP;
use crate::stored::StoredText;

/// How a side places its workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// The given number of workers on any free squares.
    Anywhere(u8),
    /// Two workers on free squares of the perimeter.
    Perimeter,
    /// Two workers on free squares at opposite edges.
    OppositeEdges,
    /// Two workers, one of them marked as the female one.
    WithFemale,
}

/// A god's card. Fields that a card does not mention equal those of [`Card::MORTAL`].
pub(crate) struct Card {
    /// The god's name, in lower case.
    pub(crate) name: &'static str,
    /// Text of the card, in one sentence.
    pub(crate) text: &'static str,
    /// How the god's workers are placed.
    pub(crate) placement: Placement,
    /// Whether the god places its workers first even as the second player's god.
    pub(crate) places_first: bool,
    /// Maximum number of workers of the god.
    pub(crate) max_workers: u8,
    /// Text format of the god's stored state; `None` for a god that stores nothing.
    pub(crate) stored: Option<&'static StoredText>,
    /// Whether the stored square marks one of the god's workers and moves with it.
    pub(crate) marks_worker: bool,
    /// Whether the stored square is that of a figure, which stands on no worker and no dome.
    pub(crate) places_figure: bool,
    /// Whether opposite edges and corners adjoin for the god's workers.
    pub(crate) wraps: bool,
    /// Whether a step between two heights wins, in addition to the step from 2 to 3.
    pub(crate) wins_by_step: Option<fn(u8, u8) -> bool>,
    /// Whether every symmetry of the board maps the god's turns to legal turns.
    pub(crate) symmetric: bool,
}

impl Card {
    /// A mortal's card: the base of all others.
    const MORTAL: Self = Self {
        name: "mortal",
        text: "No power: a worker moves, then it builds.",
        placement: Placement::Anywhere(2),
        places_first: false,
        max_workers: 2,
        stored: None,
        marks_worker: false,
        places_figure: false,
        wraps: false,
        wins_by_step: None,
        symmetric: true,
    };
}

/// Defines the enum of gods and their cards: variant, name, text, and changes to [`Card::MORTAL`].
macro_rules! cards {
    ($($god:ident $name:literal $text:literal $({ $($field:ident: $value:expr),* })?;)*) => {
        /// A god, or a mortal without any power. The documentation of each variant is the text of its card.
        ///
        #[doc = include_str!("gods/differences.md")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum God {
            $(#[doc = $text] $god,)*
        }

        impl God {
            /// All gods, mortals first.
            pub const ALL: &'static [Self] = &[$(Self::$god,)*];
        }

        const CARDS: &[Card] = &[
            $(Card { name: $name, text: $text, $($($field: $value,)*)? ..Card::MORTAL },)*
        ];
    };
}

cards! {
    Mortal "mortal" "No power: a worker moves, then it builds.";
    Achilles "achilles" "Once in the game a worker builds both before and after moving."
        { stored: Some(&StoredText::USED), symmetric: false };
    Aeolus "aeolus" "Raises and stills the wind, against which no worker moves."
        { stored: Some(&StoredText::WIND) };
    Aphrodite "aphrodite" "Enemies that start next to her workers end next to them.";
    Apollo "apollo" "A worker may move onto an enemy's space; the enemy goes where it came from.";
    ApolloV2 "apollov2"
        "A worker may move onto an enemy's space that is not higher; the enemy goes where it came from.";
    Ares "ares" "After building, may remove a block next to the worker that did not move.";
    Artemis "artemis" "A worker may move twice, but not back to where it started.";
    Asteria "asteria"
        "After a turn in which a worker moved down, may build a dome on any unoccupied space.";
    Athena "athena"
        "After a turn in which one of her workers moved up, the opponent's do not move up."
        { stored: Some(&StoredText::NO_CLIMBING) };
    Atlas "atlas" "A worker may build a dome at any level.";
    Bellerophon "bellerophon" "Once in the game a worker moves up two levels."
        { wins_by_step: Some(|low, high| low == TOP - 2 && high == TOP), stored: Some(&StoredText::USED) };
    Bia "bia" "Removes an enemy straight ahead of a worker's move. Places first, on the perimeter."
        { placement: Placement::Perimeter, places_first: true };
    Castor "castor"
        "Instead of an ordinary turn all workers move and none builds, or all build and none moves.";
    Charon "charon"
        "Before a worker moves, it may force an enemy next to it to the other side of it.";
    CharonV2 "charonv2"
        "Instead of moving, a worker may force an enemy next to it to the other side of it.";
    Chronus "chronus" "Also wins when there are five complete towers on the board.";
    Clio "clio"
        "Her first three buildings get a coin each; the opponent treats spaces with a coin as domes."
        { stored: Some(&StoredText::COINS) };
    Demeter "demeter" "A worker may build a second time, on another space.";
    Eros "eros"
        "Starts at opposite edges; also wins by moving next to the other worker, both on the first level."
        { placement: Placement::OppositeEdges };
    Europa "europa"
        "May put Talus beside the mover at the end of a turn; for everybody he is a dome where he stands."
        { stored: Some(&StoredText::SQUARE), places_figure: true };
    Graeae "graeae" "Three workers; one that did not move builds."
        { placement: Placement::Anywhere(3), max_workers: 3 };
    Hades "hades" "Enemies do not move down.";
    Harpies "harpies" "Enemies that move slide on until higher ground or an obstacle.";
    Hephaestus "hephaestus" "A worker may build a second block, not a dome, on top of its first.";
    Hera "hera" "The opponent does not win by moving into a perimeter space.";
    Hermes "hermes"
        "Workers that move neither up nor down may all move any number of times; then one builds.";
    Hestia "hestia" "A worker may build a second time, but not on a perimeter space.";
    Hippolyta "hippolyta" "All workers but her female one move only diagonally."
        { placement: Placement::WithFemale, stored: Some(&StoredText::SQUARE), marks_worker: true };
    Hydra "hydra"
        "A turn ends with a new worker beside the mover, or with one less if two of hers are neighbours."
        { max_workers: 11 };
    Hypnus "hypnus" "The enemy that is higher than all others does not move.";
    Iris "iris"
        "A worker may jump straight over a worker to any level, and wins by coming to the third so.";
    Jason "jason"
        "Once in the game a new worker is placed at the edge instead of moving one, and builds."
        { max_workers: 3, stored: Some(&StoredText::USED) };
    Limus "limus" "Enemies do not build next to her workers, except domes that complete a tower.";
    Maenads "maenads"
        "A worker also wins by moving to where an enemy is exactly between it and another one of hers.";
    Medusa "medusa"
        "At the end of her turn enemies next to her workers and lower than they become a block.";
    Minotaur "minotaur"
        "A worker may move onto an enemy's space by pushing the enemy straight back to a free one.";
    Morpheus "morpheus"
        "Gains a building each turn and may save it; a turn spends as many as it likes."
        { stored: Some(&StoredText::SAVED) };
    Nemesis "nemesis"
        "When no enemy is next to her workers at the end of a turn, they may change places with enemies.";
    Nike "nike"
        "After a turn in which one of her workers moved down, the opponent's do not move up."
        { stored: Some(&StoredText::NO_CLIMBING) };
    Pan "pan" "Wins by moving down two or more levels, too."
        { wins_by_step: Some(|from, to| from >= to + 2) };
    Pegasus "pegasus" "A worker may move up more than one level, but does not win by doing so.";
    Persephone "persephone" "Enemies move up in every turn in which they can.";
    Polyphemus "polyphemus"
        "Once in the game a turn ends with one or two domes on any levels, anywhere on the board."
        { stored: Some(&StoredText::USED) };
    Poseidon "poseidon"
        "A worker that did not move and stands on the ground may build up to three times more.";
    Prometheus "prometheus" "A worker that does not move up may build both before and after moving."
        { symmetric: false };
    Proteus "proteus"
        "Three workers; when one moves, another one of them goes to the space it left."
        { placement: Placement::Anywhere(3), max_workers: 3 };
    Scylla "scylla"
        "A worker that moves may drag an enemy next to the space that it left into that space.";
    Selene "selene"
        "Instead of the ordinary building her female worker may put a dome on any level."
        { placement: Placement::WithFemale, stored: Some(&StoredText::SQUARE), marks_worker: true };
    Stymphalians "stymphalians"
        "Three workers; one moves two or three times and ends neither on nor next to its initial space."
        { placement: Placement::Anywhere(3), max_workers: 3 };
    Theseus "theseus"
        "Once in the game a turn ends with the removal of an enemy beside and two levels above a worker."
        { stored: Some(&StoredText::USED) };
    Urania "urania"
        "For her workers' moves and builds opposite edges and corners adjoin." { wraps: true };
    Zeus "zeus" "A worker may build a block under itself.";
}

impl God {
    /// Its card.
    #[inline]
    pub(crate) const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// Name, in lower case.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    /// Text of the card, in one sentence.
    pub const fn text(self) -> &'static str {
        self.card().text
    }

    /// Finds a god by name, in any case.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|god| god.name().eq_ignore_ascii_case(name))
    }
}
