//! Code that a call carries: read as its interpreter would, so that what it plainly does becomes
//! effects of its own beside the one that says that code runs.

mod javascript;
mod other;
mod python;

pub(crate) use javascript::javascript;
pub(crate) use other::other;
pub(crate) use python::python;
