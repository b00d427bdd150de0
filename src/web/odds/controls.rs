//! The controls of the form of a case: every field, and which of them can matter now. The choices of the long lists are
//! in `choices`.

mod choices;

use std::borrow::Cow;

use musterfield_combat::CaseError;
use musterfield_combat::case::{BoundOwner, FlankContact, MOST_OTHER_FACTORS, Mode};
use musterfield_combat::explain::{can_be_helped_beside, can_matter};
use musterfield_rules::combat::{Combat, Fact, FactSet, Fighter, Held, Outcome, Per, Reading};
use musterfield_rules::terrain::Going;
use musterfield_rules::{Book, Ruleset, TerrainRules};
use musterfield_words::combat::{TableWords, outcome};

use super::address::{CaseAddress, SIDES, SideTyped, field_of, fighter, rulesets};
use crate::web::choice::Choice;
use crate::web::rule_link::RuleLink;

/// Options under one heading, if it has a name.
pub(super) struct Group {
    pub name: String,
    pub choices: Vec<Choice>,
}

/// The appearance of a control.
pub(super) enum Look {
    /// A checkbox.
    Tick(bool),
    /// A few options beside each other.
    Few(Vec<Choice>),
    /// Many options in a list.
    Many(Vec<Group>),
}

/// A field of the form.
pub(super) struct Control {
    /// Its name in addresses: `a.left`.
    pub name: String,
    /// The name as an id.
    pub id: String,
    pub label: Cow<'static, str>,
    pub look: Look,
    /// Whether it cannot matter now and has its default value.
    pub idle: bool,
    /// Its error.
    pub wrong: Option<String>,
    /// Its input; empty for the default.
    typed_in: String,
}

/// Fields that belong together.
pub(super) struct Topic {
    pub title: &'static str,
    pub controls: Vec<Control>,
}

impl Topic {
    /// Whether none of its fields can matter.
    pub(super) fn is_idle(&self) -> bool {
        self.controls.iter().all(|control| control.idle)
    }
}

/// One side of the form.
pub(super) struct SideForm {
    pub title: &'static str,
    /// Its type.
    pub who: Control,
    /// Its properties beside the type.
    pub marks: Vec<Control>,
    /// Its position and surroundings.
    pub topics: Vec<Topic>,
}

/// The whole form.
pub(super) struct CaseForm {
    /// The way they meet.
    pub mode: Control,
    pub sides: Vec<SideForm>,
    /// The side whose bound it is, if the ruleset depends on it.
    pub bound: Option<Control>,
    /// The rules in use.
    pub settings: Vec<Control>,
    /// The part of the game that is missing here, where rules of another book are needed.
    pub elsewhere: Option<Elsewhere>,
}

/// The content of rules that are missing here.
pub(super) struct Elsewhere {
    pub says: &'static str,
    pub rule: RuleLink,
}

/// An error: the field's name, and the sentence.
pub(super) type CaseFieldError = Option<(String, String)>;

/// The data from which all controls are made.
struct Maker<'a> {
    book: &'static Book,
    address: &'a CaseAddress,
    ruleset: &'static Ruleset,
    combat: &'static Combat,
    mode: Mode,
    wrong: &'a CaseFieldError,
}

/// A side as far as it is known.
struct SideContext<'a> {
    letter: &'static str,
    is_second: bool,
    typed: &'a SideTyped,
    foe: &'a SideTyped,
    own: Option<Fighter>,
    enemy: Option<Fighter>,
}

