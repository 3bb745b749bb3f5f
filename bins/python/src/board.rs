//! The Python class `_Board`: the board's page for one game, served by a thread in the background.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use plywright::Variant;
use plywright::engine::{DynGame, lock};
use plywright_board::{Address, Catalogue, GameListing, serve};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::guard::unlocked;
use crate::wait;

/// Returns a catalogue with one game. A catalogue is the list of games that a board offers. On the page, a game written
/// in Python has the name of its variant, because all such games are variants of the game `python`.
fn catalogue(game: Arc<dyn DynGame>, is_written: bool) -> Catalogue {
    let mut listing = GameListing::of(&*game);
    if is_written {
        listing.name = listing.variants[0].name;
        listing.variants = vec![Variant { name: listing.name, summary: "Rules written in Python." }];
    }
    let (name, rules) = (listing.name, game.facts().options.clone());
    let make_engine = move |found: &str, variant: Option<&str>| {
        if found != name {
            return Err(format!("no game is called '{}', expected {name}", plywright::shorten(found)));
        }
        let game =
            game.variant(variant.unwrap_or(&game.facts().variant)).map_err(|error| error.to_string())?;
        game.engine(None).map_err(|error| error.to_string())
    };
    Catalogue { rules, ..Catalogue::new(vec![listing], Box::new(make_engine)) }
}

/// The board's page for a game. The server runs until the object is closed or dropped.
#[pyclass(frozen, name = "_Board", module = "plywright._core")]
pub struct PyBoard {
    address: String,
    stop: Arc<AtomicBool>,
    server: Mutex<Option<JoinHandle<()>>>,
}

#[pymethods]
impl PyBoard {
    /// Starts the server. With port 0, the system chooses a free port.
    #[new]
    fn new(py: Python<'_>, game: &Bound<'_, PyGame>, port: u16) -> PyResult<Self> {
        let game = game.get();
        let shown = Arc::new(catalogue(Arc::clone(&game.rules().game), game.is_written()));
        let address = Address { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), port, is_shared: false };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (sender, begun) = sync_channel(1);
        let work = move || {
            let result = serve(shown, address, Some(&stopped), |page| {
                // An error is impossible: the receiver waits for this message.
                let _ = sender.send(Ok(page.to_owned()));
                Ok(())
            });
            if let Err(error) = result {
                // After the server has started, nobody waits for its error, so the error is dropped.
                let _ = sender.try_send(Err(error.to_string()));
            }
        };
        let server = thread::Builder::new().name("board".to_owned()).spawn(work).map_err(wait::no_thread)?;
        let address =
            unlocked(py, move || begun.recv())?.unwrap_or_else(|_| Err("the server has failed".to_owned()));
        Ok(Self { address: address.map_err(PyOSError::new_err)?, stop, server: Mutex::new(Some(server)) })
    }

    /// Address of the page.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Ends the server, which closes the connections to open pages, and waits for its end.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        unlocked(py, || {
            if let Some(server) = lock(&self.server).take() {
                // Joining fails if the server panicked. The panic has printed its message.
                let _ = server.join();
            }
        })
    }
}

impl Drop for PyBoard {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
