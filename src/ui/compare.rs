//! Compare: the run beside itself under one change, in step, with what differs marked and counted.

use leptos::context::Provider;
use leptos::prelude::*;

use super::desk::{Desk, Intent, Versus};
use super::hands::HandMenu;
use super::inspector;
use super::lens::LensSwitch;
use super::pieces::{Piece, from, of_bench};
use super::stage::Stage;
use super::strip::StripBar;
use super::verdict::VerdictStrip;
use crate::scenario::SinkKind;
use crate::view::compare::{Amount, Pair, differing, pairs, telling};
use crate::view::layout::Stage as Drawing;
use crate::view::setup::{Barriers, Change, Knob, Value};
use crate::view::show::Start;

/// The changes that are one click each.
const QUICK: [Value; 6] = [
    Value::Sink(SinkKind::Append),
    Value::Sink(SinkKind::Upsert),
    Value::Sink(SinkKind::TwoPhase),
    Value::Barriers(Barriers::Aligned),
    Value::Barriers(Barriers::Unaligned),
    Value::Barriers(Barriers::AtLeastOnce),
];

/// What fills the page between the set-up and the transport: one stage, or two.
#[component]
pub fn Frame() -> impl IntoView {
    let desk = Desk::get();
    let compares = Memo::new(move |_| desk.versus.get().is_some());
    move || match compares.get().then(|| desk.later.here_now()).flatten() {
        Some(bench) => (bench.two)(),
        // Other words, another stage: all of it is said anew.
        None => view! {
            {from(Piece::Verdict, move || { desk.lens.track(); view! { <VerdictStrip/> }.into_any() })}
            {of_bench(Piece::Above, |bench| (bench.above)())}
            <div class="stage-frame">
                {from(Piece::Stage, move || { desk.lens.track(); view! { <Stage/> }.into_any() })}
                {of_bench(Piece::Beside, |bench| (bench.beside)())}
            </div>
        }
        .into_any(),
    }
}

/// The button that compares, and stops comparing.
#[component]
pub fn CompareButton() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let compares = Memo::new(move |_| desk.versus.get().is_some());
    let toggle = move |_| {
        let first = desk.show.with_value(|show| telling(show.world().plan()));
        desk.send(Intent::Versus(first.map(Versus::Change).filter(|_| !compares.get_untracked())));
    };
    view! {
        <button class="button" type="button" aria-pressed=move || compares.get().to_string() on:click=toggle>
            {words.compare}
        </button>
    }
}

/// Two stages, and what differs between them.
#[component]
pub fn Two() -> impl IntoView {
    let desk = Desk::get();
    let (words, play) = (desk.words().compare, desk.text().play);
    let beside = desk.versus.get_untracked().and_then(|versus| desk.beside(versus));
    let itself = || desk.show.with_value(|show| show.changed(show.scenario().clone(), Start::Beginning));
    let mut other = desk.second(beside.unwrap_or_else(itself));
    // One lens and one language for both, and one thing that is looked at.
    other.lens = desk.lens;
    other.language = desk.language;
    other.looking = desk.looking.beside();
    other.still.set(desk.still.get_untracked());
    desk.other.set(Some(other));
    on_cleanup(move || desk.other.set(None));
    // Whatever becomes of the run here becomes of it there.
    Effect::new(move |_| {
        desk.run.track();
        if let Some(versus) = desk.versus.get() {
            other.put_on_other(desk, versus);
        }
    });
    let facts = Memo::new(move |_| {
        desk.judged_at.track();
        other.judged_at.track();
        other.run.track();
        desk.show.with_value(|here| other.show.with_value(|there| pairs(&here.report(), &there.report())))
    });
    // The same marks on both stages.
    Effect::new(move |_| {
        let unlike = desk.scene.with(|here| other.scene.with(|there| differing(here, there)));
        if desk.unlike.with_untracked(|old| *old != unlike) {
            desk.unlike.set(unlike.clone());
            other.unlike.set(unlike);
        }
    });
    on_cleanup(move || desk.unlike.set(Default::default()));
    // What is set how on either side.
    let settings = desk.settings();
    let sides = Memo::new(move |_| {
        let change = match desk.versus.get() {
            Some(Versus::Branch(id)) => {
                let here = desk.branches.with(|b| b.current());
                return (desk.branch_name(here), desk.branch_name(id));
            }
            Some(Versus::Change(change)) => Some(change),
            None => None,
        };
        let of = |s: &&crate::view::setup::Setting| change.is_some_and(|c| c.knob == s.knob);
        let said =
            |s: &crate::view::setup::Setting, value: &Value| format!("{}: {}", (play.setting)(s), (play.value)(value));
        settings.with(|all| {
            let setting = all.iter().find(of).zip(change);
            setting.map_or(Default::default(), |(s, c)| (said(s, &s.now), said(s, &c.value)))
        })
    });
    let count = Memo::new(move |_| facts.with(|all| all.iter().filter(|p| p.differs()).count()));
    view! {
        <StripBar/>
        <Against count/>
        <div class="two">
            <div class="column">
                <div class="column-head">
                    <p class="side"><b>{words.here}</b>" · "{move || sides.with(|s| s.0.clone())}</p>
                    {move || { desk.lens.track(); view! { <VerdictStrip/> } }}
                </div>
                <div class="stage-frame">{move || { desk.lens.track(); view! { <Stage/> } }}</div>
            </div>
            <Provider value=other>
                <div class="column">
                    <div class="column-head">
                        <p class="side"><b>{words.there}</b>" · "{move || sides.with(|s| s.1.clone())}</p>
                        {move || { desk.lens.track(); view! { <VerdictStrip name=words.verdict_there/> } }}
                    </div>
                    <div class="stage-frame">
                        {move || { desk.lens.track(); view! { <Stage id="stage-there" name=words.stage_there/> } }}
                    </div>
                </div>
            </Provider>
        </div>
        <Provider value=other><HandMenu/></Provider>
        {inspector::of_two(desk, other)}
        <Facts facts/>
    }
}

