//! The lines of a battle as they are stored: its orders as a record has them, and what else its players did, which begins
//! with a star. Lines are only ever added: orders that are taken back stay, and a line says that they count no more.

use std::fmt;

use musterfield_battle::Player;
use musterfield_battle::record::{EarlyEnd, words_for_dice};

use super::standing_orders::StandingOrders;
use crate::store::{BattleSide, DecidedBy};

/// The beginning of a line that is no order.
const MARK: &str = "* ";

/// The player of the engine that has a side of the store.
pub(super) const fn player(side: BattleSide) -> Player {
    match side {
        BattleSide::A => Player::A,
        BattleSide::B => Player::B,
    }
}

/// The side of the store that a player of the engine has.
pub(super) const fn side(player: Player) -> BattleSide {
    match player {
        Player::A => BattleSide::A,
        Player::B => BattleSide::B,
    }
}

/// Something that a player did besides giving orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Has taken orders back, or let the other player do so: the battle is again as after the line of this number.
    Back(i64),
    /// Asks the other player whether the battle may be again as after the line of this number.
    AskBack(i64),
    /// Offers a draw.
    AskDraw,
    /// Refuses what the other player has asked, or asks no more.
    No,
    /// Ends the battle.
    End(Ending),
    /// Adds words to the dice.
    Words(String),
    /// Orders for decisions in the other player's bounds.
    Standing(StandingOrders),
    /// Has seen the result, after the end of a battle that plays a game of an event.
    Seen,
    /// Dice that were rolled for orders that were taken back, in a record that was opened.
    Dropped(Vec<u8>),
}

/// The way in which a player ends a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// This player gives up.
    Resign,
    /// Agrees to the draw that the other has offered, or plays both sides.
    Draw,
    /// The other player has taken longer than was agreed.
    Late,
}

impl Said {
    /// Reads a line; `None` if it is an order.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let said = line.strip_prefix(MARK)?;
        let (word, rest) = said.split_once(' ').unwrap_or((said, ""));
        match (word, rest) {
            ("back", to) => to.parse().ok().map(Self::Back),
            ("ask", "draw") => Some(Self::AskDraw),
            ("ask", back) => back.strip_prefix("back ").and_then(|to| to.parse().ok()).map(Self::AskBack),
            ("no", _) => Some(Self::No),
            ("resign", _) => Some(Self::End(Ending::Resign)),
            ("draw", _) => Some(Self::End(Ending::Draw)),
            ("seen", _) => Some(Self::Seen),
            ("late", _) => Some(Self::End(Ending::Late)),
            ("words", words) => words_for_dice(words).map(|words| Self::Words(words.to_owned())),
            ("dropped", dice) => Some(Self::Dropped(dice.split(' ').filter_map(|die| die.parse().ok()).collect())),
            ("standing", orders) => Some(Self::Standing(StandingOrders::parse(orders))),
            _ => None,
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MARK)?;
        match self {
            Self::Back(to) => write!(f, "back {to}"),
            Self::AskBack(to) => write!(f, "ask back {to}"),
            Self::AskDraw => f.write_str("ask draw"),
            Self::No => f.write_str("no"),
            Self::End(Ending::Resign) => f.write_str("resign"),
            Self::End(Ending::Draw) => f.write_str("draw"),
            Self::End(Ending::Late) => f.write_str("late"),
            Self::Seen => f.write_str("seen"),
            Self::Words(words) => write!(f, "words {words}"),
            Self::Standing(orders) => write!(f, "standing {orders}"),
            Self::Dropped(dice) => {
                f.write_str("dropped")?;
                dice.iter().try_for_each(|die| write!(f, " {die}"))
            }
        }
    }
}

impl Said {
    /// What the player has done, in a sentence without its subject.
    pub(super) const fn in_words(&self) -> &'static str {
        match self {
            Self::Back(_) => "Orders were taken back.",
            Self::AskBack(_) => "Asks to take orders back.",
            Self::AskDraw => "Offers a draw.",
            Self::No => "Refuses, or asks no more.",
            Self::End(Ending::Resign) => "Resigns.",
            Self::End(Ending::Draw) => "Ends the battle without a winner.",
            Self::End(Ending::Late) => "Claims the win: the other side has taken too long.",
            Self::Seen => "Has seen the result.",
            Self::Words(_) => "Adds words to the dice.",
            Self::Standing(_) => "Gives standing orders.",
            Self::Dropped(_) => "Dice were thrown for orders that were taken back.",
        }
    }
}

