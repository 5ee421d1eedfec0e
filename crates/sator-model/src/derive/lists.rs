//! Many short lists in few pieces of memory: most of what is derived is about few cells.

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
    /// So many empty lists, with room for so many items in all.
    pub(super) fn new(lists: usize, items: usize) -> Self {
        Self { ends: vec![None; lists], links: Vec::with_capacity(items) }
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds to the end of a list.
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

    /// The items of a list, in the order in which they came.
    pub(super) fn each(&self, list: usize) -> impl Iterator<Item = usize> {
        let mut next = self.ends[list].map(|(first, _)| first);
        std::iter::from_fn(move || {
            let link = &self.links[next?];
            next = link.next;
            Some(link.item)
        })
    }
}
