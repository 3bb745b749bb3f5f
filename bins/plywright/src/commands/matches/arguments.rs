//! Arguments of `match`, and the match that they describe.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plywright::engine::{DynEngine, Facts};
use plywright::{FULL_STRENGTH, Key};
use plywright_matches::adjudication::{Draw, Resign};
use plywright_matches::engine_spec::EngineSpec;
use plywright_matches::openings::{Balance, OpeningChoice, Openings};
use plywright_matches::player::Origin;
use plywright_matches::record::Tags;
use plywright_matches::referee::Conditions;
use plywright_matches::schedule::{Pairing, Schedule};
use plywright_matches::shards::Sources;
use plywright_matches::sprt::Sprt;
use plywright_matches::tournament::{OptionValue, Tournament};

use super::engines::{engines, make_engine};
use crate::choice::Choice;
use crate::console::{print_line, stop_flag_until_second_signal};
use crate::failure::Failure;
use crate::planning::{Machine, ShardOptions, named_files};
use crate::progress::Progress;
use crate::recorded::say_latin_1;
use crate::values::{one_of, time, whole};

const NOTES: &str = include_str!("notes.txt");

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct Match {
    /// The game and its rules.
    #[command(flatten)]
    pub choice: Choice,
    /// An engine; repeat the option for every engine
    #[arg(long = "engine", value_name = "SETTINGS")]
    pub engines: Vec<String>,
    /// Settings that all engines share; an engine's own settings override them
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub each: String,
    /// Add engines of this program at these levels of strength, from 0 to 30 (full strength)
    #[arg(long, value_name = "N,N...", value_delimiter = ',', value_parser = whole(0..=FULL_STRENGTH))]
    pub levels: Vec<u8>,
    /// Which engines play each other
    #[arg(long, default_value = "round-robin", value_parser = one_of(&PAIRINGS))]
    pub pairing: Pairing,
    /// Number of rounds for each pair of engines; a round is one opening, played twice with sides swapped
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=10_000_000_u32))]
    pub rounds: u32,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    pub concurrency: u16,
    /// Openings: random moves, or a file of positions or EPD, lines of moves, or game records
    #[arg(long, value_name = "random:PLIES|random:MIN-MAX|FILE", default_value = "random:4")]
    pub openings: OpeningChoice,
    /// Skip openings that a search scores higher than this for either side; in hundredths, or in points in a
    /// game decided by points. Random openings are drawn until one is balanced
    #[arg(long, value_name = "CP", value_parser = whole(0_i32..))]
    pub balanced: Option<i32>,
    /// Node limit of the search for --balanced; 200,000 if not given
    #[arg(long, value_name = "N", requires = "balanced", value_parser = whole(1_u64..))]
    pub balanced_nodes: Option<u64>,
    /// Play nothing; print the opening of each round, as a line of a file for --openings
    #[arg(long, conflicts_with_all = ["join", "out", "sprt", "plan", "step"])]
    pub list_openings: bool,
    /// Seed of the openings and of the engines' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64..))]
    pub seed: u64,
    /// End the match as soon as a sequential test (SPRT) accepts a hypothesis: elo0=0 elo1=5 alpha=0.05
    /// beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "SETTINGS")]
    pub sprt: Option<Sprt>,
    /// A side loses after `movecount` moves in a row with scores of at most -`score`, in the unit of
    /// --balanced: movecount=3 score=600 twosided=false
    #[arg(long, value_name = "SETTINGS")]
    pub resign: Option<Resign>,
    /// A game is drawn after `movenumber` moves of each side if both sides' scores are within `score` of 0
    /// for `movecount` moves in a row: movenumber=40 movecount=8 score=10
    #[arg(long, value_name = "SETTINGS")]
    pub draw: Option<Draw>,
    /// Number of moves of both sides, those of the opening included, after which an unfinished game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1_u32..))]
    pub max_plies: u32,
    /// Time to wait for an engine's move when no time limit applies
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub timeout: Duration,
    /// Write the games to this file; if it has games of the same match, continue the match
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play nothing; report the results of the games in these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub join: Vec<PathBuf>,
    /// Plan and shards.
    #[command(flatten)]
    pub shards: ShardOptions,
    /// Print the results after every N games; 0 for only at the end
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0_u64..))]
    pub rating_interval: u64,
}

