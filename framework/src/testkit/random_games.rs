//! Plays random games, checks every position in them, and samples positions for later checks, which would take too long
//! in every position.

use std::collections::VecDeque;

use ahash::AHashMap;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::Run;
use super::{hints, keys, rules, scene, text};
use crate::engine::catch_panic;
use crate::game::Playable;
use crate::rules::{DrawRules, Ending, Key, MoveClass, Moves, PositionHistory, Side, State};
use crate::text::Scene;

const MAX_SAMPLE: usize = 512;
/// Maximum number of stored positions from shortly before a win. A game gives at most one.
const DECIDED: usize = 4_000;
/// Maximum number of moves from a stored position to the win.
const BEFORE_THE_END: usize = 8;
/// Number of random games, from the first on, whose kinds of pieces and moves are noted.
const WATCHED: usize = 40;
/// On average, one of this number of irreversible moves is checked for a way back. The check is slow.
const IRREVERSIBLE_PER_CHECK: usize = 8;
/// Maximum number of positions visited when checking that an irreversible move cannot be undone.
const MAX_VISITED: usize = 2_000;

/// Plays all games. Every second one, from the first on, begins at the start position; each of the others begins at a
/// random position that [`starts`] returns.
pub(super) fn play<G: Playable>(run: &mut Run<G>) -> Verdict {
    let positions = starts(run);
    for number in 0..run.setup.games {
        let start = if number % 2 == 0 { 0 } else { run.rng.below(positions.len()) };
        play_game(run, positions[start].clone())?;
        run.report.games += 1;
    }
    Ok(())
}

fn play_game<G: Playable>(run: &mut Run<G>, mut state: G::State) -> Verdict {
    let mut history = PositionHistory::new(state.key(), run.game.halfmove_clock(&state));
    let mut earlier: Vec<G::State> = Vec::new();
    let mut first_seen: AHashMap<Key, usize> = AHashMap::new();
    // Index of the position after the last irreversible move. Earlier positions must not recur.
    let mut first_kept = 0;
    let is_watched = run.report.games < WATCHED;
    let mut scene = is_watched.then(|| scene_of(Probe::new(run.game, &state))).transpose()?;
    loop {
        let moves = Probe::new(run.game, &state).apart(|| visit(run, &state))?;
        let probe = Probe::new(run.game, &state);
        let first_index = first_seen.get(&state.key()).copied().unwrap_or(earlier.len());
        let found = format_args!("one again after {} moves", earlier.len() - first_index);
        let there = probe.under(Check::Irreversible);
        there.expect(first_index >= first_kept, "no position from before an irreversible move", found)?;
        if moves.is_empty() {
            break;
        }
        let draw_rules = probe.guard(Check::GameLength, |probe| Ok(probe.game.draw_rules(probe.state)))?;
        if history.is_drawn(draw_rules) {
            break;
        }
        let longest = run.setup.longest_game;
        let expected = format_args!("an end within {longest} moves");
        probe.under(Check::GameLength).expect(earlier.len() < longest, expected, "none")?;
        let mv = moves[run.rng.below(moves.len())];
        let (next, irreversible) = play_move(run, probe, mv)?;
        if irreversible {
            first_kept = earlier.len() + 1;
        }
        if let Some(before) = &mut scene {
            let after = scene_of(probe.at(&next))?;
            run.seen.note(probe, mv, [before, &after]);
            *before = after;
        }
        run.has_draw_rules |= draw_rules != DrawRules::NONE;
        first_seen.entry(state.key()).or_insert(earlier.len());
        history.push(next.key(), irreversible);
        earlier.push(std::mem::replace(&mut state, next));
    }
    finish_game(run, &state, earlier);
    Ok(())
}

fn scene_of<G: Playable>(probe: Probe<G>) -> Result<Scene, Failure> {
    probe.guard(Check::Scene, |probe| Ok(probe.game.scene(probe.state)))
}

/// Plays a move, and returns the next position and whether the move is irreversible. Checks the side to move in the
/// next position. For some irreversible moves, drawn at random, also checks that no short sequence of moves restores
/// the position.
fn play_move<G: Playable>(
    run: &mut Run<G>,
    probe: Probe<G>,
    mv: G::Move,
) -> Result<(G::State, bool), Failure> {
    run.report.passes += usize::from(run.game.move_text(probe.state, mv) == "pass");
    let irreversible =
        probe.guard(Check::Irreversible, |probe| Ok(probe.game.irreversible(probe.state, mv)))?;
    let next = probe.after(mv);
    probe.guard(Check::Turn, |probe| rules::check_turn(probe, mv, &next))?;
    if irreversible && run.rng.below(IRREVERSIBLE_PER_CHECK) == 0 {
        check_no_way_back(probe, &next, mv)?;
    }
    Ok((next, irreversible))
}

/// Counts the result of a game. If a side has won, stores one of the last positions before the win, for the check of
/// the evaluation's sign. `earlier` are the positions before `last`, in order.
fn finish_game<G: Playable>(run: &mut Run<G>, last: &G::State, mut earlier: Vec<G::State>) {
    run.report.longest_game = run.report.longest_game.max(earlier.len());
    let winner = run.game.ending(last).and_then(Ending::winner);
    run.report.results[winner.map_or(2, Side::index)] += 1;
    if let Some(winner) = winner {
        let back = 1 + run.rng.below(BEFORE_THE_END);
        if back <= earlier.len() && run.decided.len() < DECIDED {
            run.decided.push((earlier.swap_remove(earlier.len() - back), winner));
        }
    }
}

