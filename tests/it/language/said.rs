//! Everything that a language says, of a run all over it and without one, in the same order for every language. What takes the
//! words apart leaves no field out, so that a new one is a new line here.

use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};

use barrierscope::check::Cause;
use barrierscope::ids::{CheckpointId, EventId, Offset};
use barrierscope::scenario::{Group, Outcome, presets};
use barrierscope::sim::Event;
use barrierscope::text::inspector::Block;
use barrierscope::text::{Text, Workbench};
use barrierscope::time::SimTime;
use barrierscope::view::branches::{Branches, Done};
use barrierscope::view::closing::{cost, price};
use barrierscope::view::compare::pairs;
use barrierscope::view::config::{Place, config};
use barrierscope::view::embed::address::NAMES;
use barrierscope::view::embed::{AddressError, MessageError, NoMoment};
use barrierscope::view::hands::{Grip, grips, offers};
use barrierscope::view::inspector::{page, subjects, window};
use barrierscope::view::lanes::Tracks;
use barrierscope::view::layout::stage;
use barrierscope::view::link::LinkError;
use barrierscope::view::movers::{Body, Lot, movers};
use barrierscope::view::predict::{Belief, question, stops};
use barrierscope::view::setup::{Change, settings};
use barrierscope::view::show::Show;
use barrierscope::view::timeline::Stretch;
use barrierscope::view::turning::{Caption, Mark, MarkKind, cues};
use barrierscope::view::verdict::{Guarantee, verdict};
use barrierscope::view::why::{Subject, inquiry, mends, moments, offer, to_try};

