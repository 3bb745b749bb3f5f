//! Tests of the limits of searches, and of long games.

use std::time::Duration;

use super::speech::{Dialect, EVERY, UNIVERSAL, Until, WORDS, number};
use super::{Row, Setting};
use crate::client::Client;
use crate::stopwatch::expect_in_time;

/// Number of nodes that no search at level 1 reaches, and that a search at full strength exceeds in 200 ms.
const MAX_NODES_OF_LEVEL_1: i64 = 3000;

/// A position of Mill in which the moves of [`ROUND`] are legal again and again.
const QUIET: &str = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
/// Four moves that lead from [`QUIET`] back to the same position.
const ROUND: &str = " d7-a7 e3-e4 a7-d7 e4-e3";

pub const ROWS: &[Row] = &[
    Row::new("no time at all gives a quick legal bestmove", UNIVERSAL, no_time).timed(),
    Row::new("a bare go is as strong as clients of the game expect", WORDS, bare_go).timed(),
    Row::new("movetime 100 ends before 110 ms", EVERY, move_time).timed(),
    Row::new("movetime 100 ends in time under every algorithm", &[Dialect::Uci], move_time_everywhere)
        .default_game_only()
        .timed(),
    Row::new("a game on the clock does not lose on time", &[Dialect::Uci], clock).timed(),
    Row::new("the same nodes are counted twice at one thread", EVERY, repeated_nodes),
    Row::new("the same nodes are counted in each new game", UNIVERSAL, nodes_of_new_games),
    Row::new("a position with 500 moves takes less than 50 ms", UNIVERSAL, many_moves)
        .default_game_only()
        .timed(),
];

fn no_time(setting: &Setting, client: &mut Client) {
    client
        .say(&format!("setoption name MoveTimeMs value 50\n{}", setting.dialect.place(&setting.board.open)));
    let common =
        ["movetime 0", "movetime -100", "nodes 0", "nodes 1", "depth 0", "", "movestogo 1", "mate 0"];
    let clocks = match setting.dialect {
        Dialect::Uci => ["wtime", "btime", "winc", "binc"],
        _ => ["p1time", "p2time", "p1inc", "p2inc"],
    };
    let [first, second, first_increment, second_increment] = clocks;
    let clocks = [
        format!("{first} -1 {second} -1"),
        format!("{first} 0 {second} 0 {first_increment} 0 {second_increment} 0"),
        format!("{second} 100"),
        format!("{first} 100"),
        format!("{first_increment} 10"),
        format!("{first} 100 {second} 100 movestogo 1"),
        format!("{first} 100 {second} 100 movestogo 0"),
    ];
    for go in common.map(str::to_owned).into_iter().chain(clocks) {
        expect_in_time(Duration::from_millis(100), &go, || {
            let stopwatch = client.stopwatch();
            let lines = setting.search(client, &format!("go {go}"));
            let time = stopwatch.own_time();
            setting.expect_legal(client, &lines);
            time
        });
    }
}

/// In Mill, a `go` without limits searches at level 1, as its clients expect. In other games and in the
/// Universal Gyges Interface, it searches at full strength.
fn bare_go(setting: &Setting, client: &mut Client) {
    client.say(&format!(
        "setoption name MoveTimeMs value 200\n{}",
        setting.dialect.place(&setting.board.start)
    ));
    let mut nodes = |option: &str| {
        let lines = setting.search(client, &format!("{option}\ngo"));
        let report = lines.iter().rev().find_map(|line| setting.dialect.search_report(line));
        report.unwrap_or_else(|| panic!("{lines:?}")).nodes
    };
    let is_weak = setting.board.game == "mill" && setting.dialect != Dialect::Gyges;
    let free = nodes("");
    assert_eq!(free < MAX_NODES_OF_LEVEL_1, is_weak, "{free} nodes");
    let limited = nodes("setoption name SkillLevel value 1");
    assert!(limited < MAX_NODES_OF_LEVEL_1, "{limited} nodes at level 1");
}

fn move_time_everywhere(setting: &Setting, client: &mut Client) {
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        move_time(setting, client);
    }
}

fn move_time(setting: &Setting, client: &mut Client) {
    let search = setting.dialect.search(&setting.board.open, Until::Milliseconds(100));
    expect_in_time(Duration::from_millis(110), "movetime 100", || {
        let stopwatch = client.stopwatch();
        setting.search(client, &search);
        stopwatch.own_time()
    });
}

/// Variants of Santorini with many moves, named after their pairs of gods.
const GODS: [&str; 2] = ["apollo-demeter", "hermes-minotaur"];

fn clock(setting: &Setting, client: &mut Client) {
    play_on_clocks(client);
    for gods in GODS.iter().filter(|_| setting.board.game == "santorini") {
        client.say(&format!("setoption name UCI_Variant value {gods}\nucinewgame"));
        play_on_clocks(client);
    }
}

/// Plays up to 40 moves of the program against itself. Each side has 500 ms and an increment of 5 ms.
fn play_on_clocks(client: &mut Client) {
    let mut clocks = [Duration::from_millis(500); 2];
    let mut moves = String::new();
    for _ in 0..40 {
        let board = client.ask(&format!("position startpos moves{moves}\nd"), "Legal moves");
        let turn = usize::from(board.iter().any(|line| line == "Side to move: second"));
        let [first, second] = clocks.map(|clock| clock.as_millis());
        let stopwatch = client.stopwatch();
        let best = client.best_move(&format!("go wtime {first} btime {second} winc 5 binc 5"));
        if best == "-" {
            break;
        }
        let left = clocks[turn].checked_sub(stopwatch.own_time());
        clocks[turn] = left.unwrap_or_else(|| panic!("no time left after{moves}")) + Duration::from_millis(5);
        moves = format!("{moves} {best}");
    }
}

fn repeated_nodes(setting: &Setting, _: &mut Client) {
    for until in [Until::Nodes(20_000), Until::Depth(3)] {
        let count = || {
            let mut client = setting.start();
            let lines = setting.search(&mut client, &setting.dialect.search(&setting.board.open, until));
            let last = lines.iter().rev().find_map(|line| setting.dialect.search_report(line));
            let last = last.map(|report| (report.nodes, report.depth, report.first));
            client.quit();
            last.unwrap_or_else(|| panic!("no report in {lines:?}"))
        };
        assert_eq!(count(), count(), "{until:?}");
    }
}

fn nodes_of_new_games(setting: &Setting, client: &mut Client) {
    let search = setting.dialect.search(&setting.board.open, Until::Depth(3));
    let mut count = || {
        let lines = setting.search(client, &format!("{}\n{search}", setting.dialect.new_game()));
        // Only the last reports are compared, because the clock decides when earlier ones come.
        (lines.iter().rev().find_map(|line| number(line, "nodes")), lines.last().cloned())
    };
    assert_eq!(count(), count());
}

fn many_moves(setting: &Setting, client: &mut Client) {
    let moves = ROUND.repeat(125);
    expect_in_time(Duration::from_millis(50), "500 moves", || {
        let stopwatch = client.stopwatch();
        client.say(&format!("position fen {QUIET} moves{moves}"));
        assert_eq!(setting.settle(client), [""; 0]);
        stopwatch.own_time()
    });
    client.best_move("go depth 2");
}
