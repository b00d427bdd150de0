//! The record of a battle from its lines alone: what a replay reads, and what is left of a battle that the present rules play
//! differently.

use musterfield_battle::Player;

use super::log::Log;
use crate::store::{BattleOrder, DiceSecret};

/// The lines of a battle, and which of them count.
pub(super) struct StoredRecord<'l> {
    lines: &'l [BattleOrder],
    log: Log,
}

impl<'l> StoredRecord<'l> {
    pub(super) fn new(lines: &'l [BattleOrder]) -> Self {
        let mut log = Log::default();
        lines.iter().for_each(|line| log.add(line.side, &line.line));
        Self { lines, log }
    }

    /// Everything that follows from the lines, except the state of the table.
    pub(super) fn into_log(self) -> Log {
        self.log
    }

    /// The lines of a record for each order that counts: that of dice that were taken back before it, and its own with
    /// whatever stands behind it.
    pub(super) fn orders(&self) -> impl Iterator<Item = String> {
        (0..self.log.orders()).map(|at| {
            let number = self.log.number(at).and_then(|number| usize::try_from(number - 1).ok());
            let line = number.and_then(|number| self.lines.get(number)).map_or("", |line| &line.line);
            taken_back(self.log.dropped_before(at)) + line + "\n"
        })
    }

    /// The whole record behind this head, without anything that is for this program alone. The secret of the dice is
    /// added where it may be known.
    pub(super) fn text(&self, head: &str, secret: Option<&DiceSecret>) -> String {
        let mut text = String::new();
        for line in head.lines() {
            text = text + line + "\n";
            if line.starts_with("dice promised ") {
                let words = Player::ALL.into_iter().zip(self.log.words()).filter(|(_, words)| !words.is_empty());
                words.for_each(|(player, words)| text += &format!("dice word {player} {words}\n"));
                if let Some(secret) = secret {
                    let digits: String = secret.expose().iter().map(|byte| format!("{byte:02x}")).collect();
                    text += &format!("dice secret {digits}\n");
                }
            }
        }
        let bare = |line: &str| line.split(" # ").next().unwrap_or_default().trim_end().to_owned() + "\n";
        self.orders().for_each(|order| order.lines().for_each(|line| text += &bare(line)));
        text + &taken_back(self.log.dropped_before(self.log.orders()))
    }
}

/// The line of a record about dice of orders that were taken back; empty if there are none.
fn taken_back(dice: &[u8]) -> String {
    if dice.is_empty() {
        return String::new();
    }
    dice.iter().fold("taken back :".to_owned(), |line, die| format!("{line} {die}")) + "\n"
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::store::BattleSide;

    #[test]
    fn a_stored_record_has_what_a_replay_needs_and_nothing_else() {
        let said = [
            "* words hello",
            "end : 3 -> a has 3 PIPs = 01 # because attack 57 -3 12 0",
            "move a1: ahead 1 = 02",
            "* ask draw",
            "* back 2",
            "end = 03 # forced",
            "fight a1 b2 : 5 2 = 04",
            "* back 6",
        ];
        let line = |(at, line): (usize, &&str)| BattleOrder {
            number: i64::try_from(at).unwrap() + 1,
            line: (*line).to_owned(),
            side: BattleSide::A,
            at: OffsetDateTime::UNIX_EPOCH,
        };
        let lines: Vec<BattleOrder> = said.iter().enumerate().map(line).collect();
        let stored = StoredRecord::new(&lines);
        let head = "musterfield-battle/1\nruleset d3h2 1\ndice promised 00\n\n";
        let expected = "musterfield-battle/1\nruleset d3h2 1\ndice promised 00\ndice word a hello\n\n\
                        end : 3 -> a has 3 PIPs = 01\nend = 03\ntaken back : 5 2\n";
        assert_eq!(stored.text(head, None), expected);
        let secret = DiceSecret::random().unwrap();
        let told = stored.text(head, Some(&secret));
        let told = told.lines().find_map(|line| line.strip_prefix("dice secret ")).unwrap();
        assert_eq!(told.len(), 64);
    }
}
