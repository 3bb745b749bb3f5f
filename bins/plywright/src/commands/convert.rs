//! Command `convert`: rewrites files of game records in another format.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use plywright_matches::files::{LocatedError, Naming};
use plywright_matches::outputs::NewFile;
use plywright_matches::record::FormatError;
use plywright_matches::record::formats::{self, Format};

use crate::choice::Choice;
use crate::console::stdout;
use crate::failure::Failure;
use crate::recorded::{self, Engines};
use crate::values::one_of;

const NOTES: &str = "\
The format of the input is recognised by its first characters: ( is SGF, {\" is the Mill Interchange Format 1.0, and
anything else is the format of matches, which has the form of PGN. The output's format follows from its name:
.sgf, or .mif and .json, or else PGN. Games are read and written one at a time. Every move is checked; an error
names its line and column. The first game that cannot be read ends the conversion; nothing is written to --out.
Comments, glyphs, variations and unknown tags are kept.

Examples:
  plywright convert games.pgn --out games.sgf
  plywright convert games.sgf --out games.pgn
  plywright convert mill.pgn --to mif";

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Convert {
    /// A file of records
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Format of the output, if its name does not show it
    #[arg(long, value_parser = one_of(&FORMATS))]
    to: Option<Format>,
    /// Game and rules of records that do not name them.
    #[command(flatten)]
    choice: Choice,
}

const FORMATS: [(&str, &str, Format); 3] = [
    ("pgn", "Tags and moves, as in PGN", Format::Pgn),
    ("sgf", "Smart Game Format 4", Format::Sgf),
    ("mif", "Mill Interchange Format 1.0, one game a line", Format::Mif),
];

pub fn run(convert: &Convert) -> Result<(), Failure> {
    let path = &convert.file;
    let format = convert.to.unwrap_or_else(|| convert.out.as_deref().map_or(Format::Pgn, Format::of));
    convert.choice.check()?;
    let mut records = recorded::read(path)?.peekable();
    if records.peek().is_none() {
        return Err(LocatedError::new(path, "the file holds no games").into());
    }
    let mut file = convert.out.as_deref().map(|out| create(out, path)).transpose()?;
    let mut printed = stdout();
    let unwritten = |error: io::Error| match &convert.out {
        Some(out) => Failure::from(LocatedError::new(out, error)),
        None => error.into(),
    };
    let mut engines = Engines::new(&convert.choice, &[("Hash", "1")]);
    for record in records {
        let mut record = record.map_err(|error| error.in_file(path))?;
        let engine = engines.engine(path, &mut record)?;
        let text = format.write(&mut record, &*engine.dyn_game()).map_err(|error| match error {
            FormatError::Setup(error) => recorded::illegal(path, &record, error),
            FormatError::Unfit(message) => recorded::at(path, &record, message),
        })?;
        let out: &mut dyn Write = match &mut file {
            Some(file) => file,
            None => &mut printed,
        };
        out.write_all(text.as_bytes()).map_err(unwritten)?;
    }
    match file {
        Some(file) => file.finish().map(drop),
        None => printed.flush(),
    }
    .map_err(unwritten)
}

/// Creates the output file. A file that exists must be empty or contain records, and must not be the input. It is
/// replaced only when the new file is complete.
fn create(out: &Path, input: &Path) -> Result<NewFile, LocatedError> {
    if fs::metadata(out).is_ok_and(|data| data.is_file()) {
        let refusal = |what: &str| {
            let error = format!("the file exists and {what}; choose another file or remove it");
            Err(LocatedError::new(out, error))
        };
        let file = File::open(out).naming(out)?;
        let is_empty = file.metadata().naming(out)?.len() == 0;
        let mut records = formats::read(BufReader::new(file)).naming(out)?;
        if fs::canonicalize(out).ok() == fs::canonicalize(input).ok() {
            return refusal("is the input");
        }
        if !is_empty && !matches!(records.next(), Some(Ok(_))) {
            return refusal("is no file of game records");
        }
    }
    NewFile::create(out).naming(out)
}
