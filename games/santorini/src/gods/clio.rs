//! Clio places coins on her first buildings.
//!
//! Her workers may build and stand on squares with coins. After she has placed her last coin, building on the
//! square of an earlier coin removes it.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::stored::{COINS, Stored};
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::restrictions::Restrictions;
use crate::turn::turn_state::TurnState;

pub(super) struct Clio;

impl Power for Clio {
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.closed |= state.stored(me).squares();
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let coins = built.state.stored(turn.me);
        let (squares, placed) = (coins.squares(), coins.number());
        let coins = if placed < COINS {
            Stored::new(squares.with(built.site), placed + 1)
        } else {
            Stored::new(squares.without(built.site), placed)
        };
        turn.end_storing(built, coins);
    }
}
