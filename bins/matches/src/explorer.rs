//! Opening explorer: builds an opening tree from recorded games, and adds the values of an engine.

use std::collections::HashSet;
use std::path::Path;

use plywright::engine::{
    DynEngine, DynGame, Go, OpeningTree, Outcome, SearchError, Setup, SetupError, Strength,
};
use plywright::tablebase::Wdl;
use plywright::{Key, Side};

use crate::files::{LocatedError, Naming};
use crate::record::{GameRecord, GameResult, numbered};

/// Reads an opening tree from a file.
///
/// # Errors
/// Returns an error if the file cannot be read or is not an opening tree.
pub fn open(path: &Path) -> Result<OpeningTree, LocatedError> {
    OpeningTree::open(path).naming(path)
}

/// Counts the result of a game in its start position and in the positions after its first `plies` moves. Adds positions
/// that the tree does not have. A position and its images by symmetry count once. Returns `false` for a game without a
/// result, which is not counted; its moves are not checked.
///
/// # Errors
/// Returns an error if the start position or one of these moves is illegal. The positions before an illegal move are
/// still counted.
pub fn add(
    tree: &mut OpeningTree,
    record: &GameRecord,
    game: &dyn DynGame,
    plies: usize,
) -> Result<bool, SetupError> {
    let index = match record.result {
        GameResult::Win(Side::First) => 0,
        GameResult::Draw => 1,
        GameResult::Win(Side::Second) => 2,
        GameResult::Unknown => return Ok(false),
    };
    let mut line = game.set_up(&record.setup(), &[])?;
    let mut seen = HashSet::new();
    count_once(tree, index, line.tree_key(), &mut seen);
    for (number, ply) in (1..).zip(record.plies.iter().take(plies)) {
        line.replay(&[&ply.text]).map_err(|error| numbered(error, number))?;
        count_once(tree, index, line.tree_key(), &mut seen);
    }
    Ok(true)
}

/// Counts a game's result in a position, unless `seen` has the position or an image of it by symmetry. Adds the
/// position to `seen`. `index` is the result's index in [`results`](plywright::engine::OpeningNode::results).
fn count_once(tree: &mut OpeningTree, index: usize, position: Key, seen: &mut HashSet<Key>) {
    if seen.insert(position) {
        let count = &mut tree.entry(position).results[index];
        *count = count.saturating_add(1);
    }
}

/// Adds missing exact and search values to the positions that can be reached from the start without leaving the tree.
/// Skips positions in which the game is over. Each search has at most `nodes` nodes; 0 means no searches. `listener`
/// receives the number of positions done and returns whether to continue. Returns `false` if `listener` ended the work
/// early.
///
/// # Errors
/// Returns an error if the rules reject a move that they listed, or a search panics.
pub fn evaluate(
    tree: &mut OpeningTree,
    engine: &dyn DynEngine,
    nodes: u64,
    listener: &mut dyn FnMut(u64) -> bool,
) -> Result<bool, SearchError> {
    let game = engine.dyn_game();
    let (mut lines, mut seen, mut done) = (vec![Vec::<String>::new()], HashSet::new(), 0);
    while let Some(moves) = lines.pop() {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let line = game.set_up(&Setup::Start, &texts)?;
        let key = line.tree_key();
        let Some(node) = tree.get_mut(key).filter(|_| seen.insert(key)) else { continue };
        if line.outcome() != Outcome::Open {
            continue;
        }
        node.exact = node.exact.or_else(|| engine.exact_value(&*line).map(Wdl::from));
        if nodes > 0 && node.value.is_none() {
            let go = Go { nodes: Some(nodes), strength: Strength::Full, ..Go::default() };
            let (_, found) = engine.search(&*line, &go).answer()?;
            let limit = i32::from(i16::MAX);
            node.value = found.map(|found| found.logit.clamp(-limit, limit) as i16);
        }
        lines.extend(line.move_texts().into_iter().map(|text| [moves.clone(), vec![text]].concat()));
        done += 1;
        if !listener(done) && !lines.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}
