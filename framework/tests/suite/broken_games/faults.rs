//! The faults that the game Leapers can have, each with the check of the test kit that must find it.

use plywright::testkit::Check;

/// Defines the faults from lines of the form `Fault: Check`. The check is the one that must find the fault.
macro_rules! faults {
    ($($fault:ident: $check:ident,)+) => {
        /// Fault of the game, its evaluation or its numbering of positions.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Fault {
            #[default]
            None,
            /// Not a fault: the evaluation's parameters switch quiescence search off.
            FullWidth,
            /// Overflows the stack. It is not in [`FAULTS`], because an overflow ends the process.
            EndlessRecursion,
            $($fault,)+
        }

        pub const FAULTS: &[(Fault, Check)] = &[$((Fault::$fault, Check::$check)),+];
    };
}

faults! {
    StartPanics: Names,
    NamedPositionUnreadable: Names,
    MovesAfterTheEnd: MoveList,
    EndingBlind: Ending,
    CountOneMore: Count,
    MoveTwice: Duplicates,
    SharedCodes: Codes,
    LegalOntoStones: Legality,
    SuccessorForgotten: DistinctMoves,
    SuccessorTwice: DistinctMoves,
    WinForgotten: WinningMove,
    WinWithoutEnd: WinningMove,
    ThreatInvented: Threats,
    ThreatWithoutPass: Threats,
    ThreatOfNotes: Threats,
    PassKeepsTurn: Pass,
    RandomMoveForgotten: RandomMove,
    PlayoutAlwaysDraws: RandomMove,
    ReplyOverlooked: LosesAtOnce,
    ReplyOfNotes: LosesAtOnce,
    PointsTooFew: Points,
    NoisyForgotten: Noisy,
    NoisySteps: NoisyEnd,
    PlayForgetful: Play,
    PlayPanics: Play,
    TurnKeptAtTheEnd: Turn,
    TurnPassedByALoss: Turn,
    StepsIrreversible: Irreversible,
    Endless: GameLength,
    DrawRulesPanic: GameLength,
    KeyWithoutSide: Keys,
    KeyWithoutStone: Keys,
    TextWithoutSide: PositionText,
    MoveTextAmbiguous: MoveText,
    MissingMove: Perft,
    TieIsWin: KnownEnding,
    RepetitionIgnored: KnownEnding,
    EstimateOneSided: SwappedSides,
    InputsOneSided: SwappedSides,
    MirroredBoardOnly: Symmetry,
    NumberWithoutSide: Numbering,
    NumberBeyondSize: Numbering,
    NumberOfTheMirror: Numbering,
    GroupsBackwards: Numbering,
    TurnsEndEarly: Numbering,
    ParserPanics: Parser,
    ParserTakesLongRows: Parser,
    ParserTakesCrowds: Impossible,
    CapturesDenied: Impossible,
    SceneDrifts: Scene,
    ScenePanics: Scene,
    StoneBesideTheBoard: Scene,
    FormWithoutSide: Form,
    SameActions: Actions,
    ActionsElsewhere: Actions,
    EstimateReversed: EvaluationSign,
    EstimateOfFirstSide: EvaluationSign,
    EstimateTooGreat: Evaluation,
    MoveScoresTooGreat: Evaluation,
    MoveScoresTooFew: Evaluation,
    EstimateOfHistory: Evaluation,
    EstimateDrifts: Search,
    EstimateSlow: Stop,
    PromisingTwice: MostPromising,
    PromisingWithoutLeaps: MostPromising,
}
