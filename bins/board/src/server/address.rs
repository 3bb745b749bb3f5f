//! The page's address: an IP address that reaches the server, and a secret path.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

/// Returns an IP address under which a server that listens on `ip` can be reached. If `ip` stands for all
/// addresses, returns this machine's address on the route to the network, or a loopback address if there is
/// no network.
pub(super) fn reachable(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // Any host outside the local network selects the route. These two addresses are reserved for documentation.
    let host_v4 = Ipv4Addr::new(192, 0, 2, 1).into();
    let host_v6 = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into();
    if let IpAddr::V6(_) = ip
        && let Ok(own) = own_address_towards(host_v6, ip)
    {
        return own;
    }
    let loopback = if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    own_address_towards(host_v4, Ipv4Addr::UNSPECIFIED.into()).unwrap_or(loopback)
}

/// Returns this machine's address on the route to `host`. `any` is the unspecified address of the host's kind, IPv4 or
/// IPv6. Nothing is sent, because connecting a UDP socket only selects a route.
fn own_address_towards(host: IpAddr, any: IpAddr) -> io::Result<IpAddr> {
    const DISCARD_PORT: u16 = 9;
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect((host, DISCARD_PORT))?;
    Ok(socket.local_addr()?.ip())
}

/// Returns an unguessable token of 32 hexadecimal digits.
pub(super) fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
