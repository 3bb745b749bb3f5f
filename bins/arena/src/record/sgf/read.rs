//! Reads SGF games as records.

use std::io::BufRead;

use plywright::{Side, shorten};

use super::{GAMES, GLYPHS, KEPT, NAMED, PREFIX, bracketed, dated, first_colour, re};
use crate::record::pgn::{MAX_RECORD, Variation, append};
use crate::record::variations::MAX_DEPTH;
use crate::record::{GameRecord, GameResult, Place, Ply, RecordError, RecordProblem, Tags};

#[derive(Debug)]
pub struct SgfReader<R> {
    input: R,
    place: Place,
    /// Number of bytes of the current game read so far.
    size: u64,
}

/// Name and values.
type Property = (String, Vec<String>);

#[derive(Debug, Default)]
struct Node {
    children: Vec<usize>,
    properties: Vec<Property>,
    place: Place,
}

type Result<T> = std::result::Result<T, RecordError>;

impl<R: BufRead> SgfReader<R> {
    pub fn new(input: R) -> Self {
        Self { input, place: Place { line: 1, column: 1 }, size: 0 }
    }

    fn malformed(place: Place, message: impl Into<String>) -> RecordError {
        RecordError { place, problem: RecordProblem::Malformed(message.into()) }
    }

    /// Returns the next byte without consuming it; `None` at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>> {
        let place = self.place;
        let buffer = self.input.fill_buf();
        Ok(buffer.map_err(|error| RecordError { place, problem: error.into() })?.first().copied())
    }

    /// Consumes the byte that [`SgfReader::peek`] returned.
    fn bump(&mut self, byte: u8) -> Result<()> {
        self.input.consume(1);
        self.size += 1;
        if byte == b'\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else if byte & 0xc0 != 0x80 {
            // Continuation bytes of a character do not count as columns.
            self.place.column += 1;
        }
        if self.size > MAX_RECORD {
            let error = format!("a record of more than {MAX_RECORD} bytes");
            return Err(RecordError { place: self.place, problem: RecordProblem::TooLarge(error) });
        }
        Ok(())
    }

    /// Skips white space and a byte order mark at the start. Returns the next byte without consuming it;
    /// `None` at the end of the file.
    fn next_byte(&mut self) -> Result<Option<u8>> {
        while let Some(byte) = self.peek()? {
            let is_mark = self.size < 3 && b"\xef\xbb\xbf".contains(&byte);
            if !byte.is_ascii_whitespace() && !is_mark {
                return Ok(Some(byte));
            }
            self.bump(byte)?;
        }
        Ok(None)
    }

    /// Reads the next record. Returns `None` at the end of the file.
    pub fn record(&mut self) -> Result<Option<GameRecord>> {
        self.size = 0;
        match self.next_byte()? {
            None => return Ok(None),
            Some(b'(') => {}
            Some(byte) => {
                let message = format!("found '{}', expected a game that begins with (", byte.escape_ascii());
                return Err(Self::malformed(self.place, message));
            }
        }
        let nodes = self.tree()?;
        build(&nodes).map(Some)
    }

    /// Reads a game tree and returns its nodes, the root first.
    fn tree(&mut self) -> Result<Vec<Node>> {
        let begin = self.place;
        let (mut nodes, mut branches, mut current) = (Vec::<Node>::new(), Vec::new(), None::<usize>);
        loop {
            let byte = self.next_byte()?;
            let place = self.place;
            match byte {
                Some(b'(') => branches.push(current),
                Some(b')') => {
                    self.bump(b')')?;
                    current = branches.pop().flatten();
                    if branches.is_empty() {
                        break;
                    }
                    continue;
                }
                Some(b';') => {
                    self.bump(b';')?;
                    let properties = self.properties()?;
                    let index = nodes.len();
                    nodes.push(Node { properties, place, ..Node::default() });
                    if let Some(parent) = current {
                        nodes[parent].children.push(index);
                    } else if index > 0 {
                        return Err(Self::malformed(place, "a second root, expected one"));
                    }
                    current = Some(index);
                    continue;
                }
                Some(byte) => {
                    let message = format!("found '{}', expected ;, ( or )", byte.escape_ascii());
                    return Err(Self::malformed(place, message));
                }
                None => {
                    let message = "a game that begins here is not closed".to_owned();
                    return Err(RecordError { place: begin, problem: RecordProblem::Incomplete(message) });
                }
            }
            self.bump(b'(')?;
        }
        if nodes.is_empty() {
            return Err(Self::malformed(begin, "a game without a node, expected ; after ("));
        }
        Ok(nodes)
    }

    fn properties(&mut self) -> Result<Vec<Property>> {
        let mut properties: Vec<Property> = Vec::new();
        while let Some(letter) = self.next_byte()?.filter(u8::is_ascii_alphabetic) {
            let place = self.place;
            let (mut name, mut letter) = (String::new(), Some(letter));
            while let Some(byte) = letter.filter(u8::is_ascii_alphabetic) {
                // In version 3, names may contain lower-case letters, which are ignored.
                if byte.is_ascii_uppercase() {
                    name.push(char::from(byte));
                }
                self.bump(byte)?;
                letter = self.peek()?;
            }
            if name.is_empty() {
                return Err(Self::malformed(place, "a property's name has no upper-case letter"));
            }
            let mut values = Vec::new();
            while self.next_byte()? == Some(b'[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(Self::malformed(place, format!("the property {name} has no value, expected [")));
            }
            properties.push((name, values));
        }
        Ok(properties)
    }

    fn value(&mut self) -> Result<String> {
        let begin = self.place;
        self.bump(b'[')?;
        let (mut bytes, mut is_escaped) = (Vec::new(), false);
        loop {
            let Some(byte) = self.peek()? else {
                let message = "a value that begins here is not closed, expected ]".to_owned();
                return Err(RecordError { place: begin, problem: RecordProblem::Incomplete(message) });
            };
            self.bump(byte)?;
            match byte {
                b']' if !is_escaped => break,
                b'\\' if !is_escaped => {
                    is_escaped = true;
                    continue;
                }
                // Carriage returns are dropped. A line end after a backslash is not part of the text.
                b'\r' => continue,
                b'\n' if is_escaped => {}
                b'\t' => bytes.push(b' '),
                byte => bytes.push(byte),
            }
            is_escaped = false;
        }
        String::from_utf8(bytes).map_err(|_| Self::malformed(begin, "the value is not UTF-8"))
    }
}

