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
    Expansion, GameSink, MakeEngine, SelfPlay, SelfPlayError, SelfPlayJob, Training, TrainingProgress,
    play_games, train,
};

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

fn learn(plan: &Training, out: &Path, progress: &mut dyn FnMut(TrainingProgress)) -> Result<Vec<u8>, String> {
    train(plan, &engine, out, &|| false, progress).map_err(|error| error.to_string())?;
    Ok(fs::read(out).unwrap())
}

#[test]
fn the_same_seed_gives_the_same_files_whatever_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, cut, other] = ["one", "two", "cut", "other"].map(|name| folder.path().join(name));
    play(&games(120, 0, 1), &one).unwrap();
    play(&games(120, 0, 2), &two).unwrap();
    let bytes = fs::read(&one).unwrap();
    assert_eq!(bytes, fs::read(&two).unwrap());
    // The file is cut in the middle of a line, just before its end, and in the middle of the header.
    for length in [bytes.len() / 2, bytes.len() - 1, 20] {
        fs::write(&cut, &bytes[..length]).unwrap();
        play(&games(120, 0, 1), &cut).unwrap();
        assert_eq!(bytes, fs::read(&cut).unwrap(), "cut after {length} bytes");
    }
    play(&games(60, 120, 1), &other).unwrap();
    let data = [one.clone(), other.clone()];
    let joined = folder.path().join("joined");
    fs::write(&joined, [bytes, fs::read(&other).unwrap()].concat()).unwrap();
    let network = learn(&training(&data, 4, 1), &folder.path().join("a.net"), &mut |_| {}).unwrap();
    assert_eq!(network, learn(&training(&data, 4, 3), &folder.path().join("b.net"), &mut |_| {}).unwrap());
    assert_eq!(
        network,
        learn(&training(&[joined], 4, 1), &folder.path().join("c.net"), &mut |_| {}).unwrap()
    );
    let interrupted = folder.path().join("d.net");
    let mut before = Vec::new();
    learn(&training(&data, 4, 1), &interrupted, &mut |progress| {
        if let TrainingProgress::Epoch(epoch) = progress
            && epoch.number == 2
        {
            before = fs::read(folder.path().join("d.net.checkpoint")).unwrap();
        }
    })
    .unwrap();
    fs::write(folder.path().join("d.net.checkpoint"), before).unwrap();
    let mut epochs = 0;
    let resumed = learn(&training(&data, 4, 1), &interrupted, &mut |progress| {
        epochs += i32::from(matches!(progress, TrainingProgress::Epoch(_)));
    });
    assert_eq!((resumed.unwrap(), epochs), (network, 2));
}

/// Trains by `plan` and returns the number of epochs that an earlier run has completed.
fn epochs_before(plan: &Training, out: &Path) -> Result<u32, String> {
    let mut before = None;
    learn(plan, out, &mut |progress| {
        if let TrainingProgress::Start { epochs, .. } = progress {
            before = Some(epochs);
        }
    })?;
    Ok(before.unwrap())
}

#[test]
fn a_training_starts_from_a_network_also_with_more_neurons() {
    let folder = tempfile::tempdir().unwrap();
    let [file, known, net] = ["games", "known", "net"].map(|name| folder.path().join(name));
    play(&games(200, 0, 1), &file).unwrap();
    let losses = |plan: &Training, out: &Path| {
        let mut losses = Vec::new();
        learn(plan, out, &mut |progress| {
            if let TrainingProgress::Epoch(epoch) = progress {
                losses.push(epoch.validation);
            }
        })
        .map(|_| losses)
    };
    let data = std::slice::from_ref(&file);
    let trained = losses(&Training { hidden: 64, ..training(data, 12, 1) }, &known).unwrap();
    let from = Some(known.clone());
    let start = Training { rate: 1e-6, from, force: true, ..training(data, 1, 1) };
    let plan = |hidden| Training { hidden, ..start.clone() };
    let same = losses(&plan(64), &net).unwrap();
    assert!((same[0] - trained[11]).abs() < 0.001, "{same:?} {trained:?}");
    let wider = losses(&plan(96), &net).unwrap();
    assert!(wider[0] < trained[0] && wider[0] < trained[11] + 0.01, "{wider:?} {trained:?}");
    let error = losses(&plan(32), &net).unwrap_err();
    assert!(error.contains("it has 64 hidden neurons, expected at most --hidden, which is 32"), "{error}");
    let missing = Training { from: Some(folder.path().join("missing")), ..plan(64) };
    assert!(losses(&missing, &net).unwrap_err().contains("missing"));
}

