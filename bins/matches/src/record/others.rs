//! Records of programs that write PGN in ways of their own. In those of Mill, a turn such as `d6xc3`, which places a
//! stone and removes one, is one word. In those of Othello, `Black` names the first player.

use std::mem::take;

use super::{GameRecord, Ply};

/// Length of the text of a removal, `x` and a point.
const REMOVAL: usize = "xc3".len();

impl GameRecord {
    /// If the tag `Site` names Sanmill or Edax, whose records name no game, adds the tag `Game`. Replaces Sanmill's
    /// name of the variant, or drops it if it stands for rules without a name. Exchanges the names of Edax's players.
    /// In a game of Mill, also splits turns.
    pub(super) fn correct_others(&mut self) {
        let site = self.tags.get("Site").filter(|_| self.tags.get("Game").is_none());
        match site {
            Some("Sanmill") => {
                self.tags.push("Game", "mill");
                self.tags.0.retain(|(name, value)| name != "Variant" || value != "Custom");
                self.rename_variant();
            }
            Some("edax") => {
                self.tags.push("Game", "othello");
                for (name, _) in &mut self.tags.0 {
                    match name.as_str() {
                        "White" => "Black".clone_into(name),
                        "Black" => "White".clone_into(name),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if let Some(game) = self.tags.get("Game").map(str::to_owned) {
            self.split_turns(&game);
        }
    }

    /// If `game` is Mill, splits each turn that is one word, such as `d6xc3`, into its moves. The comment, the glyphs
    /// and the search data of the turn become those of its last move.
    pub fn split_turns(&mut self, game: &str) {
        if game.eq_ignore_ascii_case("mill") {
            split(self);
        }
    }
}

fn split(line: &mut GameRecord) {
    for mut ply in take(&mut line.plies) {
        ply.variations.iter_mut().for_each(split);
        let removals = ply.text.split_off(first_move(&ply.text));
        if removals.is_empty() {
            line.plies.push(ply);
            continue;
        }
        let (side, place) = (ply.side, ply.place);
        let (note, comment, glyphs) = (take(&mut ply.note), take(&mut ply.comment), take(&mut ply.glyphs));
        let (others, own) = take(&mut ply.variations).into_iter().partition(begins_with_removal);
        ply.variations = own;
        line.plies.push(ply);
        let first = line.plies.len();
        let texts = (0..removals.len()).step_by(REMOVAL).map(|at| removals[at..at + REMOVAL].to_owned());
        line.plies.extend(texts.map(|text| Ply { side, text, place, ..Ply::default() }));
        line.plies[first].variations = others;
        if let Some(last) = line.plies.last_mut() {
            (last.note, last.comment, last.glyphs) = (note, comment, glyphs);
        }
    }
}

/// Returns the length in bytes of the first move of a turn, which is the text without the removals at its end.
fn first_move(text: &str) -> usize {
    let mut length = text.len();
    while length > REMOVAL && is_removal(&text.as_bytes()[length - REMOVAL..length]) {
        length -= REMOVAL;
    }
    length
}

fn is_removal(text: &[u8]) -> bool {
    matches!(text, [b'x' | b'X', b'a'..=b'g' | b'A'..=b'G', b'1'..=b'7'])
}

fn begins_with_removal(line: &GameRecord) -> bool {
    line.plies.first().is_some_and(|ply| is_removal(ply.text.as_bytes()))
}
