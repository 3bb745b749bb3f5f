//! Checks that the methods for the rules agree with each other in a position: the move list, the ending, the count, the
//! lists of noisy moves, `is_legal` and `play`.

use ahash::AHashSet;

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::{Run, amount, pick};
use crate::game::Playable;
use crate::rules::{Ending, Move, MoveClass, Moves, Score, State};
use crate::search::Rng;

/// Maximum number of moves played in each position, to check `play`.
const PLAYED: usize = 24;
/// Number of positions, the first one included, at which a sequence of noisy moves counts as endless.
const MAX_NOISY_LINE: usize = 500;

/// Maximum number of moves stored from earlier positions. Where they are illegal, `is_legal` must refuse them.
const KEPT: usize = 512;
/// Maximum number of legal moves passed to `is_legal` in each position, and of moves from earlier positions. With more
/// than 64 legal moves, fewer are passed.
const OFFERED: usize = 24;

/// Checks that the move list agrees with the ending and the count, lists no move twice, and has moves with unique
/// codes. Returns the moves; none if the game is over.
pub(super) fn check_list<G: Playable>(probe: Probe<G>) -> Result<Moves<G::Move>, Failure> {
    let mut moves = Moves::new();
    let ending = probe.guard(Check::MoveList, |probe| Ok(probe.game.moves(probe.state, &mut moves)))?;
    probe.guard(Check::MoveList, |probe| {
        let mut again = Moves::new();
        let same = probe.game.moves(probe.state, &mut again) == ending && again == moves;
        match (ending, moves.len()) {
            (Some(_), 1..) | (None, 0) => {
                let found = format!("{ending:?} and {} moves", moves.len());
                probe.fails("either moves or an ending", found)
            }
            _ => probe.expect(same, "the same moves and ending at every call", "different ones"),
        }
    })?;
    probe.guard(Check::Ending, |probe| {
        let found = probe.game.ending(probe.state);
        probe.expect(found == ending, format_args!("{ending:?}"), format_args!("{found:?}"))?;
        let max = Score::LIMIT.0;
        match ending {
            Some(Ending::Margin(points)) if !(-max..=max).contains(&points) => {
                probe.fails(format_args!("a margin in -{max}..={max}"), points)
            }
            _ => Ok(()),
        }
    })?;
    probe.guard(Check::Count, |probe| match probe.game.count(probe.state) {
        found if found == moves.len() as u64 => Ok(()),
        0 if can_only_lose(probe, &moves) => Ok(()),
        found => probe.fails(moves.len(), found),
    })?;
    let mut seen = AHashSet::new();
    let twice = moves.iter().find(|mv| !seen.insert(**mv)).copied();
    probe.under(Check::Duplicates).expect_none(twice, "every move once", "the move twice")?;
    probe.guard(Check::Codes, |probe| check_codes(probe, &moves))?;
    Ok(moves)
}

/// Whether the only move keeps the turn and loses. Some games list such a move for a side that cannot move.
fn can_only_lose<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> bool {
    let [mv] = moves else { return false };
    let (side, after) = (probe.state.side(), probe.after(*mv));
    after.side() == side && probe.game.ending(&after) == Some(Ending::Win(!side))
}

fn check_codes<G: Playable>(probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let mut codes = AHashSet::new();
    for mv in moves.iter().copied() {
        let (code, decoded) = (mv.code(), G::Move::decode(mv.code()));
        probe.expect_of(mv, codes.insert(code), "a unique code", format_args!("code {code} twice"))?;
        if let Some(other) = decoded.filter(|decoded| *decoded != mv) {
            let found = format!("{other:?} from code {code}");
            return probe.fails_by(mv, "the move decoded from its code", found);
        }
    }
    Ok(())
}

/// Checks that [`Hints::noisy`](crate::Hints::noisy) lists exactly the legal moves of the class `min_class` or a higher
/// one. Returns whether such moves exist.
pub(super) fn check_noisy<G: Playable>(
    probe: Probe<G>,
    moves: &[G::Move],
    min_class: MoveClass,
) -> Result<bool, Failure> {
    let mut listed = Moves::new();
    probe.game.noisy(probe.state, min_class, &mut listed);
    let is_noisy = |mv: &G::Move| probe.game.class(probe.state, *mv) >= min_class;
    let expected: AHashSet<_> = moves.iter().copied().filter(is_noisy).collect();
    let found: AHashSet<_> = listed.iter().copied().collect();
    if let Some(faulty) = expected.symmetric_difference(&found).next() {
        let (expected, found) =
            if expected.contains(faulty) { ("a listed move", "none") } else { ("no such move", "it listed") };
        return probe.fails_by(*faulty, expected, found);
    }
    probe.expect(listed.len() == found.len(), "every noisy move once", "one twice")?;
    Ok(!expected.is_empty())
}

