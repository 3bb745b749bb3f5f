//! Solves the subspaces of the database and writes their files.
//!
//! A subspace is the set of positions with given numbers of stones. A group is one subspace with stones in hand, or one
//! or two subspaces without stones in hand, between which turns lead back and forth. A group is solved after all groups
//! to which its turns lead.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use plywright::tablebase::{
    Solution, SolveControl, SolveError, SolveOptions, SolveProgress, Stage, TablebaseError, Value, claim,
};
use plywright::{FileError, write_atomically};

use super::entry::{Entry, Scale};
use super::solution::{self, Context, Solved, Worth, check_stop};
use super::subspace::{self, Subspace};
use super::values::{self, Values};
use super::{Database, missing_error, numbering};
use crate::position::State;
use crate::rules::{Rules, StandardRules};
use crate::tables::{Slice, TableRules};

const FOLDER_RULES: &str = "mill: nine men's morris, files of the perfect database";
/// Files of subspace values of Lasker Morris and Morabaraba. A folder with one of them is refused.
const OTHER_GAMES: [&str; 2] = ["lask.secval", "mora.secval"];

/// Bytes of memory for each index of a solved subspace that has been loaded from its file.
const BYTES_TO_LOAD: u64 = 4;
/// Bytes of memory for each index of a subspace that is being solved.
const BYTES_TO_SOLVE: u64 = 16;

/// Solves the groups with a missing or damaged file, and writes their files. Leaves out subspaces with more than
/// `options.max_pieces` stones in all. Writes the published file of subspace values if the folder has none. If solving
/// fails or is stopped, the finished files remain.
pub(crate) fn solve(
    rules: StandardRules,
    start: &State,
    options: &SolveOptions,
    control: SolveControl<'_>,
) -> Result<Solution, TablebaseError> {
    let folder = &options.folder;
    refuse_other_games(folder)?;
    let _claim = claim(folder, &[FOLDER_RULES.to_owned()])?;
    let Values { scale, subspaces } = folder_values(folder)?;
    let groups = groups(&subspaces, options.max_pieces);
    let value_of: HashMap<Slice, i32> = subspaces.into_iter().collect();

    let finished = find_finished(folder, &groups, control)?;
    let is_finished = |group: &[Slice]| group.iter().all(|slice| finished.contains(slice));
    let unfinished = groups.iter().filter(|group| !is_finished(group));
    let all = unfinished.map(|group| count_indices(group)).sum();

    let database = Database::open(folder)?;
    let mut done = 0;
    let mut rows = Vec::new();
    for group in &groups {
        if !is_finished(group) {
            let slices = group.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            check_memory(group, &slices, options.memory)?;
            solve_group(folder, group, scale, &value_of, rules, control.stop, &|stage| {
                (control.report)(&SolveProgress { slices: slices.clone(), stage, done, all });
            })?;
            done += count_indices(group);
        }
        for slice in group {
            check_stop(control.stop)?;
            let (slices, counts) = (slice.to_string(), database.counts(*slice)?);
            let stage = Stage::Finished(counts);
            (control.report)(&SolveProgress { slices: slices.clone(), stage, done, all });
            rows.push((slices, counts));
        }
    }
    Ok(Solution { rows, start: database.value(start).and_then(Value::from_score) })
}

fn refuse_other_games(folder: &Path) -> Result<(), TablebaseError> {
    for name in OTHER_GAMES {
        if folder.join(name).exists() {
            let (found, expected) = (name.to_owned(), FOLDER_RULES.to_owned());
            return Err(TablebaseError::Rules { folder: folder.to_owned(), found, expected });
        }
    }
    Ok(())
}

/// Reads the file of subspace values in the folder. If the file is missing, first writes the published one.
fn folder_values(folder: &Path) -> Result<Values, TablebaseError> {
    let path = folder.join(values::FILE);
    if !path.exists() {
        write_atomically(&path, values::PUBLISHED.as_bytes())
            .map_err(|error| FileError::access(&path, &error))?;
    }
    Ok(values::read(&path)?)
}

fn count_indices(slices: &[Slice]) -> u64 {
    slices.iter().map(|slice| numbering(*slice).len()).sum()
}

/// Checks that a group and the subspaces to which its turns lead fit together into `memory` bytes. `slices` names the
/// group in the error.
fn check_memory(group: &[Slice], slices: &str, memory: u64) -> Result<(), SolveError> {
    let needed = count_indices(&exits(group)) * BYTES_TO_LOAD + count_indices(group) * BYTES_TO_SOLVE;
    SolveError::check_memory(slices, needed, memory)
}

