//! Self-play and the training of small networks.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywright::engine::{DynEngine, Go, Outcome, SetOptionError};
use plywright::network::{self, Provenance};
use plywright::search::Rng;
use plywright::{Depth, Side};
use plywright_matches::openings::RandomPlies;
use plywright_matches::shards::{Job, Sources};
use plywright_training::{
    Epoch, Expansion, GameSink, MakeEngine, SelfPlay, SelfPlayError, SelfPlayJob, Training, TrainingProgress,
    play_games, train,
};
use tempfile::TempDir;

/// Creates an engine with a small transposition table.
fn engine_of(name: &str) -> Result<Box<dyn DynEngine>, SetOptionError> {
    let game = plywright_games::all().into_iter().find(|game| game.facts().game == name);
    game.unwrap().engine(Some(1))
}

fn engine() -> Result<Box<dyn DynEngine>, SetOptionError> {
    engine_of("tic-tac-toe")
}

fn games(count: u64, first: u64, concurrency: usize) -> SelfPlay {
    SelfPlay {
        games: count,
        first,
        nodes: 20,
        seed: 3,
        opening: RandomPlies { min: 0, max: 4 },
        branches: 0.0,
        max_plies: 20,
        to_the_end: false,
        concurrency,
        network: None,
        options: Vec::new(),
    }
}

fn play(plan: &SelfPlay, out: &Path) -> Result<(), String> {
    play_with(plan, &engine, out).map_err(|error| error.to_string())
}

fn play_with(plan: &SelfPlay, engine: &MakeEngine, out: &Path) -> Result<(), SelfPlayError> {
    let sink = GameSink::open(plan, engine, Some(out))?;
    play_games(plan, engine, sink, &AtomicBool::new(false), &mut |_| ControlFlow::Continue(()))
}

const EXPANSION: Expansion = Expansion { images: 1, result_share: 1.0, exact_share: 1.0, seed: 1 };

fn training(data: &[PathBuf], epochs: u32, threads: usize) -> Training {
    Training {
        data: data.to_vec(),
        hidden: 32,
        from: None,
        epochs,
        batch: 64,
        rate: 0.005,
        expansion: EXPANSION,
        threads,
        force: false,
        provenance: Provenance::default(),
    }
}

/// What a training has reported and written.
#[derive(Debug)]
struct Trained {
    /// Number of epochs that an earlier run has completed.
    epochs_before: u32,
    /// Number of positions whose exact value is known.
    exact: u64,
    /// Statistics of the epochs of this run.
    epochs: Vec<Epoch>,
    /// Content of the network's file.
    network: Vec<u8>,
}

impl Trained {
    /// Returns the losses on the validation set, epoch by epoch.
    fn losses(&self) -> Vec<f64> {
        self.epochs.iter().map(|epoch| epoch.validation_loss).collect()
    }
}

fn learn(plan: &Training, out: &Path) -> Result<Trained, String> {
    learn_with(plan, &engine, out)
}

fn learn_with(plan: &Training, engine: &MakeEngine, out: &Path) -> Result<Trained, String> {
    let (mut start, mut completed) = (None, Vec::new());
    let trained = train(plan, engine, out, &|| false, &mut |progress| match progress {
        TrainingProgress::Reading(_) => {}
        TrainingProgress::Start { epochs, exact, .. } => start = Some((epochs, exact)),
        TrainingProgress::Epoch(epoch) => completed.push(epoch),
    });
    trained.map_err(|error| error.to_string())?;
    let (epochs_before, exact) = start.unwrap();
    Ok(Trained { epochs_before, exact, epochs: completed, network: fs::read(out).unwrap() })
}

#[test]
fn games_depend_neither_on_the_concurrency_nor_on_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, cut] = ["one", "two", "cut"].map(|name| folder.path().join(name));
    play(&games(120, 0, 1), &one).unwrap();
    play(&games(120, 0, 2), &two).unwrap();
    let bytes = fs::read(&one).unwrap();
    assert_eq!(bytes, fs::read(&two).unwrap());
    // The file is cut in the middle of a line, before its last line feed, and in the middle of the header.
    for length in [bytes.len() / 2, bytes.len() - 1, 20] {
        fs::write(&cut, &bytes[..length]).unwrap();
        play(&games(120, 0, 1), &cut).unwrap();
        assert_eq!(bytes, fs::read(&cut).unwrap(), "cut after {length} bytes");
    }
}