/// The end of the line of an order that the program gave because nothing else was possible.
pub(super) const FORCED: &str = " # forced";

/// A question that waits for the other player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether the battle may be again as after the line of this number.
    Back(i64),
    /// Whether it is a draw.
    Draw,
}

/// What a visitor may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Back {
    /// Everything after the line of this number, without asking.
    Free(i64),
    /// The same, if the other player allows it: dice were thrown since, or the other player has decided.
    Ask(i64),
}

/// An order that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    /// The number of its line.
    number: i64,
    side: BattleSide,
    dice: Vec<u8>,
    /// The dice that were thrown before it for orders that were taken back.
    dropped: Vec<u8>,
    /// Whether it was given because nothing else was possible.
    is_forced: bool,
}

/// Everything that follows from the lines of a battle, except the state of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    lines: i64,
    kept: Vec<Kept>,
    /// The dice that were thrown since the last order that counts.
    dropped: Vec<u8>,
    early: Option<EarlyEnd>,
    words: [String; 2],
    standing: [StandingOrders; 2],
    question: Option<(Player, Question)>,
    /// How often dice were taken back, or decisions of the other player.
    taken_back: usize,
    /// Whether each player has seen the result.
    seen: [bool; 2],
}

impl Log {
    /// Adds a line.
    pub(super) fn add(&mut self, by: BattleSide, line: &str) {
        self.lines += 1;
        let by = player(by);
        match Said::of_line(line) {
            None => {
                self.question = None;
                let dropped = std::mem::take(&mut self.dropped);
                let is_forced = line.ends_with(FORCED);
                self.kept.push(Kept { number: self.lines, side: side(by), dice: dice_of(line), dropped, is_forced });
            }
            Some(Said::Back(to)) => self.take_back(to),
            Some(Said::AskBack(to)) => self.question = Some((by, Question::Back(to))),
            Some(Said::AskDraw) => self.question = Some((by, Question::Draw)),
            Some(Said::No) => self.question = None,
            Some(Said::End(ending)) => {
                self.question = None;
                self.early = Some(match ending {
                    Ending::Resign => EarlyEnd::Resigned(by),
                    Ending::Draw => EarlyEnd::Drawn,
                    Ending::Late => EarlyEnd::Late(by.other()),
                });
            }
            Some(Said::Seen) => *by.of_mut::<bool>(&mut self.seen) = true,
            Some(Said::Dropped(dice)) => self.dropped.extend(dice),
            Some(Said::Words(words)) => *by.of_mut::<String>(&mut self.words) = words,
            Some(Said::Standing(orders)) => *by.of_mut::<StandingOrders>(&mut self.standing) = orders,
        }
    }