const PAIRINGS: [(&str, &str, Pairing); 3] = [
    ("round-robin", "Every engine plays against every other one", Pairing::RoundRobin),
    ("gauntlet", "The first engine plays against every other one", Pairing::Gauntlet),
    ("neighbours", "Each engine plays against the next one in the list", Pairing::Neighbours),
];

impl Match {
    /// Splits the options into those of the rules and those of the engines.
    fn split_options(&self) -> Result<(Vec<OptionValue>, Vec<OptionValue>), Failure> {
        Ok(self.choice.split_options(&*self.choice.rules()?))
    }

    /// Returns the engines of the match, after checking their settings and their number. Reads files of parameters,
    /// which must not be for another game. Starts no process.
    pub(crate) fn specs(&self) -> Result<Vec<EngineSpec>, Failure> {
        let (_, options) = self.split_options()?;
        let specs = engines(&self.levels, &self.engines, &self.each, &options)?;
        if specs.len() < 2 {
            let message = "a match needs at least two engines, given by --engine or --levels";
            return Err(Failure::not_understood(message));
        }
        self.check_sprt(specs.len())?;
        let game = self.choice.game()?.facts().game;
        for spec in &specs {
            spec.check_game(game)?;
        }
        Ok(specs)
    }

    /// Checks that a sequential test, if there is one, has two engines.
    pub(super) fn check_sprt(&self, engines: usize) -> Result<(), Failure> {
        if self.sprt.is_none() || engines == 2 {
            return Ok(());
        }
        Err(Failure::not_understood(format!("--sprt tests two engines, but there are {engines}")))
    }

