//! "Why?": what is wrong, the chain of moments behind it, and the changes that would have prevented it. It stands beside
//! the stage, or at the foot of a narrow page, and each moment goes there and lights up what it names.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::desk::{Desk, Intent};
use super::focus;
use super::icons::{Icon, Shape};
use super::theme::media_matches;
use crate::check::Cause;
use crate::check::why::{Moment, Remedy, WrongValue};
use crate::view::verdict::{Guarantee, Verdict};
use crate::view::why::{Group, Inquiry, Offer, Subject, completed, moments, offer, to_try};

/// Where the panel lies over the page's foot, as in the style sheet.
const NARROW: &str = "(max-width: 1100px)";

/// The button beside the verdict, while something is wrong.
#[component]
pub fn WhyButton() -> impl IntoView {
    let desk = Desk::get();
    let is_open = Memo::new(move |_| desk.why.with(Option::is_some));
    // Whoever goes back to before it went wrong can still close what is open.
    let is_wrong =
        Memo::new(move |_| desk.versus.with(Option::is_none) && (desk.verdict.with(is_wrong_in) || is_open.get()));
    let ask = move |_| desk.send(if is_open.get_untracked() { Intent::WhyNot } else { Intent::Why(None) });
    view! {
        <Show when=move || is_wrong.get()>
            <button class="button why-button" type="button" aria-expanded=move || is_open.get().to_string() on:click=ask>
                {desk.text().doors.why}
            </button>
        </Show>
    }
}

fn is_wrong_in(verdict: &Verdict) -> bool {
    let right = Guarantee::ExactlyOnce;
    verdict.inside != right || verdict.output != right
}

/// The panel, while something is asked.
#[component]
pub fn Why() -> impl IntoView {
    let desk = Desk::get();
    move || desk.why.get().map(|inquiry| view! { <WhyPanel inquiry/> })
}

/// What is being tried out.
#[derive(Clone, Default)]
struct Trials {
    /// Against which cause; a trial for another is out of date.
    cause: Option<Cause>,
    /// Still to be tried.
    waiting: Vec<Vec<Remedy>>,
    /// What takes the cause away.
    offers: Vec<Offer>,
    /// All was tried.
    done: bool,
}

#[component]
fn WhyPanel(
    /// What is wrong.
    inquiry: Inquiry,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().why;
    let subject = RwSignal::new(inquiry.first());
    let step = inquiry.step;
    let inquiry = StoredValue::new(inquiry);
    let chain = Memo::new(move |_| {
        subject.with(|s| s.as_ref().map_or_else(Vec::new, |s| desk.show.with_value(|show| moments(show, s))))
    });
    let trials = RwSignal::new(Trials::default());
    let cause = Memo::new(move |_| subject.with(|s| s.as_ref().map(Subject::cause)));
    Effect::new(move |_| {
        let Some(cause) = cause.get() else { return };
        let mut waiting = desk.show.with_value(|show| inquiry.with_value(|i| to_try(show, i, cause)));
        waiting.reverse();
        trials.set(Trials { cause: Some(cause), waiting, ..Trials::default() });
        try_next(desk, trials, cause);
    });

    let heading = NodeRef::<html::H2>::new();
    let opener = focus::opener();
    heading.on_load(|heading| {
        let _ = heading.focus();
    });
    let close = move || {
        // A button that has gone with the card, or goes now because nothing is wrong here, cannot have the focus back.
        let stays = desk.verdict.with_untracked(is_wrong_in);
        desk.send(Intent::WhyNot);
        if stays {
            focus::give_back(opener);
        } else {
            focus::to_stage();
        }
    };
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            close();
        }
    };
    view! {
        <section class="why" aria-label=desk.text().doors.why on:keydown=pressed data-testid="why">
            <div class="why-inside">
                <div class="why-head">
                    <h2 tabindex="-1" node_ref=heading>{desk.text().doors.why}</h2>
                    <button class="button square plain" type="button" aria-label=desk.text().controls.close on:click=move |_| close()>
                        <Icon shape=Shape::Close/>
                    </button>
                </div>
                <h3>{words.wrong}" "<span class="why-note">{(words.as_of)(step)}</span></h3>
                <Wrongs inquiry subject/>
                <h3>{words.chain}</h3>
                <ol class="chain">
                    {move || chain.get().into_iter().map(|m| view! { <Stop moment=m/> }).collect_view()}
                </ol>
                <h3>{words.prevent}</h3>
                <div class="offers" aria-live="polite">{move || offered(desk, &trials.get())}</div>
            </div>
        </section>
    }
}

/// Tries one change and comes back for the next, so that the page stays alive meanwhile.
fn try_next(desk: Desk, trials: RwSignal<Trials>, cause: Cause) {
    set_timeout(
        move || {
            // The panel may be gone, or ask about another cause by now.
            if trials.try_with_untracked(|t| t.cause == Some(cause)) != Some(true) {
                return;
            }
            let mut trial = trials.get_untracked();
            match trial.waiting.pop() {
                Some(changes) => {
                    trial.offers.extend(desk.show.with_value(|show| offer(show, cause, changes)));
                    trials.set(trial);
                    try_next(desk, trials, cause);
                }
                None => {
                    let found = std::mem::take(&mut trial.offers);
                    trial.offers = desk.show.with_value(|show| completed(show, cause, found));
                    trial.done = true;
                    trials.set(trial);
                }
            }
        },
        Duration::ZERO,
    );
}

