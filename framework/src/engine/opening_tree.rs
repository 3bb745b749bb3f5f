//! Opening trees: results of recorded games by position, and their file format.
//!
//! The reader is part of the framework, so that the engine of every game has the option `Opening Tree`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::rules::Key;
use crate::search::Wdl;
use crate::text::shorten;

const MAGIC: &[u8; 8] = b"PLYTREE1";
/// Stands in the file for the value of a position that was not searched.
const UNKNOWN: i16 = i16::MIN;
/// Size of a position in the file, in bytes.
const ENTRY: usize = 23;

/// Numbers of recorded games that reached a position, by result, and values of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningNode {
    /// Numbers of the first side's wins, of draws, and of the second side's wins.
    pub results: [u32; 3],
    /// Value that a search found, as 400 times the logit of the winning chance of the side to move; see
    /// [`SearchParams::logit`](crate::SearchParams::logit). `None` if the position was not searched.
    pub value: Option<i16>,
    /// Exact value for the side to move; `None` if it is unknown or the game is over.
    pub exact: Option<Wdl>,
}

impl OpeningNode {
    /// Returns the number of recorded games that reached the position.
    pub fn games(&self) -> u64 {
        self.results.iter().copied().map(u64::from).sum()
    }

    /// Adds the games of a node of the same position, and the values that this node lacks.
    fn merge(&mut self, other: &Self) {
        for (own, more) in self.results.iter_mut().zip(other.results) {
            *own = own.saturating_add(more);
        }
        self.value = self.value.or(other.value);
        self.exact = self.exact.or(other.exact);
    }
}

/// A move, with the node of the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// The move as text.
    pub text: String,
    /// The node of the position after the move. Its values are from the point of view of the side that made
    /// the move.
    pub node: OpeningNode,
}

/// An opening tree: positions with the results of recorded games and the values of an engine.
///
/// Positions that are images of each other under a symmetry of the board are one position, unless the symmetry
/// exchanges the sides. The tree stores no moves: it is a table of positions by
/// [`DynLine::tree_key`](crate::game::DynLine::tree_key).
///
/// # File
///
/// All numbers are little-endian.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `PLYTREE1` |
/// | 2, then that number | length of the game's name in bytes, then the name |
/// | 2, then that number | the name of the variant, in the same form |
/// | 2, then that number | the rules as in the tag `Options` of game records, in the same form |
/// | 8 | number of positions |
/// | 23 for each position, in the order of the keys | see below |
/// | 4 | CRC-32 of everything before |
///
/// | bytes of a position | content |
/// |---|---|
/// | 8 | key |
/// | 4, 4, 4 | games won by the first side, drawn, and won by the second side |
/// | 2 | value of the engine's search, as in [`OpeningNode::value`]; -32768 if unknown |
/// | 1 | exact value for the side to move: 0 unknown, 1 loss, 2 draw, 3 win |
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTree {
    /// Name of the game, name of the variant, and the rules that differ from the variant's defaults, as in the tag
    /// `Options` of game records. Each text is empty if the game records do not give it.
    pub rules: [String; 3],
    nodes: BTreeMap<u64, OpeningNode>,
}