#[test]
fn a_network_depends_neither_on_the_threads_nor_on_the_files_of_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other, joined] = ["one", "other", "joined"].map(|name| folder.path().join(name));
    play(&games(120, 0, 1), &one).unwrap();
    play(&games(60, 120, 1), &other).unwrap();
    let data = [one, other];
    fs::write(&joined, data.each_ref().map(|path| fs::read(path).unwrap()).concat()).unwrap();
    let network = |name, data: &[PathBuf], threads| {
        learn(&training(data, 4, threads), &folder.path().join(name)).unwrap().network
    };
    let first = network("a.net", &data, 1);
    assert_eq!(first, network("b.net", &data, 3));
    assert_eq!(first, network("c.net", &[joined], 1));
}

#[test]
fn an_interrupted_training_ends_with_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let [file, net, checkpoint] = ["games", "net", "net.checkpoint"].map(|name| folder.path().join(name));
    play(&games(120, 0, 1), &file).unwrap();
    let plan = training(&[file], 4, 1);
    let mut before = Vec::new();
    let network = train(&plan, &engine, &net, &|| false, &mut |progress| {
        if let TrainingProgress::Epoch(Epoch { number: 2, .. }) = progress {
            before = fs::read(&checkpoint).unwrap();
        }
    });
    fs::write(&checkpoint, before).unwrap();
    let continued = learn(&plan, &net).unwrap();
    assert_eq!(continued.epochs.len(), 2);
    assert_eq!(continued.network, network::to_bytes(&network.unwrap()));
}

#[test]
fn a_training_starts_from_a_network_also_with_more_neurons() {
    let folder = tempfile::tempdir().unwrap();
    let [file, known, net] = ["games", "known", "net"].map(|name| folder.path().join(name));
    play(&games(200, 0, 1), &file).unwrap();
    let data = std::slice::from_ref(&file);
    let trained = learn(&Training { hidden: 64, ..training(data, 12, 1) }, &known).unwrap().losses();
    let from = Some(known.clone());
    let start = Training { rate: 1e-6, from, force: true, ..training(data, 1, 1) };
    let plan = |hidden| Training { hidden, ..start.clone() };
    let same = learn(&plan(64), &net).unwrap().losses();
    assert!((same[0] - trained[11]).abs() < 0.001, "{same:?} {trained:?}");
    let wider = learn(&plan(96), &net).unwrap().losses();
    assert!(wider[0] < trained[0] && wider[0] < trained[11] + 0.01, "{wider:?} {trained:?}");
    let error = learn(&plan(32), &net).unwrap_err();
    assert!(error.contains("it has 64 hidden neurons, expected at most --hidden, which is 32"), "{error}");
    let missing = Training { from: Some(folder.path().join("missing")), ..plan(64) };
    assert!(learn(&missing, &net).unwrap_err().contains("missing"));
}

/// Files of a training, in a temporary folder. Only the file of games exists at first.
struct Files {
    games: PathBuf,
    network: PathBuf,
    checkpoint: PathBuf,
    best: PathBuf,
    _folder: TempDir,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [data, network, checkpoint, best] =
            ["games", "net", "net.checkpoint", "net.best"].map(|name| folder.path().join(name));
        play(&games(60, 0, 1), &data).unwrap();
        Self { games: data, network, checkpoint, best, _folder: folder }
    }

    fn plan(&self, epochs: u32) -> Training {
        training(std::slice::from_ref(&self.games), epochs, 1)
    }

    /// Trains by `plan`, which must fail without a change of the files. Returns the message.
    fn refusal(&self, plan: &Training) -> String {
        let contents = || [&self.network, &self.checkpoint, &self.best].map(|path| fs::read(path).ok());
        let before = contents();
        let message = learn(plan, &self.network).unwrap_err();
        assert_eq!(contents(), before);
        message
    }
}

#[test]
fn epochs_are_added_to_a_training_and_the_best_is_kept() {
    let files = Files::new();
    let mut epochs = learn(&files.plan(2), &files.network).unwrap().epochs;
    epochs.extend(learn(&files.plan(3), &files.network).unwrap().epochs);
    assert_eq!(epochs.iter().map(|epoch| epoch.number).collect::<Vec<_>>(), [1, 2, 3]);
    for (index, epoch) in epochs.iter().enumerate() {
        let best =
            epochs[..=index].iter().min_by(|a, b| a.validation_loss.total_cmp(&b.validation_loss)).unwrap();
        assert_eq!(epoch.best, best.number);
    }
    assert!(network::read(&fs::read(&files.best).unwrap()).is_ok());
}

