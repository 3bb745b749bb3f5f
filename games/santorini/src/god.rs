//! The list of gods, one line each. The rules of a god are in its file under `gods/`.

/// Calls the macro `expand` with the list of gods. A line has the name of the god and of its file under `gods/`, and
/// the name of its type. Networks and learning files depend on the order, so a new god must come last.
///
/// If a line has a second type, the god takes the turns of this type, which are then compiled only once for both. Such
/// a god may override only its text, its restrictions, and those fields of its card on which no turn depends.
macro_rules! for_each_god {
    ($expand:ident) => {
        $expand! {
            mortal Mortal;
            achilles Achilles;
            aeolus Aeolus;
            aphrodite Aphrodite Mortal;
            apollo Apollo;
            apollov2 ApolloV2;
            ares Ares;
            artemis Artemis;
            asteria Asteria;
            athena Athena;
            atlas Atlas;
            bellerophon Bellerophon;
            bia Bia;
            castor Castor;
            charon Charon;
            charonv2 CharonV2;
            chronus Chronus;
            clio Clio;
            demeter Demeter;
            eros Eros;
            europa Europa;
            graeae Graeae;
            hades Hades Mortal;
            harpies Harpies Mortal;
            hephaestus Hephaestus;
            hera Hera Mortal;
            hermes Hermes;
            hestia Hestia;
            hippolyta Hippolyta;
            hydra Hydra;
            hypnus Hypnus Mortal;
            iris Iris;
            jason Jason;
            limus Limus Mortal;
            maenads Maenads;
            medusa Medusa;
            minotaur Minotaur;
            morpheus Morpheus;
            nemesis Nemesis;
            nike Nike;
            pan Pan;
            pegasus Pegasus;
            persephone Persephone Mortal;
            polyphemus Polyphemus;
            poseidon Poseidon;
            prometheus Prometheus;
            proteus Proteus;
            scylla Scylla;
            selene Selene;
            stymphalians Stymphalians;
            theseus Theseus;
            urania Urania;
            zeus Zeus;
        }
    };
}
pub(crate) use for_each_god;

macro_rules! define_gods {
    ($($name:ident $God:ident $($Turns:ident)?;)*) => {
        /// A god, or a mortal without any power.
        ///
        /// [`God::text`] is the text of its card. The rules of five gods differ from the published card, in order to
        /// agree with an independent program:
        ///
        /// * Achilles and Prometheus: of two squares that both adjoin the worker's first square, the later one in
        ///   reading order is built on first, even if it could not be built on last.
        /// * Achilles: a first block that lets the worker step up and win is built only for that win.
        /// * Aeolus: a wind that blows is stilled before it blows from elsewhere.
        /// * Morpheus: at most twelve buildings are spent in a turn, and at most 127 are saved.
        /// * Selene: the dome of the female worker does not complete a tower; a worker that has moved completes one, as
        ///   its ordinary building. The female worker may put a low dome next to the workers of Limus.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum God {
            $(#[doc = concat!("The god named `", stringify!($name), "`.")] $God,)*
        }

        impl God {
            /// All gods, mortals first.
            pub const ALL: &'static [Self] = &[$(Self::$God,)*];
            const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];
        }
    };
}
for_each_god!(define_gods);

impl God {
    /// Returns the god's name in lower case, as in position texts and names of variants.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Finds a god by its name, in upper or lower case; `None` if no god has this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|god| god.name().eq_ignore_ascii_case(name))
    }

    /// Returns the name of a pair of gods: both names joined by a hyphen, or `mortal` for two mortals.
    pub(crate) fn pair_name(gods: [Self; 2]) -> String {
        match gods {
            [Self::Mortal, Self::Mortal] => Self::Mortal.name().to_owned(),
            _ => gods.map(Self::name).join("-"),
        }
    }

    /// Finds a pair of gods by its name; `None` if a god is unknown. A single name means that god for the first player,
    /// against mortals. Does not check that the pair is allowed.
    pub(crate) fn find_pair(name: &str) -> Option<[Self; 2]> {
        let (first, second) = name.split_once('-').unwrap_or((name, Self::Mortal.name()));
        Some([Self::find(first)?, Self::find(second)?])
    }
}
