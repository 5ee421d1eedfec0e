//! The 45 rule in words: the houses whose totals are known, and the cages that are taken from them.

use sator_model::explain::{UnitId, Units};
use sator_model::{Accept, CellId, Constraint, Rule};

use super::sentences::and;

/// The most houses of a family whose unions are tried: 2 to this power.
const MAX_HOUSES: usize = 16;

/// Of more houses than this, only unions of a few are tried.
const MAX_ALL_HOUSES: usize = 10;
const FEW: usize = 3;

/// More cages than this are counted, not listed.
const MAX_CAGES: usize = 6;

/// Cells with a known total.
struct Known<'r> {
    rule: &'r Rule,
    cells: Vec<CellId>,
    total: i64,
}

/// The origin of a derived sum.
pub(super) struct OriginOfSum {
    /// The houses and cages with their totals: "rows 1 and 2 add up to 90, and the cages at r1c1 and r2c4
    /// to 79".
    pub(super) text: String,
    /// Whether all cells of the sum lie outside the houses.
    pub(super) is_outside: bool,
}

/// The houses and cages that a derived sum comes from. `None` if it takes more than some houses of one
/// family and the cages on them.
pub(super) fn origin(units: &Units, id: UnitId) -> Option<OriginOfSum> {
    let Constraint::Linear(sum) = &units.rule(id)?.constraint else { return None };
    let Accept::Equal(total) = sum.accept() else { return None };
    let side = |sign: i64| -> Vec<CellId> {
        let parts = sum.summands().iter().filter(|part| part.coefficient == sign);
        parts.flat_map(|part| part.cells.iter().copied()).collect()
    };
    let (added, subtracted) = (side(1), side(-1));
    let (houses, cages) = totals(units);
    let mut best: Option<(Vec<&Known<'_>>, Vec<&Known<'_>>)> = None;
    for family in ["rows", "columns", "boxes"] {
        let houses: Vec<_> = houses.iter().filter(|it| it.rule.family == family).collect();
        if houses.len() > MAX_HOUSES {
            continue;
        }
        for union in 1_u32..1 << houses.len() {
            let number = union.count_ones() as usize;
            if houses.len() > MAX_ALL_HOUSES && number > FEW {
                continue;
            }
            if best.as_ref().is_some_and(|(best, _)| best.len() <= number) {
                continue;
            }
            let chosen: Vec<_> =
                (0..houses.len()).filter(|at| union >> at & 1 == 1).map(|at| houses[at]).collect();
            let sides = [(&added, &subtracted, total), (&subtracted, &added, -total)];
            let cages = sides.into_iter().find_map(|(inside, outside, total)| {
                taken(&chosen, &cages, inside, outside).filter(|cages| {
                    let all = |totals: &[&Known<'_>]| totals.iter().map(|it| it.total).sum::<i64>();
                    all(&chosen) - all(cages) == total
                })
            });
            best = cages.map(|cages| (chosen, cages)).or(best);
        }
    }
    let (houses, cages) = best?;
    let is_inside = |cell: &CellId| houses.iter().any(|house| house.cells.contains(cell));
    let is_outside = !added.iter().chain(&subtracted).any(is_inside);
    Some(OriginOfSum { text: sentence(units, &houses, &cages), is_outside })
}

/// The cages that make up all cells of some houses but those `inside`, and the cells `outside`.
fn taken<'c, 'r>(
    houses: &[&Known<'r>],
    cages: &'c [Known<'r>],
    inside: &[CellId],
    outside: &[CellId],
) -> Option<Vec<&'c Known<'r>>> {
    let is_in_houses = |cell: &CellId| houses.iter().any(|house| house.cells.contains(cell));
    if !inside.iter().all(is_in_houses) || outside.iter().any(is_in_houses) {
        return None;
    }
    let is_taken =
        |cell: &CellId| is_in_houses(cell) && !inside.contains(cell) || outside.contains(cell);
    let taken: Vec<_> = cages.iter().filter(|cage| cage.cells.iter().any(is_taken)).collect();
    let cells: usize = houses.iter().map(|house| house.cells.len()).sum();
    let covered: usize = taken.iter().map(|cage| cage.cells.len()).sum();
    let is_exact = taken.iter().all(|cage| cage.cells.iter().all(is_taken));
    (is_exact && covered + inside.len() == cells + outside.len()).then_some(taken)
}

/// The houses and the cages of a puzzle.
fn totals(units: &Units) -> (Vec<Known<'_>>, Vec<Known<'_>>) {
    let instance = units.instance();
    let (mut houses, mut cages) = (Vec::new(), Vec::new());
    for rule in instance.rules().iter().chain(&instance.clues().rules) {
        match &rule.constraint {
            Constraint::AllDifferent(house) => {
                let Some(domain) = house.house(instance.cells()) else { continue };
                let total = domain.values().map(i64::from).sum();
                houses.push(Known { rule, cells: rule.constraint.scope(), total });
            }
            Constraint::Linear(sum) => {
                let Some((cells, total)) = sum.cage() else { continue };
                cages.push(Known { rule, cells: cells.to_vec(), total });
            }
            _ => {}
        }
    }
    (houses, cages)
}

fn sentence(units: &Units, houses: &[&Known<'_>], cages: &[&Known<'_>]) -> String {
    let cells = units.instance().cells();
    let all = |totals: &[&Known<'_>]| totals.iter().map(|it| it.total).sum::<i64>();
    let names: Vec<String> = houses.iter().filter_map(|house| house.rule.subject(cells)).collect();
    let verb = if houses.len() == 1 { "adds" } else { "add" };
    let places: Vec<String> = cages
        .iter()
        .filter_map(|cage| Some(cage.rule.subject(cells)?.strip_prefix("the cage at ")?.to_owned()))
        .collect();
    let cages_text = match cages.len() {
        1 if places.len() == 1 => format!("the cage at {}", places[0]),
        2..=MAX_CAGES if places.len() == cages.len() => format!("the cages at {}", and(&places)),
        number => format!("{number} cages"),
    };
    format!("{} {verb} up to {}, and {cages_text} to {}", together(&names), all(houses), all(cages))
}

/// "Row 1", "rows 1 and 2".
fn together(names: &[String]) -> String {
    let parts: Option<Vec<(&str, &str)>> = names.iter().map(|it| it.rsplit_once(' ')).collect();
    match parts.as_deref() {
        Some([(word, _), _, ..]) => {
            let plural = if *word == "box" { "boxes".to_owned() } else { format!("{word}s") };
            let numbers: Vec<&str> = parts.iter().flatten().map(|it| it.1).collect();
            format!("{plural} {}", and(&numbers))
        }
        _ => and(names),
    }
}
