//! The stage in words, for those who do not see it: the same facts, brought up to date at a pace that can be listened to.

use leptos::prelude::*;

use crate::ui::desk::Desk;
use crate::view::layout::stage;
use crate::view::movers::{Body, Mover, Pipe, Place, movers};
use crate::view::show::Show;

/// The stage in words.
#[component]
pub fn Words() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    // Turning points and pauses, not every step: the verdict keeps that pace already.
    let moment = Memo::new(move |_| {
        desk.verdict.track();
        desk.playing.track();
        desk.caption.track();
        desk.run.track();
        desk.scene.with_untracked(text.moment)
    });
    let under_way = Memo::new(move |_| {
        desk.verdict.track();
        desk.playing.track();
        desk.run.track();
        desk.show.with_value(|show| names(desk, show))
    });
    // What the step did is told where one can keep up: at a stand, step by step.
    let step = Memo::new(move |_| {
        let step = desk.now.get().step;
        let slow = desk.readable.get() && !desk.playing.get();
        let bench = desk.later.here().filter(|_| slow);
        bench.map(|bench| desk.show.with_value(|show| (bench.sentence)(desk, show, step)))
    });
    let lines = move || moment.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    let things = move || {
        let names = under_way.get();
        if names.is_empty() {
            return view! { <p>{text.stage.nothing_under_way}</p> }.into_any();
        }
        view! { <ul>{names.into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}</ul> }.into_any()
    };
    view! {
        <div class="visually-hidden">
            <h2>{text.stage.in_words}</h2>
            <p aria-live="polite">{move || desk.caption.get().map(|c| (text.caption)(&c))}</p>
            <p aria-live="polite" data-testid="step-words">{step}</p>
            <ul>{lines}</ul>
            <h3>{text.stage.under_way}</h3>
            {things}
        </div>
    }
}

fn names(desk: Desk, show: &Show) -> Vec<String> {
    // The places do not matter here, only who is where.
    let drawing = stage(show.cast(), 1280.0, 600.0);
    movers(show.reel(), show.pace(), &drawing, show.playback().place(), true)
        .iter()
        .map(|m| name(desk, show, m))
        .collect()
}

/// The name of a moving thing: what it is and which event put it where it is.
pub fn name(desk: Desk, show: &Show, mover: &Mover<'_>) -> String {
    let text = desk.text();
    let plan = show.world().plan();
    let node = |id: crate::ids::NodeId| plan.nodes[id.index()].name.as_str();
    let task = |id: crate::ids::TaskId| plan.node_of(id).name.as_str();
    match &mover.body {
        Body::Record { record, place, lot, .. } => {
            let name = (text.record)(record, node(record.origin.source), mover.step);
            let name = name + text.stage.lots[*lot as usize];
            match place {
                Place::Task(at) => (text.at_work)(&name, task(*at)),
                Place::Channel(channel) => (text.on_its_way)(&name, task(plan.channels[*channel].to)),
            }
        }
        Body::Barrier { checkpoint, channel, .. } => {
            (text.on_its_way)(&(text.barrier)(*checkpoint, mover.step), task(plan.channels[*channel].to))
        }
        Body::Heat { pipe, records, .. } => match pipe {
            Pipe::Channel(c) => (text.dense)(*records, node(plan.edges[plan.channels[*c].edge].to)),
            Pipe::Duct(edge) => (text.dense)(*records, node(plan.edges[*edge].to)),
            Pipe::Riser(source) => (text.dense)(*records, &plan.nodes[*source].name),
            Pipe::Chute(sink) => (text.dense)(*records, &plan.scenario.sinks[*sink].name),
        },
        Body::Message(message) => (text.message)(message, task(message.task)),
        Body::Rise(record, _) => (text.rising)(record, node(record.origin.source), mover.step),
        Body::Fall { record, sink, again, .. } => (text.falling)(record, node(*sink), *again, mover.step),
        Body::Save(at, checkpoint) => (text.saving)(task(*at), *checkpoint, mover.step),
        Body::Restore(at, checkpoint) => (text.restoring)(task(*at), *checkpoint, mover.step),
    }
}
