//! The rules of a model, compiled once for all instances that differ in clues only.

use std::sync::{Arc, OnceLock};

use crate::cell::{CellId, Cells, Value};
use crate::model::{Model, Scope, each_part};
use crate::propagate::{Contradiction, Network, NetworkBuilder, OtherParts, Trail, UNSTOPPED};
use crate::search::BitModel;

/// Compiled rules: immutable, and shared between threads. Each layout is made when it is first
/// needed.
#[derive(Debug)]
pub struct CompiledRules {
    model: Model,
    layouts: [OnceLock<Layout>; 3],
    meanings: OnceLock<Arc<[(CellId, Value)]>>,
}

/// The rules within one scope, laid out for propagation and search.
pub(crate) struct Layout {
    /// The groups: cells first, then those of the rules in their order.
    pub(crate) network: Arc<Network>,
    /// How many groups are of cells, and the family of the groups up to a number.
    pub(crate) cells: usize,
    pub(crate) families: Vec<(&'static str, usize)>,
    /// Everything else, and its families.
    pub(crate) others: OtherParts,
    /// The consequences of the groups alone.
    pub(crate) root: Result<Trail, Contradiction>,
    fits_bits: bool,
    bits: OnceLock<Option<Arc<BitModel>>>,
}

impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layout").field("groups", &self.network.groups()).finish_non_exhaustive()
    }
}

impl CompiledRules {
    /// Compiles the rules of a model; its clues, if any, are ignored.
    pub fn new(model: Model) -> Self {
        Self {
            model: model.split_clues().0,
            layouts: Default::default(),
            meanings: OnceLock::new(),
        }
    }

    /// The cells and rules.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The cells.
    pub fn cells(&self) -> &Cells {
        self.model.cells()
    }

    pub(crate) fn layout(&self, scope: Scope) -> &Layout {
        self.layouts[scope as usize].get_or_init(|| {
            let layout = Layout::new(&self.model, scope, &|| false);
            layout.unwrap_or_else(|| unreachable!("it is never stopped"))
        })
    }

    /// Makes a layout, which can take seconds, unless `stop` returns true before. Returns whether it
    /// is there.
    pub(crate) fn prepare(&self, scope: Scope, stop: &dyn Fn() -> bool) -> bool {
        let layout = &self.layouts[scope as usize];
        if layout.get().is_none()
            && let Some(new) = Layout::new(&self.model, scope, stop)
        {
            // Another thread may have been faster.
            let _same = layout.set(new);
        }
        layout.get().is_some()
    }

    /// The cell and the value that each variable stands for.
    pub(crate) fn meanings(&self) -> Arc<[(CellId, Value)]> {
        let all = || {
            let cells = self.cells();
            let variables = (0..cells.variables()).map(sator_sat::Lit::positive);
            variables.map(|lit| cells.cell_of(lit)).collect()
        };
        Arc::clone(self.meanings.get_or_init(all))
    }
}

impl Layout {
    /// `None` if `stop` returned true before it was complete.
    fn new(model: &Model, scope: Scope, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut builder = NetworkBuilder::new(model.cells().variables());
        model.each_cell_group(scope, |lits, most| {
            builder.add(sator_sat::constraint::Count { lits, least: 1, most });
        });
        let cells = builder.len();
        let mut families = vec![(model.cells().wording().family, cells)];
        let mut others = OtherParts::default();
        let (mut is_stopped, mut checked) = (false, 0);
        each_part(model.rules(), model.cells(), scope, &mut |rule, part| {
            if builder.members() - checked >= UNSTOPPED {
                checked = builder.members();
                is_stopped |= stop();
            }
            if is_stopped {
                return;
            }
            match others.add(rule.family, part) {
                Some(group) => builder.add(group),
                None => return,
            }
            match families.last_mut() {
                Some((family, end)) if *family == rule.family => *end = builder.len(),
                _ => families.push((rule.family, builder.len())),
            }
        });
        if is_stopped {
            return None;
        }
        let network = Arc::new(builder.build_unless(stop)?);
        let root = network.root();
        let fits_bits = others.is_empty() && BitModel::fits(&network);
        Some(Self { network, cells, families, others, root, fits_bits, bits: OnceLock::new() })
    }

    /// The layout for the bit-parallel search, if the rules are of that kind.
    pub(crate) fn bits(&self) -> Option<&Arc<BitModel>> {
        let lay_out = || self.fits_bits.then(|| BitModel::new(&self.network))?.map(Arc::new);
        self.bits.get_or_init(lay_out).as_ref()
    }

    /// Whether [`Layout::bits`] would find the rules of its kind.
    pub(crate) fn fits_bits(&self) -> bool {
        self.fits_bits
    }

    /// Whether [`Layout::bits`] was made before.
    pub(crate) fn has_bits(&self) -> bool {
        self.bits.get().is_some_and(Option::is_some)
    }
}
