//! Plain words: short sentences, terms explained where they come up, no number that nobody checks.

use barrierscope::learn::quiz::{Question, every};
use barrierscope::learn::{Detour, LESSONS, Prose, Span};
use barrierscope::text::learn::ENGLISH;

use super::cards::{deck, subject};
use super::rules::model;
use super::{analogy, chapters};

/// A question of every generator of the quiz.
fn questions(seed: u64) -> Vec<Question> {
    every(seed, ENGLISH.quiz, &ENGLISH.tongue).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Words of each sentence.
fn sentences(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut sentence = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        sentence.push(c);
        let ends = matches!(c, '.' | '?' | '!') && chars.peek().is_none_or(|n| n.is_whitespace()) || c == '\n';
        if ends || chars.peek().is_none() {
            let words = sentence.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
            if words > 0 {
                all.push((words, sentence.trim().to_owned()));
            }
            sentence.clear();
        }
    }
    all
}

fn too_hard(of: &str, texts: &[&Prose]) -> Vec<String> {
    let all: Vec<(usize, String)> = texts.iter().flat_map(|t| sentences(&t.plain())).collect();
    let mut faults: Vec<String> =
        all.iter().filter(|(n, _)| *n > 30).map(|(n, s)| format!("{of}: {n} words: {s}")).collect();
    let words: usize = all.iter().map(|(n, _)| n).sum();
    if words > all.len() * 16 {
        faults.push(format!("{of}: {words} words in {} sentences, more than 16 on average", all.len()));
    }
    faults
}

