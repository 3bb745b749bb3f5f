//! temp
use plywright::tablebase::{Stage, Tablebase, compact};
use std::sync::atomic::AtomicBool;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = plywright_mill::Mill::default();
    let t = std::time::Instant::now();
    let report = |p: &plywright::tablebase::SolveProgress| {
        if let Stage::Finished(_) = p.stage {
            let f = format!("{}/{}.wdl", a[2], p.slices);
            let n = std::fs::metadata(&f).map_or(0, |m| m.len());
            eprintln!("{} {} bytes, {} positions, {:.1} s", p.slices, n, p.done, t.elapsed().as_secs_f64())
        }
    };
    if a.len() > 3 {
        let c = compact::CompactTables::open(
            game.clone(),
            Box::new(compact::Stored::Folder(a[2].clone().into())),
        )
        .unwrap();
        let full = Tablebase::open(game, a[1].as_ref()).unwrap();
        println!(
            "{:?}",
            compact::compare(&c, &full, 1, &AtomicBool::new(false), &report).map(|s| s.rows.len())
        );
    } else {
        println!(
            "{:?}",
            compact::pack(&game, a[1].as_ref(), a[2].as_ref(), 1, &AtomicBool::new(false), &report)
                .map(|s| s.rows.len())
        );
    }
}
