//! Messages to the page around, and from it.
//!
//! Only the window around this one is heard, and only what is a message of this version. Once it has spoken, all goes to
//! its origin alone, and nothing else that is in that window later is heard. Its document is never looked at: in another
//! origin it could not be, and nothing here needs it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{JSON, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::desk::{Desk, Intent};
use crate::ui::predict::Card;
use crate::view::embed::{AddressError, Ask, message};
use crate::view::predict::Question;

/// While the run plays, the page around is told this often.
const EVERY: Duration = Duration::from_millis(100);

/// What the origin is called of a page that no address stands for: in a sandbox, or a file.
const NOBODY: &str = "null";
/// Where a message goes that whoever is there may read.
const ANYBODY: &str = "*";

/// What is known of the page around, and what it has been told.
#[derive(Default)]
struct State {
    /// Its origin, once it has spoken.
    origin: Option<String>,
    /// What it was told last, of the step and of the verdict.
    told: [String; 2],
    /// It will be told in a moment.
    due: bool,
}

/// The page around.
type Host = Rc<RefCell<State>>;

/// Tells the page around what happens, and hears it, from now on. Without one, nothing is told.
pub(super) fn listen(desk: Desk) {
    let Some(parent) = window().parent().ok().flatten().filter(|parent| *parent != window()) else { return };
    let host = Host::default();
    let heard = {
        let (host, parent) = (host.clone(), JsValue::from(parent));
        window_event_listener_untyped("message", move |event| {
            let of = |name: &str| Reflect::get(&event, &name.into()).unwrap_or_default();
            if of("source") == parent {
                hear(desk, &host, &of("data"), &of("origin").as_string().unwrap_or_default());
            }
        })
    };
    on_cleanup(move || heard.remove());
    // A run was put on: it is told once, and all about it anew.
    Effect::new({
        let host = host.clone();
        move |_| {
            if desk.embed.get() > 1 {
                host.borrow_mut().told = Default::default();
                post(&host, &desk.show.with_value(message::ready));
                tell(desk, &host);
            }
        }
    });
    Effect::new({
        let host = host.clone();
        move |_| {
            desk.now.track();
            desk.verdict.track();
            desk.playing.track();
            tell_soon(desk, &host);
        }
    });
    Effect::new({
        let host = host.clone();
        move |_| {
            desk.errors.with(|errors| {
                if !errors.is_empty() {
                    post(&host, &message::error(errors));
                }
            });
        }
    });
    Effect::new({
        let host = host.clone();
        move |_| {
            if let Some(Card::Told(all)) = desk.predict.card.get() {
                for (question, said) in &all {
                    post(&host, &answer(desk, question, *said));
                }
            }
        }
    });
    HOST.with(|here| *here.borrow_mut() = Some(host));
}

thread_local! {
    /// The page around, once it is listened to.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Tells the page around, if there is one.
pub(super) fn say(text: &str) {
    let host = HOST.with(|here| here.borrow().clone());
    if let Some(host) = host {
        post(&host, text);
    }
}

fn post(host: &Host, text: &str) {
    let to = host.borrow().origin.clone().filter(|origin| origin != NOBODY);
    let (Ok(Some(parent)), Ok(value)) = (window().parent(), JSON::parse(text)) else { return };
    // It may be gone, or be another page by now: then nobody hears it.
    let _ = parent.post_message(&value, to.as_deref().unwrap_or(ANYBODY));
}

/// A message from the window around.
fn hear(desk: Desk, host: &Host, data: &JsValue, origin: &str) {
    let is_object = data.is_object() && Reflect::get(data, &"barrierscope".into()).is_ok_and(|v| v.as_f64().is_some());
    let stranger = host.borrow().origin.as_ref().is_some_and(|known| known != origin);
    if !is_object || stranger {
        return;
    }
    let Some(text) = JSON::stringify(data).ok().and_then(|text| text.as_string()) else { return };
    let Some(asked) = message::read(&text) else { return };
    host.borrow_mut().origin = Some(origin.to_owned());
    match asked {
        Ok(ask) => carry_out(desk, host, ask),
        Err(error) => {
            let error = (desk.words().embed.message)(&error);
            // Nothing is on the stage yet, and nothing will be by this message: it is said in its place, and told from there.
            if !desk.failed(&error) {
                post(host, &message::error(&[error]));
            }
        }
    }
}

fn carry_out(desk: Desk, host: &Host, ask: Ask) {
    match ask {
        Ask::Play | Ask::Pause => {
            if desk.playing.get_untracked() != (ask == Ask::Play) {
                desk.send(Intent::Toggle);
            }
        }
        Ask::Seek(when) => match desk.show.with_value(|show| when.step(show)) {
            Ok(step) => desk.send(Intent::Seek(step)),
            Err(no) => {
                let error = (desk.words().embed.address)(&AddressError::NoMoment("to", no));
                post(host, &message::error(&[error]));
            }
        },
        Ask::Load(load) => desk.load(load),
        Ask::Problem(why) => {
            desk.failed(&(desk.words().embed.problem)(&why));
        }
    }
}

/// Tells what has changed, at most so often.
fn tell_soon(desk: Desk, host: &Host) {
    if !std::mem::replace(&mut host.borrow_mut().due, true) {
        let host = host.clone();
        set_timeout(
            move || {
                host.borrow_mut().due = false;
                // The page may be gone by then.
                if desk.embed.try_get_untracked().is_some_and(|runs| runs > 1) {
                    tell(desk, &host);
                }
            },
            EVERY,
        );
    }
}

fn tell(desk: Desk, host: &Host) {
    let text = desk.text();
    let step = desk.show.with_value(message::step);
    let verdict = desk.verdict.with_untracked(|v| message::verdict(v, &(text.inside)(v), &(text.output)(v)));
    for (place, now) in [step, verdict].into_iter().enumerate() {
        if host.borrow().told[place] != now {
            post(host, &now);
            host.borrow_mut().told[place] = now;
        }
    }
}

fn answer(desk: Desk, question: &Question, said: usize) -> String {
    let words = desk.words().predict;
    let asked = desk.show.with_value(|show| (words.question)(&question.ask, show.world().plan()));
    let said = &question.answers[said];
    let in_words = |value| (words.answer)(&question.ask, value);
    let right = question.right().map(|answer| in_words(answer.value));
    message::answer(&asked, &in_words(said.value), &right.unwrap_or_default(), said.belief.is_none())
}
