//! tmp
use std::time::Instant;
use sator_sat::equations::*;
fn main() {
    let a: Vec<f64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let (n, dens, rev, seed, tot, thr) = (a[0] as usize, a[1], a[2], a[3] as u64, a[4] > 0.0, a[5] as usize);
    let mut s = seed.wrapping_mul(0x9E3779B97F4A7C15).wrapping_add(12345);
    let mut rnd = || { s = s.wrapping_add(0x9E3779B97F4A7C15); let mut z = s; z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9); z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB); ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64 };
    let mine: Vec<bool> = (0..n * n).map(|_| rnd() < dens).collect();
    let open: Vec<bool> = (0..n * n).map(|i| !mine[i] && rnd() < rev).collect();
    let nb = |i: usize| { let (r, c) = ((i / n) as i64, (i % n) as i64); (-1..=1).flat_map(move |dr| (-1..=1).map(move |dc| (r + dr, c + dc))).filter(move |&(a, b)| (a, b) != (r, c) && a >= 0 && b >= 0 && a < n as i64 && b < n as i64).map(move |(a, b)| a as usize * n + b as usize) };
    let t0 = Instant::now();
    let mut var = vec![u32::MAX; n * n]; let mut nv = 0;
    for i in 0..n * n { if !open[i] && (tot || nb(i).any(|j| open[j])) { var[i] = nv; nv += 1; } }
    let mut eqs = Vec::new();
    for i in 0..n * n { if open[i] { let m: Vec<u32> = nb(i).filter(|&j| !open[j]).map(|j| var[j]).collect(); let c = nb(i).filter(|&j| mine[j]).count(); if !m.is_empty() { eqs.push((m, c)); } } }
    let sys = System::new(nv, eqs.iter().map(|(m, c)| (m.as_slice(), *c)));
    let t1 = Instant::now();
    let mut k = Knowledge::new(&sys); k.settle(&sys, &|| false).unwrap();
    let known = (0..nv).filter(|&v| k.value(v).is_some()).count();
    println!("vars {nv} eqs {} build {:?} settle {:?} known {known}", eqs.len(), t1 - t0, t1.elapsed());
    let t2 = Instant::now();
    let total = tot.then(|| mine.iter().filter(|&&m| m).count());
    let o = odds(&sys, total, &Options { threads: thr, ..Default::default() }).unwrap().unwrap();
    let f = |x: Fate| o.chances.iter().filter(|c| c.fate == x).count();
    println!("odds {:?} never {} always {} open {} unknown {} exact {} uncounted {} of {} vars sols bits {:?}", t2.elapsed(), f(Fate::Never), f(Fate::Always), f(Fate::Open), f(Fate::Unknown), o.chances.iter().filter(|c| c.odds.is_some()).count(), o.uncounted.len(), o.uncounted.iter().map(|u| u.variables.len()).sum::<usize>(), o.solutions.map(|s| s.bits()));
    for v in 0..nv as usize { if let Some(i) = var.iter().position(|&x| x == v as u32).filter(|_| n < 100) { match o.chances[v].fate { Fate::Never => assert!(!mine[i]), Fate::Always => assert!(mine[i]), _ => {} } } }
}
