//! The printed reasons of steps about queens: rows, columns, regions, diagonals and attacks.

use sator::engine::explain::Fact;
use sator::model::{CellId, CellName, Constraint, Value};
use sator_sat::Lit;

use super::{Premises, Reader, Sources};

impl Reader<'_> {
    pub(super) fn of_queens(
        &self,
        text: &str,
        sentence: &str,
        sources: &Sources,
        premises: &mut Premises<'_>,
    ) -> Option<()> {
        if let Some(facts) = self.statement(sentence) {
            self.take(text, &facts, sources, premises);
            return Some(());
        }
        if let Some((place, left)) =
            sentence.strip_prefix("the queen of ").and_then(|it| it.split_once(" stands on "))
        {
            let (squares, left) = (self.place(place)?, self.squares(left)?);
            assert!(left.iter().all(|it| squares.contains(it)), "{}: {text}", self.name);
            let gone = squares.iter().filter(|it| !left.contains(it));
            let gone: Vec<Fact> = gone.map(|it| it.cell.is_not(it.value)).collect();
            self.take(text, &gone, sources, premises);
            let lits: Vec<Lit> = squares.iter().map(|&it| self.lit(it)).collect();
            premises.at_least_one(&lits);
            // A rule of its own says that a row or column has only one.
            if place.starts_with("the region") {
                premises.at_most_one(&lits);
            }
            return Some(());
        }
        if let Some(place) = sentence.strip_suffix(" has no square left for a queen") {
            let squares = self.place(place)?;
            let gone: Vec<Fact> = squares.iter().map(|it| it.cell.is_not(it.value)).collect();
            self.take(text, &gone, sources, premises);
            let lits: Vec<Lit> = squares.iter().map(|&it| self.lit(it)).collect();
            premises.at_least_one(&lits);
            return Some(());
        }
        for (end, least, most) in [
            (" needs a queen", true, false),
            (" needs exactly one queen", true, true),
            (" has only one queen", false, true),
            (" has at most one queen", false, true),
        ] {
            let Some(place) = text.strip_suffix(end) else { continue };
            let squares = self.place(place).or_else(|| self.diagonal(place))?;
            let lits: Vec<Lit> = squares.iter().map(|&it| self.lit(it)).collect();
            if least {
                premises.at_least_one(&lits);
            }
            if most {
                premises.at_most_one(&lits);
            }
            return Some(());
        }
        if let Some(rows) =
            text.strip_suffix(" a queen").and_then(|it| it.split_once(" already ha"))
        {
            for row in self.cell_list(rows.0)? {
                let value = self.value_at(row).unwrap_or_else(|| panic!("{}: {text}", self.name));
                premises.on.push(self.lit(row.is(value)));
                for other in self.cells().domain(row).values().filter(|it| *it != value) {
                    premises.on.push(self.lit(row.is_not(other)));
                }
            }
            return Some(());
        }
        let is_region = text.contains(" in the region of the queen on ");
        let (gone, placed) = text.split_once(" the queen on ").map(|(gone, placed)| {
            let ends = [
                " is attacked by",
                " are attacked by",
                " lies in the region of",
                " lie in the region of",
            ];
            (ends.iter().find_map(|end| gone.strip_suffix(end)), placed)
        })?;
        let (gone, placed) = (self.squares(gone?)?, self.square(placed)?);
        assert!(self.known.contains(&placed), "{}: {text}", self.name);
        for square in gone {
            let is_right = if is_region {
                self.region_of(square)? == self.region_of(placed)?
            } else {
                self.attacks(square, placed)
            };
            assert!(is_right, "{}: {text}", self.name);
            self.take_shown(text, square.cell.is_not(square.value), premises);
        }
        Some(())
    }

    fn row_of(&self, cell: CellId) -> i32 {
        match self.cells().name(cell) {
            CellName::Row(row) => row as i32,
            other => panic!("{other}"),
        }
    }

    fn region_of(&self, square: Fact) -> Option<Vec<Fact>> {
        let mut rules = self.units.instance().rules().iter();
        rules.find_map(|rule| match &rule.constraint {
            Constraint::Count(count) if count.bounds() == (1, 1) => {
                count.conditions().contains(&square).then(|| count.conditions().to_vec())
            }
            _ => None,
        })
    }

    /// Whether two queens attack each other: with regions in place of diagonals, also where they touch.
    fn attacks(&self, one: Fact, other: Fact) -> bool {
        let rows = (self.row_of(one.cell) - self.row_of(other.cell)).abs();
        let columns = (one.value - other.value).abs();
        let is_slanted = match self.region_of(one) {
            Some(_) => rows <= 1 && columns <= 1,
            None => rows == columns,
        };
        columns == 0 || is_slanted
    }

    /// The squares of a row, a column or a region.
    fn place(&self, place: &str) -> Option<Vec<Fact>> {
        if let Some(cell) = self.cell(place) {
            return Some(self.cells().domain(cell).values().map(|value| cell.is(value)).collect());
        }
        if let Some(column) = place.strip_prefix("column ") {
            let column: Value = column.parse().ok()?;
            return Some(self.cells().iter().map(|(cell, ..)| cell.is(column)).collect());
        }
        self.region_of(self.square(place.strip_prefix("the region at ")?)?)
    }

    /// The squares of a diagonal through a square.
    fn diagonal(&self, place: &str) -> Option<Vec<Fact>> {
        let (kind, square) = place.strip_prefix("the ")?.split_once(" diagonal through ")?;
        let slope = match kind {
            "falling" => 1,
            "rising" => -1,
            _ => return None,
        };
        let square = self.square(square)?;
        let squares = self.cells().iter().filter_map(|(cell, _, domain)| {
            let column = square.value + slope * (self.row_of(cell) - self.row_of(square.cell));
            domain.contains(column).then(|| cell.is(column))
        });
        Some(squares.collect())
    }
}
