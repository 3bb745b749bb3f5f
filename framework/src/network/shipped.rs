//! Networks compiled into the program.

use std::sync::{Arc, OnceLock};

use super::weights::Network;

/// A network compiled into the program. It is parsed on first use.
///
/// ```
/// use plywright::network::ShippedNetwork;
/// // In a game: `include_bytes!("../networks/my_game.net")`.
/// static NETWORK: ShippedNetwork = ShippedNetwork::new(b"no network");
/// assert!(NETWORK.get().is_none(), "a file that is none is never used");
/// ```
#[derive(Debug)]
pub struct ShippedNetwork {
    bytes: &'static [u8],
    network: OnceLock<Option<Arc<Network>>>,
}

impl ShippedNetwork {
    /// Creates a network from the bytes of its file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// Returns the network; `None` if the bytes are invalid. A game's tests check its shipped networks.
    pub fn get(&self) -> Option<Arc<Network>> {
        self.network.get_or_init(|| super::file::read(self.bytes).ok().map(Arc::new)).clone()
    }
}
