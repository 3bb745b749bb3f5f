//! The search tree: nodes with their moves and counts in bounded memory, shared by all threads.
//!
//! Except under superko, nodes are found by position key, so several paths can share a node. Moves link to
//! nodes by index. Immutable data is written before other threads can see it, and counts are atomic, so no
//! lock is needed.

use std::collections::BinaryHeap;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::node::Node;
use crate::rules::Key;
use crate::search::threads;

/// Number of nodes for which memory is allocated at a time.
const CHUNK: usize = 1 << 10;
/// Number of adjacent places in the key index where a given key can be stored.
const BUCKET: usize = 4;
/// Expected minimum size of a node with its moves, in bytes. The size of the tree divided by this number determines the
/// size of the key index.
const MIN_BYTES: usize = 256;

/// Maximum size in bytes of a tree that is freed in the searching thread, because freeing it takes at most about a
/// tenth of a millisecond.
const SMALL_BYTES: usize = 1 << 20;

/// Number of nodes copied between two clock checks.
const CHECK_INTERVAL: usize = 16;

/// Places for nodes. The thread that has reserved a place's index fills the place once. From then on, the place is only
/// read.
type Chunk<M> = Box<[OnceLock<Node<M>>]>;

/// The nodes of a search tree and the index that finds them by their keys. Nodes are only added, never removed.
#[derive(Debug)]
pub(in crate::search) struct Tree<M> {
    chunks: Box<[OnceLock<Chunk<M>>]>,
    /// Number of node indices that threads have reserved.
    nodes: AtomicUsize,
    /// Number of bytes in use. It exceeds `max_bytes` at most by the last nodes stored.
    used: AtomicUsize,
    max_bytes: usize,
    /// Key index: each entry consists of the upper half of a key and the index of its node plus 1; 0 is a
    /// free entry. Empty if there was not enough memory.
    index: Box<[AtomicU64]>,
    /// Whether a search with an oracle has used the tree, so that exact values may be stored as proven.
    pub(super) has_exact_values: bool,
}

