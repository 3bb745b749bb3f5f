//! Full and compact tablebases, the perfect database of Mill, and the endgame tables built into Mill.
//!
//! The first line of an input names a file of a solved game. The rest of the input replaces the file or its
//! beginning. An input for the built-in tables has no such line.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Setup};
use plywright::search::Rng;
use plywright::tablebase::compact::{Contents, Source};
use plywright::tablebase::{SolveControl, SolveOptions};
use plywright::{Game, Moves, Notation};

use super::games::engine;
use crate::{Target, folder};

pub(super) const TARGETS: &[Target] = &[
    Target { name: "tables-full", run: full, seeds: || seeds(&solved().full) },
    Target { name: "tables-compact", run: compact, seeds: || seeds(&solved().compact) },
    Target { name: "tables-malom", run: malom, seeds: malom_seeds },
    Target { name: "tables-built-in", run: built_in, seeds: || vec![BUILT_IN[..PATCHED].to_vec()] },
];

/// Files of a folder by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Tables of a small game.
struct Solved {
    full: Files,
    compact: Files,
}

const GAME: &str = "connect-four";
const VARIANT: &str = "4x4";
/// Maximum size in bytes of a file that becomes a seed.
const MAX_SEED: usize = 60_000;

fn small_game() -> Box<dyn DynEngine> {
    let mut engine = engine(GAME, Some(VARIANT)).expect("a small game");
    engine.set_option("Hash", "1").expect("a small table");
    engine
}

fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let file = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    entries.map(file).collect()
}

/// Solves the game of an engine, up to `max_pieces` pieces, and writes its tables to a folder.
pub(super) fn solve(game: &dyn DynEngine, folder: &Path, max_pieces: Option<u32>, format: Option<&str>) {
    let options = SolveOptions {
        folder: folder.to_owned(),
        max_pieces,
        memory: 1 << 30,
        threads: 1,
        format: format.map(str::to_owned),
    };
    game.tablebase().expect("numbered positions").solve(&options, control()).expect("tables");
}

static STOP: AtomicBool = AtomicBool::new(false);

fn control() -> SolveControl<'static> {
    SolveControl { stop: &STOP, report: &|_| {} }
}

fn solved() -> &'static Solved {
    static SOLVED: OnceLock<Solved> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let (full, compact) = (folder("solved-full"), folder("solved-compact"));
        let game = small_game();
        solve(&*game, &full, None, None);
        let tables = game.tablebase().expect("numbered positions");
        tables.pack(&full, &compact, Contents::Distances, 1, control()).expect("compact tables");
        Solved { full: files(&full), compact: files(&compact) }
    })
}

fn seeds(files: &Files) -> Vec<Vec<u8>> {
    let small = files.iter().filter(|(_, bytes)| bytes.len() <= MAX_SEED);
    small.map(|(name, bytes)| [name.as_bytes(), b"\n", bytes].concat()).collect()
}

/// Splits an input into the name of a known file and the bytes for it.
fn split<'a>(input: &'a [u8], files: &Files) -> Option<(&'a str, &'a [u8])> {
    let end = input.iter().position(|byte| *byte == b'\n')?;
    let name = std::str::from_utf8(&input[..end]).ok().filter(|name| files.contains_key(*name))?;
    Some((name, &input[end + 1..]))
}

