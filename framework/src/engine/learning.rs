//! Position learning: stores surprising scores in a file, and enters them into the transposition table when the table
//! is new or cleared, and after each change of the settings.
//!
//! A score is surprising if it comes from a deep search and differs much from the first score of the same search. The
//! file is text: a header, then one line for each score, the newest last. A line names the rules and the evaluation of
//! its score. Unreadable lines are skipped.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::request::SetOptionError;
use crate::game::Facts;
use crate::network::Network;
use crate::rules::{Depth, Key, Score};
use crate::search::{Bound, Entry, Table};
use crate::text::{shorten, write_atomically};

/// Maximum number of positions in a file. If there are more, the oldest are dropped.
const MAX_POSITIONS: usize = 10_000;
/// Maximum number of bytes read from a file; the rest is ignored. A file with [`MAX_POSITIONS`] positions is smaller.
const MAX_BYTES: u64 = 4 << 20;
const HEADER: &str = "plywright-learning 1";
/// Valid scores in a line of the file. Every score of a search lies strictly between the two infinities; see
/// [`Score::INFINITY`].
const SCORES: RangeInclusive<i32> = 1 - Score::INFINITY.0..=Score::INFINITY.0 - 1;

/// One surprising score of a position, stored as one line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lesson {
    /// Name of the rules and the evaluation; see [`name_of`].
    rules: String,
    /// Key of the position's canonical image.
    key: Key,
    depth: Depth,
    score: Score,
    /// Code of the best move in the canonical image.
    code: u32,
}

impl Lesson {
    fn line(&self) -> String {
        let Self { rules, key, depth, score, code } = self;
        format!("{rules} {:016x} {depth} {} {code}", key.0, score.0)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut word = || words.next();
        let lesson = Self {
            rules: word()?.to_owned(),
            key: Key(u64::from_str_radix(word()?, 16).ok()?),
            depth: Depth(word()?.parse().ok().filter(|depth| *depth <= Depth::MAX.0)?),
            score: Score(word()?.parse().ok().filter(|score| SCORES.contains(score))?),
            code: word()?.parse().ok()?,
        };
        words.next().is_none().then_some(lesson)
    }
}

/// A learning file. All its positions are in memory.
#[derive(Debug)]
pub(super) struct Learning {
    path: PathBuf,
    /// The positions of the file, the newest last.
    lessons: VecDeque<Lesson>,
    /// Whether the last write by [`Learning::learn`] failed.
    has_failed: bool,
}

impl Learning {
    /// Opens the file of the option `Learning File`, and writes it at once. This reveals an unwritable path before any
    /// score is learned.
    ///
    /// # Errors
    ///
    /// Returns an error if [`Learning::open`] fails or the file cannot be written.
    pub(super) fn open_to_write(path: &Path) -> Result<Arc<Mutex<Self>>, SetOptionError> {
        let refused =
            |error| SetOptionError::File(format!("'{}': {error}", shorten(&path.to_string_lossy())));
        let learning = Self::open(path).map_err(refused)?;
        learning.save().map_err(refused)?;
        Ok(Arc::new(Mutex::new(learning)))
    }

