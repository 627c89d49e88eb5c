//! Every bound of the index.

/// Records kept per session; the oldest go first.
pub(super) const RECORDS: usize = 1024;
/// Records taken from one result; what is beyond is not known.
pub(super) const RECORDS_PER_RESULT: usize = 256;
/// Typed fields kept per record.
pub(super) const FIELDS_PER_RECORD: usize = 48;
/// Words of free text kept per record.
pub(super) const LOOSE_WORDS: usize = 192;
/// Values named by orders, per session. When full, no value is trusted any more.
pub(super) const COMMANDED: usize = 8192;
/// Addresses and links of free text kept per session. When full, no value is trusted any more.
pub(super) const MENTIONED: usize = 16384;
/// Longer values are prose.
pub(super) const TYPED_BYTES: usize = 240;
/// Values of more words are prose.
pub(super) const TYPED_WORDS: usize = 12;
/// Longer text is not read for structure.
pub(super) const STRUCTURED_BYTES: usize = 256 * 1024;
/// Free text is read for orders up to this length; a longer one saturates the index.
pub(super) const FREE_BYTES: usize = 512 * 1024;
/// Nesting of results that is followed.
pub(super) const DEPTH: usize = 16;
