//! Combats as players describe them: which elements meet, and what the rules say. Each is evaluated as a line of
//! JSON.
//!
//! `beaten("Fast Bh", "Ps")` is a question about every combat in which Fast Behemoths score less than Psiloi. It
//! searches for dice that bring this about, and where dice are not enough, for changes that only affect a total:
//! overlaps, a slope, the general, friends that aid.

use std::collections::BTreeSet;

use musterfield_combat::file::{Question, answer};
use musterfield_rules::book;
use musterfield_words::combat::message;
use serde_json::{Map, Value, json};

pub(super) const AERIAL: [&str; 5] = ["Gd", "Dg", "Ab", "Fl", "AHr"];
pub(super) const MOUNTED: [&str; 12] = ["Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "LH", "SCh", "Cm", "Bh", "Bs"];
pub(super) const FOOT: [&str; 20] = [
    "Sp", "8Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "8Bw", "Sh", "Ps", "Lk", "Wb", "Hd", "IHd", "Art", "WWg", "CP", "Sk",
    "Mg", "Cl",
];
const EITHER: [&str; 18] =
    ["Kn", "Cv", "LH", "Bh", "Bs", "Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "Sh", "Wb", "Hd", "IHd", "WWg", "CP", "Sk"];
const SUB_TYPES: [(&str, &[&str]); 8] = [
    ("Kn", &["4Kn", "6Kn"]),
    ("Cv", &["6Cv"]),
    ("Sp", &["8Sp"]),
    ("Bd", &["6Bd"]),
    ("Bw", &["8Bw"]),
    ("Ps", &["Lk"]),
    ("Hd", &["IHd"]),
    ("Hr", &["AHr"]),
];
const TRADITIONAL: [&str; 27] = [
    "Gd", "Dg", "Ab", "Fl", "AHr", "Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "Bh", "Bs", "Sp", "8Sp", "Bd", "6Bd",
    "Sh", "Lk", "Wb", "Hd", "IHd", "Art", "Sk", "Mg", "Cl",
];

/// The answer to one line.
pub(super) fn ask(question: Question, case: &Value) -> Value {
    let (line, _) = answer(book().unwrap(), question, message, case.to_string().as_bytes());
    serde_json::from_str(&line).unwrap()
}

/// One side: `general Kn`, `Fast Bh in bad going`, `Ax in woods`, `Bd holding a Stronghold`.
#[derive(Clone, Debug)]
pub(super) struct Element(Map<String, Value>);

impl Element {
    fn new(words: &str) -> Self {
        let (mut fields, mut words) = (Map::new(), words);
        for mark in ["Fast", "general"] {
            if let Some(rest) = words.strip_prefix(mark) {
                fields.insert(mark.to_lowercase(), json!(true));
                words = rest.trim_start();
            }
        }
        if let Some((rest, held)) = words.split_once(" holding a ") {
            fields.insert("in".into(), json!(held.to_lowercase()));
            words = rest;
        }
        if let Some((rest, place)) = words.split_once(" in ") {
            let field = if place.ends_with(" going") { "going" } else { "feature" };
            fields.insert(field.into(), json!(place.trim_end_matches(" going")));
            words = rest;
        }
        fields.insert("type".into(), json!(words));
        Self(fields)
    }

    /// Returns the side with a field of the case set.
    pub(super) fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0.insert(field.to_owned(), value.into());
        self
    }

    fn code(&self) -> &str {
        self.0["type"].as_str().unwrap()
    }
}

impl From<&str> for Element {
    fn from(words: &str) -> Self {
        Self::new(words)
    }
}

impl From<&String> for Element {
    fn from(words: &String) -> Self {
        Self::new(words)
    }
}

/// An element with a flag set, such as `uphill`.
pub(super) fn so(element: &str, field: &str) -> Element {
    Element::new(element).with(field, true)
}

/// An element with a field of its side set.
pub(super) fn with(element: &str, field: &str, value: impl Into<Value>) -> Element {
    Element::new(element).with(field, value)
}

/// The comparison of the totals, from the first element's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    /// Less than the other's, but more than half of it.
    Less,
    /// Half of the other's or less.
    Doubled,
}

/// The role of the first element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Close,
    ShotAt,
    Shooting,
    Exchanging,
    Bespelled,
    Bespelling,
}

/// Two elements that meet; the questions are about the first.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    first: Element,
    second: Element,
    how: How,
    relation: Option<Relation>,
    odd: Option<bool>,
    ruleset: &'static str,
    reading: Option<&'static str>,
}

/// Two elements in close combat, whatever the result.
pub(super) fn meet(first: impl Into<Element>, second: impl Into<Element>) -> Meeting {
    let (first, second) = (first.into(), second.into());
    let how = How::Close;
    Meeting { first, second, how, relation: None, odd: None, ruleset: "d3h2", reading: None }
}

