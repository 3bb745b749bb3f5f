//! Description of an engine: program, protocol, options and search limits. The syntax is that of the match program
//! fastchess.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plywright::{Protocol, shorten};
use thiserror::Error;

use crate::files::{LocatedError, read_text};
use crate::limits::{MoveLimits, SECOND, TC_SYNTAX};
use crate::player::Origin;
use crate::settings::{Setting, SettingError, quoted, settings, words};
use crate::spsa::Spsa;

/// Names of all settings, for error messages.
const NAMES: &str = "cmd, args, dir, name, proto, tc, st, nodes, depth, plies, timemargin, restart, whitepov, \
                     params, option.NAME";
const OPTION_PREFIX: &str = "option.";
const PARAMS: &str = "params";
/// Prefix of an option that sets a search parameter.
pub const PARAM_PREFIX: &str = "param.";
const BUILTIN: &str = "builtin";
const CUSTOM: &str = "custom";
/// Default of [`EngineSpec::time_margin`]. Covers scheduling delays on a busy machine.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);
const MILLISECOND: Duration = Duration::from_millis(1);

/// Protocols with their names in the setting `proto`. `ugi` is the name of two different interfaces; the engine's
/// answers show which of them it speaks.
const PROTOCOLS: [(Protocol, &str); 3] =
    [(Protocol::Uci, "uci"), (Protocol::Ugi, "ugi"), (Protocol::Json, "json")];

/// Description of an engine that plays in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// Name of the engine in results and records.
    pub name: String,
    /// Where the engine comes from: this program, another program, or the caller.
    pub origin: Origin,
    /// Time control of the engine, and limits for each of its moves.
    pub limits: MoveLimits,
    /// Time by which the engine may exceed a time limit without losing.
    pub time_margin: Duration,
    /// Whether the engine is restarted for each game.
    pub restart: bool,
    /// Whether the engine reports scores from the first side's view, not from that of the side to move.
    pub first_view: bool,
    /// Options of the engine, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Game for which the parameters of the last parameter file were tuned; `None` without a file, or if the file names
    /// no game.
    pub tuned_for: Option<String>,
}

/// Error in the description of an engine.
#[derive(Debug, Error)]
pub enum EngineSpecError {
    /// A setting is wrong or missing.
    #[error("engine '{engine}': {error}")]
    Setting {
        /// The engine's settings as written. For an error that is found after they have been parsed, the engine's name.
        engine: String,
        /// Description of the error.
        error: SettingError,
    },
    /// The parameter file cannot be used.
    #[error(transparent)]
    Params(#[from] LocatedError),
}

impl EngineSpec {
    /// Parses an engine's settings. `own` overrides `each`, the settings that all engines share. Reads each parameter
    /// file that a setting names. Without a name, the engine gets the file name of its program, without the extension.
    ///
    /// # Errors
    /// Returns an error if a setting is wrong, no program is given or a parameter file cannot be used.
    pub fn parse(own: &str, each: &str) -> Result<Self, EngineSpecError> {
        let wrong = |error| EngineSpecError::Setting { engine: own.trim().to_owned(), error };
        let mut spec = Self { time_margin: DEFAULT_MARGIN, ..Self::default() };
        let (mut command, mut args, mut directory, mut protocol) = (None, Vec::new(), None, Protocol::Uci);
        for setting in settings(each).map_err(wrong)?.into_iter().chain(settings(own).map_err(wrong)?) {
            match setting.name.as_str() {
                "cmd" => command = Some(setting.value),
                "args" => args = words(&setting.value).map_err(wrong)?,
                "dir" => directory = Some(PathBuf::from(&setting.value)),
                "proto" => protocol = read_protocol(&setting).map_err(wrong)?,
                PARAMS => spec.read_params(Path::new(&setting.value))?,
                _ => spec.set(&setting).map_err(wrong)?,
            }
        }
        let no_command = || SettingError("no cmd, expected cmd=PROGRAM or cmd=builtin".to_owned());
        let command = command.ok_or_else(|| wrong(no_command()))?;
        let program = PathBuf::from(&command);
        if spec.name.is_empty() {
            spec.name = program.file_stem().map_or(command.clone(), |stem| stem.to_string_lossy().into());
        }
        if command != BUILTIN {
            spec.origin = Origin::Process { program, args, directory, protocol };
        }
        Ok(spec)
    }