impl CaseForm {
    /// The form with its input; `None` if no ruleset has combat.
    pub(super) fn new(book: &'static Book, address: &CaseAddress, wrong: &CaseFieldError) -> Option<Self> {
        let usual = rulesets(book).next()?;
        let (ruleset, combat) = match address.rules(book) {
            Some(rules) => rules,
            None => (usual, usual.combat.as_ref()?),
        };
        let maker = Maker { book, address, ruleset, combat, mode: address.mode(), wrong };
        let [a, b] = &address.sides;
        let known = |typed: &SideTyped| fighter(ruleset, combat, &typed.who);
        let side = |letter, is_second, typed, foe| SideContext {
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
        let elsewhere = combat
            .other_factors
            .as_ref()
            .map(|others| Elsewhere { says: &others.says, rule: RuleLink::new(&ruleset.id, &others.rule) });
        let bound = combat.asks(Fact::EnemyBound).then(|| maker.bound([first, second], &a, &b));
        Some(Self { mode: maker.meeting(), sides, bound, settings: maker.settings(&a, &b), elsewhere })
    }

    /// The id of a field, if the form has it.
    pub(super) fn id_of(&self, name: &str) -> Option<String> {
        let of_sides = self.sides.iter().flat_map(|side| {
            let around = side.topics.iter().flat_map(|topic| &topic.controls);
            std::iter::once(&side.who).chain(&side.marks).chain(around)
        });
        let mut all = std::iter::once(&self.mode).chain(&self.bound).chain(&self.settings).chain(of_sides);
        all.find(|control| control.name == name).map(|control| control.id.clone())
    }
}

fn choice(value: &str, name: impl Into<Cow<'static, str>>, typed: &str) -> Choice {
    Choice::among(value.to_owned(), name, typed)
}

fn one_group(choices: Vec<Choice>) -> Vec<Group> {
    vec![Group { name: String::new(), choices }]
}

impl Maker<'_> {
    fn control(
        &self,
        name: String,
        label: impl Into<Cow<'static, str>>,
        look: Look,
        typed: &str,
        matters: bool,
    ) -> Control {
        let wrong = self.wrong.as_ref().filter(|(field, _)| *field == name).map(|(_, said)| said.clone());
        let id = name.replace(['.', '_'], "-");
        let idle = !matters && typed.is_empty() && wrong.is_none();
        let (label, look) = (label.into(), with_typed(look, typed));
        Control { look, name, id, label, idle, wrong, typed_in: typed.to_owned() }
    }

    fn meeting(&self) -> Control {
        let modes = Mode::ALL.map(|mode| {
            let name = match mode {
                Mode::Close => "Close combat",
                Mode::Shooting => "Shooting",
                Mode::Bespelling => "Bespelling",
            };
            choice(mode.as_str(), name, self.address.mode_typed())
        });
        self.control("mode".to_owned(), "Type of combat", Look::Few(modes.into()), self.address.mode_typed(), true)
    }