/// The first scores less than the second.
pub(super) fn beaten(first: impl Into<Element>, by: impl Into<Element>) -> Meeting {
    Meeting { relation: Some(Relation::Less), ..meet(first, by) }
}

/// The first scores half or less.
pub(super) fn doubled(first: impl Into<Element>, by: impl Into<Element>) -> Meeting {
    Meeting { relation: Some(Relation::Doubled), ..meet(first, by) }
}

/// Both score the same.
pub(super) fn level(first: impl Into<Element>, with: impl Into<Element>) -> Meeting {
    Meeting { relation: Some(Relation::Equal), ..meet(first, with) }
}

impl Meeting {
    /// The second shoots at the first, which does not shoot.
    pub(super) fn shot_at(self) -> Self {
        Self { how: How::ShotAt, ..self }
    }

    /// The first shoots at the second, which does not shoot.
    pub(super) fn shooting(self) -> Self {
        Self { how: How::Shooting, ..self }
    }

    /// They shoot at each other.
    pub(super) fn exchanging(self) -> Self {
        Self { how: How::Exchanging, ..self }
    }

    /// The second bespells the first.
    pub(super) fn bespelled(self) -> Self {
        Self { how: How::Bespelled, ..self }
    }

    /// The first bespells the second.
    pub(super) fn bespelling(self) -> Self {
        Self { how: How::Bespelling, ..self }
    }

    /// Uses the traditional tables.
    pub(super) fn traditionally(self) -> Self {
        Self { ruleset: "d3h2-traditional", ..self }
    }

    /// Solid Knights recoil on equal only from solid Foot.
    pub(super) fn foot_only(self) -> Self {
        Self { reading: Some("foot_only"), ..self }
    }

    /// Equal totals that are odd.
    pub(super) fn odd(self) -> Self {
        Self { odd: Some(true), ..self }
    }

    /// Equal totals that are even.
    pub(super) fn even(self) -> Self {
        Self { odd: Some(false), ..self }
    }

    /// The keys of both sides in the case: shooters and bespellers come first, features second.
    fn keys(&self) -> [&'static str; 2] {
        let is_second = match self.how {
            How::Close => ["Stronghold", "Camp"].contains(&self.first.code()),
            How::ShotAt | How::Bespelled => true,
            How::Shooting | How::Exchanging | How::Bespelling => false,
        };
        if is_second { ["b", "a"] } else { ["a", "b"] }
    }

    fn case(&self, more: [&Map<String, Value>; 2], dice: [i64; 2]) -> Value {
        let mode = match self.how {
            How::Close => "close",
            How::ShotAt | How::Shooting | How::Exchanging => "shooting",
            How::Bespelled | How::Bespelling => "bespelling",
        };
        let mut case = json!({"id": "asked", "ruleset": self.ruleset, "mode": mode});
        if let Some(reading) = self.reading {
            case["options"] = json!({"knights_equal": reading});
        }
        let sides = [(&self.first, more[0], dice[0]), (&self.second, more[1], dice[1])];
        for (key, (side, more, die)) in self.keys().into_iter().zip(sides) {
            let mut fields = side.0.clone();
            fields.extend(more.clone());
            fields.insert("roll".into(), json!(die));
            if self.how == How::Exchanging {
                fields.insert("shoots".into(), json!(true));
            }
            case[key] = Value::Object(fields);
        }
        case
    }

