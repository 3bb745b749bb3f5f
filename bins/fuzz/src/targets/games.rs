//! Texts of games: names of variants, options of the rules, positions and moves. Every position that is
//! accepted is worked on.
//!
//! The first line of an input is a variant, the second a position. Each further line is an option
//! `NAME=VALUE` or a move. Options are set before the position is read.

use plywright::OptionKind;
use plywright::engine::{DynEngine, Outcome, Setup};
use plywright::game::DynLine;
use plywright::search::Rng;

use super::work::work_on;
use super::{same, text};
use crate::Target;

macro_rules! game_targets {
    ($($name:literal)*) => {
        /// A target for each game.
        pub(super) const TARGETS: &[Target] = &[$(Target {
            name: concat!("texts-", $name),
            run: |input| read($name, input),
            seeds: || seeds($name),
        }),*];

        /// Names of all games.
        pub(super) const GAMES: &[&str] = &[$($name),*];
    };
}

game_targets! {
    "mill" "santorini" "connect-four" "gyges" "chess" "othello" "breakthrough" "kalah" "hex" "tic-tac-toe"
}

/// Creates the engine of a game by name. Returns `None` if the game or the variant does not exist.
pub(super) fn engine(game: &str, variant: Option<&str>) -> Option<Box<dyn DynEngine>> {
    let game = plywright_games::all().into_iter().find(|known| known.facts().game == game)?;
    match variant {
        Some(variant) => game.variant(variant).ok()?.engine(None).ok(),
        None => game.engine(None).ok(),
    }
}

/// Maximum number of seeds of a variant.
const SEEDS_OF_VARIANT: usize = 3;
/// Maximum number of variants of a game that have seeds.
const MAX_VARIANTS: usize = 12;
/// Maximum number of random moves before the position of a variant's second seed. The first seed has none,
/// the third up to twice as many.
const PLIES: usize = 40;
/// Maximum number of moves of a seed, and of legal moves checked in a position.
const MOVES: usize = 4;

fn variants(engine: &dyn DynEngine) -> Vec<String> {
    let variants = engine.options().into_iter().find(|option| option.name == "UCI_Variant");
    match variants.map(|option| option.kind) {
        Some(OptionKind::Combo { choices, .. }) => choices,
        _ => Vec::new(),
    }
}

fn seeds(game: &str) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(7);
    let mut seeds = Vec::new();
    for variant in variants(&*engine(game, None).expect("an engine")).iter().take(MAX_VARIANTS) {
        for number in 0..SEEDS_OF_VARIANT {
            let rules = engine(game, Some(variant)).expect("a listed variant").dyn_game();
            let mut line = rules.start();
            for _ in 0..rng.below(PLIES * number + 1) {
                if let Some(mv) = line.random_move(&mut rng) {
                    line.replay(&[&mv]).expect("a legal move");
                }
            }
            let mut lines = vec![variant.clone(), line.text()];
            let rules = rules.options();
            if let Some(rule) = rules.get(rng.below(rules.len().max(1))) {
                let value = match &rule.kind {
                    OptionKind::Check { default } => default.to_string(),
                    OptionKind::Spin { default, .. } => default.to_string(),
                    OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
                    OptionKind::Button => String::new(),
                };
                lines.push(format!("{}={value}", rule.name));
            }
            for _ in 0..MOVES {
                if let Some(mv) = line.random_move(&mut rng) {
                    line.replay(&[&mv]).expect("a legal move");
                    lines.push(mv);
                }
            }
            seeds.push(lines.join("\n").into_bytes());
        }
    }
    seeds
}

fn read(game: &str, input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let mut lines = text.split('\n');
    let variant = lines.next().unwrap_or_default();
    let position = lines.next().unwrap_or_default();
    let Some(mut engine) = engine(game, Some(variant)) else { return false };
    let (options, moves): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains('='));
    let mut accepted = true;
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or_default();
        accepted &= set_option(&mut *engine, name, value);
    }
    let game = engine.dyn_game();
    let setup = Setup::Text(position.to_owned());
    let Ok(mut line) = game.set_up(&setup, &[]) else { return false };
    let _ = game.warning(&setup);
    consistent(&*engine, &*line);
    for mv in moves {
        let legal = line.move_texts();
        let is_open = line.outcome() == Outcome::Open;
        if line.is_legal(mv) {
            assert!(is_open, "'{mv}' is legal after the end");
        }
        let played = line.replay(&[mv]).is_ok();
        accepted &= played;
        if played {
            // Records may go on after a draw by a rule of the game's course.
            assert!(!is_open || !legal.is_empty(), "'{mv}' was played, but no move is legal");
            assert!(line.undo().is_some(), "'{mv}' cannot be taken back");
            same(&line.move_texts(), &legal, "the moves after a move was taken back");
            line.replay(&[mv]).expect("the same move");
            consistent(&*engine, &*line);
        }
    }
    work_on(&mut *engine, &mut *line, input);
    accepted
}

/// Sets an option of the engine and returns whether it was accepted. Sets neither text options, which may
/// name files, nor the option `Hash`.
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

/// Checks that the position's text is read back as the same position.
fn consistent(engine: &dyn DynEngine, line: &dyn DynLine) {
    let (text, legal) = (line.text(), line.move_texts());
    // Mill's text of a finished game does not name the next action. Key and phase are therefore compared only
    // in unfinished games.
    let is_open = line.outcome() == Outcome::Open;
    let facts = (line.side(), line.key(), line.phase());
    let _ = (line.scene(), engine.evaluation(line), line.canonical_key(), line.own_symmetries());
    let _ = (line.resolve_mover_pov(&line.mover_pov()), line.network_input(0));
    if is_open {
        assert!(!legal.is_empty(), "no move is legal in an open game: {text}");
        let sequences = line.move_actions().len();
        assert_eq!(sequences, legal.len(), "not every legal move, or not only these, has actions: {text}");
    }
    for mv in legal.iter().take(MOVES) {
        assert!(line.outcome() != Outcome::Open || line.is_legal(mv), "'{mv}' is not legal: {text}");
    }
    let again = match engine.dyn_game().parse(&text) {
        Ok(again) => again,
        Err(error) => panic!("the position's own text is refused: {error}: {text}"),
    };
    same(&again.text(), &text, "the position read back");
    if is_open {
        let found = (again.side(), again.key(), again.phase());
        same(&found, &facts, "side, key and phase of the position read back");
    }
    // A text has no history: it allows moves that would repeat a position, and does not say that a draw by the
    // move limit has to wait for the end of a turn.
    if again.outcome() == Outcome::Open && legal.len() != again.moves().len() {
        assert!(legal.iter().all(|mv| again.move_texts().contains(mv)), "a move is lost");
    }
}
