//! The quiz: every generator over ten thousand seeds, and a quiz from the first question to the summary.

use std::collections::BTreeSet;

use barrierscope::learn::quiz::{
    Begun, GENERATORS, Generator, LEVELS, Quiz, Results, SEEDS as DRAWN, Sat, chosen, every, next_seed, seed_of,
};
use barrierscope::learn::{LESSONS, Span, rule_sources};
use barrierscope::text::learn::ENGLISH;

use crate::both::quiz::{drawn, faults};

/// Seeds that every generator is run over.
const SEEDS: u64 = 10_000;

fn quiz(seed: u64) -> Quiz {
    Quiz::of(seed, ENGLISH.quiz, &ENGLISH.tongue).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"))
}

#[test]
fn every_generator_holds_over_ten_thousand_seeds() {
    // The machine's threads share the generators among them.
    let next = std::sync::atomic::AtomicUsize::new(0);
    let found = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(generator) = GENERATORS.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let faults: Vec<String> = (0..SEEDS).filter_map(|seed| faults(generator, seed)).collect();
                    if let Some(first) = faults.first() {
                        found.lock().unwrap().push(format!("{} of {SEEDS}, first {first}", faults.len()));
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The words of an answer use numbers too, and whoever reads them reckons along.
#[test]
fn every_number_of_the_engine_is_worked_out_a_second_time() {
    for generator in GENERATORS {
        let spec: serde_json::Value = serde_json::from_str(generator.json).unwrap();
        for (name, line) in spec["claims"].as_object().unwrap() {
            let line = line.as_str().unwrap();
            // The right answer has its formula; which option is right has its condition.
            let is_answer = spec["right"] == name.as_str() || spec["options"].to_string().contains(name.as_str());
            if line.contains(": ") && !is_answer {
                assert!(spec["checks"][name].is_string(), "{}: {name}: {line}", generator.name);
            }
        }
    }
}

#[test]
fn the_generators_cover_the_chapters_and_all_levels() {
    assert!(GENERATORS.len() >= 12);
    for level in 1..=LEVELS {
        let count = GENERATORS.iter().filter(|g| g.level == level).count();
        assert!(count >= 3, "level {level} has {count}: from seed to seed a level goes on by up to two");
    }
    for lesson in &LESSONS[..8] {
        assert!(GENERATORS.iter().any(|g| g.chapter == lesson.name), "{} has no generator", lesson.name);
    }
    assert!(GENERATORS.iter().all(|g| LESSONS.iter().any(|l| l.name == g.chapter)));
    assert!(GENERATORS.is_sorted_by_key(|g| g.level));
    let names: BTreeSet<&str> = GENERATORS.iter().map(|g| g.name).collect();
    assert_eq!(names.len(), GENERATORS.len());
}

#[test]
fn a_quiz_goes_from_easy_to_tricky_and_the_next_seed_has_another() {
    let names = |quiz: &[&Generator]| quiz.iter().map(|g| g.name).collect::<Vec<_>>();
    let mut before: Vec<&Generator> = Vec::new();
    for seed in (0..SEEDS).chain(u64::MAX - 50..=u64::MAX) {
        let chosen = barrierscope::learn::quiz::chosen(seed);
        assert_eq!(chosen.iter().map(|g| g.level).collect::<Vec<_>>(), [1, 2, 3, 4, 5], "seed {seed}");
        if seed != u64::MAX - 50 {
            for (a, b) in before.iter().zip(&chosen) {
                assert_ne!(a.name, b.name, "seeds {} and {seed} have a question alike: {:?}", seed - 1, names(&chosen));
            }
        }
        before = chosen;
    }
    let all: BTreeSet<Vec<&str>> = (0..SEEDS).map(|seed| names(&barrierscope::learn::quiz::chosen(seed))).collect();
    assert!(all.len() > 500, "only {} combinations", all.len());
}

#[test]
fn no_two_seeds_in_a_row_are_alike_however_chance_falls() {
    let mut seen = BTreeSet::new();
    for before in (0..300).map(|n| n * 3_331).chain([0, 1, DRAWN - 1, DRAWN, u64::MAX]) {
        for chance in [0, before, before.wrapping_sub(1), DRAWN - 1, u64::MAX] {
            let next = next_seed(before, chance);
            assert!(next < DRAWN, "{next} has more than six digits");
            let (a, b) = (chosen(before), chosen(next));
            assert!(a.iter().zip(&b).all(|(a, b)| a.name != b.name), "{before} and {next}");
            seen.insert(next);
        }
    }
    assert!(seen.len() > 500);
}

#[test]
fn a_seed_is_digits_and_nothing_else() {
    assert_eq!(seed_of("0"), Some(0));
    assert_eq!(seed_of("0042"), Some(42));
    assert_eq!(seed_of("18446744073709551615"), Some(u64::MAX));
    for bad in ["", "+1", "-1", "1.5", " 1", "1 ", "abc", "٣", "18446744073709551616", "%31", "1e3"] {
        assert_eq!(seed_of(bad), None, "{bad}");
    }
}

#[test]
fn results_survive_being_written_and_read() {
    let mut results = Results::default();
    assert_eq!(results.best(), None);
    for (seed, right) in [(7, 2), (u64::MAX, 4), (9, 4), (3, 0)] {
        results.add(Sat { seed, right, of: 5 });
    }
    assert_eq!(Results::from_json(&results.to_json()), results);
    assert_eq!(results.best(), Some(Sat { seed: 9, right: 4, of: 5 }));
    assert_eq!(Results::from_json("nonsense"), Results::default());
    let some = Results::from_json(
        r#"[3, {"seed":1,"right":6,"of":5}, {"seed":-1,"right":1,"of":5}, {"seed":1,"right":5,"of":5}, {"right":0,"of":0}]"#,
    );
    assert_eq!(some.all(), [Sat { seed: 1, right: 5, of: 5 }]);
    (0..500).for_each(|seed| results.add(Sat { seed, right: 1, of: 5 }));
    assert_eq!((results.all().len(), results.all().last().map(|sat| sat.seed)), (200, Some(499)));
}

#[test]
fn the_same_seed_gives_the_same_and_another_other_numbers() {
    assert!(quiz(7).questions == quiz(7).questions);
    for generator in GENERATORS {
        let some: BTreeSet<String> = (0..200)
            .map(|seed| {
                let mut numbers: Vec<i64> = drawn(generator, seed).numbers.all().iter().map(|c| c.value).collect();
                numbers.truncate(8);
                format!("{numbers:?}")
            })
            .collect();
        assert!(some.len() >= 40, "{}: {} questions from 200 seeds", generator.name, some.len());
    }
}

#[test]
fn the_right_answer_stands_anywhere() {
    for generator in GENERATORS {
        let places: BTreeSet<usize> =
            (0..60).filter_map(|seed| drawn(generator, seed).answers.iter().position(|(_, m)| m.is_none())).collect();
        assert!(places.len() >= 3, "{}: only at {places:?}", generator.name);
    }
}

#[test]
fn every_misconception_comes_up() {
    for generator in GENERATORS {
        let spec: serde_json::Value = serde_json::from_str(generator.json).expect("a generator");
        let named = spec.get("wrong").or(spec.get("options")).and_then(|w| w.as_object()).expect("answers");
        let seen: BTreeSet<String> =
            (0..60).flat_map(|seed| drawn(generator, seed).answers.into_iter().filter_map(|(_, m)| m)).collect();
        let missing: Vec<&String> = named.keys().filter(|name| !seen.contains(*name)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", generator.name);
        assert!(seen.len() >= 2);
    }
}

#[test]
fn a_quiz_is_answered_and_summed_up() {
    let mut quiz = quiz(3);
    assert_eq!(quiz.questions.len(), 5);
    let mut expected = Vec::new();
    while let Some(number) = quiz.current() {
        let right = quiz.questions[number].right();
        let wrong = (right + 1) % quiz.questions[number].options.len();
        let option = if number.is_multiple_of(2) { wrong } else { right };
        let said = quiz.answer(number, option).expect("an option");
        assert_eq!(said.misconception.is_some(), number.is_multiple_of(2));
        assert!(!said.reply.plain().is_empty());
        if number.is_multiple_of(2) {
            expected.push(number);
        }
        // The first answer counts.
        assert!(quiz.answer(number, right).is_some());
        assert_eq!(quiz.chosen(number), Some(option));
    }
    assert_eq!(quiz.score(), 2);
    let misses = quiz.misses();
    assert_eq!(misses.iter().map(|m| m.number).collect::<Vec<_>>(), expected);
    for miss in &misses {
        assert!(miss.chosen.misconception.is_some() && miss.right.misconception.is_none());
        let watch = &miss.question.watch;
        assert_eq!(watch.scenario.title, miss.question.title);
        let mut history = barrierscope::sim::History::new(&watch.scenario);
        assert!(history.run(100_000) && watch.from < watch.to && watch.to <= history.len());
    }
    assert!(quiz.answer(0, 9).is_none() && quiz.answer(9, 0).is_none());
}

#[test]
fn the_runs_are_small() {
    for generator in GENERATORS {
        for seed in 0..20 {
            let question = drawn(generator, seed);
            for run in question.runs.all() {
                assert!(run.steps() <= 700, "{}, seed {seed}: {} steps", generator.name, run.steps());
            }
        }
    }
}

#[test]
fn every_question_has_its_words_and_every_rule_a_source() {
    let mut used = BTreeSet::new();
    for seed in 0..60 {
        for question in every(seed, ENGLISH.quiz, &ENGLISH.tongue).unwrap_or_else(|fault| panic!("{fault}")) {
            assert!(question.title.chars().count() <= 48, "{}", question.title);
            for span in question.texts().iter().flat_map(|t| t.spans()) {
                match span {
                    Span::Rule(rule) => assert!(!rule_sources(rule).is_empty(), "{rule} has no source"),
                    Span::Number(_, claim) => {
                        used.insert((question.generator.name, claim.clone()));
                    }
                    Span::Text(_) | Span::Term(..) | Span::Note(_) => {}
                }
            }
        }
    }
    for generator in GENERATORS {
        for claim in drawn(generator, 1).numbers.all() {
            let elsewhere = generator.json.split(|c: char| !c.is_alphanumeric() && c != '_');
            let named = elsewhere.filter(|word| *word == claim.name).count();
            let said = used.contains(&(generator.name, claim.name.clone()));
            assert!(said || named >= 2, "{}: nothing says or uses `{}`", generator.name, claim.name);
        }
    }
    let more = format!("{}\nresume.wrong.more: of it", ENGLISH.quiz);
    let fault = every(1, &more, &ENGLISH.tongue).err().map(|f| f.to_string()).unwrap_or_default();
    assert!(fault.starts_with("resume.wrong.more: "), "{fault}");
}

#[test]
fn a_quiz_goes_on_where_it_was_left() {
    let mut begun = Begun::default();
    assert_eq!((begun.last(), begun.has(7)), (None, false));
    let mut left = quiz(7);
    assert_eq!(begun.resume(&mut left), 0, "nothing is known of it");
    left.answer(0, 2);
    begun.note(&left, 0);
    left.answer(1, 0);
    begun.note(&left, 2);
    let mut other = quiz(8);
    other.answer(0, 1);
    begun.note(&other, 1);
    let again = Begun::from_json(&begun.to_json());
    assert_eq!(again, begun);
    assert_eq!(again.last(), Some((8, false)));
    let mut back = quiz(7);
    assert_eq!(again.resume(&mut back), 2);
    assert_eq!((0..5).map(|q| back.chosen(q)).collect::<Vec<_>>(), [Some(2), Some(0), None, None, None]);
    let mut back = quiz(8);
    assert_eq!((again.resume(&mut back), back.chosen(0), back.chosen(1)), (1, Some(1), None));
    // To its end, with the result shown.
    for question in 0..5 {
        back.answer(question, 0);
    }
    begun.note(&back, 5);
    assert_eq!((begun.last(), begun.resume(&mut quiz(8))), (Some((8, true)), 5));
    begun.forget(8);
    assert_eq!((begun.last(), begun.resume(&mut quiz(8)), begun.has(7)), (Some((7, false)), 0, true));
}

#[test]
fn of_the_quizzes_that_were_begun_the_last_are_kept() {
    let mut begun = Begun::default();
    for seed in 0..20 {
        begun.note(&quiz(seed), 0);
    }
    assert_eq!((begun.has(11), begun.has(12), begun.last()), (false, true, Some((19, false))));
}

#[test]
fn a_quiz_that_is_kept_and_cannot_be_is_begun_anew() {
    let of = |questions: &[&str], answers: &str, at: &str| {
        let questions = serde_json::to_string(questions).unwrap();
        let json = format!(r#"[{{"seed":7,"questions":{questions},"answers":{answers},"at":{at}}}]"#);
        let mut back = quiz(7);
        let at = Begun::from_json(&json).resume(&mut back);
        (at, (0..5).filter(|q| back.chosen(*q).is_some()).count())
    };
    let names: Vec<&str> = quiz(7).questions.iter().map(|question| question.generator.name).collect();
    assert_eq!(of(&names, "[0,1]", "1"), (1, 2));
    assert_eq!(of(&names[1..], "[0,1]", "1"), (0, 0), "it has other questions by now");
    assert_eq!(of(&names, "[0,9,1]", "3"), (1, 1), "there is no such answer");
    assert_eq!(of(&names, "[0,0,0,0,0,0,0]", "99"), (5, 5));
    assert_eq!(of(&names, "[]", "4"), (0, 0), "without an answer nothing comes after");
    for bad in [r#""x""#, "[-1]", "[1.5]", "null"] {
        assert_eq!(of(&names, bad, "1").1, 0, "{bad}");
    }
    for bad in ["", "nonsense", "7", "{}", "[7,{},[]]", r#"[{"seed":-1,"questions":[],"answers":[],"at":0}]"#] {
        assert_eq!(Begun::from_json(bad), Begun::default(), "{bad}");
    }
}

#[test]
fn another_quiz_is_never_the_last_one() {
    for before in (0..DRAWN).step_by(1999).chain([u64::MAX]) {
        for chance in [0, before, before + u64::from(before < u64::MAX), DRAWN - 1, u64::MAX] {
            assert_ne!(next_seed(before, chance), before);
        }
    }
}
