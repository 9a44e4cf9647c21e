//! Reports in a language → files.
//!
//! Job: render every verified bundle as a page in Japanese and in English, and
//! put the pages, the bundles themselves and the full JSON into an output folder
//! that is swapped in only when everything is there. This is the only room that
//! rounds a number and the only one that forms a sentence. Neighbours: `report`
//! hands over figures with their sources; the texts are in `i18n/`, the templates
//! in `site-templates/`. [`check`] reads a built site and finds every fault in it;
//! [`serve`] shows it on this machine while it is being written. Text from records is untrusted: it is escaped, and its
//! control characters are made visible ([`inert`]).

mod build;
pub mod check;
mod error;
pub mod inert;
mod language;
pub mod number;
mod output;
mod pages;
mod percent;
mod printed;
pub mod serve;
mod texts;
mod view;

pub use build::{Built, build};
pub use error::SiteError;
pub use language::Language;
pub use texts::Texts;