#[test]
fn a_training_is_not_continued_with_other_settings() {
    let files = Files::new();
    learn(&files.plan(3), &files.network).unwrap();
    for (plan, expected) in [
        (Training { hidden: 64, ..files.plan(3) }, "hidden 32"),
        (Training { expansion: Expansion { seed: 2, ..EXPANSION }, ..files.plan(3) }, "another training"),
        (Training { rate: 0.1, ..files.plan(4) }, "--force"),
        (files.plan(1), "has 3 complete epochs"),
    ] {
        let message = files.refusal(&plan);
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(learn(&files.plan(3), &files.network).unwrap().epochs_before, 3);
}

/// The changed file has the same numbers of games and positions, but one game has another result.
#[test]
fn a_training_is_not_continued_with_other_games() {
    let files = Files::new();
    learn(&files.plan(1), &files.network).unwrap();
    let text = fs::read_to_string(&files.games).unwrap();
    let line = text.lines().find(|line| line.contains("\t1-0\t")).unwrap();
    let other = changed(line, |[_, result, ..]| *result = "0-1".to_owned());
    fs::write(&files.games, text.replace(&format!("{line}\n"), &other)).unwrap();
    let message = files.refusal(&files.plan(1));
    assert!(message.contains("another training"), "{message}");
}

#[test]
fn a_training_without_its_checkpoint_is_only_replaced_by_force() {
    let files = Files::new();
    learn(&files.plan(1), &files.network).unwrap();
    fs::write(&files.checkpoint, "damaged").unwrap();
    assert!(files.refusal(&files.plan(1)).contains("damaged"));
    fs::remove_file(&files.checkpoint).unwrap();
    assert!(files.refusal(&files.plan(1)).contains("without its checkpoint"));
    // Only the best network is left.
    fs::remove_file(&files.network).unwrap();
    assert!(files.refusal(&files.plan(1)).contains("net.best: it is a network without its checkpoint"));
    let forced = Training { force: true, hidden: 64, ..files.plan(1) };
    assert_eq!(learn(&forced, &files.network).unwrap().epochs_before, 0);
}

#[test]
fn rules_come_from_the_data_and_nothing_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let [file, net, lessons] = ["games", "net", "lessons"].map(|name| folder.path().join(name));
    let engine = || engine_of("mill");
    let options = vec![("PiecesCount".to_owned(), "12".to_owned())];
    let plan =
        SelfPlay { opening: RandomPlies { min: 21, max: 21 }, max_plies: 30, options, ..games(40, 0, 1) };
    play_with(&plan, &engine, &file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let foreign = format!("# option Learning File={}\n# option Hash=65536\n# option P", lessons.display());
    fs::write(&file, text.replacen("# option P", &foreign, 1)).unwrap();
    learn_with(&training(&[file], 1, 1), &engine, &net).unwrap();
    assert!(net.exists() && !lessons.exists());
}

#[test]
fn files_that_are_not_games_of_the_engine_are_refused() {
    let files = Files::new();
    let text = fs::read_to_string(&files.games).unwrap();
    let cases = [
        (text.replace("1-0", "0-1"), "checksum"),
        (text.replace("game tic-tac-toe", "game chess"), "holds games of chess, expected tic-tac-toe"),
        (text.replacen("games 1", "games 2", 1), "found '# plywright-games 2', expected # plywright-games 1"),
        (format!("{text}{text}"), "which was read before"),
        (text.replace("# nodes 20", "# speed 20"), "a known line of a header"),
        (String::new(), "an empty file"),
        (text.split_inclusive('\n').take(9).collect(), "expected some of both"),
    ];
    for (text, expected) in cases {
        fs::write(&files.games, text).unwrap();
        let message = learn(&files.plan(1), &files.network).unwrap_err();
        assert!(message.contains(expected), "{expected}: {message}");
    }
}

#[test]
fn self_play_continues_only_a_file_of_its_own_run() {
    let folder = tempfile::tempdir().unwrap();
    let [file, new, notes] = ["games", "new", "notes"].map(|name| folder.path().join(name));
    play(&games(60, 0, 1), &file).unwrap();
    fs::write(&notes, "a line of notes").unwrap();
    let with = |name: &str, value: &str| {
        let options = vec![(name.to_owned(), value.to_owned())];
        SelfPlay { options, ..games(60, 0, 1) }
    };
    for (plan, file, expected) in [
        (SelfPlay { seed: 4, ..games(60, 0, 1) }, &file, "to continue it"),
        (SelfPlay { max_plies: 21, ..games(60, 0, 1) }, &file, "# max-plies 21\nto continue it"),
        (SelfPlay { network: Some(PathBuf::new()), ..games(60, 0, 1) }, &file, "# evaluation hand-written"),
        (with("Hash", "2"), &file, "# option Hash=2\nto continue it"),
        (with("Hush", "2"), &new, "'Hush'"),
        (games(60, 0, 1), &notes, "line 1: found 'a line of notes', expected # plywright-games 1"),
    ] {
        let message = play(&plan, file).unwrap_err();
        assert!(message.contains(expected), "{message}");
    }
    assert!(!new.exists());
}

#[test]
fn self_play_does_not_continue_the_games_of_a_network_that_was_replaced() {
    let files = Files::new();
    learn(&files.plan(1), &files.network).unwrap();
    let [file, copy] = ["own.games", "copy"].map(|name| files.games.with_file_name(name));
    fs::copy(&files.network, &copy).unwrap();
    let of = |network: &Path| SelfPlay { network: Some(network.to_owned()), ..games(4, 0, 1) };
    play(&of(&files.network), &file).unwrap();
    learn(&files.plan(2), &files.network).unwrap();
    let message = play(&of(&files.network), &file).unwrap_err();
    assert!(message.contains("# evaluation network ") && message.contains("to continue it"), "{message}");
    play(&of(&copy), &file).unwrap();
}

#[test]
fn a_training_replaces_only_networks() {
    let files = Files::new();
    let before = fs::read(&files.games).unwrap();
    let message = learn(&files.plan(1), &files.games).unwrap_err();
    assert!(message.contains("exists and is not a network"), "{message}");
    assert_eq!(fs::read(&files.games).unwrap(), before);
    let message = learn(&files.plan(1), files.games.parent().unwrap()).unwrap_err();
    assert!(message.contains("directory"), "{message}");
}

#[test]
fn a_hidden_layer_that_engines_cannot_compute_is_refused() {
    let files = Files::new();
    let plan = Training { hidden: 33, ..files.plan(1) };
    let message = learn(&plan, &files.network).unwrap_err();
    assert!(message.contains("hidden neurons 33, expected a multiple of 32"), "{message}");
}

#[test]
fn values_from_tables_replace_the_results_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let (file, net) = (folder.path().join("games"), folder.path().join("net"));
    let engine = |tables: &str| {
        let mut engine = engine_of("mill")?;
        engine.set_option("EndgameTables", tables)?;
        engine.set_option("OpeningTables", tables)?;
        engine.set_option("EvalFile", "")?;
        Ok(engine)
    };
    // After long openings, few stones are left on the board, and tablebases contain many of the positions.
    let plan = SelfPlay { opening: RandomPlies { min: 50, max: 80 }, max_plies: 150, ..games(60, 0, 1) };
    play_with(&plan, &|| engine("false"), &file).unwrap();
    let trained = |exact_share, tables: &str| {
        let expansion = Expansion { exact_share, ..EXPANSION };
        let plan = Training { expansion, force: true, ..training(std::slice::from_ref(&file), 1, 1) };
        learn_with(&plan, &|| engine(tables), &net).unwrap()
    };
    let by_truth = trained(1.0, "true");
    assert!(by_truth.exact > 20, "{}", by_truth.exact);
    let (without_tables, not_asked) = (trained(1.0, "false"), trained(0.0, "true"));
    assert_eq!((without_tables.exact, not_asked.exact), (0, 0));
    let by_results = without_tables.network;
    assert!(by_results == not_asked.network && by_truth.network != by_results);
}

