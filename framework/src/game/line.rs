//! A position with its history, which decides draws by repetition and by the move limit. The line keeps a copy of every
//! position, so that games need no function that takes a move back.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ptr;
use std::sync::{Arc, OnceLock};

use super::dyn_line::{DynLine, MoveActions, MoveId, NetworkInput, PositionValue};
use super::legal_moves::{LegalMoves, Past};
use super::move_numbers::MoveNumbers;
use super::opening_names::{canonical_key, opening_name, tree_key};
use super::outcome::{Reason, SetupError};
use super::playable::{Playable, Solved};
use super::ruleset::{Facts, Ruleset};
use crate::network::{FeatureSet, Learnable, Network, NetworkError};
use crate::rules::{Ending, Key, Move, Perft, PositionHistory, Side, State, Symmetry, random_index};
use crate::search::{Eval, Turn};
use crate::text::{ParseMoveError, Scene};

/// A position with the moves that led to it, in the game's own types. Programs that know no game see it as a
/// [`DynLine`].
#[derive(Clone)]
pub struct GameLine<G: Playable> {
    rules: Arc<Ruleset<G>>,
    /// All positions so far, the current one last; never empty.
    states: Vec<G::State>,
    /// Moves between the positions, one fewer than there are positions.
    played: Vec<G::Move>,
    /// Keys of all positions, for the draw rules. In a line from [`DynLine::present`], these include positions before
    /// the first of `states`.
    position_history: PositionHistory,
    /// Whether the first position is in the middle of a turn whose earlier moves were left out.
    begins_mid_turn: bool,
    /// Legal moves of the current position, once they have been listed.
    legal: OnceLock<LegalMoves<G::Move>>,
}

impl<G: Playable> GameLine<G> {
    /// Creates a line at the start position, without moves.
    pub fn start(rules: Arc<Ruleset<G>>) -> Self {
        let state = rules.start().clone();
        Self::new(rules, state)
    }

    /// Creates a line at `state`, without moves.
    pub fn new(rules: Arc<Ruleset<G>>, state: G::State) -> Self {
        let position_history = PositionHistory::new(state.key(), rules.game().halfmove_clock(&state));
        let (states, played, legal) = (vec![state], Vec::new(), OnceLock::new());
        Self { rules, states, played, position_history, begins_mid_turn: false, legal }
    }

