//! Named members of the family.
//!
//! Names without a suffix are the rules as people play them today; `-classic` marks the settings that older
//! programs use under the same name. Unless a rule set names its source, its settings are those of the rule
//! tables of the Mill program Sanmill, <https://github.com/calcitem/Sanmill>: the `-classic` sets,
//! `russian-mill` and `experimental` come from its older engine, the others from its app.

use plywright::Variant;

use crate::board::Layout;
use crate::rules::{BoardFull, CaptureRule, MillWhilePlacing, Rules, Stalemate};

/// A named member of the family.
pub(crate) struct RuleSet {
    pub(crate) variant: Variant,
    pub(crate) rules: Rules,
}

const fn named(name: &'static str, summary: &'static str, rules: Rules) -> RuleSet {
    RuleSet { variant: Variant { name, summary }, rules }
}

/// Nine Men's Morris. Source: Ralph Gasser, *Solving Nine Men's Morris*, in Games of No Chance, MSRI
/// Publications 29 (1996), who solved the game under these rules.
const NINE: Rules = Rules::NINE_MENS_MORRIS;

// Rule sets that change one rule of Nine Men's Morris.
const CUSTODIAN: Rules = Rules { custodian_capture: CaptureRule::ON, ..NINE };
const INTERVENTION: Rules = Rules { intervention_capture: CaptureRule::ON, ..NINE };
const LEAP: Rules = Rules { leap_capture: CaptureRule::ON_AFTER_PLACING, ..NINE };
const TWO_FOR_TWO: Rules = Rules { may_remove_multiple: true, ..NINE };
const FROM_HAND: Rules = Rules { mill_while_placing: MillWhilePlacing::RemoveFromHandThenSelf, ..NINE };
const NO_LOSS_BY_BLOCKING: Rules = Rules { stalemate: Stalemate::ChangeSide, ..NINE };

const TWELVE: Rules = Rules { piece_count: 12, has_diagonal_lines: true, ..NINE };

const MORABARABA: Rules = Rules {
    endgame_n_move_rule: 10,
    restrict_repeated_mills_formation: true,
    board_full: BoardFull::Draw,
    ..TWELVE
};

const DOOZ_CLASSIC: Rules =
    Rules { mill_while_placing: MillWhilePlacing::RemoveFromHandThenOpponent, ..TWELVE };

const DOOZ: Rules =
    Rules { may_remove_from_mills_always: true, board_full: BoardFull::SideToMoveRemoves, ..DOOZ_CLASSIC };

/// Lasker Morris: ten stones, and a turn places a stone or moves one. Source: Emanuel Lasker, *Brettspiele
/// der Völker* (1931).
const LASKER: Rules = Rules { piece_count: 10, may_move_in_placing_phase: true, ..NINE };

const RUSSIAN: Rules = Rules { one_time_use_mill: true, ..NINE };

const CHAM_GONU: Rules = Rules {
    may_fly: false,
    mill_while_placing: MillWhilePlacing::MarkAndDelay,
    may_remove_from_mills_always: true,
    ..TWELVE
};

const ZHI_QI_CLASSIC: Rules =
    Rules { board_full: BoardFull::FirstAndSecondRemove, stalemate: Stalemate::RemoveAndMove, ..TWELVE };

const CHENG_SAN_QI_CLASSIC: Rules = Rules { may_fly: false, ..NINE };

const DA_SAN_QI_CLASSIC: Rules = Rules { is_defender_move_first: true, ..CHAM_GONU };

const MUL_MULAN: Rules = Rules {
    may_fly: false,
    has_diagonal_lines: true,
    may_remove_from_mills_always: true,
    intervention_capture: CaptureRule::ON,
    ..NINE
};

const EL_FILJA: Rules = Rules {
    piece_count: 12,
    may_fly: false,
    mill_while_placing: MillWhilePlacing::CountAtTheEnd,
    may_remove_from_mills_always: true,
    board_full: BoardFull::FirstAndSecondRemove,
    ..NINE
};