/// Reads the files of the groups' subspaces. Returns the subspaces with a valid file. Reports and leaves out damaged
/// files; fails if a file cannot be read.
fn find_finished(
    folder: &Path,
    groups: &[Vec<Slice>],
    control: SolveControl<'_>,
) -> Result<HashSet<Slice>, TablebaseError> {
    let database = Database::open(folder)?;
    let mut finished = HashSet::new();
    for slice in groups.iter().flatten() {
        check_stop(control.stop)?;
        if !subspace::path(folder, *slice).exists() {
            continue;
        }
        match database.counts(*slice) {
            Ok(_) => {
                finished.insert(*slice);
            }
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
/// `values` are the values of all subspaces.
fn solve_group(
    folder: &Path,
    group: &[Slice],
    scale: Scale,
    values: &HashMap<Slice, i32>,
    rules: StandardRules,
    stop: &AtomicBool,
    report: &dyn Fn(Stage),
) -> Result<(), TablebaseError> {
    let value_of = |slice: Slice| values.get(&slice).copied().ok_or_else(|| missing_error(slice));
    let mut solved = HashMap::new();
    for slice in exits(group) {
        solved.insert(slice, load(&subspace::path(folder, slice), slice, value_of(slice)?)?);
    }
    let mut slices = Vec::with_capacity(group.len());
    for slice in group {
        slices.push((*slice, value_of(*slice)?));
    }
    let context = Context { rules, scale, solved: &|slice| solved.get(&slice), stop, report };
    for (slice, entries) in solution::solve(&context, &slices)? {
        Subspace::write(&subspace::path(folder, slice), &entries)?;
    }
    Ok(())
}

/// Divides the subspaces into groups. A group comes after all groups to which its turns lead. Leaves out subspaces with
/// more than `max_pieces` stones in all.
fn groups(subspaces: &[(Slice, i32)], max_pieces: Option<u32>) -> Vec<Vec<Slice>> {
    let mut slices: Vec<Slice> = subspaces.iter().map(|(slice, _)| *slice).collect();
    if let Some(max_pieces) = max_pieces {
        slices.retain(|slice| u32::from(slice.total()) <= max_pieces);
    }
    slices.sort_by_key(|slice| (slice.hand[0] + slice.hand[1], slice.board[0] + slice.board[1], *slice));
    let mut groups: Vec<Vec<Slice>> = Vec::new();
    for slice in slices {
        // Moving a stone leads to the subspace with the sides swapped, and the reply leads back.
        let partner = slice.after(0, 0);
        let is_moving = slice.hand == [0; 2];
        match groups.iter_mut().find(|group| is_moving && group.contains(&partner)) {
            Some(group) => group.push(slice),
            None => groups.push(vec![slice]),
        }
    }
    groups
}

/// Returns the subspaces outside `group` to which turns from the group lead.
fn exits(group: &[Slice]) -> Vec<Slice> {
    let mut exits = BTreeSet::new();
    for slice in group {
        exits.extend(TableRules(&Rules::NINE_MENS_MORRIS).exits(*slice).unwrap_or_default());
    }
    exits.into_iter().filter(|exit| !group.contains(exit)).collect()
}

/// Reads a solved subspace from its file. Refuses the file if an entry has its number of plies in the list of long
/// distances, because the list is not read.
fn load(path: &Path, slice: Slice, value: i32) -> Result<Solved, FileError> {
    let subspace = Subspace::open(path, slice)?;
    let mut worths = Vec::with_capacity(subspace.numbering.len() as usize);
    subspace.scan(path, |entry| {
        worths.push(match entry {
            Entry::Image(_) => Worth::default(),
            Entry::Value { plies: None, .. } => return false,
            Entry::Value { value, plies: Some(plies) } => Worth { value: value as i16, plies: plies as i16 },
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

    /// Published files. The values in each file but the last follow from those in the next one, because no side has
    /// three stones on the board and so no turn takes a stone.
    const CHAIN: [(Slice, &[u8]); 5] = [
        (Slice { board: [0, 0], hand: [9, 9] }, include_bytes!("../../tests/data/malom/std_0_0_9_9.sec2")),
        (Slice { board: [0, 1], hand: [9, 8] }, include_bytes!("../../tests/data/malom/std_0_1_9_8.sec2")),
        (Slice { board: [1, 1], hand: [8, 8] }, include_bytes!("../../tests/data/malom/std_1_1_8_8.sec2")),
        (Slice { board: [1, 2], hand: [8, 7] }, include_bytes!("../../tests/data/malom/std_1_2_8_7.sec2")),
        (Slice { board: [2, 2], hand: [7, 7] }, include_bytes!("../../tests/data/malom/std_2_2_7_7.sec2")),
    ];

    #[test]
    fn placing_subspaces_follow_from_the_next_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let path = folder.join(values::FILE);
        fs::write(&path, values::PUBLISHED).expect("a file");
        let Values { scale, subspaces } = values::read(&path).expect("the published values");
        let value_of = subspaces.into_iter().collect();
        let rules = TableRules(&Rules::NINE_MENS_MORRIS).moving().expect("rules with tables");
        let [solved @ .., (last, given)] = CHAIN;
        fs::write(subspace::path(folder, last), given).expect("a file");
        for (slice, expected) in solved.into_iter().rev() {
            let stop = AtomicBool::new(false);
            solve_group(folder, &[slice], scale, &value_of, rules, &stop, &|_| {}).expect("a solution");
            assert!(fs::read(subspace::path(folder, slice)).expect("a file") == expected, "{slice}");
        }
        let database = Database::open(folder).expect("a database");
        assert_eq!(database.value(&State::empty(9)), Some(Score::DRAW));
    }
}
