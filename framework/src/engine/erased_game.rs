//! Implements [`DynGame`] for the rules of every game. [`game_of`] returns the rules of a game's default
//! variant.

use std::path::Path;
use std::sync::Arc;

use super::analysis::next_moves;
use super::bench::bench;
use super::dyn_engine::{DynEngine, DynGame, DynOracle};
use super::perft_task;
use super::random_game::{RandomGame, random_game};
use super::report::{BenchReport, NextMoves, PerftReport, TaskEvent};
use super::request::{SetOptionError, Setup};
use super::task::Task;
use super::typed_engine::Engine;
use crate::game::{
    DynLine, Facts, GameInfo, GameLine, OptionError, OptionSpec, Playable, Ruleset, SetupError, Variant,
};
use crate::network::{FeatureShape, Learnable};
use crate::rules::{Depth, Perft, Side};
use crate::search::{Control, MayAnswer, Oracle, Rng, TimeSource};
use crate::tablebase::{DynTablebase, Probed, Stored, TablebaseError, Value, probe};
use crate::text::ParsePositionError;

/// Returns the rules of the default variant of the game `G`. All code that is generic in the game is compiled where
/// this function is called. Each game's crate should therefore call it, so that several games are compiled at the same
/// time.
pub fn game_of<G: Playable>() -> Arc<dyn DynGame> {
    let name = G::variants().first().map_or(G::INFO.name, |variant| variant.name).to_owned();
    GameOf::erased(Ruleset::new(G::default(), name, Vec::new()))
}

/// Rules of the game `G`, for use as a [`DynGame`], which hides the game's types.
pub(super) struct GameOf<G: Playable> {
    pub(super) rules: Arc<Ruleset<G>>,
}

impl<G: Playable> GameOf<G> {
    fn game(&self) -> &G {
        self.rules.game()
    }

    fn erased(rules: Ruleset<G>) -> Arc<dyn DynGame> {
        Arc::new(Self { rules: Arc::new(rules) })
    }
}

