//! The lessons: what they claim, what they ask, where Guide me leads, and how they are written.

mod cards;
mod clerk;
mod guide;
mod language;
mod pointing;
mod predictions;
mod progress;
mod quiz;
mod rules;

use barrierscope::learn::{ANALOGY, Analogy, Chapter, Claims, LESSONS, Span, heading, rule_sources};
use barrierscope::text::learn::ENGLISH;

/// A chapter, worked out.
fn open(name: &str, json: &str) -> Chapter {
    Chapter::open(json, (ENGLISH.chapter)(name), &ENGLISH.tongue).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// All chapters, worked out.
fn chapters() -> Vec<Chapter> {
    LESSONS.iter().map(|lesson| open(lesson.name, lesson.json)).collect()
}

fn analogy() -> Analogy {
    Analogy::open(ANALOGY, ENGLISH.analogy, &ENGLISH.tongue).unwrap_or_else(|fault| panic!("analogy: {fault}"))
}

fn broken(of: &str, claims: &Claims) -> Vec<String> {
    let wrong = claims.all().iter().filter(|c| c.value != c.expected);
    wrong.map(|c| format!("{of}: `{}` is {}, the lesson says {}", c.name, c.value, c.expected)).collect()
}

#[test]
fn every_claim_holds() {
    let mut faults: Vec<String> = chapters().iter().flat_map(|c| broken(&c.name, &c.claims)).collect();
    faults.extend(broken("analogy", &analogy().claims));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_claim_is_used() {
    let mut faults = Vec::new();
    for lesson in LESSONS {
        let words = (ENGLISH.chapter)(lesson.name);
        let chapter = open(lesson.name, lesson.json);
        for claim in chapter.claims.all() {
            let named = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| *w == claim.name).count()
            };
            if !words.contains(&format!("{{{}}}", claim.name)) && named(lesson.json) < 2 {
                faults.push(format!("{}: {}", lesson.name, claim.name));
            }
        }
    }
    assert!(faults.is_empty(), "nothing says or asks:\n{}", faults.join("\n"));
}

#[test]
fn every_chapter_is_complete() {
    for (lesson, chapter) in LESSONS.iter().zip(chapters()) {
        let name = lesson.name;
        assert_eq!(chapter.name, name);
        assert!((3..=6).contains(&chapter.sections.len()), "{name}: {} sections", chapter.sections.len());
        for section in &chapter.sections {
            let asks = chapter.predictions.iter().any(|p| p.section == section.id);
            assert!(!asks || !section.lead.0.is_empty(), "{name}, {}: it asks before it says anything", section.id);
        }
        assert!(chapter.predictions.len() >= 2, "{name}: {} predictions", chapter.predictions.len());
        assert!(chapter.guide.questions.len() >= 2, "{name}: {} questions", chapter.guide.questions.len());
        assert_eq!(chapter.intuition.plain().matches(['.', '?', '!']).count(), 1, "{name}: intuition is one sentence");
        assert!(!chapter.hook.plain().is_empty() && !chapter.example.plain().is_empty(), "{name}");
        let numbers = chapter.example.spans().filter(|s| matches!(s, barrierscope::learn::Span::Number(..)));
        assert!(numbers.count() >= 2, "{name}: the example has numbers of the engine");
        let heading = heading((ENGLISH.chapter)(name)).expect("a heading");
        assert_eq!(heading.title, chapter.title);
        assert!(!heading.intuition.contains('{'), "{name}: the intuition is shown before anything runs");
        for run in chapter.runs() {
            assert!(run.steps() <= 5_000, "{name}: the run {} has {} steps", run.name, run.steps());
        }
        let json: serde_json::Value = serde_json::from_str(lesson.json).expect("a lesson");
        for run in json["runs"].as_object().expect("runs").keys() {
            let used =
                lesson.json.matches(&format!("\"{run}\"")).count() + lesson.json.matches(&format!("\"{run}: ")).count();
            assert!(used >= 2, "{name}: nothing shows the run {run}");
        }
    }
    assert_eq!(LESSONS.len(), 9);
}

