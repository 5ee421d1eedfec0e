//! Many short lists, one behind the other in memory.

use std::ops::Index;

/// Lists by their numbers.
#[derive(Debug, Clone)]
pub(super) struct Lists<T> {
    /// Where each begins, and where the last ends.
    begins: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { begins: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.begins.len() - 1
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl Iterator<Item = T>) {
        self.items.extend(list);
        self.begins.push(self.items.len() as u32);
    }

    /// Takes back the last list.
    pub(super) fn pop(&mut self) {
        self.begins.pop();
        self.items.truncate(self.begins.last().map_or(0, |&end| end as usize));
    }

    /// The lists, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        (0..self.len()).map(|number| &self[number])
    }
}

impl<T: Copy + Default> Lists<T> {
    /// So many lists with these items, each with the number of its list, in the order in which they
    /// come.
    pub(super) fn sorted(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut begins = vec![0; lists + 1];
        for (list, _) in items.clone() {
            begins[list + 1] += 1;
        }
        for list in 0..lists {
            begins[list + 1] += begins[list];
        }
        let mut sorted = vec![T::default(); begins[lists] as usize];
        let mut next = begins.clone();
        for (list, item) in items {
            sorted[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { begins, items: sorted }
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    fn index(&self, number: usize) -> &[T] {
        &self.items[self.begins[number] as usize..self.begins[number + 1] as usize]
    }
}