/// What the run is compared with: each choice one click.
#[component]
fn Against(
    /// How many facts differ.
    count: Memo<usize>,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let (words, play) = (desk.words().compare, text.play);
    let settings = desk.settings();
    let choices = Memo::new(move |_| {
        let list = settings.get();
        let all = list.iter().flat_map(|s| {
            let others = s.options.iter().filter(|v| **v != s.now);
            others.map(|value| (Change { knob: s.knob, value: *value }, s.clone()))
        });
        // One click each for the first sink and for barriers; a list for the rest.
        let is_quick = |(c, s): &(Change, _)| -> bool {
            let setting: &crate::view::setup::Setting = s;
            QUICK.contains(&c.value) && (setting.leads || c.knob == Knob::Barriers)
        };
        all.partition::<Vec<_>, _>(is_quick)
    });
    let quick = move || {
        choices.with(|(quick, _)| {
            quick
                .iter()
                .map(|(change, _)| {
                    let change = *change;
                    view! {
                        <button
                            class="button" type="button"
                            aria-pressed=move || (desk.versus.get() == Some(Versus::Change(change))).to_string()
                            on:click=move |_| desk.send(Intent::Versus(Some(Versus::Change(change))))
                        >{(play.value)(&change.value)}</button>
                    }
                })
                .collect_view()
        })
    };
    let rest = move || {
        choices.with(|(_, rest)| {
            rest.iter()
                .enumerate()
                .map(|(i, (change, setting))| {
                    let change = *change;
                    let label = format!("{}: {}", (play.setting)(setting), (play.value)(&change.value));
                    view! {
                        <option value=i.to_string() selected=move || desk.versus.get() == Some(Versus::Change(change))>{label}</option>
                    }
                })
                .collect_view()
        })
    };
    let choose = move |event| {
        let i = event_target_value(&event).parse::<usize>().ok();
        let change = choices.with_untracked(|(_, rest)| Some(rest.get(i?)?.0));
        if change.is_some() {
            desk.send(Intent::Versus(change.map(Versus::Change)));
        }
    };
    let is_listed =
        move || choices.with(|(_, rest)| rest.iter().any(|(c, _)| desk.versus.get() == Some(Versus::Change(*c))));
    view! {
        <div class="against" role="group" aria-label=words.against>
            <span class="choice-name">{words.against}</span>
            {quick}
            <label class="choice">
                <span class="visually-hidden">{words.other_setting}</span>
                <select on:change=choose>
                    <option value="" selected=move || !is_listed()>{words.other_setting}</option>
                    {rest}
                </select>
            </label>
            <super::branches::AgainstBranch/>
            <LensSwitch/>
            <a class="differences" href="#facts">{move || (words.differences)(count.get())}</a>
            <button class="button" type="button" on:click=move |_| desk.send(Intent::Versus(None))>
                {words.stop_comparing}
            </button>
        </div>
    }
}

/// Marks on what holds something else here than in the run beside it.
#[component]
pub fn Unlike(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let corners = drawing.nodes.iter().map(|n| n.rect).chain(drawing.destinations.iter().copied());
    let nodes = drawing.nodes.len();
    let marks = corners.enumerate().map(|(i, rect)| {
        let is_unlike = Memo::new(move |_| {
            desk.unlike.with(|(in_memory, outside)| {
                let found = if i < nodes { in_memory.get(i) } else { outside.get(i - nodes) };
                found.copied().unwrap_or(false)
            })
        });
        // What a channel holds is said beside its box, at the corners; over the middle of a destination stands its heading.
        let (left, top) =
            if i < nodes { (rect.center().x - 10.0, rect.y - 16.0) } else { (rect.right() - 12.0, rect.y - 9.0) };
        let (left, top) = (format!("{left:.1}px"), format!("{top:.1}px"));
        move || {
            is_unlike.get().then(|| {
                let (left, top) = (left.clone(), top.clone());
                view! { <span class="unlike" role="img" aria-label=words.differs style:left=left style:top=top>"≠"</span> }
            })
        }
    });
    marks.collect_view()
}

/// Every fact on both sides; those that differ are marked.
#[component]
fn Facts(
    /// The facts.
    facts: Memo<Vec<Pair>>,
) -> impl IntoView {
    let (words, play) = (Desk::get().words().compare, Desk::get().text().play);
    let rows = move || {
        facts.with(|all| {
            all.iter()
                .map(|pair| {
                    let in_words = |said: fn(&Amount) -> String| (said(&pair.left), said(&pair.right));
                    let (mut left, mut right) = in_words(words.amount);
                    if pair.differs() && left == right {
                        (left, right) = in_words(words.exact);
                    }
                    let mark = pair.differs().then(|| view! { <span class="differs-mark">{play.differs}</span> });
                    view! {
                        <tr class=if pair.differs() { "differs" } else { "" }>
                            <th scope="row">{(words.fact)(&pair.fact)}</th>
                            <td>{left}</td>
                            <td>{right}" "{mark}</td>
                        </tr>
                    }
                })
                .collect_view()
        })
    };
    view! {
        <table class="facts" id="facts">
            <thead><tr><th scope="col">{words.fact_head}</th><th scope="col">{words.here}</th><th scope="col">{words.there}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