const GAMES: u32 = 400;

/// Returns the share of points that the engine wins against a random player, with searches of depth 1. Without a
/// network, it has the evaluation that it starts with.
fn points(network: Option<&Path>) -> f64 {
    let mut rng = Rng::new(9);
    let mut player = engine().unwrap();
    if let Some(network) = network {
        player.set_option("EvalFile", network.to_str().unwrap()).unwrap();
    }
    let go = Go { depth: Some(Depth(1)), ..Go::default() };
    let mut points = 0.0;
    for game in 0..GAMES {
        let own = Side::BOTH[game as usize % 2];
        player.new_game().unwrap();
        let mut line = player.dyn_game().start();
        let ending = loop {
            if let Outcome::Over(ending) = line.outcome() {
                break ending;
            }
            let mut mv = line.random_move(&mut rng).unwrap();
            if line.side() == own {
                let (answer, _) = player.search(&*line, &go).answer().expect("an answer");
                mv = answer.best.unwrap();
            }
            line.replay(&[&mv]).unwrap();
        };
        points += ending.winner().map_or(0.5, |winner| f64::from(u8::from(winner == own)));
    }
    points / f64::from(GAMES)
}

#[test]
fn a_small_training_beats_the_untrained_evaluation() {
    let folder = tempfile::tempdir().unwrap();
    let (file, net) = (folder.path().join("games"), folder.path().join("net"));
    play(&games(2_000, 0, 2), &file).unwrap();
    let learned = learn(&training(&[file], 10, 2), &net).unwrap();
    let (epochs, losses) = (&learned.epochs, learned.losses());
    assert!(epochs.iter().all(|epoch| epoch.rounding < 0.5), "integers are off: {epochs:?}");
    let (untrained, trained) = (points(None), points(Some(&net)));
    println!("validation {losses:?}, points {untrained} untrained, {trained} trained");
    assert!(losses[9] < 0.7 * losses[0] || losses[9] < 0.1, "{losses:?}");
    assert!(trained > untrained + 0.04, "{untrained} untrained, {trained} trained");
}

