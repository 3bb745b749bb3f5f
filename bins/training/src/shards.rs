//! Self-play in shards: several machines each play a range of a run's games, and one machine merges them into a file.
//! Each game is a unit of the [`Job`]. The merging machine checks it by the rules and the settings of the run.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywright::Key;
use plywright_matches::shards::{Job, JobError, Receiver, Sources, UnitFacts, signature};

use crate::MakeEngine;
use crate::error::SelfPlayError;
use crate::plan::SelfPlay;
use crate::player::{IdleEngines, Player};
use crate::record::RecordedGame;
use crate::self_play::{GameSink, play_with};

/// Self-play whose games can be played in shards.
pub struct SelfPlayJob {
    /// Settings of the whole run, in which the paths of files are those on this machine.
    run: SelfPlay,
    engine: Box<MakeEngine<'static>>,
    /// Header of the merged file.
    head: String,
    stop: Arc<AtomicBool>,
    idle: IdleEngines,
}

impl SelfPlayJob {
    /// Creates the job of a whole run. `engine` creates engines with the rules of the run. `sources` has the paths of
    /// files on this machine. When another thread sets `stop`, the job ends early.
    ///
    /// # Errors
    /// Returns an error if an option is invalid.
    pub fn new(
        mut run: SelfPlay,
        engine: Box<MakeEngine<'static>>,
        sources: &Sources,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, SelfPlayError> {
        let local_path = |path: &str| sources.path(path).to_owned();
        run.network =
            run.network.map(|path| path.to_str().map_or(path.clone(), |text| local_path(text).into()));
        // The header has the paths of the plan, which are the same on every machine.
        let original = run.clone();
        for (_, value) in &mut run.options {
            *value = local_path(value);
        }
        let head = original.header(&*Player::new(&run, engine()?)?.engine)?.text();
        Ok(Self { run, engine, head, stop, idle: IdleEngines::default() })
    }
}

impl Job for SelfPlayJob {
    fn units(&self) -> u64 {
        self.run.games
    }

    fn signature(&self) -> Result<Key, JobError> {
        let engine = (self.engine)().map_err(JobError::new)?;
        let mut player = Player::new(&self.run, engine).map_err(JobError::new)?;
        signature(&mut *player.engine)
    }

    fn head(&self) -> String {
        self.head.clone()
    }

    fn play(&self, units: Range<u64>, receive: &mut Receiver) -> Result<(), JobError> {
        let games = units.end - units.start;
        let run = SelfPlay { first: self.run.first + units.start, games, ..self.run.clone() };
        let mut receive = |game: RecordedGame| receive(game.to_string());
        let sink = GameSink::default();
        play_with(&run, &*self.engine, &self.idle, sink, &self.stop, &mut receive).map_err(JobError::new)
    }

    fn check(&self, number: u64, text: &str) -> Result<UnitFacts, String> {
        let line = text.strip_suffix('\n').ok_or("the line has no end")?;
        let game = RecordedGame::parse(line);
        let game = game.map_err(|(found, expected)| format!("found {found}, expected {expected}"))?;
        let expected = self.run.first + number;
        if game.number != expected {
            return Err(format!("it is game {}, expected game {expected}", game.number));
        }
        if game.to_string() != text {
            return Err("its text differs from the text that self-play writes".to_owned());
        }
        let check = |player: &mut Player| player.check(&game);
        let checked = self.idle.with_player(&self.run, &*self.engine, &Arc::default(), check);
        checked.map_err(|error| error.to_string())??;
        Ok(UnitFacts { games: 1, positions: game.moves.len() as u64, outcome: None })
    }
}
