//! What the form of a case offers: every field, and which of them can matter just now.

use super::address::{Address, SIDES, SideTyped, field_of, fighter, rulesets};
use crate::combat::CaseError;
use crate::combat::case::{Contact, Held, MOST_HELPERS, Mode, going_in};
use crate::combat::explain::{can_be_helped_beside, can_matter, words};
use crate::rules::combat::{Combat, Fact, Fighter, Outcome, Place};
use crate::rules::terrain::{Bua, Going, Kind};
use crate::rules::{Book, Ruleset};

/// One of several.
pub(super) struct Choice {
    pub value: String,
    pub name: String,
    pub chosen: bool,
}

/// Choices under one heading, if it has a name.
pub(super) struct Group {
    pub name: String,
    pub choices: Vec<Choice>,
}

/// How a control looks.
pub(super) enum Look {
    /// Something to tick.
    Tick(bool),
    /// A few beside each other.
    Few(Vec<Choice>),
    /// Many in a list.
    Many(Vec<Group>),
}

/// A field of the form.
pub(super) struct Control {
    /// Its name in addresses: `a.left`.
    pub name: String,
    /// The same as an id.
    pub id: String,
    pub label: &'static str,
    pub look: Look,
    /// Whether it cannot matter just now and stands as usual.
    pub idle: bool,
    /// What is wrong with it.
    pub wrong: Option<String>,
}

/// Fields that belong together.
pub(super) struct Topic {
    pub title: &'static str,
    pub controls: Vec<Control>,
}

impl Topic {
    /// Whether nothing of it can matter.
    pub(super) fn is_idle(&self) -> bool {
        self.controls.iter().all(|control| control.idle)
    }
}

/// One side of the form.
pub(super) struct SideForm {
    pub title: &'static str,
    /// Its type.
    pub who: Control,
    /// What it is beside its type.
    pub marks: Vec<Control>,
    /// Where it stands, and what is around it.
    pub topics: Vec<Topic>,
}

/// The whole form.
pub(super) struct Form {
    /// How they meet.
    pub mode: Control,
    pub sides: Vec<SideForm>,
    /// By which rules.
    pub settings: Vec<Control>,
}

/// What is wrong: the field's name, and the sentence.
pub(super) type Wrong = Option<(String, String)>;

/// What all controls are made from.
struct Maker<'a> {
    book: &'static Book,
    address: &'a Address,
    ruleset: &'static Ruleset,
    combat: &'static Combat,
    mode: Mode,
    wrong: &'a Wrong,
}

/// A side as far as it is known.
struct Known<'a> {
    letter: &'static str,
    is_second: bool,
    typed: &'a SideTyped,
    foe: &'a SideTyped,
    own: Option<Fighter>,
    enemy: Option<Fighter>,
}

impl Form {
    /// The form with what was typed; none if no ruleset has combat.
    pub(super) fn new(book: &'static Book, address: &Address, wrong: &Wrong) -> Option<Self> {
        let usual = rulesets(book).next()?;
        let (ruleset, combat) = match address.rules(book) {
            Some(rules) => rules,
            None => (usual, usual.combat.as_ref()?),
        };
        let maker = Maker { book, address, ruleset, combat, mode: address.mode(), wrong };
        let [a, b] = &address.sides;
        let known = |typed: &SideTyped| fighter(ruleset, combat, &typed.who);
        let side = |letter, is_second, typed, foe| Known {
            letter,
            is_second,
            typed,
            foe,
            own: known(typed),
            enemy: known(foe),
        };
        let [first, second] = SIDES;
        let (a, b) = (side(first, false, a, b), side(second, true, b, a));
        let [first, second] = match maker.mode {
            Mode::Close => ["First", "Second"],
            Mode::Shooting => ["Shooter", "Target"],
            Mode::Bespelling => ["Bespeller", "Target"],
        };
        let sides = vec![maker.side(first, &a), maker.side(second, &b)];
        Some(Self { mode: maker.meeting(), sides, settings: maker.settings(&a, &b) })
    }

    /// The id of a field, if the form has it.
    pub(super) fn id_of(&self, name: &str) -> Option<String> {
        let of_sides = self.sides.iter().flat_map(|side| {
            let around = side.topics.iter().flat_map(|topic| &topic.controls);
            std::iter::once(&side.who).chain(&side.marks).chain(around)
        });
        let mut all = std::iter::once(&self.mode).chain(&self.settings).chain(of_sides);
        all.find(|control| control.name == name).map(|control| control.id.clone())
    }
}

