//! The texts of leapers, and their faults.

use plywright::prelude::*;

use super::leapers::{CELLS, Fault, Leap, Leapers, Row};

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

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        let lonely = if self.has(Fault::NamedPositionUnreadable) { "x..o x" } else { "x.....o x" };
        vec![("lonely", lonely.to_owned())]
    }
}
