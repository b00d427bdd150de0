//! Tests of what fits into one PDF, and of the division into parts.

use super::*;

/// Sheets of these sizes in bytes.
fn leaves(sizes: &[usize]) -> Vec<Leaf> {
    let raw = |text: &str| to_raw_value(text).unwrap();
    sizes.iter().map(|size| Leaf { data: raw(&"x".repeat(*size)), code: raw("") }).collect()
}

fn cut(sizes: &[usize]) -> Vec<usize> {
    parts(&leaves(sizes), BundleLimits { sheets: 60, bytes: 9000 }).into_iter().map(<[Leaf]>::len).collect()
}

#[test]
fn what_is_too_much_for_one_file_is_cut_into_parts() {
    assert_eq!(cut(&[]), [0; 0]);
    assert_eq!(cut(&[10; 60]), [60]);
    assert_eq!(cut(&[10; 121]), [60, 60, 1]);
    assert_eq!(cut(&[3000, 3000, 3000, 1]), [2, 2]);
    // A sheet that is too large alone is a part of its own, and those after it are not lost.
    assert_eq!(cut(&[1, 9000, 1]), [1, 1, 1]);
}