/// What was said, and of what.
#[derive(Default)]
pub(super) struct Said(pub(super) Vec<(&'static str, String)>);

impl Said {
    fn says(&mut self, what: &'static str, text: impl Into<String>) {
        self.0.push((what, text.into()));
    }

    fn both(&mut self, what: &'static str, (a, b): (impl Into<String>, impl Into<String>)) {
        self.says(what, a);
        self.says(what, b);
    }

    fn all<T: Into<String>>(&mut self, what: &'static str, texts: impl IntoIterator<Item = T>) {
        texts.into_iter().for_each(|text| self.says(what, text));
    }
}

/// Of a run, at moments all over it.
pub(super) fn of_run(text: &Text, words: &Workbench, show: &mut Show) -> Said {
    let mut said = Said::default();
    let steps = show.pace().steps();
    for i in 0..=6 {
        show.seek(steps * i / 6);
        at_moment(&mut said, text, words, show);
    }
    let plan = show.world().plan();
    for cue in cues(plan, show.reel(), show.pace()) {
        said.says("caption", (text.caption)(&cue.caption));
    }
    for (step, mark) in show.marks() {
        said.says("mark", (text.mark)(mark));
        said.says("go_to_mark", (text.go_to_mark)(mark, show.pace().time_of(*step).ms()));
    }
    what_happened(&mut said, words, show);
    at_the_end(&mut said, text, words, show);
    let mut ahead = show.history().clone();
    for stop in stops(show) {
        let Some(asked) = question(show, &mut ahead, &stop) else { continue };
        let p = words.predict;
        said.says("question", (p.question)(&asked.ask, show.world().plan()));
        let right = asked.right().map_or(0, |a| a.value);
        said.says("right", (p.right)(&asked.ask, right));
        for answer in &asked.answers {
            said.says("answer", (p.answer)(&asked.ask, answer.value));
            if let Some(belief) = answer.belief {
                said.says("wrong", (p.wrong)(&asked.ask, answer.value, belief, right));
            }
        }
    }
    said
}

fn at_moment(said: &mut Said, text: &Text, words: &Workbench, show: &Show) {
    let (scene, plan) = (show.scene(), show.world().plan());
    let now = show.history().now().ms();
    said.says("position", (text.position)(scene.step, show.pace().steps(), now));
    said.says("memory", (text.memory)(&scene, now));
    said.says("coordinator", (text.coordinator)(&scene));
    said.all("moment", (text.moment)(&scene));
    for (i, node) in scene.nodes.iter().enumerate() {
        for down in [false, true] {
            said.says("node_note", (text.node_note)(node, down));
            said.says("node_sign", (text.node_sign)(node, down));
        }
        said.both("node_value", (text.node_value)(node));
        if let Some(o) = i.checked_sub(plan.scenario.sources.len()).and_then(|i| plan.scenario.operators.get(i)) {
            said.says("operator_habit", (text.operator_habit)(o.kind));
        }
    }
    for channel in &scene.channels {
        said.says("fill", (text.fill)(channel.records, channel.capacity));
    }
    for tape in &scene.tapes {
        let nexts: Vec<Option<Offset>> = tape.partitions.iter().map(|h| Some(h.next)).collect();
        said.says("more_logs", (text.more_logs)(2, &nexts));
        for head in &tape.partitions {
            said.says("tape_note", (text.tape_note)(head));
            if let Some((before, next)) = head.went_back {
                said.says("went_back", (text.went_back)(before, next));
            }
        }
    }
    for card in scene.restorable.iter().chain(&scene.next) {
        said.says("checkpoint", (text.checkpoint)(card.id));
        said.says("status", (text.status)(card));
        for (_, offsets) in &card.offsets {
            said.says("offset_range", (text.offset_range)(offsets));
            for offset in offsets {
                said.says("card_offset", (text.card_offset)(*offset));
                said.says("card_offset_short", (text.card_offset_short)(*offset));
            }
        }
        said.all("kept", card.states.iter().map(|(_, kept)| (text.kept)(kept)));
        said.says("in_flight", (text.in_flight)(card.in_flight.0, card.in_flight.1));
    }
    for d in &scene.destinations {
        said.says("holds", (text.holds)(d));
        said.says("holds_short", (text.holds_short)(d));
        said.says("again_short", (text.again_short)(d));
        said.says("stands_twice", (text.stands_twice)(d));
        said.says("sink_kind", (text.sink_kind)(d.kind));
        said.says("sink_option", (text.sink_option)(&d.name, (text.sink_kind)(d.kind)));
        said.says("sink_habit", (text.sink_habit)(d.kind, d.reader));
        for line in &d.lines {
            said.says("row_mark", (text.row_mark)(line));
            said.says("row", (text.row)(line));
        }
        for t in &d.transactions {
            said.says("transaction", (text.transaction)(t, true));
            said.says("transaction", (text.transaction)(t, false));
        }
        for b in &d.balances {
            said.says("balance_note", (text.balance_note)(b.surplus, b.was));
            said.says("key_value", (text.key_value)(&b.key, b.value));
        }
    }
    let judged = verdict(show);
    said.says("inside", (text.inside)(&judged));
    said.says("output", (text.output)(&judged));
    said.says("dashboard", (text.dashboard)(&judged));
    said.all("lost", judged.lost.iter().map(text.lost));
    on_its_way(said, text, show);
    for grip in grips(plan).iter().chain([&Grip::Job, &Grip::Shelf]) {
        said.says("grip", (text.play.grip)(grip, plan));
        said.says("grip_menu", (text.play.grip_menu)(&(text.play.grip)(grip, plan)));
        for hand in offers(show, grip) {
            said.says("hand", (words.hands.hand)(&hand, plan));
        }
    }
    for subject in subjects(plan) {
        said.says("subject", (words.inspector.subject)(plan, &subject));
        for block in (words.inspector.page)(plan, &page(show, &subject)) {
            inspected(said, words, show, block);
        }
    }
}

fn on_its_way(said: &mut Said, text: &Text, show: &Show) {
    let drawing = stage(show.cast(), 1280.0, 600.0);
    let plan = show.world().plan();
    let task = |t: barrierscope::ids::TaskId| plan.node_of(t).name.as_str();
    for mover in movers(show.reel(), show.pace(), &drawing, show.playback().place(), true) {
        match mover.body {
            Body::Record { record, .. } => {
                let source = &plan.nodes[record.origin.source.index()].name;
                let name = (text.record)(record, source, mover.step);
                said.says("on_its_way", (text.on_its_way)(&name, source));
                said.says("at_work", (text.at_work)(&name, source));
                said.says("record", name);
                said.says("record_short", (text.record_short)(record));
            }
            Body::Barrier { checkpoint, .. } => said.says("barrier", (text.barrier)(checkpoint, mover.step)),
            Body::Heat { records, .. } => {
                said.says("dense", (text.dense)(records, plan.nodes.last().map_or("", |n| &n.name)));
            }
            Body::Rise(record, _) => {
                let source = &plan.nodes[record.origin.source.index()].name;
                said.says("rising", (text.rising)(record, source, mover.step));
            }
            Body::Fall { record, sink, again, .. } => {
                let sink = &plan.nodes[sink.index()].name;
                said.says("falling", (text.falling)(record, sink, again, mover.step));
            }
            Body::Save(t, id) => said.says("saving", (text.saving)(task(t), id, mover.step)),
            Body::Restore(t, id) => said.says("restoring", (text.restoring)(task(t), id, mover.step)),
            Body::Message(m) => said.says("message", (text.message)(&m, task(m.task))),
        }
    }
}

fn inspected(said: &mut Said, words: &Workbench, show: &Show, block: Block) {
    let plan = show.world().plan();
    match block {
        Block::Head(text) => said.says("head", text),
        Block::Note(text, _) => said.says("note", text),
        Block::Facts(facts) => facts.into_iter().for_each(|fact| said.both("facts", fact)),
        Block::Links(links) => said.all("links", links.into_iter().map(|(name, _)| name)),
        Block::Stops(all) => all.into_iter().for_each(|stop| said.both("stops", (stop.place, stop.words))),
        Block::Bars(names, _, lines) => {
            said.all("bars", names);
            said.all("bars", lines.into_iter().map(|line| line.words));
        }
        Block::Table(name, heads, rows) => {
            said.says("table", name);
            said.all("table", heads);
            said.all("table", rows.into_iter().flatten());
        }
        Block::Listing(listing) => {
            said.both("listing", (words.inspector.listing)(&listing));
            said.all("heads", (words.inspector.heads)(plan, &listing));
            for item in window(show, &listing, 0, 6).items {
                // Whether a checkpoint was unaligned is a word of Rust in English.
                said.all("unaligned", (words.inspector.cells)(plan, &item, &[]).0);
            }
        }
        Block::Finder => {}
    }
}

/// Every kind of event, a few of each, and the steps that they are of.
fn what_happened(said: &mut Said, words: &Workbench, show: &Show) {
    let plan = show.world().plan();
    let mut seen: Vec<(Discriminant<Event>, u32)> = Vec::new();
    let tracks = Tracks::of(show);
    for stamped in show.history().all_events().iter() {
        let kind = discriminant(&stamped.event);
        let times = match seen.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, times)) => times,
            None => {
                seen.push((kind, 0));
                &mut seen.last_mut().unwrap().1
            }
        };
        *times += 1;
        if *times > 12 {
            continue;
        }
        said.says("event", (words.step.event)(plan, &stamped.event));
        let step = stamped.step;
        let events: Vec<_> = show.history().events_at(step).collect();
        said.says("step", (words.step.step)(plan, step, &events));
        let lane = &tracks.lanes[tracks.lane_of(plan, &stamped.event)];
        said.says("cell", (words.lanes.cell)(plan, lane, 1500, 3, step, &events));
        said.says("nothing", (words.lanes.nothing)(plan, lane));
    }
    said.all("lane", tracks.lanes.iter().map(|who| (words.lanes.lane)(plan, who)));
    for cut in &tracks.cuts {
        said.says("cut", (words.lanes.cut)(cut));
        said.says("cut_sign", (words.lanes.cut_sign)(cut));
    }
    said.all("down", tracks.downs.iter().map(|down| (words.lanes.down)(plan, down)));
}

