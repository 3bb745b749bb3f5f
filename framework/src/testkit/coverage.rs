//! Warnings about gaps in the tables of known results: kinds of pieces and moves that occur in random games but not in
//! the lines from any perft row, and options that change no count, result or text although they are rules.

use super::conformance::Conformance;
use super::kinds::Seen;
use super::known::{self, PerftRow};
use super::probe::Probe;
use super::report::{Check, Verdict};
use super::run::Run;
use crate::game::{OptionKind, OptionSpec, OptionValue, Playable};

/// Number of random lines that are played from each perft row, to the row's depth.
const LINES_OF_ROW: usize = 200;
/// Maximum number of lines played in all. More than [`LINES_OF_ROW`] from each row are played only while a common kind
/// of move or piece is missing.
const MAX_LINES: usize = 12_000;
/// Minimum number of moves of random games that show a common kind of move or piece. Rarer kinds give no warning.
const COMMON: usize = 8;
const MAX_GAPS_SHOWN: usize = 4;
/// Maximum count of a perft row that is counted again with other options; larger counts take too long.
const RECOUNTED: u64 = 3_000;

/// Adds the warnings about gaps to the report. Does nothing if there are no perft rows.
pub(super) fn check<G: Playable>(run: &mut Run<G>) -> Verdict {
    let rows = known::perft_rows(run)?;
    if rows.is_empty() {
        return Ok(());
    }
    let reached = play_rows(run, &rows);
    let gaps: Vec<&str> = run.seen.missing_in(&reached, COMMON).take(MAX_GAPS_SHOWN).collect();
    if !gaps.is_empty() {
        let gaps = gaps.join("; ");
        run.report.warnings.push(format!("no perft row reaches {gaps}; add rows from positions with them"));
    }
    // An option that selects the variant is skipped, because the tables are those of this variant.
    let mut idle = run.game.options().specs();
    idle.retain(|option| option.of_rules && !option.of_variant && is_idle(run, option));
    if !idle.is_empty() {
        let names = idle.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let warning = format!("no given count or result depends on the options {names}; add rows that do");
        run.report.warnings.push(warning);
    }
    Ok(())
}

/// Plays random lines from each perft row in turn. A line has as many moves as the row's depth, or fewer if the game
/// ends. Returns the kinds of moves and pieces that occur in them.
fn play_rows<G: Playable>(run: &mut Run<G>, rows: &[PerftRow<G>]) -> Seen {
    let mut reached = Seen::default();
    let first_lines = LINES_OF_ROW * rows.len();
    for (number, row) in rows.iter().cycle().take(first_lines.max(MAX_LINES)).enumerate() {
        if number >= first_lines && run.seen.missing_in(&reached, COMMON).next().is_none() {
            break;
        }
        let mut state = row.state.clone();
        let mut scene = run.game.scene(&state);
        for _ in 0..row.depth {
            let probe = Probe::new(run.game, &state).under(Check::Perft);
            let moves = probe.moves();
            let Some(mv) = moves.get(run.rng.below(moves.len())).copied() else { break };
            let next = probe.after(mv);
            let after = run.game.scene(&next);
            reached.note(probe, mv, [&scene, &after]);
            (scene, state) = (after, next);
        }
    }
    reached
}

/// Whether an option seems to change nothing: with every tried value, the tables of the run are right and [`texts`] are
/// the same. For a number, the ends of its range and the neighbours of its default are tried. Perft rows with a count
/// above [`RECOUNTED`] and values that the game refuses are skipped. Always `false` for buttons and texts, whose values
/// cannot be listed.
fn is_idle<G: Playable>(run: &Run<G>, option: &OptionSpec) -> bool {
    let values: Vec<OptionValue> = match &option.kind {
        OptionKind::Check { default } => vec![OptionValue::Check(!default)],
        OptionKind::Spin { default, min, max } => {
            let values = [*min, default - 1, default + 1, *max].into_iter();
            values.filter(|value| (min..=max).contains(&value)).map(OptionValue::Spin).collect()
        }
        OptionKind::Combo { choices, .. } => choices.iter().cloned().map(OptionValue::Text).collect(),
        OptionKind::Button | OptionKind::Text { .. } => return false,
    };
    let count = |row: &str| row.rsplit('\t').next().and_then(|count| count.trim().parse::<u64>().ok());
    let is_small = |row: &&str| count(row).is_some_and(|count| count <= RECOUNTED);
    let perft_table = run.setup.perft_table.lines().filter(is_small).collect::<Vec<_>>().join("\n");
    values.iter().all(|value| {
        let mut options = run.game.options();
        if options.set(option.name, value).is_err() {
            return true;
        }
        let (game, known_endings) = (options.game(), run.setup.known_endings);
        let tables = Conformance { perft_table: &perft_table, known_endings, ..Conformance::new(&game) };
        known::check(&mut Run::new(&tables)).is_ok() && texts(&Run::new(&tables)) == texts(run)
    })
}

/// Returns the text of the start position, and the texts of the legal moves there and in the positions of the known
/// endings.
fn texts<G: Playable>(run: &Run<G>) -> Vec<String> {
    let (game, start) = (run.game, run.game.start());
    let rows = run.setup.known_endings.lines().filter_map(|row| row.split('\t').next());
    let read = rows.filter_map(|text| game.parse_position(text).ok());
    let mut texts = vec![game.position_text(&start)];
    for state in [start.clone()].into_iter().chain(read) {
        let moves = Probe::new(game, &state).moves();
        texts.extend(moves.into_iter().map(|mv| game.move_text(&state, mv)));
    }
    texts
}
