//! A scenario: a text that draws a table, gives orders and states their results.
//!
//! A line of the text is one of these, distances in BW from the lower left corner of the picture:
//!
//! * `# …`: a description with the ids of rules.
//! * `with a1 Bd; b1 Kn general`: the elements, numbered from 1 on each side. Marks: `fast`, `general`, `ally`,
//!   `water`, `tower`, `riding`, `moved 1` (so far, once in this bound), `by-road`, `shot`, `down`, `aside`, `holds camp`,
//!   `destroyed`, `fled`, `ensorcelled` (by its own spell) or `ensorcelled b1`, `worth 6.5`, `at 2,3 north` (where the
//!   picture is too coarse), `nudged 0,0.01` (slightly off the place drawn), `summoned 1 lair 0`.
//! * `option landings allowed`, `home a littoral`, `allies a dba3/normans`: what the players chose, the home terrain of an
//!   army, and the list of its allies.
//! * `list a Kn//Bd, 2xCv`: the first side's army list in shorthand; an element marked `dismounted` is set up on foot.
//! * `command 2` behind an element: the armies are divided into commands, and this is its own. Commands of which no
//!   general is named have one off the table, with a number of its own. `command a2 pips 3 die 1 demoralised deployed`:
//!   what is so of a command; it has as many PIPs as `pips` says if nothing is said. `added a`: its commander-in-chief
//!   has used the chance.
//! * `ground woods 2,2 6,2 6,5 2,5`, for a hill `crest 2,2 6,5`; `ground river 1 0,4 20,4` with its width, and likewise
//!   `road`; `ground stronghold 0,0 … gate 2,1 edge south`.
//! * `camp b 2,6 south 2x1` (the Stronghold of the defender, where it places one), `camp b3 2,6 south 2x1` (of an allied
//!   command), `camp b in-stronghold`, `sacked b` (its camp), `holder a` (of the Stronghold),
//!   `sack busy`, `surrendered` (a City), `civilians b city` (who are in it; they come after the army of their side: first
//!   those of the camp, then those of the City), `rules d3h2-traditional`,
//!   `pips 3`, `phase shooting`, `bounds 1` (that each side has begun), `player b`, `table 20x20`, `origin 0,0` (the
//!   place of the picture), `edge south` (of the first side), `rivers shallow`, `intruders a1`.
//! * `policy edge of the table: overlaps nobody`, `data army.toml: step = 0.5 -> step = 1`: the rules are changed.
//! * `| … |`: a row of a picture. The first picture is the table. One after an order is the table at that point, with
//!   every element still on it except those at places that a picture cannot show.
//! * `> a1+a2 ahead 1, wheel left 30`: an order, with its dice in brackets at the end: `> a1 fights b1 (6 1)`. A move
//!   `go` without a place leads to where the next picture shows the element, so that a refused place can be drawn.
//! * `! D3H2-TZ-04`: the order is refused because of this rule; `!` alone: for a reason without a rule. Nothing has
//!   changed.
//! * `= command a2 routed`, `= pips a2 3`, `= a1 held`, `= decides a1`.
//! * `= a1 gone`, `= a1 at 2,3 45`, `= a1 is Bd`, `= a1 deep 0.5` (its base), `= pips 2`, `= phase fighting`, `= lost a 12`, `= stronghold b` (its holder), and
//!   marks as above: the present state. `= used D3H2-CC-10` and `= unused …`: rules named in the last order's report;
//!   `= totals 9 7`: the totals in it.
//! * `again`: the table is as at the start.

use std::sync::Arc;

use musterfield_army::Draft;
use musterfield_army::stakes::CommandState;
use musterfield_dice::{RolledDice, Roller};
use musterfield_geometry::{BW, Base, Course, Facing, Point, Polygon};
use musterfield_rules::battle::policy::Walls;
use musterfield_rules::combat::{Held, Readings};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{Points, Ruleset, book};
use musterfield_terrain::Layout;
use musterfield_terrain::layout::{Feature, Shape};

use super::board::View;
use super::picture;
use super::script::{Command, Script};
use super::variant::changed;
use crate::admission::{Admitted, ArmySizes};
use crate::commands::{Command as Corps, CommandStatus};
use crate::element::{Members, Name, Player};
use crate::report::Event;
use crate::state::{Camp, ElementState, MOST_RIVERS, Options, Stronghold, Town, Whereabouts};
use crate::{Battle, Meeting, Phase, Pose, Refusal, Report, TOUCH};

