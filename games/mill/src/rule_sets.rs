//! The named members of the family.
//!
//! Names without an addition are the rules as people play them today; `-classic` marks the settings of the same name
//! that older programs use.

use plywright::Variant;

use crate::rules::{BoardFull, MillWhilePlacing, Rules, Stalemate};

/// A member of the family: its name and summary, and its rules.
pub(crate) struct RuleSet {
    pub(crate) variant: Variant,
    pub(crate) rules: Rules,
}

const fn named(name: &'static str, summary: &'static str, rules: Rules) -> RuleSet {
    RuleSet { variant: Variant { name, summary }, rules }
}

const NINE: Rules = Rules::NINE_MENS_MORRIS;

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
    intervention_capture: true,
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

/// All members, the default first.
pub(crate) static RULE_SETS: [RuleSet; 20] = [
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
];

/// The member with this name.
pub(crate) fn find(name: &str) -> Option<&'static RuleSet> {
    RULE_SETS.iter().find(|set| set.variant.name == name)
}
