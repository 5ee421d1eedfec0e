//! Many short lists in two allocations: most derived sums and splits concern few cells.

/// Lists of numbers that only grow.
pub(super) struct Lists {
    /// The first and the last link of each list, if it has any.
    ends: Vec<Option<(usize, usize)>>,
    links: Vec<Link>,
}

struct Link {
    item: usize,
    next: Option<usize>,
}

impl Lists {
    /// Creates `lists` empty lists with capacity for `items` items in total.
    pub(super) fn new(lists: usize, items: usize) -> Self {
        Self { ends: vec![None; lists], links: Vec::with_capacity(items) }
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Appends an item to a list.
    pub(super) fn push(&mut self, list: usize, item: usize) {
        let link = self.links.len();
        self.links.push(Link { item, next: None });
        match &mut self.ends[list] {
            Some((_, end)) => {
                self.links[*end].next = Some(link);
                *end = link;
            }
            ends @ None => *ends = Some((link, link)),
        }
    }

    /// The items of a list, in insertion order.
    pub(super) fn each(&self, list: usize) -> impl Iterator<Item = usize> {
        let mut next = self.ends[list].map(|(first, _)| first);
        std::iter::from_fn(move || {
            let link = &self.links[next?];
            next = link.next;
            Some(link.item)
        })
    }
}
