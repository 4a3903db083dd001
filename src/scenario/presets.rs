//! The scenarios that come with the program: the cases of the public format, and situations that people were bitten by.
//!
//! A file says why it is there, what runs and what must come out. The same files are the tests of the engine, so a
//! preset cannot show anything that is not checked. What a preset promises is checked, too (`tests/it/presets.rs`).

/// What a situation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The same effect stands twice at the sink.
    Twice,
    /// Something never comes out, and nothing failed.
    Lost,
    /// State that does not survive, or does not fit the position.
    Forgets,
    /// Entries that run out.
    Ttl,
    /// Waiting for barriers, or not.
    Barriers,
    /// Two-phase commit and who reads it.
    Transactions,
    /// Right, at a price.
    Costs,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Group; 7] =
        [Group::Twice, Group::Lost, Group::Forgets, Group::Ttl, Group::Barriers, Group::Transactions, Group::Costs];
}

/// How a preset's run comes out; where more than one holds, what it is there to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A destination shows an effect more than once.
    Twice,
    /// A destination lacks an effect.
    Lost,
    /// The state inside is not what it should be.
    WrongState,
    /// Everything exactly once.
    Right,
    /// The same, and it took waiting or room.
    Costs,
}

/// A scenario that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its stable name, that of its file: `21-one-crash-two-sinks`.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How it comes out.
    pub outcome: Outcome,
    /// The numbers of its promise, in the order of the words.
    pub numbers: &'static [u64],
    /// Virtual time from which on it is played: shortly before something happens.
    pub start_ms: u64,
}

impl Preset {
    /// The scenario, as text for [`read`](super::read()).
    pub fn json(&self) -> &'static str {
        let place = PRESETS.iter().position(|preset| preset.name == self.name);
        place.map_or("", |place| JSON[place])
    }
}

macro_rules! presets {
    ($($folder:literal $name:literal $group:ident $outcome:ident $numbers:tt $start_ms:literal)+) => {
        /// By group; the first is the one that the page opens on.
        static PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            group: Group::$group,
            outcome: Outcome::$outcome,
            numbers: &$numbers,
            start_ms: $start_ms,
        }),+];

        /// What they say, in the same order. Apart: a list of the presets can do without.
        static JSON: &[&str] = &[$({
            const FILE: &[u8] = include_bytes!(concat!("../../", $folder, "/", $name, ".json"));
            const TEXT: [u8; cut::<0>(FILE).0] = cut(FILE).1;
            match std::str::from_utf8(&TEXT) {
                Ok(text) => text,
                Err(_) => panic!("a scenario is not UTF-8"),
            }
        }),+];
    };
}

