//! Names for texts: equal only if the texts are.

use smol_str::SmolStr;

/// How many hexadecimal digits: 128 bits.
const DIGITS: usize = 32;

/// The hash of a list of texts, in lower-case hex. Each goes in with its length, so that no two
/// lists hash alike.
pub(crate) fn hash_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> SmolStr {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    let hex = hasher.finalize().to_hex();
    SmolStr::new(hex.get(..DIGITS).unwrap_or_default())
}
