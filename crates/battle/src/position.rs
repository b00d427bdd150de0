//! The position of a battle as one number: equal positions have equal keys, in whichever bound they arise. Programs
//! that look ahead recognise by it what they have seen before.
//!
//! The part for the elements is kept while they change. Unlike the digest of a record, a key is written nowhere and
//! means nothing to another version of the program.

use std::hash::{Hash as _, Hasher as _};

use smallvec::SmallVec;

use super::element::Id;
use super::key::Mixer;
use super::state::{Battle, SideState, State};

impl Battle {
    /// The key of the position: everything that changes during the battle except the number of the bound. Two battles
    /// on the same terms whose keys differ are in different positions; two different positions almost never have the
    /// same key.
    #[must_use]
    pub fn position(&self) -> u64 {
        let State {
            elements,
            sides,
            stronghold,
            rivers,
            rough_plough,
            bound,
            player,
            pips,
            phase,
            after,
            aftermath,
            cornered,
            commands,
        } = &self.state;
        let mut mixer = Mixer::of(elements.key());
        // Rules distinguish the first bound of a side from all others, those that arrived in this bound from others,
        // and those that arrived earlier from those that arrived later.
        for side in sides {
            SideState { bounds: side.bounds.min(2), ..*side }.hash(&mut mixer);
        }
        let arrivals = elements.each().iter().zip((0..).map(Id)).map(|(element, id)| (element.arrived, id));
        let mut arrived: SmallVec<[(u16, Id); 8]> = arrivals.filter(|(when, _)| *when > 0).collect();
        arrived.sort_unstable();
        for (when, id) in arrived {
            (id, when == *bound).hash(&mut mixer);
        }
        (stronghold, rivers, rough_plough, player, pips, phase, after, aftermath, cornered).hash(&mut mixer);
        if let Some(commands) = commands {
            commands.hash(&mut mixer);
        }
        mixer.finish()
    }
}