/// Plays random noisy moves until there are none. Fails if a position recurs or the line reaches [`MAX_NOISY_LINE`]
/// positions, because quiescence search might not end then.
pub(super) fn check_noisy_line<G: Playable>(probe: Probe<G>, rng: &mut Rng) -> Verdict {
    let mut state = probe.state.clone();
    let mut seen = AHashSet::new();
    while seen.insert(state.key()) && seen.len() < MAX_NOISY_LINE {
        let mut moves = Moves::new();
        if probe.game.ending(&state).is_none() {
            probe.game.noisy(&state, MoveClass::Noisy, &mut moves);
        }
        let Some(mv) = moves.get(rng.below(moves.len())) else { return Ok(()) };
        probe.game.play(&mut state, *mv);
    }
    let found = format!("a repetition, or {MAX_NOISY_LINE} positions");
    probe.fails("every sequence of noisy moves to end", found)
}

/// If `mv` ends the game, checks the side to move in `next`, the position after it: the mover if the ending is an
/// [`Ending::Win`] of the opponent, otherwise (also after a draw or a margin) the opponent.
pub(super) fn check_turn<G: Playable>(probe: Probe<G>, mv: G::Move, next: &G::State) -> Verdict {
    let mover = probe.state.side();
    let Some(ending) = probe.game.ending(next) else { return Ok(()) };
    let (keeps, loses) = (next.side() == mover, ending == Ending::Win(!mover));
    if keeps == loses {
        return Ok(());
    }
    let expected = if loses {
        "the move that loses the game to keep the turn"
    } else {
        "the move that ends the game to pass the turn"
    };
    let after = probe.at(next).text();
    let found = format!("{ending:?} with the {} side to move in '{after}'", next.side());
    probe.fails_by(mv, expected, found)
}

/// Plays some of the moves twice, each time on a copy. Both copies must become the same position, and the original must
/// not change. Also calls [`check_turn`] for these moves.
pub(super) fn check_play<G: Playable>(probe: Probe<G>, moves: &[G::Move], rng: &mut Rng) -> Verdict {
    let before = (probe.game.position_text(probe.state), probe.state.key(), probe.state.side());
    let step = moves.len().div_ceil(PLAYED).max(1);
    for mv in moves.iter().skip(rng.below(step)).step_by(step) {
        let (next, again) = (probe.after(*mv), probe.after(*mv));
        let same = next == again && next.key() == again.key();
        let found = format_args!("{next:?} and then {again:?}");
        probe.expect_of(*mv, same, "the same position each time", found)?;
        check_turn(probe.under(Check::Turn), *mv, &next)?;
    }
    let after = (probe.game.position_text(probe.state), probe.state.key(), probe.state.side());
    let expected = "`play` on a copy to leave the original unchanged";
    probe.expect(before == after, expected, format_args!("{before:?} before"))
}

/// Checks that `is_legal` accepts the listed moves and no others. The candidates are some of the listed moves, moves of
/// earlier positions, and moves decoded from random codes, because an entry of the transposition table may contain any
/// move. Stores up to two of the listed moves for later positions.
pub(super) fn check_legality<G: Playable>(run: &mut Run<G>, probe: Probe<G>, moves: &[G::Move]) -> Verdict {
    let rng = &mut run.rng;
    let offered = amount(OFFERED, moves.len());
    let mut candidates: Vec<G::Move> = pick(moves, offered, rng);
    candidates.extend(pick(&run.moves, offered, rng));
    for _ in 0..offered {
        let code = moves.get(rng.below(moves.len())).map_or(0, |mv| mv.code());
        // One code near that of a legal move, one small code, and one arbitrary code.
        let neighbour = code ^ (1 << rng.below(24));
        let codes = [neighbour, rng.below(1 << 12) as u32, rng.bits() as u32];
        candidates.extend(codes.into_iter().filter_map(G::Move::decode));
    }
    probe.guard(Check::Legality, |probe| check_is_legal(probe, &candidates, moves))?;
    for mv in pick(moves, 2, rng) {
        if run.moves.len() < KEPT {
            run.moves.push(mv);
        } else {
            run.moves[rng.below(KEPT)] = mv;
        }
    }
    Ok(())
}

fn check_is_legal<G: Playable>(probe: Probe<G>, candidates: &[G::Move], moves: &[G::Move]) -> Verdict {
    let moves: AHashSet<_> = moves.iter().copied().collect();
    for mv in candidates {
        let (legal, listed) = (probe.game.is_legal(probe.state, *mv), moves.contains(mv));
        let word = |yes| if yes { "legal" } else { "illegal" };
        probe.expect_of(*mv, legal == listed, word(listed), word(legal))?;
    }
    Ok(())
}
