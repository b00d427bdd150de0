//! The offers to the side that decides, for a page without script: buttons for single orders, and for the elements that
//! are chosen the ways to move or place them, with numbers.

use musterfield_battle::legal::{Arrival, At, Course, Family, Offer, Whom};
use musterfield_battle::notation::Written;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Foe, Id, Leg, Members, Move, Order, Phase, Player};
use musterfield_geometry::Base;
use musterfield_words::battle as sentences;
use musterfield_words::battle::play as words;

/// The largest number of places in one list.
const MOST_PLACES: usize = 150;
/// The largest number of orders whose chances are worked out for one page.
const MOST_CHANCES: usize = 24;

/// A single order as a button.
#[derive(Clone, Debug)]
pub(super) struct OrderButton {
    /// The order as a record has it.
    pub order: String,
    pub label: String,
    /// Its chances: `of 36 throws, 5 cost the enemy somebody and 2 you`.
    pub chances: String,
}

/// An element that may be chosen.
#[derive(Clone, Debug)]
pub(super) struct Choosable {
    /// Its name: `a3`.
    pub id: String,
    pub label: String,
    pub chosen: bool,
}

/// A way to move or place what is chosen.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// An order with a number at its end.
    Number {
        label: String,
        /// The order without its number.
        order: String,
        /// `BW` or `degrees`.
        unit: &'static str,
        /// The numbers that are allowed: `0.05 to 2`.
        ranges: String,
        /// The number that the form proposes: the most, unless the page asks for less.
        most: String,
        /// The reason against a greater number, in a sentence; empty if nothing but the length of a move is.
        limit: String,
    },
    /// One of several places.
    Places {
        label: String,
        /// Order and label of each.
        places: Vec<(String, String)>,
    },
    /// A single order.
    Single(OrderButton),
}

/// Everything that the side that decides may do.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// The sentence that asks it to act.
    pub task: String,
    pub buttons: Vec<OrderButton>,
    pub choosable: Vec<Choosable>,
    /// The names of all on this side that may act, those that have buttons as well.
    pub acting: Vec<String>,
    /// The chosen elements in words; empty if none are chosen.
    pub chosen: String,
    /// The legs of the move that were chosen so far, as a record has them.
    pub so_far: String,
    pub ways: Vec<Way>,
    /// The reason why those that are chosen can do nothing, in a sentence; empty if they can, or nobody is chosen.
    pub refused: String,
    /// Whether the rest of the army can be deployed by the computer.
    pub can_deploy: bool,
}

/// The addresses to which the forms of the offers are sent, and what they send besides.
#[derive(Clone, Debug)]
pub(super) struct OfferForms {
    /// The address that takes orders.
    pub give: String,
    /// The address of the page, which shows what is chosen.
    pub choose: String,
    /// Names and values of the fields that every order has.
    pub order_fields: Vec<(&'static str, String)>,
    /// Those that every choice has.
    pub choice_fields: Vec<(&'static str, String)>,
}

/// The choice that the visitor has made on the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    /// Names of elements.
    pub who: Vec<String>,
    /// The legs so far, as a record has them.
    pub legs: String,
    /// Whether the button that chooses was pressed.
    pub is_pressed: bool,
}

impl Chosen {
    /// The elements, as far as the side that decides has them.
    fn members(&self, battle: &Battle) -> Members {
        let named = self.who.iter().filter_map(|name| battle.id(name.parse().ok()?));
        named.filter(|id| battle.owner(*id) == battle.to_decide()).collect()
    }
}

impl Offers {
    /// All offers in this state of a battle.
    pub(super) fn new(battle: &Battle, chosen: &Chosen) -> Self {
        Self::proposing(battle, chosen, None)
    }

