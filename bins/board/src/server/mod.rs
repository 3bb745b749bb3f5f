//! The server: one thread accepts connections, delivers the page and exchanges messages with open pages.

mod assets;
mod bundle;
mod guard;
mod lobby;
mod outbox;
mod socket;
mod visit;
mod worker;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Extension, Request, State, WebSocketUpgrade};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
};
use axum::http::header::{
    CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::assets::{ASSETS, Asset};
use self::guard::Guard;
use self::lobby::Lobby;
use crate::catalogue::{Catalogue, hello};

/// Maximum number of open pages and of requests for their files.
const MAX_PLACES: usize = 64;
const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Time for a client to send the headers of its request.
const REQUEST_TIME: Duration = Duration::from_secs(3);
/// Interval at which [`serve`] checks whether it must end.
const STOP_CHECK: Duration = Duration::from_millis(20);
/// The page may load only files of this server, and images from `data:` URLs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    /// The server cannot listen on the address.
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

/// Runs the server until `stop` is set. With `None`, runs it until Ctrl-C or SIGTERM. Calls `listening` with the page's
/// address.
///
/// # Errors
///
/// Returns an error if the address or another resource is not available, or the error of `listening`.
pub fn serve(
    catalogue: Arc<Catalogue>,
    address: Address,
    stop: Option<&AtomicBool>,
    listening: impl FnOnce(&str) -> io::Result<()>,
) -> Result<(), BoardError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(address.ip, address.port);
        let failed = |error| BoardError::Listen { address: wanted, error };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let bound = listener.local_addr()?;
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let (path, searches) = if address.is_shared {
            (format!("/{}/", token()?), processors)
        } else {
            ("/".to_owned(), MAX_PLACES)
        };
        let page = format!("http://{}{path}", SocketAddr::new(reachable(bound.ip()), bound.port()));
        let shared = Shared {
            hello: hello(&catalogue).into(),
            catalogue,
            searches: Arc::new(Semaphore::new(searches)),
            turns: Arc::new(Semaphore::new(processors)),
        };
        let places = Arc::new(Semaphore::new(MAX_PLACES));
        let door = Door { guard: Guard { address: bound }, path: path.into(), places };
        listening(&page)?;
        tokio::select! {
            () = accept(&listener, router(shared, door)) => Ok(()),
            ended = told_to_end(stop) => Ok(ended?),
        }
    })
}

/// Returns an IP address under which a server that listens on `ip` can be reached. If `ip` stands for all
/// addresses, returns this machine's address on the route to the network, or a loopback address if there is
/// no network.
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

async fn told_to_end(stop: Option<&AtomicBool>) -> io::Result<()> {
    if let Some(stop) = stop {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(STOP_CHECK).await;
        }
        return Ok(());
    }
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
    let lobby = Arc::new(Lobby::default());
    for number in 0.. {
        let (stream, client) = loop {
            match listener.accept().await {
                Ok(accepted) => break accepted,
                // Accepting a connection usually fails for lack of file handles.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        let visitor = Visitor { number, lobby: Arc::clone(&lobby) };
        let router = router.clone().layer(Extension(visitor.clone()));
        let connection = tokio::spawn(async move {
            handle(stream, router).await;
            visitor.lobby.leave(number);
        });
        // All tasks run in one thread, so the connection's task starts only when this task waits. The connection
        // therefore enters the lobby before it can leave.
        lobby.enter(number, client.ip(), connection.abort_handle());
        // Lets the connection's task read a request that has already arrived. Otherwise the next connections could
        // fill the lobby and close this one first.
        tokio::task::yield_now().await;
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
    catalogue: Arc<Catalogue>,
    /// First message to each page.
    hello: Utf8Bytes,
    /// Permits for searches.
    searches: Arc<Semaphore>,
    /// Permits for long requests.
    turns: Arc<Semaphore>,
}

/// A connection that may be in the lobby.
#[derive(Clone)]
struct Visitor {
    number: u64,
    lobby: Arc<Lobby>,
}

/// Place of an open page or of a request for a file. It is free again when all copies are dropped.
type Place = Arc<OwnedSemaphorePermit>;

/// Checks requests, and gives places to those that are admitted.
#[derive(Clone)]
struct Door {
    guard: Guard,
    /// Path with which the paths of all requests begin; it ends with a slash.
    path: Arc<str>,
    places: Arc<Semaphore>,
}

impl Door {
    /// Gives a place to a request whose path begins with the page's path. Its connection leaves the lobby. A request
    /// for another path gets no place.
    ///
    /// # Errors
    ///
    /// Returns the status code with which the request must be rejected.
    fn admit(&self, request: &mut Request) -> Result<(), StatusCode> {
        self.guard.check(request)?;
        if request.uri().path().starts_with(&*self.path) {
            if let Some(Visitor { number, lobby }) = request.extensions().get() {
                lobby.leave(*number);
            }
            let place = Arc::clone(&self.places).try_acquire_owned();
            let place = place.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
            request.extensions_mut().insert(Place::new(place));
        }
        Ok(())
    }
}

/// Returns an unguessable token of 32 hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Creates the router. It delivers the page's files and the socket below the path of `door`, which checks
/// every request first.
fn router(shared: Shared, door: Door) -> Router {
    let path = Arc::clone(&door.path);
    let mut router = Router::new();
    for asset in ASSETS.iter() {
        let deliver = move |headers: HeaderMap| std::future::ready(page(asset, &headers));
        router = router.route(&format!("{path}{}", asset.path), get(deliver));
    }
    router
        .route(&format!("{path}socket"), get(upgrade))
        .fallback(|| {
            std::future::ready((StatusCode::NOT_FOUND, "use the whole address that the board printed\n"))
        })
        .with_state(shared)
        .layer(from_fn_with_state(door, check))
}

/// Returns the response with a file, compressed if the browser accepts gzip.
fn page(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let encodings = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let about = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
    let takes_gzip =
        encodings.split(',').any(|coding| matches!(coding.trim(), "gzip" | "gzip;q=1.0" | "gzip;q=1"));
    if takes_gzip {
        (about, [(CONTENT_ENCODING, "gzip")], asset.packed.clone()).into_response()
    } else {
        (about, asset.plain.clone()).into_response()
    }
}

async fn upgrade(
    upgrade: WebSocketUpgrade,
    State(shared): State<Shared>,
    Extension(place): Extension<Place>,
) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| socket::converse(socket, shared, place))
}

/// Rejects requests that the [`Door`] does not admit, and adds security headers to the response.
async fn check(State(door): State<Door>, mut request: Request, next: Next) -> Result<Response, Infallible> {
    let mut response = match door.admit(&mut request) {
        Ok(()) => next.run(request).await,
        Err(StatusCode::SERVICE_UNAVAILABLE) => {
            (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "5")]).into_response()
        }
        Err(status) => status.into_response(),
    };
    // Only a page's socket stays connected. Other connections are closed after the response.
    let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    if !is_upgrade {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
