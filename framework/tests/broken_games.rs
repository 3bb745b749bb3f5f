//! The conformance kit against games that are wrong: each fault must be caught by the check that is meant for it.
//!
//! The game, leapers, is made up for the purpose. Stones stand on a row of seven cells. A stone steps to an empty
//! neighbouring cell, or leaps over a neighbouring enemy stone to the empty cell behind it and takes it; who has taken
//! a stone moves once more. Who cannot move loses, but a full row is a draw.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use plywright::conformance::{Check, Conformance, Failure, Report};
use plywright::prelude::*;
use plywright::{Action, Choice, NodeScratch, Part, Variant, Written};

const CELLS: u8 = 7;

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Fault {
    #[default]
    None,
    NamedPositionUnreadable,
    MovesAfterTheEnd,
    EndingBlind,
    CountOneMore,
    MoveTwice,
    SharedCodes,
    LegalOntoStones,
    SuccessorForgotten,
    SuccessorTwice,
    WinForgotten,
    WinWithoutEnd,
    ReplyOverlooked,
    ReplyOfNotes,
    TacticalForgotten,
    TacticalSteps,
    PlayForgetful,
    TurnKeptAtTheEnd,
    StepsIrreversible,
    Endless,
    KeyWithoutSide,
    KeyWithoutStone,
    TextWithoutSide,
    MoveTextAmbiguous,
    MissingMove,
    MirroredBoardOnly,
    ParserPanics,
    ParserTakesLongRows,
    SceneDrifts,
    StoneBesideTheBoard,
    FormWithoutSide,
    SameActions,
    ActionsElsewhere,
    TieIsWin,
    EstimateWithBonusForFirst,
    EstimateReversed,
    EstimateOfFirstSide,
    EstimateTooGreat,
    EstimateOfHistory,
    EstimateDrifts,
    EstimateSlow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    stones: [u8; 2],
    side: Side,
    fault: Fault,
}

impl State for Row {
    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        let side = if self.fault == Fault::KeyWithoutSide { 0 } else { self.side.index() as u64 };
        let first = if self.fault == Fault::KeyWithoutStone { self.stones[0] & !1 } else { self.stones[0] };
        Key::mix(side << 16 | u64::from(first) << 8 | u64::from(self.stones[1]))
    }
}

impl Row {
    fn has(self, side: Side, cell: u8) -> bool {
        self.stones[side.index()] >> cell & 1 == 1
    }

    fn is_free(self, cell: u8) -> bool {
        cell < CELLS && !self.has(Side::First, cell) && !self.has(Side::Second, cell)
    }

    fn allows(self, mv: Leap) -> bool {
        let between = u8::midpoint(mv.from, mv.to);
        self.has(self.side, mv.from)
            && (self.is_free(mv.to) || self.fault == Fault::LegalOntoStones)
            && (mv.from.abs_diff(mv.to) == 1 || mv.takes() && self.has(!self.side, between))
    }

