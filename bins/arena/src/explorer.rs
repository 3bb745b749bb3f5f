//! Opening explorer: a tree of positions with the results of recorded games and the values of the engine.
//!
//! Positions that are images of each other under a symmetry of the board are one position. A move leads to
//! the position after it, so the tree is a table of positions by their canonical key.
//!
//! # File
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `PLYTREE1` |
//! | 2, then that number | length of the game's name in bytes, then the name. The variant and the rules, as in the tag `Options`, follow in the same form. |
//! | 8 | number of positions |
//! | 23 for each position, in the order of the keys | see below |
//! | 4 | CRC-32 of everything before |
//!
//! | bytes of a position | content |
//! |---|---|
//! | 8 | canonical key |
//! | 4, 4, 4 | games won by the first side, drawn, and won by the second side |
//! | 2 | value of the engine's search for the side to move, as a logit in units of 1/400; -32768 if unknown |
//! | 1 | exact value for the side to move: 0 unknown, 1 loss, 2 draw, 3 win |

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use plywright::engine::{DynEngine, Go, Outcome, Setup, SetupError, Strength};
use plywright::search::Rng;
use plywright::tablebase::Wdl;
use plywright::{Side, shorten, write_atomically};

use crate::files::LocatedError;
use crate::record::{GameRecord, GameResult, numbered};

const MAGIC: &[u8; 8] = b"PLYTREE1";
/// Number in the file for a position without a search value.
const UNKNOWN: i16 = i16::MIN;
/// Size of a position in the file, in bytes.
const ENTRY: usize = 23;

/// Results of the recorded games that reached a position, and values of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Numbers of games that the first side won, that were drawn, and that the second side won.
    pub results: [u32; 3],
    /// Value of the engine's search for the side to move: the logit of the winning chance, in units of 1/400.
    pub value: Option<i16>,
    /// Exact value for the side to move.
    pub exact: Option<Wdl>,
}

impl Node {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().copied().map(u64::from).sum()
    }

    /// Adds the games of `other`, a node of the same position in another tree. Takes over the values of
    /// `other` that this node lacks.
    fn merge(&mut self, other: &Self) {
        for (own, more) in self.results.iter_mut().zip(other.results) {
            *own = own.saturating_add(more);
        }
        self.value = self.value.or(other.value);
        self.exact = self.exact.or(other.exact);
    }
}

/// A move, with the node of the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The move as text.
    pub text: String,
    /// The node of the position after the move. Its values are from the view of the side that made
    /// the move.
    pub node: Node,
}

/// A tree of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explorer {
    /// Name of the game, name of the variant, and the rules that differ from the variant's.
    pub rules: [String; 3],
    nodes: BTreeMap<u64, Node>,
}

impl Explorer {
    /// Creates an empty tree. `rules` are the names of the game and of the variant, and the rules as
    /// in the tag `Options`.
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

    /// Returns the node of the engine's position; `None` if the tree does not contain it.
    pub fn get(&self, engine: &dyn DynEngine) -> Option<&Node> {
        self.nodes.get(&engine.canonical_key().0)
    }

    /// Adds a finished game to the tree: its start position and the positions after its first `plies` moves.
    /// Ignores an unfinished game.
    ///
    /// # Errors
    /// Returns an error if the position or a move is illegal.
    pub fn add(
        &mut self,
        record: &GameRecord,
        engine: &mut dyn DynEngine,
        plies: usize,
    ) -> Result<(), SetupError> {
        let index = match record.result {
            GameResult::Win(Side::First) => 0,
            GameResult::Draw => 1,
            GameResult::Win(Side::Second) => 2,
            GameResult::Unknown => return Ok(()),
        };
        engine.set_position(&record.setup(), &[])?;
        for (number, ply) in (1..).zip(record.plies.iter().map(Some).take(plies).chain([None])) {
            let results = &mut self.nodes.entry(engine.canonical_key().0).or_default().results;
            results[index] = results[index].saturating_add(1);
            if let Some(ply) = ply {
                engine.play(&[&ply.text]).map_err(|error| numbered(error, number))?;
            }
        }
        Ok(())
    }

    /// Removes the positions with fewer than `games` games.
    pub fn prune(&mut self, games: u64) {
        self.nodes.retain(|_, node| node.games() >= games);
    }

    /// Adds exact values and search values to the unfinished positions that can be reached from the start
    /// without leaving the tree. Looks exact values up with `engine`. Searches each position that has no
    /// search value, up to `nodes` nodes; with 0 nodes, searches none. `listener` receives the number of
    /// positions finished so far, after each position. If it returns `false`, the work ends early.
    ///
    /// # Errors
    /// Returns an error if the engine rejects its own moves.
    pub fn evaluate(
        &mut self,
        engine: &mut dyn DynEngine,
        nodes: u64,
        listener: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), SetupError> {
        let (mut lines, mut seen, mut done) = (vec![Vec::<String>::new()], HashSet::new(), 0);
        while let Some(line) = lines.pop() {
            let texts: Vec<&str> = line.iter().map(String::as_str).collect();
            engine.set_position(&Setup::Start, &texts)?;
            let key = engine.canonical_key().0;
            let Some(node) = self.nodes.get_mut(&key).filter(|_| seen.insert(key)) else { continue };
            if engine.outcome() != Outcome::Open {
                continue;
            }
            node.exact = node.exact.or_else(|| engine.exact_value().map(Wdl::from));
            if nodes > 0 && node.value.is_none() {
                let go = Go { nodes: Some(nodes), strength: Strength::Full, ..Go::default() };
                let logit = engine.search(&go).answer().1.map(|line| line.logit);
                node.value = logit.map(|logit| logit.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16);
            }
            done += 1;
            if !listener(done) {
                break;
            }
            lines.extend(engine.legal_moves().into_iter().map(|text| [line.clone(), vec![text]].concat()));
        }
        Ok(())
    }

