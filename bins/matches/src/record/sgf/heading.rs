//! What an SGF game says before its moves: its game, variant and start position, and the tags of its record.

use std::iter;

use plywright::engine::Setup;
use plywright::shorten;

use super::scan::{Node, Property, Result, malformed};
use super::{NAMED, PREFIX, bracketed, dated, games, other, setup};
use crate::record::Tags;

/// What the root says about the whole game.
pub(super) struct Heading {
    pub(super) game: Option<String>,
    variant: Option<String>,
    /// Text of the start position, if the file sets stones up.
    position: Option<String>,
    /// Colour of the first side.
    pub(super) first: &'static str,
}

impl Heading {
    /// Reads the heading of a game. Removes from `nodes` the properties that set stones up before the first move.
    pub(super) fn of(nodes: &mut [Node]) -> Result<Self> {
        let root = &nodes[0];
        let place = root.place;
        let own = |name: &str| {
            let mut tags = root.values("TG").map(tag_of);
            tags.find_map(|(known, value)| (known == name).then(|| value.to_owned()))
        };
        let has_own_setup = own("FEN").is_some();
        let is_own = root.value("AP").is_some_and(|name| name.starts_with("Plywright:"));
        let game = game_of(root, own("Game"))?;
        let variant = variant_of(root, game.as_deref(), own("Variant"))?;
        let moved = first_colour_moved(nodes);
        let position = setup::take_position(nodes, game.as_deref(), moved)?;
        if position.is_some() && has_own_setup {
            return Err(malformed(place, "both AB or AW and a tag FEN set the position up, expected one"));
        }
        let turn = setup::colour(&nodes[0])?;
        if !is_own && !has_own_setup {
            setup::check_turn(place, turn, moved, "first")?;
        }
        let usual = games::usual_first(game.as_deref());
        // If stones are set up, either side may move first, so the first move does not show the first side's colour.
        let first = if position.is_some() { usual } else { turn.or(moved).unwrap_or(usual) };
        Ok(Self { game, variant, position, first })
    }

    /// Returns the tags of the record, without the tag `Result`.
    pub(super) fn tags(self, root: &Node) -> Tags {
        let mut tags = Tags::default();
        let game = self.game.as_deref();
        for Property { name, values } in &root.properties {
            let value = values.join(", ");
            match name.as_str() {
                "FF" | "CA" | "PL" | "GM" | "RE" | "B" | "W" | "C" => {}
                "SZ" if game.is_some_and(games::selects_by_size) => {}
                "AP" if value.starts_with("Plywright:") => {}
                "PW" | "PB" => tags.push(if name[1..] == *self.first { "White" } else { "Black" }, value),
                "TG" => {
                    for (name, value) in values.iter().map(|value| tag_of(value)) {
                        tags.push(&name, value);
                    }
                }
                _ => match NAMED.iter().find(|(known, _)| known == name) {
                    Some(("DT", _)) => tags.push("Date", dated(&value, '-', ".")),
                    Some((_, tag)) => tags.push(tag, value),
                    None => tags.push(&format!("{PREFIX}{name}"), bracketed(values)),
                },
            }
        }
        if self.first != games::usual_first(game) {
            tags.push(&format!("{PREFIX}PL"), bracketed(&[self.first]));
        }
        for (name, value) in [("Game", self.game), ("Variant", self.variant)] {
            if let (None, Some(value)) = (tags.get(name), value) {
                tags.push(name, value);
            }
        }
        tags.push_setup(&self.position.map_or(Setup::Start, Setup::Text));
        tags
    }
}

/// Exchanges the colours of the moves in a game of Hex from the site Little Golem, and adds the missing `GM`. In such a
/// file, the white stones move first and connect the top and the bottom, but `PB` and `RE` call their player black.
pub(super) fn correct_little_golem(nodes: &mut [Node]) {
    let root = &nodes[0];
    let is_from_there = root.value("SO").is_some_and(|source| source.contains("littlegolem"));
    let is_hex = root.value("EV").is_some_and(|event| event.starts_with("hex."));
    if root.value("GM").is_some() || !is_from_there || !is_hex {
        return;
    }
    for property in nodes.iter_mut().flat_map(|node| &mut node.properties) {
        if ["B", "W"].contains(&property.name.as_str()) {
            property.name = other(&property.name).to_owned();
        }
    }
    nodes[0].properties.push(Property { name: "GM".to_owned(), values: vec!["11".to_owned()] });
}

/// Returns the game that `own`, the value of the tag `Game`, or the property `GM` names. It is an error if both are
/// present and name different games.
fn game_of(root: &Node, own: Option<String>) -> Result<Option<String>> {
    let gm = root.value("GM").map(str::trim).filter(|gm| !gm.is_empty()).map(games::name);
    // Names from `GM` are in lower case, but the tag's may be in capitals.
    let own = own.map(|name| name.to_ascii_lowercase());
    if let (Some(own), Some(gm)) = (&own, &gm)
        && own != gm
    {
        let (own, gm) = (shorten(own), shorten(gm));
        return Err(malformed(root.place, format!("GM names the game {gm}, but the tag Game is '{own}'")));
    }
    Ok(own.or(gm))
}

/// Returns the variant that `own`, the value of the tag `Variant`, names. Without the tag, returns the variant that the
/// board's size `SZ` selects. It is an error if both are present and differ in the size.
fn variant_of(root: &Node, game: Option<&str>, own: Option<String>) -> Result<Option<String>> {
    let (Some(game), Some(sz)) = (game, root.value("SZ")) else { return Ok(own) };
    let sized = games::variant(game, sz).map_err(|message| malformed(root.place, message))?;
    if let (Some(own), Some(sized)) = (&own, &sized)
        && games::sz(game, own) != games::sz(game, sized)
    {
        let (own, sz) = (shorten(own), shorten(sz));
        return Err(malformed(root.place, format!("SZ is '{sz}', but the tag Variant is '{own}'")));
    }
    Ok(own.or(sized))
}

/// Returns the colour of the first move of the main line; `None` if the main line has no move.
fn first_colour_moved(nodes: &[Node]) -> Option<&'static str> {
    let mut line = iter::successors(Some(0), |index: &usize| nodes[*index].children.first().copied());
    line.find_map(|index| nodes[index].colour())
}

/// Splits a value of `TG` into the name and the value of a tag. In the name, `%3A` stands for a colon and `%25` for a
/// per cent sign.
fn tag_of(value: &str) -> (String, &str) {
    let (name, value) = value.split_once(':').unwrap_or((value, ""));
    (name.replace("%3A", ":").replace("%25", "%"), value)
}
