//! Solves the subspaces of the database and writes their files.
//!
//! A group is one placing subspace, or one or two moving subspaces that lead back into each other. It is
//! solved after all groups to which its turns lead.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use plywright::tablebase::{
    Solution, SolveControl, SolveError, SolveOptions, SolveProgress, Stage, TablebaseError, Value, claim,
};
use plywright::{FileError, write_atomically};

use super::entry::{Entry, Scale};
use super::solution::{self, Solved, Task, Worth};
use super::subspace::{self, Subspace};
use super::values::{self, Values};
use super::{Database, missing, numbering};
use crate::position::State;
use crate::rules::{Rules, StandardRules};
use crate::tables::{Slice, TableRules};

const FOLDER_RULES: &str = "mill: nine men's morris, files of the perfect database";
/// Files of subspace values of Lasker Morris and Morabaraba. A folder that has one is refused.
const OTHER_GAMES: [&str; 2] = ["lask.secval", "mora.secval"];

/// Bytes of memory per index of a loaded subspace, and of a subspace being solved.
const BYTES_PER_POSITION: [u64; 2] = [4, 16];

/// Solves the groups with a missing or invalid file, and writes their files. Leaves out subspaces with more
/// than `options.max_pieces` stones of both sides, on the board and in hand. If the folder has no file of
/// subspace values, writes the published one. Returns the counts of each subspace, and the value of the
/// position `start` if the database contains it. Finished files remain after an error.
pub(crate) fn solve(
    (rules, start): (StandardRules, &State),
    options: &SolveOptions,
    control: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let folder = &options.folder;
    if let Some(found) = OTHER_GAMES.iter().find(|name| folder.join(name).exists()) {
        let (found, expected) = ((*found).to_owned(), FOLDER_RULES.to_owned());
        return Err(TablebaseError::Rules { folder: folder.clone(), found, expected });
    }
    let _claim = claim(folder, &[FOLDER_RULES.to_owned()])?;
    let path = folder.join(values::FILE);
    if !path.exists() {
        write_atomically(&path, values::PUBLISHED.as_bytes())
            .map_err(|error| FileError::access(&path, &error))?;
    }
    let Values { scale, subspaces } = values::read(&path)?;
    let value_of: HashMap<Slice, i32> = subspaces.iter().copied().collect();
    let groups = groups(&subspaces, options.max_pieces);
    let size = |slice: &Slice| numbering(*slice).len();
    let positions = |slices: &[Slice]| slices.iter().map(size).sum::<u64>();
    let finished = finished(folder, groups.iter().flatten(), control)?;
    let waits = |group: &Vec<Slice>| !group.iter().all(|slice| finished.contains(slice));
    let all = groups.iter().filter(|group| waits(group)).flatten().map(size).sum();
    let database = Database::open(folder)?;
    let mut done = 0;
    let mut rows = Vec::new();
    let mut finish = |group: &[Slice], done: u64| -> Result<(), TablebaseError> {
        for slice in group {
            let (slices, counts) = (slice.to_string(), database.counts(*slice)?);
            (control.report)(&SolveProgress {
                slices: slices.clone(),
                stage: Stage::Finished(counts),
                done,
                all,
            });
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
        solve_group(folder, group, (scale, &value_of), rules, control.stop, &|stage| {
            (control.report)(&SolveProgress { slices: slices.clone(), stage, done, all });
        })?;
        done += positions(group);
        finish(group, done)?;
    }
    Ok(Solution { rows, start: database.value(start).and_then(Value::from_score) })
}

/// Returns the subspaces whose files are valid. Reports damaged files, which are then solved again.
fn finished<'a>(
    folder: &Path,
    slices: impl Iterator<Item = &'a Slice>,
    control: SolveControl<'_>,
) -> Result<HashSet<Slice>, TablebaseError> {
    let database = Database::open(folder)?;
    let mut finished = HashSet::new();
    for slice in slices.filter(|slice| subspace::path(folder, **slice).exists()) {
        match database.counts(*slice) {
            Ok(_) => drop(finished.insert(*slice)),
            Err(damage @ TablebaseError::File(FileError::Content { .. })) => {
                let (slices, stage) = (slice.to_string(), Stage::Damaged(damage));
                (control.report)(&SolveProgress { slices, stage, done: 0, all: 0 });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(finished)
}

/// Solves a group and writes its files. The folder must contain the files of the subspaces in `exits(group)`.
fn solve_group(
    folder: &Path,
    group: &[Slice],
    (scale, value_of): (Scale, &HashMap<Slice, i32>),
    rules: StandardRules,
    stop: &AtomicBool,
    report: &dyn Fn(Stage),
) -> Result<(), TablebaseError> {
    let value_of = |slice: Slice| value_of.get(&slice).copied().ok_or_else(|| missing(slice));
    let mut known = HashMap::new();
    for slice in exits(group) {
        known.insert(slice, load(&subspace::path(folder, slice), slice, value_of(slice)?)?);
    }
    let valued: Vec<_> =
        group.iter().map(|slice| Ok((*slice, value_of(*slice)?))).collect::<Result<_, SolveError>>()?;
    let task = Task { rules, scale, known: &|slice| known.get(&slice), stop, report };
    for (slice, entries) in solution::solve(&task, &valued)? {
        Subspace::write(&subspace::path(folder, slice), &entries)?;
    }
    Ok(())
}

/// Divides the subspaces into groups, each after all groups to which its turns lead. Leaves out subspaces
/// with more than `max_pieces` stones of both sides, on the board and in hand.
fn groups(subspaces: &[(Slice, i32)], max_pieces: Option<u32>) -> Vec<Vec<Slice>> {
    let few = |slice: &Slice| max_pieces.is_none_or(|max_pieces| u32::from(slice.total()) <= max_pieces);
    let mut slices: Vec<_> = subspaces.iter().map(|(slice, _)| *slice).filter(few).collect();
    slices.sort_by_key(|slice| (slice.hand[0] + slice.hand[1], slice.board[0] + slice.board[1], *slice));
    let mut groups: Vec<Vec<Slice>> = Vec::new();
    for slice in slices {
        let is_partner = |group: &&mut Vec<Slice>| slice.hand == [0; 2] && group.contains(&slice.after(0, 0));
        match groups.iter_mut().find(is_partner) {
            Some(group) => group.push(slice),
            None => groups.push(vec![slice]),
        }
    }
    groups
}

/// Returns the subspaces outside `group` to which turns from the group lead.
fn exits(group: &[Slice]) -> Vec<Slice> {
    let exits = |slice: &Slice| TableRules(&Rules::NINE_MENS_MORRIS).exits(*slice).unwrap_or_default();
    let mut exits: Vec<Slice> = group.iter().flat_map(exits).filter(|next| !group.contains(next)).collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

fn load(path: &Path, slice: Slice, value: i32) -> Result<Solved, FileError> {
    let subspace = Subspace::open(path, slice)?;
    let mut worths = Vec::with_capacity(subspace.numbering.len() as usize);
    subspace.scan(path, |entry| {
        worths.push(match entry {
            Entry::Image(_) => Worth::default(),
            Entry::Known { plies: None, .. } => return false,
            Entry::Known { value, plies: Some(plies) } => Worth { value: value as i16, plies: plies as i16 },
        });
        true
    })?;
    Ok(Solved { value, numbering: subspace.numbering, worths })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use plywright::Score;

    use super::*;

    /// Each file follows from the next one. No side has three stones on the board, so there are no mills.
    const CHAIN: [(Slice, &[u8]); 5] = [
        (Slice { board: [0, 0], hand: [9, 9] }, include_bytes!("../../tests/data/malom/std_0_0_9_9.sec2")),
        (Slice { board: [0, 1], hand: [9, 8] }, include_bytes!("../../tests/data/malom/std_0_1_9_8.sec2")),
        (Slice { board: [1, 1], hand: [8, 8] }, include_bytes!("../../tests/data/malom/std_1_1_8_8.sec2")),
        (Slice { board: [1, 2], hand: [8, 7] }, include_bytes!("../../tests/data/malom/std_1_2_8_7.sec2")),
        (Slice { board: [2, 2], hand: [7, 7] }, include_bytes!("../../tests/data/malom/std_2_2_7_7.sec2")),
    ];

    #[test]
    fn placing_subspaces_follow_from_those_after_them() {
        let folder = std::env::temp_dir().join(format!("plywright-placing-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(values::FILE);
        fs::write(&path, values::PUBLISHED).expect("a file");
        let Values { scale, subspaces } = values::read(&path).expect("the published values");
        let value_of = subspaces.into_iter().collect();
        let rules = TableRules(&Rules::NINE_MENS_MORRIS).moving().expect("rules with tables");
        let [given, solved @ ..] = [4, 3, 2, 1, 0].map(|at| CHAIN[at]);
        fs::write(subspace::path(&folder, given.0), given.1).expect("a file");
        for (slice, expected) in solved {
            let stop = AtomicBool::new(false);
            solve_group(&folder, &[slice], (scale, &value_of), rules, &stop, &|_| {}).expect("a solution");
            assert!(fs::read(subspace::path(&folder, slice)).expect("a file") == expected, "{slice}");
        }
        let database = Database::open(&folder).expect("a database");
        assert_eq!(database.value(&State::empty(9)), Some(Score::DRAW));
        fs::remove_dir_all(folder).expect("a folder");
    }
}
