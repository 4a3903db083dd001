//! When each step of a run is shown: a fixed map from steps and virtual times to page time at speed 1×.
//!
//! One virtual second takes one page second, with four exceptions, all of them only to be seen:
//! - the steps of one moment are spread over the gap to the next moment;
//! - while a barrier is on an edge, time goes slowly enough that it takes [`BARRIER_MS`] there;
//! - a crash and a restore stand still for a moment ([`DWELL_MS`]);
//! - a time in which nothing happens at all is shown in [`NOTHING_MAX_MS`].
//!
//! The map is made once for a run, so playing, scrubbing and stepping back all show the same picture at the same place.

use std::collections::BTreeMap;

use crate::time::SimTime;

/// Page time that a barrier takes on each edge, at least.
pub const BARRIER_MS: f64 = 400.0;
/// Page time that a crash, and a restore, is looked at.
pub const DWELL_MS: f64 = 700.0;
/// Page time between two steps of one moment, at most.
const SPREAD_MAX_MS: f64 = 250.0;
/// And at least, where a moment has [`CROWD`] steps or more: fewer would fly by unseen.
const SPREAD_MIN_MS: f64 = 10.0;
const CROWD: usize = 12;
/// Page time of a gap between two moments, at most: nobody wants to watch an hour of downtime.
pub const NOTHING_MAX_MS: f64 = 2_000.0;
/// Page time after the last step, for what is still falling.
const TAIL_MS: f64 = 400.0;

/// Where a barrier's way over an edge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// On the wire until this time.
    At(SimTime),
    /// Taken within the moment, by this step.
    Step(u64),
}

/// A barrier's way over one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The step that put it in.
    pub sent: u64,
    /// Its end.
    pub arrival: Arrival,
}

/// The map of one run.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Virtual time of each step; step 0 is the start.
    at: Vec<SimTime>,
    /// Page time of each step.
    shown: Vec<f64>,
    /// Steps that stand still, in order.
    dwells: Vec<u64>,
    moments: Vec<Moment>,
    warp: Warp,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    at: SimTime,
    base: f64,
    length: f64,
    gap: f64,
}

impl Pace {
    /// The pace of a run whose steps happen at these times (`at[0]` is the start).
    pub fn new(at: Vec<SimTime>, crossings: &[Crossing], dwells: Vec<u64>) -> Pace {
        let (base, moments) = spread(&at);
        let mut pace = Pace { at, shown: base, dwells: Vec::new(), moments, warp: Warp::default() };
        let spans = crossings.iter().filter_map(|c| {
            let start = *pace.shown.get(c.sent as usize)?;
            let end = match c.arrival {
                Arrival::At(time) => pace.base_time(time.ms() as f64),
                Arrival::Step(step) => *pace.shown.get(step as usize)?,
            };
            // Within one moment of one step there is nothing to stretch.
            (end - start > 1e-6).then_some((start, end, (BARRIER_MS / (end - start)).max(1.0)))
        });
        pace.warp = Warp::new(spans.filter(|s| s.2 > 1.0).collect());
        pace.dwells = dwells;
        let mut still = 0.0;
        let mut next = pace.dwells.iter().peekable();
        for (step, shown) in pace.shown.iter_mut().enumerate() {
            *shown = pace.warp.at(*shown) + still;
            while next.next_if(|d| **d == step as u64).is_some() {
                still += DWELL_MS;
            }
        }
        pace
    }

    /// The last step.
    pub fn steps(&self) -> u64 {
        (self.shown.len() as u64).saturating_sub(1)
    }

    /// Page time of the end.
    pub fn end(&self) -> f64 {
        let last = self.steps();
        self.shown_at(last) + TAIL_MS.max(if self.dwells.contains(&last) { DWELL_MS } else { 0.0 })
    }

    /// Page time at which a step has just happened.
    pub fn shown_at(&self, step: u64) -> f64 {
        self.shown.get(step as usize).or(self.shown.last()).copied().unwrap_or(0.0)
    }

