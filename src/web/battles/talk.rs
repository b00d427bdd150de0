//! What a battle's page offers besides orders: taking orders back, answers to the other player, the end, the promise of the
//! dice, standing orders.

use musterfield_battle::Player;
use musterfield_battle::record::EarlyEnd;
use time::OffsetDateTime;

use super::clock;
use super::found::FoundBattle;
use super::log::{Back, Question, side};
use super::standing_orders::{Answer, Matter};
use crate::store::DecidedBy;
use crate::web::moment::Moment;

/// The end of a battle.
pub(super) struct Ending {
    /// The name of the winner's army.
    pub winner: Option<String>,
    /// The way it ended, in a sentence.
    pub how: String,
}

/// A question that waits for an answer.
pub(super) struct QuestionView {
    /// The question in a sentence.
    pub text: String,
    /// Whether the visitor may answer it.
    pub may_answer: bool,
    /// Whether the visitor has asked it.
    pub is_own: bool,
}

/// A decision for which orders can be given ahead.
pub(super) struct MatterView {
    /// The name of its field.
    pub name: &'static str,
    pub question: &'static str,
    /// Value, words, and whether it is chosen.
    pub answers: Vec<(&'static str, &'static str, bool)>,
}

/// The promise of the dice.
pub(super) struct PromiseView {
    /// The SHA-256 of the secret.
    pub promise: String,
    /// The words that have been added: the name of the army whose player has done so, and the words.
    pub words: Vec<(String, String)>,
    /// Whether the visitor may still add some.
    pub may_add: bool,
}

/// The time that a side has left for the whole battle.
pub(super) struct TimeLeft {
    /// The name of its army.
    pub name: String,
    /// In words.
    pub left: String,
    /// The same in seconds for the side that decides, whose clock runs.
    pub running: Option<i64>,
}

/// Everything that may be said about a battle besides orders.
pub(super) struct Talk {
    /// Whether the visitor plays a side of a battle that goes on.
    pub speaks: bool,
    /// The label of the button that takes orders back.
    pub back: Option<&'static str>,
    pub question: Option<QuestionView>,
    /// The label of the button that ends the battle without a winner.
    pub draw: &'static str,
    /// When the time of the one who decides is up.
    pub due: Option<Moment>,
    /// The time that each side has left for the whole battle, if there is such a clock.
    pub left: Vec<TimeLeft>,
    /// Whether the visitor may claim the win because the other player has taken too long.
    pub may_claim: bool,
    pub promise: Option<PromiseView>,
    pub matters: Vec<MatterView>,
    /// Whether the visitor plays against somebody who may be elsewhere.
    pub may_be_told: bool,
    /// How often dice or decisions of the other player were taken back.
    pub taken_back: usize,
    /// Whether the players throw the dice.
    pub typed_dice: bool,
    /// Whether the computer plays the other side: it lets everything be taken back.
    pub against_computer: bool,
}

/// The end of a battle, if it is over.
pub(super) fn ending(found: &FoundBattle) -> Option<Ending> {
    let sitting = &found.sitting;
    if !sitting.is_over() {
        return None;
    }
    let name = |player: Player| found.name(player).to_owned();
    let winner = sitting.winner().map(name);
    let how = match sitting.early() {
        None => "The rules decided it.".to_owned(),
        Some(EarlyEnd::Resigned(loser)) => format!("{} resigned.", name(loser)),
        Some(EarlyEnd::Late(loser)) => format!("{} took longer than was agreed.", name(loser)),
        Some(EarlyEnd::Drawn) => "It was ended without a winner.".to_owned(),
    };
    Some(Ending { winner, how })
}

impl Talk {
    /// What may be said about a battle by the visitor who looks at it.
    pub(super) fn new(found: &FoundBattle) -> Self {
        let (stored, log, by) = (&found.stored, found.sitting.log(), found.speaks_for());
        let goes_on = !found.sitting.is_over();
        let speaks = by.is_some() && goes_on;
        let alone = found.plays_alone();
        let due = stored.terms.due().filter(|_| goes_on);
        let is_up = due.is_some_and(|due| due <= OffsetDateTime::now_utc());
        let two_people = stored.by == [DecidedBy::Person; 2];
        Self {
            speaks,
            back: log.back(stored.holds, stored.by).filter(|_| speaks).map(|back| match back {
                Back::Free(_) => "Take the last order back",
                Back::Ask(_) => "Ask to take the last order back",
            }),
            question: log.question().filter(|_| goes_on).map(|(asker, question)| QuestionView {
                text: question_text(found, asker, question),
                may_answer: by.is_some_and(|by| by != asker || alone),
                is_own: by == Some(asker) && !alone,
            }),
            draw: if alone { "End it without a winner" } else { "Offer a draw" },
            may_claim: speaks && is_up && by.map(Player::other) == found.decides() && !alone,
            due: due.map(Moment::from),
            left: if goes_on { left(found) } else { Vec::new() },
            promise: promise(found, by.filter(|_| speaks)),
            matters: match by {
                Some(by) if speaks && two_people && !alone => {
                    let due = Matter::ALL.into_iter().filter(|matter| matter.comes_up_in(found.sitting.battle()));
                    due.map(|matter| matter_view(found, by, matter)).collect()
                }
                _ => Vec::new(),
            },
            may_be_told: speaks && two_people && !alone,
            taken_back: log.taken_back(),
            typed_dice: found.has_typed_dice(),
            against_computer: speaks && stored.by.contains(&DecidedBy::Plain),
        }
    }
}

/// The time that each side has left for the whole battle, if there is such a clock.
fn left(found: &FoundBattle) -> Vec<TimeLeft> {
    let now = OffsetDateTime::now_utc();
    let of = |player: Player| {
        let left = found.stored.terms.left(side(player), now)?;
        let running = (found.decides() == Some(player)).then_some(left.whole_seconds());
        Some(TimeLeft { name: found.name(player).to_owned(), left: clock::in_words(left), running })
    };
    Player::ALL.into_iter().filter_map(of).collect()
}

fn question_text(found: &FoundBattle, asker: Player, question: Question) -> String {
    let name = found.name(asker);
    match question {
        Question::Draw => format!("{name} offers a draw."),
        Question::Back(to) => {
            let log = found.sitting.log();
            let gone = (0..log.orders()).filter(|at| log.number(*at).is_some_and(|number| number > to)).count();
            match gone {
                1 => format!("{name} asks to take the last order back."),
                count => format!("{name} asks to take the last {count} orders back, the other side’s with them."),
            }
        }
    }
}

fn promise(found: &FoundBattle, by: Option<Player>) -> Option<PromiseView> {
    let promised = found.sitting.recorder().head().promised.as_ref()?;
    let log = found.sitting.log();
    let words = Player::ALL.into_iter().zip(log.words()).filter(|(_, words)| !words.is_empty());
    Some(PromiseView {
        promise: promised.promise.to_string(),
        words: words.map(|(player, words)| (found.name(player).to_owned(), words.clone())).collect(),
        may_add: log.thrown() == 0 && by.is_some_and(|by| by.of::<String>(log.words()).is_empty()),
    })
}

fn matter_view(found: &FoundBattle, by: Player, matter: Matter) -> MatterView {
    let given = found.sitting.log().standing(by).answer(matter);
    let view = |(answer, words): &(Answer, &'static str)| (answer.as_str(), *words, *answer == given);
    MatterView {
        name: matter.as_str(),
        question: matter.question(),
        answers: matter.answers().iter().map(view).collect(),
    }
}
