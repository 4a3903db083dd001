//! The generators that come with the program.

/// Levels, from 1, the easiest.
pub const LEVELS: u8 = 5;

/// A generator: where its questions belong, and its JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    /// From 1, easy, to [`LEVELS`], where two mechanisms are at work together.
    pub level: u8,
    /// The name of the chapter that teaches it.
    pub chapter: &'static str,
    /// Its stable name, that of the file.
    pub name: &'static str,
    /// The data.
    pub json: &'static str,
}

macro_rules! generators {
    ($($level:literal $chapter:literal $name:literal)+) => {
        &[$(Generator {
            level: $level,
            chapter: $chapter,
            name: $name,
            json: include_str!(concat!("generators/", $name, ".json")),
        }),+]
    };
}

/// All of them, from easy to tricky: at least three of each level, so that the next seed can have others.
pub const GENERATORS: &[Generator] = generators! {
    1 "02-saved-together" "resume"
    1 "02-saved-together" "replayed"
    1 "05-not-exactly-once" "upsert-rows"
    2 "02-saved-together" "sum-back"
    2 "01-state-dies" "sum-in-memory"
    2 "05-not-exactly-once" "append-rows"
    2 "03-barriers" "cut"
    2 "06-ttl" "ttl-first-sight"
    3 "01-state-dies" "dedup-in-memory"
    3 "05-not-exactly-once" "balance"
    3 "03-barriers" "overtaken"
    3 "04-offset-alone" "offset-ahead"
    3 "07-judgement" "interval"
    4 "04-offset-alone" "timer"
    4 "03-barriers" "nobody-waits"
    4 "06-ttl" "ttl-every-sight"
    4 "05-not-exactly-once" "transaction-timeout"
    4 "07-judgement" "two-phase-delay"
    4 "08-silent-failures" "culprit"
    5 "04-offset-alone" "ahead-and-dedup"
    5 "06-ttl" "ttl-and-replay"
    5 "05-not-exactly-once" "unfinished-checkpoint"
    5 "08-silent-failures" "all-green"
};
