//! What every analyser needs: the catalogue, the environment, how deep we are, and where the
//! text at hand stands in the call's arguments.

use smol_str::SmolStr;

use crate::catalog::Catalog;
use crate::limits;
use crate::model::{Environment, Span};

/// The surroundings of one analysis. Analysers call each other (a shell runs Python, Python runs
/// a shell); each such step goes through [`Context::deeper`].
#[derive(Clone, Debug)]
pub(crate) struct Context<'a> {
    /// What is known about tools and programs.
    pub(crate) catalog: &'a Catalog,
    /// What relative names mean.
    pub(crate) environment: &'a Environment,
    /// Layers of inner commands and scripts still allowed.
    layers: usize,
}

impl<'a> Context<'a> {
    pub(crate) fn new(catalog: &'a Catalog, environment: &'a Environment) -> Self {
        Self {
            catalog,
            environment,
            layers: limits::COMMAND_LAYERS,
        }
    }

    /// One layer further in; `None` when the budget is spent (the caller makes an opaque effect).
    pub(crate) fn deeper(&self) -> Option<Self> {
        Some(Self {
            layers: self.layers.checked_sub(1)?,
            ..self.clone()
        })
    }

    /// The same layer with another environment (`cd` in a command).
    pub(crate) fn in_environment<'b>(&self, environment: &'b Environment) -> Context<'b>
    where
        'a: 'b,
    {
        Context {
            catalog: self.catalog,
            environment,
            layers: self.layers,
        }
    }
}

/// Text to analyse and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    /// The text as its interpreter will read it.
    pub(crate) text: &'a str,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum Origin {
    /// The text is the argument's own bytes from this offset on.
    Slice { arg: SmolStr, offset: usize },
    /// The text was decoded from somewhere inside this span; finer places are not known.
    Derived(Span),
}

impl<'a> Source<'a> {
    /// The whole text of an argument.
    pub(crate) fn argument(arg: impl Into<SmolStr>, text: &'a str) -> Self {
        Self {
            text,
            origin: Origin::Slice {
                arg: arg.into(),
                offset: 0,
            },
        }
    }

    /// Text decoded (unquoted, joined) from the given place.
    pub(crate) fn derived(span: Span, text: &'a str) -> Self {
        Self {
            text,
            origin: Origin::Derived(span),
        }
    }

    /// The place in the arguments of bytes `start..end` of this source's text.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        match &self.origin {
            Origin::Slice { arg, offset } => Span::bytes(arg.clone(), offset + start, offset + end),
            Origin::Derived(span) => span.clone(),
        }
    }

    /// The same place in the arguments without the text, for what outlives it.
    pub(crate) fn without_text(&self) -> Source<'static> {
        Source {
            text: "",
            origin: self.origin.clone(),
        }
    }

    /// The place of the whole text.
    pub(crate) fn whole(&self) -> Span {
        self.span(0, self.text.len())
    }
}
