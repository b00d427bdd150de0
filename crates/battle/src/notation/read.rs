//! Reading orders.

use musterfield_geometry::{Facing, Point};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

use super::error::{Expected, ParseOrderError, Trouble, visible};
use super::number::{angle, coordinate, direction, length};
use super::token::{Token, tokens};
use crate::commands::MOST_COMMANDS;
use crate::element::{Id, Members, Name};
use crate::moving::MOST_LEGS;
use crate::order::{Foe, Friends, Leg, Move, Order, Pose};

/// An order, and the column and faces of the dice that follow it, if there are any.
pub(crate) type WithDice = (Order, Option<(usize, Vec<u8>)>);

/// A lookup from an element's name to its id.
pub(super) type Called<'n> = &'n dyn Fn(Name) -> Option<Id>;

type Read<T> = Result<T, ParseOrderError>;

/// Reads an order and nothing else.
pub(super) fn order(text: &str, called: Called<'_>) -> Read<Order> {
    let mut reader = Reader::new(text, called);
    let order = reader.order()?;
    match reader.peek() {
        None => Ok(order),
        Some(_) => Err(reader.expected(Expected::End)),
    }
}

/// Reads an order and, after a colon, its dice.
pub(super) fn with_dice(text: &str, called: Called<'_>) -> Read<WithDice> {
    let mut reader = Reader::new(text, called);
    let order = reader.order()?;
    let mut given = None;
    if reader.take(":") {
        let column = reader.peek().map_or(reader.end, |token| token.column);
        let mut dice = Vec::new();
        while reader.peek().is_some() || dice.is_empty() {
            let die = |text: &str| text.parse().ok().filter(|die| text.len() == 1 && (1..=6).contains(die));
            dice.push(reader.number(Expected::Die, die)?);
            while reader.take(",") {}
        }
        given = Some((column, dice));
    }
    match reader.peek() {
        None => Ok((order, given)),
        Some(_) => Err(reader.expected(Expected::End)),
    }
}

struct Reader<'t, 'n> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// The column after the last word.
    end: usize,
    called: Called<'n>,
}

impl<'t, 'n> Reader<'t, 'n> {
    fn new(text: &'t str, called: Called<'n>) -> Self {
        let (tokens, end) = tokens(text);
        Self { tokens, at: 0, end, called }
    }

    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    fn trouble(&self, trouble: Trouble) -> ParseOrderError {
        ParseOrderError { column: self.peek().map_or(self.end, |token| token.column), trouble }
    }

    /// The error for a token that is not what was expected.
    fn expected(&self, expected: Expected) -> ParseOrderError {
        const SHOWN: usize = 30;
        let found = self.peek().map(|token| token.text.chars().take(SHOWN).map(visible).collect());
        self.trouble(Trouble::Expected(expected, found))
    }

    /// Skips a word if it comes next, and says whether it did.
    fn take(&mut self, word: &str) -> bool {
        let is_here = self.peek().is_some_and(|token| token.is(word));
        self.at += usize::from(is_here);
        is_here
    }

    fn demand(&mut self, word: &'static str) -> Read<()> {
        if self.take(word) { Ok(()) } else { Err(self.expected(Expected::Word(word))) }
    }

    /// Reads the next token with `read`.
    fn number<T>(&mut self, expected: Expected, read: impl Fn(&str) -> Option<T>) -> Read<T> {
        let read = self.peek().and_then(|token| read(token.text)).ok_or_else(|| self.expected(expected))?;
        self.at += 1;
        Ok(read)
    }

    /// Skips separators between the parts of a list, and says whether there were any.
    fn skip(&mut self, between: &[&str]) -> bool {
        let start = self.at;
        while between.iter().any(|word| self.take(word)) {}
        self.at > start
    }

    fn name(&self) -> Option<Name> {
        self.peek().and_then(|token| token.text.parse().ok())
    }

    fn element(&mut self) -> Read<Id> {
        let name = self.name().ok_or_else(|| self.expected(Expected::Element))?;
        let id = (self.called)(name).ok_or_else(|| self.trouble(Trouble::NoElement(name)))?;
        self.at += 1;
        Ok(id)
    }

    /// Reads one or more elements.
    fn members(&mut self) -> Read<Members> {
        let mut found = Members::one(self.element()?);
        loop {
            let before = self.at;
            self.skip(&[",", "and"]);
            let Some(name) = self.name() else {
                self.at = before;
                return Ok(found);
            };
            if (self.called)(name).is_some_and(|id| found.has(id)) {
                return Err(self.trouble(Trouble::Twice(name)));
            }
            found = found.with(self.element()?);
        }
    }

    fn aids(&mut self) -> Read<Members> {
        if self.take("with") { self.members() } else { Ok(Members::NONE) }
    }

    fn length(&mut self) -> Read<i64> {
        let length = self.number(Expected::Length, length)?;
        self.take("BW");
        Ok(length)
    }

    fn place(&mut self) -> Read<Point> {
        let x = self.number(Expected::Coordinate, coordinate)?;
        self.take(",");
        Ok(Point::new(x, self.number(Expected::Coordinate, coordinate)?))
    }

    fn facing(&mut self) -> Read<Facing> {
        self.take(",");
        self.number(Expected::Direction, direction)
    }

    fn pose(&mut self) -> Read<Pose> {
        Ok(Pose { at: self.place()?, facing: self.facing()? })
    }

    fn is_left(&mut self) -> Read<bool> {
        self.number(Expected::Hand, |text| match text {
            _ if text.eq_ignore_ascii_case("left") => Some(true),
            _ if text.eq_ignore_ascii_case("right") => Some(false),
            _ => None,
        })
    }

