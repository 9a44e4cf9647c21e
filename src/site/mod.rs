//! Reports in a language → files.
//!
//! Job: render every verified bundle as a page in Japanese and in English, and
//! put the pages, the bundles themselves and the full JSON into an output folder
//! that is swapped in only when everything is there. This is the only room that
//! rounds a number and the only one that forms a sentence. Neighbours: `report`
//! hands over figures with their sources; the texts are in `i18n/`, the templates
//! in `site-templates/`, the articles in `i18n/reports/`. [`check`] reads a built
//! site and finds every fault in it; [`serve`] shows it on this machine while it is
//! being written. Text from records is untrusted: it is escaped, and its
//! control characters are made visible ([`inert`]).

mod address;
mod article;
mod build;
mod chart;
pub mod check;
mod data;
mod error;
mod feed;
mod frame;
pub mod inert;
mod language;
mod markup;
pub mod number;
mod output;
mod pages;
mod percent;
mod printed;
pub mod serve;
mod texts;
mod view;

pub use address::{Address, AddressError};
pub use article::ArticleFault;
pub use build::{Built, Options, build};
pub use chart::{SvgFault, check_svg};
pub use error::SiteError;
pub use language::Language;
pub use texts::Texts;
