//! Trial.
use plywright::tables::*;
use std::sync::atomic::AtomicBool;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = <plywright_mill::Mill as plywright::Playable>::variant(&a[1]).unwrap();
    let o = SolveOptions { folder: a[2].clone().into(), most: a[3].parse().ok(), memory: 8_000_000_000, threads: a[4].parse().unwrap() };
    let t = std::time::Instant::now();
    let stop = AtomicBool::new(false);
    let rows = if a.len() > 5 { verify(&game, &o.folder, o.threads, &stop, &|_| {}) } else { solve(&game, &o, &stop, &|_p| { }) };
    for (n, c) in rows.unwrap() { println!("{n}\t{}\t{}\t{}\t{}\t{}", c.won, c.drawn, c.lost, c.longest_win, c.longest_loss); }
    eprintln!("{:?}", t.elapsed());
}
