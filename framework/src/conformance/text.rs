//! Texts: what is written must be read back as the same, and whatever is read must not upset the reader.

use std::collections::HashSet;

use super::Run;
use super::legality::{amount, pick};
use super::report::{Check, Failure};
use super::site::{Site, panic_text};
use crate::game::{Moves, State};
use crate::notation::Notation;
use crate::playable::Playable;
use crate::search::Generator;

/// Moves of a position whose texts are read back, in a list of usual size.
const READ_BACK: usize = 8;
/// Moves that are played on from a position out of a mutilated text.
const PLAYED_ON: usize = 30;

impl<G: Notation> Site<'_, G> {
    pub(super) fn check_position_text(self) -> Result<(), Failure> {
        self.guard(Check::PositionText, |site| {
            let text = site.game.position_text(site.state);
            let wrong = |check, expected: &str, found: String| Err(site.failure(check, expected, found));
            if text.is_empty() || text.contains(['\t', '\n', '\r']) {
                return wrong(Check::PositionText, "one line without tabs", format!("{text:?}"));
            }
            match site.game.parse_position(&text) {
                Err(error) => wrong(Check::PositionText, "its own text to be readable", error.to_string()),
                Ok(read) if read != *site.state => {
                    wrong(Check::PositionText, "an equal position read back", format!("{read:?}"))
                }
                Ok(read) if read.key() != site.state.key() => {
                    let found = format!("{:?} read and {:?} played", read.key(), site.state.key());
                    wrong(Check::Keys, "the key of the position read back from its text", found)
                }
                Ok(_) if site.game.drawing(site.state).is_empty() => {
                    wrong(Check::PositionText, "a drawing", "nothing".to_owned())
                }
                Ok(_) => Ok(()),
            }
        })
    }

    pub(super) fn check_move_texts(
        self,
        moves: &[G::Move],
        generator: &mut Generator,
    ) -> Result<(), Failure> {
        self.guard(Check::MoveText, |site| {
            let mut texts = HashSet::new();
            for mv in moves {
                let text = site.game.move_text(site.state, *mv);
                if text.is_empty() || text.contains(char::is_whitespace) {
                    return Err(site.failure_of(Check::MoveText, *mv, "one word", format!("{text:?}")));
                }
                if !texts.insert(text.to_ascii_lowercase()) {
                    return Err(site.failure_of(
                        Check::MoveText,
                        *mv,
                        "a text of its own",
                        "that of another move",
                    ));
                }
            }
            for mv in pick(moves, amount(READ_BACK, moves.len()), generator) {
                let text = site.game.move_text(site.state, mv);
                for text in [text.to_ascii_uppercase(), text.to_ascii_lowercase(), text] {
                    match site.game.parse_move(site.state, &text) {
                        Ok(read) if read == mv => {}
                        other => {
                            let expected = format!("the move out of '{text}'");
                            return Err(site.failure_of(Check::MoveText, mv, expected, format!("{other:?}")));
                        }
                    }
                }
            }
            Ok(())
        })
    }

    /// Plays some moves on from a position, asking for all that a game asks for.
    fn play_on(self, generator: &mut Generator) -> Result<(), Failure> {
        self.guard(Check::Parser, |site| {
            let mut state = site.state.clone();
            for _ in 0..PLAYED_ON {
                let mut moves = Moves::new();
                let ending = site.game.moves(&state, &mut moves);
                let Some(mv) = moves.get(generator.below(moves.len())) else {
                    let silent = ending.is_none();
                    return if silent {
                        Err(site.failure(Check::Parser, "moves or an ending", "neither"))
                    } else {
                        Ok(())
                    };
                };
                let _ = (site.game.position_text(&state), site.game.move_text(&state, *mv), state.key());
                site.game.play(&mut state, *mv);
            }
            Ok(())
        })
    }
}

impl<G: Playable> Run<'_, G> {
    /// Offers mutilated texts of positions and moves to the parsers.
    pub(super) fn check_texts(&mut self) -> Result<(), Failure> {
        let start = self.game.start();
        for _ in 0..self.setup.texts {
            let base = self.sample.get(self.generator.below(self.sample.len())).unwrap_or(&start).clone();
            let site = Site::new(self.game, &base);
            let text = mutilated(&self.game.position_text(&base), &mut self.generator);
            let panicked = |panic: &str| Failure {
                position: Some(text.clone()),
                ..site.failure(Check::Parser, "no panic", panic)
            };
            let read =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.game.parse_position(&text)))
                    .map_err(|panic| panicked(&panic_text(panic.as_ref())))?;
            self.report.texts[0] += 1;
            if let Ok(state) = read {
                self.report.texts[1] += 1;
                let site = Site::new(self.game, &state);
                site.play_on(&mut self.generator)?;
                site.check_list()?;
                site.check_position_text().map_err(|failure| Failure { check: Check::Parser, ..failure })?;
                self.keys.check(site)?;
            }
            let moves = site.moves();
            if let Some(mv) = moves.get(self.generator.below(moves.len())) {
                let text = mutilated(&self.game.move_text(&base, *mv), &mut self.generator);
                site.guard(Check::Parser, |site| match site.game.parse_move(site.state, &text) {
                    Ok(read) if !moves.contains(&read) => Err(site.failure(
                        Check::Parser,
                        "a legal move or an error",
                        format!("{read:?} out of {text:?}"),
                    )),
                    _ => Ok(()),
                })?;
            }
        }
        Ok(())
    }
}

/// A text with a few random wounds: characters dropped, doubled, swapped or replaced, words lost, or nothing but noise.
fn mutilated(text: &str, generator: &mut Generator) -> String {
    const STRANGE: [char; 8] = ['\0', ' ', '\t', 'é', '😀', '\u{301}', '٣', '-'];
    let mut chars: Vec<char> = text.chars().collect();
    if generator.below(50) == 0 {
        let noise: Vec<u8> = (0..generator.below(80)).map(|_| generator.bits() as u8).collect();
        return String::from_utf8_lossy(&noise).into_owned();
    }
    for _ in 0..=generator.below(3) {
        let (at, other) = (generator.below(chars.len()), generator.below(chars.len()));
        match generator.below(8) {
            _ if chars.is_empty() => chars.push('x'),
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[other]),
            2 => chars.swap(at, other),
            3 | 4 => chars[at] = chars[other],
            5 => chars[at] = STRANGE[generator.below(STRANGE.len())],
            6 => chars[at] = char::from(b' ' + generator.below(95) as u8),
            _ if generator.below(4) == 0 => chars.truncate(at),
            _ => chars.insert(at, char::from(b'0' + generator.below(10) as u8)),
        }
    }
    chars.into_iter().collect()
}