    /// Virtual time of a step.
    pub fn time_of(&self, step: u64) -> SimTime {
        self.at.get(step as usize).or(self.at.last()).copied().unwrap_or_default()
    }

    /// Page time at which the virtual clock shows `time`.
    pub fn shown_time(&self, time: SimTime) -> f64 {
        self.shown_ms(time.ms() as f64)
    }

    /// The same, between two milliseconds.
    fn shown_ms(&self, ms: f64) -> f64 {
        let still = self.dwells.iter().filter(|d| (self.time_of(**d).ms() as f64) < ms).count() as f64 * DWELL_MS;
        self.warp.at(self.base_time(ms)) + still
    }

    /// The last step that has happened when this moment is over.
    pub fn last_step_of(&self, time: SimTime) -> u64 {
        (self.at.partition_point(|t| *t <= time) as u64).saturating_sub(1)
    }

    /// The last step that has happened at this page time.
    pub fn step_at(&self, page: f64) -> u64 {
        (self.shown.partition_point(|s| *s <= page + 1e-9) as u64).saturating_sub(1)
    }

    /// The step that stands still at this page time, and how far along (0 to 1).
    pub fn dwell_at(&self, page: f64) -> Option<(u64, f64)> {
        let step = self.step_at(page);
        let along = (page - self.shown_at(step)) / DWELL_MS;
        (self.dwells.binary_search(&step).is_ok() && along < 1.0).then_some((step, along.max(0.0)))
    }

    /// Virtual milliseconds that the clock shows at this page time.
    pub fn clock_at(&self, page: f64) -> f64 {
        let step = self.step_at(page);
        let here = self.time_of(step).ms() as f64;
        if step >= self.steps() {
            return here;
        }
        here + (self.time_of(step + 1).ms() as f64 - here) * self.share_to_next(step, page)
    }

    /// Page time at which another run is where this one is: its clock shows the same, and of the steps of one moment as
    /// large a share has happened. What stands still there for a while does so here, where it happens here too.
    pub fn along(&self, lead: &Pace, page: f64) -> f64 {
        let step = lead.step_at(page);
        let now = lead.time_of(step);
        let own_last = self.last_step_of(now);
        let dwell = lead.dwell_at(page);
        let is_now = |d: &&u64| self.time_of(**d) == now;
        if let Some((_, along)) = dwell
            && let Some(here) = self.dwells.iter().find(is_now)
        {
            return self.shown_at(*here) + along * DWELL_MS;
        }
        // Where this stands still is over where it is over there.
        let stood = dwell.is_none() && lead.still(step) > 0.0;
        let last = lead.last_step_of(now);
        if step == last {
            // What is left of the page time is the gap to the next moment.
            let clock = lead.clock_at(page);
            let from = self.last_step_of(SimTime(clock as u64));
            let (here, next) = (self.time_of(from).ms() as f64, self.time_of(from + 1).ms() as f64);
            let share = if next > here { ((clock - here) / (next - here)).clamp(0.0, 1.0) } else { 0.0 };
            return self.between(from, share, stood);
        }
        if self.time_of(own_last) != now {
            return self.between(own_last, 0.0, stood);
        }
        let first = |pace: &Pace| pace.at.partition_point(|t| *t < now) as u64;
        let (lead_first, own_first) = (first(lead), first(self));
        let to_next = match dwell {
            Some(_) => 0.0,
            None => lead.share_to_next(step, page),
        };
        let share = ((step - lead_first) as f64 + to_next) / (last - lead_first) as f64;
        let place = share * (own_last - own_first) as f64;
        self.between(own_first + place as u64, place.fract(), stood)
    }

    /// The page time after a step, this share of the way to the next. `stood`: it has stood still by then.
    fn between(&self, step: u64, share: f64, stood: bool) -> f64 {
        let from = self.shown_at(step);
        let still = if stood || share > 0.0 { self.still(step) } else { 0.0 };
        if step >= self.steps() {
            return from + still;
        }
        from + still + share * (self.shown_at(step + 1) - from - still)
    }