presets! {
    "cases"   "21-one-crash-two-sinks"                Twice        Twice      [50]               9_100
    "cases"   "01-append"                             Twice        Twice      [50]               8_400
    "cases"   "02-upsert"                             Twice        Right      [50]               8_400
    "cases"   "05-increment"                          Twice        Twice      [17_600, 11_325]   8_400
    "cases"   "12-no-checkpoint"                      Twice        Twice      [150]              13_000
    "cases"   "24-no-checkpoint-increment"            Twice        Twice      [22_650, 11_325]   13_000
    "cases"   "22-three-partitions"                   Twice        Twice      [141]              8_500
    "stories" "a01-append-crash-at-the-checkpoint"    Twice        Right      [0, 400]           18_000
    "stories" "a01-append-crash-before-the-next"      Twice        Twice      [99]               18_500
    "stories" "a02-commit-every-minute"               Twice        Twice      [2_250]            102_000
    "stories" "a02-upsert-by-id"                      Twice        Right      [2_250]            102_000

    "cases"   "17-transaction-timeout"                Lost         Lost       [600]              598_500
    "stories" "a21-back-in-ten-minutes"               Lost         Right      [7_000]            598_500
    "cases"   "18-state-ahead-of-offset"              Lost         Lost       [50]               8_400
    "stories" "a62-store-ahead"                       Lost         Lost       [10]               3_500
    "cases"   "20-join-buffer-lost"                   Lost         Lost       [4]                0
    "cases"   "19-join-buffer"                        Lost         Right      [4]                0

    "cases"   "06-dedup-in-memory"                    Forgets      WrongState [20]               8_400
    "cases"   "07-dedup-checkpointed"                 Forgets      Twice      [20, 50]           8_400
    "cases"   "23-sum-in-memory"                      Forgets      WrongState [6_275, 11_325]    8_400
    "cases"   "08-offset-ahead-of-state"              Forgets      WrongState [5_170, 11_325]    8_400
    "stories" "a62-store-behind"                      Forgets      Twice      [10]               3_500

    "cases"   "09-ttl-65s"                            Ttl          Twice      [1, 60_000]        0
    "cases"   "10-ttl-59s"                            Ttl          Right      [1, 60_000]        0
    "cases"   "11-ttl-boundary"                       Ttl          Twice      [1, 60_000]        0
    "cases"   "25-ttl-backoff-create"                 Ttl          Twice      [2, 1]             0
    "cases"   "26-ttl-backoff-read"                   Ttl          Right      [3]                0
    "stories" "a57-5-s-first-sight"                   Ttl          Twice      [5, 2]             0
    "stories" "a57-127-001-ms-first-sight"            Ttl          Right      [7]                0
    "stories" "a60-first-sight"                       Ttl          Twice      [3, 2]             0
    "stories" "a60-every-sight"                       Ttl          Twice      [1, 4]             0
    "stories" "a65-down-for-two-hours"                Ttl          Twice      [300]              297_000
    "stories" "a65-down-for-ten-seconds"              Ttl          Right      [300]              297_000

    "cases"   "13-alignment-exactly-once"             Barriers     Right      [4_010]            9_000
    "cases"   "14-alignment-skipped"                  Barriers     WrongState [201]              9_000
    "cases"   "15-unaligned"                          Barriers     Right      [200]              9_000
    "stories" "a32-one-input"                         Barriers     Right      [1_000]            9_000

    "cases"   "03-two-phase"                          Transactions Right      [50, 150]          8_400
    "cases"   "04-two-phase-read-uncommitted"         Transactions Twice      [50]               8_400
    "stories" "a24-read-uncommitted"                  Transactions Twice      [450, 400]         18_500
    "cases"   "16-crash-before-commit"                Transactions Right      [150]              8_400
    "stories" "a30-commit-on-restore"                 Transactions Right      [8_000]            68_500
    "stories" "a21-last-moment"                       Transactions Right      [1_437_000, 7_000] 598_500
    "stories" "a21-one-millisecond-late"              Transactions Lost       [1_437_001, 600]   598_500

    "cases"   "27-fast-waits-for-slow"                Costs        Costs      [3_000, 3_150]     2_500
    "cases"   "28-fast-does-not-wait"                 Costs        Costs      [150, 31]          2_500
    "stories" "a33-unaligned"                         Costs        Costs      [200_000]          9_000
    "stories" "a36-no-pause"                          Costs        Costs      [4]                58_000
    "stories" "a36-pause-of-30-s"                     Costs        Costs      [30_000]           58_000
    "stories" "a52-a-minute-for-ever"                 Costs        Costs      [48_000]           8_000
    "stories" "a52-a-minute-with-a-ttl"               Costs        Costs      [88, 72]           8_000
    "stories" "a54-full-snapshot"                     Costs        Costs      [6_500, 1_000]     8_500
    "stories" "a54-incremental"                       Costs        Costs      [1_177, 1_000]     8_500
}

/// Cuts the scenario out of a file, without the white space between its parts, while the program is compiled: what is
/// expected and why are no part of the program. Gives the length of the whole and as much of it as there is room for.
const fn cut<const ROOM: usize>(file: &[u8]) -> (usize, [u8; ROOM]) {
    let mut text = [0; ROOM];
    let mut length = 0;
    let (mut i, mut depth, mut in_string, mut within) = (0, 0, false, false);
    while i < file.len() {
        let byte = file[i];
        if !in_string && depth == 1 && byte == b'"' && at(file, i, b"\"scenario\"") {
            i += b"\"scenario\":".len();
            within = true;
            continue;
        }
        if byte == b'"' {
            in_string = !in_string;
        } else if !in_string && matches!(byte, b'{' | b'[') {
            depth += 1;
        } else if !in_string && matches!(byte, b'}' | b']') {
            depth -= 1;
        }
        // An escaped character is no end of a string.
        let bytes = if in_string && byte == b'\\' { 2 } else { 1 };
        let mut k = i;
        while within && k < i + bytes && (in_string || !byte.is_ascii_whitespace()) {
            if length < ROOM {
                text[length] = file[k];
            }
            length += 1;
            k += 1;
        }
        if within && depth == 1 && byte == b'}' && !in_string {
            return (length, text);
        }
        i += bytes;
    }
    panic!("a file has no scenario");
}

/// Whether a word stands there.
const fn at(file: &[u8], from: usize, word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if from + i >= file.len() || file[from + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// All presets; the first is the one that the page opens on.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The preset that has this title: what is edited keeps it.
pub fn preset_titled(title: &str) -> Option<&'static Preset> {
    let says = format!("\"title\":{}", serde_json::Value::from(title));
    PRESETS.iter().find(|preset| !title.is_empty() && preset.json().contains(&says))
}

/// The preset of this name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