    /// Returns the moves that lead from a position to positions of the tree, the most played first. The
    /// position is the one after the moves `played` from `setup`. Of several moves to the same canonical
    /// position, only the first is returned.
    ///
    /// # Errors
    /// Returns an error if `setup` or a move of `played` is illegal.
    pub fn moves(
        &self,
        engine: &mut dyn DynEngine,
        setup: &Setup,
        played: &[&str],
    ) -> Result<Vec<Explored>, SetupError> {
        engine.set_position(setup, played)?;
        let side = engine.side();
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        for text in engine.legal_moves() {
            engine.set_position(setup, played)?;
            engine.play(&[&text])?;
            let key = engine.canonical_key().0;
            let Some(node) = self.nodes.get(&key).filter(|_| seen.insert(key)) else { continue };
            let mut node = *node;
            if engine.side() != side {
                node.value = node.value.map(i16::saturating_neg);
                node.exact = node.exact.map(Wdl::reversed);
            }
            found.push(Explored { text, node });
        }
        engine.set_position(setup, played)?;
        found.sort_by_key(|one| Reverse(one.node.games()));
        Ok(found)
    }

    /// Adds the positions of another tree.
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

    /// Writes the tree as the bytes of a file.
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
            node.results.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
            bytes.extend(node.value.unwrap_or(UNKNOWN).to_le_bytes());
            bytes.push(node.exact.map_or(0, |exact| exact as u8 + 1));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a tree from the bytes of a file.
    ///
    /// # Errors
    /// Returns a message with what was found and what was expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let cut = "the file ends early";
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(cut)?;
        let mut rest = content
            .strip_prefix(MAGIC)
            .ok_or("it is not a tree of openings, expected PLYTREE1 at its start")?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err("the checksum is wrong: the file is damaged".to_owned());
        }
        let mut text = || {
            let (length, behind) = rest.split_first_chunk::<2>()?;
            let (text, behind) = behind.split_at_checked(u16::from_le_bytes(*length).into())?;
            rest = behind;
            Some(String::from_utf8_lossy(text).into_owned())
        };
        let rules = [text().ok_or(cut)?, text().ok_or(cut)?, text().ok_or(cut)?];
        let (count, entries) = rest.split_first_chunk::<8>().ok_or(cut)?;
        let count = u64::from_le_bytes(*count);
        if entries.len() as u64 != count.saturating_mul(ENTRY as u64) {
            return Err(format!(
                "{} bytes of positions, expected {count} of {ENTRY} bytes each",
                entries.len()
            ));
        }
        let nodes = entries.chunks_exact(ENTRY).map(|entry| {
            let number =
                |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
            let key = u64::from(number(4)) << 32 | u64::from(number(0));
            let value = i16::from_le_bytes([entry[20], entry[21]]);
            let exact = entry[22].checked_sub(1).and_then(|index| Wdl::ALL.get(usize::from(index)).copied());
            let results = [number(8), number(12), number(16)];
            (key, Node { results, value: (value != UNKNOWN).then_some(value), exact })
        });
        Ok(Self { rules, nodes: nodes.collect() })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a tree of openings.
    pub fn open(path: &Path) -> Result<Self, LocatedError> {
        let bytes = fs::read(path).map_err(|error| LocatedError::new(path, error))?;
        Self::from_bytes(&bytes).map_err(|error| LocatedError::new(path, error))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), LocatedError> {
        write_atomically(path, &self.to_bytes()).map_err(|error| LocatedError::new(path, error))
    }

    /// Chooses a move of the tree at random. A move's probability is proportional to its number of games.
    /// `setup` and `played` give the position, as for [`Explorer::moves`]. A move is a candidate only if it
    /// has at least the fraction `least` of the games of the most played move: 1 leaves the main line only, 0
    /// leaves all moves. Moves known to be worse than the best one are never chosen. Returns `None` if the
    /// tree has no move.
    ///
    /// # Errors
    /// As for [`Explorer::moves`].
    pub fn choose(
        &self,
        engine: &mut dyn DynEngine,
        setup: &Setup,
        played: &[&str],
        least: f64,
        rng: &mut Rng,
    ) -> Result<Option<String>, SetupError> {
        let mut moves = self.moves(engine, setup, played)?;
        if let Some(probed) = engine.exact() {
            let value = |text: &str| {
                let known = probed.moves.iter().find(|(known, _)| known == text);
                known.and_then(|(_, value)| *value).map(Wdl::from)
            };
            let best = probed.value.map(Wdl::from);
            moves.retain(|one| best.is_none() || value(&one.text) == best);
        }
        let best = moves.iter().filter_map(|one| one.node.exact).max();
        moves.retain(|one| one.node.exact.is_none() || one.node.exact == best);
        let most = moves.iter().map(|one| one.node.games()).max().unwrap_or(0);
        moves.retain(|one| one.node.games() as f64 >= least * most as f64);
        let all: u64 = moves.iter().map(|one| one.node.games()).sum();
        if all == 0 {
            return Ok(None);
        }
        let mut left = rng.below(all as usize) as u64;
        let chosen = moves.into_iter().find(|one| {
            let is_here = left < one.node.games();
            left = left.saturating_sub(one.node.games());
            is_here
        });
        Ok(chosen.map(|one| one.text))
    }
}
