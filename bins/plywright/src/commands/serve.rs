//! Serving a client over standard input and output.

use std::io;

use plywright_protocols::{AnyDialect, Session, Uci};

use crate::arguments::{Protocol, Serve};
use crate::failure::Failure;

/// Serves until the client is done.
pub fn run(serve: &Serve) -> Result<(), Failure> {
    let dialect: AnyDialect = match serve.protocol {
        Protocol::Uci => Uci.into(),
    };
    Session::run(serve.choice.engine()?, dialect, io::stdin(), io::stdout());
    Ok(())
}
