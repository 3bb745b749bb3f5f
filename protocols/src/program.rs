//! Name and author of the program that serves a client.

/// Identity of a program, as reported to users and clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name, as in `id name`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Author, as in `id author`.
    pub author: &'static str,
}

impl Program {
    /// The program of this workspace.
    pub const PLYWRIGHT: Self =
        Self { name: "Plywright", version: env!("CARGO_PKG_VERSION"), author: "the Plywright authors" };
}
