//! Orders as text, for the elements of a battle.

use musterfield_battle::Order;
use musterfield_battle::notation::Written;
use musterfield_words::battle::unread;

use super::{example, read};

#[test]
fn every_order_of_a_record_is_written_as_it_is_kept() {
    let text = example("complete");
    let record = read(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(record.steps.len() > 40);
    for step in &record.steps {
        let written = Written { battle: &record.start, order: &step.order }.to_string();
        assert!(lines[step.line - 1].starts_with(&written), "{written}: {}", lines[step.line - 1]);
        assert_eq!(Order::parse(&record.start, &written).as_ref(), Ok(&step.order));
        assert_eq!(Order::parse(&record.start, &written.to_uppercase()).as_ref(), Ok(&step.order));
    }
}

#[test]
fn an_order_about_nobody_of_the_battle_says_who_there_is_not() {
    let battle = read(&example("complete")).unwrap().start;
    for (order, said) in [
        ("place a5 5,3 north", "column 7: there is no element a5 in this battle"),
        ("fight a4 b128", "column 10: there is no element b128 in this battle"),
        ("move a0: ahead 1", "column 6: expected an element, as a3, found “a0”"),
        (
            "move a1 ahead",
            "column 14: expected a length from 0 to 1000 BW with at most three decimals, as 1.5, and the order ends",
        ),
    ] {
        assert_eq!(unread(&Order::parse(&battle, order).unwrap_err()), said);
    }
    assert!(Order::parse(&battle, "fight a4 b4").is_ok());
}
