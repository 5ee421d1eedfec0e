//! Areas of squares on a board, for random layouts.

/// The squares above, left, right and below, by their numbers.
pub(crate) fn neighbours(
    square: usize,
    [rows, columns]: [usize; 2],
) -> impl Iterator<Item = usize> {
    let (row, column) = (square / columns, square % columns);
    let above = (row > 0).then(|| square - columns);
    let left = (column > 0).then(|| square - 1);
    let right = (column + 1 < columns).then_some(square + 1);
    let below = (row + 1 < rows).then_some(square + columns);
    [above, left, right, below].into_iter().flatten()
}

/// Whether the squares of an area are connected.
pub(crate) fn is_connected(area: &[usize], size: [usize; 2]) -> bool {
    let mut reached: Vec<usize> = area.iter().take(1).copied().collect();
    let mut next = 0;
    while next < reached.len() {
        for other in neighbours(reached[next], size) {
            if area.contains(&other) && !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    reached.len() == area.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_hang_together_along_sides_and_not_at_corners() {
        let size = [3, 4];
        assert!(neighbours(5, size).eq([1, 4, 6, 9]));
        assert!(neighbours(0, size).eq([1, 4]));
        assert!(neighbours(11, size).eq([7, 10]));
        assert!(is_connected(&[0, 1, 5, 6], size));
        assert!(!is_connected(&[0, 5], size));
        assert!(!is_connected(&[3, 4], size), "the end of a row and the begin of the next");
        assert!(is_connected(&[7], size) && is_connected(&[], size));
    }
}
