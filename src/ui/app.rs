//! The page: head, verdict, stage, transport and timeline, one screen high.

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::compare::Frame;
use super::course::has_stage;
use super::desk::{Desk, Intent, Panel};
use super::focus::{free_key, is_on};
use super::header::Header;
use super::language::use_language;
use super::later::Wait;
use super::pieces::{Opened, Piece, from, of_bench};
use super::raf::use_frames;
use super::setup::SetupBar;
use super::share::use_links;
use super::stage::paint;
use super::tabs::Tab;
use super::theme::media_matches;
use super::timeline::Timeline;
use super::transport::Transport;
use crate::view::inspector::Subject;

/// The page.
#[component]
pub fn App(
    /// The opening run, where the page is put together piece by piece.
    #[prop(optional)]
    opened: Option<Opened>,
) -> impl IntoView {
    let desk = Desk::opening(opened);
    provide_context(desk);
    desk.still.set(media_matches("(prefers-reduced-motion: reduce)"));

    use_frames(move |elapsed| {
        if !desk.pieces.are_there() {
            return;
        }
        desk.tick(elapsed);
        paint(desk);
        if let Some(other) = desk.other.get_untracked() {
            paint(other);
        }
    });
    let keys = window_event_listener(ev::keydown, move |event| press(desk, &event));
    on_cleanup(move || keys.remove());
    // Before an address asks for a run that is told of.
    use_language(desk);
    use_links(desk);
    desk.pieces.put_in(desk.later);

    // The style sheet goes by these: a rule that asks for a hidden neighbour would have the browser go through the whole page
    // whenever anything is hidden or shown.
    Effect::new(move |_| {
        let tab = desk.tab.get();
        let beside = tab == Tab::Learn && desk.course.place.with(|place| has_stage(place.as_deref()));
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-tab", tab.name());
            let _ = root.toggle_attribute_with_force("data-beside", beside);
        }
    });
    let beside = Memo::new(move |_| desk.tab.get() != Tab::Play);
    // Once it is there it stays, with all that was answered; elsewhere it is hidden.
    let opened = Memo::new(move |before: Option<&bool>| beside.get() || before.is_some_and(|before| *before));
    let said = move |view: fn() -> AnyView| {
        move || {
            desk.language.track();
            view()
        }
    };
    view! {
        // In another language every word is said anew. What stands beside Play is in one language, and keeps what was answered.
        {said(|| view! { <a class="skip" href="#stage">{Desk::get().text().controls.skip}</a> }.into_any())}
        {from(Piece::Head, said(|| view! { <Header/> }.into_any()))}
        {move || opened.get().then(|| desk.later.here()).flatten().map(|bench| (bench.learn)())}
        <div
            class="page" role=move || if beside.get() { "region" } else { "main" }
            aria-label=move || {
                desk.language.track();
                beside.get().then_some(desk.text().tabs.names[0])
            }
        >
            {from(Piece::SetUp, said(|| view! { <SetupBar/> }.into_any()))}
            {said(|| view! { <Frame/> }.into_any())}
            <div class="desk">
                {from(Piece::Transport, said(|| view! { <Transport/> }.into_any()))}
                {from(Piece::Timeline, said(|| view! { <Timeline/> }.into_any()))}
                {of_bench(Piece::Below, |bench| (bench.below)())}
            </div>
        </div>
        {of_bench(Piece::Over, |bench| (bench.over)())}
        <Wait/>
    }
}

/// Where keys without a place of their own are the page's: everywhere, in an embedded view on the stage and the timeline.
const OURS: &str = ":root:not([data-embed]), .stage, .position";

/// Keys that work wherever they do not already mean something: in a field, on a button, in a list they keep their own
/// meaning, and with a modifier they are the browser's.
fn press(desk: Desk, event: &KeyboardEvent) {
    let Some(key) = free_key(event, "dialog, textarea, select, input:not(.position), [role=menu]") else { return };
    // The quiz and the cards have keys of their own, and no stage.
    if matches!(desk.tab.get_untracked(), Tab::Quiz | Tab::Cards) {
        return;
    }
    let on_line = is_on(event, ".stage, .position");
    let intent = match key.as_str() {
        // In a frame, what is not on the stage scrolls the page around.
        " " if !is_on(event, "button, a, summary") && is_on(event, OURS) => {
            event.prevent_default();
            return desk.press_toggle();
        }
        "?" if is_on(event, OURS) => Intent::Panel(Some(Panel::Help)),
        "Escape" if desk.closing.with_untracked(Option::is_some) => Intent::DismissCard,
        "ArrowRight" if on_line => Intent::Step,
        "ArrowLeft" if on_line => Intent::StepBack,
        "PageDown" if on_line => Intent::Mark(true),
        "PageUp" if on_line => Intent::Mark(false),
        "i" if on_line => Intent::Inspect(Some(Subject::Checkpoints(None))),
        "l" if on_line => Intent::Lanes(!desk.looking.lanes.get_untracked()),
        "Home" if on_line => Intent::Seek(0),
        "End" if on_line => Intent::Seek(u64::MAX),
        _ => return,
    };
    event.prevent_default();
    desk.send(intent);
}
