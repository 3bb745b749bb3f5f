//! Fuzz targets for texts of games: names of variants, options of the rules, positions and moves. An accepted position
//! is then searched, drawn, probed and more.
//!
//! The first line of an input is a variant, the second a position. Each later line is an option `NAME=VALUE`
//! or a move. Options are set before the position is read.

use plywright::OptionKind;
use plywright::engine::{DynEngine, DynGame, Outcome, Setup};
use plywright::game::DynLine;
use plywright::search::Rng;

use super::play_random;
use super::work::{check, work_on};

/// Number of seeds, which are valid inputs to mutate, for each variant.
const SEEDS_OF_VARIANT: usize = 3;
/// Maximum number of variants of a game that have seeds.
const MAX_VARIANTS: usize = 12;
/// Maximum number of random moves before the position of a variant's second seed. The limit is 0 for the first seed,
/// and twice this number for the third.
const PLIES: usize = 40;
/// Maximum number of moves of a seed.
const MAX_MOVES: usize = 4;

/// Returns valid inputs, each with a variant, a position of a random game and random moves. If the variant has options,
/// an input also sets one of them to its default value.
pub(super) fn seeds(game: &dyn DynGame) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(7);
    let mut seeds = Vec::new();
    for variant in game.variants().iter().take(MAX_VARIANTS) {
        let rules = game.variant(variant.name).expect("a listed variant");
        for number in 0..SEEDS_OF_VARIANT {
            let mut line = rules.start();
            for _ in 0..rng.below(PLIES * number + 1) {
                play_random(&mut *line, &mut rng);
            }
            let mut lines = vec![variant.name.to_owned(), line.text()];
            let options = rules.options();
            if let Some(option) = options.get(rng.below(options.len().max(1))) {
                lines.push(format!("{}={}", option.name, option.kind.default_value()));
            }
            for _ in 0..MAX_MOVES {
                lines.extend(play_random(&mut *line, &mut rng));
            }
            seeds.push(lines.join("\n").into_bytes());
        }
    }
    seeds
}

/// Reads an input, plays its moves and passes the resulting position to [`work_on`]. Returns whether every line was
/// accepted.
pub(super) fn read(game: &dyn DynGame, input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    let mut lines = text.split('\n');
    let variant = lines.next().unwrap_or_default();
    let position = lines.next().unwrap_or_default();
    let Ok(rules) = game.variant(variant) else { return false };
    let mut engine = rules.engine(Some(1)).expect("a small table");
    let (options, moves): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains('='));
    let mut accepted = true;
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or_default();
        accepted &= set_option(&mut *engine, name, value);
    }
    let changed_rules = engine.dyn_game();
    let setup = Setup::Text(position.to_owned());
    let Ok(mut line) = changed_rules.set_up(&setup, &[]) else { return false };
    let _ = changed_rules.warning(&setup);
    check(&*engine, &*line);
    for mv in moves {
        accepted &= play_and_check(&*engine, &mut *line, mv);
    }
    work_on(&mut *engine, &mut *line, input);
    accepted
}

/// Plays a move, takes it back and plays it again, with checks of the positions. Returns `false` if the move cannot be
/// played.
fn play_and_check(engine: &dyn DynEngine, line: &mut dyn DynLine, mv: &str) -> bool {
    let legal = line.move_texts();
    // A record may continue after a draw by repetition or by a move limit, but no move is legal there.
    let is_open = line.outcome() == Outcome::Open;
    assert!(is_open || !line.is_legal(mv), "'{mv}' is legal after the end");
    if line.replay(&[mv]).is_err() {
        return false;
    }
    assert!(!is_open || !legal.is_empty(), "'{mv}' was played, but no move is legal");
    assert!(line.undo().is_some(), "'{mv}' cannot be taken back");
    assert_eq!(line.move_texts(), legal, "the moves after a move was taken back");
    line.replay(&[mv]).expect("the same move");
    check(engine, line);
    true
}

/// Sets an option of the engine and returns whether it was accepted. Sets neither text options, which may
/// name files, nor the option `Hash`, which may need much memory.
fn set_option(engine: &mut dyn DynEngine, name: &str, value: &str) -> bool {
    let options = engine.options();
    let known = options.iter().find(|option| option.is_called(name));
    if known.is_some_and(|option| matches!(option.kind, OptionKind::Text { .. }) || option.name == "Hash") {
        return false;
    }
    let is_set = engine.set_option(name, value).is_ok();
    assert!(!is_set || known.is_some(), "'{name}' was set, but is not listed");
    is_set
}
