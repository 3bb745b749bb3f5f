//! The gods' powers: a god is a card in [`cards`](crate::cards) and, unless plain data say everything, a file
//! here.
//!
//! The file holds the stages of a turn that the god changes, and what it forbids. It does not repeat the
//! card's text.

mod achilles;
mod aeolus;
mod aphrodite;
mod apollo;
mod apollov2;
mod ares;
mod artemis;
mod asteria;
mod athena;
mod atlas;
mod bellerophon;
mod bia;
mod castor;
mod charon;
mod charonv2;
mod chronus;
mod clio;
mod demeter;
mod eros;
mod europa;
mod graeae;
mod hades;
mod harpies;
mod hephaestus;
mod hera;
mod hermes;
mod hestia;
mod hippolyta;
mod hydra;
mod hypnus;
mod iris;
mod jason;
mod limus;
mod maenads;
mod medusa;
mod minotaur;
mod morpheus;
mod nemesis;
mod nike;
mod pan;
mod pegasus;
mod persephone;
mod polyphemus;
mod poseidon;
mod prometheus;
mod proteus;
mod scylla;
mod selene;
mod stymphalians;
mod theseus;
mod zeus;

use crate::cards::God;
use crate::moves::Move;
use crate::power::{Mortal, Power};
use crate::state::State;
use crate::turn::Turn;
use crate::turn::recorder::{Demand, Recorder, WinFinder};
use crate::turn::restrictions::Restrictions;
use crate::turn::turn_state::TurnState;

/// Evaluates an expression with the [`Power`] type of a god.
macro_rules! with_power {
    ($god:expr, $Power:ident => $result:expr) => {{
        macro_rules! with {
            ($type:ty) => {{
                type $Power = $type;
                $result
            }};
        }
        match $god {
            God::Mortal | God::Urania => with!(Mortal),
            God::Achilles => with!(achilles::Achilles),
            God::Aeolus => with!(aeolus::Aeolus),
            God::Aphrodite => with!(aphrodite::Aphrodite),
            God::Apollo => with!(apollo::Apollo),
            God::ApolloV2 => with!(apollov2::ApolloV2),
            God::Ares => with!(ares::Ares),
            God::Artemis => with!(artemis::Artemis),
            God::Asteria => with!(asteria::Asteria),
            God::Athena => with!(athena::Athena),
            God::Atlas => with!(atlas::Atlas),
            God::Bellerophon => with!(bellerophon::Bellerophon),
            God::Bia => with!(bia::Bia),
            God::Castor => with!(castor::Castor),
            God::Charon => with!(charon::Charon),
            God::CharonV2 => with!(charonv2::CharonV2),
            God::Chronus => with!(chronus::Chronus),
            God::Clio => with!(clio::Clio),
            God::Demeter => with!(demeter::Demeter),
            God::Eros => with!(eros::Eros),
            God::Europa => with!(europa::Europa),
            God::Graeae => with!(graeae::Graeae),
            God::Hades => with!(hades::Hades),
            God::Harpies => with!(harpies::Harpies),
            God::Hephaestus => with!(hephaestus::Hephaestus),
            God::Hera => with!(hera::Hera),
            God::Hermes => with!(hermes::Hermes),
            God::Hestia => with!(hestia::Hestia),
            God::Hippolyta => with!(hippolyta::Hippolyta),
            God::Hydra => with!(hydra::Hydra),
            God::Hypnus => with!(hypnus::Hypnus),
            God::Iris => with!(iris::Iris),
            God::Jason => with!(jason::Jason),
            God::Limus => with!(limus::Limus),
            God::Maenads => with!(maenads::Maenads),
            God::Medusa => with!(medusa::Medusa),
            God::Minotaur => with!(minotaur::Minotaur),
            God::Morpheus => with!(morpheus::Morpheus),
            God::Nemesis => with!(nemesis::Nemesis),
            God::Nike => with!(nike::Nike),
            God::Pan => with!(pan::Pan),
            God::Pegasus => with!(pegasus::Pegasus),
            God::Persephone => with!(persephone::Persephone),
            God::Polyphemus => with!(polyphemus::Polyphemus),
            God::Poseidon => with!(poseidon::Poseidon),
            God::Prometheus => with!(prometheus::Prometheus),
            God::Proteus => with!(proteus::Proteus),
            God::Scylla => with!(scylla::Scylla),
            God::Selene => with!(selene::Selene),
            God::Stymphalians => with!(stymphalians::Stymphalians),
            God::Theseus => with!(theseus::Theseus),
            God::Zeus => with!(zeus::Zeus),
        }
    }};
}

/// Enumerates all turns of the side to move. Its workers must be on the board and the game must not be over.
pub(crate) fn walk<R: Recorder>(state: &State, recorder: &mut R) {
    with_power!(state.gods[state.side.index()], P => walk_as::<P, R>(state, recorder));
}

/// Enumerates the turns of a god whose workers can walk to so many squares that the recorder may skip most of
/// them. Returns `false` for all other gods.
pub(crate) fn walk_selectively<R: Recorder>(state: &State, recorder: &mut R) -> bool {
    let walks_far = state.gods[state.side.index()] == God::Hermes;
    if walks_far {
        walk_as::<hermes::Hermes, R>(state, recorder);
    }
    walks_far
}

/// Returns a winning turn and how it meets the demand to move up. A turn that misses the demand wins only if
/// no turn meets it.
pub(crate) fn winning_turn(state: &State) -> Option<(Move, Demand)> {
    let mut finder = WinFinder::default();
    with_power!(state.gods[state.side.index()], P => {
        if P::may_win(state) {
            walk_as::<P, WinFinder>(state, &mut finder);
        }
    });
    finder.win
}

#[inline(never)]
fn walk_as<P: Power, R: Recorder>(state: &State, recorder: &mut R) {
    let restrictions = restrictions(state);
    // A sliding worker may return to its first square, which looks like the move of another worker.
    recorder.begin(P::REPEATS || restrictions.slides);
    let start = TurnState::new(state, restrictions.must_stay_adjacent);
    P::turn(&mut Turn::new(state, restrictions, recorder), &start);
}

/// Returns the restrictions that the gods of both sides put on the side to move.
pub(crate) fn restrictions(state: &State) -> Restrictions {
    let mut restrictions = Restrictions::default();
    let (me, other) = (state.side, !state.side);
    with_power!(state.gods[other.index()], P => P::restrict_opponent(state, other, &mut restrictions));
    with_power!(state.gods[me.index()], P => P::restrict_itself(state, me, &mut restrictions));
    restrictions
}
