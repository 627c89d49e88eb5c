//! The owner's message becomes a policy: quoted material set aside, clauses, lexicon, grounding.