    fn take_back(&mut self, to: i64) {
        self.question = None;
        let stay = self.kept.partition_point(|kept| kept.number <= to);
        let gone: Vec<Kept> = self.kept.drain(stay..).collect();
        let decided: Vec<BattleSide> = gone.iter().filter(|kept| !kept.is_forced).map(|kept| kept.side).collect();
        let sides_differ = decided.iter().any(|side| decided.first() != Some(side));
        let mut dropped: Vec<u8> = gone.into_iter().flat_map(|kept| [kept.dropped, kept.dice]).flatten().collect();
        self.taken_back += usize::from(sides_differ || !dropped.is_empty());
        dropped.append(&mut self.dropped);
        self.dropped = dropped;
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> i64 {
        self.lines
    }

    /// The number of orders that count.
    pub(super) fn orders(&self) -> usize {
        self.kept.len()
    }

    /// The number of the line of an order, by its position among those that count.
    pub(super) fn number(&self, at: usize) -> Option<i64> {
        self.kept.get(at).map(|kept| kept.number)
    }

    /// The player who gave an order, by its position among those that count.
    pub(super) fn gave(&self, at: usize) -> Option<Player> {
        self.kept.get(at).map(|kept| player(kept.side))
    }

    /// The dice thrown so far, taken back or not.
    pub(super) fn thrown(&self) -> u64 {
        let kept = self.kept.iter().map(|kept| kept.dice.len() + kept.dropped.len()).sum::<usize>();
        u64::try_from(kept + self.dropped.len()).unwrap_or(u64::MAX)
    }

    /// The dice thrown before an order for orders that were taken back; those after the last one if there is no such
    /// order.
    pub(super) fn dropped_before(&self, at: usize) -> &[u8] {
        self.kept.get(at).map_or(&self.dropped, |kept| &kept.dropped)
    }

    /// The way the players ended the battle, if they did.
    pub(super) fn early(&self) -> Option<EarlyEnd> {
        self.early
    }

    /// Whether each player has seen the result.
    pub(super) fn seen(&self) -> [bool; 2] {
        self.seen
    }

    /// The words that both players have added to the dice.
    pub(super) fn words(&self) -> &[String; 2] {
        &self.words
    }

    /// The standing orders of a player.
    pub(super) fn standing(&self, of: Player) -> StandingOrders {
        *of.of(&self.standing)
    }

    /// The question that waits for an answer, and who has asked it.
    pub(super) fn question(&self) -> Option<(Player, Question)> {
        self.question
    }

    /// How often dice were taken back, or decisions of the other player.
    pub(super) fn taken_back(&self) -> usize {
        self.taken_back
    }

    /// The number of the last order that counts before the order at a position; 0 if there is none.
    fn number_before(&self, at: usize) -> i64 {
        at.checked_sub(1).and_then(|before| self.number(before)).unwrap_or(0)
    }

    /// What a visitor who plays these sides may take back, if anything.
    pub(super) fn back(&self, holds: [bool; 2], by: [DecidedBy; 2]) -> Option<Back> {
        let last_of = |counts: &dyn Fn(BattleSide) -> bool| {
            self.kept.iter().rposition(|kept| !kept.is_forced && counts(kept.side))
        };
        let held = |side: BattleSide| *player(side).of(&holds);
        let of_person = |side: BattleSide| *player(side).of(&by) == DecidedBy::Person;
        if plays_alone(holds, by) {
            return last_of(&of_person).map(|at| Back::Free(self.number_before(at)));
        }
        let own = last_of(&|side| held(side) && of_person(side))?;
        let to = self.number_before(own);
        // Nobody has decided what was forced.
        let mut after = self.kept.iter().skip(own + 1);
        let is_free = self.kept.get(own).is_some_and(|kept| kept.dice.is_empty())
            && after.all(|kept| kept.is_forced && kept.dice.is_empty());
        Some(if is_free { Back::Free(to) } else { Back::Ask(to) })
    }
}

/// Whether a visitor who plays these sides decides for all people in the battle: alone against the computer, or for two
/// at one screen.
pub(super) fn plays_alone(holds: [bool; 2], by: [DecidedBy; 2]) -> bool {
    let mut people = by.into_iter().zip(holds).filter(|(by, _)| *by == DecidedBy::Person).peekable();
    people.peek().is_some() && people.all(|(_, held)| held)
}

/// The dice in the line of an order: `end : 3 -> a has 3 PIPs = 0123456789abcdef`.
fn dice_of(line: &str) -> Vec<u8> {
    let line = line.split(" = ").next().and_then(|line| line.split(" -> ").next()).unwrap_or_default();
    let dice = line.split_once(" : ").map_or("", |(_, dice)| dice);
    dice.split_whitespace().filter_map(|die| die.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: [DecidedBy; 2] = [DecidedBy::Person; 2];
    const COMPUTER: [DecidedBy; 2] = [DecidedBy::Person, DecidedBy::Plain];

    fn log(lines: &[(BattleSide, &str)]) -> Log {
        let mut log = Log::default();
        lines.iter().for_each(|(side, line)| log.add(*side, line));
        log
    }

    #[test]
    fn what_was_said_reads_back() {
        let all = [
            Said::Back(0),
            Said::AskBack(17),
            Said::AskDraw,
            Said::No,
            Said::End(Ending::Resign),
            Said::End(Ending::Draw),
            Said::End(Ending::Late),
            Said::Seen,
            Said::Words("a quiet river".to_owned()),
            Said::Standing(StandingOrders::default()),
            Said::Dropped(vec![2, 5]),
        ];
        for said in all {
            assert_eq!(Said::of_line(&said.to_string()), Some(said));
        }
        for order in ["end : 3 = 0123456789abcdef", "take back a3", "fight a1 b3"] {
            assert_eq!(Said::of_line(order), None);
        }
    }

    #[test]
    fn orders_taken_back_leave_their_dice_behind() {
        use BattleSide::{A, B};
        let mut log = log(&[
            (A, "move a1: ahead 1 = 00"),
            (A, "end = 01"),
            (B, "end : 3 -> b has 3 PIPs = 02"),
            (A, "* ask back 1"),
            (B, "* back 1"),
        ]);
        assert_eq!((log.orders(), log.lines(), log.thrown(), log.taken_back()), (1, 5, 1, 1));
        assert_eq!((log.dropped_before(1), log.question()), (&[3][..], None));
        log.add(A, "fight a1 b2 : 5 2 -> 7 to 4 = 03");
        assert_eq!((log.number(1), log.thrown(), log.dropped_before(1)), (Some(6), 3, &[3][..]));
        log.add(A, "* back 0");
        assert_eq!((log.orders(), log.thrown(), log.dropped_before(0)), (0, 3, &[3, 5, 2][..]));
    }

    #[test]
    fn orders_may_be_taken_back_to_the_last_die_or_the_other_players_decision() {
        use BattleSide::{A, B};
        let lines = [(A, "end : 3 = 00"), (A, "move a1: ahead 1 = 01"), (A, "move a1: ahead 1 = 02")];
        let quiet = log(&lines);
        assert_eq!(quiet.back([true, false], PEOPLE), Some(Back::Free(2)));
        assert_eq!(quiet.back([false, true], PEOPLE), None);
        let rolled = log(&lines[..1]);
        assert_eq!(rolled.back([true, false], PEOPLE), Some(Back::Ask(0)));
        assert_eq!(rolled.back([true, true], PEOPLE), Some(Back::Free(0)));
        assert_eq!(rolled.back([true, false], COMPUTER), Some(Back::Free(0)));
        let answered = log(&[(A, "move a1: ahead 1 = 01"), (B, "recoil 0.5 = 02"), (B, "recoil 0.5 = 03")]);
        assert_eq!(answered.back([true, false], PEOPLE), Some(Back::Ask(0)));
        assert_eq!(answered.back([false, true], PEOPLE), Some(Back::Free(2)));
        assert_eq!(answered.back([true, false], COMPUTER), Some(Back::Free(0)));
        assert_eq!(log(&[]).back([true, true], PEOPLE), None);
        // Ends of parts in which nothing could be done are no decisions.
        let forced = (B, "end = 03 # forced");
        let passed = log(&[(A, "move a1: ahead 1 = 01"), (A, "end = 02"), (A, "end = 03 # forced"), forced]);
        for holds in [[true, false], [true, true]] {
            assert_eq!(passed.back(holds, PEOPLE), Some(Back::Free(1)));
        }
        assert_eq!(passed.back([false, true], PEOPLE), None);
        let mut back = log(&[(A, "move a1: ahead 1 = 01"), (A, "end = 02"), forced]);
        back.add(A, "* back 1");
        assert_eq!((back.orders(), back.taken_back()), (1, 0));
    }

    #[test]
    fn a_question_waits_for_an_answer_or_the_next_order() {
        use BattleSide::{A, B};
        let mut log = log(&[(A, "* ask draw")]);
        assert_eq!(log.question(), Some((Player::A, Question::Draw)));
        log.add(B, "* no");
        assert_eq!(log.question(), None);
        log.add(A, "* ask back 0");
        log.add(B, "end : 3 = 00");
        assert_eq!(log.question(), None);
        log.add(A, "* resign");
        assert_eq!(log.early(), Some(EarlyEnd::Resigned(Player::A)));
        let late = super::tests::log(&[(A, "* late")]);
        assert_eq!(late.early(), Some(EarlyEnd::Late(Player::B)));
    }
}
