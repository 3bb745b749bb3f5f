//! Header of a shard: the lines before its recorded games, which say how the games were made.

use plywright::Key;

/// First line of a shard.
pub(crate) const TITLE: &str = "# plywright-games 1";
/// Keys that a header may have. A line with any other key is refused.
const KEYS: [&str; 10] =
    ["game", "variant", "nodes", "seed", "opening", "first", "evaluation", "branches", "max-plies", "option"];

/// Header of a shard: keys and values in the order of their lines. The key `option` may occur several times, each time
/// with a value of the form `NAME=VALUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordHeader(Vec<(String, String)>);

impl RecordHeader {
    pub(crate) fn new(lines: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self(lines.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Returns the first value of a key, or an empty string if the header lacks it.
    pub(crate) fn get(&self, key: &str) -> &str {
        self.0.iter().find(|(known, _)| known == key).map_or("", |(_, value)| value)
    }

    pub(crate) fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter(|(key, _)| key == "option").filter_map(|(_, option)| option.split_once('='))
    }

    /// Returns the lines of the header in a file, from [`TITLE`] on.
    pub(crate) fn text(&self) -> String {
        let lines = self.0.iter().map(|(key, value)| format!("# {key} {value}\n"));
        format!("{TITLE}\n{}", lines.collect::<String>())
    }

    /// Hashes the header without the key `first`. The shards of a run differ only in this key, so they have the same
    /// hash.
    pub(crate) fn run(&self) -> Key {
        let lines = self.0.iter().filter(|(key, _)| key != "first");
        Key::of(&lines.collect::<Vec<_>>())
    }

    /// Adds a line of the header. Returns `false` if the line is malformed or its key is unknown.
    pub(crate) fn add_line(&mut self, line: &str) -> bool {
        let parts = line.strip_prefix("# ").and_then(|line| line.split_once(' '));
        let Some((key, value)) = parts.filter(|(key, _)| KEYS.contains(key)) else { return false };
        self.0.push((key.to_owned(), value.to_owned()));
        true
    }
}