    /// Prepares the match that the arguments describe. Reads its files and creates engines of this program to find
    /// errors early, but starts no process. The concurrency, the flag to stop and the paths of the files are those of
    /// `machine`.
    pub(crate) fn tournament(&self, machine: &Machine) -> Result<Tournament<'static>, Failure> {
        let (rules, _) = self.split_options()?;
        let engines = self.specs()?;
        let (choice, sources) = (self.choice.clone(), machine.sources.clone());
        let own_rules = on_this_machine(&rules, &sources);
        let make_own_engine = move |options: &[OptionValue]| {
            make_engine(&choice, &own_rules, &on_this_machine(options, &sources))
        };
        let rules_engine = make_own_engine(&[]).map_err(Failure::not_understood)?;
        let mut source = self.openings.clone();
        if let OpeningChoice::File { path, .. } = &mut source
            && let Some(text) = path.to_str()
        {
            *path = PathBuf::from(machine.sources.path(text));
        }
        let openings = self.openings(&source, &rules, &*rules_engine)?;
        let Facts { game, variant, .. } = rules_engine.dyn_game().facts().clone();
        let tournament = Tournament {
            schedule: Schedule::new(engines.len(), self.pairing, self.rounds as usize),
            engines,
            tags: tags(self, game, &variant, &rules, &openings),
            openings,
            conditions: Conditions {
                resign: self.resign,
                draw: self.draw,
                max_plies: self.max_plies as usize,
                timeout: self.timeout,
            },
            seed: self.seed,
            concurrency: machine.concurrency,
            make_engine: Box::new(make_own_engine),
            interrupt: Arc::clone(&machine.stop),
        };
        tournament.check().map_err(Failure::not_understood)?;
        Ok(tournament)
    }

    /// Reads the openings from a file, or prepares random ones. With `--balanced`, searches each opening of the file,
    /// which can take long, and shows the progress. Prints a note if the file is not UTF-8. `rules` are the options of
    /// the rules; `engine` must have them.
    fn openings(
        &self,
        source: &OpeningChoice,
        rules: &[OptionValue],
        engine: &dyn DynEngine,
    ) -> Result<Openings, Failure> {
        let progress = Progress::of_short_work();
        let mut show = |searched: usize, all: usize| {
            progress.show(searched as u64, all as u64, || "searching for balanced openings".to_owned());
        };
        let openings = Openings::prepare(source, self.balance(), self.seed, rules, engine, &mut show);
        progress.clear();
        let openings = openings?;
        if let Some(line) = openings.line_in_latin_1 {
            say_latin_1(&self.openings, line);
        }
        Ok(openings)
    }

    fn balance(&self) -> Option<Balance> {
        self.balanced.map(|score| Balance { score, nodes: self.balanced_nodes.unwrap_or(Balance::NODES) })
    }

    /// Prints the opening of each round on a line of its own.
    pub(super) fn list_openings(&self) -> Result<(), Failure> {
        let (rules, options) = self.split_options()?;
        // No engine plays here, but invalid options and settings are still errors.
        self.choice.engine()?;
        EngineSpec::parse("cmd=builtin", &self.each)?;
        engines(&self.levels, &self.engines, &self.each, &options)?;
        let engine = make_engine(&self.choice, &rules, &[]).map_err(Failure::not_understood)?;
        let openings = self.openings(&self.openings, &rules, &*engine)?;
        let (interrupt, progress) = (stop_flag_until_second_signal(), Progress::new());
        for round in 0..self.rounds {
            let mut show_search = |tried| {
                progress.show(u64::from(round), u64::from(self.rounds), || searching(tried));
            };
            let Some(opening) = openings.get(round as usize, &*engine, &interrupt, &mut show_search)? else {
                return Err(Failure::interrupted());
            };
            progress.aside(|| print_line(opening))?;
            progress.show(u64::from(round) + 1, u64::from(self.rounds), || "openings".to_owned());
        }
        progress.clear();
        Ok(())
    }

    /// Returns the paths of the files and folders that options of this program's engines name.
    pub(crate) fn option_files(&self) -> Result<Vec<String>, Failure> {
        let engine = self.choice.rules()?.engine(None)?;
        let mut files = named_files(&*engine, &self.choice.options)?;
        for spec in self.specs()?.iter().filter(|spec| spec.origin == Origin::Builtin) {
            files.extend(named_files(&*engine, &spec.options)?);
        }
        Ok(files)
    }

    /// Returns the path of the file of openings; `None` for random openings and for a path that is not UTF-8.
    pub(crate) fn opening_file(&self) -> Option<String> {
        match &self.openings {
            OpeningChoice::File { path, .. } => path.to_str().map(str::to_owned),
            OpeningChoice::Random(_) => None,
        }
    }

    /// Describes the limits and the openings, for the heading of the report.
    pub(crate) fn conditions(&self, tournament: &Tournament) -> String {
        let limits: Vec<_> = tournament.engines.iter().map(|engine| engine.limits.to_string()).collect();
        let same = limits.iter().all(|limit| *limit == limits[0]);
        let limits = if same { limits[0].clone() } else { limits.join(" - ") };
        format!("{limits}, {}", self.openings)
    }
}

/// Returns the options for this machine. If a value is a path that the plan names, the path of the same file on this
/// machine replaces it.
fn on_this_machine(options: &[OptionValue], sources: &Sources) -> Vec<OptionValue> {
    options.iter().map(|(name, value)| (name.clone(), sources.path(value).to_owned())).collect()
}

fn tags(arguments: &Match, game: &str, variant: &str, rules: &[OptionValue], openings: &Openings) -> Tags {
    let mut tags = Tags::default();
    tags.push("Game", game);
    tags.push("Variant", variant);
    tags.push("Seed", arguments.seed.to_string());
    tags.push("Openings", arguments.openings.to_string());
    tags.push_rules(rules);
    tags.push("Conditions", untagged_conditions(arguments, openings));
    tags
}

/// Describes the conditions of the match that no other tag of its records states. A file of games is continued only
/// under the same conditions.
fn untagged_conditions(arguments: &Match, openings: &Openings) -> String {
    let Match { resign, draw, max_plies, timeout, .. } = arguments;
    let parts = [
        openings.content().map(|Key(key)| format!("openings {key:016x}")),
        arguments.balance().map(|balance| balance.to_string()),
        resign.map(|resign| format!("resign {resign}")),
        draw.map(|draw| format!("draw {draw}")),
        Some(format!("max-plies {max_plies}, timeout {}", timeout.as_secs_f64())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the progress text of the search for a balanced opening. `tried` is the number of different positions to
/// which the openings drawn for the round have led so far.
pub(super) fn searching(tried: usize) -> String {
    format!("searching for a balanced opening, {tried} tried")
}
