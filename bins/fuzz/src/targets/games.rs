//! Texts of games: names of variants, options of the rules, positions and moves. Every position that is
//! accepted is worked on.
//!
//! The first line of an input is a variant, the second a position. Each further line is an option
//! `NAME=VALUE` or a move. Options are set before the position is read.

use plywright::OptionKind;
use plywright::engine::{DynEngine, Outcome, Setup};
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
            let mut engine = engine(game, Some(variant)).expect("a listed variant");
            for _ in 0..rng.below(PLIES * number + 1) {
                if engine.line().outcome() == Outcome::Open
                    && let Some(mv) = engine.line().random_move(&mut rng)
                {
                    engine.play(&[&mv]).expect("a legal move");
                }
            }
            let mut lines = vec![variant.clone(), engine.line().text()];
            let rules = engine.rules();
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
                if engine.line().outcome() == Outcome::Open
                    && let Some(mv) = engine.line().random_move(&mut rng)
                {
                    engine.play(&[&mv]).expect("a legal move");
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
    let warned = engine.set_position(&Setup::Text(position.to_owned()), &[]);
    if warned.is_err() {
        return false;
    }
    consistent(&mut *engine);
    for mv in moves {
        let legal = engine.line().move_texts();
        let is_open = engine.line().outcome() == Outcome::Open;
        if engine.line().is_legal(mv) {
            assert!(is_open, "'{mv}' is legal after the end");
        }
        let played = engine.play(&[mv]).is_ok();
        accepted &= played;
        if played {
            // Records may go on after a draw by a rule of the game's course.
            assert!(!is_open || !legal.is_empty(), "'{mv}' was played, but no move is legal");
            assert!(engine.undo(), "'{mv}' cannot be taken back");
            same(&engine.line().move_texts(), &legal, "the moves after a move was taken back");
            engine.play(&[mv]).expect("the same move");
            consistent(&mut *engine);
        }
    }
    work_on(&mut *engine, input);
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
fn consistent(engine: &mut dyn DynEngine) {
    let (text, board, legal) = (engine.line().text(), engine.board(), engine.line().move_texts());
    // Mill's text of a finished game does not name the next action. Key and phase are therefore compared only
    // in unfinished games.
    let is_open = engine.line().outcome() == Outcome::Open;
    let facts = (board.side, board.key, engine.line().phase());
    let _ = (
        engine.line().scene(),
        engine.evaluation(),
        engine.line().canonical_key(),
        engine.line().own_symmetries(),
    );
    let _ = (engine.line().resolve_mover_pov(&engine.line().mover_pov()), engine.network_input(0));
    if is_open {
        assert!(!legal.is_empty(), "no move is legal in an open game: {text}");
        let sequences = engine.line().move_actions().len();
        assert_eq!(sequences, legal.len(), "not every legal move, or not only these, has actions: {text}");
    }
    for mv in legal.iter().take(MOVES) {
        assert!(
            engine.line().outcome() != Outcome::Open || engine.line().is_legal(mv),
            "'{mv}' is not legal: {text}"
        );
    }
    let mut other = Vec::new();
    if engine.set_position(&Setup::Text(text.clone()), &[]).is_ok() {
        other.push(engine.line().text());
    }
    same(&other, &vec![text], "the position read back");
    let board = engine.board();
    if is_open {
        same(
            &(board.side, board.key, engine.line().phase()),
            &facts,
            "side, key and phase of the position read back",
        );
    }
    // A text has no history: it allows moves that would repeat a position, and does not say that a draw by the
    // move limit has to wait for the end of a turn.
    let line = engine.line();
    if line.outcome() == Outcome::Open && legal.len() != line.move_texts().len() {
        assert!(legal.iter().all(|mv| line.move_texts().contains(mv)), "a move is lost");
    }
}
