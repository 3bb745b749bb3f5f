//! What the program that serves a client is called.

/// The name under which a program introduces itself to its users and its clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name, as in `id name`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Who has written it, as in `id author`.
    pub author: &'static str,
}

impl Program {
    /// The program of this workspace.
    pub const PLYWRIGHT: Self =
        Self { name: "Plywright", version: env!("CARGO_PKG_VERSION"), author: "the Plywright authors" };
}