/// Plays a scenario in every view of its table.
#[track_caller]
pub(super) fn show(text: &str) {
    let script = Script::read(text);
    for view in View::all(script.board) {
        Stage { script: &script, view, battle: raised(&script, view), last: Report::default() }.play();
    }
}

/// The battle that a script draws, in a view of its table.
pub(super) fn raised(script: &Script, view: View) -> Battle {
    let (rules, terrain) = {
        let book = changed(&script.changes);
        (book.ruleset(&script.rules).unwrap(), book.terrain(&script.rules).unwrap())
    };
    let mut drafts = [Draft::new(rules), Draft::new(rules)];
    for actor in &script.actors {
        let mut line = Draft::read_kind(rules, &actor.code);
        let has = |mark: &str| actor.marks.iter().any(|word| word == mark);
        line.fast = has("fast");
        line.general = has("general");
        line.ally = has("ally");
        line.water |= has("water");
        line.siege_tower |= has("tower");
        line.mounted |= has("riding");
        line.dismounted |= has("dismounted");
        let worth = actor.marks.iter().position(|word| word == "worth");
        line.price = worth.map(|at| actor.marks[at + 1].parse().unwrap());
        let command = actor.marks.iter().position(|word| word == "command");
        line.command = command.map_or(0, |at| actor.marks[at + 1].parse().unwrap());
        actor.name.player.of_mut(&mut drafts).lines.push(line);
    }
    if script.actors.iter().any(|actor| actor.marks.iter().any(|mark| mark == "command")) {
        drafts.iter_mut().for_each(divide);
    }
    for (player, draft) in Player::ALL.into_iter().zip(&mut drafts) {
        draft.own_list.clone_from(player.of(&script.lists));
        draft.home_terrain.clone_from(player.of(&script.homes));
        draft.allies.clone_from(player.of(&script.allies));
        if draft.lines.is_empty() {
            draft.lines.push(Draft::read_kind(rules, "Bd"));
        }
    }
    let mut layout = Layout::empty(terrain, terrain.homes.first().unwrap(), view.laid());
    for (at, ground) in script.grounds.iter().enumerate() {
        let seen = |points: &[Point]| points.iter().map(|point| view.point(*point)).collect::<Vec<_>>();
        let (kind, bua) = match ground.kind.parse::<Kind>().ok() {
            Some(kind) => (kind, None),
            None => (
                Kind::Bua,
                Some(ground.kind.parse::<Bua>().unwrap_or_else(|_| panic!("{} is no feature", ground.kind))),
            ),
        };
        let path = seen(&ground.points);
        let shape = match ground.width {
            Some(width) => Shape::Course(Course { path, width }),
            None => match ground.edge.filter(|_| kind == Kind::Waterway) {
                Some(edge) => Shape::Water { edge: view.edge(edge), outline: Polygon::new(path), beach: None },
                None => Shape::Area(Polygon::new(path)),
            },
        };
        let mut feature = Feature::new(format!("f{at}"), kind, shape);
        feature.bua = bua;
        feature.crest = seen(&ground.crest);
        feature.gates = seen(&ground.gates);
        feature.base_edge = ground.edge.map(|edge| view.edge(edge));
        layout.features.push(feature);
    }
    let [a, b] = drafts.map(Admitted::allowing_illegal);
    let layout = Admitted::allowing_illegal(layout);
    let meeting = Meeting {
        armies: [&a, &b],
        catalogue: musterfield_lists::catalogue(book().unwrap()).unwrap(),
        sizes: ArmySizes::MayDiffer,
        defender: script.defender,
        layout: &layout,
        scale: None,
        options: Options {
            readings: script.options.iter().fold(Readings::default(), |all, option| chosen(rules, all, option)),
        },
    };
    let mut battle = Battle::new(&meeting).unwrap();
    assert_eq!(Arc::strong_count(&battle.setting), 1, "a battle of its own");
    set_up(&mut battle, script, view);
    battle
}

/// The choices with one more: `landings allowed`.
fn chosen(rules: &Ruleset, choices: Readings, option: &str) -> Readings {
    let (id, value) = option.split_once(' ').unwrap();
    let (combat, battle) = (rules.combat.as_ref().unwrap(), rules.battle.as_ref().unwrap());
    let reading = combat.readings.iter().chain(battle.readings()).find(|reading| *reading.id == *id).unwrap();
    choices.choosing(reading, reading.value(value).unwrap())
}

