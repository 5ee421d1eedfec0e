//! A student who wants to see all solutions: an iterator, and exact counts.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::Queens;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for solution in Queens::new(6)?.solutions() {
        println!("{:?}", solution?.columns());
    }
    println!("8 queens have {} solutions", Queens::new(8)?.count()?);
    let blocked = Queens::new(8)?.place(0, 3)?.block(7, 0)?;
    println!("With a queen on r1c4 and r8c1 blocked there are {}", blocked.count()?);
    Ok(())
}