impl Node {
    fn value(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|(known, _)| known == name);
        property.and_then(|(_, values)| values.first()).map(String::as_str)
    }
}

fn build(nodes: &[Node]) -> Result<GameRecord> {
    let root = &nodes[0];
    let own = |name: &str| {
        let mut tags =
            root.properties.iter().filter(|(known, _)| known == "TG").flat_map(|(_, values)| values);
        tags.find_map(|value| value.strip_prefix(name)?.strip_prefix(':')).map(str::to_owned)
    };
    let number = root.value("GM").unwrap_or_default();
    let game = own("Game").or_else(|| {
        let known = GAMES.iter().find(|(known, _)| *known == number);
        known.map(|(_, name)| (*name).to_owned())
    });
    let moved = || {
        let mut at = Some(0);
        while let Some(index) = at {
            if let Some(colour) = ["B", "W"].into_iter().find(|name| nodes[index].value(name).is_some()) {
                return Some(colour.to_owned());
            }
            at = nodes[index].children.first().copied();
        }
        None
    };
    let first = root.value("PL").and_then(|text| text.get(..1)).map(str::to_ascii_uppercase);
    let first = first.filter(|first| first == "B" || first == "W").or_else(moved);
    let first = first.unwrap_or_else(|| first_colour(game.as_deref()).to_owned());
    let mut record = follow(nodes, 0, &first, 0, 0)?;
    let mut tags = Tags::default();
    let mut result = GameResult::Unknown;
    for (name, values) in &root.properties {
        let value = values.join(", ");
        match name.as_str() {
            "FF" | "CA" | "PL" | "B" | "W" | "C" => {}
            "AP" if value.starts_with("Plywright:") => {}
            "GM" if GAMES.iter().any(|(known, _)| *known == value) => {}
            "PW" | "PB" => tags.push(if name[1..] == first { "White" } else { "Black" }, value),
            "RE" => {
                result = result_of(&value, &first);
                if re(result, &first) != value {
                    tags.push(&format!("{PREFIX}RE"), bracketed(values));
                }
            }
            "TG" => {
                for value in values {
                    let (name, value) = value.split_once(':').unwrap_or((value, ""));
                    tags.push(name, value);
                }
            }
            _ => match NAMED.iter().find(|(known, _)| known == name) {
                Some(("DT", _)) => tags.push("Date", dated(&value, '-', ".")),
                Some((_, tag)) => tags.push(tag, value),
                None => tags.push(&format!("{PREFIX}{name}"), bracketed(values)),
            },
        }
    }
    if let (None, Some(game)) = (tags.get("Game"), &game) {
        tags.push("Game", game);
    }
    tags.set("Result", result.to_string());
    (record.tags, record.result) = (tags, result);
    Ok(record)
}

