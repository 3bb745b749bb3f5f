//! The endgame of three stones against three, solved here from the rules alone, and written as the perfect database
//! has it: no file of others is needed to test the reader.
//!
//! Both sides fly, a mill wins at once, and no stone ever leaves the board otherwise, so the subspace needs no other.
//! Points are bits in the order of the files: outer, middle, inner ring, clockwise from the middle of the left side.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const POINTS: u32 = 24;
const WIN: i32 = 299;
const ENTRY: usize = 3;

/// Writes the database of this one subspace and returns its directory.
pub fn write() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("three_three");
    fs::create_dir_all(&directory).expect("a directory for tests");
    // Tests may run in several processes: a file appears as a whole.
    let put = |name: &str, bytes: Vec<u8>| {
        let unfinished = directory.join(format!("{name}.{}", std::process::id()));
        fs::write(&unfinished, bytes).expect("a file for tests");
        fs::rename(&unfinished, directory.join(name)).expect("a file for tests");
    };
    let table = format!("virt_loss_val: {}\nvirt_win_val: {WIN}\n1\n3 3 0 0  0\n", -WIN);
    put("std.secval", table.into_bytes());
    put("std_3_3_0_0.sec2", file());
    directory
}

/// The bytes of the subspace's file.
fn file() -> Vec<u8> {
    let subspace = Subspace::new();
    let plies = subspace.solve();
    let mut bytes = vec![0; 64];
    for (at, number) in [(0, 2), (4, 3), (8, 12)] {
        bytes[at] = number;
    }
    for (index, plies) in plies.iter().enumerate() {
        let (own, other) = subspace.position(index);
        // Ties go to the first symmetry.
        let stabilizer = (0..16).filter(|symmetry| image(own, *symmetry) == own);
        let least = stabilizer.min_by_key(|symmetry| image(other, *symmetry)).expect("the identity");
        let (value, distance) = match *plies {
            _ if image(other, least) < other => (0, -(least as i32) - 1),
            Some(plies) if plies % 2 == 1 => (WIN, plies),
            Some(plies) => (-WIN, plies),
            None => (0, 0),
        };
        let word = value & 0xfff | distance << 12;
        bytes.extend_from_slice(&word.to_le_bytes()[..ENTRY]);
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes
}

/// The image of a set under the symmetry of that number.
fn image(set: u32, symmetry: usize) -> u32 {
    let along: fn(u32) -> u32 = match symmetry {
        0 | 8 => |place| place + 2,
        1 | 9 => |place| place + 4,
        2 | 10 => |place| place + 6,
        3 | 11 => |place| 12 - place,
        4 | 12 => |place| 8 - place,
        5 | 13 => |place| 10 - place,
        6 | 14 => |place| 14 - place,
        _ => |place| place,
    };
    let moved = |point: u32| {
        let ring = if (7..15).contains(&symmetry) { 2 - point / 8 } else { point / 8 };
        1 << (8 * ring + along(point % 8) % 8)
    };
    points(set).map(moved).sum()
}

fn points(set: u32) -> impl Iterator<Item = u32> {
    (0..POINTS).filter(move |point| set >> point & 1 == 1)
}

/// All sets of three of the first `of` points, in ascending order.
fn triples(of: u32) -> Vec<u32> {
    let sets = (0..of).flat_map(|high| {
        (0..high).flat_map(move |middle| (0..middle).map(move |low| 1 << high | 1 << middle | 1 << low))
    });
    sets.collect()
}

fn is_mill(set: u32) -> bool {
    let on_ring = |ring: u32| {
        (0..4).any(|side| {
            set == [1, 2, 3].map(|step| 1 << (8 * ring + (2 * side + step) % 8)).iter().sum::<u32>()
        })
    };
    (0..3).any(on_ring) || (0..4).any(|spoke| set == 0x0001_0101 << (2 * spoke))
}

struct Subspace {
    /// The least sets among their images.
    representatives: Vec<u32>,
    /// For each set of three the number of its representative, and the symmetry that maps the set to it.
    represented: HashMap<u32, (usize, usize)>,
    /// The sets of three of the points that three stones leave free, as if these were consecutive.
    others: Vec<u32>,
    ranks: HashMap<u32, usize>,
}

impl Subspace {
    fn new() -> Self {
        let images = |set: u32| (0..16).map(move |symmetry| image(set, symmetry));
        let all = triples(POINTS);
        let representatives: Vec<u32> =
            all.iter().copied().filter(|set| images(*set).all(|image| image >= *set)).collect();
        let represent = |set: &u32| {
            let representative = images(*set).min().expect("sixteen images");
            let number = representatives.binary_search(&representative).expect("a representative");
            let symmetry = (0..16).find(|symmetry| image(*set, *symmetry) == representative);
            (*set, (number, symmetry.expect("its own image")))
        };
        let represented = all.iter().map(represent).collect();
        let others = triples(POINTS - 3);
        let ranks = others.iter().enumerate().map(|(rank, set)| (*set, rank)).collect();
        Self { representatives, represented, others, ranks }
    }

    fn position(&self, index: usize) -> (u32, u32) {
        let own = self.representatives[index / self.others.len()];
        let free: Vec<u32> = (0..POINTS).filter(|point| own >> point & 1 == 0).collect();
        let other =
            points(self.others[index % self.others.len()]).map(|place| 1 << free[place as usize]).sum();
        (own, other)
    }

    fn index(&self, own: u32, other: u32) -> usize {
        let (representative, symmetry) = self.represented[&own];
        let (own, other) = (self.representatives[representative], image(other, symmetry));
        let squeezed = points(other).map(|point| 1 << (!own & ((1 << point) - 1)).count_ones()).sum::<u32>();
        representative * self.others.len() + self.ranks[&squeezed]
    }

    /// Plies to the end for each position, odd for wins and even for losses; `None` for draws.
    fn solve(&self) -> Vec<Option<i32>> {
        let count = self.representatives.len() * self.others.len();
        let mut plies = vec![None; count];
        let successors: Vec<Vec<u32>> = (0..count)
            .map(|index| {
                let (own, other) = self.position(index);
                let after = moves(own, other);
                if after.iter().any(|set| is_mill(*set)) {
                    plies[index] = Some(1);
                    return Vec::new();
                }
                after.iter().map(|set| self.index(other, *set) as u32).collect()
            })
            .collect();
        for distance in 2.. {
            let known = plies.clone();
            let value = |index: &u32| known[*index as usize];
            let mut news = false;
            for (index, next) in successors.iter().enumerate().filter(|(index, _)| known[*index].is_none()) {
                let wins = distance % 2 == 1 && next.iter().any(|next| value(next) == Some(distance - 1));
                let won_by_opponent = |next| value(next).is_some_and(|plies| plies % 2 == 1);
                if wins || distance % 2 == 0 && next.iter().all(won_by_opponent) {
                    plies[index] = Some(distance);
                    news = true;
                }
            }
            if !news {
                return plies;
            }
        }
        unreachable!("some distance is without news")
    }
}

/// The own stones after each move: any stone flies to any free point.
fn moves(own: u32, other: u32) -> Vec<u32> {
    let free: Vec<u32> = points(!(own | other)).collect();
    points(own).flat_map(|from| free.iter().map(move |to| own ^ 1 << from ^ 1 << to)).collect()
}
