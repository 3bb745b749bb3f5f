//! Training examples in memory: positions, each with the winning chance that the network should predict. They take 24
//! bytes for each position, and two bytes for each of its active features in each perspective.

/// Positions with their targets. The features of all positions lie in one list, because a list for each position would
/// take more memory.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    features: Vec<u16>,
    items: Vec<Item>,
}

/// A position with its target. Its features are in [`Examples::features`].
#[derive(Clone, Copy, Debug)]
struct Item {
    /// Index of its first feature.
    start: u64,
    /// Number of features from the perspective of the side to move. They come before those of the other side.
    own: u16,
    /// Number of features from the perspective of the other side.
    other: u16,
    bucket: u8,
    target: f32,
}

/// A position with its target.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Features from the perspective of the side to move.
    pub own: &'a [u16],
    /// Features from the perspective of the other side.
    pub other: &'a [u16],
    /// Index of the output weights that apply to the position.
    pub bucket: usize,
    /// Target winning chance for the side to move, 0 to 1.
    pub target: f32,
}

impl Examples {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the position with this index.
    ///
    /// # Panics
    /// Panics if the index is not below the number of positions.
    pub fn get(&self, index: usize) -> Example<'_> {
        let Item { start, own, other, bucket, target } = self.items[index];
        let (own, other) = (usize::from(own), usize::from(other));
        let (own, other) = self.features[start as usize..][..own + other].split_at(own);
        Example { own, other, bucket: bucket.into(), target }
    }

    /// Returns, for each of `count` features, the number of perspectives in which it is active. A position has two
    /// perspectives.
    pub(crate) fn perspectives_by_feature(&self, count: usize) -> Vec<usize> {
        let mut perspectives = vec![0; count];
        for feature in &self.features {
            perspectives[usize::from(*feature)] += 1;
        }
        perspectives
    }

    pub(crate) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for features in self.features.chunks(4096) {
            hasher.update(&features.iter().flat_map(|feature| feature.to_le_bytes()).collect::<Vec<_>>());
        }
        for Item { own, other, bucket, target, .. } in &self.items {
            hasher.update(&target.to_bits().to_le_bytes());
            hasher.update(&[own.to_le_bytes(), other.to_le_bytes(), [*bucket, 0]].concat());
        }
        hasher.finalize()
    }

    pub(crate) fn push(&mut self, own: &[u16], other: &[u16], bucket: usize, target: f32) {
        let start = self.features.len() as u64;
        self.items.push(Item {
            start,
            own: own.len() as u16,
            other: other.len() as u16,
            bucket: bucket as u8,
            target,
        });
        self.features.extend(own);
        self.features.extend(other);
    }
}
