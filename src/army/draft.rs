//! An army while it is being edited: anything that can be typed.

use crate::rules::troop::{FastRule, Troop};
use crate::rules::{Points, Ruleset, TroopId};

/// Most elements in one army that the program keeps.
pub const MOST_ELEMENTS: i64 = 200;
/// Most characters of an army's name.
pub const LONGEST_NAME: usize = 80;
/// Most characters of an element's label.
pub const LONGEST_LABEL: usize = 60;
/// Most characters of the notes.
pub const LONGEST_NOTES: usize = 20_000;
/// Most characters of an army list of one's own in short hand.
pub const LONGEST_LIST: usize = crate::army::list::notation::LONGEST;
/// Most characters of a word that should have been a troop type, a list or a terrain.
pub const LONGEST_WORD: usize = 80;

/// An army, legal or not.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The rules it is meant for.
    pub ruleset: &'static Ruleset,
    /// Its name; may be empty.
    pub name: String,
    /// AP the players agreed on, or elements where those are counted.
    pub points: Points,
    /// Id of the home terrain, or whatever was written instead; none while not chosen.
    pub home_terrain: Option<String>,
    /// The aggression factor.
    pub aggression: i64,
    /// The army list it is picked from: `d3h2/barrow-kings`.
    pub list: Option<String>,
    /// A list of the player's own in short hand, instead of one that is known here.
    pub own_list: Option<String>,
    /// The army list of its allies.
    pub allies: Option<String>,
    /// That of its second allied contingent, in armies of several commands.
    pub second_ally: Option<String>,
    /// AP spent on other things than elements, where there are such: generals, stratagems.
    pub other_costs: Points,
    /// Whether it brings a camp.
    pub camp: bool,
    /// Its elements in the owner's order.
    pub lines: Vec<Line>,
    /// The owner's notes in Markdown.
    pub notes: String,
}

/// What troop type a line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A type of the ruleset.
    Known(TroopId),
    /// A word that is no type of the ruleset, as it was written.
    Unknown(String),
}

/// Elements of an army that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The troop type.
    pub kind: Kind,
    /// How many elements; only 1 to [`MOST_ELEMENTS`] make sense.
    pub count: i64,
    /// Asked to be Fast.
    pub fast: bool,
    /// The general's element.
    pub general: bool,
    /// Allied.
    pub ally: bool,
    /// Lurkers of the water.
    pub water: bool,
    /// A War Wagon that serves as siege tower.
    pub siege_tower: bool,
    /// Foot that rides to battle.
    pub mounted: bool,
    /// Mounted that deploy on foot, as their list lets them.
    pub dismounted: bool,
    /// Regular, where types are sold regular and irregular.
    pub regular: bool,
    /// Flying to battle although its type does not.
    pub air_mobile: bool,
    /// AP of one, typed in by the player where the rules print no price.
    pub price: Option<Points>,
    /// The command they belong to, from 1; 0 for none.
    pub command: u8,
    /// The option of the list that they fill, from 0, where the player says so.
    pub option: Option<usize>,
    /// What the player calls it; may be empty.
    pub label: String,
}

impl Line {
    /// One element of a type without any mark.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            count: 1,
            fast: false,
            general: false,
            ally: false,
            water: false,
            siege_tower: false,
            mounted: false,
            dismounted: false,
            regular: false,
            air_mobile: false,
            price: None,
            command: 0,
            option: None,
            label: String::new(),
        }
    }

    /// The elements that count in sums: none for a senseless negative number.
    #[must_use]
    pub fn elements(&self) -> i64 {
        self.count.max(0)
    }

    /// Whether both describe the same kind of element, whatever their number.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let without_count = |line: &Self| Self { count: 1, ..line.clone() };
        without_count(self) == without_count(other)
    }
}

impl Draft {
    /// An empty army of the usual size.
    #[must_use]
    pub fn new(ruleset: &'static Ruleset) -> Self {
        Self {
            ruleset,
            name: String::new(),
            points: ruleset.army.budget.usual,
            home_terrain: None,
            aggression: ruleset.army.aggression.as_ref().map_or(0, |range| range.usual),
            list: None,
            own_list: None,
            allies: None,
            second_ally: None,
            other_costs: Points::ZERO,
            camp: true,
            lines: Vec::new(),
            notes: String::new(),
        }
    }