#[test]
fn sentences_are_short() {
    let mut faults = Vec::new();
    for chapter in chapters() {
        let mut texts = chapter.texts();
        texts.extend(chapter.guide.texts());
        faults.extend(too_hard(&chapter.name, &texts));
    }
    faults.extend(too_hard("analogy", &analogy().texts()));
    faults.extend(too_hard("rules", &model().texts()));
    let deck = deck();
    let subject = subject();
    faults.extend(too_hard("cards", &deck.iter().flat_map(|c| [&c.question, &c.answer]).collect::<Vec<_>>()));
    faults.extend(too_hard("cards", &[&subject.intuition, &subject.hook, &subject.example]));
    for seed in 0..4 {
        for question in questions(seed) {
            faults.extend(too_hard(&format!("quiz {}", question.generator.name), &question.texts()));
        }
    }
    for line in ENGLISH.tongue.glossary.lines().filter(|l| !l.starts_with('#')) {
        let means = line.split_once(": ").expect("a term and what it means").1;
        let words = means.split_whitespace().count();
        if words > 20 {
            faults.push(format!("glossary: {words} words: {line}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The terms of the glossary, by all their forms.
fn terms() -> Vec<(Vec<&'static str>, &'static str)> {
    let lines = ENGLISH.tongue.glossary.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(": ")).map(|(forms, means)| (forms.split(", ").collect(), means)).collect()
}

/// A text in words, with a bar round it and between them.
fn in_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty());
    let mut out = String::from("|");
    for word in words {
        out.push_str(&word.to_lowercase());
        out.push('|');
    }
    out
}

/// Terms that stand in a text before they were explained.
fn unexplained(of: &str, texts: &[&Prose]) -> Vec<String> {
    let terms = terms();
    let mut known: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    for span in texts.iter().flat_map(|t| t.spans()) {
        match span {
            Span::Term(_, means) => known.push(means),
            Span::Text(text) => {
                let text = in_words(text);
                for (forms, means) in &terms {
                    let form = forms.iter().find(|f| text.contains(&in_words(f)));
                    // In a longer term that is known the shorter one need not be.
                    let longer = |f: &str| {
                        terms
                            .iter()
                            .any(|(all, m)| known.contains(m) && all.iter().any(|l| l.len() > f.len() && l.contains(f)))
                    };
                    if let Some(form) = form.filter(|f| !known.contains(means) && !longer(f)) {
                        faults.push(format!("{of}: `{form}` stands unexplained in {text}"));
                    }
                }
            }
            Span::Number(..) | Span::Rule(_) | Span::Note(_) => {}
        }
    }
    faults
}

#[test]
fn every_term_is_explained_where_it_comes_up_first() {
    let mut faults = Vec::new();
    for chapter in chapters() {
        faults.extend(unexplained(&chapter.name, &chapter.texts()));
        // The way without mistakes; what is aside is read after its question.
        let plan = &chapter.guide;
        for (i, aside) in plan.questions.iter().enumerate() {
            let mut texts: Vec<&Prose> = Vec::new();
            for q in &plan.questions[..=i] {
                texts.push(&q.ask);
                texts.extend(q.choices.iter().map(|c| &c.says));
                texts.push(&q.right);
            }
            for (id, detour) in &aside.detours {
                let mut path = texts.clone();
                if let Detour::Show(_, text, _) | Detour::Reason(text) = detour {
                    path.push(text);
                }
                let asked = detour.asks();
                if let Some(smaller) = asked {
                    path.push(&smaller.ask);
                    path.extend(smaller.choices.iter().map(|c| &c.says));
                }
                // Only one reply is read.
                for reply in
                    asked.iter().flat_map(|smaller| &smaller.replies).map(|(_, reply)| Some(reply)).chain([None])
                {
                    let read: Vec<&Prose> = path.iter().copied().chain(reply).collect();
                    faults.extend(unexplained(&format!("{} {} {id}", chapter.name, aside.id), &read));
                }
            }
        }
    }
    faults.extend(unexplained("analogy", &analogy().texts()));
    faults.extend(unexplained("rules", &model().texts()));
    for card in deck() {
        faults.extend(unexplained(card.spec.id, &[&card.question, &card.answer]));
    }
    let subject = subject();
    faults.extend(unexplained("subject", &[&subject.intuition, &subject.hook, &subject.example]));
    for question in questions(0) {
        // Only one reply is read.
        for offer in &question.options {
            let mut path = vec![&question.ask];
            path.extend(question.options.iter().map(|o| &o.says));
            path.push(&offer.reply);
            faults.extend(unexplained(&format!("quiz {}", question.generator.name), &path));
        }
    }
    let silent = barrierscope::learn::Tongue { glossary: "", ..ENGLISH.tongue };
    let lesson = LESSONS[0];
    let bare =
        barrierscope::learn::Chapter::open(lesson.json, (ENGLISH.chapter)(lesson.name), &silent).expect("a chapter");
    assert!(unexplained("bare", &bare.texts()).len() > 5, "the check sees what is not explained");
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Numbers that name something and count nothing.
const NAMES: &[&str] = &["chapter 11", "1985", "1974", "p99"];

#[test]
fn no_number_is_typed() {
    let mut faults = Vec::new();
    let files = LESSONS.iter().map(|l| (l.name, (ENGLISH.chapter)(l.name))).chain([
        ("analogy", ENGLISH.analogy),
        ("quiz", ENGLISH.quiz),
        ("cards", ENGLISH.cards),
    ]);
    for (name, words) in files {
        for line in words.lines() {
            let mut text = match line.split_once(':') {
                Some((_, text)) if !line.starts_with(' ') => text.to_owned(),
                _ => line.to_owned(),
            };
            for allowed in NAMES {
                text = text.replace(allowed, "");
            }
            let mut depth = 0;
            for c in text.chars() {
                match c {
                    '{' | '[' => depth += 1,
                    '}' | ']' => depth -= 1,
                    c if c.is_ascii_digit() && depth == 0 => {
                        faults.push(format!("{name}: {line}"));
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(faults.is_empty(), "a number that the engine could give:\n{}", faults.join("\n"));
}

#[test]
fn headings_and_labels_hold_together() {
    for chapter in chapters() {
        assert!(chapter.title.chars().count() <= 48, "{}", chapter.title);
        for section in &chapter.sections {
            assert!(section.title.plain().chars().count() <= 48, "{}", section.title.plain());
        }
    }
}
