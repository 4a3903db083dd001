//! Where in the JSON text something stands, as a JSON pointer (RFC 6901).

use std::fmt;

/// A place, as a chain back to the root on the stack: it costs nothing until it is shown.
#[derive(Clone, Copy)]
pub(super) enum Pointer<'a> {
    Root,
    Field(&'a Pointer<'a>, &'a str),
    Index(&'a Pointer<'a>, usize),
}

impl<'a> Pointer<'a> {
    pub(super) fn field(&'a self, name: &'a str) -> Pointer<'a> {
        Pointer::Field(self, name)
    }

    pub(super) fn index(&'a self, index: usize) -> Pointer<'a> {
        Pointer::Index(self, index)
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pointer::Root => Ok(()),
            Pointer::Field(parent, name) => {
                write!(f, "{parent}/{}", name.replace('~', "~0").replace('/', "~1"))
            }
            Pointer::Index(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}