#[test]
fn only_epochs_are_added_to_a_training() {
    let folder = tempfile::tempdir().unwrap();
    let [file, net] = ["games", "net"].map(|name| folder.path().join(name));
    play(&games(60, 0, 1), &file).unwrap();
    let plan = |epochs| training(std::slice::from_ref(&file), epochs, 1);
    let mut losses = Vec::new();
    for epochs in [2, 3] {
        learn(&plan(epochs), &net, &mut |progress| {
            if let TrainingProgress::Epoch(epoch) = progress {
                losses.push((epoch.validation, epoch.number));
                assert_eq!(losses.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1, epoch.best);
            }
        })
        .unwrap();
    }
    assert_eq!(losses.iter().map(|(_, number)| *number).collect::<Vec<_>>(), [1, 2, 3]);
    let files = ["net", "net.checkpoint", "net.best"].map(|name| folder.path().join(name));
    assert!(network::read(&fs::read(&files[2]).unwrap()).is_ok());
    let contents = || files.each_ref().map(|path| fs::read(path).unwrap());
    let before = contents();
    for (plan, expected) in [
        (Training { hidden: 64, ..plan(3) }, "hidden 32"),
        (Training { expansion: Expansion { seed: 2, ..EXPANSION }, ..plan(3) }, "another training"),
        (Training { rate: 0.1, ..plan(4) }, "--force"),
        (plan(1), "has 3 complete epochs"),
    ] {
        let message = learn(&plan, &net, &mut |_| {}).unwrap_err();
        assert!(message.contains(expected), "{message}");
        assert_eq!(contents(), before);
    }
    // The changed file has as many games and positions, but one game has another result.
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.contains("\t1-0\t")).unwrap();
    let changed = line.rsplit_once('\t').unwrap().0.replace("\t1-0\t", "\t0-1\t");
    let changed = format!("{changed}\t{:08x}", crc32fast::hash(changed.as_bytes()));
    fs::write(&file, text.replace(line, &changed)).unwrap();
    let message = learn(&plan(3), &net, &mut |_| {}).unwrap_err();
    assert!(message.contains("another training"), "{message}");
    fs::write(&file, text).unwrap();
    assert_eq!(epochs_before(&plan(3), &net), Ok(3));
    assert_eq!(contents(), before);
    fs::write(&files[1], "damaged").unwrap();
    assert!(epochs_before(&plan(3), &net).unwrap_err().contains("damaged"));
    fs::remove_file(&files[1]).unwrap();
    assert!(epochs_before(&plan(3), &net).unwrap_err().contains("without its checkpoint"));
    assert_eq!(epochs_before(&Training { force: true, hidden: 64, ..plan(1) }, &net), Ok(0));
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
    train(&training(&[file], 1, 1), &engine, &net, &|| false, &mut |_| {}).unwrap();
    assert!(net.exists() && !lessons.exists());
}

const GAMES: u32 = 400;

