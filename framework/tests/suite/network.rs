//! Tests of networks: evaluations against a plain computation of the same formula, and faulty files.

use std::sync::Arc;

use plywright::network::{
    self, FeatureSet, FeatureShape, Features, Learnable, Network, NetworkError, Provenance, QA, QB, Weights,
};
use plywright::search::Rng;
use plywright::{Ending, Eval, Game, Learned, Moves, NoEval, Pieces, Side};

/// Number of features. It is not a multiple of 64, so the sets of features end within a word.
const INPUTS: usize = 130;
/// First feature of the opponent's stones. It is not a multiple of 64, so these features are shifted across words.
const OPPONENT: usize = 65;
const BUCKETS: usize = 3;

/// A game in which any two sets of squares form a position.
#[derive(Clone)]
struct Squares;

impl Game for Squares {
    type State = Pieces;
    type Move = u8;

    fn start(&self) -> Pieces {
        Pieces::NONE
    }

    fn moves(&self, _: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        out.push(0);
        None
    }

    fn play(&self, board: &mut Pieces, _: u8) {
        board.side = !board.side;
    }
}

struct Stones;

impl Features<Squares> for Stones {
    const NAME: &'static str = "stones-1";
    const COUNT: usize = INPUTS;
    const BUCKETS: usize = BUCKETS;
    const WIN_SCALE: i32 = 99;

    fn active(_: &Squares, board: &Pieces, perspectives: &mut [FeatureSet; 2]) {
        for (side, perspective) in Side::BOTH.into_iter().zip(perspectives) {
            perspective.insert_bits(0, board.sets[side.index()]);
            perspective.insert_bits(OPPONENT, board.sets[side.other().index()]);
        }
    }

    fn bucket(_: &Squares, board: &Pieces) -> usize {
        board.all().count_ones() as usize % BUCKETS
    }
}

/// Returns a network with `hidden` neurons and random weights. `rows` and `output` are the greatest absolute values of
/// the weights before and after the neurons.
fn random_network(hidden: usize, rows: i16, output: i16, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut random_weights = |count: usize, max: i16| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * max as usize + 1) as i16 - max).collect()
    };
    let weights = Weights {
        rows: random_weights(INPUTS * hidden, rows),
        bias: random_weights(hidden, rows),
        output: random_weights(2 * BUCKETS * hidden, output),
        output_bias: vec![-3_000_000, 0, 7],
    };
    let provenance = Provenance { name: "any".to_owned(), data: "none".to_owned(), command: String::new() };
    Network::new("stones-1", provenance, weights).unwrap()
}

/// Returns the network's output as an integer before scaling, computed one neuron at a time in 64 bits.
fn by_formula(network: &Network, own: &[usize], other: &[usize], bucket: usize) -> i64 {
    let (weights, hidden) = (network.weights(), network.hidden());
    let perspective = |active: &[usize], at: usize| -> i64 {
        (0..hidden)
            .map(|lane| {
                let row = |feature: &usize| i64::from(weights.rows[feature * hidden + lane]);
                let sum = i64::from(weights.bias[lane]) + active.iter().map(row).sum::<i64>();
                let clipped = sum.clamp(0, QA.into());
                clipped * clipped * i64::from(weights.output[at + lane])
            })
            .sum()
    };
    let at = 2 * bucket * hidden;
    perspective(own, at) + perspective(other, at + hidden) + i64::from(weights.output_bias[bucket])
}

fn bits(set: u64, first: usize) -> Vec<usize> {
    (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit| first + bit).collect()
}

