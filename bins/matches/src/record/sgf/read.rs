//! Reads SGF games as records: the tree of nodes becomes moves with variations, comments and glyphs.

use std::io::BufRead;

use plywright::{Side, shorten};

use super::heading::{Heading, correct_little_golem};
use super::scan::{Node, Property, Result, Scanner, malformed};
use super::{GLYPHS, KEPT, PREFIX, bracketed, games, other, re, setup};
use crate::record::pgn::{MAX_DEPTH, variation_text};
use crate::record::{GameRecord, GameResult, Ply, append};

impl<R: BufRead> Scanner<R> {
    /// Reads the next record. Returns `None` at the end of the file.
    pub(in crate::record) fn record(&mut self) -> Result<Option<GameRecord>> {
        let Some(mut nodes) = self.game()? else { return Ok(None) };
        build(&mut nodes).map(Some)
    }
}

/// Converts the nodes of a game to a record. Changes the nodes: corrects a file from Little Golem, and removes the
/// properties that set stones up before the first move.
fn build(nodes: &mut [Node]) -> Result<GameRecord> {
    correct_little_golem(nodes);
    let heading = Heading::of(nodes)?;
    let (first, is_hex) = (heading.first, heading.game.as_deref() == Some("hex"));
    let has_points = games::has_points(heading.game.as_deref());
    // In a record of Hex, the first side connects the top and the bottom. In SGF, Black does, so the points are
    // reflected if White moves first.
    let swapped = Swapped { points: is_hex && first == "W", colours: false };
    let reading = Reading { nodes, first, is_hex, has_points };
    let (root, turns, depth) = (0, 0, 0);
    let Line { mut record, swapped, .. } = Line::read(reading, root, turns, depth, swapped)?;
    record.tags = heading.tags(&nodes[0]);
    if let Some(text) = nodes[0].value("RE") {
        let text = if swapped.colours { exchanged(text) } else { text.to_owned() };
        let result = result_of(&text, first);
        if re(result, first) != text {
            record.tags.push(&format!("{PREFIX}RE"), bracketed(&[text]));
        }
        if result != GameResult::Unknown {
            record.result = result;
        }
    }
    record.tags.set("Result", record.result.to_string());
    Ok(record)
}

/// How the points and colours of the next moves are converted. In Hex, `swap-sides` is read as `swap-pieces`, so later
/// points are reflected in the long diagonal.
#[derive(Clone, Copy, Debug, Default)]
struct Swapped {
    /// Whether points are reflected.
    points: bool,
    /// Whether the players have exchanged their colours since the start.
    colours: bool,
}

/// Data that the main line and the variations of a game share while they are read.
#[derive(Clone, Copy)]
struct Reading<'a> {
    nodes: &'a [Node],
    /// Colour of the first side, `B` or `W`.
    first: &'a str,
    is_hex: bool,
    /// Whether moves are points of the board; see [`games::has_points`].
    has_points: bool,
}

/// A line of moves, as far as it has been read.
struct Line<'a> {
    reading: Reading<'a>,
    /// Nesting depth; 0 for the game itself.
    depth: usize,
    record: GameRecord,
    swapped: Swapped,
}

impl<'a> Line<'a> {
    /// Reads the moves from the node `start` on, along the first child of each node. The other children become
    /// variations of the next move. If no move follows, they become text of the comment, in which move numbers continue
    /// from `turns`, the number of the first side's turns before `start`.
    fn read(
        reading: Reading<'a>,
        start: usize,
        mut turns: usize,
        depth: usize,
        swapped: Swapped,
    ) -> Result<Self> {
        let mut line = Self { reading, depth, record: GameRecord::default(), swapped };
        // Branches since the last move. They are read after the next move, because they are variations of that move.
        let (mut waiting, mut siblings): (Vec<usize>, &[usize]) = (Vec::new(), &[]);
        let mut at = Some(start);
        while let Some(index) = at {
            let node = &reading.nodes[index];
            waiting.extend(siblings);
            let before = line.record.plies.len();
            let side_before = line.record.plies.last().map(|ply| ply.side);
            let swapped_before = line.swapped;
            line.add_node(node, index == 0)?;
            if line.record.plies.len() > before {
                for sibling in waiting.drain(..) {
                    let variation = line.read_variation(sibling, turns, swapped_before)?;
                    line.record.plies[before].variations.push(variation);
                }
                let side = line.record.plies[before].side;
                turns += usize::from(side == Side::First && side_before != Some(side));
            }
            at = node.children.first().copied();
            siblings = node.children.get(1..).unwrap_or_default();
        }
        let mut lines = String::new();
        for sibling in waiting {
            let variation = line.read_variation(sibling, turns, line.swapped)?;
            append(&mut lines, &variation_text(&variation, turns));
        }
        // Kept properties must stay at the end of the comment, where a writer looks for them.
        append(&mut lines, &line.record.comment);
        line.record.comment = lines;
        line.record.end_moves();
        Ok(line)
    }

    /// Reads a variation of this line. One that is nested deeper than [`MAX_DEPTH`] is an error.
    fn read_variation(&self, start: usize, turns: usize, swapped: Swapped) -> Result<GameRecord> {
        if self.depth == MAX_DEPTH {
            let message = format!("variations are nested more than {MAX_DEPTH} deep");
            return Err(malformed(self.reading.nodes[start].place, message));
        }
        Ok(Self::read(self.reading, start, turns, self.depth + 1, swapped)?.record)
    }

