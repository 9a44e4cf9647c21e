//! What an article declares → figures with sources and claims with verdicts.
//!
//! Job: read `report.toml` ([`ArticleSpec`]), resolve every selector against the
//! reports of verified bundles ([`Figure`]), and judge every claim ([`Claim`]).
//! Nothing is rounded, no text of the article is read, and every fault is
//! reported with its line ([`Fault`]). Neighbours: `site` reads the files, puts
//! the figures in the place of `{=id}` and says what they are in a language.

mod claim;
mod compare;
mod fault;
mod figure;
mod published;
mod resolve;
mod select;
mod spec;
mod word;

pub use claim::{Claim, Comparator, judge};
pub use compare::{Compared, Known, Resolved, resolve};
pub use fault::{Fault, line_of};
pub use figure::{Figure, FigureUnit, Kind, Place, PublishedRow, Source, Value};
pub use resolve::{Draft, select};
pub use select::{QualityCount, Selector};
pub use spec::{
    AnalysisKind, AnalysisSpec, ArticleSpec, BundleSpec, Captions, ClaimSpec, CompareSpec,
    FigureSpec, MediaKind, MediaLanguage, MediaSpec, RevisionSpec, RowSpec, Said, TableSpec, Terms,
};
pub use word::{Date, Word};