/// What there is to ask about.
#[component]
fn Wrongs(
    /// All of it.
    inquiry: StoredValue<Inquiry>,
    /// What is asked about.
    subject: RwSignal<Option<Subject>>,
) -> impl IntoView {
    let groups = inquiry.with_value(|i| i.groups.clone());
    let values = inquiry.with_value(|i| i.values.clone());
    view! {
        <ul class="wrongs">
            {groups.into_iter().map(|group| view! { <GroupLine group subject/> }).collect_view()}
            {values.into_iter().map(|value| view! { <ValueLine value subject/> }).collect_view()}
        </ul>
    }
}

#[component]
fn GroupLine(
    /// The group.
    group: Group,
    /// What is asked about.
    subject: RwSignal<Option<Subject>>,
) -> impl IntoView {
    let desk = Desk::get();
    let which_one = desk.words().why.which;
    let named = group.clone();
    let name = move || {
        let (head, line) = desk.show.with_value(|show| (desk.words_now().why.group)(show.world().plan(), &named));
        view! { <b>{head}</b><span>{line}</span> }
    };
    let kind = (group.place, group.cause, group.wrong);
    let is_chosen = Memo::new(move |_| {
        subject.with(|s| matches!(s, Some(Subject::Effect(f)) if (f.place, f.cause, f.wrong) == kind))
    });
    let findings = StoredValue::new(group.findings);
    let choose = move |i: usize| {
        if let Some(finding) = findings.with_value(|all| all.get(i).cloned()) {
            subject.set(Some(Subject::Effect(finding)));
        }
    };
    let picked = move |event| {
        if let Ok(i) = event_target_value(&event).parse() {
            choose(i);
        }
    };
    let which = move || {
        let chosen = subject.get_untracked();
        let options = findings.with_value(|all| {
            let option = |(i, f): (usize, &crate::check::Finding)| {
                let selected = chosen == Some(Subject::Effect(f.clone()));
                view! { <option value=i.to_string() selected=selected>{f.id.to_string()}</option> }
            };
            (all.len() > 1).then(|| all.iter().enumerate().map(option).collect_view())
        });
        options.map(|options| {
            view! {
                <label class="choice which">
                    <span class="choice-name">{which_one}</span>
                    <select on:change=picked>{options}</select>
                </label>
            }
        })
    };
    view! {
        <li>
            <button class="wrong-line" type="button" aria-pressed=move || is_chosen.get().to_string() on:click=move |_| choose(0)>
                {name}
            </button>
            {move || is_chosen.get().then(which)}
        </li>
    }
}

#[component]
fn ValueLine(
    /// The value.
    value: WrongValue,
    /// What is asked about.
    subject: RwSignal<Option<Subject>>,
) -> impl IntoView {
    let desk = Desk::get();
    let named = value.clone();
    let name = move || {
        let (head, line) = desk.show.with_value(|show| (desk.words_now().why.value)(show.world().plan(), &named));
        view! { <b>{head}</b><span>{line}</span> }
    };
    let asked = Subject::Value(value);
    let own = asked.clone();
    let is_chosen = move || subject.with(|s| s.as_ref() == Some(&own)).to_string();
    view! {
        <li>
            <button class="wrong-line" type="button" aria-pressed=is_chosen on:click=move |_| subject.set(Some(asked.clone()))>
                {name}
            </button>
        </li>
    }
}

/// One moment of the chain.
#[component]
fn Stop(
    /// Which.
    moment: Moment,
) -> impl IntoView {
    let desk = Desk::get();
    let place = (desk.words().why.place)(&moment);
    let (step, lit) = (moment.step, moment.lit.clone());
    let sentence = move || desk.show.with_value(|show| (desk.words_now().why.moment)(show.world().plan(), &moment));
    let own = lit.clone();
    let is_here = move || desk.lit.with(|now| now.as_ref() == Some(&own)).then_some("step");
    let go = move |_| {
        desk.send(Intent::Moment(step, lit.clone()));
        if media_matches(NARROW) {
            // The panel covers the foot of the page: what is lit comes into the rest.
            request_animation_frame(|| {
                if let Ok(Some(found)) = document().query_selector("#stage [data-lit]") {
                    found.scroll_into_view();
                }
            });
        }
    };
    view! {
        <li>
            <button class="moment" type="button" aria-current=is_here on:click=go data-step=step.to_string()>
                <span class="moment-place">{place}</span><span>{sentence}</span>
            </button>
        </li>
    }
}

/// The changes that take the cause away.
fn offered(desk: Desk, trials: &Trials) -> AnyView {
    let words = desk.words_now().why;
    let Some(cause) = trials.cause else { return ().into_any() };
    if trials.done && trials.offers.is_empty() {
        return view! { <p class="why-none">{(words.none)(cause)}</p> }.into_any();
    }
    let buttons = trials.offers.iter().cloned().map(|offer| {
        let name = desk.show.with_value(|show| (words.remedy)(show.world().plan(), &offer.changes));
        let then = (words.then)(&offer);
        let class = if offer.leaves.is_empty() { "button offer whole" } else { "button offer" };
        let apply = move |_| {
            desk.send(Intent::Mend(offer.changes.clone()));
            focus::to_stage();
        };
        view! { <button class=class type="button" on:click=apply><b>{name}</b><span>{then}</span></button> }
    });
    let trying = (!trials.done).then(|| view! { <p class="why-note">{words.trying}</p> });
    view! { {buttons.collect_view()}{trying} }.into_any()
}