    /// The control for whose bound it is, which may matter to either side.
    fn bound(&self, titles: [&'static str; 2], a: &SideContext<'_>, b: &SideContext<'_>) -> Control {
        let choices = BoundOwner::ALL.into_iter().zip(titles);
        let choices = choices.map(|(bound, title)| choice(bound.as_str(), title, self.address.bound())).collect();
        let open = a.matters(self, Fact::EnemyBound) || b.matters(self, Fact::EnemyBound);
        let is_usual = self.address.bound() == BoundOwner::default().as_str();
        let typed = if is_usual { "" } else { self.address.bound() };
        self.control("bound".to_owned(), "Whose bound", Look::Few(choices), typed, open)
    }

    fn settings(&self, a: &SideContext<'_>, b: &SideContext<'_>) -> Vec<Control> {
        let own: Vec<Choice> =
            rulesets(self.book).map(|ruleset| choice(&ruleset.id, &*ruleset.name, &self.ruleset.id)).collect();
        let rules =
            self.control("ruleset".to_owned(), "Rules", Look::Many(one_group(own)), self.address.ruleset(), true);
        let readings = self.book.readings().filter_map(|reading| self.reading(reading, a, b));
        std::iter::once(rules).chain(readings).collect()
    }

    /// The choice of a reading, if a row of the ruleset depends on it. Input stays in any case.
    fn reading(&self, known: &'static Reading, a: &SideContext<'_>, b: &SideContext<'_>) -> Option<Control> {
        let typed = self.address.reading(&known.id);
        let own = self.combat.reading(&known.id).filter(|own| self.combat.asks(*own));
        if own.is_none() && typed.is_empty() {
            return None;
        }
        let reading = own.unwrap_or(known);
        let chosen = if typed.is_empty() { &reading.usual.id } else { typed };
        let values = reading.values().map(|value| choice(&value.id, &*value.words, chosen)).collect();
        let matters = own.is_some_and(|own| a.matters(self, own) || b.matters(self, own));
        let look = Look::Many(one_group(values));
        Some(self.control(reading.id.to_string(), &*reading.name, look, typed, matters))
    }

    fn side(&self, title: &'static str, side: &SideContext<'_>) -> SideForm {
        let who = Look::Many(self.types(side));
        let who = self.control(side.letter.to_owned(), title, who, &side.typed.who, true);
        SideForm { title, who, marks: self.marks(side), topics: self.topics(side) }
    }

    fn tick(&self, side: &SideContext<'_>, field: &str, label: impl Into<Cow<'static, str>>, matters: bool) -> Control {
        let typed = side.typed.value(field);
        self.control(format!("{}.{field}", side.letter), label, Look::Tick(typed == "on"), typed, matters)
    }

    fn marks(&self, side: &SideContext<'_>) -> Vec<Control> {
        let troop = side.own.and_then(|own| self.combat.fighter(own).troop).map(|id| self.ruleset.troop(id));
        let may_ride = self.ruleset.army.mounted_infantry.is_some() && troop.is_some_and(|troop| troop.rides.is_some());
        // An element that the rules forbid to be there cannot be ashore.
        let is_afloat = side.own.is_none_or(|own| {
            self.combat
                .factors
                .iter()
                .any(|row| row.is_of(own, false) && row.terms.conditions.contains(&(Fact::Ashore, true)))
        });
        let is_city = side.typed.value("in") == Held::City.as_str();
        let mut marks = vec![
            self.tick(side, "fast", "Fast", troop.is_some_and(|troop| troop.fast.value.is_choice())),
            self.tick(side, "general", "General", troop.is_some() && side.matters(self, Fact::General)),
            self.tick(side, "cinc", "C-in-C uses his bonus", !side.typed.value("general").is_empty()),
            self.tick(side, "mounted", "Mounted infantry", may_ride),
            self.tick(side, "water", "Water Lurkers", troop.is_some_and(|troop| troop.water.is_some())),
            self.tick(side, "charged", "Moved into contact", side.matters(self, Fact::Charged)),
            self.tick(side, "demoralised", "In a demoralised command", side.matters(self, Fact::Demoralised)),
            self.tick(side, "sacking", "Sacks the City", is_city),
            self.tick(side, "ashore", "Its troops are ashore", side.matters(self, Fact::Ashore) && is_afloat),
            self.other_factors(side),
        ];
        marks.retain(|control| self.has(control));
        marks
    }

    /// The factors that the player adds.
    fn other_factors(&self, side: &SideContext<'_>) -> Control {
        let typed = side.typed.value("other_factors");
        let chosen = if typed.is_empty() { "0" } else { typed };
        let named = |value: i8| if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") };
        let choices = (-MOST_OTHER_FACTORS..=MOST_OTHER_FACTORS).rev();
        let choices = choices.map(|value| {
            let name = if value == 0 { "none".to_owned() } else { named(value) };
            choice(&value.to_string(), name, chosen)
        });
        let look = Look::Many(one_group(choices.collect()));
        self.control(format!("{}.other_factors", side.letter), "Other factors", look, typed, true)
    }

    /// Whether a row of the tables is counted for these.
    fn counts(&self, per: Per) -> bool {
        self.combat.modifiers.iter().any(|row| row.effect.per == Some(per))
    }

    /// Whether the ruleset has the meaning of a field. Input stays in any case.
    fn has(&self, control: &Control) -> bool {
        let field = control.name.split_once('.').map_or("", |(_, field)| field);
        let asks = |fact| self.combat.asks(fact);
        let counts = |per| self.counts(per);
        let troops = || self.ruleset.troops().map(|(_, troop)| troop);
        let is_known = match field {
            "fast" | "side_support.fast" => troops().any(|troop| troop.fast.value.is_choice()),
            "mounted" => self.ruleset.army.mounted_infantry.is_some(),
            "cinc" => asks(Fact::UsesChance),
            "water" => asks(Fact::EnemyInWater),
            "charged" => asks(Fact::Charged),
            "demoralised" => asks(Fact::Demoralised),
            "sacking" => asks(Fact::Sacking),
            "ashore" => asks(Fact::Ashore),
            "other_factors" => self.combat.other_factors.is_some(),
            "general" => asks(Fact::General),
            "uphill" => asks(Fact::Uphill),
            "bank" => asks(Fact::OnBank),
            "aids" => counts(Per::Aiding),
            "left" | "right" => {
                asks(Fact::FlankOrRear) || [Per::Flank, Per::Overlap, Per::Edge, Per::Beside].into_iter().any(counts)
            }
            "rear" => asks(Fact::Rear) || asks(Fact::FlankOrRear),
            // Where the rules have no features there is only open ground.
            "feature" => {
                let knows_going = |rules: &TerrainRules| rules.going_elsewhere.is_none();
                self.book.terrain(&self.ruleset.id).is_some_and(knows_going) || self.combat.has_ground()
            }
            "side_support" => self.combat.modifiers.iter().any(|row| !row.terms.beside.is_empty()),
            "two_edges" => asks(Fact::TwoEdges),
            "rear_shot" => asks(Fact::ShotInRear),
            "against_flank" | "front_result" => self.combat.flank_attacker.is_some(),
            "facing_river" => asks(Fact::BehindRiver),
            "protected" => asks(Fact::Protected),
            "near_own_stronghold" => asks(Fact::EnemyNearStronghold),
            "in" => troops().any(|troop| troop.garrison.any()) || self.is_open_to_all(),
            "assaulters" => counts(Per::Assaulter),
            _ => true,
        };
        is_known || !control.typed_in.is_empty() || control.wrong.is_some()
    }

    /// Whether there is a feature that everybody can hold.
    fn is_open_to_all(&self) -> bool {
        self.combat.features.iter().any(|feature| feature.anyone)
    }

    fn topics(&self, side: &SideContext<'_>) -> Vec<Topic> {
        let close = self.mode == Mode::Close;
        let tick = |field: &str, label: &'static str, matters| self.tick(side, field, label, matters);
        let few = |field: &str, label, choices: &[(&str, &str)], usual: &str, matters: bool| {
            let typed = side.typed.value(field);
            let chosen = if typed.is_empty() { usual } else { typed };
            let choices = choices.iter().map(|(value, name)| choice(value, (*name).to_owned(), chosen)).collect();
            self.control(format!("{}.{field}", side.letter), label, Look::Few(choices), typed, matters)
        };
        let many = |field: &str, label, groups: Vec<Group>, matters: bool| {
            let typed = side.typed.value(field);
            self.control(format!("{}.{field}", side.letter), label, Look::Many(groups), typed, matters)
        };
        let counts = |per| self.counts(per);
        let flanks: Vec<(&str, &str)> =
            [("", "free"), (FlankContact::Overlap.as_str(), "overlap"), (FlankContact::Flank.as_str(), "contact")]
                .into_iter()
                .chain(counts(Per::Edge).then_some((FlankContact::Edge.as_str(), "board edge")))
                .chain(counts(Per::Beside).then_some((FlankContact::Beside.as_str(), "flank on flank")))
                .collect();
        let counted = |field: &str, label, per: Per, matters: bool| {
            let counts: Vec<String> = (0..=self.combat.most(per)).map(|count| count.to_string()).collect();
            let choices: Vec<(&str, &str)> = counts.iter().map(|count| (count.as_str(), count.as_str())).collect();
            few(field, label, &choices, "0", matters)
        };
        let goings = [Going::Good, Going::Rough, Going::Bad].map(|going| (going.as_str(), going.as_str()));
        let features = self.combat.features.iter();
        let features: Vec<(&str, String)> =
            features.map(|feature| (feature.held.as_str(), format!("a {}", feature.name))).collect();
        let held: Vec<(&str, &str)> = std::iter::once(("", "nothing"))
            .chain(features.iter().map(|(word, name)| (*word, name.as_str())))
            .collect();
        let troop = side.own.and_then(|own| self.combat.fighter(own).troop).map(|id| self.ruleset.troop(id));
        let may_hold = troop.is_some_and(|troop| troop.garrison.any()) || self.is_open_to_all();
        let walled = side.is_walled(self);
        // For a side that is shot at, or fights hand to hand, its position and surroundings matter.
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
            .map(|outcome| choice(outcome.as_str(), outcome::phrase(*outcome), side.typed.value("front_result")))
            .collect();
        let results = std::iter::once(choice("", outcome::phrase(Outcome::None), side.typed.value("front_result")))
            .chain(results);
        let is_target = self.mode == Mode::Bespelling && side.is_second;
        let shoots_back = Control {
            idle: self.mode != Mode::Shooting && side.typed.value("shoots").is_empty(),
            ..tick("shoots", "Shoots back", true)
        };
        let behind = side.typed.value("rear_support");
        let friend_behind = close && !walled && (matters(Fact::RearSupport) || side.is_helped_behind(self));
        let behind = match self.friends_behind(behind) {
            Some(friends) => many("rear_support", "Friend behind", friends, friend_behind),
            None => tick("rear_support", "Friend behind", friend_behind),
        };
        let mut topics = vec![
            Topic {
                title: "Position",
                controls: vec![
                    few("going", "Going", &goings, Going::Good.as_str(), is_hit && !walled),
                    many("feature", "Stands in", self.features(side.typed.value("feature")), !walled),
                    tick("uphill", "Uphill of the enemy", close && matters(Fact::Uphill)),
                    tick("bank", "Defends a river bank", close && matters(Fact::OnBank)),
                ],
            },
            Topic {
                title: "Support",
                controls: vec![
                    behind,
                    many(
                        "side_support",
                        "Friend alongside",
                        self.friends(side.typed.value("side_support")),
                        beside && !walled,
                    ),
                    tick("side_support.fast", "That friend is Fast", !side.typed.value("side_support").is_empty()),
                    counted("aids", "Others aiding", Per::Aiding, !close && side.acts(self)),
                ],
            },
            Topic {
                title: "Flanks and rear",
                controls: vec![
                    few("left", "Left flank", &flanks, "", is_hit && !walled),
                    few("right", "Right flank", &flanks, "", is_hit && !walled),
                    tick("rear", "Enemy at its rear", is_hit && !walled),
                    tick("two_edges", "Enemies touch two of its edges", close && matters(Fact::TwoEdges)),
                    tick("against_flank", "Only at the enemy’s flank or rear", close && !walled),
                    many(
                        "front_result",
                        "Result of the friend at the enemy’s front",
                        one_group(results.collect()),
                        at_flank,
                    ),
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
                    tick("facing_river", "River in front of it", is_target),
                    self.tick(side, "protected", self.protectors_nearby(), is_target),
                    tick("near_own_stronghold", "Near its own Stronghold", is_target && side.draws_back_magic(self)),
                ],
            },
            Topic {
                title: "Fortification",
                controls: vec![
                    few("in", "Holds", &held, "", may_hold),
                    counted("assaulters", "Further assaulters", Per::Assaulter, close && walled),
                ],
            },
        ];
        for topic in &mut topics {
            topic.controls.retain(|control| self.has(control));
        }
        topics.retain(|topic| !topic.controls.is_empty());
        topics
    }

    /// `Paladin or Cleric near the line`
    fn protectors_nearby(&self) -> String {
        let protectors = TableWords::new(self.ruleset, self.combat).protectors();
        let protectors = if protectors.is_empty() { "Protector" } else { &protectors };
        format!("{protectors} near the line")
    }
}

impl SideContext<'_> {
    fn both(&self) -> Option<[Fighter; 2]> {
        Some([self.own?, self.enemy?])
    }

