//! Draws a grid with signs. Pairs of cells that are not neighbours are listed below it.

use super::Futoshiki;
use crate::model::Solution;
use crate::render::{Board, Ground, Marks, Role, Tile};

pub(super) fn board(futoshiki: &Futoshiki, solution: Option<&Solution>) -> Board {
    let n = futoshiki.n;
    let tile = |(cell, given): (usize, &Option<_>)| {
        let (value, role) = match (given, solution) {
            (Some(value), _) => (Some(*value), Role::Given),
            (None, Some(solution)) => (Some(solution.values[cell]), Role::Found),
            (None, None) => (None, Role::Empty),
        };
        let text = value.map_or_else(|| ".".to_owned(), |value| value.to_string());
        Tile { text, role, ground: Ground::Light }
    };
    let tiles: Vec<_> = futoshiki.given.iter().enumerate().map(tile).collect();
    let rows = tiles.chunks(n).map(<[_]>::to_vec).collect();
    let (mut marks, mut footer) =
        (Marks { right: vec![None; n * n], below: vec![None; n * n] }, Vec::new());
    for &[smaller, larger] in &futoshiki.less {
        let (first, is_less) = (smaller.min(larger), smaller < larger);
        let is_right = smaller.abs_diff(larger) == 1 && (first + 1) % n > 0;
        let (sign, place) = match smaller.abs_diff(larger) {
            _ if is_right => (if is_less { '<' } else { '>' }, &mut marks.right[first]),
            distance if distance == n => (if is_less { '^' } else { 'v' }, &mut marks.below[first]),
            _ => (' ', &mut Some(' ')),
        };
        // Two cells may be compared in both directions, although there is no answer then.
        if place.is_some() {
            footer.push(format!("{} < {}", futoshiki.name(smaller), futoshiki.name(larger)));
        } else {
            *place = Some(sign);
        }
    }
    Board { rows, marks: Some(marks), footer, ..Board::default() }
}