#[test]
fn every_rule_can_be_looked_up() {
    let rules = std::fs::read_to_string("docs/model-and-rules.md").expect("the rules");
    let mut faults = Vec::new();
    for chapter in chapters() {
        for rule in chapter.rules() {
            if rule_sources(rule).is_empty() {
                faults.push(format!("{}: {rule} has no source", chapter.name));
            }
            let numbered = rule.split_once('-').is_some_and(|(_, n)| n.parse::<u32>().is_ok());
            if numbered && !rules.contains(&format!("| {rule} |")) {
                faults.push(format!("{}: {rule} is not in docs/model-and-rules.md", chapter.name));
            }
        }
        assert!(!chapter.rules().is_empty(), "{} rests on nothing", chapter.name);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_section_says_what_it_rests_on() {
    let mut faults = Vec::new();
    for chapter in chapters() {
        for section in &chapter.sections {
            let marks = |span: &Span| matches!(span, Span::Rule(_) | Span::Note(_));
            if !section.lead.spans().chain(section.text.spans()).any(marks) {
                faults.push(format!("{}, {}", chapter.name, section.id));
            }
        }
    }
    assert!(faults.is_empty(), "neither a rule, nor our model, nor not settled:\n{}", faults.join("\n"));
}

/// What is not worked out by the run beside it can be looked up.
#[test]
fn every_statement_is_of_the_engine_or_of_a_source() {
    let mut faults = Vec::new();
    for chapter in chapters() {
        for section in &chapter.sections {
            for paragraph in &section.text.0 {
                let rests = |span: &Span| matches!(span, Span::Rule(_) | Span::Note(_) | Span::Number(..));
                if !paragraph.iter().any(rests) {
                    let said = barrierscope::learn::Prose(vec![paragraph.clone()]).plain();
                    faults.push(format!("{}, {}: {said}", chapter.name, section.id));
                }
            }
        }
    }
    assert!(faults.is_empty(), "neither a number of the run, nor a rule, nor a mark:\n{}", faults.join("\n"));
}

/// The list at a chapter's foot has all that its statements name.
#[test]
fn every_rule_that_a_chapter_names_stands_among_its_sources() {
    for lesson in LESSONS {
        let words = (ENGLISH.chapter)(lesson.name);
        let chapter = open(lesson.name, lesson.json);
        let known = chapter.rules();
        for rule in words.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(rule, _)| rule)) {
            let is_mark = ["model", "open", "unsimulated"].contains(&rule);
            assert!(is_mark || known.contains(&rule), "{}: {rule} is not among its sources", lesson.name);
        }
    }
}

/// The silence is the lesson: the result is wrong, and the dashboard is green.
#[test]
fn where_a_dashboard_is_shown_it_says_running_beside_a_wrong_result() {
    use barrierscope::view::show::{Show, Start};
    use barrierscope::view::verdict::{Guarantee, verdict_at_work};
    let mut shown = 0;
    for chapter in chapters() {
        for section in chapter.sections.iter().filter(|s| s.dashboard) {
            let scenario = chapter.run(&section.play.run).expect("its run").scenario.clone();
            let of = verdict_at_work(&mut Show::open(scenario, Start::Beginning), section.play.to);
            let says = (barrierscope::text::ENGLISH.dashboard)(&of);
            let place = format!("{}, {}: {says}", chapter.name, section.id);
            assert!(says.starts_with("RUNNING · 0 exceptions") && says.contains("checkpoint completed"), "{place}");
            let right = [of.inside, of.output].iter().all(|g| *g == Guarantee::ExactlyOnce);
            assert!(!right, "{place}: nothing is wrong");
            shown += usize::from(chapter.name == "08-silent-failures");
        }
    }
    assert_eq!(shown, 4, "each of the four failures has its dashboard");
}

