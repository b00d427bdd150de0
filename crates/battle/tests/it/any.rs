//! Random bytes as records and as orders; the fuzz targets in `fuzz/` use the same checks with better input.

use musterfield_battle::{Battle, Members, Order, Refusal};
use musterfield_rules::battle::Topic;
use proptest::prelude::*;

use super::wild::{FAMILY, family_notation, family_orders, notation, orders};
use super::{example, read};

#[test]
fn records_of_other_games_can_be_replayed() {
    for text in FAMILY {
        assert_eq!(read(text).unwrap().check(), Ok(()), "{}", text.lines().next().unwrap());
    }
}

#[test]
fn orders_for_commands_belong_to_games_that_have_them() {
    for text in [example("by-hand"), FAMILY[3].to_owned()] {
        let record = read(&text).unwrap();
        let battle = Battle::new(&record.head.meeting()).unwrap();
        let who = battle.everybody().next().unwrap();
        for order in [Order::Allot(vec![1, 2, 3]), Order::Hold(Members::one(who), None), Order::Add] {
            assert_eq!(battle.validate(&order).unwrap_err(), Refusal::NotInThisGame(Topic::Commands), "{order:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_out_of_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 100..1500)) {
        orders(&bytes);
    }

    #[test]
    fn orders_out_of_bytes_do_no_harm_in_battles_of_other_games(bytes in prop::collection::vec(any::<u8>(), 100..1500)) {
        family_orders(&bytes);
    }

    #[test]
    fn any_words_are_read_or_refused_in_records_of_other_games(
        text in "[a-z#+ -]{2}[a-z0-9+ ,.:=#>\\n-]{0,300}",
        at: prop::sample::Index,
        with in "[ -~\n]{0,3}",
    ) {
        family_notation(&text);
        let record = FAMILY[at.index(FAMILY.len())];
        let cut = record.floor_char_boundary(at.index(record.len()));
        notation(&format!("{}{with}{}", &record[..cut], &record[cut..]));
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