    /// Creates a line under these rules with the first position and the moves of `line`, which may have other rules or
    /// even another game.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the first position or a move.
    pub(crate) fn replayed(rules: Arc<Ruleset<G>>, line: &dyn DynLine) -> Result<Self, SetupError> {
        let mut own = Self::start(rules);
        if !line.begins_at_start() {
            let state = own.game().parse_position(&line.first().text())?;
            own = Self::new(own.rules, state);
        }
        own.replay(&line.history().iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(own)
    }

    /// Returns `line` itself if it has these rules, otherwise a new line under these rules with the first position and
    /// the moves of `line`.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the first position or a move.
    pub(crate) fn of_rules<'a>(
        rules: &Arc<Ruleset<G>>,
        line: &'a dyn DynLine,
    ) -> Result<Cow<'a, Self>, SetupError> {
        if let Some(own) = line.as_any().downcast_ref::<Self>()
            && (ptr::eq(own.facts(), rules.facts()) || own.facts() == rules.facts())
        {
            return Ok(Cow::Borrowed(own));
        }
        Self::replayed(Arc::clone(rules), line).map(Cow::Owned)
    }

    /// Returns a copy of the line under other rules, without checking that they allow its positions and moves.
    pub(crate) fn under(&self, rules: Arc<Ruleset<G>>) -> Self {
        Self { rules, legal: OnceLock::new(), ..self.clone() }
    }

    /// Returns the rules of the line, which other lines and the engine may share.
    pub const fn rules(&self) -> &Arc<Ruleset<G>> {
        &self.rules
    }

    /// Returns the game value, with the rules of the line set.
    pub fn game(&self) -> &G {
        self.rules.game()
    }

    /// Returns the current position, the one after the last move.
    pub fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// Returns the history by which draws are decided.
    pub(crate) const fn position_history(&self) -> &PositionHistory {
        &self.position_history
    }

    /// Whether superko forbids a legal move of the position, because the move would restore an earlier position. Plays
    /// the move on a copy to find out.
    pub(crate) fn forbids(&self, mv: G::Move) -> bool {
        let has_superko = self.game().draw_rules(self.state()).has_superko();
        let past = Past { drawn: None, forbidden: has_superko.then_some(&self.position_history) };
        past.forbids(self.game(), self.state(), mv)
    }

    /// Plays a move without checking that it is legal.
    pub(crate) fn push(&mut self, mv: G::Move) {
        let mut next = self.state().clone();
        self.position_history.advance(self.rules.game(), &mut next, mv);
        self.states.push(next);
        self.played.push(mv);
        self.legal = OnceLock::new();
    }

    /// Takes back the last move; `None` if no move was played.
    fn pop(&mut self) -> Option<G::Move> {
        let mv = self.played.pop()?;
        self.states.pop();
        self.position_history.pop();
        self.legal = OnceLock::new();
        Some(mv)
    }

    /// Parses a move that the position and superko allow, even if a draw rule has ended the game.
    ///
    /// # Errors
    /// Returns an error if there is no such move.
    pub(crate) fn parse(&self, text: &str) -> Result<G::Move, ParseMoveError> {
        let mv = self.game().parse_move(self.state(), text)?;
        if self.forbids(mv) { Err(ParseMoveError::repeating(text)) } else { Ok(mv) }
    }

    /// Parses a legal move. Returns an error if there is no such move, or a draw rule has ended the game.
    fn parse_legal(&self, text: &str) -> Result<G::Move, ParseMoveError> {
        let mv = self.parse(text)?;
        if self.past().drawn.is_some() { Err(ParseMoveError::illegal(text)) } else { Ok(mv) }
    }

    /// Whether the current position is in the middle of a turn. Draw rules do not apply there.
    fn is_mid_turn(&self) -> bool {
        match &self.states[..] {
            [.., before, state] => Turn::after(self.game(), before.side(), state).continues(),
            _ => self.begins_mid_turn,
        }
    }

    /// Returns what the earlier positions change about the current one: a draw by a draw rule, and the moves that
    /// superko forbids.
    fn past(&self) -> Past<'_> {
        let rules = self.game().draw_rules(self.state());
        let mut drawn = None;
        if self.position_history.is_drawn(rules) && !self.is_mid_turn() {
            let at_limit = self.position_history.reaches_limit(rules);
            drawn = Some(if at_limit { Reason::MoveLimit(rules.move_limit) } else { Reason::Repetition });
        }
        Past { drawn, forbidden: rules.has_superko().then_some(&self.position_history) }
    }

    /// Returns the legal moves, listed at the first call for a position.
    fn legal(&self) -> &LegalMoves<G::Move> {
        self.legal.get_or_init(|| LegalMoves::of(&self.rules, self.state(), self.past()))
    }

    fn move_of(&self, id: MoveId) -> Result<G::Move, ParseMoveError> {
        self.legal().get(id).ok_or_else(|| ParseMoveError::illegal(&id.0.to_string()))
    }

    /// Returns a legal move, chosen by the 64 random bits of `random`, with its number; `None` if the game is over. The
    /// same bits may choose another move once the legal moves have been listed.
    fn choose_move(&self, random: u64) -> Option<(MoveId, G::Move)> {
        let past = self.past();
        if past.drawn.is_some() {
            return None;
        }
        // The legal moves need not be listed if the move's code gives its number.
        if let MoveNumbers::ByCode(count) = self.rules.move_numbers()
            && past.forbidden.is_none()
            && self.legal.get().is_none()
        {
            let mv = self.game().random_move(self.state(), random).ok()?;
            let number = G::number(mv.code());
            if number < count {
                return Some((MoveId(number), mv));
            }
        }
        let legal = self.legal();
        let place = random_index(random, legal.moves.len());
        Some((*legal.ids.get(place)?, *legal.moves.get(place)?))
    }
}

impl<G: Playable> DynLine for GameLine<G> {
    fn facts(&self) -> &Facts {
        self.rules.facts()
    }

    fn boxed(&self) -> Box<dyn DynLine> {
        Box::new(self.clone())
    }

