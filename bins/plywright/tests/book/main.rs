//! Tests of the pages for readers: the commands of the book, which is the folder `docs`, and the links of the
//! book and of other pages, such as the READMEs.
//!
//! Commands are in fenced blocks. The commands of a page run in one new folder, with the program in `PATH`.
//!
//! | block | commands |
//! |---|---|
//! | `sh` | run in every test |
//! | `sh,nightly` | take minutes; run if `NIGHTLY` is set |
//! | `sh,example` | need something that only a reader has, such as another engine; never run |

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use libtest_mimic::{Arguments, Failed, Trial};

/// Timeout of a block of commands.
const PATIENCE: Duration = Duration::from_secs(120);
/// Timeout of a block `sh,nightly`.
const NIGHTLY_PATIENCE: Duration = Duration::from_secs(3600);
/// Beginnings of lines that [`check_blocks`] takes for commands.
const COMMANDS: [&str; 4] = ["plywright ", "cargo ", "pip ", "printf "];

/// A fenced block.
struct Block {
    /// Line of the opening fence in the page, from 1.
    line: usize,
    /// Text after the backquotes of the opening fence.
    info: String,
    text: String,
}

/// A page in which each include line is replaced by the text of its file.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: &Path) -> Result<Self, Failed> {
        let mut text = String::new();
        for line in read(path)?.lines() {
            match line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) {
                Some(file) => text += &read(&folder_of(path).join(file.trim()))?,
                None => text += line,
            }
            text.push('\n');
        }
        Ok(Self { path: path.to_owned(), text })
    }

    /// Divides the page. Returns the lines outside fenced blocks, with their numbers from 1, and the blocks.
    fn parts(&self) -> (Vec<(usize, &str)>, Vec<Block>) {
        let (mut lines, mut blocks, mut open) = (Vec::new(), Vec::<Block>::new(), false);
        for (line, text) in (1..).zip(self.text.lines()) {
            match (text.strip_prefix("```"), open) {
                (Some(info), false) => {
                    blocks.push(Block { line, info: info.to_owned(), text: String::new() });
                    open = true;
                }
                (Some(_), true) => open = false,
                (None, true) => {
                    let block = blocks.last_mut().expect("an open block");
                    block.text += text;
                    block.text.push('\n');
                }
                (None, false) => lines.push((line, text)),
            }
        }
        (lines, blocks)
    }

    /// Returns the targets of all links and pictures, each with the number of its line.
    fn links(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let (lines, _) = self.parts();
        for (line, text) in lines {
            // Text in backquotes is code, in which brackets make no link.
            let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
            let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            found.extend(targets.map(|(target, _)| (line, target.to_owned())));
            if let Some((_, target)) = text.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
                found.push((line, target.to_owned()));
            }
        }
        found
    }

    /// Returns the names by which links find the headings of the page: in lower case, with hyphens for spaces and
    /// without punctuation.
    fn anchors(&self) -> BTreeSet<String> {
        let (lines, _) = self.parts();
        let headings = lines.into_iter().filter(|(_, text)| text.starts_with('#'));
        let anchor = |heading: &str| {
            let kept = heading.trim_start_matches('#').trim().to_lowercase();
            kept.chars()
                .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
                .map(|letter| if letter == ' ' { '-' } else { letter })
                .collect()
        };
        headings.map(|(_, text)| anchor(text)).collect()
    }
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

