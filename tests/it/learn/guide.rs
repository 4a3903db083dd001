//! Guide me: every path is walked.

use std::collections::BTreeSet;

use barrierscope::learn::{Detour, Guide, GuidePlan, Stop, StopKind, UNSURE};

use super::chapters;

/// Every answer that can be given at a stop.
fn answers(stop: &Stop<'_>) -> Vec<String> {
    let mut all: Vec<String> = stop.choices.iter().map(|c| c.id.clone()).collect();
    if stop.may_be_unsure {
        all.push(UNSURE.into());
    }
    if all.is_empty() && stop.kind != StopKind::End {
        all.push("on".into());
    }
    all
}

/// Places seen from here to the end on the longest and the shortest path, walking every one of them.
fn walk(plan: &GuidePlan, guide: &Guide, depth: usize, walked: &mut BTreeSet<String>) -> (usize, usize) {
    assert!(depth < 60, "a path that does not end: {:?}", guide.path());
    let stop = guide.stop(plan);
    assert!(!stop.text.plain().is_empty());
    if guide.is_over() {
        assert_eq!(stop.kind, StopKind::End);
        return (0, 0);
    }
    let all = answers(&stop);
    assert!(!all.is_empty(), "a dead end: {:?}", guide.path());
    let (mut longest, mut shortest) = (0, usize::MAX);
    for answer in all {
        let mut next = guide.clone();
        assert!(next.answer(plan, &answer), "{answer} is offered and refused");
        assert_eq!(next.path().len(), guide.path().len() + 1, "the path is kept");
        walked.insert(format!("{:?}", next.path().last()));
        // A question ends alike, whatever was tried: from there on one walk is enough.
        let (now, then) = (guide.progress(plan).0, next.progress(plan).0);
        let (l, s) = if then > now { (0, 0) } else { walk(plan, &next, depth + 1, walked) };
        longest = longest.max(l + 1);
        shortest = shortest.min(s + 1);
    }
    (longest, shortest)
}

#[test]
fn every_path_leads_to_the_end_and_the_right_one_is_at_most_half_as_long() {
    for chapter in chapters() {
        let plan = &chapter.guide;
        let (mut longest, mut shortest) = (0, 0);
        let mut guide = Guide::start();
        let mut walked = BTreeSet::new();
        while !guide.is_over() {
            let (l, s) = walk(plan, &guide, 0, &mut walked);
            longest += l;
            shortest += s;
            let right = guide.stop(plan).choices.iter().find(|c| c.right).expect("a right answer").id.clone();
            assert!(guide.answer(plan, &right));
        }
        assert_eq!(guide.path().len(), shortest, "{}: all right is the shortest", chapter.name);
        assert!(shortest * 2 <= longest, "{}: {shortest} against {longest}", chapter.name);
        assert!(!guide.answer(plan, "on"), "the end is the end");
        assert!(walked.len() > plan.questions.len() * 6, "{}: {} answers walked", chapter.name, walked.len());
    }
}

#[test]
fn every_question_has_two_wrong_answers_and_each_leads_elsewhere() {
    for chapter in chapters() {
        for q in &chapter.guide.questions {
            let place = format!("{}, {}", chapter.name, q.id);
            assert!(q.choices.iter().filter(|c| !c.right).count() >= 2, "{place}");
            assert_eq!(q.detours.len(), q.choices.len(), "{place}: a detour for each wrong answer, and for none");
            let texts: BTreeSet<String> = q.detours.iter().map(|(_, d)| said(d)).collect();
            assert_eq!(texts.len(), q.detours.len(), "{place}: two answers lead to the same");
            for (id, detour) in &q.detours {
                match detour {
                    Detour::Reason(text) => {
                        assert!((2..=4).contains(&text.0.len()), "{place}, {id}: an argument has two to four steps");
                    }
                    Detour::Ask(_) | Detour::Show(..) => {}
                }
                if let Some(smaller) = detour.asks() {
                    let replies: BTreeSet<String> = smaller.replies.iter().map(|(_, r)| r.plain()).collect();
                    assert_eq!(replies.len(), smaller.choices.len() + 1, "{place}, {id}: a reply to each answer");
                }
                // Whoever is wrong is asked something smaller; whoever is not sure may be told.
                assert!(id == UNSURE || detour.asks().is_some(), "{place}, {id}: leads to no smaller question");
            }
            let asked: BTreeSet<String> = q.detours.iter().filter_map(|(_, d)| Some(d.asks()?.ask.plain())).collect();
            assert!(asked.len() >= 2, "{place}: {} smaller questions", asked.len());
        }
    }
}

fn said(detour: &Detour) -> String {
    match detour {
        Detour::Show(_, text, _) | Detour::Reason(text) => text.plain(),
        Detour::Ask(smaller) => smaller.ask.plain(),
    }
}

#[test]
fn an_answer_that_is_not_offered_changes_nothing() {
    let chapters = chapters();
    let plan = &chapters[0].guide;
    let mut guide = Guide::start();
    let before = guide.clone();
    assert!(!guide.answer(plan, "no such answer"));
    assert_eq!(guide, before);
    let wrong = guide.stop(plan).choices.iter().find(|c| !c.right).expect("a wrong answer").id.clone();
    assert!(guide.answer(plan, &wrong) && guide.answer(plan, &answers(&guide.clone().stop(plan))[0]));
    assert!(!guide.answer(plan, &wrong), "what was tried is not offered again");
}
