//! The weights of the quick player: whole numbers in a data file, with its version.

use std::sync::LazyLock;

use serde::Deserialize;

/// Declares the weights once, for their names, their meaning and the list of all of them.
macro_rules! weights {
    ($($(#[$meaning:meta])* $name:ident $least:literal $most:literal,)*) => {
        /// The weights by which the quick player compares orders. A unit is a thousandth of what a side may lose before it
        /// breaks; some weights are percentages.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Weights {
            $($(#[$meaning])* pub $name: i32,)*
        }

        impl Weights {
            /// The names of all weights, each with its least and its greatest permitted value.
            pub const ALL: &[(&'static str, i32, i32)] = &[$((stringify!($name), $least, $most),)*];

            /// The values of all weights, in the order of [`Weights::ALL`].
            #[must_use]
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Weights with these values, in the order of [`Weights::ALL`]; values beyond the permitted ones are cut, and
            /// missing ones are as here.
            #[must_use]
            pub fn with_values(&self, values: &[i32]) -> Self {
                let mut values = values.iter();
                Self { $($name: values.next().copied().unwrap_or(self.$name).clamp($least, $most),)* }
            }
        }
    };
}

weights! {
    /// The percentage by which the gains of fights count.
    fight 0 600,
    /// Added for every fight that a move brings about: a player that never attacks never wins.
    bold -200 400,
    /// The expected gain of an overlap.
    overlap 0 200,
    /// The expected loss by an overlap in a fight of its own.
    overlapped 0 200,
    /// The expected gain of an enemy's flank or rear.
    flank 0 500,
    /// The percentage of the worth of an enemy camp or Stronghold that counts as a first guess at its gain.
    storm 0 300,
    /// The least gain for which a contact is made.
    least -100 200,
    /// A step of one BW towards the enemy.
    step 0 60,
    /// The percentage of a gain of the enemy's that counts where an enemy could attack next.
    threat 0 200,
    /// The percentage of its own gain that counts where it could attack next.
    chance 0 200,
    /// The loss of an element that ends with no friend near.
    alone 0 200,
    /// The loss for each BW that an element ends ahead of its army's line.
    apart 0 60,
    /// The percentage of the gain of a shot that counts where it could be shot.
    shoot 0 300,
    /// The percentage of the gain of an enemy's shot that counts where it could be shot.
    shot_at 0 300,
    /// The loss of an element in contact whose flank is open to an enemy.
    exposed 0 200,
    /// The loss of a general above what its element counts.
    general 0 1000,
    /// The least gain for which a general goes into close combat.
    caution 0 500,
    /// The loss of an element that ends in going that hinders it.
    rough 0 100,
    /// The percentage of the danger escaped by which a retreat counts.
    retreat 0 300,
    /// The worth of each friend more than enemies that is near.
    crowd 0 60,
    /// The loss when an element leaves the group in which it stands.
    leave 0 200,
    /// The percentage of the gain of a spell for which PIPs are kept.
    spell 0 400,
    /// Added to a step for every tenth of the break point by which the enemy has lost more.
    hunt 0 60,
    /// The percentage by which it dares more in each bound of a long battle.
    haste 0 50,
    /// The part of the gain of two contacts that are made together that counts, in percent: they cost the PIPs of two moves.
    pincer 0 150,
    /// The percentage of the worth of a camp or of walls that counts for an element that keeps enemies from them.
    guard 0 200,
    /// The first guess at the gain of a second rank for a fight; what is tried is judged exactly.
    support 0 200,
}

/// The bound after which a battle is long.
const LONG: u16 = 20;
/// The greatest percentage by which a player dares more.
const MOST_HASTE: i32 = 500;

impl Weights {
    /// The weights in a bound: in a long battle a player dares more and more, since one that only waits never wins.
    #[must_use]
    pub fn in_bound(&self, bound: u16) -> Self {
        if self.haste == 0 || bound <= LONG {
            return *self;
        }
        let more = (self.haste * i32::from(bound.saturating_sub(LONG))).min(MOST_HASTE);
        let (grown, shrunk) = (|value: i32| value * (100 + more) / 100, |value: i32| value * 100 / (100 + more));
        Self {
            bold: grown(self.bold.max(10)),
            step: grown(self.step.max(2)),
            least: self.least - more / 10,
            threat: shrunk(self.threat),
            shot_at: shrunk(self.shot_at),
            alone: shrunk(self.alone),
            apart: shrunk(self.apart),
            exposed: shrunk(self.exposed),
            crowd: shrunk(self.crowd),
            rough: shrunk(self.rough),
            ..*self
        }
    }
}

/// A file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// The version: another one for any other value.
    pub version: u32,
    /// The way in which the values were found.
    pub provenance: String,
    /// The weights.
    pub weights: Weights,
}

/// The reason why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read as TOML, lacks a weight, or has an unknown one.
    #[error("the weights cannot be read: {0}")]
    Unreadable(#[from] toml::de::Error),
    /// A weight is beyond its limits.
    #[error("the weight “{name}” is not between {least} and {most}")]
    Beyond {
        /// Its name.
        name: &'static str,
        /// The least permitted value.
        least: i32,
        /// The greatest permitted value.
        most: i32,
    },
}

/// The weights of the quick player.
const QUICK: &str = include_str!("../data/quick.toml");

impl WeightsFile {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// When the file cannot be read, or a weight is beyond its limits.
    pub fn read(text: &str) -> Result<Self, WeightsError> {
        let file: Self = toml::from_str(text)?;
        let beyond = |((_, least, most), value): &(&(&'static str, i32, i32), i32)| !(*least..=*most).contains(value);
        match Weights::ALL.iter().zip(file.weights.values()).find(beyond) {
            Some(((name, least, most), _)) => Err(WeightsError::Beyond { name, least: *least, most: *most }),
            None => Ok(file),
        }
    }
}

/// The program's own policies.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The weights of the quick player.
    pub quick: WeightsFile,
}

/// The program's own policies, read once.
///
/// # Errors
/// When the program's own files are not valid, which a test excludes.
pub fn policies() -> Result<&'static Policies, &'static WeightsError> {
    static POLICIES: LazyLock<Result<Policies, WeightsError>> =
        LazyLock::new(|| Ok(Policies { quick: WeightsFile::read(QUICK)? }));
    POLICIES.as_ref()
}
