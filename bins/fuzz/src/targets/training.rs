//! Files of self-play games, checkpoints of training, networks, learned positions and tuned parameters.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use plywright::engine::{DynEngine, Go, SetOptionError};
use plywright::network::{self, Provenance};
use plywright::search::Rng;
use plywright::{Depth, closest};
use plywright_arena::openings::RandomPlies;
use plywright_arena::spsa::Spsa;
use plywright_training::{
    Data, Expansion, GameSink, SelfPlay, Training, TrainingProgress, read_games, self_play, train,
    train_unless,
};

use super::games::engine;
use super::{same, text};
use crate::{Target, folder};

pub(super) const TARGETS: &[Target] = &[
    Target { name: "games", run: games, seeds: games_seeds },
    Target { name: "checkpoint", run: checkpoint, seeds: || vec![trained().checkpoint.clone()] },
    Target { name: "network", run: network, seeds: || vec![trained().network.clone()] },
    Target { name: "learning", run: learning, seeds: learning_seeds },
    Target { name: "tuning", run: tuning, seeds: tuning_seeds },
];

fn make_engine() -> Result<Box<dyn DynEngine>, SetOptionError> {
    let mut engine = engine("tic-tac-toe", None).expect("tic-tac-toe");
    engine.set_option("Hash", "1")?;
    Ok(engine)
}

/// Returns a short run of self-play.
pub(super) fn plan(games: u64) -> SelfPlay {
    SelfPlay {
        games,
        first: 0,
        nodes: 20,
        seed: 3,
        opening: RandomPlies { min: 0, max: 4 },
        max_plies: 20,
        to_the_end: false,
        concurrency: 1,
        network: None,
        options: Vec::new(),
    }
}

fn training(data: &Path, epochs: u32) -> Training {
    Training {
        data: vec![data.to_owned()],
        hidden: 32,
        epochs,
        batch: 64,
        rate: 0.005,
        result_share: 1.0,
        exact_share: 0.0,
        images: 1,
        seed: 1,
        threads: 1,
        force: false,
        provenance: Provenance::default(),
    }
}

/// A short training run: its games, and the files that it leaves.
struct Trained {
    games: Vec<u8>,
    checkpoint: Vec<u8>,
    network: Vec<u8>,
}

const EPOCHS: u32 = 1;

fn trained() -> &'static Trained {
    static TRAINED: OnceLock<Trained> = OnceLock::new();
    TRAINED.get_or_init(|| {
        let folder = folder("trained");
        let [data, out] = ["games", "net"].map(|name| folder.join(name));
        self_play(&plan(60), &make_engine, &data, &mut |_| {}).expect("games");
        train(&training(&data, EPOCHS), &make_engine, &out, &mut |_| {}).expect("a network");
        let read = |name: &str| fs::read(folder.join(name)).expect("a file");
        Trained { games: read("games"), checkpoint: read("net.checkpoint"), network: read("net") }
    })
}

fn games_seeds() -> Vec<Vec<u8>> {
    let games = &trained().games;
    let lines: Vec<&[u8]> = games.split_inclusive(|byte| *byte == b'\n').collect();
    vec![lines[..14.min(lines.len())].concat(), games.clone()]
}

/// Reads a file of games, once unchanged and once with its checksums corrected.
fn games(input: &[u8]) -> bool {
    let path = folder("games").join("games");
    let mut accepted = read_file(&path, input);
    let line = |line: &[u8]| {
        let end = line.iter().rposition(|byte| *byte == b'\t');
        match end.filter(|_| !line.starts_with(b"#")) {
            Some(end) => {
                [&line[..end], format!("\t{:08x}", crc32fast::hash(&line[..end])).as_bytes()].concat()
            }
            None => line.to_vec(),
        }
    };
    let lines: Vec<Vec<u8>> = input.split(|byte| *byte == b'\n').map(line).collect();
    accepted |= read_file(&path, &lines.join(&b'\n'));
    accepted
}

fn read_file(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("a file in memory");
    let games = read_games(path);
    let expansion = Expansion { images: 8, result_share: 0.5, exact_share: 0.0, seed: 1 };
    let _ = Data::read(&make_engine, &[path.to_owned()], expansion, &|| false, &mut |_| {});
    if let Ok(games) = &games {
        for game in games {
            let text = game.to_string();
            assert!(text.ends_with('\n') && text.lines().count() == 1, "a game has several lines: {text}");
        }
    }
    // A run that continues the file keeps its complete games.
    let sink = GameSink::open(&plan(60), &make_engine, Some(path));
    if let (Ok(games), Ok(_)) = (&games, sink) {
        let again = read_games(path).expect("a file that a run continues");
        same(&again, games, "the games of a run that continues");
    }
    games.is_ok()
}

