//! Serves a client over standard input and output.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use plywright_protocols::{ActionForm, AnyDialect, Autodetect, Program, Session, UgiForm};

use crate::choice::Choice;
use crate::failure::Failure;
use crate::stderr::say;

/// Arguments of serving a client.
#[derive(Debug, Args)]
pub struct Serve {
    /// The game and its rules.
    #[command(flatten)]
    choice: Choice,
    /// The protocol; by default, the first line of input selects it
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The interface called UGI to write; auto, the default, detects the client's
    #[arg(long, value_enum)]
    ugi_dialect: Option<UgiDialect>,
    /// The form of actions in the JSON protocol; plain by default
    #[arg(long, value_enum)]
    json_dialect: Option<JsonDialect>,
}

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// The Universal Chess Interface, for any game
    Uci,
    /// The Universal Game Interface or the Universal Gyges Interface, for any game
    Ugi,
    /// Lines of JSON, for programs that show a board
    Json,
}

/// Forms of the JSON protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum JsonDialect {
    /// An action with a side effect has a name of its own
    Plain,
    /// The side effect of an action is part of its value; the first reported move is any legal one
    Current,
}

impl From<Protocol> for plywright::Protocol {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Uci => Self::Uci,
            Protocol::Ugi => Self::Ugi,
            Protocol::Json => Self::Json,
        }
    }
}

impl JsonDialect {
    /// The form of actions.
    const fn form(self) -> ActionForm {
        match self {
            Self::Plain => ActionForm::Plain,
            Self::Current => ActionForm::Detailed,
        }
    }
}

/// The interfaces called UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UgiDialect {
    /// Detect the interface by the client's commands
    Auto,
    /// The Universal Gyges Interface
    Gyges,
    /// The Universal Game Interface
    Game,
}

impl UgiDialect {
    /// The form to write; `None` to detect it.
    const fn form(self) -> Option<UgiForm> {
        match self {
            Self::Auto => None,
            Self::Gyges => Some(UgiForm::Gyges),
            Self::Game => Some(UgiForm::Game),
        }
    }
}

/// Serves a client in the name of `program` until the session ends.
pub fn run(program: Program, serve: &Serve) -> Result<(), Failure> {
    check(serve)?;
    let engine = serve.choice.engine()?;
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let (game, variant) = (engine.game_name(), engine.board().variant);
        let protocol = serve.protocol.unwrap_or(Protocol::Uci).to_possible_value();
        let protocol = protocol.map(|value| value.get_name().to_uppercase()).unwrap_or_default();
        say(format_args!(
            "{} {}: {game}, {variant}, speaks {protocol}; `help` lists commands, `quit` ends; the commands `play` and \
             `board` are for people",
            program.name, program.version,
        ));
    }
    let ugi = serve.ugi_dialect.and_then(UgiDialect::form);
    let json = serve.json_dialect.map(JsonDialect::form).unwrap_or_default();
    let (input, output) = (io::stdin(), io::stdout());
    match serve.protocol {
        None => {
            let dialect = Autodetect::new(engine.protocol(), ugi, json);
            Session::run(program, engine, dialect, input, output);
        }
        Some(protocol) => {
            Session::run(program, engine, AnyDialect::new(protocol.into(), ugi, json), input, output);
        }
    }
    Ok(())
}

/// Rejects options that belong to another protocol than the chosen one.
fn check(serve: &Serve) -> Result<(), Failure> {
    let owners = [
        ("ugi", Protocol::Ugi, serve.ugi_dialect.is_some()),
        ("json", Protocol::Json, serve.json_dialect.is_some()),
    ];
    for (name, owner, is_given) in owners {
        if is_given && serve.protocol.is_some_and(|chosen| chosen != owner) {
            let message = format!("--{name}-dialect goes with no other protocol than {name}");
            return Err(Failure::not_understood(message));
        }
    }
    Ok(())
}
