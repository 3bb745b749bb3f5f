//! Access control: of all web pages, only those that this server has delivered may send requests.
//!
//! A page of another site can make a browser connect to this server, even under a name of that site that
//! resolves to this machine. Therefore the host of a request must be this server, and a request with an
//! origin must come from a page of the same host.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    /// Address that the server listens on.
    pub(crate) address: SocketAddr,
}

impl Guard {
    /// Checks whether a request is allowed by its headers.
    ///
    /// # Errors
    ///
    /// Returns the status code with which the request must be rejected.
    pub(crate) fn check(self, headers: &HeaderMap) -> Result<(), StatusCode> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(HOST).filter(|host| self.is_own(host)).ok_or(StatusCode::MISDIRECTED_REQUEST)?;
        match text(ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => Err(StatusCode::FORBIDDEN),
            _ => Ok(()),
        }
    }

    /// Whether a host, with its port, means this server. `localhost` and loopback addresses do; other names
    /// do not. If the server does not listen on a loopback address, every IP address does, because the
    /// machine may have several.
    fn is_own(self, host: &str) -> bool {
        let port = self.address.port();
        let name = host.strip_suffix(&format!(":{port}")).or((port == 80).then_some(host));
        let Some(name) = name else { return false };
        let number: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        match number {
            _ if name.eq_ignore_ascii_case("localhost") => true,
            Some(number) => number.is_loopback() || !self.address.ip().is_loopback(),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, host: &str, origin: Option<&str>) -> Result<(), u16> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        origin.map(|origin| headers.insert(ORIGIN, origin.parse().unwrap()));
        Guard { address: address.parse().unwrap() }.check(&headers).map_err(|status| status.as_u16())
    }

    #[test]
    fn only_its_own_pages_are_served() {
        let local = "127.0.0.1:4000";
        for host in ["127.0.0.1:4000", "localhost:4000", "[::1]:4000"] {
            assert_eq!(check(local, host, None), Ok(()));
            assert_eq!(check(local, host, Some(&format!("http://{host}"))), Ok(()));
        }
        for host in ["evil.example:4000", "evil.example", "127.0.0.1", "127.0.0.1:4001", "10.0.0.1:4000", ""]
        {
            assert_eq!(check(local, host, None), Err(421), "{host}");
        }
        for origin in ["http://evil.example", "https://127.0.0.1:4000", "http://localhost:4000", "null", ""] {
            assert_eq!(check(local, "127.0.0.1:4000", Some(origin)), Err(403), "{origin}");
        }
        assert_eq!(check("0.0.0.0:4000", "10.0.0.1:4000", None), Ok(()));
        assert_eq!(check("0.0.0.0:4000", "evil.example:4000", None), Err(421));
    }
}
