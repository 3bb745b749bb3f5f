//! Checks of text: positions and moves are the same after writing and reading, names are well formed, and no text makes
//! a parser panic.

use ahash::AHashSet;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::{Run, amount, pick};
use super::{rules, scene};
use crate::engine::catch_panic;
use crate::game::{Playable, canonical_key, named_position};
use crate::rules::{Moves, State};
use crate::search::Rng;

/// Maximum number of moves in each position whose texts are read back. With more than 64 legal moves, fewer are read.
const READ_BACK: usize = 8;
/// Maximum number of random moves played from a position that was parsed from mutated text.
const PLAYED_ON: usize = 30;

pub(super) fn check_names<G: Playable>(run: &Run<G>) -> Verdict {
    let start = catch_panic(|| run.game.start());
    let start = start.map_err(|panic| Failure::new(Check::Names, "a start position", panic))?;
    let probe = Probe::new(run.game, &start);
    probe.guard(Check::Names, check_variants)?;
    probe.guard(Check::Names, check_positions)?;
    probe.guard(Check::Names, check_openings)
}

fn check_variants<G: Playable>(probe: Probe<G>) -> Verdict {
    let variants = G::variants();
    probe.expect(!variants.is_empty(), "a variant", "none")?;
    for name in variants.iter().map(|variant| variant.name).chain([G::INFO.name]) {
        let is_allowed = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let is_name = !name.is_empty() && name.bytes().all(is_allowed);
        probe.expect(is_name, "a name of lower-case words joined by hyphens", format_args!("'{name}'"))?;
    }
    match variants.iter().find(|variant| G::variant(variant.name).is_none()) {
        Some(lost) => {
            probe.fails("every listed variant to be found by its name", format!("no '{}'", lost.name))
        }
        None => Ok(()),
    }
}

fn check_positions<G: Playable>(probe: Probe<G>) -> Verdict {
    let named = probe.game.named_positions().into_iter().map(|(_, text)| text);
    let bench = probe.game.bench_positions().into_iter().map(|(text, _)| text);
    for text in named.chain(bench) {
        if let Err(error) = probe.game.parse_position(&text) {
            let found = format!("'{text}': {error}");
            return probe.fails("named and benchmark positions to be readable", found);
        }
    }
    Ok(())
}

/// Checks that the moves of the named openings are legal, and that no two openings have the same name, or positions
/// that are images of each other under a symmetry.
fn check_openings<G: Playable>(probe: Probe<G>) -> Verdict {
    let (mut names, mut keys) = (AHashSet::new(), AHashSet::new());
    for line in G::INFO.openings.lines() {
        let (name, state) = match named_position(&G::default(), line) {
            Ok(opening) => opening,
            Err(error) => return probe.fails("openings of legal moves", format!("'{line}': {error}")),
        };
        let is_new = names.insert(name) && keys.insert(canonical_key(&G::default(), &state));
        let found = format_args!("'{line}' repeats a name or a position");
        probe.expect(is_new, "one name for each named position", found)?;
    }
    Ok(())
}

pub(super) fn check_position_text<G: Playable>(probe: Probe<G>) -> Verdict {
    let text = probe.game.position_text(probe.state);
    let one_line = !text.is_empty() && !text.contains(['\t', '\n', '\r']);
    probe.expect(one_line, "one line without tabs", format_args!("{text:?}"))?;
    match probe.game.parse_position(&text) {
        Err(error) => probe.fails("its own text to be readable", error),
        Ok(read) if read != *probe.state => probe.fails("an equal position read back", format!("{read:?}")),
        Ok(read) if read.key() != probe.state.key() => {
            let found = format!("{:?} read and {:?} played", read.key(), probe.state.key());
            probe.under(Check::Keys).fails("the key of the position read back from its text", found)
        }
        Ok(_) => probe.expect(!probe.game.drawing(probe.state).is_empty(), "a drawing", "nothing"),
    }
}

pub(super) fn check_move_texts<G: Playable>(probe: Probe<G>, moves: &[G::Move], rng: &mut Rng) -> Verdict {
    let mut texts = AHashSet::new();
    for mv in moves {
        let text = probe.game.move_text(probe.state, *mv);
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        probe.expect_of(*mv, is_word, "one word", format_args!("{text:?}"))?;
        let is_new = texts.insert(text.to_ascii_lowercase());
        probe.expect_of(*mv, is_new, "a unique text", "the text of another move")?;
    }
    for mv in pick(moves, amount(READ_BACK, moves.len()), rng) {
        let text = probe.game.move_text(probe.state, mv);
        for text in [text.to_ascii_uppercase(), text.to_ascii_lowercase(), text] {
            let read = probe.game.parse_move(probe.state, &text);
            let same = read.as_ref().ok() == Some(&mv);
            let expected = format_args!("the move read back from '{text}'");
            probe.expect_of(mv, same, expected, format_args!("{read:?}"))?;
        }
    }
    Ok(())
}

