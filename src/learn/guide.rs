//! Guide me: one guiding question at a time.
//!
//! A right answer goes on to the next question. A wrong one, or none, goes aside: to a smaller question, to a tiny
//! demonstration with a smaller question about it, or to an argument from first principles, each for its own misconception;
//! and then back to the question, without the answers that were tried. So no path ends before the end, and the one without mistakes is the shortest.

use serde_json::Value;

use super::claims::Claims;
use super::fault::Fault;
use super::options::{Choice, Play, choices, play};
use super::prose::{Prose, Writer};
use super::runs::Runs;
use super::value::{fields, list, text};
use super::words::Words;

/// The answer of one who does not know.
pub const UNSURE: &str = "unsure";

/// A question of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its name in the chapter.
    pub id: String,
    /// What is asked.
    pub ask: Prose,
    /// The answers; exactly one is right.
    pub choices: Vec<Choice>,
    /// What to say to the right one.
    pub right: Prose,
    /// Where each other answer leads, `UNSURE` among them.
    pub detours: Vec<(String, Detour)>,
}

/// Where a wrong answer leads before it leads back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detour {
    /// To a span of a run, with a text, and with a smaller question about what was seen where a wrong answer leads here.
    Show(Play, Prose, Option<Smaller>),
    /// To a few steps of an argument.
    Reason(Prose),
    /// To a smaller question.
    Ask(Smaller),
}

/// A smaller question: whatever is answered, a reply leads back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smaller {
    /// What is asked.
    pub ask: Prose,
    /// The answers; exactly one is right.
    pub choices: Vec<Choice>,
    /// The reply to each, and to `UNSURE`.
    pub replies: Vec<(String, Prose)>,
}

/// The questions of a chapter, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuidePlan {
    /// In order.
    pub questions: Vec<Question>,
    /// What to say at the end.
    pub end: Prose,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum At {
    Question(usize),
    Aside(usize, String),
    End,
}

/// One step of the path so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The question.
    pub question: String,
    /// The wrong answer whose detour this is; none: the question itself.
    pub aside: Option<String>,
    /// What was answered; `on` where there was nothing to answer.
    pub answer: String,
}

/// A walk through a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    at: At,
    /// Answers to the question at hand that were tried.
    tried: Vec<String>,
    lead: Option<Prose>,
    path: Vec<Trail>,
}

/// What kind of place one is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// A question.
    Question,
    /// A smaller question.
    Smaller,
    /// A tiny demonstration: play it, then answer what is asked of it, or go `on`.
    Show,
    /// An argument: read it, then `on`.
    Reason,
    /// The end.
    End,
}

/// The place that a walk is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop<'a> {
    /// Of what kind.
    pub kind: StopKind,
    /// What is said to the answer before; none: nothing.
    pub lead: Option<&'a Prose>,
    /// What stands here.
    pub text: &'a Prose,
    /// What is asked of a demonstration.
    pub asks: Option<&'a Prose>,
    /// Answers that can be given; besides, `UNSURE` if `may_be_unsure`. With neither, `on`.
    pub choices: Vec<&'a Choice>,
    /// One may say that one does not know.
    pub may_be_unsure: bool,
    /// What to play here.
    pub play: Option<&'a Play>,
}

impl Detour {
    /// The smaller question that is asked there.
    pub fn asks(&self) -> Option<&Smaller> {
        match self {
            Detour::Ask(smaller) => Some(smaller),
            Detour::Show(.., smaller) => smaller.as_ref(),
            Detour::Reason(_) => None,
        }
    }
}

impl Guide {
    /// At the first question.
    pub fn start() -> Guide {
        Guide { at: At::Question(0), tried: Vec::new(), lead: None, path: Vec::new() }
    }

    /// The path so far.
    pub fn path(&self) -> &[Trail] {
        &self.path
    }

    /// The walk is over.
    pub fn is_over(&self) -> bool {
        self.at == At::End
    }

    /// Questions that are behind, of how many.
    pub fn progress(&self, plan: &GuidePlan) -> (usize, usize) {
        let of = plan.questions.len();
        match &self.at {
            At::Question(i) | At::Aside(i, _) => (*i, of),
            At::End => (of, of),
        }
    }

    /// Where the walk is.
    pub fn stop<'a>(&'a self, plan: &'a GuidePlan) -> Stop<'a> {
        let place = |kind, text| Stop {
            kind,
            lead: self.lead.as_ref(),
            text,
            asks: None,
            choices: Vec::new(),
            may_be_unsure: false,
            play: None,
        };
        match &self.at {
            At::Question(i) if *i < plan.questions.len() => {
                let question = &plan.questions[*i];
                let open = |c: &&Choice| !self.tried.contains(&c.id);
                Stop {
                    choices: question.choices.iter().filter(open).collect(),
                    may_be_unsure: !self.tried.iter().any(|t| t == UNSURE),
                    ..place(StopKind::Question, &question.ask)
                }
            }
            At::Aside(i, id) => {
                let detour = plan.questions.get(*i).and_then(|q| q.detours.iter().find(|(d, _)| d == id));
                let Some((_, detour)) = detour else { return place(StopKind::End, &plan.end) };
                let stop = match detour {
                    Detour::Show(play, text, smaller) => Stop {
                        play: Some(play),
                        asks: smaller.as_ref().map(|smaller| &smaller.ask),
                        ..place(StopKind::Show, text)
                    },
                    Detour::Reason(text) => place(StopKind::Reason, text),
                    Detour::Ask(smaller) => place(StopKind::Smaller, &smaller.ask),
                };
                match detour.asks() {
                    Some(smaller) => Stop { choices: smaller.choices.iter().collect(), may_be_unsure: true, ..stop },
                    None => stop,
                }
            }
            At::Question(_) | At::End => place(StopKind::End, &plan.end),
        }
    }

