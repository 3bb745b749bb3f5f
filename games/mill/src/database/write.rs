//! Writes the files of the database, each subspace after its successors.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use plywright::tablebase::{
    SliceCounts, SliceRow, Solution, SolveError, SolveOptions, SolveProgress, Stage, TableFileError,
    TablebaseError, Value, claim,
};
use plywright::write_atomically;

use super::entry::{Entry, Scale};
use super::error::DatabaseError;
use super::solution::{self, Solved, Task, Worth};
use super::subspace::Subspace;
use super::subspace_id::SubspaceId;
use super::values::{self, Values};
use super::{Database, geometry, page_cache};
use crate::position::State;
use crate::tables::{MIN_STONES, Numbering, SlidingRules};

/// Rules recorded in a folder that holds files of the database.
const RULES: &str = "mill: nine men's morris, files of the perfect database";
/// Files with the subspace values of other games.
const OTHER_GAMES: [&str; 2] = ["lask.secval", "mora.secval"];

/// Bytes of memory per position: of a solved subspace, and of a subspace being solved.
const BYTES_PER_POSITION: [u64; 2] = [4, 16];

/// Solves the subspaces whose files are missing in the folder, and writes the files. Only subspaces with at
/// most the given number of stones, on the board and in hand, are solved. If the folder has no file of
/// subspace values, the published one is written.
///
/// # Errors
/// When the folder belongs to other rules, a file cannot be read or written, the memory does not suffice, or
/// `stop` was set. Finished files remain.
pub(crate) fn solve(
    (rules, start): (SlidingRules, &State),
    options: &SolveOptions,
    stop: &AtomicBool,
    report: &(dyn Fn(&SolveProgress) + Sync),
) -> Result<Solution, TablebaseError> {
    let folder = &options.folder;
    if let Some(found) = OTHER_GAMES.iter().find(|name| folder.join(name).exists()) {
        let (found, expected) = ((*found).to_owned(), RULES.to_owned());
        return Err(TablebaseError::Rules { folder: folder.clone(), found, expected });
    }
    claim(folder, &[RULES.to_owned()])?;
    let path = folder.join("std.secval");
    if !path.exists() {
        write_atomically(&path, values::PUBLISHED.as_bytes())
            .map_err(|error| DatabaseError::file(&path, &error))?;
    }
    let Values { scale, subspaces } = values::read(&path)?;
    let value_of: HashMap<SubspaceId, i32> = subspaces.iter().copied().collect();
    let groups = groups(&subspaces, options.most);
    let size = |id: &SubspaceId| numbering(*id).len();
    let positions = |ids: &[SubspaceId]| ids.iter().map(size).sum::<u64>();
    let is_done = |id: &SubspaceId| Subspace::open(&path_of(folder, *id), || numbering(*id)).is_ok();
    let waits = |group: &Vec<SubspaceId>| !group.iter().all(is_done);
    let all = groups.iter().filter(|group| waits(group)).flatten().map(size).sum();
    let database = Database::open(folder)?;
    let mut done = 0;
    let mut rows = Vec::new();
    let mut finish = |group: &[SubspaceId], done: u64| -> Result<(), TablebaseError> {
        for id in group {
            let (slices, counts) = row(&database, *id)?;
            report(&SolveProgress { slices: slices.clone(), stage: Stage::Finished(counts), done, all });
            rows.push((slices, counts));
        }
        Ok(())
    };
    for group in &groups {
        if !waits(group) {
            finish(group, done)?;
            continue;
        }
        let slices = group.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let memory =
            positions(&exits(group)) * BYTES_PER_POSITION[0] + positions(group) * BYTES_PER_POSITION[1];
        if memory > options.memory {
            let (needed, allowed) = (memory.div_ceil(1_000_000), options.memory / 1_000_000);
            return Err(SolveError::Memory { slices, needed, allowed }.into());
        }
        solve_group(folder, group, (scale, &value_of), rules, stop, &|stage| {
            report(&SolveProgress { slices: slices.clone(), stage, done, all });
        })?;
        done += positions(group);
        finish(group, done)?;
    }
    Ok(Solution { rows, start: database.value(start).and_then(Value::from_score) })
}

fn row(database: &Database, id: SubspaceId) -> Result<SliceRow, TablebaseError> {
    let counts = database.wdl_counts(id)?;
    let counts = SliceCounts {
        won: counts.wins,
        drawn: counts.draws,
        lost: counts.losses,
        longest_win: counts.longest_win,
        longest_loss: counts.longest_loss,
    };
    Ok((id.slice().to_string(), counts))
}

/// Solves a group whose exits have their files in the folder, and writes the group's files.
fn solve_group(
    folder: &Path,
    group: &[SubspaceId],
    (scale, value_of): (Scale, &HashMap<SubspaceId, i32>),
    rules: SlidingRules,
    stop: &AtomicBool,
    report: &dyn Fn(Stage),
) -> Result<(), TablebaseError> {
    let value_of = |id: SubspaceId| value_of.get(&id).copied().ok_or(DatabaseError::NoSubspace { id });
    let mut known = HashMap::new();
    for id in exits(group) {
        known.insert(id, load(&path_of(folder, id), id, value_of(id)?)?);
    }
    let valued: Vec<_> =
        group.iter().map(|id| Ok((*id, value_of(*id)?))).collect::<Result<_, DatabaseError>>()?;
    let task = Task { rules, scale, known: &|id| known.get(&id), stop, report };
    for (id, entries) in solution::solve(&task, &valued)? {
        Subspace::write(&path_of(folder, id), &entries)?;
    }
    Ok(())
}