fn workspace_root() -> PathBuf {
    simplified(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

/// Removes the parts `..` and `.` of a path without the file system, so that the path need not exist.
fn simplified(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

/// Returns the pages in a folder, sorted. Panics if there is no such folder.
fn pages_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut pages: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Returns pages outside the book, such as the READMEs.
fn other_pages() -> Vec<PathBuf> {
    let root = workspace_root();
    let mut folders = vec![root.clone(), root.join("framework"), root.join("protocols")];
    for group in ["games", "bins"] {
        for entry in fs::read_dir(root.join(group)).expect("a folder").flatten() {
            let folder = entry.path();
            let networks = folder.join("networks");
            folders.extend([folder, networks].into_iter().filter(|folder| folder.is_dir()));
        }
    }
    folders.iter().flat_map(|folder| pages_of(folder)).collect()
}

/// Checks that the files and headings to which a page links exist. Links in the book must not lead to files outside it.
/// Skips links to other sites.
fn check_links(path: &Path) -> Result<(), Failed> {
    let book = workspace_root().join("docs");
    let page = Page::read(path)?;
    let mut wrong = Vec::new();
    for (line, link) in page.links() {
        if link.starts_with("https://") {
            continue;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
        let target =
            if file.is_empty() { page.path.clone() } else { simplified(&folder_of(&page.path).join(file)) };
        let reason = if !target.exists() {
            "there is no such file"
        } else if page.path.starts_with(&book) && !target.starts_with(&book) {
            "the book does not contain this file"
        } else if !anchor.is_empty() && !Page::read(&target)?.anchors().contains(anchor) {
            "there is no such heading"
        } else {
            continue;
        };
        wrong.push(format!("{}:{line}: {link}: {reason}", page.path.display()));
    }
    fail_if_any(&wrong)
}

fn fail_if_any(faults: &[String]) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Checks that commands in a page of the book are in blocks that say whether they are run.
fn check_blocks(path: &Path) -> Result<(), Failed> {
    let page = Page::read(path)?;
    let is_command = |text: &str| COMMANDS.iter().any(|word| text.trim_start().starts_with(word));
    let (lines, blocks) = page.parts();
    let outside = lines.iter().filter(|(_, text)| text.starts_with("    ") && is_command(text));
    let unmarked = blocks.iter().filter(|block| {
        ["", "text", "bash", "shell", "console"].contains(&block.info.as_str())
            && block.text.lines().any(is_command)
    });
    let lines = outside.map(|(line, _)| *line).chain(unmarked.map(|block| block.line));
    let reason = "commands belong in blocks `sh`, `sh,nightly` or `sh,example`";
    fail_if_any(&lines.map(|line| format!("{}:{line}: {reason}", page.path.display())).collect::<Vec<_>>())
}

/// Checks that the contents of the book list every page once.
fn check_contents(path: &Path) -> Result<(), Failed> {
    let listed: Vec<PathBuf> =
        Page::read(path)?.links().into_iter().map(|(_, link)| folder_of(path).join(link)).collect();
    let mut pages = pages_of(folder_of(path));
    pages.retain(|page| page != path);
    let times = |page: &PathBuf| listed.iter().filter(|other| *other == page).count();
    let wrong = pages.iter().filter(|page| times(page) != 1);
    fail_if_any(&wrong.map(|page| format!("{}: not listed once", page.display())).collect::<Vec<_>>())
}

/// Checks that a page of the book names every dependency of the workspace's packages.
fn check_dependencies(path: &Path) -> Result<(), Failed> {
    let root = workspace_root();
    let page = read(path)?;
    let mut missing = Vec::new();
    for group in [".", "games", "bins"] {
        for entry in fs::read_dir(root.join(group))?.flatten() {
            let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
            for name in dependencies_of(&manifest) {
                if !name.starts_with("plywright") && !page.contains(&format!("`{name}`")) {
                    missing.push(format!("{}: no reason for {name}", path.display()));
                }
            }
        }
    }
    fail_if_any(&missing)
}

/// Returns the names of the dependencies in a manifest: normal ones, and those of tests and of build scripts.
fn dependencies_of(manifest: &str) -> Vec<&str> {
    let (mut names, mut heading) = (Vec::new(), "");
    for line in manifest.lines() {
        if line.starts_with('[') {
            heading = line;
        } else if heading.ends_with("dependencies]") && !line.starts_with('#') {
            names.extend(line.split([' ', '.', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

/// Runs the blocks of commands of a page, in order and in one new folder. Checks that each block ends in time with exit
/// code 0.
fn run_commands(path: &Path) -> Result<(), Failed> {
    let page = Page::read(path)?;
    let folder = tempfile::tempdir()?;
    let output = folder.path().join(".output");
    let program = Path::new(env!("CARGO_BIN_EXE_plywright"));
    let mut paths = OsString::from(folder_of(program));
    paths.push(":");
    paths.push(env::var_os("PATH").unwrap_or_default());
    let (_, blocks) = page.parts();
    for Block { line, info, text } in blocks {
        let patience = match info.as_str() {
            "sh" => PATIENCE,
            "sh,nightly" if env::var_os("NIGHTLY").is_some() => NIGHTLY_PATIENCE,
            _ => continue,
        };
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", &text]).current_dir(folder.path()).env("PATH", &paths);
        let status = run_within(patience, &mut shell, File::create(&output)?)?;
        if status != "exit status: 0" {
            let printed = fs::read_to_string(&output)?;
            return Err(format!("{}:{line}: {status}\n{text}\n{printed}", page.path.display()).into());
        }
    }
    Ok(())
}

/// Runs a command, whose output goes to a file. Returns its exit status in words, such as `exit status: 0`. If the
/// command takes longer than `patience`, kills it with all processes that it has started, and returns words that say
/// so.
fn run_within(patience: Duration, command: &mut Command, output: File) -> Result<String, Failed> {
    // The command and the processes that it starts become a group, which is killed as a whole. Ctrl-C in a terminal
    // does not reach a group of its own.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).spawn()?;
    let began = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(status.to_string()),
            None if began.elapsed() > patience => {
                Command::new("bash").args(["-c", "kill -KILL -- -$0", &child.id().to_string()]).status()?;
                child.kill()?;
                child.wait()?;
                return Ok(format!("no end after {} s", patience.as_secs()));
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn main() -> ExitCode {
    let root = workspace_root();
    let name = |path: &Path| path.strip_prefix(&root).unwrap_or(path).display().to_string();
    let mut trials = Vec::new();
    let mut add = |kind: &str, path: &Path, test: fn(&Path) -> Result<(), Failed>| {
        let file = path.to_owned();
        trials.push(Trial::test(format!("{kind}::{}", name(path)), move || test(&file)));
    };
    for path in other_pages() {
        add("links", &path, check_links);
    }
    for path in pages_of(&root.join("docs")) {
        add("links", &path, check_links);
        add("blocks", &path, check_blocks);
        if cfg!(unix) {
            add("commands", &path, run_commands);
        }
    }
    add("contents", &root.join("docs/SUMMARY.md"), check_contents);
    add("dependencies", &root.join("docs/dependencies.md"), check_dependencies);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
