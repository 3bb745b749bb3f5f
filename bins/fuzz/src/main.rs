//! Runs fuzz targets on mutated inputs. Each target runs in a process of its own, because an input may exhaust
//! the stack. `USAGE` lists the arguments.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, thread};

use plywright_fuzz::{Mutator, Target, check, clean_up, corpus, record_panics, take_panic, targets};

const USAGE: &str = "\
Usage: plywright-fuzz [TARGET ...]          run these targets, or all
       plywright-fuzz --list                list the targets
       plywright-fuzz --replay TARGET FILE  run a target on the input in FILE

FUZZ_SECONDS is the time for all targets together [default: 60]. FUZZ_SEED selects other mutations [default: 1].";

/// Environment variable with the number of seconds for all targets together.
const SECONDS: &str = "FUZZ_SECONDS";
const DEFAULT_SECONDS: u64 = 60;
/// Environment variable with the seed of the mutations.
const SEED: &str = "FUZZ_SEED";
/// First argument of the process that runs one target. The time in milliseconds and the target's name follow.
const ONE: &str = "--one";
/// Folder for the last input of each target that is running or has failed.
const INPUTS: &str = "target/fuzz";
/// Maximum length of mutated inputs in bytes, or 1.5 times the length of the longest seed if that is more.
const MAX_INPUT: usize = 4096;
/// Maximum number of accepted mutated inputs that are kept for more mutations. When it is reached, each new one
/// replaces a random one of them.
const MAX_KEPT: usize = 500;

/// Runs the program in a thread with the stack size of the engine's searches, and removes the temporary files at
/// the end.
fn main() -> ExitCode {
    record_panics();
    let words: Vec<String> = env::args().skip(1).collect();
    let thread = thread::Builder::new().stack_size(plywright::engine::STACK);
    let thread = thread.spawn(move || run(&words.iter().map(String::as_str).collect::<Vec<_>>()));
    let ended = thread.expect("a thread").join();
    clean_up();
    match ended.unwrap_or_else(|_| Err(take_panic().unwrap_or_default())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    match *words {
        ["--help" | "-h"] => println!("{USAGE}"),
        ["--list"] => targets().iter().for_each(|target| println!("{}", target.name)),
        ["--replay", name, file] => println!("{name}: {}", replay(&find(name)?, file)?),
        [ONE, milliseconds, name] => {
            let milliseconds = milliseconds.parse().map_err(failed("read the time"))?;
            fuzz(&find(name)?, Duration::from_millis(milliseconds))?;
        }
        [word, ..] if word.starts_with('-') => return Err(format!("the arguments do not fit\n\n{USAGE}")),
        [] => run_all(&targets())?,
        _ => run_all(&words.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?)?,
    }
    Ok(())
}

fn find(name: &str) -> Result<Target, String> {
    let found = targets().into_iter().find(|target| target.name == name);
    found.ok_or_else(|| format!("no target is called '{name}'; --list lists all"))
}

/// Reads a whole number from an environment variable; `default` if the variable is not set or is not Unicode.
fn number(variable: &str, default: u64) -> Result<u64, String> {
    match env::var(variable) {
        Ok(text) => text.parse().map_err(|_| format!("{variable} is '{text}', expected a whole number")),
        Err(_) => Ok(default),
    }
}

/// Runs each target in a process of its own, for an equal share of the time that is left. If a target fails, the later
/// targets still run.
fn run_all(targets: &[Target]) -> Result<(), String> {
    let time = Duration::from_secs(number(SECONDS, DEFAULT_SECONDS)?);
    let program = env::current_exe().map_err(failed("find this program"))?;
    let (start, mut failures) = (Instant::now(), 0);
    println!("{:<24}{:>12}{:>12}{:>10}", "target", "executions", "accepted", "seconds");
    for (index, target) in targets.iter().enumerate() {
        let share = time.saturating_sub(start.elapsed()) / (targets.len() - index) as u32;
        let words = [ONE, &share.as_millis().to_string(), &target.name];
        let status = Command::new(&program).args(words).status().map_err(failed("start a process"))?;
        if !status.success() {
            failures += 1;
            eprintln!("{}: the process ended with {status}", target.name);
            eprintln!("the last input is in {}", input_file(target).display());
        }
    }
    if failures == 0 { Ok(()) } else { Err(format!("{failures} targets failed")) }
}

fn failed<E: Display>(action: &'static str) -> impl Fn(E) -> String {
    move |error| format!("cannot {action}: {error}")
}

/// Returns the path of the file for the last input of a target.
fn input_file(target: &Target) -> PathBuf {
    Path::new(INPUTS).join(format!("{}.input", target.name))
}

/// Runs a target on the input in a file. Returns whether the input was accepted, as a word.
fn replay(target: &Target, file: &str) -> Result<&'static str, String> {
    let input = fs::read(file).map_err(failed("read the input"))?;
    let is_accepted = check(target, &input).map_err(|error| format!("{}: {error}", target.name))?;
    Ok(if is_accepted { "accepted" } else { "refused" })
}

/// Runs a target on its seeds and its corpus, then on mutated inputs until the time is over or a check fails. A refused
/// seed is a failure. Other inputs become seeds if they are accepted. Each input is first written to a file, which
/// remains after a failure. Prints the numbers of inputs at the end.
fn fuzz(target: &Target, time: Duration) -> Result<(), String> {
    fs::create_dir_all(INPUTS).map_err(failed("create the folder for inputs"))?;
    let start = Instant::now();
    let mut seeds = (target.seeds)();
    let longest = seeds.iter().map(Vec::len).max().unwrap_or(0);
    let mut mutator = Mutator::new(number(SEED, 1)?, MAX_INPUT.max(longest + longest / 2));
    let (mut executions, mut accepted) = (0_u64, 0_u64);
    let mut execute = |input: &[u8]| -> Result<bool, String> {
        fs::write(input_file(target), input).map_err(failed("write the input"))?;
        executions += 1;
        let is_accepted = check(target, input).map_err(|error| format!("{}: {error}", target.name))?;
        accepted += u64::from(is_accepted);
        Ok(is_accepted)
    };
    for seed in &seeds {
        if !execute(seed)? {
            return Err(format!("{}: a seed was refused: {}", target.name, String::from_utf8_lossy(seed)));
        }
    }
    for input in corpus(&target.name) {
        if execute(&input)? {
            seeds.push(input);
        }
    }
    let first_kept = seeds.len();
    while start.elapsed() < time {
        let input = mutator.mutate(&seeds);
        if execute(&input)? {
            if seeds.len() == first_kept + MAX_KEPT {
                seeds.swap_remove(first_kept + mutator.below(MAX_KEPT));
            }
            seeds.push(input);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:<24}{executions:>12}{accepted:>12}{seconds:>10.1}", target.name);
    // An error is ignored: it only leaves a file.
    let _ = fs::remove_file(input_file(target));
    Ok(())
}
