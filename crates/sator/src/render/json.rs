//! Pictures as JSON: where each square is, what is in it, and the SVG.

use serde_json::{Map, Value, json};

use super::svg::Overlay;
use super::{Board, Ground, Role, Square, Tile, name_of};

impl Board {
    /// The size of the board, its squares in the coordinates of the SVG, and the SVG without the
    /// contents of squares, which a page has in layers of its own, with the same pieces.
    pub fn to_json(&self, overlay: &Overlay) -> Map<String, Value> {
        let rows = self.rows.iter().enumerate();
        let squares = rows.flat_map(|(row, tiles)| {
            tiles.iter().enumerate().map(move |(column, tile)| ([row, column], tile))
        });
        let cells: Vec<_> =
            squares.map(|(square, tile)| self.cell_json(square, tile, overlay)).collect();
        let mut object = Map::new();
        for (name, value) in [
            ("rows", json!(self.rows.len())),
            ("columns", json!(self.rows.first().map_or(0, Vec::len))),
            ("view_box", json!(self.view_box(overlay))),
            ("cells", Value::Array(cells)),
            ("ground", json!(self.to_ground_svg(overlay).trim_end())),
        ] {
            object.insert(name.to_owned(), value);
        }
        if self.pieces {
            object.insert("pieces".to_owned(), json!(self.pieces_svg()));
        }
        object
    }

    fn cell_json(&self, square: Square, tile: &Tile, overlay: &Overlay) -> Value {
        let [row, column] = square;
        let [x, y, size] = self.square_box(square);
        let text = if tile.role == Role::Empty { "" } else { &tile.text };
        let mut cell = json!({
            "cell": name_of(square),
            "row": row + 1,
            "column": column + 1,
            "x": x,
            "y": y,
            "size": size,
            "text": text,
            "role": tile.role.word(),
            "ground": tile.ground.word(),
        });
        let columns = self.rows.first().map_or(0, Vec::len);
        let of_board = self.regions.as_ref().and_then(|of| of[row * columns + column]);
        let region = match tile.ground {
            Ground::Region(number) => Some(number),
            _ => of_board,
        };
        if let Some(region) = region {
            cell["region"] = json!(region);
        }
        if let Ground::Odds(percent) = tile.ground {
            cell["percent"] = json!(percent);
        }
        if let Some(notes) = overlay.notes.get(&square) {
            let texts: Vec<_> = notes.iter().map(|note| &note.text).collect();
            cell["candidates"] = json!(texts);
        }
        if let Some(highlight) = overlay.highlights.get(&square) {
            cell["highlight"] = json!(highlight.word());
        }
        cell
    }
}
