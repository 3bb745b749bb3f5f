//! `new --outside`: writes a game and its program as two crates of a workspace of their own, and builds and tests
//! them.
//!
//! The framework is a dependency by its path. Because both crates are in one workspace, they share a folder of build
//! products and a profile, which Cargo reads only in the manifest of a workspace. A copy of the checkout's `Cargo.lock`
//! selects the tested versions of all dependencies.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use plywright_matches::files::{LocatedError, Naming};

use super::{Names, read, write};
use crate::failure::Failure;

const WORKSPACE: &str = include_str!("outside.toml.txt");
const GAME: &str = include_str!("outside_game.toml.txt");
const PROGRAM: &str = include_str!("outside_program.toml.txt");
pub(super) const MAIN: &str = include_str!("outside_main.rs.txt");

/// Names that a crate cannot have: those of crates of the standard library, and reserved words of the language.
const RESERVED: &str = "alloc core std test as async await become box break const continue \
                        crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod \
                        move mut override priv pub ref return self static struct super trait true try type typeof \
                        unsafe unsized use virtual where while yield proc-macro";

/// Writes the crates into `folder`, which must be new or empty. `checkout` is the folder of the framework's workspace.
/// If `builds` is set, compiles and tests the crates, which takes minutes and may download dependencies.
pub(super) fn write_crates(
    names: &Names,
    checkout: &Path,
    folder: &Path,
    builds: bool,
) -> Result<(), Failure> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(LocatedError::new(folder, "the folder is not empty; choose a new one").into());
    }
    let checkout = fs::canonicalize(checkout).naming(checkout)?;
    let lock = read(&checkout.join("Cargo.lock"))?;
    check_name(&names.game, &lock)?;
    // A path in a manifest is a string of TOML, in which a backslash begins an escape.
    let checkout = checkout.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let fill = |text: &str| names.fill(text).replace("CHECKOUT", &checkout);
    let test = names.kind.test().replace("plywright_game_name", "game_name");
    let (game, program) = (folder.join(&names.game), folder.join(format!("{}-program", names.game)));
    let files = [
        (folder.join("Cargo.toml"), fill(WORKSPACE)),
        (folder.join("Cargo.lock"), lock),
        (game.join("Cargo.toml"), fill(GAME)),
        (game.join("src/lib.rs"), fill(names.kind.rules())),
        (game.join("tests/kit.rs"), fill(&test)),
        (program.join("Cargo.toml"), fill(PROGRAM)),
        (program.join("src/main.rs"), fill(MAIN)),
    ];
    for (path, text) in &files {
        write(path, text)?;
    }
    if builds {
        cargo(folder, &["test", "--release", "-p", &names.game])?;
        cargo(folder, &["build", "--release"])?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{} holds the game and its program. Next steps there:", folder.display())?;
    writeln!(out, "  cargo test --release -p {}    the rules, without the command line", names.game)?;
    writeln!(out, "  cargo run --release -- play")?;
    writeln!(out, "  {}/src/lib.rs    replace its rules by yours", names.game)?;
    Ok(out.flush()?)
}

/// Checks that a crate can have this name. `lock` is the text of `Cargo.lock`, which names all dependencies.
fn check_name(game: &str, lock: &str) -> Result<(), Failure> {
    // The name of a dependency is refused, because Cargo could not tell the game from the dependency.
    let is_dependency = lock.contains(&format!("name = \"{game}\""));
    if is_dependency || RESERVED.split(' ').any(|name| name == game) {
        let error = format!("a crate cannot have the name '{game}'; choose another name");
        return Err(Failure::not_understood(error));
    }
    Ok(())
}

/// Runs Cargo in the new workspace. Uses the program in the environment variable `CARGO` if it is set.
fn cargo(folder: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(arguments).current_dir(folder).status();
    let status = status.map_err(|error| Failure::failed(format!("cannot run Cargo: {error}")))?;
    if status.success() {
        return Ok(());
    }
    let command = arguments.join(" ");
    Err(Failure::failed(format!(
        "the crates are written, but `cargo {command}` failed in '{}'",
        folder.display()
    )))
}