/// The parts of a game's line before its checksum: its number, its result, its opening and its moves.
type Parts = [String; 4];

/// A change of a game, and the expected message.
type Change = (fn(&mut Parts), &'static str);

/// Changes the parts of a game, and corrects the checksum.
fn changed(line: &str, change: impl Fn(&mut Parts)) -> String {
    let parts: Vec<&str> = line.split('\t').collect();
    let mut parts: Parts = [parts[0], parts[1], parts[2], parts[3]].map(str::to_owned);
    change(&mut parts);
    let text = parts.join("\t");
    format!("{text}\t{:08x}\n", crc32fast::hash(text.as_bytes()))
}

#[test]
fn a_game_from_elsewhere_must_follow_from_the_rules_and_the_run() {
    let run = games(40, 5, 1);
    for run in [
        run.clone(),
        SelfPlay { to_the_end: true, ..run.clone() },
        SelfPlay { max_plies: 3, ..run.clone() },
        SelfPlay { branches: 0.5, ..run },
    ] {
        let job = SelfPlayJob::new(run, Box::new(engine), &Sources::default(), Arc::default()).unwrap();
        let mut units = Vec::new();
        job.play(0..40, &mut |unit| {
            units.push(unit);
            ControlFlow::Continue(())
        })
        .unwrap();
        let changes: [Change; 6] = [
            (|[_, result, ..]| *result = if result == "1-0" { "0-1" } else { "1-0" }.into(), "its result is"),
            (|[.., moves]| moves.truncate(moves.rfind(' ').unwrap_or(0)), "over after its last move"),
            (|[.., moves]| *moves += " b2:0", "follows the end of the game"),
            (|[_, _, opening, _]| *opening += " c1 c1", "its opening is not one of this run"),
            (|[.., moves]| *moves = moves.replacen("b2", "z9", 1).replacen("a1", "z9", 1), "z9"),
            // The second move becomes a copy of the first one.
            (
                |[.., moves]| {
                    let (first, rest) = moves.split_once(' ').unwrap();
                    let (_, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                    *moves = format!("{first} {first} {rest}");
                },
                "move ",
            ),
        ];
        let mut refused = [0; 6];
        for (number, unit) in (0..).zip(&units) {
            assert_eq!(job.check(number, unit).map(|facts| facts.games), Ok(1), "{unit}");
            for ((change, expected), refused) in changes.iter().zip(&mut refused) {
                let text = changed(unit, change);
                if text != *unit {
                    let error = job.check(number, &text).expect_err(&text);
                    *refused += u32::from(error.contains(expected));
                }
            }
        }
        assert!(refused.iter().all(|count| *count >= 5), "{refused:?}");
    }
}
