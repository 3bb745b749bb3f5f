//! The positions that a turn can lead to, against those of an independent program: for each position the number of
//! distinct position texts and a sum of their hashes.
//!
//! `PLYWRIGHT_SANTORINI_SUCCESSORS` names a further file of such lines.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use plywright::{Game, Moves, Notation};
use plywright_santorini::Santorini;
use support::{fnv, winner_first};

const LINES: &str = include_str!("data/successors.tsv");

/// Texts of all positions that the side to move can bring about.
fn distinct_moves(game: Santorini, text: &str) -> Result<BTreeSet<String>, String> {
    let state = game.parse_position(text).map_err(|error| error.to_string())?;
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let after = |mv| {
        let mut after = state;
        game.play(&mut after, mv);
        winner_first(&game.position_text(&after))
    };
    Ok(moves.into_iter().map(after).collect())
}

/// The lines that are not as they should be, under the god to move and its opponent.
fn wrong_lines<'a>(lines: &'a str, wrong: &mut BTreeMap<String, Vec<&'a str>>) -> usize {
    let game = Santorini::default();
    let mut number = 0;
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (position, count, sum) = (field(), field(), field());
        let found = distinct_moves(game, position).map(|texts| {
            let sum = texts.iter().fold(0, |sum: u64, text| sum.wrapping_add(fnv(text)));
            (texts.len().to_string(), format!("{sum:016x}"))
        });
        if found != Ok((count.to_owned(), sum.to_owned())) {
            let text = format!("{} {found:?}", support::pair_to_move(position));
            wrong.entry(text.split(' ').next().unwrap_or_default().to_owned()).or_default().push(line);
        }
        number += 1;
    }
    number
}

#[test]
fn turns_lead_to_the_positions_that_they_should() {
    let mut wrong = BTreeMap::new();
    let mut number = wrong_lines(LINES, &mut wrong);
    let further = std::env::var("PLYWRIGHT_SANTORINI_SUCCESSORS").ok();
    let further = further.map(|path| std::fs::read_to_string(path).expect("a readable file"));
    number += further.as_deref().map_or(0, |lines| wrong_lines(lines, &mut wrong));
    let lines: usize = wrong.values().map(Vec::len).sum();
    let text: Vec<_> =
        wrong.iter().map(|(pair, lines)| format!("{pair} ({})\n  {}", lines.len(), lines[0])).collect();
    assert!(
        wrong.is_empty(),
        "{lines} of {number} positions, by the god to move and its opponent:\n{}",
        text.join("\n")
    );
}
