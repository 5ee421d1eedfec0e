//! What several files here use.

pub(crate) mod conformance;
pub(crate) mod pigeons;
pub(crate) mod published;
