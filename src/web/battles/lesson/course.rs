//! The six steps of the lesson: what each says, where it begins, and when its goal is reached. The positions are records
//! of battles in `lessons/`.

use musterfield_battle::{Battle, Foe, Id, Members, Order, Phase, Player};
use musterfield_geometry::BW;
use musterfield_rules::battle::Distance;
use musterfield_words::battle::play::length;

/// The number of elements that have to go together in the step about groups.
const GROUP: usize = 3;

/// A sentence or two, and the rule that says the same.
#[derive(Debug)]
pub(super) struct Said {
    /// Names in braces stand for numbers of the position: see [`Step::fill`].
    pub text: &'static str,
    pub rule: &'static str,
}

const fn said(text: &'static str, rule: &'static str) -> Said {
    Said { text, rule }
}

/// The state of a step in which its goal may be reached.
pub(super) struct Now<'b> {
    /// The battle at the beginning of the step.
    pub start: &'b Battle,
    pub battle: &'b Battle,
    /// The orders of the visitor.
    pub given: &'b [Order],
}

impl Now<'_> {
    /// The number of the visitor's elements that have come at least 1 BW ahead.
    fn came_ahead(&self) -> usize {
        let stands = |battle: &Battle, id| battle.base(id).middle().y;
        self.battle.on_table(Player::A).filter(|id| stands(self.battle, *id) - stands(self.start, *id) >= BW).count()
    }

    /// All elements of the visitor on the table.
    fn own(&self) -> Members {
        self.battle.on_table(Player::A).collect()
    }

    /// The elements whose fight is still to come.
    fn fighting(&self) -> Members {
        let both = |(id, foe): (Id, Foe)| match foe {
            Foe::Element(other) => vec![id, other],
            Foe::Feature(_) => vec![id],
        };
        let fighting = self.battle.fights().into_iter().flat_map(both);
        fighting.filter(|id| self.battle.owner(*id) == Player::A).collect()
    }

    /// The elements that shoot.
    fn shooting(&self) -> Members {
        self.battle.on_table(Player::A).filter(|id| self.battle.profile(*id).range.is_some()).collect()
    }
}

