//! Splits the text of SGF files into games, nodes and properties.

use std::io::BufRead;

use plywright::shorten;

use crate::encoding::{Encoding, decoded};
use crate::record::{MAX_RECORD, Place, RecordError, RecordProblem};

/// U+001A, the end-of-file character of old systems. As in PGN, it counts as a space.
const END_OF_FILE: u8 = 0x1a;

/// Splits a stream into games. A game is a tree of nodes.
#[derive(Debug)]
pub(in crate::record) struct Scanner<R> {
    input: R,
    /// Place of the next byte.
    place: Place,
    /// Number of bytes of the current game read so far.
    size: u64,
    /// Line, from 1, of the first property that is not UTF-8, although its game names no other encoding; `None` if
    /// there is none.
    pub(in crate::record) line_in_latin_1: Option<u64>,
}

/// A property of a node: a name and its values, such as `AB[a1][b2]`.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// Name, place and values of a property, before the values are decoded.
type RawProperty = (String, Place, Vec<Vec<u8>>);

/// A node of a game.
#[derive(Debug)]
pub(super) struct Node {
    /// Indices of the nodes that follow this one. The first continues the line, and each of the others begins a
    /// variation.
    pub(super) children: Vec<usize>,
    pub(super) properties: Vec<Property>,
    pub(super) place: Place,
}

pub(super) type Result<T> = std::result::Result<T, RecordError>;

pub(super) fn malformed(place: Place, message: impl Into<String>) -> RecordError {
    RecordError { place, problem: RecordProblem::Malformed(message.into()) }
}

fn incomplete(place: Place, message: &str) -> RecordError {
    RecordError { place, problem: RecordProblem::Incomplete(message.to_owned()) }
}

impl Node {
    /// Returns the first value of the first property with this name.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        property.values.first().map(String::as_str)
    }

    /// Iterates over the values of all properties with this name.
    pub(super) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.properties.iter().filter(move |property| property.name == name);
        named.flat_map(|property| &property.values).map(String::as_str)
    }

    /// Returns the colour of the node's first move, `B` or `W`; `None` if it has no move.
    pub(super) fn colour(&self) -> Option<&'static str> {
        let colour_of = |property: &Property| ["B", "W"].into_iter().find(|colour| *colour == property.name);
        self.properties.iter().find_map(colour_of)
    }
}

impl<R: BufRead> Scanner<R> {
    pub(in crate::record) fn new(input: R) -> Self {
        Self { input, place: Place { line: 1, column: 1 }, size: 0, line_in_latin_1: None }
    }

