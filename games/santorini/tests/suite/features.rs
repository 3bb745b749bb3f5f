//! Tests that the squares which workers can reach, as the network sees them, agree with the legal moves.

use plywright::network::{FeatureSet, Features};
use plywright::search::Rng;
use plywright::{Game, State as _};
use plywright_santorini::{BoardFeatures, God, Santorini, Square, Squares, State};

use crate::moves;

/// Number of heights that a worker can stand on.
const HEIGHTS: usize = 4;
const SQUARES: usize = 25;
/// First feature of the squares that workers can come to, which are the last features. They are ordered by who can come
/// to the square (only the side whose perspective it is, only the opponent, both), then by height, then by square.
const REACHED: usize = BoardFeatures::COUNT - 3 * HEIGHTS * SQUARES;

/// Gods with a power that the features leave out: the workers can jump, swap, take several steps, climb two levels or
/// appear, or an enemy is moved out of their way first.
const BEYOND_REACH: [God; 7] =
    [God::Bellerophon, God::Charon, God::Hydra, God::Iris, God::Jason, God::Nemesis, God::Stymphalians];
/// Pairs in which the features lack some squares that the first god's workers can reach. The features apply the second
/// god's restriction before the turn, but the first god's turn may change what the restriction depends on.
const INEXACT: [[God; 2]; 4] = [
    [God::Artemis, God::Persephone],
    [God::Castor, God::Persephone],
    [God::Prometheus, God::Hades],
    [God::Scylla, God::Aphrodite],
];
/// Gods that also win by how their workers stand relative to other workers. The features say nothing about these wins.
const WIN_BY_PLACE: [God; 2] = [God::Eros, God::Maenads];
/// Second gods of the tested pairs: mortals, and gods that restrict steps in different ways.
const OPPONENTS: [God; 10] = [
    God::Mortal,
    God::Aeolus,
    God::Aphrodite,
    God::Athena,
    God::Clio,
    God::Europa,
    God::Hades,
    God::Hera,
    God::Hypnus,
    God::Persephone,
];

/// Returns the squares to which the features say that the side to move can come, by height.
fn reach(game: Santorini, state: &State) -> [Squares; HEIGHTS] {
    let mut perspectives = [(); 2].map(|()| FeatureSet::new(BoardFeatures::COUNT));
    BoardFeatures::active(&game, state, &mut perspectives);
    let mut reach = [Squares::EMPTY; HEIGHTS];
    for feature in perspectives[state.side().index()].iter().filter(|feature| *feature >= REACHED) {
        let (kind, place) =
            ((feature - REACHED) / (HEIGHTS * SQUARES), (feature - REACHED) % (HEIGHTS * SQUARES));
        let is_of_other_side_only = kind == 1;
        if !is_of_other_side_only {
            reach[place / SQUARES] |= Squares::of(Square::new((place % SQUARES) as u8));
        }
    }
    reach
}

/// Plays up to 30 random moves. Calls `check` with each position after placement, and with the positions after its
/// legal moves.
fn for_each_position(game: Santorini, generator: &mut Rng, mut check: impl FnMut(&State, &[State])) {
    let mut state = game.start();
    for _ in 0..30 {
        let following: Vec<_> = moves(&state).map(|(_, after)| after).collect();
        if following.is_empty() {
            break;
        }
        if !state.is_placing() {
            check(&state, &following);
        }
        state = following[generator.below(following.len())];
    }
}

#[test]
fn every_move_of_a_worker_ends_in_its_reach() {
    let mut generator = Rng::new(7);
    let gods = God::ALL.iter().filter(|god| **god != God::Mortal && !BEYOND_REACH.contains(god));
    let pairs = gods.flat_map(|god| OPPONENTS.map(|opponent| [*god, opponent]));
    for pair in pairs.filter(|pair| !INEXACT.contains(pair)) {
        let Some(game) = Santorini::new(pair) else { continue };
        for_each_position(game, &mut generator, |state, following| {
            let side = state.side();
            if state.gods()[side.index()] != pair[0] {
                return;
            }
            let reach = reach(game, state);
            for after in following {
                let ends = after.workers(side) - state.workers(side);
                let wins = after.winner() == Some(side) && !ends.is_empty();
                if wins && !WIN_BY_PLACE.contains(&pair[0]) {
                    assert!(ends.intersects(reach[3]), "{pair:?}: {after:?} wins from {state:?}");
                }
                // The features leave out climbs to height 3 that do not win, such as climbs to the perimeter against
                // Hera.
                let reached = reach.into_iter().fold(state.exactly(3), Squares::union);
                assert!(reached.contains_all(ends), "{pair:?}: {after:?} from {state:?}");
            }
        });
    }
}

/// Every square of the reach is the end of a move, because a mortal that steps can always build: at least on the square
/// that it left.
#[test]
fn the_reach_of_mortals_is_the_ends_of_their_moves() {
    let game = Santorini::default();
    let mut generator = Rng::new(8);
    for _ in 0..100 {
        for_each_position(game, &mut generator, |state, following| {
            let side = state.side();
            let mut ends = [Squares::EMPTY; HEIGHTS];
            for square in following.iter().flat_map(|after| after.workers(side) - state.workers(side)) {
                ends[usize::from(state.height(square))] |= Squares::of(square);
            }
            assert_eq!(reach(game, state), ends, "{state:?}");
        });
    }
}
