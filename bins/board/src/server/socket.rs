//! Connection to one page over a WebSocket.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::{Place, Shared, worker};

/// Time between two pings to the page.
const PING: Duration = Duration::from_secs(20);
/// Time after which a page that sends nothing, not even pongs, counts as disconnected.
const SILENCE: Duration = Duration::from_secs(60);
/// Maximum time to send a message. A page that takes longer counts as disconnected.
const SENDING: Duration = Duration::from_secs(20);

/// Exchanges messages with the page until it disconnects. The page keeps `place` until its worker has ended.
pub(crate) async fn converse(mut socket: WebSocket, shared: Shared, place: Place) {
    let hello = shared.hello.clone();
    let Ok(requests) = worker::start(shared, place) else { return };
    if !send(&mut socket, Message::Text(hello)).await {
        return;
    }
    let mut heard = Instant::now();
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => requests.take(text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
                }
            }
            () = requests.visit.outbox.wait() => {
                while let Some(text) = requests.visit.outbox.take() {
                    if !send(&mut socket, Message::text(text)).await {
                        return;
                    }
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || !send(&mut socket, Message::Ping(Vec::new().into())).await {
                    return;
                }
            }
        }
    }
}

/// Sends a message. Returns `false` if the page did not receive it within [`SENDING`] or has disconnected.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SENDING, socket.send(message)).await, Ok(Ok(())))
}
