//! Big Battles: armies of three commands. Whole battles end, can be played again and keep the rules of commands after
//! every order; armies whose commands cannot be used are refused.

use musterfield_army::stakes::CommandState;
use musterfield_army::{Draft, ElementLine};
use musterfield_battle::admission::{Admitted, ArmySizes};
use musterfield_battle::commands::DivisionError;
use musterfield_battle::game::{Table, Unrecorded, of_seed};
use musterfield_battle::player::{Captain, Plain, Whim};
use musterfield_battle::record::Recorder;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::setup::MeetingError;
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Legal, Meeting, Members, Order, Phase, Player, Refusal, Report};
use musterfield_rules::book;
use musterfield_terrain::generate::request::{board, rules};

use super::ready::{big_dba3, count, ready_for};
use super::wild::is_sound;

/// Big Battles between neighbours among these armies, on tables of double width.
pub(super) fn pairs() -> Vec<Series> {
    let armies = big_dba3();
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
            let is_gone =
                command.members.into_iter().all(|id| after.is_lost(id) || after.profile(id).civilians.is_some());
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

/// A record of a battle between two captains, played until it is over or so many orders have been given.
fn recorded(series: &Series, number: u64, captains: [&mut dyn Captain; 2], most: usize) -> Recorder {
    let mut recorder = series.recorder(number).unwrap();
    let mut captains = captains;
    for _ in 0..most {
        if matches!(recorder.battle().phase(), Phase::Over(_)) {
            break;
        }
        let battle = recorder.battle();
        let order = battle.to_decide().of_mut(&mut captains).decide(battle).unwrap().order().clone();
        let before = battle.clone();
        recorder.play(&order).unwrap_or_else(|error| panic!("{order:?}: {error:?}"));
        is_sound(recorder.battle(), &order);
        look(&before, &order, recorder.battle());
    }
    recorder
}

#[test]
fn big_battles_are_recorded_and_replayed_by_seed_and_by_dice() {
    for (number, series) in (0..).zip(pairs().iter().step_by(4)) {
        let worth = series.worth().unwrap();
        let mut plain = Plain::new(&worth, number, 1);
        let mut whim = Whim::new(number, 2);
        let (a, b): (&mut dyn Captain, &mut dyn Captain) =
            if number % 2 == 0 { (&mut plain, &mut whim) } else { (&mut whim, &mut plain) };
        let text = recorded(series, number, [a, b], 900).to_string();
        assert!(text.contains("\nallot "), "{text}");
        assert_eq!(super::read(&text).unwrap().check(), Ok(()), "{text}");
        // The same with the dice that the record holds.
        let by_dice: Vec<&str> = text.lines().filter(|line| !line.starts_with("seed ")).collect();
        let by_dice = by_dice.join("\n");
        assert_eq!(super::read(&by_dice).unwrap().check(), Ok(()), "{by_dice}");
    }
}

#[test]
fn wild_big_battles_stay_sound() {
    let mut kinds = [0; 3];
    for (number, series) in (0..).zip(pairs().iter().step_by(2)) {
        let (mut a, mut b) = (Whim::new(number, 1), Whim::new(number, 2));
        let recorder = recorded(series, number, [&mut a, &mut b], 1200);
        for entry in recorder.entries() {
            for (kind, verb) in kinds.iter_mut().zip(["allot ", "hold ", "add"]) {
                *kind += u32::from(entry.order.starts_with(verb));
            }
        }
    }
    let [allotted, held, added] = kinds;
    assert!(allotted > 3 && held > 0, "{allotted} allotted, {held} held, {added} added");
}

#[test]
fn what_a_document_tells_of_commands_is_so() {
    let series = &pairs()[0];
    let worth = series.worth().unwrap();
    let (mut a, mut b) = (Plain::new(&worth, 1, 1), Plain::new(&worth, 1, 2));
    let mut recorder = series.recorder(1).unwrap();
    let mut captains: [&mut dyn Captain; 2] = [&mut a, &mut b];
    while !matches!(recorder.battle().phase(), Phase::Over(_)) {
        let battle = recorder.battle();
        let order = battle.to_decide().of_mut(&mut captains).decide(battle).unwrap().order().clone();
        recorder.play(&order).unwrap();
        let (battle, last) = (recorder.battle(), recorder.entries().last());
        let shown = Snapshot::of(battle, recorder.entries().len(), last);
        if matches!(order, Order::Allot(_)) {
            assert_eq!(shown.order.as_deref(), Some("allot"), "it is disclosed later (DBA3-BB-28)");
        }
        for (side, player) in [(&shown.a, Player::A), (&shown.b, Player::B)] {
            assert_eq!(side.commands.len(), 3);
            assert_eq!(side.commands.iter().map(|command| command.elements.len()).sum::<usize>(), 36);
            for (told, (command, status)) in side.commands.iter().zip(battle.commands(player)) {
                assert_eq!((told.number, told.pips), (command.number, status.pips));
                let may_be_known = battle.side(player).bounds > 0 && !command.is_allied;
                assert_eq!(told.die.is_some(), may_be_known);
            }
        }
    }
}

/// The error of a meeting of two armies.
fn refused(a: &Draft, b: &Draft) -> MeetingError {
    let series = &pairs()[0];
    let [a, b] = [a, b].map(|army| Admitted::allowing_illegal(army.clone()));
    let head = series.head(0).unwrap();
    let meeting = Meeting { armies: [&a, &b], sizes: ArmySizes::MayDiffer, ..head.meeting() };
    Battle::new(&meeting).err().unwrap()
}

#[test]
fn armies_whose_commands_cannot_be_used_are_refused() {
    let armies = big_dba3();
    let (good, other) = (&armies[0], &armies[1]);
    let small = ready_for("dba3").into_iter().find(|army| count(army) == 12).unwrap();
    let name = |number| musterfield_battle::element::Name { player: Player::A, number };
    let changed = |change: &dyn Fn(&mut Draft)| {
        let mut army = good.clone();
        change(&mut army);
        refused(&army, other)
    };
    let line_of = |army: &Draft, command: u8| army.lines.iter().position(|line| line.command == command).unwrap();
    let of_three =
        u8::try_from(good.lines.iter().take_while(|line| line.command < 3).map(ElementLine::elements).sum::<i64>())
            .unwrap();
    for (error, wanted) in [
        (refused(&small, other), DivisionError::OneIsWhole(Player::B)),
        (refused(good, &small), DivisionError::OneIsWhole(Player::A)),
        (changed(&|army| army.lines[0].command = 0), DivisionError::NoCommand(name(1))),
        (changed(&|army| army.lines[0].command = 4), DivisionError::NoSuchCommand(name(1), 4, 3)),
        (changed(&|army| army.lines.retain(|line| line.command != 2)), DivisionError::Empty(Player::A, 2)),
        (changed(&|army| army.lines[0].general = false), DivisionError::NoGeneral(Player::A, 1)),
        (
            changed(&|army| army.lines.iter_mut().for_each(|line| line.ally = true)),
            DivisionError::AlliedCinc(Player::A),
        ),
        (
            changed(&|army| {
                let at = line_of(army, 3);
                army.lines[at].ally = false;
                army.lines[at + 1].ally = true;
            }),
            DivisionError::Mixed(name(of_three + 2), name(of_three + 1)),
        ),
        (changed(&|army| army.lines[1].general = true), DivisionError::TwoGenerals(name(1), name(2))),
    ] {
        assert_eq!(error, MeetingError::Division(wanted));
    }
}

#[test]
fn a_record_of_a_big_battle_with_other_commands_is_not_read() {
    let series = &pairs()[0];
    let worth = series.worth().unwrap();
    let (mut a, mut b) = (Plain::new(&worth, 1, 1), Plain::new(&worth, 1, 2));
    let text = recorded(series, 1, [&mut a, &mut b], 10).to_string();
    let line = text.lines().position(|line| line.starts_with("army a")).unwrap() + 1;
    // An element of no command, one of a command that there is not, and one of two.
    for (from, to) in [
        (r#""command":2"#, r#""command":0"#),
        (r#""command":2"#, r#""command":4"#),
        (r#""command":2"#, r#""command":2,"command":3"#),
    ] {
        assert!(text.contains(from), "{text}");
        let error = super::read(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.line, line, "{to}: {error:?}");
    }
}
