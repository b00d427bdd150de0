//! Which phase may follow an order, in each game.

use super::game::{Book, Game};
use super::reading::Order;

/// The phases that may come after an order in a phase; none if the order does not belong there.
pub(super) fn after(game: &Game, order: &Order, from: &str, big: bool) -> &'static [&'static str] {
    match game.book {
        Book::Dba3 => dba3(order, from, big),
        Book::Hott => hott(order, from),
        _ => d3h2(order, from),
    }
}

fn d3h2(order: &Order, from: &str) -> &'static [&'static str] {
    match (order, from) {
        (Order::Edge(_), "edges") => &["camp"],
        (Order::Camp, "camp") => &["camp", "deployment"],
        (Order::Place(_) | Order::Garrison(_) | Order::TakeBack | Order::Reserve, "deployment") => &["deployment"],
        (Order::End, "deployment") => &["deployment", "landing", "summoning"],
        (Order::Land(_) | Order::End, "landing") => &["summoning"],
        (Order::End, "camp") => &["camp", "deployment"],
        (Order::Summon(_) | Order::Free(_), "summoning") => &["summoning"],
        (Order::Move(..) | Order::Dismount(_), "summoning" | "moving") => &["moving"],
        (Order::Engage(_), "summoning") => &["summoning", "moving"],
        (Order::Engage(_), "moving") => &["moving"],
        (Order::End, "summoning" | "moving") => &["shooting"],
        (Order::Shoot(..) | Order::Bespell(..), "shooting") => &["shooting", "answering", "recoiling", "returning"],
        (Order::Shoot(..) | Order::End, "answering") => &["shooting", "answering", "recoiling", "returning"],
        (Order::End, "shooting") => &["fighting"],
        (Order::Fight(..), "fighting") => &["fighting", "recoiling", "returning"],
        (Order::End, "fighting") => &["landing", "summoning", "over"],
        (Order::Recoil(_), "recoiling") | (Order::Return | Order::End, "returning") => {
            &["fighting", "shooting", "recoiling", "returning", "summoning", "over"]
        }
        _ => &[],
    }
}

/// In DBA 3.0 nobody is summoned, and a revolt comes before the moves; in Big Battles commands are dealt dice, held in place, and led by one who may add.
fn dba3(order: &Order, from: &str, big: bool) -> &'static [&'static str] {
    match (order, from) {
        (Order::Edge(_), "edges") if big => &["allotting"],
        (Order::Allot, "allotting") => &["allotting", "camp"],
        (Order::Edge(_), "edges") => &["camp"],
        (Order::Camp | Order::End, "camp") => &["camp", "deployment"],
        (Order::Place(_) | Order::Garrison(_) | Order::TakeBack | Order::Reserve, "deployment") => &["deployment"],
        (Order::End, "deployment") => &["deployment", "landing", "holding", "summoning"],
        (Order::Land(_) | Order::End, "landing") => &["summoning"],
        (Order::Hold(_), "holding") if big => &["holding"],
        (Order::End, "holding") if big => &["summoning"],
        (Order::Revolt, "summoning") => &["summoning"],
        (Order::Move(..), "summoning" | "moving") => &["moving", "conforming"],
        (Order::Conform | Order::End, "conforming") => &["moving"],
        (Order::Dismount(_) | Order::Pass(_), "summoning" | "moving") => &["moving"],
        (Order::End, "summoning" | "moving") => &["shooting"],
        (Order::Shoot(..), "shooting") if big => &["shooting", "answering", "recoiling", "adding"],
        (Order::Shoot(..), "shooting") => &["shooting", "answering", "recoiling"],
        (Order::Shoot(..) | Order::End, "answering") if big => &["shooting", "answering", "recoiling", "adding"],
        (Order::Shoot(..) | Order::End, "answering") => &["shooting", "answering", "recoiling"],
        (Order::End, "shooting") => &["fighting"],
        (Order::Fight(..), "fighting") if big => &["fighting", "recoiling", "adding"],
        (Order::Fight(..), "fighting") => &["fighting", "recoiling"],
        (Order::Add | Order::End, "adding") if big => &["shooting", "fighting", "recoiling", "adding"],
        (Order::End, "fighting") if big => &["landing", "holding", "summoning", "over"],
        (Order::End, "fighting") => &["landing", "summoning", "over"],
        (Order::Recoil(_), "recoiling") => &["fighting", "shooting", "recoiling"],
        _ => &[],
    }
}

/// In HOTT 2.5 spells come before all shots, and each side shoots in its turn.
fn hott(order: &Order, from: &str) -> &'static [&'static str] {
    match (order, from) {
        (Order::Edge(_), "edges") => &["camp", "deployment"],
        (Order::Camp | Order::End, "camp") => &["deployment"],
        (Order::Place(_) | Order::TakeBack, "deployment") => &["deployment"],
        (Order::End, "deployment") => &["deployment", "summoning"],
        (Order::Summon(_) | Order::Free(_), "summoning") => &["summoning"],
        (Order::Move(..), "summoning" | "moving") => &["moving"],
        (Order::Engage(_), "summoning") => &["summoning", "moving"],
        (Order::Engage(_), "moving") => &["moving"],
        (Order::End, "summoning" | "moving") => &["bespelling"],
        (Order::Bespell(..), "bespelling") => &["bespelling", "recoiling", "returning"],
        (Order::End, "bespelling") => &["shooting"],
        (Order::Shoot(..), "shooting") => &["shooting", "recoiling", "returning"],
        (Order::End, "shooting") => &["shooting-back"],
        (Order::Shoot(..), "shooting-back") => &["shooting-back", "recoiling", "returning"],
        (Order::End, "shooting-back") => &["fighting"],
        (Order::Fight(..), "fighting") => &["fighting", "recoiling", "returning"],
        (Order::End, "fighting") => &["summoning", "over"],
        (Order::Recoil(_), "recoiling") | (Order::Return | Order::End, "returning") => {
            &["fighting", "shooting", "shooting-back", "bespelling", "recoiling", "returning", "summoning"]
        }
        _ => &[],
    }
}
