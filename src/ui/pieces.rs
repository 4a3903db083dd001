//! The page, piece by piece. On a slow machine it takes a second to put the first screen together, and almost as long to put
//! in what the second module brings; between two pieces the browser can paint and answer.

use std::time::Duration;

use leptos::mount::mount_to_body;
use leptos::prelude::*;

use super::app::{App, AppProps};
use super::desk::{Desk, opened};
use super::later::Later;
use super::workbench::Workbench;
use crate::scenario::opening;
use crate::sim::History;
use crate::view::show::Show;
use crate::view::verdict::{Verdict, verdict};

/// On the root while pieces of the first screen are missing: boot.js keeps its picture, and the style sheet hides what is there.
/// Its value says what of that is laid out already: nothing, or all around the stage. The stage itself comes last: each time that
/// the browser lays out half of it costs as much as once the whole.
const COMING: &str = "data-coming";
/// A page that is not shown has no frames: nobody looks at it, and it goes on without.
const PATIENCE: Duration = Duration::from_millis(300);

/// Steps of the opening run that are made at a time.
const STEPS: u32 = 700;

/// A piece of the page, in the order in which they are put in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// The head.
    Head,
    /// The list of scenarios in it.
    Scenarios,
    /// The set-up bar.
    SetUp,
    /// The verdict.
    Verdict,
    /// The transport.
    Transport,
    /// The timeline.
    Timeline,
    /// The stage, with nothing on it. After it the browser lays the page out: what stands on the stage goes by its room, and that
    /// by all that is around it.
    Stage,
    /// The pipes.
    Pipes,
    /// The boxes of the job.
    Nodes,
    /// The logs.
    Tapes,
    /// The shelf.
    Shelf,
    /// The destinations.
    Destinations,
    /// What moves, and what can be taken hold of. It ends the first screen: what follows comes with the second module.
    Movers,
    /// Above the stage.
    Above,
    /// Beside the stage.
    Beside,
    /// Below the timeline.
    Below,
    /// The list of branches.
    Branches,
    /// The choice of a language.
    Language,
    /// Above the whole page.
    Over,
}

/// Where the browser gets its turn. Small pieces come with the one after them: a turn costs a slow machine more than they do.
const STOPS: [Piece; 14] = {
    use Piece::*;
    [Head, Scenarios, Verdict, Timeline, Stage, Nodes, Shelf, Movers, Above, Beside, Below, Branches, Language, Over]
};

/// Which pieces there are.
#[derive(Clone, Copy)]
pub struct Pieces {
    last: RwSignal<Option<Piece>>,
}

/// The opening run, and what is to be said of it.
pub(super) type Opened = (Show, Verdict);

/// Opens the page.
pub fn start() {
    say_coming(Some(""));
    run_on(History::new(&opening()));
}

/// Runs the opening run to its end, so many steps at a time, and then puts the page on.
fn run_on(mut history: History) {
    soon(move || {
        if (0..STEPS).all(|_| Show::goes_on(&mut history)) {
            return run_on(history);
        }
        soon(move || {
            let show = opened(history);
            soon(move || {
                let verdict = verdict(&show);
                soon(move || mount_to_body(move || App(AppProps { opened: Some((show, verdict)) })));
            });
        });
    });
}

impl Pieces {
    /// All of them, or none yet.
    pub(super) fn new(all: bool) -> Pieces {
        Pieces { last: RwSignal::new(all.then_some(Piece::Over)) }
    }

    /// Whether the first screen is whole.
    pub(super) fn are_there(self) -> bool {
        self.last.get_untracked() >= Some(Piece::Movers)
    }

    /// Puts them in: those of the first screen now, what the second module brings when it is there.
    pub(super) fn put_in(self, later: Later) {
        if self.are_there() {
            return later.fetch_soon();
        }
        soon(move || self.put_in_next(later));
        Effect::new(move |_| {
            if later.here().is_some() && self.last.get_untracked() == Some(Piece::Movers) {
                soon(move || self.put_in_next(later));
            }
        });
    }

    fn put_in_next(self, later: Later) {
        // The page may be gone by now.
        let Some(last) = self.last.try_get_untracked() else { return };
        if last == Some(Piece::Movers) && later.here_now().is_none() {
            return;
        }
        let Some(next) = STOPS.into_iter().find(|stop| Some(*stop) > last) else { return };
        self.last.set(Some(next));
        match next {
            // From here on the browser lays out what is around the stage, whose room goes by it.
            Piece::Stage => say_coming(Some("frame")),
            Piece::Movers => {
                say_coming(None);
                later.fetch_soon();
            }
            _ => {}
        }
        if next == Piece::Stage {
            // Once, whichever comes first.
            let once = move || {
                if self.last.try_get_untracked() == Some(Some(next)) {
                    self.put_in_next(later);
                }
            };
            request_animation_frame(move || soon(once));
            set_timeout(once, PATIENCE);
        } else {
            soon(move || self.put_in_next(later));
        }
    }
}

/// What is there from this piece on. What `view` reads of signals has it brought up to date: it, and not what is around it, which
/// would have it made anew.
pub(super) fn from(piece: Piece, view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    boxed(piece, Box::new(view))
}

/// The same for what the second module brings.
pub(super) fn of_bench(piece: Piece, view: fn(&'static Workbench) -> AnyView) -> AnyView {
    let desk = Desk::get();
    let brought = move || {
        desk.language.track();
        desk.later.here_now().map(view).into_any()
    };
    boxed(piece, Box::new(brought))
}

/// In one place, whatever the piece: each would else be a program of its own.
fn boxed(piece: Piece, view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    let last = Desk::get().pieces.last;
    let has = Memo::new(move |_| last.get() >= Some(piece));
    (move || has.get().then(&view)).into_any()
}

fn soon(next: impl FnOnce() + 'static) {
    set_timeout(next, Duration::ZERO);
}

fn say_coming(how: Option<&str>) {
    if let Some(root) = document().document_element() {
        let _ = match how {
            Some(how) => root.set_attribute(COMING, how),
            None => root.remove_attribute(COMING),
        };
    }
}