/// A step of the lesson.
#[derive(Debug)]
pub(super) struct Step {
    pub title: &'static str,
    /// What it is about, in a line.
    pub line: &'static str,
    /// The record that leads to its position.
    pub record: &'static str,
    pub says: &'static [Said],
    pub goal: &'static str,
    /// The way to reach it by the drawing.
    pub by_hand: &'static str,
    /// The way to reach it by the list and the buttons, where no script runs.
    pub by_buttons: &'static str,
    /// The longest move that the buttons propose, where a longer one misses the goal.
    pub longest: Option<Distance>,
    /// The elements that are highlighted until the goal is reached.
    pub about: fn(&Now<'_>) -> Members,
    /// What is said once it is reached.
    pub praise: &'static str,
    pub learnt: &'static str,
    /// Whether the goal is reached.
    pub reached: fn(&Now<'_>) -> bool,
    /// Whether the battle goes on after the visitor's bound.
    pub goes_on: bool,
}

impl Step {
    /// A text with the numbers of a battle: `{pips}`, `{range}` of the Bows, the longest move before they shoot
    /// (`{short move}`), `{ours}` and `{theirs}`, the losses that break each side.
    pub(super) fn fill(text: &str, battle: &Battle) -> String {
        let range = battle.army(Player::A).find_map(|id| battle.profile(id).range).unwrap_or_default();
        let [ours, theirs] = &battle.setting().breaks_at;
        text.replace("{pips}", &battle.pips().to_string())
            .replace("{range}", &length(range))
            .replace("{short move}", &length(battle.rules().distance(Distance::MoveAndShoot)))
            .replace("{ours}", &ours.to_string())
            .replace("{theirs}", &theirs.to_string())
    }
}

/// The ruleset of the positions.
pub(super) const RULESET: &str = "d3h2";

/// All steps, in order.
pub(super) static STEPS: [Step; 6] = [
    Step {
        title: "Move",
        line: "Send your soldiers forward.",
        record: include_str!("../../../../lessons/move.battle"),
        says: &[
            said(
                "You lead the village watch (a), at the bottom of the table. The raiders (b) are at the top. Each \
                 rectangle is an element: some soldiers who act as one. A small triangle shows which way it faces. “Sp2” \
                 on the table is your Spear a2. The dashed rectangles are camps. Lengths are measured in base widths (BW): \
                 an element is 1 BW wide.",
                "D3H2-MOVE-05",
            ),
            said(
                "Your turn is called a bound, and it begins with a die. Its score is the number of your PIPs. You rolled \
                 {pips}.",
                "D3H2-PIP-01",
            ),
            said("Each move costs 1 PIP.", "D3H2-PIP-04"),
        ],
        goal: "Move one of your Spears at least 1 BW straight ahead.",
        by_hand: "Drag one of the highlighted Spears up the table, with the mouse or a finger. A ghost goes with it, as far as \
                  the rules allow, and a panel tells how far that is. Let go at 1 BW or more, and press “Do it”.",
        by_buttons: "In the list, press one Spear, then “Choose”. The page now says how it may move. Press “Do it” beside \
                     “Straight ahead”; before that, you may make the number smaller, down to 1.",
        longest: None,
        about: |now| now.own(),
        praise: "Well marched!",
        learnt: "A move costs a PIP, and the page offers only what the rules allow, so you cannot go wrong by going too far.",
        reached: |now| now.came_ahead() > 0,
        goes_on: false,
    },
    Step {
        title: "Group",
        line: "Move several elements for the price of one.",
        record: include_str!("../../../../lessons/group.battle"),
        says: &[
            said(
                "This time the die shows {pips}, so you have a single PIP. Moving one Blade and leaving the others behind \
                 would tear your line apart.",
                "D3H2-PIP-04",
            ),
            said(
                "Elements that stand side by side, edge to edge, and face the same way are a group. A group moves as one, \
                 for the price of one.",
                "D3H2-MOVE-02",
            ),
        ],
        goal: "With your one PIP, move at least three Blades together, 1 BW ahead or more.",
        by_hand: "Tap or click a Blade, then press “Whole group (4)” in the panel. Now drag any of the four up the table: all of \
                  them go along. Let go at 1 BW or more, and press “Do it”.",
        by_buttons: "In the list, press all four Blades, or three that stand next to each other, then “Choose”. Press “Do it” \
                     beside “Straight ahead”.",
        longest: None,
        about: |now| now.own(),
        praise: "The line holds together!",
        learnt: "In a group, one PIP moves as many elements as stand together. Keep your army in a few groups, and bad dice do \
                 little harm.",
        reached: |now| now.came_ahead() >= GROUP,
        goes_on: false,
    },
    Step {
        title: "Contact",
        line: "Reach the enemy.",
        record: include_str!("../../../../lessons/contact.battle"),
        says: &[
            said(
                "The lines have come close. To fight hand to hand, move until your front edge touches an enemy, corner to \
                 corner.",
                "D3H2-CONT-02",
            ),
            said("You have {pips} PIPs, and all three Blades are one group.", "D3H2-MOVE-02"),
        ],
        goal: "Move at least one Blade into contact with the front of a Warband.",
        by_hand: "Tap or click a Blade, then press “Whole group (3)”. Drag one of the three up to a Warband: close to it, the \
                  ghost snaps into contact, front against front, and the panel tells the chances of the fight. Let go, and \
                  press “Do it”.",
        by_buttons: "In the list, press all three Blades, then “Choose”. Press the button “Into the front of Warband …”.",
        longest: None,
        about: |now| now.own(),
        praise: "Shield against shield!",
        learnt: "Elements whose front edges touch will fight as soon as your moves and the shooting are over.",
        reached: |now| now.battle.on_table(Player::A).any(|id| now.battle.is_in_close_combat(id)),
        goes_on: false,
    },
    Step {
        title: "Fight",
        line: "Roll the dice, and see what becomes of the losers.",
        record: include_str!("../../../../lessons/fight.battle"),
        says: &[
            said(
                "The moves are over, and two of your Blades touch a Warband. In each fight both sides roll a die and add \
                 the factor of their troops; Blades are better at this than Warbands.",
                "D3H2-CC-15",
            ),
            said(
                "The lower total loses. What becomes of the loser depends on the troops: it is pushed back, runs or is \
                 destroyed. With half of the other’s total or less, it is nearly always lost.",
                "D3H2-OUT-02",
            ),
            said(
                "Blade a2 fights nobody itself, but stands at the corner of Warband b1 and hampers it. That is an overlap, \
                 and it takes 1 off the Warband’s total.",
                "D3H2-TACT-14",
            ),
        ],
        goal: "Fight both fights. Which comes first is up to you.",
        by_hand: "Tap or click a highlighted Blade, and press the button of its fight in the panel. It tells the chances: two \
                  dice can fall in 36 ways, and it says in how many of them somebody is lost. Then do the same with the other \
                  Blade.",
        by_buttons: "Press one of the buttons below, then the other. Beside each you see its chances: two dice can fall in 36 \
                     ways, and it says in how many of them somebody is lost.",
        longest: None,
        about: |now| now.fighting(),
        praise: "The dust settles.",
        learnt: "The list below has the dice and both totals of each fight, yours first, and what became of the loser; a winner \
                 that pursues steps forward. Equal totals mostly change nothing. Winning takes good troops, overlaps and a \
                 little luck.",
        reached: |now| {
            let is_over = now.battle.bound() > now.start.bound() || matches!(now.battle.phase(), Phase::Over(_));
            is_over || (now.battle.phase() == Phase::Fighting && now.battle.fights().is_empty())
        },
        goes_on: false,
    },
    Step {
        title: "Shoot",
        line: "Hit them before they reach you.",
        record: include_str!("../../../../lessons/shoot.battle"),
        says: &[
            said(
                "Bows need not touch anybody. They shoot at an enemy in front of them within {range}.",
                "D3H2-SHOOT-03",
            ),
            said(
                "Shooting comes after the moves. Bows that moved more than {short move} in the bound do not shoot in it.",
                "D3H2-SHOOT-23",
            ),
            said("When a second Bow aids the first, the target has 1 less in its total.", "D3H2-SHOOT-28"),
        ],
        goal: "The Warbands are just out of range. Bring the Bows nearer, then shoot at a Warband.",
        by_hand: "Tap or click a highlighted Bow, then press “Whole group (3)”: the Blade comes along. Drag them up by {short \
                  move} and no more; the panel tells how far they go. Press “Do it”, then “End the moves”. Now tap or click a \
                  Bow again, and press one of its shots.",
        by_buttons: "In the list, press both Bows, then “Choose”. Press “Do it” beside “Straight ahead”, where {short move} \
                     stands already. Then press “End the moves”, and press one of the shots.",
        longest: Some(Distance::MoveAndShoot),
        about: |now| now.shooting(),
        praise: "Loosed!",
        learnt: "Shooting seldom destroys, but it pushes holes into the enemy’s line before the fight begins.",
        reached: |now| now.given.iter().any(|order| matches!(order, Order::Shoot { .. })),
        goes_on: false,
    },
    Step {
        title: "Win",
        line: "A small battle against the computer.",
        record: include_str!("../../../../lessons/win.battle"),
        says: &[
            said(
                "Now all of it together. Each bound has three parts: move, shoot, fight. Then comes a bound of the raiders: \
                 the computer gives their orders, and the list below the table shows what they did. Bows shoot, \
                 and elements that touch fight, in the bounds of both sides.",
                "D3H2-SEQ-01",
            ),
            said("A lost element counts what it costs in army points (AP).", "D3H2-WIN-02"),
            said(
                "A side that has lost its share, and more than the other, breaks and runs: you at {ours} AP, the raiders at \
                 {theirs} AP. The bars above the table show the losses.",
                "D3H2-WIN-01",
            ),
        ],
        goal: "Break the raiders.",
        by_hand: "In each bound, tap or click an element, press “Whole group” and drag all of it forward; press “Do it”, then \
                  “End the moves”. Let the Bow shoot when it can. Drag into contact where the panel tells good chances; \
                  overlaps help. If it goes wrong, take orders back or begin again.",
        by_buttons: "In each bound, press the elements that stand together in the list, then “Choose”, and move them straight \
                     ahead; then press “End the moves”. Let the Bow shoot when it can. Move into contact where the chances are \
                     good; overlaps help. If it goes wrong, take orders back or begin again.",
        longest: None,
        about: |_| Members::NONE,
        praise: "The raiders run. The battle is yours!",
        learnt: "That is the whole game: PIPs, groups, contact, fights, shots, and losses that break an army. What is left to \
                 learn is terrain, and what each kind of troops does best.",
        reached: |now| now.battle.winner() == Some(Player::A),
        goes_on: true,
    },
];
