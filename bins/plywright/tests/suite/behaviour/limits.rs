//! Tests of the limits of searches, and of long games.

use std::time::Duration;

use super::speech::{Dialect, EVERY, UNIVERSAL, Until, WORDS, number};
use super::{Row, Site};
use crate::client::Client;
use crate::stopwatch::expect_in_time;

/// Number of nodes that a search at level 1 does not reach.
const LEVEL_1: i64 = 3000;

/// A quiet position of Mill. [`ROUND`] leads back to it.
const QUIET: &str = "@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10";
const ROUND: &str = " d7-a7 e3-e4 a7-d7 e4-e3";

pub const ROWS: &[Row] = &[
    Row::new("no time at all gives a quick legal bestmove", UNIVERSAL, no_time).timed(),
    Row::new("a bare go is as strong as clients of the game expect", WORDS, bare_go).timed(),
    Row::new("movetime 100 ends before 110 ms", EVERY, move_time).timed(),
    Row::new("so it does under every algorithm", &[Dialect::Uci], move_time_everywhere).once().timed(),
    Row::new("a game on the clock does not lose on time", &[Dialect::Uci], clock).timed(),
    Row::new("the same nodes are counted twice at one thread", EVERY, nodes),
    Row::new("a position with 500 moves takes less than 50 ms", UNIVERSAL, many_moves).once().timed(),
];

fn no_time(site: &Site, client: &mut Client) {
    client.say(&format!("setoption name MoveTimeMs value 50\n{}", site.dialect.place(&site.board.open)));
    let common =
        ["movetime 0", "movetime -100", "nodes 0", "nodes 1", "depth 0", "", "movestogo 1", "mate 0"];
    let clocks = match site.dialect {
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
            let lines = site.search(client, &format!("go {go}"));
            let time = stopwatch.own_time();
            site.expect_legal(client, &lines);
            time
        });
    }
}

/// In Mill, a `go` without limits searches at level 1, as its clients expect. In other games and in the
/// Universal Gyges Interface, it searches at full strength.
fn bare_go(site: &Site, client: &mut Client) {
    client.say(&format!("setoption name MoveTimeMs value 200\n{}", site.dialect.place(&site.board.start)));
    let mut nodes = |option: &str| {
        let lines = site.search(client, &format!("{option}\ngo"));
        let told = lines.iter().rev().find_map(|line| site.dialect.told(line));
        told.unwrap_or_else(|| panic!("{lines:?}")).nodes
    };
    let is_weak = site.board.game == "mill" && site.dialect != Dialect::Gyges;
    let free = nodes("");
    assert_eq!(free < LEVEL_1, is_weak, "{free} nodes");
    let limited = nodes("setoption name SkillLevel value 1");
    assert!(limited < LEVEL_1, "{limited} nodes at level 1");
}

fn move_time_everywhere(site: &Site, client: &mut Client) {
    for algorithm in 0..=4 {
        client.say(&format!("setoption name Algorithm value {algorithm}"));
        move_time(site, client);
    }
}

fn move_time(site: &Site, client: &mut Client) {
    let search = site.dialect.search(&site.board.open, Until::Milliseconds(100));
    expect_in_time(Duration::from_millis(110), "movetime 100", || {
        let stopwatch = client.stopwatch();
        site.search(client, &search);
        stopwatch.own_time()
    });
}

/// Variants of Santorini with many moves, named after their pairs of gods.
const GODS: [&str; 2] = ["apollo-demeter", "hermes-minotaur"];

fn clock(site: &Site, client: &mut Client) {
    play_on_clocks(client);
    for gods in GODS.iter().filter(|_| site.board.game == "santorini") {
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

fn nodes(site: &Site, client: &mut Client) {
    for until in [Until::Nodes(20_000), Until::Depth(3)] {
        let count = || {
            let mut client = site.start();
            let lines = site.search(&mut client, &site.dialect.search(&site.board.open, until));
            let last = lines.iter().rev().find_map(|line| site.dialect.told(line));
            let last = last.map(|told| (told.nodes, told.depth, told.first));
            client.quit();
            last.unwrap_or_else(|| panic!("nothing told in {lines:?}"))
        };
        assert_eq!(count(), count(), "{until:?}");
    }
    // After `ucinewgame` or `uginewgame`, a search has the same node count as in a newly started program.
    if UNIVERSAL.contains(&site.dialect) {
        let mut count = || {
            let search = site.dialect.search(&site.board.open, Until::Depth(3));
            let lines = site.search(client, &format!("{}\n{search}", site.dialect.new_game()));
            // Only the last count is independent of time: the clock decides when bounds and lines of MCTS are
            // reported.
            (lines.iter().rev().find_map(|line| number(line, "nodes")), lines.last().cloned())
        };
        assert_eq!(count(), count());
    }
}

fn many_moves(site: &Site, client: &mut Client) {
    let moves = ROUND.repeat(125);
    expect_in_time(Duration::from_millis(50), "500 moves", || {
        let stopwatch = client.stopwatch();
        client.say(&format!("position fen {QUIET} moves{moves}"));
        assert_eq!(site.settle(client), [""; 0]);
        stopwatch.own_time()
    });
    client.best_move("go depth 2");
}
