//! The deck: three cards or more of each chapter.

/// A card: where it belongs, and what it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardSpec {
    /// Its stable name, `CHAPTER.CARD`.
    pub id: &'static str,
    /// The name of its chapter.
    pub chapter: &'static str,
    /// A run of the chapter to play with the answer: its name, and the moments from and to.
    pub play: Option<(&'static str, &'static str, &'static str)>,
}

macro_rules! deck {
    ($($chapter:literal { $($card:literal $(= $run:literal, $from:literal, $to:literal)?;)+ })+) => {
        &[$($(CardSpec {
            id: concat!($chapter, ".", $card),
            chapter: $chapter,
            play: deck!(@play $($run, $from, $to)?),
        }),+),+]
    };
    (@play) => { None };
    (@play $run:literal, $from:literal, $to:literal) => { Some(($run, $from, $to)) };
}

/// All cards, in the order of the course.
pub const CARDS: &[CardSpec] = deck! {
    "01-state-dies" {
        "gone";
        "sum" = "sum", "crash 1 - 2", "end";
        "start" = "blank", "crash 1 - 2", "end";
    }
    "02-saved-together" {
        "unit";
        "offset" = "trace", "crash 1 - 1", "restart 1 + 3";
        "early" = "early", "crash 1 - 1", "written out 102 2";
    }
    "03-barriers" {
        "barrier";
        "wait" = "aligned", "trigger 1", "complete 1";
        "skip" = "skipped", "trigger 1", "end";
    }
    "04-offset-alone" {
        "alone";
        "gap" = "ahead", "crash 1 - 1", "end";
        "timer" = "timer", "crash 1 - 12", "end";
    }
    "05-not-exactly-once" {
        "inside" = "append", "crash 1 - 6", "end";
        "two" = "two", "crash 1 - 1", "end";
        "timeout" = "late", "complete 2 - 4", "end";
    }
    "06-ttl" {
        "growth" = "ever", "trigger 3 - 4", "complete 5";
        "edge" = "edge", "start", "end";
        "idle" = "first", "start", "end";
    }
    "07-judgement" {
        "interval" = "ten", "crash 1 - 6", "end";
        "enough" = "simple", "restart 1 - 1", "end";
        "margin" = "p99", "start", "end";
    }
    "08-silent-failures" {
        "green" = "ahead", "crash 1 - 2", "end";
        "compare";
        "ttl" = "ttl", "read orders 1 - 2", "end";
    }
    "09-engines" {
        "unaligned" = "fast", "trigger 1 - 2", "complete 1";
        "reader" = "dirty", "crash 1 - 6", "end";
        "streams";
    }
};

/// The card of this name.
pub fn card_spec(id: &str) -> Option<&'static CardSpec> {
    CARDS.iter().find(|card| card.id == id)
}
