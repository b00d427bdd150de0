//! The differences between the games, as values from the inventories of their rules.
//!
//! Types are told apart by families, which have the codes of D3H2: an Elephant is a `Bh`, a Longbow a `Bw`.

use super::reading::Element;
use super::troops::{self, Troop};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Book {
    D3h2,
    Traditional,
    Dba3,
    Hott,
}

/// 100 paces of HOTT 2.5 in BW: an inch on bases of 40 mm.
pub(super) const PACES: f64 = 0.635;

/// How far the general's word goes, in BW.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) usual: f64,
    pub(super) to_hidden: f64,
    /// To Light Horse alone, hidden or not.
    pub(super) to_light: Option<f64>,
    /// From inside these it does not get out.
    pub(super) closed: &'static [&'static str],
}

/// The values of one game.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) book: Book,
    pub(super) troop: fn(&str) -> Troop,
    pub(super) command: Command,
    /// Families whose moves cost one PIP more, and whether those of Aerials do.
    pub(super) dear: &'static [&'static str],
    pub(super) dear_in_the_air: bool,
    pub(super) psiloi: &'static [&'static str],
    /// Families that do not enter poor going off roads, and those that never move into contact.
    pub(super) wheeled: &'static [&'static str],
    pub(super) out_of_contact: &'static [&'static str],
    pub(super) bad: &'static [&'static str],
    pub(super) rough: &'static [&'static str],
    /// Families that bad going does not weaken.
    pub(super) unhampered: &'static [&'static str],
    /// Families whose corners nobody overlaps.
    pub(super) not_overlapped: &'static [&'static str],
    /// The distance of deployment from the sides of the table of these families is 2 BW, of others 4.
    pub(super) at_the_wings: &'static [&'static str],
    /// The move of those who wade, and the distance of a spell.
    pub(super) wading: f64,
    pub(super) spell: f64,
    /// How many AP or elements lost walls, camps and generals count besides.
    pub(super) general: f64,
    pub(super) camp: f64,
    pub(super) town: f64,
}

const BAD: &[&str] = &["difficult_hill", "woods", "marsh", "dunes", "oasis", "gully"];

const fn d3h2(book: Book) -> Game {
    Game {
        book,
        troop: troops::d3h2,
        command: Command {
            usual: 8.0,
            to_hidden: 4.0,
            to_light: Some(20.0),
            closed: &["woods", "marsh", "oasis", "gully", "hamlet", "stronghold"],
        },
        dear: &["Mg", "SCh", "Bh", "Hd", "WWg", "Art"],
        dear_in_the_air: true,
        psiloi: &["Ps", "Lk"],
        wheeled: &["Art", "WWg", "CP"],
        out_of_contact: &["Art", "WWg", "CP"],
        bad: BAD,
        rough: &["enclosures", "scrub", "boggy", "rocky", "hamlet"],
        unhampered: &["Ax", "Bw", "Wb", "Bs", "Sh", "Ps", "Lk"],
        not_overlapped: &["Ps", "Lk", "Sk"],
        at_the_wings: &["Bs", "Sk", "Cv", "LH", "Ax", "Ps", "Lk"],
        wading: 1.0,
        spell: 5.0,
        general: 2.0,
        camp: 2.0,
        town: 4.0,
    }
}

pub(super) static D3H2: Game = d3h2(Book::D3h2);
pub(super) static TRADITIONAL: Game = d3h2(Book::Traditional);

pub(super) static DBA3: Game = Game {
    book: Book::Dba3,
    troop: troops::dba3,
    command: Command {
        usual: 8.0,
        to_hidden: 4.0,
        to_light: Some(20.0),
        closed: &["woods", "marsh", "oasis", "gully", "hamlet", "edifice", "stronghold"],
    },
    dear: &["SCh", "Bh", "Art", "WWg", "Hd", "Civ"],
    dear_in_the_air: false,
    psiloi: &["Ps"],
    wheeled: &["Art", "WWg"],
    out_of_contact: &["Art", "WWg", "CP"],
    bad: &["difficult_hill", "woods", "marsh", "dunes", "oasis", "gully", "edifice"],
    rough: &["enclosures", "scrub", "boggy", "rocky", "hamlet"],
    unhampered: &["Ps", "Ax", "Wb", "Bw"],
    not_overlapped: &["Ps", "SCh"],
    at_the_wings: &["LH", "Cm", "Cv", "Ps", "Ax"],
    wading: 1.0,
    spell: 0.0,
    general: 1.0,
    camp: 1.0,
    town: 1.0,
};

pub(super) static HOTT: Game = Game {
    book: Book::Hott,
    troop: troops::hott,
    command: Command { usual: 12.0 * PACES, to_hidden: 6.0 * PACES, to_light: None, closed: &[] },
    dear: &[],
    dear_in_the_air: false,
    psiloi: &["Ps"],
    wheeled: &["Art"],
    out_of_contact: &["Art"],
    bad: &[
        "difficult_hill",
        "woods",
        "marsh",
        "dunes",
        "oasis",
        "gully",
        "enclosures",
        "scrub",
        "boggy",
        "rocky",
        "hamlet",
    ],
    rough: &[],
    unhampered: &["Sh", "Wb", "Ps", "Bs", "Lk"],
    not_overlapped: &[],
    at_the_wings: &["Bs", "Sk", "Cv", "Ra", "Ps", "Lk"],
    wading: PACES,
    spell: 6.0 * PACES,
    general: 0.0,
    camp: 0.0,
    town: 0.0,
};

impl Game {
    /// The game of a ruleset, as the header of a record names it.
    pub(super) fn of(ruleset: &str) -> &'static Self {
        match ruleset.split(' ').next() {
            Some("d3h2-traditional") => &TRADITIONAL,
            Some("dba3") => &DBA3,
            Some("hott25") => &HOTT,
            _ => &D3H2,
        }
    }

    /// Whether it is one of the two tables of D3H2.
    pub(super) fn is_d3h2(&self) -> bool {
        matches!(self.book, Book::D3h2 | Book::Traditional)
    }

    pub(super) fn is_dba3(&self) -> bool {
        self.book == Book::Dba3
    }

    pub(super) fn is_hott(&self) -> bool {
        self.book == Book::Hott
    }

    /// Whether moves of an element cost more than those of others.
    pub(super) fn is_dear(&self, element: &Element) -> bool {
        element.is(self.dear) || self.dear_in_the_air && element.is_aerial()
    }
}
