//! From events to lines.

use std::fmt::Write;
use std::time::Duration;

use plywright::engine::{Answer, Insight, Outcome, Thought};
use plywright::search::Bound;
use plywright::{Ending, OptionKind, OptionSpec, Score};

use crate::event::{Board, Event};

const HELP: &str = "\
Standard: uci, isready, ucinewgame, position startpos|fen TEXT [moves ...], go, stop, ponderhit,
setoption name NAME [value VALUE], debug on|off, quit.
go takes depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, infinite, ponder and searchmoves;
go perft N counts the sequences of N moves.
For people: d (board), fen (position text), moves (legal moves), eval (static evaluation), bench [DEPTH], help.";

/// The lines that tell of `event`.
pub(super) fn write(event: &Event) -> Vec<String> {
    match event {
        Event::Identity { game, options } => identity(game, options),
        Event::Ready => vec!["readyok".to_owned()],
        Event::Thought(Thought::Insight(insight)) => vec![info(insight)],
        Event::Thought(Thought::RootMove { text, number }) => {
            vec![format!("info currmove {text} currmovenumber {number}")]
        }
        Event::Answer(answer) => vec![best_move(answer)],
        Event::Notice(text) | Event::Refused(text) => vec![format!("info string {text}")],
        Event::Board(drawn) => board(drawn),
        Event::Evaluation(None) => vec!["Evaluation: none, the game is over".to_owned()],
        Event::Evaluation(Some(value)) => vec![format!("Evaluation: {} for the side to move", score(*value))],
        Event::Moves(moves) => vec![format!("Legal moves: {}", moves.join(" ")).trim_end().to_owned()],
        Event::Position(text) => vec![format!("Fen: {text}")],
        Event::Help => HELP.lines().map(str::to_owned).collect(),
        Event::PerftMove { text, nodes } => vec![format!("{text}: {nodes}")],
        Event::BenchRow(row) => {
            vec![format!("{}, {}, depth {}: {} nodes", row.game, row.algorithm.name(), row.depth, row.nodes)]
        }
        Event::Total { nodes, time } => total(*nodes, *time),
        Event::Abandoned => vec!["info string stopped before the end".to_owned()],
    }
}

fn identity(game: &str, options: &[OptionSpec]) -> Vec<String> {
    let mut lines = vec![
        format!("id name Plywright {} ({game})", env!("CARGO_PKG_VERSION")),
        "id author the Plywright authors".to_owned(),
    ];
    lines.extend(options.iter().map(option));
    lines.push("uciok".to_owned());
    lines
}

fn option(spec: &OptionSpec) -> String {
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

fn info(insight: &Insight) -> String {
    let Insight { depth, selective_depth, rank, nodes, time, .. } = insight;
    let bound = match insight.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut line = format!(
        "info depth {depth} seldepth {selective_depth} multipv {rank} score {}{bound} nodes {nodes} nps {} \
         hashfull {} tbhits {} time {}",
        score(insight.score),
        insight.nodes_per_second,
        insight.table_permille,
        insight.oracle_hits,
        time.as_millis(),
    );
    for (index, mv) in insight.moves.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(line, "{} {mv}", if index == 0 { " pv" } else { "" });
    }
    line
}

fn score(score: Score) -> String {
    score.mate_in_moves().map_or_else(|| format!("cp {}", score.0), |moves| format!("mate {moves}"))
}

fn best_move(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove -".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

fn board(board: &Board) -> Vec<String> {
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
        Outcome::Over(Ending::Draw) => lines.push("Result: draw".to_owned()),
        Outcome::Over(Ending::Win(side)) => lines.push(format!("Result: the {side} side has won")),
    }
    lines
}

fn total(nodes: u64, time: Duration) -> Vec<String> {
    let per_second = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    vec![
        String::new(),
        format!("Time: {} ms", time.as_millis()),
        format!("Nodes/second: {per_second}"),
        format!("Nodes searched: {nodes}"),
    ]
}