/// Makes an army one of several commands, each with a general.
fn divide(draft: &mut Draft) {
    draft.points = Points::ONE * 36;
    for number in 1..=draft.ruleset.commands(draft.points).unwrap().count {
        if !draft.lines.iter().any(|line| line.command == number && line.general) {
            let mut general = Draft::read_kind(draft.ruleset, "4Bd");
            general.general = true;
            general.command = number;
            general.ally = draft.lines.iter().any(|line| line.command == number && line.ally);
            draft.lines.push(general);
        }
    }
}

fn set_up_commands(battle: &mut Battle, script: &Script, view: View) {
    let Some(mut states) = battle.state.commands.take() else { return };
    let player = script.player;
    player.of_mut(&mut states.sides).iter_mut().take(3).for_each(|status| status.pips = script.pips);
    for (player, number, words) in &script.commands_said {
        let status = &mut player.of_mut(&mut states.sides)[usize::from(number - 1)];
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || words.next().unwrap().parse().unwrap();
            match word.as_str() {
                "pips" => status.pips = number(),
                "die" => status.rank = number(),
                "demoralised" => status.state = CommandState::Demoralised,
                "routed" => status.state = CommandState::Routed,
                "deployed" => status.is_deployed = true,
                word => panic!("a command is not {word}"),
            }
        }
    }
    for (player, number, base) in &script.allied_camps {
        let status = &mut player.of_mut(&mut states.sides)[usize::from(number - 1)];
        status.camp = Some(Camp { base: view.base(base), sacked: false });
    }
    battle.state.pips = player.of(&states.sides).iter().map(|status| status.pips).sum();
    script.added.iter().for_each(|player| *player.of_mut(&mut states.has_added) = true);
    battle.state.commands = Some(states);
}

fn set_up(battle: &mut Battle, script: &Script, view: View) {
    set_up_commands(battle, script, view);
    battle.state.phase = script.phase;
    battle.state.player = script.player;
    if battle.state.commands.is_none() {
        battle.state.pips = script.pips;
    }
    battle.state.rivers = [script.river; MOST_RIVERS];
    battle.state.bound = if script.bounds == 0 { 0 } else { 2 * script.bounds };
    for player in Player::ALL {
        let edge = if player == Player::A { script.edge } else { script.edge.opposite() };
        let side = player.of_mut(&mut battle.state.sides);
        side.edge = Some(view.edge(edge));
        side.bounds = script.bounds;
        if let Some(camp) = player.of(&script.camps) {
            side.camp = Some(Camp { base: view.base(camp), sacked: script.sacked.contains(&player) });
        }
    }
    let defender = script.defender;
    if battle.rules().policies.walls == Walls::OfTheDefender && battle.side(defender).camp.is_some() {
        battle.state.stronghold = Some(Stronghold { owner: defender, holder: defender, town: Town::default() });
    }
    if let Some(stronghold) = &mut battle.state.stronghold {
        stronghold.holder = script.holder.unwrap_or(stronghold.holder);
    }
    if let Some(walls) = &mut battle.state.stronghold {
        walls.town.surrendered = script.surrendered;
        walls.town.sack = script.sack;
    }
    if let Some(player) = script.walled_camp {
        player.of_mut(&mut battle.state.sides).camp_in_stronghold = true;
    }
    for (player, held) in &script.civilians {
        let id = battle.civilians(*player, *held).unwrap();
        let base = battle.base_inside(id, *held);
        battle.garrison(id, *held, base);
    }
    let intruders: Members = script.intruders.iter().map(|name| battle.id(*name).unwrap()).collect();
    battle.state.player.of_mut(&mut battle.state.sides).intruders = intruders;
    for actor in &script.actors {
        let id = battle.id(actor.name).unwrap();
        let depth = battle.profile(id).depth;
        let drawn = script.drawn.iter().find(|(name, _)| *name == actor.name).map(|(_, pose)| *pose);
        let mut stand = *battle.element(id);
        if let Some(pose) = actor.at.or(drawn) {
            let pose = Pose { at: pose.at + actor.nudged, ..pose };
            stand = ElementState { place: Whereabouts::Table, base: based(view, pose, depth), ..stand };
        }
        let after = |mark: &str| {
            let at = actor.marks.iter().position(|word| word == mark)?;
            Some(actor.marks.get(at + 1).map_or("", String::as_str))
        };
        if let Some(moved) = after("moved") {
            (stand.moves, stand.longest, stand.by_road) =
                (1, u32::try_from(super::script::length(moved)).unwrap(), after("by-road").is_some());
        }
        stand.shot = after("shot").is_some();
        stand.fought = after("fought").is_some();
        stand.down = after("down").is_some();
        if let Some(held) = after("holds") {
            let held: Held = held.parse().unwrap();
            stand.place = Whereabouts::Holds(held);
            let bounds = battle.outline_of(actor.name.player, held).and_then(|outline| outline.bounds()).unwrap();
            let (width, depth) = (bounds.most.x - bounds.least.x, bounds.most.y - bounds.least.y);
            let corner = bounds.least + Point::new((width - BW) / 2, (depth + BW) / 2);
            stand.base = Base::new(corner, Facing::NORTH, BW, BW);
        }
        if after("aside").is_some() {
            stand.place = Whereabouts::Aside;
        }
        if after("destroyed").is_some() {
            stand.place = Whereabouts::Destroyed;
        }
        if after("fled").is_some() {
            stand.place = Whereabouts::Fled;
        }
        if let Some(by) = after("ensorcelled") {
            stand.place = Whereabouts::Ensorcelled(by.parse().ok().and_then(|name: Name| battle.id(name)));
        }
        if let Some(times) = after("summoned") {
            stand.summons = times.parse().unwrap();
        }
        if let Some(times) = after("backfired") {
            stand.backfires = times.parse().unwrap();
        }
        if let Some(lair) = after("lair") {
            stand.lair = Some(lair.parse().unwrap());
        }
        if after("arrived").is_some() {
            stand.arrived = battle.state.bound;
        }
        *battle.element_mut(id) = stand;
    }
}