    fn share_to_next(&self, step: u64, page: f64) -> f64 {
        let (from, to) = (self.shown_at(step) + self.still(step), self.shown_at(step + 1));
        if to > from { ((page - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// For how long a step stands still.
    fn still(&self, step: u64) -> f64 {
        if self.dwells.binary_search(&step).is_ok() { DWELL_MS } else { 0.0 }
    }

    /// Virtual milliseconds per page millisecond just here.
    pub fn rate_at(&self, page: f64) -> f64 {
        (self.clock_at(page + 20.0) - self.clock_at(page - 20.0)) / 40.0
    }

    fn base_time(&self, ms: f64) -> f64 {
        let i = self.moments.partition_point(|m| m.at.ms() as f64 <= ms);
        let Some(moment) = i.checked_sub(1).and_then(|i| self.moments.get(i)) else { return ms };
        let past = ms - moment.at.ms() as f64;
        if moment.gap > 0.0 { moment.base + moment.length * (past / moment.gap).min(1.0) } else { moment.base + past }
    }
}

/// Page time of each step before slowing and standing still, and the moments that they make up.
fn spread(at: &[SimTime]) -> (Vec<f64>, Vec<Moment>) {
    let mut base = Vec::with_capacity(at.len());
    let mut moments: Vec<Moment> = Vec::new();
    let mut start = at.first().map_or(0.0, |t| t.ms() as f64);
    let mut i = 0;
    while i < at.len() {
        let n = at[i..].iter().take_while(|t| **t == at[i]).count();
        let gap = at.get(i + n).map(|next| next.since(at[i]) as f64);
        let least = if n >= CROWD { SPREAD_MIN_MS } else { 0.0 };
        let room = gap.map_or(SPREAD_MAX_MS * n as f64, |gap| gap.min(NOTHING_MAX_MS));
        // The run's last moment has no gap: it takes a walking pace.
        let most = if gap.is_some() || n < CROWD { SPREAD_MAX_MS } else { SPREAD_MIN_MS };
        let spacing = (room / n as f64).min(most).max(least);
        let length = room.max(spacing * n as f64);
        base.extend((0..n).map(|j| start + spacing * j as f64));
        moments.push(Moment { at: at[i], base: start, length, gap: gap.unwrap_or(0.0) });
        start += length;
        i += n;
    }
    (base, moments)
}

/// A piecewise straight map that is steeper over some spans.
#[derive(Clone, Debug, Default)]
struct Warp {
    /// From, to, and the slope after it.
    knots: Vec<(f64, f64, f64)>,
}

impl Warp {
    fn new(spans: Vec<(f64, f64, f64)>) -> Warp {
        let mut edges: Vec<(f64, bool, u64)> = Vec::new();
        for (start, end, slope) in spans {
            edges.push((start, true, slope.to_bits()));
            edges.push((end, false, slope.to_bits()));
        }
        crate::order::sort_by(&mut edges, |a, b| a.0.total_cmp(&b.0));
        // Bits of positive numbers sort like the numbers.
        let mut active: BTreeMap<u64, usize> = BTreeMap::new();
        let mut knots: Vec<(f64, f64, f64)> = Vec::new();
        for (place, starts, slope) in edges {
            if starts {
                *active.entry(slope).or_default() += 1;
            } else if let Some(n) = active.get_mut(&slope) {
                *n -= 1;
                if *n == 0 {
                    active.remove(&slope);
                }
            }
            let to = knots.last().map_or(place, |(from, to, slope)| to + (place - from) * slope);
            let steepest = active.last_key_value().map_or(1.0, |(bits, _)| f64::from_bits(*bits));
            knots.push((place, to, steepest));
        }
        Warp { knots }
    }

    fn at(&self, place: f64) -> f64 {
        let i = self.knots.partition_point(|k| k.0 <= place);
        match i.checked_sub(1).and_then(|i| self.knots.get(i)) {
            Some((from, to, slope)) => to + (place - from) * slope,
            None => place,
        }
    }
}
