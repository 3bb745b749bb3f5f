//! The door: every request is checked before it gets a file of the page or a socket.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request, State, WebSocketUpgrade};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;

use super::assets::{ASSETS, Asset};
use super::{Place, Shared, Visitor, guard, socket};

/// Maximum size of a message from a page. A longer one ends the connection.
const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Content security policy: the page may load only files of this server, and images from `data:` URLs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Text of the answer to a request for another host or path than those of the page.
const ELSEWHERE: &str = "use the whole address that the board printed\n";

/// Checks requests, and gives a [`Place`] to those for the page or its files.
#[derive(Clone)]
pub(super) struct Door {
    /// IP address that the server listens on.
    pub(super) own: IpAddr,
    /// Path with which the paths of the page and its files begin; it ends with a slash.
    pub(super) path: Arc<str>,
    pub(super) places: Arc<Semaphore>,
}

impl Door {
    /// Checks a request. If its path begins with the page's path, the request gets a place, and its connection leaves
    /// the lobby.
    ///
    /// # Errors
    ///
    /// Returns the status code with which the request must be rejected: the guard's, or 503 if no place is free.
    fn admit(&self, request: &mut Request) -> Result<(), StatusCode> {
        guard::check(self.own, request)?;
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

/// Creates the router, which serves the page's files and the socket below the path of `door`. `door` checks every
/// request first.
pub(super) fn router(shared: Shared, door: Door) -> Router {
    let path = Arc::clone(&door.path);
    let mut router = Router::new();
    for asset in ASSETS.iter() {
        let deliver = move |headers: HeaderMap| std::future::ready(page(asset, &headers));
        router = router.route(&format!("{path}{}", asset.path), get(deliver));
    }
    router
        .route(&format!("{path}socket"), get(upgrade))
        .fallback(|| std::future::ready((StatusCode::NOT_FOUND, ELSEWHERE)))
        .with_state(shared)
        .layer(from_fn_with_state(door, check))
}

/// Returns the response with a file. The file is compressed only if the browser accepts gzip with the weight 1.
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
        Err(status @ StatusCode::MISDIRECTED_REQUEST) => (status, ELSEWHERE).into_response(),
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