impl OpeningTree {
    /// Creates an empty tree for these rules; see [`OpeningTree::rules`].
    pub fn new(rules: [String; 3]) -> Self {
        Self { rules, nodes: BTreeMap::new() }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node of a position, given by its canonical key; `None` if the tree does not contain it.
    pub fn get(&self, key: Key) -> Option<&OpeningNode> {
        self.nodes.get(&key.0)
    }

    /// Returns a mutable reference to the node of a position, given by its canonical key; `None` if the tree
    /// does not contain it.
    pub fn get_mut(&mut self, key: Key) -> Option<&mut OpeningNode> {
        self.nodes.get_mut(&key.0)
    }

    /// Returns the node of a position, given by its canonical key. Adds an empty node if there is none.
    pub fn entry(&mut self, key: Key) -> &mut OpeningNode {
        self.nodes.entry(key.0).or_default()
    }

    /// Removes the positions that fewer than `games` games reached.
    pub fn prune(&mut self, games: u64) {
        self.nodes.retain(|_, node| node.games() >= games);
    }

    /// Adds the positions and games of another tree. Where both trees have a search value or an exact value of a
    /// position, the value of this tree stays.
    ///
    /// # Errors
    ///
    /// Returns a message if the trees have different rules.
    pub fn merge(&mut self, other: &Self) -> Result<(), String> {
        if self.rules != other.rules {
            let [found, expected] = [&other.rules, &self.rules].map(|rules| shorten(&rules.join(" ")));
            return Err(format!("the rules of the tree are '{found}', expected '{expected}'"));
        }
        for (key, node) in &other.nodes {
            self.nodes.entry(*key).or_default().merge(node);
        }
        Ok(())
    }

    /// Returns the tree in the file format. Texts of [`OpeningTree::rules`] are cut after 65,535 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for text in &self.rules {
            let text = &text.as_bytes()[..text.len().min(u16::MAX.into())];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text);
        }
        bytes.extend((self.nodes.len() as u64).to_le_bytes());
        for (key, node) in &self.nodes {
            bytes.extend(key.to_le_bytes());
            for count in node.results {
                bytes.extend(count.to_le_bytes());
            }
            bytes.extend(node.value.unwrap_or(UNKNOWN).to_le_bytes());
            bytes.push(node.exact.map_or(0, |exact| exact as u8 + 1));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a tree from bytes in the file format.
    ///
    /// # Errors
    /// Returns a message if the bytes are not an opening tree, have the wrong length, or do not match the
    /// checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let cut = "the file ends early";
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(cut)?;
        let mut rest =
            content.strip_prefix(MAGIC).ok_or("it is not an opening tree, expected PLYTREE1 at its start")?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err("the checksum is wrong: the file is damaged".to_owned());
        }
        let mut text = || take_text(&mut rest).ok_or(cut);
        let rules = [text()?, text()?, text()?];
        let (count, entries) = rest.split_first_chunk::<8>().ok_or(cut)?;
        let count = u64::from_le_bytes(*count);
        if entries.len() as u64 != count.saturating_mul(ENTRY as u64) {
            return Err(format!(
                "{} bytes of positions, expected {count} of {ENTRY} bytes each",
                entries.len()
            ));
        }
        let (entries, _) = entries.as_chunks::<ENTRY>();
        Ok(Self { rules, nodes: entries.iter().map(decode).collect() })
    }

    /// Reads a tree from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not an opening tree.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
        // Reads on only after the magic bytes match, because a device file may have no end.
        if bytes == MAGIC {
            file.read_to_end(&mut bytes)?;
        }
        Self::from_bytes(&bytes).map_err(|message| io::Error::new(io::ErrorKind::InvalidData, message))
    }
}

/// Takes a text and its length from the beginning of `rest`; `None` if the bytes end early.
fn take_text(rest: &mut &[u8]) -> Option<String> {
    let (length, behind) = rest.split_first_chunk::<2>()?;
    let (text, behind) = behind.split_at_checked(u16::from_le_bytes(*length).into())?;
    *rest = behind;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// Returns the key and the node of a position from its bytes in the file, whose order is in [`OpeningTree`].
fn decode(entry: &[u8; ENTRY]) -> (u64, OpeningNode) {
    let number = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
    let key = (u64::from(number(4)) << 32) | u64::from(number(0));
    let results = [number(8), number(12), number(16)];
    let value = Some(i16::from_le_bytes([entry[20], entry[21]])).filter(|value| *value != UNKNOWN);
    let exact = match entry[22] {
        0 => None,
        code => Wdl::ALL.get(usize::from(code) - 1).copied(),
    };
    (key, OpeningNode { results, value, exact })
}
