//! Networks that games ship. A network is parsed when it is first needed.

use std::sync::{Arc, OnceLock};

use super::file::read;
use super::weights::Network;
use crate::text::ShippedFile;

/// A network file that a game ships. The first use parses it and keeps the network.
///
/// ```
/// use plywright::{ShippedFile, network::ShippedNetwork};
/// // In a game: `shipped_file!("../networks/my_game.net")`.
/// static NETWORK: ShippedNetwork = ShippedNetwork::new(ShippedFile::embedded("my.net", b"no network"));
/// assert!(NETWORK.get().is_none(), "invalid bytes give no network");
/// ```
#[derive(Debug)]
pub struct ShippedNetwork {
    file: ShippedFile,
    network: OnceLock<Option<Arc<Network>>>,
}

impl ShippedNetwork {
    /// Creates a shipped network from its file, without parsing it.
    pub const fn new(file: ShippedFile) -> Self {
        Self { file, network: OnceLock::new() }
    }

    /// Returns the network; `None` if the file is missing or invalid. A game's tests should check that its
    /// shipped networks are valid.
    pub fn get(&self) -> Option<Arc<Network>> {
        if let Some(network) = self.network.get() {
            return network.clone();
        }
        let bytes = self.file.bytes()?;
        self.network.get_or_init(|| read(bytes).ok().map(Arc::new)).clone()
    }
}