fn at_the_end(said: &mut Said, text: &Text, words: &Workbench, show: &mut Show) {
    show.seek(u64::MAX);
    let plan = show.world().plan();
    said.says("price", (words.price)(&price(show)));
    said.says("ended_well", (words.ended_well)(&verdict(show)));
    said.says("own_scenario", (words.own_scenario)(show.scenario()));
    if let Some(cost) = cost(show) {
        said.says("cost_why", (words.cost_why)(&cost));
        // What the records are is the name of the source in English.
        said.says("cost", (words.cost)(&cost).replace(cost.noun.as_deref().unwrap_or("?"), "records"));
    }
    let why = words.why;
    if let Some(found) = inquiry(show) {
        let effects = found.groups.iter().flat_map(|g| g.findings.iter().take(2)).cloned().map(Subject::Effect);
        let subjects: Vec<Subject> = effects.chain(found.values.iter().cloned().map(Subject::Value)).collect();
        found.groups.iter().for_each(|g| said.both("group", (why.group)(plan, g)));
        found.values.iter().for_each(|v| said.both("value", (why.value)(plan, v)));
        said.says("as_of", (why.as_of)(found.step));
        for subject in &subjects {
            for moment in moments(show, subject) {
                said.says("place", (why.place)(&moment));
                said.says("moment of why", (why.moment)(plan, &moment));
            }
        }
        let causes: BTreeSet<Cause> = subjects.iter().map(Subject::cause).collect();
        for cause in causes {
            said.says("none", (why.none)(cause));
            for changes in to_try(show, &found, cause).into_iter().take(4) {
                said.says("remedy", (why.remedy)(plan, &changes));
                said.says("mend", (why.mend)(plan, &changes));
                if let Some(offer) = offer(show, cause, changes) {
                    said.says("then", (why.then)(&offer));
                }
            }
        }
    }
    for changes in mends(show) {
        let mut branches = Branches::of(show);
        branches.fork(Done::Mended(changes), SimTime(1500), 3, show);
        said.all("branch", branches.list().iter().map(|b| (words.hands.branch_name)(b, plan)));
    }
    for setting in settings(plan) {
        said.says("setting", (text.play.setting)(&setting));
        for value in &setting.options {
            said.says("setting's value", (text.play.value)(value));
            let change = Change { knob: setting.knob, value: *value };
            let mut branches = Branches::of(show);
            branches.fork(Done::Changed(change), SimTime(1500), 3, show);
            said.all("branch", branches.list().iter().map(|b| (words.hands.branch_name)(b, plan)));
        }
        if let Some(value) = setting.options.iter().find(|v| **v != setting.now) {
            let change = Change { knob: setting.knob, value: *value };
            let mut other = show.changed(change.apply(show.scenario()), barrierscope::view::show::Start::Beginning);
            other.seek(u64::MAX);
            for pair in pairs(&show.report(), &other.report()) {
                said.says("fact", (words.compare.fact)(&pair.fact));
                for amount in [&pair.left, &pair.right] {
                    said.says("amount", (words.compare.amount)(amount));
                    said.says("exact", (words.compare.exact)(amount));
                }
            }
        }
    }
    let config = config(show.scenario());
    said.all("unsaid", config.unsaid.iter().map(|unsaid| (words.config.unsaid)(unsaid)));
}