/// The numbers that the course is built round, each said in its chapter.
#[test]
fn the_numbers_of_the_subject_are_said() {
    let wanted: [(&str, &[i64]); 5] = [
        // A sum that starts at zero after offset 100, and one that starts at zero at the start.
        ("01-state-dies", &[6275, 11_325, 22_650, 300]),
        // The trace: saved at 100, crash at 150, back to 101; one too early.
        ("02-saved-together", &[100, 101, 150, 5050, 11_325, 11_425, 10_000]),
        // Id 42 at 65 s with 60 s; retries at 0, 5, 20 and 65 s; five checkpoints in a row.
        ("06-ttl", &[42, 60_000, 65_000, 0, 5000, 20_000, 3200, 6400, 9600, 12_800, 16_000, 210, 370, 530, 690, 850]),
        ("07-judgement", &[1000, 5000, 10_000]),
        ("05-not-exactly-once", &[50, 200, 150]),
    ];
    for (name, numbers) in wanted {
        let lesson = LESSONS.iter().find(|l| l.name == name).expect("a lesson");
        let chapter = open(lesson.name, lesson.json);
        let texts = chapter.texts();
        let said = |claim: &str| {
            let names = |span: &Span| matches!(span, Span::Number(_, of) if of == claim);
            texts.iter().any(|text| text.spans().any(names))
        };
        for number in numbers {
            let found = chapter.claims.all().iter().any(|c| c.value == *number && said(&c.name));
            assert!(found, "{name}: nothing says {number}");
        }
    }
    let words: String = LESSONS.iter().map(|l| (ENGLISH.chapter)(l.name)).collect();
    for name in [
        "Chandy",
        "Lamport",
        "1985",
        "Kleppmann",
        "chapter 11",
        "Young",
        "changelog",
        "[unsimulated]",
        "exponential back-off",
        "Event time",
        "Late data",
        "consumer group",
        "idempotent",
        "upsert",
        "unique insert",
        "isolation level",
        "p99",
    ] {
        assert!(words.contains(name), "no chapter says `{name}`");
    }
}

#[test]
fn every_source_is_a_document_with_an_address() {
    let list = include_str!("../../src/learn/sources.txt");
    for rule in list.lines().filter_map(|l| l.strip_prefix("rule ")) {
        let mut cells = rule.split('|').map(str::trim);
        let (rule, names) = (cells.next().expect("a rule"), cells.next().expect("its documents"));
        let found = rule_sources(rule);
        assert_eq!(found.len(), names.split_whitespace().count(), "{rule} names a document that is not there");
        for source in found {
            assert!(source.address.starts_with("https://") && !source.title.is_empty(), "{}", source.name);
        }
    }
}

#[test]
fn the_choices_of_the_judgement_stand_side_by_side_in_numbers_of_the_engine() {
    let chapters = chapters();
    let judgement = chapters.iter().find(|c| c.name == "07-judgement").expect("the chapter");
    let tables: Vec<_> = judgement.sections.iter().filter(|s| !s.table.is_empty()).collect();
    assert_eq!(tables.len(), 4, "interval, machinery, pressure, TTL");
    let is_number = |span: &Span| matches!(span, Span::Number(..));
    for section in tables {
        let (head, rows) = section.table.split_first().expect("a head");
        assert!(head.0.len() >= 3 && rows.len() + 1 >= 2, "{}", section.id);
        for row in rows {
            for cell in &row.0[1..] {
                assert!(cell.iter().any(is_number), "{}: {}", section.id, row.plain());
            }
        }
    }
    let words = (ENGLISH.chapter)("07-judgement").replace("get through | {leaks50} |", "get through |");
    let lesson = LESSONS.iter().find(|l| l.name == "07-judgement").expect("the lesson");
    let fault = Chapter::open(lesson.json, &words, &ENGLISH.tongue).err().map(|f| f.to_string()).unwrap_or_default();
    assert!(fault.contains("s.ttl.table"), "{fault}");
}

#[test]
fn the_likenesses_have_short_labels() {
    for likeness in analogy().likenesses {
        assert!(likeness.label.chars().count() <= 24, "{}: {}", likeness.thing, likeness.label);
    }
}

#[test]
fn a_mistake_in_a_lesson_says_where() {
    let lesson = LESSONS[0];
    let words = (ENGLISH.chapter)(lesson.name);
    let said = |json: &str, words: &str| {
        Chapter::open(json, words, &ENGLISH.tongue).err().map(|f| f.to_string()).unwrap_or_default()
    };
    assert!(said("{", words).starts_with("lesson: "));
    assert!(said(&lesson.json.replace("crash 1 - 1 is", "crash 7 is"), words).contains("no moment `crash 7`"));
    assert!(said(&lesson.json.replace("06-dedup-in-memory", "none"), words).contains("no preset `none`"));
    assert!(said(lesson.json, &words.replace("hook:", "hock:")).starts_with("hook: the words lack it"));
    assert!(said(lesson.json, &format!("{words}\nmore: of it")).starts_with("more: "));
    assert!(said(lesson.json, &words.replace("{resent}", "{sent}")).contains("no claim `sent`"));
    assert!(said(lesson.json, &format!(" {words}")).starts_with("line 1: "));
}
