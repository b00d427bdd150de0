//! Mistakes in the documents of an event, as a field and typed values. The sentences are made by the crate for words.

/// A mistake in a document, or something in it that cannot have been intended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<F> {
    /// The field: `limits[2].of[0]`.
    pub field: String,
    /// The problem.
    pub fault: F,
}

impl<F> Mistake<F> {
    /// Creates a mistake in a field.
    pub fn new(field: impl Into<String>, fault: impl Into<F>) -> Self {
        Self { field: field.into(), fault: fault.into() }
    }
}
