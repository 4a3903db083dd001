//! Predict: every question of every preset has one right answer, and it is what the engine then does.

use std::collections::BTreeSet;

use barrierscope::scenario::{presets, read};
use barrierscope::view::predict::{ANSWERS_MAX, ANSWERS_MIN, Ask, Belief, Question, question, read_off, stops};
use barrierscope::view::show::{Show, Start};

fn open(json: &str) -> Show {
    Show::open(read(json).expect("a preset can be read"), Start::Beginning)
}

fn questions(show: &Show) -> Vec<Question> {
    let mut ahead = show.history().clone();
    stops(show).iter().filter_map(|stop| question(show, &mut ahead, stop)).collect()
}

fn of(name: &str) -> Vec<Question> {
    questions(&open(barrierscope::scenario::preset(name).unwrap_or_else(|| panic!("{name}")).json()))
}

#[test]
fn every_question_has_one_right_answer_and_it_is_what_the_engine_does() {
    let mut asked = Vec::new();
    let mut silent = Vec::new();
    for preset in presets() {
        let mut show = open(preset.json());
        let all = questions(&show);
        if all.is_empty() {
            silent.push(preset.name);
        }
        for question in all {
            let context = format!("{}: {question:?}", preset.name);
            assert!((ANSWERS_MIN..=ANSWERS_MAX).contains(&question.answers.len()), "{context}");
            let values: BTreeSet<i64> = question.answers.iter().map(|a| a.value).collect();
            assert_eq!(values.len(), question.answers.len(), "every answer is another number: {context}");
            assert!(question.answers.is_sorted_by_key(|a| a.value), "their order tells nothing: {context}");
            assert_eq!(question.answers.iter().filter(|a| a.belief.is_none()).count(), 1, "{context}");
            assert!(question.stop < question.shown && question.shown <= show.pace().steps(), "{context}");
            // The run itself, step by step, without the question's own way of looking ahead.
            show.seek(question.stop);
            for _ in question.stop..question.shown {
                let step = show.history().step() + 1;
                show.seek(step);
            }
            let scene = show.scene();
            let right = question.right().map(|a| a.value);
            assert_eq!(right, read_off(&question.ask, &show, &scene), "{context}");
            let kind = std::mem::discriminant(&question.ask);
            if !asked.contains(&kind) {
                asked.push(kind);
            }
        }
    }
    assert_eq!(asked.len(), 8, "every kind of question is asked somewhere");
    assert!(silent.len() * 4 < presets().len(), "most presets ask something: {silent:?}");
}

#[test]
fn the_opening_run_asks_what_its_lesson_is_about() {
    let all = of("21-one-crash-two-sinks");
    let find = |is: &dyn Fn(&Ask) -> bool| all.iter().find(|q| is(&q.ask)).unwrap_or_else(|| panic!("{all:#?}"));
    let value = |q: &Question, belief: Option<Belief>| q.answers.iter().find(|a| a.belief == belief).map(|a| a.value);

    let saved = find(&|a| matches!(a, Ask::Saves(..)));
    assert_eq!((value(saved, None), value(saved, Some(Belief::OneEarly))), (Some(101), Some(100)));
    assert!(value(saved, Some(Belief::AsOfNow)) > Some(101), "what is read until it completes");
    let next = find(&|a| matches!(a, Ask::ReadsNext(..)));
    assert_eq!((value(next, None), value(next, Some(Belief::FromStart))), (Some(101), Some(1)));
    assert_eq!(value(next, Some(Belief::ReadsOn)), Some(151));
    let rows = find(&|a| matches!(a, Ask::Rows(_)));
    assert_eq!((value(rows, None), value(rows, Some(Belief::EachOnce))), (Some(200), Some(150)));
    let total = find(&|a| matches!(a, Ask::Holds(_, Some(_))));
    assert_eq!(value(total, None), Some(5050));
    assert!(value(total, Some(Belief::MemorySurvives)) > Some(11_000), "what was booked before the crash");
    // Each is asked before it can be seen.
    assert!(all.iter().all(|q| q.stop < q.shown));
}

#[test]
fn state_in_memory_starts_from_nothing_and_transactions_show_at_the_commit() {
    let memory = of("23-sum-in-memory");
    let held = memory.iter().find(|q| matches!(q.ask, Ask::Holds(_, Some(_)))).expect("its state is asked for");
    assert_eq!(held.right().map(|a| a.value), Some(0));
    assert!(held.answers.iter().any(|a| a.belief == Some(Belief::AllIsSaved)));
    let commit = of("03-two-phase");
    let commit = commit.iter().find(|q| matches!(q.ask, Ask::Committed(_))).expect("its commit is asked for");
    assert!(commit.answers.iter().any(|a| a.belief == Some(Belief::NotYet)));
    let upsert = of("02-upsert");
    let rows = upsert.iter().find(|q| matches!(q.ask, Ask::Rows(_))).expect("its rows are asked for");
    assert!(rows.answers.iter().any(|a| a.belief == Some(Belief::Beside)));
}
