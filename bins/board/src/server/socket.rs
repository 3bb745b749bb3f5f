//! Connection to one page over a WebSocket.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::Shared;
use super::outbox::{Outbox, Outgoing};
use super::worker::{self, MAX_WAITING};
use crate::answer::hello;
use crate::request::Envelope;

const PING: Duration = Duration::from_secs(20);
/// Time without a message from the page, pongs included, after which it counts as disconnected.
const SILENCE: Duration = Duration::from_secs(60);
/// Maximum time to send a message.
const SENDING: Duration = Duration::from_secs(20);

/// Exchanges messages with the page until it disconnects.
pub(crate) async fn converse(mut socket: WebSocket, shared: Shared) {
    let outbox = Arc::new(Outbox::default());
    let hello = hello(&*shared.catalogue);
    let Ok(worker) = worker::start(shared, Arc::clone(&outbox)) else { return };
    if !send(&mut socket, Message::text(hello)).await {
        return;
    }
    let (mut unanswered, mut heard) = (0, Instant::now());
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = socket.recv(), if unanswered < MAX_WAITING => {
                heard = Instant::now();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return,
                };
                match Envelope::read(&text) {
                    Ok(envelope) => {
                        unanswered += 1;
                        if worker.send(envelope).is_err() {
                            return;
                        }
                    }
                    Err(answer) => {
                        if !send(&mut socket, Message::text(answer)).await {
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

/// Returns `false` if the page did not receive the message in time or has disconnected.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SENDING, socket.send(message)).await, Ok(Ok(())))
}