    /// Evaluates these dice, and returns the answers about the first and about the second.
    fn sides(&self, more: [&Map<String, Value>; 2], dice: [i64; 2]) -> Result<[Value; 2], Value> {
        let answer = ask(Question::Resolve, &self.case(more, dice));
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(self.keys().map(|key| answer[key].clone())),
        }
    }

    /// Changes that only affect the total of a side, from least to most. Fields that the test itself sets are left
    /// alone.
    fn levers(&self, own: &Element, enemy: &Element) -> Vec<Map<String, Value>> {
        let ways = match self.how {
            How::Close => vec![
                json!({}),
                json!({"left": "overlap"}),
                json!({"left": "overlap", "right": "overlap"}),
                json!({"uphill": true}),
                json!({"general": true}),
                json!({"uphill": true, "general": true}),
                json!({"assaulters": 2}),
                json!({"left": "overlap", "right": "overlap", "rear": true}),
            ],
            _ => vec![json!({}), json!({"aids": 2}), json!({"general": true})],
        };
        let ways = ways.into_iter().filter_map(|way| match way {
            Value::Object(way) => Some(way),
            _ => None,
        });
        // A general may be affected by Sneakers where other elements are not.
        let is_free = |way: &Map<String, Value>| {
            way.keys().all(|field| !own.0.contains_key(field)) && !(enemy.code() == "Sk" && way.contains_key("general"))
        };
        ways.filter(is_free).collect()
    }

    /// The two sides of an answer in which the totals compare as requested.
    #[track_caller]
    fn found(&self) -> [Value; 2] {
        let none = Map::new();
        let Some(wanted) = self.relation else { return self.sides([&none; 2], [4, 4]).unwrap() };
        let (own, others) = (self.levers(&self.first, &self.second), self.levers(&self.second, &self.first));
        let mut pairs: Vec<(usize, usize)> =
            (0..own.len()).flat_map(|at| (0..others.len()).map(move |other| (at, other))).collect();
        pairs.sort_by_key(|(at, other)| at + other);
        for (at, other) in pairs {
            let more = [&own[at], &others[other]];
            let Ok(sides) = self.sides(more, [1, 1]) else {
                assert!((at, other) != (0, 0), "{self:?}: {:?}", self.sides(more, [1, 1]));
                continue;
            };
            let [first, second] = sides.map(|side| side["total"].as_i64().unwrap() - 1);
            for dice in (1..=6).flat_map(|die| (1..=6).map(move |other| [die, other])) {
                let (total, enemy) = (first + dice[0], second + dice[1]);
                let stands = match total {
                    _ if total == enemy => Some(Relation::Equal),
                    _ if 2 * total <= enemy => Some(Relation::Doubled),
                    _ if total < enemy => Some(Relation::Less),
                    _ => None,
                };
                if stands == Some(wanted) && self.odd.is_none_or(|odd| odd == (total % 2 != 0)) {
                    let found = self.sides(more, dice).unwrap();
                    assert_eq!([&found[0]["total"], &found[1]["total"]], [&json!(total), &json!(enemy)], "{self:?}");
                    return found;
                }
            }
        }
        panic!("no dice bring this about: {self:?}");
    }

    /// Checks the outcome of the first by the table, and its rule.
    #[track_caller]
    pub(super) fn is(self, outcome: &str, rule: &str) -> Self {
        let [first, second] = self.found();
        assert_eq!(first["outcome"], outcome, "{self:?}\n{first}");
        assert!(first["rules"].as_array().unwrap().contains(&json!(rule)), "{rule}: {self:?}\n{first}");
        if self.relation != Some(Relation::Equal) {
            assert_eq!(second["outcome"], "none", "only the lower total has a result (D3H2-OUT-06): {self:?}");
        }
        self
    }

    /// Checks the final outcome of the first, given its contacts.
    #[track_caller]
    pub(super) fn ends(self, last: &str) -> Self {
        let [first, _] = self.found();
        assert_eq!(first["final"], last, "{self:?}\n{first}");
        self
    }

    /// Checks how far the second pursues the first, and by which rule.
    #[track_caller]
    pub(super) fn pursued(self, bw: f64, rule: &str) -> Self {
        let [_, second] = self.found();
        assert_eq!(second["pursues"].as_f64(), Some(bw), "{self:?}\n{second}");
        assert!(second["rules"].as_array().unwrap().contains(&json!(rule)), "{rule}: {self:?}\n{second}");
        self
    }

    /// Checks that the second stays where it is.
    #[track_caller]
    pub(super) fn not_pursued(self) -> Self {
        let [_, second] = self.found();
        assert_eq!(second["pursues"], json!(0), "{self:?}\n{second}");
        self
    }

    /// Checks the combat factor of the first, and its rule.
    #[track_caller]
    pub(super) fn has_factor(self, factor: i64, rule: &str) -> Self {
        let [first, _] = self.found();
        assert_eq!(first["factor"], factor, "{self:?}\n{first}");
        assert!(first["rules"].as_array().unwrap().contains(&json!(rule)), "{rule}: {self:?}\n{first}");
        self
    }

    /// Checks all modifiers of the first, each with its rule.
    #[track_caller]
    pub(super) fn counts(self, expected: &[(&str, i64)]) -> Self {
        let [first, _] = self.found();
        let listed: Vec<Value> = expected.iter().map(|(rule, value)| json!({"rule": rule, "value": value})).collect();
        assert_eq!(first["modifiers"], json!(listed), "{self:?}\n{first}");
        let sum: i64 = expected.iter().map(|(_, value)| value).sum();
        let total = 4 + first["factor"].as_i64().unwrap() + sum;
        assert_eq!(first["total"], total, "{self:?}\n{first}");
        self
    }

    /// Checks why the case is impossible: code, field and rule.
    #[track_caller]
    pub(super) fn cannot(self, code: &str, field: &str, rule: Option<&str>) -> Self {
        let none = Map::new();
        let Err(error) = self.sides([&none; 2], [4, 4]) else { panic!("it can happen: {self:?}") };
        let told = (error["code"].as_str(), error["field"].as_str(), error.get("rule").and_then(Value::as_str));
        assert_eq!(told, (Some(code), Some(field), rule), "{self:?}\n{error}");
        self
    }
}

