//! Serving a client over standard input and output.

use std::io;

use plywright_protocols::{AnyDialect, Autodetect, Program, Session};

use crate::arguments::{JsonDialect, Protocol, Serve, UgiDialect};
use crate::failure::Failure;

/// Serves in the name of `program` until the client is done.
pub fn run(program: Program, serve: &Serve) -> Result<(), Failure> {
    check(serve)?;
    let engine = serve.choice.engine()?;
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

/// Refuses options that belong to another protocol than the chosen one.
fn check(serve: &Serve) -> Result<(), Failure> {
    let is = |protocol| serve.protocol.is_none_or(|chosen| chosen == protocol);
    if serve.ugi_dialect.is_some() && !is(Protocol::Ugi) {
        return Err(Failure::Misplaced { option: "ugi-dialect", protocol: "ugi" });
    }
    if serve.json_dialect.is_some() && !is(Protocol::Json) {
        return Err(Failure::Misplaced { option: "json-dialect", protocol: "json" });
    }
    Ok(())
}
