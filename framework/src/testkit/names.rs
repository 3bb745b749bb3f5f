//! Names: variants, named positions and bench positions.

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use crate::engine::Playable;

pub(super) fn check<G: Playable>(run: &Run<G>) -> Result<(), Failure> {
    Probe::new(run.game, &run.game.start()).guard(Check::Names, |probe| {
        let wrong = |expected: &str, found: String| Err(probe.failure(Check::Names, expected, found));
        let variants = G::variants();
        if variants.is_empty() {
            return wrong("a variant", "none".to_owned());
        }
        for name in variants.iter().map(|variant| variant.name).chain([G::NAME]) {
            if name.is_empty() || !name.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
                return wrong("a name of lower-case words joined by hyphens", format!("'{name}'"));
            }
        }
        if let Some(lost) = variants.iter().find(|variant| G::variant(variant.name).is_none()) {
            return wrong("every listed variant to be found by its name", format!("no '{}'", lost.name));
        }
        let named = run.game.named_positions().into_iter().map(|(_, text)| text);
        let bench = run.game.bench_positions().into_iter().map(|(text, _)| text);
        for text in named.chain(bench) {
            if let Err(error) = run.game.parse_position(&text) {
                return wrong("named and benchmark positions to be readable", format!("'{text}': {error}"));
            }
        }
        Ok(())
    })
}

/// The positions at which games start: the start, the named positions, and those of the perft tables.
pub(super) fn starts<G: Playable>(run: &Run<G>) -> Vec<G::State> {
    let tables = run.setup.perft_tables.iter().flat_map(|table| table.lines());
    let positions = tables.filter_map(|line| line.split('\t').next());
    let texts = run.game.named_positions().into_iter().map(|(_, text)| text);
    let texts: Vec<String> = texts.chain(positions.map(str::to_owned)).collect();
    let mut starts = vec![run.game.start()];
    starts.extend(texts.iter().filter_map(|text| run.game.parse_position(text).ok()));
    starts.dedup();
    starts
}