    /// All offers, with no proposal of a move that is longer than this, in thousandths of a BW, where a shorter one is legal.
    pub(super) fn proposing(battle: &Battle, chosen: &Chosen, longest: Option<i64>) -> Self {
        let offers = battle.offers();
        let mut found = Self { task: words::task(battle), ..Self::default() };
        let (mut may_act, mut with_buttons) = (Members::NONE, Members::NONE);
        let mut seen = 0;
        for offer in &offers {
            match offer {
                Offer::Only(order) if is_mirrored(battle, &offers, order) => {}
                Offer::Only(
                    order @ (Order::Fight(id, _) | Order::Dismount(id) | Order::Engage(id) | Order::Free(id, None)),
                ) => {
                    with_buttons = with_buttons.with(*id);
                    found.add_button(battle, order, &mut seen);
                }
                Offer::Only(order) if !matches!(order, Order::TakeBack(_) | Order::Garrison(..)) => {
                    found.add_button(battle, order, &mut seen);
                }
                Offer::Only(Order::TakeBack(id) | Order::Garrison(id, _)) => may_act = may_act.with(*id),
                Offer::Move(family) => may_act = may_act.and(family.so_far.who),
                Offer::Stand(id, _) => may_act = may_act.with(*id),
                Offer::Shoot { shooter: id, .. } | Offer::Bespell { mage: id, .. } => {
                    with_buttons = with_buttons.with(*id);
                    for order in battle.legal(offer).take(3) {
                        found.add_button(battle, &order, &mut seen);
                    }
                }
                Offer::Hold(who) => {
                    with_buttons = with_buttons.and(*who);
                    found.add_button(battle, &Order::Hold(*who, None), &mut seen);
                }
                Offer::Turn(id) => may_act = may_act.with(*id),
                Offer::Camp => found.ways.extend(places(battle, "Camp", battle.legal(offer))),
                Offer::Land => found.ways.extend(places(battle, "Place of the landing", battle.legal(offer))),
                Offer::Reserve(who) => may_act = may_act.and(*who),
                Offer::Only(_) => {}
            }
        }
        let name = |id: Id| battle.profile(id).name.to_string();
        let is_own = |id: &Id| battle.owner(*id) == battle.to_decide();
        found.acting = may_act.and(with_buttons).into_iter().filter(is_own).map(name).collect();
        let members = chosen.members(battle);
        if chosen.is_pressed && members.is_empty() {
            found.refused = "Nobody is chosen: tick an element, or several that move together.".to_owned();
        }
        found.choosable = may_act
            .into_iter()
            .map(|id| Choosable { id: name(id), label: words::element(battle, id), chosen: members.has(id) })
            .collect();
        if !members.is_empty() {
            found.chosen = words::elements(battle, members);
            found.add_ways(battle, &offers, (members, &chosen.legs), longest);
        }
        let waits = |offer: &Offer| match offer {
            // Those that may be summoned later stay where they are.
            Offer::Stand(id, Arrival::SetUp) => {
                battle.element(*id).place == Whereabouts::Aside && battle.profile(*id).summoned.is_none()
            }
            _ => false,
        };
        found.can_deploy = offers.iter().any(waits) && deploys_next(battle).is_some_and(|order| order != Order::End);
        found
    }

    fn add_button(&mut self, battle: &Battle, order: &Order, seen: &mut usize) {
        let is_throw = matches!(order, Order::Fight(..) | Order::Shoot { .. } | Order::Bespell { .. });
        *seen += usize::from(is_throw);
        let chances = if is_throw && *seen <= MOST_CHANCES { chances(battle, order) } else { String::new() };
        self.buttons.push(OrderButton { chances, ..button(battle, order) });
    }

    /// Adds the ways to move or place what is chosen.
    fn add_ways(&mut self, battle: &Battle, offers: &[Offer], (who, legs): (Members, &str), longest: Option<i64>) {
        let only = who.first().filter(|_| who.count() == 1);
        for offer in offers {
            match offer {
                Offer::Stand(id, _) if Some(*id) == only => {
                    self.ways.extend(places(battle, "Place", battle.legal(offer)));
                }
                Offer::Turn(id) if Some(*id) == only => {
                    self.ways.extend(battle.legal(offer).map(|order| Way::Single(button(battle, &order))));
                }
                Offer::Only(order @ (Order::TakeBack(id) | Order::Garrison(id, _))) if Some(*id) == only => {
                    self.ways.push(Way::Single(button(battle, order)));
                }
                Offer::Reserve(may) if who.within(*may) => {
                    let order = Order::Reserve(who);
                    match battle.validate(&order) {
                        Ok(_) => self.ways.push(Way::Single(button(battle, &order))),
                        // One element is more often chosen to be placed.
                        Err(refusal) if only.is_none() => {
                            self.refused = sentences::refusal(&refusal, battle.rules());
                        }
                        Err(_) => {}
                    }
                }
                _ => {}
            }
        }
        let Some(so_far) = move_so_far(battle, who, legs) else { return };
        self.so_far = legs_of(battle, &so_far);
        if !so_far.legs.is_empty() && battle.allows(&Order::Move(so_far.clone())) {
            let order = Order::Move(so_far.clone());
            let stop = OrderButton { label: format!("Stop there: {}", self.so_far), ..button(battle, &order) };
            self.ways.push(Way::Single(stop));
        }
        let families = distinct(battle.families(&so_far));
        let (contacts, others): (Vec<&Family>, Vec<&Family>) =
            families.iter().partition(|family| matches!(family.course, Course::Contact { .. }));
        self.ways.extend(contact(battle, &contacts));
        self.ways.extend(others.into_iter().filter_map(|family| way(battle, family, longest)));
        if self.ways.is_empty() && self.refused.is_empty() {
            self.refused = why_not(battle, so_far);
        }
    }