    /// Checks that the parameter file, if any, is not for another game.
    ///
    /// # Errors
    /// Returns an error if the parameter file names another game.
    pub fn check_game(&self, game: &str) -> Result<(), EngineSpecError> {
        match &self.tuned_for {
            Some(found) if !found.eq_ignore_ascii_case(game) => {
                let error = format!("its params were tuned for {}, expected {game}", shorten(found));
                Err(EngineSpecError::Setting { engine: self.name.clone(), error: SettingError(error) })
            }
            _ => Ok(()),
        }
    }

    /// Reads a file of tuned parameters, sets an option for each of them, and notes the game that the file names.
    fn read_params(&mut self, path: &Path) -> Result<(), LocatedError> {
        let text = read_text(path)?;
        let tuned = Spsa::read(path, &text)?;
        for (name, value) in tuned.values() {
            self.set_option(&format!("{PARAM_PREFIX}{name}"), &value.to_string());
        }
        self.tuned_for = tuned.game;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    fn set(&mut self, setting: &Setting) -> Result<(), SettingError> {
        match setting.name.as_str() {
            "name" => self.name.clone_from(&setting.value),
            "tc" if setting.value == "inf" => self.limits.clock = None,
            "tc" => self.limits.clock = Some(setting.value.parse().map_err(|()| setting.wrong(TC_SYNTAX))?),
            "st" => {
                let time = setting.time(SECOND).ok().filter(|time| !time.is_zero());
                let time =
                    time.ok_or_else(|| setting.wrong("a time above 0, less than 366 days, such as 2s"))?;
                self.limits.move_time = Some(time);
            }
            "nodes" => self.limits.nodes = Some(at_least_one(setting, "1 or more")?),
            "depth" | "plies" => self.limits.depth = Some(at_least_one(setting, "1 to 65535")?),
            "timemargin" => self.time_margin = setting.time(MILLISECOND)?,
            "restart" => self.restart = setting.switch()?,
            "whitepov" => self.first_view = setting.switch()?,
            name => match name.strip_prefix(OPTION_PREFIX) {
                Some(option) if !option.is_empty() => self.set_option(option, &setting.value),
                _ => return Err(setting.unknown(NAMES)),
            },
        }
        Ok(())
    }

    /// Returns the value of an option, if it is set. The name is case-insensitive.
    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Whether an engine's settings contain `params=FILE`.
///
/// # Errors
/// Returns an error if the settings cannot be read.
pub fn names_params(text: &str) -> Result<bool, SettingError> {
    Ok(settings(text)?.iter().any(|setting| setting.name == PARAMS))
}

/// Returns an engine's settings with the values from each parameter file in place of `params=FILE`. The game for which
/// the parameters were tuned is not kept.
///
/// # Errors
/// Returns an error if the settings cannot be read or the file cannot be used.
pub fn with_read_params(text: &str) -> Result<String, EngineSpecError> {
    let wrong = |error| EngineSpecError::Setting { engine: text.trim().to_owned(), error };
    if !names_params(text).map_err(wrong)? {
        return Ok(text.to_owned());
    }
    let mut words = Vec::new();
    for Setting { name, value } in settings(text).map_err(wrong)? {
        if name == PARAMS {
            let mut spec = EngineSpec::default();
            spec.read_params(Path::new(&value))?;
            words.extend(spec.options.iter().map(|(name, value)| format!("{OPTION_PREFIX}{name}={value}")));
        } else {
            words.push(format!("{name}={value}"));
        }
    }
    Ok(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// Parses a whole number above 0. `expected` is its range, for the error message.
fn at_least_one<T: TryFrom<u64> + Default + PartialEq>(
    setting: &Setting,
    expected: &str,
) -> Result<T, SettingError> {
    setting.count().ok().filter(|count| *count != T::default()).ok_or_else(|| setting.wrong(expected))
}

fn read_protocol(setting: &Setting) -> Result<Protocol, SettingError> {
    let known = PROTOCOLS.iter().find(|(_, name)| name.eq_ignore_ascii_case(&setting.value));
    known.map(|(protocol, _)| *protocol).ok_or_else(|| setting.wrong("uci, ugi or json"))
}

impl fmt::Display for EngineSpec {
    /// Writes the settings without the name, in the syntax of [`EngineSpec::parse`]. A custom player is written as
    /// `cmd=custom`, although no such program exists.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::Builtin => write!(f, "cmd={BUILTIN}")?,
            Origin::Custom(_) => write!(f, "cmd={CUSTOM}")?,
            Origin::Process { program, args, directory, protocol } => {
                let name = PROTOCOLS.iter().find(|(known, _)| known == protocol).map_or("", |(_, name)| name);
                write!(f, "cmd={} proto={name}", quoted(&program.to_string_lossy()))?;
                if !args.is_empty() {
                    let args: Vec<_> = args.iter().map(|arg| quoted(arg)).collect();
                    write!(f, " args={}", quoted(&args.join(" ")))?;
                }
                if let Some(directory) = directory {
                    write!(f, " dir={}", quoted(&directory.to_string_lossy()))?;
                }
            }
        }
        let MoveLimits { clock, move_time, nodes, depth } = self.limits;
        let limits = [
            clock.map(|clock| format!(" tc={clock}")),
            move_time.map(|time| format!(" st={}", time.as_secs_f64())),
            nodes.map(|nodes| format!(" nodes={nodes}")),
            depth.map(|depth| format!(" depth={depth}")),
        ];
        for limit in limits.iter().flatten() {
            f.write_str(limit)?;
        }
        let restart = if self.restart { "on" } else { "off" };
        write!(f, " timemargin={} restart={restart}", self.time_margin.as_millis())?;
        if self.first_view {
            f.write_str(" whitepov=on")?;
        }
        for (name, value) in &self.options {
            write!(f, " {}", quoted(&format!("{OPTION_PREFIX}{name}={value}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(own: &str, each: &str) -> EngineSpec {
        EngineSpec::parse(own, each).unwrap()
    }

    #[test]
    fn own_settings_override_those_of_all_engines() {
        let each = "tc=10+0.1 option.hash=16 option.Threads=2 timemargin=5 restart=on";
        let spec = parse("cmd=a option.Hash=64 st=0.5", each);
        assert_eq!((spec.option("HASH"), spec.option("threads")), (Some("64"), Some("2")));
        assert_eq!(spec.limits.to_string(), "10+0.1 and 0.5/move");
        assert!(spec.restart && spec.time_margin == Duration::from_millis(5));
    }

    #[test]
    fn a_program_is_started_with_its_arguments() {
        let spec = parse("cmd=./bin/a.exe args='--x 1' proto=json dir=/tmp", "");
        assert_eq!(spec.name, "a");
        let Origin::Process { args, protocol, .. } = spec.origin else { panic!("a process") };
        assert_eq!((args, protocol), (vec!["--x".to_owned(), "1".to_owned()], Protocol::Json));
    }

    #[test]
    fn the_error_about_a_greater_value_names_the_limit() {
        for (setting, limit) in [
            ("tc=99999999", "less than 366 days"),
            ("st=99999999s", "less than 366 days"),
            ("timemargin=99999999s", "less than 366 days"),
            ("depth=65536", "1 to 65535"),
        ] {
            let error = EngineSpec::parse(&format!("cmd=builtin {setting}"), "").unwrap_err().to_string();
            assert!(error.contains(limit), "{error}");
        }
    }

    #[test]
    fn written_settings_are_read_as_the_same_engine() {
        for own in [
            "cmd=builtin name=a nodes=100 'option.Move Overhead=10'",
            "cmd=./a.exe name=a args='-x \"b c\"' dir='my dir' proto=ugi tc=40/1:30.5+0.2 st=0.5 depth=3 restart=on",
            "cmd=./a name=a \"option.File=it's\" timemargin=7 whitepov=on",
        ] {
            let spec = parse(own, "");
            assert_eq!(parse(&format!("{spec} name=a"), ""), spec, "{spec}");
        }
    }
}