    /// Returns the next byte without consuming it; `None` at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>> {
        let place = self.place;
        let buffer = self.input.fill_buf();
        Ok(buffer.map_err(|error| RecordError { place, problem: error.into() })?.first().copied())
    }

    /// Consumes `byte`, which [`Scanner::peek`] returned, and moves the place past it. Returns an error if the game has
    /// become too large.
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
            return Err(RecordError { place: self.place, problem: RecordProblem::TooLarge });
        }
        Ok(())
    }

    /// Skips white space, U+001A, and a byte order mark at the start of the game or of a line. Returns the next byte
    /// without consuming it; `None` at the end of the file.
    fn next_byte(&mut self) -> Result<Option<u8>> {
        while let Some(byte) = self.peek()? {
            // The first byte of the mark has made the column 2.
            let may_be_mark = self.size < 3 || self.place.column <= 2;
            let is_mark = may_be_mark && b"\xef\xbb\xbf".contains(&byte);
            if !byte.is_ascii_whitespace() && byte != END_OF_FILE && !is_mark {
                return Ok(Some(byte));
            }
            self.bump(byte)?;
        }
        Ok(None)
    }

    /// Reads the next game and returns its nodes, the root first. Returns `None` at the end of the file.
    pub(super) fn game(&mut self) -> Result<Option<Vec<Node>>> {
        self.size = 0;
        match self.next_byte()? {
            None => Ok(None),
            Some(b'(') => self.tree().map(Some),
            Some(byte) => {
                let message = format!("found '{}', expected a game that begins with (", byte.escape_ascii());
                Err(malformed(self.place, message))
            }
        }
    }

    /// Reads a game, whose opening parenthesis must be the next byte, and returns its nodes, the root first.
    fn tree(&mut self) -> Result<Vec<Node>> {
        let begin = self.place;
        let (mut nodes, mut raw) = (Vec::<Node>::new(), Vec::new());
        // `current` is the parent of the next node. For each open parenthesis, `branches` has the parent of the first
        // node inside.
        let (mut branches, mut current) = (Vec::new(), None::<usize>);
        loop {
            let byte = self.next_byte()?;
            let place = self.place;
            match byte {
                Some(b'(') => {
                    branches.push(current);
                    self.bump(b'(')?;
                }
                Some(b')') => {
                    self.bump(b')')?;
                    current = branches.pop().flatten();
                    if branches.is_empty() {
                        break;
                    }
                }
                Some(b';') => {
                    self.bump(b';')?;
                    let index = nodes.len();
                    if let Some(parent) = current {
                        nodes[parent].children.push(index);
                    } else if index > 0 {
                        return Err(malformed(place, "a second root, expected one"));
                    }
                    raw.push(self.properties()?);
                    nodes.push(Node { children: Vec::new(), properties: Vec::new(), place });
                    current = Some(index);
                }
                Some(byte) => {
                    let message = format!("found '{}', expected ;, ( or )", byte.escape_ascii());
                    return Err(malformed(place, message));
                }
                None => return Err(incomplete(begin, "a game that begins here is not closed")),
            }
        }
        if nodes.is_empty() {
            return Err(malformed(begin, "a game without a node, expected ; after ("));
        }
        self.decode(&mut nodes, raw)?;
        Ok(nodes)
    }

    /// Decodes `raw`, the properties of each node, by the encoding that `CA` in the root names, and adds them to the
    /// nodes.
    fn decode(&mut self, nodes: &mut [Node], raw: Vec<Vec<RawProperty>>) -> Result<()> {
        let named = raw[0].iter().find(|(name, ..)| name == "CA").and_then(|(.., values)| values.first());
        let named = named.map(|value| String::from_utf8_lossy(value).trim().to_owned());
        let encoding = named.as_deref().map_or(Some(Encoding::Utf8), Encoding::of_name);
        for (node, properties) in nodes.iter_mut().zip(raw) {
            for (name, place, values) in properties {
                let mut texts = Vec::new();
                for value in values {
                    // In an unknown encoding, only the meaning of ASCII is certain.
                    if encoding.is_none() && !value.is_ascii() {
                        let named = shorten(named.as_deref().unwrap_or_default());
                        let message =
                            format!("{name} is not ASCII, and CA is '{named}', expected UTF-8 or ISO-8859-1");
                        return Err(malformed(place, message));
                    }
                    let (text, is_latin_1) = decoded(value, encoding.unwrap_or(Encoding::Utf8));
                    if is_latin_1 {
                        self.line_in_latin_1.get_or_insert(place.line);
                    }
                    texts.push(without_controls(text));
                }
                node.properties.push(Property { name, values: texts });
            }
        }
        Ok(())
    }

    /// Reads the properties of a node, up to the first byte that cannot begin a property.
    pub(super) fn properties(&mut self) -> Result<Vec<RawProperty>> {
        let mut properties = Vec::new();
        while let Some(letter) = self.next_byte()?.filter(u8::is_ascii_alphabetic) {
            let place = self.place;
            let (mut name, mut letter) = (String::new(), Some(letter));
            while let Some(byte) = letter.filter(u8::is_ascii_alphabetic) {
                // In version 3 of the format, names may have lower-case letters, which are ignored.
                if byte.is_ascii_uppercase() {
                    name.push(char::from(byte));
                }
                self.bump(byte)?;
                letter = self.peek()?;
            }
            if name.is_empty() {
                return Err(malformed(place, "a property's name has no upper-case letter"));
            }
            let mut values = Vec::new();
            while self.next_byte()? == Some(b'[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(malformed(place, format!("the property {name} has no value, expected [")));
            }
            properties.push((name, place, values));
        }
        Ok(properties)
    }

    /// Reads a value in brackets and returns its bytes. Drops the backslashes that escape other bytes, and converts
    /// tabs to spaces and line ends to line feeds.
    fn value(&mut self) -> Result<Vec<u8>> {
        let begin = self.place;
        self.bump(b'[')?;
        let (mut bytes, mut is_escaped) = (Vec::new(), false);
        loop {
            let Some(byte) = self.peek()? else {
                return Err(incomplete(begin, "a value that begins here is not closed, expected ]"));
            };
            self.bump(byte)?;
            match byte {
                b']' if !is_escaped => return Ok(bytes),
                b'\\' if !is_escaped => {
                    is_escaped = true;
                    continue;
                }
                // A line end, `\n`, `\r` or `\r\n`, becomes `\n`. Behind a backslash, it is dropped.
                b'\r' if self.peek()? == Some(b'\n') => continue,
                b'\r' | b'\n' if is_escaped => {}
                b'\r' => bytes.push(b'\n'),
                b'\t' => bytes.push(b' '),
                byte => bytes.push(byte),
            }
            is_escaped = false;
        }
    }
}

/// Replaces control characters other than white space, because terminals would obey them. [`END_OF_FILE`] becomes a
/// space.
fn without_controls(text: String) -> String {
    let is_control = |letter: char| letter.is_control() && !letter.is_whitespace();
    if text.contains(is_control) {
        text.replace(char::from(END_OF_FILE), " ").replace(is_control, "\u{fffd}")
    } else {
        text
    }
}
