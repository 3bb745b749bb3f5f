//! The server: one thread accepts connections, delivers the page and exchanges messages with open pages.

mod assets;
mod guard;
mod outbox;
mod socket;
mod worker;

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::header::{X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use self::assets::{ASSETS, Asset};
use self::guard::Guard;
use crate::catalogue::Catalogue;

/// Each open page has one.
const MAX_CONNECTIONS: usize = 64;
const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Time for a client to send the headers of its request.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The page may load only files of this server, and images from `data:` URLs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\nretry-after: 5\r\n\r\n";

/// Address to listen on, and who may connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// IP address to listen on. If it is a loopback address, only programs on this machine can connect.
    pub ip: IpAddr,
    /// Port; 0 for any free port.
    pub port: u16,
    /// Whether users of other machines may connect. If so, the page's address contains a secret token, and
    /// all pages together run at most one search for each processor.
    pub is_shared: bool,
}

/// Reason why the server cannot run.
#[derive(Debug, Error)]
pub enum BoardError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Address that was requested.
        address: SocketAddr,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The operating system refused another resource, or the page's address could not be written.
    #[error("cannot run the server: {0}")]
    System(#[from] io::Error),
}

/// Runs the server until Ctrl-C or SIGTERM. Writes the page's address to `out` as the first line, then calls
/// `listening` with it.
///
/// # Errors
///
/// Returns an error if the address or another resource is not available, or `out` cannot be written.
pub fn serve(
    catalogue: Arc<dyn Catalogue>,
    address: Address,
    mut out: impl Write,
    listening: impl FnOnce(&str),
) -> Result<(), BoardError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(address.ip, address.port);
        let failed = |error| BoardError::Listen { address: wanted, error };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let bound = listener.local_addr()?;
        let (path, searches) = if address.is_shared {
            (format!("/{}/", token()?), thread::available_parallelism().map_or(1, NonZero::get))
        } else {
            ("/".to_owned(), MAX_CONNECTIONS)
        };
        let page = format!("http://{}{path}", SocketAddr::new(reachable(bound.ip()), bound.port()));
        let shared = Shared { catalogue, searches: Arc::new(Semaphore::new(searches)) };
        writeln!(out, "{page}")?;
        out.flush()?;
        listening(&page);
        tokio::select! {
            () = accept(&listener, router(&path, shared, Guard { address: bound })) => Ok(()),
            ended = told_to_end() => Ok(ended?),
        }
    })
}

/// Returns an IP address under which a server that listens on `ip` can be reached. For all addresses, it is
/// that of the route to the network, or a loopback address without a network.
fn reachable(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // Connecting a UDP socket only looks up the route to a host. The hosts are reserved for documentation.
    let towards = |own: IpAddr, host: IpAddr| {
        let socket = UdpSocket::bind((own, 0)).ok()?;
        socket.connect((host, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let v4 = || towards(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let v6 = || towards(ip, Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into());
    let loopback = if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    let found = if ip.is_ipv4() { v4() } else { v6().or_else(v4) };
    found.unwrap_or(loopback)
}

async fn told_to_end() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

async fn accept(listener: &TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Accepting a connection usually fails for lack of file handles.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // A client that cannot receive these few bytes at once gets no answer.
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            handle(stream, router.layer(axum::Extension(Arc::new(place)))).await;
        });
    }
}

async fn handle(stream: TcpStream, router: Router) {
    // Answers are small and urgent. After an error they are only slower.
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // An error concerns only this client.
    let _ = connection.await;
}

#[derive(Clone)]
struct Shared {
    catalogue: Arc<dyn Catalogue>,
    /// Permits for searches.
    searches: Arc<Semaphore>,
}

/// Permit for a connection.
type Seat = Arc<tokio::sync::OwnedSemaphorePermit>;

/// Returns an unguessable token of 32 hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Creates the router for requests whose paths begin with `path`, which ends with a slash.
fn router(path: &str, shared: Shared, guard: Guard) -> Router {
    let mut router = Router::new();
    for asset in ASSETS {
        let asset_path = format!("{path}{}", asset.path.trim_start_matches('/'));
        router = router.route(&asset_path, get(move || std::future::ready(page(asset))));
    }
    router
        .route(&format!("{path}socket"), get(upgrade))
        .fallback(|| {
            std::future::ready((StatusCode::NOT_FOUND, "use the whole address that the board printed\n"))
        })
        .with_state(shared)
        .layer(from_fn_with_state(guard, check))
}

fn page(asset: &'static Asset) -> impl IntoResponse {
    ([(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "no-cache")], asset.text)
}

async fn upgrade(
    upgrade: WebSocketUpgrade,
    State(shared): State<Shared>,
    axum::Extension(seat): axum::Extension<Seat>,
) -> Response {
    upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES).on_upgrade(
        async move |socket| {
            socket::converse(socket, shared).await;
            drop(seat);
        },
    )
}

/// Rejects requests that [`Guard`] does not allow, and adds security headers to the response.
async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Result<Response, Infallible> {
    let mut response = match guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(status) => status.into_response(),
    };
    // Only a page's socket stays connected. Other connections are closed after the response.
    let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    if !is_upgrade {
        headers.insert(CONNECTION, axum::http::HeaderValue::from_static("close"));
    }
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, axum::http::HeaderValue::from_static(value));
    }
    Ok(response)
}
