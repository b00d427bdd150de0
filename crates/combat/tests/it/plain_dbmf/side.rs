//! One side of a DBMF case with all defaults filled in.

use super::super::written::{Mode, WrittenCase};

/// One side of a case.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The type without its grade.
    pub(super) kind: String,
    /// The letter of its grade.
    pub(super) grade: char,
    pub(super) roll: i64,
    going: String,
    /// It is behind a fortification.
    pub(super) fortified: bool,
    /// Its troops are ashore.
    pub(super) ashore: bool,
    /// The type and grade of the friend behind it.
    pub(super) behind: Option<(String, char)>,
    /// The sum of the factors that the player adds.
    pub(super) others: i64,
    /// It shoots (in shooting only).
    pub(super) shoots: bool,
    /// It is side a: the shooter or bespeller.
    pub(super) is_a: bool,
    /// It is the bound of its enemy.
    pub(super) enemy_bound: bool,
}

impl Side {
    /// Reads side `name` (`a` or `b`).
    pub(super) fn read(case: &WrittenCase, name: &str, mode: Mode) -> Side {
        let side = case.side(name);
        let (kind, grade) = split(&side.code);
        let is_a = name == "a";
        let bound = case.bound.unwrap_or("a");
        // Reading: a friend without a type is one that helps, an ordinary Cleric or better.
        let behind = if side.has_usual_friend_behind() {
            Some(("Cl".to_owned(), 'S'))
        } else {
            side.friend_behind().map(|code| split(&code))
        };
        Side {
            roll: side.roll,
            going: if side.feature.as_deref() == Some("river") {
                "good".to_owned()
            } else {
                side.going.clone().unwrap_or_else(|| "good".to_owned())
            },
            fortified: side.inside.as_deref() == Some("fortification"),
            ashore: side.ashore.unwrap_or(false),
            behind,
            others: side.other_factors.unwrap_or(0),
            shoots: mode == Mode::Shooting && side.shoots.unwrap_or(is_a),
            is_a,
            enemy_bound: bound != name,
            kind,
            grade,
        }
    }

    /// Whether it is one of these types, in any grade.
    pub(super) fn is(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind.as_str())
    }

    /// TYPE-02, TYPE-08: an (X) Dragon is naval.
    pub(super) fn is_mounted(&self) -> bool {
        self.is(&["El", "Fl", "Kn", "Cv", "Cl", "LH", "Exp", "Cm"]) || (self.kind == "Dr" && self.grade != 'X')
    }

    /// TYPE-03
    pub(super) fn is_foot(&self) -> bool {
        self.is(&["Sp", "Pk", "Bd", "Wb", "Bw", "Sh", "Ax", "Ps", "Hd", "Gi", "Mg", "Av"])
    }

    /// TYPE-05, TYPE-08
    pub(super) fn is_naval(&self) -> bool {
        self.is(&["Gal", "Shp", "Bts", "Air"]) || (self.kind == "Dr" && self.grade == 'X')
    }

    /// TYPE-06
    pub(super) fn is_aerial(&self) -> bool {
        self.is(&["Av", "Fl", "Air"]) || (self.kind == "Dr" && self.grade != 'X')
    }

    /// TYPE-11
    pub(super) fn is_supernatural(&self) -> bool {
        self.is(&["Av", "Dr"]) || self.grade == 'E' || (self.kind == "Cl" && self.grade == 'X')
    }

    /// GRADE-45: an (X) Cleric counts as an (H) one in every way.
    pub(super) fn is_heroic(&self) -> bool {
        self.grade == 'H' || (self.kind == "Cl" && self.grade == 'X')
    }

    /// Reading: behind a fortification counts as good going.
    pub(super) fn in_good_going(&self) -> bool {
        self.fortified || self.going == "good"
    }
}

/// A type and its grade; without one it is Ordinary.
fn split(code: &str) -> (String, char) {
    match code.split_once('(') {
        Some((kind, grade)) => (kind.to_owned(), grade.chars().next().unwrap_or('O')),
        None => (code.to_owned(), 'O'),
    }
}
