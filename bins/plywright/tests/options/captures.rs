//! Captures without a mill: positions in which a restriction more or less makes a difference.

use super::rules::{Rule, besides, rule};

const DIAGONALS: &str = "HasDiagonalLines value true";
const CUSTODIAN_EDGE: &str = "fen ********/********/@O****** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2 moves a7";
const CUSTODIAN_CROSS: &str = "fen O*******/@*******/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2 moves d7";
const CUSTODIAN_DIAGONAL: &str = "fen *******O/*******@/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2 moves a7";
const CUSTODIAN_MOVING: &str = "fen @@*OO***/********/@O****O* w m s 4 0 3 0 0 0 0 0 0 0 0 0 20 moves a4-a7";
const INTERVENTION_EDGE: &str = "fen ********/********/*@*****@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2 moves d7";
const INTERVENTION_CROSS: &str = "fen @*******/********/@******* w p p 0 9 2 7 0 0 0 0 0 0 0 0 2 moves d6";
const INTERVENTION_DIAGONAL: &str = "fen *******@/********/*******@ w p p 0 9 2 7 0 0 0 0 0 0 0 0 2 moves b6";
const INTERVENTION_MOVING: &str =
    "fen *O*O@***/O*******/*@*O***@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 20 moves d6-d7";
const LEAP_EDGE: &str = "fen *O*O@***/********/@**O*@*O w m s 4 0 3 0 0 0 0 0 0 0 0 0 20";
const LEAP_CROSS: &str = "fen ***O@***/@*******/O*OO*@** w m s 4 0 3 0 0 0 0 0 0 0 0 0 20";
const LEAP_DIAGONAL: &str = "fen ***O@***/*******@/**OO*@*O w m s 4 0 3 0 0 0 0 0 0 0 0 0 20";
const LEAP_PLACING: &str = "fen ********/********/@**O***O w p p 2 7 1 8 0 0 0 0 0 0 0 0 3";

pub const ROWS: &[Rule] = &[
    rule("CustodianCaptureEnabled", "true", CUSTODIAN_EDGE, "moves"),
    besides(
        &["CustodianCaptureEnabled value true"],
        rule("CustodianCaptureOnSquareEdges", "false", CUSTODIAN_EDGE, "moves"),
    ),
    besides(
        &["CustodianCaptureEnabled value true"],
        rule("CustodianCaptureOnCrossLines", "false", CUSTODIAN_CROSS, "moves"),
    ),
    besides(
        &["CustodianCaptureEnabled value true", DIAGONALS],
        rule("CustodianCaptureOnDiagonalLines", "false", CUSTODIAN_DIAGONAL, "moves"),
    ),
    besides(
        &["CustodianCaptureEnabled value true"],
        rule("CustodianCaptureInPlacingPhase", "false", CUSTODIAN_EDGE, "moves"),
    ),
    besides(
        &["CustodianCaptureEnabled value true"],
        rule("CustodianCaptureInMovingPhase", "false", CUSTODIAN_MOVING, "moves"),
    ),
    besides(
        &["CustodianCaptureEnabled value true"],
        rule("CustodianCaptureOnlyWhenOwnPiecesLeq3", "true", CUSTODIAN_MOVING, "moves"),
    ),
    rule("InterventionCaptureEnabled", "true", INTERVENTION_EDGE, "moves"),
    besides(
        &["InterventionCaptureEnabled value true"],
        rule("InterventionCaptureOnSquareEdges", "false", INTERVENTION_EDGE, "moves"),
    ),
    besides(
        &["InterventionCaptureEnabled value true"],
        rule("InterventionCaptureOnCrossLines", "false", INTERVENTION_CROSS, "moves"),
    ),
    besides(
        &["InterventionCaptureEnabled value true", DIAGONALS],
        rule("InterventionCaptureOnDiagonalLines", "false", INTERVENTION_DIAGONAL, "moves"),
    ),
    besides(
        &["InterventionCaptureEnabled value true"],
        rule("InterventionCaptureInPlacingPhase", "false", INTERVENTION_EDGE, "moves"),
    ),
    besides(
        &["InterventionCaptureEnabled value true"],
        rule("InterventionCaptureInMovingPhase", "false", INTERVENTION_MOVING, "moves"),
    ),
    besides(
        &["InterventionCaptureEnabled value true"],
        rule("InterventionCaptureOnlyWhenOwnPiecesLeq3", "true", INTERVENTION_MOVING, "moves"),
    ),
    rule("LeapCaptureEnabled", "true", LEAP_EDGE, "moves"),
    besides(
        &["LeapCaptureEnabled value true"],
        rule("LeapCaptureOnSquareEdges", "false", LEAP_EDGE, "moves"),
    ),
    besides(
        &["LeapCaptureEnabled value true"],
        rule("LeapCaptureOnCrossLines", "false", LEAP_CROSS, "moves"),
    ),
    besides(
        &["LeapCaptureEnabled value true", DIAGONALS],
        rule("LeapCaptureOnDiagonalLines", "false", LEAP_DIAGONAL, "moves"),
    ),
    besides(
        &["LeapCaptureEnabled value true", "MayMoveInPlacingPhase value true"],
        rule("LeapCaptureInPlacingPhase", "true", LEAP_PLACING, "moves"),
    ),
    besides(
        &["LeapCaptureEnabled value true"],
        rule("LeapCaptureInMovingPhase", "false", LEAP_EDGE, "moves"),
    ),
    besides(
        &["LeapCaptureEnabled value true"],
        rule("LeapCaptureOnlyWhenOwnPiecesLeq3", "true", LEAP_EDGE, "moves"),
    ),
];
