//! An army while it is edited: anything that can be typed.

use musterfield_rules::troop::{FastRule, Troop};
use musterfield_rules::{Points, Ruleset, TroopId};

/// The largest number of elements in one army that the program stores.
pub const MOST_ELEMENTS: i64 = 200;
/// The largest number of characters of an army's name.
pub const LONGEST_NAME: usize = 80;
/// The largest number of characters of an element's label.
pub const LONGEST_LABEL: usize = 60;
/// The largest number of characters of the notes.
pub const LONGEST_NOTES: usize = 20_000;
/// The largest number of characters of the player's own army list in shorthand.
pub const LONGEST_LIST: usize = 4_000;
/// The largest number of characters of a word that should have been a troop type, a list or a terrain.
pub const LONGEST_WORD: usize = 80;

/// An army, legal or not.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The name; may be empty.
    pub name: String,
    /// AP that the players agreed on, or elements where those are counted.
    pub points: Points,
    /// The id of the home terrain, or whatever was written instead; none until one is chosen.
    pub home_terrain: Option<String>,
    /// The aggression factor.
    pub aggression: i64,
    /// The army list it is picked from: `d3h2/barrow-kings`.
    pub list: Option<String>,
    /// The player's own list in shorthand, instead of a known one.
    pub own_list: Option<String>,
    /// The army list of its allies.
    pub allies: Option<String>,
    /// The army list of its second allied contingent, in armies of several commands.
    pub second_ally: Option<String>,
    /// AP spent on things other than elements, where such things exist: generals, stratagems.
    pub other_costs: Points,
    /// Whether it brings a camp.
    pub camp: bool,
    /// The elements in the owner's order.
    pub lines: Vec<ElementLine>,
    /// The owner's notes in Markdown.
    pub notes: String,
}

/// The troop type that a line names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LineType {
    /// A type of the ruleset.
    Known(TroopId),
    /// A word that is not a type of the ruleset, as it was written.
    Unknown(String),
}

/// Elements of an army that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementLine {
    /// The troop type.
    pub line_type: LineType,
    /// The number of elements; only 1 to [`MOST_ELEMENTS`] makes sense.
    pub count: i64,
    /// Whether Fast was chosen.
    pub fast: bool,
    /// The general's element.
    pub general: bool,
    /// Allied.
    pub ally: bool,
    /// Lurkers for the water.
    pub water: bool,
    /// A War Wagon that serves as a siege tower.
    pub siege_tower: bool,
    /// Foot that rides to battle.
    pub mounted: bool,
    /// Mounted that deploy on foot, where their list allows it.
    pub dismounted: bool,
    /// Regular, where types are sold as regular and irregular.
    pub regular: bool,
    /// Whether it flies to battle although its type does not.
    pub air_mobile: bool,
    /// The price of one element in AP, given by the player where the rules print none.
    pub price: Option<Points>,
    /// The command they belong to, from 1; 0 for none.
    pub command: u8,
    /// The option of the list that they fill, from 0, if the player has chosen one.
    pub option: Option<usize>,
    /// The player's own name for it; may be empty.
    pub label: String,
}

