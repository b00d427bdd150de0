//! The state of every element, with cached answers to questions that are asked far more often than it changes: which
//! elements stand on the table, and which are close to each other.

use std::ops::{Deref, DerefMut};

use musterfield_geometry::{Base, Bounds};

use super::TOUCH;
use super::element::{Id, Members};
use super::field::Field;
use super::field::features::Features;
use super::key::key_of;
use super::state::element::{ElementState, Whereabouts};

/// The changing state of each element, in the order of the elements.
#[derive(Debug, Default)]
pub(super) struct ElementStates {
    each: Vec<ElementState>,
    /// What follows from the state of each element, and of the others.
    seen: Vec<Seen>,
    /// The elements on the table.
    there: Members,
    /// The elements that hold a feature.
    inside: Members,
    /// The parts of the key of the position that all elements make up together.
    key: u64,
    /// Elements that may have changed since [`ElementStates::forget_changes`].
    changed: Members,
}

/// Cached answers about one element.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The other elements whose boxes touch its own, while it is on the table. Every element in contact with it is
    /// among them.
    close: Members,
    /// The features that its base overlaps.
    under: Features,
    /// Its part of the key of the position.
    key: u64,
}

impl Clone for ElementStates {
    fn clone(&self) -> Self {
        let (each, seen) = (self.each.clone(), self.seen.clone());
        Self { each, seen, there: self.there, inside: self.inside, key: self.key, changed: self.changed }
    }

    /// Copies the elements into the memory that is there.
    fn clone_from(&mut self, other: &Self) {
        self.each.clone_from(&other.each);
        self.seen.clone_from(&other.seen);
        (self.there, self.inside) = (other.there, other.inside);
        (self.key, self.changed) = (other.key, other.changed);
    }
}

impl PartialEq for ElementStates {
    fn eq(&self, other: &Self) -> bool {
        self.each == other.each
    }
}

impl ElementStates {
    /// The state of elements that are all off the table.
    pub(super) fn new(each: Vec<ElementState>, field: &Field) -> Self {
        let seen = |(id, stand): (Id, &ElementState)| Seen {
            close: Members::NONE,
            under: field.under(&stand.base),
            key: key_of(id, stand),
        };
        let seen: Vec<Seen> = (0..).map(Id).zip(&each).map(seen).collect();
        let key = seen.iter().fold(0, |all, seen| all ^ seen.key);
        Self { each, seen, there: Members::NONE, inside: Members::NONE, key, changed: Members::NONE }
    }

    /// The part of the key of the position that the elements make up.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The state of every element.
    pub(super) fn each(&self) -> &[ElementState] {
        &self.each
    }

    /// The state of an element.
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    pub(super) fn of(&self, id: Id) -> &ElementState {
        &self.each[id.index()]
    }

    /// The state of an element, to be changed.
    pub(super) fn change<'s>(&'s mut self, id: Id, field: &'s Field) -> Changing<'s> {
        self.changed = self.changed.with(id);
        let before = self.of(id).base;
        Changing { stands: self, field, id, before }
    }

    /// Starts collecting changed elements anew.
    pub(super) fn forget_changes(&mut self) {
        self.changed = Members::NONE;
    }

    /// Elements that may have changed since then: all that did, and perhaps others.
    pub(super) fn changed(&self) -> Members {
        self.changed
    }

    /// The elements on the table.
    pub(super) fn on_table(&self) -> Members {
        self.there
    }

    /// The elements that hold a feature.
    pub(super) fn inside(&self) -> Members {
        self.inside
    }

    /// The other elements on the table that are so close to one that they may touch it.
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    pub(super) fn close_to(&self, id: Id) -> Members {
        self.seen[id.index()].close
    }

    /// The features that an element's base overlaps.
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    pub(super) fn under(&self, id: Id) -> Features {
        self.seen[id.index()].under
    }

    /// The elements on the table whose boxes meet another box.
    pub(super) fn those_in(&self, around: Bounds) -> Members {
        Members::which(self.each.iter().map(|stand| stand.base.bounds().intersects(around))).common(self.there)
    }

    /// Those of a set of elements on the table whose boxes meet another box.
    pub(super) fn those_among(&self, of: Members, around: Bounds) -> Members {
        of.into_iter().filter(|id| self.of(*id).base.bounds().intersects(around)).collect()
    }