    /// Answers, and goes on. False: that is no answer here, and nothing changes.
    pub fn answer(&mut self, plan: &GuidePlan, answer: &str) -> bool {
        match self.at.clone() {
            At::Question(i) => {
                let Some(question) = plan.questions.get(i) else { return false };
                if self.tried.iter().any(|t| t == answer) {
                    return false;
                }
                if question.choices.iter().any(|c| c.right && c.id == answer) {
                    self.lead = Some(question.right.clone());
                    self.tried.clear();
                    self.at = if i + 1 < plan.questions.len() { At::Question(i + 1) } else { At::End };
                } else if question.detours.iter().any(|(id, _)| id == answer) {
                    self.lead = None;
                    self.tried.push(answer.to_owned());
                    self.at = At::Aside(i, answer.to_owned());
                } else {
                    return false;
                }
                self.path.push(Trail { question: question.id.clone(), aside: None, answer: answer.to_owned() });
                true
            }
            At::Aside(i, id) => {
                let Some(question) = plan.questions.get(i) else { return false };
                let detour = question.detours.iter().find(|(d, _)| *d == id).map(|(_, detour)| detour);
                self.lead = match detour.and_then(Detour::asks) {
                    Some(smaller) => match smaller.replies.iter().find(|(r, _)| r == answer) {
                        Some((_, reply)) => Some(reply.clone()),
                        None => return false,
                    },
                    None => None,
                };
                self.at = At::Question(i);
                self.path.push(Trail { question: question.id.clone(), aside: Some(id), answer: answer.to_owned() });
                true
            }
            At::End => false,
        }
    }
}

impl GuidePlan {
    pub(super) fn of(
        lesson: &Value,
        runs: &Runs,
        claims: &Claims,
        words: &mut Words,
        mut writer: Writer<'_>,
    ) -> Result<GuidePlan, Fault> {
        let mut questions = Vec::new();
        for spec in list(lesson, "guide") {
            let id = text(spec, "id", "guide")?.to_owned();
            let key = format!("g.{id}");
            let ask = writer.text(&words.take(&format!("{key}.ask"))?, &key)?;
            let choices = choices(fields(spec, "options", &key)?, claims, words, &mut writer, &key)?;
            let right = writer.text(&words.take(&format!("{key}.right"))?, &key)?;
            let mut detours = Vec::new();
            let wrong = choices.iter().filter(|c| !c.right).map(|c| c.id.as_str()).chain([UNSURE]);
            for name in wrong {
                let place = format!("{key}.{name}");
                if matches!(name, "ask" | "right" | "o") {
                    return Err(Fault::new(&place, "has the name of another key, expected a different one"));
                }
                let spec = spec.get("detours").and_then(|d| d.get(name));
                let spec = spec.ok_or_else(|| Fault::new(&place, "leads nowhere, expected a detour"))?;
                // Who goes aside has not read what comes later, and who goes on has not read the detour.
                detours.push((name.to_owned(), detour(spec, runs, claims, words, writer.clone(), &place)?));
            }
            questions.push(Question { id, ask, choices, right, detours });
        }
        let end = writer.text(&words.take("g.end")?, "g.end")?;
        Ok(GuidePlan { questions, end })
    }

    /// Every text of it, with the place that it has.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = Vec::new();
        for question in &self.questions {
            all.push(&question.ask);
            all.extend(question.choices.iter().map(|c| &c.says));
            all.push(&question.right);
            for (_, detour) in &question.detours {
                if let Detour::Show(_, text, _) | Detour::Reason(text) = detour {
                    all.push(text);
                }
                if let Some(smaller) = detour.asks() {
                    all.push(&smaller.ask);
                    all.extend(smaller.choices.iter().map(|c| &c.says));
                    all.extend(smaller.replies.iter().map(|(_, reply)| reply));
                }
            }
        }
        all.push(&self.end);
        all
    }
}

fn detour(
    spec: &Value,
    runs: &Runs,
    claims: &Claims,
    words: &mut Words,
    mut writer: Writer<'_>,
    place: &str,
) -> Result<Detour, Fault> {
    if let Some(span) = spec.get("show") {
        let text = writer.text(&words.take(place)?, place)?;
        let asked = spec.get("ask").map(|_| smaller(spec, claims, words, writer, place)).transpose()?;
        return Ok(Detour::Show(play(span, runs, place)?, text, asked));
    }
    if spec.get("ask").is_none() {
        return Ok(Detour::Reason(writer.text(&words.take(place)?, place)?));
    }
    Ok(Detour::Ask(smaller(spec, claims, words, writer, place)?))
}

fn smaller(
    spec: &Value,
    claims: &Claims,
    words: &mut Words,
    mut writer: Writer<'_>,
    place: &str,
) -> Result<Smaller, Fault> {
    let ask = writer.text(&words.take(&format!("{place}.ask"))?, place)?;
    let choices = choices(fields(spec, "ask", place)?, claims, words, &mut writer, place)?;
    let mut replies = Vec::new();
    for id in choices.iter().map(|c| c.id.as_str()).chain([UNSURE]) {
        let key = format!("{place}.r.{id}");
        replies.push((id.to_owned(), writer.clone().text(&words.take(&key)?, &key)?));
    }
    Ok(Smaller { ask, choices, replies })
}