/// Looks up positions of a few random games.
fn look_up(engine: &mut dyn DynEngine) {
    let mut rng = Rng::new(1);
    for _ in 0..3 {
        engine.set_position(&Setup::Start, &[]).expect("the start");
        let _ = (engine.exact(), engine.exact_value(), engine.probe(), engine.evaluation());
        while let Some(mv) = engine.random_move(&mut rng) {
            engine.play(&[&mv]).expect("a legal move");
            let _ = (engine.exact(), engine.exact_value(), engine.probe(), engine.evaluation());
        }
    }
    let _ = engine.warning();
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

fn put(bytes: &mut [u8], range: Range<usize>, new: &[u8]) -> Option<()> {
    bytes.get_mut(range)?.copy_from_slice(new);
    Some(())
}

/// Corrects the checksums of a full table: those of the blocks, then that of the header.
fn seal_full(bytes: &mut [u8]) -> Option<()> {
    const ENTRY: usize = 8;
    let (length, blocks) = (word(bytes, 12)?, word(bytes, 60)?);
    let mut at = length;
    let entries = length.checked_sub(4)?.checked_sub(blocks.checked_mul(ENTRY)?)?;
    for block in 0..blocks {
        let entry = entries + block * ENTRY;
        let size = word(bytes, entry)?;
        let sum = crc32fast::hash(bytes.get(at..at + size)?);
        put(bytes, entry + 4..entry + 8, &sum.to_le_bytes())?;
        at += size;
    }
    let sum = crc32fast::hash(bytes.get(..length - 4)?);
    put(bytes, length - 4..length, &sum.to_le_bytes())
}

fn full(input: &[u8]) -> bool {
    let files = &solved().full;
    let Some((name, bytes)) = split(input, files) else { return false };
    let folder = folder("full");
    if fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_none()) {
        for (name, bytes) in files {
            fs::write(folder.join(name), bytes).expect("a file in memory");
        }
    }
    let mut sealed = bytes.to_vec();
    let _ = seal_full(&mut sealed);
    let mut engine = small_game();
    let tables = engine.tablebase().expect("numbered positions");
    let mut accepted = false;
    for bytes in [bytes, &sealed] {
        fs::write(folder.join(name), bytes).expect("a file in memory");
        if engine.open_tables(&folder).is_ok() {
            accepted = true;
            look_up(&mut *engine);
            let _ = tables.info(&folder);
        }
        let _ = plywright::tablebase::claim(&folder, &["other rules".to_owned()]);
    }
    fs::write(folder.join(name), &files[name]).expect("a file in memory");
    accepted
}

/// Files in memory, as a source of compact tables.
#[derive(Debug)]
struct Memory(Files);

impl Source for Memory {
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        let bytes = self.0.get(file).ok_or(io::ErrorKind::NotFound)?;
        let end = range.end.min(bytes.len() as u64);
        Ok(bytes.get(range.start as usize..end as usize).unwrap_or_default().to_vec())
    }

    fn place(&self) -> String {
        "memory".to_owned()
    }
}

/// Corrects the checksums of a compact table: those of the rows, then those of head, model and index. Also
/// corrects the length of the file.
fn seal_compact(bytes: &mut [u8]) -> Option<()> {
    const PREAMBLE: usize = 40;
    const ROW: usize = 4;
    let lengths = [word(bytes, 8)?, word(bytes, 16)?, word(bytes, 24)?];
    let index = PREAMBLE + lengths[0] + lengths[1];
    let mut at = index + lengths[2];
    for row in (index..at).step_by(ROW) {
        let entry = bytes.get(row..row + 2)?;
        let size = usize::from(u16::from_le_bytes([entry[0], entry[1]]));
        let Some(packed) = bytes.get(at..at + size) else { break };
        let sum = crc32fast::hash(packed) as u16;
        put(bytes, row + 2..row + 4, &sum.to_le_bytes())?;
        at += size;
    }
    let mut start = PREAMBLE;
    for (part, length) in lengths.into_iter().enumerate() {
        let sum = crc32fast::hash(bytes.get(start..start + length)?);
        put(bytes, 12 + 8 * part..16 + 8 * part, &sum.to_le_bytes())?;
        start += length;
    }
    let end = bytes.len() as u64;
    put(bytes, 32..40, &end.to_le_bytes())
}

/// Opens compact tables with one changed file. If it is the file of a slice, opens them again with corrected
/// checksums and a corrected line in the manifest.
fn compact(input: &[u8]) -> bool {
    let files = &solved().compact;
    let Some((name, bytes)) = split(input, files) else { return false };
    let mut all = files.clone();
    all.insert(name.to_owned(), bytes.to_vec());
    let mut sealed = bytes.to_vec();
    let mut accepted = opens(all.clone());
    let kinds = [(".wdl", "slice"), (".plies", "plies")];
    if let Some((stem, word)) =
        kinds.iter().find_map(|(ending, word)| Some((name.strip_suffix(ending)?, word)))
        && seal_compact(&mut sealed).is_some()
    {
        let manifest = String::from_utf8_lossy(&files["manifest.txt"]).into_owned();
        let sum = crc32fast::hash(&sealed[..40]);
        let line = |line: &str| {
            if line.starts_with(&format!("{word} {stem} ")) {
                format!("{word} {stem} {} {sum:08x}\n", sealed.len())
            } else {
                format!("{line}\n")
            }
        };
        let manifest: String = manifest.lines().map(line).collect();
        all.insert("manifest.txt".to_owned(), manifest.into_bytes());
        all.insert(name.to_owned(), sealed);
        accepted |= opens(all);
    }
    accepted
}

