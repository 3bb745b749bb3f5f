//! The Python class `_Board`: the board's page for one game, served by a thread in the background.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use plywright::Variant;
use plywright::engine::{DynEngine, DynGame};
use plywright_board::{Address, Catalogue, GameListing, serve_until};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::wait;

/// The only game that the page offers.
struct Shown {
    game: Arc<dyn DynGame>,
    /// Name of the game on the page. A game written in Python has the name of its class.
    name: &'static str,
    variants: Vec<Variant>,
}

impl Shown {
    /// Creates the catalogue. The name of the variant stays in memory until the process ends.
    fn new(game: Arc<dyn DynGame>, is_written: bool) -> Self {
        let facts = game.facts();
        let variant: &'static str = Box::leak(facts.variant.clone().into_boxed_str());
        let (name, variants) = if is_written {
            (variant, vec![Variant { name: variant, summary: "Rules written in Python." }])
        } else {
            let mut variants = game.variants();
            variants.sort_by_key(|known| known.name != variant);
            if variants[0].name != variant {
                variants.insert(0, Variant { name: variant, summary: "" });
            }
            (facts.game, variants)
        };
        Self { game, name, variants }
    }
}

impl Catalogue for Shown {
    fn games(&self) -> Vec<GameListing> {
        vec![GameListing {
            name: self.name,
            variants: self.variants.clone(),
            further: self.game.further_variants(),
            how_to_play: self.game.info().how_to_play,
        }]
    }

    fn rules(&self) -> &[(String, String)] {
        &self.game.facts().options
    }

    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
        if game != self.name {
            return Err(format!("no game is called '{}', expected {}", plywright::shorten(game), self.name));
        }
        let variant = variant.unwrap_or(&self.game.facts().variant);
        let game = self.game.variant(variant).map_err(|error| error.to_string())?;
        game.engine(None).map_err(|error| error.to_string())
    }
}

/// The board's page for a game. The server runs until the object is closed.
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
        let shown = Arc::new(Shown::new(Arc::clone(&game.rules().game), game.is_written()));
        let address = Address { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), port, is_shared: false };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (sender, begun) = sync_channel(1);
        let work = move || {
            let result = serve_until(&stopped, shown, address, |page| {
                // An error is impossible: the receiver waits for this message.
                let _ = sender.send(Ok(page.to_owned()));
            });
            if let Err(error) = result {
                // After the beginning, nobody waits.
                let _ = sender.try_send(Err(error.to_string()));
            }
        };
        let server = thread::Builder::new().name("board".to_owned()).spawn(work).map_err(wait::no_thread)?;
        let address =
            py.detach(move || begun.recv()).unwrap_or_else(|_| Err("the server has failed".to_owned()));
        Ok(Self { address: address.map_err(PyOSError::new_err)?, stop, server: Mutex::new(Some(server)) })
    }

    /// Address of the page.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Ends the server and closes the connections to open pages.
    fn close(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        py.detach(|| {
            let server = wait::lock(&self.server).take();
            // A server that panicked has printed its message.
            server.map(JoinHandle::join)
        });
    }
}

impl Drop for PyBoard {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
