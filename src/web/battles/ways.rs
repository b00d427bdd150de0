//! The ways in which the chosen elements can move or be placed, in a form from which a browser draws a ghost by itself.
//! Lengths are in thousandths of a BW and angles in tenths of a degree, as the engine has them.

use musterfield_battle::legal::{Arrival, Course, Family, Offer, Whom};
use musterfield_battle::notation::Written;
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Id, Leg, Members, Move, Order, Phase, Pose};
use musterfield_geometry::Base;
use musterfield_words::battle::play as words;
use serde::Serialize;

use super::offers::{distinct, legs_of, move_so_far, why_not};

/// The largest number of places in one way.
const MOST_PLACES: usize = 400;
/// The step between two frames of a way that bends: of its length, and of its angle.
const STEP: [i64; 2] = [250, 50];

/// Front left corner and facing.
type Stance = [i64; 3];

/// The ways of the chosen elements.
#[derive(Debug, Serialize)]
pub(super) struct Ways<'b> {
    digest: &'b str,
    /// The chosen elements, in the order of all stances.
    who: Vec<String>,
    /// The same in words.
    chosen: String,
    /// The largest group in which they may move, if they are not the whole of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    group: Vec<String>,
    /// The legs of the move so far, as a record has them.
    so_far: String,
    /// The order that ends the move there, if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
    /// Where they stand after these legs; empty if they are not on the table.
    from: Vec<Stance>,
    depths: Vec<i64>,
    /// The distance that a single element can go, wherever it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<i64>,
    /// The order to which any pose of the first element may be added: what stands before the pose, and behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<[String; 2]>,
    /// The same for each of several elements, in the order of `who`: they are set up together, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    each: Vec<[String; 2]>,
    /// A place where the first of these may stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Stance>,
    ways: Vec<WayShape>,
    /// The reason there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// A way to move or place the chosen elements.
#[derive(Debug, Serialize)]
struct WayShape {
    kind: &'static str,
    label: String,
    /// The order without its number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    /// The numbers that are legal, from the first to the last of each stretch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stretches: Vec<(i64, i64)>,
    /// The corner about which they wheel.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<[i64; 2]>,
    /// Whether they wheel to the left.
    left: bool,
    /// The enemy that is contacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    whom: Option<String>,
    /// The elements that are placed, if they are not those that were chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    who: Vec<String>,
    /// The depths of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depths: Vec<i64>,
    /// Length of the front and depth of a camp.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[i64; 2]>,
    frames: Vec<Frame>,
}

/// Where the elements stand after some number of a way. Between two frames they go straight, or about the corner.
#[derive(Debug, Serialize)]
struct Frame {
    by: i64,
    /// The order that leads there, for ways that are not numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    at: Vec<Stance>,
}

impl WayShape {
    fn new(kind: &'static str, label: String) -> Self {
        Self {
            kind,
            label,
            order: None,
            stretches: Vec::new(),
            about: None,
            left: false,
            whom: None,
            who: Vec::new(),
            depths: Vec::new(),
            size: None,
            frames: Vec::new(),
        }
    }

    /// A way with these places, the orders of which are legal; `None` if there are none.
    fn of_places(
        battle: &Battle,
        kind: &'static str,
        label: &str,
        orders: impl Iterator<Item = Order>,
    ) -> Option<Self> {
        let mut way = Self::new(kind, label.to_owned());
        for order in orders.take(MOST_PLACES) {
            let (who, poses) = placed(&order);
            if let Order::Camp(_, length, depth) = order {
                way.size = Some([length, depth]);
            }
            if matches!(order, Order::Land(_)) {
                way.depths = who.iter().map(|id| battle.profile(*id).depth).collect();
                way.who = names(battle, who);
            }
            way.frames.push(Frame {
                by: 0,
                order: Some(Written { battle, order: &order }.to_string()),
                at: poses.into_iter().map(stance).collect(),
            });
        }
        (!way.frames.is_empty()).then_some(way)
    }
}

