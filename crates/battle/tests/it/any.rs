//! Random bytes as records and as orders; the fuzz targets in `fuzz/` use the same checks with better input.

use proptest::prelude::*;

use super::example;
use super::wild::{notation, orders};

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_out_of_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 100..1500)) {
        orders(&bytes);
    }

    #[test]
    fn any_words_are_read_or_refused(words in prop::collection::vec("[a-z0-9+ ,.:=#>-]{0,12}", 0..40)) {
        notation(&words.join("\n"));
    }

    #[test]
    fn a_record_that_was_tampered_with_is_read_or_refused(at: prop::sample::Index, with in "[ -~\n]{0,3}", cut in 0..4_usize) {
        let record = example("complete");
        let from = (0..=at.index(record.len())).rev().find(|at| record.is_char_boundary(*at)).unwrap();
        let to = (from + cut..=record.len()).find(|at| record.is_char_boundary(*at)).unwrap_or(record.len());
        notation(&format!("{}{with}{}", &record[..from], &record[to..]));
        notation(&record[..from]);
    }
}