#[test]
fn files_that_are_not_what_they_should_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, net) = (folder.path().join("games"), folder.path().join("net"));
    play(&games(60, 0, 1), &file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let refused = |text: &str| {
        fs::write(&file, text).unwrap();
        learn(&training(std::slice::from_ref(&file), 1, 1), &net, &mut |_| {}).unwrap_err()
    };
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
        let message = refused(&text);
        assert!(message.contains(expected), "{expected}: {message}");
    }
    fs::write(&file, &text).unwrap();
    let message = play(&SelfPlay { seed: 4, ..games(60, 0, 1) }, &file).unwrap_err();
    assert!(message.contains("to continue it"), "{message}");
    let with = |name: &str, value: &str| {
        let options = vec![(name.to_owned(), value.to_owned())];
        move |file: &Path| play(&SelfPlay { options, ..games(60, 0, 1) }, file).unwrap_err()
    };
    let message = with("Hash", "2")(&file);
    assert!(message.contains("# option Hash=2\nto continue it"), "{message}");
    let message = with("Hush", "2")(&folder.path().join("new"));
    assert!(message.contains("'Hush'") && !folder.path().join("new").exists(), "{message}");
    let notes = folder.path().join("notes");
    fs::write(&notes, "a line of notes").unwrap();
    let message = play(&games(60, 0, 1), &notes).unwrap_err();
    assert!(message.contains("line 1: found 'a line of notes', expected # plywright-games 1"), "{message}");
    for other in [&notes, &file] {
        let before = fs::read(other).unwrap();
        let message = learn(&training(std::slice::from_ref(&file), 1, 1), other, &mut |_| {}).unwrap_err();
        assert!(message.contains("exists and is not a network"), "{message}");
        assert_eq!(fs::read(other).unwrap(), before);
    }
    let message =
        learn(&training(std::slice::from_ref(&file), 1, 1), folder.path(), &mut |_| {}).unwrap_err();
    assert!(message.contains("directory"), "{message}");
    let message = learn(&Training { hidden: 33, ..training(&[file], 1, 1) }, &net, &mut |_| {}).unwrap_err();
    assert!(message.contains("hidden lanes 33, expected a multiple of 32"), "{message}");
}

#[test]
fn what_tables_know_is_the_truth() {
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
    let positions_of_known_value = |exact_share, tables: &str| {
        let expansion = Expansion { exact_share, ..EXPANSION };
        let plan = Training { expansion, force: true, ..training(std::slice::from_ref(&file), 1, 1) };
        let mut known = None;
        let network = train(&plan, &|| engine(tables), &net, &|| false, &mut |progress| {
            if let TrainingProgress::Start { exact, .. } = progress {
                known = Some(exact);
            }
        });
        (known.unwrap(), network.unwrap())
    };
    let (known, by_truth) = positions_of_known_value(1.0, "true");
    assert!(known > 20, "{known}");
    let (without_tables, by_results) = positions_of_known_value(1.0, "false");
    let (not_asked, also_by_results) = positions_of_known_value(0.0, "true");
    assert_eq!((without_tables, not_asked), (0, 0));
    let bytes = [&by_truth, &by_results, &also_by_results].map(network::to_bytes);
    assert!(bytes[1] == bytes[2] && bytes[0] != bytes[1]);
}

/// Returns the share of points against a random player, with searches of depth 1.
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
                mv = player.search(&*line, &go).answer().expect("an answer").0.best.unwrap();
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
    let mut losses = Vec::new();
    learn(&training(&[file], 10, 2), &net, &mut |progress| {
        if let TrainingProgress::Epoch(epoch) = progress {
            assert!(epoch.rounding < 0.5, "integers are {} off", epoch.rounding);
            losses.push(epoch.validation);
        }
    })
    .unwrap();
    let (untrained, trained) = (points(None), points(Some(&net)));
    println!("validation {losses:?}, points {untrained} untrained, {trained} trained");
    assert!(losses[9] < 0.7 * losses[0] || losses[9] < 0.1, "{losses:?}");
    assert!(trained > untrained + 0.04, "{untrained} untrained, {trained} trained");
}

/// The parts of a game's line: its number, its result, its opening and its moves.
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
            // The first move is played again.
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