/// The poses that an order names.
fn placed(order: &Order) -> (Vec<Id>, Vec<Pose>) {
    match order {
        Order::Place(id, pose) | Order::Free(id, Some(pose)) => (vec![*id], vec![*pose]),
        Order::Camp(pose, ..) | Order::Return(pose) => (Vec::new(), vec![*pose]),
        Order::Summon(who) | Order::Land(who) => who.iter().copied().unzip(),
        Order::Move(of) => {
            let at = of.legs.last().and_then(|leg| if let Leg::Go(pose) = leg { Some(*pose) } else { None });
            (of.who.into_iter().collect(), at.into_iter().collect())
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn stance(pose: Pose) -> Stance {
    [pose.at.x, pose.at.y, i64::from(pose.facing.tenths())]
}

/// A base in the form of all answers.
pub(super) fn stance_of(base: &Base) -> [i64; 3] {
    stance(Pose::of(base))
}

fn names(battle: &Battle, who: impl IntoIterator<Item = Id>) -> Vec<String> {
    who.into_iter().map(|id| battle.profile(id).name.to_string()).collect()
}

impl<'b> Ways<'b> {
    /// The ways of these elements after the legs so far.
    ///
    /// # Errors
    /// A sentence, when they are not all of the side that decides, or the legs cannot be read.
    pub(super) fn new(battle: &Battle, who: Members, legs: &str, digest: &'b str) -> Result<Self, String> {
        if let Some(id) = who.into_iter().find(|id| battle.owner(*id) != battle.to_decide()) {
            return Err(format!("{} belongs to the side that does not decide now.", words::element(battle, id)));
        }
        let so_far =
            move_so_far(battle, who, legs).ok_or_else(|| "The legs of this move cannot be read.".to_owned())?;
        let mut found = Self {
            digest,
            who: names(battle, who),
            chosen: if who.is_empty() { String::new() } else { words::elements(battle, who) },
            group: Vec::new(),
            so_far: legs_of(battle, &so_far),
            stop: None,
            from: Vec::new(),
            depths: who.into_iter().map(|id| battle.profile(id).depth).collect(),
            reach: None,
            free: None,
            each: Vec::new(),
            start: None,
            ways: Vec::new(),
            refused: None,
        };
        if matches!(battle.phase(), Phase::Summoning | Phase::Moving) && !who.is_empty() {
            found.add_moves(battle, &so_far);
        }
        if so_far.legs.is_empty() {
            found.add_places(battle, who);
            found.add_set_up(battle, who);
        }
        if found.ways.is_empty() && found.each.is_empty() && !who.is_empty() {
            found.refused = Some(why_not(battle, so_far));
        }
        Ok(found)
    }

    fn add_moves(&mut self, battle: &Battle, so_far: &Move) {
        if let Some(bases) =
            battle.bases_after(so_far).filter(|_| so_far.who.into_iter().all(|id| battle.is_on_table(id)))
        {
            self.who = names(battle, bases.iter().map(|(id, _)| *id));
            self.from = bases.iter().map(|(_, base)| stance_of(base)).collect();
            self.depths = bases.iter().map(|(_, base)| base.depth()).collect();
        }
        let order = Order::Move(so_far.clone());
        if !so_far.legs.is_empty() && battle.allows(&order) {
            self.stop = Some(Written { battle, order: &order }.to_string());
        }
        let families = distinct(battle.families(so_far));
        for family in &families {
            if matches!(family.course, Course::Anywhere(_)) {
                self.reach = families.iter().filter(|one| one.course == Course::Ahead).map(|one| one.most).max();
                let legs = if self.so_far.is_empty() { String::new() } else { format!("{}, ", self.so_far) };
                self.free = Some([format!("move {}: {legs}to ", self.who.join(" ")), String::new()]);
            }
            self.ways.extend(shape(battle, family));
        }
        if so_far.legs.is_empty() {
            let groups = battle.groups();
            let moves = |group: &Members| {
                let whole = Move { who: *group, legs: Vec::new() };
                let families = battle.families(&whole);
                families.iter().any(|family| family.samples().any(|by| battle.plan(&family.order(by)).is_ok()))
            };
            let mut others = groups.into_iter().filter(|group| so_far.who.within(*group) && so_far.who != *group);
            let whole = others.find(moves);
            self.group = whole.map(|group| names(battle, group)).unwrap_or_default();
        }
    }

    /// Adds places at which a single element can be put, or without one a camp or those who land.
    fn add_places(&mut self, battle: &Battle, who: Members) {
        let only = who.first().filter(|_| who.count() == 1);
        for offer in battle.offers() {
            let way = match (&offer, only) {
                (Offer::Stand(id, arrival), Some(one)) if *id == one => {
                    self.free = free(battle, *id, *arrival);
                    if self.from.is_empty() && battle.element(*id).place == Whereabouts::Table {
                        self.from = vec![stance_of(battle.base(*id))];
                    }
                    WayShape::of_places(battle, "place", "Place", battle.legal(&offer))
                }
                (Offer::Camp, None) if who.is_empty() => {
                    let way = WayShape::of_places(battle, "camp", "Camp", battle.legal(&offer));
                    let size = way.as_ref().and_then(|way| way.size);
                    self.free = size.map(|[length, depth]| {
                        let size = [length, depth].map(words::number).join("x");
                        ["camp ".to_owned(), format!(" {size}")]
                    });
                    way
                }
                (Offer::Land, None) if who.is_empty() => {
                    let landing = battle.legal(&offer).next().map(|order| placed(&order).0);
                    self.chosen = words::elements(battle, landing.unwrap_or_default().into_iter().collect());
                    WayShape::of_places(battle, "land", "Landing", battle.legal(&offer))
                }
                _ => None,
            };
            self.ways.extend(way);
        }
    }

    /// Adds what is needed to set several elements up together, if all of them can be set up now.
    fn add_set_up(&mut self, battle: &Battle, who: Members) {
        if battle.phase() != Phase::Deployment || who.count() < 2 {
            return;
        }
        let offers = battle.offers();
        let offer = |id: Id| offers.iter().find(|offer| **offer == Offer::Stand(id, Arrival::SetUp));
        let Some(stands) = who.into_iter().map(offer).collect::<Option<Vec<_>>>() else { return };
        let first = stands.into_iter().find_map(|stand| battle.legal(stand).next());
        let Some(start) = first.and_then(|order| placed(&order).1.pop()) else { return };
        self.start = Some(stance(start));
        self.each = who.into_iter().filter_map(|id| free(battle, id, Arrival::SetUp)).collect();
        if who.into_iter().all(|id| battle.is_on_table(id)) {
            self.from = who.into_iter().map(|id| stance_of(battle.base(id))).collect();
        }
    }
}

/// The order that puts an element anywhere: what stands before the pose, and behind it.
fn free(battle: &Battle, id: Id, arrival: Arrival) -> Option<[String; 2]> {
    let name = battle.profile(id).name;
    let before = match arrival {
        Arrival::SetUp => format!("place {name} "),
        Arrival::Summoned => format!("summon {name} "),
        Arrival::Freed => format!("free {name} "),
        Arrival::Returned => "return ".to_owned(),
    };
    Some([before, String::new()])
}

/// A family of moves; `None` if no move of it is legal.
fn shape(battle: &Battle, family: &Family) -> Option<WayShape> {
    let kind = match &family.course {
        Course::Ahead => "ahead",
        Course::Back => "back",
        Course::Wheel { .. } => "wheel",
        Course::Road => "road",
        Course::Contact { .. } => "contact",
        Course::Anywhere(_) => "anywhere",
        Course::Into(..) => "into",
    };
    let mut way = WayShape::new(kind, words::course(battle, family));
    let frame = |by: i64, with_order: bool| {
        let of = family.order(by);
        let plan = battle.plan(&of).ok()?;
        let order = with_order.then(|| Written { battle, order: &Order::Move(of) }.to_string());
        Some(Frame { by, order, at: plan.ends.iter().map(|(_, base)| stance_of(base)).collect() })
    };
    if !family.is_continuous() {
        way.frames = (1..=family.most).filter_map(|by| frame(by, true)).collect();
        way.whom = match &family.course {
            Course::Contact { whom: Whom::Enemy(id, _) | Whom::Askew(id), .. } => {
                Some(battle.profile(*id).name.to_string())
            }
            _ => None,
        };
        return (!way.frames.is_empty()).then_some(way);
    }
    way.stretches = battle.stretches(family);
    let (_, most) = *way.stretches.last()?;
    let written = Written { battle, order: &Order::Move(family.order(most)) }.to_string();
    way.order = Some(written.rsplit_once(' ')?.0.to_owned());
    if let Course::Wheel { left } = family.course {
        way.left = left;
        way.about = battle.wheel_corner(&family.so_far, left).map(|corner| [corner.x, corner.y]);
    }
    let bends = family.course == Course::Road || battle.wheel_corner(&family.so_far, true).is_none();
    let [length, angle] = STEP;
    let step = if kind == "wheel" { angle } else { length };
    for (first, last) in &way.stretches {
        let between = (1..=(last - first) / step).map(|part| first + part * step).filter(|_| bends);
        let mut stops: Vec<i64> = [*first].into_iter().chain(between).chain([*last]).collect();
        stops.dedup();
        way.frames.extend(stops.into_iter().filter_map(|by| frame(by, false)));
    }
    Some(way)
}
