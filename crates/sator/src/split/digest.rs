//! Digests of files, which tell damaged and foreign ones from those that were written.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

/// A checksum of some bytes: FNV-1a with 128 bits, the same on every machine. It is no protection
/// against forgery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(String);

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self::from_state(add(BASIS, bytes.as_ref()))
    }

    /// The digest and the number of the bytes that a reader returns.
    pub fn of_reader(mut reader: impl Read) -> io::Result<(Self, u64)> {
        const CHUNK: usize = 1 << 16;
        let (mut state, mut length) = (BASIS, 0);
        let mut buffer = vec![0; CHUNK];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok((Self::from_state(state), length)),
                Ok(read) => {
                    state = add(state, &buffer[..read]);
                    length += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest, the number of the bytes and that of the line feeds that a reader returns.
    pub(super) fn of_lines(reader: impl Read) -> io::Result<(Self, u64, usize)> {
        let mut counting = LineCounter { reader, lines: 0 };
        let (digest, length) = Self::of_reader(&mut counting)?;
        Ok((digest, length, counting.lines))
    }

    fn from_state(state: u128) -> Self {
        Self(format!("{state:032x}"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Counts the line feeds that are read.
struct LineCounter<R> {
    reader: R,
    lines: usize,
}

impl<R: Read> Read for LineCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.lines += buffer[..read].split(|&byte| byte == b'\n').count() - 1;
        Ok(read)
    }
}

fn add(state: u128, bytes: &[u8]) -> u128 {
    bytes.iter().fold(state, |state, &byte| (state ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv_1a() {
        // Values from the specification of the hash.
        assert_eq!(Digest::of("").to_string(), "6c62272e07bb014262b821756295c58d");
        assert_eq!(Digest::of("a").to_string(), "d228cb696f1a8caf78912b704e4a8964");
        let (digest, length) = Digest::of_reader(&b"a"[..]).unwrap();
        assert_eq!((digest, length), (Digest::of("a"), 1));
    }
}
