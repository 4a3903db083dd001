//! The icons: a few shapes on a grid of 16, drawn in the colour of the text around them.

use leptos::prelude::*;

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// A triangle and a bar.
    Step,
    /// The same, the other way.
    StepBack,
    /// To the beginning.
    Restart,
    /// A bolt.
    Crash,
    /// A half-filled disc.
    Theme,
    /// A cross.
    Close,
    /// An arrowhead to the left.
    Before,
    /// An arrowhead to the right.
    After,
}

impl Shape {
    const fn path(self) -> &'static str {
        match self {
            Shape::Play => "M4.5 2.6v10.8c0 .6.7 1 1.2.6l8-5.4c.4-.3.4-.9 0-1.2l-8-5.4c-.5-.4-1.2 0-1.2.6z",
            Shape::Pause => "M4 2.5h2.6v11H4zM9.4 2.5H12v11H9.4z",
            Shape::Step => "M3.5 3v10l6.8-5zM11 3h2v10h-2z",
            Shape::StepBack => "M12.5 3v10L5.7 8zM3 3h2v10H3z",
            Shape::Restart => "M2.6 3h1.9v10H2.6zM9.3 3v10L4.7 8zM14 3v10L9.4 8z",
            Shape::Crash => "M9.6 1 3.2 9h3.9L6 15l6.8-8.4H8.7z",
            Shape::Theme => "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.6v9.8a4.9 4.9 0 0 1 0-9.8z",
            Shape::Before => "M10.8 2.6 12 3.8 7.8 8l4.2 4.2-1.2 1.2L5.4 8z",
            Shape::After => "M5.2 2.6 4 3.8 8.2 8 4 12.2l1.2 1.2L10.6 8z",
            Shape::Close => {
                "M4.3 3.2 8 6.9l3.7-3.7 1.1 1.1L9.1 8l3.7 3.7-1.1 1.1L8 9.1l-3.7 3.7-1.1-1.1L6.9 8 3.2 4.3z"
            }
        }
    }
}

/// An icon; it says nothing to a screen reader.
#[component]
pub fn Icon(
    /// Which.
    shape: Shape,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d=shape.path() fill-rule="evenodd"/>
        </svg>
    }
}
