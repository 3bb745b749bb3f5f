//! Networks inside the program.

use std::sync::{Arc, OnceLock};

use super::weights::Network;

/// A network inside the program: its file is read when it is first asked for.
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
    /// The network with the bytes of that file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// The network; `None` if the bytes are none, which a test of the game finds out.
    pub fn get(&self) -> Option<Arc<Network>> {
        self.network.get_or_init(|| super::file::read(self.bytes).ok().map(Arc::new)).clone()
    }
}