impl<G: Playable> DynGame for GameOf<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn variants(&self) -> Vec<Variant> {
        G::variants()
    }

    fn further_variants(&self) -> Option<Variant> {
        G::further_variants()
    }

    fn facts(&self) -> &Facts {
        self.rules.facts()
    }

    fn may_have(&self, variant: &str) -> bool {
        let name = variant.to_ascii_lowercase();
        G::variants().iter().any(|known| known.name == name) || G::further_variant(&name) != Ok(None)
    }

    fn variant(&self, name: &str) -> Result<Arc<dyn DynGame>, OptionError> {
        Ok(Self::erased(Ruleset::of_variant(Some(name))?))
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.rules.options()
    }

    fn with(&self, name: &str, value: &str) -> Result<Arc<dyn DynGame>, OptionError> {
        Ok(Self::erased(self.rules.with(name, value)?))
    }

    fn start(&self) -> Box<dyn DynLine> {
        Box::new(GameLine::start(Arc::clone(&self.rules)))
    }

    fn parse(&self, text: &str) -> Result<Box<dyn DynLine>, ParsePositionError> {
        let state = self.game().parse_position(text)?;
        Ok(Box::new(GameLine::new(Arc::clone(&self.rules), state)))
    }

    fn warning(&self, setup: &Setup) -> Option<String> {
        let text = setup.text(&self.named_positions()).ok()??;
        let state = self.game().parse_position(&text).ok()?;
        self.game().position_warning(&text, &state)
    }

    fn replayed(&self, line: &dyn DynLine) -> Result<Box<dyn DynLine>, SetupError> {
        Ok(Box::new(GameLine::replayed(Arc::clone(&self.rules), line)?))
    }

    fn adopt(&self, line: &dyn DynLine) -> Box<dyn DynLine> {
        let Some(line) = line.as_any().downcast_ref::<GameLine<G>>() else { return self.start() };
        let mut state = self.rules.start().clone();
        if line.state() != line.rules().start() {
            state = self.game().parse_position(&line.text()).unwrap_or(state);
        }
        let rules = Arc::clone(&self.rules);
        Box::new(if state == *line.state() { line.under(rules) } else { GameLine::new(rules, state) })
    }

    fn next_moves(&self, text: &str) -> Task<NextMoves> {
        let game = self.game().clone();
        let text = text.to_owned();
        Task::new(Control::new(), Vec::new(), move |control, listener| {
            listener(next_moves(&game, text, control));
        })
    }

    fn perft(&self, line: &dyn DynLine, depth: u32, perft: Perft) -> Task<PerftReport> {
        let state = match GameLine::of_rules(&self.rules, line) {
            Ok(line) => line.state().clone(),
            Err(error) => return Task::failing(&error),
        };
        let game = self.game().clone();
        Task::new(Control::new(), Vec::new(), move |control, listener| {
            let end = match perft_task::count(&game, &state, depth, perft, control, listener) {
                Some(nodes) => TaskEvent::Report(PerftReport::Total { nodes, time: control.elapsed() }),
                None => TaskEvent::Abandoned,
            };
            listener(end);
        })
    }

    fn bench(&self, threads: usize, depth: Option<Depth>, time: TimeSource) -> Task<BenchReport> {
        let game = self.game().clone();
        let control = Control::starting(time, None, MayAnswer::AtOnce);
        Task::new(control, Vec::new(), move |control, listener| {
            let end = bench(&game, threads, depth, control, listener);
            listener(end.unwrap_or_else(|error| TaskEvent::Failed(error.to_string())));
        })
    }

    fn named_positions(&self) -> Vec<(&'static str, String)> {
        self.game().named_positions()
    }

    fn sides(&self) -> [String; 2] {
        let seats = self.game().scene(self.rules.start()).seats;
        Side::BOTH.map(|side| seats[side.index()].name.clone().unwrap_or_else(|| side.to_string()))
    }

    fn symmetries(&self) -> u8 {
        self.game().symmetries()
    }

    fn move_count(&self) -> u32 {
        self.rules.move_numbers().count()
    }

    fn observation_shape(&self) -> Vec<usize> {
        match self.game().planes() {
            Some(planes) => planes.to_vec(),
            None => vec![self.network_shape().map_or(0, |shape| shape.count)],
        }
    }

    fn random_game(&self, rng: &mut Rng, max_plies: u32) -> RandomGame {
        random_game(self.game(), self.rules.start(), rng, max_plies)
    }

    fn reported(&self, value: Value) -> Value {
        self.rules.reported_value(value)
    }

    fn network_shape(&self) -> Option<FeatureShape> {
        self.rules.eval().features().map(|features| features.shape)
    }

    fn tablebase(&self) -> Option<Box<dyn DynTablebase>> {
        self.game().tablebase().map(|tables| tables as Box<dyn DynTablebase>)
    }

    fn oracle(&self, folder: Option<&Path>) -> Result<Box<dyn DynOracle>, TablebaseError> {
        let game = self.game();
        let oracle = match folder {
            Some(folder) => {
                game.tablebase().ok_or(TablebaseError::Unnumbered)?.open(Stored::folder(folder))?
            }
            None => game.options().oracle().ok_or(TablebaseError::NotBuiltIn { game: G::INFO.name })?,
        };
        Ok(Box::new(OracleOf { rules: Arc::clone(&self.rules), oracle }))
    }

    fn engine(&self, mebibytes: Option<usize>) -> Result<Box<dyn DynEngine>, SetOptionError> {
        Ok(Box::new(Engine::of_rules(Arc::clone(&self.rules), mebibytes)?))
    }
}

/// Exact values of the game `G`, for use as a [`DynOracle`], which hides the game's types.
struct OracleOf<G: Playable> {
    rules: Arc<Ruleset<G>>,
    oracle: Arc<dyn Oracle<G>>,
}

impl<G: Playable> DynOracle for OracleOf<G> {
    fn probe(&self, line: &dyn DynLine) -> Option<Probed> {
        let line = line.as_any().downcast_ref::<GameLine<G>>()?;
        let probed = probe(self.rules.game(), &*self.oracle, line.state());
        Some(probed.map(|value| self.rules.reported_value(value)))
    }
}