const EXPERIMENTAL: Rules = Rules {
    may_fly: false,
    may_remove_from_mills_always: true,
    is_defender_move_first: true,
    board_full: BoardFull::SecondAndFirstRemove,
    ..TWELVE
};

/// Three Men's Morris: three in a row win, on any of the eight lines; stones move along lines. The same rules
/// are known as Tapatan. Source: H. J. R. Murray, *A History of Board-Games Other Than Chess* (1952), pages
/// 40 and 41.
const THREE: Rules = Rules {
    layout: Layout::Grid,
    piece_count: 3,
    has_diagonal_lines: true,
    may_fly: false,
    mill_wins: true,
    ..NINE
};

/// Three Men's Morris in which stones move to any free point. Source: H. J. R. Murray, *A History of Chess*
/// (1913), page 614; R. C. Bell, *Board and Table Games from Many Civilizations* (1979), volume 1, pages 91
/// and 92.
const THREE_FLYING: Rules = Rules { may_fly: true, ..THREE };

/// Three Men's Morris on a board without diagonals. The source is that of [`THREE`].
const THREE_NO_DIAGONALS: Rules = Rules { has_diagonal_lines: false, ..THREE };

/// Nine Holes: no diagonals, and stones move to any free point. Source: H. J. R. Murray, *A History of
/// Board-Games Other Than Chess* (1952), page 39.
const NINE_HOLES: Rules = Rules { may_fly: true, ..THREE_NO_DIAGONALS };

/// Six Men's Morris, without flying. Source: H. J. R. Murray, *A History of Board-Games Other Than Chess*
/// (1952), page 42.
const SIX: Rules = Rules { layout: Layout::TwoRings, piece_count: 6, may_fly: false, ..NINE };

/// Five Men's Morris: five stones on the same board. Source: Murray (1952), page 43.
const FIVE: Rules = Rules { piece_count: 5, ..SIX };

/// Seven Men's Morris: seven stones on the board with a cross in its centre. Source: Dries De Clercq, *5-6-7
/// Men's Morris* (<http://puzzles.net23.net/6mm.htm>), who describes and solves the game on this board.
const SEVEN: Rules = Rules { layout: Layout::TwoRingsAndCross, piece_count: 7, ..SIX };

/// Eleven Men's Morris: eleven stones on the board of Twelve Men's Morris, so that placing never fills it.
/// Source: H. J. R. Murray, *A History of Chess* (1913), page 615: the board with diagonals is played with 9,
/// 11 or 12 stones.
const ELEVEN: Rules = Rules { piece_count: 11, ..TWELVE };