/// The base at a drawn place, in a view.
fn based(view: View, pose: Pose, depth: i64) -> Base {
    view.base(&Base::new(pose.at, pose.facing, BW, depth))
}

/// A scenario being played in one view.
struct Stage<'a> {
    script: &'a Script,
    view: View,
    battle: Battle,
    /// The report of the last order.
    last: Report,
}

/// Turned and mirrored numbers are rounded alike except where a midpoint is taken.
const ROUNDING: i64 = 3;

impl Stage<'_> {
    fn play(&mut self) {
        let commands = &self.script.commands;
        let mut answer: Option<(&str, Result<(), Refusal>)> = None;
        for (at, command) in commands.iter().enumerate() {
            let refused = matches!(command, Command::Refused(_));
            let wished =
                matches!(command, Command::Drawn(_)) && matches!(commands.get(at + 1), Some(Command::Refused(_)));
            if let (Some((text, Err(refusal))), false) = (&answer, refused || wished) {
                self.fail(&format!("`{text}` is refused: {refusal:?}"));
            }
            match command {
                Command::Again => self.battle = raised(self.script, self.view),
                Command::Play(text) => {
                    let next = commands.get(at + 1);
                    answer = Some((text, self.order(text, next)));
                }
                Command::Refused(rule) => match answer.take() {
                    Some((text, Err(refusal))) => {
                        let by = refusal.rule(self.battle.rules()).map(musterfield_rules::RuleId::as_str);
                        if by != rule.as_deref() {
                            self.fail(&format!("`{text}` is refused for another reason: {refusal:?}"));
                        }
                    }
                    Some((text, Ok(()))) => self.fail(&format!("`{text}` is not refused by {rule:?}")),
                    None => panic!("a refusal without an order"),
                },
                Command::Drawn(poses) if !wished => self.compare(poses, commands.get(at + 1)),
                Command::Drawn(_) => {}
                Command::Fact(words) => self.check(words),
            }
        }
        if let Some((text, Err(refusal))) = answer {
            self.fail(&format!("`{text}` is refused: {refusal:?}"));
        }
    }

    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        let told = picture::told(&self.battle, Point::default());
        let origin = self.script.origin;
        panic!(
            "{why}\nin {}\nseen {:?}, the picture from {origin:?}\n{told}{:?}",
            self.script.title, self.view, self.last
        );
    }

    fn order(&mut self, text: &str, next: Option<&Command>) -> Result<(), Refusal> {
        let drawn = match next {
            Some(Command::Drawn(poses)) => poses.as_slice(),
            _ => &[],
        };
        let (order, dice) = super::script::order(&self.battle, text, self.script.origin, drawn);
        let order = self.view.order(&order);
        let mut rolled = RolledDice::new(&dice);
        let before = self.battle.clone();
        match self.battle.play(&order, &mut rolled) {
            Ok(report) => {
                self.last = report;
                if rolled.roll().is_some() {
                    self.fail(&format!("`{text}` leaves dice over"));
                }
                self.check_bases(text, &before);
                Ok(())
            }
            Err(refusal) => {
                assert!(before == self.battle, "a refused order changes nothing");
                Err(refusal)
            }
        }
    }

    /// Checks that no element overlaps another or lies beyond the table.
    fn check_bases(&self, text: &str, before: &Battle) {
        let there: Vec<_> = Player::ALL.into_iter().flat_map(|player| self.battle.on_table(player)).collect();
        let moved = |id| self.battle.base(id) != before.base(id) || !before.is_on_table(id);
        for (at, id) in there.iter().enumerate() {
            let base = self.battle.base(*id);
            if moved(*id) && !self.battle.field().has(base) {
                self.fail(&format!("after `{text}` {} is off the table", self.battle.profile(*id).name));
            }
            for other in there.iter().skip(at + 1) {
                if (moved(*id) || moved(*other)) && base.overlaps(self.battle.base(*other), TOUCH) {
                    let name = |id| self.battle.profile(id).name;
                    self.fail(&format!("after `{text}` {} stands on {}", name(*id), name(*other)));
                }
            }
        }
    }

    fn is_at(&self, name: Name, pose: Pose) -> bool {
        let id = self.battle.id(name).unwrap();
        let base = self.battle.base(id);
        let wanted = based(self.view, pose, base.depth());
        let off = base.front_left() - wanted.front_left();
        self.battle.is_on_table(id)
            && base.facing().angle_to(wanted.facing()).abs() <= 1
            && off.x.abs() <= ROUNDING
            && off.y.abs() <= ROUNDING
    }

    fn compare(&self, poses: &[(Name, Pose)], next: Option<&Command>) {
        for actor in &self.script.actors {
            let id = self.battle.id(actor.name).unwrap();
            match poses.iter().find(|(name, _)| *name == actor.name) {
                Some((name, pose)) if !self.is_at(*name, *pose) => {
                    let at = pose.at;
                    self.fail(&format!("{name} is drawn at {},{} {}", at.x, at.y, pose.facing.tenths()));
                }
                Some(_) => {}
                None => {
                    let told = matches!(next, Some(Command::Fact(words)) if words.contains(&actor.name.to_string()));
                    if self.battle.is_on_table(id) && actor.at.is_none() && !told {
                        self.fail(&format!("{} is on the table and not drawn", actor.name));
                    }
                }
            }
        }
    }

    fn check(&self, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_so = match words.as_slice() {
            ["pips", of, count] => {
                let of: Name = of.parse().unwrap();
                let of_command = |(command, _): &(&Corps, &CommandStatus)| command.number == of.number;
                let found = self.battle.commands(of.player).find(of_command).unwrap();
                found.1.pips == count.parse::<u8>().unwrap()
            }
            ["command", of, state] => {
                let of: Name = of.parse().unwrap();
                let of_command = |(command, _): &(&Corps, &CommandStatus)| command.number == of.number;
                let found = self.battle.commands(of.player).find(of_command).unwrap();
                format!("{:?}", found.1.state).to_lowercase() == *state
            }
            ["pips", count] => self.battle.pips() == count.parse::<u8>().unwrap(),
            ["phase", phase] => self.battle.phase() == super::script::phase(phase),
            ["decides", name] => {
                let id = self.battle.id(name.parse().unwrap()).unwrap();
                matches!(self.battle.phase(), Phase::Recoiling(who) | Phase::Returning(who) | Phase::Adding(who) if who == id)
            }
            ["decides-side", side] => self.battle.to_decide() == super::script::player(side),
            ["lost", side, points] => self.battle.lost(super::script::player(side)) == points.parse().unwrap(),
            ["stronghold", side] => {
                self.battle.state.stronghold.is_some_and(|held| held.holder == super::script::player(side))
            }
            ["sack", sack] => {
                let town = self.battle.state.stronghold.unwrap().town;
                town.sack == super::script::sack(sack)
            }
            ["surrendered"] => self.battle.state.stronghold.unwrap().town.surrendered,
            ["loyal"] => !self.battle.state.stronghold.unwrap().town.surrendered,
            ["totals", a, b] => {
                let wanted = Event::Totals(a.parse().unwrap(), b.parse().unwrap());
                self.last.events.contains(&wanted)
            }
            [named @ ("used" | "unused"), rule] => (*named == "used") == self.names_rule(rule),
            ["camp", of, is @ ("stands" | "sacked")] if of.len() > 1 => {
                let of: Name = of.parse().unwrap();
                let camp = self.battle.camp_of_command(of.player, of.number).unwrap();
                camp.sacked == (*is == "sacked")
            }
            ["camp", side, "stands"] => {
                self.battle.side(super::script::player(side)).camp.is_some_and(|camp| !camp.sacked)
            }
            ["river", river] => self.battle.state.rivers[0] == super::script::river(river),
            ["camp", side, "sacked"] => {
                self.battle.side(super::script::player(side)).camp.is_some_and(|camp| camp.sacked)
            }
            [name, rest @ ..] => {
                let name: Name = name.parse().unwrap();
                let id = self.battle.id(name).unwrap();
                let stand = self.battle.element(id);
                match rest {
                    ["held"] => self.battle.held().has(id),
                    ["gone"] => !self.battle.is_on_table(id),
                    ["there"] => self.battle.is_on_table(id),
                    ["destroyed"] => stand.place == Whereabouts::Destroyed,
                    ["fled"] => stand.place == Whereabouts::Fled,
                    ["reserved"] => self.battle.reserved(self.battle.owner(id)).has(id),
                    ["aside"] => stand.place == Whereabouts::Aside,
                    ["ensorcelled"] => matches!(stand.place, Whereabouts::Ensorcelled(_)),
                    ["holds", _] => matches!(stand.place, Whereabouts::Holds(_)),
                    ["turns-against-it", faces] => self.battle.turns_against(id) == faces.parse::<u8>().unwrap(),
                    ["down"] => stand.down,
                    ["up"] => !stand.down,
                    ["askew", enemy] => {
                        let foe = self.battle.askew(id).map(|(foe, _)| self.battle.profile(foe).name.to_string());
                        foe.as_deref() == Some(*enemy)
                    }
                    ["on-foot"] => stand.dismounted,
                    ["is", code] => {
                        let ruleset = self.battle.setting().ruleset;
                        ruleset.plain_code(self.battle.profile(id).troop) == *code
                    }
                    ["deep", depth] => stand.base.depth() == super::script::length(depth),
                    ["at", at, facing] => self.is_at(name, super::script::pose(at, facing, self.script.origin)),
                    ["fights", foes @ ..] => self.fights_of(name) == *foes,
                    ["targets", foes @ ..] => self.names(self.battle.targets(id)) == *foes,
                    _ => panic!("unknown: {words:?}"),
                }
            }
            [] => panic!("nothing is said"),
        };
        if let [name, what @ ("targets" | "fights"), ..] = words.as_slice()
            && !is_so
        {
            let id = self.battle.id(name.parse().unwrap()).unwrap();
            let found = match *what {
                "targets" => self.names(self.battle.targets(id)),
                _ => self.fights_of(name.parse().unwrap()),
            };
            self.fail(&format!("it is not so: {}, but {}", words.join(" "), found.join(" ")));
        }
        if !is_so {
            self.fail(&format!("it is not so: {}", words.join(" ")));
        }
    }

    /// Whether the report of the last order names a rule.
    fn names_rule(&self, rule: &str) -> bool {
        self.last.events.iter().any(|event| match event {
            Event::Used(used) => self.battle.rules().rule(*used).is_some_and(|used| used.as_str() == rule),
            Event::Cited(cited) => cited.as_str() == rule,
            _ => false,
        })
    }

    fn names(&self, ids: Vec<crate::Id>) -> Vec<String> {
        ids.into_iter().map(|id| self.battle.profile(id).name.to_string()).collect()
    }

    fn fights_of(&self, name: Name) -> Vec<String> {
        let id = self.battle.id(name).unwrap();
        let fights = self.battle.fights();
        let of = fights.into_iter().filter(|(who, _)| *who == id).map(|(_, foe)| match foe {
            crate::Foe::Element(id) => self.battle.profile(id).name.to_string(),
            crate::Foe::Feature(held) => format!("{held:?}").to_lowercase(),
        });
        of.collect()
    }
}

/// A direction by its name or in degrees.
pub(super) fn facing(word: &str) -> Facing {
    match word {
        "north" => Facing::NORTH,
        "east" => Facing::EAST,
        "south" => Facing::SOUTH,
        "west" => Facing::WEST,
        degrees => Facing::from_tenths(i32::try_from(super::script::length(degrees) / 100).unwrap()),
    }
}
