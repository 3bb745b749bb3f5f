//! Interruption of a match by Ctrl-C or a signal: the program prints the results so far and the command to
//! resume.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use plywright_arena::settings::quoted;

use crate::interrupt::INTERRUPTED;
use crate::interrupt::on_interrupt;

/// Time that engines have to finish their moves.
const GRACE: Duration = Duration::from_secs(3);

/// Sets the flag when the program is asked to end. Exits if the program is still running after [`GRACE`].
pub fn set_on_interrupt(flag: Arc<AtomicBool>) {
    on_interrupt(move || {
        flag.store(true, Ordering::Relaxed);
        sleep(GRACE);
        exit(INTERRUPTED.into());
    });
}

/// Converts the command line of a recorded match to the one that resumes it.
pub fn resuming_command(arguments: impl IntoIterator<Item = String>) -> String {
    let resuming = |word: String| match word.strip_prefix("--record") {
        Some(rest) if rest.is_empty() || rest.starts_with('=') => format!("--resume{rest}"),
        _ => word,
    };
    arguments.into_iter().map(|word| quoted(&resuming(word))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_goes_on_where_the_first_one_began() {
        let words = ["plywright", "match", "--engine", "cmd=a st=1", "--record", "my games"];
        let words = words.into_iter().chain(["--record=b", "--resume"]).map(str::to_owned);
        let expected = "plywright match --engine 'cmd=a st=1' --resume 'my games' --resume=b --resume";
        assert_eq!(resuming_command(words), expected);
    }
}