/// The elements that a name stands for: a type with its subtypes, Fast or not as each may be, `Fast Bh`, `solid Bh`,
/// `only Kn`, `Mounted`; a suffix that begins with ` in ` or ` holding ` applies to each.
pub(super) fn named(name: &str) -> Vec<String> {
    let cut = [" in ", " holding "].iter().filter_map(|word| name.find(word)).min().unwrap_or(name.len());
    let (name, place) = name.split_at(cut);
    let (narrow, name) = name.rsplit_once(' ').unwrap_or(("", name));
    let is = |word: &str| narrow.split(' ').any(|narrow| narrow == word);
    let types: Vec<&str> = match name {
        "Aerial" => AERIAL.to_vec(),
        "Mounted" => MOUNTED.to_vec(),
        "Foot" => FOOT.to_vec(),
        "all" => [&AERIAL[..], &MOUNTED, &FOOT].concat(),
        _ if is("only") => vec![name],
        _ => {
            let sub_types = SUB_TYPES.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, sub_types)| sub_types);
            [&[name], sub_types].concat()
        }
    };
    let mut found = Vec::new();
    for code in types {
        let (may, always) = (EITHER.contains(&code), ["Ps", "Lk"].contains(&code));
        if if is("Fast") { always } else { !(is("solid") && always) } {
            found.push(format!("{code}{place}"));
        }
        if may && !is("solid") {
            found.push(format!("Fast {code}{place}"));
        }
    }
    found
}

/// A line of an outcome table: the outcomes for an element against each opponent in turn.
pub(super) struct Line {
    first: Vec<String>,
    start: fn(Element, Element) -> Meeting,
    how: fn(Meeting) -> Meeting,
    ruleset: &'static str,
    told: BTreeSet<String>,
}

/// A line of the equal, less or doubled table.
pub(super) fn line(relation: Relation, first: &str) -> Line {
    let start = match relation {
        Relation::Equal => |first, second| level(first, second),
        Relation::Less => |first, second| beaten(first, second),
        Relation::Doubled => |first, second| doubled(first, second),
    };
    Line { first: named(first), start, how: |meeting| meeting, ruleset: "d3h2", told: BTreeSet::new() }
}

impl Line {
    /// Uses another mode than close combat.
    pub(super) fn when(self, how: fn(Meeting) -> Meeting) -> Self {
        Self { how, ..self }
    }

    /// Uses the traditional tables.
    pub(super) fn traditionally(self) -> Self {
        let stays = |element: &String| TRADITIONAL.contains(&Element::new(element).code());
        let first = self.first.into_iter().filter(stays).collect();
        Self { ruleset: "d3h2-traditional", first, ..self }
    }

    /// Checks the outcome against these opponents, separated by commas; those named before are left out.
    #[track_caller]
    pub(super) fn by(mut self, enemies: &str, outcome: &str, rule: &str) -> Self {
        let mut enemies: Vec<String> = enemies.split(", ").flat_map(named).collect();
        enemies.retain(|enemy| !self.told.contains(enemy));
        self.each(&enemies, outcome, rule);
        self.told.extend(enemies);
        self
    }

    /// Checks the outcome against all other opponents. In close combat Sneakers are left out: few elements are
    /// affected by them (D3H2-OUT-04).
    #[track_caller]
    pub(super) fn by_others(self, outcome: &str, rule: &str) {
        let minds_sneakers = self.first.iter().any(|element| element.contains("Sk"));
        let others = named("all").into_iter().filter(|enemy| {
            !self.told.contains(enemy) && (minds_sneakers || !["Sk", "Fast Sk"].contains(&enemy.as_str()))
        });
        self.each(&others.collect::<Vec<_>>(), outcome, rule);
    }

    #[track_caller]
    fn each(&self, enemies: &[String], outcome: &str, rule: &str) {
        let mut asked = 0;
        for (first, enemy) in self.first.iter().flat_map(|first| enemies.iter().map(move |enemy| (first, enemy))) {
            let (first, enemy) = (Element::new(first), Element::new(enemy));
            if self.ruleset == "d3h2-traditional" && !TRADITIONAL.contains(&enemy.code()) {
                continue;
            }
            let meeting = (self.how)((self.start)(first, enemy));
            let _ = Meeting { ruleset: self.ruleset, ..meeting }.is(outcome, rule);
            asked += 1;
        }
        assert!(asked > 0, "nobody was asked about");
    }
}
