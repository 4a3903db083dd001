//! The cards: the deck, when a card is due, and the files that go out and come in.

use std::collections::BTreeSet;

use barrierscope::learn::cards::{
    CARDS, Card, Cards, Counts, Expected, ImportError, Rating, Reviews, Stage, Subject, anki, card_spec,
};
use barrierscope::learn::{LESSONS, Span, rule_sources};
use barrierscope::text::learn::ENGLISH;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
/// A day in 2026.
const NOW: u64 = 1_780_000_000_000;

fn cards() -> Cards<'static> {
    Cards::new(ENGLISH.cards, &ENGLISH.tongue).expect("the words of the cards")
}

pub(super) fn deck() -> Vec<Card> {
    cards().open_all().unwrap_or_else(|fault| panic!("{fault}"))
}

pub(super) fn subject() -> Subject {
    cards().subject().unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn every_chapter_has_three_cards_and_an_example_that_lives() {
    let deck = deck();
    assert!(deck.len() >= 27);
    let ids: BTreeSet<&str> = CARDS.iter().map(|c| c.id).collect();
    assert_eq!(ids.len(), CARDS.len());
    for lesson in LESSONS {
        let of: Vec<&Card> = deck.iter().filter(|c| c.spec.chapter == lesson.name).collect();
        assert!(of.len() >= 3, "{}: {} cards", lesson.name, of.len());
        let live = of.iter().filter(|c| {
            let numbers = c.question.spans().chain(c.answer.spans());
            c.play.is_some() && numbers.filter(|s| matches!(s, Span::Number(..))).count() >= 2
        });
        assert!(live.count() >= 2, "{}: examples", lesson.name);
    }
    for card in &deck {
        let id = card.spec.id;
        assert!(id.starts_with(&format!("{}.", card.spec.chapter)));
        assert!(card.question.plain().ends_with('?'), "{id}");
        for rule in card.answer.spans().filter_map(|s| if let Span::Rule(r) = s { Some(r) } else { None }) {
            assert!(!rule_sources(rule).is_empty(), "{id}: {rule} has no source");
        }
        assert!(card.claims.all().iter().all(|c| c.value == c.expected), "{id}: {:?}", card.claims);
        let spoken = format!("{}\n{}", card.question.plain(), card.answer.plain());
        assert!(spoken.len() < 400, "{id} is long: {}", spoken.len());
    }
    assert_eq!(subject().intuition.plain().matches(['.', '?', '!']).count(), 1);
}

#[test]
fn ratings_lead_to_longer_and_shorter_intervals() {
    let mut reviews = Reviews::default();
    let id = CARDS[0].id;
    assert_eq!(reviews.counts(None, NOW), Counts { new: CARDS.len(), due: 0, later: 0 });
    assert_eq!(reviews.next(None, NOW).map(|c| c.id), Some(id));
    let [again, hard, good, easy] = reviews.intervals(id, NOW);
    assert!(again < hard && hard < good && good < easy, "{again} {hard} {good} {easy}");
    assert!(again <= 5 * MINUTE && easy >= DAY);
    let memory = *reviews.rate(id, Rating::Good, NOW).expect("a card");
    assert_eq!((memory.stage, memory.due_ms, memory.reps), (Stage::Learning, NOW + good, 1));
    assert_eq!(reviews.counts(None, NOW), Counts { new: CARDS.len() - 1, due: 0, later: 1 });
    assert_eq!(reviews.next_due(None, NOW), Some(NOW + good));
    assert_eq!(reviews.next(None, NOW).map(|c| c.id), Some(CARDS[1].id), "a new one, while the first is not due");
    assert_eq!(reviews.next(None, NOW + good).map(|c| c.id), Some(id), "what is due goes before what is new");
    // Known each time it is due: the intervals grow. Then forgotten.
    let mut last = 0;
    for _ in 0..5 {
        let due = reviews.of(id).expect("a memory").due_ms;
        let memory = *reviews.rate(id, Rating::Good, due).expect("a card");
        assert!(memory.due_ms - due > last && memory.stage == Stage::Review, "{memory:?}");
        last = memory.due_ms - due;
    }
    assert!(last > 20 * DAY, "{last}");
    let before = *reviews.of(id).expect("a memory");
    let memory = *reviews.rate(id, Rating::Again, before.due_ms).expect("a card");
    assert_eq!((memory.stage, memory.lapses), (Stage::Relearning, 1));
    assert!(memory.stability < before.stability && memory.difficulty > before.difficulty);
    assert!(reviews.rate("no.such", Rating::Good, NOW).is_none());
}

#[test]
fn a_chapter_is_counted_and_asked_by_itself() {
    let mut reviews = Reviews::default();
    for lesson in LESSONS {
        let chapter = Some(lesson.name);
        let of: Vec<&str> = CARDS.iter().filter(|c| c.chapter == lesson.name).map(|c| c.id).collect();
        assert_eq!(reviews.counts(chapter, NOW), Counts { new: of.len(), due: 0, later: 0 });
        for id in &of {
            assert_eq!(reviews.next(chapter, NOW).map(|c| c.id), Some(*id));
            reviews.rate(id, Rating::Easy, NOW);
        }
        assert_eq!(reviews.next(chapter, NOW), None);
        assert_eq!(reviews.counts(chapter, NOW), Counts { new: 0, due: 0, later: of.len() });
        assert_eq!(reviews.next_due(chapter, NOW), Some(NOW + 15 * DAY));
        assert_eq!(reviews.next(chapter, NOW + 15 * DAY).map(|c| c.id), Some(of[0]));
    }
    assert_eq!(reviews.counts(Some("no such chapter"), NOW), Counts::default());
}

#[test]
fn every_chapter_in_three_texts_is_what_the_chapter_says() {
    for chapter in super::chapters() {
        let name = &chapter.name;
        let of = Subject::of_chapter(name, (ENGLISH.chapter)(name), &ENGLISH.tongue).unwrap_or_else(|f| panic!("{f}"));
        assert_eq!(of.intuition.plain(), chapter.intuition.plain());
        assert_eq!(of.hook.plain(), chapter.hook.plain());
        assert_eq!(of.example.plain(), chapter.example.plain());
        assert_eq!(of.intuition.plain().matches(['.', '?', '!']).count(), 1, "{name}: one sentence");
    }
}

#[test]
fn the_first_intervals_are_those_of_the_published_weights() {
    // FSRS-5: the first stability is the weight of the rating, and Easy is due after it.
    for (rating, stability) in Rating::ALL.into_iter().zip([4_072, 11_829, 31_262, 154_722]) {
        let mut reviews = Reviews::default();
        assert_eq!(reviews.rate(CARDS[0].id, rating, NOW).map(|m| m.stability), Some(stability), "{rating:?}");
    }
    let mut reviews = Reviews::default();
    assert_eq!(reviews.rate(CARDS[0].id, Rating::Easy, NOW).map(|m| m.due_ms - NOW), Some(15 * DAY));
}

#[test]
fn any_clock_will_do() {
    for now in [0, 1, NOW, u64::MAX / 2, u64::MAX] {
        let mut reviews = Reviews::default();
        for (card, later) in CARDS.iter().cycle().zip([0, u64::MAX, 0, DAY, NOW].into_iter().cycle()).take(300) {
            for rating in Rating::ALL {
                reviews.rate(card.id, rating, now.saturating_add(later));
            }
            let _ = (
                reviews.counts(None, now),
                reviews.intervals(card.id, later),
                reviews.next(None, now),
                reviews.next_due(None, now),
            );
        }
        assert_eq!(Reviews::from_json(&reviews.to_json()), Ok(reviews));
    }
}

#[test]
fn reviews_survive_being_written_and_read() {
    let mut reviews = Reviews::default();
    for (i, card) in CARDS.iter().enumerate() {
        for n in 0..i as u64 % 7 {
            reviews.rate(card.id, Rating::ALL[(i + n as usize) % 4], NOW + n * DAY);
        }
    }
    let json = reviews.to_json();
    let again = Reviews::from_json(&json).expect("what was written");
    assert_eq!(again, reviews);
    assert_eq!(again.to_json(), json);
    assert_eq!(Reviews::from_json(&Reviews::default().to_json()), Ok(Reviews::default()));
    // A card that this deck does not have, as of a newer one, is kept and not counted.
    let other = json.replace(CARDS[1].id, "10-more.new");
    let other = Reviews::from_json(&other).expect("a newer deck");
    assert!(other.of("10-more.new").is_some() && other.to_json().contains("10-more.new"));
    assert_eq!(other.counts(None, NOW).new, reviews.counts(None, NOW).new + 1);
}

#[test]
fn a_file_that_is_wrong_is_refused_with_what_to_do() {
    let mut reviews = Reviews::default();
    reviews.rate(CARDS[0].id, Rating::Good, NOW);
    let good = reviews.to_json();
    let refused = |json: &str| Reviews::from_json(json).expect_err(json);
    assert_eq!(refused(""), ImportError::NotJson { line: 1, column: 0 });
    assert!(matches!(refused(&good[..good.len() / 2]), ImportError::NotJson { line: 1, .. }));
    for other in
        ["3", "[]", "{}", r#"{"cards":{}}"#, r#"{"barrierscope_cards":1}"#, r#"{"barrierscope_cards":1,"cards":[]}"#]
    {
        assert_eq!(refused(other), ImportError::NotCards, "{other}");
    }
    assert_eq!(refused(r#"{"barrierscope_cards":2,"cards":{}}"#), ImportError::Version(2));
    let card = |field, expected| ImportError::Card { card: CARDS[0].id.to_owned(), field, expected };
    let bad = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        refused(&good.replace(from, to))
    };
    assert!(matches!(bad(r#""stage":"learning""#, r#""stage":"new""#), ImportError::Card { field: "stage", .. }));
    assert_eq!(bad(r#""reps":1"#, r#""reps":0"#), card("reps", Expected::Number(1, 1_000_000)));
    assert!(matches!(bad(r#""due":"#, r#""due":-"#), ImportError::Card { field: "due", .. }));
    assert!(matches!(bad(r#""stability":31262"#, r#""stability":1e99"#), ImportError::Card { field: "stability", .. }));
    assert!(matches!(bad(r#""difficulty":"#, r#""difficult":"#), ImportError::Card { field: "difficulty", .. }));
    let many: Vec<String> = (0..3_000).map(|i| format!(r#""c{i}":1"#)).collect();
    let many = format!(r#"{{"barrierscope_cards":1,"cards":{{{}}}}}"#, many.join(","));
    assert_eq!(refused(&many), ImportError::TooMany { found: 3_000, most: 2_000 });
    for error in [
        refused(""),
        refused("{}"),
        refused(r#"{"barrierscope_cards":2,"cards":{}}"#),
        refused(&many),
        bad(r#""reps":1"#, r#""reps":0"#),
    ] {
        let said = (ENGLISH.import_error)(&error);
        assert!(said.ends_with('.') && said.len() > 40, "{said}");
    }
    let said = (ENGLISH.import_error)(&bad(r#""reps":1"#, r#""reps":0"#));
    assert!(said.contains(CARDS[0].id) && said.contains("`reps`") && said.contains("from 1 to 1000000"), "{said}");
}

/// Takes a file apart as Anki does: tabs between fields, quotes round a field that has them doubled inside.
fn fields(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let row = rows.last_mut().expect("a row");
        let field = row.last_mut().expect("a field");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            '\t' if !quoted => row.push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            c => field.push(c),
        }
    }
    assert!(!quoted, "a quote is left open");
    rows.retain(|row| row.iter().any(|f| !f.is_empty()));
    rows
}

#[test]
fn the_file_for_anki_is_well_formed() {
    let mut deck = deck();
    let awkward = "#1\tsays \"no\"\n<b>\u{e9}";
    deck[0].question.0 = vec![vec![Span::Text(awkward.to_owned())]];
    let file = anki(&deck, &cards().name().expect("a name"));
    let head: Vec<&str> = file.lines().take_while(|l| l.starts_with('#')).collect();
    assert_eq!(
        head,
        [
            "#separator:tab",
            "#html:false",
            "#notetype:Basic",
            "#deck:Barrierscope",
            "#guid column:1",
            "#columns:Guid\tFront\tBack\tTags",
            "#tags column:4"
        ]
    );
    let rows = fields(&file.lines().skip(head.len()).collect::<Vec<_>>().join("\n"));
    assert_eq!(rows.len(), deck.len());
    for (row, card) in rows.iter().zip(&deck) {
        let [guid, front, back, tag] = row.as_slice() else { panic!("{} fields: {row:?}", row.len()) };
        assert_eq!(*guid, format!("barrierscope.{}", card.spec.id));
        assert_eq!((front, back), (&card.question.plain(), &card.answer.plain()));
        assert!(!back.contains('{') && !tag.contains(' ') && tag == card.spec.chapter);
    }
    assert_eq!(rows[0][1], awkward);
}

#[test]
fn a_card_opens_by_itself() {
    let spec = card_spec("02-saved-together.early").expect("a card");
    let card = cards().open(spec).expect("a card");
    assert!(card.claims.all().len() <= 3, "only what it says: {:?}", card.claims);
    assert!(card.answer.plain().contains("11,425") || card.answer.plain().contains("11425"), "{}", card.answer.plain());
    assert!(card_spec("none").is_none());
}
