//! The playback clock: where on the page-time line of a run we are, whether we move, and how fast.

/// The speeds on offer, slowest first.
pub const SPEEDS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// The longest frame that is believed. A slow machine keeps the pace; a page in the background is not owed its sleep.
const FRAME_MAX_MS: f64 = 500.0;
/// Page time in which a single step glides to its place.
const GLIDE_MS: f64 = 220.0;

/// Moving, or not, or on the way to the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    Still,
    Playing,
    /// To this place, at this many page milliseconds of the run per millisecond, then still.
    Gliding {
        to: f64,
        pace: f64,
    },
}

/// The clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    place: f64,
    speed: f64,
    motion: Motion,
}

impl Playback {
    /// A clock that plays from `place` at speed 1×.
    pub fn playing_from(place: f64) -> Playback {
        Playback { place, speed: 1.0, motion: Motion::Playing }
    }

    /// Where we are, in page milliseconds of the run at 1×.
    pub fn place(&self) -> f64 {
        self.place
    }

    /// The speed.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed to the nearest one on offer.
    pub fn set_speed(&mut self, speed: f64) {
        let nearer = |a: &&f64, b: &&f64| (*a - speed).abs().total_cmp(&(*b - speed).abs());
        self.speed = SPEEDS.iter().min_by(nearer).copied().unwrap_or(1.0);
    }

    /// Whether it plays on by itself.
    pub fn is_playing(&self) -> bool {
        self.motion == Motion::Playing
    }

    /// Whether the next tick will change anything.
    pub fn is_moving(&self) -> bool {
        self.motion != Motion::Still
    }

    /// Plays on.
    pub fn play(&mut self) {
        self.motion = Motion::Playing;
    }

    /// Stands still.
    pub fn pause(&mut self) {
        self.motion = Motion::Still;
    }

    /// Goes to a place at once, and goes on moving if it did.
    pub fn jump(&mut self, place: f64) {
        self.place = place;
        if let Motion::Gliding { .. } = self.motion {
            self.motion = Motion::Still;
        }
    }

    /// Goes forward to a place in a short, visible movement, then stands still.
    pub fn glide(&mut self, to: f64) {
        let way = to - self.place;
        self.motion = if way > 0.0 {
            Motion::Gliding { to, pace: (way / GLIDE_MS).max(self.speed) }
        } else {
            self.place = to;
            Motion::Still
        };
    }

    /// Lets `elapsed` page milliseconds pass, on a run that ends at `end`. True: it has come to the end just now.
    pub fn tick(&mut self, elapsed: f64, end: f64) -> bool {
        let elapsed = elapsed.clamp(0.0, FRAME_MAX_MS);
        match self.motion {
            Motion::Still => false,
            Motion::Playing => {
                self.place += elapsed * self.speed;
                if self.place < end {
                    return false;
                }
                self.place = end;
                self.motion = Motion::Still;
                true
            }
            Motion::Gliding { to, pace } => {
                self.place += elapsed * pace;
                if self.place >= to {
                    self.place = to;
                    self.motion = Motion::Still;
                }
                false
            }
        }
    }
}