/// Plays random moves from a position, and calls the methods for texts and keys on the way. Only a panic, or a position
/// with neither moves nor an ending, is a fault.
fn play_on<G: Playable>(probe: Probe<G>, rng: &mut Rng) -> Verdict {
    let mut state = probe.state.clone();
    for _ in 0..PLAYED_ON {
        let mut moves = Moves::new();
        let ending = probe.game.moves(&state, &mut moves);
        let Some(mv) = moves.get(rng.below(moves.len())) else {
            return probe.expect(ending.is_some(), "moves or an ending", "neither");
        };
        let _ = (probe.game.position_text(&state), probe.game.move_text(&state, *mv), state.key());
        probe.game.play(&mut state, *mv);
    }
    Ok(())
}

/// Changes texts of positions and moves at random and reads them. A position that the parser accepts must be
/// consistent, and a move that it accepts must be legal.
pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Verdict {
    let start = run.game.start();
    for _ in 0..run.setup.texts {
        let base = run.sample.get(run.rng.below(run.sample.len())).unwrap_or(&start).clone();
        let probe = Probe::new(run.game, &base);
        let text = mutate(&run.game.position_text(&base), &mut run.rng);
        run.report.texts[0] += 1;
        if let Some(state) = parse(run, &text)? {
            run.report.texts[1] += 1;
            let probe = Probe::new(run.game, &state);
            probe.apart(|| check_read(probe, &mut run.rng))?;
            run.keys.check(probe)?;
        }
        let moves = probe.moves();
        if let Some(mv) = moves.get(run.rng.below(moves.len())) {
            let text = mutate(&run.game.move_text(&base, *mv), &mut run.rng);
            probe.guard(Check::Parser, |probe| {
                let read = probe.game.parse_move(probe.state, &text);
                let legal = read.as_ref().ok().is_none_or(|read| moves.contains(read));
                probe.expect(legal, "a legal move or an error", format_args!("{read:?} from {text:?}"))
            })?;
        }
    }
    Ok(())
}

/// Checks that the rules and texts work in a position that was read from a changed text.
fn check_read<G: Playable>(probe: Probe<G>, rng: &mut Rng) -> Verdict {
    probe.guard(Check::Parser, |probe| play_on(probe, rng))?;
    let moves = rules::check_list(probe)?;
    let read_back = probe.guard(Check::Parser, check_position_text);
    read_back.map_err(|failure| Failure { check: Check::Parser, ..failure })?;
    probe.guard(Check::MoveText, |probe| check_move_texts(probe, &moves, rng))?;
    if moves.len() <= scene::MAX_COMPARED {
        probe.guard(Check::Actions, |probe| scene::check_paths(probe, &moves))?;
    }
    Ok(())
}

/// Reads the text of a position; `None` if the game refuses it. Fails if the parser panics, or if the game accepts
/// without a warning a position that [`Conformance::impossible`](super::Conformance::impossible) recognises.
fn parse<G: Playable>(run: &Run<G>, text: &str) -> Result<Option<G::State>, Failure> {
    let fails = |check, expected, found: String| {
        Err(Failure { position: Some(text.to_owned()), ..Failure::new(check, expected, found) })
    };
    let state = match catch_panic(|| run.game.parse_position(text)) {
        Err(panic) => return fails(Check::Parser, "no panic", panic.to_string()),
        Ok(Err(_)) => return Ok(None),
        Ok(Ok(state)) => state,
    };
    match run.setup.impossible.and_then(|impossible| impossible(run.game, &state)) {
        Some(reason) if run.game.position_warning(text, &state).is_none() => {
            let found = format!("a position that no game leads to: {reason}");
            fails(Check::Impossible, "an error or a warning", found)
        }
        _ => Ok(Some(state)),
    }
}

/// Returns the text with one to three random changes. On average, one call in 50 instead returns up to 79 random bytes,
/// read as UTF-8 with `U+FFFD` for invalid ones.
fn mutate(text: &str, rng: &mut Rng) -> String {
    const STRANGE: [char; 8] = ['\0', ' ', '\t', 'é', '😀', '\u{301}', '٣', '-'];
    let mut chars: Vec<char> = text.chars().collect();
    if rng.below(50) == 0 {
        let noise: Vec<u8> = (0..rng.below(80)).map(|_| rng.bits() as u8).collect();
        return String::from_utf8_lossy(&noise).into_owned();
    }
    for _ in 0..=rng.below(3) {
        let (at, other) = (rng.below(chars.len()), rng.below(chars.len()));
        match rng.below(8) {
            _ if chars.is_empty() => chars.push('x'),
            0 => {
                chars.remove(at);
            }
            1 => chars.insert(at, chars[other]),
            2 => chars.swap(at, other),
            3 | 4 => chars[at] = chars[other],
            5 => chars[at] = STRANGE[rng.below(STRANGE.len())],
            6 => chars[at] = char::from(b' ' + rng.below(95) as u8),
            _ if rng.below(4) == 0 => chars.truncate(at),
            _ => chars.insert(at, char::from(b'0' + rng.below(10) as u8)),
        }
    }
    chars.into_iter().collect()
}