#[test]
fn estimates_are_the_formulas_whatever_was_evaluated_before() {
    for (hidden, rows, output, seed) in [(32, 60, 127, 1), (64, 300, 50, 2), (256, 200, 127, 3)] {
        let network = Arc::new(random_network(hidden, rows, output, seed));
        let mut eval: Learned<Stones, NoEval> = Learned::default();
        eval.set_network(Some(Arc::clone(&network))).unwrap();
        let mut rng = Rng::new(seed);
        let mut board = Pieces::NONE;
        for step in 0..2_000 {
            match step % 50 {
                // Replaces both sets, so nearly all features can change at once.
                0 => board.sets = [rng.bits() & rng.bits(), rng.bits() & rng.bits()],
                _ => board.sets[rng.below(2)] ^= 1 << rng.below(64),
            }
            board.side = !board.side;
            let perspectives = Side::BOTH.map(|side| {
                let [own, other] = [side, !side].map(|side| board.sets[side.index()]);
                [bits(own, 0), bits(other, OPPONENT)].concat()
            });
            let [own, other] = [board.side, !board.side].map(|side| &perspectives[side.index()]);
            let expected = by_formula(&network, own, other, Stones::bucket(&Squares, &board));
            // An output of ln 3 means three wins in four games, for which the evaluation is `WIN_SCALE`, here 99.
            let one = f64::from(QA) * f64::from(QA) * f64::from(QB);
            let units = (expected as f64 * 99.0 / 3_f64.ln() / one).clamp(-30_000.0, 30_000.0);
            let found = eval.evaluate(&Squares, &board).0;
            assert!((f64::from(found) - units).abs() <= 1.0, "{found}, expected {units}");
            assert_eq!(eval.clone().evaluate(&Squares, &board).0, found);
        }
    }
}

#[test]
fn the_greatest_weights_do_not_overflow() {
    let hidden = 256;
    let weights = Weights {
        rows: vec![QA; INPUTS * hidden],
        bias: vec![QA; hidden],
        output: vec![127; 2 * BUCKETS * hidden],
        output_bias: vec![0; BUCKETS],
    };
    let network = Network::new("stones-1", Provenance::default(), weights).unwrap();
    let logit = network.logit(&[1, 2, 3], &[4], 0);
    assert!((logit - 512.0 * 127.0 / 64.0).abs() < 1e-6, "{logit}");
}

