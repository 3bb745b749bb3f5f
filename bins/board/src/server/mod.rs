//! The server: one thread accepts connections, delivers the page and exchanges messages with open pages.
//!
//! A connection passes these stations: the `lobby` until it has shown the page's path, the `door`, which admits its
//! request, then a file of `assets`, or the `socket` of a page. Every open page has a `worker` thread.

mod address;
mod assets;
mod bundle;
mod door;
mod guard;
mod lobby;
mod outbox;
mod socket;
mod visit;
mod worker;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use axum::extract::ws::Utf8Bytes;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::address::{reachable, token};
use self::door::{Door, router};
use self::lobby::Lobby;
use crate::catalogue::{Catalogue, hello};

/// Maximum number of open pages and of requests for their files, counted together.
const MAX_PLACES: usize = 64;
/// Time for a client to send the headers of its request.
const REQUEST_TIME: Duration = Duration::from_secs(3);
/// Interval at which [`serve`] checks whether it must end.
const STOP_CHECK: Duration = Duration::from_millis(20);

/// Address to listen on, and whether the page is shared with users of other machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// IP address to listen on. If it is a loopback address, only programs on this machine can connect.
    pub ip: IpAddr,
    /// Port; 0 for any free port.
    pub port: u16,
    /// Whether the page is also for users of other machines. If so, the page's address contains a secret token, and all
    /// pages together run at most one search for each processor.
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
    /// The operating system refused a resource other than the address, or the function that receives the page's address
    /// failed.
    #[error("cannot run the server: {0}")]
    System(#[from] io::Error),
}

/// Runs the server until `stop` is set. With `None`, runs it until Ctrl-C or SIGTERM. Calls `listening` with the page's
/// address once pages can connect.
///
/// # Errors
///
/// Returns an error if the address or another resource is not available. Also returns the error of `listening`.
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
        let door = Door { own: bound.ip(), path: path.into(), places };
        listening(&page)?;
        tokio::select! {
            () = accept(&listener, router(shared, door)) => Ok(()),
            ended = wait_for_stop(stop) => Ok(ended?),
        }
    })
}

/// Waits until `stop` is set; with `None`, until Ctrl-C or SIGTERM.
async fn wait_for_stop(stop: Option<&AtomicBool>) -> io::Result<()> {
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

/// Accepts connections as long as the server runs. A new connection is in the lobby until a request shows the page's
/// path.
async fn accept(listener: &TcpListener, router: Router) {
    let lobby = Arc::new(Lobby::default());
    for number in 0.. {
        let (stream, client) = loop {
            match listener.accept().await {
                Ok(accepted) => break accepted,
                // The usual reason is a lack of file handles. Other connections soon free some, so the server tries
                // again.
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

/// Answers the requests of a connection until it ends.
async fn handle(stream: TcpStream, router: Router) {
    // Answers are small and urgent, so they are sent without delay. If the system refuses this, they are only slower.
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // An error is ignored, because it concerns only this client.
    let _ = connection.await;
}

/// Place of an open page or of a request for a file. It is free again when all copies are dropped.
type Place = Arc<OwnedSemaphorePermit>;

#[derive(Clone)]
struct Shared {
    catalogue: Arc<Catalogue>,
    /// First message to each page.
    hello: Utf8Bytes,
    /// Permits for searches and judgements of puzzles. Each holds one until it ends.
    searches: Arc<Semaphore>,
    /// Permits for long requests. A request holds one until it is answered.
    turns: Arc<Semaphore>,
}

/// Number of a connection, and the lobby, which the connection leaves when a request shows the page's path.
#[derive(Clone)]
struct Visitor {
    number: u64,
    lobby: Arc<Lobby>,
}
