//! Command `board`: serves the board to a browser.

use std::io::{self, ErrorKind, Write};
use std::iter;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plywright::engine::DynGame;
use plywright_board::{Address, Catalogue, GameListing, TABLE, serve};
use plywright_matches::explorer;
use plywright_matches::files::read_bytes;
use plywright_protocols::Program;

use crate::choice::Choice;
use crate::console::say;
use crate::failure::Failure;
use crate::games;
use crate::recorded;
use crate::values::whole;

const EXAMPLES: &str = "\
Examples:
  plywright board                        play, analyse and replay in the browser
  plywright board --game othello         start with another game
  plywright board games.pgn              replay the games of a file
  plywright board --listen 0.0.0.0       also for other machines of the network, such as a phone";

/// Arguments of `board`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Board {
    /// A file of recorded games to show at the start
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Game and variant to show at the start.
    #[command(flatten)]
    choice: Choice,
    /// The port to listen on; 0 takes any free port. By default 7927, or a free one if that is taken
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX))]
    port: Option<u16>,
    /// The address to listen on, so that other machines can connect; they need the whole address of the page,
    /// including its token
    #[arg(long, value_name = "IP")]
    listen: Option<IpAddr>,
    /// An opening tree to show beside the moves, written by `explore`
    #[arg(long, value_name = "TREE")]
    tree: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

/// Port of the board, unless another one is chosen.
const PORT: u16 = 7927;

/// Options that the page sets for each search.
const OF_PAGE: [&str; 6] =
    ["MoveTimeMs", "MultiPV", "SkillLevel", "UCI_AnalyseMode", "UCI_Elo", "UCI_LimitStrength"];

pub fn run(program: Program, board: &Board) -> Result<(), Failure> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    allocation::start_again();
    let shown = catalogue(program, board)?;
    let ip = board.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let port = board.port.unwrap_or_else(|| usual_port(ip));
    let address = Address { ip, port, is_shared: board.listen.is_some() };
    let show = |page: &str| {
        let mut out = io::stdout();
        writeln!(out, "{page}")?;
        out.flush()?;
        if !board.no_open && open::that_detached(page).is_err() {
            say("note: no browser could be opened; the page is at the address above");
        }
        Ok(())
    };
    Ok(serve(Arc::new(shown), address, None, show)?)
}

/// Returns the games of the board, the selected one first, with the rules, the records and the opening tree that the
/// board shows at the start. Creates an engine, so that errors in options are reported before the server starts.
fn catalogue(program: Program, board: &Board) -> Result<Catalogue, Failure> {
    let mut given = board.choice.clone();
    given.options.insert(0, ("Hash".to_owned(), TABLE.to_string()));
    let engine = given.engine()?;
    let game = engine.dyn_game();
    refuse_options_of_page(&*game, &board.choice.options)?;
    let first = game.facts().game;
    let (rules, options) = board.choice.split_options(&*game);
    let others = games::all().filter(|other| other.facts().game != first);
    let others = others.map(|other| GameListing::of(&**other));
    let listed = iter::once(GameListing::of(&*game)).chain(others).collect();
    let chosen =
        Choice { game: Some(first.to_owned()), variant: Some(game.facts().variant.clone()), options };
    let make_engine = move |game: &str, variant: Option<&str>| {
        let is_first = game.eq_ignore_ascii_case(first);
        let mut choice = if is_first { chosen.clone() } else { Choice::default() };
        choice.game = Some(game.to_owned());
        choice.variant = variant.map(str::to_owned).or(choice.variant);
        choice.engine().map_err(|error| error.to_string())
    };
    Ok(Catalogue {
        table: engine.settings().hash,
        program: program.name,
        rules,
        records: board.file.as_deref().map(read_records).transpose()?,
        explorer: board.tree.as_deref().map(explorer::open).transpose()?,
        ..Catalogue::new(listed, Box::new(make_engine))
    })
}

/// Returns an error if `options` contains an option that the page sets itself for each search.
fn refuse_options_of_page(game: &dyn DynGame, options: &[(String, String)]) -> Result<(), Failure> {
    for (name, _) in options {
        let mut aliases = game.info().option_aliases.iter();
        let alias = aliases.find(|alias| alias.name.eq_ignore_ascii_case(name));
        let set = alias.map_or(&**name, |alias| alias.option);
        if OF_PAGE.iter().any(|own| own.eq_ignore_ascii_case(set)) {
            let error = format!("the page sets {name} for each search, so --option cannot set it");
            return Err(Failure::not_understood(error));
        }
    }
    Ok(())
}

/// Returns [`PORT`]. If the program cannot listen there, usually because another program does, prints a note and
/// returns 0, which stands for any free port. The note is needed because a browser keeps games, results and settings
/// for each port. After any other error, such as an address that this machine does not have, no port helps, and the
/// server reports the error.
fn usual_port(ip: IpAddr) -> u16 {
    match TcpListener::bind((ip, PORT)) {
        // Windows gives the second error for a port that is reserved.
        Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {
            say(format_args!(
                "note: port {PORT} is taken, so games and settings that the browser keeps there are not shown"
            ));
            0
        }
        _ => PORT,
    }
}

/// Settings for the C library's allocator. By default, each thread's heap keeps up to 64 MB of freed memory after a
/// long request, for later blocks of the same size. With these settings, the library returns large blocks at once, and
/// all threads share one heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocation {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Environment variables: two settings of the library, and a mark of a process that has been started again. Without
    /// the mark, a program whose file has privileges would start again and again, because the library then removes its
    /// own settings from the environment.
    const SETTINGS: [(&str, &str); 3] =
        [("MALLOC_MMAP_THRESHOLD_", "131072"), ("MALLOC_ARENA_MAX", "1"), ("PLYWRIGHT_STARTED_AGAIN", "1")];

    /// Replaces the process by a new one of the same program with [`SETTINGS`] in its environment, because the
    /// library reads them only when a process starts. Does nothing if the environment already has one of them, or if
    /// the program cannot be started again.
    pub fn start_again() {
        if SETTINGS.iter().any(|(name, _)| env::var_os(name).is_some()) {
            return;
        }
        let Ok(program) = env::current_exe() else { return };
        // Does nothing if the path is that of the dynamic linker, which was then started with the program as its
        // argument. The linker cannot be started in place of the program.
        if program.file_name().is_some_and(|name| name.to_string_lossy().contains(".so")) {
            return;
        }
        let mut words = env::args_os();
        let mut command = Command::new(program);
        command.arg0(words.next().unwrap_or_default()).args(words).envs(SETTINGS);
        // A successful call does not return.
        let _ = command.exec();
    }
}

/// Returns the content of a file of records, whose first record must be well-formed.
fn read_records(path: &Path) -> Result<Vec<u8>, Failure> {
    // The file is read only once, because a pipe loses what was read before.
    let bytes = read_bytes(path)?;
    recorded::find_opened(path, &*bytes, Some(1))?;
    Ok(bytes)
}
