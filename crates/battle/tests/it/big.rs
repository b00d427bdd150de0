//! Big Battles: armies of three commands. Whole battles end, can be played again and keep the rules of commands after
//! every order; armies whose commands cannot be used are refused.

use musterfield_army::stakes::CommandState;
use musterfield_army::{Draft, ElementLine};
use musterfield_battle::admission::{Admitted, ArmySizes};
use musterfield_battle::commands::DivisionError;
use musterfield_battle::game::{Outcome, Table, Unrecorded, of_seed, play};
use musterfield_battle::player::{Captain, Plain, Whim};
use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::setup::MeetingError;
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Legal, Meeting, Members, Order, Phase, Player, Refusal, Report};
use musterfield_dice::{Dice, RolledDice};
use musterfield_rules::{Points, book};
use musterfield_terrain::generate::request::{board, rules};

use super::ready::ready_for;
use super::wild::{any_order, is_sound};

/// The elements of an army.
fn count(army: &Draft) -> i64 {
    army.lines.iter().map(ElementLine::elements).sum()
}

/// A Big Battle army of three commands, each of which is like a usual army.
fn threefold(army: &Draft) -> Draft {
    let of = |command| army.lines.iter().map(move |line| ElementLine { command, ally: false, ..line.clone() });
    Draft { points: Points::ONE * 36, lines: (1..=3).flat_map(of).collect(), ..army.clone() }
}

/// The ready Big Battle armies, and some that are made of usual ones.
pub(super) fn armies() -> Vec<Draft> {
    let ready = ready_for("dba3");
    let big = ready.iter().filter(|army| count(army) == 36).cloned();
    let small = ready.iter().filter(|army| count(army) == 12).step_by(4).map(threefold);
    big.chain(small).collect()
}

/// Big Battles between neighbours among these armies, on tables of double width.
pub(super) fn pairs() -> Vec<Series> {
    let armies = armies();
    assert!(armies.len() > 8, "{}", armies.len());
    let rules = rules(book().unwrap(), "dba3").unwrap();
    let catalogue = musterfield_lists::catalogue(book().unwrap()).unwrap();
    let homes = ["arable", "littoral", "forest", "hilly", "steppe", "dry", "tropical"];
    let pairs = armies.iter().zip(armies.iter().cycle().skip(1)).zip(homes.iter().cycle());
    pairs
        .zip(0..)
        .map(|(((a, b), home), seed)| Series {
            armies: [a, b].map(|army| Admitted::allowing_illegal(army.clone())),
            catalogue,
            place: Place::Home(rules, rules.home_terrain(home), board(rules, 30.0, 15.0).unwrap()),
            options: Options::default(),
            seed,
        })
        .collect()
}

/// A table that checks the battle after every order.
struct Watched(Unrecorded);

impl Table for Watched {
    fn battle(&self) -> &Battle {
        self.0.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        let (before, order) = (self.0.battle().clone(), legal.order().clone());
        self.0.play(legal, report)?;
        is_sound(self.0.battle(), &order);
        look(&before, &order, self.0.battle());
        Ok(())
    }
}

/// Checks what must hold of commands after an order.
fn look(before: &Battle, order: &Order, after: &Battle) {
    let sum = |battle: &Battle| battle.commands(battle.player()).map(|(_, status)| status.pips).sum::<u8>();
    assert_eq!(sum(after), after.pips(), "{order:?}");
    let everybody: Members = after.everybody().collect();
    for player in Player::ALL {
        let members = after.commands(player).fold(Members::NONE, |all, (command, _)| all.and(command.members));
        assert_eq!(members, after.army(player).collect(), "each element is in a command");
        for ((command, was), (_, is)) in before.commands(player).zip(after.commands(player)) {
            let rank = |state| match state {
                CommandState::Fights => 0,
                CommandState::Demoralised => 1,
                CommandState::Routed => 2,
            };
            assert!(rank(was.state) <= rank(is.state), "{order:?}: no command recovers");
            let is_gone = command.members.into_iter().all(|id| after.is_lost(id));
            assert!(is.state != CommandState::Routed || is_gone, "{order:?}: a routed command leaves the table");
        }
    }
    let of_one_command = |who: Members| {
        let first = who.first().and_then(|id| before.command_of(id));
        first.is_some_and(|(command, _)| who.within(command.members))
    };
    match order {
        Order::Move(of) => {
            assert!(of_one_command(of.who), "{order:?}");
            assert!(of.who.into_iter().all(|id| !before.is_demoralised(id)), "{order:?}");
            let others = |battle: &Battle| -> Vec<u8> {
                let all = battle.commands(battle.player());
                all.filter(|(command, _)| !of.who.within(command.members)).map(|(_, status)| status.pips).collect()
            };
            assert_eq!(others(before), others(after), "{order:?}: PIPs of other commands");
        }
        Order::Hold(who, _) => {
            assert!(of_one_command(*who) && who.within(after.held()), "{order:?}");
            assert!(who.into_iter().all(|id| before.is_demoralised(id)), "{order:?}");
        }
        _ => {}
    }
    assert!(everybody.count() <= 72);
}

#[test]
fn big_battles_of_plain_players_end() {
    let mut shown = (0, 0, 0, 0);
    let mut held = 0;
    for (number, series) in (0..).zip(pairs()) {
        let head = series.head(number).unwrap();
        let battle = Battle::new(&head.meeting()).unwrap();
        let mut table = Watched(Unrecorded::new(battle, head.seed.unwrap()));
        let mut see = |report: &Report| {
            use musterfield_battle::report::Event;
            use musterfield_rules::battle::Clause;
            for event in &report.events {
                match event {
                    Event::Used(Clause::CommandDemoralised) => shown.0 += 1,
                    Event::Used(Clause::CommandRouted) => shown.1 += 1,
                    Event::Used(Clause::FlightHome) => shown.2 += 1,
                    Event::Used(Clause::CincAdds) => shown.3 += 1,
                    Event::Used(Clause::Holding) => held += 1,
                    _ => {}
                }
            }
        };
        let outcome = of_seed(&mut table, &series.worth().unwrap(), series.seed_of(number), Some(&mut see));
        let outcome = outcome.unwrap_or_else(|stuck| panic!("{number}: {stuck:?}"));
        assert!(outcome.winner.is_some(), "{number}: {outcome:?}");
        assert!(outcome.bounds > 4, "{number}: {outcome:?}");
    }
    let (demoralised, routed, fled, added) = shown;
    assert!(demoralised > 5 && fled > 5 && held > 5, "{demoralised} demoralised, {fled} fled, {held} held");
    assert!(routed > 0 && added > 3, "{routed} routed, {added} added");
}
