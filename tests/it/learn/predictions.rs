//! Predictions: the right answer is the engine's, each wrong one is another, with words of its own.

use barrierscope::learn::{Answer, Kind, Prediction, Prose, Verdict};

use super::{analogy, chapters};

/// Holds a prediction against itself; what is wrong with it.
fn faults(of: &str, p: &Prediction) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{of}, {}: {what}", p.id));
    if !matches!(p.check(p.right()), Verdict::Right(_)) {
        fault("the right answer is not right".into());
    }
    let mut answers = vec![p.right()];
    let mut replies: Vec<&Prose> = Vec::new();
    for (misconception, answer) in p.wrong() {
        if answers.contains(&answer) {
            fault(format!("{misconception} gives {answer:?}, as another does"));
        }
        answers.push(answer);
        match p.check(answer) {
            Verdict::Wrong(Some(found), says) if found == misconception => {
                if replies.contains(&says) {
                    fault(format!("{misconception} gets the words of another"));
                }
                replies.push(says);
            }
            other => fault(format!("{misconception} is taken for {other:?}")),
        }
    }
    if p.wrong().count() < 2 {
        fault("has fewer than two misconceptions".into());
    }
    let other = match p.kind {
        Kind::Number(_) => Answer::Number(-77),
        Kind::Choice(_) => return faults,
        Kind::Point => Answer::Point("elsewhere".into()),
    };
    match p.check(&other) {
        Verdict::Wrong(None, says) if !says.plain().is_empty() && !replies.contains(&says) => {}
        other => fault(format!("any other answer gives {other:?}")),
    }
    faults
}

#[test]
fn right_and_wrong_answers_differ_and_each_has_its_own_words() {
    let mut all = faults("analogy", &analogy().question);
    for chapter in chapters() {
        all.extend(chapter.predictions.iter().flat_map(|p| faults(&chapter.name, p)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn each_kind_of_prediction_is_there() {
    let all = chapters();
    let kinds = || all.iter().flat_map(|c| &c.predictions).map(|p| &p.kind);
    assert!(kinds().any(|k| matches!(k, Kind::Number(_))));
    assert!(kinds().any(|k| matches!(k, Kind::Choice(_))));
    assert!(kinds().any(|k| matches!(k, Kind::Point)));
}

#[test]
fn what_is_pointed_at_is_on_the_stage() {
    for chapter in chapters() {
        for p in chapter.predictions.iter().filter(|p| p.kind == Kind::Point) {
            let run = chapter.run(&p.run).expect("its run");
            let s = &run.scenario;
            let named = |name: &str| {
                s.sources.iter().any(|x| x.name == name)
                    || s.operators.iter().any(|x| x.name == name)
                    || s.sinks.iter().any(|x| x.name == name)
            };
            for answer in p.wrong().map(|(_, a)| a).chain([p.right()]) {
                let Answer::Point(part) = answer else { panic!("{}: {answer:?}", p.id) };
                let words: Vec<&str> = part.split(' ').collect();
                let ok = match words[..] {
                    ["node" | "log", name] => named(name),
                    ["edge", from, to] => named(from) && named(to),
                    ["checkpoint", id] => {
                        run.report(p.stop.max(p.shown)).checkpoints.iter().any(|c| c.id.to_string() == id)
                    }
                    _ => false,
                };
                assert!(ok, "{}, {}: {part} is not on the stage", chapter.name, p.id);
            }
        }
    }
}