/// What is said without a run.
#[allow(clippy::too_many_lines, reason = "every field once")]
pub(super) fn of_itself(text: &Text, words: &Workbench) -> Said {
    let mut said = Said::default();
    let c = text.controls;
    said.all(
        "controls",
        [
            c.play,
            c.pause,
            c.step,
            c.step_back,
            c.restart_run,
            c.crash,
            c.speed,
            c.scenario,
            c.sink,
            c.position,
            c.transport,
            c.setup,
            c.stage,
            c.timeline,
            c.verdict,
            c.open_scenario,
            c.open_file,
            c.open_paste,
            c.open_hint,
            c.open_run,
            c.open_keep,
            c.close,
            c.legend,
            c.keys,
            c.help,
            c.language,
            c.theme_dark,
            c.theme_light,
            c.skip,
            c.dashboard,
            c.whole_document,
            c.unreadable_file,
        ],
    );
    let s = text.stage;
    said.all(
        "stage",
        [
            s.wiped_by_a_crash,
            s.out_of_reach,
            s.log,
            s.checkpoints,
            s.none_yet,
            s.never_any,
            s.none_pending,
            s.row,
            s.id,
            s.value,
            s.note,
            s.key,
            s.balance,
            s.nothing_written,
            s.crash_here,
            s.in_words,
            s.under_way,
            s.nothing_under_way,
            s.gone,
            s.state_bytes,
            s.in_flight,
            s.took,
            s.coordinator,
            s.zoom_in,
            s.zoom_out,
            s.fit,
            s.zoom,
        ],
    );
    said.all("lots", [Lot::Plain, Lot::Overtaken, Lot::Stored].map(|lot| s.lots[lot as usize]));
    let p = text.play;
    said.all(
        "play",
        [p.break_it, p.moments, p.any_moment, p.next_moment, p.last_moment, p.compare, p.differs, p.more_settings],
    );
    said.all("kind", MarkKind::ALL.map(p.kind));
    said.says("tabs", text.tabs.all);
    said.all("tabs", text.tabs.names);
    let d = text.doors;
    said.all(
        "doors",
        [d.gallery, d.edit, d.lanes, d.branches, d.inspector, d.share, d.as_code, d.predict, d.predict_hint, d.why],
    );
    said.says("draft", (d.draft)(3));
    let l = text.later;
    said.all("later", [l.coming, l.failed, l.again]);
    said.all("group", Group::ALL.map(text.presets.group));
    let outcomes = [Outcome::Twice, Outcome::Lost, Outcome::WrongState, Outcome::Right, Outcome::Costs];
    said.all("outcome", outcomes.map(words.presets.outcome));
    for preset in presets() {
        said.says("preset", (text.presets.name)(preset.name));
        said.says("promise", (words.presets.promise)(preset));
    }
    said.says("filter", words.presets.filter);
    said.all("shown", [(0, 40), (40, 40), (7, 40)].map(|(n, all)| (words.presets.shown)(n, all)));
    said.says("number", (text.number)(-1_234_567));
    said.says("seconds", (text.seconds)(61_500));
    said.all("milliseconds", [450, 61_500].map(text.milliseconds));
    said.all("bytes", [12, 1_200, 48_000_000].map(text.bytes));
    said.says("speed", (text.speed)(0.25));
    said.says("last_and_next", (text.last_and_next)(Offset(1), Offset(101)));
    said.says("more", (text.more)(12));
    said.says("next_due", (text.next_due)(10_000));
    said.says("offset", (text.card_offset)(None));
    said.says("offset", (text.card_offset_short)(None));
    said.all("stretch", [Stretch::Live, Stretch::Down, Stretch::Replay].map(text.stretch));
    let guarantees =
        [Guarantee::ExactlyOnce, Guarantee::AtLeastOnce, Guarantee::AtMostOnce, Guarantee::Broken].map(text.guarantee);
    said.all("guarantee", guarantees);
    captions(&mut said, text);
    of_workbench(&mut said, words);
    said
}

