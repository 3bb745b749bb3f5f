//! The kinds of a new game. Each has a skeleton, which is a playable game, and data for the skeleton's test.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use crate::console::read_line;

/// Source file of the skeletons' test, with placeholders for the tables of perft counts and of known endings.
pub(super) const TEST: &str = include_str!("test.rs.txt");

/// The kind of a game. It selects the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Pieces on the squares of a grid; the skeleton is three in a row
    Grid,
    /// Pieces on points that lines join; the skeleton is Pong Hau K'i
    Graph,
    /// Seeds in houses; the skeleton is a small mancala, which ends with a margin
    Sowing,
    /// Cards or other material without a board; the skeleton is a game of tricks
    Cards,
}

impl Kind {
    /// Returns the source file of the skeleton, with placeholder names.
    pub(super) const fn rules(self) -> &'static str {
        match self {
            Self::Grid => include_str!("grid.rs.txt"),
            Self::Graph => include_str!("graph.rs.txt"),
            Self::Sowing => include_str!("sowing.rs.txt"),
            Self::Cards => include_str!("cards.rs.txt"),
        }
    }

    /// Returns the perft table of the skeleton's test, counted by hand. The table becomes a part of a string literal,
    /// so a backslash and `t` stand for a tab.
    const fn perft(self) -> &'static str {
        match self {
            Self::Grid => ".../.../...\\t1\\t9\n.../.../...\\t2\\t72\n.../.../...\\t3\\t504\n",
            Self::Graph => "xx.oo x\\t1\\t2\nxx.oo x\\t2\\t2\nxx.oo x\\t3\\t2\nxx.oo x\\t4\\t4\n",
            Self::Sowing => {
                "2,2,2,0/2,2,2,0 x\\t1\\t3\n2,2,2,0/2,2,2,0 x\\t2\\t8\n3,0,0,2/3,3,0,1 x\\t2\\t2\n"
            }
            Self::Cards => "12345 12345 - 0\\t1\\t5\n12345 12345 - 0\\t2\\t25\n12345 12345 - 0\\t3\\t100\n",
        }
    }

    /// Returns the table of known endings of the skeleton's test, with tabs written as in [`Kind::perft`]. A row has a
    /// position, perhaps moves from there, and the result.
    const fn endings(self) -> &'static str {
        match self {
            Self::Grid => "xxx/oo./...\\tfirst\nxox/xox/oxo\\tdraw\n.../.x./...\\topen\n",
            Self::Graph => {
                "x.oxo x\\tsecond\nxx.oo x\\ta d c a d c a d c a d c\\tdraw\nxx.oo x\\ta d c a d c\\topen\n"
            }
            Self::Sowing => "0,0,0,7/1,0,0,4 o\\t2\n2,2,2,0/2,2,2,0 x\\topen\n",
            Self::Cards => "- - - 3\\t3\n12345 12345 - 0\\ta1 a2\\topen\n",
        }
    }

    /// Returns the source file of the skeleton's test, with its tables and with placeholder names.
    pub(super) fn test(self) -> String {
        TEST.replace("PERFT-ROWS", self.perft()).replace("ENDING-ROWS", self.endings())
    }

    /// Asks the person for the kind until the answer is valid. After an empty answer, or if standard input or standard
    /// error is not a terminal, returns [`Kind::Grid`].
    pub(super) fn ask() -> io::Result<Self> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Ok(Self::Grid);
        }
        let kinds = Self::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        for kind in kinds {
            let help = kind.get_help().map(ToString::to_string).unwrap_or_default();
            eprintln!("  {:8}{help}", kind.get_name());
        }
        loop {
            eprint!("Kind of game [grid]: ");
            let answer = read_line(&mut io::stdin().lock())?.unwrap_or_default();
            let ignores_case = true;
            match Self::from_str(answer.trim(), ignores_case) {
                Ok(kind) => return Ok(kind),
                Err(_) if answer.trim().is_empty() => return Ok(Self::Grid),
                Err(_) => eprintln!("'{}' is none of these kinds", plywright::shorten(answer.trim())),
            }
        }
    }
}

// The skeletons, which the tests compile and play under their placeholder names.
#[cfg(test)]
#[path = "cards.rs.txt"]
mod cards;
#[cfg(test)]
#[path = "graph.rs.txt"]
mod graph;
#[cfg(test)]
#[path = "grid.rs.txt"]
mod grid;
#[cfg(test)]
#[path = "sowing.rs.txt"]
mod sowing;

#[cfg(test)]
mod tests {
    use plywright::testkit::Conformance;
    use plywright::{Notation, Playable};

    use super::*;

    fn conforms<G: Playable>(game: &G, kind: Kind) {
        let [perft, endings] = [kind.perft(), kind.endings()].map(|rows| rows.replace("\\t", "\t"));
        let kit = Conformance { perft_table: &perft, known_endings: &endings, ..Conformance::new(game) };
        let report = kit.run().unwrap_or_else(|failure| panic!("{kind:?}: {failure}"));
        assert_eq!(report.warnings, [""; 0], "{kind:?}");
    }

    #[test]
    fn every_skeleton_conforms() {
        conforms(&grid::GameName, Kind::Grid);
        conforms(&graph::GameName, Kind::Graph);
        conforms(&sowing::GameName, Kind::Sowing);
        conforms(&cards::GameName, Kind::Cards);
    }

    /// If greater leads could be read, a trick could lead to a position whose text cannot be read.
    #[test]
    fn a_lead_in_cards_is_at_most_the_sum_of_the_cards_played() {
        for (text, is_possible) in [
            ("1234 1234 - 10", true),
            ("1234 1234 - -11", false),
            ("12345 1234 5 0", false),
            ("- - - 30", true),
        ] {
            assert_eq!(cards::GameName.parse_position(text).is_ok(), is_possible, "{text}");
        }
    }
}