#[test]
fn a_network_whose_sums_could_leave_sixteen_bits_is_refused() {
    let fits = |weight: i16, bias: i16, max_active: usize| {
        let mut weights = random_network(32, 0, 127, 11).weights().clone();
        for row in weights.rows[7..].iter_mut().step_by(32) {
            *row = weight;
        }
        weights.bias[7] = bias;
        let shape = FeatureShape { name: "stones-1", count: INPUTS, max_active, buckets: BUCKETS };
        Network::new("stones-1", Provenance::default(), weights).unwrap().fits(&shape)
    };
    // 130 active features of weight 252 and a bias of 7 reach exactly the limit: 130 * 252 + 7 = 32,767.
    for sign in [1, -1] {
        assert_eq!(fits(sign * 252, sign * 7, INPUTS), Ok(()));
        let error = fits(sign * 252, sign * 8, INPUTS).unwrap_err().to_string();
        assert_eq!(error, "hidden sums up to 32768, expected at most 32767");
        // 91 active features of weight 358 stay within the limit, but with a bias of 200 they exceed it: 91 * 358 + 200
        // = 32,778.
        assert_eq!(fits(sign * 358, 0, 91), Ok(()));
        let error = fits(sign * 358, sign * 200, 91).unwrap_err().to_string();
        assert_eq!(error, "hidden sums up to 32778, expected at most 32767");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let network = random_network(32, 100, 127, 5);
    assert_eq!(network::read(&network::to_bytes(&network)), Ok(network));
}

#[test]
fn a_file_made_from_thousands_of_others_is_read() {
    let weights = random_network(32, 100, 127, 5).weights().clone();
    let data = "gämes ".repeat(20_000);
    let network = Network::new("stones-1", Provenance { data, ..Provenance::default() }, weights).unwrap();
    let read = network::read(&network::to_bytes(&network)).unwrap();
    assert_eq!(read.weights(), network.weights());
    assert!(read.provenance().data.starts_with("gämes gämes ") && read.provenance().data.ends_with(" ..."));
}

fn message(refused: Result<Network, NetworkError>) -> String {
    refused.unwrap_err().to_string()
}

#[test]
fn no_damaged_file_is_read() {
    let bytes = network::to_bytes(&random_network(32, 100, 127, 6));
    for length in 0..bytes.len() {
        assert!(network::read(&bytes[..length]).is_err(), "the first {length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(message(network::read(&longer)).contains(" bytes, expected "));
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for bit in [0, 7] {
            changed[at] ^= 1 << bit;
            assert!(network::read(&changed).is_err(), "bit {bit} of byte {at}");
            changed[at] ^= 1 << bit;
        }
    }
}

#[test]
fn headers_are_believed_within_limits_only() {
    let bytes = network::to_bytes(&random_network(32, 100, 127, 7));
    let text = |from: &str, to: &str| {
        let header = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let lines = std::str::from_utf8(&bytes[..header]).unwrap().replace(from, to);
        network::read(&[lines.as_bytes(), &bytes[header..]].concat()).unwrap_err().to_string()
    };
    let cases = [
        ("network 1", "network 2", "expected a network, which begins with the line 'plywright-network 1'"),
        ("network 1", "network 12", "found 'plywright-network 12', expected a network"),
        ("network 1\n", "network 1\r\n", "found 'plywright-network 1\\r', expected a network"),
        ("inputs 130", "inputs 0", "line 3 of the header is 'inputs 0', expected a number from 1 to 4096"),
        ("hidden 32", "hidden 1099511627776", "expected a number from 1 to 256"),
        ("hidden 32", "hidden 64", "bytes, expected 17650"),
        ("buckets 3", "drawers 3", "line 5 of the header is 'drawers 3', expected 'buckets' and a value"),
        ("inputs 130", "inputs many", "'inputs many'"),
    ];
    for (from, to, expected) in cases {
        let message = text(from, to);
        assert!(message.contains(expected), "{to}: {message}");
    }
    assert_eq!(
        network::read(b"").unwrap_err().to_string(),
        "found nothing, expected a network, which begins with the line 'plywright-network 1'"
    );
    let endless = [b"plywright-network 1\nfeatures ".as_slice(), &vec![b'a'; 1 << 17]].concat();
    assert!(message(network::read(&endless)).starts_with("line 2 of the header is "));
}

#[test]
fn a_huge_file_or_none_is_refused() {
    let path = std::env::temp_dir().join(format!("plywright network {}", std::process::id()));
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    let huge = network::open(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(message(huge), "1099511627776 bytes, expected at most 4194304");
    assert!(matches!(network::open(&path), Err(NetworkError::File(_))));
    assert!(matches!(network::open(&std::env::temp_dir()), Err(NetworkError::File(_))));
}

#[test]
fn another_games_network_is_refused_and_nothing_changes() {
    let mut eval: Learned<Stones, NoEval> = Learned::default();
    eval.set_network(Some(Arc::new(random_network(32, 100, 127, 9)))).unwrap();
    let before = eval.evaluate(&Squares, &Pieces::NONE);
    let own = random_network(32, 100, 127, 10);
    let foreign = Network::new("chess-1", Provenance::default(), own.weights().clone()).unwrap();
    let error = eval.set_network(Some(Arc::new(foreign))).unwrap_err();
    assert_eq!(error.to_string(), "a network over the features 'chess-1', expected 'stones-1'");
    assert_eq!(eval.evaluate(&Squares, &Pieces::NONE), before);
    let shape = FeatureShape { name: "stones-1", count: INPUTS + 1, max_active: 128, buckets: BUCKETS };
    assert_eq!(own.fits(&shape).unwrap_err().to_string(), "features 130, expected 131");
}