impl ElementLine {
    /// One element of a type without any mark.
    #[must_use]
    pub fn new(kind: LineType) -> Self {
        Self {
            line_type: kind,
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

    /// The number of elements that counts in sums: zero for a meaningless negative number.
    #[must_use]
    pub fn elements(&self) -> i64 {
        self.count.max(0)
    }

    /// Whether both describe the same kind of element, regardless of their number.
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
    pub fn troop(&self, line: &ElementLine) -> Option<&'static Troop> {
        match line.line_type {
            LineType::Known(id) => Some(self.ruleset.troop(id)),
            LineType::Unknown(_) => None,
        }
    }

    /// Whether the elements of a line are Fast on the table: by choice, or by type.
    #[must_use]
    pub fn is_fast(&self, line: &ElementLine) -> bool {
        self.troop(line).is_some_and(|troop| troop.fast.value.applies(line.fast))
    }

    /// The name of a line's elements: `Fast Blades`, `Mounted Bows`, or the unknown word.
    #[must_use]
    pub fn line_name(&self, line: &ElementLine, count: i64) -> String {
        ElementName::of(line).in_words(self.ruleset, count)
    }

    /// The price of one element of a line in AP; zero for an unknown type. Where no price is printed, it is the one
    /// given by the player.
    #[must_use]
    pub fn price(&self, line: &ElementLine) -> Points {
        let Some(troop) = self.troop(line) else { return Points::ZERO };
        let price = troop.printed_price(line.regular).or(line.price).unwrap_or_default();
        let flies = self.ruleset.army.graded.air_mobile.as_ref().filter(|_| line.air_mobile);
        flies.map_or(price, |flies| price + flies.points)
    }

    /// The loss of one element of a line for its command (ME), where the rules say.
    #[must_use]
    pub fn morale(&self, line: &ElementLine) -> Option<Points> {
        let LineType::Known(id) = line.line_type else { return None };
        self.ruleset.morale(id, line.regular, line.general).map(|(worth, _)| worth)
    }

    /// The commands with allied elements.
    pub fn allied_commands(&self) -> impl Iterator<Item = u8> {
        let mut allied: Vec<u8> = self.lines.iter().filter(|line| line.ally).map(|line| line.command).collect();
        allied.sort_unstable();
        allied.dedup();
        allied.into_iter()
    }

    /// Whether the owner has divided an army that may be divided freely.
    pub(crate) fn is_divided(&self) -> bool {
        self.ruleset.army.graded.commands.is_some() && self.lines.iter().any(|line| line.command > 0)
    }

    /// Reads a written type into a line: the type, or the word as unknown, and the marks that the spelling carries.
    #[must_use]
    pub fn read_kind(ruleset: &Ruleset, written: &str) -> ElementLine {
        match ruleset.spellings().read(written) {
            Some(spelling) => ElementLine {
                water: spelling.water,
                siege_tower: spelling.siege_tower,
                mounted: spelling.mounted,
                ..ElementLine::new(LineType::Known(spelling.troop))
            },
            None => ElementLine::new(LineType::Unknown(written.to_owned())),
        }
    }

    /// Reads a type as [`Draft::read_kind`] does, for elements that are marked as Fast or not: where Fast ones are a
    /// type of their own, `Blades` that are Fast are that type (DBA3-TYPE-10).
    #[must_use]
    pub fn read_kind_as(ruleset: &Ruleset, written: &str, fast: bool) -> ElementLine {
        let mut line = Self::read_kind(ruleset, written);
        line.fast = fast;
        if let (LineType::Known(id), true) = (&line.line_type, fast) {
            let troop = ruleset.troop(*id);
            if let Some(quick) = troop.fast_as.filter(|_| *troop.code != *written) {
                line.line_type = LineType::Known(quick);
            }
        }
        // A type that is always Fast is written without the mark.
        if let LineType::Known(id) = line.line_type
            && ruleset.troop(id).fast.value == FastRule::Always
        {
            line.fast = false;
        }
        line
    }

    /// The code of a line's type as it is written in files.
    #[must_use]
    pub fn code<'a>(&self, line: &'a ElementLine) -> &'a str
    where
        'static: 'a,
    {
        match &line.line_type {
            LineType::Known(id) => &self.ruleset.troop(*id).code,
            LineType::Unknown(word) => word,
        }
    }
}

/// The name of elements: their type, and the marks that are part of the name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ElementName {
    /// The type, or the unknown word.
    pub line_type: LineType,
    /// Fast by choice.
    pub fast: bool,
    /// Riding to battle.
    pub mounted: bool,
    /// Whether they are water elements.
    pub water: bool,
}

impl ElementName {
    /// The name of a line's elements.
    #[must_use]
    pub fn of(line: &ElementLine) -> Self {
        Self { line_type: line.line_type.clone(), fast: line.fast, mounted: line.mounted, water: line.water }
    }

    /// The name in the ruleset's words, for this number of elements: `Fast Blades`, `Mounted Bow`, `“Foo”`.
    #[must_use]
    pub fn in_words(&self, ruleset: &Ruleset, count: i64) -> String {
        let troop = match &self.line_type {
            LineType::Known(id) => ruleset.troop(*id),
            LineType::Unknown(word) => return format!("“{word}”"),
        };
        let marks = [
            (self.fast && troop.fast.value != FastRule::Always, "Fast"),
            (self.mounted, "Mounted"),
            (self.water, "Water"),
        ];
        let words: Vec<&str> = marks.into_iter().filter_map(|(has, word)| has.then_some(word)).collect();
        words.into_iter().chain([troop.name_for(count)]).collect::<Vec<_>>().join(" ")
    }
}

/// The reason a typed text cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextError {
    /// It is longer than the field allows.
    TooLong(usize),
    /// It contains a character that cannot be printed, such as a zero byte.
    Control,
}

/// Reads a single line of text: white space is reduced to single spaces, and characters that cannot be printed are
/// refused.
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

/// Reads an army list in shorthand in the form in which it is stored: on one line, with entries from separate lines
/// separated by semicolons.
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

/// Reads text of several lines: line ends are normalised, white space at the end is removed.
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
