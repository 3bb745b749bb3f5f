//! Serving a client over standard input and output.

use std::io;

use plywright_protocols::{AnyDialect, ByFirstLine, Json, Session, Uci, Ugi};

use crate::arguments::{Protocol, Serve};
use crate::failure::Failure;

/// Serves until the client is done.
pub fn run(serve: &Serve) -> Result<(), Failure> {
    let dialect: AnyDialect = match serve.protocol {
        None => ByFirstLine::new(serve.ugi_dialect.form(), serve.json_dialect.form()).into(),
        Some(Protocol::Uci) => Uci.into(),
        Some(Protocol::Ugi) => Ugi::new(serve.ugi_dialect.form()).into(),
        Some(Protocol::Json) => Json::new(serve.json_dialect.form()).into(),
    };
    Session::run(serve.choice.engine()?, dialect, io::stdin(), io::stdout());
    Ok(())
}