    /// Whether a fact or a reading can matter for this side; it may while a type is not known.
    fn matters(&self, maker: &Maker<'_>, what: impl Into<FactSet>) -> bool {
        self.both().is_none_or(|[own, enemy]| can_matter(maker.combat, maker.mode, what, own, enemy))
    }

    /// Whether an element behind it could help.
    fn is_helped_behind(&self, maker: &Maker<'_>) -> bool {
        self.own.is_none_or(|own| maker.combat.usual_supporter(own).is_some())
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

    /// Whether the other's magic is affected by the Stronghold of this side.
    fn draws_back_magic(&self, maker: &Maker<'_>) -> bool {
        let near = Fact::EnemyNearStronghold;
        self.both().is_none_or(|[own, enemy]| can_matter(maker.combat, maker.mode, near, enemy, own))
    }
}

/// The options, with the input if it is none of them, so that it comes back.
fn with_typed(look: Look, typed: &str) -> Look {
    let is_among = |choices: &[Choice]| choices.iter().any(|choice| choice.value == typed);
    let own = || Choice::new(typed.to_owned(), typed.to_owned(), true);
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

/// The error of a case, for its form.
pub(super) fn wrong_of(error: &CaseError, address: &CaseAddress) -> (String, String) {
    (field_of(error, address), musterfield_words::combat::message(error))
}