fn captions(said: &mut Said, text: &Text) {
    let (id, offset, sink) = (CheckpointId(2), Offset(101), || "orders".to_owned());
    let until = SimTime(12_500);
    let back = [(Some(offset), Some(id)), (None, Some(id)), (Some(offset), None), (None, None)];
    let captions = [
        Caption::BarrierLeaves(id, Some(offset)),
        Caption::BarrierLeaves(id, None),
        Caption::Saved(id, Some(offset)),
        Caption::Saved(id, None),
        Caption::NotSaved(id),
        Caption::Crash,
        Caption::MemoryGone { restarts: true },
        Caption::MemoryGone { restarts: false },
        Caption::WrittenAgain(sink()),
        Caption::AddedAgain(sink()),
        Caption::WrittenOver(sink()),
        Caption::Voided(sink()),
        Caption::Committed(sink()),
        Caption::Refused(sink()),
        Caption::CommitsBroken(sink()),
        Caption::CommitFailed(sink()),
        Caption::StorageDown(until),
        Caption::Slowed(sink(), until),
        Caption::Stalled(sink(), sink(), until),
        Caption::SentAgain(EventId::Int(7)),
    ];
    said.all("caption", captions.iter().map(text.caption));
    let back = back.map(|(next, checkpoint)| Caption::BackTo { next, checkpoint });
    said.all("caption", back.iter().map(text.caption));
    let marks = [
        Mark::Barrier(id),
        Mark::Saved(id),
        Mark::NotSaved(id),
        Mark::Crash,
        Mark::BackTo(Some(offset)),
        Mark::BackTo(None),
        Mark::Committed(sink()),
        Mark::Again,
    ];
    said.all("mark", marks.iter().map(text.mark));
}

