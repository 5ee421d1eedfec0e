//! The classic program that counts queens: a row after the other, the columns and both directions of
//! diagonals that are taken as bits of one word each. Mirrored boards are counted once and doubled.

/// How many ways there are to place `n` queens, for `n` from 1 to 32.
pub(crate) fn count(n: u32) -> u64 {
    let all = (1_u64 << n) - 1;
    let half: u64 = (0..n / 2).map(|column| below(all, 0, 0, 0, 1 << column)).sum();
    2 * half + if n % 2 == 1 { with_middle(all, n) } else { 0 }
}

/// The boards whose first queen stands in the middle: now the second row has a left half and a right
/// one, since its middle is attacked.
fn with_middle(all: u64, n: u32) -> u64 {
    if n == 1 {
        return 1;
    }
    let middle = 1 << (n / 2);
    let [falling, rising] = [middle << 1, middle >> 1];
    let left = (0..n / 2).map(|column| 1 << column).filter(|queen| queen & rising == 0);
    2 * left.map(|queen| below(all, middle, falling, rising, queen)).sum::<u64>()
}

/// The rows below one where a queen is placed.
fn below(all: u64, columns: u64, falling: u64, rising: u64, queen: u64) -> u64 {
    complete(all, columns | queen, (falling | queen) << 1, (rising | queen) >> 1)
}

fn complete(all: u64, columns: u64, falling: u64, rising: u64) -> u64 {
    if columns == all {
        return 1;
    }
    let mut free = all & !(columns | falling | rising);
    let mut boards = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        boards += below(all, columns, falling, rising, queen);
    }
    boards
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_counts_are_the_known_ones() {
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];
        assert_eq!((1..=12).map(super::count).collect::<Vec<_>>(), known);
    }
}
