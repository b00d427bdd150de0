//! A roster in BBCode, the markup of forums.

use std::fmt::Write as _;

use super::plain::IN_NONE;
use super::view::{GroupHead, RosterView, RowView};

/// The army as it is posted in a forum: its name in bold, a list of its elements, where it breaks, and its address.
#[must_use]
pub fn bbcode(view: &RosterView) -> String {
    let verdict = if view.legal { "legal" } else { "not legal" };
    let mut post = format!("[b]{}[/b]\n{} · {} · {verdict}\n", plain(&view.name), view.ruleset.name, view.strength());
    let list = view.list.as_ref().filter(|list| !list.id.is_empty());
    if let Some(list) = list {
        let _ = writeln!(post, "Army list: {}", plain(&list.name));
    }
    if let Some(allies) = view.allied() {
        let _ = writeln!(post, "Allies from {}", plain(&allies));
    }
    for (head, rows) in view.groups() {
        match head {
            GroupHead::Command(command) => {
                let _ = writeln!(post, "\n[b]{}[/b]", plain(&command.title));
            }
            GroupHead::NoCommand => {
                let _ = writeln!(post, "\n[b]{IN_NONE}[/b]");
            }
            GroupHead::Undivided => {}
        }
        post += "[list]\n";
        for (_, row) in rows {
            let _ = writeln!(post, "[*]{}", line(view, row));
        }
        post += "[/list]\n";
    }
    if !view.break_text.is_empty() {
        let _ = writeln!(post, "{}", plain(&view.break_text));
    }
    match (&view.living_url, &view.url) {
        (Some(living), Some(url)) => {
            let _ = writeln!(post, "[url={living}]The army as it is now[/url], [url={url}]this version of it[/url]");
        }
        (living, url) => {
            for url in living.iter().chain(url) {
                let _ = writeln!(post, "[url]{url}[/url]");
            }
        }
    }
    post
}

/// One line of elements: `3 Blades (Bd) “Hearth guard”, Fast, 7.5 AP`.
fn line(view: &RosterView, row: &RowView) -> String {
    let mut line = format!("{} {} ({})", row.count, plain(&row.name), plain(&row.code));
    if !row.label.is_empty() {
        let _ = write!(line, " [i]“{}”[/i]", plain(&row.label));
    }
    for mark in &row.marks {
        let _ = write!(line, ", {mark}");
    }
    if view.in_points() {
        let _ = write!(line, ", {} AP", row.points);
    }
    line
}

/// Text of a player without the brackets that begin a tag: BBCode has no way to write them as text.
fn plain(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}
