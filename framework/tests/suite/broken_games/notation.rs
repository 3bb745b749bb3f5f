//! The texts, actions and scenes of Leapers. A [`Fault`] may make them ambiguous, unreadable or misplaced.

use std::sync::atomic::Ordering;

use plywright::prelude::*;
use plywright::{Action, Choice, Form, Part, Written};

use super::faults::Fault;
use super::leapers::{CELLS, Leap, Leapers, Row};

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
        assert!(!self.has(Fault::ScenePanics), "there is no scene");
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
                let beside = usize::from(self.has(Fault::StoneBesideTheBoard));
                scene.put(usize::from(cell) + beside, Some(side), Shape::Disc);
            }
        }
        if drift == Some(3) {
            scene.pieces.clear();
        }
        if self.has(Fault::ThreatWithoutPass) {
            scene.form = Form::default();
            return scene;
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
