//! Joins the modules of the page into one, so that a visit needs one request instead of one for each module.
//!
//! The modules follow a few conventions: imports are from files of the same folder, the word `export` stands before a
//! declaration, and comments have lines of their own.

use std::fmt::Write as _;

/// A JavaScript module: its file name and its text.
pub(crate) type Module<'a> = (&'a str, &'a str);

/// Returns one module that does the work of the module `entry` and of all modules that it imports. Indentation is
/// dropped, and so are comments on lines of their own.
///
/// # Panics
///
/// Panics if a module is missing, or if an import or a comment does not end.
pub(crate) fn bundle(modules: &[Module<'_>], entry: &str) -> String {
    let mut joined = Bundle { modules, names: Vec::new(), text: String::new() };
    let (body, _) = joined.body(entry);
    joined.text + &body
}

struct Bundle<'a> {
    modules: &'a [Module<'a>],
    /// File names of the modules that were added.
    names: Vec<String>,
    /// Code of the modules that were added: for each, a constant with its exports.
    text: String,
}

impl<'a> Bundle<'a> {
    /// Adds a module as a constant that holds its exports. Adds the modules that it imports first. Does nothing if
    /// the module was added before.
    fn add(&mut self, file: &str) {
        if self.names.iter().any(|known| known == file) {
            return;
        }
        self.names.push(file.to_owned());
        let (body, exports) = self.body(file);
        let exports = exports.join(", ");
        let name = constant(file);
        writeln!(self.text, "const {name} = (() => {{\n{body}return {{ {exports} }};\n}})();").expect("text");
    }

    /// Returns the code of a module, with constants in place of its imports, and the names of its exports. Adds the
    /// imported modules.
    fn body(&mut self, file: &str) -> (String, Vec<&'a str>) {
        let (_, text) = self.modules.iter().find(|(name, _)| *name == file).expect("a file of the page");
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let code = line.trim_start();
            // A line of code that begins with a comment, such as a type annotation, is kept.
            let is_comment = code.starts_with("/**") && (code.ends_with("*/") || !code.contains("*/"));
            if is_comment {
                let mut comment = code;
                while !comment.ends_with("*/") {
                    comment = lines.next().expect("the end of a comment");
                }
            } else if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement += lines.next().expect("the end of an import");
                }
                self.import(&statement, &mut body);
            } else if let Some(declared) = line.strip_prefix("export ") {
                let words = declared.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                exports.extend(words.into_iter().find(|word| !KEYWORDS.contains(word)));
                body += declared;
                body.push('\n');
            } else if !code.is_empty() && !code.starts_with("//") {
                body += code;
                body.push('\n');
            }
        }
        (body, exports)
    }

    /// Adds the imported module, and appends to `body` a declaration of the imported names.
    fn import(&mut self, statement: &str, body: &mut String) {
        let file = statement.split('"').nth(1).expect("the file of an import").trim_start_matches("./");
        self.add(file);
        if let Some((names, _)) = statement.trim_start_matches("import ").split_once(" from ") {
            let names = names.replace(" as ", ": ");
            writeln!(body, "const {names} = {};", constant(file)).expect("text");
        }
    }
}

/// Words that may precede the name in an exported declaration.
const KEYWORDS: [&str; 5] = ["async", "class", "const", "function", "let"];

/// Returns the name of the constant that holds the exports of a module.
fn constant(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_joined_in_the_order_in_which_they_need_each_other() {
        let modules = [
            (
                "main.js",
                "// Starts.\nimport { one as first, Two } from \"./a.js\";\nimport \"./b.js\";\nfirst(new Two());\n",
            ),
            (
                "a.js",
                "import {\n  three,\n} from \"./b.js\";\n\n/** One. */\nexport const one = () => three;\n",
            ),
            (
                "b.js",
                "/**\n * Three.\n */\nexport async function three() {\n  return 3; // not a comment line\n}\n",
            ),
        ];
        let expected = "const $b = (() => {\nasync function three() {\nreturn 3; // not a comment line\n}\n\
            return { three };\n})();\n\
            const $a = (() => {\nconst {  three,} = $b;\nconst one = () => three;\nreturn { one };\n})();\n\
            const { one: first, Two } = $a;\nfirst(new Two());\n";
        assert_eq!(bundle(&modules, "main.js"), expected);
    }
}