fn path_of(folder: &Path, id: SubspaceId) -> PathBuf {
    folder.join(format!("std_{id}.sec2"))
}

fn numbering(id: SubspaceId) -> Numbering {
    Numbering::new(geometry(), id.own.into(), id.other.into())
}

/// Groups of subspaces that lead into each other, limited to positions with at most `most` stones. Each group
/// comes after all groups it leads to.
fn groups(subspaces: &[(SubspaceId, i32)], most: Option<u32>) -> Vec<Vec<SubspaceId>> {
    let in_hand = |id: &SubspaceId| id.own_hand + id.other_hand;
    let on_board = |id: &SubspaceId| id.own + id.other;
    let few = |id: &SubspaceId| most.is_none_or(|most| u32::from(in_hand(id) + on_board(id)) <= most);
    let mut ids: Vec<_> = subspaces.iter().map(|(id, _)| *id).filter(few).collect();
    ids.sort_by_key(|id| (in_hand(id), on_board(id), *id));
    let mut groups: Vec<Vec<SubspaceId>> = Vec::new();
    for id in ids {
        let partner = SubspaceId::moving(id.other, id.own);
        match groups.iter_mut().find(|group| in_hand(&id) == 0 && group.contains(&partner)) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}

/// Subspaces outside the group that its turns lead to.
fn exits(group: &[SubspaceId]) -> Vec<SubspaceId> {
    let mut exits = Vec::new();
    for SubspaceId { own, other, own_hand, other_hand } in group.iter().copied() {
        let placed = u8::from(own_hand > 0);
        let after = |taken: u8| {
            let left = other.checked_sub(taken)?;
            let next = SubspaceId::new([left, own + placed, other_hand, own_hand - placed]);
            (left + other_hand >= MIN_STONES).then_some(next)
        };
        // Only a mill takes a stone, and a mill needs three stones.
        let most_taken = u8::from(own + placed >= MIN_STONES);
        exits.extend((0..=most_taken).filter_map(after).filter(|next| !group.contains(next)));
    }
    exits.sort_unstable();
    exits.dedup();
    exits
}

/// Loads a solved subspace from its file.
fn load(path: &Path, id: SubspaceId, value: i32) -> Result<Solved, DatabaseError> {
    let subspace = Subspace::open(path, || numbering(id))?;
    let mut worths = Vec::with_capacity(subspace.numbering.len() as usize);
    let mut bytes = Vec::new();
    for page in 0..subspace.numbering.len().div_ceil(page_cache::ENTRIES) {
        subspace.read_page(page, &mut bytes).map_err(|error| DatabaseError::file(path, &error))?;
        for bytes in bytes.as_chunks().0 {
            worths.push(match Entry::decode(*bytes) {
                Some(Entry::Image(_)) => Worth::default(),
                Some(Entry::Known { value, plies: Some(plies) }) => {
                    Worth { value: value as i16, plies: plies as i16 }
                }
                Some(Entry::Known { plies: None, .. }) | None => {
                    let found = format!("invalid bytes in entry {}", worths.len());
                    return Err(DatabaseError::content(
                        path,
                        found,
                        "a value with its distance, or an image",
                    ));
                }
            });
        }
    }
    Ok(Solved { value, numbering: subspace.numbering, worths })
}

impl From<DatabaseError> for TablebaseError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::File { path, reason } => TableFileError::Access { path, reason }.into(),
            DatabaseError::Content { path, found, expected } => {
                TableFileError::Content { path, found, expected }.into()
            }
            DatabaseError::NoSubspace { id } => SolveError::Missing { slice: id.to_string() }.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use plywright::Score;

    use super::*;
    use crate::rules::Rules;
    use crate::tables::TableRules;

    /// A chain of database files, each computed from the one after it. No mill can be closed on the way,
    /// because no side has three stones.
    const CHAIN: [([u8; 4], &[u8]); 5] = [
        ([0, 0, 9, 9], include_bytes!("../../tests/data/malom/std_0_0_9_9.sec2")),
        ([0, 1, 9, 8], include_bytes!("../../tests/data/malom/std_0_1_9_8.sec2")),
        ([1, 1, 8, 8], include_bytes!("../../tests/data/malom/std_1_1_8_8.sec2")),
        ([1, 2, 8, 7], include_bytes!("../../tests/data/malom/std_1_2_8_7.sec2")),
        ([2, 2, 7, 7], include_bytes!("../../tests/data/malom/std_2_2_7_7.sec2")),
    ];

    #[test]
    fn placing_subspaces_follow_from_those_after_them() {
        let folder = std::env::temp_dir().join(format!("plywright-placing-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("std.secval");
        fs::write(&path, values::PUBLISHED).expect("a file");
        let Values { scale, subspaces } = values::read(&path).expect("the published values");
        let value_of = subspaces.into_iter().collect();
        let rules = TableRules(&Rules::NINE_MENS_MORRIS).sliding().expect("rules with tables");
        let [given, solved @ ..] = [4, 3, 2, 1, 0].map(|at| (SubspaceId::new(CHAIN[at].0), CHAIN[at].1));
        fs::write(path_of(&folder, given.0), given.1).expect("a file");
        for (id, expected) in solved {
            let stop = AtomicBool::new(false);
            solve_group(&folder, &[id], (scale, &value_of), rules, &stop, &|_| {}).expect("a solution");
            assert!(fs::read(path_of(&folder, id)).expect("a file") == expected, "{id}");
        }
        let database = Database::open(&folder).expect("a database");
        assert_eq!(database.value(&State::empty(9)), Some(Score::DRAW));
        fs::remove_dir_all(folder).expect("a folder");
    }
}
