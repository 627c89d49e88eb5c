//! How raw text becomes a path, host, URL, recipient or amount: read as the system that will
//! receive it would read it, then normalised so that equal things are equal text.

pub mod amount;
pub mod exfiltration;
pub mod host;
pub mod path;
pub mod recipient;
pub mod sensitive;
pub mod shell_pattern;
pub mod text;
pub mod url;
