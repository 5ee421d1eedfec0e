//! Many short lists in two allocations: all items in one vector, and the offset of each list in
//! another (compressed sparse rows).

use std::ops::Index;

/// Lists, indexed by their numbers.
#[derive(Debug, Clone)]
pub(crate) struct Lists<T> {
    /// The offset of each list, and the end of the last one.
    offsets: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Adds a list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.offsets.push(self.items.len() as u32);
    }

    /// The lists in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        (0..self.len()).map(|number| &self[number])
    }
}

impl<T: Copy + Default> Lists<T> {
    /// Distributes items, each with the number of its list, over `lists` lists by counting sort.
    /// Within a list the items keep their order.
    pub(crate) fn sorted(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut offsets = vec![0; lists + 1];
        for (list, _) in items.clone() {
            offsets[list + 1] += 1;
        }
        for list in 0..lists {
            offsets[list + 1] += offsets[list];
        }
        let mut sorted = vec![T::default(); offsets[lists] as usize];
        let mut next = offsets.clone();
        for (list, item) in items {
            sorted[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { offsets, items: sorted }
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    fn index(&self, number: usize) -> &[T] {
        &self.items[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }
}