/// All named members, the default first.
pub(crate) static RULE_SETS: [RuleSet; 39] = [
    named("nine-mens-morris", "nine stones, three rings, flying with three stones", NINE),
    named("twelve-mens-morris", "twelve stones, corners joined by diagonals", TWELVE),
    named("morabaraba", "twelve stones; no swinging back into the mill just left", MORABARABA),
    named("dooz", "twelve stones; mills while placing take from the hand, later from anywhere", DOOZ),
    named("lasker-morris", "ten stones; a turn may place or move", LASKER),
    named(
        "one-time-mill",
        "each mill takes a stone only once, from anywhere",
        Rules { may_remove_from_mills_always: true, ..RUSSIAN },
    ),
    named(
        "cham-gonu",
        "twelve stones; stones taken while placing block their points until its end",
        CHAM_GONU,
    ),
    named(
        "zhi-qi",
        "as cham-gonu; on a full board each side takes a stone",
        Rules { board_full: BoardFull::FirstAndSecondRemove, ..CHAM_GONU },
    ),
    named(
        "cheng-san-qi",
        "nine stones, no flying; stones taken while placing block their points until its end",
        Rules { mill_while_placing: MillWhilePlacing::MarkAndDelay, ..CHENG_SAN_QI_CLASSIC },
    ),
    named(
        "da-san-qi",
        "as cham-gonu; two mills take two stones, the second player moves first",
        Rules { may_remove_multiple: true, ..DA_SAN_QI_CLASSIC },
    ),
    named(
        "mul-mulan",
        "nine stones with diagonals, no flying; stepping between two stones takes both",
        MUL_MULAN,
    ),
    named(
        "nerenchi",
        "twelve stones; stones may be taken out of mills, the second player moves first",
        Rules { may_remove_from_mills_always: true, is_defender_move_first: true, ..TWELVE },
    ),
    named("el-filja", "twelve stones, no diagonals; mills are counted when all stones are placed", EL_FILJA),
    named(
        "morabaraba-classic",
        "twelve stones; two mills take two stones",
        Rules { may_remove_multiple: true, ..TWELVE },
    ),
    named("dooz-classic", "twelve stones; mills while placing take from the hand", DOOZ_CLASSIC),
    named("russian-mill", "each mill takes a stone only once", RUSSIAN),
    named("zhi-qi-classic", "twelve stones; a side without a move takes a stone and moves", ZHI_QI_CLASSIC),
    named("cheng-san-qi-classic", "nine stones, no flying", CHENG_SAN_QI_CLASSIC),
    named("da-san-qi-classic", "as cham-gonu; the second player moves first", DA_SAN_QI_CLASSIC),
    named("experimental", "twelve stones, no flying; the second player moves first", EXPERIMENTAL),
    named("nine-mens-morris-no-flying", "nine stones, no flying", CHENG_SAN_QI_CLASSIC),
    named(
        "nine-mens-morris-custodian",
        "nine stones; a stone between two of the opponent's is taken",
        CUSTODIAN,
    ),
    named(
        "nine-mens-morris-intervention",
        "nine stones; stepping between two stones takes both",
        INTERVENTION,
    ),
    named("nine-mens-morris-leap", "nine stones; leaping over a stone takes it", LEAP),
    named("nine-mens-morris-remove-multiple", "nine stones; two mills take two stones", TWO_FOR_TWO),
    named(
        "nine-mens-morris-from-hand",
        "nine stones; mills while placing take from the hand and go on",
        FROM_HAND,
    ),
    named(
        "nine-mens-morris-blocked-passes",
        "nine stones; a side without a move passes",
        NO_LOSS_BY_BLOCKING,
    ),
    named("three-mens-morris", "nine points with diagonals; three in a row win (Tapatan)", THREE),
    named("three-mens-morris-flying", "the same; stones move to any free point", THREE_FLYING),
    named(
        "three-mens-morris-no-diagonals",
        "nine points without diagonals; three in a row win",
        THREE_NO_DIAGONALS,
    ),
    named("nine-holes", "the same; stones move to any free point", NINE_HOLES),
    named("five-mens-morris", "two rings, five stones, no flying", FIVE),
    named("five-mens-morris-flying", "the same with flying", Rules { may_fly: true, ..FIVE }),
    named("six-mens-morris", "two rings, six stones, no flying", SIX),
    named("six-mens-morris-flying", "the same with flying", Rules { may_fly: true, ..SIX }),
    named("seven-mens-morris", "two rings and a cross in the centre, seven stones, no flying", SEVEN),
    named("seven-mens-morris-flying", "the same with flying", Rules { may_fly: true, ..SEVEN }),
    named("eleven-mens-morris", "eleven stones, corners joined by diagonals", ELEVEN),
    named("eleven-mens-morris-no-flying", "the same without flying", Rules { may_fly: false, ..ELEVEN }),
];

/// The member called `name`.
pub(crate) fn find(name: &str) -> Option<&'static RuleSet> {
    RULE_SETS.iter().find(|set| set.variant.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables record their rules by these parameters, and options use them as defaults.
    #[test]
    fn named_rules_have_no_parameter_that_changes_nothing() {
        for RuleSet { variant, rules } in &RULE_SETS {
            assert_eq!(rules.in_force(), *rules, "{}", variant.name);
        }
    }
}
