use musterfield_print::{Paper, Sheet, Typesetter};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = Typesetter::new();
    let qr = include_str!("../tests/data/qr.svg");
    for f in &a[1..] {
        let data = std::fs::read_to_string(f).unwrap();
        let sheet = if f.contains("label") { Sheet::Labels } else { Sheet::Roster };
        let q = if f.contains("noqr") { None } else { Some(qr) };
        let mut best = std::time::Duration::MAX;
        let s = std::time::Instant::now();
        musterfield_print::LAYOUT.store(0, std::sync::atomic::Ordering::Relaxed);
        for i in 0..40 {
            let d = data.replace("Barrow", &format!("Barrow {i}"));
            let s = std::time::Instant::now();
            t.pdf(sheet, Paper::A4, d.as_bytes(), q).unwrap();
            best = best.min(s.elapsed());
        }
        println!("{f} mean {:?} best {best:?} layout {}us", s.elapsed() / 40, musterfield_print::LAYOUT.load(std::sync::atomic::Ordering::Relaxed) / 40);
    }
}
