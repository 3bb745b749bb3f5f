//! The program without a command: serves a client, such as a graphical interface, over standard input and output.

use std::io::{self, IsTerminal};

use clap::Args;
use plywright::Protocol;
use plywright::engine::Facts;
use plywright_protocols::{ActionForm, AnyDialect, Program, Session, UgiForm};

use crate::choice::Choice;
use crate::console::say;
use crate::failure::Failure;
use crate::values::one_of;

/// Arguments of the program when it runs without a command and serves a client.
#[derive(Debug, Args)]
pub struct Serve {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// The protocol; if not given, the first line of input selects it
    #[arg(long, value_parser = one_of(&PROTOCOLS))]
    protocol: Option<Protocol>,
    /// The UGI dialect of the output; auto, the default, detects it from the client's commands
    #[arg(long, value_parser = one_of(&UGI_DIALECTS))]
    ugi_dialect: Option<GivenForm>,
    /// The form of actions in the JSON protocol; plain if not given
    #[arg(long, value_parser = one_of(&JSON_DIALECTS))]
    json_dialect: Option<ActionForm>,
}

/// UGI dialect of the output; `None` to detect it from the client's commands.
type GivenForm = Option<UgiForm>;

const PROTOCOLS: [(&str, &str, Protocol); 3] = [
    ("uci", "The Universal Chess Interface, for any game", Protocol::Uci),
    ("ugi", "The Universal Game Interface or the Universal Gyges Interface, for any game", Protocol::Ugi),
    ("json", "Lines of JSON, for programs that show a board", Protocol::Json),
];
const UGI_DIALECTS: [(&str, &str, GivenForm); 3] = [
    ("auto", "Detect the interface by the client's commands", None),
    ("gyges", "The Universal Gyges Interface", Some(UgiForm::Gyges)),
    ("game", "The Universal Game Interface", Some(UgiForm::Game)),
];
const JSON_DIALECTS: [(&str, &str, ActionForm); 2] = [
    ("plain", "An action with a side effect has a name of its own", ActionForm::Plain),
    (
        "current",
        "The side effect of an action is part of its value; the first reported move is any legal one",
        ActionForm::Detailed,
    ),
];

pub fn run(program: Program, serve: &Serve) -> Result<(), Failure> {
    check_dialects(serve)?;
    let engine = serve.choice.engine()?;
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let spoken = serve.protocol.unwrap_or(engine.dyn_game().info().protocol);
        greet(program, engine.dyn_game().facts(), spoken);
    }
    let ugi = serve.ugi_dialect.flatten();
    let json = serve.json_dialect.unwrap_or_default();
    let dialect = match serve.protocol {
        None => AnyDialect::detected(engine.dyn_game().info().protocol, ugi, json),
        Some(protocol) => AnyDialect::new(protocol, ugi, json),
    };
    let served = Session::run(program, engine, dialect, io::stdin(), io::stdout());
    served.map_err(|error| Failure::failed(format!("cannot start a thread: {error}")))
}

/// Says on standard error, for a person at a terminal, which protocol the program speaks, and names some commands.
fn greet(program: Program, facts: &Facts, spoken: Protocol) {
    let Facts { game, variant, .. } = facts;
    let name = PROTOCOLS.iter().find(|(.., known)| *known == spoken);
    let protocol = name.map_or("", |(name, ..)| name).to_uppercase();
    say(format_args!(
        "{} {}: {game}, {variant}, speaks {protocol}; `help` lists commands, `quit` ends; the commands `play` and \
         `board` are for people",
        program.name, program.version,
    ));
}

/// Checks that a dialect of a protocol is given only with this protocol, or without any protocol.
fn check_dialects(serve: &Serve) -> Result<(), Failure> {
    let is_other = |owner: Protocol| serve.protocol.is_some_and(|chosen| chosen != owner);
    let name = if serve.ugi_dialect.is_some() && is_other(Protocol::Ugi) {
        "ugi"
    } else if serve.json_dialect.is_some() && is_other(Protocol::Json) {
        "json"
    } else {
        return Ok(());
    };
    Err(Failure::not_understood(format!("--{name}-dialect works only with --protocol {name}")))
}
