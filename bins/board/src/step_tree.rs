//! Tree of the steps by which a person can enter the moves of a position. A step is a click or a choice. Moves that
//! begin with the same steps share a branch, so the page can follow the person's steps without knowing the game's
//! moves.

use plywright::engine::MoveActions;
use plywright::{Action, Argument};
use serde::{Serialize, Serializer};

/// A step: its name, and the argument that the person chooses. The step for an action's first argument has the action's
/// name. The steps for later arguments are named [`TO`]. The argument is `None` if the action has none or omits it.
pub(crate) type Step = (String, Option<String>);

/// A node of the tree: the move that is complete there, and the possible next steps.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Move that is complete after the steps that lead to this node, if any.
    end: Option<String>,
    children: Vec<Child>,
}

#[derive(Debug)]
struct Child {
    step: Step,
    /// Names of the places along which the piece has travelled since the beginning of the move, from its start to its
    /// present place; empty for a direct path.
    path: Vec<String>,
    node: Node,
}

impl Node {
    /// Creates the tree of these moves. If several moves have the same steps, the first one is kept.
    pub(crate) fn of(moves: Vec<MoveActions>) -> Self {
        let mut root = Self::default();
        for mv in moves {
            for sequence in &mv.sequences {
                let mut node = &mut root;
                for (step, path) in sequence.iter().flat_map(steps) {
                    node = node.child(step, path);
                }
                node.end.get_or_insert_with(|| mv.text.clone());
            }
        }
        root
    }

    /// Returns the node after a step. If the step is new, adds it with `path`, the places along which the piece has
    /// travelled.
    fn child(&mut self, step: Step, path: &[String]) -> &mut Self {
        let known = self.children.iter().position(|child| child.step == step);
        let index = known.unwrap_or(self.children.len());
        if known.is_none() {
            self.children.push(Child { step, path: path.to_vec(), node: Self::default() });
        }
        &mut self.children[index].node
    }

    /// Returns the node after these steps, or `None` if no move begins with them.
    pub(crate) fn after(&self, steps: &[Step]) -> Option<&Self> {
        steps.iter().try_fold(self, |node, step| {
            node.children.iter().find(|child| child.step == *step).map(|child| &child.node)
        })
    }

    /// Returns the moves that begin with the steps to this node, sorted and without duplicates.
    pub(crate) fn moves(&self) -> Vec<&str> {
        let mut moves: Vec<&str> = self.end.as_deref().into_iter().collect();
        moves.extend(self.children.iter().flat_map(|child| child.node.moves()));
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.end, &self.children).serialize(serializer)
    }
}

impl Serialize for Child {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { step: (name, word), path, node } = self;
        if path.is_empty() {
            (name, word, node).serialize(serializer)
        } else {
            (name, word, node, path).serialize(serializer)
        }
    }
}

/// Name of the steps for the arguments of an action after the first.
const TO: &str = "to";

/// Splits an action into one step for each argument. An action without arguments is one step. Only the last step has
/// the action's path.
fn steps(action: &Action) -> Vec<(Step, &[String])> {
    if action.arguments.is_empty() {
        return vec![((action.name.to_owned(), None), &action.path)];
    }
    let mut steps = Vec::new();
    for (index, argument) in action.arguments.iter().enumerate() {
        let name = if index == 0 { action.name } else { TO };
        let word = match argument {
            Argument::Word(word) => Some(word.clone()),
            Argument::Number(number) => Some(number.to_string()),
            Argument::Nothing => None,
        };
        let is_last = index + 1 == action.arguments.len();
        let path = if is_last { &action.path[..] } else { &[] };
        steps.push(((name.to_owned(), word), path));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_of(text: &str, sequences: &[&[&str]]) -> MoveActions {
        let sequence = |words: &&[&str]| words.iter().map(|word| Action::on("go", *word)).collect();
        MoveActions { text: text.to_owned(), sequences: sequences.iter().map(sequence).collect() }
    }

    fn json(node: &Node) -> String {
        serde_json::to_string(node).unwrap()
    }

    #[test]
    fn moves_share_their_first_steps() {
        let tree = Node::of(vec![
            move_of("ab", &[&["a", "b"], &["b", "a"]]),
            move_of("ac", &[&["a", "c"]]),
            move_of("a", &[&["a"]]),
        ]);
        let step = |word: &str| ("go".to_owned(), Some(word.to_owned()));
        assert_eq!(tree.after(&[step("a")]).map(Node::moves), Some(vec!["a", "ab", "ac"]));
        assert_eq!(tree.after(&[step("b"), step("a")]).map(Node::moves), Some(vec!["ab"]));
        assert!(tree.after(&[step("c")]).is_none());
        assert_eq!(
            json(tree.after(&[step("a")]).unwrap()),
            r#"["a",[["go","b",["ab",[]]],["go","c",["ac",[]]]]]"#
        );
    }

    #[test]
    fn a_step_for_each_argument_and_the_path_are_written() {
        let slide = Node::of(vec![MoveActions {
            text: "a-b".to_owned(),
            sequences: vec![vec![Action::along("move", ["a", "b"])]],
        }]);
        assert_eq!(json(&slide), r#"[null,[["move","a",[null,[["to","b",["a-b",[]]]]]]]]"#);
        let path = ["a", "c", "b"].map(str::to_owned).to_vec();
        let land = Action { path, ..Action::on("land", "b") };
        let around = MoveActions { text: "ab".to_owned(), sequences: vec![vec![land]] };
        assert_eq!(json(&Node::of(vec![around])), r#"[null,[["land","b",["ab",[]],["a","c","b"]]]]"#);
    }
}
