//! SVG as PNG, with a font of its own: letters show on a machine without any fonts.

/// More pixels than this are refused: they take 4 bytes each.
#[cfg(feature = "png")]
const MAX_PIXELS: f32 = 1e8;

/// A picture as PNG, magnified. The error is a sentence.
#[cfg(feature = "png")]
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    use std::sync::Arc;

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, fontdb::Database};

    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family(FAMILY);
    let options =
        Options { font_family: FAMILY.to_owned(), fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|it| it * scale);
    if width * height > MAX_PIXELS {
        return Err(format!(
            "a PNG of {width:.0}×{height:.0} pixels is too large: expected at most {MAX_PIXELS:.0} \
             pixels; --scale makes it smaller, and an SVG has no pixels"
        ));
    }
    let [wide, high] = [width, height].map(|it| (it.ceil() as u32).max(1));
    let mut pixels = Pixmap::new(wide, high).ok_or("the picture has no pixels")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(feature = "png")]
const FAMILY: &str = "DejaVu Sans";

/// Without the feature `png` there are no PNG files.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_: &str, _: f32) -> Result<Vec<u8>, String> {
    Err("this build of sator writes no PNG (its feature 'png' is off): SVG shows the same"
        .to_owned())
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

    use super::png;

    /// The pixels of a PNG that are not white.
    fn ink(png: &[u8]) -> usize {
        let pixels = Pixmap::decode_png(png).unwrap();
        let is_ink = |it: &&PremultipliedColorU8| it.red() < 128 && it.alpha() > 0;
        pixels.pixels().iter().filter(is_ink).count()
    }

    fn letter(text: &str, weight: u32) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\">\
            <style>text {{ font-family: system-ui, sans-serif; font-size: 24px; }}</style>\
            <path fill=\"#fff\" d=\"M0 0h40v30H0z\"/>\
            <text x=\"4\" y=\"24\" font-weight=\"{weight}\">{text}</text></svg>"
        )
    }

    #[test]
    fn every_sign_has_a_glyph_of_our_font() {
        let signs = ('0'..='9').chain('A'..='Z').chain('a'..='z').chain("?%/.,-+=×≤≥•…".chars());
        let blank = png(&letter("", 400), 1.0).unwrap();
        assert_eq!(ink(&blank), 0);
        let unknown = png(&letter("\u{10fffd}", 400), 1.0).unwrap();
        for sign in signs {
            let [regular, bold] = [400, 700].map(|weight| {
                let svg = letter(&sign.to_string(), weight);
                png(&svg, 1.0).unwrap()
            });
            assert!(ink(&regular) > 0 && ink(&bold) > 0, "{sign}");
            assert_ne!(regular, unknown, "{sign}");
        }
        let [regular, bold] = [400, 700].map(|weight| png(&letter("8", weight), 1.0).unwrap());
        assert!(ink(&bold) > ink(&regular));
    }

    #[test]
    fn the_scale_is_a_number_of_pixels_and_huge_pictures_are_refused() {
        for (scale, size) in [(1.0, (40, 30)), (2.5, (100, 75)), (0.1, (4, 3))] {
            let pixels = Pixmap::decode_png(&png(&letter("7", 400), scale).unwrap()).unwrap();
            assert_eq!((pixels.width(), pixels.height()), size);
        }
        let huge = letter("7", 400).replace("\"40\"", "\"40000\"").replace("\"30\"", "\"3000\"");
        let error = png(&huge, 1.0).unwrap_err();
        assert!(error.contains("40000×3000 pixels is too large"), "{error}");
        assert!(png("<svg", 1.0).is_err());
    }
}
