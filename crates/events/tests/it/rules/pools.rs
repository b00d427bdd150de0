//! Several armies of one player.

use musterfield_army::Draft;
use musterfield_events::rules::PoolProblem;
use musterfield_fixtures::armies::{army, the_catalogue};

use super::rules;

#[test]
fn a_player_brings_as_many_different_armies_as_the_event_lets() {
    let rules = rules(r#""ruleset": "d3h2", "armies": 2, "limits": [{"of": ["Dg"], "most": 0}]"#);
    let one = army("24", "Hr general; 4 Bd; 4 Sp; 2 Kn");
    let other = army("24", "Hr general; 4 Bd; 4 Sp; Kn; Cv");
    let banned = army("24", "Hr general; 4 Bd; 4 Sp; Dg");
    let mut in_other_words = army("24", "Hr general; 2 Kn; 3 Bd; 4 Sp; Bd");
    in_other_words.name = "Another name".into();
    in_other_words.notes = "Other notes".into();
    in_other_words.lines[1].label = "Lancers".into();
    let elsewhere = Draft { home_terrain: Some("dry".into()), ..one.clone() };
    let count = |armies, most| PoolProblem::TooMany { armies, most };
    for (armies, problems, legal) in [
        (vec![], vec![PoolProblem::Empty], false),
        (vec![one.clone()], vec![], true),
        (vec![one.clone(), other.clone()], vec![], true),
        (vec![one.clone(), elsewhere.clone()], vec![], true),
        (vec![one.clone(), banned.clone()], vec![], false),
        (vec![one.clone(), in_other_words.clone()], vec![PoolProblem::Same { first: 0, second: 1 }], false),
        (vec![one.clone(), other.clone(), elsewhere], vec![count(3, 2)], false),
        (vec![other, one.clone(), one], vec![count(3, 2), PoolProblem::Same { first: 1, second: 2 }], false),
    ] {
        let verdict = rules.check_pool(&armies, the_catalogue());
        assert_eq!((&verdict.problems, verdict.is_legal()), (&problems, legal), "{armies:?}");
        let each: Vec<_> = armies.iter().map(|army| rules.check(army, the_catalogue())).collect();
        assert_eq!(verdict.armies, each);
    }
}

#[test]
fn problems_of_a_pool_have_their_codes() {
    for (problem, code) in [
        (PoolProblem::Empty, "event-pool-empty"),
        (PoolProblem::TooMany { armies: 3, most: 2 }, "event-pool-size"),
        (PoolProblem::Same { first: 0, second: 2 }, "event-pool-same"),
    ] {
        assert_eq!(problem.code(), code);
    }
}
