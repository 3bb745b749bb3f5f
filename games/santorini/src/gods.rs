//! The gods.
//!
//! A god is a file under `gods/` with a constant `POWER`, and a line in the list below. The file says what the card says,
//! and a function walks through the turn in the words of [`Turn`]. A god that only restricts its opponent has no turn of
//! its own and says what it forbids:
//!
//! ```text
//! //! Hera. Opponent's turn: An opponent cannot win by moving into a perimeter space.
//!
//! pub(super) const POWER: Power = Power { name: "hera", card: "...", binds_opponent: Some(binds), ..Power::MORTAL };
//!
//! fn binds(_: &State, _: Side, bonds: &mut Bonds) {
//!     bonds.no_wins |= Squares::PERIMETER;
//! }
//! ```

mod power;
pub(crate) mod stored;

pub(crate) use power::{Placement, Power};

macro_rules! gods {
    ($($file:ident $name:ident,)*) => {
        $(mod $file;)*

        /// A god, or a mortal without any power.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names of gods are what they are")]
        pub enum God {
            $($name,)*
        }

        impl God {
            /// All of them, mortals first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }

        const POWERS: &[Power] = &[$($file::POWER,)*];
    };
}

gods! {
    mortal Mortal,
    achilles Achilles,
    aeolus Aeolus,
    aphrodite Aphrodite,
    apollo Apollo,
    apollov2 ApolloV2,
    ares Ares,
    artemis Artemis,
    asteria Asteria,
    athena Athena,
    atlas Atlas,
    bellerophon Bellerophon,
    bia Bia,
    castor Castor,
    charon Charon,
    charonv2 CharonV2,
    chronus Chronus,
    clio Clio,
    demeter Demeter,
    eros Eros,
    europa Europa,
    graeae Graeae,
    hades Hades,
    harpies Harpies,
    hephaestus Hephaestus,
    hera Hera,
    hermes Hermes,
    hestia Hestia,
    hippolyta Hippolyta,
    hydra Hydra,
    hypnus Hypnus,
    iris Iris,
    jason Jason,
    limus Limus,
    maenads Maenads,
    medusa Medusa,
    minotaur Minotaur,
    morpheus Morpheus,
    nemesis Nemesis,
    nike Nike,
    pan Pan,
    pegasus Pegasus,
    persephone Persephone,
    polyphemus Polyphemus,
    poseidon Poseidon,
    prometheus Prometheus,
    proteus Proteus,
    scylla Scylla,
    selene Selene,
    stymphalians Stymphalians,
    theseus Theseus,
    urania Urania,
    zeus Zeus,
}

impl God {
    /// What it can do.
    #[inline]
    pub(crate) const fn power(self) -> &'static Power {
        &POWERS[self as usize]
    }

    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        self.power().name
    }

    /// What its card says, in a sentence.
    pub const fn card(self) -> &'static str {
        self.power().card
    }

    /// The god with that name, in any case.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|god| god.name().eq_ignore_ascii_case(name))
    }
}