    /// Adds the moves and the other properties of a node.
    fn add_node(&mut self, node: &Node, is_root: bool) -> Result<()> {
        for Property { name: colour, values } in &node.properties {
            if colour != "B" && colour != "W" {
                continue;
            }
            if values.len() > 1 {
                let message = format!("{colour} has {} values, expected one move", values.len());
                return Err(malformed(node.place, message));
            }
            self.add_move(node, colour, values[0].trim())?;
        }
        self.reading.check_setup(node, is_root)?;
        let mut kept = String::new();
        for property in &node.properties {
            // The properties of the root become tags.
            if !self.add_property(node, property) && !is_root {
                kept.push_str(&property.name);
                kept.push_str(&bracketed(&property.values));
            }
        }
        if !kept.is_empty() {
            append(&mut self.record.comment, &format!("{KEPT}{kept}]"));
        }
        Ok(())
    }

    /// Adds a comment, a glyph, search data or the result of a variation. Returns whether the property is dealt with;
    /// the caller keeps any other property as text or, in the root, as a tag. A move counts as dealt with, because it
    /// was added before.
    fn add_property(&mut self, node: &Node, Property { name, values }: &Property) -> bool {
        let Self { record, depth, .. } = self;
        let value = values[0].trim();
        match name.as_str() {
            "B" | "W" => return true,
            "C" => {
                let words: Vec<_> = values.iter().flat_map(|value| value.split_whitespace()).collect();
                append(&mut record.comment, &words.join(" "));
                return true;
            }
            "NR" => {
                let may_end = *depth > 0 && node.children.is_empty() && record.result == GameResult::Unknown;
                let Some(result) = value.parse().ok().filter(|_| may_end) else { return false };
                record.result = result;
                return true;
            }
            _ => {}
        }
        let Some(ply) = record.plies.last_mut() else { return false };
        let glyph = GLYPHS.iter().find(|(known, number, _)| known == name && *number == value);
        match (name.as_str(), glyph, value.parse()) {
            (_, Some((.., glyph)), _) => append(&mut ply.glyphs, glyph),
            ("NG", ..) => append(&mut ply.glyphs, values.join(" ").trim()),
            ("NT", _, Ok(data)) => ply.note = data,
            _ => return false,
        }
        true
    }

    /// Adds a move. A resignation becomes a comment instead, and decides the result.
    fn add_move(&mut self, node: &Node, colour: &str, text: &str) -> Result<()> {
        let Self { reading, record, swapped, .. } = self;
        if record.result != GameResult::Unknown {
            return Err(malformed(node.place, format!("{colour} moves after the end of the game")));
        }
        if text.contains(char::is_whitespace) {
            let message = format!("a move is '{}', expected one word", shorten(text));
            return Err(malformed(node.place, message));
        }
        let is_first = (colour == reading.first) != swapped.colours;
        let side = if is_first { Side::First } else { Side::Second };
        let lower = text.to_ascii_lowercase();
        let word = match lower.as_str() {
            "resign" => "resigns",
            "forfeit" => "forfeits",
            _ => "",
        };
        if !word.is_empty() {
            let name = if colour == "B" { "Black" } else { "White" };
            append(&mut record.comment, &format!("{name} {word}"));
            record.result = GameResult::Win(!side);
            return Ok(());
        }
        let text = match lower.as_str() {
            "" => "pass".to_owned(),
            "swap" | "swap-pieces" | "swap-sides" if reading.is_hex => "swap".to_owned(),
            // The point `tt` lies outside the board of Othello. It stands for a pass, as in Go. So does `PA`.
            "tt" | "pa" if reading.has_points && !reading.is_hex => "pass".to_owned(),
            _ if reading.has_points => games::named(&lower, swapped.points),
            _ => text.to_owned(),
        };
        if reading.is_hex && lower == "swap-sides" {
            let next = node.children.first().and_then(|index| reading.nodes[*index].colour());
            swapped.points = !swapped.points;
            // Some files give a player the colour of the stones that he has after the swap. There, the next move has
            // the same colour as the swap.
            if next == Some(colour) {
                swapped.colours = !swapped.colours;
            }
        }
        record.push(Ply { side, text, place: node.place, ..Ply::default() });
        Ok(())
    }
}

impl Reading<'_> {
    /// Checks a node. Properties that set stones up are an error, because those before the first move have been
    /// removed. `PL` is an error if it names no colour. Except in the root, it is also an error if it contradicts the
    /// next node's move.
    fn check_setup(self, node: &Node, is_root: bool) -> Result<()> {
        if let Some(stones) = node.properties.iter().find(|property| setup::is_stones(&property.name)) {
            let message = format!("{} sets stones up after a move or in a variation", stones.name);
            return Err(malformed(node.place, message));
        }
        let turn = setup::colour(node)?.filter(|_| !is_root);
        let next = node.children.first().and_then(|index| self.nodes[*index].colour());
        setup::check_turn(node.place, turn, next, "next")
    }
}

/// Returns a value of `RE` with the winner's colour exchanged. A value without `B+` or `W+` is returned unchanged.
fn exchanged(text: &str) -> String {
    match text.split_once('+') {
        Some((colour @ ("B" | "W"), rest)) => format!("{}+{rest}", other(colour)),
        _ => text.to_owned(),
    }
}

/// Parses a value of `RE`, such as `B+5` or `Draw`. `first` is the colour of the first side. Only the part before `+`
/// counts, so `B` alone is also a win.
pub(super) fn result_of(text: &str, first: &str) -> GameResult {
    let winner = text.split('+').next().unwrap_or_default().trim().to_ascii_uppercase();
    match winner.as_str() {
        "B" | "W" | "BLACK" | "WHITE" => {
            GameResult::Win(if winner.starts_with(first) { Side::First } else { Side::Second })
        }
        "0" | "DRAW" => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
