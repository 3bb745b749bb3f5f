//! Access control: of all web pages, only those that this server has delivered may send requests.
//!
//! A page of another site can make a browser connect to this server, even under a name of that site that
//! resolves to this machine. Therefore the host of a request must be this server, and a request with an
//! origin must come from a page of the same host.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

/// Checks whether a request is allowed by its address and its headers. `own` is the address that the server listens
/// on.
///
/// # Errors
///
/// Returns the status code with which the request must be rejected.
pub(crate) fn check(own: IpAddr, request: &Request) -> Result<(), StatusCode> {
    let headers = request.headers();
    let host = single(headers, HOST)?.ok_or(StatusCode::BAD_REQUEST)?;
    let origin = single(headers, ORIGIN)?;
    let (scheme, named) = (request.uri().scheme_str(), request.uri().authority());
    if scheme.is_some_and(|scheme| scheme != "http") || named.is_some_and(|named| named.as_str() != host) {
        return Err(StatusCode::BAD_REQUEST);
    }
    if !is_own(own, host) {
        return Err(StatusCode::MISDIRECTED_REQUEST);
    }
    match origin {
        Some(origin) if origin.strip_prefix("http://") != Some(host) => Err(StatusCode::FORBIDDEN),
        _ => Ok(()),
    }
}

/// Whether a host, with or without a port, means the server that listens on `own`. `localhost` and loopback addresses
/// always do. If `own` is not a loopback address, every other IP address does too, because the machine may have several
/// addresses. Other names never do, so a name of another site is refused even if it resolves to this machine. The port
/// may be any, because a tunnel such as that of `ssh -L` may begin at another port than the server's.
fn is_own(own: IpAddr, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    number.is_ok_and(|number| number.is_loopback() || !own.is_loopback())
}

/// Returns the value of a header that a request has once, or `None` if the header is missing.
///
/// # Errors
///
/// Returns an error if the header occurs twice or is not text.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, StatusCode> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().map_err(|_| StatusCode::BAD_REQUEST)?;
    if values.next().is_some() { Err(StatusCode::BAD_REQUEST) } else { Ok(Some(text)) }
}