impl<M: Copy> Tree<M> {
    /// Creates an empty tree of at most about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / MIN_BYTES).max(BUCKET).next_power_of_two();
        let index = bytemuck::allocation::try_zeroed_slice_box(places).unwrap_or_default();
        let max_bytes = bytes - (size_of_val(&*index)).min(bytes / 2);
        let chunks =
            (max_bytes / (CHUNK * size_of::<OnceLock<Node<M>>>()) + 1).min(u32::MAX as usize / CHUNK);
        Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            nodes: AtomicUsize::new(0),
            used: AtomicUsize::new(0),
            max_bytes,
            index,
            has_exact_values: false,
        }
    }

    /// Returns the node with this index; `None` if it is not stored, or not completely stored yet.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&Node<M>> {
        self.chunks.get(number as usize / CHUNK)?.get()?[number as usize % CHUNK].get()
    }

    /// Stores a node and returns its index. If the same position is already stored, drops `node` and returns the index
    /// of the stored one. If the key index has no free place, only links lead to the node. `None` if the tree is full.
    pub(super) fn insert(&self, node: Node<M>) -> Option<u32> {
        let key = node.key;
        if let Some(number) = self.find(key) {
            return Some(number);
        }
        let number = self.insert_alone(node)?;
        let entry = key.0 & !u64::from(u32::MAX) | u64::from(number + 1);
        for place in self.bucket(key) {
            if place.compare_exchange(0, entry, Release, Relaxed).is_ok() {
                break;
            }
        }
        Some(number)
    }

    /// Stores a node without an entry in the key index, so that only a link leads to it. Returns its index;
    /// `None` if the tree is full.
    pub(super) fn insert_alone(&self, node: Node<M>) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        self.used.fetch_add(node.bytes(), Relaxed);
        let number = self.nodes.fetch_add(1, Relaxed);
        let chunk = self.chunks.get(number / CHUNK)?;
        let places = chunk.get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
        places[number % CHUNK].set(node).ok()?;
        Some(number as u32)
    }

    /// Returns the index of the node with this key; `None` if the key index has no entry for it.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<u32> {
        self.bucket(key)
            .iter()
            .map(|place| place.load(Acquire))
            .take_while(|entry| *entry != 0)
            .filter(|entry| entry >> 32 == key.0 >> 32)
            .map(|entry| entry as u32 - 1)
            .find(|number| self.get(*number).is_some_and(|node| node.key == key))
    }

    /// Returns the places of the key index where a key can be stored.
    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        if self.index.is_empty() {
            return &[];
        }
        let first = key.0 as usize & (self.index.len() - 1) & !(BUCKET - 1);
        &self.index[first..first + BUCKET]
    }

    /// Whether the memory is used up, so that no further node can be stored.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.used.load(Relaxed) >= self.max_bytes
    }

    /// Returns the used share of the memory in thousandths; 1000 for a tree without memory.
    pub(super) fn hashfull(&self) -> u32 {
        // In 64 bits, because a product of `usize` could overflow where it has 32 bits.
        let used = self.used.load(Relaxed) as u64;
        (used * 1000).checked_div(self.max_bytes as u64).map_or(1000, |share| share.min(1000) as u32)
    }

    /// Whether a search can continue in this tree: less than half of its memory is in use.
    pub(super) fn has_room(&self) -> bool {
        2 * self.used.load(Relaxed) < self.max_bytes
    }

    /// Frees the memory. A large tree is freed in another thread if possible, so that the caller need not
    /// wait.
    pub(super) fn drop_elsewhere(self)
    where
        M: Send + Sync + 'static,
    {
        if self.used.load(Relaxed) > SMALL_BYTES {
            threads::run_in_background(move || drop(self));
        }
    }

    /// Copies the nodes that can be reached from the position `key` to a new tree of the same size, most
    /// visited nodes first. Stops when a quarter of the new tree's memory is in use or `is_over` returns
    /// `true`; links to nodes that were not copied are then removed. `None` if the position is not stored.
    pub(super) fn copied_from(&self, key: Key, is_over: &dyn Fn() -> bool) -> Option<Self> {
        let root = self.find(key)?;
        let copy = Self::new(self.max_bytes + size_of_val(&*self.index));
        // For each old index, the new index plus 1; 0 while the node is not copied.
        let mut numbers = vec![0_u32; self.nodes.load(Relaxed)];
        let mut waiting = BinaryHeap::from([(u32::MAX, root)]);
        let mut copied = Vec::new();
        while let Some((_, number)) = waiting.pop() {
            let (Some(place), Some(old)) = (numbers.get_mut(number as usize), self.get(number)) else {
                continue;
            };
            if *place != 0 {
                continue;
            }
            // `is_over` is first asked once the root is copied, so a search that is out of time still keeps the root.
            if 4 * copy.used.load(Relaxed) >= copy.max_bytes
                || copied.len() % CHECK_INTERVAL == 1 && is_over()
            {
                break;
            }
            let Some(new) = copy.insert(old.copied()) else { break };
            *place = new + 1;
            copied.push(number);
            waiting.extend(old.edges.iter().filter_map(|edge| Some((edge.visits(), edge.link()?))));
        }
        for number in copied {
            let (old, new) = (self.get(number)?, copy.get(numbers[number as usize] - 1)?);
            for (old_edge, new_edge) in old.edges.iter().zip(&new.edges) {
                let linked = old_edge.link().and_then(|link| numbers.get(link as usize).copied());
                new_edge.set_link(linked.and_then(|number| number.checked_sub(1)));
            }
        }
        Some(copy)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::node::Edge;
    use super::*;
    use crate::rules::{Score, Side};
    use crate::search::line::Turn;

    fn node(key: u64, moves: u8) -> Node<u8> {
        let edges = (0..moves).map(|mv| Edge::new(mv, Turn::Passed, 0.5, 0.5, None)).collect();
        Node::new(Key::mix(key), Side::First, true, edges)
    }

    #[test]
    fn a_node_is_stored_once_and_found_by_its_key() {
        let tree = Tree::new(1 << 20);
        let number = tree.insert(node(1, 3)).unwrap();
        assert_eq!(tree.insert(node(1, 3)), Some(number));
        assert_ne!(tree.insert(node(2, 3)), Some(number));
        assert_eq!(tree.find(Key::mix(1)), Some(number));
        assert_eq!(tree.find(Key::mix(3)), None);
    }

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 100, 1 << 16, 1 << 20] {
            let tree = Tree::new(bytes);
            let stored = (0..100_000).filter(|key| tree.insert(node(*key, 7)).is_some()).count();
            let min = stored * 7 * size_of::<Edge<u8>>();
            assert!(tree.is_full() && min <= bytes + 7 * size_of::<Edge<u8>>(), "{stored} in {bytes} bytes");
            assert_eq!(tree.hashfull(), 1000);
        }
    }

    #[test]
    fn a_full_tree_is_cut_down_to_what_can_be_reached() {
        let tree = Tree::new(1 << 18);
        let root = tree.insert(node(0, 2)).unwrap();
        let child = tree.insert(node(1, 2)).unwrap();
        let parent = tree.get(root).unwrap();
        let edges = &parent.edges;
        edges[1].set_link(Some(child));
        // Links may form a cycle, because positions can be repeated.
        tree.get(child).unwrap().edges[0].set_link(Some(root));
        parent.begin_visits(&edges[1], 1, true);
        edges[1].add(0.75, true);
        edges[1].proof.set(Score::loss_in(4));
        let mut key = 2;
        while tree.insert(node(key, 2)).is_some() {
            key += 1;
        }
        assert!(!tree.has_room());
        let tree = tree.copied_from(Key::mix(0), &|| false).unwrap();
        assert!(tree.has_room() && tree.find(Key::mix(5)).is_none());
        let root = tree.find(Key::mix(0)).unwrap();
        let parent = tree.get(root).unwrap();
        let edge = &parent.edges[1];
        assert_eq!((parent.visits(), edge.visits(), edge.mean()), (1, 1, 0.75));
        assert_eq!(edge.proof.get(), Some(Score::loss_in(4)));
        assert_eq!(edge.link(), tree.find(Key::mix(1)));
        assert_eq!(tree.get(edge.link().unwrap()).unwrap().edges[0].link(), Some(root));
        assert!(tree.copied_from(Key::mix(7), &|| false).is_none());
    }

    #[test]
    fn a_copy_that_is_out_of_time_keeps_what_was_visited_most() {
        const CHILDREN: u8 = 200;
        let tree = Tree::new(1 << 20);
        let root = tree.insert(node(0, CHILDREN)).unwrap();
        let root = tree.get(root).unwrap();
        for number in 0..CHILDREN {
            let edge = &root.edges[usize::from(number)];
            edge.set_link(tree.insert(node(1 + u64::from(number), 2)));
            root.begin_visits(edge, 1 + u32::from(number), true);
        }
        let checks = Cell::new(0);
        let is_over = || checks.replace(checks.get() + 1) == 2;
        let copy = tree.copied_from(Key::mix(0), &is_over).unwrap();
        let is_kept = |number: &u8| copy.find(Key::mix(1 + u64::from(*number))).is_some();
        let kept: Vec<u8> = (0..CHILDREN).filter(is_kept).collect();
        let first = CHILDREN - kept.len() as u8;
        assert!(first < CHILDREN && kept.iter().copied().eq(first..CHILDREN), "{kept:?}");
        assert!(kept.len() <= 2 * CHECK_INTERVAL);
        let links = copy.get(copy.find(Key::mix(0)).unwrap()).unwrap().edges.iter();
        assert_eq!(links.filter_map(Edge::link).count(), kept.len(), "the others are to be stored anew");
    }
}