fn choice(value: &str, name: impl Into<String>, typed: &str) -> Choice {
    Choice { value: value.to_owned(), name: name.into(), chosen: value == typed }
}

fn one_group(choices: Vec<Choice>) -> Vec<Group> {
    vec![Group { name: String::new(), choices }]
}

impl Maker<'_> {
    fn control(&self, name: String, label: &'static str, look: Look, typed: &str, matters: bool) -> Control {
        let wrong = self.wrong.as_ref().filter(|(field, _)| *field == name).map(|(_, said)| said.clone());
        let id = name.replace(['.', '_'], "-");
        let idle = !matters && typed.is_empty() && wrong.is_none();
        Control { look: with_typed(look, typed), name, id, label, idle, wrong }
    }

    fn meeting(&self) -> Control {
        let modes = Mode::ALL.map(|mode| {
            let name = match mode {
                Mode::Close => "Close combat",
                Mode::Shooting => "Shooting",
                Mode::Bespelling => "Bespelling",
            };
            choice(mode.word(), name, self.address.mode_typed())
        });
        self.control("mode".to_owned(), "How they meet", Look::Few(modes.into()), self.address.mode_typed(), true)
    }

    fn settings(&self, a: &Known<'_>, b: &Known<'_>) -> Vec<Control> {
        let own: Vec<Choice> =
            rulesets(self.book).map(|ruleset| choice(&ruleset.id, &*ruleset.name, &self.ruleset.id)).collect();
        let reading = if self.address.reading().is_empty() { "literal" } else { self.address.reading() };
        let readings = vec![
            choice("literal", words::fact(Fact::FootOnly, false), reading),
            choice("foot_only", words::fact(Fact::FootOnly, true), reading),
        ];
        let open = a.matters(self, Fact::FootOnly) || b.matters(self, Fact::FootOnly);
        let control =
            |name: &str, label, look, typed, matters| self.control(name.to_owned(), label, look, typed, matters);
        vec![
            control("ruleset", "Rules", Look::Many(one_group(own)), self.address.ruleset(), true),
            control("knights_equal", "Knights on equal", Look::Many(one_group(readings)), self.address.reading(), open),
        ]
    }

    fn side(&self, title: &'static str, side: &Known<'_>) -> SideForm {
        let who = Look::Many(self.types(side));
        let who = self.control(side.letter.to_owned(), title, who, &side.typed.who, true);
        SideForm { title, who, marks: self.marks(side), topics: self.topics(side) }
    }

    fn tick(&self, side: &Known<'_>, field: &str, label: &'static str, matters: bool) -> Control {
        let typed = side.typed.value(field);
        self.control(format!("{}.{field}", side.letter), label, Look::Tick(typed == "on"), typed, matters)
    }

    fn marks(&self, side: &Known<'_>) -> Vec<Control> {
        let troop = side.own.and_then(|own| self.combat.fighter(own).troop).map(|id| self.ruleset.troop(id));
        let may_ride = self.ruleset.army.mounted_infantry.is_some() && troop.is_some_and(|troop| troop.rides.is_some());
        vec![
            self.tick(side, "fast", "Fast", troop.is_some_and(|troop| troop.fast.is.is_choice())),
            self.tick(side, "general", "General", troop.is_some() && side.matters(self, Fact::General)),
            self.tick(side, "mounted", "Mounted infantry", may_ride),
        ]
    }

    /// Everyone who fights, by class; features that nobody holds on the second side alone.
    fn types(&self, side: &Known<'_>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (_, rules) in self.combat.fighters() {
            let heading = match rules.class {
                Some(class) => self.ruleset.class_name(class),
                None if side.is_second => "Nobody in it",
                None => continue,
            };
            let name = match rules.troop.map(|id| self.ruleset.troop(id)) {
                Some(troop) => format!("{} · {}", troop.name, troop.code),
                None => rules.code.to_string(),
            };
            let choice = choice(&rules.code, name, &side.typed.who);
            match groups.iter_mut().find(|group| group.name == heading) {
                Some(group) => group.choices.push(choice),
                None => groups.push(Group { name: heading.to_owned(), choices: vec![choice] }),
            }
        }
        groups
    }

    /// Those who can help somebody from beside.
    fn friends(&self, typed: &str) -> Vec<Group> {
        let helps = |friend: Fighter| self.combat.modifiers.iter().any(|row| row.is_beside(friend, false));
        let friends = self.combat.fighters().filter(|(friend, _)| helps(*friend));
        let friends = friends.map(|(_, rules)| choice(&rules.code, &*rules.plural, typed));
        one_group(std::iter::once(choice("", "nobody who helps", typed)).chain(friends).collect())
    }

    /// The features in which an element can stand, each with its going.
    fn features(&self, typed: &str) -> Vec<Group> {
        let rules = self.book.terrain(&self.ruleset.id);
        let kinds = rules.into_iter().flat_map(|rules| rules.features()).filter(|feature| feature.kind != Kind::Bua);
        let kinds = kinds.map(|feature| (Place::Kind(feature.kind), feature.kind.as_str(), &feature.name));
        let buas = rules.into_iter().flat_map(|rules| rules.buas()).filter(|rules| rules.bua != Bua::Stronghold);
        let buas = buas.map(|rules| (Place::Bua(rules.bua), rules.bua.as_str(), &rules.name));
        let choices = kinds.chain(buas).filter_map(|(place, word, name)| {
            let going = going_in(self.ruleset, place, Going::Good)?;
            Some(choice(word, format!("{name}, {going} going"), typed))
        });
        one_group(std::iter::once(choice("", "open ground", typed)).chain(choices).collect())
    }

    fn topics(&self, side: &Known<'_>) -> Vec<Topic> {
        let close = self.mode == Mode::Close;
        let tick = |field: &str, label, matters| self.tick(side, field, label, matters);
        let few = |field: &str, label, choices: &[(&str, &str)], usual: &str, matters: bool| {
            let typed = side.typed.value(field);
            let chosen = if typed.is_empty() { usual } else { typed };
            let choices = choices.iter().map(|(value, name)| choice(value, *name, chosen)).collect();
            self.control(format!("{}.{field}", side.letter), label, Look::Few(choices), typed, matters)
        };
        let many = |field: &str, label, groups: Vec<Group>, matters: bool| {
            let typed = side.typed.value(field);
            self.control(format!("{}.{field}", side.letter), label, Look::Many(groups), typed, matters)
        };
        let flanks = [("", "free"), (Contact::Overlap.word(), "overlap"), (Contact::Flank.word(), "contact")];
        let counts: Vec<String> = (0..=MOST_HELPERS).map(|count| count.to_string()).collect();
        let counts: Vec<(&str, &str)> = counts.iter().map(|count| (count.as_str(), count.as_str())).collect();
        let goings = [Going::Good, Going::Rough, Going::Bad].map(|going| (going.as_str(), going.as_str()));
        let held = [("", "nothing"), (Held::Stronghold.word(), "a Stronghold"), (Held::Camp.word(), "a Camp")];
        let troop = side.own.and_then(|own| self.combat.fighter(own).troop).map(|id| self.ruleset.troop(id));
        let walled = side.is_walled(self);
        // Who is hit, or fights hand to hand, minds where it stands and who is around it.
        let is_hit = match self.mode {
            Mode::Close => true,
            Mode::Shooting => side.is_second || !side.foe.value("shoots").is_empty(),
            Mode::Bespelling => side.is_second,
        };
        let matters = |fact| side.matters(self, fact);
        let beside = side.both().is_none_or(|[own, enemy]| can_be_helped_beside(self.combat, self.mode, own, enemy));
        let at_flank = close && !side.typed.value("against_flank").is_empty();
        let results: Vec<Choice> = Outcome::ALL
            .iter()
            .filter(|outcome| **outcome != Outcome::None)
            .map(|outcome| choice(outcome.as_str(), words::befalls(*outcome), side.typed.value("front_result")))
            .collect();
        let results =
            std::iter::once(choice("", words::befalls(Outcome::None), side.typed.value("front_result"))).chain(results);
        let is_target = self.mode == Mode::Bespelling && side.is_second;
        let shoots_back = Control {
            idle: self.mode != Mode::Shooting && side.typed.value("shoots").is_empty(),
            ..tick("shoots", "Shoots back", true)
        };
        vec![
            Topic {
                title: "Where it stands",
                controls: vec![
                    few("going", "Going", &goings, Going::Good.as_str(), is_hit && !walled),
                    many("feature", "Stands in", self.features(side.typed.value("feature")), !walled),
                    tick("uphill", "Uphill of the enemy", close && matters(Fact::Uphill)),
                    tick("bank", "Defends a river bank", close && matters(Fact::OnBank)),
                ],
            },
            Topic {
                title: "Who helps it",
                controls: vec![
                    tick("rear_support", "Friend behind", close && !walled && matters(Fact::RearSupport)),
                    many(
                        "side_support",
                        "Friend beside",
                        self.friends(side.typed.value("side_support")),
                        beside && !walled,
                    ),
                    tick("side_support.fast", "That friend is Fast", !side.typed.value("side_support").is_empty()),
                    few("aids", "Others aiding it", &counts, "0", !close && side.acts(self)),
                ],
            },
            Topic {
                title: "Who is at its flanks",
                controls: vec![
                    few("left", "Left flank", &flanks, "", is_hit && !walled),
                    few("right", "Right flank", &flanks, "", is_hit && !walled),
                    tick("rear", "Enemy at its rear", is_hit && !walled),
                    tick("two_edges", "Enemies touch two edges", close && matters(Fact::TwoEdges)),
                    tick("against_flank", "Only at the enemy’s flank or rear", close && !walled),
                    many("front_result", "The friend at its front", one_group(results.collect()), at_flank),
                ],
            },
            Topic {
                title: "Shooting",
                controls: side
                    .is_second
                    .then_some(shoots_back)
                    .into_iter()
                    .chain([tick(
                        "rear_shot",
                        "Shot in the rear",
                        self.mode == Mode::Shooting && matters(Fact::ShotInRear),
                    )])
                    .collect(),
            },
            Topic {
                title: "Magic",
                controls: vec![
                    tick("facing_river", "A river before it", is_target),
                    tick("protected", "Paladin or Cleric near the line", is_target),
                    tick("near_own_stronghold", "Near its own Stronghold", is_target && side.draws_back_magic(self)),
                ],
            },
            Topic {
                title: "Stronghold or Camp",
                controls: vec![
                    few("in", "Holds", &held, "", troop.is_some_and(|troop| troop.garrison)),
                    few("assaulters", "Further assaulters", &counts, "0", close && walled),
                ],
            },
        ]
    }
}

