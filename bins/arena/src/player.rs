//! Players: one interface to engines of all kinds.
//!
//! | module | engine |
//! |---|---|
//! | `builtin` | an engine of this program |
//! | `text` | a process that speaks UCI or one of the two interfaces called UGI |
//! | `json` | a process that speaks lines of JSON |

mod builtin;
mod fault;
mod info;
mod json;
mod process;
mod text;
mod turn;

use std::time::Duration;

use plywright::engine::DynEngine;

pub use fault::Fault;
pub use turn::{Answer, Choice, Finding, Player, Turn};

pub use builtin::score_of;

use crate::engine_spec::{EngineSpec, Origin, Protocol};
use builtin::Builtin;
use json::JsonEngine;
use process::Process;
use text::{Introduction, TextEngine};

/// Starts a player. `engine` makes one of this program's engines with the player's options. An engine in
/// another process must answer commands without a search within `timeout`.
///
/// # Errors
/// Returns a fault if the player cannot be started or does not answer.
pub fn start(
    spec: &EngineSpec,
    timeout: Duration,
    engine: impl FnOnce() -> Result<Box<dyn DynEngine>, String>,
) -> Result<Box<dyn Player>, Fault> {
    match &spec.origin {
        Origin::Builtin => {
            let engine = engine().map_err(Fault::Start)?;
            Ok(Box::new(Builtin::new(engine, spec.option(builtin::SEED_OPTION).is_some())))
        }
        Origin::Process { program, args, directory, protocol } => {
            let process = Process::start(program, args, directory.as_deref())?;
            let introduction = Introduction { protocol: *protocol, options: &spec.options, timeout };
            match protocol {
                Protocol::Uci | Protocol::Ugi => Ok(Box::new(TextEngine::new(process, &introduction)?)),
                Protocol::Json => Ok(Box::new(JsonEngine::new(process, &introduction)?)),
            }
        }
    }
}