    fn moves(self) -> impl Iterator<Item = Leap> {
        (0..CELLS)
            .flat_map(move |from| {
                (0..CELLS).map(move |to| Leap { from, to, blurred: self.fault == Fault::SharedCodes })
            })
            .filter(move |mv| self.allows(*mv) && self.is_free(mv.to))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Leap {
    from: u8,
    to: u8,
    blurred: bool,
}

impl Leap {
    fn takes(self) -> bool {
        self.from.abs_diff(self.to) == 2
    }
}

impl Move for Leap {
    fn code(self) -> u32 {
        if self.blurred { self.to.into() } else { u32::from(self.from) * 8 + u32::from(self.to) }
    }

    fn decode(code: u32) -> Option<Self> {
        let (from, to) = ((code / 8) as u8, (code % 8) as u8);
        (code < 8 * u32::from(CELLS) && to < CELLS).then_some(Self { from, to, blurred: false })
    }
}

#[derive(Clone, Debug, Default)]
struct Leapers {
    fault: Fault,
    calls: Arc<AtomicU32>,
}

impl Leapers {
    fn with(fault: Fault) -> Self {
        Self { fault, calls: Arc::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// A move that leaves the opponent without one.
    fn find_win(&self, row: Row) -> Option<Leap> {
        let mut moves = Moves::new();
        self.moves(&row, &mut moves);
        moves.into_iter().find(|mv| {
            let mut next = row;
            self.play(&mut next, *mv);
            self.moves(&next, &mut Moves::new()) == Some(Ending::Win(row.side))
        })
    }
}

impl Game for Leapers {
    type State = Row;
    type Move = Leap;

    fn start(&self) -> Row {
        Row { stones: [0b000_0101, 0b101_0000], side: Side::First, fault: self.fault }
    }

    fn moves(&self, row: &Row, out: &mut Moves<Leap>) -> Option<Ending> {
        if self.has(Fault::TurnKeptAtTheEnd) && row.stones[(!row.side).index()] == 0 {
            return Some(Ending::Win(row.side));
        }
        out.extend(row.moves());
        if self.has(Fault::Endless) {
            out.retain(|mv| !mv.takes());
            out.push(Leap { from: 0, to: 0, blurred: false });
            return None;
        }
        if self.has(Fault::MissingMove) {
            out.retain(|mv| (mv.from, mv.to) != (2, 1));
        }
        if out.is_empty() {
            if self.has(Fault::MovesAfterTheEnd) {
                out.push(Leap { from: 0, to: 1, blurred: false });
            }
            let is_tie = row.stones[0] | row.stones[1] == (1 << CELLS) - 1 && !self.has(Fault::TieIsWin);
            return Some(if is_tie { Ending::Draw } else { Ending::Win(!row.side) });
        }
        if self.has(Fault::MoveTwice) && out.len() > 2 {
            out.push(out[0]);
        }
        None
    }

    fn play(&self, row: &mut Row, mv: Leap) {
        if mv.from != mv.to {
            let step = 1 << mv.from | 1_u8 << mv.to;
            row.stones[row.side.index()] ^= step;
        }
        if mv.takes() {
            row.stones[(!row.side).index()] &= !(1 << u8::midpoint(mv.from, mv.to));
        }
        let goes_on = row.moves().next().is_some() && row.stones[(!row.side).index()] != 0;
        let forgets = self.has(Fault::PlayForgetful) && self.calls.fetch_add(1, Ordering::Relaxed) % 50 == 49;
        let keeps = self.has(Fault::TurnKeptAtTheEnd) && row.stones[(!row.side).index()] == 0;
        if !(mv.takes() && goes_on || forgets || keeps) {
            row.side = !row.side;
        }
    }

    fn ending(&self, row: &Row) -> Option<Ending> {
        let ending = self.moves(row, &mut Moves::new());
        ending.filter(|_| !self.has(Fault::EndingBlind))
    }

    fn count(&self, row: &Row) -> u64 {
        let mut moves = Moves::new();
        self.moves(row, &mut moves);
        moves.len() as u64 + u64::from(self.has(Fault::CountOneMore) && moves.len() > 2)
    }

    fn is_legal(&self, row: &Row, mv: Leap) -> bool {
        let mut moves = Moves::new();
        self.moves(row, &mut moves);
        if self.has(Fault::LegalOntoStones) {
            !moves.is_empty() && row.allows(mv)
        } else {
            moves.contains(&mv)
        }
    }

    fn irreversible(&self, _: &Row, mv: Leap) -> bool {
        mv.takes() || self.has(Fault::StepsIrreversible)
    }

    fn course(&self, _: &Row) -> CourseRules {
        if self.has(Fault::Endless) {
            CourseRules::NONE
        } else {
            CourseRules { repetition: Repetition::Draw(3), move_limit: 60 }
        }
    }
}

impl Hints for Leapers {
    fn distinct_moves(&self, row: &Row, out: &mut Moves<Leap>) -> Option<Ending> {
        let ending = self.moves(row, out);
        if self.has(Fault::SuccessorForgotten) && out.len() > 2 {
            out.pop();
        }
        if self.has(Fault::SuccessorTwice) && out.len() > 2 {
            out.push(out[0]);
        }
        ending
    }

    fn winning_move(&self, row: &Row) -> Option<Leap> {
        if self.has(Fault::WinWithoutEnd) {
            return row.moves().next();
        }
        self.find_win(*row).filter(|_| !self.has(Fault::WinForgotten) || row.stones[0] & 1 == 0)
    }

    fn loses_at_once(&self, row: &Row, mv: Leap, scratch: &mut NodeScratch) -> Option<bool> {
        scratch.push(mv.code().into());
        let overlooks =
            self.has(Fault::ReplyOverlooked) || self.has(Fault::ReplyOfNotes) && scratch.len() > 1;
        let mut next = *row;
        self.play(&mut next, mv);
        Some(next.side != row.side && self.find_win(next).is_some() && !overlooks)
    }

    fn class(&self, _: &Row, mv: Leap) -> MoveClass {
        if mv.takes() || self.has(Fault::TacticalSteps) { MoveClass::Tactical } else { MoveClass::Quiet }
    }

    fn tactical(&self, row: &Row, out: &mut Moves<Leap>) {
        self.moves(row, out);
        out.retain(|mv| self.class(row, *mv) == MoveClass::Tactical && !self.has(Fault::TacticalForgotten));
    }

    fn pass(&self, row: &Row) -> Option<Row> {
        Some(Row { side: !row.side, ..*row })
    }
}

impl Symmetric for Leapers {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, row: &Row, _mirror: Symmetry) -> Row {
        let mirror = |stones: u8| stones.reverse_bits() >> (8 - CELLS);
        Row { stones: row.stones.map(mirror), ..*row }
    }

    fn transform_move(&self, mv: Leap, _mirror: Symmetry) -> Leap {
        if self.has(Fault::MirroredBoardOnly) || mv.from == mv.to {
            return mv;
        }
        Leap { from: CELLS - 1 - mv.from, to: CELLS - 1 - mv.to, ..mv }
    }

    fn swap_sides(&self, row: &Row) -> Option<Row> {
        let [first, second] = row.stones;
        Some(Row { stones: [second, first], side: !row.side, ..*row })
    }
}

impl Notation for Leapers {
    fn parse_position(&self, text: &str) -> Result<Row, ParsePositionError> {
        let wrong = |expected| ParsePositionError::new("row", text, expected);
        assert!(!self.has(Fault::ParserPanics) || text.is_ascii(), "only ASCII is expected");
        let (cells, side) = text.split_once(' ').ok_or_else(|| wrong("a row and a side"))?;
        let long = self.has(Fault::ParserTakesLongRows) && cells.len() == 8;
        if cells.len() != usize::from(CELLS) && !long {
            return Err(wrong("seven cells"));
        }
        let side = match side {
            "x" | "?" => Side::First,
            "o" => Side::Second,
            _ => return Err(wrong("x or o to move")),
        };
        let mut row = Row { stones: [0, 0], side, fault: self.fault };
        for (cell, piece) in cells.bytes().enumerate() {
            match piece {
                b'x' => row.stones[0] |= 1 << cell,
                b'o' => row.stones[1] |= 1 << cell,
                b'.' => {}
                _ => return Err(wrong("x, o or . in every cell")),
            }
        }
        Ok(row)
    }

    fn position_text(&self, row: &Row) -> String {
        let piece = |cell| match Side::BOTH.map(|side| row.has(side, cell)) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        let side = if self.has(Fault::TextWithoutSide) { "?" } else { ["x", "o"][row.side.index()] };
        format!("{} {side}", (0..CELLS).map(piece).collect::<String>())
    }

    fn move_text(&self, _: &Row, mv: Leap) -> String {
        let name = |cell| char::from(b'a' + cell);
        if self.has(Fault::MoveTextAmbiguous) {
            name(mv.to).to_string()
        } else {
            format!("{}{}", name(mv.from), name(mv.to))
        }
    }

    fn actions(&self, _: &Row, mv: Leap) -> Vec<Vec<Action>> {
        let base = if self.has(Fault::ActionsElsewhere) { b'A' } else { b'a' };
        let name = |cell| char::from(base + cell).to_string();
        let to = if self.has(Fault::SameActions) { mv.from } else { mv.to };
        vec![vec![Action::along("leap", [mv.from, to].map(name))]]
    }

    fn scene(&self, row: &Row) -> Scene {
        let drift = self.has(Fault::SceneDrifts).then(|| self.calls.fetch_add(1, Ordering::Relaxed) % 7);
        let name = |cell: usize| char::from(b'a' + cell as u8).to_string();
        let mut scene = Scene::grid(CELLS, 1).named(name);
        let disc = |side| (Some(side), Shape::Disc);
        let mut choices = vec![Choice::new(Written::As("."), Vec::new())];
        choices.extend(
            Side::BOTH.map(|side| Choice::new(Written::As(["x", "o"][side.index()]), vec![disc(side)])),
        );
        let kind = scene.form.add_kind(choices);
        for cell in 0..CELLS {
            let owner = Side::BOTH.into_iter().find(|side| row.has(*side, cell));
            let chosen = owner.map_or(0, |side| side.index() + 1);
            scene.form.parts.push(Part::Place { at: cell.into(), kind, chosen });
            if let Some(side) = owner {
                let beside = if self.has(Fault::StoneBesideTheBoard) { 1 } else { 0 };
                scene.put(usize::from(cell) + beside, Some(side), Shape::Disc);
            }
        }
        if drift == Some(3) {
            scene.pieces.clear();
        }
        let chosen = if self.has(Fault::FormWithoutSide) { Side::First } else { row.side };
        scene.form.write(" ");
        scene.form.parts.push(Part::Side { written: ["x", "o"], chosen });
        scene
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        let lonely = if self.has(Fault::NamedPositionUnreadable) { "x..o x" } else { "x.....o x" };
        vec![("lonely", lonely.to_owned())]
    }
}

#[derive(Clone, Debug, Default)]
struct Material {
    fault: Fault,
    /// Positions that this value has estimated, and all of its kind.
    evaluated: u32,
    calls: Arc<AtomicU32>,
}

impl Eval<Leapers> for Material {
    fn evaluate(&mut self, _: &Leapers, row: &Row) -> Score {
        self.evaluated += 1;
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let [first, second] = row.stones.map(|stones| stones.count_ones() as i32);
        let balance = 100 * (first - second);
        let mine = if row.side == Side::First { balance } else { -balance };
        Score(match self.fault {
            Fault::EstimateReversed => -mine,
            Fault::EstimateWithBonusForFirst if row.side == Side::First => mine + 5,
            Fault::EstimateOfFirstSide => balance,
            Fault::EstimateTooGreat => 500 * mine,
            Fault::EstimateOfHistory => mine + (self.evaluated % 7) as i32,
            Fault::EstimateDrifts if calls > 4_000 => mine + (calls % 7) as i32,
            Fault::EstimateSlow if row.stones == [0b000_1001, 0b101_0000] => {
                std::thread::sleep(Duration::from_millis(40));
                mine
            }
            _ => mine,
        })
    }

    fn params(&self) -> SearchParams {
        SearchParams { quiescence: true, ..SearchParams::FULL_WIDTH }
    }
}

impl Playable for Leapers {
    type Eval = Material;
    const NAME: &'static str = "leapers";
    const SUMMARY: &'static str = "Made up to be broken.";

    fn variants() -> Vec<Variant> {
        vec![Variant { name: Self::NAME, summary: Self::SUMMARY }]
    }

    fn variant(name: &str) -> Option<Self> {
        (name == Self::NAME).then(|| Self::with(Fault::None))
    }

    fn eval(&self) -> Material {
        Material { fault: self.fault, evaluated: 0, calls: Arc::clone(&self.calls) }
    }
}

/// Counted by hand. The first side has three steps. Each leaves the other three moves: three steps after the first two,
/// two steps and a leap over the stone in the middle after the third. Then the first side's moves are 2, 2, 2 and
/// 1, 1, 1 and 3, 2; after the leap the second side moves again and has three.
const PERFT: &str = "\
# position, depth, count
x.x.o.o x\t1\t3
x.x.o.o x\t2\t9
x.x.o.o x\t3\t17
";

const ENDINGS: &str = "\
xoxoxox x\tdraw
....... x\tsecond
x.x.o.o x\topen
";

fn run(fault: Fault, perft: &str) -> Result<Report, Failure> {
    let game = Leapers::with(fault);
    let games = if fault == Fault::EstimateSlow { 10 } else { 300 };
    let kit = Conformance::new(&game)
        .perft_table(perft)
        .known_endings(ENDINGS)
        .games(games)
        .longest_game(2_000)
        .seed(3);
    kit.texts(1_000).run()
}

fn caught(fault: Fault) -> Failure {
    match run(fault, PERFT) {
        Ok(report) => panic!("{fault:?} passed: {report}"),
        Err(failure) => failure,
    }
}

#[test]
fn the_sound_game_conforms() {
    let report = run(Fault::None, PERFT).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((report.games, report.perft_rows), (300, 3));
    assert_eq!((report.known_endings, report.results.iter().sum()), (3, 300));
    assert!(report.searches > 0 && report.texts[1] > 0, "{report}");
}

#[test]
fn every_fault_is_caught_by_its_check() {
    for (fault, check) in [
        (Fault::NamedPositionUnreadable, Check::Names),
        (Fault::MovesAfterTheEnd, Check::MoveList),
        (Fault::EndingBlind, Check::Ending),
        (Fault::CountOneMore, Check::Count),
        (Fault::MoveTwice, Check::Duplicates),
        (Fault::SharedCodes, Check::Codes),
        (Fault::LegalOntoStones, Check::Legality),
        (Fault::SuccessorForgotten, Check::Successors),
        (Fault::SuccessorTwice, Check::Successors),
        (Fault::WinForgotten, Check::WinningMove),
        (Fault::WinWithoutEnd, Check::WinningMove),
        (Fault::ReplyOverlooked, Check::ReplyWins),
        (Fault::ReplyOfNotes, Check::ReplyWins),
        (Fault::TacticalForgotten, Check::Tactical),
        (Fault::TacticalSteps, Check::TacticalEnd),
        (Fault::PlayForgetful, Check::Play),
        (Fault::TurnKeptAtTheEnd, Check::Turn),
        (Fault::StepsIrreversible, Check::Irreversible),
        (Fault::Endless, Check::GameLength),
        (Fault::KeyWithoutSide, Check::Keys),
        (Fault::KeyWithoutStone, Check::Keys),
        (Fault::TextWithoutSide, Check::PositionText),
        (Fault::MoveTextAmbiguous, Check::MoveText),
        (Fault::MissingMove, Check::Perft),
        (Fault::TieIsWin, Check::KnownEnding),
        (Fault::MirroredBoardOnly, Check::Symmetry),
        (Fault::ParserPanics, Check::Parser),
        (Fault::ParserTakesLongRows, Check::Parser),
        (Fault::SceneDrifts, Check::Scene),
        (Fault::StoneBesideTheBoard, Check::Scene),
        (Fault::FormWithoutSide, Check::Form),
        (Fault::SameActions, Check::Actions),
        (Fault::ActionsElsewhere, Check::Actions),
        (Fault::EstimateReversed, Check::EvaluationSign),
        (Fault::EstimateOfFirstSide, Check::EvaluationSign),
        (Fault::EstimateWithBonusForFirst, Check::EvaluationSides),
        (Fault::EstimateTooGreat, Check::Evaluation),
        (Fault::EstimateOfHistory, Check::Evaluation),
        (Fault::EstimateDrifts, Check::Search),
        (Fault::EstimateSlow, Check::Stop),
    ] {
        let failure = caught(fault);
        assert_eq!(failure.check, check, "{fault:?}: {failure}");
    }
}

#[test]
fn a_missing_move_is_also_seen_in_the_mirror() {
    let failure = run(Fault::MissingMove, "").expect_err("the mirror image to have one move more");
    assert_eq!(failure.check, Check::Symmetry);
}

#[test]
fn a_failure_says_where_and_what() {
    let failure = caught(Fault::TacticalForgotten);
    let text = failure.to_string();
    assert!(text.starts_with("check of tactical moves, position '"), "{text}");
    assert!(text.contains("expected a listed move, found none"), "{text}");
    assert!(failure.position.is_some() && failure.mv.is_some());
}

#[test]
fn an_unreadable_perft_table_is_a_failure() {
    for table in ["x.x.o.o x 1 3", "x.x.o.o x\tone\t3", "x.x.o.o x\t1\tthree", "x.x.o.o\t1\t3"] {
        assert_eq!(run(Fault::None, table).expect_err(table).check, Check::Perft);
    }
}