fn opens(files: Files) -> bool {
    let mut engine = small_game();
    let opened = engine.open_source(Box::new(Memory(files))).is_ok();
    if opened {
        look_up(&mut *engine);
    }
    opened
}

/// Maximum number of stones in the perfect database of the target.
const STONES: u32 = 6;
/// A position that the database covers.
const COVERED: &str = "@*****@*/@*O*****/*O****O* w m s 3 0 3 0 0 0 0 0 0 0 0 0 1";
const SUBSPACE: &str = "std_3_3_0_0.sec2";
const VALUES: &str = "std.secval";
/// Number of bytes at the start of the subspace's file that a seed contains. An input replaces these bytes.
const START: usize = 400;

fn malom_files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = folder("malom-solved");
        solve(&*engine("mill", None).expect("mill"), &folder, Some(STONES), Some("malom"));
        files(&folder)
    })
}

fn malom_seeds() -> Vec<Vec<u8>> {
    let files = malom_files();
    let values = String::from_utf8_lossy(&files[VALUES]).into_owned();
    let few: Vec<&str> =
        values.lines().take(3).chain(values.lines().filter(|line| line.starts_with("3 3 0 0"))).collect();
    let few = few.join("\n").replace(few[2], "1");
    vec![
        [VALUES.as_bytes(), b"\n", few.as_bytes()].concat(),
        [SUBSPACE.as_bytes(), b"\n", &files[SUBSPACE][..START]].concat(),
    ]
}

fn malom(input: &[u8]) -> bool {
    let files = malom_files();
    let Some((name, bytes)) = split(input, files) else { return false };
    let folder = folder("malom");
    for (known, old) in files {
        let new = match name == known {
            true if known == VALUES => bytes.to_vec(),
            true => [bytes, old.get(START..).unwrap_or_default()].concat(),
            false if folder.join(known).exists() => continue,
            false => old.clone(),
        };
        fs::write(folder.join(known), new).expect("a file in memory");
    }
    let mut engine = engine("mill", None).expect("mill");
    engine.set_option("Hash", "1").expect("a small table");
    engine.set_option("EndgameTables", "false").expect("an option of Mill");
    engine.set_option("OpeningTables", "false").expect("an option of Mill");
    let opened = engine.set_option("PerfectDatabasePath", folder.to_str().expect("a text")).is_ok();
    if opened {
        engine.set_option("UsePerfectDatabase", "true").expect("an option of Mill");
        let mut rng = Rng::new(2);
        engine.set_position(&Setup::Text(COVERED.to_owned()), &[]).expect("a position");
        for _ in 0..12 {
            let _ = (engine.exact(), engine.exact_value(), engine.probe(), engine.evaluation());
            let Some(mv) = engine.random_move(&mut rng) else { break };
            engine.play(&[&mv]).expect("a legal move");
        }
    }
    fs::write(folder.join(name), &files[name]).expect("a file in memory");
    opened
}

/// The endgame tables that are built into Mill.
const BUILT_IN: &[u8] = include_bytes!("../../../../games/mill/data/endgames.bin");
/// Number of bytes at the start of [`BUILT_IN`] that an input replaces.
const PATCHED: usize = 3000;

fn built_in(input: &[u8]) -> bool {
    let bytes = [input, &BUILT_IN[PATCHED..]].concat();
    let game = plywright_mill::Mill::default();
    let mut state = game.parse_position(COVERED).expect("a position");
    let mut accepted = plywright_mill::value_in_endgames(&bytes, &state).is_some();
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    if let Some(mv) = moves.first() {
        game.play(&mut state, *mv);
        accepted |= plywright_mill::value_in_endgames(&bytes, &state).is_some();
    }
    accepted
}