fn of_workbench(said: &mut Said, words: &Workbench) {
    let l = words.legend;
    said.all(
        "legend",
        [
            l.record,
            l.replayed,
            l.redelivered,
            l.density,
            l.full,
            l.barrier,
            l.blocked,
            l.overtaken,
            l.stored,
            l.snapshot,
            l.message,
            l.open,
            l.pre_committed,
            l.committed,
            l.aborted,
            l.timed_out,
            l.duplicate,
            l.missing,
            l.line,
        ],
    );
    words.keys.iter().for_each(|(key, does)| said.both("keys", (*key, *does)));
    let c = words.config;
    said.all("config", [c.hint, c.copy, c.copied, c.not_copied, c.unsaid_head]);
    said.all("config", [Place::FlinkConfig, Place::FlinkJob, Place::Consumer].map(c.place));
    let w = words.why;
    said.all("why", [w.wrong, w.which, w.chain, w.prevent, w.trying, (w.none)(Cause::JobDown)]);
    said.says("why", (w.why_this)("7"));
    let i = words.inspector;
    said.all("inspector", [i.inspect, i.look_at, i.find_record, i.find]);
    said.says("inspector", (i.rows)(100, 10, 20));
    let n = words.lanes;
    said.all("lanes", [n.picture, n.kind, n.closer, n.further, n.in_words, n.stretched]);
    said.all("lanes", n.signs.map(|(_, means)| means));
    said.all("lanes", [(1, 0, 9_000), (4, 10, 200), (4, 1_000, 9_000)].map(|(t, from, to)| (n.part)(t, from, to)));
    let b = words.branches;
    said.all(
        "branches",
        [
            b.hint,
            b.here,
            b.compare,
            b.drop,
            b.other_branch,
            b.pins,
            b.pin,
            b.text_hint,
            b.strip,
            b.last_pin,
            b.next_pin,
            b.begin,
        ],
    );
    said.all("branches", [(b.pins_hint)(5), (b.no_pin)(5), (b.text)(1), (b.earlier)(1), (b.later)(1), (b.unpin)(1)]);
    said.all("branches", [(b.of_branch)("7", "8"), (b.moment)(7, "8"), (b.place)(Some(1), 3), (b.place)(None, 3)]);
    said.says("branches", (b.no_text)(7));
    let s = words.share;
    said.all(
        "share",
        [
            s.hint,
            s.link,
            s.preset_link,
            s.long,
            s.scenario,
            s.scenario_hint,
            s.download,
            s.frame,
            s.run,
            s.run_json,
            s.events_csv,
            s.run_hint,
            s.not_opened,
        ],
    );
    said.all("share", [s.one_file, s.picture, s.picture_as[0], s.picture_as[1], s.picture_hint, s.open_moment]);
    said.all("share", ["", "orders"].map(s.frame_title));
    for nowhere in s.nowhere {
        said.all("nowhere", [nowhere.head, nowhere.instead]);
        said.all("nowhere", ["", "nope", "99999999999999999999999"].map(nowhere.why));
    }
    let links = [
        LinkError::UnknownPreset("nope".into()),
        LinkError::Version(None),
        LinkError::Version(Some(9)),
        LinkError::Damaged,
        LinkError::TooLong,
        LinkError::Line(3),
        LinkError::Records(1_000_000),
        LinkError::TooMuch,
        LinkError::Moment { step: 9, steps: 7 },
    ];
    said.all("link", links.into_iter().flat_map(s.errors).map(|e| e.message));
    embedded(said, words);
    let p = words.predict;
    said.all("predict", [p.before, p.after, p.skip, p.go_on]);
    said.says("score", (p.score)(3, 4));
    let ask = barrierscope::view::predict::Ask::Rows(barrierscope::ids::NodeId(0));
    said.says("wrong", (p.wrong)(&ask, 3, Belief::AllVoid, 4));
    said.says("hands", words.hands.nothing_to_do);
    said.says("hands", words.hands.branch);
    let c = words.compare;
    said.all(
        "compare",
        [
            c.stop_comparing,
            c.against,
            c.other_setting,
            c.verdict_there,
            c.stage_there,
            c.fact_head,
            c.here,
            c.there,
            c.looked_at,
        ],
    );
    said.all("compare", [0, 5].map(c.differences));
    said.says("errors", (words.errors)(3));
    said.says("too_long", (words.too_long)(1_000_000, 40_000));
    let e = words.editor;
    said.all(
        "editor",
        [
            e.form,
            e.views,
            e.undo,
            e.redo,
            e.from_nothing,
            e.runs,
            e.runs_by_hand,
            e.aside,
            e.errors,
            e.no_form,
            e.text,
            e.whole,
            e.required,
            e.earlier,
            e.later,
            e.choose,
            e.no_upstream,
            e.earlier_lines,
            e.later_lines,
        ],
    );
    said.all(
        "editor",
        [(e.waits)(3), (e.line)(3), (e.reset)("7"), (e.remove)("7"), (e.cell)("7", 2), (e.shown)(0, 3, 9)],
    );
}