    /// Reads the positions from the file. A missing or empty file has none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists but cannot be read, or its first line is not the header.
    fn open(path: &Path) -> io::Result<Self> {
        let mut bytes = Vec::new();
        match File::open(path) {
            Ok(file) => {
                file.take(MAX_BYTES).read_to_end(&mut bytes)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        if lines.next().is_some_and(|line| line != HEADER) {
            let message = format!("it does not begin with '{HEADER}'");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut lessons: VecDeque<_> = lines.filter_map(Lesson::parse).collect();
        lessons.drain(..lessons.len().saturating_sub(MAX_POSITIONS));
        Ok(Self { path: path.to_owned(), lessons, has_failed: false })
    }

    /// Stores the learned scores of the rules and evaluation with this name in the transposition table; see
    /// [`name_of`].
    pub(super) fn recall(&self, rules: &str, table: &Table) {
        for lesson in self.lessons.iter().filter(|lesson| lesson.rules == rules) {
            let Lesson { key, depth, score, code, .. } = *lesson;
            table.store(key, Entry { code: Some(code), score, depth, bound: Bound::Exact, complete: false });
        }
    }

    /// Stores a surprising score in memory, and writes the whole file again. Replaces an older score of the position.
    /// Does nothing if a deeper score of the position is stored or `entry` has no move.
    ///
    /// # Errors
    ///
    /// Returns a message if the file cannot be written. The score is then stored in memory only. Further
    /// errors are not reported until the file has been written again.
    pub(super) fn learn(&mut self, rules: &str, key: Key, entry: &Entry) -> Result<(), String> {
        let is_of_position = |lesson: &Lesson| lesson.key == key && lesson.rules == rules;
        if self.lessons.iter().any(|lesson| is_of_position(lesson) && lesson.depth > entry.depth) {
            return Ok(());
        }
        let Some(code) = entry.code else { return Ok(()) };
        self.lessons.retain(|lesson| !is_of_position(lesson));
        if self.lessons.len() >= MAX_POSITIONS {
            self.lessons.pop_front();
        }
        let (rules, depth, score) = (rules.to_owned(), entry.depth, entry.score);
        self.lessons.push_back(Lesson { rules, key, depth, score, code });
        let result = self.save();
        let had_failed = std::mem::replace(&mut self.has_failed, result.is_err());
        match result {
            Err(error) if !had_failed => {
                let path = shorten(&self.path.to_string_lossy());
                Err(format!("cannot write the learning file '{path}': {error}"))
            }
            _ => Ok(()),
        }
    }

    fn save(&self) -> io::Result<()> {
        let mut text = format!("{HEADER}\n");
        for lesson in &self.lessons {
            text.push_str(&lesson.line());
            text.push('\n');
        }
        write_atomically(&self.path, text.as_bytes())
    }
}

/// Returns the name of rules and evaluation in the file: the variant, a hash of the rules if any were set, and a hash
/// of the network if there is one. A score found with another network would mislead the search.
pub(super) fn name_of(facts: &Facts, network: Option<&Network>) -> String {
    let Facts { variant, options, .. } = facts;
    let rules = if options.is_empty() { String::new() } else { format!("#{:016x}", Key::of(options).0) };
    let network =
        network.map_or_else(String::new, |network| format!("@{:016x}", Key::of(network.weights()).0));
    format!("{variant}{rules}{network}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use super::*;
    use crate::network::{LANES, Provenance, Weights};

    fn unused_path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("plywright-learning-{}-{name}", std::process::id()));
        // A run that was interrupted may have left the file.
        let _ = fs::remove_file(&path);
        path
    }

    fn entry(depth: u16) -> Entry {
        Entry {
            code: Some(7),
            score: Score::win_in(5),
            depth: Depth(depth),
            bound: Bound::Exact,
            complete: false,
        }
    }

    #[test]
    fn what_is_learnt_is_there_at_the_next_start() {
        let path = unused_path("kept");
        Learning::open(&path).unwrap().learn("a", Key(1), &entry(9)).unwrap();
        let (own, other) = (Table::new(1).unwrap(), Table::new(1).unwrap());
        let learning = Learning::open(&path).unwrap();
        learning.recall("a", &own);
        learning.recall("b", &other);
        assert_eq!(own.probe(Key(1)), Some(entry(9)));
        assert_eq!(other.probe(Key(1)), None, "lessons of other rules are not ours");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_deeper_score_is_not_replaced_by_a_shallower_one() {
        let path = unused_path("deeper");
        let mut learning = Learning::open(&path).unwrap();
        learning.learn("a", Key(1), &entry(9)).unwrap();
        learning.learn("a", Key(1), &entry(3)).unwrap();
        assert_eq!(learning.lessons.len(), 1);
        assert_eq!(learning.lessons[0].depth, Depth(9));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_written_is_reported_once() {
        let folder = unused_path("folder");
        fs::create_dir(&folder).unwrap();
        let path = folder.join("lessons");
        let mut learning = Learning::open(&path).unwrap();
        learning.learn("a", Key(1), &entry(9)).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let error = learning.learn("a", Key(2), &entry(9)).unwrap_err();
        assert!(
            error.starts_with("cannot write the learning file '") && error.contains("lessons"),
            "{error}"
        );
        learning.learn("a", Key(3), &entry(9)).unwrap();
        fs::create_dir(&folder).unwrap();
        learning.learn("a", Key(4), &entry(9)).unwrap();
        assert_eq!(Learning::open(&path).unwrap().lessons.len(), 4, "nothing is lost");
        fs::remove_dir_all(&folder).unwrap();
        assert!(learning.learn("a", Key(5), &entry(9)).is_err());
    }

    #[test]
    fn the_file_is_bounded() {
        let path = unused_path("bounded");
        let lines: Vec<_> = (0..MAX_POSITIONS + 5).map(|key| format!("a {key:x} 8 12 3")).collect();
        fs::write(&path, format!("{HEADER}\n{}\n", lines.join("\n"))).unwrap();
        let mut learning = Learning::open(&path).unwrap();
        assert_eq!(learning.lessons.len(), MAX_POSITIONS);
        assert_eq!(learning.lessons[0].key, Key(5), "the oldest make room");
        learning.learn("a", Key(u64::MAX), &entry(4)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), MAX_POSITIONS + 1);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn unreadable_lines_are_skipped() {
        let path = unused_path("broken");
        let good = "a 0000000000000001 9 31995 7";
        let broken =
            "\n\na 1 9\na zz 9 1 1\na 1 999 1 1\na 1 1 99999999 1\na 1 1 1 1 1\na 1 9 -2147483648 7\n\u{0}\n";
        let mut bytes = format!("{HEADER}{broken}{good}\n").into_bytes();
        bytes.extend([0xff, 0xfe, b'\n', b'a', b' ', b'1']);
        fs::write(&path, bytes).unwrap();
        assert_eq!(Learning::open(&path).unwrap().lessons.len(), 1);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_of_another_kind_is_refused() {
        let path = unused_path("other-kind");
        fs::write(&path, "someone else's file\n").unwrap();
        let error = Learning::open_to_write(&path).unwrap_err().to_string();
        assert!(error.ends_with("': it does not begin with 'plywright-learning 1'"), "{error}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn rules_that_were_set_and_each_evaluation_have_their_own_lessons() {
        let facts = |options: &[(&str, &str)]| Facts {
            game: "a",
            variant: "b".to_owned(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        };
        let network = |bias| {
            let weights = Weights {
                rows: vec![0; LANES],
                bias: vec![bias; LANES],
                output: vec![0; 2 * LANES],
                output_bias: vec![0],
            };
            Network::new("x", Provenance::default(), weights).unwrap()
        };
        assert_eq!(name_of(&facts(&[]), None), "b");
        let rules = [facts(&[]), facts(&[("x", "1")]), facts(&[("x", "2")])];
        let networks = [None, Some(network(1)), Some(network(2))];
        let name = |rules| networks.iter().map(move |network| name_of(rules, network.as_ref()));
        let names: HashSet<_> = rules.iter().flat_map(name).collect();
        assert_eq!(names.len(), rules.len() * networks.len());
        assert!(names.iter().all(|name| name.starts_with('b') && !name.contains(' ')), "{names:?}");
        assert_eq!(name_of(&rules[0], Some(&network(1))), name_of(&rules[0], Some(&network(1))));
    }
}