    fn feature(&mut self, expected: Expected) -> Read<Held> {
        self.number(expected, |text| text.to_ascii_lowercase().parse().ok())
    }

    fn order(&mut self) -> Read<Order> {
        let verb = self.peek().map(|token| token.text.to_ascii_lowercase()).unwrap_or_default();
        let start = self.at;
        self.at += 1;
        Ok(match verb.as_str() {
            "edge" => Order::Edge(self.number(Expected::Edge, |text| Edge::parse(&text.to_ascii_lowercase()))?),
            "allot" => {
                let number = |text: &str| text.parse().ok().filter(|number| *number > 0 && text.len() == 1);
                let mut numbers = vec![self.number(Expected::Command, number)?];
                while self.skip(&[",", "then"]) || self.peek().is_some_and(|token| number(token.text).is_some()) {
                    if numbers.len() == MOST_COMMANDS {
                        return Err(self.expected(Expected::End));
                    }
                    numbers.push(self.number(Expected::Command, number)?);
                }
                Order::Allot(numbers)
            }
            "camp" if self.take("in") => {
                self.demand("stronghold")?;
                Order::CampInStronghold
            }
            "camp" => {
                let pose = self.pose()?;
                self.take(",");
                let length = self.length()?;
                if !self.take("×") {
                    self.demand("x")?;
                }
                Order::Camp(pose, length, self.length()?)
            }
            "place" => {
                let id = self.element()?;
                self.skip(&["at", ":"]);
                Order::Place(id, self.pose()?)
            }
            "garrison" => {
                let id = self.element()?;
                self.skip(&["in"]);
                Order::Garrison(id, self.feature(Expected::Feature)?)
            }
            "take" => {
                self.demand("back")?;
                Order::TakeBack(self.element()?)
            }
            "reserve" => Order::Reserve(self.members()?),
            "land" => Order::Land(self.placements()?),
            "summon" => Order::Summon(self.placements()?),
            "free" => {
                let id = self.element()?;
                let said = self.skip(&["at"]) || self.peek().is_some_and(|token| !token.is(":"));
                Order::Free(id, if said { Some(self.pose()?) } else { None })
            }
            "hold" => {
                let who = self.members()?;
                self.skip(&["facing"]);
                let facing = self.peek().and_then(|token| direction(token.text));
                self.at += usize::from(facing.is_some());
                Order::Hold(who, facing)
            }
            "move" => {
                let who = self.members()?;
                self.take(":");
                Order::Move(Move { who, legs: self.legs()? })
            }
            "dismount" => Order::Dismount(self.element()?),
            "pass" => Order::Pass(self.members()?),
            "revolt" => Order::Revolt,
            "engage" => Order::Engage(self.element()?),
            "bespell" => {
                let mage = self.element()?;
                self.take("at");
                let target = self.element()?;
                Order::Bespell { mage, target, aids: self.aids()? }
            }
            "shoot" => {
                let shooter = self.element()?;
                self.take("at");
                let target = self.element()?;
                Order::Shoot { shooter, target, aids: self.aids()? }
            }
            "fight" => {
                let id = self.element()?;
                self.skip(&["against"]);
                match self.name() {
                    Some(_) => Order::Fight(id, Foe::Element(self.element()?)),
                    None => Order::Fight(id, Foe::Feature(self.feature(Expected::Foe)?)),
                }
            }
            "conform" => Order::Conform,
            "add" => {
                self.take("1");
                Order::Add
            }
            "recoil" => {
                let distance = self.length()?;
                Order::Recoil(distance, if self.take("pushing") { Friends::Pushed } else { Friends::Passed })
            }
            "return" => {
                self.skip(&["at"]);
                Order::Return(self.pose()?)
            }
            "end" => Order::End,
            _ => {
                self.at = start;
                return Err(self.expected(Expected::Order));
            }
        })
    }

    fn placements(&mut self) -> Read<Vec<(Id, Pose)>> {
        let mut who: Vec<(Id, Pose)> = Vec::new();
        loop {
            if let Some(name) = self.name()
                && (self.called)(name).is_some_and(|id| who.iter().any(|(other, _)| *other == id))
            {
                return Err(self.trouble(Trouble::Twice(name)));
            }
            let id = self.element()?;
            self.skip(&["at"]);
            who.push((id, self.pose()?));
            if !self.skip(&[",", "and"]) {
                return Ok(who);
            }
        }
    }

    fn legs(&mut self) -> Read<Vec<Leg>> {
        let mut legs = vec![self.leg()?];
        loop {
            let goes_on = self.skip(&[",", ";", "then", "and"]);
            if !goes_on && self.peek().is_none_or(|token| token.is(":")) {
                return Ok(legs);
            }
            if legs.len() == MOST_LEGS {
                return Err(self.trouble(Trouble::TooManyLegs));
            }
            legs.push(self.leg()?);
        }
    }

    fn leg(&mut self) -> Read<Leg> {
        let word = self.peek().map(|token| token.text.to_ascii_lowercase()).unwrap_or_default();
        let start = self.at;
        self.at += 1;
        Ok(match word.as_str() {
            "ahead" => Leg::Ahead(self.length()?),
            "back" => Leg::Back(self.length()?),
            "wheel" => {
                let left = self.is_left()?;
                Leg::Wheel { left, by: self.number(Expected::Angle, angle)? }
            }
            "slide" => {
                let is_left = self.is_left()?;
                let distance = self.length()?;
                Leg::Slide(if is_left { -distance } else { distance })
            }
            "to" => Leg::Go(self.pose()?),
            "road" => Leg::Road(self.length()?),
            _ => {
                self.at = start;
                return Err(self.expected(Expected::Leg));
            }
        })
    }
}
