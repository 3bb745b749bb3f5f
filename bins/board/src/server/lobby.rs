//! Connections that have not shown the page's path. Their number and their time are limited, so that they cannot take
//! the places of pages.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;

use plywright::engine::lock;
use tokio::task::AbortHandle;

/// Maximum number of connections in the lobby from all networks.
const MAX: usize = 256;
/// Maximum number of connections in the lobby from one network; see [`network_of`].
const MAX_OF_NETWORK: usize = 64;

/// The connections in the lobby, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Lobby(Mutex<VecDeque<Stranger>>);

#[derive(Debug)]
struct Stranger {
    number: u64,
    /// Network of the client; see [`network_of`].
    network: IpAddr,
    connection: AbortHandle,
}

impl Lobby {
    /// Adds a connection. If the network of `address` has its maximum, closes the network's oldest connection;
    /// otherwise, if the lobby is full, the oldest of all. A page sends its request at once, so the oldest connection
    /// is the least likely to send one.
    pub(crate) fn enter(&self, number: u64, address: IpAddr, connection: AbortHandle) {
        let network = network_of(address);
        let mut strangers = lock(&self.0);
        let of_network = strangers.iter().filter(|other| other.network == network).count();
        let oldest = if of_network == MAX_OF_NETWORK {
            strangers.iter().position(|other| other.network == network)
        } else {
            (strangers.len() == MAX).then_some(0)
        };
        if let Some(stranger) = oldest.and_then(|index| strangers.remove(index)) {
            stranger.connection.abort();
        }
        strangers.push_back(Stranger { number, network, connection });
    }

    /// Removes a connection because it has ended, or because its request shows the page's path. Does nothing if the
    /// connection is not in the lobby.
    pub(crate) fn leave(&self, number: u64) {
        let mut strangers = lock(&self.0);
        strangers.retain(|stranger| stranger.number != number);
    }
}

/// Returns the network of an address: an IPv4 address itself, and the first 64 bits of an IPv6 address. A user can
/// choose the other bits at will.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_of_too_many_strangers_is_closed() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let lobby = Lobby::default();
        let mut connections = Vec::new();
        // Opens a connection, and returns the numbers of the connections that are open then.
        let mut connect_from = |address: String| {
            let connection = runtime.spawn(std::future::pending::<()>());
            lobby.enter(connections.len() as u64, address.parse().unwrap(), connection.abort_handle());
            connections.push(connection);
            runtime.block_on(tokio::task::yield_now());
            (0..connections.len()).filter(|index| !connections[*index].is_finished()).collect::<Vec<_>>()
        };
        for _ in 0..MAX_OF_NETWORK {
            connect_from("10.0.0.1".to_owned());
        }
        assert_eq!(connect_from("10.0.0.1".to_owned()), (1..=MAX_OF_NETWORK).collect::<Vec<_>>());
        for low in 0..MAX_OF_NETWORK {
            connect_from(format!("2001:db8::{low}"));
        }
        assert_eq!(connect_from("2001:db8::ffff".to_owned())[MAX_OF_NETWORK], MAX_OF_NETWORK + 2);
        for low in 0..MAX {
            connect_from(format!("10.0.1.{low}"));
        }
        assert_eq!(connect_from("10.0.2.1".to_owned()).len(), MAX);
        lobby.leave(connections.len() as u64 - 1);
        assert_eq!(lobby.0.lock().unwrap().len(), MAX - 1);
    }
}
