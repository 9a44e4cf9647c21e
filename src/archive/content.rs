//! What a verified bundle says, by kind.
//!
//! Job: the typed content that only verification fills. Neighbours: `parts` reads
//! single files, `consistency` checks them against each other, `verify` joins both.

use crate::record::engine::EngineFacts;
use crate::record::erratum::Erratum;
use crate::record::event::Event;
use crate::record::host::Host;
use crate::record::plan::{Input, Plan};
use crate::record::review::Review;
use crate::record::run::Run;
use crate::record::transcription::{TranscribedTrial, Transcription};
use crate::record::trial::Trial;

/// The records of one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A study design with its inputs.
    Plan {
        /// `plan.json`.
        plan: Box<Plan>,
        /// `inputs.jsonl.gz`, in file order.
        inputs: Vec<Input>,
    },
    /// What one run produced.
    Run(Box<RunContent>),
    /// `host.json` of a probe.
    Probe(Box<Host>),
    /// Published figures.
    Transcription(Box<TranscriptionContent>),
    /// `review.json`.
    Review(Box<Review>),
    /// `erratum.json`.
    Erratum(Box<Erratum>),
}

/// The records of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunContent {
    /// `run.json`.
    pub run: Run,
    /// `plan.json`, the exact copy.
    pub plan: Plan,
    /// `host.json`.
    pub host: Host,
    /// `engine.json`, one entry for each arm started.
    pub engines: Vec<EngineFacts>,
    /// `trials.jsonl`, in file order.
    pub trials: Vec<Trial>,
    /// `events.jsonl`, in file order.
    pub events: Vec<Event>,
}

/// The records of a transcription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptionContent {
    /// `transcription.json`.
    pub transcription: Transcription,
    /// `trials.jsonl`, in file order.
    pub trials: Vec<TranscribedTrial>,
}
