//! The page in a frame of another page: what its address asks for, and what the two pages say to each other.
//!
//! All of it comes from a stranger. What cannot be read is an error that its author can act on, and nothing here panics.

pub mod address;
pub mod message;
pub mod when;

pub use address::{Address, AddressError, Span};
pub use message::{Ask, Load, MessageError, What};
pub use when::{NoMoment, When};
