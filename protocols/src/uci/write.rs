//! Formats events as lines of UCI. UGI uses the same functions with other keywords.

use std::fmt::Write;
use std::time::Duration;

use plywright::engine::{
    BenchReport, BenchRow, BestMove, Outcome, PerftReport, PvInfo, SearchReport, Verbose,
};
use plywright::search::{Bound, per_second};
use plywright::{Ending, OptionKind, OptionSpec, Score};

use super::Keywords;
use crate::command::Topic;
use crate::event::{Board, Event, Program};

/// Formats `event` as lines. Returns an empty list for events that UCI has no words for.
pub(crate) fn write(event: &Event, keywords: &Keywords) -> Vec<String> {
    match event {
        Event::Identity { program, game, options } => {
            identity(program, game, options.iter().map(option), keywords)
        }
        Event::Notice { topic, message } | Event::Refused { topic, message } => {
            vec![format!("info string {}: {message}", word_for(*topic, keywords))]
        }
        Event::Misread(error) => vec![format!("info string {error}")],
        Event::Board(board) => board_lines(board),
        Event::Evaluation(None) => vec!["Evaluation: none, the game is over".to_owned()],
        Event::Evaluation(Some(value)) => {
            vec![format!("Evaluation: {} for the side to move", score(*value, keywords))]
        }
        Event::Moves(moves) => vec![format!("Legal moves: {}", moves.join(" ")).trim_end().to_owned()],
        Event::Position(text) => vec![format!("Fen: {text}")],
        Event::Help => keywords.help.lines().map(str::to_owned).collect(),
        Event::Echo(line) => vec![line.clone()],
        Event::Search(report) => search(report, keywords),
        Event::Perft(PerftReport::Move { text, nodes }) => vec![format!("{text}: {nodes}")],
        Event::Bench(BenchReport::Row(BenchRow { game, algorithm, depth, nodes, .. })) => {
            vec![format!("{game}, {}, depth {depth}: {nodes} nodes", algorithm.name())]
        }
        Event::Perft(PerftReport::Total { nodes, time })
        | Event::Bench(BenchReport::Total { nodes, time }) => total(*nodes, *time),
        Event::Abandoned => vec!["info string stopped before the end".to_owned()],
        Event::Perft(PerftReport::Progress { .. })
        | Event::Finding(_)
        | Event::NextMoves(_)
        | Event::Started
        | Event::Reply(_) => Vec::new(),
    }
}

fn search(report: &SearchReport, keywords: &Keywords) -> Vec<String> {
    match report {
        SearchReport::Line(info) => vec![pv_info(info, keywords)],
        SearchReport::RootMove { text, number } => {
            vec![format!("info currmove {text} currmovenumber {number}")]
        }
        SearchReport::BestMove(answer) => vec![best_move(answer)],
        SearchReport::Debug(message) => vec![format!("info string debug: {message}")],
        SearchReport::Verbose(step) => verbose(step, keywords),
    }
}

fn total(nodes: u64, time: Duration) -> Vec<String> {
    vec![
        String::new(),
        format!("Time: {} ms", time.as_millis()),
        format!("Nodes/second: {}", per_second(nodes, time)),
        format!("Nodes searched: {nodes}"),
    ]
}

fn verbose(step: &Verbose, keywords: &Keywords) -> Vec<String> {
    match step {
        Verbose::Started(depth) => vec![format!("debug: Search starting at depth {depth}")],
        Verbose::Ended { nodes, time, best } => {
            let count = format!("debug: Node count: {nodes}, time: {}ms", time.as_millis());
            let found = best.as_ref().map(|(text, value)| {
                let value = score(*value, keywords);
                let value = value.strip_prefix("cp ").unwrap_or(&value);
                format!("debug: Best move found: {text}, score: {value}")
            });
            [count].into_iter().chain(found).collect()
        }
    }
}

/// Formats the answer to the handshake, `uci` or `ugi`. `options` are the lines that describe the options.
pub(crate) fn identity(
    program: &Program,
    game: &str,
    options: impl IntoIterator<Item = String>,
    keywords: &Keywords,
) -> Vec<String> {
    let mut lines = vec![
        format!("id name {} {} ({game})", program.name, program.version),
        format!("id author {}", program.author),
    ];
    lines.extend(options);
    lines.push(keywords.introduced.to_owned());
    lines
}

pub(crate) fn option(spec: &OptionSpec) -> String {
    let kind = match &spec.kind {
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        OptionKind::Combo { default, choices } => {
            choices.iter().fold(format!("combo default {default}"), |text, choice| text + " var " + choice)
        }
        OptionKind::Button => "button".to_owned(),
        OptionKind::Text { default } if default.is_empty() => "string default <empty>".to_owned(),
        OptionKind::Text { default } => format!("string default {default}"),
    };
    format!("option name {} type {kind}", spec.name)
}

fn pv_info(info: &PvInfo, keywords: &Keywords) -> String {
    let PvInfo { depth, selective_depth, rank, nodes, time, .. } = info;
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut line = format!(
        "info depth {depth} seldepth {selective_depth} multipv {rank} score {}{bound} nodes {nodes} nps {} \
         hashfull {} tbhits {} time {}",
        score(info.score, keywords),
        per_second(*nodes, *time),
        info.hashfull,
        info.tb_hits,
        time.as_millis(),
    );
    for (index, mv) in info.moves.iter().enumerate() {
        // Errors are ignored, because writing to a string cannot fail.
        let _ = write!(line, "{} {mv}", if index == 0 { " pv" } else { "" });
    }
    line
}

/// Formats a score, such as `cp 35` or `mate 3`. `keywords` decide whether a distance is in moves or in plies.
fn score(value: Score, keywords: &Keywords) -> String {
    (keywords.mate)(value).map_or_else(|| format!("cp {}", value.0), |distance| format!("mate {distance}"))
}

fn best_move(answer: &BestMove) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove -".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

/// Returns the name of a request, for the beginning of a report about it.
fn word_for(topic: Topic, keywords: &Keywords) -> &'static str {
    match topic {
        Topic::NewGame => keywords.new_game,
        Topic::Position | Topic::Analysis => "position",
        Topic::SetUp => "setpos",
        Topic::Moves | Topic::NextMoves => "moves",
        Topic::Option => "setoption",
        Topic::Search => "go",
        Topic::Bench => "bench",
    }
}

fn board_lines(board: &Board) -> Vec<String> {
    let mut lines: Vec<String> = board.drawing.lines().map(str::to_owned).collect();
    lines.extend([
        String::new(),
        format!("Fen: {}", board.position),
        format!("Key: {:016x}", board.key.0),
        format!("Variant: {}", board.variant),
        format!("Side to move: {}", board.side),
        format!("Legal moves: {}", board.legal_moves),
    ]);
    match board.outcome {
        Outcome::Open => {}
        Outcome::Over(ending) => lines.push(match (ending.winner(), ending) {
            (None, _) => "Result: draw".to_owned(),
            (Some(side), Ending::Margin(points)) => {
                format!("Result: the {side} side has won by {}", points.abs())
            }
            (Some(side), _) => format!("Result: the {side} side has won"),
        }),
    }
    lines
}