    /// Updates the cached answers after an element may have changed that stood on the given base before.
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    fn follow(&mut self, id: Id, before: Base, field: &Field) {
        let stand = *self.of(id);
        let key = key_of(id, &stand);
        self.key ^= key ^ self.seen[id.index()].key;
        self.seen[id.index()].key = key;
        let is_inside = matches!(stand.place, Whereabouts::Holds(_));
        self.inside = if is_inside { self.inside.with(id) } else { self.inside.without(id) };
        let (is_there, its) = (stand.place == Whereabouts::Table, stand.base.bounds());
        if is_there == self.there.has(id) && stand.base == before {
            return;
        }
        self.seen[id.index()].under = field.under(&stand.base);
        self.there = if is_there { self.there.with(id) } else { self.there.without(id) };
        // Two elements are close to each other or neither is to the other.
        let were_close = self.seen[id.index()].close;
        let near = if is_there { self.those_in(its.grown(TOUCH)).without(id) } else { Members::NONE };
        self.seen[id.index()].close = near;
        for other in were_close.minus(near) {
            let close = &mut self.seen[other.index()].close;
            *close = close.without(id);
        }
        for other in near.minus(were_close) {
            let close = &mut self.seen[other.index()].close;
            *close = close.with(id);
        }
    }
}

/// The state of an element while it is being changed. Dropping it updates the cached answers.
pub(super) struct Changing<'s> {
    stands: &'s mut ElementStates,
    field: &'s Field,
    id: Id,
    /// Its base before the change.
    before: Base,
}

impl Deref for Changing<'_> {
    type Target = ElementState;

    fn deref(&self) -> &ElementState {
        self.stands.of(self.id)
    }
}

impl DerefMut for Changing<'_> {
    #[expect(clippy::indexing_slicing, reason = "an Id is only made for an element of this battle")]
    fn deref_mut(&mut self) -> &mut ElementState {
        &mut self.stands.each[self.id.index()]
    }
}

impl Drop for Changing<'_> {
    fn drop(&mut self) {
        self.stands.follow(self.id, self.before, self.field);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use musterfield_geometry::{BW, Base, Facing, Point};
    use musterfield_rules::book;
    use musterfield_rules::combat::Held;
    use musterfield_terrain::generate::{self, Settings, request};

    prop_compose! {
        fn changes()(of in prop::collection::vec((0..6_u8, 0..4000_i64, 0..4000_i64, 0..3600_i32, 0..5_u8), 1..30))
            -> Vec<(Id, Base, Whereabouts)>
        {
            let place = |of: u8| match of {
                0 => Whereabouts::Fled,
                1 => Whereabouts::Holds(Held::Camp),
                _ => Whereabouts::Table,
            };
            let base = |x, y, facing| Base::new(Point::new(x, y), Facing::from_tenths(facing), BW, BW / 2);
            of.into_iter().map(|(id, x, y, facing, where_to)| (Id(id), base(x, y, facing), place(where_to))).collect()
        }
    }

    proptest! {
        #[test]
        fn what_follows_is_right_after_every_change(changes in changes()) {
            let nowhere = ElementState::aside(Base::new(Point::default(), Facing::NORTH, BW, BW / 2));
            let rules = request::rules(book().unwrap(), "d3h2").unwrap();
            let home = rules.home_terrain("forest").unwrap();
            let board = request::usual_board(rules).unwrap();
            let field = Field::new(&generate::generate(&Settings::new(rules, home, board, 7)).unwrap());
            let mut stands = ElementStates::new(vec![nowhere; 6], &field);
            for (id, base, place) in changes {
                let mut stand = stands.change(id, &field);
                (stand.base, stand.place) = (base, place);
                drop(stand);
                let all: Vec<Id> = (0..6).map(Id).collect();
                let is_there = |id: &Id| stands.of(*id).place == Whereabouts::Table;
                let there: Members = all.iter().copied().filter(is_there).collect();
                prop_assert_eq!(stands.on_table(), there);
                let inside = all.iter().copied().filter(|id| matches!(stands.of(*id).place, Whereabouts::Holds(_)));
                prop_assert_eq!(stands.inside(), inside.collect::<Members>());
                for one in &all {
                    let bounds = stands.of(*one).base.bounds();
                    let touches = |other: &Id| {
                        other != one && there.has(*one) && there.has(*other) && bounds.grown(TOUCH).intersects(stands.of(*other).base.bounds())
                    };
                    prop_assert_eq!(stands.under(*one), field.under(&stands.of(*one).base));
                    let close: Members = all.iter().copied().filter(touches).collect();
                    prop_assert_eq!(stands.close_to(*one), close);
                    let met = there.into_iter().filter(|other| bounds.intersects(stands.of(*other).base.bounds()));
                    prop_assert_eq!(stands.those_in(bounds), met.collect::<Members>());
                }
            }
        }
    }
}