impl Known<'_> {
    fn both(&self) -> Option<[Fighter; 2]> {
        Some([self.own?, self.enemy?])
    }

    /// Whether it can matter for this side that something is so; what is not known yet may.
    fn matters(&self, maker: &Maker<'_>, fact: Fact) -> bool {
        self.both().is_none_or(|[own, enemy]| can_matter(maker.combat, maker.mode, fact, own, enemy))
    }

    /// Whether it holds a feature, or is one.
    fn is_walled(&self, maker: &Maker<'_>) -> bool {
        let is_feature = self.own.is_some_and(|own| maker.combat.fighter(own).troop.is_none());
        is_feature || !self.typed.value("in").is_empty()
    }

    /// Whether it shoots or bespells, and others can aid it.
    fn acts(&self, maker: &Maker<'_>) -> bool {
        !self.is_second || (maker.mode == Mode::Shooting && !self.typed.value("shoots").is_empty())
    }

    /// Whether the other's magic minds the Stronghold of this side.
    fn draws_back_magic(&self, maker: &Maker<'_>) -> bool {
        let near = Fact::EnemyNearStronghold;
        self.both().is_none_or(|[own, enemy]| can_matter(maker.combat, maker.mode, near, enemy, own))
    }
}

/// The choices, and what was typed if it is none of them, so that it comes back.
fn with_typed(look: Look, typed: &str) -> Look {
    let is_among = |choices: &[Choice]| choices.iter().any(|choice| choice.value == typed);
    let own = || Choice { value: typed.to_owned(), name: typed.to_owned(), chosen: true };
    match look {
        Look::Few(mut choices) if !typed.is_empty() && !is_among(&choices) => {
            choices.push(own());
            Look::Few(choices)
        }
        Look::Many(mut groups) if !typed.is_empty() && !groups.iter().any(|group| is_among(&group.choices)) => {
            for choice in groups.iter_mut().flat_map(|group| &mut group.choices) {
                choice.chosen = false;
            }
            groups.extend(one_group(vec![own()]));
            Look::Many(groups)
        }
        other => other,
    }
}

/// What is wrong with a case, for its form.
pub(super) fn wrong_of(error: &CaseError, address: &Address) -> (String, String) {
    (field_of(error, address), error.message.clone())
}