fn embedded(said: &mut Said, words: &Workbench) {
    let e = words.embed;
    said.all("embed", [e.open, e.open_short, e.element, e.element_hint]);
    said.all("embed", [2, 3].map(e.errors));
    let no = [NoMoment::Step(7), NoMoment::Time(SimTime(1_500)), NoMoment::Nth(MarkKind::Crash, 0)];
    let no = no.into_iter().chain([NoMoment::Nth(MarkKind::Crash, 2)]).map(|no| AddressError::NoMoment("at", no));
    let values = NAMES.map(|name| AddressError::Value(name, "nope".into()));
    let others = [
        AddressError::TooLong,
        AddressError::Unknown("nope".into(), Some("theme")),
        AddressError::Twice("at"),
        AddressError::Order,
        AddressError::NoRun("nope".into()),
    ];
    let address = no.chain(values).chain(others).map(|error| (e.address)(&error).message);
    // Parameters stand there as one types them.
    said.all("address", address.filter(|text| !text.contains("compact") && !text.contains("verdict")));
    let messages = [
        MessageError::Version(9),
        MessageError::Type("nope".into(), Some("seek")),
        MessageError::Type("nope".into(), None),
        MessageError::Field("autoplay"),
        MessageError::Field("scenario"),
        MessageError::Field("run"),
        MessageError::ScenarioOrRun,
        MessageError::TooLong,
    ];
    said.all("message", messages.iter().map(|error| (e.message)(error).message));
    said.says("problem", (e.problem)("7").message);
}
