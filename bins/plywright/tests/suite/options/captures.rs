//! Captures without a mill: positions in which a restriction more or less makes a difference.

use super::rules::{Rule, besides, rule};

const CUSTODIAN: &str = "CustodianCaptureEnabled value true";
const INTERVENTION: &str = "InterventionCaptureEnabled value true";
const LEAP: &str = "LeapCaptureEnabled value true";
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
    besides(&[CUSTODIAN], rule("CustodianCaptureOnSquareEdges", "false", CUSTODIAN_EDGE, "moves")),
    besides(&[CUSTODIAN], rule("CustodianCaptureOnCrossLines", "false", CUSTODIAN_CROSS, "moves")),
    besides(
        &[CUSTODIAN, DIAGONALS],
        rule("CustodianCaptureOnDiagonalLines", "false", CUSTODIAN_DIAGONAL, "moves"),
    ),
    besides(&[CUSTODIAN], rule("CustodianCaptureInPlacingPhase", "false", CUSTODIAN_EDGE, "moves")),
    besides(&[CUSTODIAN], rule("CustodianCaptureInMovingPhase", "false", CUSTODIAN_MOVING, "moves")),
    besides(&[CUSTODIAN], rule("CustodianCaptureOnlyWhenOwnPiecesLeq3", "true", CUSTODIAN_MOVING, "moves")),
    rule("InterventionCaptureEnabled", "true", INTERVENTION_EDGE, "moves"),
    besides(&[INTERVENTION], rule("InterventionCaptureOnSquareEdges", "false", INTERVENTION_EDGE, "moves")),
    besides(&[INTERVENTION], rule("InterventionCaptureOnCrossLines", "false", INTERVENTION_CROSS, "moves")),
    besides(
        &[INTERVENTION, DIAGONALS],
        rule("InterventionCaptureOnDiagonalLines", "false", INTERVENTION_DIAGONAL, "moves"),
    ),
    besides(&[INTERVENTION], rule("InterventionCaptureInPlacingPhase", "false", INTERVENTION_EDGE, "moves")),
    besides(&[INTERVENTION], rule("InterventionCaptureInMovingPhase", "false", INTERVENTION_MOVING, "moves")),
    besides(
        &[INTERVENTION],
        rule("InterventionCaptureOnlyWhenOwnPiecesLeq3", "true", INTERVENTION_MOVING, "moves"),
    ),
    rule("LeapCaptureEnabled", "true", LEAP_EDGE, "moves"),
    besides(&[LEAP], rule("LeapCaptureOnSquareEdges", "false", LEAP_EDGE, "moves")),
    besides(&[LEAP], rule("LeapCaptureOnCrossLines", "false", LEAP_CROSS, "moves")),
    besides(&[LEAP, DIAGONALS], rule("LeapCaptureOnDiagonalLines", "false", LEAP_DIAGONAL, "moves")),
    besides(
        &[LEAP, "MayMoveInPlacingPhase value true"],
        rule("LeapCaptureInPlacingPhase", "true", LEAP_PLACING, "moves"),
    ),
    besides(&[LEAP], rule("LeapCaptureInMovingPhase", "false", LEAP_EDGE, "moves")),
    besides(&[LEAP], rule("LeapCaptureOnlyWhenOwnPiecesLeq3", "true", LEAP_EDGE, "moves")),
];