/// Runs the checks of single positions, offers the position to the sample, and returns its legal moves; none if the
/// game is over.
fn visit<G: Playable>(run: &mut Run<G>, state: &G::State) -> Result<Moves<G::Move>, Failure> {
    let probe = Probe::new(run.game, state);
    let moves = rules::check_list(probe)?;
    rules::check_legality(run, probe, &moves)?;
    if !moves.is_empty() {
        for min_class in [MoveClass::Forcing, MoveClass::Noisy] {
            run.names_classes |=
                probe.guard(Check::Noisy, |probe| rules::check_noisy(probe, &moves, min_class))?;
        }
        probe.guard(Check::NoisyEnd, |probe| rules::check_noisy_line(probe, &mut run.rng))?;
    }
    hints::check(run, probe, &moves)?;
    probe.guard(Check::PositionText, text::check_position_text)?;
    probe.guard(Check::MoveText, |probe| text::check_move_texts(probe, &moves, &mut run.rng))?;
    if moves.len() <= scene::MAX_COMPARED {
        probe.guard(Check::Actions, |probe| scene::check_paths(probe, &moves))?;
    }
    probe.guard(Check::Play, |probe| rules::check_play(probe, &moves, &mut run.rng))?;
    run.keys.check(probe)?;
    if let Some(reason) = run.setup.impossible.and_then(|impossible| impossible(run.game, state)) {
        let found = format!("a random game, although `impossible` says: {reason}");
        return probe.under(Check::Impossible).fails("no game that leads here", found);
    }
    let pass = |probe: Probe<G>| Ok(if moves.is_empty() { None } else { probe.game.pass(probe.state) });
    if let Some(passed) = probe.guard(Check::Pass, pass)? {
        run.names_passes = true;
        let turned = passed.side() != state.side();
        probe.under(Check::Pass).expect(turned, "the opponent to move", format_args!("{passed:?}"))?;
        run.keys.check(Probe::new(run.game, &passed))?;
    }
    probe.guard(Check::Keys, |probe| keys::check_transposition(probe, &moves, &mut run.rng))?;
    run.report.max_moves = run.report.max_moves.max(moves.len());
    keep(run, state);
    Ok(moves)
}

/// Counts a position and offers it to the sample. By reservoir sampling, all positions have the same chance to be in
/// the sample at the end, although their number is not known before.
fn keep<G: Playable>(run: &mut Run<G>, state: &G::State) {
    run.report.positions += 1;
    if run.sample.len() < MAX_SAMPLE {
        run.sample.push(state.clone());
    } else {
        let place = run.rng.below(run.report.positions);
        if place < MAX_SAMPLE {
            run.sample[place] = state.clone();
        }
    }
}

/// Checks that no moves lead from `next`, the position after the irreversible move `mv`, back to the position of
/// `probe`. A long way back may not be found.
fn check_no_way_back<G: Playable>(probe: Probe<G>, next: &G::State, mv: G::Move) -> Verdict {
    let checked = probe.guard(Check::Irreversible, |probe| {
        let found = "a move that restores the position before an irreversible move";
        probe.expect(!leads_back(probe, next), "no way back", found)
    });
    checked.map_err(|failure| Failure { mv: Some(format!("{mv:?}")), ..failure })
}

/// Searches breadth-first from `next` for the position of `probe`. Gives up with `false` after about [`MAX_VISITED`]
/// positions.
fn leads_back<G: Playable>(probe: Probe<G>, next: &G::State) -> bool {
    let mut waiting = VecDeque::from([next.clone()]);
    let mut visited = 0;
    while let Some(state) = waiting.pop_front() {
        for mv in probe.at(&state).moves() {
            let child = probe.at(&state).after(mv);
            visited += 1;
            if child == *probe.state {
                return true;
            }
            if visited > MAX_VISITED {
                return false;
            }
            waiting.push_back(child);
        }
    }
    false
}

/// Returns the positions from which random games start: the start position, the named positions, and the
/// positions of the perft table. Unreadable texts are skipped, because other checks report them.
fn starts<G: Playable>(run: &Run<G>) -> Vec<G::State> {
    let positions = run.setup.perft_table.lines().filter_map(|line| line.split('\t').next());
    let texts = run.game.named_positions().into_iter().map(|(_, text)| text);
    let texts: Vec<String> = texts.chain(positions.map(str::to_owned)).collect();
    let mut starts = vec![run.game.start()];
    starts.extend(texts.iter().filter_map(|text| catch_panic(|| run.game.parse_position(text)).ok()?.ok()));
    starts.dedup();
    starts
}

/// Checks the indices under which a game with tables stores the positions of the sample.
pub(super) fn check_numbering<G: Playable>(run: &mut Run<G>) -> Verdict {
    let start = run.game.start();
    run.report.numbered = Probe::new(run.game, &start).guard(Check::Numbering, |probe| {
        let Some(tables) = probe.game.tablebase() else { return Ok(0) };
        tables.check_numbering(&run.sample, &mut run.rng).map_err(|fault| Failure {
            position: Some(fault.position),
            ..Failure::new(Check::Numbering, fault.expected, fault.found)
        })
    })?;
    Ok(())
}
