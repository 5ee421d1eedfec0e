//! The files of the page: embedded and compressed once, or read from a folder while one works on them.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

/// The files of `page/`, by the paths in that folder.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file at `/`.
const INDEX: &str = "index.html";

/// The path of the style of boards.
const BOARD_STYLE: &str = "board.css";

/// The files that are served.
pub(crate) struct Assets {
    files: HashMap<String, Asset>,
    folder: Option<PathBuf>,
}

/// A file.
struct Asset {
    plain: Bytes,
    /// If it is smaller.
    gzip: Option<Bytes>,
    tag: HeaderValue,
}

impl Assets {
    /// The embedded files, or those of a folder; and the style of boards.
    pub(crate) fn new(board_style: &'static str, folder: Option<PathBuf>) -> Self {
        let style = (BOARD_STYLE, board_style.as_bytes());
        let embedded = PAGE.iter().copied().filter(|_| folder.is_none()).chain([style]);
        let files = embedded.map(|(name, bytes)| (name.to_owned(), Asset::embedded(bytes)));
        Self { files: files.collect(), folder }
    }

    /// The file at a path of the server, without its first slash.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let name = if path.is_empty() { INDEX } else { path };
        if let Some(asset) = self.files.get(name) {
            return Some(asset.answer(name, headers));
        }
        let bytes = read(self.folder.as_ref()?, "", name)?;
        Some(Asset::new(bytes.into(), None).answer(name, headers))
    }
}

/// Reads a file of a folder. Its name is compared with those in the folder, so that no path of a
/// request reaches the disk.
fn read(folder: &Path, prefix: &str, wanted: &str) -> Option<Vec<u8>> {
    for entry in fs::read_dir(folder).ok()?.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_str()?);
        let path = entry.path();
        if name == wanted && path.is_file() {
            return fs::read(path).ok();
        }
        let inner = format!("{name}/");
        if wanted.starts_with(&inner) && path.is_dir() {
            return read(&path, &inner, wanted);
        }
    }
    None
}

impl Asset {
    fn embedded(bytes: &'static [u8]) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(bytes).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < bytes.len()).map(Bytes::from);
        Self::new(Bytes::from_static(bytes), gzip)
    }

    fn new(plain: Bytes, gzip: Option<Bytes>) -> Self {
        let mut sum = Crc::new();
        sum.update(&plain);
        let tag = format!("\"{:08x}-{:x}\"", sum.sum(), plain.len());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
        Self { plain, gzip, tag }
    }

    fn answer(&self, name: &str, headers: &HeaderMap) -> Response {
        let accepts_gzip = has_word(headers, header::ACCEPT_ENCODING, "gzip");
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip);
        let is_known = headers.get(header::IF_NONE_MATCH) == Some(&self.tag);
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            gzip.unwrap_or(&self.plain).clone().into_response()
        };
        let answer = response.headers_mut();
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
        answer.insert(header::ETAG, self.tag.clone());
        // The browser asks each time whether the file is new: a newer program has another page.
        answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if gzip.is_some() && !is_known {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// Whether a header that lists words has this one, without the quality 0.
fn has_word(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next() == Some(word) && !parts.any(|part| matches!(part, "q=0" | "q=0.0"))
    })
}

/// The type of a file, by the ending of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
