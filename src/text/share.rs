//! The words around links.

use crate::scenario::ScenarioError;
use crate::view::link::LinkError;

/// Words of the Share panel, and of a link that cannot be opened.
#[derive(Clone, Copy)]
pub struct ShareWords {
    /// What the link carries.
    pub hint: &'static str,
    /// Head of the link to this moment.
    pub link: &'static str,
    /// Head of the link to the preset.
    pub preset_link: &'static str,
    /// The page is one file, and knows no site.
    pub one_file: &'static str,
    /// The link is too long for some places that links are put in.
    pub long: &'static str,
    /// Head of the scenario's JSON.
    pub scenario: &'static str,
    /// What the scenario does not say.
    pub scenario_hint: &'static str,
    /// The button that saves the scenario.
    pub download: &'static str,
    /// Head of the line that puts the run into another page.
    pub frame: &'static str,
    /// The title of that frame, for whoever does not see it.
    pub frame_title: fn(&str) -> String,
    /// Head of the pictures of the moment.
    pub picture: &'static str,
    /// The buttons that save it, as an SVG and as a PNG.
    pub picture_as: [&'static str; 2],
    /// What the pictures hold.
    pub picture_hint: &'static str,
    /// In a picture and on paper: the link to the moment.
    pub open_moment: &'static str,
    /// Head of the files of the run.
    pub run: &'static str,
    /// The button that saves the run as JSON.
    pub run_json: &'static str,
    /// The button that saves what happened as a table.
    pub events_csv: &'static str,
    /// What the two hold.
    pub run_hint: &'static str,
    /// A link cannot be opened.
    pub not_opened: &'static str,
    /// Why a link cannot be opened: every reason, with its place.
    pub errors: fn(LinkError) -> Vec<ScenarioError>,
    /// A link leads nowhere in the course, to no quiz, to nothing of the cards.
    pub nowhere: [Nowhere; 3],
}

/// Words of a part of the page, for a link that leads nowhere in it.
#[derive(Clone, Copy)]
pub struct Nowhere {
    /// That it does.
    pub head: &'static str,
    /// Why, from what stands behind the `=`, and what to do.
    pub why: fn(&str) -> String,
    /// Where to go instead.
    pub instead: &'static str,
}