/// Continues a training run from a checkpoint, once unchanged and once with its checksum corrected.
fn checkpoint(input: &[u8]) -> bool {
    let folder = folder("checkpoint");
    let [data, out, file] = ["games", "net", "net.checkpoint"].map(|name| folder.join(name));
    if !data.exists() {
        fs::write(&data, &trained().games).expect("a file in memory");
    }
    let content = input.split_last_chunk::<4>().map_or(input, |(content, _)| content);
    let sealed = [content, &crc32fast::hash(content).to_le_bytes()].concat();
    let mut accepted = false;
    for bytes in [input, &sealed] {
        fs::write(&file, bytes).expect("a file in memory");
        let _ = fs::remove_file(&out);
        let mut has_started = false;
        let mut progress = |event| has_started |= matches!(event, TrainingProgress::Start { .. });
        let result = train_unless(&training(&data, EPOCHS + 1), &make_engine, &out, &|| false, &mut progress);
        accepted |= has_started;
        if result.is_ok() {
            network::open(&out).expect("a network that was written");
        }
    }
    accepted
}

/// Reads a network, once unchanged and once with its checksum corrected, and evaluates positions with it.
fn network(input: &[u8]) -> bool {
    let as_it_is = network::read(input).is_ok();
    let Some((content, _)) = input.split_last_chunk::<4>() else { return false };
    let sealed = [content, &crc32fast::hash(content).to_le_bytes()].concat();
    let Ok(network) = network::read(&sealed) else { return as_it_is };
    let bytes = network::to_bytes(&network);
    let again = network::read(&bytes).expect("a network that was written");
    same(&network::to_bytes(&again), &bytes, "a network read back");
    let path = folder("network").join("net");
    fs::write(&path, &sealed).expect("a file in memory");
    let mut engine = make_engine().expect("an engine");
    if engine.set_option("EvalFile", path.to_str().expect("a text")).is_ok() {
        let mut rng = Rng::new(1);
        while let Some(mv) = engine.random_move(&mut rng) {
            let _ = engine.evaluation();
            engine.play(&[&mv]).expect("a legal move");
        }
        engine.set_position(&plywright::engine::Setup::Start, &[]).expect("the start");
        engine.search(&Go { nodes: Some(50), ..Go::default() }).answer().expect("an answer");
    }
    true
}

fn learning_seeds() -> Vec<Vec<u8>> {
    vec![
        b"plywright-learning 1\nstandard 0000000000000001 9 31995 7\n".to_vec(),
        b"plywright-learning 1\n7x6 0123456789abcdef 12 -250 3\n7x6 ffffffffffffffff 1 0 4294967295\n"
            .to_vec(),
    ]
}

/// Opens a learning file and searches.
fn learning(input: &[u8]) -> bool {
    let path = folder("learning").join("learned");
    fs::write(&path, input).expect("a file in memory");
    let mut engine = engine("connect-four", None).expect("connect-four");
    engine.set_option("Hash", "1").expect("a small table");
    // In a second file, lines with three fields or more, except the title, are about the start position.
    let board = engine.board();
    let own = |(number, line): (usize, &str)| match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [_, _, rest] if number > 0 => format!("{} {:016x} {rest}\n", board.variant, engine.canonical_key().0),
        _ => format!("{line}\n"),
    };
    let own = text(input).map(|text| text.lines().enumerate().map(own).collect::<String>());
    let mut accepted = false;
    for bytes in [Some(input.to_vec()), own.map(String::into_bytes)].into_iter().flatten() {
        fs::write(&path, &bytes).expect("a file in memory");
        let name = path.to_str().expect("a text");
        if engine.set_option("Learning File", name).is_err() {
            same(&fs::read(&path).expect("the file"), &bytes, "a refused file");
            continue;
        }
        accepted = true;
        let written = fs::read(&path).expect("the file");
        engine.search(&Go { depth: Some(Depth(2)), ..Go::default() }).answer().expect("an answer");
        engine.set_option("Learning File", "").expect("no file");
        engine.set_option("Learning File", name).expect("a file that was written");
        let again = fs::read(&path).expect("the file");
        same(
            &String::from_utf8_lossy(&again),
            &String::from_utf8_lossy(&written),
            "learned positions read back",
        );
        engine.set_option("Learning File", "").expect("no file");
        engine.new_game().expect("a new game");
    }
    accepted
}

fn tuning_seeds() -> Vec<Vec<u8>> {
    vec![
        b"# game mill, plywright tune\niteration 3 of 20000 seed 5\na 150.25 0 200 10\nb 20 -10 40 2.5\n"
            .to_vec(),
    ]
}

/// Reads the state of a tuning run, writes it and continues it.
fn tuning(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let read = |text: &str| Spsa::read(Path::new("file"), text);
    let Ok(mut state) = read(text) else { return false };
    let _ = closest("a", state.values().map(|(name, _)| name));
    for result in [2.0, -2.0, 0.0] {
        let written = state.text();
        let again = match read(&written) {
            Ok(again) => again,
            Err(error) => panic!("a state cannot be read back: {error}\n{written}"),
        };
        same(&again.text(), &written, "a state read back");
        let perturbation = state.perturbation();
        if state.done >= state.iterations {
            break;
        }
        state.learn(&perturbation, result);
    }
    true
}