    fn present(&self) -> Box<dyn DynLine> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            states: vec![self.state().clone()],
            played: Vec::new(),
            position_history: self.position_history.clone(),
            begins_mid_turn: self.is_mid_turn(),
            legal: OnceLock::new(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_at(&self, other: &dyn DynLine) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.facts() == other.facts() && self.state() == other.state())
    }

    fn side(&self) -> Side {
        self.state().side()
    }

    fn key(&self) -> Key {
        self.state().key()
    }

    fn canonical_key(&self) -> Key {
        canonical_key(self.game(), self.state())
    }

    fn tree_key(&self) -> Key {
        tree_key(self.game(), self.state())
    }

    fn own_symmetries(&self) -> u8 {
        let (game, state) = (self.game(), self.state());
        let all = Symmetry::first(game.symmetries());
        let maps_to_itself =
            |symmetry: &Symmetry| game.holds(state, *symmetry) && game.image(state, *symmetry) == *state;
        all.filter(maps_to_itself).count() as u8
    }

    fn text(&self) -> String {
        self.game().position_text(self.state())
    }

    fn mover_pov(&self) -> String {
        self.game().position_text(&self.game().mover_pov(self.state()))
    }

    fn resolve_mover_pov(&self, text: &str) -> String {
        self.game().resolve_mover_pov(self.state(), text)
    }

    fn drawing(&self) -> String {
        self.game().drawing(self.state())
    }

    fn scene(&self) -> Scene {
        self.game().scene(self.state())
    }

    fn scene_towards(&self, moves: &[&str]) -> Scene {
        let (game, state) = (self.game(), self.state());
        let mut scenes = Vec::with_capacity(moves.len());
        // Each legal move is written once. Parsing each text of `moves` would take longer, because most games parse a
        // text by writing the legal moves until one is equal.
        let wanted: HashSet<&str> = moves.iter().copied().collect();
        for mv in &self.legal().moves {
            if wanted.contains(game.move_text(state, *mv).as_str()) {
                let mut next = state.clone();
                game.play(&mut next, *mv);
                scenes.push(game.scene(&next));
            }
        }
        self.scene().towards(&scenes)
    }

    fn phase(&self) -> usize {
        self.game().phase(self.state())
    }

    fn solved(&self) -> Option<Solved> {
        self.game().solved()
    }

    fn opening_name(&self) -> Option<&'static str> {
        opening_name(self.game(), &self.states)
    }

    fn ending(&self) -> Option<(Ending, Reason)> {
        self.legal().ending
    }

    fn moves(&self) -> &[MoveId] {
        &self.legal().ids
    }

    fn move_texts(&self) -> Vec<String> {
        self.legal().moves.iter().map(|mv| self.game().move_text(self.state(), *mv)).collect()
    }

    fn move_actions(&self) -> Vec<MoveActions> {
        let (game, state) = (self.game(), self.state());
        let actions =
            |mv: &G::Move| MoveActions { text: game.move_text(state, *mv), sequences: game.ways(state, *mv) };
        self.legal().moves.iter().map(actions).collect()
    }

    fn id_of(&self, text: &str) -> Result<MoveId, ParseMoveError> {
        let (mv, legal) = (self.parse_legal(text)?, self.legal());
        let place = legal.moves.iter().position(|known| *known == mv);
        place.and_then(|place| legal.ids.get(place).copied()).ok_or_else(|| ParseMoveError::illegal(text))
    }

    fn text_of(&self, id: MoveId) -> Result<String, ParseMoveError> {
        Ok(self.game().move_text(self.state(), self.move_of(id)?))
    }

    fn themes(&self, line: &[&str]) -> Vec<&'static str> {
        let (game, mut state) = (self.game(), self.state().clone());
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let Ok(mv) = game.parse_move(&state, text) else { return Vec::new() };
            game.play(&mut state, mv);
            moves.push(mv);
        }
        game.themes(self.state(), &moves)
    }

    fn play(&mut self, id: MoveId) -> Result<(), ParseMoveError> {
        let mv = self.move_of(id)?;
        self.push(mv);
        Ok(())
    }

    fn play_text(&mut self, text: &str) -> Result<(), ParseMoveError> {
        let mv = self.parse_legal(text)?;
        self.push(mv);
        Ok(())
    }

    fn replay(&mut self, texts: &[&str]) -> Result<(), SetupError> {
        let before = self.played.len();
        for (index, text) in texts.iter().enumerate() {
            match self.parse(text) {
                Ok(mv) => self.push(mv),
                Err(error) => {
                    while self.played.len() > before {
                        self.pop();
                    }
                    return Err(SetupError::Move { number: index + 1, error });
                }
            }
        }
        Ok(())
    }

    fn play_random(&mut self, random: u64) -> Option<MoveId> {
        let (id, mv) = self.choose_move(random)?;
        self.push(mv);
        Some(id)
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.pop()?;
        Some(self.game().move_text(self.state(), mv))
    }

    fn first(&self) -> Box<dyn DynLine> {
        Box::new(Self::new(Arc::clone(&self.rules), self.states[0].clone()))
    }

    fn begins_at_start(&self) -> bool {
        self.states[0] == *self.rules.start()
    }

    fn history(&self) -> Vec<String> {
        let text = |(state, mv): (&G::State, &G::Move)| self.game().move_text(state, *mv);
        self.states.iter().zip(&self.played).map(text).collect()
    }

    fn plies(&self) -> usize {
        self.played.len()
    }

    fn perft(&self, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
        Perft::default().count_unless(self.game(), self.state(), depth, &stopped)
    }

    fn observe(&self, perspectives: &mut [FeatureSet; 2]) -> usize {
        self.rules.observe(self.state(), perspectives)
    }

    fn network_input(&self, symmetry: u8) -> Option<NetworkInput> {
        let (game, symmetry) = (self.game(), Symmetry(symmetry));
        let state = game.holds(self.state(), symmetry).then(|| game.image(self.state(), symmetry))?;
        let shape = self.rules.eval().features()?.shape;
        let mut perspectives = [(); 2].map(|()| FeatureSet::new(shape.count));
        let bucket = self.rules.observe(&state, &mut perspectives);
        let [own, other] = [state.side(), !state.side()]
            .map(|side| perspectives[side.index()].iter().map(|feature| feature as u16).collect());
        Some(NetworkInput { own, other, bucket })
    }

    fn evaluate(&self, network: &Arc<Network>) -> Result<PositionValue, NetworkError> {
        let mut eval = self.rules.eval().clone();
        eval.set_network(Some(Arc::clone(network)))?;
        let (score, params) = (eval.evaluate(self.game(), self.state()), eval.params());
        Ok(PositionValue { score: params.reported(score), logit: params.logit(score) })
    }
}