    /// The name to show.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { "Unnamed army" } else { &self.name }
    }

    /// The troop type of a line, if it is one of the ruleset's.
    #[must_use]
    pub fn troop(&self, line: &Line) -> Option<&'static Troop> {
        match line.kind {
            Kind::Known(id) => Some(self.ruleset.troop(id)),
            Kind::Unknown(_) => None,
        }
    }

    /// Whether the elements of a line are Fast on the table: by choice, or by type.
    #[must_use]
    pub fn is_fast(&self, line: &Line) -> bool {
        self.troop(line).is_some_and(|troop| troop.fast.is.applies(line.fast))
    }

    /// How the elements of a line are called: `Fast Blades`, `Mounted Bows`, or the unknown word.
    #[must_use]
    pub fn called(&self, line: &Line, count: i64) -> String {
        let Some(troop) = self.troop(line) else {
            let Kind::Unknown(word) = &line.kind else { return String::new() };
            return format!("“{word}”");
        };
        let mut words = Vec::new();
        if line.fast && troop.fast.is != FastRule::Always {
            words.push("Fast");
        }
        if line.mounted {
            words.push("Mounted");
        }
        if line.water {
            words.push("Water");
        }
        words.push(troop.called(count));
        words.join(" ")
    }

    /// AP of one element of a line; nothing for an unknown type. Where no price is printed it is the one typed in.
    #[must_use]
    pub fn price(&self, line: &Line) -> Points {
        let Some(troop) = self.troop(line) else { return Points::ZERO };
        let price = troop.printed_price(line.regular).or(line.price).unwrap_or_default();
        let flies = self.ruleset.army.graded.air_mobile.as_ref().filter(|_| line.air_mobile);
        flies.map_or(price, |flies| price + flies.points)
    }

    /// What the loss of one element of a line costs its command (ME), where the rules say.
    #[must_use]
    pub fn morale(&self, line: &Line) -> Option<Points> {
        let Kind::Known(id) = line.kind else { return None };
        self.ruleset.morale(id, line.regular, line.general).map(|(worth, _)| worth)
    }

    /// Reads a written type into a line of it: the type, or the word as unknown, and the marks that the spelling carries.
    #[must_use]
    pub fn read_kind(ruleset: &Ruleset, written: &str) -> Line {
        match ruleset.spellings().read(written) {
            Some(spelling) => Line {
                water: spelling.water,
                siege_tower: spelling.siege_tower,
                mounted: spelling.mounted,
                ..Line::new(Kind::Known(spelling.troop))
            },
            None => Line::new(Kind::Unknown(written.to_owned())),
        }
    }

    /// Reads a type as [`Draft::read_kind`] does, of which elements are or are not said to be Fast: where Fast ones are a
    /// type of their own, `Blades` that are Fast are that type (DBA3-TYPE-10).
    #[must_use]
    pub fn read_kind_as(ruleset: &Ruleset, written: &str, fast: bool) -> Line {
        let mut line = Self::read_kind(ruleset, written);
        line.fast = fast;
        if let (Kind::Known(id), true) = (&line.kind, fast) {
            let troop = ruleset.troop(*id);
            if let Some(quick) = troop.fast_as.filter(|_| *troop.code != *written) {
                line.kind = Kind::Known(quick);
            }
        }
        // A type that is always Fast is written without the mark.
        if let Kind::Known(id) = line.kind
            && ruleset.troop(id).fast.is == FastRule::Always
        {
            line.fast = false;
        }
        line
    }

    /// The code of a line's type as it is written in files.
    #[must_use]
    pub fn code<'a>(&self, line: &'a Line) -> &'a str
    where
        'static: 'a,
    {
        match &line.kind {
            Kind::Known(id) => &self.ruleset.troop(*id).code,
            Kind::Unknown(word) => word,
        }
    }
}

/// Why a typed text cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Longer than the field holds.
    #[error("is longer than {0} characters")]
    TooLong(usize),
    /// Holds a character that cannot be printed, such as a zero byte.
    #[error("holds a control character")]
    Control,
}

/// A single line of text: white space folded to single spaces, nothing that cannot be printed.
///
/// # Errors
/// [`TextError`]; the text itself is never cut.
pub fn single_line(text: &str, longest: usize) -> Result<String, TextError> {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if folded.chars().any(char::is_control) {
        return Err(TextError::Control);
    }
    if folded.chars().count() > longest {
        return Err(TextError::TooLong(longest));
    }
    Ok(folded)
}

/// An army list in short hand as it is kept: on one line, entries that stood on lines of their own behind semicolons.
///
/// # Errors
/// [`TextError`]; the text itself is never cut.
pub fn own_list(text: &str) -> Result<Option<String>, TextError> {
    let text = several_lines(text, LONGEST_LIST)?;
    let is_no_word = |letter: char| letter.is_whitespace() || matches!(letter, ';' | ',');
    let lines = text.lines().map(|line| line.trim_start().trim_end_matches(is_no_word));
    let list = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    Ok((!list.is_empty()).then_some(list))
}

/// Text of several lines: line ends made equal, white space at the end dropped.
///
/// # Errors
/// [`TextError`]; the text itself is never cut.
pub fn several_lines(text: &str, longest: usize) -> Result<String, TextError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_end();
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(TextError::Control);
    }
    if text.chars().count() > longest {
        return Err(TextError::TooLong(longest));
    }
    Ok(text.to_owned())
}