/// Reads the moves from the node `start` on, along the first child of each node. Siblings of the nodes after
/// `start` become variations; after the last move, they become part of the comment. `turns` is the number of
/// the first side's turns before `start`, and `depth` the nesting depth of the line.
fn follow(nodes: &[Node], start: usize, first: &str, turns: usize, depth: usize) -> Result<GameRecord> {
    let (mut record, mut turns) = (GameRecord::default(), turns);
    // Siblings of the nodes since the last move, which become variations of the next move.
    let (mut waiting, mut siblings): (Vec<usize>, &[usize]) = (Vec::new(), &[]);
    let mut at = Some(start);
    while let Some(index) = at {
        let node = &nodes[index];
        waiting.extend(siblings);
        let before = record.plies.len();
        let side_before = record.plies.last().map(|ply| ply.side);
        node.read_into(&mut record, first, index == 0)?;
        if record.plies.len() > before {
            for sibling in waiting.drain(..) {
                let line = beside(nodes, sibling, first, turns, depth)?;
                record.plies[before].add_alternative(&line, turns);
            }
            let side = record.plies[before].side;
            turns += usize::from(side == Side::First && side_before != Some(side));
        }
        at = node.children.first().copied();
        siblings = node.children.get(1..).unwrap_or_default();
    }
    let mut lines = String::new();
    for sibling in waiting {
        let line = beside(nodes, sibling, first, turns, depth)?;
        append(&mut lines, &Variation { line: &line, number: turns }.to_string());
    }
    // The lines come first, because properties are kept at the end of a comment.
    append(&mut lines, &record.comment);
    record.comment = lines;
    if record.plies.is_empty() {
        append(&mut record.before, &std::mem::take(&mut record.comment));
    }
    Ok(record)
}

/// Reads a line beside a line that is `depth` deep. Returns an error if it is nested too deep.
fn beside(nodes: &[Node], start: usize, first: &str, turns: usize, depth: usize) -> Result<GameRecord> {
    if depth == MAX_DEPTH {
        let message = format!("variations are nested more than {MAX_DEPTH} deep");
        return Err(SgfReader::<&[u8]>::malformed(nodes[start].place, message));
    }
    follow(nodes, start, first, turns, depth + 1)
}

impl Node {
    fn read_into(&self, record: &mut GameRecord, first: &str, is_root: bool) -> Result<()> {
        let moves = self.properties.iter().filter(|(name, _)| name == "B" || name == "W");
        for (colour, values) in moves {
            let text = match values[0].trim() {
                "" => "pass",
                text => text,
            };
            if text.contains(char::is_whitespace) {
                let message = format!("a move is '{}', expected one word", shorten(text));
                return Err(SgfReader::<&[u8]>::malformed(self.place, message));
            }
            let comment = std::mem::take(&mut record.comment);
            match record.plies.last_mut() {
                Some(last) => last.comment = comment,
                None => record.before = comment,
            }
            let side = if colour == first { Side::First } else { Side::Second };
            let (text, place) = (text.to_owned(), self.place);
            record.plies.push(Ply { side, text, place, ..Ply::default() });
        }
        let mut kept = String::new();
        for (name, values) in &self.properties {
            let value = values[0].trim();
            let glyph = GLYPHS.iter().find(|(known, number, _)| known == name && *number == value);
            let last = record.plies.last_mut();
            match (name.as_str(), glyph, last) {
                ("B" | "W", ..) => {}
                ("C", ..) => {
                    let words: Vec<_> = value.split_whitespace().collect();
                    append(&mut record.comment, &words.join(" "));
                }
                (_, Some((.., glyph)), Some(last)) => append(&mut last.glyphs, glyph),
                ("NG", _, Some(last)) => append(&mut last.glyphs, value),
                ("NT", _, Some(last)) => last.note = value.parse().unwrap_or_default(),
                _ if is_root => {}
                _ => {
                    kept.push_str(name);
                    kept.push_str(&bracketed(values));
                }
            }
        }
        if !kept.is_empty() {
            append(&mut record.comment, &format!("{KEPT}{kept}]"));
        }
        Ok(())
    }
}

fn result_of(text: &str, first: &str) -> GameResult {
    match text.split_once('+') {
        Some((colour @ ("B" | "W"), _)) => {
            GameResult::Win(if colour == first { Side::First } else { Side::Second })
        }
        _ if text == "0" || text == "Draw" => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
