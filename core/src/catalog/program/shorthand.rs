//! Values that may be written short (a string), as a list, or in full (a mapping).
//!
//! Written by hand instead of `#[serde(untagged)]`, so that an error names the wrong key or word
//! and not "no variant matched".

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};

/// A type with a short and a full spelling.
pub(super) trait Shorthand: Sized {
    /// The mapping form.
    type Full: DeserializeOwned;
    /// What a file may hold here, for errors.
    const EXPECTING: &'static str;

    /// From the string form.
    fn short(text: &str) -> Result<Self, String>;

    /// From the list form; a list of one string each unless a type says otherwise.
    fn list(_items: &[String]) -> Result<Self, String> {
        Err(format!(
            "a list is not accepted here, expected {}",
            Self::EXPECTING
        ))
    }

    /// From the mapping form.
    fn full(full: Self::Full) -> Result<Self, String>;
}

/// Deserialises whichever spelling the file holds.
pub(super) fn deserialize<'de, T: Shorthand, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(AnySpelling(PhantomData))
}

struct AnySpelling<T>(PhantomData<T>);

impl<'de, T: Shorthand> Visitor<'de> for AnySpelling<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTING)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::short(text).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element::<String>()? {
            items.push(item);
        }
        T::list(&items).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let full = T::Full::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
        T::full(full).map_err(A::Error::custom)
    }
}