    /// The names of the elements that are marked on the drawing: those that are chosen, and those that may act.
    pub(super) fn marked(&self) -> (Vec<String>, Vec<String>) {
        let chosen = self.choosable.iter().filter(|one| one.chosen).map(|one| one.id.clone());
        (chosen.collect(), self.acting.clone())
    }
}

/// The order that the computer would give next to deploy the side that decides.
fn deploys_next(battle: &Battle) -> Option<Order> {
    let worth = Worth::new(battle);
    let next = Plain::new(&worth, 0, 1).decide(battle);
    next.ok().map(|legal| legal.order().clone())
}

/// The reason why the chosen elements have no ways: that against the least move, or in close combat that nobody is before
/// them.
pub(super) fn why_not(battle: &Battle, so_far: Move) -> String {
    match battle.phase() {
        Phase::Fighting => {
            "In close combat, an element fights the enemy that its front edge touches: there is none it could fight now."
                .to_owned()
        }
        Phase::Summoning | Phase::Moving => {
            let mut least = so_far;
            least.legs.push(Leg::Ahead(1));
            match battle.plan(&least) {
                Err(refusal) => sentences::refusal(&refusal, battle.rules()),
                Ok(_) => NOTHING.to_owned(),
            }
        }
        Phase::Deployment if so_far.who.count() > 1 => {
            "Elements are placed one at a time: choose one of them, or drag all of them on the table.".to_owned()
        }
        _ => NOTHING.to_owned(),
    }
}

const NOTHING: &str = "There is nothing they may do now.";

/// Families of moves without those contacts that come of the same move as another: a group that meets several enemies at
/// once is named by one of them, by an edge rather than an overlap.
pub(super) fn distinct(mut families: Vec<Family>) -> Vec<Family> {
    let is_overlap =
        |family: &Family| matches!(family.course, Course::Contact { whom: Whom::Enemy(_, At::Beside(_)), .. });
    families.sort_by_key(is_overlap);
    let mut seen: Vec<Move> = Vec::new();
    families.retain(|family| {
        let of = matches!(family.course, Course::Contact { .. }).then(|| family.order(1));
        let is_known = of.as_ref().is_some_and(|of| seen.contains(of));
        seen.extend(of);
        !is_known
    });
    families
}

/// The contacts that a move can make: one as a button, several as a choice.
fn contact(battle: &Battle, families: &[&Family]) -> Option<Way> {
    let legal = families.iter().filter_map(|family| {
        let order = Order::Move(family.order(1));
        battle.allows(&order).then(|| (Written { battle, order: &order }.to_string(), words::course(battle, family)))
    });
    let mut legal: Vec<(String, String)> = legal.collect();
    if legal.len() > 1 {
        return Some(Way::Places { label: "Into contact".to_owned(), places: legal });
    }
    let (order, label) = legal.pop()?;
    Some(Way::Single(OrderButton { order, label, chances: String::new() }))
}

/// Whether a fight is offered from the side of the player whose bound it is, too: both ways are the same fight.
fn is_mirrored(battle: &Battle, offers: &[Offer], order: &Order) -> bool {
    let Order::Fight(id, Foe::Element(other)) = order else { return false };
    battle.owner(*id) != battle.player() && offers.contains(&Offer::Only(Order::Fight(*other, Foe::Element(*id))))
}

/// The move that was begun; `None` if its legs cannot be read.
pub(super) fn move_so_far(battle: &Battle, who: Members, legs: &str) -> Option<Move> {
    if legs.trim().is_empty() {
        return Some(Move { who, legs: Vec::new() });
    }
    let names: Vec<String> = who.into_iter().map(|id| battle.profile(id).name.to_string()).collect();
    match Order::parse(battle, &format!("move {}: {legs}", names.join(" "))) {
        Ok(Order::Move(read)) => Some(read),
        _ => None,
    }
}

/// The legs of a move, as a record has them.
pub(super) fn legs_of(battle: &Battle, of: &Move) -> String {
    let written = Written { battle, order: &Order::Move(of.clone()) }.to_string();
    written.split_once(": ").map_or_else(String::new, |(_, legs)| legs.to_owned())
}

fn button(battle: &Battle, order: &Order) -> OrderButton {
    let written = Written { battle, order }.to_string();
    OrderButton { order: written, label: words::order(battle, order), chances: String::new() }
}

/// A family of moves as a way that the page offers; `None` if no move of it is legal.
fn way(battle: &Battle, family: &Family, longest: Option<i64>) -> Option<Way> {
    let label = words::course(battle, family);
    let order = |by: i64| Order::Move(family.order(by));
    match &family.course {
        Course::Contact { .. } => contact(battle, &[family]),
        Course::Into(..) => {
            let order = order(1);
            battle.allows(&order).then(|| Way::Single(OrderButton { label, ..button(battle, &order) }))
        }
        Course::Anywhere(_) => {
            let legal = (1..=family.most).map(order).filter(|order| battle.allows(order));
            anywhere(battle, family, label, legal)
        }
        Course::Ahead | Course::Back | Course::Road | Course::Wheel { .. } => {
            let stretches = battle.stretches(family);
            let (_, last) = *stretches.last()?;
            let further = (last < family.most).then(|| battle.plan(&family.order(last + 1)).err()).flatten();
            let wheels = matches!(family.course, Course::Wheel { .. });
            let most = proposed(&stretches, longest.filter(|_| !wheels))?;
            // A wheel is in tenths of a degree, a length in thousandths of a BW.
            let number = |of: i64| words::number(if wheels { of * 100 } else { of });
            let ranges: Vec<String> =
                stretches
                    .iter()
                    .map(|(first, last)| {
                        if first == last { number(*first) } else { format!("{} to {}", number(*first), number(*last)) }
                    })
                    .collect();
            let written = Written { battle, order: &order(most) }.to_string();
            let (order, most) = written.rsplit_once(' ')?;
            Some(Way::Number {
                label,
                order: order.to_owned(),
                unit: if wheels { "degrees" } else { "BW" },
                ranges: ranges.join(", "),
                most: most.to_owned(),
                limit: further.map(|refusal| sentences::refusal(&refusal, battle.rules())).unwrap_or_default(),
            })
        }
    }
}

/// The places to which a single element can go, told from where it stands, those farthest ahead first; `None` if there
/// are none.
fn anywhere(battle: &Battle, family: &Family, label: String, legal: impl Iterator<Item = Order>) -> Option<Way> {
    let bases = battle.bases_after(&family.so_far)?;
    let (_, base) = bases.first()?;
    let place = |order: Order| {
        let Order::Move(Move { legs, .. }) = &order else { return None };
        let Some(Leg::Go(pose)) = legs.last() else { return None };
        let end = Base::new(pose.at, pose.facing, base.width(), base.depth());
        let ahead = base.facing().along(base.step_to(&end));
        Some((ahead, (Written { battle, order: &order }.to_string(), words::way_to(base, &end))))
    };
    let mut places: Vec<_> = legal.take(MOST_PLACES).filter_map(place).collect();
    places.sort_by_key(|(ahead, _)| std::cmp::Reverse(*ahead));
    let places: Vec<_> = places.into_iter().map(|(_, place)| place).collect();
    (!places.is_empty()).then_some(Way::Places { label, places })
}

/// The largest number of these stretches that is not above `longest`; the largest of all if there is none.
fn proposed(stretches: &[(i64, i64)], longest: Option<i64>) -> Option<i64> {
    let within = longest.and_then(|longest| {
        let (_, last) = stretches.iter().rev().find(|(first, _)| *first <= longest)?;
        Some(longest.min(*last))
    });
    within.or_else(|| Some(stretches.last()?.1))
}

/// Several orders that differ in a place; `None` if there are none.
fn places(battle: &Battle, label: &str, orders: impl Iterator<Item = Order>) -> Option<Way> {
    let place = |order: Order| {
        let written = Written { battle, order: &order }.to_string();
        // The place stands at the end: `5.25,3 north`; that of a camp has its size behind it.
        let from_end = if matches!(order, Order::Camp(..)) { 3 } else { 2 };
        let at = written.rsplitn(from_end + 1, ' ').take(from_end).collect::<Vec<_>>();
        let seen = at.into_iter().rev().collect::<Vec<_>>().join(" ");
        (written, seen)
    };
    let places: Vec<(String, String)> = orders.take(MOST_PLACES).map(place).collect();
    (!places.is_empty()).then(|| Way::Places { label: label.to_owned(), places })
}

/// The chances that an order costs the enemy or its own side something.
pub(super) fn chances(battle: &Battle, order: &Order) -> String {
    let Ok(chances) = battle.chances(order) else { return String::new() };
    let side = battle.player();
    let costs = |player: Player| -> u32 {
        let worse = chances.results.iter().filter(|chance| chance.battle.lost(player) > battle.lost(player));
        worse.map(|chance| chance.weight).sum()
    };
    let (enemy, own, throws) = (costs(side.other()), costs(side), chances.throws);
    match (enemy, own) {
        (0, 0) => "nobody can be lost, whatever the dice show".to_owned(),
        _ => format!("of {throws} throws, {enemy} cost the enemy somebody and {own} you"),
    }
}
