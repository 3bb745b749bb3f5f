//! The connection to one page, from its first message to its last.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::answer;
use crate::outbox::{Outbox, Outgoing};
use crate::request::{Envelope, Numbered};
use crate::server::Shared;
use crate::worker::{self, MOST_WAITING};

/// A page is asked for a sign of life this often ...
const PING: Duration = Duration::from_secs(20);
/// ... and counts as gone when it has given none within this time.
const SILENCE: Duration = Duration::from_secs(60);
/// A page that does not take a message within this time counts as gone.
const SENDING: Duration = Duration::from_secs(20);

/// Talks with the page until it goes away.
pub(crate) async fn converse(mut socket: WebSocket, shared: Shared) {
    let outbox = Arc::new(Outbox::default());
    let hello = answer::hello(&shared.catalogue.games());
    let Ok(worker) = worker::start(shared, Arc::clone(&outbox)) else { return };
    if !send(&mut socket, Message::text(hello)).await {
        return;
    }
    let (mut unanswered, mut heard) = (0, Instant::now());
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // A page with too many requests waiting is not read from until some are answered.
        tokio::select! {
            message = socket.recv(), if unanswered < MOST_WAITING => {
                heard = Instant::now();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
                };
                match serde_json::from_str::<Envelope>(&text) {
                    Ok(envelope) => {
                        unanswered += 1;
                        if worker.send(envelope).is_err() {
                            return;
                        }
                    }
                    Err(error) => {
                        let id = serde_json::from_str::<Numbered>(&text).ok().map(|request| request.id);
                        let message = format!("cannot read the request: {error}");
                        if !send(&mut socket, Message::text(answer::error(id, &message))).await {
                            return;
                        }
                    }
                }
            }
            () = outbox.wait() => {
                while let Some(message) = outbox.take() {
                    let text = match message {
                        Outgoing::Answer(text) => {
                            unanswered -= 1;
                            text
                        }
                        Outgoing::Line(text) => text,
                    };
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

/// Sends a message; returns whether the page took it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SENDING, socket.send(message)).await, Ok(Ok(())))
}
